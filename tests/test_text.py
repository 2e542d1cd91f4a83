"""What text is to kgmem: cleaned, compared, split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.text import cjk_share, clean, digest, fold, is_blank, is_cjk, is_han, name_key, pairs, signs, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana's 3 cats", ["ana", "s", "3", "cats"]),
        ("我住在北京", ["我住", "住在", "在北", "北京"]),
        ("第3天我去菜地浇水。", ["第", "3", "天我", "我去", "去菜", "菜地", "地浇", "浇水"]),
        ("用iPhone15拍的", ["用", "iphone15", "拍的"]),
        ("Zürich, naïve CAFÉ", ["zurich", "naive", "cafe"]),
        ("دِمَشْق دمشق\u200f", ["دمشق", "دمشق"]),
        ("ＡＢＣ１２", ["abc12"]),
        ("我住在臺灣", ["我住", "住在", "在台", "台湾"]),
        ("🎉 -- !", []),
        ("", []),
    ],
)
def test_words_are_folded_and_cjk_goes_by_pairs(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José Nguyễn", "Jose\u0301 Nguye\u0302\u0303n"),
        ("Ana  Ribeiro", "ana ribeiro"),
        ("The Blue Door", "blue door"),
        ("دمشق", "دِمَشْق"),
        ('"Ana"', "Ana"),
        ("Straße", "STRASSE"),
        ("張偉", "张伟"),
        ("王曉琳", "王晓琳"),
    ],
)
def test_two_spellings_of_a_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("й", "и"), ("Ana 1", "Ana 2"), ("C++", "C#")])
def test_two_names_have_two_keys(one, other):
    assert name_key(one) != name_key(other)


def test_a_family_is_one_sign():
    assert signs("a👨‍👩‍👧‍👦é") == ["a", "👨‍👩‍👧‍👦", "é"]


def test_cjk_share_counts_letters_only():
    assert (cjk_share("我爱you"), cjk_share("hello"), cjk_share("!!")) == (0.4, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我在Google工作", True),
        ("小李在 Apple Store 上班", True),
        ("日本のアニメ", True),
        ("I visited 北京 yesterday", False),
        ("Where does 张伟 live?", False),
        ("42", False),
    ],
)
def test_a_text_is_cjk_when_it_says_more_in_signs_than_in_words(text, expected):
    assert is_cjk(text) is expected


def test_pairs_and_runs_of_han():
    assert (pairs("北京市"), pairs("京"), pairs("")) == (["北京", "京市"], ["京"], [])
    assert (is_han("北京"), is_han("北京a"), is_han("アニメ"), is_han("")) == (True, False, False, False)


@given(st.text())
def test_cleaning_is_done_once_and_never_fails(text):
    once = clean(text)
    assert clean(once) == once
    once.encode("utf-8")
    assert not any(sign < " " and sign not in "\n\t" for sign in once)
    assert isinstance(is_blank(text), bool)
    assert digest(text) == digest(text)
    words(text), fold(text), name_key(text), signs(once)
