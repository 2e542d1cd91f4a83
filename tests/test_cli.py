"""The command line: what it prints for people and programs, and how it fails."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import fields
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from benchmarks.scripted_llm import ScriptedLLM
from kgmem import Memory, SweepPolicy, cli_sweep
from kgmem.cli import app

ROOT = Path(__file__).parent.parent
COMMANDS = {
    "Remember and ask": "demo ingest recall facts cypher stats why-not recall-many extract procedure procedures",
    "Then and now": "profile history timeline events why paths diff",
    "In sum": "consolidate summaries topics repeats compress",
    "Who is who": "entity merge split",
    "What is true": "decisions conflicts resolve verify correct undo",
    "Forget and erase": "forget forgotten unforget erase erasures scan sweep pin unpin pinned",
    "Keep and move": "backup restore export import migrate",
    "Look after": "ontology check repair reindex doctor version tune replay pending",
}
MESSAGES = [
    {"id": "m1", "speaker": "Ana", "at": "2026-03-02T09:00:00", "session": "s1", "text": "I live in Lisbon."},
    {"id": "m2", "speaker": "Tom", "at": "2026-03-02T09:01:00", "session": "s1", "text": "I am allergic to walnuts."},
    {"id": "m3", "speaker": "Ana", "at": "2026-06-03T23:30:00", "session": "s2", "text": "Flora lives in Coimbra."},
]


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("KGMEM_")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory of MESSAGES that tests only read."""
    folder = tmp_path_factory.mktemp("cli")
    file = written(folder / "chat.jsonl", *MESSAGES)
    path = folder / "held.kgmem"
    assert run("ingest", str(file), "--path", str(path), "--timezone", "Europe/Lisbon").exit_code == 0
    return path


def written(file: Path, *messages: Mapping[str, Any] | str) -> Path:
    lines = [said if isinstance(said, str) else json.dumps(said) for said in messages]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def run(*arguments: str, input: str | bytes | None = None, **env: str) -> Result:
    return CliRunner().invoke(app, list(arguments), input=input, env=env)


def value(*arguments: str, **options: Any) -> Any:
    result = run(*arguments, "--json", **options)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def error(*arguments: str, code: int = 1, **options: Any) -> str:
    """The message of a command that fails, the same with and without --json."""
    plain, as_json = run(*arguments, **options), run(*arguments, "--json", **options)
    assert (plain.exit_code, as_json.exit_code) == (code, code)
    assert (plain.stdout, as_json.stdout) == ("", "")
    told = json.loads(as_json.stderr)["error"]
    assert told.keys() == {"code", "message"}
    assert plain.stderr.startswith(f"error: {told['message']}")
    return str(told["message"])


def shell(*arguments: str, input: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kgmem", *arguments],
        input=input,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        timeout=120,
        check=False,
    )


# --- help ---------------------------------------------------------------------------------------


def test_help_names_every_command_under_its_heading_in_whole_sentences() -> None:
    result = run("--help")
    parts = re.split(r"^([A-Z][a-z ]+):$", result.stdout.split("Options:")[1], flags=re.M)[1:]
    listed = {
        heading: " ".join(re.findall(r"^  ([\w-]+)  ", part, re.M))
        for heading, part in zip(parts[::2], parts[1::2], strict=True)
    }
    assert listed == COMMANDS
    assert "..." not in "".join(parts)
    assert run().stdout == result.stdout


@pytest.mark.parametrize("command", " ".join(COMMANDS.values()).split())
def test_the_help_of_a_command_is_short_and_has_an_example(command: str) -> None:
    lines = run(command, "--help").stdout.splitlines()
    assert any(line.lstrip().startswith(f"kgmem {command}") for line in lines[1:])
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80


def test_help_and_version_import_nothing_slow() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from kgmem.cli import app; "
        "CliRunner().invoke(app, ['--help']); CliRunner().invoke(app, ['version']); "
        "print(sorted({'kuzu', 'spacy', 'onnxruntime', 'hnswlib', 'rich', 'openai'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert result.stdout == "[]\n"


def test_version_is_told() -> None:
    from kgmem import __version__

    assert run("version").stdout == run("--version").stdout == f"kgmem {__version__}\n"
    assert value("version") == {"version": __version__}


# --- ingest -------------------------------------------------------------------------------------


def test_a_file_read_twice_adds_nothing(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"text": "Hello"}, {"text": "Hello"}))
    assert run("ingest", file).stdout.splitlines()[0] == "2 messages remembered"
    assert run("ingest", file).stdout == "0 messages remembered, 2 already known\n"
    assert value("stats")["episodes"] == 2


def test_standard_input_and_several_files_are_remembered(tmp_path: Path) -> None:
    file = str(written(tmp_path / "notes.txt", "The flat is in Cedofeita.", "", "It has thirty stairs."))
    done = value("ingest", file, "-", input="Ana: Hello Tom\nTom: Hello Ana\n")
    assert (done["remembered"], done["known"], done["redactions"]) == (4, 0, 0)
    assert [(read["name"], read["format"]) for read in done["files"]] == [
        (file, "document"),
        ("standard input", "transcript"),
    ]


def test_a_bad_line_is_refused_before_anything_is_remembered(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"text": "Hello"}, "{"))
    assert error("ingest", file) == f"{file}, line 2: the JSON ends too early; is the file cut off?"
    assert not Path("memory.kgmem").exists()


