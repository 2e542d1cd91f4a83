"""What Chinese sentences say that holds, as claims: many ways of saying, in both scripts."""

from datetime import UTC, datetime

import pytest

from kgmem import Memory
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, FactClaim
from kgmem.temporal import iso, micros, parse_zone

SAID = micros(datetime(2025, 6, 15, 12, tzinfo=UTC))
PEOPLE = ("林静怡", "王伟")


@pytest.fixture(scope="module")
def extractor():
    return RuleExtractor(load(), "blank", workers=0)


@pytest.fixture
def claims(extractor):
    def of(text: str, *, role: str = "user") -> list[FactClaim]:
        turn = Episode(text, "林静怡" if role == "user" else "助手", role, occurred=SAID, session="s", id="e")
        return list(extractor([(turn, Conversation((), PEOPLE))])[0].facts)

    return of


@pytest.fixture
def told(claims):
    """The claims of a text in short: subject, relation, object, then how it stands."""

    def of(text: str, **asked: str) -> list[str]:
        return [_short(claim) for claim in claims(text, **asked)]

    return of


def _short(claim: FactClaim) -> str:
    standing = [
        "not" if claim.polarity == "negative" else "",
        claim.modality if claim.modality not in ("asserted", "recurring") else "",
        "ends" if claim.ends else "",
        f"by {claim.told_by}" if claim.told_by else "",
    ]
    return " ".join(filter(None, (claim.subject, claim.relation, claim.object or claim.value, *standing)))


