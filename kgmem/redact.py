"""Secrets leave a text before anything of it is written: each becomes `[redacted:KIND]`.

A `Policy` says what happens to each kind: secrets (keys, passwords, cards) are redacted unless it says
otherwise, personal data (e-mail, telephone, account, id and internet addresses) is kept unless it says
otherwise. What is found and how: `redact_secrets`, `redact_words`, `redact_personal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kgmem.errors import ConfigError, InvalidArgument
from kgmem.records import Redaction
from kgmem.redact_personal import PERSONAL
from kgmem.redact_rule import PLACEHOLDER, Rule, is_no_value, masked, placeholder
from kgmem.redact_secrets import KEYS
from kgmem.redact_words import ANNOUNCED, PERSONAL_NAME, SECRET_NAME

Action = Literal["redact", "mask", "block", "allow"]
ACTIONS: tuple[Action, ...] = ("redact", "mask", "block", "allow")

RULES: tuple[Rule, ...] = (*KEYS, *ANNOUNCED, *PERSONAL)
SECRET_KINDS = tuple(dict.fromkeys(rule.kind for rule in (*KEYS, *ANNOUNCED)))
PERSONAL_KINDS = tuple(dict.fromkeys(rule.kind for rule in PERSONAL))
_GROUPS = {"secrets": SECRET_KINDS, "personal": PERSONAL_KINDS}

PASSES = 4
"""A replacement can uncover a neighbour that touched it; two passes were enough for every text seen."""
DEEPEST = 64
"""Lists and objects within one another that metadata may have."""


class Policy:
    """What becomes of each kind: `Policy(email="mask", personal="redact", card="block")`.

    redact: a placeholder takes its place. mask: so it does, with an e-mail's domain, or the last four signs
    of what has ten or more. block: the write is refused. allow: it is kept; never for secrets.
    `secrets` and `personal` stand for all kinds of theirs that are not named themselves.

    Raises ConfigError for a kind or an action that does not exist.
    """

    __slots__ = ("_said",)

    def __init__(self, secrets: Action = "redact", personal: Action = "allow", **kinds: Action) -> None:
        said = {"secrets": secrets, "personal": personal, **kinds}
        for kind, action in said.items():
            _check(kind, action)
        self._said: dict[str, Action] = said

    @classmethod
    def parse(cls, settings: Iterable[str]) -> Policy:
        """The policy that texts such as "email=mask" spell."""
        said: dict[str, str] = {}
        for setting in settings:
            kind, sign, action = setting.partition("=")
            if not sign:
                raise ConfigError("a redaction is written KIND=ACTION, as in email=mask")
            said[kind.strip().replace("-", "_")] = action.strip()
        return cls.from_dict(said)

    @classmethod
    def from_dict(cls, said: Mapping[str, Any]) -> Policy:
        return cls(**{str(kind): action for kind, action in said.items()})

    def to_dict(self) -> dict[str, str]:
        """What was said, as JSON can hold it: `from_dict` gives the same policy."""
        return dict(self._said)

    def action(self, kind: str) -> Action:
        return self._said.get(kind) or self._said["personal" if kind in PERSONAL_KINDS else "secrets"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and all(
            self.action(kind) == other.action(kind) for kind in (*SECRET_KINDS, *PERSONAL_KINDS)
        )

    def __hash__(self) -> int:
        return hash(tuple(self.action(kind) for kind in (*SECRET_KINDS, *PERSONAL_KINDS)))

    def __repr__(self) -> str:
        return f"Policy({', '.join(f'{kind}={action!r}' for kind, action in self._said.items())})"


def _check(kind: str, action: object) -> None:
    if kind not in (*_GROUPS, *SECRET_KINDS, *PERSONAL_KINDS):
        raise ConfigError(
            f"no kind of redaction is called {kind[:40]!r}; there are the groups {', '.join(_GROUPS)} "
            f"and {', '.join((*SECRET_KINDS, *PERSONAL_KINDS))}"
        )
    if action not in ACTIONS:
        raise ConfigError(f"{kind} cannot be {str(action)[:40]!r}; use one of {', '.join(ACTIONS)}")
    if action == "allow" and kind not in ("personal", *PERSONAL_KINDS):
        raise ConfigError(f"{kind} cannot be 'allow': secrets are never stored; use redact, mask or block")


DEFAULT = Policy()


class Sighting(NamedTuple):
    """One secret or personal datum: its place in the text, and its kind."""

    start: int
    end: int
    kind: str


def redact(text: str, policy: Policy = DEFAULT, *, where: str = "text") -> tuple[str, tuple[Redaction, ...]]:
    """The text with everything replaced that the policy does not allow, and what was replaced, in order.

    Spans are those of the placeholders in the returned text. Placeholders that were there before are
    left alone and not reported, so a second call returns the same text and nothing found.

    Raises InvalidArgument, naming kind and place in `where`, for what the policy blocks.
    """
    marks: list[Redaction] = []
    for _ in range(PASSES):
        found = sightings(text, policy)
        if not found:
            break
        for start, _, kind in found:
            if policy.action(kind) == "block":
                raise InvalidArgument(
                    f"{where} holds what the policy blocks ({kind}) at character {start}; nothing was stored: "
                    f"take it out, or allow the memory to replace it ({kind}=redact)"
                )
        text, marks = _replace(text, found, marks, policy)
    return text, tuple(marks)


def redact_value(value: Any, policy: Policy = DEFAULT, *, where: str = "metadata") -> Any:
    """JSON-like data with everything replaced that the policy does not allow, keys included. A tuple becomes a list.

    Under a key that names a secret ("password", "api_key") the whole text goes; a number goes under
    "pin" and the like, but not under "tokens". Two keys that become one are numbered.

    Raises InvalidArgument for what the policy blocks, and for what nests deeper than DEEPEST.
    """
    return _redact_value(value, policy, where, DEEPEST)


def _redact_value(value: Any, policy: Policy, where: str, deeper: int) -> Any:
    if isinstance(value, str):
        return redact(value, policy, where=where)[0]
    if isinstance(value, (dict, list, tuple)) and deeper == 0:
        raise InvalidArgument(f"{where} nests deeper than {DEEPEST} lists and objects; flatten it")
    if isinstance(value, dict):
        done: dict[Any, Any] = {}
        for key, inner in value.items():
            name = redact(key, policy, where=f"a key of {where}")[0] if isinstance(key, str) else key
            free, count = name, 1
            while free in done:
                free, count = f"{name} {count + 1}", count + 1
            done[free] = _named_value(key, inner, policy, where, deeper - 1)
        return done
    if isinstance(value, (list, tuple)):
        return [_redact_value(inner, policy, where, deeper - 1) for inner in value]
    return value


def _named_value(key: Any, value: Any, policy: Policy, where: str, deeper: int) -> Any:
    if isinstance(key, str):
        if isinstance(value, (list, tuple)) and SECRET_NAME.fullmatch(key) and deeper > 0:
            return [_named_value(key, inner, policy, where, deeper - 1) for inner in value]
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            number = isinstance(value, int) or value.isdigit()
            name = PERSONAL_NAME if number else SECRET_NAME
            if name.fullmatch(key) and not is_no_value(str(value)):
                if policy.action("secret") == "block":
                    raise InvalidArgument(f"{where} holds what the policy blocks (secret); nothing was stored")
                return placeholder("secret") if policy.action("secret") == "redact" else masked("secret", str(value))
        if type(value) is int and 10**10 <= value < 10**16:
            return value if (said := _digits_of(key, value, policy, where)) is None else said
    return _redact_value(value, policy, where, deeper)


def _digits_of(key: str, value: int, policy: Policy, where: str) -> str | None:
    """The placeholder of a card or telephone number that stands as a number under a key, else None."""
    said = f"{key}: {value}"
    place = len(key) + 2
    if (place, len(said)) not in [(start, end) for start, end, _ in sightings(said, policy)]:
        return None
    return redact(said, policy, where=where)[0].rpartition(": ")[2]


def sightings(text: str, policy: Policy = DEFAULT) -> list[Sighting]:
    """Everything in the text that the policy does not allow, in order, none touching another.

    Where rules overlap the first rule names it; a secret wins over personal data.
    """
    secrets = _merged(text, (*KEYS, *ANNOUNCED))
    asked = [rule for rule in PERSONAL if policy.action(rule.kind) != "allow"]
    if not asked:
        return secrets
    taken = [(start, end) for start, end, _ in secrets]
    if "[redacted:" in text:
        taken += [match.span() for match in PLACEHOLDER.finditer(text)]
    personal = _merged(text, asked)
    return sorted([*secrets, *_apart(personal, sorted(taken))])


def _apart(found: Sequence[Sighting], taken: Sequence[tuple[int, int]]) -> list[Sighting]:
    """Those of `found` that meet none of `taken`; both in order."""
    kept: list[Sighting] = []
    place = 0
    for sighting in found:
        while place < len(taken) and taken[place][1] <= sighting.start:
            place += 1
        if place == len(taken) or sighting.end <= taken[place][0]:
            kept.append(sighting)
    return kept


def _merged(text: str, rules: Sequence[Rule]) -> list[Sighting]:
    lower = text.lower()
    spans: list[tuple[int, int, int]] = []
    for order, rule in enumerate(rules):
        if not rule.hints or any(hint in lower for hint in rule.hints):
            spans.extend((start, end, order) for start, end in rule.find(text))
    merged: list[tuple[int, int, int]] = []
    for start, end, order in sorted(spans):
        if merged and start < merged[-1][1]:
            last = merged.pop()
            start, end, order = last[0], max(last[1], end), min(last[2], order)
        merged.append((start, end, order))
    return [
        Sighting(start, end, rules[order].kind)
        for start, end, order in merged
        if start < end and not PLACEHOLDER.fullmatch(text, start, end)
    ]


def _replace(
    text: str, found: Sequence[Sighting], marks: list[Redaction], policy: Policy
) -> tuple[str, list[Redaction]]:
    """Put placeholders for `found`; `marks` are those of earlier passes, moved along or swallowed."""
    pieces: list[str] = []
    placed: list[Redaction] = []
    waiting = iter(marks)
    mark = next(waiting, None)
    at = grown = 0
    for start, end, kind in [*found, Sighting(len(text), len(text), "")]:
        while mark is not None and mark.start < max(end, start + 1):
            if mark.end <= start:
                placed.append(Redaction(mark.kind, mark.start + grown, mark.end + grown))
            mark = next(waiting, None)
        pieces.append(text[at:start])
        if kind:
            put = masked(kind, text[start:end]) if policy.action(kind) == "mask" else placeholder(kind)
            pieces.append(put)
            placed.append(Redaction(kind, start + grown, start + grown + len(put)))
            grown += len(put) - (end - start)
        at = end
    return "".join(pieces), placed
