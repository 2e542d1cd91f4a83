"""Synthetic dialogues: the same for a seed, in two halves that share no form, and gold that says what the text says."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from benchmarks.synth import forms_en, forms_zh
from benchmarks.synth.forms import Form, dealt, forms
from benchmarks.synth.rephrase import rephrase, surfaces
from benchmarks.synth.saying import EFFECTS, Past
from benchmarks.synth.simulate import simulate
from benchmarks.synth.telling import Narrated, narrate, tell
from benchmarks.synth.times import coming, past, resolve
from benchmarks.synth.wording import gerund, inflected, spoken_date, with_article
from benchmarks.synth.world import EVENT_OF, World

SAID_OF_PEOPLE = ("self", "you", "pronoun", "nick", "kin", "name")
COMMON = (
    "move start_job leave_job marry birth adopt_pet buy travel fall_ill recover start_project finish_project meet "
    "livesIn"
).split()
RELATIONS = (
    "livesIn worksFor worksAs spouseOf partnerOf parentOf siblingOf friendOf owns likes dislikes favorite prefers "
    "drinks hasPet allergicTo hasCondition speaks memberOf studiesAt studies graduatedFrom visited manages learns "
    "hasDiet locatedIn bornIn bornOn hasAge plays practices"
).split()


@lru_cache(maxsize=8)
def told(difficulty: int = 2, half: str = "a", seed: int = 5, people: int = 16) -> tuple[World, list[Narrated]]:
    world, log = simulate(seed, people, 10)
    return world, narrate(world, log, seed, half, difficulty)


def every_turn() -> list[tuple[World, Narrated]]:
    return [
        (world, turn)
        for difficulty, half in ((0, "a"), (1, "b"), (2, "a"), (3, "b"))
        for world, turns in [told(difficulty, half)]
        for turn in turns
    ]


def roots(half: str) -> set[str]:
    return {form.id for form in forms() if form.half == half}


def test_the_same_seed_tells_the_same():
    world, log = simulate(2, 8, 4)
    assert tell(world, log, 2, "a", 3) == tell(world, log, 2, "a", 3)
    assert tell(world, log, 2, "a", 3) != tell(world, log, 3, "a", 3)


def test_no_form_is_in_both_halves_and_variants_stay_together():
    halves: dict[str, set[str]] = {}
    for form in forms():
        halves.setdefault(re.sub(r":\d+$", "", form.id), set()).add(form.half)
    assert {len(half) for half in halves.values()} == {1}
    texts = {
        half: {(form.lang, form.table, form.kind, form.needs, form.text) for form in forms() if form.half == half}
        for half in "ab"
    }
    assert texts["a"] & texts["b"] == set()


def test_a_dialogue_uses_forms_of_its_half_only():
    for half in "ab":
        _, turns = told(2, half)
        used = {part for turn in turns for part in re.split(r"[(),~+]", turn.turn.gold.form) if part.count(".") > 1}
        assert used <= roots(half)
        assert len(used) > 400


def test_each_half_has_forms_for_every_happening_and_relation_in_both_languages():
    kinds = [kind for kind in EVENT_OF if kind not in ("plan", "plan_fails")]
    for lang in ("en", "zh"):
        for half in ("a", "b"):
            mine = [form for form in forms() if form.lang == lang and form.half == half]
            dated = Counter(form.kind for form in mine if form.table == "HAPPENED" and "{when" in form.text)
            assert [kind for kind in kinds if dated[kind] < 2] == []
            held = Counter(form.kind for form in mine if form.table == "HOLDS")
            assert [relation for relation in RELATIONS if held[relation] < 2] == []
            asked = Counter(form.kind for form in mine if form.table == "ASKED")
            assert [kind for kind in (*kinds, *RELATIONS) if not asked[kind]] == []
            for table in ("PLANNED", "FAILED", "SUPPOSED", "DENIED", "HEARSAY", "CORRECTION", "SLIP", "SMALL_TALK"):
                assert len([form for form in mine if form.table == table]) > 1, table
            doable = {form.kind for form in mine if form.table == "TO_DO"}
            assert set(EFFECTS) <= doable


def test_there_are_dozens_of_forms_for_what_is_common_and_some_for_what_is_rare():
    asserted = Counter((form.lang, form.kind) for form in forms() if form.table in ("HAPPENED", "HOLDS", "ASKED"))
    assert [(lang, kind) for lang in ("en", "zh") for kind in COMMON if asserted[lang, kind] < 20] == []
    assert [(lang, kind) for lang in ("en", "zh") for kind in RELATIONS if asserted[lang, kind] < 8] == []


def test_the_two_languages_have_the_same_tables():
    for table in ("HAPPENED", "TO_DO", "HOLDS", "USED_TO", "NOT_SO", "ASKED", "TOOLS", "BECAUSE"):
        assert getattr(forms_en, table).keys() == getattr(forms_zh, table).keys()


def test_another_split_seed_deals_the_forms_otherwise():
    assert {form.id for form in dealt(5) if form.half == "a"} != roots("a")


def test_marks_are_where_the_names_stand():
    for world, narrated in every_turn():
        turn = narrated.turn
        for mark in narrated.marks:
            surface = turn.text[mark.start : mark.end]
            if mark.how in ("name", "nick"):
                person = world.person(mark.entity)
                names = {person.name, person.short, person.nick, person.other, person.other_short}
                assert surface in names or "typo" in narrated.kinds, (surface, turn)
            elif mark.how == "object" and re.fullmatch(r"x\d+", mark.entity):
                assert surface.lower() == world.name(mark.entity, turn.lang).lower(), turn


def test_pronouns_agree_with_whom_they_mean():
    words = {
        "f": "she her hers herself 她 她的".split(),
        "m": "he him his himself 他 他的".split(),
    }
    seen = Counter()
    for world, narrated in every_turn():
        for mark in narrated.marks:
            if mark.how == "pronoun":
                surface = narrated.turn.text[mark.start : mark.end].lower()
                gender = world.person(mark.entity).gender
                assert surface in words[gender], narrated.turn
                seen[gender] += 1
            elif mark.how == "self":
                assert mark.entity == narrated.turn.speaker
    assert min(seen.values()) > 20


def test_gold_spans_hold_the_objects_they_say():
    """A statement's clause names its object, or the turn is an answer to a question that did."""
    for _, narrated in every_turn():
        gold = narrated.turn.gold
        for item in (*gold.facts, *gold.events, *gold.causes):
            start, end = item.span
            assert 0 <= start < end <= len(narrated.turn.text)
        if "ellipsis" in narrated.kinds:
            continue
        for fact in gold.facts:
            inside = {mark.entity for mark in narrated.marks if fact.span[0] <= mark.start and mark.end <= fact.span[1]}
            assert fact.subject in inside, narrated.turn
            assert (fact.object or fact.value) in inside or fact.relation == "bornOn", narrated.turn
        for event in gold.events:
            start, end = event.span
            inside = {mark.entity for mark in narrated.marks if start <= mark.start and mark.end <= end}
            assert {id for _, id in event.roles if id[0] == "p"} <= inside, narrated.turn
        for coref in gold.coref:
            assert (coref.span, coref.entity) in {((mark.start, mark.end), mark.entity) for mark in narrated.marks}


