"""Chinese clauses and their skeletons, the words that decide how they stand, and cues as patterns."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.chinese_cues import Forms, find, form_of
from kgmem.chinese_phrases import named
from kgmem.chinese_reading import TIME, read
from kgmem.chinese_standing import standing
from kgmem.extract_pieces import PIECE, pieces
from kgmem.han import is_chinese, simplified
from kgmem.ontology_patterns import OBJECT, SUBJECT, parse_pattern
from kgmem.timex import find as find_times

SAID = datetime(2025, 2, 5, tzinfo=UTC)


def of(text: str, *people: str):
    return read(text, named(text, people), find_times(text, SAID))


def skeletons(text: str, *people: str) -> list[str]:
    """With <n> for the n-th phrase and <T> for a time."""
    text_read = of(text, *people)

    def shown(sign: str) -> str:
        number = text_read.phrase(sign)
        return f"<{number}>" if number >= 0 else "<T>" if ord(sign) >= TIME and text_read.time(sign) else sign

    return ["".join(map(shown, clause.skeleton)) for clause in text_read.clauses]


def test_traditional_and_wide_signs_compare_as_plain_ones_sign_by_sign():
    assert simplified("臺灣２０２３年，我給媽媽買了一隻貓。") == "台湾2023年，我给妈妈买了一只猫。"
    assert simplified("Ana lives in Porto.") == "Ana lives in Porto."


def test_a_text_is_chinese_when_it_says_more_in_chinese():
    assert is_chinese("发布流程：先跑 make pack，再执行 ship push，最后看一遍状态页。")
    assert not is_chinese("下周一 I have a 面试 at Lumen Labs, 有点 nervous, 地点在 Canary Wharf。")
    assert not is_chinese("")


def test_a_long_text_is_cut_between_sentences_where_no_blank_follows_them():
    text = "他说：“我喜欢喝茶，也住在杭州。”" * (PIECE // 10)
    cut = [piece.text for piece in pieces(text)]
    assert "".join(cut) == text
    assert [piece[-3:] for piece in cut] == ["州。”"] * 2


def test_small_words_and_what_decides_the_standing_are_taken_out():
    assert skeletons("我从来没去过西藏，也不吃香菜，但是很喜欢吃折耳根。") == ["<0>去过<1>", "吃香菜", "喜欢吃折耳根"]
    assert skeletons("上个月我从北京搬到了成都") == ["<T><0>从<1>搬到了<2>"]
    assert skeletons("我現在已經不在紅隼傳媒上班了") == ["<0><T>在<1>上班"]


def test_who_is_without_a_thing_is_denied_to_have_it():
    assert skeletons("我没有车，也没工作") == ["<0>有车", "有工作"]
    assert skeletons("我没有去") == ["<0>去"]


@pytest.mark.parametrize(
    ("text", "modality", "denied", "ended"),
    [
        ("我在北京上班", "asserted", False, False),
        ("我不在北京上班", "asserted", True, False),
        ("我不是不在北京上班", "asserted", False, False),
        ("我已经不在北京上班了", "asserted", False, True),
        ("我再也不在北京上班", "asserted", False, True),
        ("我打算在北京上班", "planned", False, False),
        ("我可能在北京上班", "hypothetical", False, False),
        ("要是我在北京上班", "hypothetical", False, False),
        ("听说我在北京上班", "reported", False, False),
    ],
)
def test_how_a_clause_stands(text, modality, denied, ended):
    clause = of(text).clauses[0]
    stands = standing(clause.taken, 0, len(clause.skeleton))
    assert (stands.modality, stands.denied, stands.ended) == (modality, denied, ended)


def test_a_question_asks():
    assert [clause.asked for clause in of("你在北京上班吗？我不在。").clauses] == [True, False]


@pytest.mark.parametrize(
    ("cue", "skeleton", "slots"),
    [
        ("住在", "住在锦江区", {OBJECT: "锦江区"}),
        ("在…上[过]班", "\ue000在红隼传媒上过班", {OBJECT: "红隼传媒"}),
        ("<搬|挪>到", "挪到了成都", {OBJECT: "成都"}),
        ("…是~住的地方", "合肥是\ue000住的地方", {OBJECT: "合肥", SUBJECT: "\ue000"}),
        ("在…[这边]上班", "在腾讯这边上班", {OBJECT: "腾讯"}),
    ],
)
def test_a_cue_finds_its_places(cue, skeleton, slots):
    match = find(Forms([form_of("x", parse_pattern(cue))]), skeleton)[0]
    assert {name: skeleton[start:end] for name, (start, end) in match.slots.items()} == slots


@pytest.mark.parametrize(
    ("cue", "wrong"),
    [
        ("", "has no words"),
        ("…", "has no words"),
        ("<住|>在", "has an empty word between its bars"),
        ("<住在", "has a bracket without its other"),
        ("在…上…班", "has a place twice"),
        ("在…~上班", "has two places with no words between them"),
        ("住" * 201, "is too long; 200 signs are the most"),
    ],
)
def test_a_bad_pattern_says_what_is_wrong(cue, wrong):
    with pytest.raises(ValueError, match=wrong):
        parse_pattern(cue)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("我你他不没在了过的吗，。3年月 a\ue000\U0001f600住王小\n")))
def test_every_sign_of_a_skeleton_stands_somewhere_in_its_clause(text):
    read_text = of(text, "小王")
    for clause in read_text.clauses:
        assert len(clause.places) == len(clause.ends) == len(clause.skeleton)
        assert all(clause.start <= a < b <= clause.end for a, b in zip(clause.places, clause.ends, strict=True))
        assert all(clause.start <= one.start < one.end <= clause.end for one in clause.taken)
