"""Names seen in the bare text, whatever signs they hold, so that a parser never takes one apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgmem.extract_syntax import word_set
from kgmem.text import fold

_INTRODUCERS = word_set(
    """brother father dad daddy son husband uncle nephew grandfather grandpa boyfriend hubby grandson guy man boy mr
    sister mother mom mum mama daughter wife aunt auntie niece grandmother grandma girlfriend granddaughter woman girl
    lady mrs ms friend colleague neighbor neighbour boss partner cousin twin dog cat puppy kitten horse parrot rabbit"""
)
COMMON = word_set(
    """a about absolutely after again agreed all almost already also although always am amazing amen an and another any
    anyone anything anyway apparently are as ask at aw aww awesome back be because been before being best bet
    better big both brilliant btw but by bye call came can cant cheers come completed congrats congratulations
    cool could day dear definitely did do does done dont down each either else enjoy especially even ever every
    everyone everything exactly excellent excited fantastic feel finally fingers first for found from fun funny
    gee get getting girl give glad go god going gonna gosh got great guess guys ha haha happy hard has have
    having he hello help her here hey hi him his hmm hope hopefully how however hugs huh i idk if ill im imagine
    imho in incredible indeed interesting is isnt it its ive just keep kinda know last later let lets life like
    lmao lol long look looking looks lots love loved lovely luckily made make making man many may maybe me
    meanwhile merry might mine mom more morning most mostly much must my myself need never new next nice night
    no nobody none nope not nothing now of off oh ok okay omg on once one only oops or original other our ours
    out over own perfect people perhaps plain please plus pretty probably proud put ready really recommended
    remember right rockin same saw say see seeing seems seriously she should show since so some somebody someone
    something sometimes soon sorry sounds special speaking stay still stop such super sure sweet take taking
    talk talking tbh tell thank thanks that thats the their them then there these they thing things think this
    those though thought through time to today together tomorrow tonight too totally touched tried true try
    trying two ugh um unfortunately until up us usually very visitors wait wanna want was wasnt way we welcome
    well went were what whats whatever when whenever where which while who whoa whose why wild will wish with
    without woah woohoo wonderful wont working would wow wtf yay yeah yep yes yesterday yet yikes you your youre
    yours yup another customers gotta wanna dunno gimme lemme kinda sorta ahaha haha hehe yea yessir everybody
    neither nor nothing error warning note update"""
)
NAME_NOUNS = word_set("man men woman women people life love night day home world special")
DATES = word_set(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december christmas easter halloween thanksgiving spring summer autumn
    fall winter am pm bce ad mon tue tues wed thu thur thurs fri jan feb apr aug sept oct nov dec"""
)
ALSO_NAMES = frozenset("april may june august summer autumn".split())
WORD_NAMES = word_set("will hope guy")
NUMBERED = re.compile(  # SB-2023-052, KX1603: a name to the last digit
    r"(?<![\w/.-])(?=[\w-]*\d)(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*-\d[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[A-Z]{2,}\d{2,}[A-Z0-9]*)(?![\w-])"
)
ROLES = word_set("CEO CFO CTO COO CIO CMO CPO VP SVP EVP MD")
_PARTICLES = word_set("""de van von der den da di del la le bin ibn al y dos du zu af av ter della of""")
_TITLES = word_set("""dr mr mrs ms prof professor miss sir st saint aunt uncle captain coach""")
FIRMS = re.compile(
    r"(?:\b(?:inc|ltd|llc|gmbh|ag|corp|co|plc|a/s|foods|university|college|school|bank|institute|hospital|"
    r"academy|airlines|analytics|architects|associates|bakery|books|brewery|clinic|consulting|electronics|energy|engineering|"
    r"games|holdings|industries|insurance|laboratories|labs|logistics|media|motors|partners|pharma|press|publishing|"
    r"railways|records|robotics|software|solutions|studios?|systems|technologies|textiles|works)\b)\.?$",
    re.I,
)
FAMILY_FIRMS = re.compile(  # Brandt & Sons: one firm, not two names
    r"(?<!\w)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)* (?:&|and) "
    r"(?:Sons?|Daughters?|Brothers|Bros|Sisters|Co|Company|Partners|Associates)\b"
)
_CHUNK = re.compile(r"\S+")
_LEADING = "\"'`“”‘’«»([{<*_~#@-–—…•"
_TRAILING = "\"'`“”‘’«»)]}>*_~,;:.!?…-–—"
_POSSESSIVE = re.compile(r"['’]s?$")
_CONTRACTED = re.compile(r"(?:['’](?:ll|re|ve|d|m)|n['’]t)$", re.I)
_NAME_SIGNS = re.compile(r"[^\W\d_][\w.'’\"“”/&+\-]*\Z")
_INTRODUCED = re.compile(
    r"\b(?:is|was|are|were|who is|he's|she's|it's)?\s*(?:called|named|nicknamed|known as|goes by)\s+"
    r"|\b(?:name|names|nickname|title)\s+(?:is|was|are)\s+|\b(?:everyone|everybody|we|i|they|people|friends)\s+calls?\s+(?:him|her|it|me|us)?\s*",
    re.I,
)
_QUOTED = re.compile(r"[\"“`‘]([^\"“”`‘’\n]{1,60})[\"”`’]")
_TICKED = re.compile(r"`((?=[^\W\d_])[A-Z][^`\n]{0,50}[^`\n\s])`")
_VALUE = re.compile(r"""["']?\b[\w -]{2,30}["']?\s*[:=]\s*["']?(?P<value>[^\W\d_][^"',;:{}\[\]\n()]{0,60}[^\W_.])""")
_MASKS = (
    re.compile(r"```.*?(?:```|\Z)", re.S),
    re.compile(r"(?:https?://|www\.)\S+"),
    re.compile(r"\S+@\S+\.\w+"),
    re.compile(r"\b[A-Za-z]:\\\S+|(?<!\S)(?:[\w.~-]*/){2,}[\w.-]*"),
    re.compile(
        r"^[ \t]*(?:def|class|import|from|return|raise|function|const|let|var|public|private|#include)\b.*[:;({=].*$",
        re.M,
    ),
    re.compile(r"^[ \t]*[\w.\"'\[\]-]+[ \t]*(?:=|:=|\+=|=>)[ \t]*\S.*$", re.M),
    re.compile(r"^[ \t]*\[[\w. -]+\][ \t]*$", re.M),
    re.compile(r"^[ \t]*[{}<].*$", re.M),
)


