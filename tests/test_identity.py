"""Who is who: names bound as a function of all names that were told, in whichever order they came."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import ontology
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.portable import canonical_lines
from kgmem.records import CauseClaim, Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.settling import Settling
from kgmem.telling import Observed, Telling
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span

WORDS = ontology.load()
DAY = 86_400_000_000
NAMES = (
    *("Alex Panos", "Alex Berg", "Alex", "Dr. Ines Kolb", "Ines Kolb", "Ines", "Dr Kolb", "Robert Hale", "Bob", "Robert"),
    *("Liz", "Elizabeth", "Ana's sister", "Flora", "Ana", "Ana Silva", "Jon Dahl", "Jon T. Dahl", "Room 101", "Room 102"),
)
FIRMS, PLACES = ("Skovby", "Skovby A/S", "Helio"), ("Porto", "Lisbon", "Oslo")

people = st.sampled_from(NAMES)
spans = st.one_of(
    st.just(ALWAYS),
    st.builds(lambda a, n: Span(a * DAY, (a + n) * DAY, "day"), st.integers(1, 40), st.integers(1, 40)),
    st.builds(lambda a: Span(a * DAY, FOREVER, "day"), st.integers(1, 80)),
)
facts = st.one_of(
    st.builds(
        lambda who, where, valid, ends, negative: FactClaim(
            who, "livesIn", where, object_type="Place", valid=valid, ends=ends and not negative,
            polarity="negative" if negative else "positive",
        ),
        people, st.sampled_from(PLACES), spans, st.booleans(), st.integers(0, 4).map(lambda n: n == 0),
    ),
    st.builds(lambda who, firm: FactClaim(who, "worksFor", firm, object_type="Organization"), people, st.sampled_from(FIRMS)),
    st.builds(lambda who, other: FactClaim(who, "spouseOf", other, object_type="Person"), people, people),
    st.builds(lambda who: FactClaim(who, "siblingOf", "Ana", predicate="sister", object_type="Person"), people),
    st.builds(lambda who, name: FactClaim(who, "named", value=name), people, people),
)  # fmt: skip
happenings = st.builds(
    lambda who, day: EventClaim("Moving", "moved", (("agent", who, "Person"),), Span(day * DAY, (day + 1) * DAY, "day")),
    people, st.integers(1, 60),
)  # fmt: skip


@st.composite
def turns(draw: st.DrawFn) -> list[Observed]:
    """A few sessions of turns, each with what is read in it."""
    told = []
    for session in range(draw(st.integers(1, 4))):
        for turn in range(draw(st.integers(1, 4))):
            read = tuple(draw(st.lists(facts, max_size=2)))
            events = tuple(draw(st.lists(happenings, max_size=2)))
            causes = (CauseClaim(0, 1),) if len(events) == 2 and draw(st.booleans()) else ()
            named = draw(st.lists(people, max_size=2))
            mentions = tuple(Mention(n, n + 1, name, name, "Person") for n, name in enumerate(named))
            at = draw(st.integers(1, 90)) * DAY
            speaker = draw(st.sampled_from(("Ana", "Alex", "Ben")))
            place = f"{session}.{turn}"
            episode = Episode(
                "words", speaker, session=f"s{session}", occurred=at, id=f"ep_{place}",
                trust=draw(st.sampled_from((1.0, 0.2))),
            )  # fmt: skip
            told.append(Observed(episode, Extraction(mentions, read, events, causes)))
    return told


def settled(tellings: list[Telling], *, again: int = 0) -> Mirror:
    """What is held after these tellings. again: after so many of them, the ledger is made anew from them."""
    mirror, ledger = Mirror(), Ledger(WORDS)
    for at, one in enumerate(tellings, 1):
        Settling(mirror, ledger).tell(one, at)
        if at == again:
            ledger = Ledger.of([(n, (told,)) for n, told in enumerate(tellings[:at], 1)], WORDS, mirror)
            catching_up = Settling(mirror, ledger)
            catching_up.catch_up(at)
            assert not catching_up.write
    return mirror


@settings(max_examples=300, deadline=None)
@given(turns(), st.randoms(use_true_random=False), st.integers(1, 10))
def test_the_same_turns_in_any_order_give_the_same_memory(told, chance, again):
    wanted = list(canonical_lines(settled(told)))
    shuffled = list(told)
    chance.shuffle(shuffled)
    assert list(canonical_lines(settled(shuffled, again=again))) == wanted
