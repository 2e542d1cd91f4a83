"""The clauses of a parsed text: who does what to what, when, and whether it is so."""

from __future__ import annotations

from dataclasses import replace

from kgmem.extract_standing import set_standing
from kgmem.extract_syntax import SUBJECTS, TENSELESS, Clause, Reading, Word, add_preps, noun_preps, word_set

_DASHES = frozenset(("-", "--", "–", "—", ";", ":"))
_ASKING = word_set("what how where why when whom whose")
_BESIDE = word_set("so too either neither nor also really certainly still never")
_ANYONE = word_set("one person man woman guy girl boy lady")
_FORMAL = word_set("it that this there who what")
_HELPING = frozenset(("AUX", "VERB"))
_OUTSIDE = word_set("advcl conj ccomp parataxis relcl cc punct intj mark")


def clauses(reading: Reading) -> list[Clause]:
    """The clauses of a text in order; those whose subject nobody names have no subjects."""
    found: dict[int, Clause] = {}
    for first, last in reading.sentences:
        words = reading.words[first:last]
        asked_from = _asked_from(reading, words)
        verbs = [
            w for w in words if w.pos in ("VERB", "AUX") and w.dep not in ("aux", "auxpass", "amod", "compound", "nmod")
        ]
        for verb in sorted(verbs, key=lambda w: reading.depth(w)):
            found[verb.i] = _clause(reading, verb, found, asked=verb.i >= asked_from)
    return _completed(reading, [found[i] for i in sorted(found)])


def _asked_from(reading: Reading, words: list[Word]) -> int:
    """The index from which on a sentence asks: its beginning, or where a question follows on a statement ("I live in
    Porto, and where do you live?"). Beyond the text for a sentence that does not ask.

    A question tag ("..., don't you?") asks for what stands before it, unless it hands it on ("I ski, do you?").
    """
    if not any(word.text.startswith("?") for word in words[-3:]):
        return len(reading.words)
    first = words[0].i
    for word in words[1:]:
        before = reading.words[word.i - 1]
        if before.pos != "PUNCT" and before.dep != "cc":
            continue
        asks = word.text.lower() in _ASKING
        if not asks and word.dep in ("aux", "auxpass", "ROOT", "conj", "ccomp", "parataxis") and word.pos in _HELPING:
            subject = next((w for w in words if word.i < w.i <= word.i + 2 and w.dep in SUBJECTS), None)
            asks = subject is not None
            if subject is not None and words[-1].i - word.i <= 4:
                told = {w.text.lower() for w in words if w.i < word.i and w.dep in SUBJECTS}
                asks = subject.text.lower() == "you" and bool(told & {"i", "we"})
        if asks:
            return word.i
    return first


def _completed(reading: Reading, told: list[Clause]) -> list[Clause]:
    """The clauses, with what a bare helper stands for: "I never lived there. My cousin did", "and so does Ben"."""
    before: list[Clause] = []
    for place, clause in enumerate(told):
        if not _is_bare(reading, clause):
            says_more = clause.lemma != "do" and (clause.lemma != "be" or clause.complement is not None)
            split = clause.verb.dep == "relcl" and reading.head_of(clause.verb).dep == "attr"  # "it is Eva who skis"
            if says_more and (split or clause.verb.dep in ("ROOT", "conj", "ccomp", "parataxis")):
                before = [clause, *before[:2]]
            continue
        if not before or clause.question or not clause.subjects or clause.verb.i - before[0].verb.i > 40:
            continue
        alike = [one for one in before if (one.lemma == "be") == (clause.lemma == "be")]
        if not alike:
            continue
        full = next((one for one in alike if _is_past(one) == _is_past(clause)), alike[0])
        opener = reading.words[max(clause.verb.i - 1, 0)].text.lower()
        told[place] = replace(
            full, subjects=clause.subjects, start=clause.start, end=clause.end, elided=True, tense=clause.tense,
            negative=clause.negative or opener in ("neither", "nor"), ended=False, certainty=full.certainty * 0.9,
            modality=full.modality if clause.modality == "asserted" else clause.modality,
        )  # fmt: skip
    return told


def _is_past(clause: Clause) -> bool:
    return clause.tense in ("past", "perfect")


