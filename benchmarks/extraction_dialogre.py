"""DialogRE v2: how persons, places and organisations in a dialogue relate, in English and Chinese.

MAPPING says which of kgmem's relations count for each label. Judged are labels with a trigger word, of which kgmem has
a relation: a dialogue is read turn by turn, and what was read between two of its annotated arguments is compared.
Inverse labels say one thing and count once. What fits a label without a trigger is implied, neither right nor wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import (
    DataError,
    Outcome,
    facts_told,
    files_in,
    in_session,
    ontology,
    prf,
    read,
    text_of,
)
from benchmarks.extraction_words import same_name
from benchmarks.synth.scoring import Tally
from kgmem.records import Episode, Extraction
from kgmem.text import name_key

STARTED = 1_700_000_000_000_000

MAPPING: dict[str, tuple[str, ...]] = {
    "per:girl/boyfriend": ("partnerOf", "exPartnerOf"),
    "per:dates": ("partnerOf", "dated"),
    "per:spouse": ("spouseOf",),
    "per:siblings": ("siblingOf", "halfSiblingOf", "stepSiblingOf"),
    "per:children": ("parentOf", "-childOf", "stepparentOf", "-stepchildOf"),
    "per:other_family": (
        *("relativeOf", "grandparentOf", "-grandparentOf", "cousinOf", "siblingInLawOf"),
        *("auntOrUncleOf", "-auntOrUncleOf", "parentInLawOf", "-parentInLawOf"),
    ),
    "per:friends": ("friendOf",),
    "per:acquaintance": ("knows",),
    "per:roommate": ("roommateOf", "livesWith", "housemateOf"),
    "per:neighbor": ("neighborOf",),
    "per:alumni": ("classmateOf", "schoolmateOf"),
    "per:positive_impression": ("likes", "admires", "loves", "trusts"),
    "per:negative_impression": ("dislikes", "hates"),
    "per:subordinate": ("manages", "bossOf", "-reportsTo"),
    "per:client": ("-clientOf", "-customerOf"),
    "per:pet": ("hasPet",),
    "per:works": ("created", "wrote", "authorOf"),
    "per:employee_or_member_of": ("worksFor", "memberOf"),
    "per:place_of_work": ("worksFor", "worksAt", "worksIn"),
    "per:place_of_residence": ("livesIn", "grewUpIn"),
    "per:visited_place": ("visited",),
    "per:place_of_birth": ("bornIn",),
    "per:date_of_birth": ("bornOn",),
    "per:origin": ("comesFrom", "hasNationality"),
    "per:schools_attended": ("studiesAt", "graduatedFrom"),
    "per:major": ("studies",),
    "per:age": ("hasAge",),
    "per:title": ("worksAs", "hasTitle", "isA"),
}
"""Label -> relations that say it, from x to y; with "-" from y to x. A label is judged if the ontology has one."""

INVERSE: dict[str, str] = {
    "per:parents": "per:children",
    "per:boss": "per:subordinate",
    "gpe:residents_of_place": "per:place_of_residence",
    "gpe:visitors_of_place": "per:visited_place",
    "gpe:births_in_place": "per:place_of_birth",
    "org:employees_or_members": "per:employee_or_member_of",
    "org:students": "per:schools_attended",
}
"""Label -> the label that says the same with x and y exchanged."""

SYMMETRIC = frozenset(
    f"per:{name}"
    for name in (
        *("girl/boyfriend", "dates", "spouse", "siblings", "other_family"),
        *("friends", "acquaintance", "roommate", "neighbor", "alumni"),
    )
)
NAMES = "per:alternate_names"
NOT_JUDGED = frozenset((NAMES, "unanswerable"))


@dataclass(frozen=True, slots=True)
class Pair:
    """A label between two arguments; of a symmetric one the lesser name comes first."""

    x: str
    label: str
    y: str


def dialogre_en(data: Path) -> Outcome:
    return _measured(data, "en")


def dialogre_cn(data: Path) -> Outcome:
    return _measured(data, "cn")


def _measured(data: Path, lang: str) -> Outcome:
    dialogues = [
        (f"{path.name.split('.')[0]}/{n}", d) for path in files_in(data, f"{lang}_*.json*") for n, d in _load(path)
    ]
    turns = [_turns(name, lines) for name, (lines, _) in dialogues]
    found = iter(read([one for session in turns for one in in_session(session)]))
    extractions = [[next(found) for _ in session] for session in turns]
    return judged([(name, relations) for name, (_, relations) in dialogues], extractions)


def _load(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        yield from enumerate((lines, relations) for lines, relations in json.loads(text_of(path)))
    except (ValueError, TypeError) as error:
        raise DataError(f"{path.name} is no file of DialogRE: a list of [turns, relations]") from error


def _turns(name: str, lines: Sequence[str]) -> list[Episode]:
    found = []
    for n, line in enumerate(lines):
        speaker, colon, text = line.partition(":")
        speaker, text = (speaker.strip(), text.strip()) if colon else ("", line)
        if not text:
            continue
        at = STARTED + n * 1_000_000
        found.append(Episode(text, speaker=speaker.split(",")[0], session=name, id=f"{name}:{n}", occurred=at, seq=n))
    return found


def judged(gold: Sequence[tuple[str, Sequence[Mapping[str, Any]]]], found: Sequence[Sequence[Extraction]]) -> Outcome:
    tallies: dict[str, Tally] = defaultdict(Tally)
    items: list[dict[str, Any]] = []
    known = {label for label, names in MAPPING.items() if any(n.lstrip("-") in ontology().relations for n in names)}
    left: set[str] = set()
    for (name, relations), extractions in zip(gold, found, strict=True):
        arguments = Arguments(relations)
        told, implied = pairs_of(relations, arguments)
        left |= {pair.label for pair in told if pair.label not in known}
        told = {pair for pair in told if pair.label in known}
        said = read_pairs(extractions, arguments)
        for pair in sorted(told, key=str):
            options = _options(pair)
            right = any(option in said for option in options)
            for key in ("", pair.label):
                tallies[key] += Tally(right=right, wanted=1, given=right)
            items.append(
                {"id": f"{name}/{pair}", "label": pair.label, "gold": _words(pair), "found": [], "right": right}
            )
        explained = {option for pair in told | implied for option in _options(pair)}
        for relation in sorted(said - explained):
            for key in ("", f"read:{relation[1]}"):
                tallies[key] += Tally(given=1)
            items.append({"id": name, "label": "", "gold": [], "found": list(relation), "right": False})
    metrics = prf(tallies[""])
    for label in sorted(key for key in tallies if key and not key.startswith("read:")):
        metrics |= {f"recall/{label}": tallies[label].recall, f"n/{label}": tallies[label].wanted}
    for key in sorted(key for key in tallies if key.startswith("read:")):
        metrics[f"wrong/{key[5:]}"] = tallies[key].given
    notes = f"labels of which kgmem has no relation, left out: {', '.join(sorted(left))}" if left else ""
    return Outcome(metrics, tallies[""].wanted, "pairs with a trigger", items, notes)


class Arguments:
    """What a dialogue's annotation names, with alternate names of one person as one."""

    def __init__(self, relations: Iterable[Mapping[str, Any]]) -> None:
        self._of: dict[str, str] = {}  # name -> the name it goes by
        held = list(relations)
        for relation in held:
            for end in (relation["x"], relation["y"]):
                self._of.setdefault(name_key(end), name_key(end))
        for relation in held:
            if NAMES in relation["r"]:
                one, other = self.named(relation["x"]), self.named(relation["y"])
                low, high = sorted((one, other))
                self._of = {name: low if goes_by == high else goes_by for name, goes_by in self._of.items()}

    def named(self, name: str) -> str:
        return self._of[name_key(name)]

    def find(self, name: str) -> str | None:
        """The argument a name means: the one so called, else the only one of which it is a part, or the reverse."""
        key = name_key(name)
        if key in self._of:
            return self._of[key]
        met = {
            goes_by
            for known, goes_by in self._of.items()
            if not known.startswith("speaker ") and same_name(known, name)
        }
        return met.pop() if len(met) == 1 else None


