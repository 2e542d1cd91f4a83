"""Keyed hashes of what was erased: they stop it from coming back, and say nothing to who reads them."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from kgmem.journal import Journal
from kgmem.records import Episode
from kgmem.telling import Asserted, Observed, Telling, as_dict
from kgmem.text import fold


@dataclass(frozen=True, slots=True)
class Receipt:
    """That something was erased, without what: `marks` are keyed hashes. `backups` may still hold it."""

    id: str
    at: str
    counts: Mapping[str, int]
    marks: tuple[str, ...]
    files: int = 0
    bytes: int = 0
    residues: int = 0
    backups: tuple[str, ...] = ()

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Receipt:
        held = json.loads(text)
        return cls(**{**held, "marks": tuple(held["marks"]), "backups": tuple(held["backups"])})


class Marks:
    """Keyed hashes of what was erased from a memory: enough to know it again, not to read it."""

    def __init__(self, key: bytes, held: Iterable[str] = ()) -> None:
        self._key, self._held = key, set(held)

    @classmethod
    def of(cls, journal: Journal) -> Marks:
        """Those a journal keeps. Its key is made with the first erasure."""
        kept = journal.notes("key").get("key")
        return cls(bytes.fromhex(kept) if kept else secrets.token_bytes(32), journal.notes("erased"))

    def mark(self, kind: str, *parts: str) -> str:
        said = "\x1f".join((kind, *parts)).encode("utf-8", "surrogatepass")
        return hmac.new(self._key, said, hashlib.sha256).hexdigest()

    def of_episode(self, episode: Episode) -> str:
        return self.mark("text", " ".join(fold(episode.text).split()), fold(episode.speaker))

    def of_call(self, call: Asserted) -> str:
        return self.mark("call", json.dumps(as_dict(replace(call, call="")), sort_keys=True))

    def is_erased(self, told: Telling) -> bool:
        """True for what was erased here before, by its id or its words."""
        if not self._held:
            return False
        if isinstance(told, Observed):
            episode = told.episode
            return not self._held.isdisjoint((self.mark("id", episode.id), self.of_episode(episode)))
        return isinstance(told, Asserted) and self.of_call(told) in self._held

    def note_in(self, journal: Journal, marks: Iterable[str], receipt: Receipt) -> None:
        """Keep the key, the marks and the receipt in the journal of the memory made anew."""
        journal.note("key", "key", self._key.hex())
        journal.note_all("erased", dict.fromkeys(marks, receipt.id))
        journal.note("receipt", receipt.id, receipt.to_json())
