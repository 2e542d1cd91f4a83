"""Facts against facts: assert, corroborate, supersede, deny, conflict, retract, and both clocks."""

import pytest

from kgmem import (
    CauseClaim,
    EventClaim,
    Extraction,
    FactClaim,
    InvalidArgument,
    Memory,
    Span,
)
from kgmem.temporal import FOREVER, micros, parse_instant
from tests.conftest import Ticking
from tests.fakes import ScriptedExtractor

pytestmark = pytest.mark.engine


def instant(text: str) -> int:
    return micros(parse_instant(text, None))


def lived(memory: Memory, **clocks: str) -> list[str]:
    return [fact.object for fact in memory.facts("Ana", "livesIn", **clocks)]


def intervals(memory: Memory, relation: str = "livesIn") -> list[tuple[str, str, str]]:
    """(object, from, to) of what memory holds, days only."""
    from kgmem.temporal import iso

    return [(f.object, iso(f.valid_from)[:10], iso(f.valid_to)[:10]) for f in memory.facts("Ana", relation)]


@pytest.fixture
def told(opened):
    """A memory that reads exactly what a script says in each text."""

    def open_told(script: dict[str, Extraction]) -> Memory:
        return opened(timezone="UTC", extractor=ScriptedExtractor(script))

    return open_told


def test_a_move_supersedes_the_old_address(memory):
    memory.observe("I live in Lisbon.", speaker="Ana", at="2026-03-01")
    change = memory.observe("I moved to Porto yesterday.", speaker="Ana", at="2026-06-11")
    assert [fact.object for fact in change.superseded] == ["Lisbon"]
    assert lived(memory, as_of="2026-04-01") == ["Lisbon"]
    assert lived(memory, as_of="2026-07-01") == ["Porto"]
    assert intervals(memory) == [("Lisbon", "2026-03-01", "2026-06-10"), ("Porto", "2026-06-10", "..")]


def test_a_late_arrival_slots_in_by_valid_time(memory):
    memory.assert_fact("Ana", "lives in", "Porto", valid_from="2026-06-10")
    memory.assert_fact("Ana", "lives in", "Lisbon", valid_from="2026-03-01")
    assert intervals(memory) == [("Lisbon", "2026-03-01", "2026-06-10"), ("Porto", "2026-06-10", "..")]


def test_a_state_that_returns_is_a_new_interval(memory):
    for place, start in (("Lisbon", "2026-01-01"), ("Porto", "2026-03-01"), ("Lisbon", "2026-06-01")):
        memory.assert_fact("Ana", "livesIn", place, valid_from=start)
    assert intervals(memory) == [
        ("Lisbon", "2026-01-01", "2026-03-01"),
        ("Porto", "2026-03-01", "2026-06-01"),
        ("Lisbon", "2026-06-01", ".."),
    ]


def test_a_stay_within_another_splits_it(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-01")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-03-01", valid_to="2026-06-01")
    assert intervals(memory) == [
        ("Lisbon", "2026-01-01", "2026-03-01"),
        ("Porto", "2026-03-01", "2026-06-01"),
        ("Lisbon", "2026-06-01", ".."),
    ]


def test_what_was_known_earlier_stays_readable(opened):
    clock = Ticking(instant("2026-01-01T00:00:00Z"))
    memory = opened(clock=clock, timezone="UTC")
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    clock.now = instant("2026-07-01T00:00:00Z")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-01")
    assert lived(memory, as_of="2026-06-15") == ["Porto"]
    assert lived(memory, as_of="2026-06-15", known_at="2026-06-20") == ["Lisbon"]
    assert (
        memory.recall("Where does Ana live?", as_of="2026-06-15", known_at="2026-06-20").facts[0].fact.object
        == "Lisbon"
    )


def test_saying_it_again_confirms_it(memory):
    first = memory.observe("I am allergic to penicillin.", speaker="Ana", at="2025-02-05").asserted[0]
    change = memory.observe("I am allergic to penicillin.", speaker="Ana", at="2025-06-05")
    (fact,) = memory.facts()
    assert [f.id for f in change.corroborated] == [fact.id]
    assert len(fact.evidence) == 2
    assert fact.confidence > first.confidence
    assert fact.confidence < 1


