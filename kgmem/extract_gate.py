"""Whether an episode is worth asking a language model about, after the rules have read it.

What is looked at are statements: sentences that are no question, with three words or more that say something (not
greeting, praise or agreement), which speak of the speaker ("I", "my", "we") or hold something solid (a name, a number,
a date, a word of health, family, work or money, a promise). A statement in which the rules read an event or a likely
fact of a relation with a name is told. The words of the others count: from BARE on the model is asked.

| reason     | the model is asked | when                                                                              |
|------------|--------------------|-----------------------------------------------------------------------------------|
| tool       | no                 | a tool or the system said it: it tells nothing about anybody                       |
| assistant  | no                 | an assistant said it: what it knows of people, they told it                        |
| nothing    | no                 | no statement: a greeting, thanks, agreement, a question                            |
| told       | no                 | each statement is told by the rules                                                |
| little     | no                 | fewer than BARE words of statements are not told                                   |
| share      | no                 | more are, but others say more, and a share of all turns was asked about            |
| untold     | yes                | more are                                                                          |

On five long chats of LoCoMo (2,760 turns) 85 % of the turns need no model. In those that do, the rules read 0.3 claims
for ten words of statements, in the others 1.3; and 44 % of them answer a question of the data set, of all turns 25 %.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.chatter import tells, whole_sentences
from kgmem.importance import signs_of
from kgmem.records import LIKELY, OPEN, Episode, EventClaim, Extraction, FactClaim

BARE = 8
"""Words that say something, in statements no rule tells, from which on the model is asked."""
TELLING = 3
"""Words that say something, below which a sentence is no statement."""
LONGEST = 8_000
"""Characters of a text that are looked at, and shown to the model."""
SOLID = frozenset(("names", "numbers", "lasting", "commitment"))
"""Signs of importance that make a sentence without "I" a statement."""
_ASKS = re.compile(r"[?？][\"'”’)\]]*\s*$")
_OWN = re.compile(r"\b(?:I|my|me|we|our|us|mine|ours)\b|[我咱]", re.IGNORECASE)
_TO_OTHERS = re.compile(r"\b(?:you|your|yours)\b|[你您]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether the model is needed, the reason from the table above, and how many words of statements are not told."""

    needed: bool
    reason: str
    bare: int = 0


def needs_model(episode: Episode, found: Extraction) -> Gate:
    """Whether to ask a model about an episode in which the rules found this."""
    if episode.role in ("tool", "system") or episode.kind == "tool_result":
        return Gate(False, "tool")
    if episode.role == "assistant" and episode.kind != "document":
        return Gate(False, "assistant")
    read: list[FactClaim | EventClaim] = [*found.facts, *found.events]
    claims = [one for one in read if one.rule != OPEN and one.confidence >= LIKELY and not _in_own_words(one)]
    stated = bare = 0
    text = episode.text[:LONGEST]
    for start, end in whole_sentences(text):
        words = tells(text[start:end])
        if words >= TELLING and _is_statement(text[start:end]):
            stated += words
            if not any(one.start < end and start < one.end for one in claims):
                bare += words
    if bare >= BARE:
        return Gate(True, "untold", bare)
    return Gate(False, "little" if bare else "told" if stated else "nothing", bare)


def within(gates: Sequence[Gate], room: int) -> list[Gate]:
    """The gates of turns, with only so many open: those that leave most untold."""
    needed = sorted((place for place, gate in enumerate(gates) if gate.needed), key=lambda place: -gates[place].bare)
    closed = frozenset(needed[max(0, room) :])
    return [Gate(False, "share", gate.bare) if place in closed else gate for place, gate in enumerate(gates)]


def _in_own_words(claim: FactClaim | EventClaim) -> bool:
    return isinstance(claim, FactClaim) and claim.relation == "relatedTo"


def _is_statement(words: str) -> bool:
    if _ASKS.search(words):
        return False
    return bool(_OWN.search(words)) or (not _TO_OTHERS.search(words) and not SOLID.isdisjoint(signs_of(Episode(words))))
