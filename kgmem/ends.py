"""What stands at the ends of causal links, by its words and its kind, so that a question why looks at few of them."""

from __future__ import annotations

from collections.abc import Iterable

from kgmem.lexical import terms
from kgmem.records import Event, Fact


class Ends:
    """Events and facts by the words of theirs, by those of the names of who takes part, and by kind. What was changed
    is found by what it was as well: whoever looks here looks at what was found."""

    def __init__(self) -> None:
        self._words: dict[str, set[str]] = {}  # term -> ids
        self._kinds: dict[str, set[str]] = {}  # kind of event -> ids

    def add(self, one: Event | Fact) -> None:
        if isinstance(one, Event):
            self._kinds.setdefault(one.kind, set()).add(one.id)
        for term in words_of(one):
            self._words.setdefault(term, set()).add(one.id)

    def like(self, words: Iterable[str], kinds: Iterable[str]) -> set[str]:
        """Ids of all that has one of the words or is of one of the kinds."""
        found = [self._words.get(word, ()) for word in words] + [self._kinds.get(kind, ()) for kind in kinds]
        return set().union(*found)


def words_of(one: Event | Fact) -> set[str]:
    """The terms of what it says, and of the names of who takes part in an event."""
    if isinstance(one, Fact):
        return set(terms(one.text))
    return set(terms(one.description)).union(*(terms(part.name) for part in one.participants))
