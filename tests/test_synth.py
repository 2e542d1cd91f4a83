"""The made-up world, its oracle on a log written by hand, and the file it is kept in. The long form is
`python -m benchmarks synth`."""

import ast
import hashlib
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from benchmarks.synth import files, phrases, question_words, rephrase
from benchmarks.synth.cast import START, YEAR
from benchmarks.synth.files import Dialogue, FormatError, generate
from benchmarks.synth.oracle import OVER, UNSURE, UNTOLD, Told
from benchmarks.synth.questions import KINDS, ask
from benchmarks.synth.simulate import simulate
from benchmarks.synth.world import (
    EVENT_OF,
    FUNCTIONAL,
    SYMMETRIC,
    CauseGold,
    CorefGold,
    EventGold,
    FactGold,
    Gold,
    Happening,
    Person,
    Question,
    State,
    Thing,
    Turn,
    World,
    cut,
    half_of,
)

PACKAGE = Path(files.__file__).parent
SEEDS = range(50)


@pytest.fixture(scope="module")
def worlds():
    return [simulate(seed, 10, 14) for seed in SEEDS]


# The world


def test_the_package_knows_nothing_of_kgmem_or_of_any_other_library():
    allowed = sys.stdlib_module_names | {"benchmarks"}
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert all(name.split(".")[0] in allowed for name in names), path.name
            assert all(name.startswith("benchmarks.synth") for name in names if name.startswith("benchmarks"))


def test_a_seed_gives_one_world_and_another_seed_another():
    assert simulate(5, 8, 6) == simulate(5, 8, 6)
    assert simulate(5, 8, 6) != simulate(6, 8, 6)


def test_only_the_languages_asked_for_are_spoken():
    assert {person.lang for person in simulate(1, 9, 3, ("zh",))[0].people} == {"zh"}
    assert {person.lang for person in simulate(1, 9, 3)[0].people} == {"en", "zh"}


def test_every_kind_of_happening_comes_to_pass_somewhere(worlds):
    assert {happening.kind for _, log in worlds for happening in log} == set(EVENT_OF)


def test_causes_stand_before_their_effects(worlds):
    for _, log in worlds:
        place = {happening.id: at for at, happening in enumerate(log)}
        assert list(place) == [f"h{at}" for at in range(len(log))]
        for happening in log:
            for cause, kind in happening.causes:
                assert place[cause] < place[happening.id]
                assert log[place[cause]].day <= happening.day
                assert kind in ("cause", "enable", "motivate", "prevent")
                assert (kind == "prevent") == (happening.kind == "plan_fails")


def test_nothing_happens_outside_the_time_or_out_of_order(worlds):
    for world, log in worlds:
        days = [happening.day for happening in log]
        assert days == sorted(days)
        assert world.start <= days[0]
        assert days[-1] < world.end


def test_what_ends_has_begun_and_nothing_begins_twice(worlds):
    for world, log in worlds:
        held = {(state.subject, state.relation, state.object) for state in world.base}
        assert len(held) == len(world.base)
        for happening in log:
            for state in happening.terminates:
                held.remove((state.subject, state.relation, state.object))
                assert state.until == happening.day
                assert state.since is None or state.since < state.until
            for state in happening.initiates:
                key = (state.subject, state.relation, state.object)
                assert key not in held
                held.add(key)


def test_there_is_one_home_employer_and_spouse_at_a_time(worlds):
    for world, log in worlds:
        spans = {}
        for state in _states(world, log):
            sides = [state.subject, state.object] if state.relation in SYMMETRIC else [state.subject]
            for side in sides if state.relation in FUNCTIONAL else []:
                spans.setdefault((side, state.relation), []).append((state.since or 0, state.until or 10**7))
        for own in spans.values():
            own.sort()
            assert all(one[1] <= other[0] for one, other in itertools.pairwise(own))


