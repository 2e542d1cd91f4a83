"""Which names mean one thing: a function of all names that were used, of nothing else.

Every name points to at most one fuller name of the same thing, by the first rule that applies and finds exactly
one; names that lead to the same end are one entity, and its id is made from that end. What a rule looks at are the
names in the same block (those that share a word, a nickname, a spelling), what was said of them, and how they were
used, never the order in which they came; so when a block changes, its names are bound anew. Similarity
of vectors decides nothing.

Exact before fuzzy: names with numbers are one only if every sign is equal; a name of a person is never short
for a place's; one word that could be short for two people stays a name of its own, except in a session that speaks
of one of them only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from kgmem.chinese_name_signs import surname_of
from kgmem.han import has_han, simplified
from kgmem.naming import Name, Naming, compact, is_short_for, nicknames_of
from kgmem.temporal import Micros
from kgmem.text import digest, name_key

RULES = {
    "name": "this very name",
    "title": "the name without title or legal form",
    "spelling": "the same letters, spaced otherwise",
    "initials": "the name with its middle name or initial",
    "named": "said to be called so",
    "short": "short for the only full name it fits",
    "session": "short for the only full name it fits in the sessions that use both",
    "described": "the only one of whom that is said",
    "merged": "merged by a call",
}
"""Why a name belongs to an entity, by rule."""

PERSON, UNKNOWN = "Person", ""
_ONE_OF_SEVERAL = ("named", "short", "described")
"""Rules that choose among things that are not alike in spelling."""


@dataclass(slots=True)
class Use:
    """How one name is used in all that was told."""

    tellings: set[str] = field(default_factory=set)
    sessions: dict[str, tuple[Micros, Micros]] = field(default_factory=dict)  # first and last time in each
    types: Counter[str] = field(default_factory=Counter)
    surfaces: Counter[str] = field(default_factory=Counter)
    speaks: int = 0  # how often it is the name of who speaks
    written: int = 0  # by somebody, and not only as a part of another name

    @property
    def surface(self) -> str:
        """The best spelling: with capitals before without, then the most used."""
        return min(self.surfaces, key=lambda s: (s == s.lower(), -self.surfaces[s], s), default="")


@dataclass(frozen=True, slots=True)
class Bond:
    """A name's way to a fuller one: `key`, and the rule that found it."""

    key: str
    rule: str


