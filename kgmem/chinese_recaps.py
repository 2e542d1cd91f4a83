"""What an assistant gives back of what it was told: "总结一下，你住在杭州。" Its other words state nothing about those it
talks to."""

from __future__ import annotations

import re

from kgmem.han import simplified

_BACK = re.compile(
    r"(?:(?:那)?我(?:来|先|再|跟[你您])?(?:总结|复述|确认|核对|重复|归纳|梳理|回顾|整理)(?:一下|一遍|下)?|(?:简单)?(?:总结|概括|归纳|确认|核对|复述|回顾|小结|汇总)(?:一下|起来|来说|下)?|总之|总的来说|综上"
    r"|我(?:这边|这里|这儿)?(?:的)?(?:记录|笔记|备忘|印象)(?:里|中|上)?(?:是|写着|显示)?|我(?:这边|这里|这儿)?(?:记录|记得|记下|了解到|知道|听到|理解|存|记)(?:的|了|下来的|下的)?(?:是|内容是|信息是|情况是)?"
    r"|(?:根据|按|按照|依)(?:我的|之前的|目前的|现有的)?(?:记录|笔记|了解|信息|资料)|据我(?:所知|了解)|[你您](?:之前|刚才|刚刚|前面|上次|曾经)?(?:说过|说|提到过|提到|提过|告诉过我|告诉我|跟我说过|讲过)(?:的是)?"
    r"|也就是说|换句话说|换言之|这么说来|这么说|所以说|如果我没(?:记错|理解错)(?:的话)?|我没(?:记错|理解错)的话|目前(?:已知|记录)(?:的)?(?:是)?|已(?:经)?(?:记录|记下|记住)(?:了)?|好的|明白了|收到|了解了|记住了|没错)"
    r"(?:[，,：:。！!]|——|—)+\s*"
)
_TOLD = re.compile(r"\A[^。！？!?\n]{4,}")


def given_back(text: str) -> int:
    """Where in an assistant's text begins what it repeats of what it was told; -1 when it repeats nothing."""
    plain = simplified(text)
    found = _BACK.match(plain)
    while found is not None:
        following = _BACK.match(plain, found.end())
        if following is None:
            break
        found = following
    if (
        found is None
        or not _TOLD.match(plain[found.end() :])
        or (re.search(r"[吗么呢]?[？?]\s*\Z", plain) and "对吗" not in plain and "对吧" not in plain)
    ):
        return -1
    return found.end()
