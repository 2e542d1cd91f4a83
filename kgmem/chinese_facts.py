"""Facts in Chinese clauses, by the cues of the ontology.

A cue is matched with a clause's skeleton, and one with a comma with two clauses in a row. Of cues that claim the same
words the one that says most of them itself wins, if who and what stand in its places are of the classes it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.chinese_belongings import belongings
from kgmem.chinese_cues import Match, find, relation_forms
from kgmem.chinese_dating import is_dated, validity
from kgmem.chinese_objects import object_of
from kgmem.chinese_reading import PHRASES, TIMES, ChineseText, Clause, is_person
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import CAUSE, CONDITION, CONTRAST, DENIAL, EFFECT, ENDING, PURPOSE, Standing, standing
from kgmem.chinese_subjects import Subject, subjects
from kgmem.chinese_tellers import teller
from kgmem.chinese_things import Thing, kinds, thing
from kgmem.chinese_words import Word, cut
from kgmem.extract_claims import HABITS
from kgmem.ontology import Relation
from kgmem.ontology_patterns import OBJECT, SUBJECT
from kgmem.records import FactClaim
from kgmem.temporal import Span
from kgmem.text import fold

_BEGUN = re.compile("上了|起来|起|加入|参加|入职|成了|开始|当上|搬|得了|患上|染上|确诊|查出|诊断|爱上|迷上|喜欢上|成为")
_FOR_LONG = re.compile("(?:已经)?(?:好几|几|好多|很多|多|[一二两三四五六七八九十\\d]+)(?:年|个月|天|周|个星期)")
_CALLED = re.compile("(?:名字)?(?:名叫|叫做|叫)")
_STOPS = frozenset((DENIAL, CONTRAST, CAUSE, EFFECT, PURPOSE, ENDING))
_LEADS = frozenset("是就都也我你他她还又才")
"""Signs that the dictionary joins to what follows: "是从"."""
_NUMERAL = re.compile(r"[\d一二三四五六七八九十]")
_DONE = frozenset(("drinks", "eats", "uses", "drives", "takesMedicine", "reads", "watches", "listensTo"))
"""What one does now and then as well as again and again."""
_UNPLANNED = frozenset(
    (
        "hasCondition",
        "allergicTo",
        "speaks",
        "hasAge",
        "bornIn",
        "bornOn",
        "comesFrom",
        "likes",
        "dislikes",
        "favorite",
        "prefers",
    )
)
_CONFIDENCE = 0.75


@dataclass(frozen=True, slots=True)
class _Said:
    """A cue in a clause with what stands in its places."""

    clause: Clause
    match: Match
    relation: Relation
    how: Standing
    subjects: tuple[Subject, ...]
    things: tuple[Thing, ...]
    value: str
    told_by: str
    place: tuple[int, int]  # of the object, in the skeleton


def facts(scene: ChineseScene) -> list[FactClaim]:
    """What the clauses of a text say that holds."""
    claims: list[FactClaim] = []
    for at, clause in scene.clauses():
        pairs = [(clause, at, find(relation_forms(scene.ontology), clause.skeleton))]
        joined = _joined(scene, at)
        if joined is not None:
            found = [
                m for m in find(relation_forms(scene.ontology), joined.skeleton) if len(clause.skeleton) in _words(m)
            ]
            pairs.append((joined, at, found))
        for one, place, matches in pairs:
            for said in _taken(_readings(scene, one, place, matches)):
                claims += _claims(scene, said)
        claims += _bare_condition(scene, clause, at)
    claims += belongings(scene)
    owned = {(claim.subject, claim.object) for claim in claims if claim.relation == "owns"}
    claims = [c for c in claims if c.relation != "uses" or (c.subject, c.object) not in owned]
    claims = [c for c in claims if c.relation != "ownedBy" or (c.object, c.subject) not in owned]
    born = {(claim.subject, claim.object) for claim in claims if claim.relation == "bornIn"}
    claims = [
        c for c in claims if c.relation != "comesFrom" or (c.subject, c.object) not in born
    ]  # "老家苏州，在那儿出生的"
    return list(_once(scene, claims))


# --- which cues a clause says ----------------------------------------------------------------------


def _joined(scene: ChineseScene, at: int) -> Clause | None:
    """A clause with the one behind it, a comma between them."""
    clauses = scene.read.clauses
    if at + 1 >= len(clauses) or clauses[at].sentence != clauses[at + 1].sentence:
        return None
    one, other = clauses[at], clauses[at + 1]
    shift = len(one.skeleton) + 1
    return replace(
        one,
        end=other.end,
        skeleton=f"{one.skeleton}，{other.skeleton}",
        places=(*one.places[: shift - 1], one.end, *other.places),
        ends=(*one.ends[: shift - 1], other.start, *other.ends),
        taken=(*one.taken, *(replace(word, at=word.at + shift) for word in other.taken)),
        times=(*one.times, *other.times),
        closes=other.closes,
        asked=one.asked or other.asked,
    )


def _readings(scene: ChineseScene, clause: Clause, at: int, matches: Sequence[Match]) -> Iterator[_Said]:
    """The cues that hold in a clause, those of more words first."""

    def rank(match: Match) -> tuple[int | bool | str, ...]:
        wide = scene.ontology.relations[match.form.name].domain == "Thing"
        return (
            -match.weight,
            not match.form.pattern.denied,
            wide,
            not match.form.pattern.wants,
            match.start,
            match.form.name,
        )

    words = cut(clause.skeleton, guess=False)
    bounds = {place for word in words for place in (word.start, word.start + (word.text[0] in _LEADS))}
    bounds |= {place for place in range(1, len(clause.skeleton)) if _NUMERAL.match(clause.skeleton[place - 1])}
    for match in sorted(matches, key=rank):
        if any(place not in bounds or not _ends_well(scene, clause, words, place) for place in _single(match)):
            continue
        said = _reading(scene, clause, at, match)
        if said is not None:
            yield said


def _reading(scene: ChineseScene, clause: Clause, at: int, match: Match) -> _Said | None:
    pattern = match.form.pattern
    relation = scene.ontology.relations[match.form.name]
    told_by, begins = teller(scene, at, match.start)
    signs = [n for n in range(begins, match.start) if is_person(clause.skeleton[n])]
    first = signs[-1] + 1 if signs else begins if begins < match.start else match.start
    match = _cut_short(clause, match)
    how = standing(clause.taken, first, match.end, asked=clause.asked)
    if how.denied and len(clause.skeleton) > 1 and any(clause.skeleton[place] == "，" for place in _words(match)):
        how = replace(how, denied=False)  # "别碰花生，会过敏"
    if pattern.denied:
        if not (how.denied or how.ended):
            return None
        how = replace(how, denied=False, ended=False)
    if how.asked:
        return None
    if pattern.given and re.sub(f"[{PHRASES}{TIMES}，以靠在是就从也]", "", clause.skeleton[begins : match.start]):
        return None  # "治偏头痛" is no headache
    if how.modality == "asserted" and relation.name not in _UNPLANNED and _is_supposed(scene, at):
        how = replace(how, modality="hypothetical")
    if told_by and how.modality == "asserted":
        how = replace(how, modality="reported")
    what, value, place = object_of(scene, clause, match, relation)
    if not what and not value:
        return None
    who = _who(scene, clause, at, match, relation, begins, place)
    if not who:
        return None
    return _Said(clause, match, relation, how, who, what, value, told_by, place)


def _cut_short(clause: Clause, match: Match) -> Match:
    """A cue whose object, at the end, stops where something else is denied or set against it: "喜欢茶不喜欢咖啡"."""
    start, end = match.slots.get(OBJECT, (0, 0))
    if not start or end != match.end:
        return match
    stops = [word.at for word in clause.taken if word.kind in _STOPS and start < word.at < end]
    if called := _CALLED.search(clause.skeleton, start + 1, end):
        stops.append(called.start())
    if not stops:
        return match
    return replace(match, end=min(stops), slots={**match.slots, OBJECT: (start, min(stops))})


def _is_supposed(scene: ChineseScene, at: int) -> bool:
    """True for what would be if the clause before came true: "要是有钱，就买车"."""
    before = scene.read.clauses[at - 1] if at else None
    return (
        before is not None
        and before.sentence == scene.read.clauses[at].sentence
        and any(word.kind == CONDITION for word in before.taken)
    )


def _who(
    scene: ChineseScene,
    clause: Clause,
    at: int,
    match: Match,
    relation: Relation,
    begins: int,
    place: tuple[int, int],
) -> tuple[Subject, ...]:
    """Whom or what a cue is said of."""
    if slot := match.slots.get(SUBJECT):
        return tuple(subjects(scene, clause, at, *slot, relation, inside=True))
    start, end = match.slots.get(OBJECT, (match.end, match.end))
    if start == match.start and (start, end) != place:  # the subject stands beside an object that stands first
        beside = [*range(start, place[0]), *range(place[1], end)]
        signs = [position for position in beside if scene.read.phrase(clause.skeleton[position]) >= 0]
        if signs:
            return tuple(subjects(scene, clause, at, signs[0], signs[0] + 1, relation, inside=True))
    return tuple(subjects(scene, clause, at, begins, match.start, relation, inside=False))


def _taken(readings: Iterator[_Said]) -> list[_Said]:
    """Those readings that claim no words of one before them, in the order of the text."""
    kept: list[_Said] = []
    for said in readings:
        if not any(_excludes(other, said) for other in kept):
            kept.append(said)
    return sorted(kept, key=lambda said: said.match.start)


def _excludes(one: _Said, other: _Said) -> bool:
    """True when two cues cannot both be meant: they have the same object, or words of the other inside their own."""
    if one.place[0] < other.place[1] and other.place[0] < one.place[1]:
        return True
    words = _words(one.match) & _words(other.match)
    objects = set(range(*one.place)) & _words(other.match) | set(range(*other.place)) & _words(one.match)
    return len(words) > 1 or bool(objects)


def _ends_well(scene: ChineseScene, clause: Clause, words: Sequence[Word], place: int) -> bool:
    """False for a sign that begins a longer word whose rest is no thing: 开 of 开放, but not 喝 of 喝茶."""
    word = next((one for one in words if one.start <= place < one.end), None)
    rest = clause.skeleton[place + 1 : word.end] if word else ""
    counted = _NUMERAL.match(rest) or _NUMERAL.match(clause.skeleton[place - 1 : place])
    return not rest or counted is not None or bool(kinds(scene.ontology, rest))


def _single(match: Match) -> Iterator[int]:
    """The positions of those of a cue's own words that are one sign: they must begin a word of the text."""
    own = _words(match)
    yield from (place for place in own if place - 1 not in own and place + 1 not in own)