def _is_bare(reading: Reading, clause: Clause) -> bool:
    """True for "Ben does", "who did", "so do I", "I don't", "Tom is not"."""
    rest = [*clause.objects, *clause.preps, *([clause.complement] if clause.complement else [])]
    own = reading.kids(clause.verb, *SUBJECTS)
    more = reading.kids(clause.verb, "xcomp", "ccomp", "acomp", "attr", "advcl", "npadvmod")
    more = [word for word in more if not own or word.i > own[0].i]  # what stands before it is a sentence of its own
    if any(kid.text.lower() not in _BESIDE for kid in reading.kids(clause.verb, "advmod", "prep", "prt", "expl")):
        return False
    if any(word.text.lower() in ("it", "that", "this", "there", "what") for word in own):
        return False
    return (
        bool(own)
        and clause.lemma in ("do", "be")
        and clause.verb.tag in ("VBD", "VBZ", "VBP")
        and not rest
        and not more
    )


def _is_inverted(reading: Reading, verb: Word) -> bool:
    """True for "have you been there", a question even without its mark."""
    subject = next((kid for kid in reading.kids(verb) if kid.dep in ("nsubj", "nsubjpass")), None)
    helper = next((kid for kid in reading.kids(verb, "aux", "auxpass")), verb if verb.lemma == "be" else None)
    if subject is None or helper is None or helper.i > subject.i or subject.pos not in ("PRON", "PROPN"):
        return False
    return helper.i == 0 or reading.words[helper.i - 1].lemma.lower() not in ("here", "there", "so", "never", "nor")


def _clause(reading: Reading, verb: Word, above: dict[int, Clause], *, asked: bool) -> Clause:
    kids = reading.kids(verb)
    clause = Clause(verb, verb.lemma, question=asked)
    clause.particle = next((kid.text.lower() for kid in kids if kid.dep == "prt"), "")
    clause.passive = any(kid.dep in ("nsubjpass", "auxpass") for kid in kids)
    for kid in kids:
        if kid.dep in ("dobj", "obj") and kid.tag == "IN":
            continue  # the "that" of "it has it that ..."
        if kid.dep in ("dobj", "obj"):
            clause.objects.extend(reading.conjuncts(kid))
        elif kid.dep in ("acomp", "attr", "oprd") or (kid.dep == "xcomp" and verb.lemma == "be"):
            clause.complement = clause.complement or kid
        elif kid.dep == "conj" and kid.pos == "ADP":
            add_preps(reading, kid, clause.preps)  # "not in Porto but in Braga"
        elif kid.dep in ("prep", "agent", "dative") and kid.pos in ("ADP", "SCONJ", "ADV", "PART"):
            add_preps(reading, kid, clause.preps)
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
    set_standing(reading, verb, clause, above)
    inside = reading.subtree(verb, without=_OUTSIDE)
    clause.start, clause.end = inside[0].start, inside[-1].end
    return clause


def _set_subjects(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    own = [kid for kid in reading.kids(verb) if kid.dep in SUBJECTS]
    if own:
        subject = own[0]
        clause.subjects = [word for each in own for word, _ in reading.conjuncts(each)]
        clause.subjects = list({word.i: word for word in clause.subjects}.values())
        clause.subjects += [k for k in reading.kids(verb, "npadvmod") if k.pos == "PROPN" and _joined(reading, k)]
        if verb.dep == "relcl" and subject.lemma in ("who", "which", "that"):
            clause.subjects = _told_of(reading, verb, above)
        elif subject.lemma == "who" and (split := _split_off(above.get(verb.head))) is not None:
            clause.subjects = [split]
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


def _told_of(reading: Reading, verb: Word, above: dict[int, Clause]) -> list[Word]:
    """Whom a relative clause tells of: its noun; of "I am the one who built it", the one who is that."""
    noun = reading.head_of(verb)
    copula = above.get(noun.head)
    is_any = noun.dep == "attr" and noun.lemma.lower() in _ANYONE
    if is_any and copula is not None and copula.lemma == "be" and copula.subjects and not copula.negative:
        named = copula.subjects[0].text.lower() not in _FORMAL
        return list(copula.subjects) if named else [noun]
    return [noun]


def _split_off(head: Clause | None) -> Word | None:
    """The "Eva" of "it is Eva who skis"."""
    formal = head is not None and head.lemma == "be" and any(word.text.lower() == "it" for word in head.subjects)
    return head.complement if head is not None and formal and not head.negative else None


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
