"""Stretches of a text that assert nothing of the world: code, logs, tables, quotes, pasted mail, fiction, jokes, what a
memory gave back.

They stay stored, searched and read for the names in them; what is claimed in them is not taken for a fact. Every
pattern is bounded, ends at a line or fits wherever it begins, so that the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.extract_pieces import only
from kgmem.extract_syntax import word_set
from kgmem.records import EventClaim, Extraction, FactClaim


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters `[start, end)` of a text, and why nothing is asserted in them."""

    start: int
    end: int
    kind: str


_LEVELS = "ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL"
_LINES: dict[str, re.Pattern[str]] = {
    "mail": re.compile(r"[ \t]{0,8}>"),
    "log": re.compile(
        r"[ \t]{0,8}(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\[?\d\d:\d\d:\d\d[.,\]]|\$ |# ?\w{1,40}@"
        rf"|\[?(?:{_LEVELS})\]?[ :\t](?![ ]?(?:I|I'm|[Mm]y|[Ww]e)\b))"
    ),
    "trace": re.compile(
        r"Traceback \(most recent|[ \t]{1,8}File \"|[ \t]{1,8}at [\w.$<>/]{1,200}\("
        r"|[\w.]{0,80}(?:Error|Exception): |Caused by: "
    ),
    "table": re.compile(r"[^|\n]{0,200}\|[^|\n]{0,200}\||[^\t\n]{1,80}\t[^\t\n]{1,80}\t"),
    "data": re.compile(
        r"[ \t]{0,40}(?:[{}\[\]][,;{}\[\]]{0,3}[ \t]{0,8}\Z"
        r"|[\"'][\w .-]{1,60}[\"'][ \t]?:|[{\[][ \t]?[\"'{\[]|<[/?!a-zA-Z])"
    ),
}
"""What the beginning of a line says of the whole line."""
_KEYED = re.compile(r"[ \t]{0,40}(?:- )?[a-z][\w.-]{0,40}:(?: |\Z)|---\Z")
_ROW = re.compile(r"[^,;\n]{0,60}(?:[,;][^,;\n]{0,60}){2,40}\Z")
_FEWEST_ROWS = 3
_FENCE = re.compile(r"[ \t]{0,8}(?:```|~~~)")
_TICKED = re.compile(r"`[^`\n]{2,300}`")
_QUOTED = re.compile('["“„«]([^"“”„«»\n]{12,600})["”»]')
_PASTED = re.compile(
    r"^[ \t>]{0,8}(?:-{2,20} ?(?:Original Message|Forwarded message) ?-{2,20}|Begin forwarded message:"
    r"|On [^\n]{4,120} wrote:[ \t]*$|From: [^\n]{1,200}\n(?:Sent|Date|To|Subject): )",
    re.M | re.I,
)
_RECALLED = re.compile(r"- [^\n]{1,4000} \[[\w-]{1,80}(?:, [\w-]{1,80}){0,40}\][ \t]*\Z")
"""A line of a context that a memory gave: what is cited in it is no new evidence."""
_MEMORY = re.compile(r"<memory>.*?(?:</memory>|\Z)", re.S)
_NOTES = "♪♫🎵🎶"
_SUNG = re.compile(
    rf"[{_NOTES}][^{_NOTES}\n]{{2,300}}(?:[{_NOTES}]|$)"
    r"|^[^\n]{0,60}\b(?:lyrics|poem|verse|chorus|song)\b[^\n]{0,30}:[ \t]*$",
    re.M | re.I,
)
_ACTED = re.compile(r"(?<![\w*])\*(?:[a-z]{2,20}s|[a-z]{2,20}ing|I)\b[^*\n]{1,300}\*(?![\w*])")
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?=[\w.]\w)){1,4000}(?:[.!?。！？]{1,20}[\"”')\]]{0,4}|\n)?|\n")
_WORKS = (
    "(?:novel|book|stor(?:y|ie)|tale|fairytale|film|movie|series|show|episode|play|comic|manga|anime|musical|script|"
    "screenplay|fanfic|fan fiction|video game|computer game|rpg|campaign|quest|simulation|dream|nightmare|"
    "fantas(?:y|ie)|legend|myth|fable|poem|song|ballad|joke)s?"
)
_WHOSE = r"(?:my|our|your|his|her|their|the|this|that|a|an|some|[A-Z]\w{1,20}'s) (?:[\w-]{1,20} ){0,2}"
_FICTION = re.compile(
    rf"\A\W*(?:(?:and|but|so|also|well) )?in {_WHOSE}{_WORKS}\b(?! (?:club|shop|store|group|fair))"
    rf"|\A(?!\W*(?:I|We|My|Our)\b)[^\n]{{0,300}}\bin {_WHOSE}{_WORKS}\W*\Z"
    rf"|\b{_WORKS} (?P<about>in which|where|about (?:how|a|an|someone|somebody))\b"
    r"|\A\W*in the game,|\bthe story goes\b|\bonce upon a time\b|\b(?:I|we|he|she) (?:also )?(?:dreamt|dreamed)\b"
    r"|\bin (?:my|a|his|her) dreams?\b|\b(?:had|having) (?:a|this|the) (?:[\w-]{1,20} ){0,2}(?:dream|nightmare)\b"
    r"|\b(?:my|his|her|the main) (?:character|protagonist)\b|\bthe protagonist\b|\bmake-?believe\b|\brole-?play",
    re.I,
)
_GOES_ON = re.compile(
    r"\W*(?:then|and|but|so|suddenly|there|later|meanwhile|finally|he|she|they|it|his|her|their|one day|eventually)\b",
    re.I,
)
_DREAMER = re.compile(r"\W*(?:I|we|my)\b(?![^\n]*\b(?:woke|wake|am|is|live|work|have)\b)", re.I)
_SUPPOSED = re.compile(
    r"\A\W*(?:(?:so|well|now|ok|okay|and|but|for example|for instance|e\.g\.|then)\W{1,3})?"
    r"(?:suppose|supposing|imagine|assume|assuming|picture|what if|let'?s (?:say|assume|suppose|imagine|pretend)|say,"
    r"|pretend|hypothetically|as if)\b"
    r"|\b(?:hypothetically|for the sake of argument|in theory)\b",
    re.I,
)
_EXAMPLE = re.compile(r"\be\.g\.,?[^.\n)]{1,300}", re.I)
_JOKE = re.compile(
    r"\byeah,? right\b(?!\?)|(?:^|\s)/s(?:\s|$|[.!])|(?<!not )(?<!no )\b(?:(?:just|only|totally) )?(?:kidding|joking)\b"
    r"|(?<!\w)jk(?!\w|\.? ?rowling)|\blol,? not\b|\bas if!|(?:\.\.|…|,|\s-|\A\W*) ?not!\s*\Z"
    r"|\b(?:that was|it was|just) a (?:joke|prank)\b|\bapril fools?\b",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"\b(?:scratch|strike) that\b|\bi (?:misspoke|mistyped|got that wrong|take that back)\b|\bno,? wait\b|\bwait,? no\b"
    r"|\A\W*(?:(?:oh|sorry|no|ah|oops|actually|hm+)\W{1,3}){0,2}(?:that|this)(?: was|'s| is) "
    r"(?:wrong|not right|incorrect)\W*\Z"
    r"|\A\W*(?:sorry\W{1,3})?(?:forget (?:that|what i (?:just )?said)|ignore that|my mistake)\b",
    re.I,
)
_CUT = re.compile(r"[,;:]?[ \t]?\b(?:(?:scratch|strike) that|no,? wait|wait,? no|i misspoke)\b[,;:]?", re.I)
_WORD = re.compile(r"[A-Za-z]{2}|/s")
_WORDS = re.compile(r"/s\b|[a-z]+")
_TOLD = word_set(
    """novel novels book books story stories tale tales fairytale fairytales film films movie movies series show shows
    episode episodes play plays comic comics manga mangas anime animes musical musicals script scripts screenplay
    screenplays fanfic fanfics fiction game games rpg rpgs campaign campaigns quest quests simulation simulations dream
    dreams dreamt dreamed nightmare nightmares fantasy fantasies legend legends myth myths fable fables poem poems song
    songs ballad ballads joke jokes goes upon character protagonist believe role"""
)
_JESTS = word_set("yeah /s kidding joking jk lol joke prank april not as")
_REGRETS = word_set("scratch strike misspoke mistyped got take wait wrong right incorrect forget ignore mistake")
"""Words without one of which a sentence need not be looked at for fiction, a joke, a correction."""
_SPEECH = word_set("i you we he she they it is are was were am do does did have has had my your our i'm it's don't")


def passages(text: str) -> list[Passage]:
    """The stretches in which nothing is asserted, in order of their beginning; they may overlap."""
    found: list[Passage] = []
    for one in sorted([*_blocks(text), *_spans(text), *_told(text)], key=lambda one: (one.start, one.end)):
        last = found[-1] if found else None
        if last is not None and last.kind == one.kind and one.start <= last.end:
            found[-1] = replace(last, end=max(last.end, one.end))
        else:
            found.append(one)
    return found


def parted(text: str) -> str:
    """The text with a full stop in place of what takes back the words before it, at unchanged positions."""
    return _CUT.sub(lambda cue: f".{' ' * (len(cue[0]) - 1)}", text)


def _blocks(text: str) -> Iterator[Passage]:
    """Whole lines: fenced code, logs, tables, data, quoted and pasted mail."""
    pasted = _PASTED.search(text)
    if pasted is not None:
        yield Passage(pasted.start(), len(text), "mail")
    for block in _MEMORY.finditer(text):
        yield Passage(block.start(), block.end(), "recalled")
    at, fenced = 0, -1
    rows: list[Passage] = []
    for line in text.splitlines(keepends=True):
        bare, end = line.rstrip("\r\n"), at + len(line)
        if fenced >= 0 or bare.lstrip()[:3] in ("```", "~~~"):
            if _FENCE.match(bare):
                if fenced >= 0:
                    yield Passage(fenced, end, "code")
                fenced = -1 if fenced >= 0 else at
        elif bare:
            if bare.startswith("- ") and _RECALLED.match(bare):
                yield Passage(at, end, "recalled")
            if kind := next((name for name, pattern in _LINES.items() if pattern.match(bare)), ""):
                yield Passage(at, end, kind)
            row = _row(bare)
            if not row or (rows and rows[-1].kind != row):
                yield from _table(rows)
                rows = []
            if row:
                rows.append(Passage(at, end, row))
        at = end
    if fenced >= 0:
        yield Passage(fenced, len(text), "code")
    yield from _table(rows)


def _row(line: str) -> str:
    """What data a line would be a row of, were there more like it: keys with values, or so many columns; else ""."""
    if _KEYED.match(line):
        return "keyed"
    if line[-1] not in ".!?" and _ROW.match(line):
        return f"{line.count(',') + line.count(';')} columns"
    return ""


def _table(rows: list[Passage]) -> Iterator[Passage]:
    if len(rows) >= _FEWEST_ROWS:
        yield Passage(rows[0].start, rows[-1].end, "data")


def _spans(text: str) -> Iterator[Passage]:
    """Within a line: code in ticks, quoted speech, songs, acting between asterisks, "e.g."."""
    for pattern, kind in ((_TICKED, "code"), (_ACTED, "acted"), (_EXAMPLE, "example")):
        yield from (Passage(hit.start(), hit.end(), kind) for hit in pattern.finditer(text))
    for hit in _QUOTED.finditer(text):
        words = hit[1].lower().replace("’", "'").split()
        if len(words) > 3 and not _SPEECH.isdisjoint(words):
            yield Passage(hit.start(), hit.end(), "quote")
    for hit in _SUNG.finditer(text):
        end = hit.end()
        if not hit[0].startswith(tuple(_NOTES)):
            blank = text.find("\n\n", hit.end() + 1)
            end = len(text) if blank < 0 else blank
        yield Passage(hit.start(), end, "song")


def _told(text: str) -> Iterator[Passage]:
    """Sentences of fiction and supposition, and those that a joke or a correction takes back."""
    words = set(_WORDS.findall(text.lower()))
    may_tell, may_jest, may_regret = (not words.isdisjoint(cues) for cues in (_TOLD, _JESTS, _REGRETS))
    before = -1
    frame = ""
    for found in _SENTENCE.finditer(text):
        said, (start, end) = found[0], found.span()
        if not _WORD.search(said):
            frame = frame if said.strip() else ""
            continue
        if may_tell and (opener := _FICTION.search(said)):
            frame = "dream" if "dream" in opener[0].lower() or "nightmare" in opener[0].lower() else "fiction"
            yield Passage(start + opener.start() if opener["about"] else start, end, frame)
        elif _SUPPOSED.search(said):
            frame = "supposed" if len(said.split()) > 3 else ""
            yield Passage(start, end, "supposed")
        elif frame and (_GOES_ON.match(said) or (frame == "dream" and _DREAMER.match(said))):
            yield Passage(start, end, frame)
        else:
            frame = ""
        if may_jest and (joke := _JOKE.search(said)):
            alone = before >= 0 and len(said[: joke.start()].split()) + len(said[joke.end() :].split()) <= 3
            yield Passage(before if alone else start, end, "joke")
        elif may_regret and (back := _TAKEN_BACK.search(said)):
            alone = before >= 0 and len(said[: back.start()].split()) < 3
            yield Passage(before if alone else start, start + back.end(), "taken back")
        before = start


def quiet(found: Extraction, silent: Sequence[Passage]) -> Extraction:
    """What was read, without the claims made in passages that assert nothing; the mentions stay.

    A quoted word stays as that of the one who is named for it.
    """
    if not silent:
        return found

    def is_said(claim: FactClaim | EventClaim) -> bool:
        places = (claim.start, (claim.start + claim.end) // 2)
        over = [one for one in silent if any(one.start <= place < one.end for place in places)]
        return not over or (bool(claim.told_by) and all(one.kind == "quote" for one in over))

    return only(found, is_said)
