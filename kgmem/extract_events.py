"""Events told in a text, the facts they begin and end, and the causes between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kgmem.extract_claims import claim_of
from kgmem.extract_mentions import ADDRESSEE, HE, SHE, SPEAKER
from kgmem.extract_scene import Referent, Scene, is_time, local_day, pronoun, referent
from kgmem.extract_syntax import TENSELESS, Clause, Word, noun_preps, phrase, plain, word_set
from kgmem.ontology import Effect, EventKind, Ontology
from kgmem.records import CauseClaim, EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span
from kgmem.timex import Timex

_ROLES = {
    "to": "destination", "into": "destination", "onto": "destination", "from": "origin", "out": "origin", "of": "",
    "in": "place", "at": "place", "on": "place", "near": "place", "inside": "place", "with": "with", "as": "as",
}  # fmt: skip
_EMPLOYER = frozenset(("at", "for", "with", "by"))
_JOB_KINDS = frozenset(("StartingJob", "LeavingJob"))
_NOT_EVENTS = word_set(
    """be have know like love hate want need think feel seem mean hope guess believe wish say tell remember
    sound look let thank appreciate miss understand agree hear see"""
)
_OPENERS = word_set("so and but well then yeah oh just actually also finally when where anyway even because that")
_ASIDES = word_set("just actually also finally already even recently really")
_OPINIONS = word_set("think know guess hope believe mean wish say see figure agree let")
_NOW = frozenset(("just", "today", "now", "finally"))
_OUTSIDE = word_set("""advcl conj cc punct intj mark ccomp parataxis relcl dep preconj npadvmod meta""")


@dataclass(slots=True)
class Story:
    """Events with the clause each came from, and what they say about facts and causes."""

    events: list[EventClaim] = field(default_factory=list)
    facts: list[FactClaim] = field(default_factory=list)
    causes: list[CauseClaim] = field(default_factory=list)
    at: dict[int, int] = field(default_factory=dict)  # verb index -> position in events
    settled: frozenset[int] = frozenset()  # verbs of event kinds that say all there is to say


def story(scene: Scene) -> Story:
    told = Story()
    for clause in scene.clauses:
        if clause.question or clause.elided or clause.modality == "hypothetical":
            continue
        found = _event(scene, clause)
        if found is None:
            continue
        event, kind = found
        told.at[clause.verb.i] = len(told.events)
        told.events.append(event)
        told.facts.extend(_effects(scene, clause, event, kind))
        if kind.initiates or kind.terminates:
            told.settled |= {clause.verb.i}
    told.causes = list(_causes(scene, told))
    return told


# --- events -----------------------------------------------------------------------------------------


_KINDS: dict[int, dict[str, list[tuple[EventKind, str]]]] = {}


def _kinds(ontology: Ontology) -> dict[str, list[tuple[EventKind, str]]]:
    """Verb lemma -> event kinds, each with the object, participle or particle its cue asks for ("" for none)."""
    held = _KINDS.get(id(ontology))
    if held is None:
        held = {}
        for kind in ontology.events.values():
            for cue in kind.cues:
                words = [part for part in (cue.object, *cue.preps) if part]
                held.setdefault(cue.verb or cue.object, []).append((kind, " ".join(words)))
        for found in held.values():
            found.sort(key=lambda pair: -len(pair[1]))
        _KINDS[id(ontology)] = held
    return held


def _kind_of(scene: Scene, clause: Clause) -> tuple[EventKind, Word | None] | None:
    """The event kind a clause's cue names, with the light object ("job" in "got a job") if there is one."""
    table = _kinds(scene.ontology)
    verb = clause.verb.text.lower()
    lemmas = [clause.lemma]
    if clause.passive:
        aux = {kid.lemma for kid in scene.reading.kids(clause.verb, "auxpass", "aux")}
        lemmas = [*(["get"] if "get" in aux else []), *(["be"] if "be" in aux else []), clause.lemma]
    for lemma in lemmas:
        for kind, wanted in table.get(lemma, ()):
            if not wanted:
                if not clause.passive and _usable(scene, clause, kind):
                    return kind, None
                continue
            head = wanted.split()[0]
            if wanted == clause.particle or (lemma in ("be", "get") and head == verb):
                return kind, None
            complement = clause.complement
            if complement is not None and complement.text.lower() == wanted and lemma != "be":
                return kind, None
            for noun, denied in clause.objects[:1]:
                if noun.lemma.lower() == wanted.split()[-1] and not denied and not scene.names.by_word.get(noun.i):
                    return kind, noun
            if any(kid.text.lower() == wanted for kid in scene.reading.kids(clause.verb, "advmod", "xcomp")):
                return kind, None
    return None