def test_nobody_likes_and_dislikes_a_thing_at_once(worlds):
    for world, log in worlds:
        states = _states(world, log)
        liked = [state for state in states if state.relation == "likes"]
        for state in (state for state in states if state.relation == "dislikes"):
            for other in liked:
                if (other.subject, other.object) == (state.subject, state.object):
                    assert (other.until or 10**7) <= (state.since or 0) or (state.until or 10**7) <= (other.since or 0)


def test_ages_and_kin_make_sense(worlds):
    for world, log in worlds:
        states = _states(world, log)
        for state in states:
            if state.relation == "parentOf":
                parent, child = world.person(state.subject), world.person(state.object)
                assert child.born - parent.born >= 20 * YEAR
            if state.relation in ("spouseOf", "partnerOf"):
                since = state.since or START
                assert all(since - world.person(id).born >= 18 * YEAR for id in (state.subject, state.object))
        parents = {}
        for state in states:
            if state.relation == "parentOf":
                parents.setdefault(state.object, set()).add(state.subject)
        kin = [{state.subject, state.object} for state in states if state.relation in ("siblingOf", "parentOf")]
        couples = [{state.subject, state.object} for state in states if state.relation in ("spouseOf", "partnerOf")]
        assert all(len(found) <= 2 for found in parents.values())
        assert not any(couple in kin for couple in couples)


def test_nobody_takes_part_before_being_born_and_children_have_no_jobs(worlds):
    for world, log in worlds:
        for happening in log:
            for role, id in happening.roles.items():
                if id[0] == "p":
                    assert world.person(id).born <= happening.day, role
            if happening.kind in ("start_job", "marry", "start_dating", "buy", "travel"):
                assert happening.day - world.person(happening.roles["who"]).born >= 18 * YEAR


def test_a_plan_is_carried_out_or_fails_once_its_day_has_come(worlds):
    for world, log in worlds:
        ends = {}
        for happening in log:
            if "plan" in happening.roles:
                ends.setdefault(happening.roles["plan"], []).append(happening)
        plans = [happening for happening in log if happening.kind == "plan"]
        assert set(ends) <= {plan.id for plan in plans}
        for plan in plans:
            found = ends.get(plan.id, [])
            assert len(found) == 1 or (not found and world.end - plan.day <= 90)
            for end in found:
                assert end.kind in ("plan_fails", plan.params["planned"])
                assert end.day > plan.day


def test_names_mean_one_person(worlds):
    for world, _ in worlds:
        for pick in (lambda person: person.name, lambda person: person.short, lambda person: person.nick):
            assert len({pick(person) for person in world.people}) == len(world.people)


def test_more_people_than_names_still_have_names_of_their_own():
    world, _ = simulate(1, 300, 1)
    assert len({person.name for person in world.people}) == len(world.people)
    assert len({person.short for person in world.people}) == len(world.people)


# The halves


def test_a_form_is_in_one_half_and_other_seeds_split_otherwise():
    forms = [f"en/livesIn/{number}" for number in range(200)]
    assert 60 < sum(half_of(form, 1) == "a" for form in forms) < 140
    assert [half_of(form, 1) for form in forms] != [half_of(form, 2) for form in forms]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_question_has_wordings_in_both_halves_and_none_in_both(lang):
    asked = [("frame", key) for key, of in question_words.FRAMES if of == lang]
    asked += [("now", key) for key in ("livesIn", "worksFor", "bornOn")] + [("list", "owns"), ("yes", "likes")]
    for group, key in asked:
        halves = [{form for form, _ in question_words.of_half(group, key, lang, half, 3)} for half in ("a", "b")]
        assert all(len(half) >= 2 for half in halves), key
        assert not halves[0] & halves[1]


# The oracle, rule by rule. Ana is p0, Ben p1, 丽娜 p2.