def test_dates_in_the_text_mean_what_the_gold_says():
    checked = 0
    for _, narrated in every_turn():
        turn = narrated.turn
        said = datetime.fromisoformat(turn.at).date().toordinal()
        starts = {fact.start for fact in turn.gold.facts} | {fact.end for fact in turn.gold.facts}
        starts |= {event.start for event in turn.gold.events}
        for mark in narrated.marks:
            if mark.how != "when" or turn.role == "tool" or "question" in narrated.kinds:
                continue
            surface = turn.text[mark.start : mark.end]
            planned = any(event.modality == "planned" for event in turn.gold.events)
            assert resolve(surface, said, ahead=planned) == mark.entity, turn
            assert mark.entity in starts, turn
            checked += 1
        times = {mark.entity for mark in narrated.marks if mark.role in ("when", "since")}
        if "ellipsis" not in narrated.kinds:
            assert {start for start in starts if start} <= times, turn
    assert checked > 500


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_expression_resolves_to_the_period_it_stands_for(lang):
    for said in range(date(2025, 12, 20).toordinal(), date(2026, 3, 20).toordinal()):
        for ago in (0, 1, 2, 3, 5, 6, 7, 9, 13, 14, 21, 28, 40, 80, 200, 400):
            for precision in ("day", "month", "year"):
                for when in past(lang, said - ago, precision, said):
                    assert resolve(when.text, said) == when.iso, when
                    assert not when.since or resolve(when.since, said) == when.iso, when
                    assert date.fromordinal(said - ago).isoformat().startswith(when.iso)
        for ahead in (1, 2, 3, 5, 8, 12, 30, 70, 300):
            day = date.fromordinal(said + ahead).isoformat()
            for iso in (day, day[:7], day[:4]):
                for when in coming(lang, iso, said):
                    assert resolve(when.text, said, ahead=True) == iso, when


