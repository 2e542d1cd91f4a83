"""Many memories under one root: names, open ones, sharing, asking several, deletion, and that nothing leaks."""

import inspect
import logging
import os
import shutil
import subprocess
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import ClosedError, Hub, InvalidArgument, LockedError, Memory, StoreError
from kgmem.hub import READS, folder_name, verbs
from tests.conftest import Ticking
from tests.fakes import HashEncoder

ROOT = Path(__file__).parent.parent
DAY = "2026-01-01T00:00:00Z"


@pytest.fixture
def hubs(tmp_path):
    """Open hubs on the test's root; each is closed at the end."""
    made = []

    def open_hub(**options):
        options.setdefault("encoder", HashEncoder())
        options.setdefault("clock", Ticking())
        made.append(Hub.open(tmp_path / "hub", **options))
        return made[-1]

    yield open_hub
    for hub in made:
        hub.close()


@pytest.fixture
def hub(hubs):
    return hubs(max_open=3)


def texts(memory):
    return [episode.text for episode in memory.episodes()]


def contents(memory):
    return memory.episodes(), memory.facts(history=True), memory.events(), memory.links(), memory.entities()


def everything_below(root):
    """Names and bytes of every file, as one text in lower case."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return "\n".join(
        [str(p.relative_to(root)) for p in files] + [p.read_bytes().decode("latin-1") for p in files]
    ).lower()


# --- names ------------------------------------------------------------------------------------------

OWNERS = [
    *("ana", "Ana", "аna", "ａna", "ana ", "ana.", "a\u200bna", "é", unicodedata.normalize("NFD", "é")),
    *("../ana", "..", "/etc/passwd", "C:\\x", "%41na", "m-ana", "CON", "nul.txt", "a:b", "-", "~"),
    *("家" * 40, "👩‍👩‍👧" * 30, "x" * 1000, "X" * 1000),
]


def test_owners_that_look_alike_or_lead_away_have_folders_of_their_own(hubs, tmp_path):
    hub = hubs(max_open=1)
    for number, owner in enumerate(("ana", "Ana", "../ana", "家" * 40)):
        hub.memory(owner).assert_fact("door", "relatedTo", value=str(number), valid_from=DAY)
    for number, owner in enumerate(("ana", "Ana", "../ana", "家" * 40)):
        assert [fact.value for fact in hub.memory(owner).facts()] == [str(number)]
    assert hub.owners() == sorted(["ana", "Ana", "../ana", "家" * 40])
    assert [path.name for path in tmp_path.iterdir()] == ["hub"]
    hub.close()
    with pytest.raises(ClosedError, match="the hub is closed; open it again"):
        hub.memory("ana")


def test_folder_names_are_short_plain_and_differ_where_case_is_folded():
    names = [folder_name(owner).casefold() for owner in OWNERS]
    assert len(set(names)) == len(OWNERS)
    assert all(name.isascii() and len(name) <= 122 and name[:2] in ("m-", "h-") for name in names)
    assert folder_name("CON") == "m-%43%4F%4E"
    assert folder_name("../ana") == "m-%2E%2E%2Fana"


@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_two_owners_never_share_a_folder(one, other):
    try:
        names = folder_name(one), folder_name(other)
    except InvalidArgument:
        return
    assert (names[0].casefold() == names[1].casefold()) == (one == other)
    assert not set(names[0]) & set('/\\:*?"<>|. ')


@pytest.mark.parametrize(
    ("owner", "message"),
    [
        (None, "owner is missing"),
        ("", "owner is missing"),
        (" \u200b\u3000", "owner is missing"),
        ({"user": "ada"}, "owner is missing"),
        ("x" * 1001, "up to 1000 characters"),
        ("a\nb", "without control signs"),
        ("a\x00b", "without control signs"),
        ("half \ud83d", "a lone surrogate"),
    ],
)
def test_what_is_no_owner_is_refused_by_every_verb(hub, tmp_path, owner, message):
    for ask in (
        hub.memory,
        hub.delete,
        lambda o: hub.recall("ferry", memories=[o]),
        lambda o: hub.memory(o, read_only=True),
    ):
        with pytest.raises(InvalidArgument, match=message):
            ask(owner)
    assert not (tmp_path / "hub").exists()


def test_other_things_under_the_root_are_no_owners(hub, tmp_path):
    hub.memory("ana")
    root = tmp_path / "hub"
    shutil.copytree(root / "m-ana", root / "copy of m-ana")
    shutil.copytree(root / "m-ana", root / "m-Ana")  # not how "Ana" is written
    shutil.copytree(root / "m-ana", root / "h-0123")
    (root / "m-empty").mkdir()
    (root / "m-link").symlink_to(root / "m-ana")
    assert hub.owners() == ["ana"]
    with pytest.raises(StoreError, match="is a link, which kgmem does not follow"):
        hub.memory("link")


# --- open memories ----------------------------------------------------------------------------------


def test_a_handle_outlives_the_closing_of_its_memory(hubs):
    hub = hubs(max_open=2)
    handles = [hub.memory(owner) for owner in "abc"]
    assert hub.open_now() == ["b", "c"]
    for number, handle in enumerate(handles):
        handle.observe(f"Number {number} is here.", at=DAY)
        assert len(hub.open_now()) <= 2
    assert [texts(handle) for handle in handles] == [[f"Number {n} is here."] for n in range(3)]
    assert isinstance(handles[0], Memory)
    assert handles[0].path.name == "m-a"


def test_a_view_ends_with_its_memory_and_says_how_to_get_another(hubs):
    hub = hubs(max_open=1)
    ana = hub.memory("ana")
    ana.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01")
    view = ana.at(as_of="2026-03")
    assert [fact.object for fact in view.facts("Ana", "livesIn")] == ["Lisbon"]
    hub.memory("tom")
    for ask in (view.facts, lambda: view.cypher("RETURN 1")):
        with pytest.raises(ClosedError, match=r"was closed after this view .* \(of a hub's handle, at\(\) opens it\)"):
            ask()
    assert [fact.object for fact in ana.at(as_of="2026-03").facts("Ana", "livesIn")] == ["Lisbon"]


def test_a_hub_holds_many_memories_and_few_open_ones(hubs, tmp_path):
    hub = hubs()
    hub.memory("0").observe("The ferry leaves at nine.", at=DAY)
    hub.close()
    for number in range(1, 120):
        shutil.copytree(tmp_path / "hub" / "m-0", tmp_path / "hub" / folder_name(str(number)))
    readers = hubs(max_open=10, read_only=True)
    handles = [readers.memory(str(number)) for number in range(120)]
    assert readers.open_now() == [str(number) for number in range(110, 120)]
    assert all(texts(handle) == ["The ferry leaves at nine."] for handle in handles[::12])
    assert len(readers.open_now()) == 10
    assert len(readers.owners()) == 120
    writers = hubs(max_open=2)
    for number in range(4):
        writers.memory(str(number)).observe("The bus leaves at ten.", at=DAY)
        locks = [path for path in (tmp_path / "hub").glob("m-*/lock") if path.stat().st_size]
        assert len(locks) == len(writers.open_now()) == min(number + 1, 2)


def test_an_erasure_may_be_confirmed_after_its_memory_was_closed_to_make_room(hubs):
    hub = hubs(max_open=1)
    memory = hub.memory("ana")
    memory.observe("My locker is 4417.", speaker="Zoe", at=DAY)
    memory.observe("It rains.", speaker="Ana", at=DAY)
    plan = memory.erase(speaker="Zoe")
    hub.memory("ben")
    assert hub.open_now() == ["ben"]
    erasure = plan.confirm()
    hub.memory("ben")
    assert erasure.verify() == []
    assert texts(memory) == ["It rains."]
    assert memory.residues("4417") == []


def test_a_memory_in_use_is_not_closed_to_make_room(hubs):
    hub = hubs(max_open=1)

    def messages():
        yield {"text": "One.", "at": DAY}
        hub.memory("b").observe("From the middle of a call.", at=DAY)
        assert set(hub.open_now()) >= {"a"}
        yield {"text": "Two.", "at": DAY}

    memory = hub.memory("a")
    memory.observe_many(messages(), batch=1, progress=False)
    assert len(hub.open_now()) == 1
    assert texts(memory) == ["One.", "Two."]


def test_threads_share_a_hub_with_fewer_open_memories_than_owners(hubs):
    hub = hubs(max_open=2)

    def one(number):
        owner = f"owner{number % 3}"
        hub.memory(owner).observe(f"Heron {number} of {owner}.", at=DAY)
        return hub.memory(owner).recall("heron", limit=50).episodes

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(one, range(12)))
    assert all(found)
    for place in range(3):
        kept = texts(hub.memory(f"owner{place}"))
        assert sorted(kept) == sorted(f"Heron {n} of owner{place}." for n in range(12) if n % 3 == place)
    assert len(hub.open_now()) == 2


def test_closing_a_handle_ends_only_that_handle(hub):
    with hub.memory("ana") as memory:
        memory.observe("The ferry leaves at nine.", at=DAY)
    assert hub.open_now() == []
    with pytest.raises(ClosedError, match=r"this handle on .* is closed; ask the hub for another"):
        memory.episodes()
    assert texts(hub.memory("ana")) == ["The ferry leaves at nine."]
    assert repr(memory).endswith("(closed)>")


# --- sharing ----------------------------------------------------------------------------------------


def test_a_shared_handle_lists_doubts_and_lets_no_source_settle_them(hub):
    hub.memory("team").assert_fact("Ana", "likes", "tea", confidence=0.4)
    reader = hub.memory("team", read_only=True)
    assert [one.reason for one in reader.to_verify()] == ["guess"]
    with pytest.raises(InvalidArgument, match=r"only reads, to_verify\(check=\.\.\.\) is refused"):
        reader.to_verify(check=lambda fact: True)
    assert [one.reason for one in reader.to_verify()] == ["guess"]


WRITES = (
    "observe observe_many assert_fact record_event link_cause retract close_fact rebuild reindex checkpoint "
    "forget unforget erase backup import_file repair scan migrate merge split assert_facts correct resolve undo "
    "pin unpin sweep confirm deny consolidate consolidate_when tune untune replay "
    "ingest read_pending read_in_background session tally"
).split()


def test_every_verb_is_known_to_read_or_to_write():
    assert [name for name in verbs() if (name in READS) == (name in WRITES)] == []


def test_a_shared_handle_reads_what_the_writer_wrote_and_writes_nothing(hub):
    with pytest.raises(InvalidArgument, match="there is no memory of 'team' here"):
        hub.memory("team", read_only=True)
    assert hub.owners() == []
    writer, reader = hub.memory("team"), hub.memory("team", read_only=True)
    writer.observe("The ferry leaves at nine.", speaker="Ana", at=DAY)
    assert [hit.episode.text for hit in reader.recall("ferry").episodes] == ["The ferry leaves at nine."]
    before = everything_below(writer.path)
    for name in verbs():
        if name not in READS:
            with pytest.raises(InvalidArgument, match=f"this handle only reads, {name} is refused"):
                getattr(reader, name)()
    assert everything_below(writer.path) == before


# --- asking several memories ------------------------------------------------------------------------


def test_recall_over_several_memories_names_the_origin_of_each_hit(hub):
    hub.memory("ana").observe("The ferry to Cacilhas leaves at nine.", speaker="Ana", at=DAY)
    hub.memory("ben").observe("I took the ferry on Monday.", speaker="Ben", at=DAY)
    hub.memory("ben").observe("Bread is cheap here.", speaker="Ben", at=DAY)
    hub.memory("cleo").observe("The ferry sank.", speaker="Cleo", at=DAY)
    found = hub.recall("When does the ferry to Cacilhas leave?", memories=["ben", "ana", "ben"])
    assert [(row.owner, row.hit.episode.text) for row in found.episodes][:2] == [
        ("ana", "The ferry to Cacilhas leaves at nine."),
        ("ben", "I took the ferry on Monday."),
    ]
    assert [row.score for row in found.episodes][:2] == [1 / 61, 1 / 61]
    assert list(found.memories) == ["ben", "ana"]
    assert '- memory of "ana": 2026-01-01 00:00 Ana: "The ferry to Cacilhas leaves at nine."' in found.context()
    assert "sank" not in found.context() + repr(found)
    assert found.to_dict()["episodes"][0]["owner"] == "ana"
    assert found.context(0) == ""
    assert len(hub.recall("ferry", memories=["ana", "ben"], limit=1).episodes) == 1


def test_recall_searches_only_memories_that_are_named_and_exist(hub):
    hub.memory("ana")
    with pytest.raises(InvalidArgument, match="there is no memory of 'ghost' here"):
        hub.recall("ferry", memories=["ana", "ghost"])
    assert hub.owners() == ["ana"]
    for nobody in ([], "ana", None):
        with pytest.raises(InvalidArgument, match="memories must be a list of owners"):
            hub.recall("ferry", memories=nobody)
    with pytest.raises(TypeError):
        hub.recall("ferry")
    assert not hub.recall("ferry", memories=["ana"])


# --- deletion ---------------------------------------------------------------------------------------


def test_deleting_one_owner_leaves_the_other(hub, tmp_path):
    ada, ben = hub.memory("adelheid"), hub.memory("ben")
    ada.observe("I meet Ravn at Café Lumo on Mondays. My locker is 4417.", speaker="Ada", at=DAY)
    ben.observe("I meet Ravn at Café Lumo on Thursdays. My locker is 7702.", speaker="Ben", at=DAY)
    place = ada.path
    ada.backup(tmp_path / "saved")
    assert [place.path for place in hub.delete("adelheid")] == [tmp_path / "saved"]
    assert not place.exists()
    left = everything_below(tmp_path / "hub")
    assert [word for word in ("adelheid", "4417", "monday") if word in left] == []
    assert "7702" in left
    assert "Thursdays" in ben.recall("When do I meet Ravn?").episodes[0].episode.text
    with pytest.raises(ClosedError, match="this memory was deleted; ask the hub for a new one"):
        ada.recall("When do I meet Ravn?")
    assert hub.owners() == ["ben"]
    assert texts(hub.memory("adelheid")) == []
    with pytest.raises(InvalidArgument, match="there is no memory of 'ghost' here"):
        hub.delete("ghost")


def test_a_deletion_waits_for_running_calls_and_stops_later_ones(hub):
    memory = hub.memory("ada")
    memory.observe("My locker is 4417.", at=DAY)
    started, answers = threading.Event(), []

    def ask():
        while True:
            try:
                answers.append(texts(memory))
            except ClosedError as error:
                return str(error)
            started.set()

    with ThreadPoolExecutor(2) as pool:
        asking = [pool.submit(ask) for _ in range(2)]
        started.wait()
        hub.delete("ada")
        ends = {asked.result() for asked in asking}
    assert all(answer == ["My locker is 4417."] for answer in answers)
    assert all("was deleted" in end or "is closed" in end for end in ends)
    assert hub.owners() == []


ELSEWHERE = """
import sys
from kgmem.folder import Folder
Folder(sys.argv[1]).lock()
print("held", flush=True)
sys.stdin.read()
"""
DIE = """
import os, sys
from kgmem import Hub
class Dying(Hub):
    def _remove(self, gone):
        os._exit(9)
