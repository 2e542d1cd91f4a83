"""How much an episode matters, by rules."""

import pytest

from kgmem.importance import LONGEST, MOST_HITS, WEIGHTS, importance, signs_of
from kgmem.records import Episode, Role


def weight(text: str, *, facts: int = 0, role: Role = "user") -> float:
    return round(importance(Episode(text, role=role), facts=facts), 3)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Remember that I never eat fish.", "asked"),
        ("No, it was Tuesday.", "correction"),
        ("I am allergic to peanuts.", "lasting"),
        ("I'll send the report.", "commitment"),
        ("I was so proud.", "emotion"),
        ("It starts at 9.", "numbers"),
        ("We met near Porto.", "names"),
        ("记住我不吃鱼。", "asked"),
        ("不对，是周二。", "correction"),
        ("我对花生过敏。", "lasting"),
        ("我打算去。", "commitment"),
        ("我很難過。", "emotion"),
        ("明天见。", "numbers"),
        ("他在北京大学。", "names"),
    ],
)
def test_each_term_has_its_signs_in_english_and_chinese(text, term):
    assert signs_of(Episode(text))[term] == 1


def test_small_talk_hardly_matters_and_what_is_to_be_kept_does():
    assert weight("ok thanks") == 0.018
    assert weight("Remember that I am allergic to nuts.") == 0.737
    assert weight("记住，我对花生过敏。") == 0.73


def test_each_hit_takes_its_share_of_what_is_missing_to_one():
    assert weight("Porto") == round(1 - 0.7 ** (1 / 40), 3)
    assert weight("Porto", facts=2) == round(1 - 0.7 ** (1 / 40) * 0.85**2, 3)


def test_of_one_sign_no_more_than_three_hits_count():
    assert signs_of(Episode("1 2 3 4 5 6"))["numbers"] == MOST_HITS
    assert signs_of(Episode("happy happy happy"))["emotion"] == 1


def test_it_stays_below_one_and_is_nothing_for_a_text_that_was_dropped():
    assert 0.99 < weight("Remember that! No, I meant " + "I love it, I'll go on May 3. " * 20, facts=50) <= 1
    assert weight("") == 0.0
    assert weight("", facts=1) == 0.15


def test_a_lone_question_counts_half_and_an_answer_in_full():
    assert weight("Is Ana allergic to nuts?") == round(weight("Is Ana allergic to nuts") / 2, 3)
    assert weight("Why? She is allergic to nuts.") > 0.3


def test_what_an_assistant_or_a_tool_says_counts_less():
    said = "I am allergic to nuts."
    assert [weight(said, role=role) for role in ("user", "assistant", "tool")] == [0.331, 0.264, 0.198]


def test_every_weight_is_in_the_table_of_the_docstring():
    from kgmem import importance as module

    rows = [line.split("|")[1:3] for line in (module.__doc__ or "").splitlines() if line.startswith("| ")][1:]
    assert {term.strip(): float(share) for term, share in rows} == WEIGHTS


@pytest.mark.parametrize("sign", ["一", "《", "a, B", "1", "?", "happy ", "\u0301", "no, i "])
def test_of_a_huge_text_only_the_beginning_is_looked_at(sign):
    begin = sign * (LONGEST // len(sign) + 1)
    assert signs_of(Episode(begin + " remember that" * 100_000)) == signs_of(Episode(begin))
