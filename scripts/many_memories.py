"""How a hub does with many memories: `python -m scripts.many_memories [--memories 1000] [--open 50]`.

Writes to each owner's memory once, then asks each again in the same order, which is the worst one for
the least recently used: every question opens a memory. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from kgmem import Hub


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=1000)
    parser.add_argument("--open", type=int, default=50)
    chosen = parser.parse_args()
    writes: list[float] = []
    questions: list[float] = []
    most = wrong = 0
    with tempfile.TemporaryDirectory() as root, Hub.open(root, max_open=chosen.open) as hub:
        for number in range(chosen.memories):
            start = time.perf_counter()
            hub.memory(f"owner{number}").observe(f"My locker is {number}.", speaker="Ana", at="2026-01-01T00:00:00Z")
            writes.append(time.perf_counter() - start)
            most = max(most, len(hub.open_now()))
        for number in range(chosen.memories):
            start = time.perf_counter()
            found = hub.memory(f"owner{number}").recall("Which locker is mine?").episodes
            questions.append(time.perf_counter() - start)
            wrong += [hit.episode.text for hit in found] != [f"My locker is {number}."]
            most = max(most, len(hub.open_now()))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        disk = sum(path.stat().st_size for path in Path(root).rglob("*") if path.is_file())
        report = {
            "memories": len(hub.owners()),
            "open_limit": chosen.open,
            "open_at_most": most,
            "wrong_answers": wrong,
            "first_write_ms": round(statistics.median(writes) * 1000, 1),
            "reopen_and_recall_ms": round(statistics.median(questions) * 1000, 1),
            "reopen_and_recall_max_ms": round(max(questions) * 1000, 1),
            "peak_memory_mb": round(peak / 1e6),
            "disk_mb_each": round(disk / chosen.memories / 1e6, 2),
        }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
