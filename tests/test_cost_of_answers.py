"""What is looked at for an answer grows with the answer, not with the memory: counted, never timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kgmem import Memory


class Counted(dict[Any, Any]):
    """A dict that counts how often something in it is looked at."""

    looked_at = 0

    def __getitem__(self, key: Any) -> Any:
        self.looked_at += 1
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.looked_at += 1
        return super().get(key, default)

    def _all(self, parts: Any) -> Any:
        self.looked_at += len(self)
        return parts

    def items(self) -> Any:
        return self._all(super().items())

    def values(self) -> Any:
        return self._all(super().values())


def looked_at(memory: Memory, part: str, ask: Callable[[], object]) -> int:
    mirror = memory._held.mirror
    counted = Counted(getattr(mirror, part))
    setattr(mirror, part, counted)
    ask()
    return counted.looked_at


def test_asking_for_one_relation_of_somebody_looks_at_no_other_facts(memory):
    memory.assert_facts({"subject": "Ana", "relation": "likes", "object": f"dish {n}"} for n in range(50))
    memory.assert_fact("Ana", "lives in", "Porto")
    assert looked_at(memory, "facts", lambda: memory.facts("Ana", "lives in")) == 1
    assert looked_at(memory, "facts", lambda: memory.history("Ana", "lives in")) < 10


def test_asking_for_the_facts_of_a_town_looks_at_none_of_its_people(memory):
    memory.assert_facts({"subject": f"Ana{n}", "relation": "lives in", "object": "Porto"} for n in range(50))
    memory.assert_fact("Porto", "located in", "Portugal")
    assert looked_at(memory, "facts", lambda: memory.facts("Porto", "located in")) == 1


def test_either_end_of_a_symmetric_relation_is_asked_for(memory):
    memory.assert_fact("Ana", "knows", "Ben")
    assert [fact.subject for name in ("Ana", "Ben") for fact in memory.facts(name, "knows")] == ["Ana", "Ana"]


def test_asking_by_id_what_was_known_looks_at_no_other_names(memory):
    memory.assert_facts({"subject": f"Person{n}", "relation": "likes", "object": "tea"} for n in range(50))
    ana = memory.assert_fact("Ana", "likes", "tea").asserted[0]
    ask = lambda: memory.facts(ana.subject_id, known_at="2100-01-01")  # noqa: E731
    assert looked_at(memory, "names", ask) < 10
    assert [fact.id for fact in ask()] == [ana.id]


def test_asking_whom_a_first_name_could_mean_looks_at_its_full_names(memory):
    memory.assert_facts({"subject": f"Ana{n} Miller", "relation": "likes", "object": "tea"} for n in range(50))
    memory.assert_facts(
        {"subject": f"{name} Costa", "relation": "works for", "object": "Acme"} for name in ("Ana", "Eva")
    )
    memory.assert_fact("Ben", "knows", "Costa")
    assert looked_at(memory, "aliases", lambda: memory.entity("Costa")) < 10
    assert [one.name for one in memory.entity("Costa")[0].could_be] == ["Ana Costa", "Eva Costa"]
