"""Write kgmem/timex_table.py from ontology/time.ttl.

Run `python scripts/time_tables.py` after a change of the Turtle file; `--check` fails when the module is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rdflib import RDF, Graph, Literal, Namespace

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TARGET = ROOT / "ontology" / "time.ttl", ROOT / "kgmem" / "timex_table.py"
KG = Namespace("https://kgmem.org/ontology#")
VALUES = {  # class -> the property that tells what its words mean
    "Weekday": "number", "Month": "number", "Season": "number", "DayPart": "hours", "TimeUnit": "",
    "Cardinal": "number", "Tens": "number", "Ordinal": "number", "Holiday": "rule", "ZoneLetters": "zone",
    "ZonePlace": "zone", "LifeEvent": "",
}  # fmt: skip


def tables(source: Path) -> dict[str, dict[str, dict[str, str | int]]]:
    """Class -> language -> word -> what it means: its value, or the name of its node in small letters."""
    graph = Graph().parse(source, format="turtle")
    found: dict[str, dict[str, dict[str, str | int]]] = {}
    for name, prop in VALUES.items():
        for node in graph.subjects(RDF.type, KG[name]):
            value = graph.value(node, KG[prop]) if prop else None
            said = str(node).rpartition("#")[2].lower() if value is None else " ".join(str(value).split())
            meaning = 1 if name == "LifeEvent" else int(said) if prop == "number" else said
            for word in graph.objects(node, KG.word):
                if isinstance(word, Literal):
                    found.setdefault(name, {}).setdefault(str(word.language), {})[str(word)] = meaning
    return found


def module(found: dict[str, dict[str, dict[str, str | int]]]) -> str:
    lines = ['"""Words of time, as ontology/time.ttl has them; written by scripts/time_tables.py."""', "", "# fmt: off"]
    lines += ["# ruff: noqa: E501", "TABLE: dict[str, dict[str, dict[str, str | int]]] = {"]
    for name in VALUES:
        lines.append(f'    "{name}": {{')
        for language, words in sorted(found[name].items()):
            lines.append(f'        "{language}": {{')
            lines += filled([f"{word!r}: {meaning!r}," for word, meaning in sorted(words.items())])
            lines.append("        },")
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


def filled(entries: list[str]) -> list[str]:
    """The entries in lines of at most 120 characters, where they fit."""
    lines = [" " * 11]
    for entry in entries:
        if len(lines[-1]) + len(entry) >= 120 and lines[-1].strip():
            lines.append(" " * 11)
        lines[-1] += f" {entry}"
    return lines


def main() -> None:
    written = module(tables(SOURCE))
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != written:
            raise SystemExit("kgmem/timex_table.py is not current; run python scripts/time_tables.py")
        return
    TARGET.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
