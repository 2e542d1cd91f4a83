"""A user's own relations and types, in Turtle or as classes: over the shipped ones, in their place, or alone."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Optional

import pytest

from kgmem.errors import InvalidArgument, OntologyError
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import Effect, Ontology, check, load
from kgmem.ontology_models import turtle_of
from kgmem.ontology_strict import admitted
from kgmem.records import CauseClaim, Conversation, Episode, EventClaim, Extraction, FactClaim, Mention
from tests.test_ontology import written

NAMES_TAKEN = """kg:Organisation a rdfs:Class .
kg:WORKS_AT a kg:Relation ; rdfs:domain kg:Person ; rdfs:range kg:Organisation .
kg:Person a rdfs:Class .
"""


class Person:
    """A human."""

    aliases: ClassVar[tuple[str, ...]] = ("folk",)

    birthday: datetime.date


class Organisation:
    members: list[Person]


class WORKS_AT:
    """Employment."""

    cues: ClassVar[tuple[str, ...]] = ("toil at",)

    source: Person
    target: Organisation


@dataclass
class Boat:
    """A vessel."""

    nouns: ClassVar[tuple[str, ...]] = ("boat", "yawl")

    length: float | None = None
    rig: Literal["gaff", "lug"] = "lug"
    skipper: Optional[Person] = None  # noqa: UP045
    crew: list[Person] = field(default_factory=list)
    berth: Annotated[str, "where it lies"] = ""


@dataclass
class Yacht(Boat):
    launched: datetime.date | None = None


def read(ontology: Ontology, text: str) -> Extraction:
    episode = Episode(text=text, speaker="Ada", occurred=1_700_000_000_000_000)
    (found,) = RuleExtractor(ontology)([(episode, Conversation(participants=("Ada",)))])
    return found


def stored(ontology: Ontology, text: str) -> set[tuple[str, str, str]]:
    return {(f.subject, f.relation, f.object) for f in read(ontology, text).facts if ontology.admits(f)}


# --- over and in place of what is shipped -----------------------------------------------------------


def test_one_value_replaces_and_many_are_added(tmp_path: Path) -> None:
    path = written(tmp_path, 'kg:livesIn rdfs:label "dwells in"@en ; kg:functional false ; kg:cue "abide in"@en .')
    lives, shipped = load([path]).relation("livesIn"), load().relation("livesIn")
    assert (lives.phrase, lives.functional, lives.range) == ("dwells in", False, "Place")
    assert {cue.text for cue in lives.cues} - {cue.text for cue in shipped.cues} == {"abide in"}


def test_the_later_file_has_the_last_word(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    first = written(one, 'kg:livesIn rdfs:label "dwells in"@en .')
    second = written(other, 'kg:livesIn rdfs:label "is at home in"@en .')
    assert load([first, second]).relation("livesIn").phrase == "is at home in"
    assert load([second, first]).relation("livesIn").phrase == "dwells in"


def test_a_relation_of_another_name_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)])
    works = ontology.relation("WORKS_AT")
    assert ontology.relation("worksFor") is works
    assert ontology.resolve_relation("employer") is works
    assert "worksFor" not in ontology.relations
    assert works.cues == load().relation("worksFor").cues
    assert (works.phrase, works.functional) == ("works at", True)
    assert Effect("WORKS_AT", "agent", "employer") in ontology.events["StartingJob"].initiates
    assert ontology.relation("employs").inverse == "WORKS_AT"


def test_a_class_of_another_name_is_the_shipped_one(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)])
    assert ontology.is_a("Organisation", "Organization")
    assert ontology.is_a("Organization", "Organisation")
    assert ontology.type_of("Organization") == "Organisation"
    assert ontology.type_of("Vehicle") == "Vehicle"
    assert "Organisation" not in ontology.classes


def test_a_subclass_that_says_so_is_a_class_of_its_own(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, "kg:Company a rdfs:Class ; rdfs:subClassOf kg:Organization .")])
    assert ontology.is_a("Company", "Organization")
    assert not ontology.is_a("Organization", "Company")
    assert ontology.renamed == {}


def test_a_name_with_other_ends_takes_no_place(tmp_path: Path) -> None:
    trail = "kg:Trail a rdfs:Class ; rdfs:subClassOf kg:Place .\n"
    turtle = f"{trail}kg:runs a kg:Relation ; rdfs:domain kg:Person ; rdfs:range kg:Trail ."
    ontology = load([written(tmp_path, turtle)])
    assert ontology.relation("manages").name == "manages"
    assert ontology.relation("runs").cues == ()


def test_a_class_called_by_a_known_noun_is_one_of_its_class(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, "kg:Boat a rdfs:Class .")])
    assert ontology.classes["Boat"].parents == ("Vehicle",)
    assert ontology.classes_of("boat") == ("Boat", "Vehicle")


def test_what_is_read_is_stored_under_the_users_name(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)])
    assert stored(ontology, "Pavel works at Kestrel Foods.") == {("Pavel", "WORKS_AT", "Kestrel Foods")}
    assert stored(ontology, "I got a job at Skovby.") == {("Ada", "WORKS_AT", "Skovby")}


# --- strict -----------------------------------------------------------------------------------------


def test_strict_admits_declared_relations_between_declared_types_only(tmp_path: Path) -> None:
    path = written(tmp_path, NAMES_TAKEN)
    text = "Pavel works at Kestrel Foods and adores his bicycle Blixt."
    assert stored(load([path], strict=True), text) == {("Pavel", "WORKS_AT", "Kestrel Foods")}
    assert ("Pavel", "likes", "Blixt") in stored(load([path]), text)


def test_strict_types_are_the_nearest_declared_ones(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN + "kg:Agent a rdfs:Class .")], strict=True)
    assert ontology.type_of("Organization") == "Organisation"
    assert ontology.type_of("Group") == "Agent"
    assert ontology.type_of("Vehicle") == ""
    assert ontology.type_of("Thing") == ""


def test_strict_ends_must_be_what_the_relation_asks_for(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)], strict=True)
    claim = FactClaim("Gro", "WORKS_AT", "Skovby", subject_type="Person", object_type="Organization")
    assert ontology.admits(claim)
    assert not ontology.admits(replace(claim, subject="printer", subject_type="Thing"))
    assert not ontology.admits(replace(claim, object="half speed", object_type="Thing"))
    assert not ontology.admits(replace(claim, relation="likes"))


def test_strict_events_need_a_participant_of_a_declared_type(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)], strict=True)
    assert ontology.admits(EventClaim("Moving", "Gro moved", participants=(("agent", "Gro", "Person"),)))
    assert not ontology.admits(EventClaim("Repair", "the car was fixed", participants=(("patient", "car", "Vehicle"),)))


def test_an_extraction_is_reduced_to_what_may_be_stored(tmp_path: Path) -> None:
    ontology = load([written(tmp_path, NAMES_TAKEN)], strict=True)
    skovby = Mention(0, 6, "Skovby", "Skovby", "Organization")
    repair = EventClaim("Repair", "the car was fixed", participants=(("patient", "car", "Vehicle"),))
    move = EventClaim("Moving", "Gro moved", participants=(("agent", "Gro", "Person"), ("origin", "Odense", "Place")))
    job = EventClaim("StartingJob", "Gro got a job", participants=(("agent", "Gro", "Person"),))
    works = FactClaim("Gro", "WORKS_AT", "Skovby", subject_type="Person", object_type="Organization")
    whole = Extraction(
        mentions=(skovby, Mention(7, 10, "car", "car", "Vehicle")),
        facts=(works, replace(works, relation="likes")),
        events=(repair, move, job),
        causes=(CauseClaim(0, 1), CauseClaim(2, 1)),
    )
    assert admitted(whole, ontology) == Extraction(
        mentions=(replace(skovby, type="Organisation"),),
        facts=(replace(works, object_type="Organisation"),),
        events=(replace(move, participants=(("agent", "Gro", "Person"),)), job),
        causes=(CauseClaim(1, 0),),
    )
    assert admitted(whole, load()) is whole


def test_strict_about_nothing_is_refused() -> None:
    with pytest.raises(OntologyError, match="needs the types it is to be strict about"):
        load(strict=True)


def test_strict_or_not_are_two_ontologies(tmp_path: Path) -> None:
    path = written(tmp_path, NAMES_TAKEN)
    strict = load([path], strict=True, cache=tmp_path / "index")
    assert strict.version != load([path], cache=tmp_path / "index").version
    assert (strict.strict, load([path]).strict) == (True, False)


# --- classes ----------------------------------------------------------------------------------------


def test_a_class_is_a_type_and_its_fields_are_relations() -> None:
    ontology = load([Person, Boat, Yacht])
    assert ontology.classes["Boat"].description == "A vessel."
    assert ontology.classes["Boat"].nouns == ("boat", "yawl")
    assert ontology.is_a("Yacht", "Boat")
    ends = {
        name: (ontology.relation(name).domain, ontology.relation(name).range, ontology.relation(name).functional)
        for name in ("length", "rig", "skipper", "crew", "berth", "launched")
    }
    assert ends == {
        "length": ("Boat", "Number", True),
        "rig": ("Boat", "Text", True),
        "skipper": ("Boat", "Person", True),
        "crew": ("Boat", "Person", False),
        "berth": ("Boat", "Text", True),
        "launched": ("Yacht", "Date", True),
    }


def test_a_class_with_source_and_target_is_a_relation() -> None:
    ontology = load([Person, Organisation, WORKS_AT], strict=True)
    works = ontology.relation("worksFor")
    assert (works.name, works.description) == ("WORKS_AT", "Employment.")
    assert {cue.text for cue in works.cues} - {cue.text for cue in load().relation("worksFor").cues} == {"toil at"}
    assert ontology.type_of("Organization") == "Organisation"
    assert stored(ontology, "Pavel works at Kestrel Foods.") == {("Pavel", "WORKS_AT", "Kestrel Foods")}


def test_a_field_takes_the_place_of_the_shipped_relation() -> None:
    born = load([Person]).relation("bornOn")
    assert (born.name, born.range, born.functional) == ("birthday", "Date", True)


def test_pydantic_models_are_classes_like_any() -> None:
    pydantic = pytest.importorskip("pydantic", reason="Pydantic is not installed: kgmem does not need it")

    class Berth(pydantic.BaseModel):
        number: int

    class Harbour(pydantic.BaseModel):
        """Where boats lie."""

        model_config = pydantic.ConfigDict(populate_by_name=True)
        depth: float | None = pydantic.Field(None, description="In metres, at low water.", alias="draught")
        berths: list[Berth]

    ontology = load([Berth, Harbour])
    assert ontology.classes["Harbour"].description == "Where boats lie."
    depth = ontology.relation("depth")
    assert (depth.domain, depth.range, depth.description) == ("Harbour", "Number", "In metres, at low water.")
    assert depth.aliases == ("draught",)
    assert (ontology.relation("berths").range, ontology.relation("berths").functional) == ("Berth", False)


def test_files_and_classes_go_together(tmp_path: Path) -> None:
    path = written(tmp_path, "kg:mooredIn a kg:Relation ; rdfs:domain kg:Boat ; rdfs:range kg:Place .")
    assert load([path, Boat, Person]).relation("mooredIn").domain == "Boat"


@pytest.mark.parametrize("name", ["id", "name", "owner", "created_at", "embedding", "createdAt"])
def test_a_reserved_name_is_refused_with_the_way_out(name: str) -> None:
    model = type("Boat", (), {"__annotations__": {name: str}})
    with pytest.raises(InvalidArgument, match=rf"'{name}' of Boat is reserved: .* call it something else, like boat_"):
        load([model])
    assert check([model])[0].reason.startswith(f"'{name}' of Boat is reserved")


class Orphan:
    mother: Person
    extra: dict[str, int]


class Elsewhere:
    depth: str


class TooMany:
    source: Person
    target: Person
    since: str


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ([Orphan, Person], r"Orphan\.extra is of a type kgmem cannot hold; use str, int, float, date"),
        ([Orphan], r"Orphan\.mother is of a type kgmem cannot hold; use .* another class given to ontology="),
        ([TooMany, Person], "TooMany is a relation: it has the fields source and target only, not since"),
        (
            [type("A", (), {"__annotations__": {"depth": int}}), Elsewhere],
            "depth is a Number in A and another in Elsewhere; make it one",
        ),
        ([Boat, Person, type("Boat", (), {})], "two different classes are called Boat; rename one of them"),
    ],
)
def test_a_class_that_cannot_be_is_refused(models: list[type], message: str) -> None:
    with pytest.raises(OntologyError, match=message):
        load(models)


def test_a_field_of_two_classes_is_one_relation() -> None:
    one, other = (type(name, (), {"__annotations__": {"depth": int}}) for name in ("Pond", "Well"))
    depth = load([one, other]).relation("depth")
    assert (depth.domain, depth.range) == ("Thing", "Number")


def test_a_docstring_stays_within_its_quotes() -> None:
    nasty = type("Nasty", (), {"__doc__": 'Ends "@en . kg:x a kg:Relation . # \\ here', "__annotations__": {}})
    assert load([nasty]).classes["Nasty"].description == nasty.__doc__
    assert "kg:x" in turtle_of([nasty])
    assert "x" not in load([nasty]).relations


def test_anything_else_is_refused() -> None:
    with pytest.raises(OntologyError, match="ontology= takes Turtle files and model classes, no int"):
        load([7])  # type: ignore[list-item]
