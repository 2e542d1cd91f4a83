"""A chat session: every turn is remembered at once, and what a model is shown next is put together from all layers.

turn -> episode at once, found by its words and meaning -> short-term memory
every so many turns that last, and at the end -> promotion -> what they say is read, in the background
next input -> policy, what is recalled, task, summary, last turns, input: in one budget of tokens
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr
from types import TracebackType
from typing import Any, Protocol

from kgmem import promoting
from kgmem.access import When
from kgmem.arguments import checked_name
from kgmem.context import Counter, count_tokens
from kgmem.errors import ClosedError, InvalidArgument
from kgmem.lexical import terms
from kgmem.messages import text_of
from kgmem.packing import Context
from kgmem.promoting import Promotion
from kgmem.reading import BackgroundReader
from kgmem.recollection import Recollection
from kgmem.records import Change, Episode, Role, WhenRead
from kgmem.redact import redact
from kgmem.short_term import MAX_TURNS, Ring, ShortTerm, ToolCall, Turn, counted, last_input
from kgmem.temporal import Micros, moment
from kgmem.text import is_blank
from kgmem.working import MAX_TOKENS, SECTIONS, Messages, Section, WorkingMemory

PROMOTE_EVERY = 8
"""So many turns that last are read in one batch."""
TOKENS_A_MEMORY = 20
FEWEST, MOST = 10, 60
"""Memories asked for: one for so many tokens of the budget, at least and at most so many."""
SUMMED_EVERY, SUMMED_IN = 8, 32
"""A summary is made anew for so many more turns, in a whole number of so many tokens."""
ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a session came to: its turns since it was opened, and what became of each. `is_read`: whether all that
    waited in the memory is read by now; if not, it is in the background, or by `kgmem pending run`.
    """

    turns: int
    weighed: tuple[Promotion, ...]
    is_read: bool


class Remembering(Protocol):
    """What a session needs of a memory; a `Memory` has it, and a hub's handle."""

    def observe(self, what: Mapping[str, Any], *, read: WhenRead) -> Change: ...
    def recall(self, query: str, *, limit: int, asked_at: When | None, asker: str | None) -> Recollection: ...
    def episode(self, id: str) -> Episode | None: ...
    def episodes(self, *, session: str, limit: int) -> list[Episode]: ...
    def read_in_background(self) -> BackgroundReader: ...
    def compress(self, *, turns: Sequence[Turn], max_tokens: int) -> Any: ...
    def tally(self, **counts: float) -> None: ...


