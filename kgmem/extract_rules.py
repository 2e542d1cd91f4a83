"""The extractor that needs no language model: spaCy reads, the ontology's cues say what to take.

Each text is cut into pieces, its names are set apart, spaCy parses what is left, and rules read mentions,
facts, events and causes off the parse. Only English is parsed; other languages give the names that can be
told without a parser.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC

from kgmem import chinese_rules
from kgmem.extract_across import ends_only, leaned_on, leaning, reasons_asked
from kgmem.extract_answers import Told, fragment, is_fragment, placed, statements
from kgmem.extract_belongings import belongings
from kgmem.extract_bonds import bonds
from kgmem.extract_claims import once
from kgmem.extract_coref import Discourse
from kgmem.extract_crew import Crew, cores_beside
from kgmem.extract_dated import dated
from kgmem.extract_denials import unbroken
from kgmem.extract_facts import facts
from kgmem.extract_identity import identities
from kgmem.extract_instructions import instructions
from kgmem.extract_mentions import Names, recalled, settle, titled
from kgmem.extract_moments import expiring
from kgmem.extract_open import open_statements
from kgmem.extract_parser import Parsed, Parser, Text
from kgmem.extract_passages import passages, quiet
from kgmem.extract_people import possessions
from kgmem.extract_pieces import Piece, as_written, joined, moved
from kgmem.extract_procedures import procedures
from kgmem.extract_put_right import Reader, set_right
from kgmem.extract_recaps import given_back
from kgmem.extract_salience import Spot
from kgmem.extract_scene import Referent, Scene
from kgmem.extract_spots import spots
from kgmem.extract_story import story
from kgmem.extract_syntax import Reading
from kgmem.extract_vocatives import addressee
from kgmem.han import has_han, is_chinese
from kgmem.ontology import Ontology
from kgmem.records import Conversation, Episode, Extraction, FactClaim, Mention
from kgmem.temporal import moment, parse_zone
from kgmem.text import digest
from kgmem.timex import Timex, find

EARLIER = 8
REMEMBERED = 4_096
SPOTS = 60  # of an earlier turn, its last ones
ASKED = 64  # questions kept as they were parsed, for the turns that answer them


class RuleExtractor:
    """Reads episodes by rules; a `records.Extractor`.

    model: the name or path of a spaCy pipeline; "blank" is none, which gives names only; None takes the
    first installed of the official English ones and their mirror, else "blank". Loaded at the first call.
    workers: how many processes may read beside this one once some hundred episodes came in batches; None is one for
    each further core. Each takes about 200 MB, and leaves when nothing came for a minute. What is read is the same.
    Raises ExtractionError when a named model cannot be loaded.
    """

    def __init__(self, ontology: Ontology, model: str | None = None, *, workers: int | None = None) -> None:
        self.ontology = ontology
        self.model = model
        self._crew = Crew(ontology, model, cores_beside() if workers is None else workers)
        self._parser: Parser | None = None
        self._spots: OrderedDict[str, tuple[Spot, ...]] = OrderedDict()  # by `_key`, of texts read by themselves
        self._asked: OrderedDict[str, Reading] = OrderedDict()  # by `_key`, of texts that end with a question

    def __call__(self, batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
        if self._parser is None:
            self._parser = Parser(self.model, _cue_verbs(self.ontology))
        return self._crew.read(batch, self._read)

    def load(self) -> None:
        """Load the model now, and start the processes beside, rather than when texts come."""
        self(())
        self._crew.load()

    def close(self) -> None:
        """End the processes that read beside this one. They start again when there is much to read."""
        self._crew.close()

    def _read(self, batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
        read: list[Text] = []
        sentences: list[Told] = []
        for parsed in self._parser.read(self._texts(batch)) if self._parser else ():
            self._extract(parsed, sentences)
            if not parsed.is_last:
                continue
            text = parsed.text
            key = _key(text.episode, text.people)
            self._remember(key, tuple(text.spots[-SPOTS:]))
            if parsed.reading is not None and text.episode.text.rstrip().endswith("?"):
                self._asked[key] = parsed.reading
                if len(self._asked) > ASKED:
                    self._asked.popitem(last=False)
            if text.conversation is not None:
                read.append(text)
        self._complete(sentences)
        return [self._put_right(text) for text in read]

    def _put_right(self, text: Text) -> Extraction:
        """What a text says, with what it corrects of what was said before."""
        assert text.conversation is not None
        found = quiet(joined(text.found), text.silent)
        found = procedures(found, text.episode, text.conversation, text.silent)
        reader = Reader(
            lambda episode, conversation: self._read([(episode, conversation)])[0],
            lambda episode: (episode is text.episode and text.whole) or self._alone(episode, text.people),
            lambda relation: self.ontology.relation(relation).timeless,
            lambda relation: self.ontology.relation(relation).functional,
        )
        return expiring(set_right(found, text.episode, text.conversation, reader), text.episode)

    def _texts(self, batch: Sequence[tuple[Episode, Conversation]]) -> Iterator[Text]:
        """The batch in order, each text after those earlier turns that were not read yet."""
        known = set(self._spots)
        for episode, conversation in batch:
            people = _people(episode, conversation)
            for earlier in conversation.earlier[-EARLIER:]:
                if (key := _key(earlier, people)) not in known:
                    known.add(key)
                    yield Text(earlier, people)
            known.add(_key(episode, people))
            yield Text(episode, people, conversation, silent=passages(episode.text))

    def _extract(self, parsed: Parsed, sentences: list[Told]) -> None:
        """Add what the piece says, and the places where it speaks of something, to its text; whole sentences that stand
        for parts of it go to `sentences`, to be read later."""
        text, piece, reading = parsed.text, parsed.piece, parsed.reading
        if reading is None and text.episode.kind != "tool_result" and is_chinese(piece.text):
            self._extract_chinese(text, piece)
            return
        if reading is None:
            mentions = [Mention(s.start, s.end, piece.text[s.start : s.end], s.name, s.type) for s in parsed.spans]
            text.found.append(moved(Extraction(mentions=tuple(mentions)), piece.offset))
            return
        names = self._names(parsed, reading)
        if parsed.is_last and not piece.offset and text.conversation is not None:
            text.whole = (reading, names)
        here = spots(reading, names, self.ontology)
        text.spots += here
        if text.conversation is None:
            return
        if text.discourse is None:
            text.discourse = self._discourse(text.conversation, text.people)
        scene = self._scene(text, reading, names, here)
        if text.episode.role != "user":
            text.found.append(moved(Extraction(mentions=tuple(_mentions(scene, ()))), piece.offset))
            if not piece.offset and text.episode.kind != "tool_result" and (again := given_back(reading.text))[0]:
                sentences.append(Told(text, *again, len(reading.text.rstrip()), "recap"))
            return
        if not piece.offset:
            sentences += self._answers(text, reading)
            sentences += self._reasons(text, reading)
        found = _claims(scene)
        if has_han(piece.text):
            more = dated(text.episode, piece.text, scene.timexes, found.events)
            named = {(m.start, m.end) for m in found.mentions}
            found = replace(
                found,
                mentions=(*found.mentions, *(m for m in more.mentions if (m.start, m.end) not in named)),
                events=(*found.events, *more.events),
            )
        text.found.append(moved(as_written(found, piece.text), piece.offset))

    def _extract_chinese(self, text: Text, piece: Piece) -> None:
        if text.conversation is None:
            text.spots += chinese_rules.spots_alone(text.episode, piece.text, text.people, self.ontology)
            return
        if text.discourse is None:
            text.discourse = self._discourse(text.conversation, text.people)
        found, here = chinese_rules.extraction(
            text.episode, piece.text, text.conversation, text.people, text.discourse, opens=not piece.offset
        )
        text.spots += here
        text.found.append(moved(found, piece.offset))

    def _names(self, parsed: Parsed, reading: Reading) -> Names:
        names = settle(reading, parsed.spans)
        titled(reading, names, self.ontology.classes_of)
        return names

    def _scene(self, text: Text, reading: Reading, names: Names, here: list[Spot]) -> Scene:
        """What is there to read in a stretch of a text that takes part in a conversation."""
        assert text.conversation is not None
        assert text.discourse is not None
        if recalled(reading, names, text.discourse.names_known()):
            here = spots(reading, names, self.ontology)
        episode = text.episode
        spoken_to = addressee(episode, text.conversation, text.people)
        speaker = episode.speaker if episode.kind != "tool_result" else ""
        before = text.discourse.persons_known()
        meant = text.discourse.read(here, speaker if episode.role == "user" else "", spoken_to)
        scene = Scene(
            episode=episode, ontology=self.ontology, reading=reading, names=names, speaker=speaker,
            addressee=spoken_to, timexes=_dates(episode, reading.text), spots=here, meant=meant, before=before,
            last=text.conversation.earlier[-1] if text.conversation.earlier else None,
            introduced={
                key: Referent(name, "Person", 0, 0, True) for key, name in text.discourse.introduced.items() if name
            },
        )  # fmt: skip
        _give_full_names(scene)
        return scene

    def _answers(self, text: Text, reading: Reading) -> Iterator[Told]:
        """What a turn says as the answer to a question that ended the turn before."""
        assert text.conversation is not None
        asked = next((turn for turn in reversed(text.conversation.earlier) if turn.role != "tool"), None)
        if asked is None or asked.speaker == text.episode.speaker or not asked.text.rstrip().endswith("?"):
            return
        _, start, end = fragment(reading.text)
        if end > start and not is_fragment(reading, start, end):
            return
        question = self._asked.get(_key(asked, text.people)) or self._parsed_alone(asked, text.people)
        for told, start, end in statements(question, reading.text, asked.speaker, self.ontology) if question else ():
            yield Told(text, told, start, end, "answer")

    def _reasons(self, text: Text, reading: Reading) -> Iterator[Told]:
        """What a turn gives the reason or the outcome of that a turn before told, or asked for."""
        assert text.conversation is not None
        earlier = text.conversation.earlier
        asked = next((turn for turn in reversed(earlier) if turn.role != "tool"), None)
        if asked is not None and asked.speaker != text.episode.speaker and asked.text.rstrip().endswith("?"):
            question = self._asked.get(_key(asked, text.people)) or self._parsed_alone(asked, text.people)
            for told in reasons_asked(question, asked.speaker, reading.text) if question else ():
                yield Told(text, *told, "reason")
        elif (before := leaned_on(text.episode, earlier)) is not None:
            both = leaning(before, _dates(before, before.text), reading.text)
            if both is not None:
                yield Told(text, *both, "reason")

    def _complete(self, sentences: Sequence[Told]) -> None:
        """Read the whole sentences that stand for parts of the batch's texts, all in one go."""
        whole = {}
        for told in sentences:
            text = told.text
            episode = replace(text.episode, text=told.sentence)
            alone = Text(episode, text.people, text.conversation, discourse=text.discourse)
            whole[id(alone)] = (told, alone)
        for parsed in self._parser.read(iter(alone for _, alone in whole.values())) if self._parser and whole else ():
            told = whole[id(parsed.text)][0]
            if parsed.reading is not None:
                names = self._names(parsed, parsed.reading)
                scene = self._scene(parsed.text, parsed.reading, names, spots(parsed.reading, names, self.ontology))
                found = _claims(scene)
                whole_told = ends_only(found, told.start, told.end) if told.rule == "reason" else placed(found, told)
                told.text.found.append(whole_told)

    def _parsed_alone(self, episode: Episode, people: tuple[str, ...]) -> Reading | None:
        """The last piece of a turn that was read so long ago that it is forgotten."""
        assert self._parser is not None
        read = [parsed.reading for parsed in self._parser.read(iter([Text(episode, people)]))]
        return read[-1] if read else None

    def _alone(self, episode: Episode, people: tuple[str, ...]) -> tuple[Reading, Names] | None:
        """A text parsed by itself, with its names; None where there is no parser for it."""
        read = list(self._parser.read(iter([Text(episode, people)]))) if self._parser else []
        whole = read[0] if len(read) == 1 else None
        return (whole.reading, self._names(whole, whole.reading)) if whole and whole.reading else None

    def _discourse(self, conversation: Conversation, people: tuple[str, ...]) -> Discourse:
        """What was spoken of in the turns before, each of them read by itself and bound in order."""
        discourse = Discourse(self.ontology, people)
        for at, earlier in enumerate(conversation.earlier[-EARLIER:]):
            before = Conversation(conversation.earlier[-EARLIER:][:at])
            speaker = earlier.speaker if earlier.kind != "tool_result" and earlier.role == "user" else ""
            held = self._spots.get(_key(earlier, people))
            discourse.read(
                self._read_alone(earlier, people) if held is None else held,
                speaker,
                addressee(earlier, before, people),
            )
        return discourse

    def _read_alone(self, episode: Episode, people: tuple[str, ...]) -> tuple[Spot, ...]:
        """What a turn speaks of that was read before, but so long ago that it is forgotten."""
        text = Text(episode, people)
        for parsed in self._parser.read(iter([text])) if self._parser else ():
            self._extract(parsed, [])
        return tuple(text.spots[-SPOTS:])

    def _remember(self, key: str, found: tuple[Spot, ...]) -> None:
        self._spots[key] = found
        self._spots.move_to_end(key)
        while len(self._spots) > REMEMBERED:
            self._spots.popitem(last=False)