def _usable(scene: Scene, clause: Clause, kind: EventKind) -> bool:
    """A bare verb is a cue only with what its kind needs: "turn 40", "quit" a job, "join" something."""
    if clause.lemma in (
        "join",
        "marry",
        "meet",
        "visit",
        "buy",
        "purchase",
        "order",
        "sell",
        "adopt",
        "leave",
        "divorce",
    ):
        return bool(clause.objects)
    if clause.lemma in ("turn", "break", "hurt", "win", "get", "take", "have"):
        return clause.lemma == "win" and bool(clause.objects)
    if clause.lemma == "quit":
        return not scene.reading.kids(clause.verb, "xcomp")
    return True


def _event(scene: Scene, clause: Clause) -> tuple[EventClaim, EventKind] | None:
    happened = clause.tense in ("past", "perfect") and clause.modality in ("asserted", "reported")
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time", "since")]
    ahead = any(t.span.start > scene.episode.occurred for t in dates)
    planned = clause.modality == "planned" or (clause.tense == "present" and (clause.progressive or ahead))
    if any(t.kind == "recurring" for t in scene.dates(clause)) or clause.ended:
        return None
    if not happened and not (planned and (clause.modality == "planned" or ahead)):
        return None
    people = [
        who
        for word in clause.subjects
        if (who := referent(scene, word)) is not None and (_may_act(scene, who) or (dates and _may_befall(who)))
    ]
    if not people or _is_asked_about(scene, clause):
        return None
    if any(word.text.lower() in ("it", "this", "that", "them") for word, _ in clause.objects):
        return None
    if (clause.lemma in ("find", "figure") and clause.particle == "out") or (planned and clause.negative):
        return None
    found = _kind_of(scene, clause)
    if found is None and _is_state(scene, clause):
        return None
    if found is None and (
        not dates or clause.lemma in _NOT_EVENTS or clause.verb.dep in ("xcomp", "acl", "relcl", "advcl", "pcomp")
    ):
        return None
    for who in people:
        if who.type == "Thing" and who.known and not clause.passive:
            scene.names.retype(who.name, "Person")
    kind, light = found if found else (scene.ontology.event("Event"), None)
    return _claim(
        scene, clause, kind, light, people, modality="planned" if planned and not happened else clause.modality
    ), kind


def _is_state(scene: Scene, clause: Clause) -> bool:
    """True for a verb that says a lasting relation, as "has worked at" does: a fact, no happening."""
    return clause.tense != "past" and any(
        cue.kind == "verb" and cue.verb == clause.lemma for r in scene.ontology.relations.values() for cue in r.cues
    )


def _is_asked_about(scene: Scene, clause: Clause) -> bool:
    """True for "how far you've come": the content of a wonder, no event."""
    wh = [k for k in scene.reading.kids(clause.verb) if k.tag in ("WRB", "WP", "WDT") and k.text.lower() != "when"]
    return bool(wh) and clause.verb.dep in ("ccomp", "pcomp", "xcomp", "csubj", "advcl")


def _may_act(scene: Scene, who: Referent) -> bool:
    if who.type == "Person":
        return who.known or "'s " in who.name
    return who.known and who.type in ("Thing", "Animal", "Organization", "Group")


def _may_befall(who: Referent) -> bool:
    """True for a thing that is only described, of which a date says when something happened: "the pipe burst"."""
    return not who.known and who.type != "Person"


