"""What can be read in a sentence nobody parses: that what it says happened on the day it names.

Chinese only, until it is parsed: a clause with a date is an event with that date and these words. Questions, wishes,
conditions and denials are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgmem.records import Episode, EventClaim, Extraction, Mention
from kgmem.text import cjk_share
from kgmem.timex import Timex

_CLAUSE = re.compile(r"[^。！？!?；;，,\n]+[。！？!?；;，,\n]*")
_NOT_SAID = re.compile(r"[？?吗呢谁哪什么几没未别不]|如果|要是|假如|可能|也许|大概|希望|但愿|打算|听说")
_SELF = re.compile("我(?![们的])")
_MOST = 200


def dated(episode: Episode, text: str, dates: Sequence[Timex]) -> Extraction:
    """Events of the clauses that name a date, with the speaker as agent of those that say "I"."""
    mentions: list[Mention] = []
    events: list[EventClaim] = []
    speaker = episode.speaker if episode.role == "user" else ""
    for found in _CLAUSE.finditer(text):
        start = found.start()
        said = found[0].rstrip("。！!；;，,\n ")
        when = [d for d in dates if d.kind in ("date", "time") and start <= d.start and d.end <= start + len(said)]
        if not when or cjk_share(said) < 0.3 or _NOT_SAID.search(found[0]) or len(said) > _MOST:
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
                confidence=0.6, rule="dated", start=start, end=start + len(said),
            )
        )  # fmt: skip
    return Extraction(mentions=tuple(mentions), events=tuple(events))
