"""PersonaExt: what people tell of themselves in chats; one triple is annotated per utterance.

The tables below say which of kgmem's relations count for each label. An object counts when half of its words (F1 of
stems) are the annotated ones. As only one triple is annotated, what is read besides is neither right nor wrong, unless
it meets that triple by halves: the relation with another object, or the object with another relation, is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import (
    DataError,
    Outcome,
    by,
    facts_told,
    files_in,
    ontology,
    read_texts,
    share,
    text_of,
)
from benchmarks.extraction_words import content, overlap, without_owner
from kgmem.records import Extraction, FactClaim

SPEAKER = "Robin"
"""Who the nameless speaker is for kgmem."""
PRECISION = 60.0
SAME_OBJECT = 0.5

FOND = ("likes", "favorite", "prefers", "enjoys")
AVERSE = ("dislikes", "hates", "avoids")
RELATIONS: dict[str, tuple[str, ...]] = {
    "like_general": (*FOND, "practices", "plays"),
    "like_food": (*FOND, "eats"),
    "like_drink": (*FOND, "drinks"),
    "like_animal": (*FOND, "hasPet"),
    "like_color": FOND,
    "like_character": FOND,
    "like_subject": (*FOND, "studies"),
    "like_music": (*FOND, "plays", "listensTo"),
    "like_sports": (*FOND, "plays", "practices"),
    "like_activity": (*FOND, "plays", "practices"),
    "like_read": (*FOND, "reads"),
    "like_movie": (*FOND, "watches"),
    "like_watching": (*FOND, "watches"),
    "like_goto": (*FOND, "visited"),
    "has_hobby": (*FOND, "plays", "practices"),
    "favorite": FOND,
    "favorite_color": FOND,
    "favorite_drink": (*FOND, "drinks"),
    "favorite_food": (*FOND, "eats"),
    "favorite_music_artist": (*FOND, "listensTo"),
    "favorite_music": (*FOND, "listensTo"),
    "favorite_movie": (*FOND, "watches"),
    "favorite_book": (*FOND, "reads"),
    "favorite_show": (*FOND, "watches"),
    "favorite_season": FOND,
    "favorite_animal": FOND,
    "favorite_activity": (*FOND, "plays", "practices"),
    "favorite_hobby": (*FOND, "plays", "practices"),
    "favorite_place": (*FOND, "visited"),
    "favorite_sport": (*FOND, "plays", "practices"),
    "dislike": AVERSE,
    "dislike_activity": AVERSE,
    "dislike_animal": AVERSE,
    "dislike_color": AVERSE,
    "dislike_drink": AVERSE,
    "dislike_food": AVERSE,
    "dislike_music": AVERSE,
    "dislike_job": AVERSE,
    "dislike_read": AVERSE,
    "dislike_sport": AVERSE,
    "dislike_subject": AVERSE,
    "own": ("owns", "hasPet", "drives", "uses"),
    "have": ("owns", "hasPet", "drives", "uses"),
    "have_pet": ("hasPet", "owns"),
    "have_vehicle": ("drives", "owns"),
    "collect": ("collects", "owns"),
    "live_in_citystatecountry": ("livesIn", "comesFrom", "bornIn", "grewUpIn"),
    "live_in_general": ("livesIn",),
    "live_with": ("livesWith", "roommateOf"),
    "place_origin": ("comesFrom", "bornIn", "grewUpIn", "hasNationality"),
    "nationality": ("hasNationality", "comesFrom"),
    "employed_by_company": ("worksFor", "worksAt"),
    "employed_by_general": ("worksFor", "worksAt"),
    "has_profession": ("worksAs", "isA"),
    "previous_profession": ("worksAs", "isA"),
    "want_job": ("wants", "worksAs", "aspiresTo", "isA"),
    "want": ("wants",),
    "want_do": ("wants", "plansTo"),
    "attend_school": ("studiesAt", "graduatedFrom"),
    "has_degree": ("studies", "graduatedFrom", "hasDegree"),
    "have_sibling": ("siblingOf",),
    "have_chidren": ("parentOf",),
    "have_family": ("relativeOf", "parentOf", "childOf", "siblingOf", "spouseOf"),
    "member_of": ("memberOf", "playsIn", "volunteersAt", "worksFor"),
    "get_along": ("closeTo", "likes", "friendOf"),
    "fall_out": ("estrangedFrom", "dislikes"),
    "international_exp": ("visited", "livesIn", "wantsToVisit", "studiesAt"),
    "has_ability": ("hasSkill", "speaks", "plays"),
    "weakness": ("strugglesWith",),
    "used_to": ("practices", "plays", "owns", "likes", "worksAs"),
    "has_age": ("hasAge",),
    "name": ("named",),
    "marital_status": ("spouseOf", "hasMaritalStatus"),
    "relationship": ("partnerOf", "spouseOf"),
    "health_status": ("hasCondition",),
    "allergy_to": ("allergicTo",),
    "diet": ("hasDiet",),
    "other": (),
}
"""Label -> relations that say it."""

DENIED: dict[str, tuple[str, ...]] = {
    "have_no": (*RELATIONS["own"], "friendOf"),
    "weakness": RELATIONS["has_ability"],
    "fall_out": RELATIONS["get_along"],
    "have_no_family": RELATIONS["have_family"],
    "have_no_children": RELATIONS["have_chidren"],
    "have_no_sibling": RELATIONS["have_sibling"],
    "do_not_eat": ("eats", "likes"),
    "do_not_drink": ("drinks", "likes"),
    "do_not_do": ("likes", "practices", "plays", "believesIn"),
    "do_not": ("likes", "practices", "plays"),
    "never_do": ("practices", "plays"),
    "want_no": ("wants",),
    "not_want_do": ("wants",),
    **{label: ("likes", "favorite") for label in RELATIONS if label.startswith("dislike")},
}
"""Label -> relations that say it when they are denied."""

AVERSE_TOO: dict[str, tuple[str, ...]] = {"do_not_eat": ("allergicTo", *AVERSE), "do_not_drink": AVERSE}
"""Labels that are told by a positive relation as well as by a denied one."""

OWN_WORDS = frozenset(("other", "weakness", "used_to", "get_along", "fall_out", "do_not_do"))
"""Labels that name no relation: what is kept under `relatedTo`, with its own words, says them too."""

EVENTS = frozenset(("international_exp", "used_to", "other", "favorite_place", "weakness"))
"""Labels that something that happened says too: an event in which the object takes part."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact or an event as far as it is compared."""

    relation: str
    object: str
    polarity: str
    confidence: float


