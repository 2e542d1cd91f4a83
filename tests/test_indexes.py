"""The lexical and the vector index against plain computations, and what damage does to their files."""

import math

import numpy as np
import pytest

from kgmem import EncoderMismatch
from kgmem.embed import Encoded
from kgmem.lexical import K1, B, Lexical, terms
from kgmem.matching import Matching
from kgmem.vectors import EncoderName, VectorLog, Vectors
from tests.fakes import HashEncoder

NAME = EncoderName("hash", "f" * 16, 8, 4)
TEXTS = ["the red fox runs", "a red red rose", "foxes and roses", "nothing here"]


def unit(seed: int, dim: int = 8) -> np.ndarray:
    vector = np.random.default_rng(seed).normal(size=dim).astype(np.float32)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def encoded(seed: int, tokens: int = 3) -> Encoded:
    made = np.random.default_rng(seed).integers(-127, 128, size=(tokens, 4)).astype(np.int8)
    return Encoded(unit(seed).astype(np.float16).astype(np.float32), made)


def test_terms_are_folded_stemmed_and_without_stop_words():
    assert terms("The Foxes RUNNING in Zürich, 日本のアニメ") == [*"fox run zurich 日本 本の のア アニ ニメ".split()]


def test_chinese_terms_are_pairs_words_and_topics_without_empty_words():
    assert terms("我在北京") == ["北京", "'北京"]
    assert terms("你的老家是哪裡？") == ["老家", "'老家", "=hometown"]
    assert terms("她籍贯是湖南") == ["籍贯", "湖南", "'籍贯", "'湖南", "=hometown"]
    assert terms("什么") == []


def test_a_group_covers_the_share_of_the_question_that_its_documents_hold():
    lexical = Lexical()
    for text in ["red fox", "old rose", "red rose", "hare"]:
        lexical.add(text)
    groups = np.array([0, 0, 1, 2], np.int32)
    idf = lexical.idf(terms("fox rose"))
    total = sum(idf.values())
    assert lexical.coverage(terms("fox rose"), groups) == pytest.approx([1, 1, idf["rose"] / total, 0], rel=1e-5)


def bm25(documents: list[list[str]], query: list[str]) -> list[float]:
    mean = sum(map(len, documents)) / len(documents)
    scores = []
    for document in documents:
        score = 0.0
        for term in query:
            n, tf = sum(term in d for d in documents), document.count(term)
            idf = math.log(1 + (len(documents) - n + 0.5) / (n + 0.5))
            score += idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * len(document) / mean)) if tf else 0.0
        scores.append(score)
    return scores


def test_bm25_is_the_formula():
    lexical = Lexical()
    for text in TEXTS:
        lexical.add(text)
    query = terms("red fox")
    assert lexical.scores(query) == pytest.approx(bm25([terms(t) for t in TEXTS], query), rel=1e-5)


def test_window_scores_are_those_of_joined_neighbours():
    lexical = Lexical()
    for text in TEXTS:
        lexical.add(text)
    before, after = np.array([-1, 0, 1, -1], np.int32), np.array([1, 2, -1, -1], np.int32)
    joined = [terms(" ".join(TEXTS[j] for j in (before[i], i, after[i]) if j >= 0)) for i in range(len(TEXTS))]
    query = terms("red fox rose")
    assert lexical.window_scores(query, before, after) == pytest.approx(bm25(joined, query), rel=1e-5)


def test_an_empty_index_and_unknown_words_score_nothing():
    lexical = Lexical()
    none = np.zeros(0, np.int32)
    assert len(lexical.scores(["fox"])) == len(lexical.window_scores(["fox"], none, none)) == 0
    lexical.add("")
    assert lexical.scores(["fox"]).tolist() == [0.0]


