"""Events, what they begin and end, and causes in Chinese."""

from __future__ import annotations

import pytest

from kgmem import Conversation, Episode
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Extraction
from kgmem.temporal import BEGINNING, iso, micros, parse_instant

READER = RuleExtractor(load(), "blank")
PEOPLE = ("静怡", "德胜")
NOW = "2025-01-08T10:00:00+00:00"  # a Wednesday


def read(text: str, *, speaker: str = "静怡", before: tuple[tuple[str, str], ...] = ()) -> Extraction:
    """What is read in one turn; `before` are (speaker, text) of the turns before."""
    when = micros(parse_instant(NOW, None))
    earlier = tuple(
        Episode(said, who, occurred=when - 60_000_000, zone="+00:00", id=str(n)) for n, (who, said) in enumerate(before)
    )
    return READER([(Episode(text, speaker, occurred=when, zone="+00:00", id="e"), Conversation(earlier, PEOPLE))])[0]


def kinds(text: str, **said) -> list[str]:
    return [event.kind for event in read(text, **said).events]


def roles(text: str, **said) -> dict[str, str]:
    """Who takes part in the one event of a text."""
    [event] = read(text, **said).events
    return {role: name for role, name, _ in event.participants}


def day(text: str) -> str:
    [event] = read(text).events
    return iso(event.when.start)[:10] if event.when.start > BEGINNING else ""


def links(text: str, **said) -> list[tuple[str, str, str]]:
    found = read(text, **said)
    return [
        (found.events[one.cause].description, one.kind, found.events[one.effect].description) for one in found.causes
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我把工作辞了。", "LeavingJob"),
        ("我被公司裁了。", "LeavingJob"),
        ("我离了职。", "LeavingJob"),
        ("我结了婚。", "Marriage"),
        ("我姐姐生了个女儿。", "Birth"),
        ("我摔断了腿。", "Accident"),
        ("我考上清华大学了。", "Enrollment"),
        ("我拿到了华为的offer。", "Offer"),
        ("我跟德胜吵了一架。", "Quarrel"),
        ("我和德胜和好了。", "Reconciliation"),
        ("我的手机被人偷走了。", "Loss"),
        ("我把旧自行车卖了。", "Sale"),
        ("我入手了一副耳机。", "Purchase"),
        ("我学起日语来了。", "Learning"),
        ("我迷上了攀岩。", "Liking"),
        ("我对攀岩没兴趣了。", "Tiring"),
        ("我难过得吃不下饭。", "Feeling"),
        ("我改吃素了。", "Dieting"),
        ("我們上個月離婚了。", "Divorce"),
    ],
)  # fmt: skip
def test_an_event_is_told_in_many_ways(text, kind):
    assert kinds(text) == [kind]


def test_roles_stand_in_the_places_of_a_cue():
    assert roles("我上个月从苏州搬到了成都。") == {"agent": "静怡", "origin": "苏州", "destination": "成都"}
    assert roles("德胜被红隼汽车录用为会计了。") == {"agent": "德胜", "employer": "红隼汽车", "as": "会计"}
    assert roles("我得了肺炎。") == {"agent": "静怡", "with": "肺炎"}


def test_whose_thing_it_is_takes_part_when_nobody_else_is_named():
    assert roles("我的自行车丢了。") == {"agent": "静怡", "patient": "自行车"}
    assert roles("有人把德胜的帐篷偷走了。") == {"agent": "德胜", "patient": "帐篷"}
    assert roles("我的胃炎好了。") == {"agent": "静怡", "origin": "胃炎"}


def test_a_date_says_when():
    assert day("我昨天买了一辆自行车。") == "2025-01-07"
    assert day("我刚买了一辆自行车。") == "2025-01-08"
    assert day("去年三月，我和德胜结婚了。") == "2024-03-01"
    assert day("我买了一辆自行车。") == ""


def test_what_lies_ahead_is_planned():
    found = [(e.kind, e.modality) for e in read("我打算下个月去青岛旅游。").events]
    assert found == [("Travel", "planned")]


@pytest.mark.parametrize(
    "text",
    [
        "你搬家了吗？",
        "如果我有钱，就买一辆车。",
        "他要是搬走就好了。",
        "我每天跑步。",
        "我还没毕业。",
        "停车位又被人占了。",
        "我最烦下雨。",
        "我是1990年出生的。",
        "我喜欢骑车。",
    ],
)
def test_no_event_is_asked_supposed_done_again_and_again_or_told_by_part_of_a_word(text):
    assert kinds(text) == []


def test_what_did_not_happen_is_negative_and_begins_nothing():
    found = read("我没有搬到南昌。")
    assert [(e.kind, e.polarity) for e in found.events] == [("Moving", "negative")]
    assert found.facts == ()


