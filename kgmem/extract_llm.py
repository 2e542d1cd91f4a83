"""The extractor with a language model: the rules first, and the model where they leave statements untold.

Each episode that `needs_model` says is worth it is put to the model together with others and with the turns before it;
what comes back is held against the text (kgmem/extract_llm_ground.py) and joined with what the rules read. An answer
that cannot be read is asked for once more, with the fault named. If nothing comes of it, because the server is gone,
slow, over its limit, or answers nonsense, the episode keeps what the rules read and is `unfinished`. Nothing here
raises for that.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

from kgmem.errors import LLMError
from kgmem.extract_gate import LONGEST, Gate, needs_model, within
from kgmem.extract_llm_ground import Turn, grounded
from kgmem.extract_llm_merge import merged
from kgmem.extract_llm_parse import Answer, Unreadable, parsed, schema_of, vocabulary
from kgmem.extract_rules import RuleExtractor
from kgmem.llm import LLM
from kgmem.llm_form import Message
from kgmem.ontology import Ontology
from kgmem.prompting import prompt
from kgmem.records import Conversation, Episode, Extraction, Extractor
from kgmem.temporal import moment, parse_zone

log = logging.getLogger("kgmem")

KIND = "extract"
"""The kind of these calls in `LLM.usage`."""
TURNS = 12
"""Most turns in one request."""
SIGNS = 12_000
"""Characters of turns from which on a request takes no more."""
EARLIER = 4
"""Turns before one that are shown with it."""
EARLIER_SIGNS = 600
"""Characters of each of those."""
ONE_IN, AT_FIRST = 6, 6
"""Of all turns, at most one in so many is put to the model, and so many beside; those that leave most untold first."""
TOKENS_A_TURN, TOKENS_MORE = 500, 500
"""An answer may have so many tokens for each turn, and so many beside."""


@dataclass(frozen=True, slots=True)
class _Request:
    """Turns that are asked about at once, with their places in the batch."""

    places: tuple[int, ...]
    turns: tuple[Turn, ...]

    @property
    def most_tokens(self) -> int:
        return TOKENS_A_TURN * len(self.turns) + TOKENS_MORE


class LlmExtractor:
    """Reads episodes by rules and a language model; a `records.Extractor`.

    rules: reads first, and what it reads stays. `LLM.usage` tells under "extract" how many turns were put to the model
    (`asked`), how many needed none (`spared`), and how many of its claims the text did not bear out (`refused`).
    """

    def __init__(self, rules: Extractor, llm: LLM, ontology: Ontology) -> None:
        self.rules, self.llm, self.ontology = rules, llm, ontology
        self._prompt = prompt(KIND)
        self._turns = self._answered = 0

    def __call__(self, batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
        found = self.rules(batch)
        gates = [needs_model(episode, read) for (episode, _), read in zip(batch, found, strict=True)]
        self._turns += len(batch)
        gates = within(gates, self._turns // ONE_IN + AT_FIRST - self._answered)
        requests = list(_requests(batch, found, gates))
        read = self._read(requests)
        refused: Counter[str] = Counter()
        for request in requests:
            answer = read.get(request.places)
            self._answered += 0 if answer is None else len(request.places)
            for number, (place, turn) in enumerate(zip(request.places, request.turns, strict=True)):
                if answer is None:
                    found[place] = replace(found[place], unfinished=True)
                    continue
                facts = [one for one in answer.facts if one.turn == number]
                events = [one for one in answer.events if one.turn == number]
                said = grounded(facts, events, turn, self.ontology, self._prompt.origin(self.llm.model))
                refused += said.refused
                joined = merged(found[place], said.extraction)
                found[place] = replace(joined, unfinished=answer.is_cut and number >= _last(answer))
        if batch:
            asked = sum(gate.needed for gate in gates)
            self.llm.note(KIND, asked=asked, spared=len(batch) - asked, refused=refused.total())
        if refused:
            log.info("claims of %s the text does not bear out: %s", self.llm.model, dict(sorted(refused.items())))
        return found

    def close(self) -> None:
        if isinstance(self.rules, RuleExtractor):
            self.rules.close()

    def _read(self, requests: Sequence[_Request]) -> dict[tuple[int, ...], Answer]:
        """The answers by the places of their requests; those that gave none are left out."""
        chats = {one.places: self._chat(one) for one in requests}
        answers: dict[tuple[int, ...], Answer] = {}
        for again in (False, True):
            waiting = [one for one in requests if one.places in chats]
            said = self.llm.map(
                [chats[one.places] for one in waiting],
                kind=KIND,
                schema=schema_of(self.ontology),
                max_tokens=max((one.most_tokens for one in waiting), default=0),
            )
            for request, text in zip(waiting, said, strict=True):
                chat = chats.pop(request.places)
                if isinstance(text, LLMError):
                    log.warning("%s; %d episodes are to be read again", text, len(request.turns))
                    continue
                try:
                    answers[request.places] = parsed(text, len(request.turns))
                except Unreadable as fault:
                    if again:
                        log.warning(
                            "%s gave no answer that can be read; %d episodes are to be read again",
                            self.llm.model, len(request.turns),
                        )  # fmt: skip
                    else:
                        chats[request.places] = [*chat, *_asked_again(text, fault)]
        return answers

    def _chat(self, request: _Request) -> list[Message]:
        return [*self._prompt.messages(_data(request), more=vocabulary(self.ontology))]


def _requests(
    batch: Sequence[tuple[Episode, Conversation]], found: Sequence[Extraction], gates: Sequence[Gate]
) -> Iterator[_Request]:
    """The turns that need the model, in their order, those of a session together."""
    sessions: dict[str, list[int]] = {}
    for place, gate in enumerate(gates):
        if gate.needed:
            sessions.setdefault(batch[place][0].session, []).append(place)
    taken: list[int] = []
    signs = 0
    for place in (place for places in sessions.values() for place in places):
        size = min(LONGEST, len(batch[place][0].text))
        if taken and (len(taken) == TURNS or signs + size > SIGNS):
            yield _request(taken, batch, found)
            taken, signs = [], 0
        taken.append(place)
        signs += size
    if taken:
        yield _request(taken, batch, found)


def _request(
    places: Sequence[int], batch: Sequence[tuple[Episode, Conversation]], found: Sequence[Extraction]
) -> _Request:
    turns = []
    for place in places:
        episode, talk = batch[place]
        shown = [one for one in talk.earlier if one.role != "tool" and one.kind != "tool_result"][-EARLIER:]
        turns.append(Turn(episode, replace(talk, earlier=tuple(shown)), found[place]))
    return _Request(tuple(places), tuple(turns))


def _data(request: _Request) -> dict[str, Any]:
    """What the model is shown: the turns by number, those before them, and what the rules know."""
    asked = {turn.episode.id or id(turn.episode) for turn in request.turns}
    earlier: dict[Any, dict[str, str]] = {}
    known = []
    for number, turn in enumerate(request.turns):
        for one in turn.conversation.earlier:
            if (one.id or id(one)) not in asked:
                earlier[one.id or id(one)] = _shown(one, EARLIER_SIGNS)
        facts = [claim for claim in turn.rules.facts if claim.relation != "relatedTo"]
        known += [[number, claim.subject, claim.relation, claim.object or claim.value] for claim in facts]
    return {
        "earlier": [*earlier.values()],
        "turns": [{"turn": number, **_shown(turn.episode, LONGEST)} for number, turn in enumerate(request.turns)],
        "known": known,
    }


def _shown(episode: Episode, most: int) -> dict[str, str]:
    said = moment(episode.occurred, parse_zone(episode.zone) or UTC)
    whose = episode.speaker or ("a document" if episode.kind == "document" else episode.role)
    return {"speaker": whose, "said": f"{said:%A %Y-%m-%d}", "text": episode.text[:most]}


def _asked_again(text: str, fault: Unreadable) -> tuple[Message, Message]:
    words = f"That cannot be read: {fault}. Answer again, with the whole JSON object and nothing else."
    return {"role": "assistant", "content": text[:LONGEST]}, {"role": "user", "content": words}


def _last(answer: Answer) -> int:
    """The last turn of which an answer that broke off says something."""
    return max((one.turn for one in (*answer.facts, *answer.events)), default=0)