def test_a_bad_line_can_be_left_out_and_is_named(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"text": "Hello"}, "{", {"text": " "}))
    told = run("ingest", file, "--skip-bad").stdout
    assert told.splitlines()[0] == "1 message remembered"
    assert re.search(r"left out +1\n", told)
    assert re.search(r"without text +1\n", told)
    assert "line 2: the JSON ends too early" in told
    (read,) = value("ingest", file, "--skip-bad")["files"]
    assert read["left_out"] == [{"where": "line 2", "reason": "the JSON ends too early; is the file cut off?"}]


def test_a_bad_line_in_a_pipe_keeps_what_came_before() -> None:
    result = run("ingest", "-", input='{"text": "Hello"}\n{\n')
    assert (result.exit_code, result.stderr) == (
        1,
        "error: standard input, line 2: the JSON ends too early; is the file cut off?\n",
    )
    assert value("stats")["episodes"] == 1


def test_a_time_without_a_zone_asks_for_one(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", MESSAGES[0]))
    assert "--timezone Europe/Lisbon" in error("ingest", file)


def test_a_memory_remembers_its_zone(held: Path, tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", *MESSAGES))
    assert run("ingest", file, "--path", str(held)).stdout == "0 messages remembered, 3 already known\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone", None, "there is no file"),
        ("empty", b"", "is empty; there is nothing in it to remember"),
        ("blank", b" \n\n", "no messages in"),
        ("latin", b"caf\xe9", "byte 0xe9 is not UTF-8"),
    ],
)
def test_a_file_without_messages_makes_no_memory(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert message in error("ingest", name)
    assert not Path("memory.kgmem").exists()


def test_progress_is_shown_only_where_asked(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"text": "Hello"}))
    assert run("ingest", file).stderr == ""
    assert "1/1" in run("ingest", file, "--path", "other.kgmem", "--progress").stderr


# --- recall -------------------------------------------------------------------------------------


def test_recall_cites_speaker_local_date_session_and_id(held: Path) -> None:
    told = run("recall", "Where does Flora live?", "--path", str(held)).stdout
    assert "Ana  Wed 03 Jun 2026, 23:30  s2  m3" in told
    assert "Flora lives in Coimbra." in told
    assert "\x1b" not in told


def test_recall_gives_json_with_the_same_hits(held: Path) -> None:
    found = value("recall", "Where does Flora live?", "--path", str(held))
    assert found["query"] == "Where does Flora live?"
    assert found["episodes"][0]["id"] == "m3"
    assert found["episodes"][0]["occurred"] == "2026-06-03T23:30:00+01:00"


def test_recall_is_narrowed_by_its_options(held: Path) -> None:
    def ids(*options: str) -> set[str]:
        return {hit["id"] for hit in value("recall", "Who lives where?", "--path", str(held), *options)["episodes"]}

    assert ids("--speaker", "Tom") <= {"m2"}
    assert ids("--session", "s2") == {"m3"}
    assert ids("--between", "2026-06-01", "..") == {"m3"}
    assert "m3" not in ids("--between", "..", "2026-06-01")
    assert len(ids("--limit", "1")) == 1
    assert ids("--limit", "0") == set()


def test_recall_says_when_nothing_is_known(held: Path) -> None:
    assert run("recall", "Flora", "--path", str(held), "--limit", "0").stdout == "nothing known about this\n"


def test_recall_prints_context_and_explanation(held: Path) -> None:
    context = run("recall", "Where does Flora live?", "--path", str(held), "--context", "200").stdout
    assert '"Flora lives in Coimbra." [m3]' in context
    packed = value("recall", "Where does Flora live?", "--path", str(held), "--context", "200")
    assert (packed["query"], packed["context"]) == ("Where does Flora live?", context.rstrip("\n"))
    assert packed["tokens"] <= 200
    assert packed["left_out"] == packed["cut"] == []
    tight = value("recall", "Where does Flora live?", "--path", str(held), "--context", "40")
    assert {"kind": "episode", "id": "m1", "reason": "budget"} in tight["left_out"]
    assert run("recall", "Flora", "--path", str(held), "--explain").stdout.startswith("query: Flora\n")


def test_recall_refuses_what_cannot_be_meant(held: Path) -> None:
    assert "query is empty or blank" in error("recall", " ", "--path", str(held))
    assert "as_of='someday'" in error("recall", "x", "--as-of", "someday", "--path", str(held))
    assert "must be a whole number, 0 or more" in error("recall", "x", "--limit", "-1", "--path", str(held))
    assert "no relation is called 'foo'" in error("recall", "x", "--relation", "foo", "--path", str(held))
    assert "'loud' is not" in error("recall", "x", "--mode", "loud", "--path", str(held), code=2)


# --- looking around -----------------------------------------------------------------------------


def test_facts_are_listed_with_validity_and_source(held: Path) -> None:
    told = run("facts", "Flora", "--path", str(held)).stdout
    assert re.fullmatch(r"  Flora lives in Coimbra  at least since 2026-06-03  m3\n", told)
    assert [fact["object"] for fact in value("facts", "Flora", "--path", str(held))] == ["Coimbra"]
    assert value("facts", "Flora", "--as-of", "2020-01-01", "--path", str(held)) == []


def test_facts_of_nobody_hint_at_somebody(held: Path) -> None:
    assert run("facts", "flo", "--path", str(held)).stdout == "no such facts; there are some of Flora\n"
    assert run("facts", "Zoe", "--path", str(held)).stdout == "no such facts\n"


