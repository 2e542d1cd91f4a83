"""Export and import: the same memory on the other side, twice is once, and one bad line costs nothing else."""

import json

import pytest
import rdflib

from kgmem import InvalidArgument, Memory, Policy, VersionError

TALK = [
    {"content": "I moved to Porto in March.", "speaker": "Ana", "at": "2026-04-01T10:00:00Z"},
    {"content": "Bob works at Lumen because he likes ships.", "speaker": "Ana", "at": "2026-04-01T10:01:00Z"},
    {"content": "他住在北京。", "speaker": "小李", "at": "2026-04-01T10:02:00Z", "metadata": {"n": [1, None, "x"]}},
]


def fill(memory: Memory) -> Memory:
    memory.observe(TALK)
    memory.assert_fact("Ana", "livesIn", "Oslo", valid_from="2026-06-01", source="crm")
    first = memory.record_event("signed", participants={"agent": "Ana"}, start="2026-05-01").events[0]
    second = memory.record_event("moved", participants={"agent": "Ana"}, start="2026-06-01").events[0]
    memory.link_cause(first.id, second.id, kind="enable")
    wrong = memory.assert_fact("Bob", "knows", "Eva").asserted[0]
    memory.retract(wrong.id, reason="mixed up")
    loose = memory.assert_fact("Bob", "likes", "chess", valid_from="2026-01-01").asserted[0]
    memory.close_fact(loose.id, valid_to="2026-02-01")
    memory.forget(speaker="小李")
    return memory


def exported(memory: Memory, path) -> bytes:
    memory.export(path)
    return path.read_bytes()


def test_an_exported_memory_comes_back_to_the_last_column(opened, tmp_path):
    memory, other = fill(opened("a", timezone="UTC")), opened("b", timezone="UTC")
    out = exported(memory, tmp_path / "a.jsonl")
    done = other.import_file(tmp_path / "a.jsonl")
    assert (done.exact, done.episodes, done.bad) == (True, 3, ())
    assert exported(other, tmp_path / "b.jsonl") == out
    assert other.facts(history=True) == memory.facts(history=True)
    assert other.recall("Where does Ana live?", as_of="2026-05-01").facts == (
        memory.recall("Where does Ana live?", as_of="2026-05-01").facts
    )


def test_every_line_is_strict_json_and_the_last_one_says_that_all_is_there(opened, tmp_path):
    lines = exported(fill(opened(timezone="UTC")), tmp_path / "a.jsonl").decode().splitlines()
    parsed = [json.loads(line, parse_constant=pytest.fail) for line in lines]
    assert (parsed[0]["kgmem"], parsed[-1]["end"]) == ("export", len(lines))


def test_importing_again_changes_nothing(opened, tmp_path):
    memory = fill(opened(timezone="UTC"))
    out = exported(memory, tmp_path / "a.jsonl")
    for _ in range(2):
        assert memory.import_file(tmp_path / "a.jsonl").episodes == 0
    assert exported(memory, tmp_path / "again.jsonl") == out


def test_two_memories_become_one(opened, tmp_path):
    one, two = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    one.observe(TALK)
    two.observe("Eva lives in Turin.", speaker="Eva", at="2026-03-01T00:00:00Z")
    two.assert_fact("Eva", "knows", "Ana")
    two.export(tmp_path / "b.jsonl")
    done = one.import_file(tmp_path / "b.jsonl")
    assert (done.episodes, done.calls, done.exact) == (1, 1, False)
    assert {"Eva lives in Turin", "Eva knows Ana", "Ana lives in Porto"} <= {f.text for f in one.facts()}
    assert one.import_file(tmp_path / "b.jsonl").known == 2


