"""What a text tells: its events, the facts these begin and end, and the causes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kgmem.extract_aftermath import aftermath
from kgmem.extract_causes import causes
from kgmem.extract_causing import caused
from kgmem.extract_effects import effects
from kgmem.extract_events import Story, is_experience, read_event, told_before, undone
from kgmem.extract_onsets import begun
from kgmem.extract_scene import Scene
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS


def story(scene: Scene, facts: Callable[[Story], Iterable[FactClaim]]) -> Story:
    """What the text tells; `facts` gives the states it tells, for a story that has its events already."""
    told = Story()
    for clause in scene.clauses:
        if clause.question or clause.elided or clause.modality == "hypothetical" or clause.verb.i in told.at:
            continue
        found = read_event(scene, clause)
        if found is None:
            continue
        event, match = found
        if match is not None and is_experience(scene, clause):
            told.facts.extend(effects(scene, clause, event, match.kind))
            continue
        if match is not None and (same := told_before(told, clause, event)) is not None:
            told.at[clause.verb.i] = same
            if told.events[same].when == ALWAYS:
                told.events[same] = replace(told.events[same], when=event.when)
            continue
        place = told.add(clause.verb.i, event)
        if match is None:
            continue
        told.at |= {word.i: place for word in match.taken if word.pos == "VERB"}  # "got to know": one event
        told.facts.extend(effects(scene, clause, event, match.kind))
        if match.kind.initiates or match.kind.terminates:
            told.settled |= {clause.verb.i}
        if (failed := undone(scene, clause, match)) is not None:
            told.events.append(failed)
    told.states = list(facts(told))
    for verb, event in begun(scene, told, told.states):
        told.add(verb, event)
    stated = [*caused(scene, told), *causes(scene, told)]
    told.causes = list({(c.cause, c.effect): c for c in (*aftermath(scene, told, stated), *stated)}.values())
    return told