def _claim(
    scene: Scene,
    clause: Clause,
    kind: EventKind,
    light: Word | None,
    people: list[Referent],
    *,
    modality: str,
    confidence: float = 0.75,
) -> EventClaim:
    when = _when(scene, clause)
    return EventClaim(
        kind=kind.name,
        description=describe(scene, clause),
        participants=tuple(_participants(scene, clause, kind, light, people)),
        when=when,
        polarity="negative" if clause.negative else "positive",
        modality=modality,
        confidence=round((confidence if kind.name == "Event" else confidence + 0.1) * clause.certainty, 2),
        rule=f"event:{kind.name}",
        start=clause.start,
        end=clause.end,
        told_by=clause.told_by if modality == "reported" else "",
    )


def _when(scene: Scene, clause: Clause) -> Span:
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time")]
    if clause.tense in ("past", "perfect") and clause.modality != "planned":
        dates = [t for t in dates if t.span.start <= scene.episode.occurred]
    if dates:
        return _finest(dates)
    if clause.modality == "asserted" and any(
        k.lemma.lower() in _NOW for k in scene.reading.kids(clause.verb, "advmod")
    ):
        return local_day(scene)
    return ALWAYS


def _finest(dates: list[Timex]) -> Span:
    """What all the dates of a clause share ("Sunday at 9"), else the first of them."""
    span = dates[0].span
    for other in dates[1:]:
        if span.start <= other.span.start and other.span.end <= span.end:
            span = other.span
    return span


def _participants(
    scene: Scene, clause: Clause, kind: EventKind, light: Word | None, people: list[Referent]
) -> Iterator[tuple[str, str, str]]:
    seen: set[tuple[str, str]] = set()

    def give(role: str, who: Referent | None) -> Iterator[tuple[str, str, str]]:
        if who is not None and role and (role, who.name) not in seen and len(who.name) <= 80:
            seen.add((role, who.name))
            yield role, who.name, who.type

    agents = people
    if clause.passive and clause.lemma not in (
        "marry",
        "engage",
        "divorce",
        "promote",
        "hire",
        "bear",
        "diagnose",
        "fire",
        "lay",
    ):
        agents = []
        for who in people:
            yield from give("patient", who)
        for word, _ in clause.preps.get("by", []):
            yield from give("agent", referent(scene, word))
    for who in agents:
        yield from give("agent", who)
    for word, denied in clause.objects:
        if word is not light and not denied:
            what = referent(scene, word)
            if what is not None and what.name not in {p.name for p in people} and not is_time(scene, word):
                yield from give("patient", what)
    preps = [(prep, pair) for prep, pairs in clause.preps.items() for pair in pairs]
    if light is not None:
        preps += [(prep, pair) for prep, pairs in noun_preps(scene.reading, light).items() for pair in pairs]
    for prep, (word, denied) in preps:
        if denied or is_time(scene, word):
            continue
        role = "employer" if kind.name in _JOB_KINDS and prep in _EMPLOYER else _ROLES.get(prep, "")
        what = referent(scene, word)
        if what is not None and (what.known or role in ("destination", "as", "with", "employer", "place")):
            yield from give(role, what)


# --- descriptions ----------------------------------------------------------------------------------


