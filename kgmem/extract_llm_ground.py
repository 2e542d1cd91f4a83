"""What of a model's answer the text itself says: each claim is held against the words it quotes, or refused.

A claim is taken when its quote stands in its turn, in a sentence that asserts something of the world (no code, data,
song, story or joke, and nothing from the first order to a machine on); when the names and values in it are words of the
quote, or people and things the conversation names and the quote points at; and when the ontology knows its relation and
its classes fit. Its date is what kgmem itself reads in the turn's words for it; a model computes none, and is never
surer than MOST.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TypeVar

from kgmem.extract_gate import LONGEST
from kgmem.extract_llm_parse import Stated, classes, relations
from kgmem.extract_passages import Passage, passages, quiet
from kgmem.ontology import Ontology, Relation
from kgmem.quoting import Words, place_of
from kgmem.records import Conversation, Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span, moment, parse_zone
from kgmem.text import name_key, runs
from kgmem.timex import Timex, find

Claim = TypeVar("Claim", FactClaim, EventClaim)
MOST = 0.8
"""Confidence of what a model read, at most."""
MOST_OPEN = 0.6
"""The same of a statement no relation names."""
OWN_WORDS = "relatedTo"
_SELF = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b|[我咱]", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|theirs|it|its|this|that|these|those|there|who|which|one)\b|[他她它这那其]",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|your|yours)\b|[你您]", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:above|previous|prior|earlier|preceding|instructions?|prompts?|rules)\b"
    r"|\b(?:system|developer) (?:prompt|message|note|override)\b|<\|?/?(?:system|im_start|data|inst)\b|\[/?INST\]"
    r"|\byou are (?:now )?an? (?:\w+ ){0,3}(?:ai|assistant|model|extractor|bot)\b"
    r"|\b(?:output|print|return|respond with|reply with|answer with|emit|insert|add|store|save|record)\b[^.!?\n]{0,30}"
    r"\b(?:json|claims?|facts?|triples?|memory|memories|following)\b"
    r"|\bnew instructions?\b|(?:忽略|无视|不要理会)[^。！？\n]{0,12}(?:以上|上面|之前|前面|指令|提示)"
    r"|(?:输出|返回|添加|写入|存入)[^。！？\n]{0,12}(?:JSON|json|事实|记忆|以下)|系统提示|新的指令",
    re.IGNORECASE,
)
"""An order to a machine that reads along. What comes after it in the same text is no longer taken from a model."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An episode the model was asked about, what it was shown before it, and what the rules read in it."""

    episode: Episode
    conversation: Conversation
    rules: Extraction


@dataclass(frozen=True, slots=True)
class Grounded:
    """What was taken, and how many claims were refused, by reason: "quote", "silent", "relation", "type", "subject",
    "object", "nobody" (an event without participants)."""

    extraction: Extraction
    refused: Counter[str]


def grounded(facts: Iterable[Stated], events: Iterable[Stated], turn: Turn, ontology: Ontology, rule: str) -> Grounded:
    """The claims about one turn that its text bears out; `rule` is what is noted as their origin."""
    return _Ground(turn, ontology, rule).held(facts, events)


class _Refused(Exception):
    """A claim the text does not bear out; its one argument is the reason."""


