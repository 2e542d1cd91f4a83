"""The learned order of episodes: its file, its sums, what speaks for a turn, and how weights are learned."""

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from benchmarks import beam, judged, left_out, retrieval, train_ranker
from benchmarks.retrieval import Conversation, Question, Turn
from kgmem import InvalidArgument, features, learning, ranker
from kgmem.learning import Judged, Table
from kgmem.lexical import Lexical
from kgmem.manner import manner
from kgmem.ranker import Ranker
from kgmem.records import Episode
from kgmem.traits import TRAITS, Traits
from kgmem.walking import Mentions, Web, walked
from kgmem.wants import wants

RANKER = Ranker(
    {"always": {"bm25": 0.5, "walk": -0.25}, "runs": {"bm25": -0.5}}, 0.25, "minilm", {"command": "by hand"}
)
FOUND = {
    "words": {"bm25": np.array([1.0, 0.5, 0.0], np.float32)},
    "graph": {"walk": np.array([0.0, 1.0, 2.0], np.float32)},
}


# The file and its sums --------------------------------------------------------------------------------


def test_a_written_ranker_reads_back(tmp_path: Path) -> None:
    (tmp_path / "ranker.json").write_text(ranker.as_json(RANKER), "utf-8")
    assert ranker.read(tmp_path / "ranker.json") == RANKER


def test_what_each_kind_of_evidence_adds_sums_to_the_score() -> None:
    scores, parts = RANKER.scores(FOUND, {})
    assert {name: part.tolist() for name, part in parts.items()} == {
        "base": [0.25, 0.25, 0.25],
        "words": [0.5, 0.25, 0.0],
        "graph": [0.0, -0.25, -0.5],
    }
    assert scores.tolist() == [0.75, 0.25, 0.0]  # nothing is worth less than nothing


def test_weights_of_a_manner_count_as_far_as_people_talk_so() -> None:
    assert RANKER.scores(FOUND, {"runs": 0.5})[0].tolist() == [0.5, 0.125, 0.0]
    assert RANKER.weight("bm25", {"runs": 1.0}) == 0.0


def test_a_feature_that_the_model_does_not_know_adds_nothing() -> None:
    scores, _ = RANKER.scores({"words": {"unheard of": np.ones(2, np.float32)}}, {})
    assert scores.tolist() == [0.25, 0.25]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"kgmem": "ranker", "version": 9, "base": 0, "encoder": "", "made": {}, "weights": {}}'],
)
def test_a_file_that_is_no_ranker_is_refused_with_what_makes_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ranker.json"
    path.write_text(text)
    with pytest.raises(InvalidArgument, match=r"ranker\.json holds no ranker .*train-ranker"):
        ranker.read(path)


def test_a_weight_that_is_no_number_is_refused(tmp_path: Path) -> None:
    held = {
        "kgmem": "ranker",
        "version": 1,
        "base": 0,
        "encoder": "",
        "made": {},
        "weights": {"always": {"bm25": float("nan")}},
    }
    (tmp_path / "ranker.json").write_text(json.dumps(held))
    with pytest.raises(InvalidArgument, match="a weight is no number"):
        ranker.read(tmp_path / "ranker.json")


def test_the_packaged_ranker_orders_english_and_says_what_each_kind_of_evidence_adds(opened) -> None:
    memory = opened(timezone="UTC", encoder="minilm")
    memory.observe("Flora plays the cello.", speaker="Tom", at="2024-05-10")
    memory.observe("I would love to hear her.", speaker="Ana", at="2024-05-10")
    first, second = memory.recall("Who plays the cello?").episodes
    assert first.episode.text == "Flora plays the cello."
    assert first.score == pytest.approx(sum(first.arms.values()), abs=1e-5)
    assert {"words", "meaning", "late", "dialogue", "graph"} <= set(first.arms)
    by_hand = memory.recall("Who plays the cello?", mode="hand").episodes
    assert {"window", "cosine", "maxsim", "statements"} <= set(by_hand[0].arms)
    assert first.score > second.score


