"""What follows from held facts by the ontology: shown as inferred, for its time, and gone with its support."""

import pytest

from kgmem import InvalidArgument, OntologyError
from kgmem.ontology import load
from kgmem.temporal import micros, parse_instant


@pytest.fixture
def family(memory):
    """Ana and Bea are siblings, Bea is married to Carl since 2020, Dora is the mother of Ana, Eva of Dora."""
    for subject, relation, other, start in (
        ("Ana", "siblingOf", "Bea", None),
        ("Bea", "spouseOf", "Carl", "2020"),
        ("Dora", "parentOf", "Ana", None),
        ("Eva", "parentOf", "Dora", None),
    ):
        memory.assert_fact(subject, relation, other, valid_from=start)
    return memory


def told(found):
    return [(one.fact.relation, one.fact.object, one.rule) for one in found]


def test_a_siblings_spouse_is_inferred_with_its_support(family):
    (found,) = family.infer("Ana", "siblingInLawOf")
    assert (found.fact.object, found.rule) == ("Carl", "chain: siblingOf + spouseOf")
    assert [fact.text for fact in found.support] == ["Ana is a sibling of Bea", "Bea is married to Carl"]
    assert (found.fact.text, found.fact.source, found.fact.is_inferred) == (
        "Ana is a sibling-in-law of Carl",
        "inferred",
        True,
    )
    assert [one.fact.object for one in family.infer("Carl", "siblingInLawOf")] == ["Ana"]


def test_the_inverse_of_a_relation_and_of_a_chain_are_inferred(family):
    assert told(family.infer("Ana", "childOf")) == [("childOf", "Dora", "inverse: parentOf")]
    assert told(family.infer("Eva", "grandparentOf")) == [("grandparentOf", "Ana", "chain: parentOf + parentOf")]
    assert told(family.infer("Ana", "grandchildOf")) == [("grandchildOf", "Eva", "chain: childOf + childOf")]


def test_wider_relations_and_transitive_steps_are_inferred(memory):
    memory.assert_fact("Porto", "locatedIn", "Portugal", valid_from="2000")
    memory.assert_fact("Portugal", "locatedIn", "Europe", valid_from="2000")
    memory.assert_fact("Ana", "roommateOf", "Tom", valid_from="2026-01")
    assert ("locatedIn", "Europe", "transitive: locatedIn") in told(memory.infer("Porto"))
    assert ("livesWith", "Tom", "wider: roommateOf") in told(memory.infer("Ana"))


def test_what_is_inferred_holds_while_all_its_support_does(memory):
    memory.assert_fact("the cup", "partOf", "the set", valid_from="2026-01", valid_to="2026-05")
    memory.assert_fact("the set", "partOf", "the shelf", valid_from="2026-03", valid_to="2026-09")
    memory.assert_fact("the shelf", "partOf", "the room", valid_from="2026-06")
    (found,) = memory.infer("the cup", "partOf")
    march, may = (micros(parse_instant(f"2026-0{month}-01T00:00Z", None)) for month in (3, 5))
    assert (found.fact.object, found.fact.valid_from, found.fact.valid_to) == ("the shelf", march, may)
    assert memory.infer("the cup", "partOf", as_of="2026-02") == []
    assert [one.fact.object for one in memory.at(as_of="2026-04").infer("the cup", "partOf")] == ["the shelf"]
    assert memory.infer("the cup", known_at="2020") == []


def test_what_is_inferred_goes_with_its_support_and_is_not_stored(family):
    before = family.stats()["facts"]
    (found,) = family.infer("Ana", "siblingInLawOf")
    family.retract(found.support[1].id)
    assert family.infer("Ana", "siblingInLawOf") == []
    assert family.stats()["facts"] == before - 1


def test_what_is_held_denied_or_hidden_is_not_inferred(family):
    family.assert_fact("Ana", "siblingInLawOf", "Carl")
    family.assert_fact("Dora", "grandparentOf", "Eva's cat")
    assert [one.fact.object for one in family.infer("Ana", "siblingInLawOf")] == []
    family.forget(entity="Dora")
    assert family.infer("Ana", "childOf") == []


def test_a_guess_and_a_report_support_nothing(memory):
    memory.assert_fact("Ana", "worksFor", "Acme", confidence=0.4)
    assert memory.infer("Acme") == []


def test_circles_infer_nothing_of_themselves(memory):
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        memory.assert_fact(f"part {one}", "partOf", f"part {other}", valid_from="2026")
    assert [one.fact.object for one in memory.infer("part a", "partOf")] == ["part c"]


def test_facts_and_profiles_show_what_is_inferred_if_asked(memory):
    memory.assert_fact("Ana", "worksFor", "Acme", valid_from="2026-01")
    assert memory.facts("Acme") == []
    (employs,) = memory.facts("Acme", inferred=True)
    assert (employs.object, employs.is_inferred) == ("Ana", True)
    (trait,) = memory.profile("Acme").aspects[0].traits
    assert (trait.fact.id, trait.rule) == (employs.id, "inverse: worksFor")
    assert "inferred: inverse: worksFor" in str(memory.profile("Acme"))
    assert not memory.profile("Acme", inferred=False)


def test_nobody_has_nothing_inferred(family):
    assert (family.infer("Zoe"), family.infer("Ana", "worksFor")) == ([], [])
    with pytest.raises(InvalidArgument, match="no relation is called 'frobs'"):
        family.infer("Ana", "frobs")


def test_a_users_relation_may_be_a_chain(opened, tmp_path):
    file = tmp_path / "own.ttl"
    file.write_text(
        "@prefix kg: <https://kgmem.org/ontology#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        'kg:godparentsChildOf a kg:Relation ; kg:chain "childOf godparentOf" ; rdfs:domain kg:Person ; '
        "rdfs:range kg:Person .\n"
    )
    memory = opened("own", ontology=[file], timezone="UTC")
    memory.assert_fact("Ana", "childOf", "Bea")
    memory.assert_fact("Bea", "godparentOf", "Tom")
    assert told(memory.infer("Ana", "godparentsChildOf")) == [
        ("godparentsChildOf", "Tom", "chain: childOf + godparentOf")
    ]


@pytest.mark.parametrize(
    ("chain", "reason"),
    [("childOf nothingOf", "refers to nothingOf, which is no relation here"), ("childOf", "must name two relations")],
)
def test_a_chain_of_what_there_is_not_is_refused(tmp_path, chain, reason):
    file = tmp_path / "own.ttl"
    file.write_text(f'@prefix kg: <https://kgmem.org/ontology#> .\nkg:oddOf a kg:Relation ; kg:chain "{chain}" .\n')
    with pytest.raises(OntologyError, match=reason):
        load([file])
