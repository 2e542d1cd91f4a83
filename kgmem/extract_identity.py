"""One by several names, and several by one name: "everybody calls him Bob", "I'm Ana", "another Lin Wei"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kgmem.extract_claims import claim_of
from kgmem.extract_coref import bound
from kgmem.extract_mentions import SPEAKER
from kgmem.extract_people import note_person, possession
from kgmem.extract_scene import Referent, Scene, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.records import FactClaim, Mention
from kgmem.text import fold

_CALLERS = word_set(
    """everybody everyone people friends family we they i all most colleagues kids children parents classmates folks
    mum mom dad neighbours neighbors teammates"""
)
_ALSO = re.compile(
    r"[\s,('\"“”]*(?:(?:is|was|be)\s+)?(?P<how>also\s+(?:known|called|named)(?:\s+as)?|(?:better\s+)?known\s+as|"
    r"a\.?k\.?a\.?|alias|née|nee|born|formerly|or|short\s+for|a\s+nickname\s+for)[\s,:'\"“”]*$",
    re.I,
)
_SAME = re.compile(
    r"[^.!?\n]{0,40}?[,;:.]?\s*(?:that|this|it|which|he|she)(?:\s+is|['’]s|\s+was)\s+"
    r"(?:him|her|them|(?:one\s+and\s+)?the\s+same\s+(?:person|man|woman|one|guy|girl|thing|company|place))\b",
    re.I,
)
_ENDS = re.compile(r"\s*(?:[.,!;\n]|$|and\b|from\b|by the way\b|here\b)", re.I)
_GREETING = r"(?:(?:hi|hello|hey|good|morning|evening|afternoon|there|again)[\s,!.]*)*"
_THIS_IS = re.compile(rf"{_GREETING}(?:this|it)(?:\s+is|['’]s)\s+", re.I)
_HERE = re.compile(r"\s+here\s*(?:[,.!:;]|$)", re.I)
_SPEAKING = re.compile(r"\s*,?\s*(?:speaking|here|calling|writing|again)\b", re.I)
_PEOPLES = re.compile(r".*(?:ish|ese|ian|ean)\Z")


def naming(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "My boat is called Sea Rose", "her dog's name is Rex", "Robert, whom everybody calls Bob", "call me Liz"."""
    holder, name = _called(scene, clause)
    if holder is None or name is None or clause.negative:
        return
    asked = clause.lemma == "call" and holder.text.lower() in SPEAKER
    if clause.question or (clause.modality != "asserted" and not asked):
        return
    mention = scene.names.by_word.get(name.i)
    who = referent(scene, holder)
    if mention is None or who is None:
        return
    lemma = holder.lemma.lower()
    owners = scene.reading.kids(holder, "poss")
    unnamed = lemma in scene.kin and not any(scene.names.by_word.get(k.i) for k in scene.reading.kids(holder, "appos"))
    if unnamed and owners and (owner := referent(scene, owners[0])) and owner.known:
        relation, owner_first = scene.kin[lemma]
        kind = relation.range if owner_first else relation.domain
        note_person(scene, mention, kind, lemma)
        named = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
        scene.introduced[f"{owner.name}'s {lemma}"] = named
        claim = possession(relation, owner, named, lemma, owner_first, 0.9, owners[0].start, mention.end, scene, False)
        if claim:
            yield claim
        return
    if who.name == mention.name:
        return
    if clause.lemma == "be" and min(len(who.name.split()), len(mention.name.split())) > 1 and "'s " not in who.name:
        return  # "my friend is Ines Kolb" of somebody known by a full name: another friend, not another name
    if who.type not in ("Thing", "Person") or who.known:
        scene.names.retype(mention.name, who.type)
    relation = scene.ontology.relation("named")
    claim = claim_of(scene, clause, relation, who, None, value=mention.name, rule="naming", confidence=0.85)
    if claim and claim.modality == "asserted":
        yield claim
    elif claim:
        yield _named(who.name, who.type, mention, clause.start)