MARCH, MAY, JULY, SEPTEMBER = (date(2025, month, 10).toordinal() for month in (3, 5, 7, 9))
PORTO, RIGA, GHENT, ALDER, MOCHI, TENT, TEA = (f"x{number}" for number in range(7))


def turns(*told, session="s0"):
    """(day or (day, session), speaker, *gold records) as turns."""
    made = []
    for number, (when, speaker, *gold) in enumerate(told):
        day, of = when if isinstance(when, tuple) else (when, session)
        at = datetime.combine(date.fromordinal(day), time(10), UTC) + timedelta(minutes=number)
        parts = {
            name: tuple(one for one in gold if isinstance(one, kind))
            for name, kind in (("facts", FactGold), ("events", EventGold), ("causes", CauseGold))
        }
        made.append(Turn(f"t{number}", of, speaker, "user", at.isoformat(), "...", "en", Gold(**parts)))
    return made


def home(place, **rest):
    return FactGold("p0", "livesIn", place, **rest)


def test_a_later_start_takes_the_place_of_an_earlier_one_in_any_order_of_telling():
    one, other = (MAY, "p0", home(RIGA, start="2025-05-02")), (MAY, "p0", home(PORTO, start="2025-03-01"))
    for told in (Told(turns(one, other)), Told(turns(other, one))):
        assert told.value("p0", "livesIn", JULY) == RIGA
        assert told.value("p0", "livesIn", MARCH) == PORTO
        assert told.value("p0", "livesIn", date(2025, 2, 1).toordinal()) == UNTOLD


def test_an_undated_statement_says_nothing_about_earlier_days():
    told = Told(turns((MAY, "p0", home(PORTO))))
    assert told.value("p0", "livesIn", MAY) == PORTO
    assert told.value("p0", "livesIn", SEPTEMBER) == PORTO
    assert told.value("p0", "livesIn", MAY - 1) == UNTOLD


def test_a_correction_makes_the_earlier_value_never_true():
    told = Told(turns((MARCH, "p0", home(PORTO)), (MAY, "p0", home(RIGA, start="2025-03-01", corrects="t0"))))
    assert told.value("p0", "livesIn", MARCH) == RIGA
    assert told.objects("p0", "livesIn") == [RIGA]


def test_a_correction_told_later_does_not_change_what_was_known():
    told = turns((MARCH, "p0", home(PORTO)), (MAY, "p0", home(RIGA, start="2025-03-01", corrects="t0")))
    assert Told(told, known_at="2025-04-01T00:00:00+00:00").value("p0", "livesIn", MARCH) == PORTO


def test_plans_hypotheses_and_hearsay_do_not_assert():
    for modality in ("planned", "hypothetical", "reported"):
        told = Told(turns((MARCH, "p0", home(PORTO)), (MAY, "p1", home(RIGA, modality=modality))))
        assert told.value("p0", "livesIn", JULY) == PORTO


def test_a_denial_ends_what_held():
    told = Told(turns((MARCH, "p0", home(PORTO)), (JULY, "p0", home(PORTO, polarity="negative"))))
    assert told.value("p0", "livesIn", MARCH) == PORTO
    assert told.value("p0", "livesIn", MAY) == UNSURE
    assert told.value("p0", "livesIn", JULY) == OVER


def test_a_change_that_nobody_dated_is_unsure_until_it_is_seen():
    told = Told(turns((MARCH, "p0", home(PORTO)), (JULY, "p0", home(RIGA))))
    assert [told.value("p0", "livesIn", day) for day in (MARCH, MAY, JULY)] == [PORTO, UNSURE, RIGA]
    told = Told(turns((MARCH, "p0", home(PORTO)), (JULY, "p0", home(RIGA), home(PORTO, end="2025-06-01"))))
    assert [told.value("p0", "livesIn", day) for day in (MAY, JULY - 1)] == [PORTO, OVER]


