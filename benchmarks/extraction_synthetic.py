"""Made-up dialogues: which entity each mention is bound to, and the facts, events and reasons read.

kgmem observes a whole dialogue through a Memory. Gold mentions are the pronouns, short names and descriptions that a
turn's gold resolves, and every name of what its facts and events are about, where it stands in the turn's text.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import synthetic as answering
from benchmarks.extraction_clusters import Placed, b_cubed, best_overlap, meanings
from benchmarks.extraction_outcome import DataError, Outcome, by, files_in, share
from benchmarks.synth.files import Dialogue, FormatError, generate, read
from benchmarks.synth.scoring import Names, plain
from benchmarks.synth.world import LANGUAGES, Turn
from benchmarks.systems import Kgmem, ReadEvent, ReadFact, Said

SEEDS = (1, 2, 3)
ALL_ROWS = 1_000_000
"""Memory.cypher cuts at a thousand rows when nobody says otherwise."""
KINDS_OF_WORDS: dict[str, tuple[str, ...]] = {
    "speaker": ("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "我", "我们", "自己"),
    "you": ("you", "your", "yours", "yourself", "你", "您", "你们"),
    "he-she": ("he", "him", "his", "himself", "she", "her", "hers", "herself", "they", "them", "their", "他", "她"),
    "it-there": ("it", "its", "itself", "there", "here", "它", "那里", "那儿", "这里", "这儿"),
}
KIND_OF_WORD = {word: kind for kind, words in KINDS_OF_WORDS.items() for word in words}
SHOWN = ("fact_precision", "fact_recall", "fact_f1", "event_f1", "why_f1", "answer_exact")


@dataclass(frozen=True, slots=True)
class GoldMention:
    turn: str
    start: int
    end: int
    surface: str
    entity: str
    kind: str  # "name", "short-name", "description", or a kind of pronoun
    lang: str


class Heard(Kgmem):
    """kgmem, which also notes what its graph holds once the dialogue is told and before anything is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.placed: dict[str, list[Placed]] = defaultdict(list)  # turn -> its mentions
        self.names: dict[str, set[str]] = defaultdict(set)  # entity -> its name and aliases
        self.facts: list[ReadFact] = []
        self.events: list[ReadEvent] = []
        self.failed = 0  # turns on which the extractor failed

    def ingest(self, turns: Sequence[Said]) -> None:
        change = self._memory.observe_many(self._as_they_came(turns), progress=False)
        self.failed += sum(violation.rule == "extractor" for violation in change.violations)

    def read(self) -> tuple[list[ReadFact], list[ReadEvent]]:
        for turn, start, end, entity in self._memory.cypher(
            "MATCH (t:Episode)-[m:MENTIONS]->(e:Entity) RETURN t.id, m.span_start, m.span_end, e.id "
            "ORDER BY t.id, m.span_start, m.span_end, e.id",
            limit=ALL_ROWS,
        ).rows:
            self.placed[turn].append(Placed(start, end, entity))
        for held in self._memory.entities():
            self.names[held.id] |= {held.name, *(alias.name for k in self._memory.entity(held.id) for alias in k.names)}
        self.facts, self.events = super().read()
        return self.facts, self.events


def add_arguments(parser: argparse.ArgumentParser) -> None:
    made = parser.add_argument_group("of --set synthetic, without --data")
    made.add_argument("--seed", type=int, action="append", metavar="N", help="repeatable (default: 1, 2 and 3)")
    made.add_argument("--people", type=int, default=8, help="(default: %(default)s)")
    made.add_argument("--months", type=int, default=12, help="(default: %(default)s)")
    made.add_argument("--half", choices=("a", "b"), default="b", help="of the forms (default: b, the held-back one)")
    made.add_argument("--difficulty", type=int, choices=range(4), default=2, help="(default: %(default)s)")
    made.add_argument("--languages", default="en", help="en, zh or en,zh (default: %(default)s)")


def options(args: argparse.Namespace) -> str:
    seeds = " ".join(f"--seed {seed}" for seed in args.seed or SEEDS)
    return (
        f"{seeds} --people {args.people} --months {args.months} --half {args.half} "
        f"--difficulty {args.difficulty} --languages {args.languages}"
    )


def described(args: argparse.Namespace) -> str:
    return f"made up, {options(args)}"


def made(args: argparse.Namespace) -> Outcome:
    """The outcome on dialogues made by seeds."""
    languages = tuple(lang for lang in LANGUAGES if lang in args.languages.split(","))
    if not languages:
        raise DataError("--languages takes en, zh or en,zh")
    seeds = args.seed or SEEDS
    return over(
        (f"seed {seed}", generate(seed, args.people, args.months, args.half, args.difficulty, languages))
        for seed in seeds
    )


