"""What a question wants to be told, in English or Chinese, by the words it is asked with.

The names mean: "when", "where", "who", "why", "what" and "how" what they say; "count" a number; "closed" yes or no;
"supposed" what may be so; "own" something of the asker's; "list" several things; "order" which came first, or all in
turn; "compare" two or more things side by side; "change" what was before and is otherwise now, "past" what was before;
"advice" what to do; "preference" what somebody likes.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kgmem.han import is_chinese, simplified

_ENGLISH = {
    "when": r"\bwhen\b|\b(?:what|which) (?:time|day|date|month|year|season|weekday)\b|\bhow long\b|\bhow old\b",
    "where": r"\bwhere\b|\b(?:what|which) (?:place|city|town|country|state|area|location|restaurant|shop|store)\b",
    "who": r"\bwho(?:se|m)?\b|\b(?:what|which) (?:person|people|friend|relative|colleague|name)\b",
    "why": r"\bwhy\b|\breasons?\b|\bhow come\b|\bmotivat\w+|\binspired?\b|\bcaused?\b|\bled\b",
    "count": r"\bhow (?:many|much|often|far|tall|big|heavy)\b|\bnumber of\b|\btotal\b",
    "supposed": r"\b(?:would|might|could|likely|should|probably|potentially)\b|\bconsidered\b",
    "closed": r"\A\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b",
    "own": r"\b(?:i|my|mine|i'm|i've)\b",
    "what": r"\bwhat(?:'s|’s)?\b|\bwhich\b",
    "how": r"\bhow\b(?! (?:many|much|often|far|tall|big|heavy|long|old|come)\b)",
    "list": (
        r"\b(?:what|which) (?:(?:all|some|are|were|the|other|different) )*(?!does\b|was\b|has\b|is\b|this\b)\w{2,}s\b"
        r"(?<!ss)(?<!us)|\b(?:what|which) (?:kind|type|sort)s?\b|\bwhat else\b|\bwho (?:all|else|are|were)\b|"
        r"\b(?:list|name|enumerate) (?:all|every|each|the|some|three|five|\d+)\b|\b(?:each|every) of\b|"
        r"\ball (?:of )?(?:the|my|his|her|their|its)\b|\bsummar(?:y|i[sz]e)\b|\boverview\b|\bthings\b"
    ),
    "order": (
        r"\b(?:which|who|what)\b.*\b(?:first|earlier|earliest|last|latest|later|sooner)\b|"
        r"\bin (?:what|which|the) order\b|\border (?:of|in which)\b|\bchronolog\w+|"
        r"\bsequence\b|\btimeline\b|\bstep by step\b"
    ),
    "compare": (
        r"\bboth\b|\beither\b|\bneither\b|\bin common\b|\bcompar\w+|\bdifferen(?:t|ce)s?\b|\bsame\b|\bversus\b|\bvs\b|"
        r"\b(?:older|younger|bigger|smaller|taller|shorter|longer|cheaper|faster|slower|better|worse|more|fewer|less|"
        r"larger|higher|lower|closer|further|farther|earlier|later) (?:than\b|,|\w+(?: \w+){0,3} or )|"
        r"\bwho is (?:older|younger|taller)\b|\bthe (?:more|less)\b"
    ),
    "change": (
        r"\bused? to\b|\b(?:before|previous(?:ly)?|former(?:ly)?|originally|initially|at first|until|prior)\b|"
        r"\bchang\w+|"
        r"\b(?:no longer|any ?more|still|nowadays|currently|now|updated?|switch\w*)\b"
    ),
    "past": (
        r"\bused? to\b|\b(?:before|previous(?:ly)?|former(?:ly)?|originally|initially|at first|prior|once|earlier|ever|"
        r"history)\b"
    ),
    "advice": (
        r"\b(?:recommend|suggest|advi[sc]e|propose|ideas?|tips?)\w*\b|"
        r"\bwhat (?:should|could|shall|can|would you) (?:i|we)\b|\b(?:should|shall) (?:i|we)\b|"
        r"\bhelp me (?:choose|pick|find|decide|plan|with)\b|\bhow (?:should|can|could|do) (?:i|we)\b|"
        r"\b(?:any|some) (?:good|nice)\b|"
        r"\bwhat (?:would|might|could) (?:be|make)(?: an?)? (?:good|nice|great|suitable|fitting|ideal)\b|"
        r"\b(?:gift|present)s? (?:for|to)\b|\bplan (?:a|an|my|our|me)\b"
    ),
    "preference": (
        r"\b(?:favou?rite|prefer\w*|likes?|loves?|enjoys?|hates?|dislikes?|fond of|into|tastes?|rather|keen on|"
        r"interests?|interested|hobb(?:y|ies))\b(?! (?:this|that|it) )"
    ),
}  # fmt: skip
_CHINESE = {
    "when": (
        r"什么时候|何时|几时|啥时候|哪天|哪一天|哪年|哪一年|哪个?月|几月|几号|几点|星期几|周几|礼拜几|多久|多长时间|多大年[纪龄]|"
        r"几岁|什么时间|哪个?季节|(?:时间|日期)是"
    ),
    "where": r"哪里|哪儿|何处|什么地方|哪个?(?:城市|国家|地方|省|县|镇|村|区|餐厅|店|学校)|在哪|去哪|到哪|地址|地点是",
    "who": r"谁|哪[个位些](?:人|朋友|同事|亲戚|同学|老师)|什么人|叫什么(?:名字)?|姓什么|名字是",
    "why": r"为什么|为何|为啥|怎么会|怎么回事|什么原因|原因|理由|何以|因为什么|凭什么",
    "count": r"多少|几(?!乎|时|点|号|月)[个只次位本张条件家辆人天年]?|多[高远重大长宽深快]|总共|一共|合计|数量",
    "supposed": r"可能|也许|或许|大概|应该|会不会|是否会|如果|要是|估计|多半",
    "closed": (
        r"吗[？?]?\s*\Z|是不是|有没有|是否|会不会|能不能|可不可以|要不要|对不对|对吗|好不好|"
        r"[在喜爱去来想]不[在喜爱去来想]"
    ),
    "own": r"我(?!们)|咱",
    "what": r"(?<!为)什么(?!时候|时间|地方|人|原因)|啥(?!时候)|哪[个些种样]|何物",
    "how": r"怎么|怎样|如何|咋",
    "list": (
        r"哪些|有什么|都有|都[^，。]{0,6}(?:什么|谁|哪)|列出|列举|所有|分别|各自|还有(?:什么|谁|哪)|"
        r"概括|总结|几样|几种"
    ),
    "order": r"先后|先.+还是|顺序|次序|最先|最早|最后|最近一次|第一[次个]|谁先|哪[个件]先|更早|更晚|依次|时间线",
    "compare": r"都是|一样|相同|不同|区别|差别|共同|比[^赛如]|更|较|两[个者人].*[谁哪]|还是|哪个?更|相比",
    "change": (
        r"以前|之前|从前|原来|原先|过去|曾经|后来|现在|目前|如今|还在|仍|不再|改成|换成|变成|"
        r"变化|最初|起初"
    ),
    "past": r"以前|之前|从前|原来|原先|过去|曾经|最初|起初|过[吗么]",
    "advice": (
        r"建议|推荐|该[怎不做买送去吃]|应该(?:怎|做|买|送|去|吃)|送(?:什么|啥)|怎么办|"
        r"帮我(?:选|挑|想|找|安排|计划)|适合|主意|好不好"
    ),
    "preference": r"喜欢|喜爱|爱[吃喝看听玩穿用]|最爱|偏好|偏爱|讨厌|不爱|口味|兴趣|爱好|中意|宁愿|更想",
}
_BY_LANGUAGE = {
    "en": {name: re.compile(pattern, re.I) for name, pattern in _ENGLISH.items()},
    "zh": {name: re.compile(pattern) for name, pattern in _CHINESE.items()},
}
LONGEST = 2_000
"""Signs of a question that are read, from its beginning and from its end."""


@lru_cache(maxsize=256)
def wants(text: str) -> frozenset[str]:
    """Which of these a question asks for; often several, and none for "Tell me about Ana's dog"."""
    if len(text) > 2 * LONGEST:
        text = f"{text[:LONGEST]} {text[-LONGEST:]}"
    chinese = is_chinese(text)
    said = simplified(text) if chinese else text
    return frozenset(name for name, asks in _BY_LANGUAGE["zh" if chinese else "en"].items() if asks.search(said))
