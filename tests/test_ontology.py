"""The ontology: what the shipped Turtle says, what a user's Turtle may add, and how a broken one is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kgmem import ontology as module
from kgmem.errors import OntologyError
from kgmem.ontology import AREAS, Cue, Effect, Ontology, compile_shipped, load, parse_cue, relation_words
from scripts import ontology_page

PREFIX = """@prefix kg: <https://kgmem.org/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load()


def forget() -> None:
    """Drop what this process keeps of loaded ontologies, as a new process would."""
    module._load.cache_clear()


def written(folder: Path, turtle: str) -> Path:
    path = folder / "own.ttl"
    path.write_text(PREFIX + turtle, encoding="utf-8")
    return path


def test_the_shipped_ontology_covers_the_areas_of_life(ontology: Ontology) -> None:
    assert len(ontology.relations) >= 90
    assert len(ontology.events) >= 40
    assert {relation.area for relation in ontology.relations.values()} == set(AREAS)
    assert {"livesIn", "worksFor", "siblingOf", "likes", "locatedIn", "relatedTo"} <= set(ontology.relations)


def test_every_event_kind_says_who_takes_part(ontology: Ontology) -> None:
    assert [kind.name for kind in ontology.events.values() if not kind.roles] == ["Event"]
    assert ontology.events["Moving"].roles == ("agent", "destination", "origin", "with")
    assert ontology.roles["destination"].preps == ("into", "onto", "to")


def test_terms_are_grounded_in_other_vocabularies(ontology: Ontology) -> None:
    assert ontology.relation("worksFor").same == ("schema:worksFor",)
    assert ontology.events["Event"].same == ("prov:Activity", "schema:Event", "time:TemporalEntity")
    assert ontology.classes["Person"].same == ("schema:Person",)


def test_a_narrower_relation_names_the_wider_one_and_an_inverse_works_both_ways(ontology: Ontology) -> None:
    assert ontology.relation("roommateOf").parents == ("livesWith",)
    assert (ontology.relation("owns").inverse, ontology.relation("ownedBy").inverse) == ("ownedBy", "owns")
    assert ontology.relation("employs").inverse_functional
    assert ontology.relation("hasEmail").inverse_functional
    assert not ontology.relation("likes").inverse_functional


def test_habits_are_told_apart_from_states(ontology: Ontology) -> None:
    assert {"plays", "drinks", "takesMedicine"} <= {r.name for r in ontology.relations.values() if r.habit}
    assert not ontology.relation("livesIn").habit


def test_cues_of_other_languages_stand_apart(ontology: Ontology) -> None:
    lives = ontology.relation("livesIn")
    assert ("zh", "住 +place") in lives.foreign
    assert all(cue.text.isascii() for cue in lives.cues)


def test_words_tell_gender_and_firms(ontology: Ontology) -> None:
    assert (ontology.nouns_gender["sister"], ontology.nouns_gender["uncle"]) == ("female", "male")
    assert "cousin" not in ontology.nouns_gender
    assert (ontology.titles["mrs"], ontology.titles["mr"], ontology.titles["dr"]) == ("female", "male", "")
    assert {"ltd", "gmbh", "a/s", "inc"} <= ontology.firm_suffixes


def test_kin_of_one_kind_is_not_kin_of_another(ontology: Ontology) -> None:
    assert (ontology.kin_nouns["mother"], ontology.kin_nouns["sister"]) == ("parentOf", "siblingOf")
    assert ontology.excludes("parentOf", "siblingOf")
    assert not ontology.excludes("parentOf", "parentOf")
    assert not ontology.excludes("parentOf", "friendOf")


def test_the_compiled_ontology_and_the_page_are_those_of_the_turtle() -> None:
    assert ontology_page.KEPT.read_text(encoding="utf-8") == compile_shipped(), "run python scripts/ontology_page.py"
    assert ontology_page.PAGE.read_text(encoding="utf-8") == ontology_page.page(), "run python scripts/ontology_page.py"


def test_the_shipped_ontology_is_loaded_without_rdflib() -> None:
    code = "import sys; from kgmem.ontology import load; print(len(load().relations), 'rdflib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(load().relations)} False\n"


def test_a_person_lives_in_one_place_at_a_time(ontology: Ontology) -> None:
    lives = ontology.relation("livesIn")
    assert (lives.domain, lives.range, lives.phrase) == ("Person", "Place", "lives in")
    assert lives.functional
    assert not lives.timeless


def test_kinship_is_inverse_or_symmetric_and_timeless(ontology: Ontology) -> None:
    assert ontology.relation("parentOf").inverse == "childOf"
    assert ontology.relation("childOf").inverse == "parentOf"
    assert ontology.relation("siblingOf").symmetric
    assert ontology.relation("siblingOf").timeless


