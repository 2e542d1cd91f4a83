"""A Chinese text as clauses, each with a skeleton: what it says, with one sign for each who, what and when.

There is no parser: cues are matched with skeletons instead. In a skeleton a phrase that names or points to somebody or
something is one sign, so is a time expression; words that decide how the clause stands, and small words, are taken out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.chinese_denial import WHOLE
from kgmem.chinese_mending import mended
from kgmem.chinese_named import Named
from kgmem.chinese_slips import without_slips
from kgmem.chinese_standing import (
    ABLE,
    ASKING,
    CHANGE,
    DECIDING,
    DEGREE,
    FUSED,
    HAVING,
    LEAVES,
    OFTEN,
    TABLE,
    Taken,
)
from kgmem.chinese_words import NAME, Word, cut, is_word
from kgmem.han import simplified
from kgmem.timex import Timex

PERSON, PLACE, ORGANIZATION, THING, TIME = 0xE000, 0xE400, 0xE800, 0xEC00, 0xF000
"""Where the signs of each kind begin; a sign is that plus its number among the phrases or times of the text."""
MOST = 0x400
PHRASES, PEOPLE, TIMES = "\ue000-\uefff", "\ue000-\ue3ff", "\uf000-\uf3ff"
"""For use inside a character class."""
_OWN = re.compile("[\ue000-\uf8ff]")
_BREAK = re.compile(r"[，,。．.；;！!？?\n\r：:…—～~（）()「」『』“”\"]+|\s{2,}")
_DECIMAL = re.compile(r"(?<=\d)[.,:：](?=\d)")
_LAST = re.compile(r"[。．.；;！!？?\n\r…]")
_FINAL = frozenset("了啦吗么呢吧啊呀嘛哦哈哟咯噢呗哒喽哩的")
_CHANGED = frozenset("了啦咯喽")
_ASKED = frozenset("吗么")
_ONE_SIGN = frozenset("家钱妈爸娘爹人你我他她它车房水饭酒茶药糖肉")
"""Nouns of one sign that one wants or thinks of: "想家", "要钱"."""
_VERBLIKE = re.compile(r"v|p|d|a(?!n)|c")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause at `[start, end)` of the text.

    places, ends: (n,) where each sign of the skeleton begins and ends in the text. taken: what was
    taken out, in order. times: those of its signs. closes: the punctuation behind it, "" at the end of the text.
    sentence: the number of its sentence. asked: it asks.
    """

    start: int
    end: int
    skeleton: str
    places: tuple[int, ...]
    ends: tuple[int, ...]
    taken: tuple[Taken, ...]
    times: tuple[Timex, ...]
    closes: str
    sentence: int
    asked: bool

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch `[start, end)` of the skeleton as a span of the text; empty at its place when it is empty."""
        if start >= end:
            place = self.places[min(start, len(self.places) - 1)] if self.places else self.start
            return place, place
        return self.places[start], self.ends[end - 1]

    def span_said(self, start: int, end: int) -> tuple[int, int]:
        """`span` with what decides how it stands and was taken out right before it: 不吃香菜, not 吃香菜."""
        first, last = self.span(start, end)
        before = (one.start for one in self.taken if one.at == start and one.kind in DECIDING)
        return min([first, *before]), last


@dataclass(frozen=True, slots=True)
class ChineseText:
    """A text read: its clauses, and the phrases and times their signs stand for."""

    text: str
    phrases: tuple[Named, ...]
    times: tuple[Timex, ...]
    clauses: tuple[Clause, ...]

    def phrase(self, sign: str) -> int:
        """The number of the phrase a sign stands for, -1 when it stands for none."""
        place = ord(sign)
        return (place - PERSON) % MOST if PERSON <= place < TIME else -1

    def time(self, sign: str) -> Timex | None:
        """The time expression a sign stands for."""
        return self.times[ord(sign) - TIME] if TIME <= ord(sign) < TIME + MOST else None

    def surface(self, clause: Clause, start: int, end: int) -> str:
        """What the text says in the stretch `[start, end)` of a clause's skeleton, without what was taken out."""
        return "".join(self.text[a:b] for a, b in zip(clause.places[start:end], clause.ends[start:end], strict=True))