def test_a_year_may_mean_the_coming_back():
    away = (MAY, "p0", home(RIGA, start="2025-05-01"))
    told = Told(turns((MARCH, "p0", home(PORTO, start="2025-03-01")), away, (JULY, "p0", home(PORTO, start="2025"))))
    assert told.value("p0", "livesIn", JULY) == UNSURE


def test_a_pet_that_was_never_there_is_denied_too():
    denied = FactGold("p0", "hasPet", MOCHI, polarity="negative")
    assert Told(turns((MAY, "p0", denied))).holds("p0", "hasPet", MOCHI, JULY) == OVER


def test_what_used_to_be_is_over_but_nobody_knows_since_when():
    told = Told(turns((JULY, "p0", home(PORTO, start="2025-03", held="past"))))
    assert told.value("p0", "livesIn", JULY) == OVER
    assert told.value("p0", "livesIn", MAY) == UNSURE


def test_a_month_that_both_began_and_ended_something_is_unsure_only_within():
    told = Told(turns((SEPTEMBER, "p0", home(PORTO, start="2025-03-01", end="2025-07"))))
    assert told.value("p0", "livesIn", MAY) == PORTO
    assert told.value("p0", "livesIn", JULY) == UNSURE
    assert told.value("p0", "livesIn", SEPTEMBER) == OVER


def test_a_narrower_telling_makes_a_wider_one_needless():
    wide, narrow = home(RIGA, start="2025"), home(RIGA, start="2025-05-02")
    told = Told(turns((MARCH, "p0", home(PORTO)), (JULY, "p0", wide), (JULY, "p0", narrow)))
    assert told.value("p0", "livesIn", MAY) == RIGA
    assert told.value("p0", "livesIn", date(2025, 5, 1).toordinal()) == PORTO
    assert told.evidence("p0", "livesIn", RIGA, JULY) == ("t1", "t2")


def test_two_starts_whose_periods_overlap_are_unsure():
    told = Told(turns((SEPTEMBER, "p0", home(PORTO, start="2025-05")), (SEPTEMBER, "p0", home(RIGA, start="2025"))))
    assert told.value("p0", "livesIn", SEPTEMBER) == UNSURE


def test_coming_back_is_not_stopped_by_the_earlier_end():
    told = Told(
        turns(
            (MARCH, "p0", home(PORTO)),
            (MAY, "p0", home(RIGA, start="2025-05-01"), home(PORTO, end="2025-05-01")),
            (SEPTEMBER, "p0", home(PORTO, start="2025-08-01")),
        )
    )
    assert [told.value("p0", "livesIn", day) for day in (MARCH, MAY, SEPTEMBER)] == [PORTO, RIGA, PORTO]
    assert told.evidence("p0", "livesIn", PORTO, SEPTEMBER) == ("t2",)


def test_marriage_and_childhood_are_read_from_both_sides():
    told = Told(turns((MAY, "p0", FactGold("p0", "spouseOf", "p1"), FactGold("p2", "childOf", "p0"))))
    assert told.value("p1", "spouseOf", MAY) == "p0"
    assert told.held("p0", "parentOf", MAY) == ["p2"]


def test_an_erased_session_has_told_nothing():
    told = turns(((MARCH, "s1"), "p0", home(PORTO)), ((MAY, "s2"), "p0", home(RIGA)))
    assert Told(told, erased="s2").value("p0", "livesIn", JULY) == PORTO
    assert Told(told, erased="s1").value("p0", "livesIn", MARCH) == UNTOLD


def test_what_the_oracle_says_of_a_log_told_in_full_is_what_the_log_says(worlds):
    for world, log in worlds[:12]:
        told = Told(tellings(world, log))
        states = _states(world, log)
        for subject, relation in told.pairs():
            for day in range(world.start, world.end, 23):
                truth = {
                    _other(state, subject)
                    for state in states
                    if subject in _ends(state, relation) and (state.since or 0) <= day < (state.until or 10**7)
                }
                assert set(told.held(subject, relation, day)) == truth, (subject, relation, day)


