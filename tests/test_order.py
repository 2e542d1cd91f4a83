"""Whatever the order and the batches in which lives are told: the same memory, what brute force says of each day, and a
past that stays as it was known."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.truth_oracle import Oracle
from benchmarks.truth_oracle import Telling as Line
from kgmem import ontology
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.portable import canonical_lines
from kgmem.question import Clocks, is_held
from kgmem.records import Episode, Extraction, FactClaim
from kgmem.settling import Settling
from kgmem.telling import Asserted, Observed, Telling
from kgmem.temporal import ALWAYS, BEGINNING, DAY, FOREVER, Span, iso, micros, parse_instant, stated_precision

WORDS = ontology.load()
EXAMPLES = int(os.environ.get("KGMEM_EXAMPLES", "80"))
"""KGMEM_EXAMPLES=2000 for a long run."""
START = micros(parse_instant("2019-01-01T00:00:00Z", None))
PLACES = ("Porto", "Lisbon", "Oslo")


def day(number: int) -> str:
    return iso(START + number * DAY)[:10]


ZONE = parse_instant("2019-01-01T00:00:00Z", None).tzinfo

starts = st.one_of(
    st.just(ALWAYS),
    st.builds(
        lambda n, precision, length: Span(
            micros(parse_instant(day(n)[: {"day": 10, "month": 7, "year": 4}[precision]], ZONE)),
            FOREVER if length is None else START + (n + 1 + length) * DAY,
            precision,
        ),
        st.integers(0, 70), st.sampled_from(("day", "day", "day", "month", "year")),
        st.one_of(st.none(), st.integers(0, 40)),
    ),
)  # fmt: skip
claims = st.builds(
    lambda relation, what, valid, how, confidence: FactClaim(
        "Ana", relation, what, object_type="Place" if relation == "livesIn" else "Thing", valid=valid,
        ends=how == "ends", polarity="negative" if how == "denied" else "positive", confidence=confidence,
        modality="planned" if how == "planned" else "asserted",
    ),
    st.sampled_from(("livesIn", "livesIn", "likes", "dislikes")), st.sampled_from(PLACES), starts,
    st.sampled_from(("said", "said", "said", "said", "ends", "denied", "planned")),
    st.sampled_from((0.3, 0.7, 0.7, 1.0)),
)  # fmt: skip


@st.composite
def turns(draw: st.DrawFn) -> list[Telling]:
    """Turns that tell moves, returns, ends and denials of one life, some at one time, from sources of any trust."""
    told: list[Telling] = []
    for number in range(draw(st.integers(2, 9))):
        read = tuple(draw(st.lists(claims, min_size=1, max_size=2)))
        at = START + draw(st.integers(0, 90)) * DAY
        trust = draw(st.sampled_from((1.0, 1.0, 0.8, 0.2)))
        told.append(
            Observed(Episode("words", "Ben", occurred=at, id=f"ep_{number}", trust=trust), Extraction(facts=read))
        )
    return told


def settled(tellings: Sequence[Telling], batches: Sequence[int] = ()) -> Mirror:
    """What is held after these tellings, with the ledger made anew after each number of them in `batches`."""
    mirror, ledger = Mirror(), Ledger(WORDS)
    for at, one in enumerate(tellings, 1):
        Settling(mirror, ledger).tell(one, at)
        if at in batches:
            ledger = Ledger.of([(n, (told,)) for n, told in enumerate(tellings[:at], 1)], WORDS, mirror)
            again = Settling(mirror, ledger)
            again.catch_up(at)
            assert not again.write
    return mirror


@settings(max_examples=EXAMPLES, deadline=None)
@given(turns(), st.randoms(use_true_random=False), st.lists(st.integers(1, 9), max_size=2))
def test_a_life_told_in_any_order_and_batches_gives_the_same_memory(told, chance, batches):
    shuffled = list(told)
    chance.shuffle(shuffled)
    assert list(canonical_lines(settled(shuffled, batches))) == list(canonical_lines(settled(told)))


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(turns(), st.randoms(use_true_random=False))
def test_what_was_known_at_a_time_never_changes(told, chance):
    chance.shuffle(told)
    mirror, ledger = Mirror(), Ledger(WORDS)
    known: list[list[tuple[object, ...]]] = []

    def held(at: int) -> list[tuple[object, ...]]:
        facts = (fact for fact in mirror.facts.values() if is_held(fact, Clocks(None, at)))
        return sorted((f.statement, f.valid_from, f.valid_to, f.modality, f.precision) for f in facts)

    for at, one in enumerate(told, 1):
        Settling(mirror, ledger).tell(one, at)
        known.append(held(at))
    assert [held(at) for at in range(1, len(told) + 1)] == known


# --- against brute force --------------------------------------------------------------------------

lines = st.lists(
    st.tuples(
        st.sampled_from(("fact", "fact", "fact", "fact", "past", "deny")),
        st.sampled_from(("livesIn", "livesIn", "likes")),
        st.sampled_from(PLACES),
        st.integers(0, 12),
        st.one_of(st.none(), st.integers(1, 6)),
        st.sampled_from((10, 10, 10, 7)),
        st.sampled_from((1.0, 0.8)),
        st.sampled_from((1.0, 0.9)),
    ),
    min_size=1,
    max_size=7,
)


def told_lines(drawn: Sequence[tuple[str, str, str, int, int | None, int, float, float]]) -> list[Line]:
    """The drawn lines that mean one thing only: what is told to the month is not mixed with what begins or ends within
    it, and of one relation no two things begin or end at one instant."""
    found: list[Line] = []
    for number, (verb, relation, place, n, length, precision, trust, confidence) in enumerate(drawn):
        start = day(25 + n)[:precision] if verb != "past" else ""
        end = "" if length is None or precision == 7 else day(25 + n + length)
        if verb != "fact":
            end = day(25 + n) if verb == "past" else ""
            start = day(25 + n) if verb == "deny" else ""
        line = Line(
            number, verb, "Ana", relation, place, start, end, trust=trust, confidence=confidence, tick=tick(number)
        )
        if all(_is_clear(line, other) for other in found):
            found.append(line)
    return found


def tick(number: int) -> int:
    return START + 4000 * DAY + number


def _is_clear(line: Line, other: Line) -> bool:
    if (line.relation, line.object) != (other.relation, other.object):
        if line.relation != other.relation:
            return True
        return 7 not in (len(line.start), len(other.start)) and (line.start or line.end) != (other.start or other.end)
    ends = {line.verb, other.verb} & {"past", "deny"}
    if ends:
        return 7 not in (len(line.start), len(other.start)) and (line.start or line.end) != (other.start or other.end)
    return True


def asserted(line: Line) -> Telling:
    """The call of `Memory.assert_fact` that a line means."""
    start = micros(parse_instant(line.start, ZONE)) if line.start else BEGINNING
    end = micros(parse_instant(line.end, ZONE)) if line.end else FOREVER
    valid = Span(end, FOREVER, "day") if line.verb == "past" else Span(start, end, stated_precision(line.start or None))
    claim = FactClaim(
        "Ana", line.relation, line.object, object_type="Place" if line.relation == "livesIn" else "Thing", valid=valid,
        ends=line.verb == "past", polarity="negative" if line.verb == "deny" else "positive",
        confidence=line.confidence,
    )  # fmt: skip
    return Asserted(claim, trust=line.trust)


@settings(max_examples=EXAMPLES, deadline=None)
@given(lines, st.randoms(use_true_random=False))
def test_what_holds_on_each_day_is_what_brute_force_says(drawn, chance):
    told = told_lines(drawn)
    oracle = Oracle(told)
    chance.shuffle(told)
    mirror, ledger = Mirror(), Ledger(WORDS)
    for line in told:
        Settling(mirror, ledger).tell(asserted(line), line.tick)
    for number in range(20, 50):
        at = START + number * DAY + DAY // 2
        for relation in ("livesIn", "likes"):
            facts = (f for f in mirror.facts.values() if f.relation == relation and is_held(f, Clocks(at)))
            held = {f.object for f in facts if f.modality == "asserted" and f.polarity == "positive"}
            assert held == oracle.values("Ana", relation, at), day(number)
