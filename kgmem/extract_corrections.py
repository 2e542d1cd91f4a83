"""Corrections in talk: "No, it was Tuesday.", "Sorry, I meant Porto.", "at six, no, at eight", "Actually it's the 5th."

A correction says that what was told before was never so, a change ("it is Wednesday now") that it is so no longer. The
sentence before is put right with its wrong part replaced: a date by a date, a name by a name, what stands behind a
preposition by what stands behind the same. What fits nowhere corrects nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from kgmem.extract_genders import is_first_name
from kgmem.extract_mentions import Names
from kgmem.extract_syntax import Reading, Word, word_set
from kgmem.timex import Timex, find

MOST = 3
"""Corrections of a turn that are read."""
LONGEST = 160
"""Characters of what is right instead."""

_SOUND = r"(?:oh|ah|oops|whoops|hm+|er+m?|um+|uh+|well|hey|and|but|so)"
_STRONG = (
    r"(?:no wait|wait,? no|oops|whoops|no|nope|nah|sorry|my (?:mistake|bad|apologies|error)|apologies|correction"
    r"|wait|hang on|hold on"
    r"|scratch that|strike that|i (?:misspoke|mistyped|got (?:that|it|the \w+) wrong|was wrong|made a mistake)"
    r"|or rather|make that|not quite"
    r"|(?:that|this)(?:['’]s| is| was) (?:wrong|not right|not true|incorrect|a typo|a mistake)"
    r"|typo|you(?:['’]re| are) (?:wrong|mistaken))"
)
_WEAK = r"(?:actually|in fact)"
_GAP = r"[\s,.!:;…–—-]+"
_MEANT = (
    r"(?:i (?:meant|mean|should have said|should say|wanted to say)(?: to say)?(?: that)?(?: it(?:['’]s| is| was))?"
    r"|you mean|make that)"
)
_POINTS = r"(?:(?:it|that|this)(?:['’]s| is| was| were| should be| should have been| will be)|the right \w+ (?:is|was))"
_OPENED = re.compile(
    rf"(?:{_SOUND}{_GAP}){{0,3}}(?P<cues>(?:(?:{_STRONG}|{_WEAK}){_GAP}(?:{_SOUND}{_GAP})?){{0,3}})"
    rf"(?P<meant>{_MEANT}\s+)?(?P<points>{_POINTS}\s+)?(?P<right>[^.!?\n]{{1,160}}(?:\.(?=\w)[^.!?\n]{{1,60}})*)",
    re.I,
)
_INSIDE = re.compile(
    rf"\s*[,;(–—…-]+\s*(?:{_SOUND}{_GAP})?(?:(?:{_STRONG}){_GAP}){{1,3}}(?:{_MEANT}\s+)?(?:{_POINTS}\s+)?|"
    rf"\s*[,;(–—…-]+\s*(?:{_SOUND}{_GAP})?(?:i mean|i meant|or rather|rather),?\s+",
    re.I,
)
_IS_STRONG = re.compile(_STRONG, re.I)
_MAY = re.compile(rf"\b(?:{_STRONG}|{_WEAK}|meant|i mean|rather|not)\b", re.I)
_WITHDRAWN = re.compile(
    r"\W*(?:(?:oh|no|sorry|wait|hm+)\W+){0,2}(?:scratch that|strike that|forget (?:that|what i (?:just )?said)|"
    r"i take that back|ignore that)\W*\Z",
    re.I,
)
_AFTER = re.compile(
    r"(?:[\s,;–—-]+(?:sorry|i mean|i meant|my (?:bad|mistake)|instead|actually|of course|obviously"
    r"|to be (?:exact|precise)))+\W*\Z",
    re.I,
)
_NOT = re.compile(
    r"(?P<right>[^,;]+?)(?:[\s,;–—-]+(?:and |but )?not|,? instead of|,? rather than) (?P<wrong>[^,;]+)\Z", re.I
)
_NOT_BUT = re.compile(r"not (?P<wrong>[^,;]+?)(?:,| but|, but|;)\s+(?:but )?(?P<right>[^,;]+)\Z", re.I)
_LIGHT = re.compile(r"(?:actually|really|in fact|rather|only|just|all)\s+", re.I)
_CHANGED = re.compile(
    r"\b(?:now|any ?more|no longer|these days|nowadays|currently|since|from now on|by now|recently|lately|used to|"
    r"moved|changed|switched|just|already|still|again|meanwhile|yet|rescheduled|postponed)\b",
    re.I,
)
_PREP = re.compile(r"(?P<prep>for|at|in|with|to|from|on|by|near|about|of|under|until|since)\s+(?P<object>.+)", re.I)
_ARTICLE = re.compile(r"(?:the|a|an|my|our|his|her|their)\s+", re.I)
_OWNED = re.compile(r"(?:my|our|his|her|their|your|\w+['’]s)\s", re.I)
_ORDINAL = re.compile(r"(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)", re.I)
_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\b")
_SLASHED = re.compile(r"(?<![\d/.])(\d{1,2})[/.](\d{1,2})(?![\d/]|\.\d)")
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b", re.I)
_BETWEEN = re.compile(r"[\s,;.!?…–—\"'”’)-]*")
_CALLING = re.compile(r"(?:(?:sorry|wait|hang on|hold on|oops|apologies)\W*)+", re.I)
_LED = re.compile(r"\b(?:for|at|in|with|to|from|on)\s*\Z", re.I)
_BEFORE = re.compile(r"\b(?:on|in|at)\s*\Z", re.I)
_NUMBERS = word_set("one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty")
_VERBS = frozenset(("VERB", "AUX"))


@dataclass(frozen=True, slots=True)
class Correction:
    """A place `[start, end)` of a turn that puts something right. `told` is where in the same turn the sentence that
    was wrong stands, None for one of a turn before; `right` and, where it is named, `wrong` are words of it.
    `strong`: said in so many words; `meant`: the words alone are meant, no sentence."""

    start: int
    end: int
    right: str
    wrong: str = ""
    told: tuple[int, int] | None = None
    strong: bool = True
    meant: bool = False
    withdrawn: bool = False


def may_correct(text: str) -> bool:
    """False for a text that need not be looked at."""
    return _MAY.search(text) is not None


def names_month(text: str) -> bool:
    return _MONTH.search(text) is not None


def has_two_readings(text: str) -> bool:
    """True for a text with a date such as 07/02."""
    return _SLASHED.search(text) is not None


def corrections(reading: Reading) -> Iterator[Correction]:
    """What in a turn may put something right, by place."""
    text = reading.text
    if _WITHDRAWN.match(text):
        yield Correction(0, len(text), "", withdrawn=True)
        return
    before: tuple[int, int] | None = None
    for first, last in reading.sentences:
        if last <= first:
            continue
        start, end = reading.words[first].start, reading.words[last - 1].end
        if before is None and all(word.pos == "PUNCT" for word in reading.words[first:last]):
            continue
        gap = _BETWEEN.match(text, before[1] if before else 0, start)
        start = gap.end() if gap else start  # with the words that take back, which the parser was not shown
        said = text[start:end]
        opened = _OPENED.match(said)
        plain = opened is not None and _NOT.fullmatch(opened["right"].strip(" .")) is not None
        if opened and (opened["cues"] or opened["meant"] or plain):
            if (one := _opened(opened, start, before)) is not None:
                yield one
        elif inside := _INSIDE.search(said):
            right = said[inside.end() :].strip(" .!?,;)…–—-")
            if 0 < len(right) <= LONGEST and len(said[: inside.start()].split()) > 1:
                yield _named(right, Correction(start, end, right, told=(start, start + inside.start()), meant=True))
        before = (start, end)


def _opened(opened: re.Match[str], offset: int, before: tuple[int, int] | None) -> Correction | None:
    right = opened["right"].strip(" ,;–—-)")
    if not right or (_CHANGED.search(right) and not opened["meant"]):
        return None
    if not opened["meant"] and _CALLING.fullmatch(opened["cues"] or "-") and is_first_name(right.split()[0]):
        return None  # "Sorry, Tom": who is spoken to
    strong = bool(opened["meant"]) or not opened["cues"] or _IS_STRONG.search(opened["cues"]) is not None
    meant = bool(opened["meant"] or opened["points"])
    found = Correction(offset, offset + opened.end(), right, told=before, strong=strong, meant=meant)
    return _named(right, found)


def _named(right: str, found: Correction) -> Correction:
    """With the words that are wrong apart from those that are right: "Porto, not Faro"."""
    right = _AFTER.sub("", right)
    right = _LIGHT.sub("", right, count=1) if _LIGHT.match(right) else right
    for pattern in (_NOT_BUT, _NOT):
        if parted := pattern.fullmatch(right):
            return Correction(
                found.start, found.end, parted["right"].strip(), parted["wrong"].strip(), found.told, found.strong,
                found.meant,
            )  # fmt: skip
    return Correction(found.start, found.end, right, "", found.told, found.strong, found.meant)


def is_bare(reading: Reading, one: Correction) -> bool:
    """True when what is right is no sentence of its own: nobody does anything in it."""
    at = reading.text.find(one.right, one.start)
    words = reading.covering(at, at + len(one.right)) if at >= 0 else []
    return not any(w.pos in _VERBS and any(k.dep.startswith("nsubj") for k in reading.kids(w)) for w in words)


def put_right(reading: Reading, names: Names, sentence: tuple[int, int], one: Correction, said_at: datetime) -> str:
    """The sentence (first and last word of it) with its wrong part replaced; "" where nothing in it fits."""
    words = reading.words[sentence[0] : sentence[1]]
    start, end = words[0].start, words[-1].end
    told = reading.text[start:end].rstrip(" .!?,;–—-")
    if one.wrong:
        return _by_words(told, one)
    dates = [t for t in find(told, said_at) if t.kind in ("date", "time", "since", "until", "duration")]
    bare = _PREP.fullmatch(one.right)
    new = [t for t in find(one.right, said_at) if t.kind in ("date", "time", "since", "until", "duration")]
    covered = sum(t.end - t.start for t in new)
    if new and covered >= 0.6 * len(one.right.strip()):
        return _by_date(told, dates, one.right, new[0], said_at)
    if (number := _ORDINAL.fullmatch(one.right.strip())) is not None:
        return _by_day(told, dates, number[1])
    inside = [w for w in words if not any(t.start <= w.start - start < t.end for t in dates)]
    if bare is not None:
        kept = _behind(reading, inside, bare["prep"].lower())
        if kept and (one.meant or kept[0].text[:1].isupper() == bare["object"][:1].isupper()):
            return _put(reading, sentence, kept, bare["object"])
    right = bare["object"] if bare is not None else one.right
    plain = _ARTICLE.sub("", right, count=1) if _ARTICLE.match(right) else right
    if re.match(r"\d", plain) or plain.split()[0].lower() in _NUMBERS:
        return _by_number(reading, sentence, inside, plain)
    if plain[:1].isupper() and len(plain.split()) <= 4:
        return _by_name(reading, names, sentence, inside, right)
    if one.strong and one.meant and len(plain.split()) <= 5:
        return _by_noun(reading, sentence, inside, right)
    return ""


def _by_words(told: str, one: Correction) -> str:
    """With the words that are named as wrong replaced by those that are right."""
    for wrong in (one.wrong, _ARTICLE.sub("", one.wrong, count=1)):
        if bare := _PREP.fullmatch(wrong):
            wrong = bare["object"]
        if wrong and (hit := re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", told, re.I)) is not None:
            right = one.right
            if (bare := _PREP.fullmatch(right)) and _LED.search(told[: hit.start()]):
                right = bare["object"]
            return f"{told[: hit.start()]}{right}{told[hit.end() :]}."
    return ""


def _by_date(told: str, dates: Sequence[Timex], right: str, new: Timex, said_at: datetime) -> str:
    """With the date of the same fineness replaced; where there is but one, that one."""
    grain = _grain(new)
    slots = [(t.start, t.end) for t in dates if _grain(t) == grain]
    for date in dates if not slots else ():  # "Monday at three" holds a day and a time of day
        for part in re.finditer(r"[^\s,]+(?:\s(?!(?:at|on|in)\b)[^\s,]+)*", told[date.start : date.end]):
            found = find(part[0], said_at)
            if found and _grain(found[0]) == grain:
                slots.append((date.start + part.start(), date.start + part.end()))
    if not slots and len(dates) == 1 and "clock" not in (grain, _grain(dates[0])):
        slots = [(dates[0].start, dates[0].end)]
    if len(slots) != 1:
        return ""
    start, end = slots[0]
    head = told[:start]
    if _PREP.fullmatch(right):
        head = _BEFORE.sub("", head)
    elif not re.match(r"(?:on|in|at)\b", right, re.I) and _grain_word(told[start:end]) != _grain_word(right):
        head = _BEFORE.sub("on " if grain == "day" else "in " if grain in ("month", "year") else "at ", head)
    return f"{head}{right}{told[end:]}."


def _grain(date: Timex) -> str:
    return "clock" if date.span.precision == "instant" else date.span.precision


def _grain_word(said: str) -> str:
    """Whether a date stands behind no preposition ("yesterday") or behind one."""
    return "bare" if re.match(r"(?:yesterday|today|tomorrow|last|next|this)\b", said, re.I) else "plain"


def _by_day(told: str, dates: Sequence[Timex], number: str) -> str:
    """With the day of the month replaced: "the 4th of April" by "the 5th"."""
    days = [t for t in dates if t.span.precision == "day" and _DAY.search(told[t.start : t.end])]
    if len(days) != 1:
        return ""
    hit = _DAY.search(told, days[0].start)
    assert hit is not None
    ending = "" if hit[0].isdigit() else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th")
    ending = "th" if ending and number in ("11", "12", "13") else ending
    return f"{told[: hit.start()]}{number}{ending}{told[hit.end() :]}."


def _by_number(reading: Reading, sentence: tuple[int, int], inside: Sequence[Word], right: str) -> str:
    """With the number replaced, that of the same thing where things are named."""
    number, _, unit = right.partition(" ")
    slots = [w for w in inside if w.pos == "NUM" or w.text[:1].isdigit()]
    if unit and len(slots) > 1:
        following = {w.i: reading.words[w.i + 1].text.lower() for w in slots if w.i + 1 < len(reading.words)}
        slots = [w for w in slots if following.get(w.i, "")[:4] == unit.lower()[:4]]
    if len(slots) != 1:
        return ""
    behind = reading.words[slots[0].i + 1].text.lower() if slots[0].i + 1 < len(reading.words) else ""
    same = unit and behind[:4] == unit.lower()[:4]
    return _put(reading, sentence, [slots[0]], number if same or not unit else right)


def _by_name(reading: Reading, names: Names, sentence: tuple[int, int], inside: Sequence[Word], right: str) -> str:
    """With a name replaced: one of a person by one of a person, else the last that does not act."""
    found: dict[int, list[Word]] = {}
    for word in inside:
        mention = names.by_word.get(word.i)
        if mention is not None:
            found.setdefault(mention.start, []).append(word)
    person = is_first_name(right.split()[0])
    slots = [words for words in found.values() if words[-1].dep not in ("nsubj", "nsubjpass", "poss")]
    kinds = [words for words in slots if (names.by_word[words[0].i].type == "Person") == person]
    chosen = kinds or slots or (list(found.values()) if len(found) == 1 else [])
    if not chosen:
        return ""
    bare = _ARTICLE.sub("", right, count=1)
    return _put(reading, sentence, chosen[-1], bare if reading.kids(chosen[-1][-1], "det") else right)


def _by_noun(reading: Reading, sentence: tuple[int, int], inside: Sequence[Word], right: str) -> str:
    """With what the sentence is about, beside who does it, replaced; "my sister" stands for somebody's somebody."""
    owned = _OWNED.match(right) is not None
    nouns = [w for w in inside if w.pos == "NOUN" and bool(reading.kids(w, "poss")) == owned]
    for deps in (("nsubj", "nsubjpass", "attr", "dobj", "pobj"),) if owned else (("attr",), ("dobj",), ("pobj",)):
        heads = [w for w in nouns if w.dep in deps]
        if len(heads) == 1:
            tree = reading.subtree(heads[0], without=frozenset(("relcl", "punct", "prep", "appos", "advcl")))
            return _put(reading, sentence, tree, right)
        if heads:
            return ""
    return ""