@dataclass(frozen=True, slots=True)
class Span:
    """A name in the bare text. `sure` when something beside a capital letter says so, `odd` when its signs
    would lead a parser astray."""

    start: int
    end: int
    name: str
    type: str = "Thing"
    sure: bool = False
    odd: bool = False


def masked(text: str) -> str:
    """The text with code, addresses and paths blanked out, at unchanged positions."""
    for mask in _MASKS:
        text = mask.sub(lambda found: re.sub(r"\S", " ", found[0]), text)
    return text


def spelled(text: str, participants: Sequence[str]) -> list[Span]:
    """Names seen in the bare text: participants, introduced names, runs of capitalised words."""
    numbered = [Span(m.start(), m.end(), m[0], sure=True, odd=True) for m in NUMBERED.finditer(text)]
    firms = [Span(m.start(), m.end(), m[0], "Organization", sure=True, odd=True) for m in FAMILY_FIRMS.finditer(text)]
    found = [*_participants(text, participants), *_introduced(text), *numbered, *firms, *_runs(text)]
    return _apart(found)


def in_data(text: str, people: Sequence[str]) -> list[Span]:
    """Names among the values of data such as a tool's result: `"city": "Porto"`, `new town: Basel`."""
    found = _participants(text, people)
    for value in _VALUE.finditer(text):
        at = value.start("value")
        if (span := _run_from(text, at)) is not None and span.end == value.end("value"):
            found.append(replace(span, sure=True))
    return _apart(found)


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Spans in text order, none overlapping: the longer wins, then the earlier found."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.end - s.start, s.sure), reverse=True):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
        else:
            for at, other in enumerate(kept):
                if (other.start, other.end) == (span.start, span.end) and span.sure and not other.sure:
                    kept[at] = replace(other, sure=True, type=span.type if other.type == "Thing" else other.type)
    return sorted(kept, key=lambda s: s.start)


def _participants(text: str, participants: Sequence[str]) -> list[Span]:
    found = []
    for name in participants:
        for form in dict.fromkeys((name, name.split()[0] if name.split() else "")):
            if len(form) < 2 or not form[0].isalpha():
                continue
            for hit in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text):
                if form[0].isupper() or hit[0] != hit[0].lower() or not form.isascii():
                    found.append(Span(hit.start(), hit.end(), name, "Person", sure=True))
    return found


def _introduced(text: str) -> list[Span]:
    """Names given by "called", "named", "name is": in quotes, or capitalised words in whatever case."""
    found = []
    for cue in _INTRODUCED.finditer(text):
        at = cue.end()
        if quoted := _QUOTED.match(text, at):
            title = quoted[1].rstrip(" .,;:-")
            found.append(Span(quoted.start(1), quoted.start(1) + len(title), title, sure=True, odd=True))
            continue
        span = _run_from(text, at, shouting=True)
        if span is not None:
            found.append(replace(span, sure=True))
    for quoted in _TICKED.finditer(text):
        found.append(Span(quoted.start(1), quoted.end(1), quoted[1], sure=True, odd=True))
    for pair in re.finditer(r"\b(?:my|our|his|her|their)\s+(?:[a-z]+\s+){1,2}(?=[^\W\d_])", text, re.I):
        if text[pair.end()].isupper() and (span := _run_from(text, pair.end(), shouting=True)) is not None:
            kin = fold(text[pair.start() : pair.end()].split()[-1]) in _INTRODUCERS
            found.append(replace(span, sure=span.sure or kin))
    return found


def _run_from(text: str, at: int, *, shouting: bool = False) -> Span | None:
    spans = [s for s in _runs(text[at : at + 120], shouting=shouting) if s.start == 0]
    return replace(spans[0], start=at, end=at + spans[0].end) if spans else None


