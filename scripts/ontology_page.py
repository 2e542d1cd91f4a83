"""Write docs/ontology.md and ontology/compiled.json from the shipped Turtle: `python scripts/ontology_page.py`.

Tests keep both current.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kgmem.cli_ontology import properties_of
from kgmem.ontology import AREAS, COMPILED, RESERVED, Effect, EventKind, Kind, Ontology, Relation, compile_shipped, load

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "ontology.md"
KEPT = ROOT / "ontology" / COMPILED
SHOWN_CUES = 4

HEADINGS = {
    "names": "Names and what one is", "places": "Places", "family": "Family", "friends": "Friends and groups",
    "work": "Work", "study": "Study", "projects": "Projects", "possessions": "Possessions", "animals": "Animals",
    "taste": "Taste", "food": "Food", "pastimes": "Pastimes", "skills": "Skills", "health": "Health",
    "travel": "Travel", "plans": "Plans", "contact": "Ways to reach one", "assistant": "What one asks of the assistant",
    "things": "Things",
}  # fmt: skip

TEXT = """# Ontology

Made by `python scripts/ontology_page.py` from `ontology/*.ttl`.

The ontology says which relations and events there are, what they connect, and how a sentence says them. kgmem ships
{relations} relations, {events} kinds of events and {classes} classes, grounded in schema.org, OWL-Time and PROV-O where these have a
term. Words that no relation fits are kept under `relatedTo`. `kgmem ontology show "works at"` prints all that is known of one name.

## Your own, in Turtle

A file adds to what is shipped. What it says of one value (a label, a range) replaces what was there; cues, names and nouns
are added. A relation or class with another name of a shipped one, here `WORKS_AT`, takes its place: it is read by the same
cues and stored under your name.

```python
from pathlib import Path

from kgmem import Memory

Path("boats.ttl").write_text(\"\"\"
@prefix kg: <https://kgmem.org/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

kg:Boat a rdfs:Class ; rdfs:subClassOf kg:Vehicle ; kg:noun "sloop"@en, "yawl"@en .
kg:sails a kg:Relation ; rdfs:label "sails"@en ; rdfs:domain kg:Person ; rdfs:range kg:Boat ;
    kg:decay "slow" ; kg:memory "factual" ; kg:cue "sail +boat"@en .
kg:WORKS_AT a kg:Relation ; rdfs:domain kg:Person ; rdfs:range kg:Organization .
\"\"\")

with Memory.open("ana.kgmem", timezone="Europe/Lisbon", ontology=["boats.ttl"]) as memory:
    memory.observe("I work at Kanbloom and sail a yawl.", speaker="Ana", at="2026-06-03T09:00")
    for fact in sorted(memory.facts("Ana"), key=lambda fact: fact.relation):
        print(fact.relation, fact.object)
```
```text
WORKS_AT Kanbloom
sails yawl
```

`kgmem ontology check boats.ttl` tells what is wrong with a file, each with line and reason, and exits with 2 when it cannot
be used; `Memory.open` refuses such a file and changes nothing. `ontology/shapes.ttl` is the same in SHACL, as far as SHACL goes.
The vocabulary and the grammar of cues stand at the top of `ontology/core.ttl`.

## Your own, as classes

A class is a type of entity, its docstring the description. A field is a relation: to another class, or to a text, a number
or a date; a list may hold many at a time, anything else one. A class with `source` and `target` is a relation between the two.
Pydantic models, dataclasses and plain classes with annotations will all do; `aliases`, `nouns` and `cues` may be given as
class variables.

```python
from dataclasses import dataclass

from kgmem.ontology import load


@dataclass
class Person:
    birthday: str


@dataclass
class Organisation:
    \"\"\"A firm, a school, a club.\"\"\"

    members: list[Person]


@dataclass
class WORKS_AT:
    source: Person
    target: Organisation


ontology = load([Person, Organisation, WORKS_AT], strict=True)
print(ontology.relation("worksFor").name, ontology.type_of("Organization"))
print(sorted(ontology.declared))
```
```text
WORKS_AT Organisation
['Organisation', 'Person', 'WORKS_AT', 'birthday', 'members']
```

With `strict=True` only the declared classes and relations may be stored; everything else stays in the text.

## Reserved names

kgmem keeps these itself of every entity, fact and event, so no attribute or relation may be called so, in any spelling
(`createdAt`, `created_at`): {reserved}.

## Relations

*functional*: one object at a time; *timeless*: holds always or never; *habit*: done again and again; *fades*: how its confidence decays (of
your own relations without `kg:decay`: `episodic` ones fast, `factual` ones slowly, others not). `+class` in a cue asks
for a thing of that class.

{areas}

## Event kinds

An event *begins* and *ends* facts between those who take part in it.

{events_table}

Roles: {roles}.

## Classes

{classes_table}
"""


def page(ontology: Ontology | None = None) -> str:
    """The text of the page."""
    ontology = ontology or load()
    kinds = [kind for kind in ontology.classes.values() if kind.name not in ontology.events]
    return TEXT.format(
        relations=len(ontology.relations),
        events=len(ontology.events),
        classes=len(kinds),
        reserved=", ".join(f"`{name}`" for name in sorted(RESERVED)),
        areas="\n\n".join(_area(ontology, area) for area in AREAS),
        events_table=_table(("event", "roles", "begins", "ends", "cues"), map(_event, ontology.events.values())),
        roles="; ".join(
            f"*{role.name}* {role.description[0].lower()}{role.description[1:-1]}" for role in ontology.roles.values()
        ),
        classes_table=_table(("class", "is a", "other names", "nouns"), map(_class, kinds)),
    )


def _area(ontology: Ontology, area: str) -> str:
    held = [relation for relation in ontology.relations.values() if relation.area == area]
    heads = ("relation", "from", "to", "properties", "fades", "memory", "cues")
    return f"### {HEADINGS[area]}\n\n{_table(heads, map(_relation, held))}"


def _relation(relation: Relation) -> tuple[str, ...]:
    more = [f"inverse `{relation.inverse}`"] if relation.inverse else []
    more += [f"wider `{name}`" for name in relation.parents]
    more += [f"disjoint with `{name}`" for name in sorted(relation.disjoint)]
    cues = [cue.text for cue in relation.cues]
    fades = {"none": "no", "slow": "slowly", "fast": "fast"}[relation.decay]
    ends = (relation.domain, relation.range)
    return (
        f"`{relation.name}`",
        *ends,
        ", ".join([*properties_of(relation), *more]),
        fades,
        relation.memory_type,
        _some(cues),
    )


def _event(event: EventKind) -> tuple[str, ...]:
    cues = [cue.text for cue in event.cues]
    return (
        f"`{event.name}`",
        ", ".join(event.roles),
        _effects(event.initiates),
        _effects(event.terminates),
        _some(cues),
    )


def _effects(effects: tuple[Effect, ...]) -> str:
    return ", ".join(f"`{effect.relation}`({effect.subject}, {effect.object or 'any'})" for effect in effects)


def _class(kind: Kind) -> tuple[str, ...]:
    return (f"`{kind.name}`", ", ".join(kind.parents), ", ".join(kind.aliases), _some(list(kind.nouns)))


def _some(words: list[str]) -> str:
    more = len(words) - SHOWN_CUES
    return ", ".join(words[:SHOWN_CUES]) + (f" and {more} more" if more > 0 else "")


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    KEPT.write_text(compile_shipped(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
