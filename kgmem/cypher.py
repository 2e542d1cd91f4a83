"""The read-only door for Cypher that people or agents wrote: what may pass, decided on tokens.

The engine's read-only mode alone does not do: it still reads and writes files (COPY TO, LOAD FROM,
EXPORT) and lets `; COMMIT; CREATE ...` write. So one statement is taken, made of reading clauses only,
with strings and comments understood, so that `WHERE n.name = 'DELETE ME'` passes and `detach/**/delete`
does not. It then runs in a read-only transaction with a time limit and a row limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from kgmem.errors import InvalidArgument, ReadOnlyQuery
from kgmem.temporal import parse_bound

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<quoted>`[^`]*`)
      | (?P<param>\$\w+)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<sign>(?!/\*)[-+*/%^=<>!~|&.,:()\[\]{}?])""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
STARTS = frozenset({"MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL"})
FORBIDDEN = frozenset(
    "ALTER ATTACH BEGIN CHECKPOINT COMMENT COMMIT COPY CREATE DELETE DETACH DROP EXPORT EXTENSION FOREACH FORCE "
    "GLOB IMPORT INSERT INSTALL LOAD MACRO MERGE NEXTVAL PROJECT_GRAPH REMOVE ROLLBACK SEQUENCE SET TRANSACTION "
    "UNINSTALL UPDATE USE".split()
)
CALLABLE = frozenset({"SHOW_TABLES", "TABLE_INFO", "SHOW_CONNECTION", "DB_VERSION"})
MAX_QUERY = 20_000
MAX_DEPTH, MAX_TOKENS = 40, 1_500
"""The engine's parser crashes or runs on for minutes beyond some thousands."""
BOTTOMLESS = frozenset(
    {"LPAD", "RPAD", "REPEAT", "LEVENSHTEIN", "LABEL", "LIST_TRANSFORM", "LIST_REDUCE", "LIST_FILTER"}
)
"""Functions inside which kuzu 0.11.3 ignores its time limit, or crashes (label of a list element)."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a query: `columns` names them, `truncated` says that the row limit cut some off.

    Nodes and relationships come as dicts with `_label` and their properties.
    """

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool = False

    def dicts(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def check_read_only(query: str) -> str:
    """The query without its closing semicolon, if it is one statement that can only read.

    Raises ReadOnlyQuery, naming the word that does not pass.
    """
    if not isinstance(query, str) or not query.strip():
        raise ReadOnlyQuery("the query is empty; write one statement such as MATCH (n:Entity) RETURN n.name LIMIT 10")
    if len(query) > MAX_QUERY:
        raise ReadOnlyQuery(f"the query is longer than {MAX_QUERY} characters; pass long values as parameters")
    if not _is_unicode(query):
        raise ReadOnlyQuery("the query holds half of a sign (a lone surrogate); write whole ones")
    text = query.strip().removesuffix(";")
    before, calling, depth = "", False, 0
    for position, (kind, token) in enumerate(_tokens(text)):
        word = token.upper() if kind == "word" else token
        if position == 0 and word not in STARTS:
            raise ReadOnlyQuery(f"a reading query starts with {', '.join(sorted(STARTS))}, not with {token[:20]!r}")
        if calling and word not in CALLABLE:
            raise ReadOnlyQuery(f"CALL {token[:20]} is not open to queries; these are: {', '.join(sorted(CALLABLE))}")
        name = before in (".", ":", "|")  # a property or a label, whatever it is called
        if kind == "word" and word in FORBIDDEN and not name:
            raise ReadOnlyQuery(f"{word} does not pass: this door only reads; write through the Memory's own verbs")
        depth += (token in "([{") - (token in ")]}")
        if depth > MAX_DEPTH or position > MAX_TOKENS:
            raise ReadOnlyQuery(
                f"the query nests deeper than {MAX_DEPTH} or has more than {MAX_TOKENS} words; simplify it"
            )
        if kind == "sign" and token == "(" and before in BOTTOMLESS:
            raise ReadOnlyQuery(f"{before.lower()}() does not pass: the engine cannot be stopped inside it")
        calling = kind == "word" and word == "CALL" and not name
        before = word
    if calling:
        raise ReadOnlyQuery(f"CALL needs a function: {', '.join(sorted(CALLABLE))}")
    return text


def check_params(query: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
    """Parameters that fit the query's `$names` exactly, with times as microseconds.

    Raises InvalidArgument for a missing or unknown name, or a value the engine cannot hold.
    """
    if params is not None and not isinstance(params, Mapping):
        raise InvalidArgument(f"params must be a dict of names and values, not {type(params).__name__}")
    given = {str(name): value for name, value in (params or {}).items()}
    wanted = {token[1:] for kind, token in _tokens(query) if kind == "param"}
    if wanted != set(given):
        missing, extra = sorted(wanted - set(given)), sorted(set(given) - wanted)
        raise InvalidArgument(f"query parameters do not match: missing {missing}, not in the query {extra}")
    return {name: _value(name, value) for name, value in given.items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, datetime | date):
        return parse_bound(value, None, name=name)
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        raise InvalidArgument(f"parameter {name} does not fit into 64 bits")
    if isinstance(value, str) and not _is_unicode(value):
        raise InvalidArgument(f"parameter {name} holds half of a sign (a lone surrogate); pass whole ones")
    if isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, list | tuple) and (kinds := {type(part) for part in value}) <= {str, int, float, bool}:
        if len(kinds) > 1 and kinds != {int, float}:
            raise InvalidArgument(f"parameter {name} is a list of several kinds of values; the engine takes one kind")
        return [float(part) if len(kinds) > 1 else _value(name, part) for part in value]
    raise InvalidArgument(
        f"parameter {name} must be text, a number, a bool, a time or a list of those, not {type(value).__name__}"
    )


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """(kind, token) without blanks and comments. Raises ReadOnlyQuery at a sign outside the grammar."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            sign = text[at]
            reason = "one statement at a time" if sign == ";" else "strings in quotes, everything else in ASCII"
            raise ReadOnlyQuery(f"{sign!r} at position {at} does not pass: {reason}")
        at = found.end()
        assert found.lastgroup is not None
        if found.lastgroup != "blank":
            yield found.lastgroup, found.group()
