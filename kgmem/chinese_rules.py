"""The way through a Chinese text: its phrases are found and bound to what they mean, then rules read its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC

from kgmem.chinese_across import reasons
from kgmem.chinese_aliases import aliases
from kgmem.chinese_answers import statements
from kgmem.chinese_bonds import bonds
from kgmem.chinese_facts import facts
from kgmem.chinese_named import Named
from kgmem.chinese_people import people
from kgmem.chinese_phrases import named
from kgmem.chinese_reading import ChineseText, read
from kgmem.chinese_recaps import given_back
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_spots import spots
from kgmem.chinese_story import story
from kgmem.extract_across import ends_only
from kgmem.extract_answers import Told, placed
from kgmem.extract_coref import Discourse
from kgmem.extract_parser import Text
from kgmem.extract_pieces import joined, only
from kgmem.extract_salience import Spot
from kgmem.extract_vocatives import addressee
from kgmem.han import simplified
from kgmem.ontology import Ontology
from kgmem.records import Conversation, Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.temporal import moment, parse_zone
from kgmem.timex import Timex, find


def spots_alone(episode: Episode, written: str, people: Sequence[str], ontology: Ontology) -> list[Spot]:
    """What a piece of a turn speaks of, read by itself."""
    return spots(read(written, named(written, people, (), episode.speaker, ontology), ()))


def extraction(
    episode: Episode,
    written: str,
    conversation: Conversation,
    people: tuple[str, ...],
    discourse: Discourse,
    *,
    opens: bool,
) -> tuple[Extraction, list[Spot]]:
    """What a piece of a turn says, places counted in the piece, and what it speaks of. opens: the turn begins with it, so
    that it may answer or go on from the turn before."""
    phrases = named(written, people, discourse.names_known(), episode.speaker, discourse.ontology)
    text = read(written, phrases, _dates(episode, written))
    here = spots(text)
    scene = scene_of(episode, text, here, conversation, people, discourse)
    if episode.role != "user":
        start = given_back(written) if episode.role == "assistant" else -1
        mentions = Extraction(mentions=tuple(scene.mentions()))
        return (_repeated(scene, start) if start >= 0 else mentions), here
    found = _claims(scene)
    for told in _answers(episode, written, conversation, people) if opens else ():
        whole = _told(told, conversation, people, discourse)
        if whole.facts or whole.events:
            found = joined([_without(found, told.start, told.end), whole])
    if opens and (again := _reasons(episode, conversation, people, discourse)):
        found = _with_links(found, again)
    return found, here


def _answers(episode: Episode, written: str, conversation: Conversation, people: tuple[str, ...]) -> Iterator[Told]:
    """What a turn says as the answer to a question that ended the turn before."""
    asked = next((turn for turn in reversed(conversation.earlier) if turn.role != "tool"), None)
    if asked is None or asked.speaker == episode.speaker:
        return
    for sentence, start, end in statements(asked.text, written, asked.speaker):
        yield Told(Text(episode, people, conversation), sentence, start, end, "answer")


def _told(told: Told, conversation: Conversation, people: tuple[str, ...], discourse: Discourse) -> Extraction:
    """What the whole sentence says that stands for a part of a turn."""
    episode = replace(told.text.episode, text=told.sentence)
    return placed(_claims(_scene_again(episode, conversation, people, discourse)), told)


def _scene_again(
    episode: Episode, conversation: Conversation, people: tuple[str, ...], discourse: Discourse
) -> ChineseScene:
    """A whole sentence that stands for a part of a turn, as its scene."""
    phrases = named(episode.text, people, discourse.names_known(), episode.speaker, discourse.ontology)
    text = read(episode.text, phrases, _dates(episode, episode.text))
    return scene_of(episode, text, spots(text), conversation, people, discourse)


def _without(found: Extraction, start: int, end: int) -> Extraction:
    """The extraction without what was read in a stretch that a whole sentence stands for; what is named there stays."""
    return only(found, lambda claim: not start <= claim.start < end)


def _with_links(found: Extraction, again: Extraction) -> Extraction:
    """What a turn says, with links between what it and a turn before tell; what it tells already is not told again."""

    def same(one: EventClaim) -> tuple[object, ...]:
        return one.kind, one.participants, one.when, one.polarity, one.modality, one.kind == "Event" and one.description

    held = {same(one): n for n, one in reversed(list(enumerate(found.events)))}
    events = list(found.events)
    at = []
    for one in again.events:
        place = held.get(same(one), len(events))
        at.append(place)
        if place == len(events):
            events.append(one)
    links = {(link.cause, link.effect): link for link in found.causes}
    for link in again.causes:
        moved = replace(link, cause=at[link.cause], effect=at[link.effect])
        links.setdefault((moved.cause, moved.effect), moved)
    return replace(found, events=tuple(events), causes=tuple(links.values()))


def _reasons(
    episode: Episode, conversation: Conversation, people: tuple[str, ...], discourse: Discourse
) -> Extraction | None:
    """What a turn gives the reason or the outcome of that a turn before told or asked for, read as one text with it."""

    def naming(text: str) -> Sequence[Named]:
        return named(text, people, discourse.names_known(), "", discourse.ontology)

    told = reasons(episode, conversation.earlier, naming, lambda turn: _dates(turn, turn.text))
    if told is None:
        return None
    sentence, start, end = told
    whole = replace(episode, text=sentence)
    return ends_only(_claims(_scene_again(whole, conversation, people, discourse)), start, end)


def scene_of(
    episode: Episode,
    text: ChineseText,
    here: Sequence[Spot],
    conversation: Conversation,
    people: tuple[str, ...],
    discourse: Discourse,
) -> ChineseScene:
    """A piece of a turn with what its phrases mean, which the discourse goes on from."""
    spoken_to = addressee(episode, conversation, people)
    speaker = episode.speaker if episode.kind != "tool_result" else ""
    meant = discourse.read(here, speaker if episode.role == "user" else "", spoken_to)
    last = conversation.earlier[-1] if conversation.earlier else None
    return ChineseScene(episode, discourse.ontology, text, speaker, spoken_to, here, meant, last)


def _claims(scene: ChineseScene) -> Extraction:
    states = _facts(scene)
    told = story(scene, states)
    facts = (*states, *_besides(told.facts, states))
    named = tuple(scene.mentions())
    return Extraction(
        mentions=(*named, *_spoken_of(scene, facts, named)),
        facts=facts,
        events=tuple(told.events),
        causes=tuple(told.causes),
    )


def _besides(brought: Sequence[FactClaim], states: Sequence[FactClaim]) -> Iterator[FactClaim]:
    """What events begin and end, without what the clauses state as it is."""
    said = {_key(fact) for fact in states}
    for fact in brought:
        if _key(fact) not in said:
            said.add(_key(fact))
            yield fact


def _key(fact: FactClaim) -> tuple[str, str, str, bool, str, str]:
    return fact.subject, fact.relation, fact.object or fact.value, fact.ends, fact.polarity, fact.modality


def _repeated(scene: ChineseScene, start: int) -> Extraction:
    """What an assistant gives back from a place of its text on, of others than itself."""

    def is_told(claim: FactClaim | EventClaim) -> bool:
        who = claim.subject if isinstance(claim, FactClaim) else claim.participants
        return claim.end > start and bool(who)

    return only(_claims(replace(scene, speaker="")), is_told)


def _spoken_of(scene: ChineseScene, claims: Sequence[FactClaim], named: Sequence[Mention]) -> Iterator[Mention]:
    """Where the text says what the claims are about, besides what it names."""
    told = {mention.name for mention in named}
    text = scene.read.text
    for claim in claims:
        for name, kind in ((claim.subject, claim.subject_type), (claim.object, claim.object_type)):
            at = text.find(name, claim.start) if name and name not in told else -1
            at = text.find(name) if at < 0 and name and name not in told else at
            if at >= 0 and all(at >= one.end or at + len(name) <= one.start for one in named):
                told.add(name)
                yield Mention(at, at + len(name), name, name, kind)


def _facts(scene: ChineseScene) -> list[FactClaim]:
    """What holds, each thing said once: as it is said of people, else by cues."""
    found: dict[tuple[str, str, str, str, bool], FactClaim] = {}
    for claim in (*people(scene), *aliases(scene), *facts(scene), *bonds(scene)):
        found.setdefault(
            (claim.subject, claim.relation, claim.object or claim.value, claim.polarity, claim.ends), claim
        )
    return list(found.values())


def _dates(episode: Episode, text: str) -> list[Timex]:
    return find(simplified(text), moment(episode.occurred, parse_zone(episode.zone) or UTC))
