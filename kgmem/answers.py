"""What memory answers by itself: a question understood, and looked up in what facts and events hold.

An answer is made of held facts and events only. Where the question is not understood, or nothing held answers it, there
is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from kgmem import answer_procedures, reasons, timex
from kgmem.answer_asked import LONGEST, Asked
from kgmem.answer_chinese import read_chinese
from kgmem.answer_english import read_english
from kgmem.answer_events import dated, in_order, length, times, told_reasons
from kgmem.answer_facts import Held, age, holding, number, teller, things, whether, who
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Clocks
from kgmem.records import Answer, EventHit
from kgmem.temporal import Span, micros
from kgmem.text import cjk_share, clean

DATES = ("date", "time", "since", "until")
_ASKED = re.compile(r"[几哪何啥]|多少|什么")
"""In a date: it is what is asked for."""


def answers(
    text: str,
    events: Sequence[EventHit],
    mirror: Mirror,
    ontology: Ontology,
    clocks: Clocks,
    asked_at: datetime,
    window: Span | None = None,
) -> list[Answer]:
    """Answers to a question, best first; for one after a list, an order, reasons or effects, all of them.

    events: what the causal links led to, for a question after reasons or effects. window: the time it names.
    """
    if len(text) > LONGEST or not mirror.entities:
        return []
    text = clean(text)
    held = holding(mirror, ontology, clocks, micros(asked_at), window)
    if steps := answer_procedures.told(text, mirror, clocks, micros(asked_at)):
        return steps
    language = "zh" if cjk_share(text) > 0.3 else "en"
    if reasons.direction(text):
        return told_reasons(events, text, held, language)
    found = [one for one in timex.asked(text, asked_at) if one.kind in DATES and not _ASKED.search(one.surface)]
    dates = [(one.start, one.end) for one in found]
    read = read_chinese if language == "zh" else read_english
    asked = read(text, dates, mirror, ontology)
    return _looked_up(asked, held) if asked else []


def _looked_up(asked: Asked, held: Held) -> list[Answer]:
    look = {
        "which": things, "count": number, "whether": whether, "teller": teller, "order": in_order, "span": length,
        "times": times, "when": dated, "who": who, "age": age,
    }[asked.shape]  # fmt: skip
    return look(asked, held)
