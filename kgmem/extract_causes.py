"""What a text says brought about what: by connectives, by causing verbs, by nouns after "because of".

A connective has its cause on one side and its effect on the other. On each side the clause that stands highest is
meant, before others one that tells an event of a known kind; a side that says nothing points to the sentence before.
That two things are told together is no cause, and no effect is older than its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgmem.extract_descriptions import describe
from kgmem.extract_events import Story, claim, is_asked_about
from kgmem.extract_nominal import noun_event
from kgmem.extract_scene import Scene, is_time, referent
from kgmem.extract_syntax import Clause, Word, word_set
from kgmem.records import CauseClaim, EventClaim
from kgmem.temporal import BEGINNING

_OPINIONS = word_set("think know guess hope believe mean wish say see figure agree let tell hear")
_WEATHER = word_set("rain snow storm hail freeze pour")
_STATES = word_set("be have want need know like love hate feel can")
_FACT = r"the (?:simple |plain |mere )?fact that"
_REASON = r"(?:the|my|our|one|her|his|their)(?: \w+)? reason(?: (?:for (?:this|that|it)|why))?"
_ONLY = r"(?:only |just |mainly |mostly |partly |largely |simply |purely |probably |all )?"
_POINTERS = frozenset(("that", "this", "it", "which", "all"))
_NO_RESULT = "that|far|long|much|many|is|was|do|did|am|are|what|how|when|where|who|if|on|as"
_THAT = r"(?:that|this|which|it)"

CAUSE_FOLLOWS: tuple[tuple[str, str], ...] = (
    (rf"\b{_REASON}(?: is| was| being|['’]s|:)(?: that| because)?", "reason"),
    (rf"\b{_THAT}(?: \w+)? (?:only )?(?:worked|work)(?: out)? {_ONLY}because", "because"),
    (rf"\b(?:thanks|due|owing) to {_FACT}", "thanks to the fact"),
    (rf"\b(?:because of|on account of|in view of|down to|in light of) {_FACT}", "because of the fact"),
    (r"\b(?:because|'?cause|'?cuz|'?coz|'?cos)(?! of\b)", "because"),
    (r"\b(?:seeing (?:that|as|how)|given that|considering that|now that|inasmuch as|being that)", "given that"),
    (r"\bsince\b(?! then\b)", "since"),
    (r"\bas\b", "as"),
)
EFFECT_FOLLOWS: tuple[tuple[str, str], ...] = (
    (rf"\b{_THAT}(?: is|['’]s|s| was)(?: \w+)? (?:why|how come)\b", "that's why"),
    (rf"\band {_THAT}(?: is|['’]s|s| was) how\b", "that's how"),
    (rf"\b{_THAT}(?: is|['’]s| was) (?:the reason|what led)(?: why| that)?\b", "that's the reason"),
    (r"\bas a (?:direct )?(?:result|consequence)\b(?! of\b)", "as a result"),
    (r"\b(?:consequently|therefore|thus|hence|accordingly)\b", "therefore"),
    (rf"\b(?:because of|due to|thanks to|on account of|owing to) {_THAT}\b(?! \w+(?:ed)?\b \w)", "because of that"),
    (r"\bfor (?:that|this) reason\b", "for that reason"),
    (rf"\b{_THAT} (?:put paid to|put an end to|ruined) (?:it|that|everything)\b", "put paid to"),
    (rf"\b{_THAT} (?:\w+ )?(?:meant|means)(?: that)?\b", "meant"),
    (r"\bwith the result that\b", "with the result"),
    (rf"(?:(?<=[,;.!–—] )|(?<=[,;–—])|\A)(?:and )?so\b(?! (?:{_NO_RESULT})\b)", "so"),
)
_SO_HAD_TO = re.compile(
    r"(?:and )?so,? (?:i|we|he|she|they|my \w+)(?:['’]?d| \w+ly| just)? "
    r"(?:ha[ds] to|have to|had got to|could(?: not|n['’]t)|can(?:not|['’]t)|was(?:n['’]t| not) able|ended up|"
    r"decided to|cancel\w*|postpone\w*|quit|missed|skipped|gave up|called off|dropped out)\b",
    re.I,
)
_CLEFT = re.compile(
    rf"\b(?:it|that)(?: was|['’]s| is| has been) {_ONLY}(?:because|thanks to {_FACT}|due to {_FACT}|since|as)\s", re.I
)
DENIAL = re.compile(r"\b(?:not|n['’]t|never|hardly)(?: (?:just|only|simply|really|exactly))?\s*\Z", re.I)
_BREAK = re.compile(r"[.!?;]+[\"'”’)]*\s+|\n+")
_BECAUSE = re.compile("|".join(f"(?:{pattern})" for pattern, _ in CAUSE_FOLLOWS[:-2]), re.I)
_FOLLOWING = [(re.compile(pattern, re.I), cue) for pattern, cue in CAUSE_FOLLOWS]
_LEADING = [(re.compile(pattern, re.I), cue) for pattern, cue in EFFECT_FOLLOWS]
_ENABLES = re.compile(r"\b(?:only|possible|worked out|able|how)\b", re.I)


@dataclass(frozen=True, slots=True)
class Connective:
    """Where a connective stands, and whether the cause or the effect follows it."""

    start: int
    end: int
    cue: str
    cause_follows: bool
    word: int  # index of its first word


def causes(scene: Scene, told: Story) -> Iterator[CauseClaim]:
    """The causal links between what the text tells; clauses and nouns they join become events of `told`."""
    found = connectives(scene)
    for one in found:
        if not DENIAL.search(scene.reading.text[: one.start]):
            yield from _joined(scene, told, one, found)


def opens_with(text: str) -> bool:
    """True for a text that begins with what points to a reason or an outcome told before: "That's why ...".

    A "so" may just go on talking; what one had to do, or could not do, comes of something.
    """
    opened = [pattern for pattern, cue in _LEADING if cue != "so"] + [_BECAUSE, _SO_HAD_TO]
    return any(pattern.match(text) for pattern in opened)


def connectives(scene: Scene) -> list[Connective]:
    """The connectives of a text by place, none inside another."""
    text = scene.reading.text
    taken: list[tuple[int, int]] = []
    found: list[Connective] = []
    for patterns, cause_follows in ((_LEADING, False), (_FOLLOWING, True)):
        for pattern, cue in patterns:
            for hit in pattern.finditer(text):
                words = scene.reading.covering(*hit.span())
                if not words or any(a < hit.end() and hit.start() < b for a, b in taken):
                    continue
                one = Connective(words[0].start, hit.end(), cue, cause_follows, words[0].i)
                if _is_causal(scene, one):
                    taken.append(hit.span())
                    found.append(one)
    return sorted(found, key=lambda one: one.start)


def _is_causal(scene: Scene, one: Connective) -> bool:
    """Does an "as" or "since" give a reason, or a time? Does a "so" join clauses?"""
    reading, word = scene.reading, scene.reading.words[one.word]
    last = reading.covering(max(one.end - 1, 0), one.end)[-1:]
    following = reading.words[last[0].i + 1 : last[0].i + 2] if last else []
    if one.cue == "so":
        so = last[0] if last else word
        follows = next((w for w in reading.words[so.i + 1 : so.i + 3] if w.text != ","), None)
        own = any(so.i < c.verb.i and any(so.i < s.i < c.verb.i for s in c.subjects) for c in scene.clauses)
        return follows is not None and follows.pos in ("PRON", "DET", "PROPN", "NOUN", "ADV") and own
    if one.cue not in ("since", "as"):
        return True
    inner = next((c for c in scene.clauses if c.verb.i == word.head), None)
    if word.dep == "prep" and one.cue == "since":  # its clause's subject taken for its object: "since Tom and I met"
        noun = next(iter(reading.kids(word, "pobj")), None)
        near = (c for c in scene.clauses if noun is not None and noun.i < c.verb.i < noun.i + 6)
        inner = None if noun is None or is_time(scene, noun) else next(near, None)
    elif word.dep not in ("mark", "advmod"):
        return False
    if inner is None:
        return False
    if not following or following[0].text.lower() in ("if", "of"):
        return False
    outer = next((c for c in scene.clauses if c.verb.i == inner.verb.head and c is not inner), None)
    apart = scene.reading.text[: one.start].rstrip().endswith(",")
    if one.cue == "as":
        return inner.lemma in _STATES and not inner.progressive and (apart or word.i == 0)
    if outer is None or outer.tense == "past":
        return True
    return apart or (inner.tense != "past" and not scene.dates(inner))


def _joined(scene: Scene, told: Story, one: Connective, others: list[Connective]) -> Iterator[CauseClaim]:
    text = scene.reading.text
    first = max((hit.end() for hit in _BREAK.finditer(text) if hit.end() <= one.start), default=0)
    last = min((hit.start() for hit in _BREAK.finditer(text) if hit.start() >= one.end), default=len(text))
    near = [o for o in others if o is not one]
    last = min([last, *(o.start for o in near if one.end <= o.start < last)])
    cleft = _CLEFT.search(text, first, last)
    if one.cause_follows and cleft and cleft.start() <= one.start < cleft.end():
        middle = _that(scene, one.end, last)
        if middle is None:
            return
        yield from _link(scene, told, one, (one.end, middle), (middle, last))
        return
    opens = one.cause_follows and one.cue != "reason" and not text[first : one.start].strip(" \"'(,")
    own = _own_part(scene, one, last) if opens else None
    if own is not None:  # "Because it rained, we stayed."
        yield from _link(scene, told, one, own, (own[1], last))
        return
    begin = max([first, *(o.end for o in near if first <= o.end <= one.start)])
    after, before = (one.end, last), (begin, one.start)
    cause, effect = (after, before) if one.cause_follows else (before, after)
    linked = list(_link(scene, told, one, cause, effect))
    if not linked and first > 0 and _points_back(scene, *before):  # "That was only possible because ..."
        sentence = (max((hit.end() for hit in _BREAK.finditer(text) if hit.end() < first), default=0), first)
        cause, effect = (after, sentence) if one.cause_follows else (sentence, after)
        linked = list(_link(scene, told, one, cause, effect))
    yield from linked


def _points_back(scene: Scene, start: int, end: int) -> bool:
    """True for a stretch that says nothing but that there is something: empty, "that was only possible"."""
    inner = [c for c in scene.clauses if start <= c.verb.start < end]
    return all(any(word.text.lower() in _POINTERS for word in c.subjects) for c in inner)


def _that(scene: Scene, start: int, end: int) -> int | None:
    """Where the last "that" with a clause of its own begins: "it was because of X *that* Y"."""
    for word in reversed(scene.reading.covering(start, end)):
        if word.text.lower() == "that" and any(c.verb.i > word.i and c.verb.start < end for c in scene.clauses):
            return word.start
    return None


def _own_part(scene: Scene, one: Connective, last: int) -> tuple[int, int] | None:
    """The part of a sentence that belongs to the connective it starts with, None when that is all of it."""
    word = scene.reading.words[one.word]
    mark = next((w for w in scene.reading.covering(one.start, one.end) if w.dep == "mark"), word)
    inner = next((c for c in scene.clauses if c.verb.i == mark.head), None)
    inside = [(t.start, t.end) for t in scene.timexes]
    commas = (hit.start() for hit in re.finditer(",", scene.reading.text[:last]) if hit.start() >= one.end)
    comma = next((at for at in commas if not any(start <= at < end for start, end in inside)), 0)
    if inner is not None and inner.verb.dep == "advcl":
        end = max(w.end for w in scene.reading.subtree(inner.verb))
        if end < last - 3:
            return one.end, end
    if comma > 0 and any(comma < c.verb.start < last for c in scene.clauses):
        return one.end, comma
    return None


def _link(
    scene: Scene, told: Story, one: Connective, cause: tuple[int, int], effect: tuple[int, int]
) -> Iterator[CauseClaim]:
    first, second = place_in(scene, told, *cause), None
    if first is not None:
        second = place_in(scene, told, *effect)
    if first is None or second is None or first == second:
        return
    start, end = min(cause[0], effect[0], one.start), max(cause[1], effect[1], one.end)
    said = scene.reading.text[start:end]
    yield from link(told, first, second, one.cue, kind_of(told, second, said), (start, end))


def kind_of(told: Story, effect: int, said: str) -> str:
    """A cause that keeps a plan from coming true prevents; one without which it could not have been enables."""
    if told.events[effect].kind == "Cancellation" or told.events[effect].polarity == "negative":
        return "prevent"
    return "enable" if _ENABLES.search(said) else "cause"


def link(
    told: Story, cause: int, effect: int, cue: str, kind: str, span: tuple[int, int], confidence: float = 0.8
) -> Iterator[CauseClaim]:
    """The link, unless the effect would be older than its cause."""
    if cause == effect or is_older(told.events[effect], told.events[cause]):
        return
    name = f"cause:{cue}"
    yield CauseClaim(cause, effect, kind=kind, cue=cue, confidence=confidence, rule=name, start=span[0], end=span[1])


def is_older(one: EventClaim, other: EventClaim) -> bool:
    return one.when.start > BEGINNING and other.when.start > BEGINNING and one.when.end <= other.when.start


# --- what stands for an event -----------------------------------------------------------------------


def place_in(scene: Scene, told: Story, start: int, end: int) -> int | None:
    """The position of the event that a stretch of text tells, which becomes one if it was none; None for none."""
    inner = [c for c in scene.clauses if start <= c.verb.start < end and not c.question]
    inner.sort(key=lambda c: (scene.reading.depth(c.verb), c.verb.i))
    known = [told.at[c.verb.i] for c in inner if c.verb.i in told.at]
    known += [n for n, e in enumerate(told.events) if start <= e.start < end and n not in known and e.end <= end + 2]
    named = next((n for n in known if told.events[n].kind != "Event"), None)
    if named is not None:
        return named
    for clause in inner:
        if (place := position(scene, told, clause)) is not None:
            return place
    return known[0] if known else None


def position(scene: Scene, told: Story, clause: Clause) -> int | None:
    """The clause's place among the events; a clause in a causal statement becomes an event if it was none."""
    if clause.verb.i in told.at:
        return told.at[clause.verb.i]
    if clause.question or clause.modality not in ("asserted", "planned", "reported") or not clause.subjects:
        return None
    people = [who for word in clause.subjects if (who := referent(scene, word)) is not None]
    if clause.lemma in _OPINIONS or clause.verb.dep == "relcl":
        return None
    described = all(who.name for who in people) and bool(people)
    description = describe(scene, clause)
    if len(description.split()) < 2 or is_asked_about(scene, clause):
        return None
    if not described and clause.lemma not in _WEATHER:
        return None
    known = [p for p in people if p.known]
    event = claim(scene, clause, None, known, modality=clause.modality, confidence=0.6)
    return told.add(clause.verb.i, replace(event, rule="event:causal"))


def thing_event(scene: Scene, told: Story, noun: Word, clause: Clause) -> int | None:
    """The position of an event named by a noun, "the storm", or pointed at: "it", "which"."""
    if noun.i in told.at:
        return told.at[noun.i]
    if noun.text.lower() in ("it", "this", "that", "which"):
        for before in reversed([c for c in scene.clauses if c.verb.i < clause.verb.i]):
            for i in (*(w.i for w in before.subjects), before.verb.i):
                if i in told.at:
                    return told.at[i]
            if (place := position(scene, told, before)) is not None:
                return place
        return None
    event = noun_event(scene, noun)
    return told.add(noun.i, event) if event is not None else None
