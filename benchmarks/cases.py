"""Field cases: small inputs with the right result, one for each way in which memories failed in public.

Each case runs in a fresh root through the public API and is judged mechanically. A case that needs a
verb kgmem does not have, or a check nobody can do by machine, is skipped with the reason; skips count
as failures in the pass rate.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Any

from benchmarks import case_care
from benchmarks.case_checks import Asked, Verdict, contents, judge, refusal_accepted
from benchmarks.case_words import answer_text
from benchmarks.case_world import OWNER, Step, Unsupported, World
from benchmarks.report import Report, table, write_json
from kgmem.errors import KgmemError
from kgmem.temporal import Micros, micros, parse_instant

HELP = "field cases, judged mechanically"


@dataclass(frozen=True, slots=True)
class CaseResult:
    id: str
    kind: str
    result: str
    reason: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="cases.jsonl, a case per line")
    parser.add_argument("--kind", action="append", metavar="K", help="only cases of this kind; repeatable")
    parser.add_argument("--id", action="append", metavar="ID", help="only this case; repeatable")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--verbose", action="store_true", help="show cases that pass, too")


def run(args: argparse.Namespace) -> Report:
    cases = [
        case
        for case in read(args.data)
        if (not args.kind or case["kind"] in args.kind) and (not args.id or case["id"] in args.id)
    ]
    results = []
    for case in cases:
        result = run_case(case)
        results.append(result)
        if args.verbose or result.result != "pass":
            _say(f"{result.result.upper()} {result.id}{': ' if result.reason else ''}{result.reason}")
    report = summarise(results, args.data.name)
    _say(show(report, results))
    if args.json:
        write_json(args.json, report)
    return report


def read(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", errors="surrogatepass") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _say(text: str) -> None:
    """Cases hold halves of emoji, which no terminal takes."""
    print(text.encode("utf-8", "backslashreplace").decode(), flush=True)


# One case -----------------------------------------------------------------------------------------------


def run_case(case: Mapping[str, Any]) -> CaseResult:
    """Run a case as often, and under as many host time zones, as it asks for."""
    zones = case.get("run_with_host_timezones") or [None]
    times = case["expected"].get("repeat_the_case", 1)
    crashes = any(spec.get("op") == "crash" and spec.get("at") for spec in case["input"])
    points = case_care.points() if crashes else [""]
    verdict, answers = Verdict(), []
    for zone, point in itertools.product(zones, points):
        place = " ".join(filter(None, (zone, point)))
        for _ in range(times):
            with _host_zone(zone), tempfile.TemporaryDirectory(prefix="kgmem-case-") as folder:
                once, answer = _run_once(case, Path(folder) / "store", point)
            verdict.failures += [f"{place}: {text}" if place else text for text in once.failures]
            verdict.skips += once.skips
            verdict.notes += once.notes
            answers.append(answer)
            if once.failures:
                break
    if len(zones) > 1 and len(set(answers)) > 1:
        verdict.failures.append("the answer depends on the host's time zone")
    return CaseResult(case["id"], case["kind"], verdict.result, verdict.reason)


def _run_once(case: Mapping[str, Any], folder: Path, point: str) -> tuple[Verdict, str]:
    verdict = Verdict()
    world = World(folder, kill_at=point)
    try:
        world.run(case["input"])
        given = [step for step in world.steps if step.error is not None]
        expected = _with_refusal(case["expected"], given)
        if expected is None:
            expected = case["expected"]
            if not ("error" in expected or "error_raised" in expected.get("state", {})):
                verdict.failures += [f"input {step.operation} raised {step.error}" for step in given]
        if _only_by_call(expected):
            _delete_by_call(expected, world, verdict)
        answer = _ask(case, {**case, "expected": expected}, world, verdict)
        for further in expected.get("also_ask", []):
            _ask(case, {"asked_at": case.get("asked_at"), **further}, world, verdict)
        return verdict, answer
    except Unsupported as reason:
        verdict.skips.append(str(reason))
        return verdict, ""
    except KgmemError as error:
        verdict.failures.append(f"the store cannot be read back: {error}")
        return verdict, ""
    finally:
        verdict.notes += world.notes
        world.end()


def _with_refusal(expected: Mapping[str, Any], errors: Sequence[Step]) -> Mapping[str, Any] | None:
    """What is expected when a write was refused and the case accepts that: the refusal is no error, the
    answers of what was refused are not asked for, and an order is the one the case then gives."""
    if not refusal_accepted(expected, errors):
        return None
    changed = {key: value for key, value in expected.items() if key not in ("order", "answer_must_include")}
    changed["state"] = {
        key: value for key, value in expected.get("state", {}).items() if key not in ("error_raised", "answers")
    }
    said = str(expected["accept_also"])
    if "order" in expected and " order is " in said:
        changed["order"] = [word.strip(" .") for word in said.split(" order is ")[1].split(",")]
    return changed


def _only_by_call(expected: Mapping[str, Any]) -> bool:
    """True where a case accepts that a wish said in words deletes nothing, and the delete call does."""
    return "only through its delete call" in str(expected.get("accept_also", ""))


def _delete_by_call(expected: Mapping[str, Any], world: World, verdict: Verdict) -> None:
    """Delete by call what must not appear. The wish itself, the latest turn, must have become no fact."""
    wish = world.episodes()[-1]
    told = [fact for fact in world.facts() if any(evidence.episode == wish.id for evidence in fact.evidence)]
    verdict.failures += [f"the wish to delete became the fact {fact.text!r}" for fact in told]
    for entry in expected.get("must_not_appear", ()):
        case_care.delete_what_says(world.memories()[0], entry)
    verdict.notes.append("kgmem deletes by call only, so erase was called for what must not appear")


def _ask(case: Mapping[str, Any], what: Mapping[str, Any], world: World, verdict: Verdict) -> str:
    """Ask the question or do the action of `what` and judge it; returns the answer as text."""
    is_question = "question" in what
    spec = _question(what) if is_question else what["action"]
    before = contents(world)
    earlier = len(world.steps)
    steps = world.do(spec)
    asked = Asked(
        case=case,
        world=world,
        steps=steps,
        time=_time(what, spec, world),
        expected=what["expected"],
        before=before,
        is_question=is_question,
    )
    world.steps[earlier:] = []
    found = judge(asked)
    verdict.failures += found.failures
    verdict.skips += found.skips
    return answer_text(steps)


def _question(what: Mapping[str, Any]) -> dict[str, Any]:
    times = {key: what[key] for key in ("asked_at", "as_of", "known_at") if what.get(key)}
    return {"op": "recall", "owner": what.get("owner", OWNER), "question": what["question"], **times}


def _time(what: Mapping[str, Any], spec: Mapping[str, Any], world: World) -> Micros:
    """When the answer is meant to hold: as_of, else when it was asked, else now."""
    for source in (what, spec):
        for key in ("as_of", "asked_at"):
            if source.get(key):
                return micros(parse_instant(source[key], UTC))
    return world.clock.at


@contextmanager
def _host_zone(zone: str | None) -> Iterator[None]:
    """Set the host's time zone, as a traveller's laptop would."""
    if zone is None:
        yield
        return
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()


# All cases ------------------------------------------------------------------------------------------------


def summarise(results: Sequence[CaseResult], data: str) -> Report:
    kinds = list(dict.fromkeys(result.kind for result in results))
    metrics: dict[str, float] = {}
    for word, name in (("pass", "passed"), ("fail", "failed"), ("skip", "skipped")):
        metrics[name] = sum(result.result == word for result in results)
    metrics["n"] = len(results)
    metrics["pass_rate"] = _rate(results)
    for kind in kinds:
        metrics[f"pass_rate/{kind}"] = _rate([result for result in results if result.kind == kind])
    return Report("cases", data, len(results), metrics)


def _rate(results: Sequence[CaseResult]) -> float:
    return 100 * sum(result.result == "pass" for result in results) / len(results) if results else 0.0


def show(report: Report, results: Sequence[CaseResult]) -> str:
    rows: list[list[object]] = []
    for kind in [*dict.fromkeys(result.kind for result in results), ""]:
        here = [result for result in results if not kind or result.kind == kind]
        counts = [sum(result.result == word for result in here) for word in ("pass", "fail", "skip")]
        rows.append([kind or "all", len(here), *counts, _rate(here)])
    return table(["kind", "n", "pass", "fail", "skip", "pass rate %"], rows)
