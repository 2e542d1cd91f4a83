"""Names to entities: which canonical person, place or thing each name of an extraction means.

Identity comes from the name alone (its folded key), never from similarity, so the same names give the
same entities in whatever order they arrive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kgmem.mirror import Mirror
from kgmem.records import Entity, Episode, Extraction
from kgmem.schema import WriteSet
from kgmem.temporal import Micros
from kgmem.text import digest, name_key

LONGEST_NAME = 200
PRONOUNS = frozenset(
    [
        "i",
        "me",
        "my",
        "mine",
        "myself",
        "we",
        "us",
        "our",
        "ours",
        "you",
        "your",
        "yours",
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "they",
        "them",
        "their",
        "it",
    ]
)


@dataclass(slots=True)
class Resolution:
    """`entities` maps every name, as written, to its entity; `new` are those not known before."""

    entities: dict[str, Entity] = field(default_factory=dict)
    new: list[Entity] = field(default_factory=list)
    write: WriteSet = field(default_factory=WriteSet)


def names_in(extraction: Extraction) -> Iterable[tuple[str, str]]:
    """(name, type) of everything an extraction names, first mention first."""
    for mention in extraction.mentions:
        yield mention.name, mention.type
    for fact in extraction.facts:
        yield fact.subject, fact.subject_type
        if fact.object:
            yield fact.object, fact.object_type
    for event in extraction.events:
        for _, name, kind in event.participants:
            yield name, kind


def resolve(names: Iterable[tuple[str, str]], seen: Micros, mirror: Mirror) -> Resolution:
    """Find or make the entity of each (name, type); names without a letter or digit are left out."""
    found = Resolution()
    held: dict[str, Entity] = {}  # id -> entity as this write leaves it
    for name, kind in names:
        name = name.strip()
        key = name_key(name)[:LONGEST_NAME]
        if not any(sign.isalnum() for sign in key) or key in PRONOUNS:
            continue
        known = mirror.aliases.get(key)
        entity = held.get(known or _entity_id(key)) or (mirror.entities[known] if known else None)
        if entity is None:
            entity = Entity(_entity_id(key), name[:LONGEST_NAME], kind, seen, seen)
            found.new.append(entity)
            found.write.node("Entity", _row(entity))
            found.write.node("Alias", {"id": key, "surface": name[:LONGEST_NAME]})
            found.write.edge("NAMES", key, entity.id)
        else:
            entity = _seen_again(entity, kind, seen, found, is_new=known is None)
        held[entity.id] = entity
        found.entities[name] = entity
    found.new = [held[entity.id] for entity in found.new]
    return found


def mention_edges(episode: Episode, extraction: Extraction, found: Resolution) -> WriteSet:
    """Edges from the episode to what its text mentions, one per entity and place in the text."""
    write = WriteSet()
    placed: set[tuple[str, int]] = set()
    for mention in extraction.mentions:
        entity = found.entities.get(mention.name.strip())
        if entity and (entity.id, mention.start) not in placed:
            placed.add((entity.id, mention.start))
            write.edge(
                "MENTIONS",
                episode.id,
                entity.id,
                span_start=mention.start,
                span_end=mention.end,
                surface=mention.surface,
            )
    return write


def _seen_again(entity: Entity, kind: str, seen: Micros, found: Resolution, *, is_new: bool) -> Entity:
    """The entity with a wider life span and the first type that says more than Thing."""
    changed = Entity(
        entity.id,
        entity.name,
        kind if entity.type == "Thing" else entity.type,
        min(entity.first_seen, seen),
        max(entity.last_seen, seen),
    )
    if changed == entity:
        return entity
    if is_new:
        next(row for row in found.write.nodes["Entity"] if row["id"] == entity.id).update(_row(changed))
    else:
        found.write.set("Entity", {k: v for k, v in _row(changed).items() if k != "name"})
    return changed


def _entity_id(key: str) -> str:
    return f"en_{digest(key)}"


def _row(entity: Entity) -> dict[str, object]:
    return {
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "first_seen": entity.first_seen,
        "last_seen": entity.last_seen,
    }