def test_cypher_prints_a_table_and_takes_parameters(held: Path) -> None:
    query = "MATCH (e:Episode) WHERE e.speaker = $who RETURN e.id, e.text ORDER BY e.id"
    assert run("cypher", query, "--param", "who=Ana", "--path", str(held)).stdout == (
        "e.id  e.text\nm1    I live in Lisbon.\nm3    Flora lives in Coimbra.\n"
    )
    assert value("cypher", query, "--param", "who=Tom", "--path", str(held)) == {
        "columns": ["e.id", "e.text"],
        "rows": [["m2", "I am allergic to walnuts."]],
        "truncated": False,
    }
    assert "raise --limit" in run("cypher", query, "--param", "who=Ana", "-n", "1", "--path", str(held)).stderr


def test_cypher_only_reads(held: Path) -> None:
    assert "DELETE does not pass" in error("cypher", "MATCH (e:Episode) DELETE e", "--path", str(held))
    assert "must be NAME=VALUE" in error("cypher", "RETURN 1", "--param", "x", "--path", str(held))


def test_stats_count_and_check_finds_nothing_wrong(held: Path) -> None:
    assert re.search(r"^episodes +3$", run("stats", "--path", str(held)).stdout, re.M)
    assert value("stats", "--path", str(held))["episodes"] == 3
    assert run("check", "--path", str(held)).stdout == "healthy: journal, graph and indexes agree\n"
    assert value("check", "--path", str(held)) == {"healthy": True, "findings": []}


def test_reindex_embeds_every_message(held: Path) -> None:
    assert value("reindex", "--path", str(held)) == {"embedded": 3, "encoder": "minilm"}


# --- forget and erase ---------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A memory of MESSAGES for one test, where commands look for it."""
    path = tmp_path / "memory.kgmem"
    with Memory.open(path, timezone="Europe/Lisbon") as memory:
        memory.observe_many(MESSAGES)
    return path


def texts() -> list[str]:
    with Memory.open("memory.kgmem", read_only=True) as memory:
        return [episode.text for episode in memory.episodes()]


def test_what_is_forgotten_is_hidden_listed_and_shown_again(own: Path) -> None:
    done = value("forget", "--session", "s2", "--reason", "by mistake")
    assert (done["selector"], done["reason"], done["undone"]) == ("session=s2", "by mistake", None)
    assert texts() == ["I live in Lisbon.", "I am allergic to walnuts."]
    assert re.fullmatch(
        rf"  session=s2  {done['hidden']} things  20..-..-..  by mistake  {done['id']}\n", run("forgotten").stdout
    )
    assert value("forgotten") == [done]
    assert run("unforget", done["id"]).stdout == "shown again: session=s2\n"
    assert len(texts()) == 3
    assert value("forgotten") == []
    assert "nothing is forgotten under the id" in error("unforget", done["id"])


def test_forgetting_says_how_to_undo_it_and_when_there_is_nothing(own: Path) -> None:
    told = run("forget", "--speaker", "Tom").stdout
    assert re.fullmatch(r"\d+ things hidden: speaker=Tom\n  kgmem unforget fo_\w+   shows them again\n", told)
    assert run("forget", "--before", "2001-01-01").stdout.startswith("nothing is held of before=2001-01-01")


@pytest.mark.parametrize("command", ["forget", "erase"])
def test_what_is_meant_must_be_said_and_known(own: Path, command: str) -> None:
    assert "say what is meant: --entity, --speaker" in error(command)
    assert "no entity is called 'Zoe'" in error(command, "--entity", "Zoe")
    assert "--where 'role' must be FIELD=VALUE" in error(command, "--where", "role")
    assert "where has no field 'colour'" in error(command, "--where", "colour=red")


def test_messages_are_chosen_by_field_and_metadata(tmp_path: Path) -> None:
    file = written(
        tmp_path / "chat.jsonl",
        {"id": "m1", "session": "7", "text": "Hello", "metadata": {"page": 7}},
        {"id": "m2", "session": "8", "text": "Good morning", "metadata": {"page": 8}},
    )
    assert run("ingest", str(file)).exit_code == 0
    assert value("forget", "--where", "metadata.page=8")["hidden"] >= 1
    assert texts() == ["Hello"]
    assert value("forget", "--where", "session=7", "--where", "metadata.page=7")["hidden"] >= 1
    assert texts() == []


def test_erasing_only_plans_where_nobody_confirms(own: Path) -> None:
    result = run("erase", "--session", "s2")
    assert result.exit_code == 1
    assert result.stdout.startswith("erasing session=s2 would take\n  1 episode: m3\n")
    assert result.stderr == "error: nothing was erased; run it again with --yes to erase this for good\n"
    result = run("erase", "--session", "s2", "--json")
    plan = json.loads(result.stdout)
    assert (result.exit_code, plan["receipt"], plan["plan"]["episodes"]) == (1, None, ["m3"])
    assert len(texts()) == 3


def test_erasing_gives_a_receipt_and_leaves_nothing_in_any_file(own: Path) -> None:
    assert run("backup", "copy").exit_code == 0
    done = value("erase", "--entity", "Flora", "--yes")
    receipt = done["receipt"]
    assert done["plan"]["episodes"] == ["m3"]
    assert (receipt["counts"]["episodes"], receipt["residues"], receipt["backups"]) == (
        1,
        0,
        [str(Path.cwd() / "copy")],
    )
    assert not [file for file in own.rglob("*") if file.is_file() and b"Flora" in file.read_bytes()]
    assert value("erasures") == [receipt]
    told = run("erasures").stdout
    assert "0 residues" in told
    assert told.endswith(f"{receipt['id']}\n")
    told = run("erase", "--speaker", "Tom", "--yes").stdout
    assert re.search(r"^searched \d+ files of [\d,]+ bytes for it: 0 residues$", told, re.M)
    assert texts() == ["I live in Lisbon."]


