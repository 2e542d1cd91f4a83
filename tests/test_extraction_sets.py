"""The scorers of the extraction benchmark, on small made-up data: what is right counts, what is wrong does not."""

import gzip
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks import (
    extraction,
    extraction_causes,
    extraction_coref,
    extraction_dialogre,
    extraction_locomo,
    extraction_meantime,
    extraction_openie,
    extraction_persona,
    extraction_synthetic,
)
from benchmarks.__main__ import main
from benchmarks.extraction_clusters import Placed, b_cubed, best_overlap, meanings
from benchmarks.extraction_openie import Triple
from benchmarks.extraction_outcome import Outcome
from benchmarks.extraction_synthetic import GoldMention
from benchmarks.extraction_timevalues import in_value
from benchmarks.extraction_words import overlap, same_name, spans_overlap
from benchmarks.retrieval import Turn
from benchmarks.synth.files import generate
from benchmarks.synth.scoring import Names
from benchmarks.synth.world import CorefGold, EventGold, FactGold, Gold
from benchmarks.synth.world import Turn as ToldTurn
from kgmem.records import CauseClaim, EventClaim, Extraction, FactClaim, Mention

# --- clusters -----------------------------------------------------------------------------------------


def test_clusters_that_are_the_gold_ones_have_a_b_cubed_of_100() -> None:
    score = b_cubed(["a", "a", "b"], ["x", "x", "y"])
    assert (score.precision, score.recall, score.f1) == (100, 100, 100)


def test_one_cluster_of_all_mentions_costs_precision() -> None:
    score = b_cubed(["a", "a", "b", "c"], ["x", "x", "x", "x"])
    assert (score.precision, score.recall) == (37.5, 100)


def test_mentions_bound_to_nothing_are_each_alone() -> None:
    score = b_cubed(["a", "a", "a", "a"], [None, None, None, None])
    assert (score.precision, score.recall) == (100, 25)


