"""Whom a Chinese turn calls by name: "罗斯，你来吗？", "谢谢你，小李。"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgmem.chinese_name_signs import short_forms
from kgmem.chinese_named import Named
from kgmem.chinese_names import names
from kgmem.han import simplified

_LEAD = re.compile(
    r"[\s，,。.！!？?…~～、—-]*(?:(?:嗨|嘿|喂|哦|噢|喔|啊|哎呀?|诶|唉|哇|嗯|呃|额|好吧?|好的|行|是的?|是啊|不|对|没错|天哪|天啊|老天|我的天啊?|听着|听我说|拜托|谢谢你?|谢了|多谢|对不起|抱歉|再见|拜拜|等等|等一下|你好|您好|"
    r"早上好|晚上好|早|早安|晚安|快点?|来吧?|得了|算了|所以|那么?|但是?|可是|而且|亲爱的|恭喜你?|祝贺你?|生日快乐|欢迎|真的|瞧|看|你知道吗?|话说|对了|我说|拜托了|干得好|辛苦了)[\s，,。.！!？?…~～、—-]*)*"
)
_AFTER = re.compile(r"\s*(?:[，,！!。？?…~～：:、]|\.{2,}|\.|-|\Z)")


def called_upon(text: str, people: Sequence[str] = ()) -> str:
    """The name by which a turn calls somebody, the full one of those who take part where it fits only one; "" for none."""
    persons = [one for one in names(text, people) if one.type == "Person"]
    lead = _LEAD.match(simplified(text))
    begin = lead.end() if lead else 0
    for one in persons:
        if one.start == begin and _AFTER.match(text, one.end):
            return one.name
    for one in reversed(persons):
        if _closes(text, one):
            return one.name
    return ""


def _closes(text: str, one: Named) -> bool:
    before = text[: one.start].rstrip()
    return (
        before[-1:] in ("，", ",")
        and bool(re.match(r"\s*(?:[。！!？?…~～]|\.|\Z)", text[one.end :]))
        and len(before) > 1
    )


def is_called(called: str, name: str) -> bool:
    """True for the name itself and what its bearer is called in talk."""
    plain = simplified(called)
    return plain == simplified(name) or plain in short_forms(simplified(name))