def test_liking_and_disliking_exclude_each_other(ontology: Ontology) -> None:
    assert ontology.relation("likes").disjoint == frozenset({"dislikes"})
    assert ontology.excludes("likes", "dislikes")
    assert not ontology.excludes("likes", "prefers")


def test_an_allergy_does_not_fade_and_a_wish_does(ontology: Ontology) -> None:
    assert ontology.relation("allergicTo").decay == "none"
    assert ontology.relation("wants").decay == "fast"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("livesIn", "livesIn"),
        ("lives in", "livesIn"),
        ("WORKS_AT", "worksFor"),
        ("worksAt", "worksFor"),
        ("Works at", "worksFor"),
        ("is allergic to", "allergicTo"),
        ("father of", "parentOf"),
        ("member of", "memberOf"),
        ("favourite", "favorite"),
    ],
)
def test_a_relation_is_found_by_any_of_its_names(ontology: Ontology, words: str, name: str) -> None:
    found = ontology.resolve_relation(words)
    assert found is not None
    assert found.name == name


def test_an_unknown_relation_is_none_and_an_unknown_name_an_error(ontology: Ontology) -> None:
    assert ontology.resolve_relation("juggles with") is None
    with pytest.raises(OntologyError, match="no relation named 'jugglesWith'"):
        ontology.relation("jugglesWith")


def test_an_open_or_wider_type_fits_and_another_does_not(ontology: Ontology) -> None:
    assert ontology.type_fits("Thing", "Place")
    assert ontology.type_fits("Agent", "Person")
    assert ontology.type_fits("Sport", "Activity")
    assert not ontology.type_fits("Person", "Place")
    assert not ontology.type_fits("Organization", "Person")


def test_common_nouns_name_classes(ontology: Ontology) -> None:
    assert ontology.classes_of("nurse") == ("Occupation",)
    assert "Organization" in ontology.classes_of("café")
    assert ontology.classes_of("idea") == ()


def test_moving_begins_a_residence_and_ends_the_one_before(ontology: Ontology) -> None:
    moving = ontology.event("Moving")
    assert moving.initiates == (Effect("livesIn", "agent", "destination"),)
    assert moving.terminates == (Effect("livesIn", "agent"),)
    assert ontology.event("Unheard").name == "Event"


def test_cues_are_parsed() -> None:
    assert parse_cue("like") == Cue("verb", "like", text="like")
    assert parse_cue("work for/at") == Cue("verb", "work", "", ("for", "at"), text="work for/at")
    assert parse_cue("have job at") == Cue("verb", "have", "job", ("at",), text="have job at")
    assert parse_cue("be allergic to") == Cue("be", "be", "allergic", ("to",), text="be allergic to")
    assert parse_cue("'s guinea pig") == Cue("possessed", object="guinea pig", text="'s guinea pig")
    assert parse_cue("sister of") == Cue("noun", object="sister", text="sister of")
    assert parse_cue("be +diet") == Cue("class", "be", wants="diet", text="be +diet")
    assert parse_cue("have +animal") == Cue("verb", "have", wants="animal", text="have +animal")
    assert parse_cue("be on staff at") == Cue("be", "be", "on staff", ("at",), text="be on staff at")
    assert parse_cue("be in +group") == Cue("be", "be", "", ("in",), wants="group", text="be in +group")
    assert parse_cue("come into world in") == Cue("verb", "come", "into world", ("in",), text="come into world in")
    assert parse_cue("take lesson") == Cue("verb", "take", "lesson", text="take lesson")
    assert parse_cue("'s home in") == Cue("possessed", object="home", preps=("in",), text="'s home in")
    assert parse_cue("'s place of birth") == Cue("possessed", object="place of birth", text="'s place of birth")
    assert parse_cue("~belong to") == Cue("verb", "belong", "", ("to",), text="~belong to", turned=True)
    assert parse_cue("not stand") == Cue("verb", "stand", denied=True, text="not stand")


def test_relation_names_are_split_into_words() -> None:
    assert relation_words("worksFor") == "works for"
    assert relation_words("WORKS_FOR") == "works for"


def test_a_user_file_adds_a_relation_a_cue_and_a_class(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """kg:Kiln a rdfs:Class ; rdfs:subClassOf kg:Product ; kg:noun "kiln"@en .
kg:fires a kg:Relation ; rdfs:label "fires"@en ; rdfs:domain kg:Person ; rdfs:range kg:Kiln ; kg:cue "fire +kiln"@en .
kg:livesIn kg:alias "dwells in"@en .
""",
    )
    ontology = load([path])
    assert ontology.relation("fires").cues == (Cue("verb", "fire", wants="Kiln", text="fire +kiln"),)
    assert ontology.is_a("Kiln", "Product")
    found = ontology.resolve_relation("dwells in")
    assert found is not None
    assert found.name == "livesIn"
    assert ontology.version != load().version


