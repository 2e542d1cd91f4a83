"""Numbers that check themselves: payment cards, bank accounts, Chinese resident ids.

Written out here because three checksums do not need a library: python-stdnum 2.2 knows them too, with 3 MB
of other numbers and under the LGPL.
"""

from __future__ import annotations

import re
from datetime import date

OTHER_NUMBER = re.compile(
    r"(?i)order|parcel|tracking|invoice|ticket|booking|reference|\bref\b|shipment|serial|isbn"
    r"|imei|订单|单号|快递|编号|运单"
)
"""Words that say what a number is, when it is none of a person."""

_LENGTHS = (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 "
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 "
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 "
    "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 "
    "YE30"
)
IBAN_LENGTH = {entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()}
"""Signs of an account number by country: the IBAN registry's."""

_PROVINCES = frozenset(
    (
        "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91"
    ).split()
)
_RESIDENT_ID = re.compile(r"([1-9]\d)\d{4}(\d{4})(\d\d)(\d\d)\d{3}[\dXx]", re.ASCII)

CALLING_CODES = re.compile(
    r"1|7|2(?:0|7|1[1-368]|2\d|3\d|4\d|5[0-8]|6\d|9[01789])|3(?:[0-469]|5\d|7[0-8]|8[0-35679])|4(?:[013-9]|2[013])"
    r"|5(?:[1-8]|0\d|9\d)|6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|0[08]|5[02356]|7[08]|8[0-36])"
    r"|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68])"
)
"""Country codes of telephone numbers (ITU-T E.164)."""


def luhn(digits: str) -> bool:
    doubled = [int(d) * 2 for d in digits[-2::-2]]
    return (sum(int(d) for d in digits[-1::-2]) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def is_iban(account: str) -> bool:
    """True for an account number in one run of capitals, of its country's length and checksum (ISO 7064 mod 97)."""
    if IBAN_LENGTH.get(account[:2]) != len(account):
        return False
    return int("".join(str(int(sign, 36)) for sign in account[4:] + account[:4])) % 97 == 1


def is_resident_id(number: str) -> bool:
    """True for eighteen signs with a province, a birthday since 1880 and the checksum (ISO 7064 mod 11-2)."""
    parts = _RESIDENT_ID.fullmatch(number)
    if not parts or parts[1] not in _PROVINCES or not 1880 <= int(parts[2]) <= 2100:
        return False
    try:
        date(int(parts[2]), int(parts[3]), int(parts[4]))
    except ValueError:
        return False
    weighted = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(number[:17]))
    return "10X98765432"[weighted % 11] == number[17].upper()
