"""The read-only door: what passes, what does not, and what a query may cost."""

from datetime import UTC, datetime

import pytest

from kgmem import InvalidArgument, QueryError, ReadOnlyQuery
from kgmem.cypher import check_read_only


@pytest.fixture
def named(memory):
    memory.assert_fact("DELETE ME", "likes", "SET")
    return memory


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) detach/**/delete n",
        "MATCH (n) SET n.name = 'x'",
        "MATCH (n) REMOVE n.name",
        "MERGE (n:Person {name:'x'})",
        "MATCH (n) FOREACH (i IN [1] | CREATE (:X))",
        "MATCH (n) CALL { CREATE (:X) } RETURN n",
        "DROP TABLE Entity",
        "LOAD CSV FROM 'file://outside.csv' AS r RETURN r",
        "LOAD FROM '/etc/passwd' RETURN *",
        "COPY Entity FROM 'x.csv'",
        "COPY (MATCH (n) RETURN n) TO '/tmp/out.csv'",
        "EXPORT DATABASE '/tmp/out'",
        "MATCH (n) RETURN n; MATCH (m) DELETE m",
        "MATCH (n) RETURN n; COMMIT; CREATE (:Session {id: 'x'})",
        "ＭＡＴＣＨ (n) ＤＥＬＥＴＥ n",
        "CALL threads=4",
        "CALL force_checkpoint_on_close=true",
        "CALL create_fts_index('Entity', 'i', ['name']) RETURN *",
        "RETURN 1 UNION MATCH (n) DELETE n RETURN 1",
        "MATCH (n) RETURN 'unclosed",
        "MATCH (n) RETURN n /* unclosed",
        "EXPLAIN MATCH (n) RETURN n",
        "BEGIN TRANSACTION",
        "RETURN " + "[" * 300 + "]" * 300,
        "RETURN " + "1+" * 3000 + "1",
        "RETURN lpad('a', 2000000000, 'b')",
        "MATCH (a) WITH collect(a) AS l RETURN label(l[1])",
        "",
        "   ",
        "-- nothing",
        "MATCH (n) RETURN n " + " " * 30_000,
    ],
)
def test_what_could_write_or_touch_files_does_not_pass(named, query):
    before = named.stats()["entities"]
    with pytest.raises(ReadOnlyQuery):
        named.cypher(query + ("x" if query.endswith(" " * 100) else ""))
    assert named.stats()["entities"] == before
    assert named.check() == []


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("MATCH (n) WHERE n.name = 'DELETE ME' RETURN n.name", [("DELETE ME",)]),
        ('MATCH (n:Entity) WHERE n.name = "SET" RETURN n.name; ', [("SET",)]),
        ("MATCH (c:Commit) RETURN count(*) // DELETE", [(1,)]),
        ("MATCH (a:Entity)<-[:SUBJECT]-(f:Fact) RETURN a.name, f.relation", [("DELETE ME", "likes")]),
        ("RETURN '$name; DROP TABLE x' AS `SET`", [("$name; DROP TABLE x",)]),
        ("MATCH (a:Entity)-[r:RELATES]->(b) RETURN r.relation, b.name", [("likes", "SET")]),
        ("UNWIND [1, 2] AS x RETURN x", [(1,), (2,)]),
    ],
)
def test_what_only_reads_passes_whatever_it_names(named, query, rows):
    assert named.cypher(query).rows == rows


def test_nodes_and_relationships_come_as_plain_dicts(named):
    ((node, relationship),) = named.cypher("MATCH (n:Entity {name: 'SET'})<-[o:OBJECT]-() RETURN n, o").rows
    assert (node["_label"], node["name"], relationship) == ("Entity", "SET", {"_label": "OBJECT"})


def test_parameters_are_values_and_must_fit(named):
    query = "MATCH (n:Entity) WHERE n.name = $name RETURN n.name"
    assert named.cypher(query, {"name": "SET"}).rows == [("SET",)]
    assert named.cypher(query, {"name": "x'}) DETACH DELETE n //"}).rows == []
    with pytest.raises(InvalidArgument, match=r"missing \['name'\]"):
        named.cypher(query)
    with pytest.raises(InvalidArgument, match=r"not in the query \['other'\]"):
        named.cypher(query, {"name": "SET", "other": 1})
    with pytest.raises(InvalidArgument, match="parameter name must be text"):
        named.cypher(query, {"name": object()})
    with pytest.raises(InvalidArgument, match="64 bits"):
        named.cypher("RETURN $n", {"n": 2**64})
    seen = named.cypher(
        "MATCH (n:Entity) WHERE n.first_seen > $t RETURN count(*)", {"t": datetime(2020, 1, 1, tzinfo=UTC)}
    )
    assert seen.rows == [(2,)]


def test_rows_are_limited_and_it_says_so(named):
    table = named.cypher("UNWIND range(1, 100) AS x RETURN x", limit=10)
    assert (len(table.rows), table.truncated, table.columns) == (10, True, ("x",))
    assert named.cypher("UNWIND range(1, 10) AS x RETURN x", limit=10).truncated is False


def test_a_query_that_takes_too_long_is_stopped(named):
    with pytest.raises(QueryError, match=r"stopped after 0\.05 s"):
        named.cypher(
            "UNWIND range(1, 20000) AS a UNWIND range(1, 20000) AS b WITH a, b WHERE a + b < 0 RETURN count(*)",
            timeout=0.05,
        )
    assert named.cypher("RETURN 1").rows == [(1,)]


def test_an_engine_error_names_itself(named):
    with pytest.raises(QueryError, match="Nowhere"):
        named.cypher("MATCH (n:Nowhere) RETURN n")


def test_a_closing_semicolon_is_taken_off():
    assert check_read_only(" RETURN 1 ; ") == "RETURN 1 "
