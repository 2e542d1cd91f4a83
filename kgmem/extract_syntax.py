"""A parsed sentence as plain records, and the clauses in it: who does what, when, and whether it is so.

Nothing here knows which parser made the words: `extract_rules` fills them in.
"""

from __future__ import annotations

from dataclasses import dataclass, field


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj"))
NEGATIONS = word_set("""not n't n’t never nor neither nt""")
QUITTING = frozenset(("stop", "quit", "cease"))

_BEGINNING = word_set("""start begin get continue keep manage come go be finish end wind happen turn""")
_PLANNING = word_set("""plan hope intend go want decide aim expect need promise agree prepare have""")
_SAYING = word_set("""say tell hear mention claim report announce write read insist text""")
_KNOWING = word_set("""know realize realise learn remember see notice discover find show""")
_GUESSING = word_set("""wish imagine dream suppose consider think believe guess feel bet doubt wonder""")
_MAYBE = word_set("""maybe perhaps probably possibly hopefully supposedly almost nearly""")
_HYPOTHETICAL = word_set("""would could might may 'd ’d can ca must""")
_PLANNED = word_set("""will 'll ’ll shall wo should ought gonna gon""")
_CONDITIONS = word_set("""if unless whether lest once until till""")


TENSELESS = frozenset(("quit", "hurt", "split"))
_DASHES = frozenset(("-", "--", "–", "—", ";", ":"))
_OUTSIDE = word_set("advcl conj ccomp parataxis relcl cc punct intj mark")


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
    children: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.children = [[] for _ in self.words]
        for word in self.words:
            if word.head != word.i:
                self.children[word.head].append(word.i)

    def kids(self, word: Word, *deps: str) -> list[Word]:
        found = (self.words[i] for i in self.children[word.i])
        return [kid for kid in found if not deps or kid.dep in deps]

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
            todo.extend(
                (kid, any(here.i < i < kid.i for i in denials))
                for kid in self.kids(here, "conj")
                if kid.pos not in ("VERB", "AUX") or kid.tag == "VBG" or here.pos != "VERB"
            )
        return sorted(found, key=lambda pair: pair[0].i)

    def head_of(self, word: Word) -> Word:
        return self.words[word.head]

    def covering(self, start: int, end: int) -> list[Word]:
        return [word for word in self.words if word.start < end and start < word.end]


