"""Chains of causes and effects, and paths between things: ranked, in order of time, never in a circle."""

import json

import pytest

from kgmem import InvalidArgument
from kgmem.temporal import micros, parse_instant


def event(memory, description, start=None, **options):
    (made,) = memory.record_event(description, start=start, **options).events
    return made.id


@pytest.fixture
def closing(memory):
    """Losses closed the firm, which made Ana move, which let her meet Tom; a guess says the weather did it."""
    ids = {
        "losses": event(memory, "the firm made losses", "2026-01"),
        "closing": event(memory, "the firm closed", "2026-04-01"),
        "rain": event(memory, "it rained a lot", "2026-04-15"),
        "move": event(memory, "Ana moved to Porto", "2026-05-02", kind="Moving", participants={"mover": "Ana"}),
        "tom": event(memory, "Ana met Tom", "2026-06-01"),
    }
    for cause, effect, kind, confidence in (
        ("losses", "closing", "cause", 0.9),
        ("closing", "move", "cause", 0.8),
        ("rain", "move", "motivate", 0.5),
        ("move", "tom", "enable", 0.7),
    ):
        memory.link_cause(ids[cause], ids[effect], kind=kind, confidence=confidence)
    return memory, ids


def chain_words(found):
    return [" > ".join(one.description for one in chain.things) for chain in found]


def test_why_gives_whole_chains_the_surest_first(closing):
    memory, ids = closing
    found = memory.why(ids["tom"])
    assert chain_words(found) == [
        "the firm made losses > the firm closed > Ana moved to Porto > Ana met Tom",
        "it rained a lot > Ana moved to Porto > Ana met Tom",
    ]
    assert [round(chain.confidence, 3) for chain in found] == [0.504, 0.35]
    assert [step.kind for step in found.chains[0].steps] == ["cause", "cause", "enable"]
    assert [one.id for one in found.about] == [ids["tom"]]


def test_effects_go_the_other_way(closing):
    memory, ids = closing
    found = memory.effects(ids["losses"])
    assert chain_words(found) == ["the firm made losses > the firm closed > Ana moved to Porto > Ana met Tom"]
    assert not memory.effects(ids["tom"])
    assert str(memory.effects("Ana met Tom")) == "Ana met Tom: nothing that leads on is known"


def test_words_say_what_is_asked_about(closing):
    memory, ids = closing
    assert [one.id for one in memory.why("Ana moved to Porto").about] == [ids["move"]]
    assert [one.id for one in memory.why("moved Porto").about] == [ids["move"]]
    nothing = memory.why("the volcano erupted")
    assert (bool(nothing), nothing.about, str(nothing)) == (
        False,
        (),
        "the volcano erupted: no event or fact that says so is known",
    )


def test_depth_and_limit_cut_chains(closing):
    memory, ids = closing
    assert chain_words(memory.why(ids["tom"], depth=1)) == ["Ana moved to Porto > Ana met Tom"]
    assert chain_words(memory.why(ids["tom"], limit=1)) == [chain_words(memory.why(ids["tom"]))[0]]
    assert not memory.why(ids["tom"], limit=0)
    with pytest.raises(InvalidArgument, match="depth must be a whole number from 1 to 20, not 0"):
        memory.why(ids["tom"], depth=0)


def test_circles_end_where_they_began(memory):
    a, b, c = (event(memory, f"wheel {name} turned") for name in "abc")
    for cause, effect in ((a, b), (b, c), (c, a)):
        memory.link_cause(cause, effect)
    assert [[one.id for one in chain.things] for chain in memory.why(a)] == [[b, c, a]]


def test_a_later_thing_is_no_cause_but_an_aim_may_lie_ahead(memory):
    late, early = event(memory, "the dam broke", "2026-05-02"), event(memory, "the town flooded", "2026-05-01")
    memory.link_cause(late, early)
    assert not memory.why(early)
    assert not memory.effects(late)
    memory.link_cause(late, early, kind="motivate")
    assert [chain.steps[0].kind for chain in memory.why(early)] == ["motivate"]
    month = event(memory, "a wet May", "2026-05")
    memory.link_cause(month, early)
    day = event(memory, "the cellar filled", "2026-05-20")
    memory.link_cause(day, month)  # in the same month: it may have come first
    assert len(memory.why(month)) == 1


