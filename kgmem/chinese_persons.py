"""Names of people in a Chinese text, told by their signs and by where words begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem import chinese_name_signs as signs
from kgmem.chinese_named import Named
from kgmem.chinese_places import listed_places
from kgmem.chinese_words import Word, is_word

HAN = r"[㐀-鿿]"

TITLE = (
    "总经理|董事长|总监|经理|主任|老师|医生|大夫|教授|博士|师傅|阿姨|叔叔|伯伯|先生|女士|小姐|太太|夫人|同学|警官|律师|局长|校长|院长|处长|"
    "科长|部长|所长|站长|店长|厂长|班长|组长|队长|馆长|老板|老板娘|工程师|爷爷|奶奶|大爷|大妈|大叔|大哥|大姐|大娘|护士|教练|会长|秘书|书记|"
    "镇长|村长|县长|市长|导师|导演|记者|医师|法官|司机|姑娘|叔|姨|哥|姐|嫂|婶|伯|总|董|工|导|局|队|爷"
)
_SHE = (
    "阿姨",
    "女士",
    "小姐",
    "太太",
    "夫人",
    "奶奶",
    "大妈",
    "大姐",
    "大娘",
    "老板娘",
    "姨",
    "姐",
    "嫂",
    "婶",
    "姑娘",
)
_HE = ("叔叔", "伯伯", "先生", "爷爷", "大爷", "大叔", "大哥", "叔", "哥", "伯", "爷")
_GLUE = frozenset(
    "我你您他她咱俺和跟与同给对把被让叫找约帮请问陪替向比听等见看认是的了说想靠为由从在到连只就也都去来有及或按据、"
)
"""Signs behind which a name may begin though a cutter took them as one word with it."""
_PARTICIPATING = frozenset(
    "说想会在是要从把对跟和给去来也都就又才还没不很最特总终已刚正打结喜爱讨认觉住搬养学买卖找到今昨明前上下当做有能可以靠被让常天这那一开升生的得"
)
_COMMON_SURNAMES = frozenset(
    "高黄何王李张刘陈杨赵吴周徐孙朱胡郭林罗郑梁谢宋唐许韩冯邓曹彭曾肖蒋蔡余杜叶苏魏吕丁沈姚卢姜崔谭陆范汪廖贾韦付邹孟熊秦薛侯雷龚邵严"
)
_SURNAME = "欧阳|司马|上官|诸葛|皇甫|慕容|令狐|司徒|夏侯|端木|宇文|轩辕|南宫|" + "|".join(
    sorted(signs.signs("surnames"))
)
_TITLED = re.compile(rf"(?P<surname>{_SURNAME})(?P<title>{TITLE})")
_NO_TITLE = re.compile(
    r"[叔姨哥姐嫂婶伯总董工导局队爷](?:人|作|资|具|演|业|程|会儿|长|部|站|友|子|计|数|之|体|共|括|结)"
)


def people_named(plain: str, words: Sequence[Word]) -> Iterator[Named]:
    begins = {word.start: word for word in words}
    ends = {word.end for word in words}
    covers = {at: word for word in words for at in range(word.start, word.end)}
    persons = {word.text for word in words if word.tag.startswith("nr")}
    yield from _full_names(plain, begins, ends, covers)
    for found in _TITLED.finditer(plain):
        if not _begins(plain, found.start(), begins, covers) or found["surname"] in signs.NEVER_TITLED:
            continue
        if _NO_TITLE.match(plain, found.start("title")) or (is_word(found[0]) and found[0] not in persons):
            continue
        title = found["title"]
        gender = "she" if title.endswith(_SHE) else "he" if title.endswith(_HE) else ""
        yield Named(*found.span(), type="Person", gender=gender)
    yield from _nicknames(plain, begins, covers)
    yield from _foreign(plain, words, begins, ends)
    yield from _given_names(plain, begins, ends, covers)


def _begins(plain: str, at: int, begins: Mapping[int, Word], covers: Mapping[int, Word]) -> bool:
    """True when a name may begin here: a word does, or a cutter glued it to a word that goes before names."""
    if at in begins:
        return True
    cover = covers.get(at)
    return cover is not None and plain[at - 1] in _GLUE and not is_word(cover.text)


def _may_end(plain: str, at: int, ends: set[int], covers: Mapping[int, Word]) -> bool:
    return at in ends or at >= len(plain) or (at in covers and not is_word(covers[at].text))


def _full_names(plain: str, begins: Mapping[int, Word], ends: set[int], covers: Mapping[int, Word]) -> Iterator[Named]:
    at = 0
    while at < len(plain):
        surname = signs.surname_of(plain[at:])
        end = _full_name(plain, at, surname, begins, ends, covers) if surname else 0
        if end:
            yield Named(at, end, type="Person")
        at = end or at + 1


def _full_name(
    plain: str, at: int, surname: str, begins: Mapping[int, Word], ends: set[int], covers: Mapping[int, Word]
) -> int:
    """The end of the full name that begins with this surname, 0 for none."""
    if not _begins(plain, at, begins, covers):
        return 0
    first = at + len(surname)
    for length in (2, 1):
        end = first + length
        name, given = plain[at:end], plain[first:end]
        if any(plain[at : at + size] in listed_places() for size in range(2, length + len(surname) + 1)):
            return 0  # "武汉安家"
        word = begins.get(at)
        guessed = length == 2 and word is not None and word.end == end and _may_be_full(word, surname)
        if end > len(plain) or not (guessed or signs.is_full_name(name)) or not _may_end(plain, end, ends, covers):
            continue
        tagged = word is not None and word.tag.startswith("nr")
        whole = word is not None and word.end == end
        if is_word(name) and not (whole and tagged and not _is_before_noun(end, begins)):
            continue
        if is_word(given) and word is not None and word.end == first and not word.tag.startswith("n"):
            continue  # "练长笛"
        plainly = signs.is_plainly_given(given) or (length == 2 and any(map(signs.is_plainly_given, given)))
        if len(surname) == 1 and surname in signs.DOUBTFUL and not (whole and tagged) and not (length == 2 and plainly):
            continue
        if length == 2:
            if (
                is_word(given)
                and not (whole and tagged)
                and (g := covers[first]).end == end
                and g.tag[:1] in "vadpcrmq"
            ):
                continue
            if plainly or (whole and tagged):
                return end
        elif (whole and tagged) or (plainly and tagged and end in ends):
            return end
    return 0


_NO_NICKNAMES = frozenset("小马 老马 小叶 老叶 小黄 小高 老高 小苏 小雷".split())
"""Words that the dictionary holds as everyday ones: a foal, a small leaf."""
_NEVER_GIVEN = frozenset(
    "的了着过是在有说和就都也去来到会不没我你他她它把给让这那个们吗呢吧啊呀很太最又再要想能可从向为与及或但人时候上下里外前后老师总"
)


def _may_be_full(word: Word, surname: str) -> bool:
    """True for a word that a cutter takes for a person's, with one sign of a given name at least."""
    given = word.text[len(surname) :]
    likely = word.tag.startswith("nr") and not is_word(word.text) and surname not in signs.DOUBTFUL
    return likely and any(map(signs.is_plainly_given, given)) and _NEVER_GIVEN.isdisjoint(given)