def read(text: str, phrases: Sequence[Named], times: Sequence[Timex]) -> ChineseText:
    """The clauses of a text. Time expressions that overlap a phrase, and what is beyond the 1,024th, are left out. A phrase
    inside another has no sign of its own."""
    phrases = tuple(phrases[:MOST])
    outer = [number for number, one in enumerate(phrases) if one.end > one.start and not _lies_inside(one, phrases)]
    taken = [(phrases[number].start, phrases[number].end) for number in outer]
    free = [time for time in times if not _overlaps(taken, time.start, time.end)][:MOST]
    plain = _OWN.sub("\ufffd", simplified(text))
    apart = sorted([*taken, *((time.start, time.end) for time in free)])
    words = cut(plain, apart, guess=False)
    signs = {phrases[number].start: _sign(phrases[number], number) for number in outer}
    signs |= {time.start: chr(TIME + number) for number, time in enumerate(free)}
    clauses = tuple(_clauses(plain, without_slips(words, signs), signs, free))
    return ChineseText(text, phrases, tuple(free), clauses)


def is_person(sign: str) -> bool:
    """True for the sign of a phrase that names or points to a person."""
    return PERSON <= ord(sign) < PERSON + MOST


def _sign(one: Named, number: int) -> str:
    base = {
        "Person": PERSON,
        "Place": PLACE,
        "Organization": ORGANIZATION,
        "School": ORGANIZATION,
        "Group": ORGANIZATION,
    }.get(one.type, THING)
    return chr(base + number)


def _lies_inside(one: Named, phrases: Sequence[Named]) -> bool:
    return any(
        other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
        for other in phrases
    )


def _overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(spans, (end,)) - 1
    return at >= 0 and spans[at][1] > start and spans[at][0] < end


def _clauses(plain: str, words: Sequence[Word], signs: dict[int, str], times: Sequence[Timex]) -> Iterator[Clause]:
    sentence = 0
    for stretch, closes in _stretches(plain, words):
        if stretch:
            yield _clause(plain, stretch, signs, times, closes, sentence)
        if _LAST.search(closes):
            sentence += 1


def _stretches(plain: str, words: Sequence[Word]) -> Iterator[tuple[list[Word], str]]:
    """The words between marks of punctuation, and the marks behind them."""
    stretch: list[Word] = []
    for word in words:
        if word.tag != NAME and _BREAK.fullmatch(word.text) and not _DECIMAL.match(plain, word.start):
            yield stretch, word.text
            stretch = []
        else:
            stretch.append(word)
    yield stretch, ""


def _clause(
    plain: str, words: Sequence[Word], signs: dict[int, str], times: Sequence[Timex], closes: str, sentence: int
) -> Clause:
    skeleton: list[str] = []
    places: list[int] = []
    ends: list[int] = []
    taken: list[Taken] = []

    def put(start: int, said: str) -> None:
        for offset, sign in enumerate(said):
            skeleton.append(sign)
            places.append(start + offset)
            ends.append(start + offset + 1)

    def take(word: Word, kind: str, start: int, end: int) -> None:
        taken.append(Taken(len(skeleton), kind, plain[start:end], start, end))

    def is_time(word: Word) -> bool:
        return word.tag == NAME and word.start in signs and signs[word.start] >= chr(TIME)

    start, end = words[0].start, words[-1].end
    body, final = _without_final(_with_table_words(mended(words)))
    for number, word in enumerate(body):
        if word.start in signs and word.tag == NAME:
            skeleton.append(signs[word.start])
            places.append(word.start)
            ends.append(word.end)
            continue
        if word.text.isspace():
            continue
        following = body[number + 1] if number + 1 < len(body) else None
        kind = TABLE.get(word.text)
        if kind and not (word.text in LEAVES or _is_content(word, body, number, is_time)):
            take(word, kind, word.start, word.end)
            if word.text in HAVING and following is not None and (_is_noun(following) or following.tag == "vn"):
                put(word.end - 1, "有")
        elif word.text in LEAVES:
            kept = LEAVES[word.text]
            take(word, TABLE[word.text], word.start, word.end)
            put(word.end - len(kept), kept)
        elif len(word.text) > 1 and word.text[0] in FUSED and word.text not in WHOLE and is_word(word.text[1:]):
            take(word, FUSED[word.text[0]], word.start, word.start + 1)
            if (rest := TABLE.get(word.text[1:])) in (DEGREE, ABLE, OFTEN):  # "不太", "不能"
                taken.append(Taken(len(skeleton), rest, word.text[1:], word.start + 1, word.end))
            else:
                put(word.start + 1, word.text[1:])
        else:
            put(word.start, word.text)
    for word in final:
        kind = CHANGE if word.text in _CHANGED else ASKING if word.text in _ASKED else "particle"
        take(word, kind, word.start, word.end)
    own = tuple(time for number, time in enumerate(times) if chr(TIME + number) in skeleton)
    asked = "?" in closes or "？" in closes or any(one.kind == ASKING for one in taken)
    return Clause(start, end, "".join(skeleton), tuple(places), tuple(ends), tuple(taken), own, closes, sentence, asked)