def describe(scene: Scene, clause: Clause) -> str:
    """The clause as a short statement about its people: "Ana moved to Porto"."""
    reading = scene.reading
    if clause.verb.dep == "xcomp":  # "got to meet", "started looking": told whole
        outer = next((c for c in scene.clauses if c.verb.i == clause.verb.head), None)
        if outer is not None:
            return describe(scene, outer)
    words = reading.subtree(clause.verb, without=_OUTSIDE)
    own = {k.i for k in reading.kids(clause.verb) if k.dep in ("nsubj", "nsubjpass")}
    if not own and clause.subjects:
        words = [w for s in clause.subjects[:1] for w in reading.subtree(s, without=_OUTSIDE)] + words
        words = [w for i, w in enumerate(words) if w not in words[:i]]
    own |= {k.i for k in reading.kids(clause.verb, "npadvmod") if k in clause.subjects}
    for subject in clause.subjects:
        words += [
            w
            for w in reading.subtree(subject, without=frozenset(("relcl", "appos", "acl")))
            if w not in words and (subject.i in own or w.head in own)
        ]
    for kid in reading.kids(clause.verb, "dobj", "prep", "attr", "oprd", "agent"):
        words += [
            w
            for w in reading.subtree(kid, without=frozenset(("relcl", "advcl", "parataxis", "ccomp", "appos")))
            if w not in words
        ]
    words = sorted({w.i: w for w in words}.values(), key=lambda w: w.i)
    reasons = [k for k in reading.kids(clause.verb, "prep") if k.lemma.lower() in ("because", "due", "thanks", "thank")]
    first = min((w.i for k in own for w in reading.subtree(reading.words[k])), default=0)
    words = [w for w in words if w.i >= first]
    dropped = {w.i for kid in reasons for w in reading.subtree(kid)} | {
        k.i for r in reasons for k in reading.kids(r, "neg")
    }
    words = [w for w in words if w.i not in dropped]
    words = [w for w in words if not (w.dep == "advmod" and w.text.lower() in _ASIDES)]
    timed = [t for t in scene.timexes if t.start >= clause.start - 1 and t.end <= clause.end + 1]
    words = [w for w in words if not any(t.start <= w.start < t.end for t in timed)]
    while words and (words[0].dep in ("cc", "intj", "mark", "punct") or words[0].text.lower() in _OPENERS):
        words = words[1:]
    while words and (
        words[-1].dep in ("punct", "cc") or (words[-1].pos == "ADP" and words[-1].dep in ("prep", "mark"))
    ):
        words = words[:-1]
    return _third_person(scene, words)[:200]


def _third_person(scene: Scene, words: list[Word]) -> str:
    parts: list[str] = []
    last_end = -1
    renamed = False
    for word in words:
        lower = word.text.lower()
        owner = scene.speaker if lower in SPEAKER else scene.addressee if lower in ADDRESSEE else ""
        text = word.text
        if owner:
            renamed = renamed or word.dep in ("nsubj", "nsubjpass", "conj")
            text = f"{owner}'s" if lower in ("my", "our", "your", "mine", "ours", "yours") else owner
            text = "themself" if lower.endswith(("self", "selves")) else text
        elif lower in HE | SHE and (name := pronoun(scene, word)):
            owner = name
            text = f"{name}'s" if word.dep == "poss" else name
        elif word.i in scene.names.by_word:
            text = word.text
        elif renamed and word.tag in ("VBP", "VBD", "MD") and lower in _VERB_FORMS:
            text = _VERB_FORMS[lower]
        elif renamed and word.tag == "VBP" and word.text.isalpha() and word.lemma not in TENSELESS:
            text = _third(word.text)
        glued = bool(parts) and word.start == last_end and not owner and text == word.text
        parts.append(text if glued or not parts else f" {text}")
        last_end = word.end
    text = "".join(parts).strip()
    text = text.replace('"', "") if text.count('"') % 2 else text
    return re.sub(r"\s+([,.;:!?])", r"\1", text)


def _third(verb: str) -> str:
    """The form of a present verb that goes with a name: want -> wants, try -> tries, watch -> watches."""
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search(r"(?:s|x|z|ch|sh|o)$", verb) else f"{verb}s"


_VERB_FORMS = {
    "am": "is", "'m": "is", "’m": "is", "are": "is", "'re": "is", "’re": "is", "were": "was",
    "have": "has", "'ve": "has", "’ve": "has", "'ll": "will", "’ll": "will", "do": "does",
}  # fmt: skip


# --- what events do to facts ------------------------------------------------------------------------


