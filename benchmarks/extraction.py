"""What is read in text: names, persons, times, facts, events and causes, against sets with gold.

Each set is a function in a module `extraction_<topic>.py`: it reads the set's files, has kgmem read the texts, and
compares. Gold is never shown to kgmem. README.md says where the sets come from, how each is scored, and which module
holds the table that maps its labels onto kgmem's relations.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from pathlib import Path

from benchmarks import (
    extraction_causes,
    extraction_coref,
    extraction_dialogre,
    extraction_kdconv,
    extraction_locomo,
    extraction_meantime,
    extraction_openie,
    extraction_persona,
    extraction_synthetic,
    extraction_time,
)
from benchmarks.extraction_outcome import DataError, Outcome
from benchmarks.report import Report, table, write_json, write_lines

HELP = "mentions, persons, times, facts, events and causes read in text, against sets with gold"

SETS: dict[str, Callable[[Path], Outcome]] = {
    "synthetic": extraction_synthetic.synthetic,
    "recognizers": extraction_time.recognizers,
    "recognizers-zh": extraction_time.recognizers_zh,
    "locomo-dates": extraction_time.locomo_dates,
    "tempeval3-platinum": extraction_time.tempeval3,
    "gap-coref": extraction_coref.gap,
    "meantime": extraction_meantime.meantime,
    "personaext": extraction_persona.personaext,
    "dialogre": extraction_dialogre.dialogre_en,
    "dialogre-cn": extraction_dialogre.dialogre_cn,
    "kdconv-zh": extraction_kdconv.kdconv,
    "causal-news-corpus": extraction_causes.causal_news_corpus,
    "carb": extraction_openie.carb,
    "semeval2010-task8": extraction_causes.semeval_task8,
    "locomo-observation": extraction_locomo.observation,
    "locomo-speed": extraction_locomo.speed,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", required=True, choices=sorted(SETS), metavar="NAME", help=", ".join(sorted(SETS)))
    parser.add_argument("--data", type=Path, metavar="PATH", help="the set's folder, or one file of it")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT", help="write a line for each thing judged")
    extraction_synthetic.add_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    try:
        outcome = measure(args)
    except DataError as error:
        raise SystemExit(f"extraction --set {args.set}: {error}") from error
    data = args.data.name if args.data else extraction_synthetic.described(args)
    system = {"unit": outcome.unit, "command": command(args), "notes": outcome.notes}
    if args.data:
        system["data_sha256"] = data_hash(args.data)
    report = Report(f"extraction/{args.set}", data, outcome.n, outcome.metrics, system)
    print(table(["metric", args.set], [[name, float(value)] for name, value in outcome.metrics.items()]))
    print(f"{outcome.n} {outcome.unit}" + (f"; {outcome.notes}" if outcome.notes else ""))
    if args.json:
        write_json(args.json, report)
    if args.run:
        write_lines(args.run, outcome.items)
    return report


def measure(args: argparse.Namespace) -> Outcome:
    if args.data is None:
        if args.set != "synthetic":
            raise DataError("this set needs --data PATH, its folder or file; benchmarks/README.md says where to get it")
        return extraction_synthetic.made(args)
    if not args.data.exists():
        raise DataError(f"there is nothing at {args.data}; give the folder or file of the set with --data")
    return SETS[args.set](args.data)


def command(args: argparse.Namespace) -> str:
    """How to run it again, with the data's place left out."""
    said = f"python -m benchmarks extraction --set {args.set}"
    return f"{said} --data {args.data.name}" if args.data else f"{said} {extraction_synthetic.options(args)}"


def data_hash(data: Path) -> str:
    """One hash over the names and bytes of all files of a set."""
    found = hashlib.sha256()
    for path in [data] if data.is_file() else sorted(p for p in data.rglob("*") if p.is_file()):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
