"""Which turns of a chat last, to be read for what they say, and which only keep their text.

Nothing is lost either way: every turn is an episode, found by its words and meaning. What is passed over makes no facts
or events, so that a sweep finds little worth in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgmem.importance import importance
from kgmem.records import Episode
from kgmem.short_term import Turn

LASTING, PASSING = "lasting", "passing"
_PHATIC = frozenset(
    "ok okay k hi hello hey hiya thanks thank thx you so much very sure yes no yeah yep nope great good nice cool wow "
    "haha hahaha lol bye goodbye see ya later morning evening night afternoon i oh ah hm hmm right fine alright "
    "awesome perfect got it welcome please cheers indeed exactly true really totally absolutely too and again then "
    "well that's that "
    "你好 您好 谢谢 谢谢你 谢谢您 多谢 好的 好 嗯 嗯嗯 哈哈 哈哈哈 再见 拜拜 早上好 早安 晚上好 晚安 不客气 没事 "
    "知道了 明白 明白了 是的 对 对的 哦 行 可以 收到".split()
)
"""Words of texts that say nothing but that somebody is there."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Promotion:
    """What became of a turn, by the id of its episode. importance: 0 to 1, by rules. reason: what decided, "tool",
    "call", "answer", "phatic" or "statement"."""

    episode: str
    importance: float
    tier: str
    reason: str


def weighed(turn: Turn, before: Turn | None) -> Promotion:
    """Whether a turn is read, in view of the one before it."""
    worth = importance(Episode(turn.content, role=turn.role))
    if turn.role == "tool":  # a reading of the moment is no lasting fact, however it reads
        tier, reason = PASSING, "tool"
    elif turn.calls and not turn.content:
        tier, reason = PASSING, "call"
    elif before is not None and before.role != turn.role and before.content.rstrip().endswith(_ASKS):
        tier, reason = LASTING, "answer"
    elif is_phatic(turn.content):
        tier, reason = PASSING, "phatic"
    else:
        tier, reason = LASTING, "statement"
    return Promotion(turn.episode, worth, tier, reason)


def is_phatic(text: str) -> bool:
    """True for greetings, thanks and signs of listening, and nothing else."""
    return all(word in _PHATIC for word in _WORD.findall(text.lower().replace("’", "'")))
