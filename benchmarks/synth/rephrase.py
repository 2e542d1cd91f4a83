"""Turns said in other words by a language model; what it must not lose is checked, else the turn stays as it is."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.synth.world import Turn

PROMPT = """\
Say this chat message in other words, in the same language and as the same speaker. Keep every name, date, number and
quoted phrase exactly as written, say nothing more and nothing less, and do not change who did what, how sure the
speaker is, or whether it is denied. These must stay letter by letter: {kept}. Answer with the message alone.

{text}"""
PATIENCE = 60.0


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


def rephrased(turns: Sequence[Turn], answer: Callable[[str], str]) -> tuple[list[Turn], int]:
    """(turns, how many were changed). Turns without gold are left alone."""
    made = [_rephrase(turn, answer) for turn in turns]
    return made, sum(new.text != old.text for new, old in zip(made, turns, strict=True))


def _rephrase(turn: Turn, answer: Callable[[str], str]) -> Turn:
    """Coreference spans are kept words; what spans a clause now spans the message."""
    gold = turn.gold
    if turn.role != "user" or not (gold.facts or gold.events):
        return turn
    kept = [turn.text[slice(*one.span)] for one in gold.coref]
    text = answer(PROMPT.format(kept="; ".join(dict.fromkeys(kept)) or "none", text=turn.text))
    found = _places(text, kept)
    if not text or "\n" in text or found is None:
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
