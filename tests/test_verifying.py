"""How sure memory is as time goes by, what it asks, and what the answers do."""

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument
from kgmem.temporal import DAY, iso
from tests.conftest import START, Ticking
from tests.fakes import ScriptedExtractor

pytestmark = pytest.mark.engine
YEARS = {number: iso(START + number * 365 * DAY)[:10] for number in range(5)}


def live(memory, object):
    (fact,) = [fact for fact in memory.facts() if fact.object == object and fact.polarity == "positive"]
    return fact


def sure(memory, object, **clocks):
    return round(memory.confidence(live(memory, object), **clocks), 2)


def asked(memory, **how):
    return [(one.reason, one.fact.object) for one in memory.to_verify(**how)]


def said(*claims):
    return Extraction(facts=claims)


# --- fading ---------------------------------------------------------------------------------------


def test_a_state_fades_by_its_class_from_when_it_was_last_said(memory):
    for relation, object in (("livesIn", "Porto"), ("wants", "a boat"), ("allergicTo", "plums"), ("visited", "Oslo")):
        memory.assert_fact("Ana", relation, object, valid_from="2026-06-30")
    then = {"as_of": YEARS[2]}
    assert [sure(memory, object, **then) for object in ("Porto", "a boat", "plums", "Oslo")] == [0.48, 0.0, 1.0, 1.0]
    assert sure(memory, "Porto", as_of=YEARS[1]) == 0.69
    assert live(memory, "Porto").confidence == 1.0


def test_what_is_over_and_what_was_not_yet_said_does_not_fade(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2020-01-01", valid_to="2024-01-01")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2024-01-01")
    assert sure(memory, "Lisbon", as_of=YEARS[4]) == 1.0
    assert sure(memory, "Porto", as_of="2025-01-01") == 1.0


def test_saying_it_again_renews_it_and_a_stay_that_is_over_does_not(opened):
    porto = FactClaim("Ana", "livesIn", "Porto", object_type="Place")
    clock = Ticking()
    memory = opened(timezone="UTC", clock=clock, extractor=ScriptedExtractor({"home": said(porto)}))
    memory.observe("home", speaker="Ana", at="2024-07-01")
    before = sure(memory, "Porto")
    memory.observe("home", speaker="Ana", at="2026-07-01")
    assert (before, sure(memory, "Porto")) == (0.34, round(live(memory, "Porto").confidence, 2))
    memory.assert_fact("Bea", "likes", "tea")
    clock.now += 365 * DAY
    memory.assert_fact("Bea", "likes", "tea")
    assert sure(memory, "tea") == 1.0
    clock.now += 365 * DAY
    memory.assert_fact("Bea", "likes", "tea", valid_from="2020", valid_to="2021")
    assert [round(memory.confidence(f), 2) for f in memory.facts("Bea")] == [1.0, 0.69]