def _effects(scene: Scene, clause: Clause, event: EventClaim, kind: EventKind) -> Iterator[FactClaim]:
    roles: dict[str, list[Referent]] = {}
    for role, name, type_ in event.participants:
        roles.setdefault(role, []).append(Referent(name, type_, event.start, event.end, True, name.split()[-1].lower()))
    start = event.when.start if event.when.start > BEGINNING else scene.episode.occurred
    precision = event.when.precision if event.when.start > BEGINNING else "unknown"
    for effect in kind.initiates:
        for who, target in _pairs(scene, roles, effect):
            yield from _effect(scene, clause, event, effect, who, target, Span(start, FOREVER, precision), ends=False)
    begun = {effect.relation for effect in kind.initiates if effect.object in roles}
    if event.modality != "asserted" or event.polarity != "positive":
        return
    for effect in kind.terminates:
        span = Span(start, FOREVER, precision)
        if effect.object:
            for who, target in _pairs(scene, roles, effect):
                if _truly(scene, target, effect):
                    yield from _effect(scene, clause, event, effect, who, target, span, ends=True)
            continue
        left = next((t for role in ("origin", "employer", "patient") for t in roles.get(role, [])), None)
        for who in roles.get(effect.subject, []):
            if left is not None and _truly(scene, left, effect):
                yield from _effect(scene, clause, event, effect, who, left, span, ends=True)
            elif left is None and effect.relation not in begun and _stands_alone(clause):
                yield from _effect(scene, clause, event, effect, who, None, span, ends=True)


def _stands_alone(clause: Clause) -> bool:
    """Ending whatever holds needs a plain statement: "I quit", not "since I moved from there"."""
    return clause.verb.dep in ("ROOT", "conj", "ccomp") and not clause.preps.keys() & {"from", "out", "of"}


def _pairs(scene: Scene, roles: dict[str, list[Referent]], effect: Effect) -> Iterator[tuple[Referent, Referent]]:
    subjects = roles.get(effect.subject, [])
    objects = roles.get(effect.object, [])
    relation = scene.ontology.relation(effect.relation)
    if relation.symmetric and len(subjects) == 2 and not objects and effect.object == "with":
        yield subjects[0], subjects[1]
        return
    for who in subjects:
        for target in objects:
            yield who, target


def _truly(scene: Scene, target: Referent, effect: Effect) -> bool:
    """Ending needs more than "may fit": a team left is no employer left."""
    relation = scene.ontology.relation(effect.relation)
    kinds = (target.type, *scene.ontology.classes_of(target.lemma))
    if relation.name == "memberOf":
        return any(scene.ontology.is_a(kind, "Group") for kind in kinds)
    if relation.name == "owns":
        return target.type not in ("Person", "Place")
    return any(scene.ontology.is_a(kind, relation.range) for kind in kinds)


def _effect(
    scene: Scene,
    clause: Clause,
    event: EventClaim,
    effect: Effect,
    who: Referent,
    target: Referent | None,
    valid: Span,
    *,
    ends: bool,
) -> Iterator[FactClaim]:
    relation = scene.ontology.relation(effect.relation)
    if target is not None and not _begins(scene, relation.range, target):
        return
    claim = claim_of(
        scene, clause, relation, who, target, rule=event.rule, confidence=event.confidence, predicate=_words(clause)
    )
    if claim is not None:
        modality = event.modality
        if relation.timeless:
            valid = ALWAYS
        yield replace(claim, valid=valid, ends=ends, modality=modality, polarity=event.polarity)


def _begins(scene: Scene, wanted: str, target: Referent) -> bool:
    onto = scene.ontology
    if wanted in ("Thing",):
        return target.type != "Person"
    kinds = (target.type, *onto.classes_of(target.lemma))
    named = target.name[:1].isupper() and "'s " not in target.name
    if named and wanted in ("Place", "Organization", "Agent") and target.name in scene.names.guessed:
        return True  # the verb's role says more than a guessed type: one moves to a place
    if wanted == "Person":
        return onto.type_fits(target.type, wanted) and (named or "'s " in target.name)
    if wanted == "Place" and named:
        return target.type in ("Place", "Organization", "Thing", "Group")
    if wanted == "Agent" and target.type == "Person":
        return False
    if wanted in ("Organization", "Agent") and named:
        return onto.type_fits(target.type, wanted) or (wanted != "Person" and target.type == "Place")
    if wanted in ("Occupation", "Condition"):
        return any(onto.is_a(kind, wanted) for kind in kinds)
    return any(onto.is_a(kind, wanted) for kind in kinds)


