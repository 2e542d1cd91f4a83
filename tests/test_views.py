"""The memory as it looks from another time: the same verbs, on two clocks, and Cypher over what held then."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from kgmem import ClosedError, InvalidArgument, ReadOnlyQuery
from kgmem.temporal import FOREVER, SECOND
from tests.conftest import START

FIRST, SECOND_WRITE, THIRD = (START + number * SECOND + SECOND // 2 for number in (1, 2, 3))


def at(instant):
    """ISO text of an instant of the ticking clock."""
    from kgmem.temporal import iso

    return iso(instant)


@pytest.fixture
def ana(memory):
    """Ana lived in Lisbon from January, moved in May, because her firm closed in April. One write a second."""
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-10")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01")
    closing = memory.record_event("the firm closed", participants={"agent": "Acme"}, start="2026-04-01")
    moving = memory.record_event("Ana moved to Porto", participants={"agent": "Ana"}, start="2026-05-01")
    memory.link_cause(closing.events[0].id, moving.events[0].id)
    return memory


def homes(view, **clocks):
    return [fact.object for fact in view.facts("Ana", "livesIn", **clocks)]


def test_a_view_shows_the_world_of_its_time(ana):
    view = ana.at(as_of="2026-03")
    assert homes(view) == ["Lisbon"]
    assert [event.description for event in view.events()] == []
    assert view.links() == []
    assert view.recall("Where does Ana live?").facts[0].fact.object == "Lisbon"
    assert [e.description for e in ana.at(as_of="2026-04-15").events()] == ["the firm closed"]
    assert ana.at(as_of="2026-04-15").links() == []
    assert [link.kind for link in ana.at(as_of="2026-06").links()] == ["cause"]


def test_a_view_shows_what_memory_knew_then(ana):
    view = ana.at(known_at=at(FIRST))
    (home,) = view.facts()
    assert (home.object, home.valid_to, home.retracted_at) == ("Lisbon", FOREVER, FOREVER)
    assert [entity.name for entity in view.entities()] == ["Ana", "Lisbon"]
    assert (view.events(), view.links(), view.entity("Porto")) == ([], [], [])
    assert [known.entity.name for known in view.entity("Ana")] == ["Ana"]


def test_both_clocks_of_a_view_hold_together(ana):
    assert homes(ana.at(as_of="2026-06", known_at=at(FIRST))) == ["Lisbon"]
    assert homes(ana.at(as_of="2026-06")) == ["Porto"]
    assert homes(ana.at("2025-06")) == []


def test_cypher_of_a_view_sees_only_what_held_then(ana):
    query = "MATCH (a:Entity)-[r:RELATES]->(b:Entity) RETURN a.name, r.relation, b.name"
    assert ana.at(as_of="2026-03").cypher(query).rows == [("Ana", "livesIn", "Lisbon")]
    assert ana.at(as_of="2026-06").cypher(query).rows == [("Ana", "livesIn", "Porto")]
    assert ana.at(as_of="2020").cypher(query).rows == []
    then = ana.at(known_at=at(FIRST)).cypher("MATCH (f:Fact)-[:OBJECT]->(e) RETURN e.name, f.valid_to, f.retracted_at")
    assert then.rows == [("Lisbon", FOREVER, FOREVER)]
    causes = "MATCH (a:Event)-[c:CAUSES]->(b:Event) RETURN a.description, c.kind, b.description"
    assert ana.at(as_of="2026-06").cypher(causes).rows == [("the firm closed", "cause", "Ana moved to Porto")]
    assert ana.at(as_of="2026-04-15").cypher(causes).rows == []


@pytest.mark.engine
@pytest.mark.parametrize("clocks", [{}, {"as_of": "2026-03"}, {"as_of": "2026-05-02"}, {"known_at": at(SECOND_WRITE)}])
def test_cypher_networkx_counts_and_lists_of_a_view_agree(ana, clocks):
    ana.observe("I love hiking.", speaker="Ana", at="2026-02-01T10:00:00Z", session="s")
    ana.observe("I sold my bike.", speaker="Ana", at="2026-04-20T10:00:00Z", session="s")
    view = ana.at(**clocks)
    lists = {"Fact": view.facts(), "Event": view.events(), "Link": view.links(), "Entity": view.entities()}
    lists["Episode"] = view.episodes()
    for table, held in lists.items():
        rows = view.cypher(f"MATCH (n:{table}) RETURN n.id ORDER BY n.id").rows
        assert [name for (name,) in rows] == sorted(one.id for one in held), table
    counts = ana.stats(**clocks) if clocks else {name: len(lists[name.title()]) for name in ("fact", "event")}
    assert counts.get("facts", counts.get("fact")) == len(lists["Fact"])
    graph = view.to_networkx()
    shown = {name for name, kind in graph.nodes(data="node") if kind in ("Entity", "Event")}
    assert shown == {one.id for one in (*lists["Entity"], *lists["Event"])}


def test_a_view_follows_what_is_written(ana):
    view = ana.at(as_of="2026-06")
    query = "MATCH (f:Fact)-[:OBJECT]->(e) RETURN e.name ORDER BY e.name"
    assert view.cypher(query).rows == [("Porto",)]
    ana.assert_fact("Ana", "likes", "tea", valid_from="2026-01")
    assert view.cypher(query).rows == [("Porto",), ("tea",)]
    assert homes(view) == ["Porto"]


def test_cypher_of_a_view_only_reads(ana):
    with pytest.raises(ReadOnlyQuery):
        ana.at(as_of="2026-03").cypher("CREATE (:Session {id: 'x'})")
    table = ana.at(as_of="2026-06").cypher("UNWIND range(1, 9) AS x RETURN x", limit=2)
    assert (table.rows, table.truncated) == ([(1,), (2,)], True)


def test_a_view_leaves_out_what_is_hidden(ana):
    ana.forget(entity="Porto")
    said = ana.forgotten()[0].hidden
    shown = ana.at(as_of="2026-06").cypher("MATCH (e:Entity) RETURN e.name ORDER BY e.name").rows
    assert ("Porto",) not in shown
    assert said
    assert ana.at(as_of="2026-06").cypher("MATCH (f:Forget) RETURN f.id").rows == []


def test_a_fixed_clock_is_not_given_twice_and_the_open_one_may_be(ana):
    with pytest.raises(InvalidArgument, match="as_of is fixed in this view"):
        ana.at(as_of="2026-03").facts(as_of="2026-04")
    with pytest.raises(InvalidArgument, match="known_at is fixed"):
        ana.at(known_at=at(FIRST)).entities(known_at="2026-04")
    assert homes(ana.at(known_at=at(FIRST)), as_of="2026-06") == ["Lisbon"]
    assert homes(ana.at(as_of="2026-06"), known_at=at(FIRST)) == ["Lisbon"]


def test_a_view_cannot_write_and_ends_with_its_memory(ana):
    view = ana.at(as_of="2026-03")
    assert not {"observe", "assert_fact", "forget", "erase", "merge", "repair"} & set(dir(view))
    assert repr(view).endswith("as of 2026-03-01T00:00:00Z>")
    view.cypher("RETURN 1")
    ana.close()
    with pytest.raises(ClosedError):
        view.facts()
    with pytest.raises(ClosedError):
        view.cypher("RETURN 1")


def test_a_view_of_an_empty_memory_is_empty(memory):
    view = memory.at("2026-03")
    assert (view.facts(), view.episodes(), view.entities(), len(view.to_networkx())) == ([], [], [], 0)
    assert view.cypher("MATCH (n:Fact) RETURN n.id").rows == []
    assert (view.as_of, view.known_at) == (1772323200000000, None)


def test_a_view_of_a_snapshot_reads_the_same(ana, opened):
    reader = opened(read_only=True, timezone="UTC")
    assert homes(reader.at(as_of="2026-03")) == ["Lisbon"]
    rows = reader.at(as_of="2026-03").cypher("MATCH (f:Fact)-[:OBJECT]->(e) RETURN e.name").rows
    assert rows == [("Lisbon",)]


def test_a_view_of_before_a_merge_knows_the_names_of_then(memory):
    memory.assert_fact("Kim", "likes", "tea")
    memory.assert_fact("Nova", "likes", "jazz")
    before = memory.at(known_at=at(SECOND_WRITE))
    known = [(f.subject, f.object) for f in before.facts()], [e.name for e in before.entities()]
    memory.merge("Kim", "Nova")
    assert {f.object for f in memory.facts("Kim")} == {"jazz", "tea"}
    assert ([(f.subject, f.object) for f in before.facts()], [e.name for e in before.entities()]) == known
    assert [f.object for f in before.facts("Kim")] == ["tea"]
    assert before.entity("Kim")[0].entity.id != before.entity("Nova")[0].entity.id
    assert before.cypher("MATCH (a:Alias)-[:NAMES]->(e) RETURN count(DISTINCT e.id)").rows == [(4,)]


def test_history_at_a_time_has_no_later_versions(ana):
    assert len(ana.facts("Ana", "livesIn", history=True)) == 3
    (only,) = ana.facts("Ana", "livesIn", history=True, known_at=at(FIRST))
    assert only.retracted_at == FOREVER


def test_what_a_fact_rests_on_later_is_no_evidence_then(memory):
    memory.observe("I live in Porto.", speaker="Ana", at="2026-05-01T10:00:00Z", id="one")
    first = memory.facts("Ana", "livesIn")[0].recorded_at
    memory.observe("I live in Porto.", speaker="Ana", at="2026-06-01T10:00:00Z", id="two")
    assert [e.episode for e in memory.facts("Ana", "livesIn")[0].evidence] == ["one", "two"]
    assert [e.episode for e in memory.facts("Ana", "livesIn", known_at=at(first))[0].evidence] == ["one"]


def test_episodes_of_a_time_are_those_said_or_known_by_then(memory):
    memory.observe("One.", speaker="Ana", at="2026-01-01T10:00:00Z", id="one")
    memory.observe("Two.", speaker="Ana", at="2026-03-01T10:00:00Z", id="two")
    assert [e.id for e in memory.episodes(as_of="2026-02")] == ["one"]
    assert [e.id for e in memory.episodes(known_at=at(memory.episodes()[0].recorded))] == ["one"]
    assert [e.id for e in memory.episodes(known_at="2020")] == []


def test_threads_may_ask_of_different_times_while_something_is_written(ana):
    query = "MATCH (f:Fact)-[:OBJECT]->(e) WHERE f.relation = 'livesIn' RETURN e.name"
    wanted = {"2026-03": [("Lisbon",)], "2026-06": [("Porto",)]}
    with ThreadPoolExecutor(4) as pool:
        asked = [(time, pool.submit(ana.at(as_of=time).cypher, query)) for time in list(wanted) * 2]
        ana.assert_fact("Ana", "likes", "tea")
        assert [(time, done.result().rows) for time, done in asked] == [(time, wanted[time]) for time, _ in asked]


def test_what_is_erased_is_in_no_graph_of_another_time(ana):
    view = ana.at(as_of="2026-06")
    assert view.cypher("MATCH (e:Entity) WHERE e.name = 'Porto' RETURN e.name").rows == [("Porto",)]
    ana.erase(entity="Porto").confirm()
    assert view.cypher("MATCH (e:Entity) WHERE e.name = 'Porto' RETURN e.name").rows == []