# Every kind of question, on a log written by hand


def person(number, name, nick, gender, lang, other):
    short, other_short = (name.split()[0], other) if lang == "en" else (name[1:], other.split()[-1])
    return Person(f"p{number}", name, short, nick, gender, lang, START - 30 * YEAR, other, other_short)


PEOPLE = (
    person(0, "Ana Reis", "Annie", "f", "en", "安娜"),
    person(1, "Ben Lomax", "Benny", "m", "en", "本"),
    person(2, "李丽娜", "小李", "f", "zh", "Li Lina"),
)
THINGS = (
    Thing(PORTO, "place", "Porto", "波尔图"),
    Thing(RIGA, "place", "Riga", "里加"),
    Thing(GHENT, "place", "Ghent", "根特"),
    Thing(ALDER, "firm", "Alder Foods", "桤木食品", "food company", "食品公司"),
    Thing(MOCHI, "pet", "Mochi", "麻薯", "cat", "猫"),
    Thing(TENT, "possession", "red tent", "红色帐篷"),
    Thing(TEA, "drink", "green tea", "绿茶"),
)
LOG = (
    Happening("h0", "move", MAY, "day", {"who": "p0", "to": RIGA, "from": PORTO}, causes=(("h2", "cause"),)),
    Happening("h1", "buy", JULY, "day", {"who": "p0", "thing": TENT}, causes=(("h0", "motivate"),)),
    Happening("h2", "break_up", MARCH, "day", {"who": "p0", "with": "p1"}),
)
WORLD = World(0, START, 12, PEOPLE, THINGS, ())


def happened(number, start):
    happening = LOG[number]
    roles = tuple(happening.roles.items())
    return EventGold(happening.id, happening.kind, EVENT_OF[happening.kind], roles, start=start)


TOLD = turns(
    ((MARCH, "s0"), "p0", home(PORTO, start="2024-01-10"), FactGold("p0", "likes", TEA)),
    ((MARCH, "s0"), "p0", happened(2, "2025-03-09"), FactGold("p0", "partnerOf", "p1", end="2025-03-09")),
    ((MAY, "s1"), "p0", home(RIGA, start="2025-05-08"), happened(0, "2025-05-08"), CauseGold("h2", "h0")),
    ((MAY, "s1"), "p1", FactGold("p1", "worksFor", ALDER), FactGold("p0", "friendOf", "p1")),
    ((JULY, "s2"), "p0", FactGold("p0", "owns", TENT, start="2025-07-05"), happened(1, "2025-07-05")),
    ((JULY, "s2"), "p0", CauseGold("h0", "h1", "motivate"), FactGold(ALDER, "locatedIn", GHENT)),
    ((JULY, "s3"), "p1", FactGold("p2", "allergicTo", TEA, modality="reported", attribution="p0")),
    ((JULY, "s3"), "p2", FactGold("p2", "livesIn", GHENT), FactGold("p2", "hasPet", MOCHI, start="2025-01")),
    ((SEPTEMBER, "s4"), "p0", FactGold("p0", "friendOf", "p2"), FactGold("p0", "prefers", TEA)),
)


@pytest.fixture(scope="module")
def asked():
    return ask(WORLD, LOG, TOLD, 1, each=500)


def only(asked, kind, **wanted):
    """The questions of a kind with these values."""
    return [
        question
        for question in asked
        if question.kind == kind and all(getattr(question, name) == value for name, value in wanted.items())
    ]


def test_every_kind_of_question_is_asked_of_the_small_log(asked):
    assert {question.kind for question in asked} == set(KINDS)
    assert [question.id for question in asked] == [f"q{number}" for number in range(len(asked))]


