"""The multi-hop benchmark: files of every shape, evidence that is not there, and what is measured."""

import gzip
import json

import pytest

from benchmarks import multihop
from benchmarks.__main__ import parser
from benchmarks.multihop_data import Set, read

FILM = ("Glass Orchard", "Glass Orchard is a 1951 drama film. It was directed by Ilse Varga and shot in Trieste.")
DIRECTOR = ("Ilse Varga", "Ilse Varga (4 May 1909 - 1988) made twelve pictures. She grew up in Pécs.")
OTHER = ("Tomas Brandt", "Tomas Brandt (born 1920) was a director of drama films. He died in Lübeck.")
ALL = [FILM, DIRECTOR, OTHER]
ASKED = "When was the director of Glass Orchard born?"


def written(path, value):
    data = json.dumps(value).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def gold(one: Set) -> list[list[str]]:
    title = {passage.id: passage.title for passage in one.passages}
    return [[" or ".join(sorted(title[id] for id in piece)) for piece in q.evidence] for q in one.questions]


def as_hotpot(**more):
    return {"_id": "h", "question": ASKED, "type": "bridge", "context": [[t, [x]] for t, x in ALL], **more}


def as_musique(name, supporting):
    rows = [{"title": t, "paragraph_text": x, "is_supporting": t in supporting} for t, x in ALL]
    return {"id": name, "question": ASKED, "paragraphs": rows}


def test_gold_of_hotpotqa_are_its_supporting_titles(tmp_path):
    path = written(tmp_path / "h_200.json", [as_hotpot(supporting_facts=[["Glass Orchard", 0], ["Ilse Varga", 0]])])
    (one,) = read(path)
    assert gold(one) == [["Glass Orchard", "Ilse Varga"]]
    assert (len(one.passages), one.questions[0].kind) == (3, "bridge")


def test_gold_of_musique_are_its_marked_passages_and_passages_are_pooled(tmp_path):
    asked = [as_musique("2hop__1_2", {"Glass Orchard", "Ilse Varga"}), as_musique("3hop1__1_2_3", {"Tomas Brandt"})]
    (one,) = read(written(tmp_path / "m_200.json.gz", asked))
    assert gold(one) == [["Glass Orchard", "Ilse Varga"], ["Tomas Brandt"]]
    assert (len(one.passages), [q.kind for q in one.questions]) == (3, ["2hop", "3hop1"])


def test_gold_of_2wiki_are_the_subjects_of_its_triples_and_what_is_not_there_is_missing(tmp_path):
    corpus = [{"title": "Glass Orchard (film)", "text": FILM[1]}, {"title": "Ilse Varga", "text": DIRECTOR[1]}]
    triples = [["glass orchard", "director", "Ilse Varga"], ["Ilse Várga", "born", "1909"], ["Otto Lind", "born", "1"]]
    written(tmp_path / "x_corpus.json.gz", corpus)
    written(tmp_path / "x_questions_dev.json.gz", [{"id": "w", "question": ASKED, "evidence": triples}])
    (one,) = read(tmp_path)
    assert gold(one) == [["Glass Orchard (film)", "Ilse Varga"]]
    assert one.questions[0].missing == 1


@pytest.mark.parametrize(
    "value",
    [
        {"questions": [{"question": ASKED, "gold_titles": ["Ilse Varga"]}], "corpus": [list(pair) for pair in ALL]},
        {"questions": [{"question": ASKED, "gold": [1]}], "passages": [{"title": t, "text": x} for t, x in ALL]},
        [{"query": ASKED, "ctxs": ["\n".join(pair) for pair in ALL], "gold_docs": ["Ilse Varga"]}],
        [{"question": ASKED, "context": {"title": [t for t, _ in ALL], "sentences": [[x] for _, x in ALL]},
          "supporting_facts": {"title": ["Ilse Varga"], "sent_id": [0]}}],
    ],
)  # fmt: skip
def test_other_shapes_are_told_by_their_fields(tmp_path, value):
    (one,) = read(written(tmp_path / "any.json", value))
    assert gold(one) == [["Ilse Varga"]]
    assert [(passage.title, passage.text) for passage in one.passages] == ALL


def test_a_file_without_questions_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="holds no list of questions"):
        list(read(written(tmp_path / "corpus.json", [{"title": "A", "text": "B"}])))


def test_a_run_reports_every_system_and_questions_that_cannot_be_mapped(tmp_path):
    rows = [{"title": t, "text": x} for t, x in ALL]
    asked = [
        {"id": "1", "question": ASKED, "evidence": [["Glass Orchard", "director", "x"], ["Ilse Varga", "born", "x"]]},
        {"id": "2", "question": "Who was Otto Lind?", "evidence": [["Otto Lind", "is", "x"]]},
    ]
    written(tmp_path / "corpus.json", rows)
    written(tmp_path / "questions.json", asked)
    out, lines = tmp_path / "out.json", tmp_path / "run.jsonl"
    args = ["multihop", "--data", str(tmp_path), "--json", str(out), "--run", str(lines)]
    multihop.run(parser().parse_args(args))
    metrics = json.loads(out.read_text())["metrics"]
    assert json.loads(out.read_text())["n"] == 1
    assert metrics["passage/share@2"] == 100.0
    assert metrics["no_titles/passage/share@2"] == 50.0
    assert metrics["unmapped_missed/passage/share@2"] == 50.0
    assert {f"baseline/{name}/passage/share@5" for name in ("bm25", "dense", "rrf")} <= metrics.keys()
    (line,) = map(json.loads, lines.read_text().splitlines())
    assert [name for name, _ in line["ranked"]][:2] == ["p0", "p1"]