Dying.open(sys.argv[1]).delete("ada")
"""


def test_a_memory_that_another_process_has_is_not_deleted(hub, tmp_path):
    hub.memory("ada").observe("My locker is 4417.", at=DAY)
    hub.memory("ada").close()
    code = [sys.executable, "-c", ELSEWHERE, str(tmp_path / "hub" / "m-ada")]
    with subprocess.Popen(code, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(LockedError, match=f"held by process {other.pid} "):
            hub.delete("ada")
    assert texts(hub.memory("ada")) == ["My locker is 4417."]


def test_a_kill_in_the_middle_of_a_deletion_leaves_nothing_visible(hubs, tmp_path):
    hub = hubs()
    for owner in ("ada", "ben"):
        hub.memory(owner).observe("My locker is 4417.", at=DAY)
    hub.close()
    assert subprocess.run([sys.executable, "-c", DIE, tmp_path / "hub"], cwd=ROOT, check=False).returncode == 9
    names = {path.name[:9] for path in (tmp_path / "hub").iterdir()}
    assert names == {"m-ben", ".deleted-"}
    assert hubs().owners() == ["ben"]
    assert [path.name for path in (tmp_path / "hub").iterdir()] == ["m-ben"]


@pytest.mark.skipif(os.name == "nt", reason="forks are for POSIX systems")
def test_a_hub_is_opened_anew_after_a_fork(tmp_path):
    code = (
        "import os, sys\nfrom kgmem import ClosedError, Hub\n"
        "hub = Hub.open(sys.argv[1])\nif not os.fork():\n"
        "    try: hub.memory('ana')\n    except ClosedError as error: print(error, flush=True)\n"
        "    hub.close()\n    os._exit(0)\nos.wait()"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == "this process was forked after the hub was opened; open it anew here\n"


# --- isolation --------------------------------------------------------------------------------------


def fill(memory, word):
    """A memory in which every kind of thing has the word in it."""
    name = word.capitalize()
    memory.observe(
        f"My code word is {word}. I live in {name}stadt.",
        speaker=name,
        at=DAY,
        session=f"{word}-session",
        origin=f"{word}.txt",
        metadata={"note": word},
        caption=f"a {word}",
    )
    fact = memory.assert_fact(name, f"{word} of", f"{name}burg", valid_from=DAY, source=word).asserted[0]
    event = memory.record_event(f"The {word} came.", participants={"agent": name}, start=DAY, outcome=word)
    memory.link_cause(event.events[0].id, fact.id, cue=word)


def ids(memory):
    return {
        "fact": memory.facts()[0].id,
        "event": memory.events()[0].id,
        "link": memory.links()[0].id,
        "episode": memory.episodes()[0].id,
    }


def outside(memory, name="export.jsonl"):
    """A file or folder for one memory, out of the hub."""
    return memory.path.parent.parent / f"{memory.path.name}-{name}"


def erased(memory):
    memory.observe("The snow thaws.", speaker="Zoe", at=DAY)
    plan = memory.erase(speaker="Zoe")
    erasure = plan.confirm()
    return [str(plan), plan.loss, erasure.receipt, erasure.verify()]


VERBS = {
    "episode": lambda m, other: [m.episode(other.ids["episode"]), [m.episode(one.id) for one in m.episodes()]],
    "pending": lambda m, other: m.pending(),
    "read_pending": lambda m, other: m.read_pending(session=f"{other.word}-session"),
    "read_in_background": lambda m, other: m.read_in_background().flush(30),
    "session": lambda m, other: [
        m.session(f"{other.word}-session").turns(),
        m.session("asked").messages("What is my code word?"),
        m.session("asked").messages(other.name, max_tokens=900)[:-1],  # the last is the input
    ],
    "tally": lambda m, other: m.tally(context_tokens_sent=1),
    "ingest": lambda m, other: m.ingest("# Rain\n\nIt rains in spring.", format="markdown", id="rain"),
    "procedure": lambda m, other: m.procedure(other.name),
    "procedures": lambda m, other: m.procedures(),
    "llm": lambda m, other: m.llm,
    "metrics": lambda m, other: [m.metrics(), m.metrics(kept=True)],
    "compress": lambda m, other: m.compress(episodes=[one.id for one in m.episodes()], max_tokens=500),
    "replay": lambda m, other: m.replay([{"question": "What is my code word?", "text": "my"}]),
    "path": lambda m, other: m.path,
    "snapshot": lambda m, other: m.snapshot,
    "refresh": lambda m, other: m.refresh(),
    "recall": lambda m, other: [
        m.recall("What is my code word? Where do I live?", limit=100),
        m.recall("What came?", mode="dense", limit=100).context(2000),
        m.recall("code word", session=f"{other.word}-session"),
        m.recall("code word", speaker=other.name),
        m.recall(other.name, limit=100).to_dict()["episodes"],
        m.recall("Who lives where?", limit=100).explain(),
    ],
    "recall_many": lambda m, other: [
        (found.episodes, found.facts, found.events, found.context(2000))
        for found in m.recall_many(["What is my code word?", other.name], limit=100)
    ],
    "why_not": lambda m, other: [
        str(m.why_not("What is my code word?", ids(m)[kind], max_tokens=9)) for kind in ("episode", "fact", "event")
    ],
    "facts": lambda m, other: [m.facts(history=True), m.facts(other.name)],
    "episodes": lambda m, other: [m.episodes(), m.episodes(session=f"{other.word}-session")],
    "entities": lambda m, other: m.entities(),
    "entity": lambda m, other: [m.entity(other.name), [m.entity(one.id) for one in m.entities()]],
    "merge": lambda m, other: m.merge("Rain", "Snow"),
    "split": lambda m, other: m.split("Rain", "Snow"),
    "events": lambda m, other: [m.events(), m.events(other.name)],
    "links": lambda m, other: m.links(),
    "cypher": lambda m, other: [
        m.cypher("MATCH (n) RETURN n"),
        m.cypher("MATCH (e:Episode) WHERE e.id = $id RETURN e.text", {"id": other.ids["episode"]}),
    ],
    "to_networkx": lambda m, other: [list(m.to_networkx().nodes(data=True)), list(m.to_networkx().edges(data=True))],
    "forgotten": lambda m, other: m.forgotten(),
    "erasures": lambda m, other: m.erasures(),
    "residues": lambda m, other: m.residues(other.word, other.name, f"{other.word}-session"),
    "stats": lambda m, other: m.stats(),
    "check": lambda m, other: m.check(),
    "observe": lambda m, other: m.observe("It rains.", at=DAY, session=f"{m.path.name}-later"),
    "observe_many": lambda m, other: m.observe_many(["It snows."], progress=False),
    "assert_fact": lambda m, other: m.assert_fact("Rain", "relatedTo", "Snow", valid_from=DAY),
    "record_event": lambda m, other: m.record_event("It hailed.", start=DAY),
    "link_cause": lambda m, other: m.link_cause(other.ids["event"], other.ids["fact"]),
    "retract": lambda m, other: m.retract(other.ids["fact"]),
    "close_fact": lambda m, other: m.close_fact(other.ids["fact"], valid_to="2026-02-01T00:00:00Z"),
    "forget": lambda m, other: m.forget(episode=other.ids["episode"]),
    "unforget": lambda m, other: m.unforget(other.ids["episode"]),
    "pin": lambda m, other: m.pin(other.ids["episode"]),
    "unpin": lambda m, other: m.unpin(other.ids["episode"]),
    "tune": lambda m, other: m.tune([{"question": "What came?", "episodes": [other.ids["episode"]]}]),
    "untune": lambda m, other: m.untune(),
    "pinned": lambda m, other: m.pinned(),
    "sweep": lambda m, other: [m.sweep(dry_run=True), m.sweep()],
    "erase": lambda m, other: [erased(m), m.erase(episode=other.ids["episode"])],
    "repair": lambda m, other: [m.repair(dry_run=True), m.repair()],
    "rebuild": lambda m, other: m.rebuild(),
    "reindex": lambda m, other: m.reindex(),
    "backup": lambda m, other: m.backup(outside(m, "saved")),
    "export": lambda m, other: [m.export(outside(m)), outside(m).read_text()],
    "import_file": lambda m, other: m.import_file(outside(m), existing="skip"),
    "scan": lambda m, other: m.scan(),
    "checkpoint": lambda m, other: m.checkpoint(),
    "at": lambda m, other: [m.at("2030").facts(), m.at("2030").episodes(), m.at("2030").entities()],
    "profile": lambda m, other: [m.profile(one.name) for one in m.entities()],
    "history": lambda m, other: [m.history(other.ids["fact"]), m.history(other.name)],
    "timeline": lambda m, other: [m.timeline(), m.timeline(other.name), m.timeline(session=f"{other.word}-session")],
    "before": lambda m, other: m.before("2030"),
    "after": lambda m, other: m.after("2000"),
    "during": lambda m, other: m.during("2026"),
    "why": lambda m, other: m.why(other.ids["event"]),
    "effects": lambda m, other: m.effects(other.ids["event"]),
    "paths": lambda m, other: m.paths(other.name, m.path.name),
    "diff": lambda m, other: [m.diff("2000"), m.diff("2000", "2030", clock="as_of")],
    "infer": lambda m, other: [m.infer(one.name) for one in m.entities()],
    "decisions": lambda m, other: [m.decisions(), m.decisions(other.ids["fact"])],
    "conflicts": lambda m, other: m.conflicts(),
    "resolve": lambda m, other: m.resolve(),
    "assert_facts": lambda m, other: m.assert_facts([{"subject": "Rain", "relation": "relatedTo", "object": "Hail"}]),
    "correct": lambda m, other: m.correct(other.ids["fact"], object="Snow"),
    "undo": lambda m, other: m.undo(other.ids["episode"]),
    "confidence": lambda m, other: [m.confidence(f) for f in m.facts()] + [m.confidence(other.ids["fact"])],
    "to_verify": lambda m, other: [m.to_verify(as_of="2060"), m.to_verify(entity=other.name, as_of="2060")],
    "confirm": lambda m, other: m.confirm(other.ids["fact"]),
    "deny": lambda m, other: m.deny(other.ids["fact"]),
    "consolidate": lambda m, other: [m.consolidate(dry_run=True), m.consolidate()],
    "consolidate_when": lambda m, other: m.consolidate_when(every=1),
    "summaries": lambda m, other: [m.summaries(), m.summaries(f"{other.word}-session")],
    "topics": lambda m, other: [m.topics(), m.topics(other.name)],
    "repeats": lambda m, other: m.repeats(),
}


class Other:
    """What somebody who has one memory may know of another: its owner's name and the ids in it."""

    def __init__(self, memory, word):
        self.word, self.name, self.ids = word, word.capitalize(), ids(memory)


