"""Partial dates: when a claim is told more exactly by others of the same statement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from kgmem.records import LIKELY, TRUSTED
from kgmem.said import Affirmed, Ended, Said, draft
from kgmem.temporal import BEGINNING, FOREVER, LONGEST, PRECISIONS, Micros, Span, micros, moment, parse_zone

COARSE = ("century", "decade", "year", "season", "month", "week")
"""How precisely a start is known that another claim may tell to the day."""


def refined(told: list[Said | Ended | Affirmed]) -> list[Said | Ended | Affirmed]:
    """The claims, where some are told more exactly by others of the same statement: "in 2019" by "on 3 May 2019", and
    their end by the last one of the same start that says when it was."""
    beside: dict[str, list[Said]] = defaultdict(list)
    for one in told:
        if isinstance(one, Said) and not one.claim.ends:
            beside[draft(one).statement].append(one)
    exact: dict[int, Said] = {}
    for claims in beside.values():
        if len(claims) > 1:
            for one in claims:
                exact[id(one)] = _more_exactly(one, claims)
    return [exact.get(id(one), one) for one in told]


def _more_exactly(said: Said, claims: Sequence[Said]) -> Said:
    valid = said.claim.valid
    finer: tuple[tuple[int, Micros], ...] = ()
    if valid.precision in COARSE:
        until = _last(valid, said.source.zone)
        finer = tuple(
            (PRECISIONS.index(one.claim.valid.precision), -one.claim.valid.start)
            for one in claims
            if valid.start <= one.claim.valid.start < until
            and PRECISIONS.index(one.claim.valid.precision) > PRECISIONS.index(valid.precision)
        )
    if finer:
        place, start = max(finer)
        valid = Span(-start, max(valid.end, -start), PRECISIONS[place])
    if valid.start > BEGINNING:
        ends = [
            (one.order, one.claim.valid.end)
            for one in claims
            if one.claim.valid.start in (valid.start, said.claim.valid.start)
            and one.claim.valid.end != FOREVER
            and one.claim.valid.end > valid.start
            and not (one.source.trust < TRUSTED <= said.source.trust)
            and not (one.claim.confidence < LIKELY <= said.claim.confidence)
        ]
        if ends:
            valid = replace(valid, end=max(ends)[1])
    return said if valid == said.claim.valid else replace(said, claim=replace(said.claim, valid=valid))


def _last(valid: Span, zone: str) -> Micros:
    """The end of the time in which something may have begun that is told with this precision, where it was told."""
    first = moment(valid.start, parse_zone(zone) or UTC)
    if valid.precision == "month":
        return micros(first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1))
    if valid.precision == "year" and (first.month, first.day) != (2, 29):
        return micros(first.replace(year=first.year + 1))
    return valid.start + LONGEST[valid.precision]
