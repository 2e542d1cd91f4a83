"""Who and what is named in Chinese: surnames and given names, short forms, titles, foreign names, places, firms."""

import pytest

from kgmem.chinese_name_signs import gender_of, is_full_name, short_forms
from kgmem.chinese_names import names
from kgmem.chinese_phrases import named
from kgmem.naming import Naming


def spans(text, people=(), known=(), speaker=""):
    return [(text[one.start : one.end], one.name, one.type) for one in names(text, people, known, speaker)]


def phrases(text, people=(), speaker=""):
    found = named(text, people, (), speaker)
    return [(text[one.start : one.end], one.plain, one.owner) for one in found if one.kind == "noun"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("周诗涵是做司机的", "周诗涵"),
        ("徐夢潔在北投租了房子", "徐夢潔"),
        ("我和顾晓棠是同事", "顾晓棠"),
        ("欧阳老师教我们数学", "欧阳老师"),
        ("给张老师打电话", "张老师"),
        ("王总说他下周去深圳出差", "王总"),
        ("老王生病了", "老王"),
        ("我问了小周本人", "小周"),
        ("我听阿康说的", "阿康"),
        ("思琪总算搬家了", "思琪"),
        ("我和佳怡吵架了", "佳怡"),
        ("我是汤姆·戈登，我们是同班。", "汤姆·戈登"),
        ("莫妮卡，你为什么还是不懂呢", "莫妮卡"),
        ("我朋友安东尼奥来了", "安东尼奥"),
        ("大家都叫我小李", "小李"),
    ],
)
def test_a_persons_name_is_told_by_its_signs(text, name):
    assert next(found for found in spans(text) if found[2] == "Person") == (name, name, "Person")


@pytest.mark.parametrize(
    "text",
    [
        "和平安全很重要",
        "小时候我很怕黑",
        "他长得老高了",
        "向老师道歉",
        "高兴地说",
        "我每周练长笛",
        "有一辆灰色皮卡",
        "平安到家",
        "我弹吉他",
        "我想喝可乐",
    ],
)
def test_everyday_words_are_no_names(text):
    assert spans(text) == []


def test_a_place_goes_before_a_person():
    assert spans("我在武汉安的家") == [("武汉", "武汉", "Place")]
    assert spans("計劃是美玲下個月去高雄") == [("美玲", "美玲", "Person"), ("高雄", "高雄", "Place")]


def test_short_forms_of_somebody_who_takes_part_bear_the_full_name():
    people = ("刘永康", "王芳")
    assert [name for _, name, _ in spans("永康和老刘都来了，刘总也来了，阿康没来", people)] == ["刘永康"] * 4
    assert spans("阿芳在吗", people) == [("阿芳", "王芳", "Person")]


def test_a_form_that_fits_two_keeps_its_own_words():
    assert spans("小刘来了", ("刘永康", "刘洋")) == [("小刘", "小刘", "Person")]


def test_nobody_calls_himself_by_a_form_of_his_surname():
    assert spans("小李的姐姐来了", ("李雷",), speaker="李雷") == [("小李", "小李", "Person")]


def test_names_are_kept_in_the_script_in_which_they_are_known():
    assert spans("夢潔會來", ("徐梦洁",)) == [("夢潔", "徐梦洁", "Person")]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("我在花岗岩纺织上班", "花岗岩纺织", "Organization"),
        ("黄泽宇跳槽到星辰科技当总监", "星辰科技", "Organization"),
        ("我从北京大学毕业", "北京大学", "Organization"),
        ("阿涵在大连读书会办了会员", "大连读书会", "Group"),
        ("我加入了天津徒步小组", "天津徒步小组", "Group"),
        ("划船俱乐部在天津", "划船俱乐部", "Group"),
        ("我家在翠湖公园旁边", "翠湖公园", "Place"),
        ("他住在南京路88号", "南京路", "Place"),
        ("我養了一隻貓叫泡泡", "泡泡", "Animal"),
        ("昨天看了《红楼梦》", "红楼梦", "Work"),
        ("我在Helio上班", "Helio", "Thing"),
    ],
)
def test_places_firms_and_things_are_named(text, name, kind):
    assert (name, name, kind) in spans(text)


def test_the_kind_of_a_firm_is_no_name():
    assert spans("他在一家广告公司上班，我在成都一家公司上班") == [("成都", "成都", "Place")]


def test_kin_phrases_hold_their_owners():
    assert phrases("我媽媽說她不來") == [("我媽媽", "妈妈", 0)]
    assert phrases("小李的姐姐林梅在上海") == [("小李的姐姐", "姐姐", 0)]
    assert phrases("我妈的同事的儿子") == [
        ("我妈", "妈妈", 0),
        ("我妈的同事", "同事", 1),
        ("我妈的同事的儿子", "儿子", 2),
    ]
    assert phrases("小李他妈做生意") == [("小李他妈", "妈妈", 0)]
    assert phrases("我家闺女上小学了") == [("我家闺女", "女儿", 0)]


def test_a_bare_noun_of_the_family_is_the_speakers():
    assert phrases("妈妈说今天吃饺子") == [("妈妈", "妈妈", 0)]
    assert phrases("小明很难过，爸爸不要他了") == []
    assert phrases("他妈的") == []


def test_genders_and_short_forms_of_names():
    assert [gender_of(name) for name in ("徐梦洁", "刘永康", "莫妮卡", "约翰", "欧阳明")] == [
        "she",
        "he",
        "she",
        "he",
        "",
    ]
    assert {"永康", "阿康", "小刘", "老刘"} < set(short_forms("刘永康"))
    assert is_full_name("欧阳明")
    assert not is_full_name("花岗岩")


def test_a_chinese_name_is_taken_apart():
    name = Naming({}, frozenset()).name
    assert name("刘永康").is_full
    assert not name("刘永康").is_bare
    assert name("永康").is_bare
    assert not name("永康").is_full
    assert (name("永康的妈妈").owner, name("永康的妈妈").noun) == ("永康", "妈妈")