def test_values_of_one_time_that_exclude_each_other_are_a_conflict(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-01")
    change = memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-06-01")
    assert [(new.object, old.object) for new, old in change.conflicts] == [("Faro", "Porto")]
    assert sorted(lived(memory)) == ["Faro", "Porto"]
    assert memory.cypher("MATCH (a:Fact)-[:CONFLICTS]->(b:Fact) RETURN a.text, b.text").rows == [
        ("Ana lives in Faro", "Ana lives in Porto")
    ]


def test_relations_that_allow_many_values_keep_them_all(memory):
    for dish in ("soup", "rice", "plums"):
        memory.assert_fact("Ana", "likes", dish)
    assert sorted(f.object for f in memory.facts("Ana", "likes")) == ["plums", "rice", "soup"]


def test_an_opposite_closes_what_it_excludes(memory):
    memory.assert_fact("Ana", "likes", "plums", valid_from="2025-01-01")
    change = memory.assert_fact("Ana", "dislikes", "plums", valid_from="2026-01-01")
    assert [fact.relation for fact in change.superseded] == ["likes"]
    assert [f.relation for f in memory.facts("Ana", as_of="2026-02-01")] == ["dislikes"]


def test_an_end_closes_and_an_unknown_end_becomes_a_past_fact(told):
    ended = FactClaim("Ana", "worksFor", "Acme", object_type="Organization", ends=True)
    memory = told(
        {
            "in": Extraction(facts=(FactClaim("Ana", "worksFor", "Acme", object_type="Organization"),)),
            "out": Extraction(facts=(ended,)),
        }
    )
    memory.observe("out", speaker="Ana", at="2024-05-01")
    assert intervals(memory, "worksFor") == [("Acme", "..", "2024-05-01")]
    memory.observe("in", speaker="Ana", at="2025-01-01")
    memory.observe("out", speaker="Ana", at="2025-09-01")
    assert intervals(memory, "worksFor") == [("Acme", "..", "2024-05-01"), ("Acme", "2025-01-01", "2025-09-01")]


def test_a_denial_closes_and_is_remembered(told):
    memory = told(
        {
            "yes": Extraction(facts=(FactClaim("Ana", "likes", "plums"),)),
            "no": Extraction(facts=(FactClaim("Ana", "likes", "plums", polarity="negative"),)),
        }
    )
    memory.observe("yes", speaker="Ana", at="2025-01-01")
    memory.observe("no", speaker="Ana", at="2025-06-01")
    assert [(f.polarity, f.valid_to < FOREVER) for f in memory.facts("Ana")] == [
        ("positive", True),
        ("negative", False),
    ]
    memory.observe("yes", speaker="Ana", at="2025-09-01")
    assert [f.polarity for f in memory.facts("Ana", as_of="2025-10-01")] == ["positive"]


@pytest.mark.parametrize("modality", ["planned", "hypothetical", "reported"])
def test_what_is_not_asserted_supersedes_nothing(told, modality):
    memory = told(
        {
            "now": Extraction(facts=(FactClaim("Ana", "livesIn", "Lisbon", object_type="Place"),)),
            "maybe": Extraction(facts=(FactClaim("Ana", "livesIn", "Porto", object_type="Place", modality=modality),)),
        }
    )
    memory.observe("now", speaker="Ana", at="2026-01-01")
    change = memory.observe("maybe", speaker="Ana", at="2026-02-01")
    assert (change.superseded, change.conflicts) == ((), ())
    assert [(f.object, f.modality) for f in memory.facts("Ana")] == [("Lisbon", "asserted"), ("Porto", modality)]


def test_a_claim_that_does_not_fit_is_a_violation_and_no_fact(told):
    memory = told({"odd": Extraction(facts=(FactClaim("Ana", "worksFor", "Lisbon", object_type="Place"),))})
    (violation,) = memory.observe("odd", speaker="Ana").violations
    assert (violation.rule, violation.reason) == ("range", "the object of worksFor is a Organization, not a Place")
    assert memory.facts() == []


def test_events_chain_by_time_and_tie_to_what_they_began(told):
    def moved(place: str, day: str) -> Extraction:
        start = instant(f"{day}T00:00:00Z")
        when = Span(start, start + 86_400_000_000, "day")
        return Extraction(
            facts=(FactClaim("Ana", "livesIn", place, object_type="Place", valid=Span(start, FOREVER, "day")),),
            events=(
                EventClaim(
                    "Moving",
                    f"Ana moved to {place}",
                    (("agent", "Ana", "Person"), ("destination", place, "Place")),
                    when,
                ),
            ),
        )

    memory = told(
        {"b": moved("Porto", "2026-03-01"), "a": moved("Lisbon", "2026-01-01"), "m": moved("Faro", "2026-02-01")}
    )
    for text in ("b", "a", "m"):
        memory.observe(text, speaker="Ana", at="2026-06-01")
    assert memory.cypher(
        "MATCH (a:Event)-[:NEXT_EVENT]->(b:Event) RETURN a.description, b.description ORDER BY a.started"
    ).rows == [("Ana moved to Lisbon", "Ana moved to Faro"), ("Ana moved to Faro", "Ana moved to Porto")]
    assert len(memory.cypher("MATCH (e:Event)-[:INITIATES]->(f:Fact) RETURN e.id").rows) >= 3
    (middle,) = [event for event in memory.events("Ana") if "Faro" in event.description]
    memory.retract(middle.id)
    assert memory.cypher("MATCH (a:Event)-[:NEXT_EVENT]->(b:Event) RETURN a.description, b.description").rows == [
        ("Ana moved to Lisbon", "Ana moved to Porto")
    ]
    assert len(memory.events("Ana")) == 2


def test_causes_are_links_with_evidence(told):
    events = (EventClaim("Event", "the firm closed"), EventClaim("Moving", "Ana moved", (("agent", "Ana", "Person"),)))
    memory = told({"why": Extraction(events=events, causes=(CauseClaim(0, 1, cue="because", start=3, end=9),))})
    change = memory.observe("why", speaker="Ana", at="2026-06-01")
    (link,) = memory.links()
    assert (link.cue, link.evidence[0].episode) == ("because", change.episodes[0])
    assert memory.cypher("MATCH (a)-[c:CAUSES]->(b) RETURN a.description, c.kind, b.description").rows == [
        ("the firm closed", "cause", "Ana moved")
    ]
    memory.retract(link.id)
    assert memory.links() == []
    assert memory.cypher("MATCH (a)-[c:CAUSES]->(b) RETURN a").rows == []


def test_programs_write_through_the_same_path(memory):
    fact = memory.assert_fact("Ana", "works for", "Acme", confidence=0.9, source="crm").asserted[0]
    event = memory.record_event(
        "Ana joined Acme", kind="StartingJob", participants={"agent": "Ana"}, start="2026-02-01", end="2026-02-02"
    ).events[0]
    link = memory.link_cause(event.id, fact.id, cue="hired").links[0]
    assert (fact.relation, fact.source, fact.confidence) == ("worksFor", "crm", 0.9)
    assert (event.precision, event.participants[0].name) == ("day", "Ana")
    assert (link.cause, link.effect) == (event.id, fact.id)
    assert memory.assert_fact("Ana", "co-founded", "Rübenhof").asserted[0].predicate == "co-founded"
    assert memory.assert_fact("Ana", "hasAge", value=34).asserted[0].value == "34"


def test_a_program_knows_better_than_a_guessed_type(told):
    memory = told({"x": Extraction(facts=(FactClaim("Tom", "livesIn", "Spotify", object_type="Place"),))})
    memory.observe("x", speaker="Tom")
    (fact,) = memory.assert_fact("Maya", "works for", "Spotify").asserted
    assert fact.text == "Maya works for Spotify"


def test_a_retracted_fact_is_gone_and_its_history_is_not(memory):
    fact = memory.assert_fact("Ana", "likes", "plums").asserted[0]
    before = memory.facts()
    assert [f.id for f in memory.retract(fact.id, reason="a joke").retracted] == [fact.id]
    assert memory.facts() == []
    assert [f.id for f in memory.facts(history=True)] == [fact.id]
    assert memory.retract(fact.id).retracted == ()
    assert before[0].id == fact.id


def test_a_fact_cannot_end_before_it_began(memory):
    fact = memory.assert_fact("Gro", "chairs", "the chess circle", valid_from="2026-01-01T00:00:00Z").asserted[0]
    with pytest.raises(InvalidArgument, match="lies before the fact's start"):
        memory.close_fact(fact.id, valid_to="2020-01-01T00:00:00Z")
    assert memory.facts() == [fact]
    (closed,) = memory.close_fact(fact.id, valid_to="2026-01-01T00:00:00Z").superseded
    assert closed.valid_from == closed.valid_to
    with pytest.raises(InvalidArgument, match="lies before the start"):
        memory.assert_fact("Gro", "chairs", "the club", valid_from="2026-02-01", valid_to="2026-01-01")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda m: m.assert_fact("", "likes", "plums"), "subject is empty or blank"),
        (lambda m: m.assert_fact("Ana", "likes"), "give either object= .* or value="),
        (lambda m: m.assert_fact("Ana", "likes", "plums", value=3), "give either object= .* or value="),
        (lambda m: m.assert_fact("Ana", "likes", "plums", confidence=1.5), "confidence must lie above 0"),
        (lambda m: m.assert_fact("Ana", "likes", "plums", confidence=True), "confidence must lie above 0"),
        (lambda m: m.record_event(" "), "description is empty or blank"),
        (lambda m: m.record_event("x", end="2026-01-01"), "an end needs a start"),
        (lambda m: m.link_cause("ev_1", "ev_2"), "no event or fact has the id 'ev_1'"),
        (lambda m: m.retract("fa_1"), "no fact, event or link has the id 'fa_1'"),
        (lambda m: m.close_fact("fa_1", valid_to="2026-01-01"), "no fact held now has the id 'fa_1'"),
        (lambda m: m.facts(relation="frobnicates"), "no relation is called 'frobnicates'"),
    ],
)
def test_a_direct_write_that_means_nothing_is_refused(memory, call, reason):
    with pytest.raises(InvalidArgument, match=reason):
        call(memory)
    assert memory.stats()["fact_versions"] == 0


