"""Whatever comes from outside is taken or refused with an error of kgmem. The long run is
`python -m benchmarks fuzz`; this is the short one, the same on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks import fuzz_targets
from benchmarks.__main__ import main
from benchmarks.fuzz import TOKENS, Note, drawn, fuzz
from benchmarks.fuzz_targets import DEEP, Draw, Target, targets
from kgmem import KgmemError

NAMES = {
    **dict.fromkeys(("formats", "redact", "text", "timex", "render", "messages", "cypher"), 200),
    **dict.fromkeys(("config", "vectors", "arguments"), 80),
    **dict.fromkeys(("journal", "cypher run", "observe"), 30),
    "ontology": 6,
}
"""Targets, and how many inputs each gets here."""

FOUND: dict[str, list[bytes]] = {
    "text": [
        b"e\x00\xcc\x81",
        b"\xc4\xb0\xd6\xb4",
        b"\xc8\x8e\xd9\x91",
        b"\xe3\x8c\x97\xe4\xba\xac",
        b"\x1b\x1b[31m[31m",
        b"'The d",
    ],
    "messages": [b"\x00\x0a\x02\x07\x00\x00\x01x", b'\x00{"a":' + b'{"a":' * 200],
    "config": [b'path = "~nobody-of-this-name/x"', b"limit = " + b"[" * 500, b"\x01\x02\x00\x01\x00\x03\x00\x07\x00"],
    "vectors": [b"[" * 1000, b'{"id":"flat","fingerprint":"00","dim":4,"token_dim":2}', b""],
    "cypher run": [b"//\xfb", b"UNWIND//\x9a", b"RETURN '\xff'"],
    "arguments": [
        b"\x0e\x08\x03A",
        *(
            bytes([way]) + shape
            for way in range(24)
            for shape in (b"\x04\x06", b"\x07\x00\x07\x00", b"\x08\x00", b"\x06\x07")
        ),
    ],
}
"""What once crashed, smallest inputs first."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Target]]:
    with targets(tmp_path_factory.mktemp("fuzz")) as found:
        yield {target.name: target for target in found}


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_from_outside_is_taken_or_refused(name: str, known: Mapping[str, Target]) -> None:
    target = known[name]
    pieces = [*TOKENS, *(seed[at : at + 24] for seed in target.seeds for at in range(0, min(len(seed), 240), 24))]
    damaged = st.lists(st.sampled_from(pieces) | st.binary(max_size=8), max_size=10).map(b"".join)

    @settings(
        max_examples=NAMES[name],
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.sampled_from(target.seeds) | damaged | st.binary(max_size=120))
    def survives(data: bytes) -> None:
        with suppress(KgmemError):
            target.run(data)

    survives()


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, found in FOUND.items() for data in found])
def test_what_once_crashed_does_so_no_more(name: str, data: bytes, known: Mapping[str, Target]) -> None:
    with suppress(KgmemError):
        known[name].run(data)


def test_every_target_has_its_place_here(known: Mapping[str, Target]) -> None:
    assert tuple(known) == fuzz_targets.NAMES
    assert set(known) == set(NAMES)
    assert set(FOUND) <= set(NAMES)


def test_seeds_are_taken_as_they_stand(known: Mapping[str, Target]) -> None:
    for name in ("redact", "text", "timex", "render", "config"):
        for seed in known[name].seeds:
            if not (name == "redact" and seed.startswith(b"\x03")):  # the policy that blocks
                known[name].run(seed)


def test_bytes_give_the_same_values_every_time() -> None:
    data = bytes(range(256))
    assert repr(Draw(data).value()) == repr(Draw(data).value())
    nested = Draw(b"\x07\x00").value()
    for _ in range(DEEP):
        (nested,) = nested
    assert nested == []


def test_a_fault_is_counted_once_with_its_smallest_input() -> None:
    def fails(data: bytes) -> None:
        if b"!" in data:
            raise ZeroDivisionError

    tally = fuzz(Target("made up", (b"a long seed with ! in it",), fails), 200, 1, 5.0)
    ((fault),) = tally.faults.values()
    assert (fault.error, fault.input, fault.times > 1) == ("ZeroDivisionError", "b'!'", True)
    assert tally.inputs == tally.accepted + fault.times == 200


def test_an_input_that_takes_too_long_is_a_fault() -> None:
    def hangs(data: bytes) -> None:
        while data == b"hang":
            pass

    tally = fuzz(Target("made up", (b"hang",), hangs), 1, 1, 0.05)
    assert [fault.error for fault in tally.faults.values()] == ["TooSlow"]


def test_what_was_tried_last_outlives_the_process(tmp_path: Path) -> None:
    tally = fuzz(Target("made up", (b"one", b"two"), bytes), 2, 1, 5.0, note=Note(tmp_path / "note"))
    note = Note(tmp_path / "note")
    assert (note.last(), note.tally("made up").inputs, tally.inputs) == (b"two", 2, 2)


def test_inputs_are_the_same_for_the_same_seed() -> None:
    assert list(drawn([b"abc"], 50, 3)) == list(drawn([b"abc"], 50, 3))
    assert len(list(drawn([b"abc"], 50, 3))) == 50


def test_the_run_reports_each_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fuzz.json"
    assert main(["fuzz", "--inputs", "40", "--target", "text", "--json", str(out)]) == 0
    report = json.loads(out.read_text())
    assert (report["benchmark"], report["n"], report["metrics"]["text/inputs"]) == ("fuzz", 40, 40)
    assert report["system"]["faults"] == []
    assert capsys.readouterr().out.splitlines()[0].split() == ["target", "inputs", "accepted", "refused", "faults"]
    with pytest.raises(SystemExit, match="no target nothing; there are formats, "):
        main(["fuzz", "--target", "nothing"])
