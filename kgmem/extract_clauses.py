"""The clauses of a parsed text: who does what to what, when, and whether it is so."""

from __future__ import annotations

from kgmem.extract_standing import set_standing
from kgmem.extract_syntax import SUBJECTS, TENSELESS, Clause, Reading, Word, add_preps, noun_preps, word_set

_DASHES = frozenset(("-", "--", "–", "—", ";", ":"))
_OUTSIDE = word_set("advcl conj ccomp parataxis relcl cc punct intj mark")


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
