"""Who is who, for users of a memory: its entities, why names mean them, and how to say that two names are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from reprlib import repr

from kgmem.access import Access
from kgmem.arguments import checked_name
from kgmem.errors import InvalidArgument
from kgmem.identity import RULES
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.records import Change, Entity
from kgmem.telling import Merged, Parted
from kgmem.temporal import FOREVER, Micros
from kgmem.text import fold, name_key


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity. `rule` and `reason` tell why it means that, `evidence` are ids of the episodes that say
    so, where it takes saying; `recorded_at` is since when memory takes it so. `others` are further things it means in
    other sessions."""

    name: str
    rule: str
    reason: str
    recorded_at: Micros
    evidence: tuple[str, ...] = ()
    others: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """An entity with its names. `could_be` are entities for which the name asked about could be short too, when it
    is short for several: it is then kept as a name of its own."""

    entity: Entity
    names: tuple[Alias, ...]
    could_be: tuple[Entity, ...] = ()


class Knowing(Access):
    """The verbs about entities and their names."""

    def entities(self) -> list[Entity]:
        """Entities by name. Names that turned out to mean another one are not listed."""
        with self._reading():
            mirror = self._held.mirror
            shown = (
                e for name, e in mirror.entities.items() if e.retracted_at == FOREVER and name not in mirror.hidden
            )
            return sorted(shown, key=lambda e: (fold(e.name), e.id))

    def entity(self, name: str) -> list[Known]:
        """What a name or id means, the most spoken of first, with all its names and why they mean it.

        Empty when nobody was ever called so; several when different people are.
        """
        with self._reading():
            mirror = self._held.mirror
            asked = checked_name(name, "name")
            ids = (asked,) if asked in mirror.entities else mirror.ids_named(asked)
            shown = [found for found in ids if found not in mirror.hidden]
            return [Known(mirror.entities[found], _aliases(found, mirror), _could_be(asked, mirror)) for found in shown]

    def merge(self, name: str, other: str, *, reason: str = "") -> Change:
        """Say that two names (or ids) mean the same thing. What is known of both becomes known of one.

        `split` undoes it. Raises InvalidArgument for a name that is not known, or one given twice.
        """
        with self._written() as held:
            one, two = (self._known_key(part, held.working) for part in (name, other))
            if one == two:
                raise InvalidArgument("the two names are one already")
            return held.tell("merge", self._clock(), [Merged(one, two, self._text(reason, "reason"))])

    def split(self, name: str, other: str, *, episodes: Sequence[str] = (), reason: str = "") -> Change:
        """Say that two names do not mean the same thing, or that one name means two things.

        With `episodes` (ids), the name means something else there, which is called `other` from now on: "Tom" in
        these episodes is "Tom (cousin)". Without, `other` is a name that was taken for the same thing.

        Raises InvalidArgument for a name that is not known, or episodes that do not use it.
        """
        with self._written() as held:
            one = self._known_key(name, held.working)
            if isinstance(episodes, str):
                raise InvalidArgument("episodes must be a list of ids, not a str")
            ids = tuple(checked_name(id, "episode") for id in episodes)
            for id in ids:
                if id not in held.working.number:
                    raise InvalidArgument(
                        f"no episode has the id {repr(id)}; ids come from Change, recall or episodes()"
                    )
            if ids:
                two = self._name(other, "other")
                if key_of(two) == one:
                    raise InvalidArgument(f"other must be a new name, such as {repr(name + ' (the other)')}")
            else:
                two = self._known_key(other, held.working)
                if one == two:
                    raise InvalidArgument("a name cannot be split from itself; say in which episodes= it means another")
            return held.tell("split", self._clock(), [Parted(one, two, self._text(reason, "reason"), ids)])

    def _known_key(self, name: str, mirror: Mirror) -> str:
        asked = checked_name(name, "name")
        if asked in mirror.entities:
            return name_key(mirror.entities[asked].name)
        if not mirror.ids_named(asked):
            raise InvalidArgument(f"nothing is called {repr(asked)} here; see Memory.entities()")
        return key_of(asked)


def _aliases(entity: str, mirror: Mirror) -> tuple[Alias, ...]:
    found = []
    for key in sorted(mirror.keys_of.get(entity, ())):
        row = mirror.names[key, entity]
        others = tuple(mirror.entities[other] for other in mirror.aliases[key] if other != entity)
        rule = str(row["rule"])
        evidence = _evidence(key, entity, rule, mirror)
        found.append(Alias(mirror.surfaces[key], rule, RULES.get(rule, rule), row["recorded_at"], evidence, others))
    return tuple(sorted(found, key=lambda alias: (alias.rule != "name", fold(alias.name))))


def _evidence(key: str, entity: str, rule: str, mirror: Mirror) -> tuple[str, ...]:
    """Episodes that say that one is called so, or is whom a description means."""
    noun = key.rpartition("'s ")[2]
    episodes: dict[str, None] = {}
    for fact in (mirror.facts[name] for name in mirror.facts_of.get(entity, ())):
        if fact.retracted_at != FOREVER or fact.polarity != "positive":
            continue
        named = rule == "named" and fact.relation == "named" and name_key(fact.value or fact.object) == key
        described = rule == "described" and fact.predicate.lower() == noun
        if named or described:
            episodes |= dict.fromkeys(found.episode for found in fact.evidence)
    return tuple(episodes)


def _could_be(name: str, mirror: Mirror) -> tuple[Entity, ...]:
    """Entities with a full name that begins or ends with this one word."""
    key = key_of(name)
    if " " in key:
        return ()
    meant = set(mirror.ids_of(key))
    found = {
        entity
        for other, ids in mirror.aliases.items()
        if " " in other and "'" not in other and key in (other.split()[0], other.split()[-1])
        for entity in ids
        if mirror.entities[entity].type == "Person"
    }
    return tuple(sorted((mirror.entities[one] for one in found - meant), key=lambda e: (fold(e.name), e.id)))
