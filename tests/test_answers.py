"""Answers that need no reader: questions in English and Chinese, looked up in held facts and events."""

from datetime import UTC, datetime

import pytest

from kgmem import Memory
from kgmem.records import Answer

NOW = "2026-08-01T12:00:00Z"


def answers(memory: Memory, question: str, **when: str) -> list[str]:
    return [answer.value for answer in found(memory, question, **when)]


def found(memory: Memory, question: str, **when: str) -> tuple[Answer, ...]:
    return memory.recall(question, asked_at=NOW, **when).answers


def tell(
    memory: Memory, who: str, home: str, new_home: str, firm: str, job: str, seat: str, spouse: str,
    pets: tuple[str, str], likes: str, dislikes: str,
) -> None:  # fmt: skip
    memory.assert_fact(who, "livesIn", home, valid_from="2020-01-01", valid_to="2026-05-01")
    memory.assert_fact(who, "livesIn", new_home, valid_from="2026-05-01")
    memory.assert_fact(who, "worksFor", firm, valid_from="2024-03-01")
    memory.assert_fact(who, "worksAs", job, valid_from="2024-03-01")
    memory.assert_fact(firm, "locatedIn", seat, valid_from="2019-01-01")
    memory.assert_fact(who, "spouseOf", spouse, valid_from="2021-06-01")
    memory.assert_fact(spouse, "bornOn", value="1990-04-19")
    for name in pets:
        memory.assert_fact(who, "hasPet", name, valid_from="2025-01-01")
    memory.assert_fact(who, "likes", likes, valid_from="2025-01-01")
    memory.assert_fact(who, "dislikes", dislikes, valid_from="2025-01-01")


@pytest.fixture
def told(memory: Memory) -> Memory:
    tell(
        memory, "Ana Lima", "Lisbon", "Porto", "Helio", "nurse", "Braga", "Tom Reed", ("Max", "Bella"), "chess", "golf"
    )
    memory.assert_fact("Tom Reed", "favorite", "apple pie", valid_from="2025-01-01")
    return memory


@pytest.fixture
def chinese(memory: Memory) -> Memory:
    tell(memory, "王静怡", "苏州", "南京", "红隼设计", "护士", "镇江", "李浩然", ("麻薯", "豆豆"), "围棋", "香菜")
    return memory


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Where does Ana Lima live?", ["Porto"]),
        ("In which city does Ana Lima live now?", ["Porto"]),
        ("Where did Ana Lima use to live?", ["Lisbon"]),
        ("What does Ana Lima do for a living?", ["nurse"]),
        ("What is the name of Ana Lima's employer?", ["Helio"]),
        ("Where is Ana Lima's employer located?", ["Braga"]),
        ("Who is Ana Lima married to?", ["Tom Reed"]),
        ("What is Ana Lima's husband's favourite food?", ["apple pie"]),
        ("When was Ana Lima's husband born?", ["1990-04-19"]),
        ("Who works for Helio?", ["Ana Lima"]),
        ("How many pets does Ana Lima have?", ["2"]),
        ("What doesn't Ana Lima like?", ["golf"]),
        ("Suggest something that Ana Lima would enjoy.", ["chess"]),
        ("Does Ana Lima still live in Lisbon?", ["no"]),
        ("Does Ana Lima live in Porto?", ["yes"]),
        ("Would Ana Lima enjoy golf?", ["no"]),
        ("Does Ana Lima live in Berlin?", ["no"]),
        ("Where did Ana Lima live in March 2022?", ["Lisbon"]),
    ],
)
def test_a_question_is_answered_by_the_fact_that_holds(told: Memory, question: str, wanted: list[str]):
    assert answers(told, question) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("王静怡住在哪儿？", ["南京"]),
        ("静怡現在住在哪座城市？", ["南京"]),
        ("静怡以前住在哪里？", ["苏州"]),
        ("静怡是做什么工作的？", ["护士"]),
        ("静怡在哪家公司上班？", ["红隼设计"]),
        ("静怡的公司在哪儿？", ["镇江"]),
        ("静怡的老公是谁？", ["李浩然"]),
        ("静怡老公的生日是哪天？", ["1990-04-19"]),
        ("谁在红隼设计上班？", ["王静怡"]),
        ("静怡养了几只宠物？", ["2"]),
        ("静怡不喜欢什么？", ["香菜"]),
        ("推荐一样静怡会喜欢的东西。", ["围棋"]),
        ("静怡还住在苏州吗？", ["不是"]),
        ("静怡是不是住在南京？", ["是"]),
        ("静怡喜不喜欢香菜？", ["不是"]),
        ("静怡住在柏林吗？", ["不是"]),
        ("2022年3月静怡住在哪儿？", ["苏州"]),
    ],
)
def test_a_chinese_question_is_answered_alike(chinese: Memory, question: str, wanted: list[str]):
    assert answers(chinese, question) == wanted


