"""What a sentence changes in a procedure: "before step 2, ask Mia", "skip step 3", "replace step 1 with ..."."""

from __future__ import annotations

import re

from kgmem.chinese_procedures import chinese_changes
from kgmem.han import has_han
from kgmem.procedure import tidy

_PREFIX = (
    r"\A\W*(?:(?:ok(?:ay)?|so|and|also|btw|by the way|please|actually|note|update|new rule)\b[,:]?\s+)*"
    r"(?:(?P<now>from now on|going forward|from today(?: on)?|as of today|starting (?:today|now|monday))\b,?\s*)?"
    r"(?:please\s+)?(?:(?:when(?:ever)?|for|in|while|before you|if)\s+"
    r"(?P<name>(?!step\b)(?:we |you |i )?[^,.?!\n:]{3,60}?)[,:]\s*)?(?:from now on,?\s*)?(?:please\s+)?"
    r"(?:(?:we|you)(?:'ll| will| should| must| now| need to| always)?\s+)?(?:always\s+|now\s+|let's\s+|just\s+)?"
)
_N = r"(?:step|number|no\.?|item)\s*#?(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)"
_TEXT = r"(?P<text>\S.{0,400}?)"
_BEFORE_IT = (
    r"(?:please\s+|(?:we|you)\s+(?:must\s+|should\s+|will\s+)?|also\s+|always\s+|add:?\s+|there is a new step:?\s+)*"
)
_ADD = r"add (?:a |another )?(?:new |last |final |first )?step"
_CHANGES = tuple(
    (kind, re.compile(rf"{_PREFIX}{pattern}[.!]*\s*\Z", re.I))
    for kind, pattern in (
        ("where", rf"(?P<where>before|after) {_N}\b,?\s+{_BEFORE_IT}{_TEXT}"),
        (
            "without",
            rf"(?:skip|drop|leave out|omit|remove|delete|no longer do) {_N}\b"
            r"(?: (?:from now on|anymore|any more|altogether|completely))?",
        ),
        ("instead of", rf"(?:replace|change) {_N}\b (?:with|by|to)[: ]\s*{_TEXT}"),
        ("instead of", rf"instead of {_N}\b,?\s+{_TEXT}"),
        ("instead of", rf"{_N} is (?:now )?(?:to )?{_TEXT}(?: (?:from now on|now))?"),
        ("where", rf"{_ADD} (?P<where>before|after) {_N}\b\s*[:,–-]\s*{_TEXT}"),
        (
            "where",
            r"(?P<text>(?!skip|drop|add a|there|i\b)[a-z]\S{0,30}(?: [^.?!\n]{1,120}?)?),? "
            rf"(?P<where>before|after) {_N}\b",
        ),
        (
            "last",
            rf"(?:{_ADD}(?: at the end)?\s*[:,–-]|(?:at the (?:very )?end|as (?:the|a) (?:last|final) step),?)"
            rf"\s*{_TEXT}",
        ),
        ("first", rf"(?:as (?:the|a) (?:new )?first step,?|at the (?:very )?(?:start|beginning),?)\s*{_TEXT}"),
    )
)
_ONCE = re.compile(
    r"\b(?:today only|this time|just this once|for once|just today|only today|for now|tomorrow only)\b|这次|今天先",
    re.I,
)
_NUMBERS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}


def changed(sentence: str) -> tuple[str, str] | None:
    """The procedure a sentence names, "" for none, and what it changes for good, as `procedure.made` reads it."""
    if sentence.endswith(("?", "？")) or _ONCE.search(sentence):
        return None
    if has_han(sentence):
        return chinese_changes(sentence)
    for kind, pattern in _CHANGES:
        found = pattern.match(sentence)
        if found is None:
            continue
        parts = found.groupdict()
        name = re.sub(r"\A(?:we|you|i) ", "", (parts.get("name") or "").strip(), flags=re.I)
        text = tidy(parts.get("text") or "")
        if kind in ("first", "last"):
            if name or parts.get("now") or "add" in sentence.lower():
                first = "first step" in sentence.lower()
                return name, f"{'first' if first else kind}: {text}"
            continue
        number = _NUMBERS.get(parts["n"].lower(), 0) or int(parts["n"])
        where = (parts.get("where") or kind).lower()
        return name, f"{where} {number}: {text}" if text else f"{where} {number}"
    return None
