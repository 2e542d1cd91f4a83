"""The questions memory asks, in the words of a language model, where these ask the same.

A question is taken from the model when it is one short line that ends with a question mark, holds every name and value
of the facts it is about that the rules' question holds, and names nobody else. Otherwise the rules' question stays.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kgmem.doubts import Doubt
from kgmem.errors import LLMError
from kgmem.han import HAN
from kgmem.llm import LLM
from kgmem.prompting import prompt
from kgmem.quoting import Words
from kgmem.repairing import repaired

log = logging.getLogger("kgmem")

KIND = "question"
"""The kind of these calls in `LLM.usage`."""
LONGEST = 300
_NAME = re.compile(r"(?<=[^.!?\s] )[A-Z][\w'’-]*|\d[\d.,:/-]*")
_HAN_NAME = re.compile(f"[{HAN}]")
_ENTRY = {
    "type": "object",
    "properties": {"number": {"type": "integer"}, "question": {"type": "string"}},
    "required": ["number", "question"],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {"questions": {"type": "array", "items": _ENTRY}},
    "required": ["questions"],
    "additionalProperties": False,
}


def phrased(doubts: Sequence[Doubt], llm: LLM) -> list[Doubt]:
    """The doubts, their questions in the model's words where it gives such that ask the same. Never raises for a model
    that fails."""
    if not doubts:
        return []
    data = [{"number": at, "question": one.question, "reason": one.reason} for at, one in enumerate(doubts)]
    try:
        answer = llm.chat(
            prompt(KIND).messages({"questions": data}), kind=KIND, schema=_SCHEMA, max_tokens=100 * len(doubts) + 100
        )
    except LLMError as error:
        log.warning("%s; the questions of the rules stay", error)
        return [*doubts]
    said = dict(_said(answer))
    taken = [number in said and _asks_the_same(said[number], one) for number, one in enumerate(doubts)]
    llm.note(KIND, asked=len(doubts), refused=len(doubts) - sum(taken))
    return [
        replace(one, question=said[number]) if is_taken else one
        for number, (one, is_taken) in enumerate(zip(doubts, taken, strict=True))
    ]


def _said(answer: str) -> Iterator[tuple[int, str]]:
    try:
        entries: Any = repaired(answer)[0]["questions"]
    except (ValueError, KeyError):
        return
    for one in entries if isinstance(entries, list) else []:
        if isinstance(one, dict) and type(one.get("number")) is int and isinstance(one.get("question"), str):
            yield one["number"], " ".join(one["question"].split())


def _asks_the_same(question: str, doubt: Doubt) -> bool:
    if not question.endswith(("?", "？")) or len(question) > LONGEST or len(re.findall("[?？]", question)) > 1:
        return False
    held, new = Words(doubt.question), Words(question)
    facts = (doubt.fact, *doubt.rivals)
    names = {name for fact in facts for name in (fact.subject, fact.object, fact.value) if name and held.hold(name)}
    if not all(map(new.hold, names)):
        return False
    if bool(_HAN_NAME.search(question)) != bool(_HAN_NAME.search(doubt.question)):
        return False  # another language
    return all(map(held.hold, _NAME.findall(question)))
