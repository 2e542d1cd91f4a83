"""Facts in Chinese clauses, by the cues of the ontology."""

from __future__ import annotations

from kgmem.chinese_cues import best, find, relation_forms
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import standing
from kgmem.ontology_patterns import OBJECT, SUBJECT
from kgmem.records import FactClaim


def facts(scene: ChineseScene) -> list[FactClaim]:
    """What the clauses of a text say that holds."""
    claims: list[FactClaim] = []
    for at, clause in scene.clauses():
        for match in best(find(relation_forms(scene.ontology), clause.skeleton)):
            relation = scene.ontology.relations[match.form.name]
            who = match.slots.get(SUBJECT)
            number = scene.subject(at) if who is None else scene.read.phrase(clause.skeleton[who[0]])
            subject = scene.name(number) if number >= 0 else scene.speaker
            what = match.slots.get(OBJECT)
            if what is None:
                said = match.form.pattern.given
            else:
                inner = scene.read.phrase(clause.skeleton[what[0]])
                said = scene.name(inner) if inner >= 0 else scene.read.surface(clause, *what)
            how = standing(clause.taken, match.start, match.end, asked=clause.asked)
            if not subject or not said or how.asked:
                continue
            start, end = clause.span(match.start, match.end)
            literal = scene.ontology.is_literal(relation.range) if hasattr(scene.ontology, "is_literal") else False
            claims.append(
                FactClaim(
                    subject, relation.name, "" if literal else said, said if literal else "",
                    subject_type=relation.domain, object_type="Thing" if literal else relation.range,
                    polarity="negative" if how.denied else "positive", modality=how.modality, ends=how.ended,
                    confidence=0.75, rule="chinese", start=start, end=end,
                )
            )  # fmt: skip
    return claims