def test_erasing_nothing_needs_no_confirmation(own: Path) -> None:
    assert run("erase", "--before", "2001-01-01").stdout.startswith("nothing is held of before=2001-01-01")
    assert run("erasures").stdout == "nothing was erased here\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is made with pty")
@pytest.mark.parametrize(("answer", "left"), [(b"n\n", 3), (b"y\n", 2)])
def test_erasing_asks_at_a_terminal(own: Path, answer: bytes, left: int) -> None:
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, answer)
    result = subprocess.run(
        [sys.executable, "-m", "kgmem", "erase", "--session", "s2"],
        stdin=theirs,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert (result.returncode == 0) == (left == 2)
    assert b"Erase this for good? [y/N]" in result.stderr
    assert len(texts()) == left


def test_a_scan_finds_nothing_that_the_policy_keeps_out(own: Path) -> None:
    assert run("scan").stdout == "no secrets, and nothing else that the policy does not allow\n"
    assert value("scan") == {"fixed": False, "leaks": []}


def test_a_scan_names_places_and_mends_them(tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"id": "m1", "text": "Write to ana@example.org about it."}))
    assert run("ingest", file).exit_code == 0
    assert texts() == ["Write to ana@example.org about it."]
    result = run("scan", KGMEM_REDACT="email=redact")
    assert (result.exit_code, result.stderr) == (1, "")
    assert re.match(r"\d+ leaks? found; --fix replaces them\n  email  episode.text +m1\n", result.stdout)
    assert "ana@" not in result.stdout
    assert run("scan", "--fix").exit_code == 0
    assert value("scan") == {"fixed": False, "leaks": []}
    assert texts() == ["Write to [redacted:email] about it."]


def test_ingest_takes_a_policy_and_keeps_it(tmp_path: Path) -> None:
    file = written(tmp_path / "chat.jsonl", {"text": "Write to ana@example.org."})
    assert run("ingest", str(file), "--redact", "email=mask").exit_code == 0
    assert texts() == ["Write to [redacted:email*@example.org]."]
    written(file, {"text": "Or to tom@example.org."})
    assert run("ingest", str(file)).exit_code == 0
    assert "tom@" not in texts()[1]
    assert "KIND=ACTION" in error("ingest", str(file), "--redact", "email")
    assert "no kind of redaction is called 'mail'" in error("ingest", str(file), "--redact", "mail=mask")


# --- keep and move ------------------------------------------------------------------------------


def test_a_backup_is_restored_opened_and_checked(own: Path) -> None:
    made = value("backup", "copy")
    assert (made["backup"], made["rows"] > 0, made["bytes"] > 0) == ("copy", True, True)
    assert "is not empty" in error("backup", "copy")
    back = value("restore", "copy", "--path", "again.kgmem")
    assert (back["episodes"], back["healthy"], back["findings"]) == (3, True, [])
    assert value("facts", "Flora", "--path", "again.kgmem") == value("facts", "Flora")
    assert "is not empty" in error("restore", "copy", "--path", "again.kgmem")


def test_a_damaged_backup_is_refused_and_makes_no_memory(own: Path) -> None:
    assert run("backup", "copy").exit_code == 0
    journal = Path("copy/memory/journal.sqlite")
    journal.write_bytes(journal.read_bytes()[:-1] + b"x")
    assert "journal.sqlite fails its checksum" in error("restore", "copy", "--path", "again.kgmem")
    assert "holds no manifest.json" in error("restore", str(own), "--path", "again.kgmem")
    assert not Path("again.kgmem").exists()


def test_an_export_comes_back_exactly_and_twice_changes_nothing(own: Path) -> None:
    made = value("export", "out.jsonl")
    assert made == {"file": "out.jsonl", "format": "jsonl", "bytes": Path("out.jsonl").stat().st_size}
    done = value("import", "out.jsonl", "--path", "other.kgmem")
    assert (done["episodes"], done["exact"], done["bad"]) == (3, True, [])
    assert run("import", "out.jsonl", "--path", "other.kgmem").stdout == (
        "0 messages and 0 direct calls taken in\n  known already   3\n"
    )
    assert value("facts", "--path", "other.kgmem") == value("facts")


@pytest.mark.parametrize("format", ["turtle", "json-ld"])
def test_an_export_as_rdf_is_read_by_another_library(own: Path, format: str) -> None:
    import rdflib

    assert run("export", "out", "--format", format).exit_code == 0
    graph = rdflib.Graph().parse("out", format=format)
    assert "Flora lives in Coimbra." in {str(value) for value in graph.objects()}


def test_a_damaged_export_is_refused_before_a_memory_is_made(own: Path) -> None:
    assert run("export", "out.jsonl").exit_code == 0
    lines = Path("out.jsonl").read_text().splitlines()
    written(Path("out.jsonl"), lines[0], "{", *lines[2:])
    assert "line 2 of out.jsonl cannot be read" in error("import", "out.jsonl", "--path", "other.kgmem")
    assert "name an export" in error("import", "gone.jsonl", "--path", "other.kgmem")
    written(Path("notes.txt"), "Hello")
    assert "is no kgmem export" in error("import", "notes.txt", "--path", "other.kgmem")
    assert not Path("other.kgmem").exists()
    left = value("import", "out.jsonl", "--path", "other.kgmem", "--skip-bad")["bad"]
    assert left[0] == {"line": 2, "reason": "it is no JSON object"}


