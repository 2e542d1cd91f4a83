"""How a clause stands: denied, ended, planned, supposed, asked, or somebody else's word.

A clause is read after the one it hangs on, whose standing it takes over. What a clause denies may be a denial, and
what one supposes is nobody's claim: only a clause that is neither supposed nor asked nor told by others asserts.
"""

from __future__ import annotations

from kgmem.extract_syntax import SUBJECTS, Clause, Reading, Word, word_set

_NEGATIONS = word_set("not n't n’t never nor neither nt hardly scarcely barely")
_QUITTING = frozenset(("stop", "quit", "cease", "finish"))
_GOING_ON = frozenset(("start", "begin", "resume", "continue", "keep"))
_FAILING = word_set("fail refuse forget decline neglect unable")
"""What one fails to do is not done."""
_BEGINNING = word_set("start begin resume get continue keep manage come go be happen remember able tend end wind turn")
_PLANNING = word_set("plan hope intend go want decide aim expect need promise agree prepare have")
_DUE = word_set("about due supposed set ready")
_SAYING = word_set(
    """say tell hear mention claim report announce write read insist text explain state email message post tweet swear
    admit confess declare remark complain argue allege confirm boast brag add reply inform"""
)
_DENYING = frozenset(("deny",))
_FIRST_HAND = frozenset(("say", "tell", "mention", "admit", "confess", "swear", "confirm", "declare", "insist", "add"))
_FACTIVE = word_set("know realize realise learn notice remember forget discover")
_REMINDING = frozenset(("remember", "note", "know", "mind"))
_RUMOURS = word_set("rumor rumour word gossip story legend talk hearsay claim report saying allegation")
_SEEMING = word_set("seem appear look sound")
_GUESSING = word_set("think believe feel")
_RECKONING = word_set("guess bet suspect assume reckon presume suppose figure")
_SUPPOSING = _RECKONING | word_set(
    """wish imagine dream consider doubt wonder pretend hypothesize fantasize daydream theorize speculate"""
)
_MAYBE = word_set(
    """maybe perhaps probably possibly hopefully almost nearly presumably likely potentially hypothetically ideally
    conceivably theoretically"""
)
_HEARSAY = word_set("apparently supposedly allegedly reportedly purportedly seemingly rumoredly")
_UNSURE = word_set("unsure uncertain doubtful possible likely unlikely unclear impossible conceivable plausible")
_UNTRUE = word_set("false wrong untrue incorrect")
_TRUE = word_set("true correct right so case sure certain convinced positive clear")
_HYPOTHETICAL = word_set("would could might may 'd ’d can ca must")
_PLANNED = word_set("will 'll ’ll shall wo should ought gonna gon")
_CONDITIONS = word_set("if unless whether lest once until till supposing provided assuming")
_NARROWING = frozenset(("only", "just", "merely", "simply"))
_SPEAKER = frozenset(("i", "we"))
COUNTERFACTUAL = 0.6
"""How certain it is that what would have been is not."""