def test_what_the_ranker_did_not_learn_from_is_ordered_by_hand(opened) -> None:
    memory = opened(timezone="UTC", encoder="minilm")
    memory.observe("Flora plays the cello.", speaker="Tom", at="2024-05-10")
    for question in ("Which people are mentioned?", "What happened on 10 May 2024?", "谁拉大提琴？"):
        assert all("late" not in hit.arms for hit in memory.recall(question).episodes), question


def test_a_hidden_event_does_not_speak_for_the_turn_that_tells_of_it(opened) -> None:
    memory = opened(timezone="UTC", encoder="minilm")
    memory.observe("I moved to Porto on 3 May 2024.", speaker="Ana", at="2024-06-10")
    moved = [event.id for event in memory.events()]
    asked = "Where did Ana move in May 2024?"
    by_hand, learned = (memory.recall(asked, mode=mode).episodes[0].arms for mode in ("hand", "score"))
    assert by_hand["when"] > 0 < learned["time"]
    memory._held.mirror.lapse(moved)
    by_hand, learned = (memory.recall(asked, mode=mode).episodes[0].arms for mode in ("hand", "score"))
    assert by_hand["when"] == 0 == learned["time"]


def test_a_memory_can_be_opened_with_a_ranker_of_its_own(opened, tmp_path: Path) -> None:
    first = opened("one", timezone="UTC", encoder="minilm")
    first.observe(["Flora plays the cello.", "Flora plays the organ."], speaker="Tom", at="2024-05-10")
    first.close()
    (tmp_path / "own.json").write_text(ranker.as_json(Ranker({"always": {"bm25": 1.0}}, 0.25, "minilm")), "utf-8")
    for given in (tmp_path / "own.json", Ranker({"always": {"bm25": 1.0}}, 0.25, "minilm")):
        with opened("one", encoder="minilm", ranker=given, read_only=True) as memory:
            hits = memory.recall("Who plays the cello?").episodes
            assert hits[0].score == 1.25
            assert hits[0].arms["words"] == 1.0


def test_a_ranker_learned_with_another_encoder_is_refused(opened) -> None:
    with pytest.raises(InvalidArgument, match=r"learned with the encoder 'other', and this memory has 'minilm'"):
        opened(encoder="minilm", ranker=Ranker({}, 0.0, "other"))


def test_a_damaged_tuned_order_gives_way_to_the_packaged_one(opened, caplog) -> None:
    memory = opened("one", timezone="UTC", encoder="minilm")
    memory.close()
    (memory.path / "ranker.json").write_text("{}")
    again = opened("one", encoder="minilm")
    assert again._held.ranker is ranker.packaged()
    assert "the packaged order is used instead of the tuned one" in caplog.text


# What speaks for a turn -------------------------------------------------------------------------------