def _is_before_noun(at: int, begins: Mapping[int, Word]) -> bool:
    """True when a noun follows, which a person's name does not go before: "石英项目"."""
    word = begins.get(at)
    return word is not None and word.tag == "n" and len(word.text) > 1


def _nicknames(plain: str, begins: Mapping[int, Word], covers: Mapping[int, Word]) -> Iterator[Named]:
    """ "小李", "老王", "阿康": an everyday word of these signs is none."""
    for found in re.finditer(r"[小老大阿](?=[㐀-鿿])", plain):
        at, end = found.start(), found.end() + 1
        second = plain[end - 1]
        if (
            plain[at : at + 1] != "阿"
            and signs.surname_of(plain[at + 1 :])
            and len(signs.surname_of(plain[at + 1 :])) == 2
        ):
            end += 1
        form = plain[at:end]
        if not _begins(plain, at, begins, covers) or form in signs.listed("none"):
            continue
        over = covers.get(end)
        if (
            end < len(plain)
            and over is not None
            and over.start < end
            and is_word(over.text)
            and len(over.text) > len(form)
        ):
            continue
        if over is not None and over.start == end - 1 and over.end > end and is_word(over.text):
            continue  # "小高兴"
        word = begins.get(at)
        whole = word is not None and word.end == end
        tagged = whole and word is not None and word.tag.startswith("nr")
        surnamed = form[0] in "小老" and second in _COMMON_SURNAMES and whole and form not in _NO_NICKNAMES
        if is_word(form) and not tagged and not surnamed:
            continue
        last = begins.get(end - 1)
        named = tagged or (last is not None and last.end == end and last.tag.startswith("nr"))
        if form[0] == "阿":
            fits = signs.is_given(second) or second in signs.signs("surnames")
        elif form[0] == "大":
            fits = second in _COMMON_SURNAMES and tagged
        else:
            fits = second in _COMMON_SURNAMES or len(form) == 3 or (named and signs.surname_of(second) != "")
            fits = fits or (form[0] == "小" and tagged and signs.is_plainly_given(second))
        if fits and not re.match(r"[们时心孩学]", plain[end : end + 1] or "。"):
            yield Named(at, end, type="Person", sure=False)