def personaext(data: Path) -> Outcome:
    """The distinct rows of the folder's JSON Lines files, or of the file given."""
    rows = distinct([row for path in files_in(data, "*.jsonl*") for row in _rows(path)])
    found = read_texts([" ".join(row["tokens"]) for row in rows], speaker=SPEAKER)
    return judged(rows, found)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        return [triple for line in text_of(path).splitlines() for triple in json.loads(line)["triplets"]]
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path.name} is no file of PersonaExt: each line is an object with `triplets`") from error


def distinct(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows repeat across the splits: each once."""
    seen: dict[tuple[Any, ...], Mapping[str, Any]] = {}
    for row in rows:
        seen.setdefault((*row["tokens"], *row["head"], *row["tail"], row["label"]), row)
    return list(seen.values())


def judged(rows: Sequence[Mapping[str, Any]], found: Sequence[Extraction]) -> Outcome:
    """Recall at the lowest confidence from which on precision is at least 60 %, and both without a threshold."""
    items, scored = [], []
    read = 0
    for place, (row, extraction) in enumerate(zip(rows, found, strict=True)):
        tail = " ".join(row["tokens"][n] for n in row["tail"])
        facts = statements(extraction)
        read += len(extraction.facts)
        right = max((s.confidence for s in facts if fits(s, row["label"], tail)), default=0.0)
        wrong = [s.confidence for s in facts if meets_by_halves(s, row["label"], tail)]
        scored.append((right, wrong))
        items.append(
            {
                "id": str(place),
                "label": row["label"],
                "text": " ".join(row["tokens"]),
                "gold": [" ".join(row["tokens"][n] for n in row["head"]), row["label"], tail],
                "found": [f"{'not ' * (s.polarity == 'negative')}{s.relation} {s.object}" for s in facts],
                "object_found": any(_same_object(s.object, tail) for s in facts),
                "right": right > 0,
            }
        )
    from_ = threshold(scored)
    recall, precision = at(scored, from_)
    all_recall, all_precision = at(scored, 0.0)
    metrics = {"recall": recall if from_ <= 1 else 0.0, "precision": precision, "from_confidence": 100 * min(from_, 1)}
    metrics |= {"recall_all": all_recall, "precision_all": all_precision}
    metrics["object_recall"] = 100 * sum(item["object_found"] for item in items) / max(1, len(items))
    metrics["facts_per_utterance"] = read / max(1, len(items))
    for label, group in by(items, "label").items():
        metrics |= {f"recall_all/{label}": share(group), f"n/{label}": len(group)}
    unknown = sorted(label for label in by(items, "label") if not _held(label))
    notes = f"labels of which kgmem has no relation: {', '.join(unknown)}" if unknown else ""
    return Outcome(metrics, len(items), "utterances with a triple", items, notes)


def statements(extraction: Extraction) -> list[Statement]:
    """Facts seen from the speaker ("Robin's son is a child of Robin" as parentOf son), and who takes part in events."""
    facts = [_from_the_speaker(fact) for fact in facts_told(extraction)]
    events = [
        Statement("event", without_owner(name), e.polarity, e.confidence)
        for e in extraction.events
        for _, name, _ in e.participants
        if name != SPEAKER
    ]
    return facts + events


def _from_the_speaker(fact: FactClaim) -> Statement:
    relation, object = fact.relation, fact.object or fact.value
    known = ontology().relations.get(relation)
    if object == SPEAKER and known is not None and (known.symmetric or known.inverse):
        relation, object = relation if known.symmetric else known.inverse, fact.subject
    return Statement(relation, without_owner(object), fact.polarity, fact.confidence)


def says(statement: Statement, label: str) -> bool:
    """True when the statement's relation and polarity are the label's."""
    if statement.relation == "event":
        return label in EVENTS
    if statement.relation == "relatedTo":
        return label in OWN_WORDS
    if statement.polarity == "negative":
        return statement.relation in DENIED.get(label, ())
    return statement.relation in (*RELATIONS.get(label, ()), *AVERSE_TOO.get(label, ()))


def fits(statement: Statement, label: str, tail: str) -> bool:
    return says(statement, label) and _same_object(statement.object, tail)


def meets_by_halves(statement: Statement, label: str, tail: str) -> bool:
    """The object with another relation, or the label's own relation with another object. Events and `relatedTo`
    claim no relation, so that they cannot have a wrong one."""
    if statement.relation in ("event", "relatedTo"):
        return False
    return says(statement, label) != _same_object(statement.object, tail)


def _same_object(said: str, tail: str) -> bool:
    return overlap(content(said), content(tail)) >= SAME_OBJECT


def threshold(scored: Sequence[tuple[float, Sequence[float]]]) -> float:
    """The lowest confidence from which on precision reaches PRECISION; above 1 when there is none."""
    steps = sorted({0.0, *(right for right, _ in scored), *(one for _, wrong in scored for one in wrong)})
    return next((step for step in steps if at(scored, step)[1] >= PRECISION), 1.1)


def at(scored: Sequence[tuple[float, Sequence[float]]], step: float) -> tuple[float, float]:
    """Recall and precision in percent of what has at least this confidence."""
    right = sum(one > 0 and one >= step for one, _ in scored)
    wrong = sum(one >= step for _, several in scored for one in several)
    return 100 * right / max(1, len(scored)), 100 * right / max(1, right + wrong)


def _held(label: str) -> bool:
    """Whether kgmem has a relation for a label."""
    wanted = (*RELATIONS.get(label, ()), *DENIED.get(label, ()), *AVERSE_TOO.get(label, ()))
    return any(name in ontology().relations for name in wanted)
