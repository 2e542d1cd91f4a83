"""How people stand to each other as Chinese talk tells it: "我们分手了", "妈，…", "我爱你", "她人真好"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from kgmem.chinese_kin_words import kin_nouns
from kgmem.chinese_people import between, kin_relation, persons
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import Standing, standing
from kgmem.han import simplified
from kgmem.records import FactClaim

_PAIRS: Mapping[str, str] = {
    "夫妻": "spouseOf", "夫妇": "spouseOf", "两口子": "spouseOf", "情侣": "partnerOf", "恋人": "partnerOf", "一对": "partnerOf",
    "男女朋友": "partnerOf", "朋友": "friendOf", "好朋友": "friendOf", "好友": "friendOf", "死党": "friendOf", "闺蜜": "friendOf", "哥们": "friendOf",
    "哥们儿": "friendOf", "铁哥们": "friendOf", "好兄弟": "friendOf", "好姐妹": "friendOf", "发小": "friendOf", "老朋友": "friendOf", "最好的朋友": "friendOf",
    "室友": "roommateOf", "舍友": "roommateOf", "同屋": "roommateOf", "邻居": "neighborOf", "老邻居": "neighborOf", "同事": "colleagueOf", "搭档": "colleagueOf",
    "队友": "colleagueOf", "合伙人": "colleagueOf", "同学": "classmateOf", "老同学": "classmateOf", "大学同学": "classmateOf", "高中同学": "classmateOf",
    "初中同学": "classmateOf", "小学同学": "classmateOf", "同班同学": "classmateOf", "同桌": "classmateOf", "校友": "classmateOf", "同班": "classmateOf",
    "兄弟": "siblingOf", "姐妹": "siblingOf", "姊妹": "siblingOf", "兄妹": "siblingOf", "姐弟": "siblingOf", "亲兄弟": "siblingOf", "亲姐妹": "siblingOf",
    "双胞胎": "siblingOf", "兄弟姐妹": "siblingOf", "表兄弟": "cousinOf", "表姐妹": "cousinOf", "堂兄弟": "cousinOf", "堂姐妹": "cousinOf", "亲戚": "relativeOf",
}  # fmt: skip
_DONE_TOGETHER: Mapping[str, str] = {
    "分手": "exPartnerOf", "离婚": "exPartnerOf", "分开": "exPartnerOf", "散伙": "exPartnerOf", "结婚": "spouseOf", "成婚": "spouseOf", "完婚": "spouseOf",
    "领证": "spouseOf", "订婚": "partnerOf", "谈恋爱": "partnerOf", "恋爱": "partnerOf", "拍拖": "partnerOf", "交往": "partnerOf", "约会": "partnerOf",
    "在一起": "partnerOf", "好上": "partnerOf", "处对象": "partnerOf", "搞对象": "partnerOf", "复合": "partnerOf", "上床": "partnerOf", "同居": "livesWith",
    "住一起": "livesWith", "一起住": "livesWith", "一块住": "livesWith", "和好": "partnerOf", "重归于好": "partnerOf", "闹掰": "exPartnerOf", "订了婚": "partnerOf", "结了婚": "spouseOf",
    "离了婚": "exPartnerOf", "分了手": "exPartnerOf", "约过会": "partnerOf", "住在一起": "livesWith", "同住": "livesWith", "合租": "roommateOf", "做朋友": "friendOf", "交朋友": "friendOf", "成为朋友": "friendOf",
    "成朋友": "friendOf", "做邻居": "neighborOf", "共事": "colleagueOf",
}  # fmt: skip
_DONE_TO: Mapping[str, str] = {
    "嫁给": "spouseOf", "娶": "spouseOf", "甩": "exPartnerOf", "甩掉": "exPartnerOf", "抛弃": "exPartnerOf", "爱": "likes", "爱上": "likes", "喜欢": "likes", "喜欢上": "likes", "爱死": "likes", "想念": "likes",
    "想": "likes", "想死": "likes", "挂念": "likes", "思念": "likes", "暗恋": "likes", "迷恋": "likes", "迷上": "likes", "看上": "likes", "欣赏": "admires",
    "崇拜": "admires", "佩服": "admires", "敬佩": "admires", "仰慕": "admires", "钦佩": "admires", "羡慕": "admires", "尊敬": "admires", "信任": "likes",
    "在乎": "likes", "心疼": "likes", "珍惜": "likes", "以…为荣": "admires", "为…骄傲": "admires", "为…自豪": "admires", "对…有好感": "likes", "对…有意思": "likes",
    "对…着迷": "likes", "对…有感觉": "likes", "对…动心": "likes", "对…心动": "likes", "对…一见钟情": "likes", "对…念念不忘": "likes", "对…的感觉好": "likes", "对…印象好": "likes",
    "对…很有好感": "likes", "离不开": "likes", "为…着迷": "likes", "被…迷住": "likes", "讨厌": "dislikes", "恨": "dislikes", "恨死": "dislikes", "烦": "dislikes", "烦死": "dislikes", "受不了": "dislikes", "讨厌死": "dislikes",
    "看不惯": "dislikes", "看不起": "dislikes", "瞧不起": "dislikes", "鄙视": "dislikes", "厌恶": "dislikes", "嫌弃": "dislikes", "生…的气": "dislikes",
    "对…生气": "dislikes", "对…不满": "dislikes", "憎恨": "dislikes", "痛恨": "dislikes",
}  # fmt: skip
_PRAISE = (
    "好人|甜美|甜|可爱|漂亮|帅气|帅|美丽|美|迷人|性感|聪明|厉害|棒|牛|优秀|善良|温柔|体贴|贴心|大方|有趣|幽默|搞笑|风趣|有才|有才华|能干|勇敢|了不起|伟大|完美|"
    "不错|友善|热情|真诚|讨人喜欢|魅力十足|有魅力|英俊|靓|酷|好看|懂事|细心|周到|善解人意|天使|天才|大好人|好男人|好女人|好女孩|好男孩|好姑娘"
)
_BLAME = (
    "讨厌|烦人|烦|混蛋|坏蛋|坏人|坏|恶心|可恶|可恨|自私|小气|刻薄|卑鄙|无耻|无赖|骗子|白痴|笨蛋|蠢货|蠢|猪|变态|疯子|疯|恶棍|恶毒|可怕|粗鲁|无礼|没礼貌|虚伪|过分|"
    "无聊|没用|贱人|贱|王八蛋|渣男|渣女|人渣|垃圾|懒|残忍|冷血|幼稚|差劲"
)
_PERSON = "[\ue000-\ue3ff\uec00-\uefff]"
_WITH = "[和跟与同]"
_ASPECT = "[了过着]?"
_MUTUAL = re.compile(
    rf"(?P<one>{_PERSON})(?:两个|俩|几个|之间)?(?:{_WITH}(?P<other>{_PERSON}))?(?:两个|俩)?(?:是|成为|成|变成|当|当成|算是|做){_ASPECT}(?:一对|最|多年|很多年|要好|的|老|好)*?"
    rf"(?P<noun>{'|'.join(sorted(_PAIRS, key=len, reverse=True))})\Z"
)
_TOGETHER = re.compile(
    rf"(?P<one>{_PERSON})(?:两个|俩|几个)?(?:[\uf000-\uf3ff]|刚|一|曾|已)?(?:{_WITH}(?P<other>{_PERSON}))?(?:两个|俩|那会儿|当时)?(?:[\uf000-\uf3ff]|要|去|在|开始|闪|住|已|谈|又|早|重新|正式){{0,3}}"
    rf"(?P<done>{'|'.join(sorted(_DONE_TOGETHER, key=len, reverse=True))})(?![会着者纪证费戒照登])"
)
_PRAISED = re.compile(
    rf"(?<![和跟与同的对给把被])(?P<one>{_PERSON})(?:人|这人|这个人|这家伙|长得|看上去|看起来|本人|真的)?(?:是|就是|可是|真是|实在)?(?:一?个|位)?(?:大|有史以来|最|全世界|世界上|的)*"
    rf"(?:(?P<good>{_PRAISE})|(?P<bad>{_BLAME}))(?:的)?(?:人|男人|女人|女孩|男孩|姑娘|朋友|家伙|小伙子|老师|演员|妈妈|爸爸|死|极|透)?{_ASPECT}\Z"
)


_KIND = re.compile(rf"\A(?P<one>{_PERSON})(?P<good>好)(?P<bad>)\Z")


def _towards(cue: str) -> str:
    before, dots, after = cue.partition("…")
    return f"{before}{_ASPECT}(?P<other>{_PERSON}){after}" if dots else f"{cue}{_ASPECT}(?P<other>{_PERSON})"


_TOWARDS = tuple(
    (
        name,
        re.compile(
            rf"(?P<one>{_PERSON})?(?P<way>[^\ue000-\uefff]{{0,6}}){_towards(cue)}{_ASPECT}(?:[\uf000-\uf3ff]|的人|一辈子|很久|好久|之一)*\Z"
        ),
    )
    for cue, name in sorted(_DONE_TO.items(), key=lambda pair: -len(pair[0]))
)
_LEFT = re.compile(
    rf"(?:(?P<one>{_PERSON})把(?P<other>{_PERSON})|(?P<left>{_PERSON})被(?P<leaver>{_PERSON}))(?:给)?(?:甩|抛弃|踹)"
)
_DEAR = re.compile(
    rf"(?P<one>{_PERSON})(?:是|一直是|就是)(?:(?P<other>{_PERSON})的?)?(?:最大的|永远的|忠实的?|铁杆|唯一的|今生)?"
    rf"(?:(?P<loved>偶像|英雄|真爱|挚爱|最爱|灵魂伴侣|精神伴侣|心上人|梦中情人|女神|男神|骄傲|榜样)|(?P<fan>粉丝|铁粉|影迷|歌迷|崇拜者|仰慕者)|最(?P<most>喜欢|爱|欣赏|崇拜|讨厌)的(?:人|朋友|家伙)?)(?:之一)?\Z"
)
_NO_WAY = re.compile(r"[说问想要让叫给把被和跟与去来看听知觉以为会]|认为|发现")
"""What may not stand between somebody and what they feel."""
_CALLED = re.compile(
    r"(?:^|[。！？!?…，,\s]|喂|嘿|嗨|哦|噢|好|不|是|谢谢|对不起|再见|拜托)(?P<kin>妈咪|妈妈|老妈|妈|爸爸|老爸|爹地|爸|奶奶|爷爷|外婆|外公|姥姥|姥爷|姐姐|老姐|姐|哥哥|老哥|哥|儿子|女儿|闺女|老公|老婆)(?=[，,！!。？?…~～]|$)"
)


def bonds(scene: ChineseScene) -> list[FactClaim]:
    """What a turn tells of those who talk and of those they talk of."""
    found: list[FactClaim] = []
    for at, clause in scene.clauses():
        skeleton = _bare(clause.skeleton)
        how = standing(clause.taken, 0, len(clause.skeleton), asked=clause.asked)
        if how.modality in ("hypothetical", "planned"):
            continue
        if how.asked:
            how = replace(how, asked=False)
            found += [claim for claim in _pairs(scene, at, skeleton, how) if claim.relation == "exPartnerOf"]
            continue
        found += _dear(scene, at, skeleton, how)
        found += _pairs(scene, at, skeleton, how)
        found += _feelings(scene, at, skeleton, how)
        found += _opinions(scene, at, skeleton, how)
    found += _called(scene)
    return found


def _bare(skeleton: str) -> str:
    return re.sub(r"[了吗呢吧啊呀]+\Z", "", skeleton)


def _pairs(scene: ChineseScene, at: int, skeleton: str, how: Standing) -> Iterator[FactClaim]:
    """ "我和小李是同学", "他们离婚了"."""
    for pattern, table, group in ((_MUTUAL, _PAIRS, "noun"), (_TOGETHER, _DONE_TOGETHER, "done")):
        match = pattern.search(skeleton)
        if match is None or how.denied:
            continue
        ones = persons(scene, scene.read.phrase(match["one"]))
        others = persons(scene, scene.read.phrase(match["other"])) if match["other"] else []
        if not others and len(ones) == 2:
            ones, others = ones[:1], ones[1:]
        for one, other in product(ones[:2], others[:2]):
            yield from between(
                scene, table[match[group]], one, other, at, how, sure=0.75, rule="bond", predicate=match[group]
            )


def _feelings(scene: ChineseScene, at: int, skeleton: str, how: Standing) -> Iterator[FactClaim]:
    """ "我爱你", "他受不了小李"."""
    for name, pattern in _TOWARDS:
        match = pattern.search(skeleton)
        if match is None:
            continue
        if match["one"] and _NO_WAY.search(match["way"] or ""):
            continue
        whom = scene.read.phrases[scene.read.phrase(match["other"])]
        if how.denied or whom.type not in ("Person", "Thing") or (whom.kind == "name" and whom.type == "Thing"):
            return
        ones = persons(scene, scene.read.phrase(match["one"])) if match["one"] else [scene.subject_name(at)]
        others = persons(scene, scene.read.phrase(match["other"]))
        for one, other in product(ones[:1], others):
            yield from between(
                scene, name, one, other, at, how, sure=0.7, rule="feeling", predicate=match[0][1:-1] or name
            )
        return


def _dear(scene: ChineseScene, at: int, skeleton: str, how: Standing) -> Iterator[FactClaim]:
    """ "她是我的偶像", "我是他的粉丝", "蒙娜把我甩了"."""
    if how.denied:
        return
    if match := _LEFT.search(skeleton):
        one, other = (match["one"], match["other"]) if match["one"] else (match["leaver"], match["left"])
        for pair in product(persons(scene, scene.read.phrase(one))[:1], persons(scene, scene.read.phrase(other))[:1]):
            yield from between(scene, "exPartnerOf", *pair, at, how, sure=0.7, rule="bond", predicate="甩")
    match = _DEAR.search(skeleton)
    if match is None:
        return
    ones = persons(scene, scene.read.phrase(match["one"]))[:1]
    others = persons(scene, scene.read.phrase(match["other"]))[:1] if match["other"] else [scene.speaker]
    who, whom = (ones, others) if match["fan"] else (others, ones)
    name = (
        "dislikes"
        if match["most"] == "讨厌"
        else "admires"
        if match["fan"] or match["loved"] in ("偶像", "英雄", "榜样")
        else "likes"
    )
    for pair in product(who, whom):
        yield from between(
            scene,
            name,
            *pair,
            at,
            how,
            sure=0.7,
            rule="bond",
            predicate=match["loved"] or match["fan"] or match["most"],
        )


def _is_strong(scene: ChineseScene, at: int) -> bool:
    """True for a clause that says something with 真 or 太: "你真好"."""
    return any(taken.word in ("真", "太", "最", "实在", "真的") for taken in scene.read.clauses[at].taken)


def _opinions(scene: ChineseScene, at: int, skeleton: str, how: Standing) -> Iterator[FactClaim]:
    """ "你真好", "他是个混蛋": what the speaker thinks of somebody."""
    match = _PRAISED.search(skeleton) or (_KIND.search(skeleton) if _is_strong(scene, at) else None)
    if match is None or not scene.speaker or how.denied or how.past:
        return
    for other in persons(scene, scene.read.phrase(match["one"]))[:1]:
        name = "admires" if match["good"] else "dislikes"
        yield from between(
            scene,
            name,
            scene.speaker,
            other,
            at,
            how,
            sure=0.6,
            rule="opinion",
            predicate=f"觉得{match['good'] or match['bad']}",
        )


_FRIEND_CALLS = re.compile(
    r"(?:^|[，,。.！!？?…\s])(?:老兄|伙计|老伙计|哥们儿?|好兄弟|我的朋友|老铁|老弟)(?=[，,！!。.？?…~～]|$)"
)


def _called(scene: ChineseScene) -> Iterator[FactClaim]:
    """ "妈，我回来了": who is called by what they are to the speaker, and the one so called answers."""
    if not scene.speaker or not scene.addressee or not scene.read.clauses:
        return
    if friendly := _FRIEND_CALLS.search(simplified(scene.read.text)):
        yield from between(
            scene, "friendOf", scene.speaker, scene.addressee, scene.clause_of(friendly.start() + 1), Standing(), sure=0.55, rule="vocative",
            predicate="朋友",
        )  # fmt: skip
    calls = [(_CALLED.search(simplified(scene.read.text)), scene.addressee, scene.speaker)]
    if scene.last is not None and scene.last.speaker == scene.addressee:
        calls.append((_CALLED.match(simplified(scene.last.text)), scene.speaker, scene.addressee))
    for found, one, other in calls:
        relation = kin_relation(scene, kin_nouns()[found["kin"]].plain) if found is not None else None
        if found is not None and relation is not None:
            yield from between(
                scene, relation.name, one, other, 0, Standing(), sure=0.75, rule="vocative", predicate=found["kin"]
            )