def test_owl_properties_of_a_user_are_relations(tmp_path: Path) -> None:
    turtle = "kg:mentors a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain kg:Person ; rdfs:range kg:Person ."
    mentors = load([written(tmp_path, turtle)]).relation("mentors")
    assert (mentors.functional, mentors.phrase) == (True, "mentors")


@pytest.mark.parametrize(
    ("turtle", "message"),
    [
        ("kg:a a kg:Relation\nkg:b a kg:Relation .", r"own\.ttl, line 5: broken Turtle: expected '\.'"),
        ("kg:a a kg:Relation", r"own\.ttl: broken Turtle: the file ends in the middle of a statement"),
        ("kg:a a kg:Relation ; kg:functonal true .", r"own\.ttl, line 4: kg:functonal is not in the vocabulary"),
        ('kg:a a kg:Relation ; kg:functional "perhaps" .', "functional of a must be true or false, not 'perhaps'"),
        ('kg:a a kg:Relation ; kg:decay "soon" .', "decay of a is 'soon', not one of none, slow, fast"),
        ("kg:a a kg:Relation ; rdfs:range kg:Nowhere .", "range of a is Nowhere, which is no class here"),
        ("kg:a a kg:Relation ; owl:inverseOf kg:b .", "a refers to b, which is no relation here"),
        ('kg:a a kg:Relation ; kg:cue "Live In"@en .', "the cue 'Live In' of a must be lower case"),
        ('kg:a a kg:Relation ; kg:cue "eat +gravel"@en .', r"the cue 'eat \+gravel' names no class here"),
        ('kg:E a kg:EventKind ; kg:initiates [ kg:relation kg:a ; kg:subject "agent" ] .', "names a, no relation here"),
    ],
)
def test_a_broken_file_is_refused_with_place_and_reason(tmp_path: Path, turtle: str, message: str) -> None:
    with pytest.raises(OntologyError, match=message):
        load([written(tmp_path, turtle)])


def test_a_missing_file_and_one_that_is_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match=r"none\.ttl: cannot be read"):
        load([tmp_path / "none.ttl"])
    (tmp_path / "bytes.ttl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OntologyError, match=r"bytes\.ttl: is not UTF-8 text"):
        load([tmp_path / "bytes.ttl"])


def test_the_cache_gives_the_same_ontology(tmp_path: Path) -> None:
    own = written(tmp_path, "kg:a a kg:Relation .")
    forget()
    first = load([own], cache=tmp_path / "index")
    kept = next((tmp_path / "index").glob("ontology-*.json"))
    forget()
    assert load([own], cache=tmp_path / "index") == first
    assert kept.name == f"ontology-{first.version}.json"


def test_a_users_file_is_read_once_and_then_without_rdflib(tmp_path: Path) -> None:
    own = written(tmp_path, "kg:a a kg:Relation .")
    load([own], cache=tmp_path / "index")
    code = f"""import sys
from pathlib import Path
from kgmem.ontology import load
load([{str(own)!r}], cache=Path({str(tmp_path / "index")!r}))
print('rdflib' in sys.modules)
own = Path({str(own)!r})
own.write_text(own.read_text() + 'kg:b a kg:Relation .')
print('b' in load([own], cache=Path({str(tmp_path / "index")!r})).relations)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\nTrue\n"


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b"0" * 24 + b'\n{"relations": []}'])
def test_a_damaged_cache_is_never_trusted(tmp_path: Path, damage: bytes) -> None:
    own = written(tmp_path, f'kg:a a kg:Relation ; rdfs:label "{len(damage)}"@en .')
    forget()
    first = load([own], cache=tmp_path / "index")
    kept = next((tmp_path / "index").glob("ontology-*.json"))
    whole = kept.read_bytes()
    kept.write_bytes(damage)
    forget()
    assert load([own], cache=tmp_path / "index") == first
    assert kept.read_bytes() == whole


def test_a_relation_is_found_by_what_chinese_calls_it():
    ontology = load()
    assert [ontology.resolve_relation(words).name for words in ("喜欢", "住在", "去过")] == [
        "likes", "livesIn", "visited",
    ]  # fmt: skip
    lives = ontology.relation("livesIn")
    assert lives.statement("静怡", "成都", language="zh") == "静怡 住在 成都"
    assert ontology.relation("allergicTo").statement("静怡", "花生", language="zh") == "静怡对花生过敏"
    assert lives.statement("Ana", "Porto") == lives.statement("Ana", "Porto", language="fr") == "Ana lives in Porto"