@pytest.mark.parametrize(
    ("existing", "texts"),
    [("skip", ["Here."]), ("overwrite", ["There."]), ("merge", ["Here.", "There."])],
)
def test_an_id_that_is_here_with_another_text(opened, tmp_path, existing, texts):
    here, there = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    here.observe("Here.", id="x", at="2026-01-01T00:00:00Z")
    there.observe("There.", id="x", at="2026-01-01T00:00:00Z")
    there.export(tmp_path / "b.jsonl")
    done = here.import_file(tmp_path / "b.jsonl", existing=existing)
    assert sorted(e.text for e in here.episodes()) == texts
    assert (len(done.kept), len(done.replaced), len(done.added)) == {
        "skip": (1, 0, 0),
        "overwrite": (0, 1, 0),
        "merge": (0, 0, 1),
    }[existing]
    here.import_file(tmp_path / "b.jsonl", existing=existing)
    assert sorted(e.text for e in here.episodes()) == texts


def test_a_bad_line_is_named_and_nothing_is_imported_unless_it_may_be_left_out(opened, tmp_path):
    memory, other = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    memory.observe(TALK[0])
    memory.observe(TALK[1])
    lines = exported(memory, tmp_path / "a.jsonl").decode().splitlines()
    (tmp_path / "bad.jsonl").write_text("\n".join([*lines[:2], "{ broken", *lines[2:]]) + "\n")
    with pytest.raises(InvalidArgument, match=r"line 3 of bad.jsonl cannot be read: it is no JSON object"):
        other.import_file(tmp_path / "bad.jsonl")
    assert other.episodes() == []
    done = other.import_file(tmp_path / "bad.jsonl", skip_bad=True)
    assert (done.episodes, done.bad) == (2, ((3, "it is no JSON object"),))


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["episode"].update(text=5),
        lambda told: told["episode"].pop("zone"),
        lambda told: told["episode"].update(role="god"),
        lambda told: told["episode"].update(trust=7.0),
        lambda told: told["episode"].update(occurred=2**70),
        lambda told: told["claims"]["facts"][0].update(confidence=9),
        lambda told: told["claims"]["facts"][0].update(subject=None),
        lambda told: told["claims"]["facts"][0].update(evil=1),
        lambda told: told.update(claims={"causes": [{"cause": 3, "effect": 4}]}),
        lambda told: told.update(claims=[1]),
        lambda told: told.update(verb="drop table"),
    ],
)
def test_an_entry_that_cannot_be_true_is_refused_and_its_content_not_shown(opened, tmp_path, change):
    memory, other = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    memory.observe(TALK[0])
    lines = exported(memory, tmp_path / "a.jsonl").decode().splitlines()
    entry = json.loads(lines[1])
    change(entry["told"][0])
    (tmp_path / "bad.jsonl").write_text("\n".join([lines[0], json.dumps(entry), *lines[2:]]) + "\n")
    with pytest.raises(InvalidArgument, match=r"line 2 .*it is no entry") as raised:
        other.import_file(tmp_path / "bad.jsonl")
    assert "Porto" not in str(raised.value)
    assert other.stats()["episodes"] == 0


def test_what_is_no_export_and_what_is_too_new_says_so(opened, tmp_path):
    memory = opened(timezone="UTC")
    file = tmp_path / "x.jsonl"
    for text, message in [
        ("", "the file is empty"),
        ("hello\n", "its first line is no JSON object"),
        ('{"content": "Hi"}\n', "use `kgmem ingest` for conversations"),
    ]:
        file.write_text(text)
        with pytest.raises(InvalidArgument, match=message):
            memory.import_file(file)
    file.write_text('{"kgmem": "export", "version": 99, "format": 2}\n')
    with pytest.raises(VersionError, match="upgrade kgmem"):
        memory.import_file(file)
    with pytest.raises(InvalidArgument, match="cannot be read"):
        memory.import_file(tmp_path / "missing")
    memory.observe(TALK[0])
    cut = exported(memory, file).decode().splitlines()[:-1]
    file.write_text("\n".join(cut) + "\n")
    with pytest.raises(InvalidArgument, match="the file ends too early"):
        memory.import_file(file)


