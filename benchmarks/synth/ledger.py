"""What holds now: the one place where the constraints of the world are kept."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.synth.world import FUNCTIONAL, SYMMETRIC, State

NOT_ALIKE = {"likes": "dislikes", "dislikes": "likes", "spouseOf": "partnerOf", "partnerOf": "spouseOf"}


class Ledger:
    """The open states. Beginning one that cannot be beside another is an error of the simulation."""

    def __init__(self, base: Iterable[State] = ()) -> None:
        self.open: dict[tuple[str, str], list[State]] = {}
        self.holders: dict[tuple[str, str], list[str]] = {}  # (relation, object) -> subjects, in order of beginning
        for state in base:
            self.begin(state)

    def begin(self, state: State) -> None:
        here = self.all(state.subject, state.relation)
        if state.object in here or state.subject == state.object:
            raise ValueError(f"{state} holds already")
        if state.relation in FUNCTIONAL and here:
            raise ValueError(f"{state} beside {here}")
        if state.relation in FUNCTIONAL & SYMMETRIC and self.all(state.object, state.relation):
            raise ValueError(f"{state}: the other one is taken")
        if state.object in self.all(state.subject, NOT_ALIKE.get(state.relation, "")):
            raise ValueError(f"{state} against its opposite")
        self.open.setdefault((state.subject, state.relation), []).append(state)
        self.holders.setdefault((state.relation, state.object), []).append(state.subject)

    def end(self, subject: str, relation: str, object: str, day: int) -> State:
        """Close a state, in whichever direction it stands, and return it closed."""
        if relation in SYMMETRIC and not self._stands(subject, relation, object):
            subject, object = object, subject
        state = next(state for state in self.open[subject, relation] if state.object == object)
        if state.since is not None and state.since >= day:
            raise ValueError(f"{state} would end before it begins")
        self.open[subject, relation].remove(state)
        self.holders[relation, object].remove(subject)
        return State(subject, relation, object, state.since, day)

    def all(self, subject: str, relation: str) -> list[str]:
        """The objects; of a symmetric relation those on either side."""
        found = [state.object for state in self.open.get((subject, relation), ())]
        if relation in SYMMETRIC:
            found += self.holders.get((relation, subject), ())
        return found

    def one(self, subject: str, relation: str) -> str:
        return next(iter(self.all(subject, relation)), "")

    def who(self, relation: str, object: str) -> list[str]:
        return list(self.holders.get((relation, object), ()))

    def since(self, subject: str, relation: str) -> int:
        """The day since when the first of them holds, 0 if nobody knows."""
        states = list(self.open.get((subject, relation), ()))
        if relation in SYMMETRIC:
            states += [
                state
                for other in self.holders.get((relation, subject), ())
                for state in self.open[other, relation]
                if state.object == subject
            ]
        return next((state.since for state in states if state.since is not None), 0)

    def _stands(self, subject: str, relation: str, object: str) -> bool:
        return any(state.object == object for state in self.open.get((subject, relation), ()))
