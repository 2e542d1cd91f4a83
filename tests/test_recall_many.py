"""Many questions at once, and many readers beside one writer."""

import threading

import pytest

from kgmem import InvalidArgument, Memory
from kgmem.records import Episode
from kgmem.talk import Talk

ASKED = ["Where does Ana live?", "Who plays the cello?", "Why did Ana move?", "Ana 住在哪里？"]
AT = "2026-07-01T09:00:00Z"


@pytest.fixture
def chat(memory: Memory) -> Memory:
    memory.observe("I live in Lisbon and keep bees.", speaker="Ana", at="2026-03-02T09:00:00Z")
    memory.observe("My sister Flora plays the cello.", speaker="Tom", at="2026-04-05T18:00:00Z")
    memory.observe("I moved to Porto because my firm closed.", speaker="Ana", at="2026-06-11T09:00:00Z")
    return memory


def test_many_questions_are_answered_as_each_alone(chat):
    alone = [chat.recall(asked, asked_at=AT, limit=2).to_dict() for asked in ASKED]
    assert [found.to_dict() for found in chat.recall_many(ASKED, asked_at=AT, limit=2)] == alone
    then = chat.at("2026-05-01")
    assert [found.to_dict() for found in then.recall_many(ASKED, asked_at=AT)] == [
        then.recall(asked, asked_at=AT).to_dict() for asked in ASKED
    ]


def test_what_many_questions_find_is_counted_as_used(chat):
    found = chat.recall_many(ASKED[:2], limit=1)
    chat.observe("Good morning.", speaker="Ana", at="2026-07-01")
    assert [chat._held.mirror.uses[one.episodes[0].id] for one in found] == [1, 1]


def test_no_question_is_asked_when_one_of_many_means_nothing(chat):
    with pytest.raises(InvalidArgument, match="blank"):
        chat.recall_many(["Where does Ana live?", "  "])
    with pytest.raises(InvalidArgument, match="queries must be a list of questions, not str"):
        chat.recall_many("Where does Ana live?")
    assert chat.recall_many([]) == []


@pytest.mark.engine
def test_readers_beside_a_writer_see_whole_writes_only(memory):
    memory.observe("I live in Lisbon.", speaker="Ana", at="2026-01-01T09:00Z", session="s0")
    wrong: list[object] = []
    over = threading.Event()

    def read() -> None:
        try:
            while not over.is_set():
                for found in memory.recall_many(["Where does Ana live?", "How many kettles?"], limit=50):
                    told = {hit.episode.text for hit in found.episodes}
                    pairs = [f"Kettle {n}, {part}." for n in range(6) for part in ("lid", "base")]
                    halves = [text in told for text in pairs]
                    if halves[::2] != halves[1::2] or (found.query == ASKED[0] and found.answers[0].value != "Lisbon"):
                        wrong.append(told)
        except BaseException as error:
            wrong.append(error)
            raise

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for n in range(6):
            memory.observe_many(
                [
                    {"content": f"Kettle {n}, {part}.", "speaker": "Tom", "at": f"2026-02-0{n + 1}", "session": f"s{n}"}
                    for part in ("lid", "base")
                ],
                progress=False,
            )
    finally:
        over.set()
        for reader in readers:
            reader.join()
    assert wrong == []
    asked = ["Where does Ana live?", "How many kettles?"]
    with Memory.open(memory.path, read_only=True, encoder=memory._held.encoder) as anew:
        assert [found.to_dict() for found in anew.recall_many(asked, asked_at=AT)] == [
            found.to_dict() for found in memory.recall_many(asked, asked_at=AT)
        ]


def test_an_episode_that_comes_late_takes_its_place_in_the_talk() -> None:
    episodes: list[Episode] = []
    number: dict[str, int] = {}
    talk = Talk(episodes, number)
    for name, session, speaker, at in (
        ("a", "s", "Ana", 10), ("c", "s", "Ana", 30), ("x", "t", "Tom", 20), ("b", "s", "Tom", 20),
    ):  # fmt: skip
        number[name] = len(episodes)
        episodes.append(Episode(name, speaker, session=session, occurred=at, id=name))
        talk.add(episodes[-1])
    before, after = talk.neighbours()
    assert [before.tolist(), after.tolist()] == [[-1, 3, -1, 0], [3, -1, -1, 1]]
    assert talk.in_session().tolist() == [0, 0, 1, 0]
    assert talk.manner() == {"runs": 0.0}  # Tom spoke between what Ana said
