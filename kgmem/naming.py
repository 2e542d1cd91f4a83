"""What a name is made of: its words without title or legal form, its numbers, and the short forms of given names.

Everything here is a function of the name alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgmem.chinese_kin_words import kin_nouns, plain_noun
from kgmem.chinese_name_signs import MIDDOT, may_be_full_name
from kgmem.chinese_name_signs import short_forms as called_in_talk
from kgmem.han import has_han, simplified
from kgmem.text import cjk_share, name_key

LONGEST_NAME = 200
SHORTEST_JOINED = 6
"""Letters a name needs before it may be the same as one that is only spaced otherwise."""

_SIGNS = re.compile(r"[\s\-_./'’·]+")
_NUMBERS = re.compile(r"\d+")
_OWNER = re.compile(r"(.+)(?:['’]s|(?<=s)['’]) (.+)", re.S)
_HAN_OWNER = re.compile(r"(.+)的([^的]+)", re.S)


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart. `key` is how it is looked up, `root` what is left of it without title, legal form and
    spacing: names of one root are one name. `words` are those of the root. A description ("ana's sister") has an
    `owner` and a `noun`; a name with a qualifier ("lin wei (beacon mills)") is one of its own."""

    key: str
    root: str
    words: tuple[str, ...] = ()
    title: str = ""
    owner: str = ""
    noun: str = ""
    short: frozenset[str] = frozenset()  # what somebody with this Chinese name is called in talk

    @property
    def is_description(self) -> bool:
        return bool(self.owner)

    @property
    def is_bare(self) -> bool:
        """One word only, without numbers: what can be short for a longer name."""
        if self.short and len(self.root) > 2:
            return False
        return len(self.words) == 1 and not self.owner and not _NUMBERS.search(self.root) and len(self.root) > 1

    @property
    def is_full(self) -> bool:
        """Two to four words without numbers, as a given name with a family name has; or a Chinese one with both."""
        if self.short:
            return not self.owner
        plain = not self.owner and not _NUMBERS.search(self.root) and "(" not in self.key
        return plain and 2 <= len(self.words) <= 4 and cjk_share(self.key) == 0

    @property
    def fullness(self) -> tuple[bool, int, int, str]:
        """By which of two names of one thing the other is short: the greater is the fuller."""
        return not self.owner, len(self.words), len(self.root), self.root

    @property
    def tie(self) -> str:
        """What stands between an owner and a noun in names of this script."""
        return "的" if has_han(self.noun) else "'s "

    @property
    def initials(self) -> tuple[str, ...]:
        return tuple(word[0] for word in self.words[1:-1])


class Naming:
    """Takes names apart by the titles and legal forms of an ontology."""

    def __init__(self, titles: Mapping[str, str], legal_forms: frozenset[str]) -> None:
        self._titles, self._legal_forms = titles, legal_forms
        self._known: dict[str, Name] = {}

    def name(self, key: str) -> Name:
        """The parts of a name, by its key."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._taken_apart(key)
        return found

    def _taken_apart(self, key: str) -> Name:
        if found := _OWNER.fullmatch(key):
            return Name(key, key, tuple(key.split()), owner=found[1], noun=found[2])
        if has_han(key):
            return _in_chinese(key)
        words = [word for word in (part.strip(",.") for part in key.split()) if word]
        title = ""
        while len(words) > 1 and words[0] in self._titles:
            title, words = words[0], words[1:]
        while len(words) > 1 and words[-1] in self._legal_forms:
            words = words[:-1]
        if title and len(words) == 1:  # Mr Smith and Mrs Smith are two
            return Name(key, f"{title} {words[0]}", (words[0],), title)
        return Name(key, " ".join(words) or key, tuple(words) or (key,), title)


def _in_chinese(key: str) -> Name:
    """A name in Chinese signs: "永康的妈妈" is a description, 徐永康 somebody with a surname."""
    plain = simplified(key)
    if (found := _HAN_OWNER.fullmatch(plain)) and found[2] in kin_nouns():
        return Name(key, key, (key,), owner=key[: found.end(1)], noun=plain_noun(found[2]))
    short = called_in_talk(plain) if may_be_full_name(plain) or any(dot in plain for dot in MIDDOT) else ()
    return Name(key, key, tuple(key.split()) or (key,), short=frozenset(short))


def key_of(name: str) -> str:
    return name_key(name)[:LONGEST_NAME]


def is_nameable(key: str) -> bool:
    """False for what names nothing: no letter and no digit in it, or a pronoun."""
    return any(sign.isalnum() for sign in key) and key not in PRONOUNS


def compact(root: str) -> str:
    """The name without blanks and signs, for "NightPorter" and "night porter"; itself if it is too short for that, or
    has numbers: these are told apart by every sign. A Chinese name is in simplified signs."""
    if has_han(root):
        return simplified(_SIGNS.sub("", root))
    joined = _SIGNS.sub("", root)
    return joined if len(joined) >= SHORTEST_JOINED and not _NUMBERS.search(root) else root


@cache
def short_forms() -> Mapping[str, frozenset[str]]:
    """Nickname -> the given names it is short for, from the list that is shipped (NOTICE)."""
    found: dict[str, set[str]] = {}
    pairs: dict[str, list[str]] = {}
    for line in (files("kgmem") / "data" / "nicknames.txt").read_text(encoding="utf-8").splitlines():
        given, _, nicks = line.partition(": ")
        pairs[given] = nicks.split()
    for given, known in pairs.items():
        for nick in known:
            if len(nick) < len(given) and given[:-1] != nick:  # Ann and Anna are two names
                found.setdefault(nick, set()).add(given)
    return {nick: frozenset(given) for nick, given in found.items()}


@cache
def _nicknames() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for nick, given in short_forms().items():
        for name in given:
            found.setdefault(name, set()).add(nick)
    return {given: frozenset(nicks) for given, nicks in found.items()}


def nicknames_of(given: str) -> frozenset[str]:
    """The nicknames that are short for a given name."""
    return _nicknames().get(given, frozenset())


def is_short_for(nick: str, given: str) -> bool:
    """True for "bob" and "robert"."""
    return given in short_forms().get(nick, ())


PRONOUNS = frozenset(
    """i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
    herself they them their theirs themselves it its itself""".split()
)
