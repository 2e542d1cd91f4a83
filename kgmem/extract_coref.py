"""Who or what is meant: the spots of a conversation's turns read in order, each bound to a name.

Nothing is bound across a clear disagreement in gender, number or type; where two fit alike, nobody is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.chinese_name_signs import short_forms
from kgmem.extract_mentions import ADDRESSEE, SPEAKER
from kgmem.extract_salience import OBJECT, OWNER, SUBJECT, Choice, InMind, Known, Spot
from kgmem.extract_spots import IT, REFLEXIVE, THEY
from kgmem.han import has_han, simplified
from kgmem.ontology import Ontology

CERTAIN = 0.8
"""From here on a meaning is good enough to read facts from; below it only links the text to what may be meant."""

_OF_GENDER, _OF_ANIMAL, _OF_OPEN_TYPE, _OF_PLACE, _OF_THINGS = 1.8, 0.6, 0.4, 0.5, 0.6
_GUESS = 0.6
_PAIR_LASTS = 3
_SPOKEN_OF = frozenset(("the", "this", "that", "these", "those"))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a spot stands for: one name, or those of a group. `known` unless described in its own words only."""

    names: tuple[str, ...]
    type: str
    sure: float
    known: bool = True


@dataclass
class Discourse:
    """What was spoken of in the turns read so far. `introduced` maps "Ana's sister" to her name, or to "" when it
    may be either of two."""

    ontology: Ontology
    people: Sequence[str] = ()
    mind: InMind = field(default_factory=InMind)
    introduced: dict[str, str] = field(default_factory=dict)
    group: tuple[str, ...] = ()
    group_at: int = -100
    _types: dict[str, str] = field(default_factory=dict)

    def read(self, spots: Sequence[Spot], speaker: str, addressee: str) -> dict[int, Meaning]:
        """What each spot of a turn, by its head word, stands for; those that stand for nothing clear are left out."""
        reading = _Turn(self, spots, speaker, addressee)
        self.mind.sentence += 1
        return reading.bind()

    def names_known(self) -> Iterator[tuple[str, str]]:
        """(name, type) of everybody and everything called by a name so far."""
        yield from ((known.name, known.type) for known in self.mind.known.values() if known.named)

    def persons_known(self) -> tuple[str, ...]:
        """The persons called by a name so far, the last one spoken of last."""
        return tuple(k.name for k in self.mind.known.values() if k.named and self.ontology.is_a(k.type, "Person"))

    def namesake(self, name: str, spot: Spot) -> str:
        """The name with what tells its bearer from another of the same name: "Lin Wei (Beacon Mills)"."""
        bearer, _, of_what = name.partition(" of ")
        if of_what and bearer in self.mind.known:
            return f"{bearer} ({of_what})" if f"{bearer} ({of_what})" in self.mind.known else bearer
        if spot.determiner == "another":
            return told_apart(name, spot.qualifier or "another")
        others = [known for known in self.mind.known if known.startswith((f"{name} (", f"{name}（"))]
        if spot.qualifier and (qualified := told_apart(name, spot.qualifier)) in others:
            return qualified
        return others[0] if spot.determiner == "other" and len(others) == 1 else name

    def full_name(self, name: str, speaker: str = "") -> str:
        """The one full name of a person spoken of that a bare first or last name belongs to, else the name. By a form
        of the surname ("老刘") nobody calls himself."""
        if " " in name:
            return name
        known = (k.name for k in self.mind.known.values() if k.named and self.ontology.is_a(k.type, "Person"))
        holders = {full for full in (*self.people, *known) if full != name and _is_short(name, full)}
        if name[:1] in ("小", "老", "大", "阿"):
            holders.discard(speaker)
        return holders.pop() if len(holders) == 1 else name


def told_apart(name: str, qualifier: str) -> str:
    """A name with what tells its bearer from another, in the signs of its script."""
    return f"{name}（{qualifier}）" if has_han(name) else f"{name} ({qualifier})"


def _is_short(name: str, full: str) -> bool:
    """True for a first or last name, or what somebody with a Chinese name is called in talk."""
    if " " in full:
        return "(" not in full and name in full.split()
    return has_han(full) and simplified(name) in short_forms(simplified(full))


