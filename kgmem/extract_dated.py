"""What can be read in a clause of two languages that no rule tells: that it happens on the day it names.

"下周一 I have a 面试 at Lumen Labs" is an event with that date and these words. Questions, wishes, conditions and
denials are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgmem.han import has_han
from kgmem.records import Episode, EventClaim, Extraction, Mention
from kgmem.timex import Timex

_CLAUSE = re.compile(r"[^。！？!?；;，,\n]+[。！？!?；;，,\n]*")
_NOT_SAID = re.compile(
    r"[？?吗呢谁哪什么几没未别不]|如果|要是|假如|可能|也许|大概|希望|但愿|打算|听说"
    r"|\b(?:not|never|no|if|maybe|perhaps|might|could|would|wish|hope)\b|n['’]t\b",
    re.I,
)
_SELF = re.compile(r"我(?![们的])|\bI\b")
_MOST = 200


def dated(episode: Episode, text: str, dates: Sequence[Timex], told: Sequence[EventClaim]) -> Extraction:
    """Events of the clauses that name a date and hold Chinese signs, with the speaker as agent of those that say "I";
    none where something was told already."""
    mentions: list[Mention] = []
    events: list[EventClaim] = []
    speaker = episode.speaker if episode.role == "user" else ""
    for found in _CLAUSE.finditer(text):
        start = found.start()
        said = found[0].rstrip("。！!；;，,\n ")
        end = start + len(said)
        when = [d for d in dates if d.kind in ("date", "time") and start <= d.start and d.end <= end]
        if not when or not has_han(said) or _NOT_SAID.search(found[0]) or len(said) > _MOST:
            continue
        if any(event.start < end and start < event.end for event in told):
            continue
        own = _SELF.search(said) if speaker else None
        words = said
        if own is not None:
            words = f"{said[: own.start()]}{speaker}{said[own.end() :]}"
            mentions.append(Mention(start + own.start(), start + own.end(), own[0], speaker, "Person"))
        span = min((d.span for d in when), key=lambda span: span.end - span.start)
        events.append(
            EventClaim(
                "Event", words.strip(), (("agent", speaker, "Person"),) if own else (), span,
                modality="planned" if span.start > episode.occurred else "asserted",
                confidence=0.6, rule="dated", start=start, end=end,
            )
        )  # fmt: skip
    return Extraction(mentions=tuple(mentions), events=tuple(events))
