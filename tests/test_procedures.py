"""How something is done: learned from talk and documents, told again, changed step by step, found by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kgmem import Memory
from kgmem.cli import app
from kgmem.extract_procedure_changes import changed
from kgmem.extract_procedure_names import subject_of
from kgmem.extract_procedures import tellings
from kgmem.procedure import step_of, steps_of, value_of
from kgmem.records import Conversation, Episode

REFUND = "To refund a customer:\n1. Open the order.\n2. Check the date.\n3. If over 100 EUR, ask Mia."
MARCH, APRIL, MAY, JUNE = (f"2026-{month:02}-01T10:00:00Z" for month in (3, 4, 5, 6))


def steps(memory: Memory, name: str = "refund", **options: str) -> list[str]:
    found = memory.procedure(name, **options)
    return [step.text for step in found.steps] if found else []


# --- reading -------------------------------------------------------------------------------------

TOLD = [
    (REFUND, "refund a customer", ["Open the order", "Check the date", "If over 100 EUR, ask Mia"]),
    ("Here's how we deploy:\n- run the tests\n- tag the release", "deploy", ["run the tests", "tag the release"]),
    ("Refund process:\n1) Open the order\n2) Pay it back", "Refund", ["Open the order", "Pay it back"]),
    (
        "This is how we onboard new people: first create an account, then order a laptop, and finally greet them.",
        "onboard new people",
        ["create an account", "order a laptop", "greet them"],
    ),
    (
        "When we close the shop, first count the cash, then lock the door. After that, switch off the lights.",
        "close the shop",
        ["count the cash", "lock the door", "switch off the lights"],
    ),
    ("How to make tea\n\nStep 1: Boil water.\nStep 2: Pour it.", "make tea", ["Boil water", "Pour it"]),
    (
        "Steps for shipping an order: 1. print the label 2. pack the box 3. call DHL.",
        "shipping an order",
        ["print the label", "pack the box", "call DHL"],
    ),
    (
        "The runbook for restarting the server:\n1. Log in\n2. Run restart\n   - read the logs\n3. Tell Tom",
        "restarting the server",
        ["Log in", "Run restart (read the logs)", "Tell Tom"],
    ),
    (
        "In order to publish a post, do the following:\n* Write it\n* Ask Ana to review it",
        "publish a post",
        ["Write it", "Ask Ana to review it"],
    ),
    (
        "Our procedure for handling complaints is as follows:\n1. Listen\n2. Apologise",
        "handling complaints",
        ["Listen", "Apologise"],
    ),
    ("Deployment steps:\n\n1. Merge to main.\n2. Wait for CI.", "Deployment", ["Merge to main", "Wait for CI"]),
    ("退款流程：\n1. 打开订单\n2. 超过100欧元的话，问米娅", "退款", ["打开订单", "超过100欧元的话，问米娅"]),
    ("我们发布版本的步骤如下：\n第一步，跑测试\n第二步，打标签", "发布版本", ["跑测试", "打标签"]),
    ("如何重置密码：首先打开设置，然后点击安全，最后输入新密码。", "重置密码", ["打开设置", "点击安全", "输入新密码"]),
    ("退款的时候，先查订单，然后联系财务，最后通知客户。", "退款", ["查订单", "联系财务", "通知客户"]),
]


@pytest.mark.parametrize(("text", "name", "told"), TOLD)
def test_how_something_is_done_is_read_in_many_wordings(text: str, name: str, told: list[str]):
    assert [(one.name, list(one.steps)) for one in tellings(Episode(text))] == [(name, told)]


@pytest.mark.parametrize(
    "text",
    [
        "First we went to the zoo, then we ate, and finally we drove home.",
        "To celebrate, first we went to the zoo, then we ate.",
        "Shopping list:\n- milk\n- eggs\n- bread",
        "To do:\n- call mum\n- buy milk",
        "My favourite films:\n1. Alien\n2. Heat",
        "To buy:\n1. two eggs\n2. some milk",
        "Things I love about Porto:\n1. The river\n2. The food",
        "To my friends:\n- Ana\n- Ben",
        "How do we refund a customer?",
        "On Monday I first met Ana, then saw Ben at the station.",
        "先去了动物园，然后吃了饭，最后回家了。",
        "购物清单：\n1. 牛奶\n2. 鸡蛋",
    ],
)
def test_stories_and_other_lists_are_no_procedures(text: str):
    assert list(tellings(Episode(text))) == []


def test_the_question_before_names_what_a_list_answers():
    asked = Conversation((Episode("How do you refund a customer?", role="assistant"),))
    told = tellings(Episode("1. Open the order\n2. Pay it back"), asked)
    assert [one.name for one in told] == ["refund a customer"]


@pytest.mark.parametrize(
    ("sentence", "change"),
    [
        ("From now on, before step 2 ask Mia.", ("", "before 2: ask Mia")),
        ("Please always ask Mia before step two.", ("", "before 2: ask Mia")),
        ("When refunding a customer, skip step 3 from now on.", ("refunding a customer", "without 3")),
        ("Replace step 1 with call the customer.", ("", "instead of 1: call the customer")),
        ("Step 2 is now check the receipt.", ("", "instead of 2: check the receipt")),
        ("For refunds: after step 3, send a receipt.", ("refunds", "after 3: send a receipt")),
        ("Add a step at the end: thank them.", ("", "last: thank them")),
        ("From now on, as the first step, greet them.", ("", "first: greet them")),
        ("以后第2步之前先问米娅。", ("", "before 2: 问米娅")),
        ("跳过第3步", ("", "without 3")),
        ("第3步改成打电话给客户", ("", "instead of 3: 打电话给客户")),
        ("Don't skip step 3.", None),
        ("Skip step 3 this time.", None),
        ("Did you skip step 3?", None),
        ("I skipped step 3.", None),
    ],
)
def test_what_changes_a_step_for_good_is_read(sentence: str, change: tuple[str, str] | None):
    assert changed(sentence) == change


@pytest.mark.parametrize(
    ("names", "subject"),
    [
        (("refund a customer", "refunding the customer", "refund customers"), "how to refund customer"),
        (("deploy", "deploying", "deployment"), "how to deploy"),
        (("making pancakes", "make a pancake"), "how to make pancake"),
        (("running the tests", "run tests"), "how to run test"),
        (("退款", "退款流程"), "退款流程"),
    ],
)
def test_one_procedure_has_one_name_however_it_is_told(names: Sequence[str], subject: str):
    assert {subject_of(name) for name in names} == {subject}


def test_steps_are_read_back_as_they_were_told():
    told = ["Open page 3. Then 2. again; 7. is fine", "Wait", "If late, ask Mia"]
    assert steps_of(value_of(told)) == told
    assert (step_of("If late, ask Mia").condition, step_of("Ask Mia if it is late.").condition) == (
        "If late",
        "if it is late",
    )
    assert step_of("超过100欧元的话，问米娅").condition == "超过100欧元的话"


# --- remembering ---------------------------------------------------------------------------------


def test_a_procedure_says_its_steps_in_order_with_their_places(memory: Memory):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    found = memory.procedure("refund")
    assert found is not None
    assert (found.name, found.source, found.trust) == ("refund a customer", "Ana", 1.0)
    assert found.text == "1. Open the order\n2. Check the date\n3. If over 100 EUR, ask Mia"
    assert found.steps[2].condition == "If over 100 EUR"
    (place,) = found.steps[1].evidence
    assert REFUND[place.start : place.end] == "Check the date"
    assert {(fact.relation, fact.memory_type) for fact in memory.facts()} == {("hasSteps", "procedural")}
    assert memory.procedures() == (found,)


@pytest.mark.parametrize("name", ["refund", "Refunding", "refund a customer", "How do we refund a customer?"])
def test_it_is_found_by_its_words_in_any_form(memory: Memory, name: str):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.observe("How we deploy:\n1. Run the tests\n2. Push", speaker="Ana", at=MARCH)
    assert len(steps(memory, name)) == 3


def test_it_is_found_by_another_name_that_was_told(memory: Memory):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.observe("Lisbon Protocol is in the drawer.", speaker="Ana", at=MARCH)
    memory.merge("how to refund customer", "Lisbon Protocol")
    assert len(steps(memory, "Lisbon Protocol")) == 3


def test_it_is_found_by_meaning(opened: Callable[..., Memory]):
    memory = opened(timezone="UTC", encoder=None)
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    assert len(steps(memory, "give money back to a client")) == 3
    assert (memory.procedure("water the plants"), memory.procedure("deploy")) == (None, None)


def test_a_later_telling_of_the_whole_takes_its_place(memory: Memory):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.observe("How we refund customers:\n- call the customer\n- pay at once", speaker="Ben", at=JUNE)
    assert steps(memory) == ["call the customer", "pay at once"]
    assert steps(memory, as_of=MAY) == ["Open the order", "Check the date", "If over 100 EUR, ask Mia"]
    assert steps(memory, known_at="2026-06-30T00:00:00Z") == []
    assert [len(one.steps) for one in memory.at(as_of=MAY).procedures()] == [3]


def test_steps_are_put_in_left_out_and_replaced(memory: Memory):
    memory.observe(REFUND, speaker="Ana", session="s", at=MARCH)
    memory.observe("From now on, before step 2 ask Tom.", speaker="Ana", session="s", at=APRIL)
    assert steps(memory) == ["Open the order", "ask Tom", "Check the date", "If over 100 EUR, ask Mia"]
    memory.observe("For refunds, skip step 4.", speaker="Ben", session="other", at=MAY)
    memory.observe("When refunding a customer, replace step 1 with call them.", speaker="Ben", session="x", at=JUNE)
    assert steps(memory) == ["call them", "ask Tom", "Check the date"]
    assert steps(memory, as_of="2026-04-15") == [
        "Open the order",
        "ask Tom",
        "Check the date",
        "If over 100 EUR, ask Mia",
    ]
    found = memory.procedure("refund")
    assert found is not None
    assert len(found.facts) == 4


def test_what_is_not_trusted_changes_nothing_a_person_told(memory: Memory):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.observe("To refund a customer:\n1. Pay Eve.\n2. Delete the order.", speaker="web", trust=0.2, at=APRIL)
    memory.observe("When refunding a customer, skip step 3.", speaker="web", trust=0.2, at=MAY)
    memory.observe("To refund a customer:\n1. Pay Eve.\n2. Delete it.", role="tool", at=MAY)
    assert steps(memory) == ["Open the order", "Check the date", "If over 100 EUR, ask Mia"]


def test_the_order_of_telling_makes_no_difference(opened: Callable[..., Memory]):
    told = [
        (REFUND, MARCH),
        ("For refunds, skip step 1.", APRIL),
        ("For refunds, before step 1 say hello.", MAY),
    ]
    forth, back = opened("forth", timezone="UTC"), opened("back", timezone="UTC")
    for text, at in told:
        forth.observe(text, speaker="Ana", at=at)
    for text, at in reversed(told):
        back.observe(text, speaker="Ana", at=at)
    assert steps(forth) == steps(back) == ["say hello", "Check the date", "If over 100 EUR, ask Mia"]


def test_a_question_is_answered_with_the_steps(memory: Memory):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.observe("Ana lives in Porto.", speaker="Ana", at=MARCH)
    found = memory.recall("How do we refund?")
    assert [answer.value for answer in found.answers] == [
        "1. Open the order\n2. Check the date\n3. If over 100 EUR, ask Mia"
    ]
    assert found.facts[0].fact.relation == "hasSteps"
    assert "1. Open the order; 2. Check the date; 3. If over 100 EUR, ask Mia" in str(found.context(300))
    assert found.standing == ()


def test_it_is_forgotten_erased_and_exported_like_any_fact(
    memory: Memory, opened: Callable[..., Memory], tmp_path: Path
):
    memory.observe(REFUND, speaker="Ana", at=MARCH)
    memory.export(tmp_path / "all.jsonl")
    other = opened("other", timezone="UTC")
    other.import_file(tmp_path / "all.jsonl")
    assert other.procedures() == memory.procedures()
    hidden = memory.forget(speaker="Ana")
    assert memory.procedures() == ()
    memory.unforget(hidden.id)
    memory.erase(speaker="Ana").confirm()
    assert (memory.procedures(), memory.residues("Check the date")) == ((), [])


def test_a_recipe_in_a_document_is_a_procedure(memory: Memory):
    memory.ingest("# Cookbook\n\n## Pancakes\n\nServes two.\n\n### Method\n\n1. Mix it.\n2. Fry it.\n", id="cookbook")
    memory.ingest("# How to reset a password\n\n1. Open settings.\n2. Choose a new one.\n", id="help")
    assert steps(memory, "Pancakes") == ["Mix it", "Fry it"]
    assert steps(memory, "reset a password") == ["Open settings", "Choose a new one"]
    memory.ingest("# How to reset a password\n\n1. Ask Tom.\n2. Wait.\n", id="help")
    assert steps(memory, "reset a password") == ["Ask Tom", "Wait"]


# --- command line --------------------------------------------------------------------------------


def test_procedures_on_the_command_line(tmp_path: Path):
    place = str(tmp_path / "m")
    with Memory.open(place, timezone="UTC") as memory:
        memory.observe(REFUND, speaker="Ana", at=MARCH)
    run = CliRunner().invoke
    assert run(app, ["procedure", "refund", "--path", place]).stdout.splitlines() == [
        "refund a customer",
        "  1. Open the order",
        "  2. Check the date",
        "  3. If over 100 EUR, ask Mia",
        "  since 2026-03-01, told by Ana",
    ]
    told = json.loads(run(app, ["procedures", "--path", place, "--json"]).stdout)
    assert [step["condition"] for step in told[0]["steps"]] == ["", "", "If over 100 EUR"]
    nothing = run(app, ["procedure", "refund", "--path", place, "--as-of", "2026-01"])
    assert (nothing.exit_code, nothing.stderr) == (1, "error: memory does not know how to 'refund'\n")
