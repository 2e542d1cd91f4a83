"""What is wrong with an ontology file is told with file, line and reason, all of it, and nothing is used of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kgmem import cli_ontology
from kgmem.errors import InvalidArgument, OntologyError
from kgmem.ontology import DECAYS, RESERVED, check, load
from kgmem.records import MEMORY_TYPES
from tests.test_ontology import PREFIX, written

ROOT = Path(__file__).resolve().parent.parent
SHAPES = ROOT / "ontology" / "shapes.ttl"


def faults(folder: Path, turtle: str) -> list[tuple[int, str, str]]:
    return [(fault.line, fault.level, fault.reason) for fault in check([written(folder, turtle)])]


@pytest.mark.parametrize(
    ("turtle", "reason"),
    [
        (
            "kg:a a kg:Relaton .",
            "kg:Relaton is no type to declare things of; there are kg:EventKind, kg:Gender",
        ),
        ('kg:lives kg:alias "dwells" .', "lives is defined nowhere: say `a kg:Relation` or `a rdfs:Class`"),
        ("kg:A a rdfs:Class ; rdfs:subClassOf kg:B .", "A is a subclass of B, which is defined nowhere"),
        ("kg:a a kg:Relation ; rdfs:domain kg:Text .", "domain of a is Text: values have no facts"),
        ("kg:a a kg:Relation ; rdfs:subPropertyOf kg:b .", "a refers to b, which is no relation here"),
        ("kg:a a kg:Relation ; owl:propertyDisjointWith kg:a .", "a cannot be disjoint with itself"),
        (
            "kg:a a kg:Relation ; rdfs:domain kg:Person ; rdfs:subPropertyOf kg:likes ;"
            " owl:propertyDisjointWith kg:likes .",
            "a cannot be disjoint with likes, which holds whenever it does",
        ),
        (
            "kg:a a owl:SymmetricProperty ; rdfs:domain kg:Person ; rdfs:range kg:Place .",
            "a is symmetric, so its range must be its domain, not Person and Place",
        ),
        (
            "kg:a a owl:SymmetricProperty ; rdfs:range kg:Text ; rdfs:domain kg:Text .",
            "a has values of Text as objects, so it cannot be turned round",
        ),
        (
            "kg:a a owl:SymmetricProperty ; owl:inverseOf kg:likes .",
            "a is symmetric, so it is its own inverse; leave owl:inverseOf out",
        ),
        (
            "kg:a a owl:SymmetricProperty, owl:TransitiveProperty, owl:FunctionalProperty .",
            "a is symmetric, functional and transitive: only things by themselves could have it",
        ),
        ("kg:a a kg:Relation ; kg:perPredicate true .", "a is perPredicate, which means functional per own words"),
        (
            "kg:a a kg:Relation ; rdfs:domain kg:Place ; rdfs:range kg:Place ; owl:inverseOf kg:b .\n"
            "kg:b a kg:Relation ; rdfs:domain kg:Person ; rdfs:range kg:Place .",
            "the domain of b is Person, not Place as its inverse a says",
        ),
        (
            "kg:a a kg:Relation ; owl:inverseOf kg:parentOf .",
            "the inverse of a is parentOf, but that of parentOf is childOf",
        ),
        (
            "kg:a a kg:Relation ; rdfs:domain kg:Place ; rdfs:subPropertyOf kg:friendOf .",
            "the domain of a is Place, but that of friendOf above it is Person",
        ),
        ("kg:A a rdfs:Class ; owl:disjointWith kg:A .", "A cannot be disjoint with A, which it is one of"),
        ("kg:A a rdfs:Class, kg:Relation .", "A is declared a relation and a class; give one of them another name"),
        (
            'kg:a a kg:Relation ; kg:cue "live in the very old town of"@en .',
            "the cue 'live in the very old town of' of a is too long",
        ),
        ('kg:a a kg:Relation ; rdfs:label "x", "y" .', "a has 2 values of label, not one"),
        ("kg:E a kg:EventKind ; kg:role kg:helper .", "E has the role 'helper'; the roles are agent, as, destination"),
        (
            'kg:E a kg:EventKind ; kg:initiates [ kg:relation kg:owns ; kg:subject "doer" ; kg:object "patient" ] .',
            "initiates of E has the role 'doer'; the roles are",
        ),
        (
            'kg:E a kg:EventKind ; kg:role kg:agent ; kg:initiates [ kg:relation kg:owns ; kg:subject "agent" ;'
            ' kg:object "patient" ] .',
            "initiates of E needs the role 'patient', which E does not take",
        ),
        (
            'kg:E a kg:EventKind ; kg:initiates [ kg:relation kg:owns ; kg:subject "agent" ] .',
            "initiates of E lacks the role of the subject or the object",
        ),
        ("kg:createdAt a kg:Relation .", "'createdAt' is reserved: kgmem keeps that itself of everything"),
    ],
)
def test_a_fault_is_told_with_line_and_reason(tmp_path: Path, turtle: str, reason: str) -> None:
    found = faults(tmp_path, turtle)
    assert any(line == 4 and level == "error" and why.startswith(reason) for line, level, why in found), found
    with pytest.raises(OntologyError, match=r"own\.ttl, line 4: "):
        load([tmp_path / "own.ttl"])


@pytest.mark.parametrize("said", ["kg:inverseFunctional", "kg:functional"])
def test_a_symmetric_relation_is_functional_both_ways(tmp_path: Path, said: str) -> None:
    assert faults(tmp_path, f"kg:a a owl:SymmetricProperty ; {said} true .") == []
    relation = load([tmp_path / "own.ttl"]).relation("a")
    assert (relation.functional, relation.inverse_functional) == (True, True)


def test_a_circle_of_classes_or_relations_is_told_once_for_each(tmp_path: Path) -> None:
    assert faults(
        tmp_path, "kg:A a rdfs:Class ; rdfs:subClassOf kg:B .\nkg:B a rdfs:Class ; rdfs:subClassOf kg:A ."
    ) == [
        (4, "error", "A is a subclass of itself: A > B > A"),
        (5, "error", "B is a subclass of itself: B > A > B"),
    ]
    ring = "kg:a a kg:Relation ; rdfs:subPropertyOf kg:a ."
    assert faults(tmp_path, ring) == [(4, "error", "a is a sub-property of itself: a > a")]


def test_the_line_is_that_of_the_value(tmp_path: Path) -> None:
    turtle = "kg:a a kg:Relation ;\n    kg:timeless false ;\n"
    turtle += '    kg:cue "sail"@en,\n        "Row"@en ;\n    kg:decay "soon" .'
    assert faults(tmp_path, turtle) == [
        (7, "error", "the cue 'Row' of a must be lower case"),
        (8, "error", "decay of a is 'soon', not one of none, slow, fast"),
    ]


def test_what_two_relations_claim_is_a_warning(tmp_path: Path) -> None:
    turtle = 'kg:a a kg:Relation ; rdfs:domain kg:Person ; kg:cue "collect"@en ;\n    kg:alias "employer"@en .'
    assert faults(tmp_path, turtle) == [
        (4, "warning", "the cue 'collect' is claimed by a and collects"),
        (5, "warning", "the name 'employer' is claimed by a and worksFor"),
    ]
    assert load([tmp_path / "own.ttl"]).relation("a").aliases == ("employer",)


def test_relations_with_different_subjects_may_share_a_cue(tmp_path: Path) -> None:
    assert faults(tmp_path, 'kg:a a kg:Relation ; rdfs:domain kg:Organization ; kg:cue "collect"@en .') == []


def test_files_are_checked_together(tmp_path: Path) -> None:
    one, other = tmp_path / "one.ttl", tmp_path / "other.ttl"
    one.write_text(PREFIX + "kg:a a kg:Relation ; rdfs:range kg:Boat .", encoding="utf-8")
    other.write_text(PREFIX + "kg:Boat a rdfs:Class .", encoding="utf-8")
    assert check([one, other]) == []
    assert [fault.file for fault in check([one])] == [str(one)]


def test_all_faults_are_counted_in_the_error(tmp_path: Path) -> None:
    path = written(tmp_path, 'kg:a a kg:Relation ; kg:decay "soon" ; kg:memory "gone" .')
    with pytest.raises(OntologyError, match=r"decay of a .* \(and 1 more: `kgmem ontology check FILE` tells all\)"):
        load([path])


def test_the_shipped_files_have_no_faults() -> None:
    assert check([ROOT / "ontology" / name for name in ("core.ttl", "people.ttl", "events.ttl")]) == []


def test_reserved_names_are_refused_however_they_are_spelt() -> None:
    assert {"id", "name", "owner", "created_at", "embedding"} <= RESERVED


# --- shapes -----------------------------------------------------------------------------------------


def test_the_shapes_allow_what_the_code_allows() -> None:
    text = SHAPES.read_text(encoding="utf-8")
    for words in (MEMORY_TYPES, DECAYS, tuple(load().roles)):
        listed = [set(part.split(")")[0].replace('"', "").split()) for part in text.split("sh:in (")[1:]]
        assert set(words) in listed


def test_the_shipped_files_have_the_shapes_and_a_broken_one_has_not(tmp_path: Path) -> None:
    pyshacl = pytest.importorskip("pyshacl", reason="pySHACL is not installed: kgmem's own checks do without")
    from rdflib import Graph

    graph = Graph()
    for name in ("core.ttl", "people.ttl", "events.ttl"):
        graph.parse(ROOT / "ontology" / name)
    shapes = Graph().parse(SHAPES)
    conforms, _, report = pyshacl.validate(graph, shacl_graph=shapes)
    assert conforms, report
    graph.parse(data=PREFIX + 'kg:a a kg:Relation ; kg:decay "soon" .', format="turtle")
    conforms, _, report = pyshacl.validate(graph, shacl_graph=shapes)
    assert not conforms
    assert "kg:decay is none, slow or fast" in report


# --- the command line -------------------------------------------------------------------------------


def kgmem(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    cli_ontology.add_commands(app)
    done = CliRunner().invoke(app, ["ontology", *arguments])
    return done.exit_code, done.stdout


def test_check_prints_every_fault_and_exits_with_2(tmp_path: Path) -> None:
    path = written(tmp_path, 'kg:a a kg:Relation ; kg:decay "soon" .')
    assert kgmem("check", str(path)) == (
        2,
        f"error: {path}, line 4: decay of a is 'soon', not one of none, slow, fast\n1 file: 1 errors, 0 warnings\n",
    )
    code, printed = kgmem("check", "--json", str(path))
    fault = {
        "file": str(path),
        "line": 4,
        "level": "error",
        "reason": "decay of a is 'soon', not one of none, slow, fast",
    }
    assert (code, json.loads(printed)) == (2, {"ok": False, "faults": [fault]})


def test_check_of_a_good_file_exits_with_0(tmp_path: Path) -> None:
    assert kgmem("check", str(written(tmp_path, "kg:a a kg:Relation ."))) == (0, "1 file: nothing wrong\n")


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    code, printed = kgmem("check", str(tmp_path / "none.ttl"))
    assert code == 2
    assert "none.ttl: cannot be read (No such file or directory)" in printed


def test_show_tells_of_a_relation_by_any_name() -> None:
    code, printed = kgmem("show", "--json", "WORKS_AT")
    told = json.loads(printed)
    assert (code, told["relation"], told["says"]) == (0, "worksFor", "Person works for Organization")
    assert told["inverse"] == "employs"
    assert "functional" in kgmem("show", "lives in")[1]


def test_show_tells_of_events_and_classes_and_lists_all() -> None:
    told = json.loads(kgmem("show", "moving", "--json")[1])
    assert (told["begins"], told["ends"]) == (["livesIn(agent, destination)"], ["livesIn(agent, any)"])
    assert json.loads(kgmem("show", "Vehicle", "--json")[1])["is a"] == ["Possession", "Product"]
    listed = json.loads(kgmem("show", "--json")[1])
    assert "siblingOf" in listed["family"]
    assert "Moving" in listed["events"]


def test_show_of_an_unknown_name_says_where_the_names_are() -> None:
    with pytest.raises(InvalidArgument, match="`kgmem ontology show` lists the names"):
        cli_ontology.told_of(load(), "frobnicates")