@pytest.mark.parametrize("exact_limit", [1000, 10])
def test_nearest_is_the_same_exactly_and_by_hnsw(exact_limit):
    vectors = Vectors(NAME, exact_limit=exact_limit)
    everything = np.stack([encoded(i).pooled for i in range(300)])
    for i in range(300):
        vectors.add(encoded(i))
    vectors.remove(7)
    query = unit(1000)
    allowed = np.arange(300) % 2 == 1
    for mask in (None, allowed):
        kept = np.ones(300, bool) if mask is None else mask.copy()
        kept[7] = False
        expected = [i for i in np.argsort(-(everything @ query), kind="stable") if kept[i]][:10]
        assert vectors.nearest(query, 10, mask).tolist() == expected
    vectors.add(encoded(301))
    assert vectors.nearest(encoded(301).pooled, 1).tolist() == [300]


def test_no_vectors_and_no_allowed_rows_find_nothing():
    vectors = Vectors(NAME)
    assert vectors.nearest(unit(1), 5).tolist() == []
    vectors.add(Encoded(np.zeros(8, np.float32), np.zeros((0, 4), np.int8)))
    assert vectors.nearest(unit(1), 5).tolist() == []
    vectors.add(encoded(1))
    assert vectors.nearest(unit(1), 5, np.array([True, False])).tolist() == []


def test_maxsim_is_the_mean_of_best_matches():
    vectors = Vectors(NAME)
    held = [encoded(i, tokens) for i, tokens in enumerate((3, 0, 5))]
    for one in held:
        vectors.add(one)
    query = encoded(99, 2).tokens
    expected = [
        float((one.tokens.astype(float) @ query.T.astype(float)).max(axis=0).mean() / 127**2) if len(one.tokens) else 0
        for one in held
    ]
    assert vectors.matches(query, np.arange(3)).mean(axis=1) == pytest.approx(expected, rel=1e-5)
    assert vectors.matches(query[:0], np.arange(3)).shape == (3, 0)


class Counting(Vectors):
    def matches(self, query, numbers):
        self.asked = [*getattr(self, "asked", ()), numbers.tolist()]
        return super().matches(query, numbers)


def test_a_document_is_compared_once_with_the_words_of_a_question():
    vectors, query = Counting(NAME), encoded(99, 3).tokens
    for number in range(4):
        vectors.add(encoded(number, number))
    whole = Vectors.matches(vectors, query, np.arange(4)).tolist()
    matching = Matching(vectors, query)
    assert matching.of(np.array([3, 1])).tolist() == [whole[3], whole[1]]
    assert matching.of(np.array([1, 2, -1, 2])).tolist() == [whole[1], whole[2], [0.0] * 3, whole[2]]
    assert vectors.asked == [[1, 3], [2]]


def test_what_was_found_for_all_documents_answers_for_some_until_they_change():
    vectors = Vectors(NAME)
    for number in range(6):
        vectors.add(encoded(number))
    expected = vectors.pooled(np.array([4, 2])) @ unit(9)
    assert vectors.nearest(unit(9), 6).tolist() == np.argsort(-(vectors.pooled(np.arange(6)) @ unit(9))).tolist()
    assert vectors.cosine(unit(9), np.array([4, 2])) == pytest.approx(expected, abs=1e-6)
    assert vectors.cosine(unit(8), np.array([4])) == pytest.approx(vectors.pooled(np.array([4])) @ unit(8), abs=1e-6)
    vectors.remove(4)
    assert vectors.cosine(unit(9), np.array([4, 2])) == pytest.approx([0, expected[1]], abs=1e-6)
    vectors.add(encoded(6))
    assert vectors.cosine(unit(9), np.array([6])) == pytest.approx(vectors.pooled(np.array([6])) @ unit(9), abs=1e-6)


def test_scores_follow_texts_that_are_added_after_a_term_was_asked_for():
    lexical, fresh = Lexical(), Lexical()
    for text in TEXTS[:2]:
        lexical.add(text)
    lexical.scores(["red"])
    for text in TEXTS[2:]:
        lexical.add(text)
    for text in TEXTS:
        fresh.add(text)
    assert lexical.scores(["rose"]).tolist() == fresh.scores(["rose"]).tolist()
    assert lexical.lengths().tolist() == fresh.lengths().tolist()