@dataclass(slots=True)
class Clause:
    """One verb with what hangs on it.

    `objects` are direct objects, `preps` maps a preposition to its objects, `complement` is what to be,
    to become or to be called links to. `ended` says the state no longer holds ("no longer", "used to").
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
    question: bool = False
    certainty: float = 1.0
    start: int = 0
    end: int = 0


def clauses(reading: Reading) -> list[Clause]:
    """The clauses of a text in order; those whose subject nobody names have no subjects."""
    found: dict[int, Clause] = {}
    for first, last in reading.sentences:
        words = reading.words[first:last]
        asked = any(word.text.startswith("?") for word in words[-3:])
        verbs = [
            w for w in words if w.pos in ("VERB", "AUX") and w.dep not in ("aux", "auxpass", "amod", "compound", "nmod")
        ]
        for verb in sorted(verbs, key=lambda w: _depth(reading, w)):
            found[verb.i] = _clause(reading, verb, found, asked=asked)
    return [found[i] for i in sorted(found)]


def _is_inverted(reading: Reading, verb: Word) -> bool:
    """True for "have you been there", a question even without its mark."""
    subject = next((kid for kid in reading.kids(verb) if kid.dep in ("nsubj", "nsubjpass")), None)
    helper = next((kid for kid in reading.kids(verb, "aux", "auxpass")), verb if verb.lemma == "be" else None)
    if subject is None or helper is None or helper.i > subject.i or subject.pos not in ("PRON", "PROPN"):
        return False
    return helper.i == 0 or reading.words[helper.i - 1].lemma.lower() not in ("here", "there", "so", "never", "nor")


def _depth(reading: Reading, word: Word) -> int:
    depth = 0
    while word.head != word.i and depth < 200:
        word, depth = reading.head_of(word), depth + 1
    return depth


def _clause(reading: Reading, verb: Word, above: dict[int, Clause], *, asked: bool) -> Clause:
    kids = reading.kids(verb)
    clause = Clause(verb, verb.lemma, question=asked)
    clause.particle = next((kid.text.lower() for kid in kids if kid.dep == "prt"), "")
    clause.passive = any(kid.dep in ("nsubjpass", "auxpass") for kid in kids)
    for kid in kids:
        if kid.dep in ("dobj", "obj"):
            clause.objects.extend(reading.conjuncts(kid))
        elif kid.dep in ("acomp", "attr", "oprd") or (kid.dep == "xcomp" and verb.lemma == "be"):
            clause.complement = clause.complement or kid
        elif kid.dep in ("prep", "agent", "dative") and kid.pos in ("ADP", "SCONJ", "ADV", "PART"):
            _add_preps(reading, kid, clause.preps)
        elif kid.dep == "advmod" and kid.lemma in ("there", "here"):
            continue
    for word, _ in clause.preps.get("as", ()):  # "work as a nurse at Acme"
        for name, places in noun_preps(reading, word).items():
            if name in ("at", "for", "with"):
                clause.preps.setdefault(name, []).extend(places)
    if verb.lemma == "get" and any(kid.dep == "aux" and kid.lemma == "have" for kid in kids):
        clause.lemma = "have"  # "we've got a cat"
    _set_subjects(reading, verb, clause, above)
    _set_time(reading, verb, clause, above)
    if clause.lemma == "have" and verb.lemma == "get":
        clause.tense = "present"
    clause.question = clause.question or _is_inverted(reading, verb)
    _set_standing(reading, verb, clause, above)
    inside = reading.subtree(verb, without=_OUTSIDE)
    clause.start, clause.end = inside[0].start, inside[-1].end
    return clause


def _add_preps(reading: Reading, prep: Word, into: dict[str, list[tuple[Word, bool]]]) -> None:
    name = prep.text.lower()
    denied = any(kid.dep == "neg" for kid in reading.kids(prep))  # "at Acme, not at Ponte"
    for kid in reading.kids(prep):
        if kid.dep in ("pobj", "pcomp"):
            into.setdefault(name, []).extend((word, no or denied) for word, no in reading.conjuncts(kid))
        elif kid.dep == "prep" or (
            kid.dep == "conj" and kid.pos == "ADP"
        ):  # "out of", "up to": the inner preposition's object under both
            _add_preps(reading, kid, into)


def noun_preps(reading: Reading, noun: Word) -> dict[str, list[tuple[Word, bool]]]:
    """The prepositional phrases that hang on a noun: "a job at Acme as a cook"."""
    found: dict[str, list[tuple[Word, bool]]] = {}
    for kid in reading.kids(noun, "prep"):
        _add_preps(reading, kid, found)
    for kid in reading.kids(noun, "xcomp"):  # "allergic to shellfish", its noun taken for a verb
        bare = all(inner.text.lower() == "to" for inner in reading.kids(kid) if inner.dep != "punct")
        if noun.pos == "ADJ" and kid.pos == "VERB" and bare and reading.kids(kid, "aux"):
            found.setdefault("to", []).append((kid, False))
    return found


def _set_subjects(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    own = [kid for kid in reading.kids(verb) if kid.dep in SUBJECTS]
    if own:
        subject = own[0]
        clause.subjects = [word for each in own for word, _ in reading.conjuncts(each)]
        clause.subjects = list({word.i: word for word in clause.subjects}.values())
        clause.subjects += [k for k in reading.kids(verb, "npadvmod") if k.pos == "PROPN" and _joined(reading, k)]
        if verb.dep == "relcl" and subject.lemma in ("who", "which", "that"):
            clause.subjects = [reading.head_of(verb)]
        return
    head = above.get(verb.head)
    if head is None or verb.head == verb.i:
        noun = reading.head_of(verb)
        if verb.dep in ("acl", "relcl") and verb.tag == "VBG":
            clause.subjects = [noun]
        elif verb.dep == "conj" and noun.dep in ("attr", "acomp") and verb.tag in ("VBZ", "VBP", "VBD"):
            copula = above.get(noun.head)  # "is the head of sales and lives in Ghent"
            clause.subjects = list(copula.subjects) if copula else []
        return
    if verb.dep == "conj" and any(w.text in _DASHES for w in reading.words[max(verb.i - 2, 0) : verb.i]):
        return  # "LeBron is the man - love his skills": who loves is not said
    if verb.dep in ("conj", "xcomp") or (verb.dep in ("advcl", "ccomp") and verb.tag in ("VB", "VBG")):
        clause.subjects = list(head.subjects)


def _joined(reading: Reading, word: Word) -> bool:
    """True for the "Tom" of "Tom and I got married", which the parser may hang on the verb."""
    return any(kid.dep in ("cc", "conj") for kid in reading.kids(word))


def _set_time(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    auxes = [kid for kid in reading.kids(verb) if kid.dep in ("aux", "auxpass")]
    texts = {aux.text.lower() for aux in auxes}
    lemmas = {aux.lemma for aux in auxes}
    head = above.get(verb.head)
    clause.progressive = verb.tag == "VBG" and "be" in lemmas
    if "did" in texts or any(aux.tag == "VBD" for aux in auxes) or (verb.tag == "VBD"):
        clause.tense = "past"
    elif "have" in lemmas and verb.tag in ("VBN", "VBD", "VBG"):
        clause.tense = "perfect"
    elif (
        (verb.tag == "VBN" and not auxes and head and verb.dep == "conj")
        or (verb.dep in ("xcomp", "conj") and head and verb.tag in ("VB", "VBG", "VBN") and not auxes)
        or (verb.dep == "xcomp" and head and verb.tag == "VB" and "to" in texts)
    ):
        clause.tense = head.tense
    if (
        clause.passive
        and verb.tag == "VBN"
        and not texts & {"was", "were", "did"}
        and "get" not in lemmas
        and "have" not in lemmas
    ):
        clause.tense = "present" if texts & {"is", "are", "am", "'s", "'m", "'re", "’s", "’m", "’re"} else clause.tense
    if "get" in lemmas and any(aux.text.lower() == "got" for aux in auxes):
        clause.tense = "past"
    if verb.lemma in TENSELESS and verb.tag == "VBP":
        clause.tense = "past"  # the parser cannot tell their past from their present; the deed is the likelier


def _set_standing(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    """Is it denied, ended, planned, supposed, or somebody's word?"""
    kids = reading.kids(verb)
    lower = {kid.text.lower() for kid in kids}
    clause.negative = any(
        kid.dep == "neg" or (kid.text.lower() in NEGATIONS and kid.dep in ("advmod", "preconj")) for kid in kids
    )
    around = reading.text[
        reading.words[max(verb.i - 4, 0)].start : reading.words[min(verb.i + 8, len(reading.words) - 1)].end
    ].lower()
    if "no longer" in around or (
        clause.negative
        and ("anymore" in around or "any more" in around or "any longer" in around)
        and clause.tense == "present"
    ):
        clause.ended, clause.negative = True, False
    auxes = {kid.text.lower() for kid in kids if kid.dep in ("aux", "auxpass")}
    head = above.get(verb.head) if verb.head != verb.i else None
    if (auxes & _HYPOTHETICAL and not (auxes & {"can", "ca"} and (clause.negative or clause.ended))) or lower & _MAYBE:
        clause.modality = "hypothetical"
    elif auxes & _PLANNED:
        clause.modality = "planned"
    if any(kid.dep == "mark" and kid.lemma in _CONDITIONS for kid in kids) and verb.dep in ("advcl", "ccomp", "pcomp"):
        clause.modality = "hypothetical"
    for kid in kids:
        if kid.dep == "advcl" and any(k.dep == "mark" and k.lemma in ("if", "unless") for k in reading.kids(kid)):
            clause.modality = "hypothetical"
    if verb.tag == "VB" and not auxes and verb.dep == "ROOT":
        clause.modality = "hypothetical"  # an order or a wish
    if head is not None and verb.dep in ("xcomp", "ccomp", "conj", "advcl", "pcomp", "acl", "relcl"):
        _inherit(reading, verb, clause, head)


