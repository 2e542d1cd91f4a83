"""What a correction makes of what was read: the sentence before is read as it was and as it is put right.

What only the first says is taken back (claims marked wrong), what only the second says is claimed in its place, at the
time of the sentence that was put right and by the one who puts it right. Within one turn nothing need be taken back:
what was corrected is not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import islice

from kgmem.extract_corrections import (
    MOST,
    Correction,
    clarified,
    corrections,
    has_two_readings,
    is_bare,
    may_correct,
    names_month,
    put_right,
)
from kgmem.extract_mentions import Names
from kgmem.extract_pieces import only
from kgmem.extract_syntax import Reading
from kgmem.records import OPEN, Conversation, Episode, EventClaim, Extraction, FactClaim
from kgmem.temporal import BEGINNING, Span, moment, parse_zone
from kgmem.text import fold

TURNS, SENTENCES = 3, 3
"""How far back a correction reaches: turns, and sentences of each from its end."""
LONGEST = 2_000
RULE = "correction"

Claim = FactClaim | EventClaim
Read = Callable[[Episode, Conversation], Extraction]
Parse = Callable[[Episode], "tuple[Reading, Names] | None"]


@dataclass(frozen=True, slots=True)
class Reader:
    """How texts are read again. timeless: whether a relation of this name is. exclusive: whether it has one object."""

    read: Read
    parse: Parse
    timeless: Callable[[str], bool]
    exclusive: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Turn:
    episode: Episode
    conversation: Conversation


def set_right(found: Extraction, episode: Episode, conversation: Conversation, reader: Reader) -> Extraction:
    """What a turn says, with what it puts right."""
    text = episode.text
    if episode.role != "user" or episode.kind == "tool_result" or len(text) > LONGEST:
        return found
    parsed = reader.parse(episode) if may_correct(text) else None
    for one in islice(corrections(parsed[0]), MOST) if parsed else ():
        found = _corrected(found, one, parsed[0], episode, conversation, reader) if parsed else found
    return _clarified(found, episode, conversation, reader) if names_month(text) else found


def _corrected(
    found: Extraction, one: Correction, reading: Reading, episode: Episode, conversation: Conversation, reader: Reader
) -> Extraction:
    if one.withdrawn:
        for turn in [turn for turn in _before(conversation) if turn.episode.speaker == episode.speaker][:1]:
            return _joined(found, _wrong(_last_said(turn, reader), turn.episode, one, reader))
        return found
    if one.told is not None:
        return _within_the_turn(found, one, one.told, reading, _Turn(episode, conversation), reader)
    if _is_answer(episode, conversation) or _is_called(one, conversation):
        return found
    put = _put_right if is_bare(reading, one) else _said_instead
    changed = (put(found, one, turn, reader) for turn in _before(conversation))
    return next((right for right in changed if right is not None), found)


def _within_the_turn(
    found: Extraction, one: Correction, told: tuple[int, int], reading: Reading, turn: _Turn, reader: Reader
) -> Extraction:
    """With a sentence of the same turn put right: what was wrong in it is not claimed."""
    start, end = told
    is_inside = start == one.start
    if is_inside or is_bare(reading, one):
        before = replace(turn.episode, text=turn.episode.text[:end])
        if (right := _first_right(before, one, reader, since=start)) is None:
            return found
        again = reader.read(replace(turn.episode, text=right[0]), turn.conversation)
        rest = only(found, lambda claim: not (claim.start < one.end and start < claim.end))
        return _joined(rest, _placed(again, (), turn.episode, one, reader))
    if not one.strong:
        return found
    wrong = {_key(claim) for claim, _ in _pairs(found, _claims(_within(found, start, end)), one, reader)}
    return only(found, lambda claim: _key(claim) not in wrong)


def _put_right(found: Extraction, one: Correction, turn: _Turn, reader: Reader) -> Extraction | None:
    """With a sentence of a turn before put right; None where the correction fits none there."""
    if (right := _first_right(turn.episode, one, reader)) is None:
        return None
    said = _within(reader.read(turn.episode, turn.conversation), right[1], right[2])
    told = reader.read(replace(turn.episode, text=right[0]), turn.conversation)
    placed = _placed(told, _claims(said), turn.episode, one, reader)
    if not _claims(placed):
        return found
    rest = only(found, lambda claim: not (claim.start < one.end and one.start < claim.end))
    return _joined(rest, _wrong(_without(said, told), turn.episode, one, reader), placed)


def _said_instead(found: Extraction, one: Correction, turn: _Turn, reader: Reader) -> Extraction | None:
    """With what a turn before said of what this one says otherwise in a whole sentence taken back; None where it said
    nothing of it."""
    said = reader.read(turn.episode, turn.conversation)
    pairs = _pairs(found, _claims(said), one, reader)
    if not pairs:
        return None
    wrong = {_key(claim) for claim, _ in pairs}
    before = {_key(right): claim for claim, right in pairs if isinstance(claim, FactClaim)}
    facts = tuple(_since(f, before[_key(f)], turn.episode, reader) if _key(f) in before else f for f in found.facts)
    taken = only(said, lambda claim: _key(claim) in wrong)
    return _joined(replace(found, facts=facts), _wrong(taken, turn.episode, one, reader))


def _before(conversation: Conversation) -> Iterator[_Turn]:
    """The turns of people before, the latest first, each with what it could see."""
    seen = 0
    for place in range(len(conversation.earlier) - 1, -1, -1):
        turn = conversation.earlier[place]
        if turn.role == "user" and turn.kind != "tool_result" and turn.text and len(turn.text) <= LONGEST:
            seen += 1
            yield _Turn(turn, Conversation(conversation.earlier[:place], conversation.participants))
        if seen == TURNS:
            return


def _is_answer(episode: Episode, conversation: Conversation) -> bool:
    """True for a "no" to what somebody asked."""
    last = next((turn for turn in reversed(conversation.earlier) if turn.role != "tool"), None)
    return last is not None and last.speaker != episode.speaker and last.text.rstrip().endswith("?")


def _is_called(one: Correction, conversation: Conversation) -> bool:
    """True for "Sorry, Tom", said to one who takes part."""
    people = {fold(part) for name in conversation.participants for part in (name, name.split()[0])}
    return not one.meant and fold(one.right.strip(" !,")) in people


def _first_right(turn: Episode, one: Correction, reader: Reader, *, since: int = 0) -> tuple[str, int, int] | None:
    """The last sentence of a turn that can be put right, as it is then, and where it stands."""
    parsed = reader.parse(turn)
    if parsed is None:
        return None
    reading, names = parsed
    at = moment(turn.occurred, parse_zone(turn.zone) or UTC)
    for first, last in islice(reversed([s for s in reading.sentences if s[1] > s[0]]), SENTENCES):
        start, end = reading.words[first].start, reading.words[last - 1].end
        if start < since or reading.text[start:end].rstrip().endswith("?"):
            continue
        if right := put_right(reading, names, (first, last), one, at):
            return right, start, end
    return None


def _last_said(turn: _Turn, reader: Reader) -> Extraction:
    """What the last sentence of a turn claims."""
    said = reader.read(turn.episode, turn.conversation)
    parsed = reader.parse(turn.episode)
    last = next((s for s in reversed(parsed[0].sentences) if s[1] > s[0]), None) if parsed else None
    start = parsed[0].words[last[0]].start if parsed and last else 0
    return only(said, lambda claim: claim.start >= start)


def _pairs(found: Extraction, said: Sequence[Claim], one: Correction, reader: Reader) -> list[tuple[Claim, Claim]]:
    """What was said before and what a sentence of the turn says in its place: of the same one, in the same relation,
    another thing. A plain "actually" puts right only what there can be but one of."""
    rights = [c for c in _claims(found) if one.start <= c.start < one.end]
    pairs: list[tuple[Claim, Claim]] = []
    for right in rights:
        for wrong in said:
            if isinstance(right, FactClaim) and isinstance(wrong, FactClaim):
                same = (right.subject, right.relation, right.polarity, right.modality, right.ends) == (
                    wrong.subject, wrong.relation, wrong.polarity, wrong.modality, wrong.ends,
                )  # fmt: skip
                fits = right.rule != OPEN and (one.strong or reader.exclusive(right.relation))
                other = (right.object, right.value) != (wrong.object, wrong.value)
                if same and fits and other:
                    pairs.append((wrong, right))
            elif isinstance(right, EventClaim) and isinstance(wrong, EventClaim) and one.strong:
                kind = right.kind == wrong.kind and right.kind != "Event"
                agents = {p[:2] for p in right.participants if p[0] == "agent"}
                same = kind and bool(agents) and agents == {p[:2] for p in wrong.participants if p[0] == "agent"}
                if same and (right.when, right.participants) != (wrong.when, wrong.participants):
                    pairs.append((wrong, right))
    return pairs


def _clarified(found: Extraction, episode: Episode, conversation: Conversation, reader: Reader) -> Extraction:
    """With what a date of a turn before means, now that this turn names its month."""
    for turn in _before(conversation):
        parsed = reader.parse(turn.episode) if has_two_readings(turn.episode.text) else None
        for first, last in parsed[0].sentences if parsed else ():
            if parsed is None or last <= first:
                continue
            place = (parsed[0].words[first].start, parsed[0].words[last - 1].end)
            if right := clarified(parsed[0].text[place[0] : place[1]], episode.text):
                one = Correction(0, len(episode.text), right)
                said = reader.read(turn.episode, turn.conversation)
                new = reader.read(replace(turn.episode, text=right), turn.conversation)
                placed = _placed(new, _claims(said), turn.episode, one, reader)
                wrong = _without(_within(said, *place), new) if placed.facts or placed.events else Extraction()
                return _joined(found, _wrong(wrong, turn.episode, one, reader), placed)
    return found


# --- claims -----------------------------------------------------------------------------------------


def _claims(found: Extraction) -> list[Claim]:
    return [*found.facts, *found.events]


def _key(claim: Claim) -> tuple[object, ...]:
    """What a claim says, wherever it stands."""
    said: tuple[object, ...]
    if isinstance(claim, FactClaim):
        said = (claim.subject, claim.relation, claim.object, claim.value, claim.ends, claim.valid)
    else:
        said = (claim.kind, claim.description, claim.participants, claim.when)
    return (*said, claim.polarity, claim.modality, claim.told_by)


def _within(said: Extraction, start: int, end: int) -> Extraction:
    """What is claimed in a stretch of the text."""
    return only(said, lambda claim: start <= claim.start < end)


def _without(said: Extraction, told: Extraction) -> Extraction:
    """What is claimed in the one and not in the other, but for whose somebody is: "my cousin" is one's cousin still."""
    kept = {_key(claim) for claim in _claims(told)}
    return only(said, lambda claim: _key(claim) not in kept and claim.rule != "possession")


