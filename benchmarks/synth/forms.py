"""The forms as records: which tables they stand in, which slots they have, and which half they are in."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from benchmarks.synth import forms_en, forms_zh
from benchmarks.synth.world import Half, Lang, half_of

SPLIT = 4
"""The seed that deals the forms to the two halves. One for all dialogues, or the halves would mix."""
SOURCE: dict[Lang, ModuleType] = {"en": forms_en, "zh": forms_zh}
BY_KIND = ("HAPPENED", "TO_DO", "HOLDS", "USED_TO", "NOT_SO", "ASKED", "TOOLS", "BECAUSE")
FRAMES = ("PLANNED", "FAILED", "SUPPOSED", "DENIED", "HEARSAY", "SLIP", "CORRECTION", "RECAPS", "ASKING_ABOUT")
CHAT = ("TOOL_CALLS", "LEADS", "TAILS", "OPENINGS", "CLOSINGS", "SMALL_TALK", "REPLIES", "ASSISTANT")
SLOT = re.compile(r"\{([a-z一只这][\w:.'+!]*)\}|\[([\w:]+)\]")
ROLES = frozenset(
    "who with child to from firm job old_job thing pet place condition project school field club language diet "
    "it".split()
)
PAIRED = {"both": ("who", "with"), "bothit": ("who", "it")}
OF_CHILD = ("son", "girl", "baby", "a:baby", "childtheir", "childthey's")


@dataclass(frozen=True, slots=True)
class Form:
    """One way to put something. `kind` is a happening, a relation or, for a frame, "". Only ASKED has an `answer`.

    `needs` are conditions: recent, mother, ends, illness/lasting/injury, ball/tune/board, or PARAM=VALUE.
    `mentions` are the roles that the text names; what it yields are the states and the event of these roles.
    """

    id: str
    lang: Lang
    table: str
    kind: str
    text: str
    half: Half
    needs: tuple[str, ...] = ()
    answer: str = ""

    @property
    def slots(self) -> tuple[str, ...]:
        return tuple(found[0] for found in SLOT.findall(self.text + self.answer) if found[0])

    @property
    def mentions(self) -> frozenset[str]:
        found: set[str] = set()
        for slot in self.slots:
            stem = re.split(
                r"[.'+!]", slot.partition(":")[2] if slot[0] in "a一只这t" and ":" in slot else slot.partition(":")[0]
            )[0]
            if stem in PAIRED:
                found.update(PAIRED[stem])
            elif stem in ("whom", "who"):
                found.add("who")
            elif stem in ROLES and not slot.endswith(".sort"):
                found.add(stem)
        return frozenset(found)

    @property
    def uses(self) -> frozenset[str]:
        """The roles that must be there to fill it, named or not."""
        found = set(self.mentions)
        for slot in self.slots:
            if slot.endswith(".sort"):
                found.add(slot.removesuffix(".sort").rpartition(":")[2])
            if slot in OF_CHILD:
                found.add("child" if self.table != "HOLDS" and self.kind == "birth" else "it")
        return frozenset(found)


@lru_cache(maxsize=1)
def forms() -> tuple[Form, ...]:
    """Every form of both languages, variants spelt out; half as dealt by `SPLIT`."""
    return dealt(SPLIT)


@lru_cache(maxsize=4)
def dealt(split: int) -> tuple[Form, ...]:
    found: list[Form] = []
    for lang, source in SOURCE.items():
        for table in (*BY_KIND, *FRAMES, *CHAT):
            entry = getattr(source, table)
            blocks = entry.items() if isinstance(entry, dict) else [("", entry)]
            for kind, block in blocks:
                found += _block(lang, table, kind, block, split)
    return tuple(found)


def _block(lang: Lang, table: str, kind: str, block: str, split: int) -> Iterable[Form]:
    lines = [line.strip() for line in block.strip().splitlines()]
    ids = [f"{lang}.{table.lower()}.{kind or 'any'}.{hashlib.sha256(line.encode()).hexdigest()[:6]}" for line in lines]
    if len(set(ids)) < len(ids):
        raise ValueError(f"a form stands twice in {lang} {table} {kind}")
    halves = _halves(list(zip(ids, lines, strict=True)), split)
    for id, line in zip(ids, lines, strict=True):
        *needs, text = line.split(":: ")
        question, _, answers = text.partition(" => ")
        options = [answer.strip() for answer in answers.split(" | ")] if answers else [""]
        variants = [(text, answer) for text in _variants(question) for answer in options]
        for number, (variant, answer) in enumerate(variants):
            name = f"{id}:{number}" if len(variants) > 1 else id
            yield Form(name, lang, table, kind, variant, halves[id], tuple(needs), answer)


def _halves(entries: list[tuple[str, str]], split: int) -> dict[str, Half]:
    """By hash of the id; where a half would have less than a third of like forms, the nearest ones change over."""
    halves: dict[str, Half] = {}
    groups: dict[tuple[object, ...], list[str]] = {}
    for id, line in entries:
        *needs, text = line.split(":: ")
        plain = "{since!}" not in text and "{from}" not in text
        groups.setdefault((plain and "{with}" in text, plain, *needs), []).append(id)
    for ids in groups.values():
        ranked = sorted(ids, key=lambda id: hashlib.sha256(f"{split}/{id}".encode()).hexdigest())
        mine: dict[Half, list[str]] = {"a": [], "b": []}
        for id in ranked:
            mine[half_of(id, split)].append(id)
        least = max(len(ids) // 3, min(2, len(ids) // 2))
        for few, many in ((mine["a"], mine["b"]), (mine["b"], mine["a"])):
            while len(few) < least:
                few.append(many.pop())
        halves.update({id: half for half, members in mine.items() for id in members})
    return halves


def _variants(text: str) -> list[str]:
    """`<a|b> c` is "a c" and "b c"."""
    parts = re.split(r"<([^<>]*)>", text)
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


class Book:
    """The forms of one half, or of both (None), by language, table and kind."""

    def __init__(self, half: Half | None, split: int = SPLIT) -> None:
        self._by: dict[tuple[Lang, str, str], tuple[Form, ...]] = {}
        for form in dealt(split):
            if half in (None, form.half):
                key = (form.lang, form.table, form.kind)
                self._by[key] = (*self._by.get(key, ()), form)

    def of(self, lang: Lang, table: str, kind: str = "") -> tuple[Form, ...]:
        return self._by.get((lang, table, kind), ())