def test_no_verb_of_a_handle_shows_anything_of_another_memory(hubs, caplog):
    caplog.set_level(logging.DEBUG, "kgmem")
    hub = hubs(max_open=1)
    words = {"a": "kestrel", "b": "pangolin"}
    for owner, word in words.items():
        fill(hub.memory(owner), word)
    others = {"a": Other(hub.memory("b"), "pangolin"), "b": Other(hub.memory("a"), "kestrel")}
    before = contents(hub.memory("b"))
    assert sorted(set(verbs()) - set(VERBS)) == []  # a new verb needs its line above
    for owner, other in others.items():
        if owner == "b":
            assert contents(hub.memory("b")) == before
        memory, seen = hub.memory(owner), {}
        for name in verbs():
            try:
                seen[name] = repr(VERBS[name](memory, other))
            except InvalidArgument as error:
                seen[name] = str(error)
        seen |= {
            "files": everything_below(memory.path),
            "log": caplog.text,
            "handle": repr(memory),
            "several": repr(hub.recall("What is my code word?", memories=[owner])),
        }
        assert words[owner] in seen["recall"]
        assert words[owner] in seen["files"]
        assert [name for name, shown in seen.items() if other.word in shown.lower()] == []
        assert "no fact, event or link has the id" in seen["retract"]
        caplog.clear()


def test_a_handle_has_the_verbs_of_memory_and_cannot_be_turned_to_another_owner(hub):
    memory = hub.memory("a")
    for name in verbs():
        if name not in ("path", "snapshot", "llm"):
            assert inspect.signature(getattr(memory, name)) == inspect.signature(getattr(Memory, name).__get__(memory))
    assert [name for name in vars(memory) if not name.startswith("_")] == []
