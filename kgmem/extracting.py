"""What would be read in messages, without a memory: to look at, to test, to try a vocabulary of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any

from kgmem import temporal
from kgmem.access import When
from kgmem.extract_rules import RuleExtractor
from kgmem.messages import Reader
from kgmem.mirror import Mirror
from kgmem.observing import conversation
from kgmem.ontology import Entry, load
from kgmem.ontology_strict import admitted
from kgmem.records import CauseClaim, Episode, EventClaim, Extraction, Extractor, FactClaim, Redaction
from kgmem.redact import DEFAULT, Policy
from kgmem.temporal import BEGINNING, FOREVER, Clock, Span, iso, parse_zone


@dataclass(frozen=True, slots=True)
class Extracted:
    """A message as it would be stored, and the claims that were read in it; none is a normal result."""

    episode: Episode
    extraction: Extraction
    redactions: tuple[Redaction, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON values. Spans are places in `text`; times are ISO 8601 in the message's zone, None when open."""
        episode, found = self.episode, self.extraction
        return {
            "speaker": episode.speaker,
            "at": self._iso(episode.occurred),
            "session": episode.session,
            "text": episode.text,
            "redactions": [{"kind": one.kind, "span": [one.start, one.end]} for one in self.redactions],
            "mentions": [
                {"name": m.name, "type": m.type, "text": m.surface, "span": [m.start, m.end]} for m in found.mentions
            ],
            "facts": [self._fact(fact) for fact in found.facts],
            "events": [self._event(event) for event in found.events],
            "causes": [self._cause(cause) for cause in found.causes],
        }

    def _fact(self, fact: FactClaim) -> dict[str, Any]:
        return {
            "subject": fact.subject,
            "subject_type": fact.subject_type,
            "relation": fact.relation,
            "predicate": fact.predicate,
            "object": fact.object or None,
            "object_type": fact.object_type if fact.object else None,
            "value": fact.value or None,
            **self._standing(fact),
            "ends": fact.ends,
            **self._times(fact.valid, "valid_from", "valid_to"),
        }

    def _event(self, event: EventClaim) -> dict[str, Any]:
        return {
            "kind": event.kind,
            "description": event.description,
            "participants": [{"role": role, "name": name, "type": kind} for role, name, kind in event.participants],
            "outcome": event.outcome or None,
            **self._standing(event),
            **self._times(event.when, "start", "end"),
        }

    def _cause(self, cause: CauseClaim) -> dict[str, Any]:
        return {
            "kind": cause.kind,
            "cause": cause.cause,
            "effect": cause.effect,
            "cue": cause.cue,
            "confidence": cause.confidence,
            "rule": cause.rule,
            "span": [cause.start, cause.end],
        }

    def _standing(self, claim: FactClaim | EventClaim) -> dict[str, Any]:
        return {
            "polarity": claim.polarity,
            "modality": claim.modality,
            "told_by": claim.told_by or None,
            "wrong": claim.wrong,
            "confidence": claim.confidence,
            "rule": claim.rule,
            "span": [claim.start, claim.end],
        }

    def _times(self, span: Span, start: str, end: str) -> dict[str, Any]:
        return {start: self._iso(span.start), end: self._iso(span.end), "precision": span.precision}

    def _iso(self, at: int) -> str | None:
        open_ended = at <= BEGINNING or at >= FOREVER
        return None if open_ended else iso(at, parse_zone(self.episode.zone) or UTC)


def extract(
    what: str | Mapping[str, Any] | Episode | Sequence[str | Mapping[str, Any] | Episode],
    *,
    speaker: str | None = None,
    role: str | None = None,
    kind: str | None = None,
    at: When | None = None,
    timezone: str | tzinfo | None = None,
    ontology: Sequence[Entry] = (),
    redaction: Policy = DEFAULT,
    extractor: Extractor | None = None,
    strict: bool = False,
    clock: Clock = temporal.now,
) -> list[Extracted]:
    """What `Memory.observe` would read in these messages. Nothing is stored; secrets are replaced all the same.

    Messages of a list are turns of one conversation (of one session, unless they name theirs), each read
    after those before it. The arguments are those of `Memory.open` and `observe`.

    Raises InvalidArgument for what `observe` would refuse.
    """
    words = load(ontology, strict=strict)
    reader = Reader(temporal.parse_zone(timezone), clock, redaction)
    fields = {"speaker": speaker, "role": role, "kind": kind, "at": at}
    drafts = list(reader.read(what, fields))
    episodes = [draft.episode for draft in drafts]
    nothing = Mirror()
    batch = [(episode, conversation(episode, episodes, nothing)) for episode in episodes]
    found = (extractor or RuleExtractor(words))(batch)
    return [
        Extracted(draft.episode, admitted(one, words), draft.redactions)
        for draft, one in zip(drafts, found, strict=True)
    ]
