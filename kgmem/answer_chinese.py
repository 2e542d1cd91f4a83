"""What a Chinese question asks. The question word stands where the answer would, so nothing has to be turned round:
names become signs, and what is left is compared with the phrases that ask for each relation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from kgmem.answer_asked import ENOUGH, IN_CLASS, OF_KIND, UNKNOWN, Asked, Sense, far_end, fit, leads_on, opposite
from kgmem.answer_kinds import kinds_told
from kgmem.answer_names import Named, named_in, speaking, spread
from kgmem.answer_words import KIND_OF_ANSWER
from kgmem.answer_words_chinese import (
    CLASSES,
    DENIALS,
    EMPTY,
    FORMER,
    HAPPENINGS,
    KIN,
    PHRASES,
    UNIONS,
    WHEN,
    WHERE,
    WHO,
)
from kgmem.han import simplified
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.ontology_patterns import parse_pattern

FIRST = 0xE000
"""The sign of the first name; the next has the next."""
HERE = "~"
_SIGN = "[\ue000-\ue3ff]"
_GAP = ".{0,10}?"
_OWN_SIGNS = re.compile("[\ue000-\uf8ff~]")
_BLANK = re.compile(r"[\s，,。．.！!？?、：:；;“”\"'‘’（）()《》「」…—-]+")
_ORDER = re.compile(
    r"先后|顺序|次序|排序|排个序|谁先谁后|依次|先.+还是.+先|哪件(?:事情?)?.{0,4}(?:先|早)|哪个.{0,4}(?:先|早)|先发生|最早|按时间|早晚"
)
_LENGTH = re.compile(
    r"多长时间|多久|几天|多少天|几个月|多少个?月|几周|多少周|几个?星期|多少日子|几年|多少年|隔了|多长|时长"
)
_TELLER = re.compile(
    r"谁(?:那儿|那里|口中|嘴里)?(?:最先|先)?(?:说|讲|告诉|提到|提起|透露|转告|爆料|声称|透的|传)|(?:出自|来自|源自|根据)(?:于)?(?:谁|哪位|何人)|"
    r"听谁|谁的(?:说法|话|原话|消息|口)|哪位(?:说|讲|提)|谁是.{0,4}(?:消息|来源)|(?:说法|消息|话|信息).{0,6}(?:谁|哪位)|从谁"
)
_COUNT = re.compile(r"(?<!哪)几(?![月号岁点时乎])|多少(?!岁)|数一数|数数|数目|数量|个数|次数")
_TIMES = re.compile(r"[几多少]+(?:次|趟|回|遍)|次数|(?:几|多少)(?:样|件)|搬家|旅行|旅游|出游")
_COUNTED = ("Moving", "Travel", "Purchase", "Sale", "Quarrel", "Accident", "Exam", "Illness", "Surgery")
_WHETHER = re.compile(
    r"吗$|(?<![什怎这那])么$|是不是|有没有|是否|对不对|对吗|(.)不\1|能不能|会不会|可曾|算不算|对吧$|没有$|没$|不$|难道"
)
_ASKING = re.compile(
    r"什么|啥|谁|哪|何|几|多少|多大|怎么|怎样|如何|列出|列举|说出|说说|讲出|写出|报出|举出|数一数|数数|推荐|建议|告诉我|说一下|列一下|介绍|给出|名单|盘点"
)
_WHERE = re.compile("|".join(WHERE.split()) + r"|在哪(?=[？?]|\Z)")
_ELSEWHERE = re.compile("觉得|认为|看法|怎么样|怎样|怎么看|印象|评价|如何看|天气|价格|颜色|为人|长什么样")
"""What no relation here tells."""
_BETWEEN = re.compile(
    r"(?:现任|前|新|好|几个|几位|哪些|哪几个|所有|全部|那些|这些|各个|唯一的?|第一个|亲|现在的|目前的|当前的|主要)?"
)
_DONE_TO = re.compile(
    r"(?:所|在|正在|现在|目前)?(\w{1,4}?)[着过了]?的(?:那家|那所|那个|那位|这家)?(?:公司|单位|企业|地方|学校|大学|学院|院校|人|对象|宠物|动物)(?![\u4e00-\u9fff]*史)"
)
_DONE = {
    "studiesAt": re.compile(
        r"(?:所|在|正在)?(?:上|读|念|就读|学习|上学|读书|念书|求学|在读|在)的.*(?:学校|大学|学院|院校)"
    ),
    "worksFor": re.compile(
        r"(?:所|在|正在)?(?:工作|上班|任职|就职|供职|干活|打工|效力|待|服务|受雇|在)的.*(?:公司|单位|企业|地方)"
    ),
    "spouseOf": re.compile(r"(?:所)?(?:嫁|娶|结婚|嫁给|娶到|成婚)了?的.*(?:人|对象)"),
    "partnerOf": re.compile(r"(?:在|正在)?(?:交往|恋爱|谈恋爱|约会|谈|处|拍拖|喜欢)着?的.*(?:人|对象)"),
}
"""What somebody does to what, where no noun tells: "念的大学"."""
_DRINK = re.compile("喝|饮料|饮品")
_CONNECTED = re.compile(r"(?:还是|和|与|跟|、|，|,)")


@dataclass(frozen=True, slots=True)
class _Phrase:
    sense: Sense
    pattern: re.Pattern[str]
    parts: tuple[str, ...]
    said: str
    weight: float


def read_chinese(text: str, dates: Sequence[tuple[int, int]], mirror: Mirror, ontology: Ontology) -> Asked | None:
    """What a Chinese question asks; None for a text that asks nothing that facts could answer. `dates` are taken out."""
    whole = _OWN_SIGNS.sub(" ", text)
    begin = _framed(whole, dates)
    body = whole
    for start, end in sorted(dates, reverse=True):
        if start >= begin:
            body = body[:start] + body[end:]
    body = body[begin:]
    plain = simplified(body)
    names = named_in(body, mirror, _vocabulary(ontology)) or named_in(plain, mirror, _vocabulary(ontology))
    skeleton = _skeleton(plain, names)
    me = speaking(mirror) if not names or re.match(r"我", plain) else ""
    if me and (found := re.search(r"我(?!们)", skeleton)):
        names = [*names, Named(found.start(), found.end(), me)]
        skeleton = f"{skeleton[: found.start()]}{chr(FIRST + len(names) - 1)}{skeleton[found.end() :]}"
    if not names:
        return None
    if _ORDER.search(skeleton) and (clauses := _listed(body)):
        return Asked("order", "zh", clauses=clauses)
    bare = _BLANK.sub("", skeleton)
    if _LENGTH.search(bare):
        if clauses := _apart(body, names):
            return Asked("span", "zh", clauses=clauses)
        found_state = _statement(bare, names, mirror, ontology, "whether")
        return replace(found_state, shape="span") if found_state and found_state.object else None
    if _TELLER.search(bare):
        told = _TELLER.sub("", bare)
        return _statement(told, names, mirror, ontology, "teller")
    if _ELSEWHERE.search(bare):
        return None
    if re.fullmatch(
        rf"{_SIGN}(?:到底|究竟)?(?:是|又是)(?:谁|什么人|哪位|何人)[啊呀呢]?|(?:谁|哪位)是{_SIGN}[啊呀呢]?", bare
    ):
        return Asked("who", "zh", names[0].id)
    former = any(word in bare for word in FORMER)
    if _WHETHER.search(bare):
        found_state = _statement(bare, names, mirror, ontology, "whether")
        return replace(found_state, former=former) if found_state else None
    if not _ASKING.search(bare):
        return None
    counted = bool(_COUNT.search(bare))
    found_state = _statement(bare, names, mirror, ontology, "count" if counted else "which")
    kinds = _kinds_counted(bare) if counted else ()
    if kinds and (_TIMES.search(bare) or found_state is None):
        who = next((n.id for n in names if mirror.entities[n.id].type == "Person"), names[0].id)
        return Asked("times", "zh", who, kinds=kinds)
    if found_state is None and re.search("|".join(WHEN.split()), bare) and kinds_told(bare, ontology):
        return Asked("when", "zh", clauses=(body,))
    return replace(found_state, former=former) if found_state else None


def _framed(text: str, dates: Sequence[tuple[int, int]]) -> int:
    """Where the question begins behind words that say from when one asks: "就五月为止大家说的来看：…"."""
    for _, end in sorted(dates):
        mark = re.match(r"[^，,：:？?]{0,24}[：:，,]\s*", text[end:])
        if mark and not _ASKING.search(mark[0]):
            return end + mark.end()
    return 0


def _skeleton(plain: str, names: Sequence[Named]) -> str:
    signs = map(chr, count(FIRST))
    return "".join(part if name is None else next(signs) for part, name in spread(list(names), plain))


def _statement(bare: str, names: Sequence[Named], mirror: Mirror, ontology: Ontology, shape: str) -> Asked | None:
    signs = [(match.start(), ord(match[0]) - FIRST) for match in re.finditer(_SIGN, bare)]
    if not signs:
        return None
    start, number = signs[0]
    if len(signs) > 1:
        persons = [(at, n) for at, n in signs if mirror.entities[names[n].id].type == "Person"]
        start, number = persons[0] if persons else signs[0]
        owners = [(at, n) for at, n in persons if re.match(r"的", bare[at + 1 :])]
        if shape == "whether" and owners and re.match(rf"{_SIGN}[^的]*是", bare):
            start, number = owners[0]
    subject = names[number].id
    chain, end = _chain(bare, start + 1, ontology)
    objects = [names[n].id for at, n in signs if at != start and not start <= at < end and names[n].id != subject]
    predicate = f"{bare[:start]}{HERE}{bare[end:]}"
    wanted = _wanted(predicate) if shape in ("which", "count") else ""
    kind = mirror.entities[subject].type if subject in mirror.entities else ""
    kind = far_end(chain[-1], ontology) if chain else kind
    predicate = re.sub(r"(.)不\1", r"\1", predicate)
    told = _senses(predicate, wanted, kind, ontology)
    best = [sense for sense, _ in told if sense.score >= ENOUGH]
    if best and _DRINK.search(predicate) and set(best[0].relations) <= {"likes", "prefers"}:
        best = [replace(best[0], relations=("prefers", "drinks"))]
    said = told[0][1] if best else ""
    if shape == "whether" and re.search(rf"是{HERE}的[吗么]?$", predicate):
        best, said = [Sense(("owns",), score=2.0)], "是的"
    owned: Sense | None = None
    if chain and best and best[0].relations == chain[-1].relations:
        owned = replace(chain.pop(), score=2.0)
    where = bool(_WHERE.search(predicate)) and not re.search(
        rf"{HERE}(?:就?是|叫)(?:哪里|哪儿|何处|什么地方)", predicate
    )
    if not best and chain and not where:
        *chain, last_sense = chain
        owned = replace(last_sense, score=1.0)
        best = [owned]
    if not best and where and shape == "which" and (chain or kind != "Person"):
        best = [Sense(("locatedIn",), score=1.0)]
    if not best and shape not in ("whether", "teller"):
        return None
    left = _left(predicate, said, best[0] if best else None, ontology)
    if len(left) > 3 and shape in ("which", "count"):
        return None
    if left and owned:
        return None
    if len(left) > 1 and shape == "whether" and not objects:
        objects = [UNKNOWN]
    sense = owned or (_turned(best[0], predicate, kind, ontology) if best else None)
    denied = any(sign in predicate for sign in DENIALS) and not (sense and sense.denied)
    if sense is not None and denied and shape in ("which", "count"):
        sense = opposite(sense, ontology)
    return Asked(
        shape, "zh", subject, tuple(chain), sense, object=objects[0] if objects else "", wanted=wanted,
        denied=denied and shape == "whether" and not re.search(r"(.)不\1|有没有|没有?$|不$|难道", bare),
        sure=0.9 if len(left) < 2 else 0.6,
        spare=tuple(one for one in best[1:3] if one.score > best[0].score - 0.15),
    )  # fmt: skip


def _chain(bare: str, at: int, ontology: Ontology) -> tuple[list[Sense], int]:
    """What is had, behind a name: "的恋人的家"; and where that ends."""
    chain: list[Sense] = []
    while at < len(bare):
        behind = bare[at] == "的"
        begin = at + behind
        between = _BETWEEN.match(bare, begin)
        begin = between.end() if between and behind else begin
        found = _noun(bare, begin, ontology)
        if found is None or not (behind or bare[begin : found[1]] in KIN or "的" in bare[begin : found[1]]):
            break
        sense, end = found
        if not behind and re.match(r"[在住]|里有", bare[end:]) and bare[begin:end] == "家":
            break
        if not leads_on(sense, ontology):
            break  # what he likes is what is asked, not whose something
        chain.append(sense)
        at = end
    return chain, at


def _noun(bare: str, at: int, ontology: Ontology) -> tuple[Sense, int] | None:
    """What the words right here name: a noun, or what somebody does it to: "工作的公司"."""
    nouns = ontology.derived(_nouns)
    if done := _DONE_TO.match(bare, at):
        found = nouns.get(done[1]) or next(
            (Sense((name,)) for name, way in _DONE.items() if way.fullmatch(done[0])), None
        )
        if found and leads_on(found, ontology):
            return found, done.end()
    for end in range(min(len(bare), at + 8), at, -1):
        if sense := nouns.get(bare[at:end]):
            return sense, end
    return None


def _wanted(predicate: str) -> str:
    """The class of thing asked for: by the question word, or by what stands behind it."""
    if re.search("|".join(WHEN.split()), predicate):
        return "Date"
    for noun, kind in sorted(CLASSES.items(), key=lambda item: -len(item[0])):
        if re.search(rf"(?:哪|什么|啥|何|几|多少)[一个座所家只种些条款门位名份几样点类处间支]{{0,2}}{noun}", predicate):
            return kind
    if re.search("哪里|哪儿|何处|何地|哪处|哪边", predicate):
        return "Place" if not re.search("哪里人|哪儿人", predicate) else ""
    return "Person" if re.search("|".join(WHO.split()), predicate) else ""


def _senses(predicate: str, wanted: str, kind: str, ontology: Ontology) -> list[tuple[Sense, str]]:
    """What is asked, and in which words, the most telling first."""
    found: dict[tuple[tuple[str, ...], bool], tuple[Sense, str]] = {}
    for phrase in ontology.derived(_phrases):
        match = phrase.pattern.search(predicate) if all(part in predicate for part in phrase.parts) else None
        if match is None:
            continue
        place = "" if wanted == "Place" and phrase.sense.relations[0] in ("worksFor", "studiesAt") else wanted
        fits = fit(phrase.sense, place, kind, ontology)
        if not fits:
            continue
        share = IN_CLASS if phrase.said in CLASSES else 1.0
        if wanted and phrase.sense.relations == KIND_OF_ANSWER.get(wanted) and phrase.said in CLASSES:
            fits += OF_KIND
        score = phrase.weight * share + fits - 0.02 * (match.end() - match.start() - phrase.weight)
        key = (phrase.sense.relations, phrase.sense.turned)
        if key not in found or found[key][0].score < score:
            found[key] = (replace(phrase.sense, score=score), phrase.said)
    return sorted(found.values(), key=lambda one: (-one[0].score, one[0].relations))


def _left(predicate: str, said: str, sense: Sense | None, ontology: Ontology) -> str:
    """The signs that are no name, no word of the phrase read, and no word without meaning of its own."""
    rest = re.sub(rf"{_SIGN}|{HERE}", " ", predicate)
    for part in said.split("…"):
        rest = rest.replace(part, " ", 1) if part else rest
    own = {phrase.said for phrase in ontology.derived(_phrases) if sense and phrase.sense.relations == sense.relations}
    for words in (sorted(own, key=len, reverse=True), _EMPTY):
        for word in words:
            if "…" not in word:
                rest = rest.replace(word, " ")
    return "".join(rest.split())


_EMPTY = sorted(
    set(EMPTY) | set(CLASSES) | {word for said in (WHEN, WHERE, WHO) for word in said.split()}, key=len, reverse=True
)


def _turned(sense: Sense, predicate: str, kind: str, ontology: Ontology) -> Sense:
    """The other way round where only that fits: "谁在~上班", "谁拥有~"."""
    relation = ontology.relation(sense.relations[0])
    if relation.symmetric:
        return sense
    if kind and not ontology.type_fits(kind, relation.domain if not sense.turned else relation.range):
        return replace(sense, turned=not sense.turned)
    asks_who = re.match(r"(?:还有|都有|有)?(?:谁|哪些人|哪位|哪个人)(?!是|叫|算)", predicate)
    if asks_who and not sense.turned and relation.domain == "Person":
        return replace(sense, turned=True)
    return sense


def _listed(body: str) -> tuple[str, ...]:
    """Clauses of a list: "哪件事先发生：甲；乙？", "甲和乙哪个在先"."""
    text = body.strip(" ？?。.")
    _, mark, tail = text.partition("：") if "：" in text else text.partition(":")
    tail = tail if mark else text
    if re.search(r"[；;]", tail):
        return tuple(part.strip() for part in re.split(r"[；;]", tail) if part.strip())
    tail = re.sub(r"(?:哪个|哪件事?|谁|哪一个|哪一件).{0,8}\Z", "", tail) if not mark else tail
    parts = [part.strip() for part in _CONNECTED.split(tail) if len(part.strip()) > 2]
    return tuple(parts) if len(parts) > 1 else ()


def _apart(body: str, names: Sequence[Named]) -> tuple[str, ...]:
    """The two happenings that a length of time lies between, each from the name of the one it happened to on."""
    text = body.strip(" ？?。.")
    for first in names:
        again = [name for name in names if name.id == first.id and name.start > first.start]
        if again:
            cut = again[0].start
            return text[first.start : cut], text[cut:]
    for pattern in (
        r"从(.+?)到(.+)",
        r"(.+?)(?:之后|以后|后).{0,4}(?:过了|隔了|又过了)?(?:多久|多少天|几天|多长时间)(?:才|就)?(.+)",
        r"(.+?)(?:和|与|跟)(.+?)(?:之间|相隔|隔)",
    ):
        if found := re.search(pattern, text):
            return found[1], found[2]
    return ()


def _kinds_counted(bare: str) -> tuple[str, ...]:
    best = {
        kind: max((len(word) for word in HAPPENINGS[kind].split() if "…" not in word and word in bare), default=0)
        for kind in _COUNTED
    }
    top = max(best, key=lambda kind: best[kind])
    return (top,) if best[top] else ()


def _phrases(ontology: Ontology) -> tuple[_Phrase, ...]:
    """Phrases of all relations: those that ask, then those that the ontology's cues say."""
    found: dict[tuple[tuple[str, ...], str], _Phrase] = {}

    def add(relations: tuple[str, ...], said: str, factor: float = 1.0) -> None:
        parts = [part for part in said.split("…") if part]
        if parts and all(name in ontology.relations for name in relations):
            sense = Sense(relations, False, 0.0, any(sign in said for sign in DENIALS))
            pattern = re.compile(_GAP.join(map(re.escape, parts)))
            weight = factor * sum(map(len, parts))
            found.setdefault((relations, said), _Phrase(sense, pattern, tuple(parts), said, weight))

    for name, words in PHRASES.items():
        for said in words.split():
            add((name,), said)
    for relations, words in UNIONS:
        for said in words.split():
            add(relations, said, 1.1)
    for relation in ontology.relations.values():
        for language, text in relation.foreign if relation.name not in ("named", "relatedTo", "isA") else ():
            pattern = parse_pattern(text) if language == "zh" else None
            if pattern is None or pattern.is_possessed or pattern.denied or pattern.given:
                continue
            words_of = [part.words[0] for part in pattern.parts if part.words and part.needed]
            if sum(map(len, words_of)) > 1:
                add((relation.name,), "…".join(words_of), 0.9)
    return tuple(found.values())


def _nouns(ontology: Ontology) -> dict[str, Sense]:
    """Nouns of what somebody has, and the relation they stand for, from the one who has it."""
    found: dict[str, Sense] = {}
    for name, words in PHRASES.items():
        for said in words.split():
            if "…" not in said and name in ontology.relations:
                found.setdefault(said, Sense((name,)))
    for relation in ontology.relations.values():
        for language, text in relation.foreign:
            pattern = parse_pattern(text) if language == "zh" else None
            if pattern is not None and pattern.is_possessed:
                person = relation.range == "Person" and relation.domain == "Person"
                for word in pattern.parts[0].words:
                    noun = word.removeprefix("的").removeprefix("-")
                    found.setdefault(noun, Sense((relation.name,), turned=person and not relation.symmetric))
    return found


def _vocabulary(ontology: Ontology) -> frozenset[str]:
    return ontology.derived(_words)


def _words(ontology: Ontology) -> frozenset[str]:
    phrases = (phrase.said for phrase in ontology.derived(_phrases) if "…" not in phrase.said)
    return frozenset([*ontology.derived(_nouns), *CLASSES, *EMPTY, *phrases])
