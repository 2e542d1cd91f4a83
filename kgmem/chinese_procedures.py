"""How something is done, told in Chinese: what leads to steps, steps in a sentence, and what changes in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_KIND = "流程|步骤|方法|做法|操作方法|办法|程序|规程|指南|教程|操作"
_LEADS = tuple(
    re.compile(rf"(?:{pattern})[:：，,]?\Z")
    for pattern in (
        rf"(?:我们|咱们|公司|目前|现在|新)?的?(?P<name>[^，。：:？?！!]{{1,20}}?)的?(?:{_KIND})(?:是|如下|是这样的|是这样|为)?(?:如下)?",
        r"(?:请问)?(?:我们)?(?:如何|怎么|怎样|怎么样)(?P<name>[^，。：:？?！!]{1,20}?)",
        rf"(?:{_KIND})[:：]\s*(?P<name>[^，。：:？?！!]{{1,20}})",
        r"(?:我们|咱们)(?:是)?(?:这样|这么)(?P<name>[^，。：:？?！!]{1,20}?)的?",
        r"(?:要|想要|需要)(?P<name>[^，。：:？?！!]{2,20}?)(?:，?(?:请|就)?按(?:以下|下面|这些)步骤(?:做|操作)?|，?(?:请|就)?这样做)",
        r"(?P<name>[^，。：:？?！!]{2,20}?)(?:时|的时候)(?:，?(?:我们|请|要)?(?:这样做|按以下步骤|按下面的步骤(?:做|操作)?))?",
    )
)
_ORDER = re.compile(r"(?:首先|先|第一步)[，,：:]?(?P<rest>[^\n]{2,600})")
_NEXT = re.compile(
    r"[，,。；;]?\s*(?:然后再|然后|接着|接下来|随后|之后|再|其次|第[二三四五六七八九]步|最后再|最后|最终)[，,：:]?"
)
_PAST = re.compile(r"[了过](?:[，,。；;]|\Z|[\u4e00-\u9fff])")
_NUMBERS = {sign: n for n, sign in enumerate("一二三四五六七八九十", 1)}
_N = r"第(?P<n>[一二三四五六七八九十]|\d{1,2})步"
_PREFIX = r"\A(?:以后|从现在起|从今以后|今后|从今天起|往后)?[，,]?(?:在?(?P<name>[^，,。第]{1,16}?)(?:的时候|时|流程[里中]?|中|里)[，,]?)?(?:请|要|应该|都要|都)?"
_CHANGES = tuple(
    (kind, re.compile(_PREFIX + pattern + r"[。！]*\Z"))
    for kind, pattern in (
        ("before", rf"在?{_N}(?:之前|以前|前)[，,]?(?:先|要|请|都要|加一步[:：，,]?|增加一步[:：，,]?)*(?P<text>[^。]{{2,100}})"),
        ("after", rf"在?{_N}(?:之后|以后|后面|后)[，,]?(?:再|要|请|都要|加一步[:：，,]?|增加一步[:：，,]?)*(?P<text>[^。]{{2,100}})"),
        ("without", rf"(?:跳过|去掉|取消|删掉|删除|省略|不用做|不做){_N}(?:了)?"),
        ("without", rf"{_N}(?:不用|不用做|不做|取消|跳过|去掉|省略)(?:了)?"),
        ("instead of", rf"(?:把)?{_N}(?:改成|改为|换成|变成)[:：]?(?P<text>[^。]{{2,100}})"),
        ("last", r"(?:最后(?:再|要|加一步[:：，,]?)|在最后加一步[:：，,]?)(?P<text>[^。]{2,100})"),
        ("first", r"(?:一开始(?:要|先)|在最前面加一步[:：，,]?|在开头加一步[:：，,]?)(?P<text>[^。]{2,100})"),
    )
)  # fmt: skip
_LASTING = re.compile(r"以后|从现在起|从今以后|今后|从今天起|往后|加一步")


def chinese_lead(said: str) -> str:
    """The name of what a lead leads to: "退款" of "退款流程：", "" for no lead."""
    for pattern in _LEADS:
        if found := pattern.match(said):
            return re.sub(r"\A(?:我们|咱们|公司)的?", "", found["name"]).strip()
    return ""


def chinese_subject(name: str) -> str:
    """The name of the procedure itself."""
    bare = re.sub(rf"(?:的)?(?:{_KIND})\Z", "", name.strip())
    return f"{bare or name.strip()}流程"


def chinese_steps_in(line: str) -> Iterator[tuple[str, list[str]]]:
    """The name and steps of what a line tells in order after a lead: "退款时，先查订单，然后联系财务，最后通知客户"."""
    for found in _ORDER.finditer(line):
        lead = re.split(r"[。！？!?]", line[: found.start()])[-1].strip(" ，,：:")
        name = chinese_lead(lead) if lead else ""
        rest = re.split(r"[。！？]", found["rest"])
        told = rest[0] + "".join(f"，{part}" for part in rest[1:] if _NEXT.match(part))
        steps = [part.strip(" ，,。；;") for part in _NEXT.split(told)]
        steps = [step for step in steps if step]
        if name and len(steps) >= 2 and not any(_PAST.search(step) for step in steps):
            yield name, steps
        return


def chinese_changes(sentence: str) -> tuple[str, str] | None:
    """The procedure a sentence names, "" for none, and what it changes."""
    for kind, pattern in _CHANGES:
        found = pattern.match(sentence.strip())
        if found is None:
            continue
        parts = found.groupdict()
        name, text = (parts.get("name") or "").strip(), (parts.get("text") or "").strip(" ，,。")
        if kind in ("first", "last"):
            if _LASTING.search(sentence):
                return name, f"{kind}: {text}"
            continue
        number = _NUMBERS.get(parts["n"], 0) or int(parts["n"])
        return name, f"{kind} {number}: {text}" if text else f"{kind} {number}"
    return None
