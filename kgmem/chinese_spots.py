"""The phrases of a Chinese text as spots, for the discourse that tells who and what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgmem.chinese_named import Named
from kgmem.chinese_reading import ChineseText, Clause
from kgmem.extract_salience import OBJECT, OTHER, OWNER, SUBJECT, Spot
from kgmem.han import simplified

TIE = "的"
"""Between an owner and what is owned, in names made of both: "静怡的妈妈"."""
_CALLED = re.compile(r"(?:的)?(?:名字)?(?:就)?(?:叫做|叫作|名叫|名为|叫|是)[了过着]?\Z")
_SAYING = re.compile(r"(?:说|讲|告诉|觉得|认为|知道|发现|看到|听到|听说|记得|以为|希望|想|问|道)[了过着]?(?:我|你)?\Z")
_AND = re.compile(r"[和跟与同、]|以及|还有\Z")
_BEFORE_OBJECTS = re.compile(r"[把被给对跟和与同向为替帮陪让叫请找比]\Z")
_IS = re.compile(r"(?:就|是|算|当|成|为|做|了|过|着|变)+")
_STEP = 64
"""Verbs of a clause, for numbering them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a phrase stands: `at` is its place in the skeleton of clause `clause`."""

    clause: int
    at: int
    rank: int
    verb: int
    joined: int = -1


def spots(read: ChineseText) -> list[Spot]:
    """A spot for each phrase, owners before what they own; `word` is the phrase's number."""
    places = dict(_places(read))
    around = {one.owner: number for number, one in enumerate(read.phrases) if one.owner >= 0}
    quotations = list(_quotations(read))
    found = []
    for number, one in enumerate(read.phrases):
        outer = number
        while outer not in places and outer in around:
            outer = around[outer]
        place = places.get(outer) or _nearest(read, one)
        beside, same_as = _beside(read, places, number, one)
        found.append(
            Spot(
                one.start, one.end, number, one.kind, one.lower or one.noun or one.name,
                name=one.noun or one.name, type=one.type, gender=one.gender, plural=one.plural,
                rank=OWNER if number in around else place.rank, sentence=read.clauses[place.clause].sentence if read.clauses else 0,
                verb=place.verb, lemma=one.plain or one.noun, determiner=_determiner(read, one), qualifier=_qualifier(read, one),
                owner=one.owner, around=around.get(number, -1), beside=beside, same_as=same_as,
                joined=place.joined if number == outer else -1, tie=TIE, quoted=_quoted(one, quotations),
            )
        )  # fmt: skip
    return found


_ANOTHER = re.compile(r"(?:另一个|另外一个|另外还有一?个|还有一?个|也有一?个|又有一?个|另有一?个|又来了一?个)\Z")
_OF_WHERE = re.compile(
    r"(?P<where>[㐀-鿿]{1,6}?(?:部门|部|公司|集团|小组|组|班|系|科|厂|店|学院|医院|大学|学校|中学|校|社|队|银行|单位|处|中心))(?:里|那边|这边)?"
    r"(?:的|也有一?个|还有一?个|又有一?个|另有一?个|那个|的那个)+\Z"
)


def _determiner(read: ChineseText, one: Named) -> str:
    """ "that" for what is only pointed to; "another" for somebody else of a name that was given before."""
    if one.kind == "noun" and one.owner < 0:
        return "that"
    before = simplified(read.text[max(one.start - 8, 0) : one.start])
    return "another" if one.kind == "name" and one.type == "Person" and _ANOTHER.search(before) else ""


def _qualifier(read: ChineseText, one: Named) -> str:
    """The department or firm that tells who of a name is meant: "财务部的王伟"."""
    if one.kind != "name" or one.type != "Person":
        return ""
    start = max(one.start - 14, 0)
    before = re.split(r"[，,。！!？?；;\s]", simplified(read.text[start : one.start]))[-1]
    found = _OF_WHERE.search(before)
    place = one.start - len(before) + found.start("where") if found else 0
    return read.text[place : place + len(found["where"])] if found else ""


def _nearest(read: ChineseText, one: Named) -> Place:
    at = next((n for n, clause in enumerate(read.clauses) if clause.start <= one.start < clause.end), 0)
    return Place(at, 0, OTHER, at * _STEP)


def _places(read: ChineseText) -> Iterator[tuple[int, Place]]:
    """Each phrase that has a sign, with its rank: what opens a clause, or what another says, is its subject."""
    for number, clause in enumerate(read.clauses):
        verb, joined, last = 0, -1, -1
        subject = True  # no verb was read yet
        for at, sign in enumerate(clause.skeleton):
            phrase = read.phrase(sign)
            if phrase < 0:
                continue
            between = clause.skeleton[last + 1 : at]
            words = "".join(s for s in between if read.time(s) is None)
            if last >= 0 and _AND.fullmatch(words) and read.phrases[phrase].type == "Person":
                joined = joined if joined >= 0 else read.phrase(clause.skeleton[last])
            elif last >= 0 or words:
                joined = -1
                subject = bool(_SAYING.search(words)) or (last < 0 and _is_lead(words))
                verb += 1 if subject and last >= 0 else 0
            rank = SUBJECT if subject else OTHER if _BEFORE_OBJECTS.search(words) else OBJECT
            yield phrase, Place(number, at, rank, number * _STEP + verb, joined)
            if joined >= 0 and joined == read.phrase(clause.skeleton[last]):
                yield joined, Place(number, last, rank, number * _STEP + verb, joined)
            last = at


def _is_lead(words: str) -> bool:
    """True for what may stand before a subject without being a predicate of its own: "昨天晚上", "其实"."""
    return len(words) <= 2 and not re.search(r"[在是有说给把被对跟和叫让从向到去来看见听找问喜爱想]", words)