HOMES = """
我目前定居在杭州。 | livesIn 杭州
我家在厦门。 | livesIn 厦门
我家住成都武侯区。 | livesIn 成都武侯区
我在深圳租房子住。 | livesIn 深圳
我坐标北京。 | livesIn 北京
珠海是我住的地方。 | livesIn 珠海
我的住处在南京。 | livesIn 南京
我再苏州安的家。 | livesIn 苏州
我是北京人。 | comesFrom 北京
我老家是湖南的。 | comesFrom 湖南
我籍贯山东。 | comesFrom 山东
我生在哈尔滨。 | bornIn 哈尔滨
我的出生地是武汉。 | bornIn 武汉
我老家昆明，在那儿出生的。 | bornIn 昆明
我从小在新疆长大。 | grewUpIn 新疆
我去过日本和韩国。 | visited 日本; visited 韩国
北京我去过。 | visited 北京
我还没去过西藏。 | visited 西藏 not
"""
WORK = """
我在一家广告公司工作。 | worksFor 广告公司
我供职于中国银行。 | worksFor 中国银行
我现在给华为打工。 | worksFor 华为
我就职的公司叫蓝天科技。 | worksFor 蓝天科技
我在上海一家外企做财务。 | worksFor 外企; worksAs 财务
我是一名护士。 | worksAs 护士
我是个程序员。 | worksAs 程序员
我的工作是翻译。 | worksAs 翻译
我干会计这一行已经十年了。 | worksAs 会计
我在协和医院当医生。 | worksFor 协和医院; worksAs 医生
我是学法律的。 | studies 法律
我大学读的是经济学。 | studies 经济学
我在清华大学读博士。 | studiesAt 清华大学
我毕业于浙江大学。 | graduatedFrom 浙江大学
我是从武汉大学毕业的。 | graduatedFrom 武汉大学
我负责石英项目。 | manages 石英项目
我创办了一家设计公司。 | founded 设计公司
我是摄影协会的会员。 | memberOf 摄影协会
我在天津徒步小组。 | memberOf 天津徒步小组
我在红十字会做志愿者。 | volunteersAt 红十字会
"""
THINGS = """
我有一辆特斯拉。 | owns 特斯拉
我手上有一架黄色望远镜。 | owns 黄色望远镜
那辆红色自行车是我的。 | owns 红色自行车
我的银色自行车很好用。 | owns 银色自行车
我没有车。 | owns 车 not
我养了一只猫，叫泡泡。 | hasPet 泡泡
我们家养了条柴犬，叫球球。 | hasPet 球球
我的狗叫旺财。 | hasPet 旺财
我家狗南瓜特别可爱。 | hasPet 南瓜
我骑电动车上班。 | drives 电动车
我收藏黑胶唱片。 | collects 黑胶唱片
"""
TASTES = """
我喜欢喝绿茶、可乐和咖啡。 | likes 绿茶; likes 可乐; likes 咖啡
我超爱喝珍珠奶茶。 | likes 珍珠奶茶
我对摄影很感兴趣。 | likes 摄影
我对火锅没有抵抗力。 | likes 火锅
我是个咖啡控。 | likes 咖啡
茶、咖啡和果汁我都喜欢。 | likes 茶; likes 咖啡; likes 果汁
我不喜欢香菜。 | dislikes 香菜
我受不了榴莲的味道。 | dislikes 榴莲的味道
我对陶艺很反感。 | dislikes 陶艺
我对足球没兴趣。 | likes 足球 not
其实我不喜欢狗，我喜欢猫。 | dislikes 狗; likes 猫
我最喜欢的颜色是蓝色。 | favorite 蓝色
对我来说，什么都比不上燕麦粥。 | favorite 燕麦粥
比起咖啡，我更喜欢茶。 | prefers 茶
有得选的话，我选豆浆。 | prefers 豆浆
我害怕蜘蛛。 | fears 蜘蛛
我每天早上喝一杯黑咖啡。 | drinks 黑咖啡
我从来不喝酒。 | drinks 酒 not
我吃素。 | hasDiet 素食
我是素食主义者。 | hasDiet 素食
我周末都去打乒乓球。 | plays 乒乓球
我会弹钢琴。 | plays 钢琴
我的爱好是书法和画画。 | practices 书法; practices 画画
"""
HEALTH = """
我对花生过敏。 | allergicTo 花生
我花粉过敏。 | allergicTo 花粉
我一吃虾就起疹子。 | allergicTo 虾
我对牛奶不耐受。 | allergicTo 牛奶
小心灰尘，我过敏。 | allergicTo 灰尘
我得离花生远点，过敏。 | allergicTo 花生
我有高血压。 | hasCondition 高血压
我得了糖尿病。 | hasCondition 糖尿病
我要长期吃药，偏头痛。 | hasCondition 偏头痛
我被失眠折磨着。 | hasCondition 失眠
我在服用二甲双胍。 | takesMedicine 二甲双胍
"""
SELF = """
我身高一米八五，体重七十公斤左右。 | hasHeight 一米八五; hasWeight 七十公斤
我身高175。 | hasHeight 175
我身高一直是个秘密。 |
我是1989年4月19日生的。 | bornOn 1989-04-19
我身份证上的出生日期是1991年8月12日。 | bornOn 1991-08-12
我39岁了。 | hasAge 39
我今年三十五岁。 | hasAge 35
我会说英语和法语。 | speaks 英语; speaks 法语
我的普通话很好。 | speaks 普通话
我的母语是粤语。 | speaks 粤语
我正在学西班牙语。 | learns 西班牙语
我在自学编程。 | learns 编程
我信佛。 | hasReligion 佛教
我拿的是加拿大护照。 | hasNationality 加拿大
我单身。 | hasMaritalStatus 单身
我血型是O型。 | hasBloodType O型
我的目标是跑完马拉松。 | hasGoal 跑完马拉松
"""
ENDS = """
我以前住在苏州。 | livesIn 苏州 ends
我曾经养过一只兔子。 | hasPet 兔子 ends
我不再喝咖啡了。 | drinks 咖啡 not
我已经不养猫了。 | hasPet 猫 not
"""
STANDING = """
我打算学日语。 | learns 日语 planned
我想当医生。 | worksAs 医生 planned
要是有钱，我就在海南养老。 | livesIn 海南 hypothetical
你住在哪里？ |
我吃不下饭。 |
好想喝杯奶茶 |
"""
TRADITIONAL = """
我對海鮮過敏。 | allergicTo 海鮮
我現在住在臺北。 | livesIn 臺北
我不喜歡吃香菜。 | dislikes 香菜
我養了一隻貓，叫小黑。 | hasPet 小黑
我的職業是護理師。 | worksAs 護理師
我會說臺語。 | speaks 臺語
"""


def _cases(*tables: str) -> list[tuple[str, list[str]]]:
    lines = [line.split("|") for table in tables for line in table.strip().splitlines()]
    return [
        (said.strip(), [f"林静怡 {claim.strip()}" for claim in rest.split(";") if claim.strip()])
        for said, rest in lines
    ]