def _inherit(reading: Reading, verb: Word, clause: Clause, head: Clause) -> None:
    clause.question = clause.question or head.question
    if verb.dep == "conj":
        if not reading.kids(verb, *SUBJECTS):
            if clause.modality == "asserted":
                clause.modality = head.modality
            clause.ended = clause.ended or (head.ended and verb.tag == head.verb.tag)
        elif head.modality != "asserted" and (verb.tag == "VB" or head.verb.dep == "advcl"):
            clause.modality = head.modality
        return
    if verb.dep == "xcomp":
        _govern(clause, head)
        return
    if verb.dep == "ccomp":
        _attribute(reading, clause, head)
        return
    if verb.dep in ("advcl", "pcomp") and verb.tag == "VB":
        clause.modality = "hypothetical" if head.modality != "planned" else "planned"  # "to work for Skovby": a purpose
        if (
            head.modality == "asserted"
            and head.tense in ("past", "perfect")
            and head.lemma in ("move", "relocate", "leave")
        ):
            clause.modality = "asserted"
            clause.certainty = 0.8
    elif head.modality == "hypothetical" and verb.dep != "relcl" and not _gives_reason(reading, verb):
        clause.modality = "hypothetical"


def _gives_reason(reading: Reading, verb: Word) -> bool:
    return any(kid.lemma.lower() in ("because", "since", "as", "cause") for kid in reading.kids(verb, "mark"))


