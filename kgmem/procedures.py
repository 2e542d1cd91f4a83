"""The verbs about how things are done: `procedure` and `procedures`."""

from __future__ import annotations

from kgmem.access import When
from kgmem.answer_procedures import meant, procedures_at
from kgmem.arguments import checked_query
from kgmem.procedure import BEGINS, Procedure
from kgmem.reasoning import Reasoning

LIKE = 0.55
"""A procedure whose name shares no word with what is asked is meant from this cosine on."""


class Procedures(Reasoning):
    """The verbs `procedure` and `procedures`."""

    def procedure(self, name: str, *, as_of: When | None = None, known_at: When | None = None) -> Procedure | None:
        """How something is done: its steps in order, with what has been changed in them since; None when memory holds
        nothing of the kind.

        name: of the procedure, another name of it, its id, or a question ("refund", "refunding", "How do we refund a
        customer?"). as_of: as it was done then; None means now. known_at: as memory knew it then.
        """
        text = checked_query(name)
        with self._reading():
            mirror = self._held.mirror
            held = list(procedures_at(mirror, self._clocks(as_of, known_at), self._clock()))
            found = meant(text, mirror, held)
        return found or self._alike(text, held)

    def procedures(self, *, as_of: When | None = None, known_at: When | None = None) -> tuple[Procedure, ...]:
        """Everything memory knows how to do, by name; the arguments are those of `procedure`."""
        with self._reading():
            return tuple(procedures_at(self._held.mirror, self._clocks(as_of, known_at), self._clock()))

    def _alike(self, text: str, held: list[Procedure]) -> Procedure | None:
        """The procedure whose name means most nearly what is asked, where one is near."""
        if not held:
            return None
        asked = self._held.encoder.encode([text], query=True)[0].pooled
        names = self._held.encoder.encode([BEGINS + one.name for one in held])
        near = [float(asked @ one.pooled) for one in names]
        best = max(range(len(held)), key=near.__getitem__)
        return held[best] if near[best] >= LIKE else None