def test_scales_mean_the_same_for_every_question() -> None:
    values = np.array([2.0, 4.0, -1.0, 0.0], np.float32)
    assert features.of_best(values).tolist() == [0.5, 1.0, 0.0, 0.0]
    assert features.between(values).tolist() == pytest.approx([0.6, 1.0, 0.0, 0.2])
    assert features.by_place(values).tolist() == pytest.approx([5 / 6, 1.0, 0.0, 0.0])
    assert features.of_best(np.zeros(0, np.float32)).tolist() == []
    assert features.between(np.ones(2, np.float32)).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When did Ana move?", {"when"}),
        ("Where does Ana's sister live?", {"where"}),
        ("How many bees does Ana keep?", {"count"}),
        ("Why did Ana leave Lisbon?", {"why"}),
        ("Would Ana enjoy a concert?", {"supposed", "closed", "preference"}),
        ("Which libraries do I use in my project?", {"own", "what", "list"}),
        ("Tell me about Flora.", set()),
        ("Who is older, Ana or Tom?", {"who", "compare"}),
        ("What do Ana and Tom have in common?", {"what", "compare"}),
        ("What did Ana do before moving to Porto?", {"what", "change", "past"}),
        ("Which came first, the move or the job?", {"what", "order"}),
        ("What should I cook for Ana's birthday?", {"what", "advice", "own", "supposed"}),
        ("What is Ana's favorite class?", {"what", "preference"}),
        ("How did Ana get to Porto?", {"how"}),
        ("静怡住在哪儿？", {"where"}),
        ("静怡和海燕谁更大？", {"who", "compare"}),
        ("静怡养了几只猫？", {"count"}),
        ("静怡以前住在哪里？", {"where", "change", "past"}),
        ("静怡去过哪些城市？", {"what", "list"}),
        ("靜怡為什麼搬家？", {"why"}),
        ("海燕去过西藏吗？", {"closed"}),
        ("什么时候开会？", {"when"}),
        ("先去了北京还是上海？", {"order", "compare"}),
        ("我应该送海燕什么礼物？", {"what", "advice", "own", "supposed"}),
        ("她喜欢吃什么？", {"what", "preference"}),
    ],
)
def test_a_question_says_what_it_wants(question: str, asked: set[str]) -> None:
    assert wants(question) == asked


def test_an_episode_asks_names_a_time_or_gives_a_number() -> None:
    traits = Traits()
    told = [_episode("What did you do yesterday?"), _episode("Three of my hives died.", role="assistant")]
    held = traits.of(told)
    assert [name for name, one in zip(TRAITS, held[0], strict=True) if one] == ["asks", "time"]
    assert [name for name, one in zip(TRAITS, held[1], strict=True) if one] == ["number", "own", "assistant"]
    assert traits.of([*told, _episode("Yes.")]).shape == (3, len(TRAITS))


def test_people_write_in_runs_or_take_turns() -> None:
    assert manner(100, 0) == {"runs": 0.0}
    assert manner(80, 79) == {"runs": 1.0}
    assert manner(5, 4) == {"runs": pytest.approx(0.4)}  # a few messages say little
    assert manner(0, 0) == {"runs": 0.0}


def test_a_walk_reaches_what_shares_a_rare_entity_rather_than_a_common_one() -> None:
    net = _web([(0, "flora"), (0, "ana"), (1, "flora"), (2, "ana"), (3, "ana")])
    start = np.zeros(net.size, np.float32)
    start[0] = 1
    mass = walked(net, start)
    assert mass[1] > mass[2] == mass[3] > 0
    assert float(mass.sum()) == pytest.approx(1.0)


def test_a_walk_ends_on_some_nodes_as_it_does_among_all() -> None:
    draw = np.random.default_rng(3)
    net = _web(sorted({(int(draw.integers(300)), f"e{draw.integers(60) ** 2 // 60}") for _ in range(900)}))
    start = np.zeros(net.size, np.float32)
    start[[7, 250]] = 0.5
    ends = np.array([250, 3, 7, 120])
    assert walked(net, start, ends) == pytest.approx(walked(net, start)[ends], abs=1e-7)


def test_nothing_hidden_is_walked_over() -> None:
    mentioned = [(0, "flora"), (1, "flora")]
    assert _web(mentioned, hidden=("flora",)).targets.tolist() == []
    assert _web(mentioned, hidden=("flora",)).number("flora") is None
    assert _web(mentioned, hidden=("e1",)).targets.tolist() == [2, 0]


def test_a_walk_from_names_is_kept_for_these_names() -> None:
    net = _web([(0, "flora"), (0, "ana"), (1, "flora"), (2, "ana"), (3, "ana")])
    start = np.zeros(net.size, np.float32)
    start[[4, 5]] = 0.25, 0.75
    found = net.from_entities({0: 0.25, 1: 0.75})
    assert found.tolist() == walked(net, start).tolist()
    assert net.from_entities({0: 0.25, 1: 0.75}) is found
    assert net.from_entities({1: 1.0})[0] < found[0]