def _words(match: Match) -> set[int]:
    """The positions of a cue's own words."""
    own = set(range(match.start, match.end))
    for start, end in match.slots.values():
        own -= set(range(start, end))
    return own


# --- what they claim -------------------------------------------------------------------------------


def _claims(scene: ChineseScene, said: _Said) -> Iterator[FactClaim]:
    clause, relation, how = said.clause, said.relation, said.how
    words = clause.skeleton[said.match.start : said.match.end]
    begun = said.match.form.pattern.denied or _BEGUN.search(words) is not None or "了" in words
    if relation.name == "locatedIn":
        said = replace(said, subjects=tuple(who for who in said.subjects if "Person" not in who.kinds))
    if relation.name in _DONE and ("了" in words or how.modality not in ("asserted", "reported")) and not how.ended:
        return  # "昨天喝了咖啡", "想喝咖啡": once, no habit
    if relation.name == "knows" and ("了" in words or is_dated(scene, clause, how)):
        return  # "我认识了小李": they met
    if how.denied and how.modality not in ("asserted", "reported"):
        return  # "不打算买车了"
    if relation.name in _UNPLANNED and how.modality == "planned":
        how = replace(how, modality="asserted")
    valid, ends = validity(scene, clause, relation, how, begun=begun)
    polarity = "negative" if how.denied else "positive"
    if how.ended and not is_dated(scene, clause, how):
        polarity, ends = "negative", False
        valid = Span(scene.episode.occurred)
    if polarity == "negative":
        ends = False
        if how.modality == "hypothetical":
            return
    modality = how.modality
    if modality == "asserted" and relation.name in HABITS and any(time.kind == "recurring" for time in clause.times):
        modality = "recurring"
    sure = _CONFIDENCE * (1.0 if modality in ("asserted", "recurring") else 0.8)
    start, end = clause.span_said(said.match.start, said.match.end)
    for who in said.subjects:
        for what in said.things or (None,):
            if not (what.name if what else said.value):
                continue
            yield FactClaim(
                subject=who.name,
                relation=relation.name,
                object=what.name if what else "",
                value="" if what else said.value,
                predicate=_predicate(said, scene.read),
                subject_type=_narrowed(scene, who.kinds, relation.domain),
                object_type=_narrowed(scene, what.kinds, relation.range) if what else "Thing",
                valid=valid,
                polarity=polarity,
                modality=modality,
                ends=ends and modality == "asserted",
                confidence=round(sure, 2),
                rule="chinese",
                start=min([start, who.start] if who.start >= 0 else [start]),
                end=max(end, what.end if what else end),
                told_by=said.told_by if modality == "reported" else "",
            )


