"""Events told in a text: of which kind, who takes part, when, and what each brings about.

A clause tells an event when a cue of a kind fits it, or when it has a date; causes are found last, between these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kgmem.extract_claims import cue_table
from kgmem.extract_descriptions import describe
from kgmem.extract_kinds import Match, match
from kgmem.extract_scene import Referent, Scene, is_time, local_day, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.records import CauseClaim, EventClaim, FactClaim
from kgmem.temporal import ALWAYS, Span
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
_SOME_TIME = frozenset(("before", "once", "twice", "ever", "never", "sometimes"))
_FIRMS = frozenset(("Organization", "Group"))
_NOW = frozenset(("just", "today", "now", "finally"))
_POINTERS = frozenset(("it", "this", "that", "them"))


@dataclass(slots=True)
class Story:
    """Events with the clause each came from, and what they say about facts and causes."""

    events: list[EventClaim] = field(default_factory=list)
    facts: list[FactClaim] = field(default_factory=list)  # what the events begin and end
    states: list[FactClaim] = field(default_factory=list)  # what the text states beside them
    causes: list[CauseClaim] = field(default_factory=list)
    at: dict[int, int] = field(default_factory=dict)  # verb index -> position in events
    settled: frozenset[int] = frozenset()  # verbs of event kinds that say all there is to say

    def add(self, verb: int, event: EventClaim) -> int:
        """Take in the event of a verb or noun; its position."""
        self.at[verb] = len(self.events)
        self.events.append(event)
        return self.at[verb]


def read_event(scene: Scene, clause: Clause) -> tuple[EventClaim, Match | None] | None:
    """The event a clause tells, None for none."""
    found = match(scene, clause)
    shows = found is not None and found.cue.now and clause.tense in ("present", "perfect") and not clause.negative
    happened = (clause.tense in ("past", "perfect") or shows) and clause.modality in ("asserted", "reported")
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time", "since")]
    ahead = any(t.span.start > scene.episode.occurred for t in dates)
    planned = clause.modality == "planned" or (clause.tense == "present" and (clause.progressive or ahead))
    if found is not None and found.cue.now and not shows and clause.tense != "past":
        found = None
    if any(t.kind == "recurring" for t in scene.dates(clause)) or (clause.ended and not _is_denied(found)):
        return None
    if found is not None and not _holds(scene, clause, found, dates):
        found = None
    happened = happened or (_is_denied(found) and clause.modality == "asserted")
    if not happened and not (planned and (clause.modality == "planned" or ahead)):
        return None
    people = [
        who
        for word in clause.subjects
        if (who := referent(scene, word)) is not None
        and (_may_act(who) or ((dates or found is not None) and _may_befall(who)))
    ]
    if not people or is_asked_about(scene, clause):
        return None
    if found is None and any(word.text.lower() in _POINTERS for word, _ in clause.objects):
        return None
    if (clause.lemma in ("find", "figure") and clause.particle == "out") or (planned and clause.negative):
        return None
    if found is None and not ahead and _is_state(scene, clause):
        return None
    if found is None and (
        not dates or clause.lemma in _NOT_EVENTS or clause.verb.dep in ("xcomp", "acl", "relcl", "advcl", "pcomp")
    ):
        return None
    for who in people:
        if who.type == "Thing" and who.known and not clause.passive and not (found and found.cue.who):
            scene.names.retype(who.name, "Person")
    if found is not None and _is_done_to(found):
        people = _befallen(scene, clause, people)
    modality = "planned" if planned and not happened else clause.modality
    return claim(scene, clause, found, people, modality=modality), found


def _is_done_to(found: Match) -> bool:
    """True for what a firm or a boss does to somebody."""
    boss = found.cue.wants == "Person" and "employer" in found.kind.roles
    return (found.cue.who in _FIRMS or boss) and not found.passive


def _befallen(scene: Scene, clause: Clause, firm: list[Referent]) -> list[Referent]:
    """Whom it happens to when a firm does it: "Acme made Ana a manager" tells Ana's promotion."""
    objects = [who for word, _ in clause.objects if (who := referent(scene, word)) is not None]
    return [who for who in objects if who.type == "Person" and who.known] or firm


