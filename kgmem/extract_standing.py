"""How a clause stands: denied, ended, planned, supposed, asked, or somebody else's word."""

from __future__ import annotations

from kgmem.extract_syntax import SUBJECTS, Clause, Reading, Word, word_set

_NEGATIONS = word_set("""not n't n’t never nor neither nt""")
_QUITTING = frozenset(("stop", "quit", "cease"))

_BEGINNING = word_set("""start begin get continue keep manage come go be finish end wind happen turn""")
_PLANNING = word_set("""plan hope intend go want decide aim expect need promise agree prepare have""")
_SAYING = word_set("""say tell hear mention claim report announce write read insist text""")
_GUESSING = word_set("""wish imagine dream suppose consider think believe guess feel bet doubt wonder""")
_MAYBE = word_set("""maybe perhaps probably possibly hopefully supposedly almost nearly""")
_HYPOTHETICAL = word_set("""would could might may 'd ’d can ca must""")
_PLANNED = word_set("""will 'll ’ll shall wo should ought gonna gon""")
_CONDITIONS = word_set("""if unless whether lest once until till""")


def set_standing(reading: Reading, verb: Word, clause: Clause, above: dict[int, Clause]) -> None:
    """Is it denied, ended, planned, supposed, or somebody's word?"""
    kids = reading.kids(verb)
    lower = {kid.text.lower() for kid in kids}
    clause.negative = any(
        kid.dep == "neg" or (kid.text.lower() in _NEGATIONS and kid.dep in ("advmod", "preconj")) for kid in kids
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
    elif head.lemma in _QUITTING:
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
