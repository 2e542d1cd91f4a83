"""Words that decide how a Chinese clause stands, and the small words that say nothing of what it tells.

They are taken out of a clause before it is matched with cues; where each stood and what it does is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.chinese_denial import DENIALS, FAILURES

DENIAL, ENDING, PLAN, WISH, DOUBT, CONDITION, HEARSAY = (
    "denial", "ending", "plan", "wish", "doubt", "condition", "hearsay",
)  # fmt: skip
PAST, RECENT, NOW, CHANGE, ASKING, COMMAND, ABLE = "past", "recent", "now", "change", "asking", "command", "able"
FAILED = "failed"
CAUSE, EFFECT, PURPOSE, CONTRAST, FILLER, DEGREE, OFTEN = (
    "cause", "effect", "purpose", "contrast", "filler", "degree", "often",
)  # fmt: skip

_SAID: dict[str, str] = {
    DENIAL: DENIALS,
    FAILED: FAILURES,
    ENDING: "不再 再也不 再也没 再没 已经不 早就不 早不 不怎么 戒掉",
    PLAN: "打算 准备 计划 有意 琢磨着 盘算着 筹划着 筹备着 铁了心 铁了心要 一心想 一心要 预备 下定决心要 早晚要 迟早要 正打算 正准备 正计划 将 将要 将会 即将 快要 就要 马上要 决定 决定要 想要 想 要 希望 盼着 盼望 期待 预计 约好 约了 争取 说好 该 得 要去 计划是 打算是 下决心 下了决心 下定决心 下定了决心 拿定主意 正攒钱 攒钱",
    WISH: "但愿 幻想 设想 假想 做梦都想 梦想着 恨不能 梦想 梦见 梦到 恨不得 巴不得 真想 好想 想象 要不 不如",
    DOUBT: "可能 也许 大概 或许 说不定 没准 没准儿 估计 应该 好像 似乎 恐怕 看样子 看起来 看来 搞不好 应当 八成 多半 不知道 不确定 怀疑 猜 "
    "考虑 在考虑 犹豫 听着像",
    CONDITION: "如果 要是 假如 假设 假使 万一 倘若 倘使 如若 若能 要能 若 若是 只要 除非 哪怕 即使 就算 的话 换作 换成",
    HEARSAY: "听说 据说 据悉 传言 传闻 听人说 有人说 听别人说 听讲 据传 说是 据",
    ABLE: "会 能 能够 可以",
    PAST: "以前 从前 曾经 曾 原来 原先 本来 过去 当年 那时候 那时 当时 早年 之前 先前 早先 一度 有段时间 有一阵 有一段时间 年轻时 年轻的时候 小时候 那会儿 往年 往日 昔日 当初 起初",
    RECENT: "刚 刚刚 刚才 最近 新近 近来 方才",
    NOW: "现在 目前 如今 眼下 这会儿 此刻 当前 现如今 这阵子 这段时间",
    COMMAND: "别 不要 请 请你 麻烦 千万",
    ASKING: "吗 么 难道 是不是 有没有 是否",
    CAUSE: "因为 由于 因 多亏 幸亏 幸好 就因为 毕竟 原因是 原因就是 主要原因是 理由是 都怪 全怪 就怪 都是因为 多亏了 幸亏了 全靠 亏得 是因为 归功于 得益于 "
    "这多亏 这多亏了 这都多亏 这都多亏了 这都怪 这是因为 那是因为 就是因为 主要是因为 还不是因为 之所以 这主要是因为 全是因为",
    EFFECT: "所以 因此 因而 于是 结果 以致 以至于 难怪 怪不得 导致 害得 使得 只好 不得不 只能 只得",
    PURPOSE: "为了 为的是 以便 好让 免得",
    CONTRAST: "但是 但 可是 可 不过 然而 却 只是 虽然 尽管 虽说 反而 反倒",
    OFTEN: "一直 总是 老是 老 总 常 常常 经常 时常 往往 偶尔 平时 平常 一般 通常 有时 有时候 始终 从小 时不时",
    DEGREE: "很 非常 特别 挺 超 超级 真 太 十分 相当 极其 蛮 格外 尤其 比较 有点 有点儿 好 多么 最为 稍微 完全 特 巨 贼 老 怪 还算 颇 极 "
    "真心 打心底 打心眼里 发自内心",
    FILLER: "就是 也 都 就 才 还 又 再 其实 真的 确实 的确 当然 反正 终于 总算 居然 竟然 竟 果然 正 正在 已经 已 早就 早已 一共 总共 说实话 老实说 "
    "话说 对了 那个 嗯 啊 哎 诶 哦 呃 然后 而且 并且 还是 便 亲自 一起 自己 仍然 仍 依然 依旧 顺便 大约 差不多 差点 算是 算 这个 那 那么 "
    "其中 另外 此外 同时 接着 后来 先 最终 最后 到底 究竟 只 仅 光 单单 刚好 正好 恰好 本人 哈 嘿 唉 哇 喂 嗨 噢 呀 嘛 呢 吧 啦 哟 咯 呗 哒 喽 哩 咧 "
    "告诉你 跟你说 你知道 偷偷 悄悄 特地 专门 好好 白白 重新 不停 不断 一下 一下子 等于 实在 简直",
}  # fmt: skip
TABLE: dict[str, str] = {word: kind for kind, words in _SAID.items() for word in words.split()}
"""What each word does. A word of two kinds has the one named last."""

DECIDING = frozenset((DENIAL, FAILED, ENDING, PLAN, WISH, DOUBT, CONDITION))
"""Kinds without which a claim would be quoted as its opposite, or as a fact."""
FUSED = {"不": DENIAL, "没": DENIAL, "未": DENIAL, "别": DENIAL, "很": DEGREE, "挺": DEGREE}
LEAVES = {"不是": "是", "并非": "是", "是不是": "是", "有没有": "有", "就是": "是", "戒掉": "戒"}
"""What of a word stays in the skeleton."""
HAVING = frozenset(
    "没 没有 并没有 并没 还没 还没有 从来没 从来没有 从没 没什么 没啥 没有什么 没多大 没太大 没多少".split()
)
"""Before a noun these deny that there is one: "没有车" stays as "有车"."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A word that was taken out at a position of the skeleton; `[start, end)` in the text."""

    at: int
    kind: str
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How what a clause says stands."""

    modality: str = "asserted"
    denied: bool = False
    ended: bool = False
    past: bool = False
    recent: bool = False
    asked: bool = False


def standing(taken: Sequence[Taken], start: int, end: int, *, asked: bool = False) -> Standing:
    """How the stretch `[start, end)` of a skeleton stands, by what was taken out before and inside of it.

    A denial counts from the subject on; two make none. "不…了" ends what held before.
    """
    before = [one for one in taken if one.at < end or one.at == start or (one.at == end and one.kind == CHANGE)]
    kinds = {one.kind for one in before}
    denials = sum(1 for one in before if one.kind == DENIAL and one.at >= start)
    denied = denials % 2 == 1
    ended = ENDING in kinds or (denied and any(one.word in ("不", "不是", "没") for one in before) and CHANGE in kinds)
    if ended and denied:
        denied = False
    if FAILED in kinds:
        denied, modality = True, "hypothetical"
    elif CONDITION in kinds or DOUBT in kinds or WISH in kinds:
        modality = "hypothetical"
    elif HEARSAY in kinds:
        modality = "reported"
    elif PLAN in kinds or COMMAND in kinds:
        modality = "planned"
    else:
        modality = "asserted"
    return Standing(modality, denied, ended, PAST in kinds, RECENT in kinds, asked or ASKING in kinds)
