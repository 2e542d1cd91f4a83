"""Causes that no connective tells: a state left behind by what happened before ("The boiler broke down. Because it was
off, ..."), and what had happened before something was called off ("We cancelled. It had rained all night.").

That two things are told together is no cause. Here grammar or the words themselves say more: the state is the one that
such a happening leaves, or the tense goes back behind what asks for a reason. The second is a guess all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgmem.extract_causes import link, position
from kgmem.extract_events import Story
from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Clause, Word, word_set
from kgmem.records import CauseClaim

LEFT_BEHIND, GONE_BEFORE = 0.6, 0.45
"""How certain the cause is: of a state by what leaves it, of what is only told next, in the past before the past."""

_LEAVES: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        word_set("break fail die stop trip crash burst blow leak malfunction go shut switch cut jam seize conk pack"),
        word_set("off out down broken dead cold gone useless stuck jammed idle unusable shut dark"),
    ),
    (word_set("close shut lock"), word_set("closed shut locked")),
    (
        word_set("flood leak burst overflow rain pour"),
        word_set("flooded wet soaked underwater damp lake swamp pond mud"),
    ),
    (word_set("snow freeze ice hail"), word_set("frozen icy blocked closed slippery white")),
    (word_set("lose steal vanish disappear drop misplace"), word_set("gone lost missing away")),
    (word_set("delay postpone hold cancel strike"), word_set("late delayed cancelled canceled off grounded")),
    (word_set("sell run empty"), word_set("out empty gone sold")),
    (
        word_set("fall catch get become hurt injure sprain twist pull"),
        word_set("ill sick unwell injured hurt sore lame"),
    ),
)
"""What happens to a thing, and how it is then."""
_WEATHER = word_set("rain snow storm hail freeze pour thunder blow")
_WANTS_A_REASON = word_set(
    """cancel call postpone delay skip miss stay leave quit resign return evacuate abandon close shut cry argue complain
    apologise apologize refuse decline fail lose turn cut end stop sell move arrive crash fall faint panic shout drop
    give break divorce split sue fire cook walk"""
)
_LASTING = word_set(
    "be have know live work want like love own need hope plan think believe hear see meet say tell ask mean"
)
_POINTING = word_set("it that this there who what which")


def aftermath(scene: Scene, told: Story, causes: Iterable[CauseClaim]) -> Iterator[CauseClaim]:
    """Links of what the text tells without a word that joins them. causes: those found before."""
    explained = {cause.effect for cause in causes}
    for before, after in zip(scene.clauses, scene.clauses[1:], strict=False):
        if after.verb.i in told.at:
            yield from _left(scene, told, after, explained)
        if _goes_back(scene, before, after) and told.at.get(before.verb.i, -1) not in explained:
            yield from _explained(scene, told, before, after)


def _left(scene: Scene, told: Story, state: Clause, explained: set[int]) -> Iterator[CauseClaim]:
    """A state by the latest happening before it that leaves a thing so."""
    if told.at[state.verb.i] in explained or not _is_state(state):
        return
    for clause in reversed([c for c in scene.clauses if c.verb.i < state.verb.i]):
        if _leaves(scene, clause, state) and _same_thing(scene, clause, state):
            first = position(scene, told, clause)
            if first is not None:
                span = (clause.start, state.end)
                yield from link(told, first, told.at[state.verb.i], "state", "cause", span, LEFT_BEHIND)
            return


def _is_state(clause: Clause) -> bool:
    return clause.lemma == "be" and clause.modality in ("asserted", "reported") and not clause.question


def _leaves(scene: Scene, clause: Clause, state: Clause) -> bool:
    if clause.negative or clause.question or clause.modality not in ("asserted", "reported"):
        return False
    words = {word.text.lower() for word in _said_of(scene, state)}
    if state.negative:  # "was not working"
        words = {"dead", "closed"} if words & {"working", "running", "on", "open"} else set()
    return any(clause.lemma in verbs and words & states for verbs, states in _LEAVES)


def _said_of(scene: Scene, state: Clause) -> list[Word]:
    kids = scene.reading.kids(state.verb, "advmod", "acomp", "attr", "prep", "prt", "oprd")
    return [word for word in (*kids, *scene.reading.kids(state.verb, "xcomp")) if word.i > state.verb.i]


def _same_thing(scene: Scene, clause: Clause, state: Clause) -> bool:
    """True when both are said of one thing: by its noun, or by what it is called."""
    if clause.lemma in _WEATHER:
        return True
    ends = [*clause.subjects, *(word for word, _ in clause.objects)]
    return bool((_called(scene, ends) & _called(scene, state.subjects)) - _POINTING)


def _called(scene: Scene, words: Sequence[Word]) -> set[str]:
    named = {who.name for word in words if (who := referent(scene, word)) is not None}
    return named | {word.lemma.lower() for word in words}


def _goes_back(scene: Scene, before: Clause, after: Clause) -> bool:
    """True for a sentence in the past perfect right behind one in the past that asks for a reason."""
    reading = scene.reading
    if before.question or after.question or before.tense != "past" or before.modality != "asserted":
        return False
    perfect = after.verb.tag == "VBN" and any(k.text.lower() in ("had", "'d") for k in reading.kids(after.verb, "aux"))
    main = after.verb.dep in ("ROOT", "ccomp") and before.verb.dep in ("ROOT", "conj")
    if not perfect or not main or after.modality != "asserted" or after.lemma in _LASTING:
        return False
    is_next = reading.sentence_of(after.verb) == reading.sentence_of(before.verb) + 1
    return is_next and (before.negative or before.lemma in _WANTS_A_REASON)


def _explained(scene: Scene, told: Story, before: Clause, after: Clause) -> Iterator[CauseClaim]:
    effect = position(scene, told, before)
    cause = position(scene, told, after)
    if effect is None or cause is None:
        return
    kind = "prevent" if told.events[effect].kind == "Cancellation" or before.negative else "cause"
    yield from link(told, cause, effect, "had", kind, (before.start, after.end), GONE_BEFORE)
    for more in [c for c in scene.clauses if c.verb.dep == "conj" and c.verb.head == after.verb.i]:
        if more.subjects and more.subjects != after.subjects and not more.question:
            middle = position(scene, told, more)
            if middle is None:
                continue
            if after.lemma in _WEATHER or _leaves(scene, after, more):
                yield from link(told, cause, middle, "and", "cause", (after.start, more.end), GONE_BEFORE)
            yield from link(told, middle, effect, "had", kind, (before.start, more.end), GONE_BEFORE)