@dataclass(slots=True)
class Identity:
    """All names that were used, and what each means. `group` gives the kind a type belongs to, such as
    "Person" for Nurse, "" for one that says nothing."""

    naming: Naming
    group: Callable[[str], str]
    uses: dict[str, Use] = field(default_factory=lambda: defaultdict(Use))
    roots: dict[str, str] = field(default_factory=dict)  # key -> end of its way
    bonds: dict[str, Bond] = field(default_factory=dict)  # key -> the next name on it
    local: dict[str, dict[str, str]] = field(default_factory=dict)  # ambiguous key -> session -> end
    members: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # end -> keys
    _blocks: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _readers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # block -> those who look into it
    _below: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # key -> those that point to it
    _owned: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # owner -> its descriptions
    _named: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # name <-> other, as said
    _said_of: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # key -> owners of it
    _called: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _pinned: dict[str, dict[str, tuple[Micros, bool]]] = field(default_factory=lambda: defaultdict(dict))
    _dirty: set[str] = field(default_factory=set)
    _left: dict[str, set[str]] = field(default_factory=dict)  # keys nobody uses any longer -> what they meant

    # --- in -------------------------------------------------------------------------------------

    def use(
        self,
        key: str,
        surface: str,
        kind: str,
        telling: str,
        session: str,
        at: Micros,
        *,
        speaks: bool = False,
        written: bool = True,
    ) -> None:
        """Note that something told uses this name; `surface` is how it is written."""
        use = self.uses[key]
        before = (self._group(key), bool(use.speaks), session in use.sessions)
        if not use.tellings:
            self._enter(key)
        use.tellings.add(telling)
        first, last = use.sessions.get(session, (at, at))
        use.sessions[session] = min(first, at), max(last, at)
        use.types[kind] += 1
        use.surfaces[surface] += 1
        use.speaks += speaks
        use.written += written
        if before != (self._group(key), bool(use.speaks), True) or key not in self.roots or self._has_nicknames(key):
            self._dirty.add(key)
        if (root := self._root(key)) != key:
            self.use(root, _part(surface, root), kind, telling, session, at, speaks=speaks, written=False)

    def call(self, key: str, other: str) -> None:
        """Note that one is said to be called by the other name too."""
        key, other = self._root(key), self._root(other)
        if key != other:
            if other not in self._named[key]:
                self._dirty |= {key, other}
            self._named[key][other] += 1
            self._named[other][key] += 1

    def tell_of(self, owner: str, noun: str, key: str) -> None:
        """Note that this is the sister, the boss, the dog of `owner`."""
        owner, key = self._root(owner), self._root(key)
        if key not in self._called[owner, noun]:
            self._dirty |= {owner, key, *self._owned_with(owner)}
        self._called[owner, noun][key] += 1
        self._said_of[key][owner] += 1

    def pin(self, key: str, other: str, at: Micros, *, same: bool) -> None:
        """Note a call that says that two names mean the same thing, or do not; the latest call holds."""
        key, other = self._root(key), self._root(other)
        if (at, same) > self._pinned[key].get(other, (-1, False)):
            self._pinned[key][other] = self._pinned[other][key] = at, same
            self._dirty |= {key, other}

    # --- out again: what is read anew in an episode -------------------------------------------------

    def unuse(
        self,
        key: str,
        surface: str,
        kind: str,
        telling: str,
        session: str,
        at: Micros,
        *,
        speaks: bool = False,
        written: bool = True,
        still: AbstractSet[str],
        times: Callable[[str], tuple[str, Micros]],
    ) -> None:
        """Take a use back, as if it had never been noted. still: the names the telling uses all the same; times:
        session and time of a telling."""
        use = self.uses[key]
        use.speaks -= speaks
        use.written -= written
        _take_one(use.types, kind)
        _take_one(use.surfaces, surface)
        if key not in still and telling in use.tellings:
            use.tellings.discard(telling)
            if at in use.sessions[session]:
                told = [then for place, then in map(times, use.tellings) if place == session]
                use.sessions[session] = min(told, default=at), max(told, default=at)
                if not told:
                    del use.sessions[session]
        self._dirty.add(key)
        if not use.tellings:
            self._leave(key)
        if (root := self._root(key)) != key:
            part = _part(surface, root)
            self.unuse(
                root, part, kind, telling, session, at, speaks=speaks, written=False, still=still, times=times
            )  # fmt: skip

    def uncall(self, key: str, other: str) -> None:
        """Take back that one was said to be called by the other name too."""
        key, other = self._root(key), self._root(other)
        if key != other:
            _take_one(self._named[key], other)
            _take_one(self._named[other], key)
            self._dirty |= {key, other}

    def untell_of(self, owner: str, noun: str, key: str) -> None:
        """Take back that this was said to be the sister, the boss, the dog of `owner`."""
        owner, key = self._root(owner), self._root(key)
        self._dirty |= {owner, key, *self._owned_with(owner), *self._described_by(key)}
        _take_one(self._called[owner, noun], key)
        _take_one(self._said_of[key], owner)

    def _leave(self, key: str) -> None:
        """Forget a name that nobody uses any longer; those it may have meant something for are bound anew."""
        self._dirty |= self._affected({key}) | self._below[key]
        self._left.setdefault(key, self._bound(key))
        name = self._name(key)
        for block in _blocks(name):
            self._blocks[block].discard(key)
            self._readers[block].discard(key)
        if name.is_description:
            self._owned[name.owner].discard(key)
        for end in self._bound(key):
            self.members[end].discard(key)
        if (bond := self.bonds.pop(key, None)) is not None:
            self._below[bond.key].discard(key)
        self.roots.pop(key, None)
        self.local.pop(key, None)
        del self.uses[key]

    def _bound(self, key: str) -> set[str]:
        """The ends among whose members a name is."""
        return {*([self.roots[key]] if key in self.roots else ()), *self.local.get(key, {}).values()}

    def _enter(self, key: str) -> None:
        name = self._name(key)
        for block in _blocks(name):
            self._blocks[block].add(key)
            if name.is_bare or _is_of_whole(block):
                self._readers[block].add(key)
        if name.is_description:
            self._owned[name.owner].add(key)

    # --- out ------------------------------------------------------------------------------------

    def root(self, key: str, session: str) -> str:
        """What a name means in a session: the end of its way."""
        return self.local.get(key, {}).get(session) or self.roots.get(key, key)

    def rule(self, key: str, root: str) -> str:
        """The rule by which a name belongs to an entity."""
        if root != self.roots[key]:
            return "session"
        return self.bonds[key].rule if key in self.bonds else "name"

    def ends_of(self, key: str) -> set[str]:
        """Everything a name means, over all sessions that use it; nothing before it was bound."""
        if key not in self.roots:
            return set()
        local = self.local.get(key, {})
        return {local.get(session, self.roots[key]) for session in self.uses[key].sessions}

    def best_name(self, root: str) -> str:
        """The name an entity is shown by: its fullest one as it is best written, "" when nobody wrote one."""
        written = [key for key in self.members.get(root, ()) if self.roots[key] == root and self.uses[key].written]
        written = written or [key for key, _ in self.keys_of(root) if self.uses[key].written]
        if not written:
            return ""
        best = min(written, key=lambda key: (key != root, self._root(key) != root, [-n for n in self._size(key)], key))
        return self.uses[best].surface

    def _size(self, key: str) -> tuple[int, int]:
        _, words, length, _ = self._name(key).fullness
        return words, length

    def keys_of(self, root: str) -> Iterator[tuple[str, Iterable[tuple[Micros, Micros]]]]:
        """The names of an entity, each with the times of its uses (first and last of each session)."""
        for key in sorted(self.members.get(root, ())):
            times = [span for session, span in self.uses[key].sessions.items() if self.root(key, session) == root]
            if times:
                yield key, times

    def settle(self) -> dict[str, set[str]]:
        """Bind anew what may have changed since the last call: the keys whose meaning changed, that are new or that
        nobody uses any longer, each with what it meant before."""
        wanted = self._affected(self._dirty)
        changed, self._left, self._dirty = self._left, {}, set()
        while wanted:
            moved, left = set(), {}
            for key in sorted(wanted, key=self._order):
                before = self.ends_of(key)
                if self._bind(key):
                    moved.add(key)
                    left[key] = before
                    changed.setdefault(key, before)
            wanted = set()
            for key in moved:
                wanted |= self._below[key] | self._owned_with(key) | self._with_rival(key) | self._described_by(key)
                for end in left.get(key, ()):
                    wanted |= self._with_rival(end)
        return changed

    # --- binding --------------------------------------------------------------------------------

    def _name(self, key: str) -> Name:
        return self.naming.name(key)

    def _root(self, key: str) -> str:
        return self.naming.name(key).root

    def _fullness(self, key: str) -> tuple[bool, int, int, str, str]:
        return (*self._name(key).fullness, key)

    def _owned_with(self, owner: str) -> set[str]:
        """Descriptions by this owner, under any of its names."""
        return {key for held in (owner, *self.members.get(self._end(owner), ())) for key in self._owned.get(held, ())}

    def _described_by(self, key: str) -> set[str]:
        """Descriptions that may mean this one, under any of its names."""
        near = {key, *self.members.get(self._end(key), ())}
        owners = {owner for other in near for owner in self._said_of.get(other, ())}
        return {found for owner in owners for found in self._owned_with(owner)}

    def _group(self, key: str) -> str:
        """The kind that most uses of a name say it is, "" when none says anything."""
        votes: Counter[str] = Counter()
        for kind, count in self.uses[key].types.items() if key in self.uses else ():
            if group := self.group(kind):
                votes[group] += count
        return min(votes, key=lambda group: (-votes[group], group), default=UNKNOWN)

    def _order(self, key: str) -> tuple[bool, int, int, str, str]:
        """Fuller names first: what they mean is known before what points to them."""
        named, words, length, root, _ = self._fullness(key)
        return not named, -words, -length, root, key

    def _affected(self, dirty: Iterable[str]) -> set[str]:
        found: set[str] = set()
        for key in dirty:
            if key not in self.uses:
                continue
            found |= {key, *self._owned[key], *(other for other in self._named[key] if other in self.uses)}
            found |= {other for other in self._pinned[key] if other in self.uses}
            found |= self._described_by(key) | self._with_rival(key)
        return found

    def _with_rival(self, key: str) -> set[str]:
        """Names that look into the blocks of this one, or of another name of the same thing: those that a changed end,
        or a session that speaks of it now, may make clear or unclear. Into the block of a single word only single words
        do: what "John Hale" means does not depend on who else is a John."""
        near = {key, *self.members.get(self._end(key), ())}
        return {found for other in near for block in _blocks(self._name(other)) for found in self._readers[block]}

    def _has_nicknames(self, key: str) -> bool:
        """True when another single word may be a form of this one: then it counts who is named beside whom."""
        name = self._name(key)
        return name.is_bare and any(len(self._blocks[block]) > 1 for block in _blocks(name))

    def _bind(self, key: str) -> bool:
        """Find what a name means. True when that is not what it meant before."""
        bond, local = self._bond(key)
        root = self.roots.get(bond.key, bond.key) if bond else key
        before = (self.roots.get(key), self.bonds.get(key), self.local.get(key, {}))
        if before == (root, bond, local):
            return False
        for end in {before[0], *before[2].values()} - {None}:
            self.members[end].discard(key)  # type: ignore[index]
        if before[1]:
            self._below[before[1].key].discard(key)
        self.roots[key] = root
        if bond:
            self.bonds[key] = bond
            self._below[bond.key].add(key)
        else:
            self.bonds.pop(key, None)
        if local:
            self.local[key] = local
        else:
            self.local.pop(key, None)
        for end in {root, *local.values()}:
            self.members[end].add(key)
        return True

    def _bond(self, key: str) -> tuple[Bond | None, dict[str, str]]:
        """The bond of a name; for an ambiguous one, none, but what it means in which session."""
        name = self._name(key)
        steps: tuple[tuple[str, Callable[[Name], Iterable[str]]], ...] = (
            ("merged", self._merged),
            ("title", self._bare_of),
            ("spelling", self._respelled),
            ("initials", self._with_initials),
            ("named", self._as_said),
            ("short", self._fuller),
            ("described", self._as_described),
        )
        for rule, find in steps:
            found = {other for other in find(name) if other != key}
            fitting = {self._end(other) for other in found} - {key}
            parted = {self._end(other) for other in found if self._apart(key, other)}
            ends = fitting - parted
            if not ends:
                continue
            if len(fitting) == 1 or (len(ends) == 1 and rule not in _ONE_OF_SEVERAL):
                joined = {other for other in found if self._end(other) in ends}
                return Bond(max(joined, key=self._fullness), rule), {}
            if rule != "short":
                return None, {}  # that it is not one of them does not make it the other
            local: dict[str, str] = {}
            together: dict[str, set[str]] = defaultdict(set)  # session -> what full names in it mean
            for other in found:
                for session in self._sessions_of(other) & self.uses[key].sessions.keys():
                    together[session].add(self._end(other))
            for session in sorted(together):
                here = together[session] - {key}
                if len(here) == 1 and here.isdisjoint(parted):
                    local[session] = here.pop()
            return None, local
        return None, {}

    def _end(self, key: str) -> str:
        return self.roots.get(key, key)

    def _sessions_of(self, key: str) -> set[str]:
        """The sessions that use this full name, or another one of the same entity."""
        end = self._end(key)
        near = (other for other in self.members.get(end, ()) if self.roots[other] == end)
        full = {key, *(k for k in near if not (self._name(k).is_bare or self._name(k).is_description))}
        return {session for other in full if other in self.uses for session in self.uses[other].sessions}

    def _apart(self, key: str, other: str) -> bool:
        """True when a call said that two names are not one: they, or this one and a fuller name of the same thing."""
        for held, (_, same) in self._pinned.get(key, {}).items():
            fuller = self._fullness(held) > self._fullness(key)
            if not same and (held == other or (fuller and self._end(held) == self._end(other))):
                return True
        return False

    def _merged(self, name: Name) -> Iterator[str]:
        seen, reached = {name.key}, [name.key]
        while reached:  # all that calls have joined, one after the other
            for other, (_, same) in self._pinned.get(reached.pop(), {}).items():
                if same and other not in seen:
                    seen.add(other)
                    reached.append(other)
        yield max(seen, key=self._fullness)

    def _bare_of(self, name: Name) -> Iterator[str]:
        if name.root != name.key:
            yield name.root

    def _respelled(self, name: Name) -> Iterator[str]:
        if not name.is_description:
            block = self._blocks[f"={compact(name.root)}"]
            yield max({name.key, *(key for key in block if self._root(key) == key)}, key=self._fullness)

    def _with_initials(self, name: Name) -> Iterator[str]:
        if not name.is_full or self._group(name.key) not in (PERSON, UNKNOWN):
            return
        same = [self._name(key) for key in self._blocks[f"{name.words[0]}|{name.words[-1]}"]]
        longer = [other for other in same if other.is_full and len(other.words) > 2]
        if len({other.initials for other in longer}) == 1:
            best = max(longer, key=lambda other: other.fullness)
            if best.fullness > name.fullness:
                yield best.root

    def _as_said(self, name: Name) -> Iterator[str]:
        for other in self._named.get(name.key, ()):
            fuller = self._fullness(other) > self._fullness(name.key)
            if other in self.uses and self.uses[other].speaks and self.uses[name.key].speaks:
                continue  # two who speak are two, whatever is said of them
            if fuller and other in self.uses and self._may_be(name.key, other):
                yield other

    def _fuller(self, name: Name) -> Iterator[str]:
        """Full names of people a single word can be short for: by the first word, else by the last, else by
        a nickname; and a given name that a nickname is short for."""
        use = self.uses[name.key]
        if not name.is_bare or use.speaks or self._group(name.key) not in (PERSON, UNKNOWN):
            return
        word = name.words[0]
        if has_han(word):
            yield from self._fuller_in_chinese(name)
            return
        full = [self._name(key) for key in self._blocks[word] if self._name(key).is_full]
        people = [other for other in full if self._group(other.key) == PERSON]
        first = [] if name.title else [other.root for other in people if other.words[0] == word]
        last = [other.root for other in people if other.words[-1] == word]
        if first or last:
            yield from first or last
            return
        yield from (other.root for other in people if is_short_for(word, other.words[0]))
        for key in self._blocks[word]:
            given = self._name(key)
            fits = given.is_bare and is_short_for(word, key) and self._group(key) == PERSON
            if fits and use.tellings.isdisjoint(self.uses[key].tellings):
                yield key

    def _fuller_in_chinese(self, name: Name) -> Iterator[str]:
        """永康 and 阿康 are short for the people whose full names they are forms of, also where the sign is a surname
        (阿龙); 老刘 only for one whom every session that speaks of 老刘 calls by the full name: surnames are few."""
        plain = simplified(name.root)
        sessions = self.uses[name.key].sessions.keys()
        for key in self._blocks[plain]:
            other = self._name(key)
            if plain not in other.short or self._group(key) != PERSON:
                continue
            of_given = plain.startswith("阿") or surname_of(plain[1:]) != plain[1:]
            if of_given or sessions <= self.uses[key].sessions.keys():
                yield other.root

    def _as_described(self, name: Name) -> Iterator[str]:
        if not name.is_description:
            return
        owner = self._end(name.owner)
        owners = {name.owner, owner, *self.members.get(owner, ())}
        people = {key for held in owners for key in self._called.get((held, name.noun), ())}
        yield from (key for key in people if not self._name(key).is_description)
        if owner != name.owner and not any(not self._name(key).is_description for key in people):
            yield f"{owner}{name.tie}{name.noun}"

    def _may_be(self, key: str, other: str) -> bool:
        """False when two names are of things of different kinds."""
        one, two = self._group(key), self._group(other)
        return one == two or UNKNOWN in (one, two)


def _take_one(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if counts[name] <= 0:
        del counts[name]


def _part(surface: str, root: str) -> str:
    """The words of a name as written that are left of it without title and legal form."""
    words = [word.strip(".,") for word in surface.split()]
    count = root.count(" ") + 1
    parts = (" ".join(words[at : at + count]) for at in range(len(words) - count + 1))
    return next((part for part in parts if name_key(part) == root), root)


def entity_id(root: str) -> str:
    """The id of the entity whose fullest name has this key."""
    return f"en_{digest(root)}"


def _is_of_whole(block: str) -> bool:
    """True for a block of names that have more than one word in common."""
    return block.startswith("=") or "|" in block


def _blocks(name: Name) -> Iterator[str]:
    """What names that may mean one thing have in common."""
    if name.is_description:
        return
    yield f"={compact(name.root)}"
    if has_han(name.root):
        yield from {simplified(name.root), *name.short}
        return
    if name.is_full:
        yield f"{name.words[0]}|{name.words[-1]}"
        yield from {name.words[0], name.words[-1], *nicknames_of(name.words[0])}
    elif name.is_bare:
        yield from {name.words[0], *nicknames_of(name.words[0])}
