"""Remember two messages, ask about now and about then, and see where the answer comes from."""

import tempfile

from kgmem import Memory

with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/ana.kgmem", timezone="Europe/Lisbon") as memory:
    memory.observe("I live in Lisbon with my sister Flora.", speaker="Ana", at="2026-03-02T09:00:00")
    memory.observe(
        "I moved to Porto last week because my firm closed its Lisbon office.",
        speaker="Ana",
        at="2026-06-11T18:30:00",
    )
    print(memory.recall("Where does Ana live?").facts[0].fact.text)
    print(memory.recall("Where does Ana live?", as_of="2026-04-01").facts[0].fact.text)
    print(memory.recall("Why did Ana move to Porto?").context(max_tokens=300))