class Session:
    """One chat in a memory, made by `Memory.session`. Threads may share it; turns are kept in the order they come in.

    A session of the same name goes on where the last one stopped, in another process too: its turns are in memory.
    """

    def __init__(
        self,
        memory: Remembering,
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
    ) -> None:
        """As `Memory.session` says."""
        self._memory, self._name, self._count = memory, checked_name(name, "session"), count
        self._names = {"user": user, "assistant": assistant}
        self._language = language
        self.working = WorkingMemory(sections, max_tokens=max_tokens, language=language, count=count)
        self._set("policy", policy)
        self._set("task", task)
        self._short_term: ShortTerm = Ring() if short_term is None else short_term
        self._is_own = short_term is None
        self._lock = threading.RLock()
        self._weighed: list[Promotion] = []
        self._waiting: list[str] = []  # episodes that last and were not promoted yet
        self._turns = self._tokens = self._truncated = 0
        self._before: Turn | None = None
        self._summary: tuple[object, str] = None, ""  # of what it was made, and it
        self._ended = False
        self._resume()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def __repr__(self) -> str:
        return f"<Session {self._name} ({'ended' if self._ended else f'{self._turns} turns'})>"

    @property
    def name(self) -> str:
        """The session of its episodes."""
        return self._name

    # --- what is said -------------------------------------------------------------------------------

    def user(self, content: str, **fields: Any) -> Turn:
        """Remember what the user says. fields: name, at, id, metadata, as of a message for `Memory.observe`."""
        return self._add("user", content, fields)

    def assistant(
        self, content: str | None = None, *, calls: Sequence[ToolCall | Mapping[str, Any]] = (), **fields: Any
    ) -> Turn:
        """Remember what the assistant answers. calls: of tools, as the model's message has them in `tool_calls`."""
        return self._add("assistant", content, fields, tuple(map(ToolCall.of, calls)))

    def tool(self, content: str, *, answers: str = "", **fields: Any) -> Turn:
        """Remember what a tool gave; it is found, and never becomes a lasting fact. answers: the id of the call.

        name: of the tool; expires: until when, or how long, it holds, as for `Memory.observe`.
        """
        return self._add("tool", content, fields, answers=answers)

    def add(self, message: Mapping[str, Any], **fields: Any) -> Turn:
        """Remember an OpenAI-style message of any role, as a server gave it or as it is sent."""
        turn = Turn.of_message(message, count=self._count)
        named = {"name": turn.name} if turn.name else {}
        return self._add(turn.role, turn.content, {**named, **fields}, turn.calls, turn.answers)

    def _add(
        self,
        role: Role,
        content: object,
        fields: Mapping[str, Any],
        calls: tuple[ToolCall, ...] = (),
        answers: str = "",
    ) -> Turn:
        unknown = fields.keys() - {"name", "at", "id", "metadata", "expires", "caption"}
        if unknown:
            raise InvalidArgument(
                f"a turn has no {', '.join(sorted(unknown))}; give name, at, id, metadata, caption or expires"
            )
        text = "" if content is None else text_of(content)
        if is_blank(text) and not calls:
            raise InvalidArgument("content is empty or blank; there is nothing to remember")
        said = "\n".join(filter(None, (text, *(f"{call.name}({call.arguments})" for call in calls))))
        rest = {key: value for key, value in fields.items() if key != "name" and value is not None}
        name = fields.get("name") or self._names.get(role, "")
        with self._lock:
            self._check_open()
            message = {"role": role, "content": said, "name": name or None, "session": self._name, **rest}
            found = promoting.weighed(Turn(role, text, calls=calls), self._before)
            if found.tier == promoting.LASTING:
                self._memory.read_in_background().keep_back(self._name)
            change = self._memory.observe(message, read="later" if found.tier == promoting.LASTING else "never")
            episode = self._memory.episode(change.episodes[0]) if change.episodes else None
            if change.duplicates:
                known = [turn for turn in self._short_term.turns(self._name) if turn.episode == change.episodes[0]]
                if known:
                    return known[-1]
            turn = self._turn(role, text, name, episode, change, calls, answers)
            self._weighed.append(replace(found, episode=turn.episode))
            if turn.episode and found.tier == promoting.LASTING:
                self._waiting.append(turn.episode)
            self._before = turn
            self._turns, self._tokens = self._turns + 1, self._tokens + turn.tokens
            self._memory.tally(short_term_appended=1)
            self._short_term.append(self._name, turn)
            if len(self._waiting) >= PROMOTE_EVERY:
                self.promote()
            return turn

    def _turn(
        self,
        role: Role,
        text: str,
        name: str,
        episode: Episode | None,
        change: Change,
        calls: tuple[ToolCall, ...],
        answers: str,
    ) -> Turn:
        """The turn as it is kept: with what was redacted in its episode redacted."""
        if episode is None:  # it was erased from this memory, or has expired: it is shown, and remembered no more
            shown = tuple(replace(call, arguments=redact(call.arguments)[0]) for call in calls)
            return counted(Turn(role, redact(text)[0], name, 0, "", shown, answers), self._count)
        kept = text if calls or not change.redactions else episode.text
        if calls and change.redactions:
            kept, calls = episode.text, ()
        return counted(Turn(role, kept, name, episode.occurred, episode.id, calls, answers), self._count)

    def _resume(self) -> None:
        """Take up the turns of before: those still in short-term memory, else those memory holds."""
        turns = self._short_term.turns(self._name)
        if not turns:
            for episode in self._memory.episodes(session=self._name, limit=MAX_TURNS):
                turn = Turn(episode.role, episode.text, episode.speaker, episode.occurred, episode.id)
                turns.append(counted(turn, self._count))
            for turn in turns:
                self._short_term.append(self._name, turn)
        self._tokens = sum(turn.tokens for turn in turns)
        self._before = turns[-1] if turns else None

    # --- what is shown ------------------------------------------------------------------------------

    @property
    def policy(self) -> str:
        """How the model is to behave; always shown, whole."""
        return self._pinned("policy")

    @policy.setter
    def policy(self, text: str) -> None:
        self._set("policy", text)

    @property
    def task(self) -> str:
        """What the model is to do now; always shown, whole."""
        return self._pinned("task")

    @task.setter
    def task(self, text: str) -> None:
        self._set("task", text)

    def _pinned(self, section: str) -> str:
        return "\n".join(item.text for item in self.working.items(section))

    def _set(self, section: str, text: str) -> None:
        if text or any(one.name == section for one in self.working.sections):
            self.working.put(section, text, id=section)

    def turns(self, last: int | None = None) -> list[Turn]:
        """Turns in short-term memory, oldest first."""
        return self._short_term.turns(self._name, last)

    def messages(
        self, for_: str | None = None, *, max_tokens: int | None = None, asked_at: When | None = None
    ) -> Messages:
        """What to send to a model: OpenAI-style messages of at most `max_tokens`.

        for_: the input they are for, whether it is a turn already or not; None: what the user said last, or the results
        of the tools called for it. asked_at: when it is asked, for an input that is no turn; None means now.
        Memories are quoted as data, with origin and date, between lines that no text can forge; those that stand as
        turns are not quoted again. Raises InvalidArgument where there is no input, or not even the policy fits.
        """
        with self._lock:
            self._check_open()
            turns = self._short_term.turns(self._name)
            input, query, turns, at = self._input(for_, turns)
        wanted = set(terms(query))
        near = [len(wanted & set(terms(turn.content))) / len(wanted) if wanted else 0.0 for turn in turns]
        when = moment(at) if at is not None and asked_at is None else asked_at
        fill = {
            "memories": lambda room, shown: self._recalled(query, when, room, shown),
            "summary": lambda room, shown: self._summed(room, shown, turns),
        }
        made = self.working.assemble(input, turns=turns, relevance=near, fill=fill, max_tokens=max_tokens, at=at)
        with self._lock:
            gone = max(0, len(made.dropped) - self._truncated)
            self._truncated += gone
            full = self._tokens + (self._count(input) if input and at is None else 0)
        self._memory.tally(context_tokens_full=full, context_tokens_sent=made.tokens, short_term_truncated=gone)
        return made

    def _input(self, for_: str | None, turns: list[Turn]) -> tuple[str, str, list[Turn], Micros | None]:
        """The input, the question to memory, the turns before, and when it was said if it is one of them."""
        last = last_input(turns)
        if for_ is not None:
            text = text_of(for_)
            if is_blank(text):
                raise InvalidArgument("for_ is empty or blank; leave it out for what the user said last")
            if last is None or turns[-1] is not last or last.content.strip() != text.strip():
                return text, text, turns, None
        if last is None:
            raise InvalidArgument("nobody has said anything in this session; add a turn by user(...), or give for_")
        if turns[-1] is last:
            return last.content, last.content, turns[:-1], last.at
        return "", last.content, turns, last.at

    def _recalled(self, query: str, at: When | None, room: int, shown: frozenset[str]) -> Context:
        found = self._memory.recall(
            query,
            limit=max(FEWEST, min(MOST, room // TOKENS_A_MEMORY)),
            asked_at=at,
            asker=self._names["user"] or None,
        )
        known = shown | {hit.episode.id for hit in found.episodes if hit.episode.text.strip() == query.strip()}
        found = replace(
            found,
            episodes=tuple(hit for hit in found.episodes if hit.episode.id not in known),
            beside=tuple((id, one) for id, one in found.beside if one.id not in known),
        )
        doubt = query.rstrip().endswith(ASKS)  # nobody wants to hear that nothing answers what is no question
        return found.context(room, marked=True, language=self._language, doubt=doubt)

    def _summed(self, room: int, shown: frozenset[str], turns: Sequence[Turn]) -> str:
        """What the turns that do not stand said, in short; made anew every few turns."""
        gone = [turn for turn in turns if turn.episode not in shown and turn.role in ("user", "assistant")]
        gone = gone[: max(SUMMED_EVERY, len(gone) - len(gone) % SUMMED_EVERY)]
        room -= room % SUMMED_IN
        if not gone or not room:
            return ""
        made = (gone[0].episode, gone[-1].episode, len(gone), room)
        if made != self._summary[0]:
            self._summary = made, str(self._memory.compress(turns=gone, max_tokens=room).text)
        return self._summary[1]

    # --- what lasts ---------------------------------------------------------------------------------

    def promote(self) -> tuple[str, ...]:
        """Have what was said so far read, in the background: ids of the episodes. It goes by itself every few turns
        that last, and at the end; until then facts of the last few turns are not known, while their words are."""
        with self._lock:
            promoted, self._waiting = tuple(self._waiting), []
        if promoted:
            self._memory.read_in_background().promote(self._name, promoted)
        return promoted

    def end(self, *, wait: float | None = 0.0) -> Ended:
        """End the chat: what is left is promoted, its short-term memory cleared. Ending twice is fine.

        wait: so many seconds, None without end, for all that waits in the memory to be read.
        """
        with self._lock:
            if not self._ended:
                self.promote()
                self._ended = True
                self._short_term.clear(self._name)
                if self._is_own:
                    self._short_term.close()
                self._memory.read_in_background().let_go(self._name)
        return Ended(self._turns, tuple(self._weighed), self._memory.read_in_background().flush(wait))

    def _check_open(self) -> None:
        if self._ended:
            raise ClosedError(f"the session {repr(self._name)} has ended; open it again by memory.session(...)")