def test_the_policy_holds_for_imports_too(opened, tmp_path):
    one, two = opened("a", timezone="UTC"), opened("b", timezone="UTC", redaction=Policy(email="mask"))
    one.observe("Write to ana@example.org.", speaker="Ana", at="2026-01-01T00:00:00Z")
    one.assert_fact("Ana", "email", value="ana@example.org")
    one.export(tmp_path / "a.jsonl")
    two.import_file(tmp_path / "a.jsonl")
    assert two.residues("ana@example.org") == []


def test_no_part_of_a_line_smuggles_a_secret_in(opened, tmp_path):
    one, two = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    one.observe(TALK[0])
    one.record_event("met", participants={"agent": "Ana"}, source="crm")
    one.retract(one.assert_fact("Ana", "knows", "Bob").asserted[0].id, reason="mixed up")
    key = "sk-live-EXAMPLE0123456789abcdefABCDEF9876"
    out = exported(one, tmp_path / "a.jsonl").decode()
    lines = out.splitlines()
    entries = [json.loads(line) for line in lines[1:5]]
    entries[0]["told"][0]["claims"]["facts"][0]["object"] = f"key {key}"
    entries[1]["told"][0]["claim"]["participants"][0][1] = f"key {key}"
    entries[1]["told"][0]["source"] = f"key {key}"
    entries[3]["told"][0]["reason"] = f"key {key}"
    (tmp_path / "b.jsonl").write_text("\n".join([lines[0], *map(json.dumps, entries), *lines[5:]]) + "\n")
    assert two.import_file(tmp_path / "b.jsonl").episodes == 1
    assert two.residues(key) == []


def test_an_export_beside_a_writer_holds_whole_writes_only(opened, tmp_path):
    import threading

    memory, other = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            memory.observe([{"content": f"Pair {number} {side}", "at": "2026-01-01T00:00:00Z"} for side in "ab"])

    thread = threading.Thread(target=write)
    thread.start()
    for number in range(5):
        memory.export(tmp_path / f"{number}.jsonl")
    stop.set()
    thread.join()
    done = other.import_file(tmp_path / "4.jsonl")
    assert (done.exact, done.episodes % 2) == (True, 0)


def test_what_was_erased_does_not_come_in_by_a_file(opened, tmp_path):
    memory = fill(opened(timezone="UTC"))
    memory.export(tmp_path / "a.jsonl")
    memory.erase(entity="Bob").confirm()
    done = memory.import_file(tmp_path / "a.jsonl")
    assert len(done.erased) == 4  # two episodes and two calls
    assert not [f for f in memory.facts(history=True) if "Bob" in f.text]
    memory.import_file(tmp_path / "a.jsonl", allow_erased=True)
    assert [f for f in memory.facts(history=True) if "Bob" in f.text]


HOSTILE = 'Ravn said "no\\yes"\nand then\t\'left\' — über 3 < 4 & 5 > 2 {x} \\u0041 """ > <urn:x> <urn:y> .'


@pytest.mark.parametrize("form", ["turtle", "json-ld"])
def test_rdf_holds_every_text_letter_for_letter(opened, tmp_path, form):
    memory = opened(timezone="UTC")
    memory.observe(HOSTILE, speaker="Ada", id='> <urn:evil> "x', at="2026-01-01T00:00:00Z")
    memory.assert_fact("Ada", "livesIn", "Oslo", valid_from="2026-01-01")
    memory.export(tmp_path / "out", format=form)
    graph = rdflib.Graph().parse(tmp_path / "out", format=form)
    kg = rdflib.Namespace("https://kgmem.org/ontology#")
    assert [str(text) for text in graph.objects(predicate=kg.text)].count(HOSTILE) == 1
    (lives,) = graph.subjects(rdflib.RDF.predicate, kg.livesIn)
    assert [str(o) for o in graph.objects(lives, kg.validFrom)] == ["2026-01-01T00:00:00+00:00"]


def test_numbers_that_are_none_are_refused_at_once(memory):
    for number in (float("inf"), float("nan")):
        with pytest.raises(InvalidArgument, match="no number that can be kept"):
            memory.assert_fact("sensor", "reads", value=number)
