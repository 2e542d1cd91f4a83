"""Chats in a memory."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.context import Counter, count_tokens
from kgmem.reading_later import ReadingLater
from kgmem.session import Session
from kgmem.short_term import ShortTerm
from kgmem.working import MAX_TOKENS, SECTIONS, Section


class Chatting(ReadingLater):
    """The verb `session`."""

    def session(
        self,
        name: str,
        *,
        user: str = "",
        assistant: str = "",
        policy: str = "",
        task: str = "",
        max_tokens: int = MAX_TOKENS,
        sections: Sequence[Section] = SECTIONS,
        short_term: ShortTerm | None = None,
        language: str = "en",
        count: Counter = count_tokens,
    ) -> Session:
        """Lead a chat: remember its turns as they come, and put together what a model is shown next.

        name: of the session its episodes belong to; one that was led before goes on.
        user, assistant: names of who speaks; facts of the user are told of that name.
        policy, task: how the model is to behave, and what to do; shown always and whole, and may be changed later.
        max_tokens: of what is sent, all together. sections: how it is shared (kgmem/working.py).
        short_term: where the last turns are kept; None for this process, or `RedisShortTerm` for several.
        language: of the labels, "en" or "zh". count: tokens of a text; the default counts as current OpenAI models do.

        Raises InvalidArgument for a name that is blank, or sections that add up to more than the budget.
        """
        return Session(
            self,
            name,
            user=user,
            assistant=assistant,
            policy=policy,
            task=task,
            max_tokens=max_tokens,
            sections=sections,
            short_term=short_term,
            language=language,
            count=count,
        )

    def tally(self, **counts: float) -> None:
        """Add to counters of `metrics`, as sessions do."""
        for name, by in counts.items():
            if by:
                self._held.metrics.count(name, by)
