"""What one wishes, plans and aims at: "I'd love to be a pilot", "my goal is to run a marathon", "I plan to move"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgmem.extract_claims import claim_of, narrowed, subjects_of
from kgmem.extract_nouns import names_a
from kgmem.extract_scene import Referent, Scene, referent, sayable
from kgmem.extract_syntax import Clause, Word, plain, word_set
from kgmem.records import FactClaim

_WISHES = word_set("want love like hope wish aspire dream long prefer rather")
_PLANS = word_set("plan intend aim")
_WAYS = word_set("study train work go school practice")
_AIMS = {
    **dict.fromkeys(("goal", "ambition", "aim", "resolution", "target", "objective", "mission"), "hasGoal"),
    **dict.fromkeys(("plan", "intention"), "plansTo"),
    **dict.fromkeys(("dream", "wish", "hope"), "wishes"),
}
_VISITING = word_set("visit see explore tour")
_GOING = word_set("go travel fly get return")
_NO_CALLINGS = word_set(
    "part member friend fan one person man woman kid parent lot way good better able mom mother dad father"
)
_AROUND = word_set("advcl ccomp punct relcl mark nsubj intj aux neg cc conj parataxis")


@dataclass(frozen=True, slots=True)
class _Aim:
    """A deed's clause as one's wish or plan; `kind` is "wishes", "plansTo" or "hasGoal"."""

    kind: str
    subjects: tuple[Referent, ...]
    head: Clause


def aims(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """What a clause under a wish, a plan or a goal says of the one who has it."""
    aim = _aim_of(scene, clause)
    if aim is None or aim.head.question:
        return
    told = replace(
        clause, modality="asserted", negative=aim.head.negative, ended=aim.head.ended, passive=False,
        tense="past" if aim.head.tense == "past" and aim.head.lemma != "wish" else "present",
    )  # fmt: skip
    for who in aim.subjects:
        if not who.known:
            continue
        if clause.lemma in ("be", "become"):
            yield from _calling(scene, told, who)
        else:
            yield from _visit(scene, told, who)
        if aim.kind != "wishes":
            relation = scene.ontology.relation(aim.kind)
            value = _deed(scene, clause)
            claim = (
                claim_of(scene, told, relation, who, None, value=value, rule="aim", confidence=0.8) if value else None
            )
            if claim:
                yield claim


def _aim_of(scene: Scene, clause: Clause) -> _Aim | None:
    reading = scene.reading
    verb = clause.verb
    head = reading.head_of(verb)
    by_verb = {c.verb.i: c for c in scene.clauses}
    if any(kid.lemma.lower() == "rather" for kid in reading.kids(verb, "advmod")):
        return _Aim("wishes", tuple(subjects_of(scene, clause)), clause)
    if verb.dep == "pcomp" and head.text.lower() in ("of", "on", "about"):
        head = reading.head_of(head)
    elif verb.dep not in ("xcomp", "ccomp", "acl", "advcl", "relcl") or head.i == verb.i:
        return None
    lemma = head.lemma.lower()
    above = by_verb.get(head.i)
    if above is not None and lemma == "be":
        noun = above.subjects[0] if above.subjects else None
        kind = _AIMS.get(noun.lemma.lower()) if noun is not None else None
        owners = reading.kids(noun, "poss") if noun is not None else []
        owner = referent(scene, owners[0]) if owners else None
        return _Aim(kind, (owner,), replace(above, negative=False)) if kind and owner is not None else None
    if above is None:
        kind = _AIMS.get(lemma)
        owners = reading.kids(head, "poss")
        if kind and owners and (owner := referent(scene, owners[0])) is not None:
            return _Aim(kind, (owner,), clause)
        holder = by_verb.get(head.head) if head.dep == "dobj" else None
        if kind and holder is not None and holder.lemma == "have":
            return _Aim(kind, tuple(subjects_of(scene, holder)), holder)
        return None
    if lemma in _PLANS:
        return _Aim("plansTo", tuple(subjects_of(scene, above)), above)
    if lemma in _WISHES and (verb.tag in ("VB", "VBG") or lemma == "wish"):
        wishing = lemma not in ("love", "like", "prefer") or any(
            kid.text.lower() in ("would", "'d", "’d") for kid in reading.kids(head, "aux")
        )
        if wishing and (lemma != "wish" or {w.text.lower() for w in clause.subjects} <= {"i", "we"}):
            return _Aim("wishes", tuple(subjects_of(scene, above)), above)
    if lemma in _WAYS and clause.lemma in ("be", "become") and verb.tag == "VB":
        return _Aim("wishes", tuple(subjects_of(scene, above)), above)
    return None


def _calling(scene: Scene, clause: Clause, who: Referent) -> Iterator[FactClaim]:
    """ "to be a nurse": what one would like to be by trade."""
    noun = clause.complement
    if noun is None or noun.pos not in ("NOUN", "PROPN") or noun.lemma.lower() in _NO_CALLINGS or noun.tag == "NNS":
        return
    article = any(kid.text.lower() in ("a", "an") for kid in scene.reading.kids(noun, "det"))
    if not article and not names_a(scene.ontology, noun, "Occupation"):
        return
    found = referent(scene, noun)
    if found is None or found.known or "'s " in found.name:
        return
    target = replace(found, type="Occupation")
    relation = scene.ontology.relation("aspiresTo")
    claim = claim_of(scene, clause, relation, who, target, rule="calling", confidence=0.8, predicate="wants to be")
    if claim:
        yield claim


def _visit(scene: Scene, clause: Clause, who: Referent) -> Iterator[FactClaim]:
    """ "to visit Japan", "to go to Peru"."""
    tips = [w for w, _ in clause.objects] if clause.lemma in _VISITING else []
    if clause.lemma in _GOING:
        tips = [w for w, _ in clause.preps.get("to", [])]
    relation = scene.ontology.relation("wantsToVisit")
    for word in tips:
        target = referent(scene, word)
        if target is None or not target.known or narrowed(scene, target, "Place") == "Thing":
            continue
        if target.type not in ("Place", "Thing"):
            continue
        claim = claim_of(scene, clause, relation, who, target, rule="aim", confidence=0.85, predicate="wants to visit")
        if claim:
            yield claim


def _deed(scene: Scene, clause: Clause) -> str:
    """ "run a marathon next year": the deed without its "to"."""
    run = [w for w in scene.reading.subtree(clause.verb, without=_AROUND) if w.i >= clause.verb.i]
    run = _unbroken(run)
    text, _, _ = plain(scene.reading, run)
    return text if sayable(text) else ""


def _unbroken(run: list[Word]) -> list[Word]:
    kept = run[:1]
    for word in run[1:]:
        if word.i - kept[-1].i > 1:
            break
        kept.append(word)
    return kept
