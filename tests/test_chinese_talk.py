"""Who is meant in Chinese talk, how people stand to each other, and answers completed by their questions."""

import pytest

from kgmem.chinese_answers import statements
from kgmem.chinese_vocatives import called_upon
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode


@pytest.fixture(scope="module")
def talk():
    extractor = RuleExtractor(load(), "blank")

    def told(*lines, people=()):
        """What the last of the lines, "speaker: text", says."""
        turns = []
        for number, line in enumerate(lines):
            speaker, _, text = line.partition(": ")
            at = 1_700_000_000_000_000 + number * 1_000_000
            turns.append(Episode(text, speaker=speaker, session="s", id=f"s:{number}", occurred=at, seq=number))
        everybody = tuple(dict.fromkeys([*(turn.speaker for turn in turns), *people]))
        return extractor([(turns[-1], Conversation(tuple(turns[:-1]), everybody))])[0]

    return told


def facts(found, *relations):
    return [(f.subject, f.relation, f.object or f.value) for f in found.facts if f.relation in relations]


def meant(found):
    return [(m.surface, m.name) for m in found.mentions]


def test_pronouns_mean_who_was_spoken_of(talk):
    found = talk("刘永康: 我妈住在成都。", "王芳: 她身体好吗？")
    assert meant(found) == [("她", "刘永康的妈妈")]
    found = talk("刘永康: 張偉的妻子是王芳。", "李雷: 他住在臺北，她住在高雄。")
    assert ("他", "張偉") in meant(found)
    assert ("她", "王芳") in meant(found)


def test_in_person_is_said_of_whom_it_stands_behind(talk):
    assert meant(talk("刘永康: 我问了小周本人，她说不走。")) == [("我", "刘永康"), ("小周", "小周"), ("她", "小周")]


def test_talkers_are_meant_by_i_and_you(talk):
    assert meant(talk("李雷: 在吗？", "刘永康: 我想你了"))[:2] == [("我", "刘永康"), ("你", "李雷")]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("我姐姐叫林梅。", ("林梅", "siblingOf", "刘永康")),
        ("我有个弟弟叫刘永安", ("刘永安", "siblingOf", "刘永康")),
        ("这是我同事小赵，他是四川人。", ("小赵", "colleagueOf", "刘永康")),
        ("張偉的太太是王芳", ("王芳", "spouseOf", "張偉")),
        ("林梅是我老婆。", ("林梅", "spouseOf", "刘永康")),
        ("小赵，我同事，住在北京。", ("小赵", "colleagueOf", "刘永康")),
        ("我前女友是林梅", ("林梅", "exPartnerOf", "刘永康")),
        ("我妈住院了", ("刘永康的妈妈", "parentOf", "刘永康")),
        ("公司很好，老板叫欧阳震。", ("欧阳震", "bossOf", "刘永康")),
        ("我和张伟是大学同学。", ("刘永康", "classmateOf", "张伟")),
    ],
)
def test_who_belongs_to_whom(talk, text, fact):
    assert facts(talk(f"刘永康: {text}"), fact[1]) == [fact]


def test_a_denied_or_asked_kinship_is_not_told(talk):
    assert [f.polarity for f in talk("刘永康: 林梅不是我老婆。").facts if f.relation == "spouseOf"] in (
        [],
        ["negative"],
    )
    assert facts(talk("刘永康: 林梅是你老婆吗？", people=("李雷",)), "spouseOf") == []


def test_a_list_behind_a_plural_noun_names_each(talk):
    found = talk("刘永康: 我要感谢我的朋友们，钱德勒，莫妮卡。")
    assert facts(found, "friendOf") == [("钱德勒", "friendOf", "刘永康"), ("莫妮卡", "friendOf", "刘永康")]