def test_what_is_asserted_is_so_unless_it_is_set_right_later():
    """Against the log: what turns say holds or does not, at the time of telling."""
    for difficulty, half in ((0, "a"), (2, "a"), (3, "b")):
        world, log = simulate(5, 16, 10)
        world, turns = told(difficulty, half)
        history = Past(world, log)
        starts = {happening.id: happening for happening in log}
        corrected = {event.corrects for turn in turns for event in turn.turn.gold.events}
        for narrated in turns:
            turn = narrated.turn
            if turn.id in corrected:
                assert "mistake" in narrated.kinds
                continue
            day = datetime.fromisoformat(turn.at).date().toordinal()
            for event in turn.gold.events:
                if event.id and event.modality == "asserted":
                    happening = starts[event.id]
                    assert happening.told_day.startswith(event.start[: len(happening.told_day)]), turn
                    assert date.fromordinal(happening.day).isoformat().startswith(event.start), turn
                    assert happening.day <= day, turn
                    assert dict(event.roles).items() <= happening.roles.items(), turn
            for fact in turn.gold.facts:
                if fact.modality != "asserted" or fact.value:
                    continue
                holds = history.active(fact.subject, fact.relation, fact.object, day)
                if fact.polarity == "negative" or fact.held == "past":
                    assert not holds, turn
                elif fact.end:
                    assert history.ever(fact.subject, fact.relation, fact.object), turn
                elif not fact.start:
                    assert holds, turn
                else:
                    assert history.ever(fact.subject, fact.relation, fact.object), turn


def test_a_correction_names_the_turn_that_was_wrong():
    _, turns = told(3, "b")
    by_id = {narrated.turn.id: narrated for narrated in turns}
    pairs = [
        (by_id[event.corrects], narrated) for narrated in turns for event in narrated.turn.gold.events if event.corrects
    ]
    assert len(pairs) > 3
    for wrong, right in pairs:
        assert (wrong.turn.session, wrong.turn.speaker) == (right.turn.session, right.turn.speaker)
        assert wrong.turn.at < right.turn.at
        assert wrong.turn.gold.events[0].id == right.turn.gold.events[0].id
        old, new = wrong.turn.gold.events[0], right.turn.gold.events[0]
        assert (old.start, old.roles) != (new.start, new.roles)


def test_difficulty_0_has_no_noise():
    _, turns = told(0, "a")
    kinds = Counter(kind for narrated in turns for kind in narrated.kinds)
    noise = "typo slip mistake correction small_talk nick kin pronoun ellipsis hypothesis hearsay relative late".split()
    assert [kind for kind in noise if kinds[kind] and kind != "pronoun"] == []
    whos = [mark for narrated in turns for mark in narrated.marks if mark.how == "pronoun" and mark.role == "who"]
    assert all(mark.entity in {other.entity for other in whos} for mark in whos)


def test_each_phenomenon_becomes_more_frequent_with_difficulty():
    shares = []
    for difficulty in range(4):
        counts, total = Counter(), 0
        for seed in (5, 6):
            _, turns = told(difficulty, "a", seed)
            stated = [narrated for narrated in turns if narrated.turn.gold.facts or narrated.turn.gold.events]
            counts.update(kind for narrated in turns for kind in narrated.kinds)
            total += len(stated)
        shares.append({kind: count / total for kind, count in counts.items()})
    for kind in "typo slip correction small_talk nick ellipsis hypothesis hearsay relative negation".split():
        low, mid, high = shares[0].get(kind, 0), shares[1].get(kind, 0), shares[3].get(kind, 0)
        assert low <= mid < high, (kind, [share.get(kind, 0) for share in shares])


