"""Made-up people whose lives are told in dialogues, with the facts, events, causes and answers they hold.

Nothing here knows kgmem. The same seed and options give the same file on every machine; benchmarks/FORMAT.md
describes it. With --half, only one half of the ways to say and ask things is used, so that a system can be built on
the one and measured on the other.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from benchmarks.synth import files, questions, rephrase
from benchmarks.synth.world import LANGUAGES, Lang

HELP = "make dialogues with the truth beside them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1, help="what everything is drawn from (default: %(default)s)")
    parser.add_argument("--people", type=int, default=12, help="who there is at the start (default: %(default)s)")
    parser.add_argument("--months", type=int, default=12, help="how long they are followed (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to write, a JSON object a line")
    parser.add_argument("--half", choices=("a", "b"), help="use this half of the wordings (default: all)")
    parser.add_argument(
        "--difficulty", type=int, choices=range(4), default=1, help="0 plain to 3 tangled (default: %(default)s)"
    )
    parser.add_argument("--languages", type=_languages, default=LANGUAGES, help="en, zh or en,zh (default: en,zh)")
    parser.add_argument(
        "--questions", type=int, default=questions.EACH, help="of a kind and language (default: %(default)s)"
    )
    parser.add_argument("--llm", metavar="BASE_URL", help="have turns rephrased by this OpenAI-like endpoint")
    parser.add_argument("--llm-model", default="default", metavar="NAME", help="the model to ask it for")


def run(args: argparse.Namespace) -> None:
    began = time.perf_counter()
    answer = rephrase.endpoint(args.llm, args.llm_model) if args.llm else None
    made = files.generate(
        *(args.seed, args.people, args.months, args.half, args.difficulty, args.languages),
        each=args.questions,
        answer=answer,
    )
    files.write(args.out, made)
    seconds = time.perf_counter() - began
    print(f"{len(made.turns)} turns of {len(made.world.people)} people, {len(made.log)} happenings, in {seconds:.1f} s")
    asked = Counter(question.kind for question in made.questions)
    print(f"{len(made.questions)} questions: {', '.join(f'{kind} {number}' for kind, number in asked.items())}")
    print(args.out)


def _languages(text: str) -> tuple[Lang, ...]:
    named = tuple(text.split(","))
    if not named or any(lang not in LANGUAGES for lang in named):
        raise argparse.ArgumentTypeError(f"languages are {', '.join(LANGUAGES)}, with a comma between")
    return tuple(lang for lang in LANGUAGES if lang in named)