def _called(scene: Scene, clause: Clause) -> tuple[Word | None, Word | None]:
    """Who is called something in a clause, and the word of the name."""
    reading = scene.reading
    if clause.lemma in ("call", "name", "nickname"):
        names = [k for k in reading.kids(clause.verb, "oprd", "attr", "dobj", "ccomp") if scene.names.by_word.get(k.i)]
        if clause.passive and clause.subjects and names:
            return clause.subjects[0], names[0]
        if clause.verb.dep in ("relcl", "acl") and names:
            return reading.head_of(clause.verb), names[0]
        callers = {w.text.lower() for w in clause.subjects}
        if names and (callers & _CALLERS or callers <= {"you"}):
            beside = [k for k in reading.kids(names[0], "nsubj", "compound", "poss", "nmod") if k.pos == "PRON"]
            called = [w for w, _ in clause.objects if w is not names[0]] + beside
            called += [
                k for k in reading.kids(clause.verb, "dative", "nsubj") if k.tag == "PRP" and k.i > clause.verb.i
            ]
            return (called[0], names[0]) if called else (None, None)
    elif clause.lemma == "be" and clause.subjects and clause.complement:
        subject = clause.subjects[0]
        if subject.lemma.lower() in ("name", "nickname"):
            owners = reading.kids(subject, "poss") or [w for w, _ in noun_preps(reading, subject).get("of", [])]
            return (owners[0], clause.complement) if owners else (None, None)
    return None, None


def identities(scene: Scene) -> Iterator[FactClaim]:
    """What tells that two names are one's: "Ana Reis, née Silva", "Liz is short for Elizabeth", "I'm Ana"."""
    text = scene.reading.text
    mentions = [m for m in scene.names.mentions if m.type != "Nationality"]
    for one, other in pairwise(mentions):
        found = _ALSO.fullmatch(text[one.end : other.start]) if other.start - one.end < 40 else None
        if found is None or fold(one.name) == fold(other.name):
            continue
        how = found["how"].lower()
        if how == "or" or (how in ("born", "formerly") and other.type not in (one.type, "Thing")):
            continue
        full, short = (other, one) if how.endswith("for") else (one, other)
        yield _named(full.name, full.type, short, one.start)
    for mention in mentions:
        if mention.type in ("Person", "Thing") and _SAME.match(text, mention.end) and (who := _same(scene, mention)):
            fuller, other_name = (mention.name, who) if len(mention.name) > len(who) else (who, mention.name)
            yield _named(fuller, "Person", mention, mention.start, value=other_name)
    yield from _presented(scene)


def _same(scene: Scene, mention: Mention) -> str:
    """Whom "that is him" says a name to be: one spoken of before, who shares a part of the name."""
    parts = {fold(part) for part in mention.name.split()}
    before = [name for name in scene.before if name != mention.name and {fold(p) for p in name.split()} & parts]
    return before[-1] if len(set(before)) == 1 else ""


def _presented(scene: Scene) -> Iterator[FactClaim]:
    """ "I'm Ana", "This is Ben speaking.": what the speaker is called."""
    text = scene.reading.text
    others = {fold(part) for name in (scene.addressee, *scene.before) for part in name.split()} | {fold(scene.speaker)}
    for clause in scene.clauses if scene.speaker else ():
        mention = scene.names.by_word.get(clause.complement.i) if clause.complement is not None else None
        if clause.lemma != "be" or mention is None or not clause.subjects or fold(mention.name) in others:
            continue
        said = not clause.negative and not clause.question and clause.tense == "present"
        mine = clause.subjects[0].text == "I" and bound(scene.meant, clause.subjects[0].i) == scene.speaker
        a_name = mention.type == "Person" and not _PEOPLES.match(fold(mention.name)) and clause.modality == "asserted"
        if said and mine and a_name and _ENDS.match(text, mention.end):
            yield _named(scene.speaker, "Person", mention, clause.start)
    for mention in scene.names.mentions if scene.speaker else ():
        presents = _THIS_IS.fullmatch(text[: mention.start]) and _SPEAKING.match(text, mention.end)
        presents = presents or (re.fullmatch(_GREETING, text[: mention.start], re.I) and _HERE.match(text, mention.end))
        if presents and fold(mention.name) not in others:
            yield _named(scene.speaker, "Person", mention, 0)


def _named(name: str, kind: str, mention: Mention, start: int, *, value: str = "") -> FactClaim:
    return FactClaim(
        name, "named", value=value or mention.name, predicate="is called", subject_type=kind, object_type="Text",
        confidence=0.9, rule="identity", start=min(start, mention.start), end=mention.end,
    )  # fmt: skip
