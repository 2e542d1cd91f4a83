"""Names in a text, once it is parsed: those spelled out and those a parser's model finds, each with a class."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from kgmem.extract_genders import is_first_name, of_name
from kgmem.extract_spelling import ALSO_NAMES, COMMON, DATES, FIRMS, NAME_NOUNS, NUMBERED, ROLES, WORD_NAMES, Span
from kgmem.extract_syntax import Reading, Word, word_set
from kgmem.records import Mention
from kgmem.text import fold

SPEAKER = word_set("""i me my mine myself we us our ours ourselves""")
ADDRESSEE = frozenset(("you", "your", "yours", "yourself"))
HE = frozenset(("he", "him", "his", "himself"))
SHE = frozenset(("she", "her", "hers", "herself"))
PRONOUNS = (
    SPEAKER | ADDRESSEE | HE | SHE | {"it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those"}
)


@dataclass(slots=True)
class Names:
    """What the words of one text stand for; `by_word` holds each word's mention."""

    mentions: list[Mention] = field(default_factory=list)
    by_word: dict[int, Mention] = field(default_factory=dict)
    gender: dict[str, str] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)  # names whose class is only a statistical model's word

    def add(self, mention: Mention, words: Iterable[Word]) -> Mention:
        self.mentions.append(mention)
        for word in words:
            self.by_word.setdefault(word.i, mention)
        return mention

    def rename(self, mention: Mention, name: str, kind: str = "") -> Mention:
        """The mention under another name, in its place."""
        changed = replace(mention, name=name, type=kind or mention.type)
        self.mentions[self.mentions.index(mention)] = changed
        for i, held in self.by_word.items():
            if held is mention:
                self.by_word[i] = changed
        if mention.name in self.gender:
            self.gender.setdefault(name, self.gender[mention.name])
        return changed

    def retype(self, name: str, kind: str) -> None:
        """Every mention of a name whose class was open or guessed gets this one."""
        if kind in ("Thing", ""):
            return
        guessed = name in self.guessed
        self.guessed.discard(name)
        for at, mention in enumerate(self.mentions):
            if mention.name == name and (guessed or mention.type in ("Thing", "")):
                changed = replace(mention, type=kind)
                self.mentions[at] = changed
                for i, held in self.by_word.items():
                    if held is mention:
                        self.by_word[i] = changed


def settle(reading: Reading, spans: Sequence[Span]) -> Names:
    """Names of a parsed text: those spelled out, then those the parser's model found, one per place."""
    names = Names()
    taken: list[tuple[int, int]] = []
    for span in spans:
        words = reading.covering(span.start, span.end)
        if not words or (not span.sure and not _holds(reading, span, words)):
            continue
        numbered = NUMBERED.fullmatch(span.name)
        kind = span.type if span.type != "Thing" or numbered else _kind(reading, words)
        surface = reading.text[span.start : span.end]
        if span.type == "Thing" and (kind != "Person" or not is_first_name(words[0].text)):
            names.guessed.add(span.name)
        names.add(Mention(span.start, span.end, surface, span.name, kind), words)
        taken.append((span.start, span.end))
    for words in _model_names(reading):
        start, end = words[0].start, words[-1].end
        surface = re.sub(r"[^\w)]+\Z", "", reading.text[start:end])
        end = start + len(surface)
        if any(start < e and s < end for s, e in taken) or not _fit_for_a_name(surface):
            continue
        name = " ".join(surface.split())
        kind = _kind(reading, words) if words[0].kind in ("Person", "Nationality") else words[0].kind
        names.add(Mention(start, end, surface, name, kind), words)
        if kind not in ("Person", "Language") or (kind == "Person" and not is_first_name(words[0].text)):
            names.guessed.add(name)
    _join_parts(names)
    names.mentions.sort(key=lambda m: m.start)
    return names


def titled(reading: Reading, names: Names, classes: Callable[[str], Sequence[str]]) -> None:
    """Give names the class that the noun before them says, where theirs is open or guessed: "project Osprey"."""
    for mention in list(names.mentions):
        words = reading.covering(mention.start, mention.end)
        before = reading.words[words[0].i - 1] if words and words[0].i else None
        if before is None or before.i in names.by_word or before.pos != "NOUN" or not before.text.islower():
            continue
        kinds = classes(before.lemma.lower())
        if kinds and kinds[0] != "Person" and before.dep in ("compound", "nmod") and before.head == words[-1].i:
            names.retype(mention.name, kinds[0])