def test_a_list_is_answered_with_all_there_is(told: Memory, chinese: Memory):
    assert sorted(answers(told, "What pets does Ana Lima have?")) == ["Bella", "Max"]
    assert sorted(answers(chinese, "静怡有哪些宠物？")) == ["豆豆", "麻薯"]


def test_as_of_and_known_at_answer_for_their_time(told: Memory):
    assert answers(told, "Where does Ana Lima live?", as_of="2025-01-01") == ["Lisbon"]
    assert answers(told, "Where does Ana Lima live?", known_at="2020-01-01") == []


def test_an_answer_names_what_says_so(told: Memory):
    [answer] = found(told, "Where does Ana Lima live?")
    [fact] = [fact for fact in told.facts("Ana Lima", "livesIn") if fact.object == "Porto"]
    assert answer.support == (fact.id,)
    assert answer.valid_from == fact.valid_from
    assert told.entity(answer.entity_id)[0].entity.name == "Porto"


@pytest.mark.parametrize(
    "question",
    [
        "Where does Zoe live?",
        "What is Ana Lima's blood type?",
        "Who are Ana Lima's brothers and sisters?",
        "What does Ana Lima think of her boss?",
        "Did Ana Lima live in Berlin?",
        "Ana Lima",
        "It rained in Porto.",
        "静怡的血型是什么？",
        "静怡觉得老板怎么样？",
        "今天天气怎么样？",
        "张伟住在哪儿？",
    ],
)
def test_nothing_is_answered_that_no_fact_holds(told: Memory, chinese: Memory, question: str):
    assert answers(told, question) == []


def test_what_is_denied_or_only_planned_answers_nothing(memory: Memory):
    memory.observe("I don't live in Rome. I might move to Oslo.", speaker="Ana", at="2026-06-01")
    assert answers(memory, "Where does Ana live?") == []


def test_words_of_questions_are_no_names(told: Memory):
    told.assert_fact("Tom Reed", "owns", "home", valid_from="2025-01-01")
    assert answers(told, "Where is Ana Lima's home?") == ["Porto"]


def test_what_happened_is_put_in_order_and_counted(memory: Memory):
    for what, thing, day in (("bought a car", "car", "2026-01-05"), ("bought a lamp", "lamp", "2026-03-05")):
        memory.record_event(f"Ana {what}", kind="Purchase", participants={"agent": "Ana", "patient": thing}, start=day)
    memory.record_event(
        "Ana moved to Porto", kind="Moving", participants={"agent": "Ana", "destination": "Porto"}, start="2026-02-05"
    )
    asked = "In what order did these things happen: Ana bought the lamp; Ana moved to Porto?"
    assert answers(memory, asked) == ["Ana moved to Porto", "Ana bought the lamp"]
    assert answers(memory, "How many purchases did Ana make?") == ["2"]
    assert answers(memory, "How many days passed from the day Ana bought the car to the day Ana moved to Porto?") == [
        "31 days"
    ]
    assert answers(memory, "When did Ana move to Porto?") == ["2026-02-05"]


def test_chinese_happenings_are_put_in_order_and_counted(memory: Memory):
    memory.record_event(
        "静怡买了灯", kind="Purchase", participants={"agent": "静怡", "patient": "台灯"}, start="2026-03-05"
    )
    memory.record_event(
        "静怡搬到南京", kind="Moving", participants={"agent": "静怡", "destination": "南京"}, start="2026-02-05"
    )
    assert answers(memory, "这些事的先后顺序是什么：静怡买台灯；静怡搬到南京？") == ["静怡搬到南京", "静怡买台灯"]
    assert answers(memory, "静怡搬了几次家？") == ["1"]
    assert answers(memory, "静怡搬到南京之后过了几天静怡买台灯？") == ["28天"]
    assert answers(memory, "静怡是什么时候搬到南京的？") == ["2026-02-05"]


