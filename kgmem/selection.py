"""Which memories somebody means: everything of an entity, a speaker, a session, before a day, or by field.

Forgetting hides a selection, erasing destroys it. What is chosen by an entity reaches into texts that
also speak of other things: of those only the sentences go that name it or that were read as about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from reprlib import repr
from typing import Any

from kgmem.arguments import checked_name
from kgmem.errors import InvalidArgument
from kgmem.keys import document_of
from kgmem.mirror import Mirror
from kgmem.records import CauseClaim, Entity, Episode, EventClaim, Extraction, FactClaim
from kgmem.temporal import Micros, iso
from kgmem.text import fold, name_key, sentences, stands_in

ERASED = "[erased]"
FIELDS = ("id", "speaker", "role", "kind", "session", "origin", "document")

Where = Mapping[str, Any] | Callable[[Episode], bool]

_MARKS = re.compile(rf"(?:{re.escape(ERASED)}\s*)+")


@dataclass(frozen=True, slots=True)
class Selector:
    """`words` says what was asked for. With `names` it is an entity that is meant, by any of them;
    otherwise `picks` says of an episode whether it is meant, and `calls` of a direct call, by its source
    and recorded time."""

    words: str
    picks: Callable[[Episode], bool]
    calls: Callable[[str, Micros], bool]
    entity: str = ""
    names: tuple[str, ...] = ()

    def hits(self, text: str) -> bool:
        """True when the text names the entity, as a whole word in scripts that have words."""
        folded = fold(text)
        return any(stands_in(name, folded) for name in self.names)

    def about(self, claim: object) -> bool:
        """True for a claim of which the entity is a part, by name or in its words."""
        return any(self.hits(part) for part in said_in(claim))

    def spans(self, episode: Episode, claims: Extraction | None) -> list[tuple[int, int]]:
        """Sentences of the text, as `[start, end)`, that speak of the entity."""
        read = claims or Extraction()
        marked = [(m.start, m.end) for m in read.mentions if self.hits(m.name)]
        marked += [(claim.start, claim.end) for claim in read.facts if self.about(claim)]
        marked += [(claim.start, claim.end) for claim in read.events if self.about(claim)]
        return [
            (start, end)
            for start, end in sentences(episode.text)
            if self.hits(episode.text[start:end]) or any(a < end and start < b for a, b in marked)
        ]


def said_in(claim: object) -> list[str]:
    """The names and the words of a claim."""
    if isinstance(claim, FactClaim):
        return [claim.subject, claim.object, claim.value, claim.told_by]
    if isinstance(claim, EventClaim):
        return [*(name for _, name, _ in claim.participants), claim.description, claim.outcome, claim.told_by]
    return [claim.cue] if isinstance(claim, CauseClaim) else []


def without_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with each span replaced by one mark; "" when nothing else is left."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], f"{ERASED} "]
        at = end
    left = "".join([*parts, text[at:]])
    left = _MARKS.sub(f"{ERASED} ", left).strip()
    return left if any(sign.isalnum() for sign in left.replace(ERASED, "")) else ""


def selector(
    mirror: Mirror,
    *,
    entity: str | None = None,
    speaker: str | None = None,
    session: str | None = None,
    episode: str | None = None,
    before: Micros | None = None,
    where: Where | None = None,
) -> Selector:
    """What the arguments mean; several (without `entity`) must hold together.

    Raises InvalidArgument when nothing is given, when `entity` meets another argument, and when a name
    is not known or could mean several entities.
    """
    tests: list[Callable[[Episode], bool]] = []
    words: list[str] = []
    if speaker is not None:
        told = fold(checked_name(speaker, "speaker"))
        words.append(f"speaker={speaker}")
        tests.append(lambda e: fold(e.speaker) == told)
    if session is not None:
        place = checked_name(session, "session")
        if place not in mirror.sessions:
            raise InvalidArgument(f"no session is called {place!r}; see Memory.episodes() for those there are")
        words.append(f"session={place}")
        tests.append(lambda e: e.session == place)
    if episode is not None:
        name = checked_name(episode, "episode")
        if name not in mirror.number:
            raise InvalidArgument(f"no episode has the id {repr(name)}; ids come from Change, recall or episodes()")
        words.append(f"episode={name}")
        tests.append(lambda e: e.id == name)
    if before is not None:
        words.append(f"before={iso(before)}")
        tests.append(lambda e: e.occurred < before)
    if where is not None:
        words.append("where=a function" if callable(where) else "where=" + ",".join(f"{k}={where[k]}" for k in where))
        tests.append(_where(where))
    if entity is not None:
        if tests:
            raise InvalidArgument("entity cannot be combined with other selectors; call once for each")
        held = _entity(checked_name(entity, "entity"), mirror)
        alone = (key for key in mirror.keys_of.get(held.id, ()) if mirror.aliases[key] == (held.id,))
        names = {held.name, *alone}  # not what others are called too
        return Selector(f"entity={held.name}", _is_none, _is_no_call, held.id, tuple(sorted(names)))
    if not tests:
        raise InvalidArgument("say what is meant: entity=, speaker=, session=, episode=, before= or where=")

    def calls(source: str, recorded: Micros) -> bool:
        """Direct calls belong to no session; they go by their source and by when they were made."""
        by_speaker = speaker is None or fold(source) == fold(speaker)
        by_time = before is None or recorded < before
        given = speaker is not None or before is not None
        beside = session is not None or episode is not None or where is not None
        return given and not beside and by_speaker and by_time

    return Selector(" ".join(words), lambda e: all(test(e) for test in tests), calls)


def _is_none(_: Episode) -> bool:
    return False


def _is_no_call(_: str, __: Micros) -> bool:
    return False


def _where(where: Where) -> Callable[[Episode], bool]:
    if callable(where):
        return lambda e: bool(where(e))
    if not isinstance(where, Mapping) or not where:
        raise InvalidArgument("where must be a function of an Episode, or a dict such as {'role': 'tool'}")
    for name in where:
        if name not in FIELDS and not str(name).startswith("metadata."):
            raise InvalidArgument(f"where has no field {repr(name)}; it may name {', '.join(FIELDS)} or metadata.KEY")

    def field(episode: Episode, name: str) -> Any:
        if name == "document":
            return document_of(episode)
        return episode.metadata.get(name.removeprefix("metadata.")) if name not in FIELDS else getattr(episode, name)

    def holds(episode: Episode) -> bool:
        return all(field(episode, name) == value for name, value in where.items())

    return holds


def _entity(name: str, mirror: Mirror) -> Entity:
    """The one entity of this name or id. A name that could mean several raises, with what tells them apart."""
    if name in mirror.entities:
        return mirror.entities[name]
    key = name_key(name)
    exact = mirror.ids_of(key)
    others = {
        found: mirror.entities[found].name
        for alias, ids in mirror.aliases.items()
        for found in ids
        if found not in exact and stands_in(key, alias) and f"{key}'s" not in alias and f"{key}s'" not in alias
    }
    if len(exact) == 1 and not others:
        return mirror.entities[exact[0]]
    if exact:
        others |= {found: mirror.entities[found].name for found in exact}
    if not others:
        raise InvalidArgument(f"no entity is called {repr(name)}; see Memory.entities() for those there are")
    if len(others) == 1:
        return mirror.entities[next(iter(others))]
    listed = ", ".join(f"{held} ({found})" for found, held in sorted(others.items(), key=lambda item: item[1])[:10])
    raise InvalidArgument(
        f"{repr(name)} could mean {len(others)} entities: {listed}; give the id of the one that is meant"
    )