def test_feelings_and_bonds_between_those_who_talk(talk):
    assert facts(talk("李雷: 在吗？", "刘永康: 永遠愛你。我们分手了"), "exPartnerOf") == [
        ("刘永康", "exPartnerOf", "李雷")
    ]
    assert facts(talk("李雷: 在吗？", "刘永康: 你真好"), "admires") == [("刘永康", "admires", "李雷")]
    assert facts(talk("李雷: 儿子，吃饭了", "刘永康: 妈，我回来了"), "parentOf") == [("李雷", "parentOf", "刘永康")]
    assert facts(talk("李雷: 在吗？", "刘永康: 我和刘洋是好朋友"), "admires", "friendOf") == [
        ("刘永康", "friendOf", "刘洋")
    ]


def test_other_names_are_told(talk):
    assert facts(talk("Vivian: 我们的夜班主管（Night Supervisor）是何青。"), "named") == [
        ("夜班主管", "named", "Night Supervisor")
    ]
    assert facts(talk("刘永康: 张伟，外号大伟，是我同事。"), "named") == [("张伟", "named", "大伟")]


def test_two_of_one_name_are_told_apart(talk):
    found = talk("若兰: 财务部的王伟下周出差。", "若兰: 销售部也有一个王伟，他刚当了爸爸，跟财务的王伟不是同一个人。")
    persons = [pair for pair in meant(found) if pair[0] != "销售部"]
    assert persons == [("王伟", "王伟（销售部）"), ("他", "王伟（销售部）"), ("王伟", "王伟")]


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("罗斯，你来吗？", "罗斯"),
        ("谢谢你，小李。", "小李"),
        ("好吧，永康，我们走", "刘永康"),
        ("罗斯和我分手了", ""),
        ("我爱罗斯。", ""),
    ],
)
def test_whom_a_turn_calls(text, called):
    assert called_upon(text, ("刘永康",)) == called


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("随口问问，徐梦洁住哪儿？", "住武汉。", "徐梦洁住武汉。"),
        ("你在哪儿上班？", "在红隼传媒。", "我在红隼传媒上班。"),
        ("你在哪裡上班？", "臺北。", "我在臺北上班。"),
        ("你会哪些语言？", "懂普通话。", "我懂普通话。"),
        ("梁梦洁有什么特别喜欢的？", "比如火锅。", "梁梦洁喜欢火锅。"),
        ("你做什么工作的？", "护士。", "我的工作是护士。"),
        ("泽宇是什么时候出生的？", "是1972年4月23日。", "泽宇是1972年4月23日出生的。"),
        ("你多大了？", "三十五。", "我三十五岁。"),
        ("你喜欢猫吗？", "喜欢。", "我喜欢猫。"),
        ("你有没有男朋友？", "没有。", "我没有男朋友。"),
        ("你还在红隼传媒上班吗？", "不了", "我不在红隼传媒上班了。"),
        ("你知道我哥在哪儿吗？", "在上海", "王芳的哥在上海。"),
        ("她最近怎么样？", "挺好的，刚升职了。", "她最近挺好的，刚升职了。"),
        ("谁是丹尼斯？", "我的室友。", "我的室友是丹尼斯。"),
    ],
)
def test_an_answer_stands_where_the_question_word_stood(question, answer, said):
    assert [told for told, _, _ in statements(question, answer, "王芳")] == [said]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("你在哪儿上班？", "我在腾讯。"),
        ("你为什么辞职？", "太累了"),
        ("今天真冷。", "是啊"),
        ("你妈身体好吗？", "一言难尽"),
    ],
)
def test_what_needs_no_question_is_left_alone(question, answer):
    assert statements(question, answer, "王芳") == []


def test_an_answer_is_read_as_said_of_whom_was_asked_about(talk):
    found = talk("王芳: 徐梦洁住哪儿？", "刘永康: 住武汉。")
    assert [(f.subject, f.relation, f.object, f.start, f.end) for f in found.facts] == [
        ("徐梦洁", "livesIn", "武汉", 0, 3)
    ]


def test_words_said_again_and_again_are_read_soon(talk):
    found = talk("李雷: 我们是" + "多年的" * 60 + "吃")
    assert facts(found, "friendOf") == []
    assert facts(talk("李雷: 易趣" + "A" * 5_000), "named") == []
