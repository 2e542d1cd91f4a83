"""How something is done: steps in order, told by a list under a lead, by "Step 1", or by "first ..., then ...".

What names the way of doing is asked for first ("To refund a customer:", "How we deploy", a heading "How to X"), so that
a list of anything else, or a story in order, is none. What is told to change in one ("before step 2, ask Mia") is read
as said; which steps it meets is settled when the procedure is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.chinese_procedures import chinese_steps_in
from kgmem.extract_passages import Passage
from kgmem.extract_pieces import only
from kgmem.extract_procedure_changes import changed
from kgmem.extract_procedure_names import asked_for, named_by, subject_of
from kgmem.han import has_han
from kgmem.procedure import MOST_STEPS, tidy, value_of
from kgmem.records import AMENDS, STEPS, Conversation, Episode, Extraction, FactClaim, Mention

_MARK = re.compile(
    r"[ \t]{0,12}(?:(?P<number>\(?\d{1,2}[.)]|\d{1,2}[、．]|[Ss]tep \d{1,2}[:.)—–-]?"
    r"|第[一二三四五六七八九十\d]{1,3}步[:：，,、]?|[①-⑳]|[一二三四五六七八九十]{1,2}、)|(?P<bullet>[-*•–]))\s*(?P<text>\S.*)\Z"
)
_NESTED = re.compile(r"[ \t]{2,12}(?:[-*•–]|\(?[a-z\d]{1,2}[.)])\s")
_INLINE = re.compile(
    r"(?:(?<=\s)|(?<=\A)|(?<=[:：,;，；]))"
    r"(?:\(?(\d{1,2})[.)]|[Ss]tep (\d{1,2})[:,.]?|第([一二三四五六七八九])步[:：，,]?)\s*"
)
_HEADED = re.compile(
    r"(?:method|instructions?|directions?|preparation|steps|procedure|process|how it works|做法|步骤|流程)\Z", re.I
)
_NO_STEP = re.compile(
    r"(?:\d|(?:a|an|the|some|my|your|our|his|her|their|no|two|three|i|he|she|they|it|there|this|that)\b)", re.I
)
_PAST = re.compile(
    r"(?:(?:we|i|he|she|they|you)\s+(?:\w+ly\s+)?)"
    r"(?:\w{2,}ed|went|ate|saw|had|was|were|got|took|came|made|said|left|ran|met|bought|drank|slept|drove|found|sat|flew"
    r"|felt|told|did|gave|rode|swam|won|lost|paid|sent|wrote)\b",
    re.I,
)
_FIRST = re.compile(
    r"(?P<lead>[^.!?\n]{0,120}?)(?:^|[\s,:(–—-])(?:first(?:ly| of all)?|start by|begin by)\b[,:]?\s+"
    r"(?P<rest>\S[^\n]{5,1500})",
    re.I,
)
_THEN = re.compile(
    r"(?:[,;.]\s*|\s+)(?:(?:and|but)\s+)?(?:(?:after that|afterwards?|and then|then|next|second(?:ly)?|third(?:ly)?"
    r"|finally|lastly|last|at the end|in the end|once that is done|when that is done)\b[,:]?\s+)"
    r"(?:(?:we|you|i)\s+)?(?:(?:finally|then)\s+)?",
    re.I,
)
_GOES_ON = re.compile(r"(?:and |but )?(?:then|next|after|second|third|finally|lastly|last|once|when that)\b", re.I)
_SUBJECT = re.compile(r"\A(?:(?:we|you|i)\s+(?:(?:always|usually|must|should|have to|need to|will)\s+)?)", re.I)
_MAY_CHANGE = re.compile(
    r"\b(?:step|item|number|no\.?)\s*#?\w|\b(?:start|beginning|end)\b|步|最后|一开始|最前面|开头", re.I
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?。！？]+|$|(?=\n))")


@dataclass(frozen=True, slots=True)
class Telling:
    """A procedure as a text tells it: characters `[start, end)`, from its lead to its last step."""

    name: str
    steps: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    end: int


def procedures(
    found: Extraction, episode: Episode, conversation: Conversation, silent: Sequence[Passage] = ()
) -> Extraction:
    """What was read in an episode, with the procedures it tells or changes in place of what was read in their steps."""
    if episode.role != "user" or episode.kind == "tool_result" or not episode.text:
        return found
    told = [one for one in tellings(episode, conversation) if not _is_silent(one, silent)]
    claims = [_steps_claim(one, episode) for one in told]
    if not told and _MAY_CHANGE.search(episode.text):
        claims += changes(episode, conversation)
    if not claims:
        return found
    left = only(found, lambda claim: not any(one.start <= claim.start < one.end for one in claims))
    taken = {(mention.start, mention.end) for mention in left.mentions}
    mentions = []
    for claim in claims:
        start = episode.text.find(claim.predicate, claim.start, claim.end)
        end = start + len(claim.predicate)
        if start >= 0 and (start, end) not in taken:
            mentions.append(Mention(start, end, claim.predicate, claim.subject, "Procedure"))
    return replace(left, facts=(*left.facts, *claims), mentions=(*left.mentions, *mentions))


def _is_silent(told: Telling, silent: Sequence[Passage]) -> bool:
    return any(one.start <= told.start < one.end for one in silent)


def _steps_claim(told: Telling, episode: Episode) -> FactClaim:
    return FactClaim(
        subject_of(told.name), STEPS, value=value_of(told.steps), predicate=told.name, subject_type="Procedure",
        object_type="Text", confidence=0.8, rule="procedure", start=told.start, end=told.end,
    )  # fmt: skip


# --- tellings --------------------------------------------------------------------------------------


def tellings(episode: Episode, conversation: Conversation | None = None) -> Iterator[Telling]:
    """The procedures a text tells whole, each with a name and two steps at least."""
    lines = list(_lines(episode.text))
    at = 0
    while at < len(lines):
        end, steps = _listed(lines, at)
        if len(steps) < 2:
            at += 1
            continue
        lead = _lead(lines, at, episode, conversation)
        numbered = _MARK.match(lines[at].text)
        is_numbered = numbered is not None and bool(numbered["number"])
        texts = [tidy(step) for step in steps]
        if lead is not None and _are_steps(texts, is_numbered=is_numbered):
            yield Telling(lead[0], tuple(texts), lead[1], lines[end - 1].end)
        at = end
    if not any(_MARK.match(line.text) for line in lines):
        for line in lines:
            yield from _inline(line, lines, episode, conversation)


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for line in text.split("\n"):
        if line.strip():
            yield _Line(line, at, at + len(line))
        at += len(line) + 1


def _listed(lines: Sequence[_Line], at: int) -> tuple[int, list[str]]:
    """The items of the list that begins at a line, with what is in them, and the line after it."""
    steps: list[str] = []
    kind = ""
    while at < len(lines) and len(steps) < MOST_STEPS:
        line = lines[at].text
        mark = _MARK.match(line)
        if mark is None:
            if not steps or not line.startswith(("  ", "\t")):
                break
            steps[-1] += f" {line.strip()}"
        elif steps and _NESTED.match(line) and (mark["bullet"] or kind == "number"):
            steps[-1] += f" ({mark['text'].strip()})" if mark["bullet"] else f" {line.strip()}"
        else:
            here = "number" if mark["number"] else "bullet"
            if kind and here != kind:
                break
            if here == "number" and steps and re.match(r"\D{0,6}0*1\b", mark["number"]):
                break  # another list begins
            kind = here
            steps.append(mark["text"])
        at += 1
    return at, steps


def _are_steps(steps: Sequence[str], *, is_numbered: bool) -> bool:
    """True for things to do: most begin as an order does; what is past is a story."""
    if sum(1 for step in steps if _PAST.match(step)) * 2 >= len(steps):
        return False
    done = [step for step in steps if has_han(step) or (not _NO_STEP.match(step) and (is_numbered or " " in step))]
    return len(done) * 2 > len(steps)


def _lead(
    lines: Sequence[_Line], at: int, episode: Episode, conversation: Conversation | None
) -> tuple[str, int] | None:
    """What a list that begins at a line is the way of doing, and where that is said."""
    above = lines[at - 1] if at else None
    if above is not None:
        if name := named_by(above.text):
            return name, above.start
        said = above.text.rstrip()
        cut = max(said.rfind(". "), said.rfind("! "), said.rfind("。")) if said.endswith((":", "：")) else -1
        if cut > 0 and (name := named_by(said[cut + 1 :])):
            return name, above.start + cut + 1
        if at > 1 and (name := named_by(lines[at - 2].text)):
            return name, lines[at - 2].start
    headings = [part for part in str(episode.metadata.get("heading") or "").split(" > ") if part]
    title = str(episode.metadata.get("title") or "")
    if episode.kind == "document" and at <= 3:
        for part in reversed(headings):
            if name := named_by(part):
                return name, lines[0].start
            if _HEADED.match(part):
                before = headings[: headings.index(part)]
                if name := (before[-1] if before else title):
                    return name, lines[0].start
            break
        if not headings and (name := named_by(title)):
            return name, lines[at].start
    if at == 0 and conversation is not None and conversation.earlier:
        name = asked_for(conversation.earlier[-1].text)
        return (name, lines[0].start) if name else None
    return None


def _inline(
    line: _Line, lines: Sequence[_Line], episode: Episode, conversation: Conversation | None
) -> Iterator[Telling]:
    """Steps within a line: numbered, or first, then, finally."""
    marks = list(_INLINE.finditer(line.text))
    if len(marks) >= 2 and (marks[0][1] or marks[0][2] or marks[0][3]) in ("1", "一"):
        name, start = named_by(line.text[: marks[0].start()]), line.start
        if not name:
            name, start = _lead(lines, lines.index(line), episode, conversation) or ("", 0)
        ends = [*(mark.start() for mark in marks[1:]), len(line.text)]
        steps = [tidy(line.text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
        if name and all(steps) and _are_steps(steps, is_numbered=True):
            yield Telling(name, tuple(steps), min(start, line.start), line.end)
        return
    if has_han(line.text):
        for name, steps in chinese_steps_in(line.text):
            yield Telling(name, tuple(tidy(step) for step in steps), line.start, line.end)
        return
    first = _FIRST.match(line.text)
    if first is None:
        return
    lead = first["lead"].strip(" ,:(–—-")
    name = named_by(lead)
    start = line.start
    if not name and not lead:
        name, start = _lead(lines, lines.index(line), episode, conversation) or ("", 0)
    steps = [tidy(_SUBJECT.sub("", part)) for part in _THEN.split(_first_sentences(first["rest"]))]
    past = sum(1 for part in _THEN.split(first["rest"]) if _PAST.match(part))
    steps = [step for step in steps if step]
    if name and len(steps) >= 2 and not past and _are_steps(steps, is_numbered=True):
        yield Telling(name, tuple(steps), min(start, line.start), line.start + first.start("rest") + len(first["rest"]))


def _first_sentences(rest: str) -> str:
    """What is told in order: up to the last sentence that goes on with it."""
    parts = re.split(r"(?<=[.!?])\s+", rest)
    kept = [parts[0]]
    for part in parts[1:]:
        if not _GOES_ON.match(part):
            break
        kept.append(part)
    return " ".join(kept)


# --- changes ---------------------------------------------------------------------------------------


def changes(episode: Episode, conversation: Conversation) -> Iterator[FactClaim]:
    """What a text changes in a procedure it names, or else in the one spoken of last."""
    text = episode.text
    for said in _SENTENCE.finditer(text):
        found = changed(said.group().strip())
        if found is None:
            continue
        named, value = found
        name = named or spoken_of(episode, conversation, before=said.start())
        if name:
            start = said.start() + len(said.group()) - len(said.group().lstrip())
            yield FactClaim(
                subject_of(name), AMENDS, value=value, predicate=name, subject_type="Procedure", object_type="Text",
                confidence=0.8, rule="procedure", start=start, end=said.end(),
            )  # fmt: skip


def spoken_of(episode: Episode, conversation: Conversation, *, before: int) -> str:
    """The name of the procedure that was told, or asked after, last."""
    for turn in (replace(episode, text=episode.text[:before]), *reversed(conversation.earlier)):
        told = list(tellings(turn)) if turn.text else []
        if told:
            return told[-1].name
        if asked := asked_for(turn.text):
            return asked
    return ""
