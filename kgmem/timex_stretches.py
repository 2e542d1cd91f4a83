"""Stretches of time: from one time to another, and open at one side."""

from __future__ import annotations

from datetime import datetime

from kgmem.timex_calendar import Frame, Interval, midnight
from kgmem.timex_phrase import Phrase


def from_to(first: Phrase, second: Phrase) -> Phrase:
    """One end that names no year or week takes it from the other."""

    def place(frame: Frame) -> Interval:
        if first.floating and not second.floating:
            end = second.place(frame)
            start = first.place(Frame(end.start))
        else:
            start, end = _from_on(first, second, frame._replace(forward=False) if first.floating else frame)
            if frame.forward and first.floating and end.end <= frame.now:
                start, end = _from_on(first, second, frame)
        last = end.start if end.precision == "instant" or second.edge == "start" else end.end
        begins = start.end if first.edge == "end" else start.start
        if first.edge == "middle" or second.edge == "middle":
            begins = _middle(start) if first.edge == "middle" else begins
            last = _middle(end) if second.edge == "middle" else last
        return Interval(begins, last, start.precision)

    return Phrase(place, first.unit, first.stated or second.stated, first.floating and second.floating)


def _middle(whole: Interval) -> datetime:
    return midnight(whole.start + (whole.end - whole.start) / 2)


def _from_on(first: Phrase, second: Phrase, frame: Frame) -> tuple[Interval, Interval]:
    start = first.place(frame)
    return start, second.place(Frame(start.start, forward=True) if second.floating else frame)


def bounded(phrase: Phrase, kind: str, *, at_start: bool) -> Phrase:
    """The time from or up to the start (or end) of a phrase."""

    def bound(interval: Interval) -> Interval:
        at = interval.start if at_start or interval.precision == "instant" else interval.end
        return Interval(at, at, interval.precision)

    return phrase.become(bound, phrase.unit)._replace(kind=kind)