def synthetic(data: Path) -> Outcome:
    """The outcome on dialogues that `python -m benchmarks synth` wrote: a file, or a folder of them."""
    return over((path.name, _read(path)) for path in files_in(data, "*.jsonl"))


def _read(path: Path) -> Dialogue:
    try:
        return read(path)
    except FormatError as error:
        raise DataError(str(error)) from error


def over(dialogues: Iterable[tuple[str, Dialogue]]) -> Outcome:
    """Each metric is the mean of those of the dialogues; with several, each one's main figures stand beside it."""
    each = {name: measured(dialogue, name) for name, dialogue in dialogues}
    keys = list(dict.fromkeys(key for one in each.values() for key in one.metrics))
    metrics = {}
    for key in keys:
        values = [one.metrics[key] for one in each.values() if key in one.metrics]
        metrics[key] = sum(values) if key.startswith("n/") else _mean(values)
    if len(each) > 1:
        for name, one in each.items():
            for key in ("entity_b3_f1", "coref_accuracy", "fact_f1", "event_f1", "why_f1"):
                if key in one.metrics:
                    metrics[f"{key}/{name.replace(' ', '-')}"] = one.metrics[key]
    items = [item for one in each.values() for item in one.items]
    failed = metrics.get("n/extractor-failed", 0)
    notes = f"the extractor failed on {failed:.0f} turns: no fair figures" if failed else ""
    return Outcome(metrics, sum(one.n for one in each.values()), "gold mentions", items, notes)


def measured(dialogue: Dialogue, name: str) -> Outcome:
    heard = Heard()
    done = answering.measure(heard, dialogue)
    scored = answering.scores(dialogue, done)
    names = Names.in_world(dialogue.world)
    mentions = [mention for turn in dialogue.turns for mention in gold_mentions(turn, dialogue, names)]
    metrics, items = judged(mentions, heard.placed, heard.names, names)
    suffixes = ("", "/en", "/zh") if len(dialogue.header["languages"]) > 1 else ("",)
    metrics |= {f"{key}{s}": scored[f"{key}{s}"] for key in SHOWN for s in suffixes if f"{key}{s}" in scored}
    if heard.failed:
        metrics["n/extractor-failed"] = heard.failed
    items += _statements(dialogue, heard, done)
    for item in items:
        item["id"] = f"{name}/{item['id']}"
    return Outcome(metrics, len(mentions), "gold mentions", items)


def judged(
    mentions: Sequence[GoldMention], placed: dict[str, list[Placed]], names: dict[str, set[str]], known: Names
) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """B-cubed over all gold mentions, and the share of those that are no plain names that mean the right entity.

    A nickname is right only where other names or pronouns of its bearer are bound to the same entity, if there are any:
    an entity of its own has the right name and still tells nobody who is meant.
    """
    bound = [best_overlap(m.start, m.end, placed.get(m.turn, ())) for m in mentions]
    entities = [one.entity if one else None for one in bound]
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, entity in zip(mentions, entities, strict=True):
        if entity is not None and mention.kind == "name":
            votes[entity][mention.entity] += 1
    meant = meanings(votes, names, lambda name: {id for id, said in known.of.items() if plain(name) in said})
    spelled: dict[str, set[str]] = defaultdict(set)  # gold entity -> the ways in which it is mentioned
    bound_to: dict[tuple[str, str], set[str]] = defaultdict(set)  # the same, of those bound to one found entity
    for mention, entity in zip(mentions, entities, strict=True):
        spelled[mention.entity].add(plain(mention.surface))
        if entity is not None:
            bound_to[mention.entity, entity].add(plain(mention.surface))
    items = [
        {
            "id": f"{m.turn}:{m.start}",
            "what": "mention",
            "kind": m.kind,
            "lang": m.lang,
            "surface": m.surface,
            "gold": _shown(m.entity, known),
            "found": sorted(names.get(entity, ())) if entity else [],
            "right": entity is not None
            and meant.get(entity) == m.entity
            and (m.kind != "short-name" or len(spelled[m.entity]) == 1 or len(bound_to[m.entity, entity]) > 1),
        }
        for m, entity in zip(mentions, entities, strict=True)
    ]
    metrics: dict[str, float] = {}
    for suffix, chosen in _groups(mentions):
        score = b_cubed([mentions[n].entity for n in chosen], [entities[n] for n in chosen])
        metrics |= {f"entity_b3_f1{suffix}": score.f1}
        metrics |= {f"entity_b3_precision{suffix}": score.precision, f"entity_b3_recall{suffix}": score.recall}
    resolved = [item for item in items if item["kind"] != "name"]
    metrics["coref_accuracy"] = share(resolved)
    for kind, group in by(resolved, "kind").items():
        metrics |= {f"coref_accuracy/{kind}": share(group), f"n/{kind}": len(group)}
    metrics["n/name"] = len(items) - len(resolved)
    return metrics, items


