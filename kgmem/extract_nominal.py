"""Events that nouns name: "my promotion", "the wedding", "after the accident"."""

from __future__ import annotations

from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Word, phrase, plain
from kgmem.ontology import EventKind, Ontology
from kgmem.records import EventClaim


def nominal_kind(ontology: Ontology, lemma: str) -> EventKind | None:
    """The kind of event a noun names: by the nouns of its class, else by its label."""
    return ontology.derived(_kinds_by_noun).get(lemma)


def _kinds_by_noun(ontology: Ontology) -> dict[str, EventKind]:
    found = {kind.label: kind for kind in ontology.events.values() if kind.name != "Event"}
    for kind in ontology.events.values():
        if kind.name in ontology.classes:
            found.update((noun, kind) for noun in ontology.classes[kind.name].nouns)
    return found


def noun_event(scene: Scene, noun: Word) -> EventClaim | None:
    """The event a noun names, with whose it is; None for a pronoun or a name."""
    if noun.pos not in ("NOUN", "PROPN") or noun.i in scene.names.by_word:
        return None
    text, start, end = plain(scene.reading, phrase(scene.reading, noun))
    if len(text) < 3:
        return None
    kind = nominal_kind(scene.ontology, noun.lemma.lower())
    people = []
    for owner in scene.reading.kids(noun, "poss"):
        who = referent(scene, owner)
        if who is not None and who.known:
            text = f"{who.name}'s {text}"
            people.append(("agent" if kind else "owner", who.name, who.type))
    name = kind.name if kind else "Event"
    return EventClaim(name, text, tuple(people), confidence=0.6, rule="event:noun", start=start, end=end)