def undone(scene: Scene, clause: Clause, found: Match) -> EventClaim | None:
    """What did not come about when a plan "to move to Porto" fell through."""
    if found.kind.name != "Cancellation":
        return None
    nouns = [*clause.subjects, *(word for word, _ in clause.objects)]
    for plan in [word for word in nouns if word.lemma.lower() == "plan"]:
        for inner in [c for c in scene.clauses if c.verb.head == plan.i and c.verb.dep in ("acl", "relcl", "xcomp")]:
            owners = [*scene.reading.kids(plan, "poss"), *(word for word in clause.subjects if word is not plan)]
            people = [who for word in owners if (who := referent(scene, word)) is not None and who.known]
            match_inner = match(scene, inner)
            if match_inner is not None and people:
                told = claim(scene, inner, match_inner, people, modality=clause.modality)
                return replace(told, polarity="negative", when=ALWAYS)
    return None


def told_before(told: Story, clause: Clause, event: EventClaim) -> int | None:
    """The position of the event that a clause tells once more: "she got the keys and moved in", "can't find it, lost
    it". It names nobody and nothing new."""
    if clause.verb.dep not in ("conj", "ccomp", "parataxis", "ROOT", "dep"):
        return None
    who = {name for _, name, _ in event.participants}
    alone = all(word.text.lower() in _POINTERS for word, _ in clause.objects)
    place = told.at.get(clause.verb.head)
    if place is None:
        return None
    before = told.events[place]
    same = (before.kind, before.polarity, before.modality) == (event.kind, event.polarity, event.modality)
    agents = {name for role, name, _ in event.participants if role == "agent"}
    known = {name for _, name, _ in before.participants}
    return place if same and agents <= known and (alone or who <= known) else None


def _is_denied(found: Match | None) -> bool:
    return found is not None and found.cue.denied


def _holds(scene: Scene, clause: Clause, found: Match, dates: list[Timex]) -> bool:
    """Does the cue tell a happening here? "Was in Porto in May" and "has been to Porto" tell a journey, "is in Porto"
    none; "had the flu" an illness, "has had it since May" none; "was born in Porto" says where one comes from."""
    if found.cue.verb == "have" and found.cue.wants:
        return clause.tense == "past"
    if found.kind.name == "Birth" and found.cue.verb in ("be", "come"):
        return bool(dates) or any(scene.reading.kids(word, "poss") for word in clause.subjects)
    if clause.lemma != "be" or found.cue.now or clause.passive or found.kind.name != "Travel":
        return True
    return clause.tense == "perfect" or (clause.tense == "past" and bool(dates or found.cue.object))


def is_experience(scene: Scene, clause: Clause) -> bool:
    """True for "I've been there before": it happened some time, once or more often."""
    said = {kid.lemma.lower() for kid in scene.reading.kids(clause.verb, "advmod")}
    if any(t.kind in ("date", "time", "since") for t in scene.dates(clause)):
        return False
    return bool(said & _SOME_TIME) or (clause.lemma == "be" and clause.tense == "perfect" and "already" in said)


def _is_state(scene: Scene, clause: Clause) -> bool:
    """True for a verb that says a lasting relation, as "has worked at" does: a fact, no happening."""
    said = cue_table(scene.ontology).get(clause.lemma, ())
    return clause.tense != "past" and any(cue.kind == "verb" for _, cue in said)


def is_asked_about(scene: Scene, clause: Clause) -> bool:
    """True for "how far you've come": the content of a wonder, no event."""
    reading = scene.reading
    wh = [k for k in reading.kids(clause.verb) if k.tag in ("WRB", "WP", "WDT") and k.text.lower() != "when"]
    wh = [k for k in wh if reading.words[min(k.i + 1, len(reading.words) - 1)].text != ","]  # "you know what, ..."
    outer = reading.head_of(clause.verb)
    if outer.lemma == "be" and any(k.text.lower() in ("that", "this") for k in reading.kids(outer, "nsubj")):
        return False  # "that's how I met her"
    return bool(wh) and clause.verb.dep in ("ccomp", "pcomp", "xcomp", "csubj", "advcl")


def _may_act(who: Referent) -> bool:
    if who.type == "Person":
        return who.known or "'s " in who.name
    return who.known and who.type in ("Thing", "Animal", "Organization", "Group")