def _claims(scene: Scene) -> Extraction:
    owned = [*possessions(scene), *belongings(scene)]
    told = story(
        scene,
        lambda told: [
            *owned,
            *identities(scene),
            *instructions(scene),
            *facts(scene, settled=told.settled),
            *bonds(scene),
        ],
    )
    said = told.states
    taken = {(f.subject, f.relation, f.object or f.value) for f in told.facts}
    kept = [f for f in said if (f.subject, f.relation, f.object or f.value) not in taken or f.confidence > 0.85]
    claims = [*kept, *(f for f in told.facts if all(_differs(f, other) for other in kept))]
    types = {m.name: m.type for m in scene.names.mentions if m.type not in ("Thing", "")}
    claims += once(scene, unbroken(scene, told.events))
    claims += open_statements(scene, claims, told.events)
    claims = [
        replace(f, subject_type=types.get(f.subject, f.subject_type), object_type=types.get(f.object, f.object_type))
        if types.get(f.subject, f.subject_type) != f.subject_type or types.get(f.object, f.object_type) != f.object_type
        else f
        for f in claims
    ]
    if not scene.speaker:
        claims = [claim for claim in claims if claim.subject]
    return Extraction(
        mentions=tuple(_mentions(scene, claims)),
        facts=tuple(claims),
        events=tuple(told.events),
        causes=tuple(told.causes),
    )


