"""Reasons told across Chinese turns: "你怎么哭了？" - "狗死了。", "难怪你最近没来。", "所以我搬家了。"

The turn that tells the link is read once more as one text with what it leans on, in the words of the one who speaks now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC

from kgmem.chinese_named import Named
from kgmem.han import simplified
from kgmem.records import Episode
from kgmem.temporal import DAY, moment, parse_zone
from kgmem.timex import Timex

_WHY = re.compile(
    "(?:是因为什么|因为什么|出于什么原因|什么原因(?:让|使|导致)?|是?什么让|为什么|为甚么|为啥|为何|干嘛|干吗|干什么|咋就|咋|"
    "怎么(?:就|会|又|突然|忽然|想到|想起|还|这么快|都|啦|了)?|何以|凭什么|怎么回事)"
)
_ALONE = re.compile(
    r"[\s，,]*(?:那|可是|但是|不过|哎|咦|啊|哦|真的吗|是吗)?[\s，,？?]*(?:为什么|为啥|怎么了|怎么回事|咋了|咋回事|怎么会|为何|怎么这样|什么情况|出什么事了|发生什么(?:事|了)*)[呢啊呀的了]*[？?]*\s*\Z"
)
_NO_WHY = re.compile("怎么(?:样|办|走|做|去|来|用|说|写|弄|吃|联系|称呼|看|读|叫|想)|怎样")
_ANSWERS = re.compile(
    r"(?:(?:嗯|哦|啊|唉|哎|呃|其实|主要|就|说来话长|没办法|别提了|还能为什么|还不是|当然|这个|那|是)[\s，,]*)*(?:(?:是|都|主要是)*因为|由于|主要是?|原因是)?[\s，,]*"
)
_NO_REASON = re.compile(
    "不知道|不清楚|没什么|没有为什么|不告诉|你猜|不为什么|为什么|谁知道|说不清|没事|秘密|随便|不想说|[？?]"
)
_LEANS_ON_OTHER = re.compile(
    "(?:[哦噢啊喔嗯原来是如此这样，,！!。 ]{0,8})(?:难怪|怪不得|无怪乎?|怨不得|所以|那所以|因此|于是)"
)
_LEANS = re.compile(
    "(?:所以|因此|因而|于是|结果|以致|以至于|后来就|就因为(?:这|那)|因为(?:这|那)(?:个|事|件事)|这都?(?:多亏|怪|是因为|主要是因为)|都怪|都?多亏|全靠|幸亏|原因是|主要是因为|都?是因为|因为|由于|"
    "只好|不得不|只能|导致|害得|搞得|弄得|为此|从那以后|这下|这样一来|这么一来)"
)
_OPEN_CAUSE = re.compile("都?是?因为|由于|多亏|幸亏|都怪")
"""What has its effect behind it when more follows: "因为下雨，我没去"."""
_SENTENCE = re.compile(r"[^。！!？?\n]+[。！!？?]*")
_MOST = 120
_FINAL = re.compile("[呢啊呀吗嘛的了？?！!。，, ]+\\Z")

Naming = Callable[[str], Sequence[Named]]
Dating = Callable[[Episode], Sequence[Timex]]


def reasons(turn: Episode, earlier: Sequence[Episode], naming: Naming, dating: Dating) -> tuple[str, int, int] | None:
    """What a turn says together with what it gives the reason or the outcome of, and the place of that in the turn."""
    first = _SENTENCE.match(turn.text)
    before = next((one for one in reversed(earlier) if one.role == "user"), None)
    if first is None or before is None or len(first[0]) > _MOST:
        return None
    if before.speaker != turn.speaker and (asked := _asked(before, turn, earlier, naming, dating)):
        begins = found.end() if (found := _ANSWERS.match(turn.text)) else 0
        reason = turn.text[begins : first.end()].strip(" 。！!，,")
        plain = simplified(reason)
        if len(reason) >= 2 and not _NO_REASON.search(plain):
            return f"因为{reason}，所以{asked}。", 0, first.end()
        return None
    said = simplified(first[0]).lstrip(" ，,")
    if _LEANS_ON_OTHER.match(said) and before.speaker != turn.speaker and not _asks(before):
        return _joined(before, turn, first, naming, dating)
    if (found := _LEANS.match(said)) and not (_OPEN_CAUSE.fullmatch(found[0]) and re.search("[，,].{2,}", said)):
        own = next((one for one in reversed(earlier[-4:]) if one.speaker == turn.speaker and one.role == "user"), None)
        if own is not None and not _asks(own):
            return _joined(own, turn, first, naming, dating)
    return None


def _asks(turn: Episode) -> bool:
    return turn.text.rstrip().endswith(("？", "?"))


def _joined(
    before: Episode, turn: Episode, first: re.Match[str], naming: Naming, dating: Dating
) -> tuple[str, int, int] | None:
    """The last sentence of a turn before and the first of this one."""
    told = _last_sentence(before, turn, naming, dating)
    return (f"{told}，{first[0].strip()}", 0, first.end()) if told else None


def _last_sentence(before: Episode, turn: Episode, naming: Naming, dating: Dating) -> str:
    """The last sentence of a turn that tells something, as the one who speaks now would say it."""
    sentences = [found for found in _SENTENCE.finditer(before.text) if not found[0].rstrip().endswith(("？", "?"))]
    if not sentences or len(sentences[-1][0]) > _MOST:
        return ""
    start, end = sentences[-1].span()
    return _FINAL_MARKS.sub("", _retold(before, turn, start, end, naming, dating))


_FINAL_MARKS = re.compile("[。！!，,\\s]+\\Z")


def _retold(before: Episode, turn: Episode, start: int, end: int, naming: Naming, dating: Dating) -> str:
    """A stretch of a turn with its dates in full, and with names for those who only its speaker may call 我 and 你."""
    away = before.occurred // DAY != turn.occurred // DAY
    changes = [
        (date.start, date.end, _written(date, before.zone))
        for date in dating(before)
        if away and date.kind in ("date", "time") and start <= date.start and date.end <= end
    ]
    if before.speaker != turn.speaker:
        for one in naming(before.text):
            if start <= one.start < one.end <= end and one.kind == "pronoun":
                if one.lower == "i" and before.speaker:
                    changes.append((one.start, one.end, before.speaker))
                elif one.lower == "you":
                    changes.append((one.start, one.end, "我"))
    text, last = "", end
    for begin, stop, said in sorted(changes, reverse=True):
        if stop <= last:
            text, last = f"{said}{before.text[stop:last]}{text}", begin
    return f"{before.text[start:last]}{text}"


def _written(date: Timex, zone: str) -> str:
    """A date in full, so that it means the same on another day; "" for one that cannot be written."""
    at = moment(date.span.start, parse_zone(zone) or UTC)
    month = f"{at.year}年{at.month}月"
    return {"day": f"{month}{at.day}日", "month": month, "year": f"{at.year}年"}.get(date.span.precision, "")


def _asked(before: Episode, turn: Episode, earlier: Sequence[Episode], naming: Naming, dating: Dating) -> str:
    """What a why-question takes for granted, as the one who answers would say it; "" for other questions."""
    text = before.text.rstrip()
    plain = simplified(text)
    sentences = list(_SENTENCE.finditer(plain))
    if not sentences or len(sentences[-1][0]) > _MOST:
        return ""
    start, end = sentences[-1].span()
    asked = plain[start:end]
    if _ALONE.match(asked):
        own = [one for one in earlier if one.role == "user"][-2:-1]  # what the question is about
        if not own or own[0].speaker != turn.speaker or _asks(own[0]):
            return ""
        return _last_sentence(own[0], turn, naming, dating)
    why = _WHY.search(asked)
    if why is None or _NO_WHY.search(asked) or not (_asks(before) or asked.rstrip().endswith(("呢", "啊", "呀"))):
        return ""
    told = _retold(before, turn, start, end, naming, dating)
    said = _WHY.search(simplified(told))
    if said is None:
        return ""
    told = _FINAL.sub("", f"{told[: said.start()]}{told[said.end() :]}").strip(" ，,")
    still = re.search("没|不|要|会|想|打算|准备|了", simplified(told))
    changed = "了" in plain[end - 4 : end]
    return f"{told}了" if told and (changed or not still) else told