def test_a_split_cluster_costs_recall() -> None:
    score = b_cubed(["a", "a", "a", "b"], ["x", "x", "y", "z"])
    assert score.precision == 100
    assert score.recall == pytest.approx(100 * (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4)


def test_no_mentions_score_nothing() -> None:
    assert b_cubed([], []).f1 == 0


def test_the_mention_that_shares_most_with_a_span_is_taken() -> None:
    whole, part = Placed(0, 9, "whole"), Placed(0, 2, "part")
    assert best_overlap(0, 2, [whole, part]) == part
    assert best_overlap(3, 9, [whole, part]) == whole
    assert best_overlap(9, 12, [whole, part]) is None


def test_an_entity_is_whom_its_name_names_else_whom_most_of_its_mentions_mean() -> None:
    carriers = {"Ana": {"p1"}, "Sam": {"p2", "p3"}}
    votes = {"e1": Counter(p2=5), "e2": Counter(p2=1, p3=2), "e3": Counter(p2=1, p3=1)}
    names = {"e1": ["Ana"], "e2": ["Sam"], "e3": ["Sam"], "e4": ["nobody"]}
    assert meanings(votes, names, lambda name: carriers.get(name, set())) == {"e1": "p1", "e2": "p3"}


# --- made-up dialogues --------------------------------------------------------------------------------

NAMES = Names({"p0": frozenset(("ana silva", "ana", "annie")), "p1": frozenset(("ben lund", "ben"))})


def mention(turn: str, start: int, surface: str, entity: str, kind: str) -> GoldMention:
    return GoldMention(turn, start, start + len(surface), surface, entity, kind, "en")


def test_a_pronoun_is_right_when_its_entity_is_the_one_meant() -> None:
    gold = [mention("t1", 0, "Ana", "p0", "name"), mention("t1", 9, "she", "p0", "he-she")]
    gold += [mention("t2", 0, "he", "p1", "he-she"), mention("t3", 0, "I", "p1", "speaker")]
    placed = {"t1": [Placed(0, 3, "e1"), Placed(9, 12, "e1")], "t2": [Placed(0, 2, "e1")]}
    metrics, items = extraction_synthetic.judged(gold, placed, {"e1": {"Ana"}}, NAMES)
    assert metrics["coref_accuracy"] == pytest.approx(100 / 3)
    assert (metrics["coref_accuracy/he-she"], metrics["coref_accuracy/speaker"]) == (50, 0)
    assert [item["right"] for item in items] == [True, True, False, False]
    assert metrics["entity_b3_f1"] == pytest.approx(100 * 2 * (2 / 3) * 0.75 / (2 / 3 + 0.75))


def test_a_nickname_with_an_entity_of_its_own_is_not_resolved() -> None:
    gold = [mention("t1", 0, "Ana", "p0", "name"), mention("t2", 0, "Annie", "p0", "short-name")]
    names = {"e1": {"Ana"}, "e2": {"Annie"}}
    apart, _ = extraction_synthetic.judged(gold, {"t1": [Placed(0, 3, "e1")], "t2": [Placed(0, 5, "e2")]}, names, NAMES)
    bound, _ = extraction_synthetic.judged(gold, {"t1": [Placed(0, 3, "e1")], "t2": [Placed(0, 5, "e1")]}, names, NAMES)
    assert (apart["coref_accuracy/short-name"], bound["coref_accuracy/short-name"]) == (0, 100)
    assert (apart["entity_b3_recall"], bound["entity_b3_recall"]) == (50, 100)


def test_gold_mentions_are_what_coref_marks_and_the_names_of_what_is_told() -> None:
    dialogue = generate(3, 6, 3, half="b", difficulty=1, languages=("en",))
    person, place = dialogue.world.people[0], next(t for t in dialogue.world.things if t.kind == "place")
    other = dialogue.world.people[1]
    text = f"She likes {place.en}, and {person.short} and {other.short} know {place.en}."
    gold = Gold(facts=(FactGold(person.id, "livesIn", place.id),), coref=(CorefGold((0, 3), person.id),))
    turn = ToldTurn("t0", "s0", other.id, "user", "2025-01-01T00:00:00+00:00", text, "en", gold)
    found = extraction_synthetic.gold_mentions(turn, dialogue, Names.in_world(dialogue.world))
    assert [(m.surface, m.entity, m.kind) for m in found] == [
        ("She", person.id, "he-she"),
        (place.en, place.id, "name"),
        (person.short, person.id, "name"),
        (place.en, place.id, "name"),
    ]


def test_what_a_turn_is_about_are_the_ends_of_its_facts_and_the_roles_of_its_events() -> None:
    event = EventGold("h1", "move", "Moving", roles=(("who", "p1"), ("to", "x2")))
    gold = Gold(facts=(FactGold("p0", "bornOn", value="2001-02-03"),), events=(event,))
    turn = ToldTurn("t0", "s0", "p0", "user", "2025-01-01T00:00:00+00:00", "", "en", gold)
    assert extraction_synthetic.told_of(turn) == {"p0", "p1", "x2"}


def test_a_made_up_dialogue_is_measured_through_a_memory(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    options = "--seed 5 --people 4 --months 2 --difficulty 0".split()
    assert main(["extraction", "--set", "synthetic", *options, "--run", str(run)]) == 0
    items = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    assert {"mention", "facts"} <= {item["what"] for item in items}
    assert all(item["id"].startswith("seed 5/t") for item in items)
    assert all(item["right"] for item in items if item["what"] == "mention" and item["kind"] == "speaker")


def test_turns_on_which_the_extractor_fails_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(batch: object) -> list[Extraction]:
        raise RuntimeError

    monkeypatch.setattr("kgmem.memory.RuleExtractor", lambda ontology: broken)
    dialogue = generate(5, 4, 1, half="b", difficulty=0, languages=("en",))
    outcome = extraction_synthetic.over([("d", dialogue)])
    assert outcome.metrics["n/extractor-failed"] == len(dialogue.turns)
    assert outcome.notes == f"the extractor failed on {len(dialogue.turns)} turns: no fair figures"
    assert outcome.metrics["fact_f1"] == 0


# --- GAP ----------------------------------------------------------------------------------------------

GAP_TEXT = "Ana met Bea when she came."
GAP_ROW = {
    "ID": "g-1", "Text": GAP_TEXT, "Pronoun": "she", "Pronoun-offset": "17", "A": "Ana", "A-offset": "0",
    "A-coref": "TRUE", "B": "Bea", "B-offset": "8", "B-coref": "FALSE",
}  # fmt: skip
ANA, BEA = Mention(0, 3, "Ana", "Ana", "Person"), Mention(8, 11, "Bea", "Bea", "Person")


@pytest.mark.parametrize(
    ("meant", "accuracy", "precision", "recall"),
    [("Ana", 100, 100, 100), ("Bea", 0, 0, 0), (None, 0, 0, 0), ("Cleo", 0, 0, 0)],
)
def test_a_pronoun_counts_for_the_name_its_entity_stands_at(
    meant: str | None, accuracy: float, precision: float, recall: float
) -> None:
    she = [Mention(17, 20, "she", meant, "Person")] if meant else []
    metrics = extraction_coref.judged([GAP_ROW], [[ANA, BEA, *she]]).metrics
    assert (metrics["accuracy"], metrics["precision"], metrics["recall"]) == (accuracy, precision, recall)
    assert metrics["f1/feminine"] == metrics["f1"]


def test_where_no_name_is_meant_an_unbound_pronoun_is_right() -> None:
    row = {**GAP_ROW, "A-coref": "FALSE"}
    outcome = extraction_coref.judged([row, GAP_ROW], [[ANA, BEA], [Mention(17, 20, "she", "Ana", "Person")]])
    assert (outcome.metrics["accuracy"], outcome.metrics["f1"]) == (100, 100)
    assert outcome.metrics["bound"] == 50


# --- PersonaExt ---------------------------------------------------------------------------------------


def row(words: str, head: int, tail: tuple[int, ...], label: str) -> dict[str, object]:
    return {"tokens": words.split(), "head": [head], "tail": list(tail), "label": label}


def fact(relation: str, object: str, **more: object) -> FactClaim:
    return FactClaim(**{"subject": "Robin", "relation": relation, "object": object, **more})  # type: ignore[arg-type]


def persona(one: dict[str, object], *facts: FactClaim) -> dict[str, float]:
    return extraction_persona.judged([one], [Extraction(facts=facts)]).metrics


WINE = row("i like red wine and jazz", 0, (2, 3), "like_drink")


def test_a_tail_with_a_mapped_relation_is_recalled() -> None:
    metrics = persona(WINE, fact("likes", "wine"))
    assert (metrics["recall"], metrics["precision"], metrics["object_recall"]) == (100, 100, 100)


@pytest.mark.parametrize(
    "said",
    [fact("dislikes", "red wine"), fact("likes", "red wine", polarity="negative"), fact("relatedTo", "red wine")],
)
def test_a_tail_with_another_relation_or_denied_is_not(said: FactClaim) -> None:
    metrics = persona(WINE, said)
    assert (metrics["recall_all"], metrics["object_recall"]) == (0, 100)


def test_another_object_of_the_relation_is_wrong_and_an_unrelated_fact_is_not() -> None:
    metrics = persona(WINE, fact("likes", "wine"), fact("likes", "jazz"), fact("livesIn", "Porto"))
    assert (metrics["recall_all"], metrics["precision_all"]) == (100, 50)


def test_recall_counts_from_the_confidence_where_precision_is_enough() -> None:
    rows = [WINE, WINE]
    sure, unsure = fact("likes", "wine", confidence=0.9), fact("likes", "tea", confidence=0.4)
    metrics = extraction_persona.judged(rows, [Extraction(facts=(sure,)), Extraction(facts=(unsure,))]).metrics
    assert (metrics["recall"], metrics["precision"], metrics["from_confidence"]) == (50, 100, 90)
    assert metrics["precision_all"] == 50


def test_kinship_is_seen_from_the_speaker() -> None:
    claim = FactClaim("Robin's son", "childOf", "Robin")
    assert persona(row("my son left", 0, (1,), "have_chidren"), claim)["recall"] == 100
    assert persona(row("my son left", 0, (1,), "have_sibling"), claim)["recall"] == 0


def test_what_is_not_had_is_a_denied_fact() -> None:
    none = row("i have no pets", 0, (3,), "have_no")
    assert persona(none, fact("hasPet", "pets", polarity="negative"))["recall"] == 100
    assert persona(none, fact("hasPet", "pets"))["recall_all"] == 0


def test_rows_that_repeat_count_once() -> None:
    assert extraction_persona.distinct([WINE, dict(WINE), row("i like red wine", 0, (2, 3), "like_drink")]) == [
        WINE,
        row("i like red wine", 0, (2, 3), "like_drink"),
    ]


# --- DialogRE -----------------------------------------------------------------------------------------


def relation(x: str, label: str, y: str, trigger: str = "said so") -> dict[str, object]:
    return {"x": x, "y": y, "r": [label], "t": [trigger]}


def dialogre(relations: list[dict[str, object]], *facts: FactClaim) -> dict[str, float]:
    return extraction_dialogre.judged([("d1", relations)], [[Extraction(facts=facts)]]).metrics


FAMILY = [
    relation("Speaker 1", "per:parents", "Ross Geller"),
    relation("Ross Geller", "per:children", "Speaker 1"),
    relation("Speaker 1", "per:friends", "Phoebe"),
    relation("Phoebe", "per:friends", "Speaker 1"),
]


def test_inverse_and_symmetric_labels_count_once() -> None:
    metrics = dialogre(FAMILY, FactClaim("Ross", "parentOf", "Speaker 1"), FactClaim("Phoebe", "friendOf", "Speaker 1"))
    assert (metrics["precision"], metrics["recall"]) == (100, 100)
    assert (metrics["n/per:children"], metrics["n/per:friends"]) == (1, 1)


def test_the_inverse_relation_says_the_same_and_the_wrong_direction_does_not() -> None:
    assert dialogre(FAMILY[:1], FactClaim("Speaker 1", "childOf", "Ross"))["f1"] == 100
    assert dialogre(FAMILY[:1], FactClaim("Speaker 1", "parentOf", "Ross"))["f1"] == 0


def test_a_relation_nobody_annotated_between_arguments_is_wrong() -> None:
    metrics = dialogre(FAMILY, FactClaim("Phoebe", "friendOf", "Speaker 1"), FactClaim("Phoebe", "spouseOf", "Ross"))
    assert (metrics["precision"], metrics["recall"], metrics["wrong/spouseOf"]) == (50, 50, 1)


def test_what_is_said_of_others_or_implied_is_not_judged() -> None:
    implied = relation("Phoebe", "per:spouse", "Ross Geller", "")
    claims = FactClaim("Phoebe", "spouseOf", "Ross"), FactClaim("Phoebe", "likes", "tea")
    metrics = dialogre([*FAMILY[:1], implied], FactClaim("Ross", "parentOf", "Speaker 1"), *claims)
    assert (metrics["precision"], metrics["recall"]) == (100, 100)


def test_an_alternate_name_is_the_same_argument() -> None:
    named = relation("Speaker 2", "per:alternate_names", "Ross Geller", "")
    assert (
        dialogre([named, relation("Speaker 2", "per:spouse", "Emily")], FactClaim("Ross", "spouseOf", "Emily"))["f1"]
        == 100
    )


def test_denied_and_supposed_relations_do_not_count() -> None:
    friends = [relation("Ann", "per:friends", "Bob")]
    assert dialogre(friends, FactClaim("Ann", "friendOf", "Bob", polarity="negative"))["recall"] == 0
    assert dialogre(friends, FactClaim("Ann", "friendOf", "Bob", modality="hypothetical"))["recall"] == 0


def test_labels_without_a_relation_of_ours_are_named() -> None:
    outcome = extraction_dialogre.judged([("d", [relation("Ann", "per:unheard_of", "Bob")])], [[]])
    assert outcome.n == 0
    assert outcome.notes == "labels of which kgmem has no relation, left out: per:unheard_of"


# --- causes -------------------------------------------------------------------------------------------


def caused(text: str, cause: str, effect: str) -> Extraction:
    events = tuple(EventClaim("Event", s, start=text.index(s), end=text.index(s) + len(s)) for s in (cause, effect))
    return Extraction(events=events, causes=(CauseClaim(0, 1, cue="because"),))


RAIN = "They stayed in because it rained all day ."
MARKED = "['<ARG1>They stayed in</ARG1> <SIG0>because</SIG0> <ARG0>it rained all day</ARG0> .']"


def test_a_sentence_is_causal_when_a_cause_is_read_in_it() -> None:
    rows = [{"index": str(n), "text": RAIN, "label": label} for n, label in enumerate("1100")]
    one = caused(RAIN, "it rained", "They stayed in")
    metrics = extraction_causes.sentences(rows, [one, Extraction(), one, Extraction()]).metrics
    assert metrics == {
        "sentence_precision": 50, "sentence_recall": 50, "sentence_f1": 50, "sentence_accuracy": 50,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cause", "effect", "f1", "either"),
    [
        ("it rained all day", "They stayed in", 100, 100),
        ("it rained", "They stayed in", 100, 100),
        ("They stayed in", "it rained all day", 0, 100),
        ("day", "They stayed in", 0, 0),
    ],
)
def test_spans_of_cause_and_effect_must_meet_those_marked(cause: str, effect: str, f1: float, either: float) -> None:
    rows = [{"index": "0", "text": RAIN, "causal_text_w_pairs": MARKED}]
    metrics = extraction_causes.pairs(rows, [caused(RAIN, cause, effect)]).metrics
    assert (metrics["pair_f1"], metrics["pair_f1/either-direction"]) == (f1, either)


def test_nominals_need_the_direction_as_well() -> None:
    text = '1\t"The <e1>storm</e1> caused the <e2>flood</e2>."\nCause-Effect(e1,e2)\nComment:\n\n'
    text += '2\t"A <e1>box</e1> in a <e2>room</e2>."\nOther\nComment: none\n'
    rows = extraction_causes.semeval_rows(text)
    assert [(one["id"], one["text"], one["label"]) for one in rows] == [
        ("1", "The storm caused the flood.", "Cause-Effect(e1,e2)"),
        ("2", "A box in a room.", "Other"),
    ]
    right, turned = (caused(rows[0]["text"], *pair) for pair in (("storm", "flood"), ("flood", "storm")))
    assert extraction_causes.nominals(rows, [right, Extraction()]).metrics["f1"] == 100
    assert extraction_causes.nominals(rows, [turned, Extraction()]).metrics["f1"] == 0
    assert extraction_causes.nominals(rows, [turned, Extraction()]).metrics["f1/either-direction"] == 100
    over = caused(rows[1]["text"], "box", "room")
    assert extraction_causes.nominals(rows, [right, over]).metrics["precision"] == 50


# --- CaRB ---------------------------------------------------------------------------------------------


def test_tuples_are_compared_part_by_part() -> None:
    gold = {"s": [Triple("lives in", "the old man", "Porto")]}
    metrics = extraction_openie.judged(gold, [[Triple("lives in", "man", "Porto")]]).metrics
    assert (metrics["precision"], metrics["recall"]) == (100, pytest.approx(100 * 4 / 6))
    assert extraction_openie.judged(gold, [[Triple("lives in", "Porto", "man")]]).metrics["precision"] == 50
    assert extraction_openie.judged(gold, [[Triple("sleeps", "the old man", "Porto")]]).metrics["f1"] == 0
    assert extraction_openie.judged(gold, [[]]).metrics["f1"] == 0


def test_a_gold_tuple_gives_precision_to_one_read_tuple() -> None:
    gold = {"s": [Triple("lives in", "Ana", "Porto")]}
    twice = [Triple("lives in", "Ana", "Porto"), Triple("lives in", "Ana", "Porto now")]
    metrics = extraction_openie.judged(gold, [twice]).metrics
    assert (metrics["precision"], metrics["recall"]) == (50, 100)


# --- LoCoMo -------------------------------------------------------------------------------------------


def test_coverage_is_the_share_of_words_that_facts_and_events_of_the_turn_have() -> None:
    turn = Turn("D1:1", "I got a puppy from the shelter!", "session_1", datetime(2023, 5, 8, tzinfo=UTC), "Ana")
    told = [("Ana", "Ana adopted a puppy.", frozenset({"D1:1"})), ("Ana", "Ana likes tea.", frozenset({"D9:9"}))]
    found = {"D1:1": Extraction(facts=(FactClaim("Ana", "hasPet", "puppy"),))}
    metrics = extraction_locomo.summed(extraction_locomo.judged("c", told, {"D1:1": turn}, found)).metrics
    assert metrics["coverage"] == pytest.approx(100 * 2 / 3)
    assert metrics["coverage/beside-names"] == 50
    assert metrics["coverage/ceiling"] == pytest.approx(100 * 2 / 3)
    nothing = extraction_locomo.summed(extraction_locomo.judged("c", told, {"D1:1": turn}, {"D1:1": Extraction()}))
    assert (nothing.metrics["coverage"], nothing.metrics["nothing_read"], nothing.n) == (0, 100, 1)


# --- MEANTIME -----------------------------------------------------------------------------------------

ARTICLE = b"""<?xml version="1.0"?><Document doc_name="d1">
<token t_id="1" sentence="0" number="0">Acme</token><token t_id="2" sentence="0" number="1">grew</token>
<token t_id="3" sentence="1" number="2">It</token><token t_id="4" sentence="1" number="3">fell</token>
<token t_id="5" sentence="1" number="4">May</token><token t_id="6" sentence="1" number="5">2007</token>
<Markables><TIMEX3 m_id="9" value="2008-05-24" functionInDocument="CREATION_TIME"/>
<ENTITY_MENTION m_id="1"><token_anchor t_id="1"/></ENTITY_MENTION>
<ENTITY_MENTION m_id="2"><token_anchor t_id="3"/></ENTITY_MENTION>
<ENTITY_MENTION m_id="3"><token_anchor t_id="4"/></ENTITY_MENTION>
<EVENT_MENTION m_id="4"><token_anchor t_id="2"/></EVENT_MENTION>
<EVENT_MENTION m_id="5"><token_anchor t_id="4"/></EVENT_MENTION>
<TIMEX3 m_id="6" value="2007-05"><token_anchor t_id="5"/><token_anchor t_id="6"/></TIMEX3>
<ENTITY m_id="7"/></Markables>
<Relations><REFERS_TO><source m_id="1"/><source m_id="2"/><target m_id="7"/></REFERS_TO></Relations></Document>"""


def test_an_article_is_scored_on_what_is_annotated() -> None:
    article = extraction_meantime.article_of(ARTICLE)
    assert article.text == "Acme grew\nIt fell May 2007"
    assert [(m.start, m.end, m.value) for m in article.entities] == [(0, 4, "7"), (10, 12, "7")]
    mentions = (Mention(0, 4, "Acme", "Acme"), Mention(10, 12, "It", "Acme"))
    event = EventClaim("Event", "Acme grew", start=0, end=9)
    metrics = extraction_meantime.judged([article], [Extraction(mentions=mentions, events=(event,))]).metrics
    assert (metrics["entity_b3_f1"], metrics["event_precision"], metrics["event_recall"]) == (100, 100, 50)
    assert (metrics["value_accuracy"], metrics["n/times"]) == (100, 1)
    nothing = extraction_meantime.judged([article], [Extraction()]).metrics
    assert (nothing["entity_b3_recall"], nothing["entity_mention_recall"], nothing["event_f1"]) == (50, 0, 0)


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2008-02-29", "2008-02-29", "2008-03-01"),
        ("2008-12", "2008-12-01", "2009-01-01"),
        ("2008", "2008-01-01", "2009-01-01"),
        ("2008-W01", "2007-12-31", "2008-01-07"),
        ("2008-Q4", "2008-10-01", "2009-01-01"),
        ("2008-WI", "2008-12-01", "2009-03-01"),
        ("199", "1990-01-01", "2000-01-01"),
    ],
)
def test_a_time_value_is_an_interval(value: str, first: str, last: str) -> None:
    found = in_value(value)
    assert found is not None
    assert [one.date().isoformat() for one in found] == [first, last]


