"""Checks of the arguments that several verbs share: each returns the value or says what would be right."""

from __future__ import annotations

from reprlib import repr
from typing import Any

from kgmem.errors import InvalidArgument
from kgmem.redact import DEFAULT, Policy, redact
from kgmem.text import clean, is_blank

DEFAULT_LIMIT = 10


def checked_query(query: Any) -> str:
    if not isinstance(query, str):
        raise InvalidArgument(f"query must be a str, not {type(query).__name__}")
    text = clean(query)
    if is_blank(text):
        raise InvalidArgument("query is empty or blank; ask for something")
    return text


def checked_limit(limit: Any) -> int:
    if limit is None:
        return DEFAULT_LIMIT
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise InvalidArgument(f"limit must be a whole number from 0, or None for the default, not {repr(limit)}")
    return limit


def checked_name(value: Any, what: str, *, longest: int = 200, policy: Policy = DEFAULT) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(f"{what} must be a str, not {type(value).__name__}")
    name = redact(" ".join(clean(value).split()), policy, where=what)[0]
    if is_blank(name):
        raise InvalidArgument(f"{what} is empty or blank")
    if len(name) > longest:
        raise InvalidArgument(f"{what} has {len(name)} characters, more than {longest}; shorten it")
    return name


def checked_confidence(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidArgument(f"confidence must lie above 0 and up to 1, not {repr(value)}")
    return float(value)


def checked_text(value: Any, what: str, *, policy: Policy = DEFAULT) -> str:
    """Text that may be empty, cleaned and without what the policy does not allow."""
    if not isinstance(value, str):
        raise InvalidArgument(f"{what} must be a str, not {type(value).__name__}")
    return redact(clean(value), policy, where=what)[0]


def checked_trust(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidArgument(f"trust must lie between 0 and 1, not {repr(value)}")
    return float(value)