def recalled(reading: Reading, names: Names, known: Iterable[tuple[str, str]]) -> bool:
    """Add what is called by a name known from before where the text alone does not show that it is one: at the
    start of a sentence, or in lower case. True when something was added."""
    by_form: dict[str, set[tuple[str, str]]] = {}
    for name, kind in known:
        for form in {name, name.split()[0]} if kind == "Person" else {name}:
            by_form.setdefault(form.lower(), set()).add((name, kind))
    added = False
    for word in reading.words if by_form else ():
        lower = word.text.lower()
        if word.i in names.by_word or lower not in by_form or len(by_form[lower]) != 1 or len(lower) < 3:
            continue
        plain_word = lower in COMMON or fold(lower) in DATES or lower in NAME_NOUNS
        if plain_word and not (word.pos == "PROPN" and word.text[:1].isupper()):
            continue
        if (word.text[:1].islower() and word.pos not in ("PROPN", "NOUN", "X", "ADJ")) or word.dep in ("aux", "neg"):
            continue
        name, kind = next(iter(by_form[lower]))
        if word.text[:1].islower() and (kind != "Person" or not of_name(name) or reading.kids(word, "det")):
            continue
        names.add(Mention(word.start, word.end, word.text, name, kind), [word])
        added = True
    if added:
        names.mentions.sort(key=lambda m: m.start)
    return added


def _join_parts(names: Names) -> None:
    """A bare first or last name is the one full name in the text that holds it."""
    full = {m.name for m in names.mentions if m.type == "Person" and " " in m.name}
    for at, mention in enumerate(names.mentions):
        if " " in mention.name or mention.type not in ("Person", "Thing", "Place", "Organization"):
            continue
        holders = {name for name in full if mention.name in name.split()}
        if len(holders) == 1:
            changed = replace(mention, name=holders.pop(), type="Person")
            names.mentions[at] = changed
            for i, held in names.by_word.items():
                if held is mention:
                    names.by_word[i] = changed


def _holds(reading: Reading, span: Span, words: list[Word]) -> bool:
    """Is a capitalised run really a name? Only doubtful where a sentence begins with it."""
    if " " in span.name and (span.odd or any(w.pos == "PROPN" for w in words)):
        return True
    word = words[0]
    if fold(word.text) in DATES:
        return fold(word.text) in ALSO_NAMES and _calendar_person(reading, word)
    if word.pos == "PROPN":
        starts = any(word.i == first for first, _ in reading.sentences)
        if starts and not word.kind and word.dep == "compound" and reading.head_of(word).text.islower():
            return False  # "Jasmine tea is fine"
        return fold(word.text) not in COMMON - WORD_NAMES
    starts = any(word.i == first for first, _ in reading.sentences) or word.i == 0
    if not starts and fold(word.text) in WORD_NAMES:
        return True
    if of_name(word.text) and word.pos == "NOUN" and word.dep == "nsubj" and not reading.kids(word):
        return fold(word.text) not in COMMON  # "Victor is fond of baking", taken for one who wins
    if starts or word.pos in ("INTJ", "ADV", "VERB", "AUX", "PRON", "DET", "SCONJ", "CCONJ", "ADP", "ADJ"):
        return bool(word.kind) and word.pos not in ("INTJ", "VERB", "AUX", "PRON", "ADJ", "ADV")
    return bool(word.kind) or word.pos in ("X", "NUM") or (word.pos == "NOUN" and word.tag != "NNS")


def _calendar_person(reading: Reading, word: Word) -> bool:
    """Is "April" somebody here? Only when April does something to something, or stands beside a name."""
    head = reading.head_of(word)
    if word.dep == "nsubj" and head.pos == "VERB":
        return bool(reading.kids(head, "dobj", "ccomp", "xcomp")) and head.lemma not in _OF_FIRMS
    beside = [kid for kid in reading.kids(word, "conj") if kid.pos == "PROPN" and fold(kid.text) not in DATES]
    return word.dep == "dobj" and bool(beside)