_RARE = frozenset(
    "艾奥迪尔菲弗芙戈莎莉娜妮蒂薇娅丝朵琳蕾露黛伊欧斯兹佐詹茱玛瑞桑萨穆姆乔琼彼凯汉赫韦尼珀莱雷德伦娃佩奈"
)
"""Signs of foreign names that stand in few other words."""


def _foreign(plain: str, words: Sequence[Word], begins: Mapping[int, Word], ends: set[int]) -> Iterator[Named]:
    listed = signs.listed("foreign_he") | signs.listed("foreign_she")
    for word in words:
        if word.text in listed or (
            word.tag.startswith("nr")
            and 2 <= len(word.text) <= 7
            and (signs.is_foreign(word.text) or word.tag == "nrt")
            and word.text not in signs.listed("none")
            and not word.text.endswith("人")
        ):
            yield Named(word.start, word.end, type="Person", sure=word.text in listed)
    letters = "".join(sorted(signs.signs("foreign")))
    for found in re.finditer(rf"[{letters}]{{2,7}}", plain):
        for start, end in _runs(found.start(), found.end(), begins, ends, plain):
            part = plain[start:end]
            short = end - start == 2 and start in begins and _acts(plain, start, end)
            if part in listed or ((end - start >= 3 or short) and signs.is_foreign(part) and not is_word(part)):
                inner = [w for w in words if start <= w.start and w.end <= end]
                if any(w.tag == "ns" for w in words if w.start < end and start < w.end):
                    break
                common = any(len(w.text) > 1 and is_word(w.text) and not w.tag.startswith("n") for w in inner)
                verbs = inner and inner[0].tag in ("v", "p", "d", "r", "m") and len(inner[0].text) == 1
                spelled = any(w.tag.startswith("nr") for w in inner) or sum(map(_RARE.__contains__, part)) > 1
                if not common and not verbs and (part in listed or spelled or short):
                    yield Named(start, end, type="Person", sure=part in listed)
                    break


def _runs(start: int, end: int, begins: Mapping[int, Word], ends: set[int], plain: str) -> Iterator[tuple[int, int]]:
    for first in range(start, end - 1):
        if first in begins or plain[first - 1] in _GLUE:
            yield from ((first, last) for last in range(end, first + 1, -1) if last in ends or last == end)


def _given_names(plain: str, begins: Mapping[int, Word], ends: set[int], covers: Mapping[int, Word]) -> Iterator[Named]:
    """ "思琪", "海涛": two signs of given names without a surname."""
    for at in range(len(plain) - 1):
        end = at + 2
        form = plain[at:end]
        if (
            not signs.is_given(form)
            or form in signs.listed("none")
            or form in listed_places()
            or not _begins(plain, at, begins, covers)
        ):
            continue
        if not _may_end(plain, end, ends, covers):
            continue
        word = begins.get(at)
        whole = word is not None and word.end == end
        tag = word.tag if word is not None and whole else ""
        if tag.startswith("nr"):
            sure = any(map(signs.is_plainly_given, form)) and not (is_word(form) and _is_before_noun(end, begins))
        elif is_word(form):
            sure = tag in ("ns", "nz") and signs.is_plainly_given(form) and _acts(plain, at, end)
        else:
            plainly = [signs.is_plainly_given(sign) for sign in form]
            sure = (all(plainly) and whole) or (any(plainly) and _acts(plain, at, end))
        if sure:
            yield Named(at, end, type="Person", sure=False)


def _acts(plain: str, start: int, end: int) -> bool:
    """True where somebody's name is due: it stands before what people do, and no place is spoken of."""
    before, after = plain[start - 1 : start] if start else "", plain[end : end + 1]
    if before in tuple("在去到往从住来回离于至经"):
        return False
    follows = not after or after in _PARTICIPATING or not re.match(HAN, after)
    leads = not before or before in "和跟与给对把被让找约帮请问陪替向见听是说按据" or not re.match(HAN, before)
    return follows and leads and bool((after and re.match(HAN, after)) or before)