def gold_mentions(turn: Turn, dialogue: Dialogue, names: Names) -> list[GoldMention]:
    """What the turn mentions by gold, by place, none overlapping another."""
    found = []
    for coref in turn.gold.coref:
        start, end = coref.span
        kind = kind_of(turn, coref.span, coref.entity, names)
        found.append(GoldMention(turn.id, start, end, turn.text[start:end], coref.entity, kind, turn.lang))
    taken = [(m.start, m.end) for m in found]
    told = sorted(id for id in told_of(turn) if id in names.of)
    spelled = [(name, id) for id in told for name in _spellings(id, dialogue) if len(name) > 1]
    for name, id in sorted(spelled, key=lambda pair: (-len(pair[0]), pair)):
        for match in _whole(name, turn.text):
            if all(match.end() <= start or end <= match.start() for start, end in taken):
                taken.append(match.span())
                found.append(GoldMention(turn.id, *match.span(), match[0], id, "name", turn.lang))
    return sorted(found, key=lambda m: m.start)


def told_of(turn: Turn) -> set[str]:
    """Ids of all that the turn's gold facts and events are about."""
    facts = {id for fact in turn.gold.facts for id in (fact.subject, fact.object)}
    return (facts | {id for event in turn.gold.events for _, id in event.roles}) - {""}


def kind_of(turn: Turn, span: tuple[int, int], entity: str, names: Names) -> str:
    surface = turn.text[slice(*span)].lower()
    if surface in KIND_OF_WORD:
        return KIND_OF_WORD[surface]
    return "short-name" if plain(surface) in names.of.get(entity, ()) else "description"


def _spellings(id: str, dialogue: Dialogue) -> Iterator[str]:
    number = id[1:]
    if id[:1] == "p" and number.isdecimal():
        person = dialogue.world.person(id)
        yield from {n for n in (person.name, person.short, person.other, person.other_short) if n}
    elif id[:1] == "x" and number.isdecimal():
        thing = dialogue.world.thing(id)
        yield from {n for n in (thing.en, thing.zh, *thing.also) if n}


def _whole(name: str, text: str) -> Iterator[re.Match[str]]:
    """The name where no letter goes on before or after it; Chinese is written without blanks."""
    word = re.escape(name)
    pattern = rf"(?<!\w){word}(?!\w)" if name.isascii() else word
    return re.finditer(pattern, text, re.IGNORECASE)


def _shown(id: str, known: Names) -> str:
    return " / ".join(sorted(known.of.get(id, {id})))


def _groups(mentions: Sequence[GoldMention]) -> Iterator[tuple[str, list[int]]]:
    yield "", list(range(len(mentions)))
    for key, of in (("persons", "p"), ("things", "x")):
        yield f"/{key}", [n for n, m in enumerate(mentions) if m.entity.startswith(of)]
    languages = sorted({m.lang for m in mentions})
    for lang in languages if len(languages) > 1 else ():
        yield f"/{lang}", [n for n, m in enumerate(mentions) if m.lang == lang]


def _statements(dialogue: Dialogue, heard: Heard, done: answering.Run) -> list[dict[str, Any]]:
    """A line for each turn that tells or was read as telling facts or events: what gold has and what was read."""
    facts, events = defaultdict(list), defaultdict(list)
    for fact in heard.facts:
        facts[fact.turn].append(asdict(fact))
    for event in heard.events:
        events[event.turn].append({"kind": event.kind, "who": sorted(event.who)})
    items = []
    for turn in dialogue.turns:
        for what, gold, read_, tally in (
            ("facts", [_fact(f, dialogue) for f in turn.gold.facts], facts[turn.id], done.facts.get(turn.id)),
            (
                "events",
                [_event(e, dialogue) for e in turn.gold.events if e.modality == "asserted"],
                events[turn.id],
                done.events.get(turn.id),
            ),
        ):
            if tally and (gold or read_):
                right = tally.right == tally.given == tally.wanted
                line = {"id": turn.id, "what": what, "text": turn.text, "lang": turn.lang}
                items.append({**line, "form": turn.gold.form, "gold": gold, "found": read_, "right": right})
    return items


def _fact(fact: Any, dialogue: Dialogue) -> dict[str, str]:
    named = {key: dialogue.world.name(getattr(fact, key), "en") for key in ("subject", "object") if getattr(fact, key)}
    said = {key: getattr(fact, key) for key in ("relation", "value", "polarity", "modality", "start", "end")}
    return {**named, **{key: value for key, value in said.items() if value}}


def _event(event: Any, dialogue: Dialogue) -> dict[str, str]:
    who = dict(event.roles).get("who", "")
    return {"kind": event.event, "fine": event.kind, "who": dialogue.world.name(who, "en"), "start": event.start}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