def test_a_profile_shows_what_is_left_of_confidence(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-30")
    memory.assert_fact("Ana", "worksFor", "Beta", valid_from="2026-06-30", valid_to="2029-01-01")
    shown = {a.relation: round(a.traits[0].confidence, 2) for a in memory.profile("Ana", as_of=YEARS[2]).aspects}
    assert (shown["livesIn"], shown["worksFor"]) == (0.48, 1.0)
    assert "0.48" in str(memory.profile("Ana", as_of=YEARS[2]))


def test_a_relation_of_your_own_fades_by_its_memory_type_unless_it_says_how(opened, tmp_path):
    file = tmp_path / "own.ttl"
    prefix = "@prefix kg: <https://kgmem.org/ontology#> .\n"
    kinds = ("episodic", "factual", "procedural", "semantic")
    lines = [f'kg:{kind}Own a kg:Relation ; kg:memory "{kind}" .' for kind in kinds]
    file.write_text(prefix + "\n".join(lines) + '\nkg:toldOwn a kg:Relation ; kg:memory "semantic" ; kg:decay "fast" .')
    memory = opened(timezone="UTC", ontology=[file])
    for kind in (*kinds, "told"):
        memory.assert_fact("Ana", f"{kind}Own", kind, valid_from="2026-06-30")
    assert [sure(memory, kind, as_of=YEARS[1]) for kind in (*kinds, "told")] == [0.03, 0.69, 1.0, 1.0, 0.03]


# --- asking ---------------------------------------------------------------------------------------


def test_memory_asks_about_what_it_is_not_sure_of_the_most_doubtful_first(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-30")
    memory.assert_fact("Bea", "livesIn", "Oslo", valid_from="2026-06-30", trust=0.8)
    memory.assert_fact("Bea", "livesIn", "Faro", valid_from="2026-06-30", trust=0.8)
    memory.assert_fact("Cal", "likes", "tea", confidence=0.4)
    memory.assert_fact("Dan", "likes", "soup", trust=0.2, source="page")
    memory.assert_fact("Eva", "likes", "rice", polarity="negative", confidence=0.3)
    memory.assert_fact("Eva", "hums", value="loudly", confidence=0.3)
    assert asked(memory) == [("low trust", "soup"), ("guess", "tea")]
    assert asked(memory, as_of=YEARS[2]) == [
        ("low trust", "soup"), ("guess", "tea"), ("faded", "Faro"), ("faded", "Porto"),
    ]  # fmt: skip
    assert asked(memory, as_of=YEARS[2], limit=1, entity="Ana") == [("faded", "Porto")]
    assert (asked(memory, limit=0), asked(memory, entity="Zoe")) == ([], [])
    assert [one.question for one in memory.at(as_of=YEARS[2]).to_verify()] == [
        "Is it true that Dan likes soup, as page says?",
        "Is it true that Cal likes tea?",
        "Is it still true that Bea lives in Faro?",
        "Is it still true that Ana lives in Porto?",
    ]


def test_what_only_weighs_the_same_is_asked_about_together_and_the_answer_settles_it(memory):
    two = [
        {"subject": "Bea", "relation": "livesIn", "object": place, "valid_from": "2026-06-30"}
        for place in ("Oslo", "Faro")
    ]
    memory.assert_facts(two)
    (doubt,) = memory.to_verify()
    assert (doubt.reason, doubt.question) == ("conflict", "Which is right: Bea lives in Faro or Bea lives in Oslo?")
    assert [fact.object for fact in doubt.rivals] == ["Oslo"]
    memory.confirm(doubt.rivals[0].id)
    assert memory.to_verify() == []
    assert [fact.object for fact in memory.facts("Bea", as_of="2026-07-02")] == ["Oslo"]
    assert [one.settled_by for one in memory.conflicts()] == ["recency"]


def test_what_is_recalled_is_asked_about_first(memory):
    memory.assert_fact("Bea", "likes", "soup", confidence=0.3)
    memory.assert_fact("Cal", "likes", "tea", confidence=0.4)
    assert asked(memory) == [("guess", "soup"), ("guess", "tea")]
    memory.recall("Does Cal like tea?")
    memory.assert_fact("Dan", "likes", "rice")
    assert [(one.fact.object, one.uses) for one in memory.to_verify()] == [("tea", 1), ("soup", 0)]


def test_a_chinese_memory_asks_in_chinese(opened):
    claims = {
        "一": said(FactClaim("小明", "livesIn", "上海", object_type="Place")),
        "二": said(FactClaim("小明", "likes", "米饭", confidence=0.4)),
        "三": said(FactClaim("小明", "likes", "面条")),
    }
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(claims))
    memory.observe("一", speaker="小明", at="2020-01-01")
    memory.observe("二", speaker="小明", at="2026-01-01")
    memory.observe("三", role="tool", at="2026-01-01")
    assert [one.question for one in memory.to_verify()] == [
        "小明住在上海，现在还是这样吗？", "小明喜欢面条，对吗？这是工具说的。", "小明喜欢米饭，对吗？",
    ]  # fmt: skip


def test_reading_views_and_snapshots_can_be_asked_too(memory, opened):
    memory.assert_fact("Cal", "likes", "tea", confidence=0.4)
    before = iso(START)
    assert asked(memory.at(known_at=before)) == []
    assert asked(opened(memory.path, read_only=True)) == [("guess", "tea")]
    with pytest.raises(InvalidArgument, match="no fact has the id 'fa_0'"):
        memory.confidence("fa_0")
    with pytest.raises(InvalidArgument, match="no fact has the id"):
        memory.confidence(live(memory, "tea"), known_at=before)


# --- answers --------------------------------------------------------------------------------------


def test_a_confirmation_renews_what_faded_and_an_earlier_view_does_not_know_of_it(opened):
    clock = Ticking()
    memory = opened(timezone="UTC", clock=clock)
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-30", confidence=0.7)
    fact = live(memory, "Porto")
    clock.now += 730 * DAY
    before = iso(clock.now)
    assert asked(memory) == [("faded", "Porto")]
    done = memory.confirm(fact.id, source="Ana")
    assert [one.confidence for one in done.corroborated] == [1.0]
    assert (asked(memory), sure(memory, "Porto")) == ([], 1.0)
    assert (memory.facts("Ana", known_at=before), asked(memory, known_at=before)) == ([fact], [("faded", "Porto")])
    assert round(memory.confidence(fact, known_at=before), 2) == 0.34
    assert round(memory.confidence(fact, as_of=before, known_at=before), 2) == 0.34
    clock.now += 365 * DAY
    assert sure(memory, "Porto") == 0.69
    later = iso(clock.now)
    memory.confirm(live(memory, "Porto").id)
    assert (sure(memory, "Porto"), sure(memory, "Porto", known_at=later)) == (1.0, 0.69)
    assert [one.rule for one in memory.decisions("Ana")] == ["assert", "confirm", "confirm"]
    assert [one.replaced and one.replaced.kind for one in memory.history("Ana", "livesIn")] == ["confirmed", None]


def test_undoing_a_confirmation_leaves_things_as_they_were_but_for_what_was_known_meanwhile(opened):
    clock = Ticking()
    memory = opened(timezone="UTC", clock=clock)
    memory.assert_fact("Cal", "likes", "tea", confidence=0.4, trust=0.2)
    done = memory.confirm(live(memory, "tea").id)
    meanwhile = iso(clock.now)
    assert (asked(memory), live(memory, "tea").trust) == ([], 1.0)
    undone = memory.undo(done)
    assert (asked(memory), live(memory, "tea").confidence) == ([("guess", "tea")], 0.4)
    assert asked(memory, known_at=meanwhile) == []
    memory.undo(undone)
    assert (asked(memory), live(memory, "tea").confidence) == ([], 1.0)
    assert asked(memory, known_at=meanwhile) == []


def test_a_confirmed_guess_counts_like_what_was_told_with_certainty(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2019")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01", confidence=0.4)
    assert [fact.object for fact in memory.facts("Ana", as_of="2026-06-01")] == ["Lisbon"]
    memory.confirm(live(memory, "Porto").id)
    assert [fact.object for fact in memory.facts("Ana", as_of="2026-06-01")] == ["Porto"]
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-05-05", confidence=0.4)
    assert live(memory, "Porto").valid_to > START


def test_a_confirmation_as_of_a_day_fades_from_that_day(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2020")
    memory.confirm(live(memory, "Porto").id, at="2025-06-30")
    memory.confirm(live(memory, "Porto").id, at="2025-06-30")
    assert sure(memory, "Porto", as_of="2025-07-01") == 1.0
    assert memory.cypher("MATCH (c:Confirmation) RETURN c.source, c.said").rows == [("api", 1751241600000000)]
    assert memory.at(known_at=iso(START)).cypher("MATCH (c:Confirmation) RETURN c.id").rows == []


def test_a_denial_ends_what_was_believed_and_what_never_was_was_never_so(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01")
    memory.assert_fact("Ana", "likes", "tea", valid_from="2026-05-01", confidence=0.4)
    memory.assert_fact("Ana", "parentOf", "Bo")
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2019", valid_to="2020")
    for object in ("Porto", "tea", "Bo", "Lisbon"):
        memory.deny(live(memory, object).id, reason="no")
    held = {(f.object, f.polarity): (iso(f.valid_from)[:10], iso(f.valid_to)[:10]) for f in memory.facts("Ana")}
    assert held == {
        ("Porto", "positive"): ("2026-05-01", "2026-07-01"), ("Porto", "negative"): ("2026-07-01", ".."),
        ("tea", "negative"): ("2026-05-01", ".."), ("Bo", "negative"): ("..", ".."),
        ("Lisbon", "negative"): ("2019-01-01", "2020-01-01"),
    }  # fmt: skip
    memory.assert_fact("Ana", "parentOf", "Bo")
    assert asked(memory) == []


def test_a_denial_can_be_dated_denied_itself_and_undone(memory):
    memory.assert_fact("Ana", "likes", "tea", valid_from="2026-05-01")
    done = memory.deny(live(memory, "tea").id, since="2026-06-01")
    assert iso(live(memory, "tea").valid_to)[:10] == "2026-06-01"
    (denial,) = [fact for fact in memory.facts() if fact.polarity == "negative"]
    again = memory.deny(denial.id, since="2026-06-15")
    assert [iso(f.valid_from)[:10] for f in memory.facts(as_of="2026-06-20")] == ["2026-06-15"]
    memory.undo(again)
    memory.undo(done)
    assert [(f.object, iso(f.valid_to)) for f in memory.facts()] == [("tea", "..")]


def test_habits_and_plans_are_over_when_they_are_denied(opened):
    swims = FactClaim("Ana", "plays", "tennis", modality="recurring")
    moves = FactClaim("Ana", "livesIn", "Oslo", object_type="Place", modality="planned", confidence=0.4)
    memory = opened(timezone="UTC", extractor=ScriptedExtractor({"x": said(swims, moves)}))
    memory.observe("x", speaker="Ana", at="2024-05-01")
    assert [one.question for one in memory.to_verify()] == ["Is it still true that Ana plays tennis?"]
    memory.deny(live(memory, "tennis").id)
    memory.deny(live(memory, "Oslo").id)
    assert [(f.object, iso(f.valid_to)[:10]) for f in memory.facts()] == [("tennis", "2026-07-01")]


def test_a_source_that_knows_is_asked_instead(memory):
    for object in ("tea", "soup", "rice"):
        memory.assert_fact("Ana", "likes", object, confidence=0.4, valid_from="2026-05-01")
    known = {"tea": True, "soup": False}
    left = memory.to_verify(check=lambda fact: known.get(fact.object))
    assert [one.fact.object for one in left] == ["rice"]
    held = {(fact.object, fact.polarity, fact.confidence) for fact in memory.facts()}
    assert held == {("tea", "positive", 1.0), ("soup", "negative", 1.0), ("rice", "positive", 0.4)}

    def broken(fact):
        raise OSError("no answer")

    with pytest.raises(OSError, match="no answer"):
        memory.to_verify(check=broken)
    memory.assert_fact("Ana", "likes", "figs", confidence=0.4, valid_from="2026-05-01")
    held.add(("figs", "positive", 0.4))
    (first, _) = memory.to_verify()
    with pytest.raises(InvalidArgument, match="check= gave 'no'"):
        memory.to_verify(check=lambda fact: True if fact == first.fact else "no")
    assert {(fact.object, fact.polarity, fact.confidence) for fact in memory.facts()} == held


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m, f: m.confirm("fa_0"), "no fact held now has the id 'fa_0'"),
        (lambda m, f: m.confirm(f.id, at="2099"), "lies ahead; a confirmation says"),
        (lambda m, f: m.confirm(f.id, at="soon"), "at"),
        (lambda m, f: m.deny(f.id, since="2031"), "was over at 2030-01-01"),
        (lambda m, f: m.deny(3), "id must be a str"),
        (lambda m, f: m.to_verify(limit=-1), "limit must be a whole number"),
        (lambda m, f: m.to_verify(check=lambda fact: "yes"), "check= gave 'yes'"),
        (lambda m, f: m.to_verify(check=lambda fact: None, as_of="2026"), "leave as_of and known_at out"),
    ],
)
def test_an_answer_that_means_nothing_is_refused(memory, call, message):
    fact = memory.assert_fact("Ana", "likes", "tea", valid_from="2020", valid_to="2030", confidence=0.4).asserted[0]
    with pytest.raises(InvalidArgument, match=message):
        call(memory, fact)
    assert memory.facts() == [fact]