def test_a_mention_that_is_dropped_leads_nowhere() -> None:
    mentions = Mentions()
    for episode, entity in ((0, "flora"), (1, "flora"), (1, "ana")):
        mentions.add(episode, entity)
    mentions.drop(1, "flora")
    none = np.full(2, -1, np.int32)
    net = mentions.web({}, (), none, none)
    assert [net.mentioning(0).tolist(), net.mentioning(1).tolist()] == [[0], [1]]


def _web(pairs: list[tuple[int, str]], hidden: tuple[str, ...] = ()) -> Web:
    mentions = Mentions()
    for episode, entity in pairs:
        mentions.add(episode, entity)
    none = np.full(1 + max((episode for episode, _ in pairs), default=-1), -1, np.int32)
    return mentions.web({f"e{number}": number for number in range(len(none))}, hidden, none, none)


def test_a_walk_over_an_empty_memory_goes_nowhere() -> None:
    net = _web([])
    assert walked(net, np.zeros(net.size, np.float32)).tolist() == []


def test_a_session_is_scored_as_one_text() -> None:
    words = Lexical()
    for text in ("honey from bees", "a cello", "bees", "a train"):
        words.add(text)
    scores = words.group_scores(["bee", "cello"], np.array([0, 0, 1, 1], np.int32))
    assert scores[0] == scores[1] > scores[2] == scores[3] > 0


# Learning ---------------------------------------------------------------------------------------------


def test_the_feature_that_tells_evidence_is_learned() -> None:
    table = _table()
    weights = learning.learn(table, range(len(table.questions)))
    assert weights["always"]["telling"] > 1
    assert abs(weights["always"]["noise"]) < 1
    assert learning.shared(table, train_ranker.by_left_out(table), best=1).mean() == 100


def test_judged_questions_have_the_scores_that_recall_gives(opened, tmp_path: Path) -> None:
    at = datetime(2024, 5, 10, tzinfo=UTC)
    turns = [
        Turn(id="1", text="Flora plays the cello.", session="s", at=at, speaker="Tom"),
        Turn(id="2", text="I would love to hear her.", session="s", at=at, speaker="Ana"),
    ]
    asked = Question("q", "Who plays the cello?", "plain", frozenset({"1"}), at=at)
    memory = opened(timezone="UTC", encoder="minilm")
    talk = Conversation("talk", turns, [asked, Question("none", "Who sings?", "plain", frozenset())])
    memory.observe_many(retrieval.messages(talk), progress=False)
    assert judged.write(tmp_path / "judged" / "talk", "toy", talk, memory) == 1
    table = judged.read(list(judged.folders_in(tmp_path / "judged")))
    assert (table.y.tolist(), table.questions[0].evidence) == ([1, 0], 1)
    by_hand, learned = (
        {hit.id: hit.score for hit in memory.recall(asked.text, mode=mode, asked_at=at).episodes}
        for mode in ("hand", "score")
    )
    assert table.hand.tolist() == pytest.approx([by_hand["talk/1"], by_hand["talk/2"]])
    packaged = ranker.packaged()
    scores = learning.scores(table, packaged.weights, [0]) + packaged.base
    assert scores.tolist() == pytest.approx([learned["talk/1"], learned["talk/2"]], abs=5e-3)


def test_no_conversation_is_measured_by_weights_that_saw_it() -> None:
    table = _table(conversations=2)
    by_other = learning.scores(table, learning.learn(table, range(10, 20)), range(10))
    assert train_ranker.by_left_out(table)[:100].tolist() == by_other[:100].tolist()