def test_current_has_the_value_with_its_names_in_both_languages(asked):
    (question,) = only(asked, "current", targets=(ALDER,))
    assert question.answers == ("Alder Foods", "桤木食品")
    assert question.evidence == ("t3",)
    (question,) = only(asked, "current", about="p2", targets=(GHENT,))
    assert question.lang == "zh"
    assert question.answers == ("根特", "Ghent")
    assert "丽娜" in question.text


def test_update_has_the_newest_value_only(asked):
    (question,) = only(asked, "update", about="p0")
    assert (question.answers, question.evidence) == (("Riga", "里加"), ("t2",))


def test_as_of_has_what_held_then(asked):
    found = only(asked, "as-of", about="p0")
    assert found
    for question in found:
        assert question.targets == ((PORTO,) if question.as_of < "2025-05-08" else (RIGA,))
        assert question.as_of[:4] in question.text


def test_known_at_leaves_out_what_was_told_later(asked):
    found = only(asked, "known-at", about="p0")
    assert {question.targets for question in found} == {(PORTO,), (RIGA,)}
    assert all((question.as_of < "2025-05-10") == (question.targets == (PORTO,)) for question in found)


def test_a_list_wants_every_item(asked):
    (question,) = only(asked, "list", about="p0")
    assert question.items == (
        ("Ben Lomax", "Ben", "Benny", "本"),
        ("Li Lina", "Lina", "小李", "李丽娜", "丽娜"),
    )
    assert question.evidence == ("t3", "t8")


def test_a_count_is_a_number_in_digits_or_words(asked):
    assert {question.answers for question in only(asked, "count", about="p0")} == {("2", "two"), ("1", "one")}
    (question,) = only(asked, "count", about="p2", targets=(MOCHI,))
    assert question.answers == ("1", "一")


def test_two_hops_name_both_turns(asked):
    (question,) = only(asked, "multi-hop", about="p1", targets=(GHENT,))
    assert "'s employer" in question.text
    assert question.evidence == ("t3", "t5")


def test_why_and_effects_follow_what_was_told(asked):
    (question,) = only(asked, "why", targets=("h2",))
    assert question.answers == ("Ana Reis broke up with Ben Lomax", "broke up with Ben Lomax")
    assert question.evidence == ("t2",)
    (question,) = only(asked, "effects", targets=("h1",))
    assert question.answers[0] == "Ana Reis bought the red tent"
    assert question.evidence == ("t5",)


def test_order_has_the_happenings_in_order(asked):
    found = only(asked, "order")
    assert found
    times = {"h2": 0, "h0": 1, "h1": 2}
    assert all(list(question.targets) == sorted(question.targets, key=times.__getitem__) for question in found)


def test_durations_are_exact(asked):
    days = {question.targets: question.answers[0] for question in only(asked, "duration")}
    wanted = {("h2", "h0"): "60 days", ("h2", "h1"): "118 days", ("h0", "h1"): "58 days"}
    assert days
    assert days.items() <= wanted.items()


def test_preference_takes_any_of_what_is_liked(asked):
    assert {question.answers for question in only(asked, "preference", about="p0")} == {("green tea", "绿茶")}


def test_yes_and_no_questions_know_what_is_over(asked):
    said = {(question.about, question.targets): question.answers[0] for question in only(asked, "negation")}
    assert said["p0", (PORTO,)] == "no"
    assert said["p0", (RIGA,)] == "yes"
    assert said["p0", ("p1",)] in ("no", "yes")  # no partner any more, but a friend
    assert said["p2", (MOCHI,)] == "是"


def test_hearsay_is_the_word_of_its_source(asked):
    (question,) = only(asked, "attribution", about="p2", targets=("p0",))
    assert question.evidence == ("t6",)
    assert question.answers[0] == "安娜"


def test_absence_is_about_what_not_even_hearsay_touches(asked):
    found = only(asked, "absence")
    assert all(question.abstain and not question.answers and not question.evidence for question in found)
    forms = {question.form.split("/")[2] for question in found if question.about == "p2"}
    assert "allergicTo" not in forms
    assert {"worksFor", "hasDiet", "speaks"} <= forms


