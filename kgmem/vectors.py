"""Vectors of episodes: a log on disk so that no text is embedded twice, and nearest neighbours.

`VectorLog` keeps what the encoder gave, by content hash; it survives a rebuild of everything else.
`Vectors` holds the vectors of the episodes in memory: exact search up to EXACT_LIMIT of them (0.4 ms at
10^4, 6 ms at 5 x 10^4 on one core), hnswlib above, and late interaction (MaxSim, Khattab and Zaharia,
"ColBERT", 2020) over compact token vectors.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import logging
import os
import struct
import threading
import zlib
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from kgmem.embed import Encoded
from kgmem.errors import EncoderMismatch
from kgmem.ordering import best

log = logging.getLogger("kgmem")

EXACT_LIMIT = 50_000
GATHER_LIMIT = 5_000
"""With fewer allowed rows than this, they are searched exactly even above EXACT_LIMIT."""
BLOCK = 1024
"""Token vectors compared at a time."""
WIDTH = 4
"""The words of a question are filled up to a multiple of so many: BLAS takes longer for 6 columns than for 8."""
EF = 200
M, EF_CONSTRUCTION = 16, 200

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

_RECORD = struct.Struct("<12sI")
_CRC = struct.Struct("<I")


class EncoderName(NamedTuple):
    """What vectors depend on; two that differ in anything must not meet in one index."""

    id: str
    fingerprint: str
    dim: int
    token_dim: int


class VectorLog:
    """Append-only file of vectors by content hash: a JSON header line, then checksummed records.

    A record is key (12 bytes), token count (uint32), pooled vector (float16), token vectors (int8),
    CRC-32. Pooled vectors are kept in half precision, and used in it from the start, so that a
    reopened memory ranks as it did before.
    """

    def __init__(self, path: Path, encoder: EncoderName, *, read_only: bool = False) -> None:
        """Open or create. Raises EncoderMismatch when the file holds another encoder's vectors."""
        self.path, self.encoder, self._read_only = path, encoder, read_only
        self._places: dict[str, tuple[int, int]] = {}  # content hash -> (offset of its vectors, token count)
        self._file: BinaryIO | None = None
        self._pending = bytearray()
        if path.exists():
            self._read()
        elif not read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
            header = {"kgmem": "vectors", "version": 1, **encoder._asdict()}
            path.write_bytes(json.dumps(header).encode() + b"\n")
        self._reader: BinaryIO = path.open("rb") if path.exists() else io.BytesIO()
        self._end = path.stat().st_size if path.exists() else 0
        if not read_only:
            self._file = path.open("ab")

    @classmethod
    def reading(cls, path: Path, encoder: EncoderName) -> VectorLog:
        """What a log holds now, for reading beside its writer: nothing is made, mended or locked."""
        return cls(path, encoder, read_only=True)

    @classmethod
    def resumed(cls, path: Path, encoder: EncoderName) -> VectorLog:
        """A half-made log of this encoder to go on with; of another one, or damaged, it is begun anew."""
        try:
            return cls(path, encoder)
        except EncoderMismatch:
            path.unlink()
            return cls(path, encoder)

    def get(self, key: str) -> Encoded | None:
        """Vectors of the text with this 24-digit content hash, if it was ever embedded."""
        place = self._places.get(key)
        if place is None:
            return None
        self.flush()
        offset, count = place
        dim, width = self.encoder.dim, self.encoder.token_dim
        self._reader.seek(offset)
        data = self._reader.read(dim * 2 + count * width)
        pooled = np.frombuffer(data, "<f2", dim).astype(np.float32)
        return Encoded(pooled, np.frombuffer(data, np.int8, count * width, dim * 2).reshape(count, width))

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def put(self, key: str, encoded: Encoded) -> Encoded:
        """Keep vectors; returns them as a later reader will see them."""
        assert self._file is not None, "the log is closed"
        head = _RECORD.pack(bytes.fromhex(key), len(encoded.tokens))
        body = head + encoded.pooled.astype("<f2").tobytes() + encoded.tokens.tobytes()
        self._pending += body + _CRC.pack(zlib.crc32(body))
        self._places[key] = (self._end + len(head), len(encoded.tokens))
        self._end += len(body) + _CRC.size
        return Encoded(encoded.pooled.astype(np.float16).astype(np.float32), encoded.tokens)

    def flush(self) -> None:
        """Hand what was put to the operating system, in one write."""
        if self._file is not None and self._pending:
            self._file.write(self._pending)
            self._file.flush()
            self._pending = bytearray()

    def close(self) -> None:
        if self._file is not None:
            self.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None
        self._reader.close()

    def _read(self) -> None:
        data = self.path.read_bytes()
        line, end_of_line, _ = data.partition(b"\n")
        try:
            header = json.loads(line)
            if not end_of_line or header["kgmem"] != "vectors" or header["version"] != 1:
                raise ValueError("header")
            held = EncoderName(*(header[name] for name in EncoderName._fields))
        except (ValueError, KeyError, TypeError, RecursionError):
            self._set_aside(data, 0)
            return
        if held != self.encoder:
            raise EncoderMismatch(
                f"this memory's vectors were made by {held.id} ({held.fingerprint}, {held.dim} dimensions), "
                f"not by {self.encoder.id} ({self.encoder.fingerprint}, {self.encoder.dim} dimensions); "
                "open it with that encoder, or run `kgmem reindex` (Memory.reindex) to embed it anew"
            )
        at = len(line) + 1
        dim, width = self.encoder.dim * 2, self.encoder.token_dim
        while at < len(data):
            start = at
            if at + _RECORD.size > len(data):
                break
            key, count = _RECORD.unpack_from(data, at)
            end = at + _RECORD.size + dim + count * width
            if end + _CRC.size > len(data):
                break
            if _CRC.unpack_from(data, end)[0] != zlib.crc32(data[start:end]):
                self._set_aside(data, start)
                return
            self._places[key.hex()] = (start + _RECORD.size, count)
            at = end + _CRC.size
        if at < len(data) and not self._read_only:  # a kill in the middle of a write; what it cost is embedded again
            self.path.write_bytes(data[:at])

    def _set_aside(self, data: bytes, intact: int) -> None:
        """Keep a damaged file beside the intact part of it; what is lost is embedded again."""
        if self._read_only:
            return
        log.warning("%s is damaged after byte %d; the rest is set aside and embedded again", self.path.name, intact)
        self.path.with_suffix(".damaged").write_bytes(data)
        header = {"kgmem": "vectors", "version": 1, **self.encoder._asdict()}
        self.path.write_bytes(data[:intact] if intact else json.dumps(header).encode() + b"\n")