def test_a_conversation_learned_from_is_known_by_its_turns_and_measured_without(tmp_path: Path) -> None:
    known, unknown = _talk("known", "honey"), _talk("unknown", "trains")
    own = Ranker({"always": {"bm25": 0.5, "walk": 0.0}, "runs": {"bm25": -0.25, "walk": 0.0}}, 0.125, "minilm")
    left_out.write(tmp_path / "left-out.json", {"command": "by hand"}, {"known": left_out.entry(known, "toy", own)})
    renamed = Conversation("renamed", [*_talk("x", "honey").turns[3:], *unknown.turns[:5]], [])
    found = left_out.rankers([known, unknown, renamed], tmp_path / "left-out.json")
    assert {name: (one.weights, one.base, one.encoder) for name, one in found.items()} == {
        "known": (own.weights, own.base, "minilm"),
        "renamed": (own.weights, own.base, "minilm"),
    }
    assert left_out.said([known, unknown, renamed], found) == (
        "2 by weights learned without it; 1 by the shipped weights, which never saw it"
    )


def test_the_shipped_weights_of_every_conversation_learned_from_have_a_set_without_it() -> None:
    held = json.loads(left_out.PATH.read_text("utf-8"))
    made = ranker.packaged().made["data"]
    assert {name: held["made"]["data"][name]["sha256"] for name in made} == {n: of["sha256"] for n, of in made.items()}
    assert {one["corpus"] for one in held["conversations"].values()} == set(made)


def test_a_made_ranker_scores_about_from_zero_to_one() -> None:
    table = _table()
    made = learning.scaled(table, learning.learn(table, range(20)), "minilm", {})
    scores = learning.scores(table, made.weights, range(20)) + made.base
    assert np.mean([scores[one.first : one.last].max() for one in table.questions]) == pytest.approx(1.0, abs=1e-4)
    assert np.mean([scores[one.first : one.last].min() for one in table.questions]) == pytest.approx(0.0, abs=1e-4)


def test_a_chat_with_an_assistant_is_read_with_dates_carried_forward() -> None:
    said = [
        {"id": 0, "role": "user", "content": "Hi ->-> 1,2", "time_anchor": "March-15-2024"},
        {"id": 1, "role": "assistant", "content": "Hello"},
    ]
    asked = {
        "abstention": [{"question": "Who?"}],
        "knowledge_update": [{"question": "Q", "source_chat_ids": {"a": [1]}}],
    }
    chat = beam.read("07", [{"batch_number": 1, "turns": [said]}], asked)
    assert [(turn.text, turn.at.isoformat(), turn.speaker) for turn in chat.turns] == [
        ("Hi", "2024-03-15T00:00:00+00:00", "User"),
        ("Hello", "2024-03-15T00:00:01+00:00", "Assistant"),
    ]
    assert [(one.id, one.evidence) for one in chat.questions] == [
        ("beam-07/abstention/0", frozenset()),
        ("beam-07/knowledge_update/0", frozenset({"1"})),
    ]


def _episode(text: str, *, role: str = "user") -> Episode:
    return Episode(id=text, text=text, speaker="Ana", role=role, session="s", occurred=0, recorded=0)


def _talk(name: str, topic: str) -> Conversation:
    at = datetime(2024, 5, 10, tzinfo=UTC)
    return Conversation(name, [Turn(str(n), f"{topic} {n}", "s", at) for n in range(20)], [])


def _table(*, conversations: int = 2) -> Table:
    """Twenty questions of ten candidates; the evidence has most of one feature of two."""
    x = np.random.default_rng(1).random((200, 2)).astype(np.float32)
    x[:, 0] /= 2
    y = np.zeros(200, np.int8)
    questions = []
    for number in range(20):
        first = number * 10
        y[first + number % 10], x[first + number % 10, 0] = 1, 1
        of = str(number // (20 // conversations))
        questions.append(Judged(str(number), "toy", of, "plain", 1, first, first + 10))
    zeros = np.zeros(200, np.float32)
    return Table(("telling", "noise"), ("words", "words"), questions, x, y, zeros, np.zeros(200, np.int32))