def test_what_only_an_erased_session_said_is_gone_and_the_rest_is_left(asked):
    found = only(asked, "erased")
    gone = {(question.about, question.form.split("/")[2]) for question in found if question.abstain}
    assert ("p1", "worksFor") in gone
    (question,) = only(asked, "erased", about="p0", erased="s1", abstain=False)
    assert question.targets == (PORTO,)


# The file


def test_a_file_holds_all_that_was_written(tmp_path, asked):
    gold = replace(TOLD[0].gold, coref=(CorefGold((0, 3), "p0"),), form="en/livesIn/1")
    told = (replace(TOLD[0], gold=gold), *TOLD[1:])
    base = (State("p0", "livesIn", PORTO, 5, None), State("p0", "bornOn", "1990-01-02"))
    made = Dialogue({"people": 3, "half": ""}, replace(WORLD, base=base), LOG, told, tuple(asked))
    files.write(tmp_path / "made.jsonl", made)
    back = files.read(tmp_path / "made.jsonl")
    assert (back.world, back.log, back.turns, back.questions) == (made.world, made.log, made.turns, made.questions)
    assert back.header["people"] == 3
    files.write(tmp_path / "again.jsonl", back)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "made.jsonl").read_bytes()


def test_lines_of_later_versions_are_passed_over(tmp_path):
    made = Dialogue({}, WORLD, LOG, tuple(TOLD), ())
    path = tmp_path / "made.jsonl"
    files.write(path, made)
    path.write_text(path.read_text(encoding="utf-8") + '{"type":"mood","id":"m1"}\n', encoding="utf-8")
    assert files.read(path).turns == tuple(TOLD)


def test_a_line_that_is_none_is_named(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"type":"turn","id":"t0"}\n', encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 1 of bad\.jsonl is not as FORMAT\.md says"):
        files.read(path)
    path.write_text('{"type":"thing","id":"x0","kind":"pet","en":"Mochi","zh":"麻薯"}\n', encoding="utf-8")
    with pytest.raises(FormatError, match="does not begin with a header"):
        files.read(path)


def test_one_seed_gives_the_same_bytes_whatever_the_hash_seed():
    script = (
        "import hashlib; from benchmarks.synth.files import generate, lines;"
        "print(hashlib.sha256('\\n'.join(lines(generate(4, 6, 4, 'a', 3))).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PACKAGE.parent.parent)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "77")
    }
    here = "\n".join(files.lines(generate(4, 6, 4, "a", 3)))
    assert digests == {hashlib.sha256(here.encode()).hexdigest()}


def test_evidence_is_told_and_every_question_has_an_answer_or_none():
    made = generate(2, 8, 6)
    ids = {turn.id for turn in made.turns}
    assert {question.lang for question in made.questions} == {"en", "zh"}
    for question in made.questions:
        assert set(question.evidence) <= ids
        assert question.abstain == (not question.answers)
        assert question.abstain or question.evidence, question


@pytest.mark.parametrize("difficulty", [0, 3])
def test_what_turns_say_is_so_in_the_log_unless_it_is_corrected(difficulty):
    for seed in (1, 2, 3):
        made = generate(seed, 8, 8, difficulty=difficulty)
        told = Told(made.turns)
        states = _states(made.world, made.log)
        for subject, relation in told.pairs():
            for telling in told.about(subject, relation):
                assert _true(telling, states), (seed, telling)
        for known in told.events.values():
            happening = made.log[int(known.id[1:])]
            assert known.kind == happening.kind
            assert known.roles.items() <= happening.roles.items()
            assert known.start != UNSURE
            assert cut(happening.day, "day").startswith(known.start)
        for cause, _ in told.causes:
            assert (cause.cause, cause.kind) in made.log[int(cause.effect[1:])].causes