def _behind(reading: Reading, inside: Sequence[Word], prep: str) -> list[Word]:
    """What stands behind a preposition; nothing where it stands more than once."""
    places = {w.i for w in inside}
    preps = [w for w in inside if w.pos == "ADP" and w.text.lower() == prep]
    found = [kid for word in preps for kid in reading.kids(word, "pobj") if kid.i in places]
    return reading.subtree(found[0], without=frozenset(("relcl", "punct", "prep", "advcl"))) if len(found) == 1 else []


def _put(reading: Reading, sentence: tuple[int, int], words: Sequence[Word], right: str) -> str:
    first, last = reading.words[sentence[0]].start, reading.words[sentence[1] - 1].end
    start, end = min(w.start for w in words), max(w.end for w in words)
    return f"{reading.text[first:start]}{right}{reading.text[end:last].rstrip(' .!?,;')}."


def clarified(told: str, said: str) -> str:
    """A sentence with a date that can be read two ways ("07/02"), written out as what is said later lets it be read:
    the month that is named there is one of the two, and the other is not; "" otherwise."""
    dates = list(_SLASHED.finditer(told))
    months = {_MONTHS.index(found[0].lower()) + 1 for found in _MONTH.finditer(said) if found[0][:1].isupper()}
    if len(dates) != 1 or len(months) != 1:
        return ""
    one, other, month = int(dates[0][1]), int(dates[0][2]), months.pop()
    if one == other or not (1 <= one <= 12 and 1 <= other <= 12) or month not in (one, other):
        return ""
    day = other if month == one else one
    return f"{told[: dates[0].start()]}{day} {_MONTHS[month - 1].capitalize()}{told[dates[0].end() :]}"
