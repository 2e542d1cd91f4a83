"""Events found by when they began, without a look at the others."""

from kgmem.records import Event
from kgmem.starts import FEW, Starts
from kgmem.temporal import BEGINNING, DAY, Span


def _starts(*events: tuple[str, int, int]) -> Starts:
    starts = Starts()
    starts.add([Event(id=name, kind="Event", description=name, start=start * DAY, end=end * DAY)
                for name, start, end in events])  # fmt: skip
    return starts


def test_events_come_in_the_order_of_their_beginnings() -> None:
    starts = _starts(("c", 30, 31), ("b", 20, 21), ("a", 20, 25), ("d", 40, 41))
    assert list(starts.until(40 * DAY)) == ["c", "a", "b"]
    assert list(starts.since(20 * DAY)) == ["a", "b", "c", "d"]
    assert list(starts.since(41 * DAY)) == []


def test_what_began_long_ago_and_lasts_is_near() -> None:
    starts = _starts(("war", 100, 3000), ("trip", 110, 112), ("fair", 2000, 2001), ("feast", 2100, 2101))
    assert list(starts.near(Span(2050 * DAY, 2060 * DAY))) == ["war", "fair"]
    assert list(starts.near(Span(111 * DAY, 113 * DAY))) == ["war", "trip"]


def test_an_event_whose_end_moves_is_near_until_then() -> None:
    starts = _starts(("stay", 100, 101))
    assert list(starts.near(Span(900 * DAY, 901 * DAY))) == []
    starts.note_end(Event(id="stay", kind="Event", description="stay", start=100 * DAY, end=2000 * DAY))
    assert list(starts.near(Span(900 * DAY, 901 * DAY))) == ["stay"]


def test_many_events_at_once_are_sorted_in_and_undated_ones_left_out() -> None:
    starts = _starts(("m", 50, 51))
    starts.add([Event(id=f"e{n:03}", kind="Event", description="", start=n * DAY, end=n * DAY) for n in range(FEW + 1)])
    starts.add([Event(id="undated", kind="Event", description="", start=BEGINNING, end=BEGINNING)])
    assert list(starts.since(49 * DAY))[:4] == ["e049", "e050", "m", "e051"]
    assert "undated" not in list(starts.until(10 * DAY))


def test_a_why_question_looks_at_what_shares_its_words_or_kind_only(memory) -> None:
    memory.observe("I moved to Porto because I lost my job.", speaker="Ana", at="2026-04-01")
    memory.observe("The tent broke because it rained.", speaker="Tom", at="2026-04-02")
    mirror = memory._held.mirror
    names = {
        mirror.events[name].description for name in mirror.ends.like(["tent"], ["Moving"]) if name in mirror.events
    }
    assert any("tent" in name for name in names)
    assert any("moved" in name for name in names)
    assert not any("lost" in name for name in names)
    assert mirror.ends.like([], []) == set()
