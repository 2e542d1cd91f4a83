"""Questions over several documents, from files of every shape in which these sets are passed on.

A file is a list of questions (or an object that holds one, or an object a line), each perhaps with passages of its own;
what a passage and a piece of gold look like is told from the fields that are there.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgmem.text import fold

QUESTIONS = ("questions", "data", "examples", "items", "qas")
CORPUS = ("corpus", "passages", "documents", "docs", "chunks", "paragraphs", "pool")
OWN = ("paragraphs", "context", "contexts", "ctxs", "passages", "documents", "docs")
TEXT = ("text", "paragraph_text", "passage", "content", "contents", "body", "sentences", "paragraph")
SUPPORTS = ("is_supporting", "is_gold", "supporting", "is_relevant", "has_answer")
GOLD = (
    *("gold_titles", "supporting_titles", "gold_docs", "supporting_docs", "gold_passages", "supporting_passages"),
    *("gold_ids", "gold", "supporting_ids", "positive_ctxs", "relevant"),
)
_ASIDE = re.compile(r"\s*\([^()]*\)\s*\Z")

Alternatives = frozenset[str]
"""Passages that are the same piece of evidence: any of them will do."""


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are the pieces that were found in the corpus, `missing` is how many were not."""

    id: str
    text: str
    kind: str
    evidence: tuple[Alternatives, ...]
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Set:
    name: str
    passages: Sequence[Passage]
    questions: Sequence[Question]


def read(path: Path) -> Iterator[Set]:
    """The sets in a folder, or the one of a file."""
    if path.is_file():
        yield _read_file(path)
        return
    files = sorted(one for one in path.glob("*.json*") if ".json" in one.suffixes or ".jsonl" in one.suffixes)
    questions = [one for one in files if "question" in one.name]
    corpora = [one for one in files if "corpus" in one.name]
    if questions and corpora:
        corpus = _corpus(_json(corpora[0]))
        asked = [item for one in questions for item in _asked(_json(one))]
        yield Set(path.name, corpus, list(_questions(asked, corpus)))
        return
    found = [one for one in files if one not in corpora and _asked(_json(one))]
    if not found:
        raise SystemExit(f"{path} holds no questions; give a file with a list of questions and their passages")
    for one in found:
        yield _read_file(one)


def _read_file(path: Path) -> Set:
    value = _json(path)
    asked = _asked(value)
    if not asked:
        raise SystemExit(f"{path} holds no list of questions; each needs a question and its passages or its evidence")
    stem = path.name.split(".")[0]
    rows: Any = next((value[name] for name in CORPUS if value.get(name)), None) if isinstance(value, dict) else None
    beside = sorted(path.parent.glob("*corpus*.json*"))
    own = [one for one in beside if one.name.split(".")[0] == f"{stem}_corpus"]
    if rows is None and own:
        rows = _json(own[0])
    elif rows is None and not any(_own(one) for one in asked) and beside:
        rows = _json(beside[0])
    if rows is None:
        rows = [passage for one in asked for passage in _own(one)]
    if not rows:
        raise SystemExit(f"{path} holds questions without passages; put {stem}_corpus.json beside it")
    corpus = _corpus(rows)
    return Set(stem, corpus, list(_questions(asked, corpus)))


def _json(path: Path) -> Any:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _asked(value: Any) -> list[Mapping[str, Any]]:
    """The questions in a value, [] for none."""
    if isinstance(value, dict):
        inner = [value[name] for name in QUESTIONS if name in value]
        return next((found for one in (*inner, list(value.values())) if (found := _asked(one))), [])
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return []
    known = {*OWN, *GOLD, "evidence", "evidences", "supporting_facts", "answer"}
    first = value[0]
    return value if _text_of(first) and not known.isdisjoint(first) else []


def _text_of(one: Mapping[str, Any]) -> str:
    return str(one.get("question") or one.get("query") or "")


def _corpus(rows: Any) -> list[Passage]:
    """Passages in order, each pair of title and text once."""
    pairs = (
        [(str(title), _joined(text)) for title, text in rows.items()] if isinstance(rows, dict) else map(_pair, rows)
    )
    told = dict.fromkeys((title.strip(), text) for title, text in pairs if text)
    return [Passage(f"p{place}", title, text) for place, (title, text) in enumerate(told)]


def _pair(row: Any) -> tuple[str, str]:
    """Title and text of a passage: an object, a pair, or a text whose first line is its title."""
    if isinstance(row, dict):
        text = next((row[name] for name in TEXT if row.get(name)), "")
        title = row.get("title") or row.get("name") or ""
        return (str(title).strip(), _joined(text)) if title else _split(_joined(text))
    if isinstance(row, str):
        return _split(row)
    return str(row[0]).strip(), _joined(row[1])