# --- kept -----------------------------------------------------------------------------------------


@pytest.fixture
def confirmed(opened):
    clock = Ticking()
    memory = opened(timezone="UTC", clock=clock)
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-01", confidence=0.7)
    clock.now += 400 * DAY
    memory.confirm(live(memory, "Porto").id, source="Tom Reis")
    memory.assert_fact("Bea", "likes", "tea", confidence=0.7)
    memory.assert_fact("Bea", "likes", "tea", confidence=0.7)
    return memory


def test_confirmations_survive_closing_rebuilding_and_an_export(confirmed, opened, tmp_path):
    sure_then = [confirmed.confidence(fact, as_of=YEARS[3]) for fact in confirmed.facts()]
    confirmed.export(tmp_path / "out.jsonl")
    confirmed.rebuild()
    assert [confirmed.confidence(fact, as_of=YEARS[3]) for fact in confirmed.facts()] == sure_then
    other = opened("other", timezone="UTC")
    assert other.import_file(tmp_path / "out.jsonl").exact
    assert [other.confidence(fact, as_of=YEARS[3]) for fact in other.facts()] == sure_then
    assert other.import_file(tmp_path / "out.jsonl").calls == 0
    confirmed.close()
    again = opened(timezone="UTC")
    assert [again.confidence(fact, as_of=YEARS[3]) for fact in again.facts()] == sure_then
    again.confirm(live(again, "tea").id)
    assert again.confidence(live(again, "tea")) == 1.0


