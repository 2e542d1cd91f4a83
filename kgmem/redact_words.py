"""Secrets that words announce: "the wifi password at the cabin is ...", "PIN: ...", "密码是...".

Only the secret goes and the words stay. Scanners for source code do not do this: detect-secrets 1.5 finds
no secret in such a sentence with its keyword rule, none in Chinese, and with its entropy rules takes every
word of a line for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kgmem.redact_rule import (
    CLOSING_PLACEHOLDER,
    LONGEST_PLACEHOLDER,
    PLACEHOLDER,
    Find,
    Found,
    Rule,
    is_no_value,
)

# Values, once a name has announced them ------------------------------------------------------------

Read = Callable[[str, int, bool], "Found | None"]
"""Reads the secret that starts at a place, or None if no secret stands there. `bare`: nothing but the
name came before it, no "is" and no colon, so it must look like a secret by itself."""

ORDINARY = frozenset(
    """
    a about above absent accepted accurate actually add after again ago all allowed almost already also
    always ambiguous an and another any anyone anything anywhere app apparently apps around as ask at
    available away awful back bad basically because been before being below best better between blank bool
    both broken bug but by bytes called can case certain change char check choose clear click common
    complete complex complicated confidential contact correct crap crazy create currently dead default
    different difficult done down due dumb each easier easy either else empty enough enter entirely error
    essential even ever every exact exactly example expired false far few field fine first for free fresh
    from full fun funny garbage generic given going gone good great guessable half hard harder hassle hell
    her here hers hidden hint his history horrible how however huge ideal identical idiotic if important
    impossible in incorrect insecure inside instead int intact into invalid is it its itself joke just
    keep kept key kind known last late later least less like likely limited literally locked long longer
    lost lousy made make mandatory many maybe me meant mess mine minimum missing more most must my myself
    named necessary needed neither never new newer next nice no nobody none nonexistent nonsense normal
    not nothing now nuisance null number object obsolete obvious of off often ok okay old older on once
    one only open optional or other our ours out outdated outside over own pain painful part passcode
    passphrase password passwords pending perfect perhaps permanent persistent pin plain please pointless
    poor possible predictable pretty private probably problematic public quite random rather ready really
    recent required reset responsibility ridiculous right robust rubbish safe safer same scary secondary
    secret secure see seen self sensitive sent separate set several shared sharing she short shorter
    should shown silly similar simple simpler since slow so solid some somebody someone something
    somewhere soon sorry still stolen store stored str strict string strong stronger stuck stupid such
    sure suspicious taken taped temporary terrible test text than that the their them then there these
    they they're this those through tied tiny to today together token tomorrow too tough tricky trivial
    true try two type typical ugly undefined under unique universal unknown unlikely unsafe until unusual
    up upper urgent use useful useless user vague valid value very via visible vital void wanted weak
    weaker weird what when where whether which while who whose why wide with within without write written
    wrong wrote yes yesterday yet you your yours
    """.split()
)
"""Words that follow "my password is" without being the password. They, and words ending as below, are
never taken for a secret; anything with digits or signs inside is judged by its looks, not by this list."""

_ORDINARY_ENDING = re.compile(r"(?:ed|ing|able|ible|ous|ful|less|ly|'s|’s|n't|n’t)\Z")
_CLAUSE_ENDS = frozenset("and but so or for on at in since if when because as with then".split())
_UNIT = re.compile(
    r"[ -]?(?:char(?:acter)?s?|letters?|digits?|words?|symbols?|bits?|bytes?|years?|months?"
    r"|weeks?|days?|hours?|minutes?"
    r"|times?|percent|tokens?|lines?|euros?|dollars?|[kcm]?m|kg|%)\b|[年月日位个次号元块点天岁字]",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\d+(?:-?(?:char(?:acter)?|letter|digit|word|symbol|bit|byte|year|month|week|day|hour"
    r"|minute|factor|step|time|fold)s?"
    r"|st|nd|rd|th|am|pm|px|k|m|x|fa|h)|v?\d+(?:\.\d+)*\+?",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"(?:[^\s\"“”‘’「」『』《》，。；！？、…：（）<>|`\[]{{1,64}}+|{PLACEHOLDER.pattern}|\[){{1,6}}")
_QUOTED = re.compile(r"""(?:(?P<q>["'`])(?P<a>[^\n"'`]{1,200})(?P=q)|[“‘「『](?P<b>[^\n”’」』]{1,200})[”’」』])""")
_VARIABLE = re.compile(r"(?i)(?:^|[_.])(?:passw(?:or)?d|passwd|pwd|hash|user|secret|token|key|self|config)(?:[_.]|$)")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,40}(?:-[^\W\d_]{1,40}){0,6}")
_LATER_WORD = re.compile(_PLAIN_WORD.pattern + r"|\d{1,8}(?![\w:])")
_SENTENCE_END = re.compile(r"\s{0,9}(?:[.!?](?:\s|\Z|[\"')\]])|[,;:)\]\n\"”]|\Z)")


def _token(text: str, at: int) -> Found | None:
    """The word at a place without closing punctuation. A quoted text is one word. A placeholder is none."""
    if quoted := _QUOTED.match(text, at):
        return quoted.span("a" if quoted["q"] else "b")
    if not (match := _TOKEN.match(text, at)):
        return None
    end = match.end()
    while end > at and text[end - 1] in ".,;:?)]}>'’":
        if text[end - 1] == "]" and CLOSING_PLACEHOLDER.search(text, max(at, end - LONGEST_PLACEHOLDER), end):
            break
        end -= 1
    return (at, end) if end > at and not PLACEHOLDER.fullmatch(text, at, end) else None


def _is_ordinary(word: str) -> bool:
    lower = word.lower()
    return any(part in ORDINARY or _ORDINARY_ENDING.search(part) for part in re.split(r"[-\s]+", lower))


def _looks_secret(word: str) -> bool:
    """True for letters mixed with digits or signs, or four digits and more; false for measures."""
    if len(word) < 4 or is_no_value(word) or re.fullmatch(r"\d{1,3}(?:[.,]\d+)*", word):
        return False
    if not _DIGIT.search(word):
        signs = re.search(r"[^\W\d_][@#$%^&*+=_~!]+[^\W\d_]", word)
        return len(word) > 5 and signs is not None and not _VARIABLE.search(word)
    if not _LETTER.search(word):
        return len(_DIGIT.findall(word)) >= 4
    return not _MEASURE.fullmatch(word)


def _read_password(text: str, at: int, bare: bool) -> Found | None:
    if (span := _token(text, at)) is None:
        return None
    start, end = span
    word = text[start:end]
    if is_no_value(word):
        return None
    if word.isdigit():
        return None if bare else _read_number(text, at, True)
    if _looks_secret(word):
        return span
    if start > at:
        return None if _is_ordinary(word) and (bare or " " not in word) else span
    return None if bare else _read_words(text, at)


def _read_mixed(text: str, at: int, bare: bool) -> Found | None:
    """A password by its looks alone, in languages whose ordinary words are not listed here."""
    return _read_password(text, at, True) or _read_number(text, at, True)


def _read_words(text: str, at: int) -> Found | None:
    """Plain words up to the end of the clause, 24 at most: a passphrase. None of them may be ordinary,
    or one among four or more ("correct horse battery staple")."""
    end = at
    ordinary = 0
    for count in range(1, 25):
        match = _PLAIN_WORD.match(text, at) if end == at else _LATER_WORD.match(text, end + 1)
        if match is None:
            return None
        if match[0].lower() in _CLAUSE_ENDS:
            return (at, end) if end - at > 3 and not ordinary else None
        ordinary += _is_ordinary(match[0])
        end = match.end()
        if _SENTENCE_END.match(text, end):
            return (at, end) if end - at > 3 and ordinary <= (count > 3) else None
        if ordinary > 1 or not text.startswith(" ", end):
            return None
    return None


def _read_key(text: str, at: int, bare: bool) -> Found | None:
    """A key or token: letters and digits, at least eight of them, or twelve when nothing links them.
    In an address it ends at the next parameter."""
    if (span := _token(text, at)) is None:
        return None
    word = text[span[0] : span[1]].partition("&")[0]
    if len(word) < (12 if bare else 8) or not _DIGIT.search(word) or not _LETTER.search(word):
        return None
    return None if " " in word or is_no_value(word) else (span[0], span[0] + len(word))


_DIGIT_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_NUMBER = re.compile(
    r"[\"'“‘`*]{0,2}(?P<secret>[A-Z]-[0-9]{4,8}|[0-9]{3,12}"
    r"|[0-9]{1,4}(?:[ -][0-9]{1,4}){1,5}|(?i:"
    + _DIGIT_WORD
    + r"(?:,?[ -]"
    + _DIGIT_WORD
    + r"){3,11}))(?!\w|[.:/]\d)[#*]?"
)


def _read_number(text: str, at: int, bare: bool) -> Found | None:
    """A PIN or code of three to twelve digits, single or in groups; four at least when nothing links it."""
    if not (match := _NUMBER.match(text, at)):
        return None
    digits = len(_DIGIT.findall(match["secret"])) or 4
    enough = digits >= (4 if bare else 3) and not _UNIT.match(text, match.end())
    return match.span("secret") if enough else None


def _read_code(text: str, at: int, bare: bool) -> Found | None:
    """A door or login code: digits, or letters mixed with digits."""
    if span := _read_number(text, at, bare):
        return span
    if (span := _token(text, at)) is None:
        return None
    word = text[span[0] : span[1]]
    if not _DIGIT.search(word) or not _looks_secret(word) or _UNIT.match(text, span[1]):
        return None
    return None if bare and (len(word) < 6 or not _LETTER.search(word)) else span


_HAN = r"[\u3400-\u9fff]"
_ASCII_RUN = r"[A-Za-z0-9!@#$%^&*()_+=./~?-]{1,200}"
_ZH_MIXED = re.compile(
    rf"(?:{_HAN}{{1,4}}(?=[-_.#@]?[A-Za-z0-9]))?{_ASCII_RUN}"
    rf"(?:{_HAN}{{1,6}}(?=[-_.#@][A-Za-z0-9]){_ASCII_RUN}"
    rf"|(?<=[-_.#@]){_HAN}{{1,6}}(?:{_ASCII_RUN})?"
    rf"|{_HAN}{{1,2}}(?=[A-Za-z0-9]){_ASCII_RUN}){{0,12}}"
)
_ZH_CLAUSE = re.compile(rf"({_HAN}{{2,10}})(?=[\s，。；、！？,.;!?”」』）)]|\Z)")
_ZH_NUMERALS = re.compile(r"[零〇一二两三四五六七八九幺]{3,}\Z")
_ZH_ORDINARY = re.compile(
    r"[的了吗呢吧我你您他她它们这那哪谁不没有在很太也都要会能必需几吃怎啥另再和跟由让把被按用请记看找问写改设换输给]"
    r"|什么|多少|一样|相同|错误|正确|为空|空白|生日|电话|手机|号码|默认|随机|重要|安全|简单|复杂|过期|失效|公开|保密|秘密|密码|名字|拼音|数字|字母|位数"
)


def _read_zh(text: str, at: int, bare: bool) -> Found | None:
    """A secret inside Chinese text, where no blank ends it: signs that hang together, or a short clause."""
    if quoted := _QUOTED.match(text, at):
        span = quoted.span("a" if quoted["q"] else "b")
        word = text[span[0] : span[1]]
        return None if is_no_value(word) or _ZH_ORDINARY.fullmatch(word) else span
    if bare and re.match(_HAN, text[at : at + 1]):
        return None
    if (match := _ZH_MIXED.match(text, at)) and re.search(r"[A-Za-z0-9]", match[0]):
        end = at + len(match[0].rstrip(".,;:?!)-") or match[0])
        word = text[at:end]
        if re.search(_HAN, word) and _ZH_ORDINARY.search(word):
            if not (run := re.match(_ASCII_RUN, word)):
                return None
            end = at + run.end()
            word = run[0]
        if word.isdigit():
            return (at, end) if len(word) > 3 and not _UNIT.match(text, end) else None
        if any(c.isdigit() for c in word):
            return (at, end) if len(word) > 3 and not _MEASURE.fullmatch(word) and not is_no_value(word) else None
        followed_by_words = re.match(_HAN, text[end : end + 1])
        return None if bare or followed_by_words or len(word) < 3 else _read_password(text, at, bare)
    if bare or not (clause := _ZH_CLAUSE.match(text, at)):
        return None
    return clause.span() if _ZH_NUMERALS.match(clause[0]) or not _ZH_ORDINARY.search(clause[0]) else None


# Announcements ------------------------------------------------------------------------------------

_NOT_IN_NAME_PHRASE = r"(?!(?:and|but|so|because|when|if|that|which|who|while|or|then|is|was|are|were)\b)"
_PLACE = (
    r"(?:\s{1,9}\([^)\n]{0,40}\))?"
    r"(?:\s{1,9}(?:for|of|to|at|on|in|from|with|into|here|there)\b(?:\s{1,9}"
    + _NOT_IN_NAME_PHRASE
    + r"[\w'’./&@-]{1,40}){0,8}?)?"
)
"""What may stand between a name and its "is": "(guest)", "at the cabin", "for the blue safe"."""

_SIGN_LINK = r"\s{0,9}[\"'`*]{0,2}\s{0,9}(?::=|=>|->|→|[:=：＝|])[^\S\n]{0,9}\n?[^\S\n]{0,9}\*{0,2}"
_VERB_LINK = (
    r"(?:\s{1,9}(?:(?:is|was|has\s{1,9}been|have\s{1,9}been|got|gets|will\s{1,9}be)\s{1,9})?(?:now\s{1,9})?(?:changed"
    r"|set|reset|updated|switched)\s{1,9}(?:to|from)\s{1,9}"
    r"|(?:[?,.]?\s{1,9}(?:it\s{1,9}is|it['’]s|that\s{1,9}is|that['’]s|which\s{1,9}is)|\s{1,9}(?:is|was|are|were"
    r"|will\s{1,9}be|remains|reads|ist|lautet|est|es|é|это)|['’]s)"
    r"(?:\s{1,9}(?:now|still|currently|again|just|simply|actually|always)){0,3}\s{0,9}:?\s{1,9})"
)
_BARE_LINK = r"(?:\s{1,9}(?:(?:to|as|from)\s{1,9})?)"
_PLURAL = re.compile(r"(?i)(?:code|word|phrase|pin|number|key|token|secret|otp)s\b")
_MORE = re.compile(r"(?:\s{0,9},\s{0,9}(?:and\s{1,9}|or\s{1,9})?|\s{1,9}(?:and|or)\s{1,9}|\s{0,9}/\s{0,9}|[和、或跟])")
_CHANGED = re.compile(r"\s{1,9}to\s{1,9}|\s{0,9}(?:改|换|变)(?:成了?|为)\s{0,9}")


def announced(names: str, read: Read) -> Find:
    """Finds what follows a name: "NAME at the cabin is SECRET", "NAME: SECRET", "NAME SECRET"."""
    name = rf"(?<![A-Za-z])(?<!redacted:)(?P<name>{names})(?![\w-])"
    linked = re.compile(rf"(?i){name}{_PLACE}(?:{_SIGN_LINK}|{_VERB_LINK})")
    direct = re.compile(rf"(?i){name}{_BARE_LINK}")

    def find(text: str) -> Iterator[Found]:
        for pattern, bare in ((linked, False), (direct, True)):
            at = 0
            while match := pattern.search(text, at):
                at = max(match.end("name"), match.start() + 1)
                if span := read(text, match.end(), bare):
                    yield span
                    joint = _MORE if _PLURAL.search(match["name"]) else _CHANGED
                    yield from _more(text, span[1], read, joint)

    return find


def _more(text: str, at: int, read: Read, joint: re.Pattern[str]) -> Iterator[Found]:
    """The rest of a list or of a change: "the codes are 4821, 7702 and 1190", "from 4821 to 7702"."""
    while link := joint.match(text, at):
        if not (span := read(text, link.end(), True)):
            return
        yield span
        at = span[1]


def announced_zh(names: str, read: Read) -> Find:
    """The same for Chinese: the name, a few signs that do not end the clause, a link, the secret."""
    filler = r"(?:[（(][^）)\n]{0,20}[）)])?(?:(?![是为為])[\u3400-\u9fff]){0,8}?"
    link = r"(?:就是|还是|仍是|是|为|為|叫做?|从|(?:改|换|设|设置)(?:成了?|为)|is\b|was\b|[:：=＝→]|->)"
    linked = re.compile(rf"(?P<name>{names}){filler}\s?{link}了?[\s:：]{{0,2}}")
    direct = re.compile(rf"(?P<name>{names})\s?")

    def find(text: str) -> Iterator[Found]:
        for pattern, bare in ((linked, False), (direct, True)):
            at = 0
            while match := pattern.search(text, at):
                at = match.end("name")
                if span := read(text, match.end(), bare):
                    yield span
                    yield from _more(text, span[1], read, _CHANGED)

    return find


def said_before(names: str) -> Find:
    """Finds "SECRET is the wifi NAME", "use SECRET as NAME", where SECRET looks like one by itself."""
    name = re.compile(
        r"(?i)[\"'”’`]?\s{1,9}(?:is|was|as)\s{1,9}(?:(?:my|our|your|his|her|their|the|a"
        r"|an)\s{1,9})?(?:[\w'’-]{1,20}\s{1,9}){0,4}?" + rf"(?:{names})(?!\w)"
    )
    word = re.compile(r"(?<![^\s\"'“”‘’`])[^\s\"'“”‘’`]{4,80}+(?=[\"'”’`]?\s{1,9}(?:is|was|as|Is|Was|IS)\s)")

    def find(text: str) -> Iterator[Found]:
        for match in word.finditer(text):
            if _looks_secret(match[0]) and not PLACEHOLDER.search(match[0]) and name.match(text, match.end()):
                yield match.span()

    return find


_SEED_NAME = re.compile(r"(?i)(?:seed|recovery|backup|mnemonic|wallet)[ -](?:phrase|words)|\bmnemonic\b|助记词|助記詞")
_SEED = re.compile(
    r"(?:(?:\d{1,2}[.):]\s{0,2})?[a-z]{3,8}(?:,?\s{1,3}|,)){11,23}(?:\d{1,2}[.):]\s{0,2})?[a-z]{3,8}(?![a-z])"
)


def _seed_phrases(text: str) -> Iterator[Found]:
    """Twelve to twenty-four short words in a row, one of a wallet's lengths, soon after their name."""
    at = 0
    while name := _SEED_NAME.search(text, at):
        at = name.end()
        words = _SEED.search(text, at, at + 400)
        if words and len(re.findall("[a-z]+", words[0])) in (12, 15, 18, 21, 24):
            yield words.span()
            at = words.end()


# Assignments --------------------------------------------------------------------------------------

_KEY_NAME = (
    r"(?:api_?key|apikey|access_?key|private_?key|secret|token|passw(?:or)?d|passwd|passphrase|pwd"
    r"|credentials?)s?"
)
_PERSONAL = r"pin|passcode|cvv|cvc|otp|passwords?|pwd"
SECRET_NAME = re.compile(
    rf"(?i)(?:[\w.-]{{0,60}}[_.-])?(?:{_KEY_NAME}|api-key|access-key|private-key|{_PERSONAL})"
    r"|(?-i:(?:api|access|private|secret|auth|client|session|refresh)(?:Key|Token|Secret)"
    r"|[a-z]{2,20}(?:Password|Secret))"
)
PERSONAL_NAME = re.compile(rf"(?i)(?:[\w.-]{{0,60}}[_.-])?(?:{_PERSONAL})")
_ASSIGNED = re.compile(
    r"(?i)(?:"
    + _KEY_NAME.replace("_?", "[_-]?")
    + r"|[_-]key)(?P<rest>[_.-][\w.-]{0,40})?[\"'\]]{0,2}\s{0,8}(?::=|=>|[:=])\s{0,8}"
)
_NO_SECRET_REST = re.compile(
    r"(?i)[_.-](?:types?|names?|counts?|limits?|ids?|ur[li]|files?|path|length|len|size|ttl"
    r"|expir\w*|fields?|policy|hash(?:ed)?|versions?|index|usage|env)\b"
)
_NO_SECRET_BEFORE = re.compile(
    r"(?i)(?:public|primary|foreign|sort|partition|cache|idempotency|unique|composite|index"
    r"|max|min|num|total|prompt|completion|input|output)[_-]?\Z"
)


def _assignments(text: str) -> Iterator[Found]:
    """Random-looking values given to key-like names: `SHOP_TOKEN=...`, `"api_key": "..."`, `?token=...&`."""
    at = 0
    while match := _ASSIGNED.search(text, at):
        at = match.end()
        if match["rest"] and _NO_SECRET_REST.match(match["rest"]):
            continue
        if _NO_SECRET_BEFORE.search(text, max(0, match.start() - 16), match.start()):
            continue
        if span := _token(text, match.end()):
            start, end = span
            if start == match.end() and (cut := re.search("[&;,]", text[start:end])):
                end = start + cut.start()
            word = text[start:end]
            if len(word) >= 8 and _read_key(word, 0, False) == (0, len(word)) and len(set(word)) > 4:
                yield start, end


# The table ----------------------------------------------------------------------------------------

_PASSWORDS = (
    r"pass[ -]?words?|passwd|pwd|pass[ -]?codes?|pass[ -]?phrases?|(?:seed|recovery"
    r"|secret)[ -]phrases?|secret[ -]words?"
)
_NO_PASSWORD = (
    r"(?!\s{1,9}(?:managers?|fields?|polic(?:y|ies)|resets?|protect\w*|hash(?:es)?|lengths?|strengths?"
    r"|hints?|rules?|box|prompts?|generators?|expiry|change|book|list|file|vault|screen|page"
    r"|form)\b)"
)
_FOREIGN_PASSWORDS = (
    r"(?<=[,/;] )pass|passwort|kennwort|contraseña|contrasena|mot de passe|senha|пароль|wachtwoord|lösenord|hasło"
)
_KEYS = (
    r"(?:api|access|secret(?:[ _-]access)?|private|service|licen[cs]e|product|activation"
    r"|wi-?fi|network|security|encryption|decryption|recovery"
    r"|wpa2?|deploy|signing|account|storage|webhook|master|root|admin|client|app|ssh|stream"
    r"|subscription)[ _-]?keys?"
    r"|(?:client|app|shared|api|webhook|auth|consumer)[ _-]?secrets?"
)
_TOKENS = r"tokens?"
_PINS = (
    r"(?-i:PINs?)(?:[ -]?(?:codes?|numbers?))?|pin[ -](?:codes?|numbers?)|(?:my|your|his|her|our"
    r"|their|bank|card|sim|phone|debit|credit|atm|alarm|door|entry|security)\s{1,9}pins?"
)
_CODES = (
    r"(?:security|access|door|gate|alarm|entry|entrance|unlock|verification|one-?time|login"
    r"|sign-?in|safe|vault|recovery|backup|reset"
    r"|auth|authentication|authorization|2fa|mfa|otp|sms|lock|lockbox|garage|keypad|building)[ -]?codes?"
    r"|(?<!zip )(?<!post )(?<!postal )(?<!area )(?<!dress )(?<!qr )(?<!bar )(?<!country )(?<!source )"
    r"codes?\s{1,9}(?:for|to|of)\s{1,9}(?:[\w'’-]{1,20}\s{1,9}){0,3}?(?:door|gate|garage|alarm|safe|building|lockbox|lock"
    r"|house|flat|apartment|vault|phone|tablet|lift|elevator)"
    r"|(?:opens?|unlocks?|enter|dial|type|punch\s{1,9}in)\s{1,9}"
    r"(?:(?!promo|discount|coupon|voucher|zip|post|area|country|product)[\w'’-]{1,20}\s{1,9}){0,4}?code"
    r"|otps?|cvv2?|cvc2?"
)
_ZH_NAMES = r"密码|密碼|口令|密钥|密鑰|暗号|暗號|(?:验证|校验|动态|通行|提取|解锁|安全|授权|激活|PIN)码|驗證碼|令牌"

ANNOUNCED: tuple[Rule, ...] = (
    Rule("seed_phrase", ("seed", "recovery", "backup", "mnemonic", "wallet", "助"), _seed_phrases),
    Rule(
        "password",
        ("pass", "pwd", "phrase", "secret"),
        announced(f"(?:{_PASSWORDS}){_NO_PASSWORD}", _read_password),
    ),
    Rule(
        "password",
        ("pass", "wort", "contrase", "senha", "парол", "lösen", "hasł"),
        announced(_FOREIGN_PASSWORDS, _read_mixed),
    ),
    Rule("pin", ("pin",), announced(_PINS, _read_number)),
    Rule("code", ("code", "otp", "cvv", "cvc"), announced(_CODES, _read_code)),
    Rule("key", ("key", "secret"), announced(_KEYS, _read_key)),
    Rule("token", ("token",), announced(_TOKENS, _read_key)),
    Rule("password", ("码", "碼", "口令", "密", "暗", "令牌"), announced_zh(_ZH_NAMES, _read_zh)),
    Rule("password", ("pass", "pin", "code", "phrase"), said_before(f"{_PASSWORDS}|PIN|{_CODES}")),
    Rule("secret", ("key", "token", "secret", "pass", "pwd", "credential"), _assignments),
)