def test_an_id_with_another_text_is_kept_added_or_replaced(own: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "chat.jsonl", {**MESSAGES[0], "text": "I live in Braga."})
    zone = ("--timezone", "Europe/Lisbon", "--path", "other.kgmem")
    assert run("ingest", str(file), *zone).exit_code == 0
    assert run("export", "out.jsonl", "--path", "other.kgmem").exit_code == 0
    assert value("import", "out.jsonl")["kept"] == ["m1"]
    (beside,) = value("import", "out.jsonl", "--existing", "merge")["added"]
    assert beside.startswith("m1~")
    assert value("import", "out.jsonl", "--existing", "overwrite")["replaced"] == ["m1"]
    assert "I live in Lisbon." not in texts()


@pytest.mark.skipif(find_spec("ladybug") is None, reason="ladybug is not installed")
def test_a_memory_moves_to_another_engine_and_back(own: Path) -> None:
    for engine in ("ladybug", "kuzu"):
        result = shell("migrate", "--engine", engine, "--json")
        assert (result.returncode, result.stderr) == (0, b"")
        assert json.loads(result.stdout)["engine"].startswith(f"{engine} ")
        assert shell("check").stdout == b"healthy: journal, graph and indexes agree\n"
        assert b"Flora lives in Coimbra" in shell("facts", "Flora").stdout


def test_an_engine_is_chosen_for_a_new_memory_only(own: Path, tmp_path: Path) -> None:
    file = str(written(tmp_path / "chat.jsonl", {"text": "Hello"}))
    assert "kgmem migrate --engine ladybug" in error("ingest", file, "--engine", "ladybug")
    assert "must be one of kuzu, ladybug" in error("ingest", file, "--engine", "neo")
    assert value("ingest", file, "--engine", "kuzu")["remembered"] == 1


# --- check and repair ---------------------------------------------------------------------------


def lose_a_vector(path: Path) -> None:
    """Cut the log of vectors short, as a disk does that loses what was written last."""
    log = path / "index" / "vectors.log"
    log.write_bytes(log.read_bytes()[:-8])
    for file in ("hnsw.bin", "hnsw.json"):
        (path / "index" / file).unlink(missing_ok=True)


def test_a_repair_tells_before_it_does_and_does_it(own: Path) -> None:
    assert run("repair").stdout == "nothing to mend\n"
    assert value("repair", "--dry-run") == {"dry_run": True, "repairs": []}
    lose_a_vector(own)
    assert run("repair").exit_code == 0
    assert value("check") == {"healthy": True, "findings": []}


