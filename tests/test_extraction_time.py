"""How time expressions are judged: against specs in the manner of Recognizers-Text, LoCoMo's dates and TIMEX3."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks.extraction_time import locomo_dates, recognizers, recognizers_zh, tempeval3
from benchmarks.extraction_timegold import seconds_of
from benchmarks.extraction_timevalues import asked_for, in_value, length_in


def specs(folder: Path, items: list[tuple[str, str, str, dict[str, Any]]], language: str = "English") -> Path:
    """Items: text, the words gold is about ("" for none), type, value."""
    (folder / language).mkdir()
    (folder / language / "DateTimeModel.json").write_text(
        json.dumps([
            {"Input": text, "Context": {"ReferenceDateTime": "2023-06-14T00:00:00"},
             "Results": [result(said, kind, value, text)] if said else []}
            for text, said, kind, value in items
        ]), encoding="utf-8-sig",
    )  # fmt: skip
    return folder


def result(said: str, kind: str, value: dict[str, Any], text: str) -> dict[str, Any]:
    start = text.index(said)
    return {"Text": said, "Start": start, "End": start + len(said) - 1, "TypeName": f"datetimeV2.{kind}",
            "Resolution": {"values": [{"type": kind, **value}]}}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said", "kind", "value", "right"),
    [
        ("Lunch on 3 July 2023.", "3 July 2023", "date", {"timex": "2023-07-03", "value": "2023-07-03"}, True),
        ("Lunch on 3 July 2023.", "3 July 2023", "date", {"timex": "2023-07-04", "value": "2023-07-04"}, False),
        ("From May 5 to May 7, 2023", "From May 5 to May 7, 2023", "daterange",
         {"timex": "(2023-05-05,2023-05-07,P2D)", "start": "2023-05-05", "end": "2023-05-07"}, True),
        ("We met in May 2023", "May 2023", "daterange",
         {"timex": "2023-05", "start": "2023-05-01", "end": "2023-05-31"}, False),
        ("We met yesterday morning", "yesterday morning", "datetimerange",
         {"timex": "2023-06-13TMO", "start": "2023-06-13 08:00:00", "end": "2023-06-13 12:00:00"}, True),
        ("We met yesterday evening", "yesterday evening", "datetimerange",
         {"timex": "2023-06-13TMO", "start": "2023-06-13 08:00:00", "end": "2023-06-13 12:00:00"}, False),
        ("It took 90 minutes", "90 minutes", "duration", {"timex": "PT90M", "value": "5400"}, True),
        ("It took 90 minutes", "90 minutes", "duration", {"timex": "PT9M", "value": "540"}, False),
        ("We meet every Tuesday", "every Tuesday", "set", {"timex": "XXXX-WXX-2", "value": "not resolved"}, True),
        ("We meet every Tuesday", "every Tuesday", "set", {"timex": "XXXX-WXX-3", "value": "not resolved"}, False),
        ("Open since 2019", "since 2019", "daterange", {"timex": "2019", "Mod": "since", "start": "2019-01-01"}, True),
        ("Open since 2019", "since 2019", "daterange", {"timex": "2019", "Mod": "before", "end": "2019-01-01"}, False),
        ("On 30 February 2023", "30 February 2023", "date", {"timex": "2023-02-30", "value": "not resolved"}, True),
    ],
)  # fmt: skip
def test_a_value_is_right_or_wrong(
    tmp_path: Path, text: str, said: str, kind: str, value: dict[str, Any], right: bool
) -> None:
    outcome = recognizers(specs(tmp_path, [(text, said, kind, value)]))
    assert (outcome.metrics["value_accuracy"], outcome.n) == (100.0 * right, 1)


def test_nothing_may_be_found_where_gold_has_nothing(tmp_path: Path) -> None:
    outcome = recognizers(specs(tmp_path, [("You may go", "", "", {}), ("In May 2023", "", "", {})]))
    assert outcome.metrics["none_accuracy"] == 50.0


def test_chinese_specs_lie_in_their_own_folder(tmp_path: Path) -> None:
    value = {"timex": "2023-05-03", "value": "2023-05-03"}
    outcome = recognizers_zh(specs(tmp_path, [("2023年5月3日", "2023年5月3日", "date", value)], "Chinese"))
    assert outcome.metrics["value_accuracy"] == 100.0


@pytest.mark.parametrize(
    ("answer", "first", "last"),
    [
        ("The week before 9 June 2023", "2023-05-29", "2023-06-09"),
        ("The Friday before 20 May, 2023.", "2023-05-19", "2023-05-20"),
        ("two weekends before 17 July 2023", "2023-07-08", "2023-07-10"),
        ("21Janury, 2022", "2022-01-21", "2022-01-22"),
        ("March 3rd 2021", "2021-03-03", "2021-03-04"),
        ("summer of 2022", "2022-06-01", "2022-09-01"),
        ("Around August 2022", "2022-08-01", "2022-09-01"),
        ("2019", "2019-01-01", "2020-01-01"),
    ],
)
def test_the_date_of_an_answer(answer: str, first: str, last: str) -> None:
    interval = asked_for(answer)
    assert interval is not None
    assert tuple(f"{at:%Y-%m-%d}" for at in interval) == (first, last)


@pytest.mark.parametrize("answer", ["four months", "her mother", "10 years ago"])
def test_an_answer_without_a_date_is_left_out(answer: str) -> None:
    assert asked_for(answer) is None


def test_a_date_is_hit_by_an_expression_or_else_by_the_day_it_was_said(tmp_path: Path) -> None:
    turns = ["We left last Sunday.", "Look at my new boat!", "We came home in 2019."]
    asked = [("7 May 2023", "D1:1"), ("13 May 2023", "D1:2"), ("13 May 2023", "D1:3"), ("a boat", "D1:2")]
    (tmp_path / "locomo.json").write_text(
        json.dumps([{
            "sample_id": "c1",
            "conversation": {"session_1_date_time": "1:56 pm on 13 May, 2023", "session_1": [
                {"speaker": "Ana", "dia_id": f"D1:{n}", "text": text} for n, text in enumerate(turns, 1)]},
            "qa": [{"question": "When?", "answer": a, "evidence": [e], "category": 2} for a, e in asked],
        }])
    )  # fmt: skip
    outcome = locomo_dates(tmp_path)
    assert outcome.n == 3
    assert [item["right"] for item in outcome.items] == [True, False, False]
    assert [item["dated"] for item in outcome.items] == [True, True, False]


def test_timex3_spans_and_values(tmp_path: Path) -> None:
    xml = (
        '<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2023-03-22">22 March</TIMEX3></DCT><TEXT>It fell on '
        '<TIMEX3 tid="t1" type="DATE" value="2023-03-22">Wednesday</TIMEX3> for <TIMEX3 tid="t2" type="DURATION" '
        'value="PT2H">two hours</TIMEX3>, as in <TIMEX3 tid="t3" type="DATE" value="2020">ages</TIMEX3>.</TEXT>'
        "</TimeML>"
    )
    with tarfile.open(tmp_path / "te3.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo("te3/one.tml")
        entry.size = len(xml)
        archive.addfile(entry, io.BytesIO(xml.encode()))
    metrics = tempeval3(tmp_path).metrics
    assert (metrics["span_precision"], round(metrics["span_recall"], 1), metrics["value_accuracy"]) == (100, 66.7, 100)


def test_lengths_and_intervals_of_timex3() -> None:
    assert (length_in("P1DE"), length_in("PT12H"), length_in("PXM")) == (3650, 0.5, None)
    assert seconds_of("P1M2DT3H") == 32 * 86_400 + 3 * 3600
    assert in_value("2023-W11") is not None
    assert in_value("2023-02-30") is None
