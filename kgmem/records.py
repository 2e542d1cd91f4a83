"""The things kgmem speaks of, as frozen records: what was observed, what was read in it, what is held.

Claims are what an extractor reads in one episode; facts, events and links are what memory holds after
`reconcile` settled the claims against what it held before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Micros, Span

Role = Literal["user", "assistant", "system", "tool"]
ROLES: tuple[Role, ...] = ("user", "assistant", "system", "tool")
KINDS = ("message", "document", "tool_result")
POLARITIES = ("positive", "negative")
MODALITIES = ("asserted", "planned", "hypothetical", "reported", "recurring")
DISPUTED = "disputed"
"""The modality of a fact, of no claim: something that excludes it weighs more, so that it is not taken to hold."""
MEMORY_TYPES = ("episodic", "factual", "procedural", "semantic")
LINK_KINDS = ("cause", "enable", "prevent", "motivate")
GENERALISED = "ge_"
"""Begins the id of a fact that consolidation made of what happened again and again."""
STEPS, AMENDS = "hasSteps", "amendsSteps"
HOW_TO = (STEPS, AMENDS)
"""The relations that say how something is done: all its steps, and what has been changed in one."""
OPEN = "open"
"""The rule of statements that are kept in their own words, since no other rule tells them."""
TRUSTED = 0.5
"""From this trust on a source is trusted; one below cannot close, end or deny what a trusted one said."""
LIKELY = 0.5
"""From this confidence on a claim counts as likely; a guess below it is kept, and cannot close, end or deny what is
likely."""


def trust_of(role: str, kind: str) -> float:
    """How far an episode is trusted when nobody says: people and programs fully, an assistant and a document
    less, what a tool fetched least."""
    if role == "tool" or kind == "tool_result":
        return 0.2
    if kind == "document":
        return 0.6
    return 0.8 if role == "assistant" else 1.0


@dataclass(frozen=True, slots=True)
class Episode:
    """One observed message, document passage or tool result.

    `occurred` and `recorded` are UTC microseconds; `zone` is the zone or offset it was said in, from
    which "yesterday" counts. `caption` describes attached media: searched, but never read as the
    speaker's own words. `seq` orders episodes of one session that share a time. From `expires` on it is hidden.
    """

    text: str
    speaker: str = ""
    role: Role = "user"
    kind: str = "message"
    session: str = "default"
    occurred: Micros = 0
    zone: str = "UTC"
    seq: int = 0
    caption: str = ""
    origin: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    recorded: Micros = 0
    id: str = ""
    trust: float = -1.0  # 0 to 1; below 0 means by role and kind (`trust_of`)
    expires: Micros = FOREVER


@dataclass(frozen=True, slots=True)
class Conversation:
    """What an extractor may see beside the episode: its session's earlier turns by time (oldest first,
    a bounded number of them) and the names of everybody who speaks in the session."""

    earlier: tuple[Episode, ...] = ()
    participants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A span `[start, end)` of characters of the episode's text that names something.

    `surface` is the text of the span, `name` what it stands for ("I" -> "Ana", "my sister" ->
    "Ana's sister"), `type` an ontology class such as Person, Place, Organization, Thing.
    """

    start: int
    end: int
    surface: str
    name: str
    type: str = "Thing"