def pairs_of(relations: Iterable[Mapping[str, Any]], arguments: Arguments) -> tuple[set[Pair], set[Pair]]:
    """Gold with a trigger, and gold without one."""
    told: set[Pair] = set()
    implied: set[Pair] = set()
    for relation in relations:
        for label, trigger in zip(relation["r"], relation["t"], strict=True):
            if label in NOT_JUDGED:
                continue
            x, y = arguments.named(relation["x"]), arguments.named(relation["y"])
            if label in INVERSE:
                label, x, y = INVERSE[label], y, x
            if label in SYMMETRIC:
                x, y = sorted((x, y))
            (told if trigger.strip() else implied).add(Pair(x, label, y))
    return told, implied - told


def read_pairs(extractions: Iterable[Extraction], arguments: Arguments) -> set[tuple[str, str, str]]:
    """(x, relation, y) of the facts read between two arguments, denied and only supposed ones left out."""
    wanted = {name.lstrip("-") for names in MAPPING.values() for name in names}
    forwards = {name for names in MAPPING.values() for name in names}
    relations = ontology().relations
    found = set()
    for extraction in extractions:
        for fact in facts_told(extraction):
            relation, positive = fact.relation, fact.polarity == "positive"
            if relation == "likes" and not positive:
                relation, positive = "dislikes", True
            if relation not in wanted or not positive or fact.modality in ("hypothetical", "planned"):
                continue
            x, y = arguments.find(fact.subject), arguments.find(fact.object or fact.value)
            if x is None or y is None or x == y:
                continue
            inverse = relations[relation].inverse
            if relation not in forwards and inverse in forwards:
                relation, x, y = inverse, y, x
            if relations[relation].symmetric:
                x, y = sorted((x, y))
            found.add((x, relation, y))
    return found


def _options(pair: Pair) -> set[tuple[str, str, str]]:
    """Every way in which kgmem may say a pair."""
    found = set()
    for name in MAPPING.get(pair.label, ()):
        backwards = name.startswith("-")
        x, y = (pair.y, pair.x) if backwards else (pair.x, pair.y)
        found.add((x, name.lstrip("-"), y))
    return found


def _words(pair: Pair) -> list[str]:
    return [pair.x, pair.label, pair.y]