class Vectors:
    """Vectors of documents numbered 0, 1, 2, ... in the order they were added."""

    def __init__(self, encoder: EncoderName, *, exact_limit: int = EXACT_LIMIT) -> None:
        self.encoder, self.exact_limit = encoder, exact_limit
        self._pooled = np.zeros((0, encoder.dim), np.float32)
        self._tokens = np.zeros((0, encoder.token_dim), np.int8)
        self._offsets = np.zeros(1, np.int64)
        self._live = np.zeros(0, np.bool_)
        self._count = 0
        self._graph: Any = None  # hnswlib index of the first `_indexed` documents
        self._indexed = 0
        self._graphing = threading.Lock()
        self._asked: tuple[Floats, Floats] | None = None  # the last query that all were compared with, and how near

    def __len__(self) -> int:
        return self._count

    def filled(self) -> int:
        """How many documents have a vector."""
        return int(self._live[: self._count].sum())

    def add(self, encoded: Encoded) -> int:
        """Add a document's vectors and return its number. A zero pooled vector is never found."""
        number = self._count
        first, last = int(self._offsets[number]), int(self._offsets[number]) + len(encoded.tokens)
        self._pooled = _room(self._pooled, number + 1)
        self._live = _room(self._live, number + 1)
        self._offsets = _room(self._offsets, number + 2)
        self._tokens = _room(self._tokens, last)
        self._pooled[number] = encoded.pooled
        self._live[number] = bool(encoded.pooled.any())
        self._tokens[first:last] = encoded.tokens
        self._offsets[number + 1] = last
        self._count = number + 1
        return number

    def remove(self, number: int) -> None:
        """Take a document out of every search; its number is not used again."""
        self._live[number] = False
        self._pooled[number] = 0
        self._asked = None
        if number < self._indexed:
            self._graph.mark_deleted(number)

    def nearest(self, query: Floats, k: int, allowed: Bools | None = None) -> Ints:
        """Numbers of the `k` nearest documents by cosine, best first; fewer from a small index.

        query: (dim,) unit length. allowed: (n,) which documents may be found, None for all.
        """
        live = self._live[: self._count] if allowed is None else self._live[: self._count] & allowed
        count = int(live.sum())
        if not count or k <= 0:
            return np.zeros(0, np.int64)
        if self._count <= self.exact_limit or count <= GATHER_LIMIT:
            rows = np.flatnonzero(live)
            if 2 * count < self._count:
                return rows[best(self._pooled[rows] @ query, k)]
            scores = self._pooled[: self._count] @ query
            self._asked = query, scores
            return rows[best(scores if count == self._count else scores[rows], k)]
        with self._graphing:  # whoever asks first makes it grow
            self._grow_graph()
            wanted = min(self._graph.get_current_count() - self._deleted(), k if allowed is None else max(k * 4, EF))
            self._graph.set_ef(max(EF, wanted))
            labels = self._graph.knn_query(query[None, :], k=wanted)[0][0].astype(np.int64)
        kept: Ints = labels[live[labels]][:k]
        return kept

    def cosine(self, query: Floats, numbers: Ints) -> Floats:
        """Cosine of the query to these documents, (len(numbers),)."""
        asked = self._asked
        if asked is not None and len(asked[1]) == self._count and np.array_equal(asked[0], query):
            return asked[1][numbers]
        found: Floats = self._pooled.take(numbers, axis=0) @ query
        return found

    def matches(self, query: npt.NDArray[np.int8], numbers: Ints) -> Floats:
        """The best match of each query token in each document, (len(numbers), m), -1 to 1; 0 without token vectors.

        query: (m, token_dim) int8. The mean of a row is MaxSim.
        """
        result = np.zeros((len(numbers), len(query)), np.float32)
        starts, lengths = self._offsets[numbers], self._offsets[numbers + 1] - self._offsets[numbers]
        filled = np.flatnonzero(lengths)
        if not len(query) or not len(filled):
            return result
        starts, lengths = starts[filled], lengths[filled]
        firsts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        rows = np.repeat(starts - firsts, lengths) + np.arange(int(lengths.sum()))
        asked = np.zeros((query.shape[1], -(-len(query) // WIDTH) * WIDTH), np.float32)
        asked[:, : len(query)] = query.T
        similar = np.empty((len(rows), asked.shape[1]), np.float32)
        block = np.empty((min(BLOCK, len(rows)), query.shape[1]), np.float32)
        for at in range(
            0, len(rows), BLOCK
        ):  # what is made of some rows stays in the processor's cache until it is used
            some = rows[at : at + BLOCK]
            block[: len(some)] = self._tokens.take(some, axis=0)
            np.matmul(block[: len(some)], asked, out=similar[at : at + len(some)])
        result[filled] = np.maximum.reduceat(similar, firsts, axis=0)[:, : len(query)] / (127.0 * 127.0)
        return result

    def pooled(self, numbers: Ints) -> Floats:
        """The pooled vectors of these documents, (len(numbers), dim)."""
        return self._pooled.take(numbers, axis=0)

    # --- the HNSW graph: a cache of the pooled vectors, above the exact limit -------------------------

    def _deleted(self) -> int:
        return int((~self._live[: self._indexed]).sum())

    def _grow_graph(self) -> None:
        """Index what is not yet in the graph, making room first: growing a full index is an error."""
        if self._indexed == self._count:
            return
        if self._graph is None:
            self._graph = _new_graph(self.encoder.dim, max(1024, self._count))
        elif self._count > self._graph.get_max_elements():
            self._graph.resize_index(max(self._count, self._graph.get_max_elements() * 2))
        numbers = np.arange(self._indexed, self._count)
        self._graph.add_items(self._pooled[numbers], numbers)
        for number in numbers[~self._live[numbers]]:
            self._graph.mark_deleted(int(number))
        self._indexed = self._count

    def save(self, path: Path) -> None:
        """Write the HNSW graph, if there is one, with a checksum beside it; nothing to do below the limit."""
        if self._graph is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        self._graph.save_index(str(beside))
        data = beside.read_bytes()  # hnswlib reports success on a full disk: what counts is what is there
        sidecar = {
            "sha256": hashlib.sha256(data).hexdigest(),
            "count": self._indexed,
            "content": self._content(self._indexed),
        }
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        path.with_suffix(".json").unlink(missing_ok=True)
        os.replace(beside, path)
        path.with_suffix(".json").write_text(json.dumps(sidecar))

    def load(self, path: Path) -> bool:
        """Take the saved graph if it is whole and of exactly these vectors; otherwise it is built anew.

        A file with flipped bytes would crash hnswlib, so the checksum comes first.
        """
        if self._count <= self.exact_limit or not path.exists():
            return False
        try:
            sidecar = json.loads(path.with_suffix(".json").read_text())
            whole = hashlib.sha256(path.read_bytes()).hexdigest() == sidecar["sha256"]
            count = int(sidecar["count"])
            if not whole or count > self._count or self._content(count) != sidecar["content"]:
                raise ValueError("checksum")
        except (OSError, ValueError, KeyError):
            log.warning("the saved vector index does not match and is built anew")
            return False
        graph = importlib.import_module("hnswlib").Index(space="cosine", dim=self.encoder.dim)
        graph.load_index(str(path), max_elements=self._count)
        self._graph, self._indexed = graph, count
        return True

    def _content(self, count: int) -> str:
        return hashlib.sha256(self._pooled[:count].tobytes()).hexdigest()


def _new_graph(dim: int, room: int) -> Any:
    graph = importlib.import_module("hnswlib").Index(space="cosine", dim=dim)
    graph.init_index(max_elements=room, M=M, ef_construction=EF_CONSTRUCTION, random_seed=1)
    return graph


def _room(held: npt.NDArray[Any], wanted: int) -> npt.NDArray[Any]:
    """The array, grown by doubling when it has fewer than `wanted` rows; new rows are zero."""
    if wanted <= len(held):
        return held
    grown = np.zeros((max(wanted, 2 * len(held), 64), *held.shape[1:]), held.dtype)
    grown[: len(held)] = held
    return grown