def set_standing(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    """Is it denied, ended, planned, supposed, or somebody's word?"""
    kids = reading.kids(verb)
    lower = {kid.text.lower() for kid in kids}
    clause.negative = _is_denied(reading, verb, kids)
    around = _around(reading, verb)
    if ("no longer" in around and not _turns_aside(reading, verb)) or (
        clause.negative
        and ("anymore" in around or "any more" in around or "any longer" in around)
        and clause.tense == "present"
    ):
        clause.ended, clause.negative = True, False
    auxes = {kid.text.lower() for kid in kids if kid.dep in ("aux", "auxpass")}
    if verb.tag == "VBN" or "been" in auxes:
        auxes -= {"'d", "’d"}  # "I'd moved": had
    head = above.get(verb.head) if verb.head != verb.i else None
    if (auxes & _HYPOTHETICAL and not (auxes & {"can", "ca"} and (clause.negative or clause.ended))) or lower & _MAYBE:
        clause.modality = "hypothetical"
    elif lower & _HEARSAY:
        clause.modality = "reported"
    elif auxes & _PLANNED:
        clause.modality = "planned"
    if any(kid.dep == "mark" and kid.lemma in _CONDITIONS for kid in kids) and verb.dep in ("advcl", "ccomp", "pcomp"):
        clause.modality = "hypothetical"
        clause.question = clause.question or (verb.dep == "ccomp" and bool(lower & {"if", "whether"}))
    for kid in kids:
        if kid.dep == "advcl" and any(k.dep == "mark" and k.lemma in ("if", "unless") for k in reading.kids(kid)):
            clause.modality = "hypothetical"
    if verb.dep == "ROOT" and any(kid.dep == "mark" and kid.lemma == "if" for kid in kids):
        clause.modality = "hypothetical"
        if "only" in lower and clause.tense == "past":  # "If only I lived there"
            clause.modality, clause.negative, clause.tense = "asserted", not clause.negative, "present"
            clause.certainty *= COUNTERFACTUAL
    if verb.tag == "VB" and not auxes and verb.dep == "ROOT" and not _has_subject_before(reading, verb):
        clause.modality = "hypothetical"  # an order or a wish
    over = reading.head_of(verb)
    if over.dep == "prep" and over.text.lower() == "without":
        clause.modality = "hypothetical"
    _report_by_phrase(reading, clause, kids)
    if head is not None and verb.dep in ("xcomp", "ccomp", "conj", "advcl", "pcomp", "acl", "relcl"):
        _inherit(reading, verb, clause, head)
    elif head is not None and verb.dep in ("nsubj", "csubj") and head.lemma in _SAYING and not head.negative:
        _report(clause, head)  # "Apparently, says Ana, Ben skis", the saying taken for the main verb
        clause.sayers = [w for w in reading.words[head.verb.i + 1 : head.verb.i + 2] if w.pos == "PROPN"]
    elif verb.head != verb.i:
        _stand_under_word(reading, verb, clause, above)
    if _is_unreal(reading, verb, kids, auxes):
        clause.modality, clause.negative = "asserted", not clause.negative
        clause.certainty *= COUNTERFACTUAL


def _turns_aside(reading: Reading, verb: Word) -> bool:
    """True for "at Acme, no longer at Ponte", which ends not what the verb says first."""
    asides = (kid for kid in reading.kids(verb, "advmod") if kid.text.lower() == "longer" and kid.i > verb.i + 2)
    return any(reading.words[kid.i - 2].text in (",", "but", "and") for kid in asides)


def _around(reading: Reading, verb: Word) -> str:
    """The words near a verb in its sentence, lower case."""
    first, last = reading.sentences[reading.sentence_of(verb)]
    words = reading.words[max(verb.i - 4, first) : min(verb.i + 9, last)]
    return reading.text[words[0].start : words[-1].end].lower()


def _has_subject_before(reading: Reading, verb: Word) -> bool:
    """True for a verb in the present that the parser takes for an order: "Family and sports keep me sane"."""
    return any(kid.i < verb.i for kid in reading.kids(verb, *SUBJECTS))


def _is_denied(reading: Reading, verb: Word, kids: list[Word]) -> bool:
    denials = [
        kid for kid in kids if kid.dep == "neg" or (kid.text.lower() in _NEGATIONS and kid.dep in ("advmod", "preconj"))
    ]
    if any(kid.text.lower() in _NARROWING and kid.dep == "advmod" and kid.i < verb.i for kid in kids):
        denials = [kid for kid in denials if kid.text.lower() == "never"]  # "I don't only live here": here, too
    if denials:
        return len(denials) % 2 == 1
    ends = [kid for kid in kids if kid.dep in (*SUBJECTS, "dobj", "attr", "pobj")]
    return any(inner.text.lower() == "neither" for kid in ends for inner in reading.kids(kid, "det", "preconj", "cc"))


def _report_by_phrase(reading: Reading, clause: Clause, kids: list[Word]) -> None:
    """ "According to Ana, ...", "from what I hear, ...", "..., Ana says, ..."."""
    for kid in kids:
        if kid.dep == "parataxis" and kid.lemma in _SAYING and not reading.kids(kid, "ccomp", "dobj", "neg"):
            told = [word for word in reading.kids(kid, *SUBJECTS) if word.text.lower() not in _SPEAKER]
            after = reading.words[kid.i + 1 : kid.i + 2]  # "says Ana"
            first_hand = kid.lemma in _FIRST_HAND and reading.kids(kid, *SUBJECTS) and not told
            if clause.modality in ("asserted", "reported") and not first_hand:
                clause.modality, clause.sayers = "reported", told or [word for word in after if word.pos == "PROPN"]
        if kid.dep == "prep" and kid.text.lower() == "according":
            clause.sayers = [word for inner in reading.kids(kid, "prep") for word in reading.kids(inner, "pobj")]
            clause.modality = "reported" if clause.modality == "asserted" else clause.modality
        elif kid.dep == "prep" and kid.text.lower() == "from":
            heard = [
                inner for inner in reading.kids(kid, "pcomp") if inner.lemma in _SAYING or inner.lemma == "understand"
            ]
            if heard and clause.modality == "asserted":
                clause.modality = "reported"


def _is_unreal(reading: Reading, verb: Word, kids: list[Word], auxes: set[str]) -> bool:
    """True for what did not come about, as the form says: "if I had taken it", "I would be ... (if I had ...)",
    "should have married"."""
    if verb.tag == "VBN" and auxes & {"have", "'ve", "’ve"} and auxes & {"should", "ought"}:
        return True
    if verb.dep == "advcl" and _is_unreal_condition(reading, verb):
        return True
    if auxes & {"would", "'d", "’d"}:
        return any(kid.dep == "advcl" and _is_unreal_condition(reading, kid) for kid in kids)
    return False


def _is_unreal_condition(reading: Reading, verb: Word) -> bool:
    """ "if I had taken", "had I taken"."""
    had = next((k for k in reading.kids(verb, "aux") if k.text.lower() in ("had", "'d", "’d")), None)
    if had is None or verb.tag not in ("VBN", "VBD"):
        return False
    marked = any(kid.lemma == "if" for kid in reading.kids(verb, "mark"))
    compared = any(kid.lemma in ("as", "even") for kid in reading.kids(verb, "advmod", "mark"))
    subject = next(iter(reading.kids(verb, *SUBJECTS)), None)
    return (marked and not compared) or (subject is not None and had.i < subject.i)


def _inherit(reading: Reading, verb: Word, clause: Clause, head: Clause) -> None:
    clause.question = clause.question or (head.question and not (verb.dep == "ccomp" and verb.i < head.verb.i))
    if verb.dep == "conj":
        if not reading.kids(verb, *SUBJECTS):
            if clause.modality == "asserted":
                clause.modality, clause.sayers = head.modality, head.sayers
            clause.ended = clause.ended or (head.ended and verb.tag == head.verb.tag)
        elif head.modality == "reported" and head.verb.dep == "ccomp" and clause.modality == "asserted":
            clause.modality, clause.sayers = head.modality, head.sayers
        elif head.modality != "asserted" and (verb.tag == "VB" or head.verb.dep == "advcl"):
            clause.modality = head.modality
        return
    if verb.dep == "xcomp":
        _govern(clause, head, head.lemma)
        return
    if verb.dep == "ccomp":
        if not _is_run_on(clause, head):
            _attribute(clause, head)
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
    elif _is_outlook(clause, head) and not _gives_reason(reading, verb):
        clause.modality = "hypothetical"
    elif head.modality == "reported" and clause.modality == "asserted" and verb.dep in ("advcl", "relcl", "acl"):
        clause.modality, clause.sayers = head.modality, head.sayers


def _is_run_on(clause: Clause, head: Clause) -> bool:
    """True for a sentence that a comma joins to the next: "I ski, Ben does not". The parser takes it for a content."""
    ahead = bool(head.subjects) and clause.verb.i < head.subjects[0].i
    return ahead and head.lemma not in _SAYING | _DENYING | _GUESSING | _SUPPOSING | _FACTIVE


def _is_outlook(clause: Clause, head: Clause) -> bool:
    """ "When I live there, I will ...", "it looks like he lives there", and whatever hangs on a supposition."""
    ahead = head.modality == "planned" and clause.verb.dep == "advcl" and clause.tense == "present"
    seems = head.lemma in _SEEMING and clause.verb.dep == "advcl"
    return ahead or seems or (head.modality == "hypothetical" and clause.verb.dep != "relcl")


def _gives_reason(reading: Reading, verb: Word) -> bool:
    return any(kid.lemma.lower() in ("because", "since", "as", "cause") for kid in reading.kids(verb, "mark"))


def _is_asked_for(clause: Clause, head: Clause) -> bool:
    """True for the "know" of "let me know", not for that of "I'll let you know"."""
    return head.lemma == "let" and any(word.text.lower() in ("me", "us") for word in clause.subjects)


def _govern(clause: Clause, head: Clause, lemma: str) -> None:
    """A verb under another: "used to live", "plan to move", "started working". lemma: what governs it."""
    if _is_asked_for(clause, head):
        clause.question = True  # "let me know": asked for, nothing said
    elif lemma == "use" and head.tense == "past":
        clause.ended, clause.tense = True, "past"
    elif lemma in _QUITTING:
        clause.ended, clause.negative = not head.negative, False
    elif lemma in _FAILING:
        clause.negative = clause.negative == head.negative
        clause.tense = head.tense
    elif lemma in _DENYING:
        clause.negative, clause.certainty = not clause.negative, 0.9
    elif lemma in _BEGINNING and not (lemma == "go" and head.progressive):
        clause.negative = clause.negative or head.negative
    elif lemma == "have" and head.tense == "past" and not head.negative:
        clause.tense = "past"  # "I had to move"
    elif lemma in _PLANNING or lemma in _DUE:
        given_up = head.tense == "past" and (lemma in _DUE or (lemma == "go" and head.progressive))  # "was going to"
        clause.modality = "planned" if not head.negative and not given_up else "hypothetical"
    elif lemma in _SAYING:
        _report(clause, head)
    else:
        clause.modality = "hypothetical"
    if head.modality != "asserted":
        clause.modality, clause.sayers = head.modality, head.sayers
    if clause.modality == "asserted" and lemma in _BEGINNING:
        clause.tense, clause.began = head.tense, lemma in _GOING_ON


def _attribute(clause: Clause, head: Clause) -> None:
    """A clause that is the content of another: said, known, guessed, wished, denied."""
    if _is_asked_for(clause, head):
        clause.question = True  # "let me know": asked for, nothing said
    if _reminds(head):
        return  # "remember that I live here": so it is
    said = head.lemma in _SAYING or head.lemma in _DENYING or _is_rumour(head) or _is_hearing(head)
    known = head.lemma in _FACTIVE and (head.tense == "past" or not head.negative)
    if head.lemma == "be":
        _value(clause, head, head.complement)
    if head.lemma == "wish" and clause.tense == "past" and not head.negative and head.modality == "asserted":
        clause.negative, clause.tense = not clause.negative, "present"  # "I wish I had a dog"
        clause.certainty *= COUNTERFACTUAL
        clause.modality = "asserted"
    elif _only_says(head):
        clause.certainty *= 0.9
    elif head.modality == "hypothetical" or (head.negative and not known and head.lemma != "be"):
        clause.modality = "hypothetical"
    elif head.lemma in _DENYING:
        clause.negative = not clause.negative
        _report(clause, head)
    elif said or (head.lemma in _GUESSING | _RECKONING and not _is_speaker(head)):
        _report(clause, head)
    elif (
        head.lemma in _SUPPOSING
        or head.lemma in _SEEMING
        or head.lemma == "hope"
        or (head.lemma in _GUESSING and _is_over(head))
    ):
        clause.modality = "hypothetical"
    elif head.lemma in _GUESSING:
        clause.certainty *= 0.8
    elif head.modality == "reported" and clause.modality == "asserted":
        clause.modality, clause.sayers = head.modality, head.sayers


def _reminds(head: Clause) -> bool:
    """ "Remember that ...", "don't forget that ...", "keep in mind that ...": asks that something be kept."""
    bidden = head.verb.tag in ("VB", "VBP") and not head.subjects
    if head.lemma in ("keep", "bear"):
        return bidden and any(word.lemma == "mind" for word, _ in head.preps.get("in", []))
    return bidden and ((head.lemma in _REMINDING and not head.negative) or (head.lemma == "forget" and head.negative))


def _report(clause: Clause, head: Clause) -> None:
    """What somebody said. Whether it is of the one who said it is told by names, in `extract_scene`."""
    clause.certainty *= 0.9
    prep = "from" if _is_hearing(head) else "by" if head.passive else ""
    sayers = [word for word, _ in head.preps.get(prep, [])] if prep else list(head.subjects)
    now = head.verb.tag not in ("VBD", "VBN")  # "I told you that ..." is what was said once
    speaks = {word.text.lower() for word in sayers}
    if speaks & _SPEAKER and now and head.lemma in _FIRST_HAND:
        return
    clause.sayers = [] if _is_rumour(head) or speaks & _SPEAKER else sayers
    clause.modality = "reported" if clause.modality == "asserted" else clause.modality


def _is_hearing(head: Clause) -> bool:
    """ "I heard from Ben that ...", "I have it from Ben that ...": the subject is whom it was told."""
    has_it = head.lemma == "have" and any(word.text.lower() == "it" for word, _ in head.objects)
    return head.lemma in ("hear", "read") or ("from" in head.preps and (has_it or head.lemma in ("learn", "know")))


def _is_over(head: Clause) -> bool:
    """ "I used to think", "I thought": no longer so."""
    return head.ended or head.tense == "past"


def _is_speaker(clause: Clause) -> bool:
    return any(word.text.lower() in _SPEAKER for word in clause.subjects)


def _only_says(head: Clause) -> bool:
    """ "I must say", "I have to admit": the helper is a manner of speaking."""
    return (
        head.lemma in _FIRST_HAND
        and head.lemma != "tell"
        and head.modality in ("hypothetical", "planned")
        and _is_speaker(head)
        and head.verb.dep in ("ROOT", "xcomp")
        and not (head.negative or head.question)
    )


def _is_rumour(head: Clause) -> bool:
    """ "Rumour has it that ...", "word is that ..."."""
    return head.lemma in ("have", "be", "go") and any(word.text.lower() in _RUMOURS for word in head.subjects)


def _value(clause: Clause, head: Clause, what: Word | None) -> None:
    """ "It is not true that ...", "I'm not sure that ...": a content under to be and an adjective or nothing."""
    word = what.text.lower() if what is not None else ""
    formal = all(subject.text.lower() in ("it", "that", "this") for subject in head.subjects)
    if word in _UNSURE or (head.negative and word in _TRUE and not formal):
        clause.modality = "hypothetical"
    elif formal and ((word in _UNTRUE and not head.negative) or (head.negative and word in {*_TRUE, ""})):
        clause.negative = not clause.negative
        clause.certainty *= COUNTERFACTUAL if not word else 0.9
    elif head.negative:
        clause.modality = "hypothetical"


def _stand_under_word(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    """A clause that hangs on an adjective or noun: "I'm not sure Bob works there", "the claim that Bob works there"."""
    word = reading.head_of(verb)
    head = above.get(word.head)
    soon = verb.dep == "advcl" and word.text.lower() == "soon"  # "as soon as I live there, I will ..."
    if soon and head is not None and head.modality != "asserted":
        clause.modality = "hypothetical"
    elif verb.dep == "acl" and word.lemma.lower() in _RUMOURS and reading.kids(verb, "mark"):
        clause.modality = "reported" if clause.modality == "asserted" else clause.modality
        clause.sayers = reading.kids(word, "poss")
        clause.certainty *= 0.9
    elif head is None:
        return
    elif verb.dep == "ccomp" and word.dep in ("acomp", "attr"):
        clause.question = clause.question or head.question
        _value(clause, head, word)
        if head.modality == "hypothetical":
            clause.modality = "hypothetical"
    elif verb.dep == "xcomp" and word.dep == "acomp":
        lemma = word.text.lower()
        clause.subjects = clause.subjects or list(head.subjects)
        _govern(clause, head, lemma)