def _words(clause: Clause) -> str:
    return " ".join(part for part in (clause.verb.text, clause.particle) if part)


# --- causes -----------------------------------------------------------------------------------------


def _causes(scene: Scene, told: Story) -> Iterator[CauseClaim]:
    by_verb = {clause.verb.i: clause for clause in scene.clauses}
    for clause in scene.clauses:
        if clause.question:
            continue
        yield from _because(scene, told, clause, by_verb)
        yield from _so(scene, told, clause, by_verb)
        yield from _nominal(scene, told, clause)


def _because(scene: Scene, told: Story, clause: Clause, by_verb: dict[int, Clause]) -> Iterator[CauseClaim]:
    """ "... because the firm closed", "since it rained, ..."."""
    if clause.verb.dep != "advcl":
        return
    mark = next(
        (k for k in scene.reading.kids(clause.verb, "mark") if k.lemma.lower() in ("because", "since", "cause", "cuz")),
        None,
    )
    head = by_verb.get(clause.verb.head)
    if mark is None or head is None or head.question:
        return
    if mark.lemma.lower() == "since" and (clause.tense != "present" or scene.dates(clause)):
        return  # "since we moved": a time
    if _denied_before(scene, mark):
        return
    yield from _link(scene, told, clause, head, mark.text.lower())


def _denied_before(scene: Scene, mark: Word) -> bool:
    if scene.reading.kids(mark, "neg"):
        return True
    return mark.i > 0 and scene.reading.words[mark.i - 1].text.lower() in ("not", "just", "only", "n't")


def _so(scene: Scene, told: Story, clause: Clause, by_verb: dict[int, Clause]) -> Iterator[CauseClaim]:
    """ "It rained, so we stayed home", "that's why we stayed home"."""
    words = scene.reading.words
    at = clause.start
    before = scene.reading.text[max(0, at - 40) : at]
    reason = re.search(r"(?:\bthat(?:'s|’s| is| was)|\bwhich is) why\s+(?:\w+ )?\Z", before, re.I)
    result = re.search(r"(?:[,;]|\A|[.!] )\s*(?:and )?so,?\s+\Z", before, re.I)
    inner = scene.reading.text[at : at + 4].lower().startswith("so ")
    if inner:
        first = next((w for w in words if w.start == at), None)
        inner = (
            first is not None
            and first.dep in ("cc", "advmod", "mark")
            and first.head == clause.verb.i
            and bool(scene.reading.kids(clause.verb, "nsubj", "nsubjpass"))
        )
        inner = (
            inner
            and bool(re.search(r"[,;.!]\s*(?:and )?\Z", before))
            and words[first.i + 1].pos in ("PRON", "DET", "PROPN", "NOUN")
            and words[first.i + 1].text.lower() != "that"
            if first
            else False
        )
    if not (reason or result or inner) or not scene.reading.kids(clause.verb, "nsubj", "nsubjpass"):
        return
    earlier = [
        c
        for c in by_verb.values()
        if c.end <= at and c.verb.dep not in ("xcomp", "relcl", "acl", "pcomp") and not c.question
    ]
    if not earlier:
        return
    cause = max(earlier, key=lambda c: c.verb.i)
    yield from _link(scene, told, cause, clause, "that's why" if reason else "so")


