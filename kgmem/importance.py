"""How much an episode matters, 0 to 1, by plain rules: no model, no memory of anything else, the same every time.

    importance = role x question x (1 - product over all terms of (1 - weight) ** hits)

A term is a kind of sign in the text, a hit one place where it stands; of one term at most three hits count, of facts
all. So each hit takes its share of what is still missing to 1, nothing ever lowers it, and it never gets there:

| term       | weight | a hit is                                                                          |
|------------|--------|-----------------------------------------------------------------------------------|
| asked      | 0.60   | a wish that it be kept, or a standing instruction: "remember", "from now on"       |
| correction | 0.35   | a sign that something was said wrongly: "no, it was", "I meant"                    |
| lasting    | 0.30   | a word of health, family, home, work, money or taste: "allergic", "moved"          |
| commitment | 0.25   | a promise, plan or date to keep: "I will", "appointment"                           |
| facts      | 0.15   | a fact or event that memory holds on the evidence of the episode                   |
| emotion    | 0.15   | a word of feeling: "proud", "afraid"                                               |
| numbers    | 0.12   | a number, month or day of the week                                                 |
| names      | 0.10   | a name: a capital inside a sentence, a quoted title, a Chinese place or institution |
| length     | 0.30   | forty words, or in Chinese eighty signs; a shorter text is that part of a hit      |

role: what a person or a document says counts in full, an assistant's words 0.8, a tool's and the system's 0.6.
question: a text that is one question and nothing else counts half. Signs are those of English and Chinese.
"""

from __future__ import annotations

import re
from itertools import chain
from math import prod

from kgmem.han import HAN, simplified
from kgmem.records import Episode

WEIGHTS = {
    "asked": 0.6,
    "correction": 0.35,
    "lasting": 0.3,
    "commitment": 0.25,
    "facts": 0.15,
    "emotion": 0.15,
    "numbers": 0.12,
    "names": 0.1,
    "length": 0.3,
}
ROLE_WEIGHTS = {"user": 1.0, "assistant": 0.8, "tool": 0.6, "system": 0.6}
QUESTION = 0.5
MOST_HITS = 3
"""Hits of one sign that count."""
FULL_LENGTH = 40
"""Words of a text that counts as long."""
LONGEST = 20_000
"""Characters of a text that are looked at."""

_DAYS = "mon tues wednes thurs fri satur sun".split()
_MONTHS = "january february march april june july august september october november december".split()