class _Turn:
    """One turn being read."""

    def __init__(self, discourse: Discourse, spots: Sequence[Spot], speaker: str, addressee: str) -> None:
        self.discourse, self.mind, self.spots = discourse, discourse.mind, spots
        self.speaker, self.addressee = speaker, addressee
        self.meant: dict[int, Meaning] = {}
        self.places = {spot.word: spot for spot in spots}
        self.first_sentence = discourse.mind.sentence + 1
        self.groups: dict[int, list[str]] = {}
        self.told_of: set[str] = set()  # who is named as one who does something, or to whom it is done

    def bind(self) -> dict[int, Meaning]:
        for spot in self.spots:
            self.mind.sentence = self.first_sentence + spot.sentence
            meaning = self._meaning(spot)
            if meaning is None:
                continue
            self.meant[spot.word] = meaning
            if spot.joined >= 0 and len(meaning.names) == 1:
                self._join(spot, meaning)
        return self.meant

    def _meaning(self, spot: Spot) -> Meaning | None:
        if spot.empty:
            return None
        if spot.kind == "name":
            return self._name(spot)
        if spot.kind == "noun":
            return self._noun(spot)
        if spot.lower in SPEAKER or spot.lower in ADDRESSEE:
            return self._talker(spot)
        return self._pronoun(spot)

    def _join(self, spot: Spot, meaning: Meaning) -> None:
        names = self.groups.setdefault(spot.joined, [])
        names += [name for name in meaning.names if name not in names]
        if len(names) > 1:
            self.discourse.group, self.discourse.group_at = tuple(names), self.mind.sentence

    def _name(self, spot: Spot) -> Meaning:
        full = self.discourse.full_name(spot.name, self.speaker)
        name = self.discourse.namesake(full, spot)
        held = self.mind.speak_of(name, spot, kind="Person" if full != spot.name else "", named=True)
        if spot.rank in (SUBJECT, OBJECT):
            self.told_of.add(name)
        return Meaning((name,), held.type, 1.0)

    def _talker(self, spot: Spot) -> Meaning | None:
        mine = spot.lower in SPEAKER
        if spot.quoted is not None:
            sayer = self.meant.get(spot.quoted)
            return replace(sayer, sure=min(sayer.sure, 0.9)) if mine and sayer else None
        name = self.speaker if mine else self.addressee
        if not name:
            return None
        self.mind.speak_of(name, spot, kind="Person", named=True)
        return Meaning((name,), "Person", 1.0)

    # --- nouns --------------------------------------------------------------------------------------

    def _noun(self, spot: Spot) -> Meaning | None:
        name = self._described(spot)
        if not name:
            return None
        owned = self._owned_key(spot)
        if spot.beside:
            self._introduce(spot, owned)
            return None
        if spot.same_as >= 0 and (subject := self.meant.get(spot.same_as)) and len(subject.names) == 1:
            self._introduced_as(subject.names[0], spot, owned)
            if spot.owner >= 0:
                return replace(subject, sure=min(subject.sure, 0.7))
            return Meaning((name,), spot.type, 1.0, known=False)
        if owned and (held := self.discourse.introduced.get(owned)):
            known = self.mind.speak_of(held, spot)
            return Meaning((held,), known.type, 0.9)
        if spot.owner < 0 and not spot.told_apart and spot.determiner in _SPOKEN_OF:
            choice = self._spoken_of(spot)
            if choice is not None:
                known = self.mind.speak_of(choice.known.name, spot, kind=choice.known.type)
                return Meaning((known.name,), known.type, choice.sure)
        known = self.mind.speak_of(name, spot)
        return Meaning((name,), known.type, 1.0, known=False)

    def _described(self, spot: Spot) -> str:
        """The words that tell a thing from others of its kind: "Ana's old bike", "pilot for Fluvia"."""
        if spot.owner >= 0:
            owner = self.meant.get(spot.owner)
            if owner is None or len(owner.names) != 1 or (owner.sure < CERTAIN and not spot.beside):
                return ""
            return f"{owner.names[0]}{spot.tie}{spot.name}"
        return spot.name

    def _owned_key(self, spot: Spot) -> str:
        owner = self.meant.get(spot.owner) if spot.owner >= 0 else None
        return f"{owner.names[0]}{spot.tie}{spot.lemma}" if owner and len(owner.names) == 1 else ""

    def _introduce(self, spot: Spot, owned: str) -> None:
        """ "my sister Flora": her name, and that she is a woman."""
        named = [place for word in spot.beside if (place := self.places.get(word)) and place.kind == "name"]
        for place in named:
            name = self.discourse.full_name(place.name)
            if name not in self.mind.known:
                self.mind.speak_of(name, place, named=True)
            self._introduced_as(name, spot, owned if len(named) == 1 else "")

    def _introduced_as(self, name: str, spot: Spot, owned: str) -> None:
        known = self.mind.known.get(name)
        if known is None:
            return
        known.lemmas.add(spot.lemma)
        known.gender = spot.gender or known.gender
        if known.type in ("Thing", "") or self.discourse.ontology.is_a(spot.type, known.type):
            known.type = spot.type
        if owned:
            held = self.discourse.introduced.get(owned, name)
            self.discourse.introduced[owned] = name if held == name else ""

    def _spoken_of(self, spot: Spot) -> Choice | None:
        """What "the dog", "that company", "the director" or "the woman" was named before."""
        ontology = self.discourse.ontology
        bare = spot.name.lower() in (spot.lower, spot.lemma)
        others = [
            known for known in self.mind.known.values() if known.name != spot.name and known.plural == spot.plural
        ]
        same = [(known, 1.0) for known in others if spot.lemma in known.lemmas and (bare or known.named)]
        if same and bare:
            return self.mind.choose(spot, same)
        if not bare or spot.plural or spot.name in self.mind.known:
            return None
        wanted = ontology.classes_of(spot.lemma)
        fitting = [
            (known, 1.0)
            for known in others
            if known.named
            and (
                any(ontology.is_a(known.type, kind) for kind in wanted)
                if not spot.gender or wanted
                else ontology.is_a(known.type, "Person") and known.gender in ("", spot.gender)
            )
            and known.name not in (self.speaker, self.addressee)
        ]
        choice = self.mind.choose(spot, fitting)
        return replace(choice, sure=_GUESS) if choice else None

    # --- pronouns -----------------------------------------------------------------------------------

    def _pronoun(self, spot: Spot) -> Meaning | None:
        if spot.lower in REFLEXIVE:
            return self._reflexive(spot)
        if spot.lower in ("former", "latter"):
            pair = self.discourse.group
            near = len(pair) == 2 and self.mind.sentence - self.discourse.group_at <= _PAIR_LASTS
            return self._spoken(pair[0 if spot.lower == "former" else 1], spot, 0.9) if near else None
        if spot.lower == "both" or spot.lower in THEY:
            return self._several(spot)
        if spot.lower == "there":
            fitting = [(k, f) for k in self.mind.known.values() if (f := self._as_place(k))]
            return self._chosen(spot, fitting, most=_GUESS)
        if spot.lower in IT:
            barred = self._barred(spot)
            fitting = [(k, f) for k in self.mind.known.values() if k.name not in barred and (f := self._as_thing(k))]
            return self._chosen(spot, fitting, most=0.7)
        barred = self._barred(spot)
        fitting = [
            (k, f) for k in self.mind.known.values() if k.name not in barred and (f := self._as_person(k, spot.gender))
        ]
        return self._chosen(spot, fitting)

    def _chosen(self, spot: Spot, fitting: Iterable[tuple[Known, float]], *, most: float = 1.0) -> Meaning | None:
        choice = self.mind.choose(spot, fitting)
        return self._spoken(choice.known.name, spot, min(choice.sure, most)) if choice else None

    def _spoken(self, name: str, spot: Spot, sure: float) -> Meaning:
        held = self.mind.known.get(name)
        kind = held.type if held else "Thing"
        known = self.mind.speak_of(name, replace(spot, type=kind, gender=spot.gender if sure >= CERTAIN else ""))
        return Meaning((name,), "Person" if spot.gender and kind in ("Thing", "") else known.type, sure)

    def _reflexive(self, spot: Spot) -> Meaning | None:
        subjects = [
            self.meant[s.word] for s in self.spots
            if s.rank == SUBJECT and s.verb == spot.verb and s.word in self.meant and s.start < spot.start
        ]  # fmt: skip
        return subjects[-1] if subjects else None

    def _several(self, spot: Spot) -> Meaning | None:
        held = self.discourse
        barred = self._barred(spot)
        plural = [
            (k, 1.0 if self._is(k, "Person") or self._is(k, "Group") else _OF_THINGS)
            for k in self.mind.known.values()
            if k.plural and k.name not in barred
        ]
        choice = self.mind.choose(spot, plural) if spot.lower != "both" else None
        lasting = self.mind.sentence - held.group_at <= _PAIR_LASTS and not barred & set(held.group)
        fits = len(held.group) == 2 or (held.group and spot.lower != "both")
        if fits and lasting and (choice is None or choice.known.at <= held.group_at):
            types = {known.type for name in held.group if (known := self.mind.known.get(name))}
            return Meaning(held.group, types.pop() if len(types) == 1 else "Thing", 0.9)
        if choice is not None:
            return self._spoken(choice.known.name, replace(spot, gender=""), min(choice.sure, 0.7))
        if spot.lower == "both":
            two = [k for k in self.mind.known.values() if k.at >= self.mind.sentence - 1 and self._is(k, "Person")]
            names = tuple(sorted(k.name for k in two if k.name not in (self.speaker, self.addressee)))
            if len(names) != 2:
                return None
            held.group, held.group_at = names, self.mind.sentence
            return Meaning(names, "Person", 0.9)
        one = [
            (k, 1.0) for k in self.mind.known.values()
            if k.name not in barred and ((self._as_person(k, "") and not k.gender) or self._is(k, "Organization"))
        ]  # fmt: skip
        return self._chosen(replace(spot, plural=False), one, most=0.5)

    def _barred(self, spot: Spot) -> set[str]:
        """Whom the grammar keeps a pronoun from meaning: the subject in "Ana told her" and "Ana is her friend"."""
        barred: set[str] = set()
        if spot.rank == OWNER:
            noun = self.places.get(spot.around)
            if noun is not None and noun.same_as >= 0 and (subject := self.meant.get(noun.same_as)):
                barred.update(subject.names)
        elif spot.rank == OBJECT or spot.lower in ("his", "hers", "theirs"):
            for other in self.spots:
                if other.start < spot.start and other.verb == spot.verb and other.rank in (SUBJECT, OBJECT):
                    barred.update(self.meant[other.word].names if other.word in self.meant else ())
        return barred

    def _is(self, known: Known, kind: str) -> bool:
        return self.discourse.ontology.is_a(known.type, kind)

    def _as_person(self, known: Known, gender: str) -> float:
        """How well something known fits he, she or a singular they; 0 when it does not."""
        if known.plural or known.name == self.speaker:
            return 0.0
        if known.name == self.addressee and known.name not in self.told_of:  # "Ana told me she moved", not to Ana
            return 0.0
        if gender and known.gender not in ("", gender):
            return 0.0
        fits = (_OF_GENDER if known.named else 1.4) if known.gender and gender else 1.0
        if self._is(known, "Person"):
            return fits
        if self._is(known, "Animal") or self._is(known, "Pet"):
            return fits * _OF_ANIMAL
        return fits * _OF_OPEN_TYPE if known.named and known.type in ("Thing", "") else 0.0

    def _as_thing(self, known: Known) -> float:
        """How well something known fits "it"."""
        if known.plural or known.gender or self._is(known, "Person") or known.name in (self.speaker, self.addressee):
            return 0.0
        if self._is(known, "Nationality") or self._is(known, "Language"):
            return 0.0
        return _OF_PLACE if self._is(known, "Place") else 1.0

    def _as_place(self, known: Known) -> float:
        return 1.0 if self._is(known, "Place") else 0.8 if self._is(known, "Organization") else 0.0


def bound(meant: Mapping[int, Meaning], word: int, *, least: float = CERTAIN) -> str:
    """The one name a word means for sure, else ""."""
    meaning = meant.get(word)
    return meaning.names[0] if meaning and len(meaning.names) == 1 and meaning.sure >= least else ""
