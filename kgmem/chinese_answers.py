"""Answers that only a question completes, told as whole Chinese sentences: "你在哪儿上班？" - "在红隼传媒。" is read as
"我在红隼传媒上班". The question word stands where the answer belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.chinese_kin_words import kin_pattern
from kgmem.chinese_names import names
from kgmem.chinese_words import cut
from kgmem.han import simplified

_MOST = 40
_ASKS_THING = re.compile(
    r"(?P<done>做|干|从事)(?:的是)?(?:什么|啥)(?:工作|职业|行业|行当|行|活)?(?:的)?(?=\Z|呢|啊|呀)|"
    r"有(?:什么|啥|哪些)(?:特别|最|格外|很)?(?P<liked>喜欢|爱|讨厌|受不了|害怕|怕|想要|想学|想去|爱吃|爱喝|喜欢吃|喜欢喝|爱好|忌口|过敏)(?P<liking>[吃喝看玩听做学]?)的?(?:东西|地方|食物|事|人|菜)?|"
    r"(?:什么|啥|哪[家个所座间位只条门种部本款支首类项]|哪些|几[个位门])(?:样的|类型的|牌子的|牌的)?(?P<noun>公司|单位|部门|大学|学校|中学|医院|城市|地方|国家|省份|省|市|专业|科目|课程|课|语言|外语|乐器|运动|颜色|宠物|动物|车|牌子|职位|职务|岗位|名字|"
    r"俱乐部|社团|组织|团体|爱好|菜|水果|饮料|东西|食物|游戏|球|歌|书|电影|药|病|项目|乐队|球队|人|餐厅|店)?|"
    r"谁|哪位|哪儿|哪里|哪边|哪(?=[工上读住长出毕念生来])|哪"
)
_ASKS_TIME = re.compile(
    r"什么时候|啥时候|什么时间|何时|哪一?天|哪一?年|哪个月|几月几[号日]|几[号日]|几月|几点钟?|星期几|周几|礼拜几|多久|多长时间|几年"
)
_ASKS_NUMBER = re.compile(r"多大年纪|多大岁数|多大|几岁|多少岁|多少|多高|多重|几(?=[个只条岁口年辆套本次天位])")
_ASKS_HOW = re.compile(r"怎么样|怎样|如何|咋样|怎么了|怎么")
_ASKS_WHY = re.compile(r"为什么|为啥|为何|干嘛|怎么会|怎么没|凭什么|咋")
_WHETHER = re.compile(r"(?:吗|么|吧|没有|没|是不是|对不对|对吧|是吧|好吗|不)[啊呀]?\Z")
_EITHER = re.compile(
    r"有没有|是不是|会不会|能不能|去没去|喜不喜欢|喜欢不喜欢|想不想|要不要|在不在|爱不爱|(?P<verb>[㐀-鿿])[不没](?P=verb)"
)
_OPENING = re.compile(
    r"(?:(?:嗯+|哦+|噢+|啊+|呃+|额+|哈+|哎+|诶|唉|喔|那个|这个|其实|当然是|当然|好像是|好像|应该是|就是|算是|主要是|主要|一般是|目前是|目前|比如说|比如|例如|像|我想想|让我想想|我看看|你说呢|说来话长|"
    r"怎么说呢|说实话|记得是|我记得是|我记得|据我所知|是叫|老样子|没错|对啊|对|是的|是啊|不瞒你说)[，,、\s。.！!…~～：:]*)+"
)
_YES = re.compile(
    r"(?:嗯+|哦|啊|对呀?啊?|是的?啊?呀?|没错|当然|肯定|必须的|可不是嘛?|可不|那当然|有啊?的?呀?|会啊?的?|确实|yes|yep)(?=[，,。.！!~～\s]|\Z)",
    re.I,
)
_NO = re.compile(
    r"(?:不|没有?|不是的?|不会|没有?过|还没有?|不再了?|不了|已经不了|早就?不了?|没啊|没呢|从来没有|从没|不算|不怎么|no|nope)(?:啊|呀|呢|哦|吧)?(?=[，,。.！!~～\s]|\Z)",
    re.I,
)
_FIRST = re.compile(r"[^。！!？?\n]*")
_ENDS = re.compile(r"(?:啊|呀|呢|哦|吧|嘛|啦|哈|哟|喔|～|~|的说)+\Z")
_PERSONAL = re.compile(
    r"(?:我|你|他|她|它|咱|俺|您)(?!们?(?:的|妈|爸|哥|姐|弟|妹|老公|老婆|朋友|同事|同学|室友|邻居|爷|奶|舅|姨|叔|儿子|女儿|家))"
)
_CLAUSE = re.compile(r"[，,；;：:]")
_ASKING_ALONG = re.compile(
    r"(?:你|您)?(?:知道|晓得|记得|还记得|清楚|听说|猜|觉得|能不能告诉我|可以告诉我|告诉我|说说|说一下|问一下|问下|想问|请问)(?:一下|下)?(?:吗)?"
)


def statements(question: str, answer: str, asker: str) -> list[tuple[str, int, int]]:
    """What an answer says when the question's last sentence is put to it: whole sentences, each with the place in the
    answer that says it. Empty when the answer needs no question, or none was asked."""
    asked = _asked(question)
    if not asked or _ASKS_WHY.search(simplified(asked)):
        return []
    first = _FIRST.match(answer.rstrip())
    end = first.end() if first else 0
    told, start = answer[:end], 0
    if _is_of_yes_or_no(asked):
        said = _yes_or_no(asked, told)
        return [(_turned(said, asker), start, end)] if said else []
    opening = _OPENING.match(simplified(told))
    start = opening.end() if opening else 0
    told = told[start:]
    if not told.strip(" ，,、") or not _is_fragment(told):
        return []
    if said := _put(asked, told, asker):
        return [(said, start, end)]
    return []


def _asked(question: str) -> str:
    """The question at the end of a turn, without what leads to it; "" when the turn does not end with one."""
    text = question.strip()
    plain = simplified(text)
    sentences = [found.span() for found in re.finditer(r"[^。！!？?\n…]+[。！!？?\n…]*", text)]
    if not sentences:
        return ""
    start, end = sentences[-1]
    last = plain[start:end]
    marks = last.rstrip().endswith(("？", "?"))
    body = text[start:end].rstrip(" ？?。！!~～…\n")
    words = simplified(body)
    asks = bool(
        _ASKS_THING.search(words) or _ASKS_TIME.search(words) or _ASKS_NUMBER.search(words) or _ASKS_HOW.search(words)
    )
    if not marks and not words.endswith(("吗", "么")) and not (asks and len(words) < 16):
        return ""
    clauses = _CLAUSE.split(body)
    if len(clauses) > 1 and not _names_asked(simplified(clauses[-2]), simplified(clauses[-1])):
        clauses = clauses[-1:]
    said = "，".join(clauses[-2:]).strip()
    along = _ASKING_ALONG.match(simplified(said))
    if along and len(along[0]) > 1 and len(said) > along.end() + 2:
        said = said[along.end() :].lstrip("，, ")
        said = said[:-1] if simplified(said).endswith("吗") else said
    return said if 1 < len(said) <= _MOST else ""


def _names_asked(before: str, last: str) -> bool:
    """True when the clause before only names whom the question is about: "小李呢，现在在哪儿？"."""
    return len(before) <= 6 and bool(names(before)) and not _PERSONAL.match(last)


def _is_of_yes_or_no(asked: str) -> bool:
    plain = simplified(asked)
    if _ASKS_TIME.search(plain) or _ASKS_HOW.search(plain):
        return False
    if _EITHER.search(plain) and not re.search(r"什么|哪|谁|几|多少", plain):
        return True
    return bool(_WHETHER.search(plain)) and not re.search(r"谁|哪[儿里家个]|几[个岁]|多少|什么(?!的)", plain)


def _is_fragment(told: str) -> bool:
    """True for what says nothing whole by itself: no subject stands in front."""
    plain = simplified(told).strip()
    if _PERSONAL.match(plain):
        return False
    first = _CLAUSE.split(plain)[0]
    head = next((one for one in names(first) if one.start == 0), None)
    rest = first[head.end :] if head else ""
    if head and rest and not re.match(r"[和跟与、的那这人]|那边|附近|市|本地|就是", rest):
        return not any(word.tag.startswith(("v", "p")) for word in cut(rest)) and len(rest) < 8
    return 0 < len(first) <= 24


def _put(asked: str, told: str, asker: str) -> str:
    """The question with the answer in the place of its question word, as the one who answers says it."""
    plain = simplified(asked)
    first, _, rest = told.partition("，")
    if "，" not in told:
        first, _, rest = told.partition(",")
    first = _ENDS.sub("", first.strip()).strip()
    for pattern in (_ASKS_TIME, _ASKS_NUMBER, _ASKS_THING, _ASKS_HOW):
        found = pattern.search(plain)
        if found is None:
            continue
        before, after = asked[: found.start()], _ENDS.sub("", asked[found.end() :])
        if pattern is _ASKS_THING and found["done"] and not re.search(r"\A(?:做|干|从事|是|当)", simplified(first)):
            who = re.sub(r"(?:是|平时|现在|目前|在)*\Z", "", before) or "你"
            before, after = f"{who}的工作是", ""
        elif pattern is _ASKS_THING and found["liked"]:
            before, after = f"{before}{found['liked']}{found['liking'] or ''}", ""
        elif pattern is _ASKS_NUMBER and found[0] in ("多大", "几岁", "多少岁", "多大年纪", "多大岁数"):
            first = first if first.endswith(("岁", "歲")) else f"{first}岁"
            after = ""
        elif pattern is _ASKS_HOW and found[0] == "怎么" and after and not re.match(r"[样了]", after):
            return ""
        before = _without_its_verb(before, first)
        said = f"{_turned(before, asker)}{_without_echo(before, first)}"
        tail = _turned(after, asker)
        if len(tail) > 1 and said.endswith(tail[0]) and simplified(first).endswith(simplified(tail)):
            tail = ""
        if tail and simplified(first).endswith(simplified(tail.rstrip("的了"))) and len(tail.rstrip("的了")) > 0:
            tail = ""
        whole = f"{said}{tail}"
        return f"{whole}，{rest.strip()}。" if rest.strip() else f"{whole}。"
    return ""


def _without_its_verb(before: str, first: str) -> str:
    """The question up to its gap without the verb there, when the answer has one of its own: "懂普通话" to "你会…"."""
    asked, said = cut(simplified(before)), cut(simplified(first))
    own = (
        len(said) > 1 and said[0].tag == "v" and bool(asked) and asked[-1].tag == "v" and asked[-1].text != said[0].text
    )
    return (
        before[: asked[-1].start]
        if own and asked[-1].text not in ("是", "在", "想", "要") and said[0].text not in ("是", "叫")
        else before
    )


def _without_echo(before: str, first: str) -> str:
    """The answer without the words of the question before its gap that it says again: "住武汉" to "你住…"."""
    plain_before, plain = simplified(before), simplified(first)
    for size in range(min(len(plain_before), len(plain)), 0, -1):
        if plain_before.endswith(plain[:size]):
            return first[size:]
    found = re.match(r"(?:是在|就在|是|在|叫|去|到|从|住在|住|学|读|姓|做|当)", plain)
    if found and (plain_before.endswith(("在", "是", "叫", "去", "到", "从", "学", "住", "于")) or found[0] == "是"):
        inner = found[0]
        if inner in ("是", "是在", "就在", "在") and len(plain) > len(inner):
            return first[len(inner) :]
    at = plain_before.rfind(plain[:1]) if plain else -1
    if at >= 0 and len(plain) > 2 and plain_before[at:] and plain.startswith(plain_before[at:]):
        return first[len(plain_before) - at :]
    return first


def _yes_or_no(asked: str, told: str) -> str:
    """What a plain yes or no, or the verb said again, makes of the question; "" when it is neither."""
    answer = simplified(told).strip(" ，,、。.！!～~")
    plain = simplified(asked)
    body = asked
    either = _EITHER.search(plain)
    first = _CLAUSE.split(answer)[0]
    verb = ""
    if either:
        verb = either["verb"] or {
            "有没有": "有",
            "是不是": "是",
            "喜不喜欢": "喜欢",
            "喜欢不喜欢": "喜欢",
            "去没去": "去",
        }.get(either[0], either[0][:1])
        body = f"{asked[: either.start()]}{verb}{asked[either.end() :]}"
    body = re.sub(r"(?:吗|嗎|么|吧|没有|沒有|没|沒|不|对吧|是吧|对不对|呢|啊|呀)+\Z", "", body).strip()
    rest = _CLAUSE.split(told.strip(), maxsplit=1)[1].strip() if _CLAUSE.search(told) else ""
    rest = "" if _PERSONAL.match(simplified(rest)) else rest
    agreed = bool(_YES.match(answer)) or (len(first) <= 6 and _says_again(first, simplified(body)))
    denied = bool(_NO.match(answer)) or (
        len(first) <= 6 and first[:1] in "不没" and _says_again(first.lstrip("不没有还"), simplified(body))
    )
    if first[:1] in "不没" and not denied:
        return ""
    if denied:
        return f"{_denied(body)}。"
    return f"{body}，{rest}。" if agreed and rest else f"{body}。" if agreed else ""


def _says_again(first: str, body: str) -> bool:
    said = re.sub(r"[了的啊呀呢过]+\Z", "", first)
    return bool(said) and said in body and any(word.tag.startswith("v") or word.tag == "a" for word in cut(said))


def _denied(body: str) -> str:
    """The question's statement, denied: its first verb with 不 or 没 before it."""
    plain = simplified(body)
    happened = bool(re.search(r"了|过", plain))
    for word in cut(plain):
        if word.text in ("还", "也", "都", "现在", "还在") or not word.tag.startswith(("v", "p", "a")):
            continue
        if still := re.search("还|仍然|依然", plain[: word.start]):
            return f"{body[: still.start()]}{body[still.end() : word.start]}不{body[word.start :]}了"
        no = "没" if word.text.startswith("有") or happened else "不"
        said = re.sub("了", "", body[word.start :]) if happened else body[word.start :]
        return f"{body[: word.start]}{no}{said}"
    return f"不{body}"


def _turned(said: str, asker: str) -> str:
    """Words of the question as the one who answers would say them."""
    return "".join(_pieces(said, asker))


def _pieces(said: str, asker: str) -> Iterator[str]:
    for found in re.finditer(r"你们|妳们|你們|妳們|我们|我們|咱们|咱們|你|您|妳|我|.", said, re.S):
        word = found[0]
        if word in ("你", "您", "妳"):
            yield "我"
        elif word in ("你们", "你們", "妳们", "妳們"):
            yield "我们"
        elif word == "我":
            kin = kin_pattern().match(simplified(said), found.end()) if asker else None
            yield f"{asker}的" if kin else asker or word
        else:
            yield word