def test_a_saved_graph_is_used_only_if_whole_and_of_these_vectors(tmp_path):
    def filled(count: int) -> Vectors:
        vectors = Vectors(NAME, exact_limit=10)
        for i in range(count):
            vectors.add(encoded(i))
        return vectors

    path = tmp_path / "hnsw.bin"
    vectors = filled(6000)
    expected = vectors.nearest(unit(1), 5).tolist()
    vectors.save(path)
    again = filled(6000)
    assert again.load(path)
    assert again.nearest(unit(1), 5).tolist() == expected
    longer = filled(6001)
    assert longer.load(path)
    assert longer.nearest(encoded(6000).pooled, 1).tolist() == [6000]
    assert not filled(5999).load(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    damaged = filled(6000)
    assert not damaged.load(path)
    assert damaged.nearest(unit(1), 5).tolist() == expected


def test_the_log_gives_back_what_was_put_in(tmp_path):
    path = tmp_path / "vectors.log"
    log = VectorLog(path, NAME)
    kept = [log.put(f"{i:024x}", encoded(i, i)) for i in range(5)]
    log.close()
    again = VectorLog(path, NAME)
    for i, one in enumerate(kept):
        found = again.get(f"{i:024x}")
        assert found.pooled.tolist() == one.pooled.tolist()
        assert found.tokens.tolist() == one.tokens.tolist()
    assert again.get("f" * 24) is None
    again.close()


@pytest.mark.parametrize("damage", ["cut", "flip", "header"])
def test_a_damaged_log_keeps_its_intact_part_and_sets_the_rest_aside(tmp_path, damage):
    path = tmp_path / "vectors.log"
    log = VectorLog(path, NAME)
    for i in range(5):
        log.put(f"{i:024x}", encoded(i))
    log.close()
    data = bytearray(path.read_bytes())
    if damage == "cut":
        data = data[:-3]
    else:
        data[-10 if damage == "flip" else 3] ^= 0xFF
    path.write_bytes(data)
    again = VectorLog(path, NAME)
    assert len(again) == (0 if damage == "header" else 4)
    assert path.with_suffix(".damaged").exists() == (damage != "cut")
    assert damage == "cut" or path.with_suffix(".damaged").read_bytes() == data
    again.put(f"{9:024x}", encoded(9))
    again.close()
    third = VectorLog(path, NAME)
    assert third.get(f"{9:024x}") is not None
    third.close()


def test_another_encoder_is_refused_and_reindex_switches(opened):
    memory = opened("m", encoder=HashEncoder(id="one"), timezone="UTC")
    memory.observe("The ferry leaves at nine.", at="2026-01-01")
    path = memory.path
    memory.close()
    with pytest.raises(EncoderMismatch, match=r"made by one .* not by two .* run `kgmem reindex`"):
        opened("m", encoder=HashEncoder(id="two", dim=16))
    switched = opened("m", encoder=HashEncoder(id="two", dim=16), reindex=True)
    assert switched.recall("ferry").episodes[0].arms["cosine"] >= 0
    assert switched.stats()["encoder"] == "two"
    assert switched.reindex(HashEncoder(id="three")) == 1
    switched.close()
    assert path.is_dir()
    assert opened("m", encoder=HashEncoder(id="three")).recall("ferry").episodes


def test_nothing_is_embedded_twice(opened):
    encoder = HashEncoder()
    memory = opened("m", encoder=encoder, timezone="UTC")
    memory.observe("The ferry leaves at nine.", at="2026-01-01")
    memory.rebuild()
    memory.close()
    again = opened("m", encoder=encoder)
    again.observe("The ferry leaves at nine.", at="2026-01-01", id="another")
    assert len(encoder.encoded) == 1


def test_lost_vectors_are_made_again_on_opening(opened):
    memory = opened("m", encoder=HashEncoder(), timezone="UTC")
    memory.observe("The ferry leaves at nine.", at="2026-01-01")
    expected = [(h.id, h.score) for h in memory.recall("ferry").episodes]
    memory.close()
    (memory.path / "index" / "vectors.log").unlink()
    again = opened("m", encoder=HashEncoder())
    assert [(h.id, h.score) for h in again.recall("ferry").episodes] == expected