def _with_table_words(words: Sequence[Word]) -> list[Word]:
    """The words with those in a row that make a longer word of the table put together: "从来" "没"."""
    found: list[Word] = []
    at = 0
    while at < len(words):
        said, best = words[at].text, at + 1
        for stop in range(at + 1, min(at + 4, len(words)) if words[at].tag != NAME else at):
            said += words[stop].text
            if said in TABLE and words[stop].tag != NAME:
                best = stop + 1
        if best > at + 1:
            joined = "".join(word.text for word in words[at:best])
            found.append(Word(words[at].start, words[best - 1].end, joined, "d"))
        else:
            found.append(words[at])
        at = best
    return found


def _without_final(words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """A clause's words without its last particles, and those."""
    at = len(words)
    while at > 1 and words[at - 1].tag != NAME and (words[at - 1].text in _FINAL or words[at - 1].text.isspace()):
        if words[at - 1].text == "的" and (words[at - 2].tag == NAME or words[at - 2].text in ("自己", "家", "本人")):
            break  # "那辆车是我的"
        at -= 1
    return words[:at], words[at:]


def _is_noun(word: Word) -> bool:
    return _VERBLIKE.match(word.tag) is None and word.text not in TABLE


def _is_content(word: Word, body: Sequence[Word], number: int, is_time: Callable[[Word], bool]) -> bool:
    """True for a word of the table that says something here: "想家", "原来的同事", "会议" apart, "要钱"."""
    following = next((one for one in body[number + 1 :] if not is_time(one)), None)
    if following is not None and following.text == "的" and word.tag[0] in "tba":
        return False
    before = body[number - 1] if number else None
    if before is not None and before.text == "的" and word.text in ("打算", "梦想", "会"):
        return True  # "去北京的打算"
    if word.text == "结果":
        return before is not None and before.tag != NAME and before.text not in TABLE  # "大后天出结果"
    if word.text == "一起":
        return before is not None and before.text in ("在", "到")
    if word.text in ("没", "没有"):
        return following is None and before is not None  # "工作没了"
    if word.text == "过去":
        return before is not None and before.tag[:1] == "v"
    if word.text == "最后":
        return following is not None and following.tag[:1] == "m"  # "最后一天"
    if word.text in ("刚好", "正好"):
        return following is None  # "流感刚好"
    if word.text == "得":
        behind = before is not None and before.tag != NAME and before.tag[0] not in "dtr" and before.text not in TABLE
        return (
            behind
            or following is None
            or following.tag[0] == "u"
            or _is_noun(following)
            or following.text in ("了", "过")
        )
    if word.text == "请":
        return following is not None and (following.text in ("了", "过") or following.tag[:1] == "n")
    if word.text in ("准备", "计划", "决定", "希望", "怀疑", "考虑", "预计"):
        return following is None or (number > 0 and body[number - 1].text == "的")
    if word.text == "要" and following is not None and following.text == "好":
        return True  # "跟他很要好"
    if word.text in ("要", "想", "会", "老", "该", "将"):
        # a helping verb stands before another verb; jieba takes many verbs of one sign for nouns
        return following is None or (_is_noun(following) and (len(following.text) > 1 or following.text in _ONE_SIGN))
    if word.text in ("好", "怪", "真", "光", "先", "特", "巨", "贼", "只", "完全", "重新"):
        return following is None or (following.tag[0] not in "avd" and following.text not in TABLE)
    return False
