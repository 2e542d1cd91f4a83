"""The way through a Chinese text: its phrases are found and bound to what they mean, then rules read its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC

from kgmem.chinese_bonds import bonds
from kgmem.chinese_facts import facts
from kgmem.chinese_people import people
from kgmem.chinese_phrases import named
from kgmem.chinese_reading import ChineseText, read
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_spots import spots
from kgmem.extract_coref import Discourse
from kgmem.extract_dated import dated
from kgmem.extract_salience import Spot
from kgmem.extract_vocatives import addressee
from kgmem.han import simplified
from kgmem.records import Conversation, Episode, Extraction, FactClaim
from kgmem.temporal import moment, parse_zone
from kgmem.timex import Timex, find


def spots_alone(episode: Episode, written: str, people: Sequence[str]) -> list[Spot]:
    """What a piece of a turn speaks of, read by itself."""
    return spots(read(written, named(written, people, (), episode.speaker), ()))


def extraction(
    episode: Episode, written: str, conversation: Conversation, people: tuple[str, ...], discourse: Discourse
) -> tuple[Extraction, list[Spot]]:
    """What a piece of a turn says, places counted in the piece, and what it speaks of."""
    text = read(written, named(written, people, discourse.names_known(), episode.speaker), _dates(episode, written))
    here = spots(text)
    scene = scene_of(episode, text, here, conversation, people, discourse)
    if episode.role != "user":
        return Extraction(mentions=tuple(scene.mentions())), here
    return _claims(scene), here


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
    happened = dated(scene.episode, scene.read.text, scene.read.times)
    return Extraction(
        mentions=(*scene.mentions(), *happened.mentions), facts=tuple(_facts(scene)), events=happened.events
    )


def _facts(scene: ChineseScene) -> list[FactClaim]:
    """What holds, each thing said once: as it is said of people, else by cues."""
    found: dict[tuple[str, str, str, str, bool], FactClaim] = {}
    for claim in (*people(scene), *facts(scene), *bonds(scene)):
        found.setdefault(
            (claim.subject, claim.relation, claim.object or claim.value, claim.polarity, claim.ends), claim
        )
    return list(found.values())


def _dates(episode: Episode, text: str) -> list[Timex]:
    return find(simplified(text), moment(episode.occurred, parse_zone(episode.zone) or UTC))
