"""Claims are settled with those they bear on, and only with them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import ontology
from kgmem.grouping import Grouping
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.portable import canonical_lines
from kgmem.records import FactClaim
from kgmem.said import Said
from kgmem.settling import Settling
from kgmem.telling import Asserted, Closed, Retracted, Telling
from kgmem.temporal import ALWAYS, DAY, FOREVER, Span
from kgmem.told import GroupKey

WORDS = ontology.load()
EXAMPLES = int(os.environ.get("KGMEM_EXAMPLES", "60"))
"""KGMEM_EXAMPLES=2000 for a long run."""
START = 1_600_000_000_000_000
PEOPLE = ("Ana", "Ben", "Cleo")
RELATIONS = "knows spouseOf closeTo estrangedFrom likes dislikes worksFor employs ownedBy hasEmail".split()

claims = st.builds(
    lambda subject, relation, target, value, day, length, how: FactClaim(
        subject, relation, "" if value or (how == "ends" and not target) else target or "Dan", value,
        valid=ALWAYS if day is None else Span(START + day * DAY, FOREVER if length is None or how == "ends" else
                                              START + (day + 1 + length) * DAY, "day"),
        ends=how == "ends", polarity="negative" if how == "denied" else "positive",
    ),
    st.sampled_from(PEOPLE), st.sampled_from(RELATIONS),
    st.sampled_from((*PEOPLE, "")), st.sampled_from(("", "", "", "tea")), st.one_of(st.none(), st.integers(0, 9)),
    st.one_of(st.none(), st.integers(0, 5)), st.sampled_from(("said", "said", "said", "ends", "denied")),
)  # fmt: skip


class OneGroup(Grouping):
    """All claims in one group, which is what groups may save, and never change."""

    def group(self, said: Said) -> tuple[GroupKey, list[GroupKey]]:
        return ("", "", ""), []


def settled(told: Sequence[FactClaim | int], grouping: Grouping) -> Mirror:
    """What is held after these claims; a number closes or retracts one of the facts held by then."""
    mirror, ledger = Mirror(), Ledger(WORDS)
    ledger._grouping = grouping
    for at, one in enumerate(told):
        live = sorted(fact.id for fact in mirror.facts.values() if fact.retracted_at == FOREVER)
        telling: Telling
        if isinstance(one, FactClaim):
            telling = Asserted(one, "", "UTC")
        elif not live:
            continue
        elif one % 2:
            telling = Retracted(live[one % len(live)])
        else:
            fact = mirror.facts[live[one % len(live)]]
            telling = Closed(fact.id, max(fact.valid_from + 1, START + one * DAY), "UTC")
        Settling(mirror, ledger).tell(telling, START + at * DAY)
    return mirror


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.one_of(claims, claims, claims, st.integers(0, 9)), max_size=9))
def test_what_is_settled_apart_comes_out_as_if_settled_together(told):
    apart, together = settled(told, Grouping(WORDS)), settled(told, OneGroup(WORDS))
    assert list(canonical_lines(apart)) == list(canonical_lines(together))
    assert apart.facts == together.facts


def groups(*told: FactClaim) -> Ledger:
    mirror, ledger = Mirror(), Ledger(WORDS)
    for at, one in enumerate(told):
        Settling(mirror, ledger).tell(Asserted(one, "", "UTC"), START + at)
    return ledger


def sizes(ledger: Ledger) -> list[int]:
    """How many claims lie in each group."""
    return sorted(len(held) for held in ledger._claims.values())


def test_acquaintances_of_different_people_are_settled_apart():
    known = [FactClaim("Ana", "knows", "Ben"), FactClaim("Cleo", "knows", "Dan"), FactClaim("Ben", "knows", "Ana")]
    assert sizes(groups(*known)) == [1, 2]


def test_marriages_are_settled_together_where_somebody_is_in_both():
    first, second = FactClaim("Ana", "spouseOf", "Ben"), FactClaim("Cleo", "spouseOf", "Dan")
    assert sizes(groups(first, second)) == [1, 1]
    assert sizes(groups(first, second, FactClaim("Ben", "spouseOf", "Cleo"))) == [3]


def test_saying_that_all_is_over_joins_what_was_apart():
    liked = [FactClaim("Ana", "likes", "tea"), FactClaim("Ana", "likes", "jazz"), FactClaim("Ben", "likes", "tea")]
    assert sizes(groups(*liked)) == [1, 1, 1]
    assert sizes(groups(*liked, FactClaim("Ana", "likes", ends=True))) == [1, 3]
    assert sizes(groups(*liked, FactClaim("Ana", "likes", ends=True), FactClaim("Ana", "likes", "rice"))) == [1, 4]


def test_two_people_with_a_partner_in_the_same_words_keep_both():
    told = [FactClaim("Ana", "spouseOf", value="a teacher"), FactClaim("Ben", "spouseOf", value="a teacher")]
    for grouping in (Grouping(WORDS), OneGroup(WORDS)):
        held = settled(told, grouping).facts.values()
        assert [(fact.subject, fact.valid_to) for fact in held] == [("Ana", FOREVER), ("Ben", FOREVER)]