def _kind(reading: Reading, words: list[Word]) -> str:
    """The class of a name: the model's, unless the grammar says that it names a person."""
    given = next((w.kind for w in words if w.kind), "")
    head = words[-1]
    if given not in ("Language", "Nationality") and (site := _site(reading, head)):
        return site
    if given != "Person" and of_name(words[0].text) and _is_called(reading, words, given):
        return "Person"
    if given == "Nationality" and len(words) == 1 and head.dep == "pobj" and reading.head_of(head).text.lower() == "in":
        return "Language"
    if given in ("Person", "Language", "Nationality"):
        return given
    if _is_somebody(reading, head, alone=len(words) == 1):
        return "Person"
    if given != "Place" and reading.head_of(head).text.lower() == "in" and head.dep == "pobj" and len(words) == 1:
        return "Place"
    return given or "Thing"


def _is_called(reading: Reading, words: list[Word], given: str) -> bool:
    """May a name that begins with a first name be somebody's, whatever the model took it for?"""
    name = reading.text[words[0].start : words[-1].end]
    if FIRMS.search(name) or (len(words) > 1 and given == "Place") or not words[-1].text[:1].isupper():
        return False
    prep = reading.head_of(words[-1])
    placed = words[-1].dep == "pobj" and prep.text.lower() in ("in", "at", "from", "near", "to", "through", "around")
    beside = words[-1].dep == "compound" and reading.head_of(words[-1]).text[:1].islower()
    return not (beside or (placed and given == "Place"))


def _site(reading: Reading, word: Word) -> str:
    """Place or Organization when the sentence goes, lives or works there, whatever the model took it for."""
    prep = reading.head_of(word)
    if word.dep != "pobj" or prep.dep != "prep":
        return ""
    head = reading.head_of(prep)
    if head.lemma in _TO_PLACES and prep.text.lower() in ("to", "in", "from"):
        return "Place"
    works = head.lemma in _AT_FIRMS or any(kid.lemma in _AT_FIRMS for kid in reading.kids(head, "dobj"))
    return "Organization" if works and prep.text.lower() == "at" else ""


_TO_PLACES = word_set("""move live relocate fly drive travel return grow settle land bear""")
_AT_FIRMS = word_set("""work job start position role intern internship career engineer manager""")
_OF_FIRMS = word_set(
    """be have open close launch release offer sell announce make cost provide produce need use help start win lose
    allow let include come become look sound seem begin end happen go rise fall beat play host serve"""
)
_TO_PERSONS = word_set("""marry meet date hug thank introduce hire invite tell ask call know text kiss""")


def _is_somebody(reading: Reading, word: Word, *, alone: bool) -> bool:
    """True when the sentence treats the word as a person: it does what firms and places do not do."""
    head = reading.head_of(word)
    if word.dep == "conj" and head.text.lower() in ("i", "he", "she", "we", "you", "me", "him", "her"):
        return True
    if any(kid.dep in ("conj", "nsubj", "nsubjpass") and kid.text == "I" for kid in reading.kids(word)):
        return True
    if word.dep == "nsubj" and head.pos == "VERB":
        return alone and head.lemma not in _OF_FIRMS
    if word.dep == "pobj" and head.dep == "agent":
        return alone
    return word.dep in ("dobj", "dative") and head.lemma in _TO_PERSONS


def _model_names(reading: Reading) -> Iterable[list[Word]]:
    run: list[Word] = []
    for word in reading.words:
        if word.kind and run and run[-1].kind == word.kind and run[-1].i == word.i - 1 and not word.name_start:
            run.append(word)
            continue
        if run:
            yield from _trimmed(run)
        run = [word] if word.kind else []
    if run:
        yield from _trimmed(run)


def _trimmed(run: list[Word]) -> Iterable[list[Word]]:
    while run and (run[0].text.lower() in ("the", "a", "an", "my", "our", "your") or not run[0].text[0].isalnum()):
        run = run[1:]
    while run and (run[-1].text.lower() in ("'s", "’s", "to", "and") or not any(s.isalnum() for s in run[-1].text)):
        run = run[:-1]
    if run and not any(word.text in (",", "and", "&") for word in run):
        yield run


def _fit_for_a_name(surface: str) -> bool:
    letters = [sign for sign in surface if sign.isalpha()]
    return (
        len(letters) > 1
        and surface[0].isupper()
        and fold(surface) not in COMMON
        and fold(surface) not in DATES
        and surface not in ROLES
        and "\n" not in surface
        and not re.search(r"[`{}<>|=;\\]|--", surface)
    )
