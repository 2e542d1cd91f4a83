"""What the documents promise: README blocks and examples run and print what they say."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem import schema
from scripts import extraction_page
from scripts.storage_page import PAGE, page

ROOT = Path(__file__).resolve().parent.parent
READMES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md")}
BLOCK = re.compile(r"```python\n(.*?)```\s*```text\n(.*?)```", re.DOTALL)
BLOCKS = {name: BLOCK.findall(text) for name, text in READMES.items()}
GUIDES = [
    (page.stem, *block)
    for page in sorted((ROOT / "docs").glob("*.md"))
    for block in BLOCK.findall(page.read_text(encoding="utf-8"))
]


def run(arguments: list[str], where: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", *arguments],
        cwd=where,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", READMES)
@pytest.mark.parametrize("block", range(2))
def test_a_readme_block_prints_what_it_says(name, block, tmp_path):
    code, output = BLOCKS[name][block]
    assert run(["-c", code], tmp_path) == output


@pytest.mark.parametrize(("code", "output"), [guide[1:] for guide in GUIDES], ids=[guide[0] for guide in GUIDES])
def test_a_guide_block_prints_what_it_says(code, output, tmp_path):
    assert run(["-c", code], tmp_path) == output


@pytest.mark.parametrize("name", READMES)
def test_a_readme_has_its_blocks_and_two_setup_commands(name):
    assert len(BLOCKS[name]) == 2
    setups = re.findall(r"^python3 -m venv .*$", READMES[name], re.MULTILINE)
    assert setups == re.findall(r"^python3 -m venv .*$", READMES["README.md"], re.MULTILINE)
    assert len(setups) == 2
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert setups[1] in ci
    assert len(BLOCKS[name][0][0].strip().splitlines()) <= 12


def test_both_readmes_have_the_same_sections_and_commands():
    def commands(text: str) -> list[list[str]]:
        lines = re.findall(r"^kgmem .*$", text, re.MULTILINE)
        return [[word for word in shlex.split(line, comments=True) if word[:2] in ("kg", "--")] for line in lines]

    english, chinese = READMES.values()
    assert commands(english) == commands(chinese)
    assert len(re.findall("^## ", chinese, re.MULTILINE)) == len(re.findall("^## ", english, re.MULTILINE)) + 1


def test_links_in_the_documents_lead_somewhere():
    pages = [*(ROOT / name for name in READMES), *(ROOT / "docs").rglob("*.md"), ROOT / "benchmarks" / "README.md"]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(example, tmp_path):
    assert run([str(example)], tmp_path).strip()


def test_the_usage_page_knows_every_setting():
    from kgmem.config import _SETTINGS

    page = (ROOT / "docs" / "usage.md").read_text(encoding="utf-8")
    told = {name for name in _SETTINGS if f"`{name}`" in page or f"`KGMEM_{name.upper()}`" in page}
    assert told == set(_SETTINGS)


def test_the_storage_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python scripts/storage_page.py"
    assert all(f"`{name}`" in page() for name in [*schema.NODES, *schema.EDGES])


def test_the_wheel_lists_what_it_needs():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[<>=!;\[ ]", requirement)[0].lower() for requirement in project["dependencies"]}
    assert {"kuzu", "hnswlib", "networkx", "rdflib", "spacy", "openai", "numpy", "onnxruntime"} <= names
    assert "en-core-web-sm" not in names, "that name is not on the registry: anybody could take it"


def test_the_reliability_page_is_that_of_the_reports():
    from scripts import reliability_page, results_page

    reports = results_page.load()
    assert {"crash-kuzu", "crash-ladybug", "erasure", "fuzz", "stress"} <= set(reports)
    assert reliability_page.PAGE.read_text(encoding="utf-8") == reliability_page.page(reports)
    for name in ("crash-kuzu", "crash-ladybug"):
        assert [reports[name]["metrics"][bad] for bad in ("lost", "half_visible", "unopenable")] == [0, 0, 0]


def test_the_results_are_those_of_the_reports():
    from scripts import results_page

    reports = results_page.load()
    assert {"locomo", "realtalk", "scale", "cases"} <= set(reports)
    assert results_page.PAGE.read_text(encoding="utf-8") == results_page.page(reports), "run scripts.results_page"
    for file, words in results_page.READMES.items():
        text = file.read_text(encoding="utf-8")
        assert results_page.readme(text, reports, words) == text, "run python -m scripts.results_page"


def test_the_extraction_page_shows_what_is_read_now():
    page = extraction_page.PAGE.read_text(encoding="utf-8")
    assert len(extraction_page.BLOCK.findall(page)) == len(re.findall(r"^kgmem extract ", page, re.MULTILINE)) >= 6
    assert extraction_page.written(page) == page, "run python -m scripts.extraction_page"


def test_the_table_of_recall_is_that_of_the_reports():
    from scripts import recall_page, results_page

    text, reports = recall_page.PAGE.read_text(encoding="utf-8"), results_page.load()
    assert recall_page.page(text, reports) == text, "run python -m scripts.recall_page"
    locomo = next(line for line in text.splitlines() if line.startswith("| LoCoMo, turns"))
    assert f"| {reports['locomo']['metrics']['turn/share@10']:.1f} (" in locomo