def _is_asked_for(clause: Clause, head: Clause) -> bool:
    """True for the "know" of "let me know", not for that of "I'll let you know"."""
    return head.lemma == "let" and any(word.text.lower() in ("me", "us") for word in clause.subjects)


def _govern(clause: Clause, head: Clause) -> None:
    """A verb under another: "used to live", "plan to move", "started working"."""
    if _is_asked_for(clause, head):
        clause.question = True  # "let me know": asked for, nothing said
    elif head.lemma == "use" and head.tense == "past":
        clause.ended, clause.tense = True, "past"
    elif head.lemma in QUITTING:
        clause.ended, clause.negative = not head.negative, False
    elif head.lemma == "have" and head.tense == "past" and not head.negative:
        pass  # "had to cancel": it was done
    elif head.lemma in _BEGINNING and not (head.lemma == "go" and head.progressive):
        clause.negative = clause.negative or head.negative
    elif head.lemma in _PLANNING:
        clause.modality = "planned" if not head.negative else "hypothetical"
    else:
        clause.modality = "hypothetical"
    if head.modality != "asserted":
        clause.modality = head.modality
    if clause.modality == "asserted" and head.lemma in _BEGINNING:
        clause.tense = head.tense


def _attribute(reading: Reading, clause: Clause, head: Clause) -> None:
    """A clause that is the content of another: said, known, guessed."""
    if _is_asked_for(clause, head):
        clause.question = True  # "let me know": asked for, nothing said
    says = {subject.text.lower() for subject in head.subjects}
    if head.modality == "hypothetical" or (head.negative and head.lemma not in _SAYING):
        clause.modality = "hypothetical"
    elif head.lemma in _SAYING:
        inner = {subject.text.lower() for subject in clause.subjects}
        now = head.verb.tag not in ("VBD", "VBN")  # "I told you that ..." is what was said once
        first_hand = (says & {"i", "we"} and now and head.lemma in ("say", "tell", "mention")) or bool(
            inner & {"he", "she", "they"} and not says & {"i", "we"}
        )
        clause.modality = clause.modality if first_hand else "reported"
        clause.certainty *= 0.9
    elif head.lemma in _GUESSING:
        if head.lemma in ("wish", "imagine", "dream", "suppose", "consider", "doubt", "wonder"):
            clause.modality = "hypothetical"
        clause.certainty *= 0.8
    elif head.lemma == "hope" or head.negative:
        clause.modality = "hypothetical"


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
