"""What leads to the steps of a procedure, and what the procedure is called by it, whichever way it is said."""

from __future__ import annotations

import re

from kgmem.chinese_procedures import chinese_lead, chinese_subject
from kgmem.han import has_han
from kgmem.procedure import BEGINS

MOST_WORDS = 10

_NAME = r"(?P<name>[^:.?!\n]{2,80}?)"
_WHO = r"(?:to|we|i|you|one|they|our team)"
_HERE = r"(?:here(?:'s| is| are)|these are|the following are|this is|that's|that is)"
_OUR = r"(?:the |our |my |a )?(?:new |current |standard |usual )?"
_KINDS = (
    r"(?:process|procedure|workflow|steps|runbook|playbook|checklist|instructions|routine|recipe|how-to|protocol|guide"
    r"|sop|directions)"
)
_AS = r"(?: (?:is|are)(?: (?:as follows|this|these|now))?)?"
_FOLLOWS = (
    r"(?:,? (?:(?:please )?(?:do|follow|take) (?:this|these(?: \w+){0,2} steps|the following(?: steps)?|these)"
    r"|you (?:must|need to|have to)|we))?"
)
_LEADS = tuple(
    re.compile(rf"(?:{pattern})\Z", re.I)
    for pattern in (
        rf"(?:so |ok(?:ay)?,? |and )?(?:{_HERE} )?(?:exactly )?how {_WHO}\s+"
        rf"(?:(?:usually|always|now|should|must|normally|will)\s+)?{_NAME}(?: is)?"
        r"(?: (?:like this|as follows|this way|so|now|these days|from now on))?",
        rf"(?:in order )?to (?P<name>[a-z][^:,.?!\n]{{2,80}}?){_FOLLOWS}",
        rf"(?:{_HERE} )?{_OUR}(?:\w+ )?{_KINDS} (?:for|to|of|when|on) (?:a |an |the )?{_NAME}{_AS}",
        rf"(?:{_HERE} )?{_OUR}(?P<name>[a-z][^:.?!\n]{{1,60}}?) {_KINDS}{_AS}",
        r"(?:when|whenever|before|after|for) (?:we |i |you )?"
        r"(?P<name>(?:[a-z]+ing|(?<=we )\w+|(?<=i )\w+|(?<=you )\w+)\b[^:.?!\n,]{0,80}?)"
        r",?(?: (?:we |you )?(?:do|follow|take) (?:this|these steps|the following))?",
        rf"(?:recipe|how-to|procedure|process|workflow|runbook|sop)\s*[:–—-]\s*{_NAME}",
    )
)
_NO_TASKS = re.compile(
    r"(?:do|buy|get|pack|bring|be|see|read|watch|remember|note|consider|sum(?:mari[sz]e)?(?: up)?|clarify|answer"
    r"|discuss|whom?|date|me|you|us|conclude|recap|dos?|start with|begin with|give (?:you|an)|name a few)\b",
    re.I,
)
"""What lists follow that are no steps: "To do:", "To sum up:"."""
_ASKED = re.compile(
    r"\bhow (?:do|does|should|can|would|did|are|is) (?:we|i|you|one|they|our team|the team) (?P<name>[^?.!\n]{2,80})\?"
    r"|\bhow to (?P<to>[^?.!\n]{2,80})\?"
    r"|\bwhat(?:'s| is| are) (?:the|our|your) (?:process|procedure|steps|workflow) (?:for|to) "
    r"(?P<what>[^?.!\n]{2,80})\?",
    re.I,
)
_ARTICLES = re.compile(r"\b(?:a|an|the|our|my|your|their|his|her|its)\s+", re.I)
_GERUND = re.compile(r"([a-z]{2,}?)ing", re.I)
_SILENT_E = re.compile(r"(?:[aeiou][kvcszg]|at|iz|ang|rg|dg|lv|rv|nc|rc|u|[bdpt]l|ul|ar|is|os|ir|fin|stor)\Z")
"""Ends of what is left of a verb in -ing that has lost an e: "mak", "clos", "handl"."""


def named_by(line: str) -> str:
    """The name of what a lead leads to: "refund a customer" of "To refund a customer:"; "" for no lead."""
    said = line.strip().strip("#*_ ").rstrip(" .:：—–-*_").strip()
    if has_han(said):
        return chinese_lead(said)
    said = said.rsplit(" > ", 1)[-1].strip()
    for pattern in _LEADS:
        found = pattern.match(said)
        if found and not _NO_TASKS.match(found["name"]) and len(found["name"].split()) <= MOST_WORDS:
            return found["name"].strip(" ,")
    return ""


def asked_for(text: str) -> str:
    """What a text asks last how to do; "" for nothing."""
    name = ""
    for found in _ASKED.finditer(text):
        name = (found["name"] or found["to"] or found["what"]).strip()
    return name


def subject_of(name: str) -> str:
    """The name of the procedure itself, the same however it was told: "refunding a customer", "how we refund customers"
    and "to refund the customer" are one."""
    if has_han(name):
        return chinese_subject(name)
    words = _ARTICLES.sub("", f"{name} ".lower()).split()
    if words and (gerund := _GERUND.fullmatch(words[0])):
        words[0] = _verb(gerund[1])
    elif len(words) == 1 and len(words[0]) > 7 and words[0].endswith("ment"):
        words[0] = words[0][:-4]
    return BEGINS + " ".join(word if n == 0 and len(words) > 1 else _singular(word) for n, word in enumerate(words))


def _verb(stem: str) -> str:
    """The verb of which a word in -ing is a form, by its letters."""
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsfz":
        return stem[:-1]
    return f"{stem}e" if len(stem) > 2 and _SILENT_E.search(stem) else stem


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]
    return word
