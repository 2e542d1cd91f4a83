"""Prompts: text files of the package, and how what memory holds is put beside them.

What is remembered never stands among the words of a prompt. It goes in a message of its own, as JSON between a line
<data> and a line </data>, in which "<" is written \\u003c: no text can end the data or pass for instructions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt by its file's name; `hash` is the first eight characters of the SHA-256 of its text."""

    name: str
    text: str
    hash: str

    def messages(self, data: Any, *, more: str = "") -> list[dict[str, str]]:
        """The chat that asks it about `data`, a JSON value. more: words of the program itself, after the prompt."""
        told = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        asked = f"{self.text}\n\n{more}" if more else self.text
        return [{"role": "system", "content": asked}, {"role": "user", "content": f"<data>\n{told}\n</data>"}]

    def origin(self, model: str) -> str:
        """What goes into the provenance of what a model answered: "llm:gpt-4o-mini:extract@1a2b3c4d"."""
        return f"llm:{model}:{self.name}@{self.hash}"


@lru_cache
def prompt(name: str) -> Prompt:
    """The prompt in kgmem/prompts/NAME.txt."""
    text = (files("kgmem") / "prompts" / f"{name}.txt").read_text(encoding="utf-8").strip()
    return Prompt(name, text, sha256(text.encode()).hexdigest()[:8])