def opens(read: ChineseText, clause: Clause, number: int) -> bool:
    """True when nothing but times stands before a phrase in its clause."""
    for sign in clause.skeleton:
        if read.phrase(sign) == number:
            return True
        if read.time(sign) is None:
            return False
    return False


def _beside(read: ChineseText, places: dict[int, Place], number: int, one: Named) -> tuple[tuple[int, ...], int]:
    """The name put beside a description, "我同事小赵", "我姐姐叫林梅"; or the phrase it is said of, "小赵是我同事"."""
    if one.kind != "noun" or one.owner < 0 or number not in places:
        return (), -1
    place = places[number]
    clause = read.clauses[place.clause]
    after = clause.skeleton[place.at + 1 :]
    for length, sign in enumerate(after):
        phrase = read.phrase(sign)
        if phrase >= 0:
            said = "".join(s for s in after[:length] if read.time(s) is None)
            if (
                _is_name(read.phrases[phrase])
                and (not said or _CALLED.fullmatch(said))
                and not _denied(clause, place.at)
            ):
                return (phrase,), -1
            break
        if length > 6:
            break
    if place.at + 1 == len(clause.skeleton) and place.clause + 1 < len(read.clauses):
        following = read.clauses[place.clause + 1]
        head = re.match(r"(?:名字)?(?:就)?(?:叫做|名叫|名为|叫)[了过着]?(.)", following.skeleton)
        phrase = read.phrase(head[1]) if head else -1
        if phrase >= 0 and _is_name(read.phrases[phrase]):
            return (phrase,), -1
    listed = tuple(_listed(read, place)) if one.plural else ()
    if listed:
        return listed, -1
    if place.at and clause.skeleton[place.at + 1 :] in ("", "之一"):
        first = read.phrase(clause.skeleton[0])
        said = "".join(sign for sign in clause.skeleton[1 : place.at] if read.time(sign) is None)
        is_ = _IS.fullmatch(said) or (not said and any("是" in taken.word for taken in clause.taken))  # "还是"
        if first >= 0 and is_ and not _denied(clause, 0):
            return (), first
    if (
        place.clause
        and re.fullmatch(r"(?:就)?是", clause.skeleton[: place.at])
        and place.at + 1 == len(clause.skeleton)
    ):
        earlier = [one for one in read.clauses[: place.clause] if one.sentence == clause.sentence and one.skeleton]
        first = next((number for one in reversed(earlier) if (number := read.phrase(one.skeleton[0])) >= 0), -1)
        if first >= 0 and not _denied(clause, 0):
            return (), first
    if len(clause.skeleton) == 1 and place.clause and len(read.clauses[place.clause - 1].skeleton) == 1:
        before = read.phrase(read.clauses[place.clause - 1].skeleton)
        if before >= 0 and _is_name(read.phrases[before]):
            return (), before
    return (), -1


def _listed(read: ChineseText, place: Place) -> Iterator[int]:
    """The names that follow a plural noun, each a clause of its own: "我的朋友们，小李，小赵"."""
    clause = read.clauses[place.clause]
    if place.at + 1 < len(clause.skeleton):
        return
    for following in read.clauses[place.clause + 1 :]:
        phrase = read.phrase(following.skeleton) if len(following.skeleton) == 1 else -1
        if phrase < 0 or following.sentence != clause.sentence or not _is_name(read.phrases[phrase]):
            return
        yield phrase


def _denied(clause: Clause, at: int) -> bool:
    return (
        any(taken.kind in ("denial", "doubt", "condition") and taken.at >= at for taken in clause.taken) or clause.asked
    )


def _is_name(one: Named) -> bool:
    return one.kind == "name" and one.type in ("Person", "Thing", "Animal")


_QUOTE = re.compile(r"[“「『\"]([^“”「」『』\"\n]{2,400})[”」』\"]")
_VERBISH = re.compile(r"[我你您他她是了在有不没想要吗吧呢啊！？!?，,。]")


def _quotations(read: ChineseText) -> Iterator[tuple[int, int, int]]:
    """(start, end, phrase of who says it or -1) of each direct quotation that is more than a name."""
    for found in _QUOTE.finditer(read.text):
        if not _VERBISH.search(found[1]):
            continue
        before = read.text[max(found.start() - 30, 0) : found.start()]
        after = read.text[found.end() : found.end() + 20]
        sayer = -1
        if re.search(r"(?:说|問|问|道|讲|講|喊|回|告诉我|告訴我|写)(?:了)?[：:，,\s]*\Z", before):
            sayer = _last_person(read, max(found.start() - 30, 0), found.start())
        elif re.match(r"[，,\s]*.{0,8}(?:说|說|问|問|道|喊)", after):
            sayer = next(
                (
                    n
                    for n, one in enumerate(read.phrases)
                    if found.end() <= one.start < found.end() + 8 and one.type == "Person"
                ),
                -1,
            )
        yield found.start(1), found.end(1), sayer


def _last_person(read: ChineseText, start: int, end: int) -> int:
    inside = [
        n
        for n, one in enumerate(read.phrases)
        if start <= one.start < end and one.end > one.start and one.type == "Person"
    ]
    sentence = max((read.text.rfind(sign, start, end - 1) for sign in "。！？\n"), default=-1)
    inside = [n for n in inside if read.phrases[n].start > sentence]
    return inside[0] if inside else -1


def _quoted(one: Named, quotations: Sequence[tuple[int, int, int]]) -> int | None:
    return next((sayer for start, end, sayer in quotations if start <= one.start < end), None)
