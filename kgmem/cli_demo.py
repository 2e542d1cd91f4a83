"""`kgmem demo`: the demo conversation remembered and asked about, shown as it is computed."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem import cli_render, demo
from kgmem.cli_render import Sheet, indented, put, title
from kgmem.demo import Answer
from kgmem.errors import InvalidArgument
from kgmem.formats_json import Message
from kgmem.memory import Memory
from kgmem.progress import bar
from kgmem.recollection import as_json as record
from kgmem.records import Change, Event, Fact


def play(path: Path | None, *, as_json: bool) -> None:
    """Run the demo in a folder that stays, or in one that does not."""
    if path is not None:
        _play(path, kept=True, as_json=as_json)
        return
    with tempfile.TemporaryDirectory(prefix="kgmem-demo-") as folder:
        _play(Path(folder) / "demo.kgmem", kept=False, as_json=as_json)


def _play(path: Path, *, kept: bool, as_json: bool) -> None:
    messages = demo.conversation()
    with Memory.open(path, timezone=demo.TIMEZONE) as memory:
        _refuse_another_memory(memory, messages)
        if as_json:
            sys.stdout.write(cli_render.json_text(_all(memory, messages, path if kept else None)) + "\n")
            return
        put(_opening(messages))
        started = time.monotonic()
        with bar(len(messages)) if sys.stderr.isatty() else nullcontext() as report:
            change = demo.remember(memory, messages, report)
        put(_remembered(change, time.monotonic() - started))
        put(title("\nQuestions"))
        for answer in demo.answers(memory):
            put(_answered(answer))
        put(title("What did not stay as it was"))
        put(_changed(demo.changes(memory)))
        put(title("\nWhat led to what, asked in Cypher"))
        put(indented(Text(demo.CAUSES, style="dim"), 2))
        put(indented(cli_render.table(demo.causes(memory)), 2))
        put(_next(path if kept else None))


def _refuse_another_memory(memory: Memory, messages: Sequence[Message]) -> None:
    own = {message["id"] for message in messages}
    if any(episode.id not in own for episode in memory.episodes()):
        raise InvalidArgument(f"{memory.path} holds a memory of your own; give the demo a folder of its own")


def _all(memory: Memory, messages: list[Message], path: Path | None) -> dict[str, Any]:
    started = time.monotonic()
    change = demo.remember(memory, messages, None)
    seconds = time.monotonic() - started
    return {
        "path": None if path is None else str(path),
        "seconds": round(seconds, 2),
        "change": cli_render.change_dict(change),
        "answers": [
            {
                "question": answer.question,
                "as_of": answer.as_of,
                "confidence": round(answer.confidence, 4),
                "known": [record(what) for what in answer.known],
                "because": [record(event) for event in answer.because],
                "said": [record(episode) for episode in answer.said],
            }
            for answer in demo.answers(memory)
        ],
        "changes": [[record(fact) for fact in facts] for facts in demo.changes(memory)],
        "causes": cli_render.table_dict(demo.causes(memory)),
    }


# --- for people ---------------------------------------------------------------------------------


def _opening(messages: Sequence[Message]) -> RenderableType:
    speakers = " and ".join(dict.fromkeys(message["speaker"] for message in messages))
    sessions = len({message["session"] for message in messages})
    first, last = messages[0]["at"], messages[-1]["at"]
    head = Text(speakers, style="bold")
    return head.append(
        f": {len(messages)} messages in {sessions} conversations, {first:%b %Y} to {last:%b %Y}", style="not bold"
    )


def _remembered(change: Change, seconds: float) -> RenderableType:
    took = Text(f"in {seconds:.1f} seconds, offline, without a language model", style="dim")
    return Group(cli_render.change(change), indented(took, 2))


def _answered(answer: Answer) -> RenderableType:
    """A question, what is known, and who said so when."""
    head = Text(answer.question, style="bold")
    if answer.as_of:
        head.append(f"  as of {answer.as_of}", style="cyan not bold")
    said = [Group(cli_render.quoted(episode), cli_render.cited(episode)) for episode in answer.said]
    lines = [_known(what) for what in answer.known]
    lines += [(Text("because ", style="cyan").append_text(text), at) for text, at in map(_known, answer.because)]
    known = [Sheet(lines)] if lines else []
    return indented(Group(head, *known, *(indented(one, 4) for one in said), Text()), 2)


def _known(what: Fact | Event) -> tuple[Text, Text]:
    if isinstance(what, Fact):
        return cli_render.fact_text(what), cli_render.fact_time(what)
    return cli_render.event_text(what), cli_render.event_time(what)


def _changed(groups: Sequence[Sequence[Fact]]) -> RenderableType:
    if not groups:
        return indented(Text("nothing", style="dim"), 2)
    return Sheet([_known(fact) for facts in groups for fact in facts])


def _next(path: Path | None) -> RenderableType:
    if path is None:
        told = ["kgmem demo --path demo.kgmem        the same, in a folder that stays"]
    else:
        here = shlex.quote(str(path))
        told = [
            f'kgmem recall "What does Tom drink?" --path {here}',
            f"kgmem facts Flora --path {here}",
        ]
    told += ["kgmem ingest chat.jsonl             remember a conversation of your own", "kgmem --help"]
    return Group(Text(), title("Next"), *(indented(Text(line), 2) for line in told))