def test_a_lost_journal_loses_no_confirmation(confirmed, opened):
    confirmed.observe("I live in Oslo.", speaker="Eva", at="2026-04-01T10:00:00Z")
    confirmed.confirm(live(confirmed, "Oslo").id, source="Tom Reis")
    said = "MATCH (c:Confirmation {source: 'Tom Reis'}) RETURN c.said, c.retracted_at ORDER BY c.said"
    held, sure_then = confirmed.cypher(said).rows, confirmed.confidence(live(confirmed, "Oslo"), as_of=YEARS[3])
    confirmed.close()
    (confirmed.path / "journal.sqlite").unlink()
    again = opened(timezone="UTC")
    told = again.confirm(live(again, "tea").id)
    again.observe("I live in Oslo.", speaker="Eva", at="2026-04-02T10:00:00Z")
    again.undo(told.tellings[0])
    assert (again.cypher(said).rows, len(held)) == (held, 2)
    assert again.confidence(live(again, "Oslo"), as_of=YEARS[3]) == sure_then
    assert live(again, "tea").confidence < 1.0


def test_who_confirmed_can_be_erased_and_so_can_what_was_confirmed(confirmed):
    confirmed.observe("Tom Reis is here.", speaker="Ana", at="2026-07-03")
    confirmed.erase(entity="Tom Reis").confirm().verify()
    assert confirmed.residues("Tom Reis") == []
    assert live(confirmed, "Porto").confidence == 1.0
    confirmed.erase(entity="Ana").confirm().verify()
    assert [fact.subject for fact in confirmed.facts()] == ["Bea"]
    assert confirmed.cypher("MATCH (c:Confirmation) RETURN count(c)").rows == [(1,)]


def test_a_confirmation_follows_the_fact_when_its_name_turns_out_to_mean_another(confirmed):
    confirmed.assert_fact("Ana Reis", "likes", "rice")
    confirmed.merge("Ana", "Ana Reis")
    assert live(confirmed, "Porto").subject == "Ana Reis"
    assert live(confirmed, "Porto").confidence == 1.0
    assert round(confirmed.confidence(live(confirmed, "Porto")), 2) == 1.0