def _nominal(scene: Scene, told: Story, clause: Clause) -> Iterator[CauseClaim]:
    """ "The outage was caused by an expired certificate", "it led to forty refunds", "late due to the storm"."""
    preps = clause.preps
    if clause.lemma == "cause" or (clause.lemma in ("lead", "result") and ({"to", "in"} & preps.keys())):
        subjects = list(clause.subjects)
        others = [
            w
            for w, _ in (
                preps.get("by", []) if clause.passive else clause.objects or preps.get("to", []) or preps.get("in", [])
            )
        ]
        causes, effects = (others, subjects) if clause.passive else (subjects, others)
        if clause.negative or clause.modality != "asserted":
            return
        for one in causes:
            for other in effects:
                first, second = _thing_event(scene, told, one, clause), _thing_event(scene, told, other, clause)
                if first is not None and second is not None and first != second:
                    yield CauseClaim(
                        first,
                        second,
                        cue=clause.verb.text.lower(),
                        confidence=0.8,
                        rule="cause:verb",
                        start=clause.start,
                        end=clause.end,
                    )
        return
    reasons = scene.reading.kids(clause.verb, "prep")
    reasons += [conj for kid in reasons for conj in scene.reading.kids(kid, "conj")]
    for kid in reasons:
        near = scene.reading.text[kid.start : kid.start + 14].lower()
        if not near.startswith(("because of", "due to", "thanks to")) or _denied_before(scene, kid):
            continue
        noun = next(
            (w for prep in ([kid, *scene.reading.kids(kid, "prep")]) for w in scene.reading.kids(prep, "pobj")), None
        )
        if noun is None:
            continue
        cause = _thing_event(scene, told, noun, clause)
        effect = _position(scene, told, clause)
        if cause is not None and effect is not None and cause != effect:
            yield CauseClaim(
                cause,
                effect,
                cue=near.split(" ")[0],
                confidence=0.75,
                rule="cause:noun",
                start=clause.start,
                end=noun.end,
            )


def _link(scene: Scene, told: Story, cause: Clause, effect: Clause, cue: str) -> Iterator[CauseClaim]:
    first, second = _position(scene, told, cause), _position(scene, told, effect)
    if first is None or second is None or first == second:
        return
    start, end = min(cause.start, effect.start), max(cause.end, effect.end)
    yield CauseClaim(first, second, cue=cue, confidence=0.8, rule=f"cause:{cue}", start=start, end=end)


def _position(scene: Scene, told: Story, clause: Clause) -> int | None:
    """The clause's place among the events; a clause in a causal statement becomes an event if it was none."""
    if clause.verb.i in told.at:
        return told.at[clause.verb.i]
    if clause.question or clause.modality not in ("asserted", "planned", "reported") or not clause.subjects:
        return None
    people = [who for word in clause.subjects if (who := referent(scene, word)) is not None]
    if clause.lemma in _OPINIONS or clause.verb.dep == "relcl":
        return None
    described = all(who is None or who.name for who in people) and bool(people)
    weather = clause.lemma in ("rain", "snow", "storm", "hail", "freeze")
    description = describe(scene, clause)
    if len(description.split()) < 2 or _is_asked_about(scene, clause) or not (described or weather):
        return None
    event = _claim(
        scene,
        clause,
        scene.ontology.event("Event"),
        None,
        [p for p in people if p.known],
        modality=clause.modality,
        confidence=0.6,
    )
    told.at[clause.verb.i] = len(told.events)
    told.events.append(replace(event, rule="event:causal"))
    return told.at[clause.verb.i]


def _thing_event(scene: Scene, told: Story, noun: Word, clause: Clause) -> int | None:
    """An event named by a noun: "the storm"."""
    if noun.text.lower() in ("it", "this", "that", "which"):
        for before in reversed([c for c in scene.clauses if c.verb.i < clause.verb.i]):
            for i in (*(w.i for w in before.subjects), before.verb.i):
                if i in told.at:
                    return told.at[i]
        return None
    if noun.pos not in ("NOUN", "PROPN"):
        return None
    text, start, end = plain(scene.reading, phrase(scene.reading, noun))
    if len(text) < 3:
        return None
    told.at[noun.i] = len(told.events)
    told.events.append(EventClaim("Event", text, confidence=0.6, rule="event:noun", start=start, end=end))
    return told.at[noun.i]
