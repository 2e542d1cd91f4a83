"""Secrets that show by their shape: private keys, keys of services, tokens, payment cards.

Every pattern is bounded or starts at a literal, so the time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.redact_numbers import OTHER_NUMBER, is_resident_id, luhn
from kgmem.redact_rule import BEFORE, Found, Rule, is_no_value, is_random, shape

_BODY = (
    r"(?:\s|\\[nr])+(?:[A-Za-z0-9+/=]{20,}|(?:Proc-Type|DEK-Info|Comment|Version|Hash):[^\n]*"
    r"|[A-Za-z0-9+/]{0,19}[0-9+/=]{1,19})"
)
_PEM = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:" + _BODY + ")*)"
)
_PEM_TAIL = re.compile(r"-----(?:KCOLB )?YEK ETAVIRP[A-Z0-9 ]{0,40} DNE-----(?:(?:\s|[nr]\\)+[A-Za-z0-9+/=]{4,})+")


def _private_keys(text: str) -> Iterator[Found]:
    """PEM blocks, whole, without their end, or (read backwards, to stay linear) without their start."""
    whole = [match.span() for match in _PEM.finditer(text)]
    yield from whole
    ends = {end for _, end in whole}
    for match in _PEM_TAIL.finditer(text[::-1]):
        start, end = len(text) - match.end(), len(text) - match.start()
        if end not in ends:
            yield start, end


_CARDS = [
    re.compile(r"(?<![0-9+])" + digits + r"(?![0-9])")
    for digits in (
        r"[0-9]{4}(?P<sep>[ \u00a0-])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{3}",
        r"[0-9]{4}(?P<sep>[ \u00a0-])[0-9]{4}(?P=sep)[0-9]{4}(?P=sep)[0-9]{4}",
        r"[0-9]{4}(?P<sep>[ \u00a0-])[0-9]{6}(?P=sep)[0-9]{4,5}",
        r"[0-9]{13,19}",
    )
]
_ISSUERS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|62\d{14,17}"
)
_CARD_WORD = re.compile(r"(?i)card|visa|amex|卡")


def _card_numbers(text: str) -> Iterator[Found]:
    for pattern in _CARDS:
        for match in pattern.finditer(text):
            digits = re.sub(r"\D", "", match[0])
            before = text[max(0, match.start() - 40) : match.start()]
            named_otherwise = OTHER_NUMBER.search(before) and not _CARD_WORD.search(before)
            is_other = (
                named_otherwise or is_resident_id(digits) or (len(digits) == 13 and not _CARD_WORD.search(before))
            )
            if _ISSUERS.fullmatch(digits) and luhn(digits) and not is_other:
                yield match.span()


_PREFIXES = (
    "gsk_ xai- r8_ nvapi- AGE-SECRET-KEY-1 lin_api_ tvly- pplx- HRKU- tskey-auth- tskey-api- tskey-client- ntn_ "
    "dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ glsa_ glc_ dckr_pat_ sbp_ figd_ pscale_tkn_ pscale_pw_ "
    "pscale_oauth_ sntrys_ rubygems_ bkua_ fw_ pul- NRAK- PMAK- ATATT3x dapi key- sq0atp- sq0csp- secret_ csk- jina_ "
    "pat-na1- pat-eu1- rnd_ nfp_ phx_ ops_ cio"
).split()
"""How keys of services begin; twenty signs at least must follow, sixteen of them in one run."""

_PREFIXED = BEFORE + f"(?:{'|'.join(_PREFIXES)})[A-Za-z0-9_-]{{20,255}}"
_PARTED = (
    BEFORE
    + r"(?:hv[sbr]\.[A-Za-z0-9_-]{20,255}|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,255}"
    + r"|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,255}|[0-9a-f]{32}-us[0-9]{1,2}(?![\w-])"
    + r"|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![\w-])"
    + r"|SK[0-9a-f]{32}(?![0-9A-Za-z])|1//0[A-Za-z0-9_-]{40,255}|[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,120}"
    + r"|[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![\w-]))"
)
_AZURE = r"(?:(?:Account|SharedAccess)Key=|[?&]sig=)(?P<secret>[A-Za-z0-9+/%]{40,128}={0,2})"

KEYS: tuple[Rule, ...] = (
    Rule("private_key", ("private key",), _private_keys),
    Rule(
        "aws_key",
        ("akia", "asia", "abia", "acca"),
        shape(r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ),
    Rule(
        "github_token",
        ("gh", "github_pat_"),
        shape(BEFORE + r"(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    ),
    Rule(
        "gitlab_token",
        ("gl",),
        shape(BEFORE + r"gl(?:pat|dt|rt|ptt|oas|cbt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{18,255}"),
    ),
    Rule("anthropic_key", ("sk-ant-",), shape(BEFORE + r"sk-ant-[A-Za-z0-9_-]{16,255}")),
    Rule(
        "api_key",
        ("sk-", "pk-", "rk-"),
        shape(BEFORE + r"(?:sk|pk|rk)-[A-Za-z0-9_-]{16,255}", is_random),
    ),
    Rule(
        "stripe_key",
        ("_live_", "_test_", "whsec_"),
        shape(BEFORE + r"(?:(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{20,255})"),
    ),
    Rule(
        "slack_token",
        ("xox", "xapp-", "hooks.slack.com"),
        shape(
            BEFORE
            + r"(?:xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-[0-9]-[A-Za-z0-9-]{20,255}"
            + r"|hooks\.slack\.com/services/[A-Za-z0-9_/]{20,255})",
            lambda word: any(map(str.isdigit, word)),
        ),
    ),
    Rule(
        "google_key",
        ("aiza", "ya29.", "gocspx-"),
        shape(BEFORE + r"(?:AIza[A-Za-z0-9_-]{30,40}|ya29\.[A-Za-z0-9_-]{20,255}|GOCSPX-[A-Za-z0-9_-]{20,64})"),
    ),
    Rule("huggingface_token", ("hf_",), shape(BEFORE + r"hf_[A-Za-z0-9]{30,255}")),
    Rule("npm_token", ("npm_",), shape(BEFORE + r"npm_[A-Za-z0-9]{30,255}")),
    Rule("pypi_token", ("pypi-",), shape(BEFORE + r"pypi-[A-Za-z0-9_-]{40,255}")),
    Rule("sendgrid_key", ("sg.",), shape(BEFORE + r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}")),
    Rule("telegram_token", (":aa",), shape(r"(?<![0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{30,40}")),
    Rule("api_key", tuple(prefix.lower() for prefix in _PREFIXES), shape(_PREFIXED, is_random)),
    Rule("api_key", (), shape(_PARTED)),
    Rule("api_key", ("accountkey", "sharedaccesskey", "sig="), shape(_AZURE)),
    Rule(
        "jwt",
        ("eyj",),
        shape(
            r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4000}+\.eyJ[A-Za-z0-9_-]{6,8000}+(?:\.[A-Za-z0-9_-]{0,2000}){0,3}"
        ),
    ),
    Rule(
        "bearer",
        ("bearer",),
        shape(r"(?i:bearer)\s{1,4}(?P<secret>(?=[A-Za-z._~+/-]{0,100}[0-9])[A-Za-z0-9._~+/-]{12,4000}={0,2})"),
    ),
    Rule(
        "basic_auth",
        ("authorization",),
        shape(
            r"(?i:authorization)[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?i:basic|token"
            r"|digest)\s{1,4}(?P<secret>[A-Za-z0-9._~+/=-]{6,4000})"
        ),
    ),
    Rule(
        "basic_auth",
        ("://",),
        shape(
            r"://[^\s/:@?#\"']{0,128}:(?!\[redacted:)(?P<secret>[^\s/@\"']{1,256})@",
            lambda word: not is_no_value(word),
        ),
    ),
    Rule("card", (), _card_numbers),
)
"""Most particular first. To add one: a kind, a cheap hint, a way to find it."""
