"""How a clause becomes a claim: the types that must fit, and when the statement holds.

A present state has an open start, which means "at least since the episode". A past state with a date holds
during it; without one it has ended by the time of the episode. A timeless relation always holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgmem.extract_coref import CERTAIN
from kgmem.extract_scene import Referent, Scene, referent
from kgmem.extract_syntax import Clause
from kgmem.ontology import Cue, Ontology, Relation
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span
from kgmem.text import fold

HABITS = frozenset(
    ("plays", "practices", "drinks", "eats", "uses", "volunteersAt", "studies", "learns", "drives", "takesMedicine")
)


def claim_of(
    scene: Scene,
    clause: Clause,
    relation: Relation,
    subject: Referent,
    target: Referent | None,
    *,
    rule: str,
    confidence: float,
    value: str = "",
    predicate: str = "",
    negative: bool = False,
) -> FactClaim | None:
    """A claim with the clause's time and standing, or None when the types exclude it."""
    if not fits(scene, subject, relation.domain) or (target and not fits(scene, target, relation.range)):
        return None
    valid, ends = validity(scene, clause, relation)
    polarity = "negative" if negative != clause.negative else "positive"
    if polarity == "negative" and clause.modality == "hypothetical":
        return None
    if polarity == "negative" and ends:
        ends = False
    modality = clause.modality
    if modality == "hypothetical" and clause.tense != "present":
        return None
    if modality != "asserted" and scene.reading.text[subject.start : subject.end].lower() == "you":
        return None  # advice and good wishes
    if modality == "asserted" and relation.name in HABITS and any(t.kind == "recurring" for t in scene.dates(clause)):
        modality = "recurring"
    ranged = narrowed(scene, target, relation.range) if target else "Thing"
    subject_type = narrowed(scene, subject, relation.domain)
    if target and target.known and relation.range not in ("Thing", "Agent"):
        scene.names.retype(target.name, ranged)
    if subject.known and relation.domain not in ("Thing", "Agent"):
        scene.names.retype(subject.name, subject_type)
    return FactClaim(
        subject=subject.name,
        relation=relation.name,
        object=target.name if target else "",
        value=value,
        predicate=predicate or own_words(clause),
        subject_type=subject_type,
        object_type=ranged,
        valid=valid,
        polarity=polarity,
        modality=modality,
        ends=ends and modality == "asserted",
        confidence=round(confidence * clause.certainty * (1.0 if modality in ("asserted", "recurring") else 0.8), 2),
        rule=rule,
        start=min([clause.start, subject.start]),
        end=max([clause.end] + ([target.end] if target else [])),
        told_by=clause.told_by if modality == "reported" else "",
    )


def fits(scene: Scene, who: Referent, wanted: str) -> bool:
    """A guessed class gives way to what the relation asks for, a known one does not, nor what the name itself tells:
    a "Project Quartz" is nobody."""
    if who.name not in scene.names.guessed:
        return scene.ontology.type_fits(who.type, wanted)
    first = fold(who.name).split()[0]
    project = " " in who.name and "Project" in scene.ontology.classes_of(first)
    return not project or scene.ontology.type_fits("Project", wanted)


def narrowed(scene: Scene, who: Referent, wanted: str) -> str:
    """The class of a referent after the relation had its say."""
    if wanted in ("Thing", "Agent") and scene.ontology.type_fits(who.type, wanted):
        return who.type
    if who.type == "Thing" or not scene.ontology.type_fits(who.type, wanted):
        return "Organization" if wanted == "Agent" else wanted
    return who.type if scene.ontology.is_a(who.type, wanted) else wanted


def validity(scene: Scene, clause: Clause, relation: Relation) -> tuple[Span, bool]:
    """When the statement holds, and whether it says that it stopped holding at the start of that span."""
    if relation.timeless:
        return ALWAYS, False
    said = scene.episode.occurred
    dates = [t for t in scene.dates(clause) if t.kind != "recurring"]
    point = next((t for t in dates if t.kind in ("date", "time")), None)
    since = next((t for t in dates if t.kind in ("since", "duration") and t.span.precision != "unknown"), None)
    until = next((t for t in dates if t.kind == "until"), None)
    if clause.ended:
        at = (
            point.span.start
            if point and point.span.start <= said
            else until.span.end
            if until and until.span.end < FOREVER
            else said
        )
        return Span(at, FOREVER, point.span.precision if point else "unknown"), True
    if clause.tense == "past" and clause.modality in ("asserted", "reported"):
        if clause.negative:
            return ALWAYS, False
        if clause.began and until is None:
            begun = point or since
            known = begun is not None and BEGINNING < begun.span.start <= said
            return (Span(begun.span.start, FOREVER, begun.span.precision) if begun and known else ALWAYS), False
        span = point or since or until
        if span is not None and span.span.start > BEGINNING and span.span.start <= said:
            return Span(span.span.start, min(max(span.span.end, span.span.start), FOREVER), span.span.precision), False
        if until is not None and BEGINNING < until.span.end <= said:
            return Span(until.span.end, FOREVER, until.span.precision), True
        return Span(said, FOREVER, "unknown"), True
    if since is not None and clause.tense in ("perfect", "present") and BEGINNING < since.span.start <= said:
        return Span(since.span.start, FOREVER, since.span.precision), False
    if clause.modality == "planned" and point is not None:
        return Span(point.span.start, FOREVER, point.span.precision), False
    if until is not None and said < until.span.end < FOREVER:
        return Span(BEGINNING, until.span.end, "unknown"), False
    return ALWAYS, False


def own_words(clause: Clause) -> str:
    verb = "is" if clause.lemma == "be" else clause.verb.text
    return " ".join(part for part in (verb, clause.particle) if part)


def subjects_of(scene: Scene, clause: Clause) -> list[Referent]:
    """Who a clause speaks of, each one of a group that a pronoun stands for."""
    found = []
    for word in clause.subjects:
        meaning = scene.meant.get(word.i)
        if meaning is not None and len(meaning.names) > 1 and meaning.sure >= CERTAIN:
            found += [Referent(name, meaning.type, word.start, word.end, True) for name in meaning.names]
        elif (who := referent(scene, word)) is not None:
            found.append(who)
    return found


def once(scene: Scene, claims: Iterable[FactClaim]) -> Iterator[FactClaim]:
    for claim in claims:
        key = (
            claim.subject,
            claim.relation,
            claim.object or claim.value,
            claim.polarity + claim.modality + str(claim.ends),
        )
        mirrored = (claim.object, claim.relation, claim.subject, key[3])
        if claim.object and fold(claim.subject) == fold(claim.object):
            continue
        if key not in scene.used and not (
            mirrored in scene.used and scene.ontology.relations[claim.relation].symmetric
        ):
            scene.used.add(key)
            yield claim


def cue_table(ontology: Ontology) -> dict[str, list[tuple[Relation, Cue]]]:
    """Cues by the word to look them up with: a verb's lemma, what follows to be, a noun that is had, "class"."""
    return ontology.derived(_cues_by_word)


def _cues_by_word(ontology: Ontology) -> dict[str, list[tuple[Relation, Cue]]]:
    found: dict[str, list[tuple[Relation, Cue]]] = {"class": []}
    for relation in ontology.relations.values():
        for cue in relation.cues:
            key = {"verb": cue.verb, "be": f"be {cue.object}", "class": "class"}.get(cue.kind, f"'s {cue.object}")
            if key:
                found.setdefault(key, []).append((relation, cue))
    return found
