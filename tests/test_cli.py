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
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kgmem import Memory
from kgmem.cli import app

ROOT = Path(__file__).parent.parent
COMMANDS = ["demo", "ingest", "recall", "facts", "cypher", "stats", "check", "reindex", "doctor", "version"]
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


def test_help_names_every_command_in_whole_sentences() -> None:
    result = run("--help")
    assert re.findall(r"^  (\w+)  ", result.stdout.split("Commands:")[1], re.M) == COMMANDS
    assert "..." not in result.stdout.split("Commands:")[1]
    assert run().stdout == result.stdout


@pytest.mark.parametrize("command", COMMANDS)
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
    assert value("recall", "Where does Flora live?", "--path", str(held), "--context", "200") == {
        "query": "Where does Flora live?",
        "context": context.rstrip("\n"),
    }
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


# --- memories that are none ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["recall", "x"], ["facts"], ["cypher", "RETURN 1"], ["stats"], ["check"], ["reindex"]]
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


def test_a_memory_that_is_in_use_says_by_whom(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.kgmem"):
        result = shell("stats")
    assert result.returncode == 1
    assert f"is in use: held by process {os.getpid()}".encode() in result.stderr


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
    assert run("forget").exit_code == 2


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
