"""Days that only a memory knows: my birthday, Ana's wedding, our anniversary."""

from __future__ import annotations

from kgmem.temporal import BEGINNING, FOREVER, Span, moment
from kgmem.timex_calendar import Frame, Interval
from kgmem.timex_phrase import Found, Phrase
from kgmem.timex_reading import Words, once
from kgmem.timex_words import EVENT_NOUNS, POSSESSIVES, TOKEN, plain


class UnknownEvent(Exception):
    """Raised for the time of an event that nobody gave; `event` is what the text calls it."""

    def __init__(self, event: str) -> None:
        super().__init__("an event without a known time")
        self.event = event


@once
def read_event(words: Words, i: int) -> Found:
    """An event by its name; its time is the one given for that name, else unknown."""
    if words.events is None:
        return None
    for name, span in words.events.items():
        said = [plain(token) for token in TOKEN.findall(name)]
        if said and words.low[i : i + len(said)] == said:
            return i + len(said), at_span(span)
    end = _named_end(words, i)
    if not end:
        return None
    name = " ".join(words.text[words.starts[i] : words.ends[end - 1]].split())

    def place(frame: Frame) -> Interval:
        raise UnknownEvent(name)

    return end, Phrase(place, "day")


def _named_end(words: Words, i: int) -> int:
    """The place after my [21st] birthday, Ana's wedding; 0 when no event is named."""
    if words.at(i) in POSSESSIVES:
        j = i + 1
    elif words.at(i + 1) in ("'s", "'") and words.is_word(i) and words.text[words.starts[i]].isupper():
        j = i + 2
    else:
        return 0
    for k in range(j, j + 4):  # an adjective or a number may stand before it
        if words.at(k) in EVENT_NOUNS:
            return k + 1
        if not (words.is_word(k) or words.is_number(k)):
            return 0
    return 0


def at_span(span: Span) -> Phrase:
    """The time given for an event."""
    unit = span.precision if span.precision not in ("unknown", "part", "instant") else "day"

    def place(frame: Frame) -> Interval:
        zone = frame.now.tzinfo
        if zone is None or span.start == BEGINNING:
            raise ValueError("no such date")
        end = span.end if span.end < FOREVER else span.start + 1
        return Interval(moment(span.start, zone), moment(end, zone), unit)

    return Phrase(place, unit)