def test_sessions_have_six_to_twenty_turns_and_turns_are_in_order():
    for difficulty, half in ((0, "a"), (3, "b")):
        _, turns = told(difficulty, half)
        lengths = Counter(narrated.turn.session for narrated in turns).values()
        assert min(lengths) >= 6
        assert max(lengths) <= 20
        times = [datetime.fromisoformat(narrated.turn.at) for narrated in turns]
        assert times == sorted(times)
        assert [narrated.turn.id for narrated in turns] == [f"t{index}" for index in range(len(turns))]


def test_tools_assistants_and_people_all_speak_each_in_their_language():
    world, turns = told(2, "a")
    assert {narrated.turn.role for narrated in turns} == {"user", "assistant", "tool"}
    for narrated in turns:
        turn = narrated.turn
        if turn.role == "user":
            assert turn.lang == world.person(turn.speaker).lang
        chinese = bool(re.search(r"[\u4e00-\u9fff]", turn.text))
        assert chinese == (turn.lang == "zh"), turn


def test_one_language_only():
    world, log = simulate(4, 8, 4, ("zh",))
    assert {turn.lang for turn in tell(world, log, 4, "a", 1, ("zh",))} == {"zh"}


def test_no_slot_is_left_open_and_no_text_is_empty():
    for _, narrated in every_turn():
        text = narrated.turn.text
        assert text.strip() == text != ""
        assert not re.search(r"\{[a-z]|<|>|::|\[|  ", text) or narrated.turn.role == "tool", text
        assert not re.search(
            r"\ba [aeiouAEIO](?!ni|u)|(?<!')\ban [^aeiouAEIO]|\bI (is|has)\b|\bs?he (have|are|am|were)\b", text
        ), text


def test_verbs_articles_and_gerunds():
    assert [inflected(verb, 3) for verb in ("live", "study", "play", "go", "have", "be")] == [
        *("lives", "studies", "plays", "goes", "has", "is")
    ]
    assert inflected("be", 1) == "am"
    assert inflected("was", 2) == "were"
    assert with_article("editor", "occupation") == "an editor"
    assert with_article("flu", "condition") == "the flu"
    assert with_article("asthma", "condition") == "asthma"
    assert with_article("broken wrist", "condition") == "a broken wrist"
    assert with_article("head of sales", "occupation") == "head of sales"
    assert gerund("quit {their} job") == "quitting {their} job"
    assert gerund("find a flat in {to} and move there") == "finding a flat in {to} and moving there"
    assert spoken_date("1990-05-03", "zh") == "1990年5月3日"


def test_a_form_says_which_roles_it_names():
    def form(text: str, table: str = "HAPPENED", kind: str = "move") -> Form:
        return Form("x", "en", table, kind, text, "a")

    assert form("{who} moved from {from} to {to} {when}").mentions == {"who", "from", "to"}
    assert form("{both} married {when}").mentions == {"who", "with"}
    assert form("{who} got {a:pet.sort}").mentions == {"who"}
    assert form("{who} got {a:pet.sort}").uses == {"who", "pet"}


# In other words


@contextmanager
def model_that(says: Callable[[str], str]) -> Iterator[str]:
    """An OpenAI-like server on this machine; `says` makes a message's text from the one in the prompt."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = says(asked["messages"][0]["content"].rpartition("\n\n")[2])
            body = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_model_may_say_it_otherwise_as_long_as_the_names_and_dates_stay():
    world, turns = told(2, "a")
    picked = [narrated.turn for narrated in turns if narrated.turn.gold.events and narrated.turn.role == "user"][:40]
    with model_that(lambda text: f"Well: {text}") as url:
        said = rephrase(picked, url, "tiny", world)
    assert [turn.text for turn in said] == [f"Well: {turn.text}" for turn in picked]
    for old, new in zip(picked, said, strict=True):
        assert [old.text[slice(*one.span)] for one in old.gold.coref] == [
            new.text[slice(*one.span)] for one in new.gold.coref
        ]
        assert {fact.span for fact in new.gold.facts} <= {(0, len(new.text))}


def test_a_turn_stays_as_it_was_when_a_name_or_a_date_is_lost():
    world, turns = told(2, "a")
    picked = [narrated.turn for narrated in turns if len(surfaces(world, narrated.turn)) > 1][:20]
    last = {turn.text: surfaces(world, turn)[-1] for turn in picked if turn.role == "user"}
    with model_that(lambda text: text.replace(last[text], "...")) as url:
        assert rephrase(picked, url, "tiny", world) == picked