@pytest.mark.parametrize("value", ["P2Y", "XXXX-XX-XX", "2008-13", "2008-02-30", "PRESENT_REF", ""])
def test_what_is_no_date_has_no_interval(value: str) -> None:
    assert in_value(value) is None


# --- words --------------------------------------------------------------------------------------------


def test_words_and_spans_overlap_by_f1() -> None:
    assert overlap(["red", "wine"], ["wine"]) == pytest.approx(2 / 3)
    assert overlap([], ["wine"]) == 0
    assert spans_overlap("one two three", (0, 7), (4, 13)) == 0.5


def test_a_name_is_the_same_when_it_is_a_part_of_the_other() -> None:
    assert same_name("Ross", "Ross Geller")
    assert same_name("钱德勒", "钱德勒·宾")
    assert not same_name("Ross Lund", "Ross Geller")
    assert not same_name("", "Ross")


# --- the command --------------------------------------------------------------------------------------


def test_a_wrong_set_name_names_the_sets(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["extraction", "--set", "gap"])
    said = capsys.readouterr().err
    assert all(name in said for name in extraction.SETS)


def test_a_set_without_its_data_says_so() -> None:
    with pytest.raises(SystemExit, match="extraction --set gap-coref: this set needs --data PATH"):
        main(["extraction", "--set", "gap-coref"])


