"""Personal data that shows by its shape or checksum: addresses, telephone and account numbers, ids.

Only what can be told from other numbers is taken: a number that fails its checksum stays, and so does a
telephone number without its country code, unless it is a Chinese mobile's.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from kgmem.redact_numbers import CALLING_CODES, IBAN_LENGTH, OTHER_NUMBER, is_iban, is_resident_id
from kgmem.redact_rule import Found, Rule, shape

_L = r"\w\u00c0-\u024f"
_EMAIL = re.compile(
    rf"(?<![{_L}.+%/@-])(?P<local>[{_L}+%-]{{1,64}}+(?:\.[{_L}+%-]{{1,64}}+){{0,8}}+)@"
    rf"(?:[{_L}](?:[{_L}-]{{0,61}}[{_L}])?\.){{1,8}}(?:[A-Za-z]{{2,24}}|xn--[A-Za-z0-9-]{{2,58}})(?![{_L}@-])",
    re.ASCII,
)
_REPOSITORY = re.compile(r":[\w~/]")

_PHONE = re.compile(r"(?<![\w+*#/=.-])(?:\+|00)[1-9](?:[ \u00a0.()/-]{0,2}\d){6,14}(?![\w*#]|[.,:/-]\d)", re.ASCII)
_PHONE_ZH = re.compile(r"(?<![\w+.-])1[3-9]\d([ -]?)\d{4}\1\d{4}(?![\w*#]|[.,:/-]\d)", re.ASCII)
_PHONE_WORD = re.compile(r"(?i)phone|call|mobile|\btel\b|whatsapp|wechat|sms|电话|手机|联系|微信|致电")

_IBAN = re.compile(r"(?<![A-Za-z0-9])(?=([A-Z]{2}))\1\d\d(?:[ \u00a0]?[A-Z0-9]){11,30}(?![a-z])", re.ASCII)
_RESIDENT = re.compile(r"(?<![A-Za-z0-9])\d{6}([ ]?)\d{8}\1\d{3}[\dXx](?![A-Za-z0-9])", re.ASCII)

_PASSPORT = (
    r"(?i:\bpassport(?:\s{1,4}(?:number|no\.?|nr\.?))?|护照(?:号码?|号是)?)"
    r"(?:\s{0,4}[:：#是为]{1,2}\s{0,4}|\s{1,4}(?:is|was)\s{1,4}|\s{1,4})(?P<secret>[A-Z]{1,2}\d{6,8}|[A-Z]\d{2}[A-Z]{2}\d{4}"
    r"|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}|\d{9})(?![A-Za-z0-9])"
)

_IP4 = re.compile(r"(?<![\w.:/\\-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\w)", re.ASCII)
_IP4_URL = re.compile(r"://(\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\w)", re.ASCII)
_IP6 = re.compile(
    r"(?<![\w.:])(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{2,39}+(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\w:]|\.\w)"
)
_IP6_LOOKS = re.compile(r"(?=.*:.*:)(?=.*\d).*[0-9A-Fa-f]{3}")
"""Without a long group it is a time, a hardware address or a slice such as 1::2."""
_VERSION = re.compile(r"(?i)(?:\bv|version|release|build|section|§|版本)[\s:=-]{0,3}\Z")


def _emails(text: str) -> Iterator[Found]:
    for match in _EMAIL.finditer(text):
        if not (match["local"] in ("git", "hg", "svn") and _REPOSITORY.match(text, match.end())):
            yield match.span()


def _phones(text: str) -> Iterator[Found]:
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match[0]).removeprefix("00")
        brackets = match[0].count("(") == match[0].count(")")
        if 8 <= len(digits) <= 15 and CALLING_CODES.match(digits) and brackets and len(set(digits)) > 2:
            yield match.span()
    for match in _PHONE_ZH.finditer(text):
        before = text[max(0, match.start() - 40) : match.start()]
        if len(set(match[0])) > 3 and (_PHONE_WORD.search(before) or not OTHER_NUMBER.search(before)):
            yield match.span()


def _accounts(text: str) -> Iterator[Found]:
    """Account numbers in one run or in groups. What follows in capitals may have been taken along, so the
    country's length decides where one ends."""
    at = 0
    while match := _IBAN.search(text, at):
        at = match.start() + 1
        want, end = IBAN_LENGTH.get(match[1], 0), match.start()
        while want and end < match.end():
            want -= not text[end].isspace()
            end += 1
        follows = text[end : end + 1]
        if want or (follows.isascii() and follows.isalnum()):
            continue
        if is_iban(re.sub(r"\s", "", text[match.start() : end])):
            yield match.start(), end
            at = end


def _addresses(text: str) -> Iterator[Found]:
    """Addresses on the internet that could be somebody's: not the loopback or "any" address, no version."""
    for match in (*_IP4.finditer(text), *_IP4_URL.finditer(text), *_IP6.finditer(text)):
        group = 1 if match.re is _IP4_URL else 0
        if match.re is _IP6 and not _IP6_LOOKS.search(match[0]):
            continue
        try:
            address = ipaddress.ip_address(match[group])
        except ValueError:
            continue
        if (
            address.is_loopback
            or address.is_unspecified
            or _VERSION.search(text, max(0, match.start() - 12), match.start())
        ):
            continue
        yield match.span(group)


PERSONAL: tuple[Rule, ...] = (
    Rule("email", ("@",), _emails),
    Rule(
        "resident_id",
        (),
        lambda text: (match.span() for match in _RESIDENT.finditer(text) if is_resident_id(match[0].replace(" ", ""))),
    ),
    Rule("iban", (), _accounts),
    Rule("passport", ("passport", "护照"), shape(_PASSPORT)),
    Rule("phone", (), _phones),
    Rule("ip_address", (".", ":"), _addresses),
)
"""Kinds of personal data; where two overlap the first one names it."""