def _wrong(said: Extraction, turn: Episode, one: Correction, reader: Reader) -> Extraction:
    """Claims taken back, at the place of the correction."""
    a, b = one.start, one.end
    facts = [replace(_since(f, None, turn, reader), rule=RULE, start=a, end=b, wrong=True) for f in said.facts]
    events = [replace(event, rule=RULE, start=a, end=b, wrong=True) for event in said.events]
    return Extraction(facts=tuple(facts), events=tuple(events))


def _placed(told: Extraction, known: Sequence[Claim], turn: Episode, one: Correction, reader: Reader) -> Extraction:
    """What the sentence says that was put right, at the place of the correction, without what was said anyway."""
    old = {_key(claim) for claim in known}
    new = {n for n, event in enumerate(told.events) if _key(event) not in old}
    joined = {end for c in told.causes if new & {c.cause, c.effect} for end in (c.cause, c.effect)}
    ends = {_key(told.events[n]) for n in joined}
    kept = only(told, lambda claim: _key(claim) not in old or _key(claim) in ends)
    a, b = one.start, one.end
    facts = [
        replace(_since(f, None, turn, reader), rule=OPEN if f.rule == OPEN else f"{RULE}:{f.rule}", start=a, end=b)
        for f in kept.facts
    ]
    events = [replace(event, rule=f"{RULE}:{event.rule}", start=a, end=b) for event in kept.events]
    causes = [replace(cause, start=a, end=b) for cause in kept.causes]
    return Extraction(facts=tuple(facts), events=tuple(events), causes=tuple(causes))