def test_reasons_are_told_in_few_words(memory: Memory):
    job = memory.record_event(
        "a job", kind="StartingJob", participants={"agent": "Ana", "employer": "Helio"}, start="2026-01-05"
    )
    move = memory.record_event(
        "Ana moved", kind="Moving", participants={"agent": "Ana", "destination": "Porto"}, start="2026-02-05"
    )
    memory.link_cause(job.events[0].id, move.events[0].id)
    assert answers(memory, "Why did Ana move to Porto?") == ["Ana started working for Helio"]


def test_chinese_reasons_are_told_in_few_words(memory: Memory):
    loss = memory.record_event(
        "丢车", kind="Loss", participants={"agent": "静怡", "patient": "自行车"}, start="2026-01-05"
    )
    buy = memory.record_event(
        "买车", kind="Purchase", participants={"agent": "静怡", "patient": "摩托车"}, start="2026-02-05"
    )
    memory.link_cause(loss.events[0].id, buy.events[0].id)
    assert answers(memory, "静怡为什么买摩托车？") == ["静怡失去自行车"]
    assert answers(memory, "静怡失去自行车带来了什么后果？") == ["静怡买摩托车"]


def test_whose_word_it_is(memory: Memory):
    memory.observe("Tom works for Helio.", speaker="Ana", at="2026-06-01")
    assert answers(memory, "Who said that Tom works for Helio?") == ["Ana"]


def test_what_is_forgotten_answers_nothing(memory: Memory):
    memory.observe("I live in Porto.", speaker="Ana", at="2026-06-01")
    assert answers(memory, "Where does Ana live?") == ["Porto"]
    memory.forget(speaker="Ana")
    assert answers(memory, "Where does Ana live?") == []


@pytest.mark.parametrize(
    "question",
    [
        "?" * 500,
        "Where does " + "Ana Lima's husband's " * 25 + "wife live?",
        "Why " * 2_000 + "Ana Lima?",
        "\ue000\ue001住在哪儿？静怡",
        "静怡的" * 150 + "家在哪儿？",
        "Which came first: " + "Ana Lima; " * 50,
        "(.*)+Ana Lima[[\\",
    ],
)
def test_hostile_questions_end_soon_and_answer_nothing(told: Memory, question: str):
    assert answers(told, question) == []


def test_an_empty_memory_answers_nothing(memory: Memory):
    assert answers(memory, "Where does Ana live?") == []
    assert answers(memory, "静怡住在哪儿？") == []


def test_answers_are_in_what_recall_gives_back(told: Memory):
    found = told.recall("Where does Ana Lima live?", asked_at=datetime(2026, 8, 1, tzinfo=UTC))
    assert found.to_dict()["answers"][0]["value"] == "Porto"
    assert "Porto (" in found.explain()


@pytest.mark.parametrize(
    ("question", "asked_at", "wanted"),
    [
        ("How old is Vera?", "2026-02-28", ["25"]),
        ("How old is Vera?", "2026-03-01", ["26"]),
        ("When was Vera born, and how old was she on 1 March 2010?", "2026-05-01", ["10"]),
        ("How old will Vera be in 2040?", "2026-05-01", []),
    ],
)
def test_who_is_born_on_a_leap_day_is_a_year_older_on_the_first_of_march(
    memory: Memory, question: str, asked_at: str, wanted: list[str]
):
    memory.assert_fact("Vera", "bornOn", value="2000-02-29")
    assert [one.value for one in memory.recall(question, asked_at=asked_at).answers] == wanted


def test_an_age_is_left_open_in_the_month_of_birth_when_the_day_is_not_known(memory: Memory):
    memory.assert_fact("Vera", "bornOn", value="1990-04")
    assert [one.value for one in memory.recall("How old is Vera?", asked_at="2026-05-01").answers] == ["36"]
    assert memory.recall("How old is Vera?", asked_at="2026-04-10").answers == ()