@dataclass(frozen=True, slots=True)
class FactClaim:
    """A subject-relation-object statement read in an episode, not yet settled.

    `object` names an entity; a literal (an age, a colour) goes to `value` instead and `object` is "".
    `predicate` keeps the words used. `valid` is when it holds: an open start means "at least since
    the episode". `ends=True` says that the statement stopped holding at `valid.start`. `told_by` names whose
    word a reported statement is, when the speaker only passes it on. `wrong=True` takes it back: it was never so,
    and what was said of it before, as beginning then, is held no longer.
    """

    subject: str
    relation: str
    object: str = ""
    value: str = ""
    predicate: str = ""
    subject_type: str = "Person"
    object_type: str = "Thing"
    valid: Span = ALWAYS
    polarity: str = "positive"
    modality: str = "asserted"
    ends: bool = False
    confidence: float = 0.7
    rule: str = ""
    start: int = 0
    end: int = 0
    told_by: str = ""
    if_held: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class EventClaim:
    """Something that happened, read in an episode. `participants` are (role, name, type); `told_by` and `wrong` as in a
    fact."""

    kind: str
    description: str
    participants: tuple[tuple[str, str, str], ...] = ()
    when: Span = ALWAYS
    outcome: str = ""
    polarity: str = "positive"
    modality: str = "asserted"
    confidence: float = 0.7
    rule: str = ""
    start: int = 0
    end: int = 0
    told_by: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class CauseClaim:
    """A causal statement between two claims of the same extraction, by their positions in `events`."""

    cause: int
    effect: int
    kind: str = "cause"
    cue: str = ""
    confidence: float = 0.7
    rule: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything read in one episode. Empty is a normal result: the text is stored all the same.

    `unfinished` says that this is not all (a model could not be asked): it is held, and the episode is read again.
    """

    mentions: tuple[Mention, ...] = ()
    facts: tuple[FactClaim, ...] = ()
    events: tuple[EventClaim, ...] = ()
    causes: tuple[CauseClaim, ...] = ()
    unfinished: bool = False


Extractor = Callable[[Sequence[tuple[Episode, Conversation]]], "list[Extraction]"]
"""Reads a batch of episodes, each with what it may see; one extraction per episode, in order."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A canonical person, place, organisation or thing.

    `first_seen` and `last_seen` are when it was first and last spoken of. It is retracted when none of its names
    means it any longer: they mean another entity since, or none.
    """

    id: str
    name: str
    type: str = "Thing"
    first_seen: Micros = 0
    last_seen: Micros = 0
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a fact, event or link was read: the characters `[start, end)` of an episode's text."""

    episode: str
    start: int = 0
    end: int = 0
    extractor: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One version of a statement on two clocks.

    It held in the world during `[valid_from, valid_to)` and was held by memory during
    `[recorded_at, retracted_at)`. Closing or correcting a statement retracts this version and records
    the next one; all versions share `statement`. `object` is an entity's name and `object_id` its id;
    for a literal they are "" and `value` holds it. `zone` is where its dates were said: a day is a day there.
    """

    id: str
    statement: str
    subject_id: str
    subject: str
    relation: str
    object_id: str = ""
    object: str = ""
    value: str = ""
    predicate: str = ""
    text: str = ""
    valid_from: Micros = BEGINNING
    valid_to: Micros = FOREVER
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    precision: str = "unknown"
    zone: str = "UTC"
    polarity: str = "positive"
    modality: str = "asserted"
    memory_type: str = "factual"
    confidence: float = 0.7
    source: str = ""
    trust: float = 1.0
    evidence: tuple[Evidence, ...] = ()

    @property
    def valid(self) -> Span:
        return Span(self.valid_from, self.valid_to, self.precision)

    def says_the_same(self, other: Fact) -> bool:
        """True for a version that differs at most in how sure it is, and in its words."""
        names = ("statement", "subject_id", "object_id", "valid_from", "valid_to", "precision", "modality")
        return all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def is_guess(self) -> bool:
        """True for a fact with a relation or an object of a name that is less than likely: it closes nothing."""
        return self.confidence < LIKELY and not self.is_open

    @property
    def is_inferred(self) -> bool:
        """True for one that is not held and follows from held ones (kgmem/inferring.py)."""
        return self.id.startswith("in_")

    @property
    def is_generalised(self) -> bool:
        """True for one that consolidation made of what happened again and again (kgmem/habits.py)."""
        return self.id.startswith(GENERALISED)

    @property
    def is_open(self) -> bool:
        """True for a statement known in its own words only: no relation names it, no entity is its object."""
        return self.relation == "relatedTo" and not self.object_id


@dataclass(frozen=True, slots=True)
class Participant:
    role: str
    entity_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened during `[start, end)`; BEGINNING and FOREVER mean the time is not known."""

    id: str
    kind: str
    description: str
    outcome: str = ""
    start: Micros = BEGINNING
    end: Micros = FOREVER
    precision: str = "unknown"
    zone: str = "UTC"
    polarity: str = "positive"
    modality: str = "asserted"
    confidence: float = 0.7
    source: str = ""
    trust: float = 1.0
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    participants: tuple[Participant, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A causal statement: `cause` and `effect` are ids of events or facts."""

    id: str
    kind: str
    cause: str
    effect: str
    cue: str = ""
    confidence: float = 0.7
    source: str = ""
    trust: float = 1.0
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A call that said what was held already: somebody confirmed the statement, or a program told it again. Of what
    was read in episodes, these are its evidence, and say when."""

    id: str
    statement: str
    said: Micros
    source: str = ""
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Memories that are hidden: what was chosen by `selector`, and the ids of all that went with it."""

    id: str
    selector: str
    reason: str = ""
    recorded_at: Micros = 0
    undone_at: Micros = FOREVER
    hidden: tuple[str, ...] = ()


WhenRead = Literal["now", "later", "never"]
WhyPending = Literal["not read yet", "unfinished"]


@dataclass(frozen=True, slots=True)
class Pending:
    """An episode that is to be read: `since` when memory knows that. It is held and found as any other; what it says is
    not held yet (`why` "not read yet"), or not all of it ("unfinished")."""

    id: str
    session: str
    since: Micros
    why: WhyPending


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of an episode that came later than its text, as the graph holds it: it waited, or waits, from
    `recorded_at` until `read_at`."""

    id: str
    why: WhyPending
    recorded_at: Micros
    read_at: Micros = FOREVER


PINNABLE = ("episode", "fact", "event", "entity")


@dataclass(frozen=True, slots=True)
class Pin:
    """That something neither expires nor is swept. `what` is the id of an episode, the statement of a fact, the id
    of an event (of all its versions) or the key of an entity's name, as `kind` says."""

    id: str
    what: str
    kind: str
    reason: str = ""
    recorded_at: Micros = 0
    undone_at: Micros = FOREVER


@dataclass(frozen=True, slots=True)
class Quote:
    """The characters `[start, end)` of an episode's text, which are `text`."""

    episode: str
    start: int
    end: int
    text: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session was about, in sentences quoted from it, in their order. `text` is all of them, a line each."""

    id: str
    session: str
    text: str = ""
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """Things that are spoken of together, again and again. `entities` are (id, name, weight), the weightiest first;
    `label` names the first of them. `topic` stays the same while it grows and changes. `episodes` are those that speak
    of two of its things at least, by time."""

    id: str
    topic: str
    label: str
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    entities: tuple[tuple[str, str, float], ...] = ()
    episodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same words of the same speaker, said `count` times: in these `episodes`, by time."""

    id: str
    text: str
    count: int
    recorded_at: Micros = 0
    retracted_at: Micros = FOREVER
    episodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Derived:
    """Something consolidation worked out, of which one is held at a time by `kind` and `key`.

    "summary": of the session `key`, quoting `sources`, places in episodes. "topic": labelled `text`, of the entities
    `parts`, each with its weight. "repeat": the words `text` in the episodes `sources`. "habit": the fact `claim` under
    the statement `key`, of the subject and object in `ends`, from the events and facts `parts`, read in `sources`.
    "alike": the statement `key` is held as `claim`, which says the same.
    """

    kind: str
    key: str
    text: str = ""
    parts: tuple[tuple[str, float], ...] = ()
    sources: tuple[tuple[str, int, int], ...] = ()
    ends: tuple[str, str] = ("", "")
    claim: FactClaim | None = None
    trust: float = 1.0


@dataclass(frozen=True, slots=True)
class Violation:
    """A claim that was not taken as it stood, and why. The episode's text is kept all the same."""

    claim: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret replaced before anything was written; the secret itself is nowhere kept."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a write did, by id, in the order it happened. Everything empty means nothing changed.

    `episodes` are the ids of what was observed, new or already known; those already known are in
    `duplicates` too. `erased` are the ids of what was not stored because it had been erased here. `merged` are
    entities that turned out to be others: (the one that is gone, the one its name means now). `tellings` are the ids
    of the calls that did it, for `Memory.undo`.
    """

    episodes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    asserted: tuple[Fact, ...] = ()
    corroborated: tuple[Fact, ...] = ()
    superseded: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    conflicts: tuple[tuple[Fact, Fact], ...] = ()
    new_entities: tuple[Entity, ...] = ()
    events: tuple[Event, ...] = ()
    links: tuple[Link, ...] = ()
    violations: tuple[Violation, ...] = ()
    redactions: tuple[Redaction, ...] = ()
    erased: tuple[str, ...] = ()
    merged: tuple[tuple[Entity, Entity], ...] = ()
    tellings: tuple[str, ...] = ()

    def __add__(self, other: Change) -> Change:
        return Change(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class EpisodeHit:
    """A recalled episode. `score` is 0 to about 1.5; `arms` holds what it is the sum of: the share of each kind of
    evidence where weights were learned (`words`, `meaning`, `late`, `dialogue`, `graph`, ...), else of each arm
    (`window`, `cosine`, `maxsim`, `neighbours`, ...)."""

    episode: Episode
    score: float
    arms: Mapping[str, float] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.episode.id


@dataclass(frozen=True, slots=True)
class FactHit:
    fact: Fact
    score: float
    arms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventHit:
    event: Event
    score: float
    arms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What memory itself answers to a question, without a reader.

    `value` is a name, a date, a number, a length of time, "yes" or "no" (是 or 不是), or what happened, in words;
    `entity_id` the entity it names, "" for none. It held, or happened, during `[valid_from, valid_to)`. `support` are
    the ids of the facts and events that say so, `evidence` the episodes in which they were read.
    """

    value: str
    entity_id: str = ""
    valid_from: Micros = BEGINNING
    valid_to: Micros = FOREVER
    precision: str = "unknown"
    zone: str = "UTC"
    support: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """A walk from an entity of the question over facts whose valid times all meet in `common`."""

    facts: tuple[Fact, ...]
    common: Span
    score: float
