"""Turns said in other words by a language model; what it must not lose is checked, else the turn stays as it is."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from benchmarks.synth.times import resolve
from benchmarks.synth.world import Turn, World

PROMPT = """\
Say this chat message in other words, in the same language and as the same speaker. Keep every name, date, number and
quoted phrase exactly as written, say nothing more and nothing less, and do not change who did what, how sure the
speaker is, or whether it is denied. These must stay letter by letter: {kept}. Answer with the message alone.

{text}"""
PATIENCE = 60.0
LONGEST_DATE = 32


class EndpointError(RuntimeError):
    """The endpoint gave no answer that could be read."""


def endpoint(base_url: str, model: str, *, patience: float = PATIENCE) -> Callable[[str], str]:
    """A function that sends a prompt to an OpenAI-like server at `base_url` and returns what it answers."""

    def answer(prompt: str) -> str:
        messages = [{"role": "user", "content": prompt}]
        body = json.dumps({"model": model, "messages": messages, "temperature": 0, "seed": 0})
        request = urllib.request.Request(
            base_url.rstrip("/") + "/chat/completions", body.encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=patience) as reply:
                return str(json.load(reply)["choices"][0]["message"]["content"]).strip()
        except (urllib.error.URLError, TimeoutError, ValueError, KeyError, IndexError, TypeError) as error:
            raise EndpointError(
                f"{model} at the --llm endpoint gave no answer: is it up and is it its name?"
            ) from error

    return answer


def rephrase(turns: Sequence[Turn], base_url: str, model: str, world: World | None = None) -> list[Turn]:
    """The turns in the words of a model behind an OpenAI-like endpoint, where these keep what the gold is about."""
    return rephrased(turns, endpoint(base_url, model), world)[0]


def rephrased(
    turns: Sequence[Turn], answer: Callable[[str], str], world: World | None = None
) -> tuple[list[Turn], int]:
    """(turns, how many were changed). Turns without gold are left alone.

    With the world at hand, a turn keeps its new text only if the names of all that its gold is about and the words
    for its dates are still in it; without it, only what coreference points at is looked for.
    """
    made = [_rephrase(turn, answer, surfaces(world, turn) if world else ()) for turn in turns]
    return made, sum(new.text != old.text for new, old in zip(made, turns, strict=True))


def surfaces(world: World, turn: Turn) -> tuple[str, ...]:
    """The words of a turn that its gold rests on: the names in it of people and things, and the expressions of time."""
    facts, events = turn.gold.facts, turn.gold.events
    ids = {id for fact in facts for id in (fact.subject, fact.object, fact.attribution)}
    ids |= {id for event in events for _, id in event.roles} | {event.attribution for event in events}
    found = [_named(world, id, turn.text) for id in sorted(ids) if id[:1] in "px" and id[1:].isdecimal()]
    said = datetime.fromisoformat(turn.at).date().toordinal()
    ahead = any(event.modality == "planned" for event in events)
    times = {time for fact in facts for time in (fact.start, fact.end)} | {event.start for event in events}
    found += [_timed(time, turn.text, said, ahead) for time in sorted(times - {""})]
    return tuple(dict.fromkeys(word for word in found if word))


def _named(world: World, id: str, text: str) -> str:
    """The longest name of an entity that the text has, "" if it has none (a pronoun, an answer in a word)."""
    if id[0] == "p":
        person = world.person(id)
        names: tuple[str, ...] = (person.name, person.short, person.nick, person.other, person.other_short)
    else:
        names = (world.thing(id).en, world.thing(id).zh)
    here = [name for name in names if name and name in text]
    return max(here, key=len, default="")


def _timed(time: str, text: str, said: int, ahead: bool) -> str:
    """The longest run of characters that means the period, "" if none does."""
    for length in range(min(len(text), LONGEST_DATE), 1, -1):
        for start in range(len(text) - length + 1):
            run = text[start : start + length]
            try:
                if resolve(run, said, ahead=ahead) == time:
                    return run
            except ValueError:
                continue
    return ""


def _rephrase(turn: Turn, answer: Callable[[str], str], surfaces: Sequence[str] = ()) -> Turn:
    """Coreference spans are kept words; what spans a clause now spans the message."""
    gold = turn.gold
    if turn.role != "user" or not (gold.facts or gold.events):
        return turn
    kept = [turn.text[slice(*one.span)] for one in gold.coref]
    wanted = dict.fromkeys((*kept, *surfaces))
    text = answer(PROMPT.format(kept="; ".join(wanted) or "none", text=turn.text))
    found = _places(text, kept)
    if not text or "\n" in text or found is None or not all(word in text for word in surfaces):
        return turn
    whole = (0, len(text))
    coref = tuple(replace(one, span=span) for one, span in zip(gold.coref, found, strict=True))

    def spread(records: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(one, span=whole) for one in records)

    new = replace(gold, facts=spread(gold.facts), events=spread(gold.events), causes=spread(gold.causes), coref=coref)
    return replace(turn, text=text, gold=new)


def _places(text: str, kept: Sequence[str]) -> list[tuple[int, int]] | None:
    """Where each of the words stands, a repeated one at its next place; None when one is missing."""
    found: list[tuple[int, int]] = []
    after: dict[str, int] = {}
    for word in kept:
        at = text.find(word, after.get(word, 0))
        if at < 0:
            return None
        after[word] = at + len(word)
        found.append((at, at + len(word)))
    return found