def test_a_path_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"there is nothing at .*absent; give the folder or file"):
        main(["extraction", "--set", "carb", "--data", str(tmp_path / "absent")])


@pytest.mark.parametrize("name", sorted(extraction.SETS))
def test_an_empty_folder_says_what_is_missing(name: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=f"extraction --set {name}: .* holds "):
        main(["extraction", "--set", name, "--data", str(tmp_path)])


@pytest.mark.parametrize("name", ["gap-coref", "personaext", "dialogre", "causal-news-corpus", "carb", "meantime"])
def test_a_file_of_something_else_says_what_it_should_be(name: str, tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text("nothing of the kind\n", "utf-8")
    with pytest.raises(SystemExit, match=f"extraction --set {name}: "):
        main(["extraction", "--set", name, "--data", str(file)])


def test_report_and_run_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, report, run = tmp_path / "gap-made-up.tsv.gz", tmp_path / "report.json", tmp_path / "run.jsonl"
    lines = ["\t".join((*GAP_ROW, "URL")), "\t".join((*GAP_ROW.values(), "none"))]
    data.write_bytes(gzip.compress("\n".join(lines).encode()))
    assert (
        main(["extraction", "--set", "gap-coref", "--data", str(data), "--json", str(report), "--run", str(run)]) == 0
    )
    written = json.loads(report.read_text("utf-8"))
    assert (written["benchmark"], written["n"], written["system"]["unit"]) == ("extraction/gap-coref", 1, "passages")
    assert written["system"]["command"] == "python -m benchmarks extraction --set gap-coref --data gap-made-up.tsv.gz"
    assert len(written["system"]["data_sha256"]) == 64
    line = json.loads(run.read_text("utf-8"))
    assert {"id", "gold", "found", "right"} <= set(line)
    assert "accuracy" in capsys.readouterr().out


def test_the_outcome_of_every_set_is_an_outcome() -> None:
    assert all(callable(measure) for measure in extraction.SETS.values())
    assert Outcome({}, 0, "things").items == []