def test_what_was_read_in_any_order_never_collides(memory):
    for at, text in (("2026-05-01", "I like tea."), ("2026-01-01", "I like jazz."), ("2026-02-01", "I like tea.")):
        memory.observe(text, speaker="Ana", at=at)
    assert intervals(memory, "likes") == [("jazz", "2026-01-01", ".."), ("tea", "2026-02-01", "..")]
    memory.observe("I hate tea.", speaker="Ana", at="2026-06-03")
    assert ("tea", "2026-02-01", "2026-06-03") in intervals(memory, "likes")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("01", "02"), ("04", "05"), [("Lisbon", "2026-01-01", "2026-02-01"), ("Lisbon", "2026-04-01", "2026-05-01")]),
        (("04", "05"), ("01", "02"), [("Lisbon", "2026-01-01", "2026-02-01"), ("Lisbon", "2026-04-01", "2026-05-01")]),
        (("01", "03"), ("02", "12"), [("Lisbon", "2026-01-01", "2026-12-01")]),
        (("01", None), ("01", "03"), [("Lisbon", "2026-01-01", "2026-03-01")]),
    ],
)
def test_stated_intervals_stay_what_they_are(memory, first, second, expected):
    for start, end in (first, second):
        memory.assert_fact(
            "Ana", "livesIn", "Lisbon", valid_from=f"2026-{start}", valid_to=f"2026-{end}" if end else None
        )
    assert intervals(memory) == expected