def test_why_at_a_time_knows_only_what_had_happened_and_was_known(closing):
    memory, ids = closing
    assert chain_words(memory.at(as_of="2026-04-10").effects(ids["losses"])) == [
        "the firm made losses > the firm closed"
    ]
    assert not memory.why(ids["tom"], as_of="2026-05-10")
    assert not memory.why(ids["tom"], known_at="2020")


def test_what_is_hidden_or_retracted_is_on_no_chain(closing):
    memory, ids = closing
    (link,) = [one for one in memory.links() if one.cause == ids["closing"]]
    memory.retract(link.id)
    assert chain_words(memory.why(ids["tom"])) == ["it rained a lot > Ana moved to Porto > Ana met Tom"]


def test_an_event_that_began_a_fact_is_its_cause(memory):
    memory.observe("I moved to Porto because my firm closed.", speaker="Ana", at="2026-05-02T10:00:00Z", session="s")
    home = [fact for fact in memory.facts("Ana", "livesIn") if fact.object == "Porto"]
    (home,) = home
    found = memory.why(home.id)
    assert [step.kind for step in found.chains[0].steps] == ["cause", "initiates"]
    assert found.chains[0].things[-1].id == home.id
    assert found.chains[0].steps[0].evidence[0].episode == memory.episodes()[0].id
    json.dumps(found.to_dict())


def test_facts_are_causes_too_whichever_version_is_held(memory):
    (ill,) = memory.assert_fact("Ana", "hasCondition", "flu", valid_from="2026-01-02").asserted
    stay = event(memory, "Ana stayed at home", "2026-01-05")
    memory.link_cause(ill.id, stay)
    memory.close_fact(ill.id, valid_to="2026-01-20")
    (chain,) = memory.why(stay)
    assert (chain.things[0].text, chain.things[0].valid_to) == (
        ill.text,
        micros(parse_instant("2026-01-20T00:00Z", None)),
    )
    assert [one.description for one in memory.effects(ill.id).chains[0].things[1:]] == ["Ana stayed at home"]


# --- paths ------------------------------------------------------------------------------------------


@pytest.fixture
def people(memory):
    for subject, relation, other, start, end in (
        ("Ana", "worksFor", "Acme", "2026-01", "2026-04"),
        ("Tom", "worksFor", "Acme", "2026-03", None),
        ("Eva", "worksFor", "Acme", "2026-05", None),
        ("Tom", "livesIn", "Porto", "2020", None),
        ("Eva", "livesIn", "Porto", "2020", None),
    ):
        memory.assert_fact(subject, relation, other, valid_from=start, valid_to=end)
    return memory


def walked(found):
    return [[fact.text for fact in path.facts] for path in found]


def test_a_path_holds_while_all_its_facts_do(people):
    (path,) = people.paths("Ana", "Tom")
    assert [fact.text for fact in path.facts] == ["Ana works for Acme", "Tom works for Acme"]
    march, april = (micros(parse_instant(f"2026-0{month}-01T00:00Z", None)) for month in (3, 4))
    assert (path.common.start, path.common.end, path.score) == (march, april, 1.0)


def test_facts_that_never_held_together_are_no_path(people):
    assert walked(people.paths("Ana", "Eva")) == [
        ["Ana works for Acme", "Tom works for Acme", "Tom lives in Porto", "Eva lives in Porto"]
    ]
    assert people.paths("Ana", "Eva", depth=3) == []


def test_paths_are_shortest_first_and_of_their_time(people):
    assert sorted(walked(people.paths("Tom", "Eva"))) == [
        ["Tom lives in Porto", "Eva lives in Porto"],
        ["Tom works for Acme", "Eva works for Acme"],
    ]
    assert walked(people.paths("Tom", "Eva", as_of="2026-03-15")) == [["Tom lives in Porto", "Eva lives in Porto"]]
    assert walked(people.at(as_of="2026-03-15").paths("Tom", "Eva")) == [["Tom lives in Porto", "Eva lives in Porto"]]
    assert len(people.paths("Tom", "Eva", limit=1)) == 1


def test_nobody_has_no_path(people):
    assert (people.paths("Ana", "Zoe"), people.paths("Ana", "Ana"), people.paths("Ana", "Tom", known_at="2020")) == (
        [],
        [],
        [],
    )


def test_what_is_denied_planned_or_hidden_is_on_no_path(people):
    people.forget(entity="Acme")
    assert people.paths("Ana", "Tom") == []
