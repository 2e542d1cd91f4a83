"""Text as vectors: what an encoder gives, and the default one, MiniLM, whose files are inside the package.

An encoded text has one vector for the whole, to find candidates, and one for each of its words in context, to
score them by MaxSim (late interaction): for every word of the query its best cosine among the words of the text.
Both come from the same pass through the model. The other encoders are in `encoders`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kgmem.errors import EncoderError
from kgmem.text import digest
from kgmem.wordpiece import END, START, WordPiece, is_punctuation

WORKERS = 2  # texts encoded at once; on two cores a third would only wait
RECIPE = "1"  # of what happens to vectors outside the model; a change here remakes every stored vector
REMEDY = "reinstall kgmem (pip install --force-reinstall kgmem), or pass encoder=..."

# Left out of queries, where they would match any text. Documents keep theirs: they say who and when.
_STOP_WORDS = """
a an the this that these those of in on at to with for and or is was were are be do did does has have had
i me my you your he him his she her hers it its we us our they them their s
what when where who which how why
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, eq=False)
class Encoded:
    """The vectors of one text.

    pooled: (dim,) float32 of unit length, or all zeros where an encoder has no vector for a text (static tables
    have none for unknown words). tokens: (n, token_dim) int8, a component times 127 of unit vectors, in the order
    of the text; n is 0 for a text without words; (0, 0) when the encoder has no token vectors.
    """

    pooled: npt.NDArray[np.float32]
    tokens: npt.NDArray[np.int8]


class Encoder(Protocol):
    """Anything that turns texts into vectors.

    `fingerprint` is 16 hex digits of what determines the vectors: stored ones with another fingerprint must be made
    anew. `token_dim` is 0 without token vectors. `languages` are two-letter codes, {"*"} for all. `encode` is called
    from several threads at once: readers ask while a writer embeds.
    """

    @property
    def id(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def dim(self) -> int: ...
    @property
    def token_dim(self) -> int: ...
    @property
    def languages(self) -> frozenset[str]: ...

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        """One `Encoded` per text, in order; EncoderError when that is impossible.

        query: the texts are questions, which some models encode differently from what is searched.
        """
        ...


class MiniLM:
    """all-MiniLM-L6-v2 in 8 bit: English, no network, no settings.

    A text is read up to 256 word pieces and always goes through the model alone, because activations are quantised
    by the range they span: in a batch, a text's vector would depend on its neighbours. Another kind of processor or
    version of onnxruntime may still round differently (cosine 0.995 or more where measured).
    """

    id = "minilm"
    dim = 384
    token_dim = 128
    languages = frozenset({"en"})

    def __init__(self, folder: Path | None = None) -> None:
        """folder: the model's files, when not those inside the package. Nothing is read before it is needed."""
        self._folder = folder

    @cached_property
    def fingerprint(self) -> str:
        sums = _manifest(_place(self._folder))["files"]
        return digest(RECIPE, *(sums[name]["sha256"] for name in ("model.onnx", "projection.npy", "vocab.txt")))[:16]

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        model = _load(self._folder)
        encode = partial(model.encode, query=query)
        workers = min(WORKERS, (os.cpu_count() or 2) - 1, len(texts))  # one core is left to who reads the texts
        if workers < 2:
            return [encode(text) for text in texts]
        with ThreadPoolExecutor(workers) as pool:  # onnxruntime computes without the interpreter lock
            return list(pool.map(encode, texts))

    def verify(self) -> None:
        """Read the model's files again and compare them with their checksums; EncoderError names the bad one."""
        place = _place(self._folder)
        for name in _manifest(place)["files"]:
            _read(place, name)


@dataclass(frozen=True)
class _Model:
    """The loaded files. `silent` and `stopped` say by piece number which tokens have no vector to keep."""

    session: Any
    wordpiece: WordPiece
    projection: npt.NDArray[np.float32]  # (384, 128)
    silent: npt.NDArray[np.bool_]
    stopped: npt.NDArray[np.bool_]

    def encode(self, text: str, *, query: bool) -> Encoded:
        ids = np.array(self.wordpiece.ids(text), np.int64)
        inputs = {"input_ids": ids[None], "projection": self.projection}
        pooled, tokens = self.session.run(["embedding", "tokens"], inputs)
        kept = ~self.silent[ids]
        if query:
            content = kept & ~self.stopped[ids]
            kept = content if content.any() else kept
        return Encoded(pooled[0], np.rint(tokens[0, kept] * 127).astype(np.int8))


@lru_cache(maxsize=2)
def _load(folder: Path | None) -> _Model:
    """The model, once per process however many encoders ask for it."""
    place = _place(folder)
    vocabulary = _read(place, "vocab.txt").decode().splitlines()
    return _Model(
        session=_session(_read(place, "model.onnx")),
        wordpiece=WordPiece(vocabulary, max_len=_manifest(place)["max_len"]),
        projection=np.load(BytesIO(_read(place, "projection.npy"))).astype(np.float32),
        silent=np.array([is_punctuation(piece) or piece in (START, END) for piece in vocabulary]),
        stopped=np.array([piece in STOP_WORDS for piece in vocabulary]),
    )


def _session(model: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise EncoderError(f"onnxruntime does not load ({error}): {REMEDY}") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # a second thread pays off on another text, not on the same
    options.enable_cpu_mem_arena = False  # or the memory of the longest text ever seen stays taken
    options.log_severity_level = 3  # errors only
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own, undocumented ones
        raise EncoderError(f"onnxruntime {onnxruntime.__version__} refuses the encoder's model: {REMEDY}") from error


def _place(folder: Path | None) -> Traversable:
    return files("kgmem") / "data" / "minilm" if folder is None else folder


def _manifest(place: Traversable) -> dict[str, Any]:
    """{"max_len": 256, "files": {name: {"bytes": size, "sha256": hex}}, ...}"""
    try:
        manifest: dict[str, Any] = json.loads((place / "manifest.json").read_bytes())
    except OSError as error:
        raise EncoderError(f"the default encoder's manifest.json is missing: {REMEDY}") from error
    except ValueError as error:
        raise EncoderError(f"the default encoder's manifest.json is damaged: {REMEDY}") from error
    return manifest


def _read(place: Traversable, name: str) -> bytes:
    """A file's bytes, compared with the manifest: 15 ms for the largest, the model."""
    try:
        data = (place / name).read_bytes()
    except OSError as error:
        raise EncoderError(f"the default encoder's {name} is missing: {REMEDY}") from error
    if sha256(data).hexdigest() != _manifest(place)["files"][name]["sha256"]:
        raise EncoderError(f"the default encoder's {name} is damaged (its checksum differs): {REMEDY}")
    return data