def _bare_condition(scene: ChineseScene, clause: Clause, at: int) -> Iterator[FactClaim]:
    """ "我感冒了", "他腰椎间盘突出好几年了", "她要长期吃药，糖尿病": an illness that is all that is said of somebody."""
    skeleton = clause.skeleton
    start = next(
        (n for n, sign in enumerate(skeleton) if not is_person(sign) and scene.read.time(sign) is None), len(skeleton)
    )
    found = _FOR_LONG.search(skeleton, start)
    one = thing(scene, clause, start, found.start() if found else len(skeleton)) if start < len(skeleton) else None
    how = standing(clause.taken, start, len(skeleton), asked=clause.asked)
    if (
        one is None
        or one.phrase >= 0
        or one.kinds[:1] != ("Condition",)
        or how.asked
        or how.denied
        or how.ended
        or re.search("的|过敏|^病$", one.name)
    ):
        return
    relation = scene.ontology.relation("hasCondition")
    told_by, begins = teller(scene, at, start)
    modality = "reported" if told_by and how.modality == "asserted" else how.modality
    alone = start == 0 and (not at or scene.read.clauses[at - 1].sentence != clause.sentence)
    if modality not in ("asserted", "reported") or alone:
        return
    valid, ends = validity(scene, clause, relation, how, begun=True)
    for who in subjects(scene, clause, at, begins, start, relation, inside=False):
        yield FactClaim(
            who.name, relation.name, one.name, predicate="有", subject_type="Person", object_type="Condition", valid=valid,
            modality=modality, ends=ends, confidence=0.7, rule="chinese-condition", start=clause.start, end=one.end, told_by=told_by,
        )  # fmt: skip