def test_a_plan_that_fell_through_is_told_with_what_did_not_come_about():
    told = [("Cancellation", "positive"), ("Travel", "negative")]
    assert [(e.kind, e.polarity) for e in read("我去苏州的计划取消了。").events] == told
    assert [(e.kind, e.polarity) for e in read("我不打算去苏州了。").events] == told
    assert [(e.kind, e.polarity) for e in read("我没能去苏州。").events] == told
    assert [(e.kind, e.polarity) for e in read("我原来想去苏州，现在不行了。").events] == told


def test_one_happening_told_twice_is_one_event():
    assert roles("我搬家了，搬到了成都。") == {"agent": "静怡", "destination": "成都"}
    assert roles("我上周被偷了，丢的是自行车。") == {"agent": "静怡", "patient": "自行车"}
    assert roles("我领养了一只猫，叫芝麻。") == {"agent": "静怡", "patient": "芝麻"}
    assert roles("我病了，是肺炎。") == {"agent": "静怡", "with": "肺炎"}


def test_an_experience_is_no_event_but_leaves_what_it_brought():
    found = read("我去过青岛。")
    assert found.events == ()
    assert {(f.subject, f.relation, f.object) for f in found.facts} == {("静怡", "visited", "青岛")}


def test_what_another_says_is_reported():
    [event] = read("我听德胜说，小林辞职了。").events
    assert (event.kind, event.modality, event.told_by) == ("LeavingJob", "reported", "德胜")


def test_a_clause_with_a_date_of_no_known_kind_is_an_event():
    [event] = read("昨天我在家修剪花草。").events
    assert (event.kind, event.description) == ("Event", "静怡在家修剪花草")
    assert iso(event.when.start)[:10] == "2025-01-07"


def test_events_begin_and_end_facts():
    begun = {(f.subject, f.relation, f.object, f.ends) for f in read("我昨天搬到了成都。").facts}
    assert begun == {("静怡", "livesIn", "成都", False)}
    ended = {(f.subject, f.relation, f.object, f.ends) for f in read("我上个月从红隼汽车离职了。").facts}
    assert ended == {("静怡", "worksFor", "红隼汽车", True)}


# --- causes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "因为我得了肺炎，所以我辞职了。",
        "我辞职了，因为我得了肺炎。",
        "我得了肺炎，所以我辞职了。",
        "我得了肺炎，于是我辞职了。",
        "我辞职了。原因是我得了肺炎。",
        "我之所以辞职了，是因为我得了肺炎。",
        "由于我得了肺炎，我辞职了。",
        "我得了肺炎，只好辞职了。",
        "我辞职了，都怪我得了肺炎。",
    ],
)
def test_a_cause_is_told_in_many_ways(text):
    found = read(text)
    assert [(found.events[c.cause].kind, found.events[c.effect].kind) for c in found.causes] == [
        ("Illness", "LeavingJob")
    ]


def test_cause_and_effect_may_stand_in_one_clause():
    assert links("我因为感冒没去上班。") == [("静怡感冒", "prevent", "静怡没去上班")]
    assert links("暴雨导致航班取消了。") == [("暴雨", "prevent", "航班取消")]


def test_what_stands_in_the_way_is_a_cause_without_a_word_for_it():
    assert links("路上堵车，我没赶上火车。") == [("路上堵车", "prevent", "静怡没赶上火车")]
    assert links("路上堵车，我没吃早饭。") == []


def test_what_makes_it_possible_enables_and_what_is_wanted_moves():
    assert links("多亏德胜帮忙，我找到工作了。") == [("德胜帮忙", "enable", "静怡找到工作")]
    assert links("为了照顾妈妈，我搬到了成都。") == [("静怡照顾妈妈", "motivate", "静怡搬到了成都")]


def test_a_cause_keeps_a_plan_from_coming_true():
    assert links("我得了肺炎，所以我没能去苏州。") == [("静怡得了肺炎", "prevent", "静怡没能去苏州")]


def test_a_why_question_and_its_answer_give_a_cause():
    before = (("静怡", "我辞职了。"), ("德胜", "你为什么辞职？"))
    assert links("我得了肺炎。", before=before) == [("静怡得了肺炎", "cause", "静怡辞职")]


def test_a_turn_may_lean_on_the_turn_before():
    assert links("所以我搬回了苏州。", before=(("静怡", "我妈妈住院了。"),)) == [
        ("静怡的妈妈住院", "cause", "静怡搬回了苏州")
    ]
    assert links("难怪你没来上班。", speaker="德胜", before=(("静怡", "我摔断了腿。"),)) == [
        ("静怡摔断了腿", "prevent", "静怡没来上班")
    ]


def test_no_cause_is_read_in_a_question_or_in_what_only_follows():
    assert links("你为什么辞职了？") == []
    assert links("我得了肺炎，后来我辞职了。") == []