def _split(text: str) -> tuple[str, str]:
    first, end, rest = text.strip().partition("\n")
    first = re.sub(r"\A\d+\s*:\s*", "", first)
    return (first.strip(), rest.strip()) if end and rest.strip() and len(first) < 200 else ("", text.strip())


def _joined(text: Any) -> str:
    """A passage as one text; sentences of a list keep the blanks they begin with."""
    if isinstance(text, str):
        return text.strip()
    parts = [str(part) for part in text]
    return ("" if any(part[:1].isspace() for part in parts[1:]) else " ").join(parts).strip()


def _own(question: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The passages that a question brings with it."""
    rows: Any = next((question[name] for name in OWN if isinstance(question.get(name), list | dict)), ())
    if isinstance(rows, dict):  # columns, or texts by title
        if "title" in rows:
            texts = next(rows[name] for name in TEXT if name in rows)
            return [(str(t).strip(), _joined(x)) for t, x in zip(rows["title"], texts, strict=True)]
        return [(str(title).strip(), _joined(text)) for title, text in rows.items()]
    return [_pair(row) for row in rows if row]


# Gold ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Places:
    """Where the passages of a corpus are, by what gold may name them by."""

    titles: dict[str, list[str]] = field(default_factory=dict)
    bare: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)

    def titled(self, name: str) -> list[str] | None:
        return self.titles.get(_key(name)) or self.bare.get(_key(_ASIDE.sub("", name)))


def _questions(asked: Iterable[Mapping[str, Any]], corpus: Sequence[Passage]) -> Iterator[Question]:
    places = _Places()
    for passage in corpus:
        places.titles.setdefault(_key(passage.title), []).append(passage.id)
        places.bare.setdefault(_key(_ASIDE.sub("", passage.title)), []).append(passage.id)
        places.texts[passage.title, passage.text] = passage.id
    for place, one in enumerate(asked):
        wanted = list(_wanted(one, places, corpus))
        pieces = dict.fromkeys(frozenset(piece) for piece in wanted if piece)
        name = str(one.get("_id") or one.get("id") or place)
        yield Question(name, _text_of(one), _kind(one, name), tuple(pieces), sum(not piece for piece in wanted))


def _wanted(one: Mapping[str, Any], places: _Places, corpus: Sequence[Passage]) -> Iterator[list[str] | None]:
    """The pieces of evidence: passages marked as such, else titles of supporting facts, else whatever is listed as
    gold, else the subjects of evidence triples; None for one that is not in the corpus."""
    own = _own(one)
    rows: Any = next((one[name] for name in OWN if isinstance(one.get(name), list)), [])
    marked = [
        pair
        for row, pair in zip((row for row in rows if row), own, strict=False)
        if isinstance(row, dict) and any(row.get(mark) for mark in SUPPORTS)
    ]
    if marked:
        yield from (_only(places.texts.get(pair)) for pair in marked)
        return
    facts = one.get("supporting_facts") or ()
    if facts:
        named = facts["title"] if isinstance(facts, dict) else [f[0] if isinstance(f, list) else f for f in facts]
        here = {title: (title, text) for title, text in own}
        for title in dict.fromkeys(str(name).strip() for name in named):
            yield _only(places.texts.get(here.get(title, ("", "")))) or places.titled(title)
        return
    listed = next((one[name] for name in GOLD if isinstance(one.get(name), list) and one[name]), None)
    if listed is not None:
        for item in listed:
            yield _named(item, own, places, corpus)
        return
    triples = one.get("evidence") or one.get("evidences") or ()
    yield from (places.titled(name) for name in dict.fromkeys(str(t[0]) for t in triples if isinstance(t, list) and t))


def _named(item: Any, own: Sequence[tuple[str, str]], places: _Places, corpus: Sequence[Passage]) -> list[str] | None:
    if isinstance(item, int):
        if own:
            return _only(places.texts.get(own[item])) if item < len(own) else None
        return [corpus[item].id] if item < len(corpus) else None
    if isinstance(item, str):
        pair = _split(item)
        return places.titled(item) or _only(places.texts.get(pair)) or places.titled(pair[0] or "\n")
    pair = _pair(item)
    return _only(places.texts.get(pair)) or places.titled(pair[0] or "\n")


def _only(found: str | None) -> list[str] | None:
    return None if found is None else [found]


def _kind(one: Mapping[str, Any], name: str) -> str:
    given = one.get("question_type") or one.get("type") or (name.split("__")[0] if "hop" in name else "")
    return str(given) or "all"


def _key(title: str) -> str:
    return fold(title).strip(" \"'“”")
