"""What names mean now, what they meant once, and how an entity is called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

from kgmem.records import Fact
from kgmem.schema import Row
from kgmem.temporal import FOREVER, Micros
from kgmem.text import ARTICLES, OUTER, fold, name_key


class Names:
    """The part of the mirror that holds them. Of several meanings, the most spoken of comes first."""

    facts: dict[str, Fact]
    facts_of: dict[str, list[str]]

    def __init__(self) -> None:
        self.surfaces: dict[str, str] = {}  # name key -> the name as it is best written
        self.aliases: dict[str, tuple[str, ...]] = {}  # name key -> ids of what it means now
        self.names: dict[tuple[str, str], Row] = {}  # (name key, entity id) -> since when, and by which rule
        self.former: dict[str, dict[tuple[str, Micros], Row]] = {}  # name key -> what it meant once, and since when
        self.keys_of: dict[str, set[str]] = defaultdict(set)  # entity id -> keys of its names
        self.former_keys_of: dict[str, set[str]] = defaultdict(set)  # entity id -> keys of the names it once had
        self.full_names: dict[str, set[str]] = defaultdict(set)  # first or last word -> keys of names of several words

    def _name(self, cuts: Iterable[Row], made: Iterable[Row]) -> None:
        """What names mean now, and what they meant once."""
        for row in cuts:
            if self.names.pop((row["src"], row["dst"]), None) is not None:
                self.aliases[row["src"]] = tuple(name for name in self.aliases[row["src"]] if name != row["dst"])
                self.keys_of[row["dst"]].discard(row["src"])
                if not self.aliases[row["src"]]:
                    del self.aliases[row["src"]]
        for row in made:
            if row["retracted_at"] != FOREVER:
                self.former.setdefault(row["src"], {})[row["dst"], row["recorded_at"]] = row
                self.former_keys_of[row["dst"]].add(row["src"])
            else:
                self.names[row["src"], row["dst"]] = row
                self.aliases[row["src"]] = tuple(sorted({*self.aliases.get(row["src"], ()), row["dst"]}))
                self.keys_of[row["dst"]].add(row["src"])
                words = row["src"].split()
                for word in {words[0], words[-1]} if len(words) > 1 else ():
                    self.full_names[word].add(row["src"])

    def ids_named(self, name: str) -> tuple[str, ...]:
        """Ids of everything this name or alias means now, the most spoken of first; () when it is not known."""
        return self.ids_of(name_key(name))

    def ids_of(self, key: str) -> tuple[str, ...]:
        found = self.aliases.get(key, ())
        return found if len(found) < 2 else tuple(sorted(found, key=lambda name: (-len(self.facts_of[name]), name)))

    def begins_name(self, word: str) -> bool:
        """False when no name of several words that means something has this first word, nor one with an article
        before its first: no need to ask for any."""
        key = fold(word).lstrip(OUTER)
        return not key or key in ARTICLES or key in self.full_names

    def ids_at(self, name: str, known_at: Micros) -> tuple[str, ...]:
        """Like `ids_named`: what a name meant to memory at a time, the most spoken of by then first."""
        rows = self.rows_named(name_key(name))
        found = {row["dst"] for row in rows if row["recorded_at"] <= known_at < row["retracted_at"]}
        if len(found) < 2:
            return tuple(found)
        known = {one: sum(self.facts[f].recorded_at <= known_at for f in self.facts_of.get(one, ())) for one in found}
        return tuple(sorted(found, key=lambda one: (-known[one], one)))

    def rows_named(self, key: str) -> list[Row]:
        """What a name means and meant, each with since when and until when."""
        now = (self.names[key, entity] for entity in self.aliases.get(key, ()))
        return [*now, *self.former.get(key, {}).values()]

    def names_at(self, entity: str, known_at: Micros) -> list[tuple[str, Row]]:
        """The keys of an entity's names as memory knew them at a time, in order, each with since when and why."""
        now = ((key, self.names[key, entity]) for key in self.keys_of.get(entity, ()))
        former = ((key, self.former[key].items()) for key in self.former_keys_of.get(entity, ()))
        once = ((key, row) for key, rows in former for (of, _), row in rows if of == entity)
        return sorted(
            ((key, row) for key, row in (*now, *once) if row["recorded_at"] <= known_at < row["retracted_at"]),
            key=lambda found: found[0],
        )

    def entities_at(self, known_at: Micros) -> set[str]:
        """Ids of the entities to which some name led, as memory knew it at a time."""
        rows = chain(self.names.values(), (row for held in self.former.values() for row in held.values()))
        return {row["dst"] for row in rows if row["recorded_at"] <= known_at < row["retracted_at"]}
