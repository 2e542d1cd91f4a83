"""One tree of errors; every message names the fix, and `code` stays stable across versions."""

from __future__ import annotations


class KgmemError(Exception):
    """Root of everything kgmem raises on purpose. `code` is stable and safe to match on."""

    code = "kgmem"


class InvalidArgument(KgmemError, ValueError):
    """An argument cannot mean anything; nothing was written."""

    code = "invalid_argument"


class ConfigError(InvalidArgument):
    """A setting in the configuration file, the environment or an argument is unknown or out of range."""

    code = "config"


class ReadOnlyQuery(InvalidArgument):
    """A query handed to the read-only door would write, touch files, or is not one known statement."""

    code = "read_only"


class OntologyError(InvalidArgument):
    """An ontology file is broken; the message has file, line and reason."""

    code = "ontology"


class ClosedError(KgmemError):
    """The memory was closed, or is used in a process that forked after opening it."""

    code = "closed"


class LockedError(KgmemError):
    """Another handle or process holds this memory for writing."""

    code = "locked"


class StoreError(KgmemError):
    """The graph or the journal did not do what was asked."""

    code = "store"


class NotAStore(StoreError):
    """The path exists and holds something that is no kgmem memory."""

    code = "not_a_store"


class VersionError(StoreError):
    """The memory was written by a newer kgmem, or by another engine version."""

    code = "version"


class CorruptError(StoreError):
    """Stored bytes fail their checksum."""

    code = "corrupt"


class QueryError(StoreError):
    """The engine refused a statement: syntax, unknown name, time limit."""

    code = "query"


class EncoderError(KgmemError):
    """The text encoder is missing, broken, unreachable, or gave something that is no vector."""

    code = "encoder"


class EncoderMismatch(EncoderError):
    """The memory's vectors were made by another encoder; `reindex` remakes them."""

    code = "encoder_mismatch"


class ExtractionError(KgmemError):
    """The extractor could not run at all (a missing model, an endpoint that does not answer)."""

    code = "extraction"


class ShortTermError(KgmemError):
    """The server that keeps short-term memory cannot be used."""

    code = "short_term"


class LLMError(KgmemError):
    """A language model gave no answer, or none that could be used. `outage`: it did not answer at all, so that a later
    try may do better. What was sent is in no message."""

    code = "llm"

    def __init__(self, message: str, *, outage: bool = False) -> None:
        super().__init__(message)
        self.outage = outage
