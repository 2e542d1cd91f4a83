"""What an English question asks. A question is a statement with a hole: what it speaks of is found by name, the rest is
compared with the phrases that ask for each relation; nothing is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.answer_asked import ENOUGH, IN_CLASS, OF_KIND, UNKNOWN, Asked, Sense, far_end, fit, leads_on, opposite
from kgmem.answer_names import Named, named_in, speaking, spread
from kgmem.answer_phrases import Word, follow, happening_words, known_stems, phrases_by_stem, stem_of, vocabulary
from kgmem.answer_words import ASKING, CLASSES, ELSEWHERE, EMPTY, FORMER, KIND_OF_ANSWER, NEGATIONS, WHETHER
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.text import fold

_TOKEN = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*|['’](?:s\b)?|[:;,?]")
_CONTRACTED = (
    (re.compile(r"\b(can)(?:not|['’]t)\b", re.I), r"\1 not"),
    (re.compile(r"\bwon['’]t\b", re.I), "will not"),
    (re.compile(r"n['’]t\b", re.I), " not"),
    (re.compile(r"\b(what|who|where|when|how|that|it|there)['’]s\b", re.I), r"\1 is"),
    (re.compile(r"\b(\w+)['’](?:re|ve|d|ll|m)\b", re.I), r"\1"),
)
_BEHIND_CLASS = WHETHER | frozenset("not one you we i may might shall should must that to of".split())
_ORDER = re.compile(
    r"\border\b|\bsequence\b|\bchronolog|\bcame first\b|"
    r"\b(?:which|what)\b.*\b(?:first|earlier|earliest|before the other)\b|"
    r"\bfirst to last\b|\bone after (?:the )?other\b|\bearliest\b|\bsort (?:these|them|the following)\b",
    re.I,
)
_LENGTH = re.compile(
    r"\bhow long\b|\bhow many (?:days|weeks|months|years)\b|\bhow much time\b|\bnumber of days\b|"
    r"\bwhat length of time\b|"
    r"\b(?:count|give|name|state) the (?:days|time)\b|\bhow (?:many days )?(?:later|soon)\b|"
    r"\bfor what (?:length|stretch)\b|"
    r"\bduration\b|\bhow far apart\b",
    re.I,
)
_TELLER = re.compile(
    r"\bwho(?:se)? (?:\w+ ){0,3}?(?:said|told|says|mentioned|claimed|reported|stated|word|"
    r"brought up|let slip|passed on)\b|"
    r"\bfrom whom\b|\bwho(?:se)? .{0,30}\b(?:source|word|words|claim|information|statement|mouth)\b|"
    r"\bwho did .* (?:hear|learn)\b|"
    r"\baccording to whom\b|\bwho (?:is|was) the (?:source|one)\b.*\b(?:said|told|that|saying)\b|\bwhere did .* hear\b|"
    r"\bwho let it be known\b|\bon whose\b",
    re.I,
)
_AGE = re.compile(r"\bhow old\b|\bwhat age\b|['’]s age\b|\bage of\b|\bhow many years old\b", re.I)
_COUNT = re.compile(
    r"\bhow many\b|\bcount\b|\bnumber of\b|\bhow often\b|\bhow many times\b|\bwhat is the (?:number|total)\b", re.I
)
_TIMES = re.compile(r"\bhow often\b|\bhow many times\b|\btimes\b|\bcount\b|\bhow many\b", re.I)
_BEFORE_DATE = re.compile(r"\b(?:on|in|at|as of|by|during|before|until|up to|around|since|from|back in)\s*\Z", re.I)
_KNOWING = re.compile(
    r"\b(?:known?|knew|said|told|heard|learnt|learned|recorded|mentioned|conversations?|as of)\b", re.I
)
"""Words before a date that tell from when one asks, and not what."""
_QUESTION = re.compile(r"\b(?:who|whom|which|what|where|how|when)\b", re.I)


def read_english(text: str, dates: Sequence[tuple[int, int]], mirror: Mirror, ontology: Ontology) -> Asked | None:
    """What an English question asks; None for one that facts could not answer. `dates` are taken out of it."""
    text = _undated(_framed(text, dates), text, dates)
    for pattern, put in _CONTRACTED:
        text = pattern.sub(put, text)
    names = named_in(text, mirror, vocabulary())
    words = [word for word in _words(text, names, mirror) if word.text != "?"]
    if not words or not (names or any(word.text in ("i", "my", "me") for word in words)):
        return None
    plain = " ".join(word.text for word in words)
    if _AGE.search(text) and "will" not in plain.split() and (who := _aged(words, names, mirror)):
        told = _statement(words, names, mirror, ontology, "which")
        return Asked("age", "en", who, sense=told.sense if told and told.subject == who and not told.hops else None)
    former = any(re.search(rf"\b{said}\b", plain) for said in FORMER)
    if _ORDER.search(text) and (clauses := _listed(text)):
        return Asked("order", "en", clauses=clauses)
    if _LENGTH.search(text) and (asked := _length(text, words, names, mirror, ontology)):
        return asked
    if _TELLER.search(text):
        found = _statement(words, names, mirror, ontology, "teller")
        return replace(found, former=False) if found else None
    first = next((word.text for word in words if word.name < 0), "")
    if (words[0].text in WHETHER and words[0].name < 0) or plain.startswith("is it true"):
        found = _statement(words, names, mirror, ontology, "whether")
        return replace(found, former=former) if found else None
    if first not in ASKING and not any(word.text in ASKING for word in words[:12]):
        return None
    if re.search(r"\b(?:when|what (?:day|date|month|year)|since when)\b", plain):
        found = _statement(words, names, mirror, ontology, "which")
        if found and found.sense and any(ontology.relation(name).range == "Date" for name in found.sense.relations):
            return found
        return Asked("when", "en", clauses=(text.rstrip(" ?."),))
    counted = bool(_COUNT.search(text))
    kinds = _kinds_counted(words) if counted else ()
    if [word.text for word in words[:-1]] in (["who", "is"], ["who", "was"]) and (who := _subject_of(words[-1], names)):
        return Asked("who", "en", who)
    found = _statement(words, names, mirror, ontology, "count" if counted else "which")
    if kinds and (found is None or found.sense is None or (found.shape == "count" and not _is_thing_counted(found))):
        found = _statement(words, names, mirror, ontology, "whether")
        return replace(found, shape="times", kinds=kinds) if found else None
    return replace(found, former=former) if found else None


def _is_thing_counted(asked: Asked) -> bool:
    """False where the words are also said of what one does again and again: towns that were visited, trips made."""
    return asked.sense is not None and asked.sense.score > 1.2 and asked.sense.relations != ("visited",)


def _undated(framed: int, text: str, dates: Sequence[tuple[int, int]]) -> str:
    """The text from `framed` on without its dates and the prepositions before them."""
    for start, end in sorted(dates, reverse=True):
        if start >= framed:
            text = f"{_BEFORE_DATE.sub('', text[:start])} {text[end:]}"
    return text[framed:]


def _framed(text: str, dates: Sequence[tuple[int, int]]) -> int:
    """Where the question begins behind words that say from when one asks: "As far as was known in May: where …"."""
    for _, end in sorted(dates):
        if end > 120:
            break
        mark = re.match(r"\s*[,:–—-]\s*", text[end:])
        if mark and (_KNOWING.search(text[:end]) or not _QUESTION.search(text[:end])):
            return end + mark.end()
    return 0


def _words(text: str, names: Sequence[Named], mirror: Mirror) -> Iterator[Word]:
    place = 0
    me = ""
    for part, name in spread(list(names), text):
        if name is not None:
            yield Word(fold(part), "", place)
            place += 1
            continue
        for match in _TOKEN.finditer(part):
            said = fold(match[0])
            if said in ("i", "my", "me", "mine") and (me := me or speaking(mirror)):
                yield Word(me, "", -2)
                if said in ("my", "mine"):
                    yield Word("'s", "'s")
                continue
            yield Word(said, stem_of(said), capital=match[0][:1].isupper())


def _aged(words: Sequence[Word], names: Sequence[Named], mirror: Mirror) -> str:
    """The one person whom the question names; "" for none or several."""
    people = {id for word in words if (id := _subject_of(word, names)) and _is_person(id, mirror)}
    return people.pop() if len(people) == 1 else ""


def _subject_of(word: Word, names: Sequence[Named]) -> str:
    return word.text if word.name == -2 else names[word.name].id if word.name >= 0 else ""


def _statement(
    words: Sequence[Word], names: Sequence[Named], mirror: Mirror, ontology: Ontology, shape: str
) -> Asked | None:
    """Who is spoken of, what of them, and what stands at the other end."""
    places = [at for at, word in enumerate(words) if _subject_of(word, names)]
    if not places:
        return None
    start = places[0]
    if shape in ("whether", "teller") and len(places) > 1:
        start = next((at for at in places if _is_person(_subject_of(words[at], names), mirror)), start)
    subject = _subject_of(words[start], names)
    chain, end = _chain(words, start + 1, ontology)
    begin = start
    while before := _of(words, begin, ontology):
        chain, begin = [*chain, before[0]], before[1]
    rest = [*words[:begin], Word("~", "~", -3), *words[end:]]
    objects = [_subject_of(words[at], names) for at in places if not begin <= at < end]
    objects = [one for one in objects if one != subject]
    wanted, within = _wanted(rest, ontology)
    if shape == "whether":
        wanted, within = "", frozenset()
    kind = mirror.entities[subject].type if subject in mirror.entities else ""
    kind = far_end(chain[-1], ontology) if chain else kind
    owned: Sense | None = None
    told = _senses(rest, within, wanted, kind, ontology)
    best = [sense for sense in told if sense.score >= ENOUGH]
    asks_where = any(word.text == "where" for word in rest)
    said = [word.text for word in rest]
    if not best and said[-1] == "do" and set(said) & {"does", "did", "do"} and said[0] == "what":
        best = [Sense(("worksAs",), score=1.0)]
    if not best and chain and not asks_where and not set(said) & {"does", "did", "do"}:
        *chain, owned = chain
        best = [owned := replace(owned, score=1.0)]
    if not best and asks_where and shape != "whether":
        best = [Sense(("livesIn",) if kind == "Person" and not chain else ("locatedIn",), score=1.0)]
        if kind == "Person" and not chain:
            best = []
    if not best and wanted in KIND_OF_ANSWER and told:
        best = [replace(told[0], score=1.0)]
    if not best and shape not in ("whether", "teller"):
        return None
    unread = _unread(rest, ontology)
    left = len(unread)
    if left > 1 or any(word.text in ELSEWHERE or (word.capital and shape in ("which", "count")) for word in unread):
        return None
    if unread and owned:
        return None
    if unread and shape == "whether" and not objects:
        objects = [UNKNOWN]
    sense = owned or (_turned(best[0], rest, kind, ontology) if best else None)
    if sense is not None and shape in ("which", "count") and not sense.denied and _is_denied(rest):
        sense = opposite(sense, ontology)
    return Asked(
        shape, "en", subject, tuple(chain), sense,
        object=objects[0] if objects else "", wanted=wanted,
        past=any(word.text in ("did", "was", "were", "had") for word in rest),
        denied=_is_denied(rest), sure=0.9 if not left else 0.6,
        spare=tuple(one for one in best[1:3] if one.score > best[0].score - 0.15),
    )  # fmt: skip


def _is_person(id: str, mirror: Mirror) -> bool:
    return id in mirror.entities and mirror.entities[id].type == "Person"


def _is_denied(words: Sequence[Word]) -> bool:
    return any(word.text in NEGATIONS for word in words)


def _chain(words: Sequence[Word], at: int, ontology: Ontology) -> tuple[list[Sense], int]:
    """What is owned, behind a name: "'s partner 's favourite food"; and where that ends."""
    chain: list[Sense] = []
    while at < len(words) and words[at].text in ("'s", "'", "’s", "’"):
        found = _possessed(words, at + 1, ontology)
        if found is None:
            return chain, at
        if not leads_on(found[0], ontology):
            return chain, at  # what he likes is what is asked, not whose something
        sense, at = found
        chain.append(sense)
    return chain, at


def _possessed(words: Sequence[Word], at: int, ontology: Ontology) -> tuple[Sense, int] | None:
    """The relation that the words right here name, the most words first."""
    while at < len(words) and words[at].text in ("current", "present", "own", "new", "old", "very", "full", "only"):
        at += 1
    for length in (4, 3, 2, 1):
        run = [word for word in words[at : at + length] if word.name == -1]
        if len(run) < length or run[-1].text in ("'s", "?"):
            continue
        if length > 1 and any(word.text in ("is", "was", "does", "in", "on", "to") for word in run):
            continue
        found = [
            phrase
            for phrase in phrases_by_stem(ontology).get(run[0].stem, ())
            if phrase.words == tuple(w.stem for w in run)
        ]
        if found:
            return max(found, key=lambda phrase: phrase.weight).sense, at + length
    if at + 1 < len(words) and words[at].text.startswith("favo"):
        return Sense(("favorite",), score=1.0), at + 2
    return None


def _of(words: Sequence[Word], start: int, ontology: Ontology) -> tuple[Sense, int] | None:
    """What is named before a name: "the employer of ~"; and where that begins."""
    if start < 2 or words[start - 1].text != "of":
        return None
    for length in (3, 2, 1):
        begin = start - 1 - length
        had = _possessed(words, begin, ontology) if begin >= 0 else None
        if had and had[1] == start - 1:
            return had[0], begin - (words[begin - 1].text == "the" if begin else 0)
    return None


def _wanted(words: Sequence[Word], ontology: Ontology) -> tuple[str, frozenset[int]]:
    """The class of thing asked for, and which words name it."""
    for at, word in enumerate(words):
        if word.text in ("which", "what") or (word.text in ("many", "name", "list", "count", "favourite", "favorite")):
            ahead = at + 1
            inside: list[int] = []
            kinds: list[str] = []
            while ahead < len(words) and ahead <= at + 4 and words[ahead].name == -1:
                said = words[ahead]
                if said.text in _BEHIND_CLASS:
                    break
                kind = CLASSES.get(said.text) or CLASSES.get(said.text.removesuffix("s"))
                if not kind and said.text not in EMPTY:
                    found = ontology.classes_of(said.text) or ontology.classes_of(said.text.removesuffix("s"))
                    kind = found[0] if found else ""
                inside.append(ahead)
                if kind:
                    kinds.append(kind)
                ahead += 1
            if word.text in ("which", "what", "many") or kinds:
                if any(words[place].text in ("or", "and") for place in inside):
                    kinds = []
                inside = [n for n in inside if words[n].text in CLASSES or words[n].text.removesuffix("s") in CLASSES]
                kinds = list(dict.fromkeys(kinds))
                return (kinds[0] if len(kinds) == 1 else ""), frozenset(inside)
        if word.text in ("who", "whom", "whose"):
            return ("Person" if word.text != "whose" else ""), frozenset()
        if word.text == "when":
            return "Date", frozenset()
    return "", frozenset()


def _senses(words: Sequence[Word], within: frozenset[int], wanted: str, kind: str, ontology: Ontology) -> list[Sense]:
    """What is asked, by how much of it the words say, the best first; only what such things can have."""
    found: dict[tuple[tuple[str, ...], bool], Sense] = {}
    for at, word in enumerate(words):
        for phrase in phrases_by_stem(ontology).get(word.stem, ()):
            places = follow(phrase.words, words, at)
            if places is None:
                continue
            share = sum(IN_CLASS if place in within else 1.0 for place in places) / len(places)
            score = phrase.weight * share - 0.02 * (places[-1] - places[0])
            sense = phrase.sense
            fits = fit(sense, wanted, kind, ontology)
            if not fits:
                continue
            if wanted and sense.relations == KIND_OF_ANSWER.get(wanted) and within.intersection(places):
                fits += OF_KIND
            key = (sense.relations, sense.turned)
            if key not in found or found[key].score < score + fits:
                found[key] = replace(sense, score=score + fits)
    if not found and wanted in KIND_OF_ANSWER:
        return [Sense(KIND_OF_ANSWER[wanted], score=IN_CLASS)]
    return sorted(found.values(), key=lambda sense: (-sense.score, len(sense.relations) > 1, sense.relations))


def _turned(sense: Sense, words: Sequence[Word], kind: str, ontology: Ontology) -> Sense:
    """The other way round where only that fits: "who works for ~", "who owns ~"."""
    relation = ontology.relation(sense.relations[0])
    if relation.symmetric:
        return sense
    if kind and not ontology.type_fits(kind, relation.domain if not sense.turned else relation.range):
        return replace(sense, turned=not sense.turned)
    place = next((at for at, word in enumerate(words) if word.name == -3), 0)
    asking = next((at for at, word in enumerate(words) if word.text in ("who", "which", "what")), -1)
    if asking >= 0 and not sense.turned and words[asking].text == "who":
        between = [word for word in words[asking + 1 : place] if word.text not in ("else", "all", "currently", "now")]
        if between and between[0].text not in WHETHER and relation.domain == "Person" and between[0].stem != "'s":
            return replace(sense, turned=True)
    return sense


def _unread(words: Sequence[Word], ontology: Ontology) -> list[Word]:
    known = vocabulary()
    return [
        word
        for word in words
        if word.name == -1 and word.text[:1].isalnum() and word.text not in EMPTY and word.text not in known
        and word.stem not in known_stems(ontology)
    ]  # fmt: skip


def _listed(text: str) -> tuple[str, ...]:
    """Clauses of a list: "in what order: A; B", "which came first, A or B?"."""
    body = text.rstrip(" ?.")
    _, mark, tail = body.partition(":")
    if mark and ";" in tail:
        return tuple(part.strip() for part in tail.split(";") if part.strip())
    if ";" in body:
        start = re.search(r"[,:]\s", body)
        parts = body[start.end() if start else 0 :].split(";")
        return tuple(part.strip() for part in parts if part.strip())
    body = tail if mark else re.split(r"\b(?:first|earlier|earliest)\b\s*[,:–—-]?\s*", body, maxsplit=1)[-1]
    parts = re.split(r",?\s+(?:or|and)\s+|,\s+", body.strip())
    return tuple(part.strip() for part in parts if part.strip()) if len(parts) > 1 else ()


def _length(
    text: str, words: Sequence[Word], names: Sequence[Named], mirror: Mirror, ontology: Ontology
) -> Asked | None:
    """How long something held, or what lies between two happenings."""
    if clauses := _between(text, names):
        return Asked("span", "en", clauses=clauses)
    found = _statement(words, names, mirror, ontology, "whether")
    return replace(found, shape="span") if found and found.object else None


def _between(text: str, names: Sequence[Named]) -> tuple[str, ...]:
    """The two happenings that a length of time lies between, each from the name of the one it happened to on."""
    body = text.rstrip(" ?.")
    for first in names:
        again = [name for name in names if name.id == first.id and name.start > first.start]
        if again:
            cut = again[0].start
            return body[first.start : cut].strip(" ,:"), body[cut:].strip(" ,:")
    for pattern in (
        r"\bbetween\b(.+?)\band\b(.+)",
        r"\bfrom\b(.+?)\b(?:to|until|till)\b(.+)",
        r"\bafter\b(.+?)(?:,| did | was it | that )(.+)",
        r"\bbefore\b(.+?),(.+)",
    ):
        if found := re.search(pattern, body, re.I):
            return found[1].strip(" ,:"), found[2].strip(" ,:")
    return ()


def _kinds_counted(words: Sequence[Word]) -> tuple[str, ...]:
    best: dict[str, int] = {}
    for at in range(len(words)):
        for kind, phrase in happening_words():
            if words[at].stem == phrase[0] and follow(phrase, words, at):
                best[kind] = max(best.get(kind, 0), len(phrase))
    return (max(best, key=lambda kind: best[kind]),) if best else ()
