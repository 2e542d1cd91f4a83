"""`python -m benchmarks NAME ...`: each benchmark is a module with HELP, add_arguments and run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks import (
    beam,
    cases,
    compress,
    crash,
    engines,
    erasure,
    extraction,
    fuzz,
    layers,
    locomo,
    locomo_plus,
    longmemeval,
    madial,
    memdaily,
    multihop,
    realtalk,
    recall_speed,
    scale,
    short_term_speed,
    stress,
    synth_cli,
    synthetic,
    train_confidence,
    train_ranker,
    truth,
)

NAMES = {
    "madial": "madial-bench",
    "train_confidence": "train-confidence",
    "train_ranker": "train-ranker",
    "locomo_plus": "locomo-plus",
    "recall_speed": "recall-speed",
    "short_term_speed": "short-term",
}
BENCHMARKS = {
    NAMES.get(name := module.__name__.rpartition(".")[2].removesuffix("_cli"), name): module
    for module in (
        *(locomo, realtalk, beam, memdaily, madial, extraction, scale, cases, crash, erasure, stress, fuzz, engines),
        *(
            compress,
            layers,
            locomo_plus,
            longmemeval,
            multihop,
            recall_speed,
            short_term_speed,
            synth_cli,
            synthetic,
            train_confidence,
            train_ranker,
            truth,
        ),
    )
}

DESCRIPTION = """\
Measure kgmem through its public API. Data sets are not part of kgmem; benchmarks/README.md says where
to get them and what the JSON reports hold.
"""
EXAMPLES = """\
examples:
  python -m benchmarks locomo --data locomo10.json --json locomo.json --run locomo.jsonl
  python -m benchmarks realtalk --data REALTALK/data
  python -m benchmarks train-ranker --data locomo=locomo10.json --work work --out ranker.json
  python -m benchmarks memdaily --data memdaily --every 1 --json memdaily.json
  python -m benchmarks multihop --data multihop-2wiki --json multihop.json
  python -m benchmarks extraction --set gap-coref --data gap-coref --run gap.jsonl
  python -m benchmarks scale --n 5000
  python -m benchmarks recall-speed --data locomo10.json --work work
  python -m benchmarks short-term --url redis://localhost:6379
  python -m benchmarks layers --data locomo10.json --json layers.json
  python -m benchmarks engines --engine ladybug --seeds 20
  python -m benchmarks fuzz --inputs 2000 --json fuzz.json
  python -m benchmarks synth --seed 1 --people 12 --months 12 --out synth.jsonl
  python -m benchmarks compress --data locomo10.json --turns 50
  python -m benchmarks cases --data cases.jsonl --kind secrets --verbose
"""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = top.add_subparsers(dest="name", required=True, metavar="NAME", title="benchmarks")
    for name, module in BENCHMARKS.items():
        module.add_arguments(names.add_parser(name, help=module.HELP, description=module.__doc__))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    BENCHMARKS[args.name].run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