_ENGLISH = {
    "asked": r"remember (?:that|this|to|my|the|i)|(?:do not|don't|never) forget|keep in mind|note that|make a note"
    r"|for the record|from now on|important(?:ly)?|please (?:always|never)|always (?:use|call|ask|write|answer|reply)"
    r"|(?:do not|don't|never) (?:use|call|mention|write|tell|send|suggest)|whenever i|remind me",
    "correction": r"no, (?:it|that|this|he|she|they|i|we|not)\b|i meant?\b|i mean,|(?:that's|that is|that was) (?:wrong"
    r"|not (?:right|true|correct))|correction|i was wrong|(?:i )?misspoke|rather than|instead of|not anymore|no longer"
    r"|actually,|scratch that",
    "lasting": r"allerg(?:y|ic|ies)|diagnos\w+|surgery|hospital|doctor|illness|cancer|diabet\w+|asthma|medication"
    r"|pregnan\w+|vegan|vegetarian|disab\w+|married|marry|wedding|engaged|divorc\w+|baby|born|birthday|anniversary"
    r"|died|death|funeral|passed away|wife|husband|partner|girlfriend|boyfriend|mother|father|mom|dad|sister|brother"
    r"|son|daughter|hired|promot\w+|fired|laid off|quit|resign\w*|retir\w+|new job|my (?:job|boss|company|career)"
    r"|graduat\w+|degree|scholarship|mov(?:ed|ing) (?:to|in|out|from|back)|my (?:house|home|flat|apartment|address)"
    r"|mortgage|salary|loan|debt|invest\w*|favou?rite|i (?:hate|dislike|prefer|love|can't stand)|adopt\w*|accident"
    r"|broke (?:up|my)|password|passport|insurance",
    "commitment": r"i(?:'ll| will| promise| swear| plan to| intend to| have to| need to| must|'m going to| am going to)"
    r"|we(?:'ll| will| plan to|'re going to| are going to)|promised|appointment|deadline|due (?:on|by|date)|meeting"
    r"|schedul\w+|booked|signed up|agreed to",
    "emotion": r"happy|happiest|glad|thrilled|excit\w+|proud|grateful|thankful|sad|upset|cr(?:y|ied|ying)|heartbroken"
    r"|depress\w+|lonely|anxious|worr(?:y|ied|ies)|stress\w+|nervous|afraid|scared|terrified|angry|furious|frustrat\w+"
    r"|disappoint\w+|ashamed|embarrass\w+|jealous|miss (?:him|her|them|you|it)|in love|hope(?:s|d|ful)?|devastat\w+",
    "numbers": rf"\d[\d.,:/-]*|(?:{'|'.join(_DAYS)})day|{'|'.join(_MONTHS)}|tomorrow|yesterday",
}
_CHINESE = {
    "asked": "记住|记得要|别忘|不要忘|记下|重要|以后都|从现在起|提醒我|务必|每次都要|以后请",
    "correction": "不对|说错|更正|纠正|其实|我的意思是|搞错|记错|不再|而不是|改成",
    "lasting": "过敏|诊断|手术|住院|医院|医生|生病|癌|糖尿病|哮喘|怀孕|素食|结婚|婚礼|订婚|离婚|出生|生日|纪念日"
    "|去世|葬礼|妻子|丈夫|老婆|老公|女朋友|男朋友|妈妈|爸爸|母亲|父亲|姐姐|妹妹|哥哥|弟弟|儿子|女儿|入职|升职|辞职"
    "|失业|退休|工作是|公司|毕业|学位|奖学金|搬到|搬家|住在|地址|房贷|工资|贷款|最喜欢|最爱|讨厌|喜欢|领养|车祸|分手|密码|护照|保险|电话",
    "commitment": "我会|我要|我打算|我计划|答应|约好|约了|预约|截止|会议|安排在|报名|一定要|准备去|承诺",
    "emotion": "高兴|开心|快乐|激动|兴奋|骄傲|自豪|感激|感谢|难过|伤心|哭|抑郁|孤独|焦虑|担心|压力|紧张|害怕"
    "|恐惧|生气|愤怒|失望|羞愧|尴尬|嫉妒|想念|爱上|希望|崩溃",
    "numbers": "[一二两三四五六七八九十百千万]{1,9}(?:[年月日号点岁个次块元]|周|星期)"
    "|(?:周|星期|礼拜)[一二三四五六日天]|明天|昨天|后天",
    "names": f"[{HAN}]{{2,4}}(?:市|省|县|路|街|大学|学院|医院|银行|公司|先生|女士|老师)",
}
_SIGNS = {
    term: re.compile(
        "|".join(
            part for part in (rf"\b(?:{_ENGLISH[term]})(?!\w)" if term in _ENGLISH else "", _CHINESE[term]) if part
        )
    )
    for term in _CHINESE
}
_CAPITAL = re.compile(r"(?<=[a-z,;:'’] )[A-Z][a-zA-Z'’-]*[a-z]\b|[《「『“\"][^《》「」『』“”\"]{2,40}[》」』”\"]")
_NO_NAME = re.compile(rf"(?:{'|'.join(_DAYS)})day|(?:{'|'.join(_MONTHS)})$|I['’]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_HAN_SIGN = re.compile(f"[{HAN}]")
_QUESTION = re.compile(r"[^.!?。！？\n]+[?？]+\s*")


def importance(episode: Episode, *, facts: int = 0) -> float:
    """How much an episode matters, 0 to 1. facts: how many facts and events memory holds on its evidence.

    A text that was dropped (`retain="facts"`) counts by its facts alone.
    """
    shares = signs_of(episode, facts=facts)
    missing: float = prod((1 - WEIGHTS[term]) ** count for term, count in shares.items())
    return ROLE_WEIGHTS[episode.role] * (QUESTION if _is_question(episode.text) else 1.0) * (1 - missing)


def signs_of(episode: Episode, *, facts: int = 0) -> dict[str, float]:
    """The hits of each term that count; those without any are left out."""
    text = simplified(episode.text[:LONGEST])
    folded = text.lower().replace("’", "'")
    hits: dict[str, float] = {
        term: min(MOST_HITS, len({found.group() for found in signs.finditer(folded)})) for term, signs in _SIGNS.items()
    }
    found = chain(_CAPITAL.finditer(text), _SIGNS["names"].finditer(text))
    names = {name for name in (one.group() for one in found) if not _NO_NAME.match(name)}
    hits["names"] = min(MOST_HITS, len(names))
    words = len(_WORD.findall(_HAN_SIGN.sub(" ", text))) + len(_HAN_SIGN.findall(text)) / 2
    hits["length"] = min(1.0, words / FULL_LENGTH)
    hits["facts"] = facts
    return {term: hits[term] for term in WEIGHTS if hits[term]}


def _is_question(text: str) -> bool:
    return len(text) <= LONGEST and _QUESTION.fullmatch(text.strip()) is not None
