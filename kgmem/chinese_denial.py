"""Chinese words that deny, and words that only look like it."""

from __future__ import annotations

from kgmem.chinese_words import cut

DENIALS = (
    "不 没 没有 未 并不 并没 并没有 从不 从来不 从没 从来没 从来没有 从未 毫不 绝不 决不 绝对不 无法 未曾 不曾 尚未 还没 还没有 不能 不可以 不肯 不愿意 不敢 没什么 没啥 没有什么 没多大 没太大 没多少 不是 并非 "
    "压根没 压根不 根本不 根本没"
)
FAILURES = "没能 未能 没能够 没法 没办法 没机会 没来得及 没敢 没舍得"
WHOLE = frozenset(
    "不错 不过 不但 不仅 不久 不同 不少 不管 不得不 不好意思 不断 不用 不够 不可 不如 不论 不只 不光 不时 不禁 不得了 不见得 不一定 不安 不满 不幸 不良 不足 "
    "不便 不料 不然 不已 不由得 不顾 不利 不锈钢 不丹 没事 没关系 没错 没劲 没准 没收 没落 没辙 未来 未婚夫 未婚妻 未必 未免 别人 别墅 别的 别扭 别处".split()
)
"""Words that begin with a sign of denial and deny nothing."""
_SIGNS = frozenset("不没未别")
_WORDS = frozenset(f"{DENIALS} {FAILURES}".split())
_INSIDE = frozenset("说不定 恨不得 恨不能 巴不得 怪不得 差不多 了不起 对不起 冷不丁 要不 是不是 忍不住".split())
"""Words with a sign of denial inside that deny nothing."""


def has_denial(text: str) -> bool:
    """True for a simplified text with a word that denies: 没去成, 来不及, not 特别, 淹没 or 别人."""
    return any(_denies(word.text) for word in cut(text))


def _denies(word: str) -> bool:
    if word in _WORDS:
        return True
    return word not in WHOLE | _INSIDE and (word[0] in _SIGNS or word[1:2] == "不")
