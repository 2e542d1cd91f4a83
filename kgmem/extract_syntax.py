"""A parsed sentence as plain records: its words, its tree, and what a clause holds.

Nothing here knows which parser made the words: `extract_parser` fills them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj"))
TENSELESS = frozenset(("quit", "hurt", "split"))


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its place in the text and in the tree. `head` is a word's index, its own for a root.

    `kind` is the class a statistical model gave the name this word belongs to, "" for most words.
    """

    i: int
    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    start: int
    end: int
    kind: str = ""
    name_start: bool = False


@dataclass(slots=True)
class Reading:
    """The words of a text, their tree and their sentences as `(first, last + 1)` word indexes."""

    text: str
    words: list[Word]
    sentences: list[tuple[int, int]]
    children: list[list[Word]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.children = [[] for _ in self.words]
        for word in self.words:
            if word.head != word.i:
                self.children[word.head].append(word)

    def kids(self, word: Word, *deps: str) -> list[Word]:
        found = self.children[word.i]
        return [kid for kid in found if kid.dep in deps] if deps else found.copy()

    def is_none(self, noun: Word) -> bool:
        """True for the "car" of "no car", the "cars" of "zero cars"."""
        return any(kid.text.lower() in ("no", "zero") for kid in self.kids(noun, "det", "nummod"))

    def sentence_of(self, word: Word) -> int:
        """The number of the sentence that a word stands in."""
        return next(n for n, (first, last) in enumerate(self.sentences) if first <= word.i < last)

    def depth(self, word: Word) -> int:
        """How many words stand above it, up to the root of its sentence."""
        steps = 0
        while word.head != word.i and steps < 200:
            word, steps = self.head_of(word), steps + 1
        return steps

    def subtree(self, word: Word, *, without: frozenset[str] = frozenset()) -> list[Word]:
        """The word and all below it in text order; branches hanging on a dep in `without` are left out."""
        found, todo = [], [word]
        while todo:
            here = todo.pop()
            found.append(here)
            todo.extend(kid for kid in self.kids(here) if kid.dep not in without)
        return sorted(found, key=lambda w: w.i)

    def conjuncts(self, word: Word) -> list[tuple[Word, bool]]:
        """The word and those joined to it by "and", "or" or commas, each with: is it denied (", but not golf")?"""
        found, todo = [], [(word, False)]
        while todo:
            here, denied = todo.pop(0)
            denials = [kid.i for kid in self.kids(here) if kid.dep == "neg"]
            denied = denied or any(i < here.i for i in denials)
            found.append((here, denied))
            todo.extend(  # "tea, not coffee": what stands behind a "not" is what it denies
                (kid, True) for kid in self.kids(here, "appos") if any(here.i < i < kid.i for i in denials)
            )
            if any(kid.lemma == "or" and kid.dep == "cc" for kid in self.kids(here)):
                continue
            but = next((kid.i for kid in self.kids(here, "cc") if kid.lemma == "but"), len(self.words))
            if but < len(self.words) and not denials and self.is_denied(here):
                todo.extend((kid, True) for kid in self.kids(here, "conj") if kid.i > but)
                continue  # "not a nurse but a doctor": what the verb denies, it does not deny of the other
            todo.extend(
                (kid, any(here.i < i < kid.i for i in denials))
                for kid in self.kids(here, "conj")
                if kid.pos not in ("VERB", "AUX") or kid.tag == "VBG" or here.pos != "VERB"
            )
        return sorted(found, key=lambda pair: pair[0].i)

    def is_denied(self, word: Word) -> bool:
        """True for a word whose verb is denied before it: the "nurse" of "I'm not a nurse"."""
        verb = word
        while verb.head != verb.i and verb.pos not in ("VERB", "AUX"):
            verb = self.words[verb.head]
        return any(kid.i < word.i for kid in self.kids(verb, "neg"))

    def head_of(self, word: Word) -> Word:
        return self.words[word.head]

    def covering(self, start: int, end: int) -> list[Word]:
        return [word for word in self.words if word.start < end and start < word.end]


@dataclass(slots=True)
class Clause:
    """One verb with what hangs on it.

    `objects` are direct objects, `preps` maps a preposition to its objects, `complement` is what to be,
    to become or to be called links to. `ended` says the state no longer holds ("no longer", "used to").
    `began` says that what it tells begins or goes on at its time ("started working", "kept working").
    `sayers` are whose word a reported clause is, `told_by` is their name; none when that is not said.
    An `elided` one says itself with a helper only ("Ben did"): the rest is that of a clause before it.
    """

    verb: Word
    lemma: str
    particle: str = ""
    subjects: list[Word] = field(default_factory=list)
    objects: list[tuple[Word, bool]] = field(default_factory=list)
    preps: dict[str, list[tuple[Word, bool]]] = field(default_factory=dict)
    complement: Word | None = None
    passive: bool = False
    negative: bool = False
    tense: str = "present"
    progressive: bool = False
    modality: str = "asserted"
    ended: bool = False
    began: bool = False
    question: bool = False
    sayers: list[Word] = field(default_factory=list)
    told_by: str = ""
    elided: bool = False
    certainty: float = 1.0
    start: int = 0
    end: int = 0


def add_preps(reading: Reading, prep: Word, into: dict[str, list[tuple[Word, bool]]]) -> None:
    name = prep.text.lower()
    denied = any(kid.dep == "neg" for kid in reading.kids(prep))  # "at Acme, not at Ponte"
    before = [word.text.lower() for word in reading.words[max(prep.i - 3, 0) : prep.i]]
    denied = denied or before in ([",", "no", "longer"], ["but", "no", "longer"], ["and", "no", "longer"])
    if prep.dep == "conj" and before[-1:] == ["but"] and reading.is_denied(prep):
        denied = not denied  # "not in Porto but in Braga"
    for kid in reading.kids(prep):
        if kid.dep in ("pobj", "pcomp"):
            into.setdefault(name, []).extend((word, no or denied) for word, no in reading.conjuncts(kid))
        elif kid.dep == "prep" or (
            kid.dep == "conj" and kid.pos == "ADP"
        ):  # "out of", "up to": the inner preposition's object under both
            add_preps(reading, kid, into)


def noun_preps(reading: Reading, noun: Word) -> dict[str, list[tuple[Word, bool]]]:
    """The prepositional phrases that hang on a noun: "a job at Acme as a cook"."""
    found: dict[str, list[tuple[Word, bool]]] = {}
    for kid in reading.kids(noun, "prep"):
        add_preps(reading, kid, found)
    for kid in reading.kids(noun, "xcomp"):  # "allergic to shellfish", its noun taken for a verb
        bare = all(inner.text.lower() == "to" for inner in reading.kids(kid) if inner.dep != "punct")
        if noun.pos == "ADJ" and kid.pos == "VERB" and bare and reading.kids(kid, "aux"):
            found.setdefault("to", []).append((kid, False))
    for word, _ in found.get("as", ()):  # "a job as a cook at Acme"
        for name, places in noun_preps(reading, word).items():
            if name in ("at", "for", "with"):
                found.setdefault(name, []).extend(places)
    return found


def phrase(reading: Reading, noun: Word) -> list[Word]:
    """The words that name what a noun stands for: without articles, possessors, asides and clauses."""
    outside = word_set(
        """relcl acl appos advcl conj cc punct neg prep advmod ccomp xcomp parataxis predet nsubj aux cop preconj
    case mark intj dep"""
    )
    inner = [w for w in reading.subtree(noun, without=outside) if not (w.dep in ("det", "poss") and w.head == noun.i)]
    for kid in reading.kids(noun, "prep"):
        if kid.lemma == "of":
            inner += reading.subtree(kid, without=outside - {"prep"})
    kept = [w for w in sorted(set(inner), key=lambda w: w.i) if w.dep != "poss" or w.head != noun.i]
    run = [noun]
    for word in reversed([w for w in kept if w.i < noun.i]):
        if word.i == run[0].i - 1 or (
            run[0].i - word.i == 2 and reading.words[word.i + 1].text in ("-", "'s", "’s", "/")
        ):
            run.insert(0, word)
        else:
            break
    for word in [w for w in kept if w.i > noun.i]:
        if "npadvmod" in (word.dep, reading.head_of(word).dep):
            break  # "rock climbing these days"
        if word.i - run[-1].i <= 2:
            run.append(word)
        else:
            break
    return run


def plain(reading: Reading, words: list[Word]) -> tuple[str, int, int]:
    """The text of a run of words as written, with its span."""
    start, end = words[0].start, words[-1].end
    return " ".join(reading.text[start:end].split()), start, end