def _differs(one: FactClaim, other: FactClaim) -> bool:
    return (one.subject, one.relation, one.object, one.value, one.ends) != (
        other.subject, other.relation, other.object, other.value, other.ends,
    )  # fmt: skip


def _mentions(scene: Scene, claims: Sequence[FactClaim]) -> Iterator[Mention]:
    """Names, what pronouns and descriptions stand for, and whatever the claims speak of, by place."""
    found = {(m.start, m.end, m.name): m for m in scene.names.mentions}
    types = {m.name: m.type for m in scene.names.mentions}
    for spot in scene.spots:
        meaning = scene.meant.get(spot.word)
        if spot.kind == "name" or meaning is None:
            continue
        if spot.kind == "noun" and any(t.start < spot.end and spot.start < t.end for t in scene.timexes):
            continue
        for name in meaning.names:
            kind = types.get(name, "Thing") if types.get(name, "Thing") != "Thing" else meaning.type
            surface = scene.reading.text[spot.start : spot.end]
            found.setdefault((spot.start, spot.end, name), Mention(spot.start, spot.end, surface, name, kind))
    named = {m.name for m in found.values()}
    places = {(m.start, m.end) for m in found.values()}
    for claim in claims:
        for name, kind in ((claim.subject, claim.subject_type), (claim.object, claim.object_type)):
            if not name or name in named:
                continue
            at = scene.reading.text.lower().find(name.lower().split("'s ")[-1], claim.start)
            if at >= 0:
                length = len(name.split("'s ")[-1])
                if (at, at + length) not in places:
                    surface = scene.reading.text[at : at + length]
                    found[at, at + length, name] = Mention(at, at + length, surface, name, kind)
                    named.add(name)
    yield from sorted(found.values(), key=lambda m: (m.start, m.end, m.name))


def _give_full_names(scene: Scene) -> None:
    """A bare name goes under the full name it is known by in the conversation."""
    for spot in scene.spots:
        meaning = scene.meant.get(spot.word)
        mention = scene.names.by_word.get(spot.word)
        if spot.kind == "name" and meaning and mention and meaning.names[0] != mention.name:
            scene.names.rename(mention, meaning.names[0], meaning.type)


def _people(episode: Episode, conversation: Conversation) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in (*conversation.participants, episode.speaker) if name))


def _key(episode: Episode, people: tuple[str, ...]) -> str:
    """What the reading of a text by itself depends on: the text, and who of those that take part is named in it."""
    named = (name for name in people if name.split() and name.split()[0] in episode.text)
    return digest(episode.text, "data" if episode.kind == "tool_result" else "", *named)


def _dates(episode: Episode, text: str) -> list[Timex]:
    return find(text, moment(episode.occurred, parse_zone(episode.zone) or UTC))


def _cue_verbs(ontology: Ontology) -> frozenset[str]:
    said = {cue.verb for relation in ontology.relations.values() for cue in relation.cues if cue.kind == "verb"}
    return frozenset(said | {cue.verb for kind in ontology.events.values() for cue in kind.cues})
