"""Causes told by a verb or a preposition: "the fall led to a sprain", "it made me quit", "late due to the storm"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_causes import DENIAL, link, position, thing_event
from kgmem.extract_events import Story, read_event
from kgmem.extract_scene import Scene
from kgmem.extract_syntax import Clause, Word, word_set
from kgmem.records import CauseClaim

_CAUSE = word_set(
    """cause trigger spark prompt provoke induce produce generate precipitate fuel unleash ignite inflict create drive
    occasion spur inspire motivate"""
)
_LEADING = {"lead": "to", "result": "in", "contribute": "to", "give": "rise", "bring": "about", "end": "in"}
_FROM = frozenset(("result", "stem", "arise", "come", "follow", "derive", "originate"))
_MAKE = {"make": "cause", "force": "cause", "cause": "cause", "lead": "cause", "drive": "cause", "prompt": "cause",
    "push": "cause", "oblige": "cause", "compel": "cause", "get": "cause",
    "let": "enable", "allow": "enable", "enable": "enable", "help": "enable", "permit": "enable",
    "encourage": "motivate", "persuade": "motivate", "convince": "motivate", "inspire": "motivate",
    "motivate": "motivate", "tempt": "motivate",
    "keep": "prevent", "stop": "prevent", "prevent": "prevent", "hinder": "prevent", "save": "prevent"}  # fmt: skip
_NOUN_KIND = {"inspire": "motivate", "motivate": "motivate", "spur": "motivate"}
_PREVENTING = frozenset(("prevent", "stop", "avert", "halt", "block", "ruin", "delay"))
_REASON_PREPS = (
    *("because of", "due to", "thanks to", "owing to", "on account of", "as a result of", "as a consequence of"),
    "in the wake of",
)


def caused(scene: Scene, told: Story) -> Iterator[CauseClaim]:
    """The causal links that verbs and prepositions tell."""
    for clause in scene.clauses:
        if clause.question:
            continue
        if not clause.negative and clause.modality in ("asserted", "reported"):
            yield from _by_verb(scene, told, clause)
            yield from _made(scene, told, clause)
        yield from _by_noun(scene, told, clause)
        yield from _for(scene, told, clause)


def _by_verb(scene: Scene, told: Story, clause: Clause) -> Iterator[CauseClaim]:
    """ "The outage was caused by an expired certificate", "it led to forty refunds", "the delay came from a strike"."""
    preps = clause.preps
    objects = [word for word, denied in clause.objects if not denied]
    subjects = list(clause.subjects)
    prep = _LEADING.get(clause.lemma, "")
    reads = scene.reading.text[clause.verb.end : clause.verb.end + 12].lower().split()
    causes: list[Word]
    if clause.lemma in _CAUSE | _PREVENTING:
        by = [word for word, _ in preps.get("by", [])]
        causes, effects = (by, subjects) if clause.passive else (subjects, objects)
    elif prep in preps or (prep and reads[:1] == [prep]):
        led = [word for word, _ in preps.get(prep if prep in ("to", "in") else "to", [])]
        causes, effects = subjects, led or [w for w in objects if w.text.lower() != prep]
    elif clause.lemma in _FROM and "from" in preps:
        causes, effects = [word for word, _ in preps["from"]], subjects
        if not all(word.pos == "NOUN" for word in causes) or clause.lemma == "come":
            return
    else:
        return
    kind = "prevent" if clause.lemma in _PREVENTING else _NOUN_KIND.get(clause.lemma, "cause")
    for one in causes:
        for other in effects:
            first = thing_event(scene, told, one, clause)
            second = thing_event(scene, told, other, clause) if first is not None else None
            if first is not None and second is not None:
                span = (clause.start, clause.end)
                yield from link(told, first, second, clause.verb.text.lower(), kind, span)


def _made(scene: Scene, told: Story, clause: Clause) -> Iterator[CauseClaim]:
    """ "The noise made me move out", "her savings let her travel", "the flu kept me from going"."""
    kind = _MAKE.get(clause.lemma)
    if kind is None or not clause.subjects or clause.passive:
        return
    below = (c for c in scene.clauses if c.verb.head == clause.verb.i and c.verb.i > clause.verb.i)
    inner = next((c for c in below if c.verb.dep in ("ccomp", "xcomp")), None)
    if kind == "prevent":
        inner = next((c for c in scene.clauses if c.verb.dep == "pcomp" and _under(scene, c.verb, clause)), None)
    if inner is None or inner.question or not inner.subjects:
        return
    subject = clause.subjects[0]
    if subject.pos == "PROPN" or subject.i in scene.names.by_word:
        return  # "Tom made me laugh": who, not what
    first = thing_event(scene, told, subject, clause)
    if first is None:
        return
    denied = inner.negative or kind == "prevent"
    asserted = replace(inner, modality="asserted", tense=clause.tense, negative=denied)
    found = read_event(scene, asserted) if asserted.verb.i not in told.at else None
    second = told.add(asserted.verb.i, found[0]) if found is not None else position(scene, told, asserted)
    if second is not None:
        yield from link(told, first, second, clause.verb.text.lower(), kind, (clause.start, inner.end), 0.75)


def _under(scene: Scene, word: Word, clause: Clause) -> bool:
    prep = scene.reading.head_of(word)
    return prep.text.lower() == "from" and prep.head == clause.verb.i


def _by_noun(scene: Scene, told: Story, clause: Clause) -> Iterator[CauseClaim]:
    """ "We stayed home because of the storm"."""
    reasons = scene.reading.kids(clause.verb, "prep")
    reasons += [conj for kid in reasons for conj in scene.reading.kids(kid, "conj")]
    for kid in reasons:
        near = scene.reading.text[kid.start : kid.start + 24].lower()
        cue = next((cue for cue in _REASON_PREPS if near.startswith(cue)), "")
        if not cue or _denied_before(scene, kid):
            continue
        noun = _object_of(scene, kid, len(cue.split()))
        if noun is None or noun.text.lower() in ("that", "this", "it", "fact"):
            continue
        effect = position(scene, told, clause)
        cause = thing_event(scene, told, noun, clause) if effect is not None else None
        if cause is not None and effect is not None:
            yield from link(told, cause, effect, cue.split()[0], "cause", (clause.start, noun.end), 0.75)


def _object_of(scene: Scene, prep: Word, words: int) -> Word | None:
    """The noun after "because of", however the parser hangs the two words."""
    todo = [prep]
    for word in todo:
        for kid in scene.reading.kids(word, "pobj", "prep", "pcomp"):
            if kid.dep == "pobj" and kid.i >= prep.i + words - (word.i != prep.i):
                return kid
            todo.append(kid)
    return None


def _denied_before(scene: Scene, mark: Word) -> bool:
    return bool(scene.reading.kids(mark, "neg") or DENIAL.search(scene.reading.text[: mark.start]))


def _for(scene: Scene, told: Story, clause: Clause) -> Iterator[CauseClaim]:
    """ "She moved to Lyon to study", "in order to save money": what was wanted moved her to it."""
    if clause.verb.dep not in ("advcl", "acl") or clause.verb.tag != "VB" or clause.verb.i in told.at:
        return
    head = scene.reading.head_of(clause.verb)
    if clause.verb.dep == "acl":
        if head.lemma.lower() != "order":
            return
        head = scene.reading.head_of(scene.reading.head_of(head))  # "in order to"
    outer = next((c for c in scene.clauses if c.verb.i == head.i), None)
    if outer is None or outer.modality != "asserted" or outer.negative or outer.question:
        return
    to = next((k for k in scene.reading.kids(clause.verb, "aux", "mark") if k.text.lower() in ("to", "that")), None)
    if to is None:
        return
    before = scene.reading.text[: to.start].lower().rstrip()
    told_so = before.endswith(("in order", "so as", " so"))
    if not told_so and outer.verb.i not in told.at:
        return
    effect = position(scene, told, outer)
    if effect is None:
        return
    wanted = replace(clause, modality="planned", subjects=clause.subjects or list(outer.subjects))
    cause = position(scene, told, wanted)
    if cause is not None:
        span = (outer.start, clause.end)
        yield CauseClaim(cause, effect, "motivate", "to", 0.7 if told_so else 0.6, "cause:purpose", *span)
