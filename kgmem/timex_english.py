"""English texts: the longest time phrase at each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kgmem.temporal import Span
from kgmem.timex_calendar import Frame
from kgmem.timex_habits import read_habit, read_just, read_length
from kgmem.timex_phrase import Found, Reading, longer
from kgmem.timex_ranges import read_lasting, read_open_side, read_range
from kgmem.timex_reading import Words
from kgmem.timex_tense import looks_forward
from kgmem.timex_when import read_when


def read_english(
    text: str,
    frame: Frame,
    day_first: bool | None,
    events: Mapping[str, Span] | None = None,
    extra: Mapping[str, str] | None = None,
) -> Iterator[Reading]:
    """What a text says in English about time, in text order. events: see Words. extra: names of holidays -> rules."""
    words = Words(text, day_first, events, extra)
    i = 0
    while i < words.count:
        found = _longest_phrase(words, i) if words.may_start(i) else None
        if len(words.read) > 10_000:  # what lies behind is not read again
            words.read.clear()
        if not found:
            i += 1
            continue
        end, phrase = found
        default = frame.forward or phrase.kind == "until"
        said = frame._replace(forward=looks_forward(words, i, end, default)) if phrase.floating else frame
        yield Reading(words.starts[i], words.ends[end - 1], phrase, said)
        i = end


def _longest_phrase(words: Words, i: int) -> Found:
    if words.at(i) == "just":
        return read_just(words, i)
    others = (parser(words, i) for parser in (read_range, read_lasting, read_open_side, read_habit, read_length))
    return longer((read_when(words, i, sure=False), *others))