def test_a_closed_fact_cannot_be_drawn_over_its_successor(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01")
    (closed,) = memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05").superseded
    with pytest.raises(InvalidArgument, match="ended at 2026-05-01T00:00:00Z already"):
        memory.close_fact(closed.id, valid_to="2026-09")


def test_one_ended_value_leaves_the_others(told):
    memory = told({"x": Extraction(facts=(FactClaim("Ana", "likes", value="red", ends=True),))})
    for colour in ("red", "blue"):
        memory.assert_fact("Ana", "likes", value=colour, valid_from="2020")
    memory.observe("x", speaker="Ana", at="2026-01-01")
    assert [f.value for f in memory.facts("Ana", as_of="2026-06-01")] == ["blue"]


def test_what_was_retracted_comes_back_only_when_it_is_said_later(opened):
    happened = Extraction(
        events=(EventClaim("Event", "the firm closed"), EventClaim("Event", "Ana left")), causes=(CauseClaim(0, 1),)
    )
    reader = ScriptedExtractor({"a": happened, "b": happened, "c": happened})
    memory = opened(timezone="UTC", extractor=reader, clock=Ticking(instant("2026-03-01T00:00:00Z")))
    change = memory.observe("a", speaker="Ana", at="2026-01-01")
    memory.retract(change.links[0].id)
    memory.retract(change.events[0].id)
    assert len(memory.events()) == 1
    memory.observe("b", speaker="Ana", at="2026-01-02")
    assert (len(memory.events()), len(memory.links())) == (1, 0), "it is known to be wrong since March"
    memory.observe("c", speaker="Ana", at="2026-04-01")
    assert (len(memory.events()), len(memory.links())) == (2, 1)


def test_an_event_is_tied_once(told):
    moved = EventClaim("Moving", "moved", (("agent", "Ana", "Person"), ("destination", "Porto", "Place")))
    lives = FactClaim("Ana", "livesIn", "Porto", object_type="Place")
    memory = told({"x": Extraction(facts=(lives,), events=(moved, moved))})
    memory.observe("x", speaker="Ana", at="2026-01-01")
    assert memory.cypher("MATCH (:Event)-[i:INITIATES]->(:Fact) RETURN count(i)").rows == [(1,)]


def test_confidence_never_falls(memory):
    for _ in range(2):
        memory.assert_fact("Ana", "likes", "tea", valid_from="2020")
    assert [fact.confidence for fact in memory.facts()] == [1.0]


def test_recorded_time_never_goes_back(opened):
    from tests.conftest import Ticking

    clock = Ticking()
    memory = opened("m", clock=clock, timezone="UTC")
    first = memory.assert_fact("Ana", "likes", "tea").asserted[0].recorded_at
    clock.now = 5
    assert memory.assert_fact("Ana", "likes", "rice").asserted[0].recorded_at >= first
    memory.close()
    again = opened("m", clock=Ticking(5))
    assert again.assert_fact("Ana", "likes", "plums").asserted[0].recorded_at >= first


@pytest.mark.parametrize(
    "claims",
    [
        Extraction(causes=(CauseClaim(0, 1),)),
        Extraction(facts=(FactClaim("Ana", "likes", value="\ud800"),)),
        Extraction(facts=(None,)),
        Extraction(facts=(FactClaim("Ana", "likes", "tea", confidence=float("nan")),)),
        Extraction(facts=(FactClaim("Ana", "likes", "tea", modality="weird"),)),
        Extraction(events=(EventClaim("Event", "x", when=None),)),
    ],
)
def test_claims_that_cannot_be_kept_cost_no_text(told, claims):
    memory = told({"odd": claims})
    change = memory.observe_many([{"text": text, "at": "2026-01-01"} for text in ("before", "odd", "after")])
    assert sorted(e.text for e in memory.episodes()) == ["after", "before", "odd"]
    assert len(change.violations) == 1
    assert memory.facts() == []


def test_a_symmetric_fact_is_about_both_and_ends_from_either_side(told):
    parted = FactClaim("Bea", "spouseOf", "Ana", object_type="Person", ends=True)
    memory = told({"parted": Extraction(facts=(parted,))})
    memory.assert_fact("Ana", "spouseOf", "Bea", valid_from="2020")
    assert [f.id for f in memory.facts("Bea")] == [f.id for f in memory.facts("Ana")]
    change = memory.observe("parted", speaker="Bea", at="2026-01-01")
    assert len(change.superseded) == 1
    assert memory.facts("Ana", as_of="2026-02-01") == []
