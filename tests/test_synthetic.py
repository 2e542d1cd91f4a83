"""The runner of made-up dialogues: its scores on a system that knows all, one that knows nothing, and on kgmem."""

import pytest

from benchmarks import synthetic
from benchmarks.synth import scoring
from benchmarks.synth.files import generate
from benchmarks.synth.scoring import Names, Tally
from benchmarks.systems import Asked, Bm25, Kgmem, ReadEvent, ReadFact, Reply


@pytest.fixture(scope="module")
def dialogue():
    return generate(3, 6, 8, half="b", difficulty=1, languages=("en",))


class Knowing:
    """Answers from gold."""

    name = "knowing"

    def __init__(self, dialogue) -> None:
        self.dialogue = dialogue
        self.forgotten = ""

    def ingest(self, turns) -> None:
        self.heard = list(turns)

    def recall(self, asked: Asked) -> Reply:
        same = [q for q in self.dialogue.questions if q.text == asked.text and q.erased == self.forgotten]
        question = next(q for q in same if (q.as_of, q.known_at) == (asked.as_of, asked.known_at))
        said = tuple(item[0] for item in question.items) or question.answers[:1]
        told = {t.id: {e.id for e in t.gold.events} for t in self.dialogue.turns}
        found = tuple(frozenset(t for t, ids in told.items() if target in ids) for target in question.targets)
        return Reply(question.evidence, () if question.abstain else said, found, float(not question.abstain))

    def forget(self, session: str) -> None:
        self.forgotten = session

    def read(self):
        world = self.dialogue.world
        facts, events = [], []
        for turn in self.dialogue.turns:
            for gold in turn.gold.facts:
                target = world.name(gold.object, "en") if gold.object else gold.value
                facts.append(
                    ReadFact(
                        turn.id,
                        world.name(gold.subject, "en"),
                        gold.relation,
                        target,
                        gold.polarity,
                        gold.modality,
                    )
                )
            for event in turn.gold.events:
                if event.modality == "asserted":
                    who = dict(event.roles).get("who", "")
                    events.append(ReadEvent(turn.id, event.event, frozenset({world.name(who, "en")})))
        return facts, events

    def close(self) -> None:
        pass


class Silent:
    name = "silent"

    def ingest(self, turns) -> None:
        pass

    def recall(self, asked: Asked) -> Reply:
        return Reply(())

    def forget(self, session: str) -> None:
        pass

    def read(self):
        return [], []

    def close(self) -> None:
        pass


def test_a_system_that_knows_all_scores_a_hundred(dialogue):
    found = synthetic.scores(dialogue, synthetic.measure(Knowing(dialogue), dialogue))
    for name in ("fact_precision", "fact_recall", "fact_f1", "event_f1", "abstain/auroc"):
        assert found[name] == pytest.approx(100), name
    assert found["answer_exact"] == pytest.approx(100)
    assert found["why_f1"] == pytest.approx(100)


def test_a_system_that_knows_nothing_scores_nothing(dialogue):
    found = synthetic.scores(dialogue, synthetic.measure(Silent(), dialogue))
    assert (found["fact_f1"], found["event_f1"], found["turn/share@10"]) == (0, 0, 0)


def test_kgmem_and_plain_search_hear_and_answer(dialogue):
    ours = synthetic.scores(dialogue, synthetic.measure(Kgmem(), dialogue))
    plain = synthetic.scores(dialogue, synthetic.measure(Bm25(), dialogue))
    assert ours["fact_f1"] > 0
    assert ours["turn/share@10"] > 0
    assert plain["turn/share@10"] > 0
    assert "fact_f1" not in plain


def test_names_mean_the_same_in_either_language_and_without_case(dialogue):
    names = Names.in_world(dialogue.world)
    person = dialogue.world.people[0]
    assert names.means(person.name.upper(), person.id)
    assert names.means(f"the {person.other}.", person.id)
    assert not names.means("somebody else", person.id)


def test_a_tally_is_percent_and_nothing_is_zero():
    assert (Tally(1, 2, 4).precision, Tally(1, 2, 4).recall, round(Tally(1, 2, 4).f1, 1)) == (50, 25, 33.3)
    assert Tally().f1 == 0
    assert synthetic.auroc([0.9, 0.5], [0.5, 0.1]) == 0.875


def test_scores_of_answers():
    from benchmarks.synth.world import Question

    one = Question(
        "q1", "current", "en", "Where?", "2026-01-01T00:00:00Z", answers=("Porto", "波尔图"), evidence=("t1", "t2")
    )
    assert scoring.is_right(one, ["porto."])
    assert not scoring.is_right(one, ["Rome", "Porto"])
    assert scoring.share(one, ["t9", "t2"], 2) == 50
    some = Question("q2", "list", "en", "What?", "2026-01-01T00:00:00Z", items=(("tea", "茶"), ("rye bread",)))
    assert scoring.is_right(some, ["Rye bread", "茶"])
    assert not scoring.is_right(some, ["tea"])
    none = Question("q3", "absence", "en", "Who?", "2026-01-01T00:00:00Z", abstain=True)
    assert scoring.is_right(none, [])
    assert not scoring.is_right(none, ["Ana"])