def _since(fact: FactClaim, wrong: FactClaim | None, turn: Episode, reader: Reader) -> FactClaim:
    """A fact without a date holds since the turn that was put right, or since what it takes the place of."""
    if fact.valid.start > BEGINNING or reader.timeless(fact.relation):
        return fact
    start, precision = (wrong.valid.start, wrong.valid.precision) if wrong is not None else (BEGINNING, "unknown")
    if start == BEGINNING:
        start, precision = min(turn.occurred, fact.valid.end), "unknown"
    return replace(fact, valid=Span(start, fact.valid.end, precision))


def _joined(found: Extraction, *parts: Extraction) -> Extraction:
    """All of it; what is named in what was put right has the class it has there."""
    events, facts, causes = list(found.events), list(found.facts), list(found.causes)
    kinds: dict[str, str] = {}
    for part in parts:
        causes += [replace(c, cause=c.cause + len(events), effect=c.effect + len(events)) for c in part.causes]
        events += part.events
        facts += part.facts
        kinds |= {f.object: f.object_type for f in part.facts if f.object and not f.wrong}
        kinds |= {name: kind for e in part.events if not e.wrong for _, name, kind in e.participants}
    mentions = tuple(
        replace(m, type=kinds[m.name]) if kinds.get(m.name, "Thing") not in ("Thing", m.type) else m
        for m in found.mentions
    )
    return Extraction(mentions, tuple(facts), tuple(events), tuple(causes))
