"""Write what a program already knows, then explore the graph with read-only Cypher."""

import tempfile

from kgmem import Memory

with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/firm.kgmem", timezone="UTC") as memory:
    memory.assert_fact("Ana", "works for", "Acme", valid_from="2024-01-01")
    memory.assert_fact("Tom", "works for", "Acme", valid_from="2025-05-01")
    memory.assert_fact("Acme", "located in", "Porto", valid_from="2020-01-01")
    table = memory.cypher(
        "MATCH (a:Entity)-[r:RELATES]->(b:Entity) WHERE b.name = $name RETURN a.name, r.relation ORDER BY a.name",
        {"name": "Acme"},
    )
    for name, relation in table.rows:
        print(name, relation)
    for path in memory.recall("How is Tom connected to Porto?").paths:
        print(" -> ".join(fact.text for fact in path.facts))