@pytest.mark.parametrize(
    ("said", "expected"), _cases(HOMES, WORK, THINGS, TASTES, HEALTH, SELF, ENDS, STANDING, TRADITIONAL)
)
def test_a_sentence_says_a_fact(told, said, expected):
    assert told(said) == expected


def test_whom_a_sentence_names_is_its_subject_and_goes_on_to_be(told):
    assert told("王伟在小米做产品经理，平时喜欢打羽毛球。") == [
        "王伟 worksFor 小米", "王伟 worksAs 产品经理", "王伟 likes 羽毛球",
    ]  # fmt: skip


def test_what_is_said_of_two_is_said_of_each(told):
    assert told("我和王伟都喜欢喝茶。") == ["林静怡 likes 茶", "王伟 likes 茶"]


def test_an_ending_takes_the_date_that_opens_its_sentence(claims):
    ended = next(claim for claim in claims("从今年一月开始，因为胃不好，不再吃素。") if claim.relation == "hasDiet")
    assert (ended.object, ended.ends, iso(ended.valid.start, precision="month")) == ("素食", True, "2025-01")


def test_what_is_put_right_at_once_is_not_told(told):
    assert told("我现在住洛阳，不对，武汉。") == ["林静怡 livesIn 武汉"]
    assert told("我喜欢茶，哦不，咖啡。") == ["林静怡 likes 咖啡"]
    assert told("我在苏州，说错了，南京上班。") == ["林静怡 workLocation 南京"]


def test_a_firm_stands_where_it_is_said_to(told):
    assert told("蓝天科技的总部在杭州。") == ["蓝天科技 locatedIn 杭州"]


def test_what_somebody_passes_on_is_reported_in_his_name(told):
    assert told("王伟说他住在上海。") == ["王伟 livesIn 上海 reported by 王伟"]
    assert told("听说王伟住在广州。") == ["王伟 livesIn 广州 reported"]
    assert told("我对海鲜过敏，王伟告诉我的。") == ["林静怡 allergicTo 海鲜 reported by 王伟"]


def test_since_when_something_holds(claims):
    (claim,) = claims("我从2022年起就在合肥生活。")
    assert (claim.relation, iso(claim.valid.start, precision=claim.valid.precision)) == ("livesIn", "2022")


def test_a_date_with_a_beginning_is_that_of_the_beginning(claims):
    claim = next(claim for claim in claims("我2025年3月喜欢上了摄影。") if claim.relation == "likes")
    assert (iso(claim.valid.start, precision="month"), claim.ends) == ("2025-03", False)


def test_no_cue_begins_inside_a_word(told):
    assert told("我支气管不好。") == []


def test_a_favorite_is_told_by_its_kind(claims):
    assert [claim.predicate for claim in claims("我最喜欢的颜色是蓝色。")] == ["最喜欢的颜色"]


def test_an_assistant_that_gives_back_states_what_it_was_told(told):
    assert told("总结一下，王伟住在上海。", role="assistant") == ["王伟 livesIn 上海"]
    assert told("上海是个好地方，王伟住在上海。", role="assistant") == []


def test_a_sentence_may_go_on_and_on(told):
    assert told("王伟说他吃素，" + "喝茶，" * 1200) == [
        "王伟 hasDiet 素食 reported by 王伟",
        "王伟 drinks 茶 reported by 王伟",
    ]


def test_words_said_again_and_again_are_read_in_time(told):
    assert told(f"我{'全都' * 200}住在杭州。") == ["林静怡 livesIn 杭州"]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("不吃香菜。", "不吃香菜"), ("平时从来不喝咖啡。", "从来不喝咖啡"), ("喜欢吃香菜。", "喜欢吃香菜")],
)
def test_a_denied_claim_is_quoted_with_what_denies_it(claims, text, quoted):
    assert quoted in [text[claim.start : claim.end] for claim in claims(text)]


def test_a_date_that_opens_a_sentence_says_since_when_the_rest_holds(memory: Memory):
    memory.observe("从今年三月起，我在上海工作。", speaker="静怡", at="2026-06-10T09:00+08:00")
    [fact] = memory.facts(relation="workLocation")
    assert (fact.object, fact.precision, iso(fact.valid_from, parse_zone("+08:00"))[:7]) == ("上海", "month", "2026-03")