def _may_befall(who: Referent) -> bool:
    """True for a thing that is only described, of which a date says when something happened: "the pipe burst"."""
    return not who.known and who.type != "Person"


def claim(
    scene: Scene,
    clause: Clause,
    found: Match | None,
    people: list[Referent],
    *,
    modality: str,
    confidence: float = 0.75,
) -> EventClaim:
    """The event a clause tells, of the kind whose cue it has, else of none in particular."""
    kind = found.kind.name if found else "Event"
    return EventClaim(
        kind=kind,
        description=describe(scene, clause),
        participants=tuple(_participants(scene, clause, found, people)),
        when=_when(scene, clause),
        polarity="negative" if clause.negative and not _is_denied(found) else "positive",
        modality=modality,
        confidence=round((confidence + 0.1 if found else confidence) * clause.certainty, 2),
        rule=f"event:{kind}",
        start=clause.start,
        end=clause.end,
        told_by=clause.told_by if modality == "reported" else "",
    )


def _when(scene: Scene, clause: Clause) -> Span:
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time")]
    if clause.tense in ("past", "perfect") and clause.modality != "planned":
        dates = [t for t in dates if t.span.start <= scene.episode.occurred]
    if dates:
        return finest(dates)
    if clause.modality == "asserted" and any(
        k.lemma.lower() in _NOW for k in scene.reading.kids(clause.verb, "advmod")
    ):
        return local_day(scene)
    return ALWAYS


def finest(dates: list[Timex]) -> Span:
    """What all the dates of a clause share ("Sunday at 9"), else the first of them."""
    span = dates[0].span
    for other in dates[1:]:
        if span.start <= other.span.start and other.span.end <= span.end:
            span = other.span
    return span


def _participants(
    scene: Scene, clause: Clause, found: Match | None, people: list[Referent]
) -> Iterator[tuple[str, str, str]]:
    seen: set[tuple[str, str]] = set()
    taken = {word.i for word in found.taken} if found else set()
    kind = found.kind.name if found else "Event"
    roles = found.kind.roles if found else ()

    def give(role: str, who: Referent | None) -> Iterator[tuple[str, str, str]]:
        if who is not None and role and (role, who.name) not in seen and len(who.name) <= 80:
            seen.add((role, who.name))
            yield role, who.name, who.type

    if found.passive if found else clause.passive:
        for who in people:
            yield from give("patient", who)
        for word, _ in clause.preps.get("by", []):
            yield from give("agent", referent(scene, word))
    else:
        for who in people:
            yield from give("agent", who)
        if found and _is_done_to(found):
            for word in clause.subjects:
                yield from give("employer" if "employer" in roles else "patient", referent(scene, word))
    for word in clause.subjects:
        yield from give("owner", _owner(scene, word, kind))
    for word, denied in clause.objects:
        if word.i not in taken and not denied:
            what = referent(scene, word)
            if what is not None and what.name not in {p.name for p in people} and not is_time(scene, word):
                yield from give("patient", what)
    preps = [(prep, pair) for prep, pairs in clause.preps.items() for pair in pairs]
    for light in found.taken if found else ():
        preps += [(prep, pair) for prep, pairs in noun_preps(scene.reading, light).items() for pair in pairs]
    for prep, (word, denied) in preps:
        if denied or is_time(scene, word) or word.i in taken:
            continue
        role = "employer" if kind in _JOB_KINDS and prep in _EMPLOYER else _ROLES.get(prep, "")
        if found and word is found.about and role not in roles and "patient" in roles:
            role = "patient"
        what = referent(scene, word)
        if what is not None and (what.known or role in ("destination", "as", "with", "employer", "place", "patient")):
            yield from give(role, what)
    if found and found.about is not None and "patient" in roles and not any(role == "patient" for role, _ in seen):
        what = referent(scene, found.about)
        if what is not None and what.name not in {name for _, name in seen} and not is_time(scene, found.about):
            yield from give("patient", what)


def _owner(scene: Scene, subject: Word, kind: str) -> Referent | None:
    """Whose thing it happened to: "my knee healed". Persons are nobody's, but for a child that is born."""
    for owner in scene.reading.kids(subject, "poss"):
        who = referent(scene, owner)
        if who is not None and who.known:
            what = referent(scene, subject)
            return who if what is None or what.type != "Person" or kind == "Birth" else None
    return None