def _true(telling, states):
    fact, day = telling.fact, telling.day
    if fact.relation == "hasAge":
        return True  # in no state: it comes of the birthday
    held = [
        state
        for state in states
        if telling.fact.subject in _ends(state, fact.relation)
        and _other(state, fact.subject) == (fact.object or fact.value)
    ]
    now = [state for state in held if (state.since or 0) <= day and (state.until is None or day < state.until)]
    if fact.polarity == "negative":
        return not now
    begun = [state for state in held if not fact.start or _iso(state.since).startswith(fact.start)]
    if fact.end:
        return any(_iso(state.until).startswith(fact.end) for state in begun)
    if fact.held == "past":
        return any(state.until is not None and state.until <= day for state in begun)
    return bool(begun) if fact.start else bool(now)


# In other words


def test_rephrasing_keeps_the_names_or_the_turn():
    gold = Gold(facts=(home(RIGA, span=(0, 12)),), coref=(CorefGold((0, 3), "p0"),))
    turn = Turn("t0", "s0", "p1", "user", "2025-05-10T10:00:00+00:00", "Ana lives in Riga.", "en", gold)
    (new,), changed = rephrase.rephrased([turn], lambda prompt: "Riga is where Ana lives.")
    assert (new.text, changed) == ("Riga is where Ana lives.", 1)
    assert new.gold.coref == (CorefGold((14, 17), "p0"),)
    assert new.gold.facts[0].span == (0, 24)
    assert rephrase.rephrased([turn], lambda prompt: "Riga is where she lives.") == ([turn], 0)


def test_an_endpoint_that_is_not_there_is_said_so():
    with pytest.raises(rephrase.EndpointError, match="at the --llm endpoint gave no answer"):
        rephrase.endpoint("http://127.0.0.1:9", "tiny", patience=1)("hello")


# Telling everything, without words


def tellings(world, log):
    """The base on the day before, and each happening with its exact day on the day after."""
    told = [(world.start - 1, "p0", _fact(state, start=_iso(state.since))) for state in world.base]
    for happening in log:
        day = cut(happening.day, "day")
        facts = [_fact(state, start=day) for state in happening.initiates]
        facts += [_fact(state, end=day) for state in happening.terminates]
        told.append((happening.day + 1, "p0", *facts))
    return turns(*told)


def _iso(day):
    return "" if day is None else cut(day, "day")


def _fact(state, **times):
    object, value = ("", state.object) if state.relation == "bornOn" else (state.object, "")
    return FactGold(state.subject, state.relation, object, value, **times)


def _states(world, log):
    """Every state with the day it ended."""
    ended = {
        (state.subject, state.relation, state.object, state.since): state.until
        for happening in log
        for state in happening.terminates
    }
    begun = [*world.base, *(state for happening in log for state in happening.initiates)]
    return [
        replace(state, until=ended.get((state.subject, state.relation, state.object, state.since))) for state in begun
    ]


def _ends(state, relation):
    if state.relation != relation:
        return ()
    return (state.subject, state.object) if relation in SYMMETRIC else (state.subject,)


def _other(state, subject):
    return state.object if state.subject == subject else state.subject


def test_every_happening_can_be_put_in_words(worlds):
    for world, log in worlds[:5]:
        for happening in log:
            if happening.kind == "plan":
                continue
            for lang in ("en", "zh"):
                assert phrases.clause(world, happening, lang)
                assert all(slot in happening.roles for slot in phrases.slots(happening))


def test_questions_of_the_two_halves_are_worded_otherwise():
    halves = [{question.form for question in ask(WORLD, LOG, TOLD, 1, half=half, each=99)} for half in ("a", "b")]
    assert halves[0]
    assert not halves[0] & halves[1]
    assert all(isinstance(question, Question) for question in ask(WORLD, LOG, TOLD, 1, half="b"))
    assert ask(WORLD, LOG, [], 1) == []