def _narrowed(scene: ChineseScene, own: Sequence[str], wanted: str) -> str:
    """The class of an end of a relation after the relation had its say."""
    fitting = [kind for kind in own if scene.ontology.is_a(kind, wanted)]
    if fitting:
        return fitting[0]
    if wanted in ("Thing", "Agent"):
        return next(iter(own), "Organization" if wanted == "Agent" else wanted)
    return wanted


def _predicate(said: _Said, read: ChineseText) -> str:
    """The cue's own words as they stand in the text, without how long."""
    clause, match = said.clause, said.match
    named = match.slots.get("kind")
    own = [place for place in sorted(_words(match)) if clause.skeleton[place] != "，"]
    timed = [place for place in own if any(t.start <= clause.places[place] < t.end for t in clause.times)]
    own = [place for place in own if place not in timed] or own
    words = "".join(read.text[clause.places[place] : clause.ends[place]] for place in own)
    if named is not None:
        return f"最喜欢的{read.surface(clause, *named)}"
    return words or said.relation.name


def _once(scene: ChineseScene, claims: Sequence[FactClaim]) -> Iterator[FactClaim]:
    used = set()
    for claim in claims:
        key = (claim.subject, claim.relation, claim.object or claim.value, claim.polarity, claim.modality, claim.ends)
        mirrored = (claim.object, claim.relation, claim.subject, *key[3:])
        if claim.object and fold(claim.subject) == fold(claim.object):
            continue
        if key in used or (mirrored in used and scene.ontology.relations[claim.relation].symmetric):
            continue
        used.add(key)
        yield claim
