"""The verb `compress`: a session, some episodes or the turns of a chat in few tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from reprlib import repr

from kgmem.abstracting import Abstract, abstracted
from kgmem.arguments import checked_name
from kgmem.context import Counter, count_tokens
from kgmem.endings import in_world
from kgmem.errors import InvalidArgument
from kgmem.gist import Compressed, Dropped, Part, ordered, plain, words_of, written
from kgmem.gist_choice import Support, Talk, chosen, left_out, parts_of, talk_of, whole
from kgmem.ingesting import Ingesting
from kgmem.mirror import Mirror
from kgmem.question import Clocks
from kgmem.records import Episode
from kgmem.short_term import Turn
from kgmem.temporal import FOREVER
from kgmem.wording import Words

PUT_RIGHT = ("superseded", "denied", "ended", "closed")
"""Endings of facts by what was said later; a fact that was told with its end stays."""
REFILLS, SLACK = 4, 6
"""So often, at most, tokens that are left over are given out again; fewer than so many buy nothing."""


class Compressing(Ingesting):
    """The verb `compress`."""

    def compress(
        self,
        *,
        session: str | None = None,
        episodes: Iterable[str] | None = None,
        turns: Iterable[Turn] | None = None,
        max_tokens: int,
        previous: Compressed | None = None,
        llm: bool = False,
        history: bool = False,
        count: Counter = count_tokens,
    ) -> Compressed:
        """A talk in at most so many tokens: its sentences that matter, quoted in the order of time, each citing its
        message.

        Of one of: a session, episodes by id, or turns of a chat. It keeps what supports facts and events that hold,
        what is important by rules, and what is said nowhere else; a bare reply keeps its question. Greetings, thanks,
        what says nothing, repeats and statements that others superseded are left out; history: those stay.
        previous: what was compressed before, to go on from: what is new, and what that kept, share the budget; what
        memory has forgotten since is gone.

        llm: have the language model of the memory write it. Each of its sentences must cite messages; one with a name,
        number or date that nobody said is left out, and whatever goes wrong, sentences are quoted instead, with a note.
        count: tokens of a text, as the model counts them. What does not fit even in part gives an empty text. Its lines
        cite: observed again, they assert nothing. Raises InvalidArgument for an id that memory does not hold.
        """
        if isinstance(max_tokens, bool) or not isinstance(max_tokens, int) or max_tokens < 1:
            raise InvalidArgument(f"max_tokens must be a whole number from 1, not {repr(max_tokens)}")
        if previous is not None and not isinstance(previous, Compressed):
            raise InvalidArgument(f"previous must be what compress gave, not {type(previous).__name__}")
        if sum(one is not None for one in (session, episodes, turns)) != 1:
            raise InvalidArgument("name what to compress: one of session, episodes and turns")
        with self._reading():
            mirror = self._held.mirror
            new = self._meant(mirror, session, episodes, turns)
            old, gone = _still_held(previous, mirror)
            known = {part.episode.id for part in old}
            parts = ordered([*old, *(whole(episode) for episode in new if episode.id not in known)])
            support = {part.episode.id: _support(part.episode.id, mirror) for part in parts}
            talk = talk_of(parts, support, history=history, count=count)
            words = words_of(part.episode for part in parts)
            kept, text, depth = _fitted(talk, max_tokens, mirror, words, count)
        before = sum(count(f"{plain(episode)}\n") for episode in new) + (0 if previous is None else previous.before)
        by, note = "sentences", ""
        if llm:
            told = self._abstract([part.episode for part in parts], max_tokens, count)
            if told.text:
                kept = [whole(parts[number - 1].episode) for number in told.cited]
                text, depth, by = told.text, told.rounds, "llm"
            note = told.trouble
        made = Compressed(
            text,
            count(text),
            before,
            tuple(part.episode.id for part in kept),
            tuple(part.episode.id for part in kept if part != whole(part.episode)),
            (*gone, *left_out(talk, kept)),
            depth,
            by,
            note,
            tuple(kept),
        )
        self._held.metrics.count("compressed_tokens_before", made.before)
        self._held.metrics.count("compressed_tokens_after", made.tokens)
        return made

    def _abstract(self, episodes: Sequence[Episode], max_tokens: int, count: Counter) -> Abstract:
        model = self._held.llm
        if model is None:
            return Abstract(trouble="no language model was given to Memory.open(llm=...)")
        return abstracted(episodes, model, max_tokens, count)

    def _meant(
        self,
        mirror: Mirror,
        session: str | None,
        episodes: Iterable[str] | None,
        turns: Iterable[Turn] | None,
    ) -> list[Episode]:
        """The messages meant, in order; nothing that is hidden."""
        if turns is not None:
            return [_said(turn, place, mirror) for place, turn in enumerate(turns) if _is_turn(turn)]
        if session is not None:
            name = checked_name(session, "session")
            names: Sequence[str] = [order[2] for order in mirror.sessions.get(name, ())]
            names = [one for one in names if one not in mirror.hidden]
            if not names:
                raise InvalidArgument(f"memory holds no session {name!r}")
        else:
            names = [episodes] if isinstance(episodes, str) else list(dict.fromkeys(episodes or ()))
            unknown = [one for one in names if one not in mirror.number or one in mirror.hidden]
            if unknown:
                raise InvalidArgument(f"memory holds no episodes {repr(unknown)}; ids come from Change and recall")
        return [mirror.episodes[mirror.number[one]] for one in names]


def _fitted(talk: Talk, max_tokens: int, mirror: Mirror, words: Words, count: Counter) -> tuple[list[Part], str, int]:
    """What is kept, as text, and in how many rounds it was found. Lines cost a little more or less than is reckoned, so
    what is left over is given out again."""
    room = max_tokens
    best: tuple[list[Part], str, int] = ([], "", 1)
    for _ in range(REFILLS):
        units, depth = chosen(talk, room, mirror.lexical.idf)
        kept = parts_of(talk, units)
        while count(text := written(kept, words)) > max_tokens and units:
            units.pop()
            kept = parts_of(talk, units)
        best = max(best, (kept, text, depth), key=lambda one: count(one[1]))
        rest = max_tokens - count(text)
        if rest < SLACK or len(units) >= len(talk.units):
            break
        room += rest
    return best


def _is_turn(turn: object) -> bool:
    if not isinstance(turn, Turn):
        raise InvalidArgument(f"turns must be short_term.Turn records (Turn.of_message), not {type(turn).__name__}")
    return bool(turn.content.strip())


def _said(turn: Turn, place: int, mirror: Mirror) -> Episode:
    """The episode that a turn is stored as, or else one made of it for the moment, with the id "#3" of the third."""
    if turn.episode in mirror.number and turn.episode not in mirror.hidden:
        return mirror.episodes[mirror.number[turn.episode]]
    return Episode(turn.content, turn.name, turn.role, occurred=turn.at, seq=place, id=turn.episode or f"#{place + 1}")


def _still_held(previous: Compressed | None, mirror: Mirror) -> tuple[list[Part], list[Dropped]]:
    """What a previous compression kept and memory still shows; what came from nowhere but a turn stays."""
    parts = () if previous is None else previous.parts
    gone = [
        part.episode.id
        for part in parts
        if part.episode.recorded and (part.episode.id not in mirror.number or part.episode.id in mirror.hidden)
    ]
    return [part for part in parts if part.episode.id not in gone], [Dropped(name, "gone") for name in gone]


def _said_in(names: Iterable[str], mirror: Mirror) -> str:
    """The first episode that is evidence of one of these facts or events; "" for none."""
    found = (mirror.facts.get(name) or mirror.events.get(name) for name in names)
    return next((one.evidence[0].episode for one in found if one is not None and one.evidence), "")


def _support(name: str, mirror: Mirror) -> Support:
    """What is held on the evidence of an episode."""
    held: list[tuple[int, int, str, float]] = []
    superseded: list[tuple[int, int, str]] = []
    for fact in (mirror.facts[one] for one in dict.fromkeys(mirror.facts_in.get(name, ()))):
        if fact.id in mirror.hidden:
            continue
        spans = [(one.start, one.end) for one in fact.evidence if one.episode == name]
        if fact.retracted_at == FOREVER and (end := in_world(fact, mirror, Clocks())) and end.kind in PUT_RIGHT:
            superseded += [(*span, _said_in(end.by, mirror)) for span in spans]
        elif fact.retracted_at == FOREVER:
            worth = 2.0 if fact.memory_type == "procedural" else 0.6 if fact.is_open else 1.0
            held += [(*span, fact.statement, worth) for span in spans]
    for event in (mirror.events[one] for one in dict.fromkeys(mirror.events_in.get(name, ()))):
        if event.retracted_at == FOREVER and event.id not in mirror.hidden:
            held += [(one.start, one.end, event.id, 1.0) for one in event.evidence if one.episode == name]
    return Support(tuple(held), tuple(superseded), mirror.uses.get(name, 0))