# --- memories that are none ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        *(["recall", "x"], ["facts"], ["cypher", "RETURN 1"], ["stats"], ["check"], ["reindex"], ["repair"]),
        *(["forget", "--entity", "Ana"], ["forgotten"], ["unforget", "fo_1"], ["erase", "--entity", "Ana"]),
        *(["erasures"], ["scan"], ["backup", "copy"], ["export", "out.jsonl"], ["migrate", "--engine", "kuzu"]),
        *(["sweep"], ["sweep", "--dry-run"], ["pin", "Ana"], ["unpin", "Ana"], ["pinned"], ["tune", "--remove"]),
        *(["pending"], ["pending", "run"]),
        *(["compress", "--session", "s1"], ["replay", "judged.jsonl"], ["stats", "--metrics"]),
    ],
)
def test_reading_what_is_not_there_says_how_to_make_it_and_makes_nothing(command: list[str], tmp_path: Path) -> None:
    assert error(*command, "--path", "my memory") == (
        "there is no memory at my memory; make one with `kgmem ingest FILE --path 'my memory'`, or see `kgmem demo`"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    written(tmp_path / "thesis.txt", "Hello")
    assert "holds other things and no kgmem memory" in error("recall", "x", "--path", str(tmp_path))
    assert "holds other things and no kgmem memory" in error("ingest", "thesis.txt", "--path", str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_memory_in_use_is_written_by_nobody_else_and_says_by_whom(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.kgmem"):
        for command in (["check"], ["forget", "--session", "s1"], ["backup", "copy"], ["erasures"]):
            result = shell(*command)
            assert (result.returncode, result.stdout) == (1, b"")
            assert f"is in use: held by process {os.getpid()}".encode() in result.stderr
            assert b"recall, facts, cypher, stats, forgotten and export work meanwhile" in result.stderr


def test_a_memory_in_use_is_read_as_a_snapshot(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.kgmem", timezone="Europe/Lisbon") as memory:
        memory.observe_many(MESSAGES)
        told = json.loads(shell("stats", "--json").stdout)
        assert told["episodes"] == 3
        assert told["writer"]["pid"] == os.getpid()
        assert (told["snapshot"]["seq"], told["snapshot"]["age"] < 60) == (1, True)
        assert b"up to write 1, recorded 20" in shell("stats").stdout
        assert b"Flora lives in Coimbra." in shell("recall", "Where does Flora live?").stdout
        assert shell("cypher", "MATCH (e:Episode) RETURN count(e) AS n").stdout == b"n\n3\n"
        assert shell("facts", "Flora").stdout.startswith(b"  Flora lives in Coimbra")
        assert shell("forgotten").stdout == b"nothing is forgotten\n"
        assert shell("export", "out.jsonl").returncode == 0
    assert "writer" not in value("stats")


# --- settings -----------------------------------------------------------------------------------


def test_the_path_comes_from_argument_environment_or_file(held: Path, tmp_path: Path) -> None:
    written(tmp_path / "kgmem.toml", 'path = "nowhere"')
    assert "no memory at nowhere" in error("stats")
    assert value("stats", KGMEM_PATH=str(held))["episodes"] == 3
    assert value("stats", "--path", str(held), KGMEM_PATH="elsewhere")["episodes"] == 3
    other = written(tmp_path / "other.toml", f"path = {json.dumps(str(held))}\nlimit = 1")
    assert len(value("recall", "Who lives where?", "--config", str(other))["episodes"]) == 1
    assert value("stats", KGMEM_CONFIG=str(other))["episodes"] == 3


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    written(tmp_path / "kgmem.toml", 'timezon = "UTC"')
    assert "kgmem.toml: unknown setting 'timezon'. Did you mean 'timezone'?" in error("stats")


def test_a_file_that_happens_to_lie_here_cannot_have_texts_sent_away(tmp_path: Path) -> None:
    written(tmp_path / "kgmem.toml", 'encoder = "endpoint:model@http://127.0.0.1:9"')
    written(tmp_path / "chat.txt", "Hello")
    assert "allow it with --config kgmem.toml" in error("ingest", "chat.txt")
    assert not Path("memory.kgmem").exists()


# --- hostile text -------------------------------------------------------------------------------

HOSTILE = "[red]x[/red] \\[b] :smile: \u202egnitirw\u202c \U000e0041 https://x [link=http://y]z[/link]"


def test_stored_text_cannot_act_upon_a_terminal(tmp_path: Path) -> None:
    said = {"id": "m1", "text": HOSTILE, "speaker": "[bold]Eve", "session": "\u202es", "at": "2026-06-03T09:00Z"}
    assert run("ingest", str(written(tmp_path / "chat.jsonl", said))).exit_code == 0
    for arguments in (
        ["recall", "gnitirw"],
        ["recall", "gnitirw", "--explain"],
        ["recall", "gnitirw", "--context", "99"],
    ):
        for told in (run(*arguments).stdout, run(*arguments, "--json").stdout):
            assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\U000e0000-\U000e007f]", told)
    told = run("recall", "gnitirw").stdout
    assert "[red]x[/red] \\[b] :smile: \\u202egnitirw\\u202c \\U000e0041" in told
    assert "[bold]Eve" in told
    assert value("recall", "gnitirw")["episodes"][0]["text"] == HOSTILE


def test_an_argument_cannot_act_upon_a_terminal_by_way_of_an_error() -> None:
    assert run("recall", "x", "--path", "a\x1b[31mb").stderr.count("\x1b") == 0


# --- errors -------------------------------------------------------------------------------------


def test_wrong_usage_exits_with_2_and_says_where_help_is() -> None:
    result = run("recall")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: Missing argument 'QUERY'. (see kgmem recall --help)\n"
    result = run("recall", "x", "--limitt", "3", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"]["code"] == "usage"
    assert run("remember").exit_code == 2


def test_errors_carry_their_code() -> None:
    assert json.loads(run("stats", "--json").stderr)["error"]["code"] == "not_a_store"
    assert json.loads(run("stats", "--json", KGMEM_TIMEZONE="Mars").stderr)["error"]["code"] == "config"


def test_a_trace_is_shown_only_on_demand() -> None:
    assert "Traceback" not in run("stats").stderr
    assert "Traceback" in run("stats", KGMEM_DEBUG="1").stderr


# --- the shell ----------------------------------------------------------------------------------


def test_a_closed_pipe_is_silent(held: Path) -> None:
    query = "UNWIND range(1, 30000) AS n RETURN n"
    command = f"{sys.executable} -m kgmem cypher '{query}' -n 30000 --path '{held}' | head -n 1"
    result = subprocess.run(
        command, shell=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True
    )
    assert (result.stdout, result.stderr) == ("n\n", "")


@pytest.mark.parametrize("locale", [{"LANG": "C", "LC_ALL": ""}, {"PYTHONIOENCODING": "ascii"}])
def test_output_is_utf8_whatever_the_locale(held: Path, locale: dict[str, str]) -> None:
    result = shell("cypher", "RETURN 'São João 波尔图' AS said", "--path", str(held), **locale)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("utf-8") == "said\nSão João 波尔图\n"


def test_ctrl_c_ends_quietly_and_what_came_before_is_remembered() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "kgmem", "ingest", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    process.stdin.write(b'{"text": "Hello"}\n')
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not Path("memory.kgmem/meta.json").exists():  # then it waits for a second line
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert value("stats")["episodes"] == 1


# --- an order of one's own ----------------------------------------------------------------------


def test_tuning_says_what_it_is_worth_and_what_it_takes(own: Path) -> None:
    lines = [
        {"question": f"Where does {name} live{end}", "episodes": [id]}
        for name, id in (("Ana", "m1"), ("Flora", "m3"))
        for end in ("?", " now?", " today?", " then?", " by now?")
    ]
    written(own.parent / "judged.jsonl", *lines)
    assert run("tune", "judged.jsonl").stdout.splitlines() == [
        "10 judged questions, each ordered by what was learned from the others:",
        "  right messages among the first ten: 100.0 % before, 100.0 % after",
        "not kept: it does not find more",
    ]
    assert value("tune", "judged.jsonl")["kept"] is False
    assert value("stats")["order"] == "packaged"
    assert run("tune", "--remove").stdout == "the order was not tuned\n"
    assert error("tune") == "give either a file of judged questions or --remove"


# --- what happened, and what it comes to ---------------------------------------------------------


def test_what_happened_is_counted_over_commands(own: Path) -> None:
    written(own.parent / "judged.jsonl", {"question": "Where does Ana live?", "text": "i live in lisbon"})
    assert run("replay", "judged.jsonl", "--limit", "2").stdout.splitlines() == [
        "samples                   1",
        "any right one among 2     100 %",
        "share of the right ones   100 %",
        "all right ones            100 %",
    ]
    shown = run("stats", "--metrics").stdout
    assert "episodes{fate=new}" in shown
    assert "replay " in shown
    counted = value("stats", "--metrics")
    assert (counted["counters"]["episodes{fate=new}"], counted["alerts"]) == (3, [])
    assert counted["gauges"]["recall_accuracy{k=2,measure=all}"] == 100
    assert 'kgmem_episodes_total{fate="new"} 3.0' in run("stats", "--prometheus").stdout
    assert error("stats", "--metrics", "--as-of", "2026") == (
        "what happened is counted up to now; leave --as-of and --known-at out"
    )


def test_a_session_is_compressed(held: Path) -> None:
    shown = run("compress", "--session", "s1", "--max-tokens", "60", "--path", str(held)).stdout
    assert shown.splitlines() == [
        "2026-03-02",
        '- Ana: "I live in Lisbon." [1]',
        '- Tom: "I am allergic to walnuts." [2]',
    ]
    found = value("compress", "--session", "s1", "--max-tokens", "25", "--path", str(held))
    assert (found["kept"], found["dropped"]) == (["m2"], [{"id": "m1", "reason": "budget"}])
    assert error("compress", "--session", "x", "--path", str(held)) == "memory holds no session 'x'"


# --- what fades ---------------------------------------------------------------------------------


def test_a_sweep_says_what_goes_and_why_and_how_to_undo_it(own: Path) -> None:
    written(own.parent / "more.jsonl", {"id": "m9", "speaker": "Ana", "at": "2026-03-02T09:00:00", "text": "ok thanks"})
    assert run("ingest", "more.jsonl").exit_code == 0
    dry = value("sweep", "--dry-run", "--min-age", "1")
    assert [(one["id"], one["reason"]) for one in dry["hidden"]] == [("m9", "worth less than 0.05")]
    told = run("sweep", "--min-age", "1").stdout.splitlines()
    assert told[:2] == ["1 thing hidden", "  ok thanks"]
    assert told[2].startswith("    worth less than 0.05; ")
    assert "importance 0.02, 0 recalls; episodic" in " ".join(told)
    assert re.fullmatch(r"  kgmem unforget fo_\w+   shows them again", told[-1])
    assert value("forgotten")[0]["selector"] == "sweep episodic"
    assert run("sweep").stdout == "nothing has faded that far\n"


def test_a_sweep_without_options_is_that_of_the_policy_without_arguments() -> None:
    taken = signature(cli_sweep.sweep).parameters
    plain = {field.name: field.default for field in fields(SweepPolicy) if field.name != "classes"}
    assert {name: taken[name].default for name in plain} == plain


def test_a_purge_asks_first(own: Path) -> None:
    written(own.parent / "more.jsonl", {"id": "m9", "speaker": "Ana", "at": "2026-03-02T09:00:00", "text": "ok thanks"})
    assert run("ingest", "more.jsonl").exit_code == 0
    asked = run("sweep", "--purge-after", "0")
    assert (asked.exit_code, asked.stdout.splitlines()[0]) == (1, "1 thing would be hidden")
    assert "nothing was swept; run it again with --yes" in asked.stderr
    assert value("forgotten") == []
    done = value("sweep", "--purge-after", "0", "--yes")
    assert [one["id"] for one in done["purged"]] == ["m9"]
    assert done["receipt"]["residues"] == 0
    assert value("erasures")[0]["id"] == done["receipt"]["id"]
    assert "half_life=-1.0 must be a number from 0" in error("sweep", "--half-life", "-1")


def test_pins_are_set_listed_and_taken_off(own: Path) -> None:
    assert run("pinned").stdout == "nothing is pinned\n"
    told = run("pin", "Ana", "--reason", "she asked").stdout
    assert re.fullmatch(r"pinned: entity ana\n  kgmem unpin pi_\w+   lets it fade again\n", told)
    (pin,) = value("pinned")
    assert (pin["kind"], pin["what"], pin["reason"], pin["undone"]) == ("entity", "ana", "she asked", None)
    assert "ana  entity" in run("pinned").stdout
    assert run("unpin", "Ana").stdout == "pinned no longer: entity ana\n"
    assert "is not pinned" in error("unpin", "Ana")
    assert "nothing has the id or name 'nobody' here" in error("pin", "nobody")


def test_recall_explains_itself_and_names_its_stages(held: Path) -> None:
    shown = run("recall", "Where does Flora live?", "--path", str(held), "--explain", "--trace").stdout
    assert "\nSaid\n" in shown
    assert "#" in shown
    assert "shares flora, lives" in shown
    assert "\nStages\n" in shown
    stages = run("recall", "Where does Flora live?", "--path", str(held), "--trace").stdout.splitlines()
    assert [line.split()[0] for line in stages][-2:] == ["order", "cut"]
    assert value("recall", "Flora", "--path", str(held), "--trace")["trace"][0]["stage"] == "encode"


def test_why_not_says_where_a_memory_was_lost(held: Path) -> None:
    shown = run("why-not", "Where does Flora live?", "m1", "--path", str(held), "-n", "1").stdout
    assert shown.startswith(("outranked: ", "cut by limit: "))
    assert "\nrecalled\n  with limit=" in shown
    assert value("why-not", "Where does Flora live?", "m3", "--path", str(held))["stage"] == "recalled"
    assert "no episode, fact or event with the id 'm99'" in error("why-not", "Flora", "m99", "--path", str(held))


def test_the_questions_of_a_file_are_answered_one_by_one(held: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("Where does Flora live?\n\nWho is allergic?\n", "utf-8")
    found = value("recall-many", str(file), "--path", str(held))
    assert [one["query"] for one in found] == ["Where does Flora live?", "Who is allergic?"]
    shown = run("recall-many", str(file), "--path", str(held), "-n", "1").stdout
    assert shown.startswith("Where does Flora live?\n  Answer\n")
    assert "\n\nWho is allergic?\n" in shown
    file.write_bytes(b"Wo?\xff")
    assert "is not text in UTF-8 (byte 3)" in error("recall-many", str(file), "--path", str(held))
    assert "cannot be read" in error("recall-many", "none.txt", "--path", str(held))


def test_recall_shows_what_is_wanted_for_good_and_why_not_looks_into_contexts(tmp_path: Path) -> None:
    said = [
        {"id": "m1", "speaker": "Ana", "at": "2026-03-02T09:00:00Z", "text": "Always answer me in French."},
        {"id": "m2", "speaker": "Ana", "at": "2026-03-03T09:00:00Z", "text": "The ferry leaves at nine."},
    ]
    (tmp_path / "chat.json").write_text(json.dumps(said))
    place = str(tmp_path / "wishes.kgmem")
    run("ingest", str(tmp_path / "chat.json"), "--path", place)
    shown = run("recall", "ferry", "--path", place, "-n", "1", "--relation", "owns").stdout
    assert "\nPreferences\n  Ana likes to be answered in French" in f"\n{shown}"
    lost = value("why-not", "ferry", "m2", "--path", place, "--context", "20")
    assert (lost["stage"], lost["remedies"][0]["change"]) == ("left out of the context", "max_tokens=40")


# --- a language model --------------------------------------------------------------------------------

MUSING = (
    "Funny how my ragged quilt smells of candles, harsh winters, pepper and old trains whenever rain drums outside."
)


def test_ingest_with_a_model_says_what_it_asked_and_what_that_cost(tmp_path: Path) -> None:
    chat = tmp_path / "chat.jsonl"
    lines = [
        {"text": text, "speaker": "Ana", "at": "2026-05-08T09:00:00Z"} for text in ("Hi!", "I live in Rome.", MUSING)
    ]
    chat.write_text("\n".join(map(json.dumps, lines)))
    with ScriptedLLM(lambda asked: {"claims": [], "events": []}) as server:
        arguments = ("ingest", str(chat), "--path", str(tmp_path / "m"), "--llm", f"{server.url}#scripted")
        result = run(*arguments, KGMEM_LLM_PRICE="1,2", KGMEM_LLM_API_KEY="geheim")
        assert result.exit_code == 0
        assert "extract: of 3 asked about 1, 1 call, " in result.output
        assert server.requests[0].headers["authorization"] == "Bearer geheim"
        assert "model" not in value(*arguments)  # all is known: nothing was asked


@pytest.mark.parametrize(
    ("arguments", "env", "words"),
    [
        (("--llm", "localhost#m"), {}, "--llm must be URL#MODEL, such as http://localhost:11434/v1#qwen3"),
        (("--llm", "http://127.0.0.1:9/v1"), {}, "--llm must be URL#MODEL"),
        ((), {"KGMEM_LLM_MODEL": "m"}, "a language model needs llm_url and llm_model; llm_url is missing"),
    ],
)
def test_a_model_that_is_named_by_halves_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], env: dict[str, str], words: str
) -> None:
    chat = tmp_path / "chat.jsonl"
    chat.write_text('{"text": "I live in Rome.", "speaker": "Ana"}')
    result = run("ingest", str(chat), "--path", str(tmp_path / "m"), *arguments, **env)
    assert result.exit_code == 1
    assert words in " ".join(result.output.split())


def test_a_settings_file_that_lies_around_has_no_texts_sent_to_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kgmem.toml").write_text('llm_url = "http://127.0.0.1:9/v1"\nllm_model = "m"')
    monkeypatch.chdir(tmp_path)
    result = run("stats")
    assert "kgmem.toml would have texts sent to a language model; allow it with --config kgmem.toml" in result.output


# --- what waits to be read ----------------------------------------------------------------------


def test_what_waits_is_listed_and_read(own: Path) -> None:
    assert run("pending").stdout == "nothing waits to be read\n"
    with Memory.open(own) as memory:
        memory.observe("I moved to Oslo.", speaker="Ana", at="2026-06-04T09:00:00Z", id="m8", read="later")
        memory.observe("I like chess.", speaker="Tom", at="2026-06-05T09:00:00Z", id="m9", session="s9", read="later")
    (first, second) = value("pending")
    assert (first["id"], first["session"], first["why"]) == ("m8", "default", "not read yet")
    assert [one["id"] for one in value("pending", "--session", "s9")] == [second["id"]] == ["m9"]
    assert [line.split()[0] for line in run("pending").stdout.splitlines()] == ["m8", "m9"]
    assert value("stats")["pending"] == 2
    assert "2 episodes not read yet" in run("doctor").stdout
    done = run("pending", "run", "--limit", "1").stdout
    assert done == "1 message read, 1 new fact, 1 new event, 1 still pending\n"
    assert value("pending", "run")["read"] == 1
    assert "Ana lives in Oslo" in run("facts", "Ana").stdout
    assert "everything is read" in run("doctor").stdout
    assert "leave out --known-at, or `run`" in error("pending", "run", "--known-at", "2026-06-04")
