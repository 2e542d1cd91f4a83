"""Why-questions and what-came-of-it questions: the event they ask about, and what links lead to or from it.

The event asked about is found among the ends of causal links: by who takes part, by the kind of event whose cue the
question says, and by the words they share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from kgmem.answer_kinds import kinds_told
from kgmem.ends import words_of
from kgmem.han import is_chinese
from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Clocks, Question, happened, held_links, is_held_link
from kgmem.records import Event, EventHit, Fact
from kgmem.temporal import BEGINNING

NAMED, KIND, WORDS, EVIDENCE, TIME = 0.4, 0.25, 0.25, 0.1, 0.1
"""Weights of the share of named things that take part, of the kind named, of shared words, of the best evidence, and of
having happened when the question says."""
SURE = 0.42
"""Below this, no event is taken for the one asked about."""
NEAR = 0.97
"""Events this near to the best are asked about as well: one happening told in several ways."""
FURTHER = 0.6
"""What is left of a score for a cause of the cause."""
STEPS = 3

_MADE = (
    "made|makes|caused|causes|led|drove|prompted|triggered|brought|got|kept|stopped|prevented|pushed|motivated|inspired|"
    "moved|convinced|persuaded|forced|allowed|enabled|let|ruined|sparked|provoked|explains|explained"
)
_CAUSES_ASKED = re.compile(
    rf"\bwhy\b|\bhow come\b|\breasons?\b|\bwhat (?:\w+ )?(?:{_MADE})\b|\bcause[ds]? of\b|\bbecause of what\b|"
    r"\bwhat (?:was|is|were|lay|stood) (?:behind|the (?:cause|trigger|motive))|\bwhat['’]s behind\b|\bwhat for\b|"
    r"\bwhat put paid\b|\bdue to what\b|"
    r"为(?:什么|何|啥|哪般)|怎么(?:会|就|突然|忽然|又|不|没)|咋(?:就|会)|原因|凭什么|何故|何以|缘故|缘由|缘何|因为(?:什么|啥|何)|由于什么|因何|"
    r"(?:什么|啥|哪件事)(?!.{0,3}(?:能|会|可以|最)).{0,4}(?:让|使|令|促使|导致|引起|造成|害得|驱使|迫使|引发|推动|促成|致使)|"
    r"(?:由|被)什么.{0,12}(?:引起|导致|造成|促成|引发|所致)|出于什么|拜什么所赐|起因|前因|动机|来由|怎么回事|是怎么(?:来|一回事)",
    re.I,
)
_EFFECTS_ASKED = re.compile(
    r"\bwhat (?:\w+ )?(?:came|comes|followed|follows|resulted|results|arose|ensued|stemmed)\b|"
    r"\bhappened (?:because|due|thanks|as a result)|"
    r"\bwhat (?:did|does|do|has|had|was|were) .*\b(?:lead to|led to|cause|caused|result in|bring about|brought about|"
    r"mean for|trigger|triggered|make possible|entail|set off)\b|"
    r"\b(?:effects?|consequences?|results?|outcome|upshot|aftermath|impact|fallout) (?:of|did|had|was)\b|"
    r"\bas a (?:result|consequence) of\b|\bwhere did .* lead\b|"
    r"结果|后果|(?:导致|引起|带来|引发|造成|促成|产生|招致|触发|使得|催生)了?(?:什么|啥|哪些|何种)|影响|有什么下文|下文|后续|连锁反应|后文|"
    r"(?:引出|带出|牵出|牵扯出|造就|换来|酿成|惹出|导向|引向|促使|推动)了?(?:什么|啥|哪些|哪件)|随之(?:而来|发生)|由此|"
    r"(?:什么|哪些|哪件)(?:事|事情)?(?:是|都是)?(?:因为|由于|由|因|源于|起因于).{2,40}(?:发生|引起|导致|造成|促成|带来|产生|出现|有)的?|"
    r"(?:引起|导致|造成|促成|带来|引发|产生)的(?:是|事)|"
    r"因为.{2,40}(?:发生|出现|有)了?(?:什么|啥|哪些)|(?:之后|以后|后来|因此|所以|随后|接着|于是|从而|进而).{0,8}(?:发生|出现|怎么样|怎样|如何|有了?)了?(?:什么|啥|哪些)?(?:事|变化)?[?？]?\Z|"
    r"(?:使|让|令|给).{1,20}(?:带来|发生|产生)了?(?:什么|哪些)",
    re.I,
)
_PREVENTED = re.compile(r"\b(?:kept|stopped|prevented|held|ruined|put paid|in the way)\b|\bplans?\b", re.I)
_NO_CONTENT = frozenset(
    "why come made make caus reason led drove prompt trigger brought got kept stop prevent behind happen follow result "
    "effect consequ lead fact becaus thing what did do does how way due thank possibl outcom upshot that plan".split()
)
PAST = {
    "became": "become", "began": "begin", "bought": "buy", "broke": "break", "brought": "bring", "came": "come",
    "caught": "catch", "chose": "choose", "did": "do", "died": "die", "drove": "drive", "fell": "fall", "felt": "feel",
    "flew": "fly", "found": "find", "gave": "give", "given": "give", "gone": "go", "got": "get", "gotten": "get",
    "had": "have", "has": "have", "held": "hold", "hurt": "hurt", "kept": "keep", "knew": "know", "known": "know",
    "left": "leave", "lost": "lose", "made": "make", "met": "meet", "paid": "pay", "parted": "part", "quit": "quit",
    "ran": "run", "said": "say", "saw": "see", "seen": "see", "sold": "sell", "spent": "spend", "stolen": "steal",
    "taken": "take", "took": "take", "threw": "throw", "told": "tell", "was": "be", "went": "go", "were": "be",
    "won": "win", "written": "write", "wrote": "write", "is": "be", "are": "be", "been": "be", "feeling": "feel",
}  # fmt: skip


def direction(text: str) -> str:
    """ "causes" when a question asks for reasons, "effects" when for what came of something, else ""."""
    if _EFFECTS_ASKED.search(text):
        return "effects"
    return "causes" if _CAUSES_ASKED.search(text) else ""


def answers(
    question: Question, episodes: Mapping[str, float], mirror: Mirror, clocks: Clocks, ontology: Ontology
) -> list[EventHit] | None:
    """For a question after causes or effects: these, then those of these, then the event asked about. None for a
    question after something else, or when no such event is known. What seems to be told in other words once more
    has the arm "again", what is further away "further"."""
    wanted = direction(question.text)
    if not wanted:
        return None
    asked = _asked(question, wanted, episodes, mirror, clocks, ontology)
    if not asked:
        return None
    top = max(asked.values())
    here = {name: score for name, score in asked.items() if score >= NEAR * top}
    hits: dict[str, EventHit] = {}
    told: set[tuple[str, ...]] = set()
    frontier = here
    for step in range(STEPS):
        onward: dict[str, float] = {}
        for name, score in sorted(frontier.items(), key=lambda item: (-item[1], item[0])):
            for link in held_links(name, mirror, clocks):
                end, other = (link.effect, link.cause) if wanted == "causes" else (link.cause, link.effect)
                event = mirror.events.get(other)
                if end != name or event is None or other in hits or other in here:
                    continue
                if not happened(event, mirror, clocks):
                    continue
                gained = score * (link.confidence + 0.2 if not step else FURTHER)
                who = (event.kind, *(p.entity_id for p in event.participants if p.role == "agent"))
                again = event.kind != "Event" and who in told
                told.add(who)
                hits[other] = EventHit(event, gained, {"further" if step else "again" if again else "causal": gained})
                onward[other] = gained
        frontier = onward
    found = sorted(hits.values(), key=lambda hit: ("causal" not in hit.arms, -hit.score, hit.event.start, hit.event.id))
    least = min((hit.score for hit in found), default=top)
    found += [
        EventHit(mirror.events[name], least * FURTHER, {"asked": least * FURTHER})
        for name in here
        if name in mirror.events
    ]
    return found


def _asked(
    question: Question,
    wanted: str,
    episodes: Mapping[str, float],
    mirror: Mirror,
    clocks: Clocks,
    ontology: Ontology,
) -> dict[str, float]:
    """Events and facts at the right end of a causal link that fit the question, with how well they do.

    Those of the kind said in which all that is named takes part are one happening told in several ways.
    """
    named = {entity.id for entity in question.entities}
    persons = [entity.id for entity in question.entities if entity.type == "Person"]
    names = {term for entity in question.entities for term in terms(entity.name)}
    said = [term for term in question.terms if term not in _NO_CONTENT]
    content = [term for term in said if term not in names] or said
    kinds = kinds_said(question.text, ontology)
    found: dict[str, float] = {}
    same: list[str] = []
    near = {link for name in mirror.ends.like(content, kinds) for link in mirror.links_of.get(name, ())}
    for link in (mirror.links[name] for name in sorted(near, key=mirror.link_number.__getitem__)):
        if link.id in mirror.hidden or not is_held_link(link, clocks):
            continue
        name = link.effect if wanted == "causes" else link.cause
        held = mirror.events.get(name) or mirror.facts.get(name)
        if held is None or name in found or name in mirror.hidden:
            continue
        if isinstance(held, Event):
            if not happened(held, mirror, clocks):
                continue
            taking, kind = {p.entity_id for p in held.participants}, kinds.get(held.kind, 0.0)
        else:
            taking, kind = {held.subject_id, held.object_id} - {""}, 0.0
        share = len(named & taking) / len(named) if named else 0.5
        if (persons and persons[0] not in taking) or (named and not named & taking):
            continue
        own = words_of(held)
        words = sum(term in own for term in content) / len(content) if content else 0.0
        if not kind and not words:
            continue
        evidence = max((episodes.get(e.episode, 0.0) for e in held.evidence), default=0.0)
        score = NAMED * share + KIND * kind + WORDS * words + EVIDENCE * evidence + TIME * _fits_time(question, held)
        if score >= SURE:
            found[name] = score
            if kind == 1.0 and share == 1.0 and len(named) > 1:
                same.append(name)
    best = max((found[name] for name in same), default=0.0)
    return {name: max(score, best) if name in same else score for name, score in found.items()}


def _fits_time(question: Question, held: Event | Fact) -> float:
    start = held.start if isinstance(held, Event) else held.valid_from
    if question.window is None or start <= BEGINNING:
        return 0.0
    return 1.0 if question.window.start <= start < question.window.end else -1.0


def kinds_said(text: str, ontology: Ontology) -> dict[str, float]:
    """Kinds of events whose cues a question says, those of the longest cue with 1."""
    if is_chinese(text):
        return kinds_told(text, ontology)
    said = [PAST.get(word, word) for word in re.findall(r"[\w'’-]+", text.lower())]
    stems = [_stem(word) for word in said]
    lengths: dict[str, int] = {}
    for first, patterns in ontology.derived(_cues).items():
        for at in [n for n, stem in enumerate(stems) if stem == first]:
            for kind, rest in patterns:
                if _follows(rest, stems, at + 1):
                    lengths[kind] = max(lengths.get(kind, 0), 1 + len(rest))
    if _PREVENTED.search(text):
        lengths["Cancellation"] = max(lengths.values(), default=1)
    best = max(lengths.values(), default=0)
    return {kind: 1.0 if length == best else 0.5 for kind, length in lengths.items()}


def _follows(rest: tuple[frozenset[str], ...], stems: list[str], at: int) -> bool:
    """Do the words of a cue follow in order, with little between them?"""
    for wanted in rest:
        place = next((n for n in range(at, min(at + 4, len(stems))) if stems[n] in wanted), None)
        if place is None:
            return False
        at = place + 1
    return True


def _cues(ontology: Ontology) -> dict[str, list[tuple[str, tuple[frozenset[str], ...]]]]:
    """The stem of a cue's first word -> kinds with the stems of its other words; the nouns of a kind too."""
    found: dict[str, list[tuple[str, tuple[frozenset[str], ...]]]] = {}
    for kind in ontology.events.values():
        if kind.name == "Event":
            continue
        nouns = ontology.classes[kind.name].nouns if kind.name in ontology.classes else ()
        cues = ((cue.verb, *cue.object.split(), *cue.preps[:1]) for cue in kind.cues)
        for words in (*cues, *((noun,) for noun in nouns)):
            first, *rest = (frozenset(_stem(part) for part in word.split("/")) for word in words)
            for stem in first:
                found.setdefault(stem, []).append((kind.name, tuple(rest)))
    return found


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return next(iter(terms(word)), word)