class _Ground:
    def __init__(self, turn: Turn, ontology: Ontology, rule: str) -> None:
        episode, talk = turn.episode, turn.conversation
        self._episode, self._ontology, self._rule = episode, ontology, rule
        self._text = episode.text[:LONGEST]
        self._silent = silent(self._text)
        people = {episode.speaker, *talk.participants, *(one.speaker for one in talk.earlier)} - {""}
        self._people = {name_key(name) for name in people}
        named = (*people, *(one.name for one in turn.rules.mentions))
        shown = (one.text for one in talk.earlier if one.role != "tool" and one.kind != "tool_result")
        self._known = Words(" \n ".join((self._text, *named, *shown)))
        self._own = Words(self._text)
        zone = parse_zone(episode.zone) or UTC
        self._anchor = moment(episode.occurred, zone)
        self._dates: dict[str, list[Timex]] = {}
        self._mentions: dict[tuple[int, str], Mention] = {}

    def held(self, facts: Iterable[Stated], events: Iterable[Stated]) -> Grounded:
        refused: Counter[str] = Counter()
        taken = tuple(self._taken(facts, self._fact, refused))
        happened = tuple(self._taken(events, self._event, refused))
        said = Extraction((), taken, happened)
        found = quiet(said, self._silent)
        refused["silent"] += len(taken) + len(happened) - len(found.facts) - len(found.events)
        return Grounded(replace(found, mentions=tuple(self._mentions.values())), +refused)

    def _taken(
        self, read: Iterable[Stated], check: Callable[[Stated], Claim], refused: Counter[str]
    ) -> Iterator[Claim]:
        for one in read:
            try:
                yield check(one)
            except _Refused as reason:
                refused[str(reason)] += 1

    # --- facts --------------------------------------------------------------------------------------

    def _fact(self, read: Stated) -> FactClaim:
        start, end = self._placed(read.quote)
        relation = self._relation(read, start, end)
        subject_type = self._type(read.subject_type, relation.domain)
        is_value = self._ontology.is_literal(relation.range) or (relation.name == OWN_WORDS and not read.object)
        object_type = "Thing" if is_value else self._type(read.object_type, relation.range)
        told = (read.value or read.object) if is_value else (read.object or read.value)
        self._check_subject(read.subject, start, end)
        self._check_object(told, start, end, is_value=is_value)
        if not is_value and name_key(told) == name_key(read.subject):
            raise _Refused("object")
        valid, standing = self._validity(read, relation)
        self._mention(read.subject, subject_type, start, end)
        if not is_value:
            self._mention(told, object_type, start, end)
        return FactClaim(
            subject=read.subject,
            relation=relation.name,
            object="" if is_value else told,
            value=told if is_value else "",
            predicate=read.predicate if self._own.hold(read.predicate) else "",
            subject_type=subject_type,
            object_type=object_type,
            valid=valid,
            polarity="negative" if read.standing == "denied" else "positive",
            modality=standing,
            ends=read.standing == "ended",
            confidence=min(read.confidence, MOST_OPEN if relation.name == OWN_WORDS else MOST),
            rule=self._rule,
            start=start,
            end=end,
        )

    def _relation(self, read: Stated, start: int, end: int) -> Relation:
        """The relation meant; one nobody knows is a statement in the quote's own words, if it gives them."""
        found = self._ontology.resolve_relation(read.relation)
        if found is None or found.name not in relations(self._ontology):
            found = self._ontology.relations.get(OWN_WORDS)
        if found is None or found.name not in relations(self._ontology):
            raise _Refused("relation")
        own = found.name == OWN_WORDS or found.per_predicate
        if own and not (read.predicate and Words(self._text[start:end]).hold(read.predicate)):
            raise _Refused("relation")
        return found

    def _type(self, said: str, wanted: str) -> str:
        """The class said, or the narrower one the relation asks for; unknown ones are of any kind."""
        kind = said if said in classes(self._ontology) else "Thing"
        if not self._ontology.type_fits(kind, wanted):
            raise _Refused("type")
        if self._ontology.is_a(kind, wanted) and kind != "Thing":
            return kind
        return "Thing" if wanted == "Agent" else wanted

    def _check_subject(self, name: str, start: int, end: int) -> None:
        """Refuse one whom the quote neither names nor points at."""
        quote = self._text[start:end]
        if not name or not self._known.hold(name):
            raise _Refused("subject")
        if name_key(name) == name_key(self._episode.speaker):
            return  # also of a sentence without its subject: "Moved to Porto last week"
        pointed = bool(_OTHERS.search(quote)) or (name_key(name) in self._people and bool(_YOU.search(quote)))
        if not pointed and not Words(quote).share(name):
            raise _Refused("subject")

    def _check_object(self, told: str, start: int, end: int, *, is_value: bool) -> None:
        quote = self._text[start:end]
        words = Words(quote)
        if not told:
            raise _Refused("object")
        if words.hold(told):
            return
        pointed = bool(_OTHERS.search(quote)) or words.share(told)
        if name_key(told) in self._people:
            of_speaker = name_key(told) == name_key(self._episode.speaker)
            pointed = bool((_SELF if of_speaker else _YOU).search(quote)) or (pointed and not of_speaker)
        if is_value or not pointed or not self._known.hold(told):
            raise _Refused("object")

    # --- events -------------------------------------------------------------------------------------

    def _event(self, read: Stated) -> EventClaim:
        start, end = self._placed(read.quote)
        parts = []
        for role, name, kind in read.parts:
            try:
                self._check_subject(name, start, end)
            except _Refused:
                continue
            if role in self._ontology.roles:
                class_ = kind if kind in classes(self._ontology) else "Thing"
                parts.append((role, name, class_))
        if not parts:
            raise _Refused("nobody")
        for _, name, class_ in parts:
            self._mention(name, class_, start, end)
        dated = self._dated(read)
        ahead = read.standing == "planned" or (dated is not None and dated.span.start > self._episode.occurred)
        described = read.predicate if read.predicate and self._known.hold(read.predicate) else self._text[start:end]
        standing = "asserted" if read.standing in ("denied", "ended") else read.standing
        return EventClaim(
            kind=self._ontology.event(read.relation).name,
            description=described,
            participants=tuple(dict.fromkeys(parts)),
            when=dated.span if dated is not None and dated.kind in ("date", "time") else ALWAYS,
            polarity="negative" if read.standing == "denied" else "positive",
            modality="planned" if ahead and standing == "asserted" else standing,
            confidence=min(read.confidence, MOST),
            rule=self._rule,
            start=start,
            end=end,
        )

    # --- times --------------------------------------------------------------------------------------

    def _validity(self, read: Stated, relation: Relation) -> tuple[Span, str]:
        """When a statement holds, by its words for that, and how it stands. Without words it is undated."""
        said, dated = self._episode.occurred, self._dated(read)
        standing = "asserted" if read.standing in ("denied", "ended") else read.standing
        if read.standing == "ended":
            over = None if dated is None else dated.span.end if dated.kind == "until" else dated.span.start
            if dated is None or over is None or not BEGINNING < over <= said:
                return Span(said, FOREVER, "unknown"), standing
            return Span(over, FOREVER, dated.span.precision), standing
        if relation.timeless or dated is None:
            return ALWAYS, standing
        span = dated.span
        if dated.kind == "until":
            return (Span(BEGINNING, span.end, "unknown") if said < span.end < FOREVER else ALWAYS), standing
        if span.start <= BEGINNING or (dated.kind == "duration" and span.precision == "unknown"):
            return ALWAYS, standing
        if span.start > said and standing == "asserted":
            standing = "planned"
        lasts = relation.memory_type != "episodic" or dated.kind == "since" or standing == "planned"
        return Span(span.start, FOREVER if lasts else span.end, span.precision), standing

    def _dated(self, read: Stated) -> Timex | None:
        """The date in the turn that the words for it mean, if they stand there and mean one."""
        place = place_of(self._text, read.when) if read.when else None
        if place is None:
            return None
        tense = "future" if read.standing == "planned" else "past"
        if tense not in self._dates:
            self._dates[tense] = find(self._text, self._anchor, tense=tense)
        meant = [one for one in self._dates[tense] if one.start < place[1] and place[0] < one.end]
        told = [one for one in meant if one.kind not in ("recurring", "recent", "relative-to-event")]
        return max(told, key=lambda one: one.end - one.start, default=None)

    # --- places -------------------------------------------------------------------------------------

    def _placed(self, quote: str) -> tuple[int, int]:
        found = place_of(self._text, quote)
        if found is None or not runs(quote):
            raise _Refused("quote")
        return found

    def _mention(self, name: str, kind: str, start: int, end: int) -> None:
        """Note where the quote names something, if it does, by its whole name."""
        found = place_of(self._text[start:end], name)
        if found is not None:
            begin, stop = start + found[0], start + found[1]
            self._mentions.setdefault((begin, name), Mention(begin, stop, self._text[begin:stop], name, kind))


def silent(text: str) -> list[Passage]:
    """Where a text asserts nothing that a model's claims may rest on."""
    order = _ORDER.search(text)
    told = passages(text)
    if order is None:
        return told
    begin = max(text.rfind(sign, 0, order.start()) for sign in ".!?。！？\n") + 1
    return [*told, Passage(begin, len(text), "order")]