def _runs(text: str, *, shouting: bool = False) -> list[Span]:
    """Runs of capitalised words, with particles, nicknames in quotes and odd signs inside kept."""
    found: list[Span] = []
    run: list[tuple[int, int, str]] = []
    before = ""
    inside = False  # a sentence, behind a word of it in lower case

    def close() -> None:
        while run and (fold(run[-1][2]) in _PARTICLES or run[-1][2] == "the"):
            run.pop()
        if len(run) == 1 and fold(run[0][2]) in COMMON - WORD_NAMES and not shouting:
            run.clear()
        if run:
            span = _run_span(text, run)
            if span is not None:
                found.append(span)
        run.clear()

    for chunk in _CHUNK.finditer(text):
        start, end, core, closes = _core(chunk)
        opens = bool(core) and start > chunk.start()
        if opens and run:
            close()
        key = fold(core).replace("'", "").replace("’", "")
        named = bool(core) and _is_name_like(core, shouting=shouting)
        if named and (run or key not in COMMON or _may_begin(core, before, inside=inside)):
            if key in COMMON and key not in NAME_NOUNS and run and not shouting:
                close()
            elif not (key in DATES and not run and not shouting and key not in ALSO_NAMES):
                run.append((start, end, core))
        elif run and re.fullmatch(r"\d{1,4}[A-Za-z]?", core) and not re.fullmatch(r"(?:19|20)\d\d", core):
            if fold(run[-1][2]) not in DATES:
                run.append((start, end, core))
            close()
        elif len(run) == 1 and run[0][2] in ROLES:
            run.clear()  # "the CFO of Beacon Mills"
        elif run and not closes and _continues(core, run[-1][2]):
            run.append((start, end, core))
        else:
            close()
        if closes:
            close()
        before = core.lower()
        inside = not closes and (inside or core.islower())
        if "\n" in text[chunk.end() : chunk.end() + 2]:
            close()
    close()
    return found


def _may_begin(core: str, before: str, *, inside: bool) -> bool:
    """May a common word begin a name? "DO" (an acronym), the "Night" of "the Night Porter", and "Will" inside a
    sentence."""
    return len(core) > 2 and (core.isupper() or before == "the" or (inside and fold(core) in WORD_NAMES))


def _continues(core: str, before: str) -> bool:
    """True for a small word inside a name: "van", "of the", "d'Arc"."""
    if fold(core) in _PARTICLES or (core == "the" and before == "of"):
        return True
    return bool(re.fullmatch(r"(?:d['’]|al-|el-|o['’])[^\W\d_].*", core))


def _run_span(text: str, run: list[tuple[int, int, str]]) -> Span | None:
    start, end = run[0][0], run[-1][1]
    name = " ".join(text[start:end].split())
    titled = fold(run[0][2]).rstrip(".") in _TITLES
    words = [core for _, _, core in run]
    if len(run) == 1 and (len(name) < 2 or fold(name).rstrip(".") in _TITLES):
        return None
    odd = any(not re.fullmatch(r"[^\W\d_]+\.?|\d+", core) for core in words) or (
        len(words) > 1 and all(w.isupper() for w in words)
    )
    kind = "Person" if titled and len(run) > 1 else "Organization" if FIRMS.search(name) and len(run) > 1 else "Thing"
    return Span(start, end, name, kind, sure=kind != "Thing", odd=odd)


def _core(chunk: re.Match[str]) -> tuple[int, int, str, bool]:
    """A chunk without the signs around it, and whether those signs end a run of names."""
    text, start, end = chunk[0], chunk.start(), chunk.end()
    while text and (text[0] in _LEADING or not text[0].isalnum()):
        text, start = text[1:], start + 1
    tail = ""
    while text and (text[-1] in _TRAILING or not text[-1].isalnum()):
        if text[-1] in '"”' and sum(text.count(q) for q in '"“”') == 2 and text[-2:-1].isalnum():
            break
        if text[-1] == "." and (len(text) == 2 and text[0].isupper()):
            break
        tail, text, end = text[-1] + tail, text[:-1], end - 1
    closes = bool(re.search(r"[,;:.!?…)\]}\"”]|—|–", tail)) and fold(text) not in _TITLES
    if _CONTRACTED.search(text):
        text, closes = (_CONTRACTED.sub("", text), True) if "n't" not in fold(text) else ("", True)
        end = start + len(text)
    if owner := _POSSESSIVE.search(text):
        text, end = text[: owner.start()], end - len(owner[0])
        closes = True
    return start, end, text, closes


def _is_name_like(core: str, *, shouting: bool) -> bool:
    first = core[0]
    if not (first.isupper() or (first.isalpha() and not first.islower() and not first.isascii() and first.istitle())):
        return False
    if not any(sign.isalpha() for sign in core) or not _NAME_SIGNS.fullmatch(core):
        return any(sign.isdigit() for sign in core) and bool(re.fullmatch(r"[A-Z]{1,5}-?\d[\w-]*", core))
    if core.isupper() and len(core) > 1 and not shouting:
        return len(core) <= 6 and fold(core) not in COMMON
    return not (core.isupper() and len(core) == 1 and core in ("I", "A", "X"))
