"""What the commands share: their common options, the settings behind them, and opening the memory meant."""

from __future__ import annotations

import json
import logging
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.config import FILE_NAME, Config
from kgmem.errors import ConfigError, EncoderMismatch, InvalidArgument, LockedError, NotAStore
from kgmem.temporal import parse_zone

if TYPE_CHECKING:  # what is slow to import is imported where it is needed
    from kgmem.llm import LLM
    from kgmem.memory import Memory

PathOption = Annotated[
    Path | None, typer.Option("--path", "-p", metavar="DIR", help="Folder of the memory (else memory.kgmem).")
]
ZoneOption = Annotated[str | None, typer.Option("--timezone", metavar="ZONE", help="Zone of times without one.")]
ConfigOption = Annotated[Path | None, typer.Option("--config", metavar="FILE", help=f"Settings (else {FILE_NAME}).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FoundOption = Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="Most of each kind (else 10).")]
SaidByOption = Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="Only what this person said.")]
SaidInOption = Annotated[
    str | None, typer.Option("--session", metavar="NAME", help="Only what was said in this session.")
]
OfRelationOption = Annotated[
    str | None, typer.Option("--relation", metavar="NAME", help="Only facts of this relation.")
]
AsOfOption = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="The world at that time.")]
KnownAtOption = Annotated[str | None, typer.Option("--known-at", metavar="DATE", help="As known at that time.")]
LlmOption = Annotated[
    str | None, typer.Option("--llm", metavar="URL#MODEL", help="Ask this model where rules leave off; it sees texts.")
]
ReasonOption = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, kept with it.")]


def settings_of(config: Path | None, **arguments: object) -> Config:
    """Settings of the file, the environment and the arguments; logging is set up by them."""
    named = config or os.environ.get("KGMEM_CONFIG")
    here = Path(FILE_NAME)
    file = Path(named) if named else here if here.is_file() else None
    settings = Config.load(file, os.environ, **arguments)
    chosen = Config.load(None, os.environ, **arguments)
    if file == here and not named:
        if _sends_text(settings.encoder) and settings.encoder != chosen.encoder:
            raise ConfigError(f"{here} would have texts sent to {settings.encoder}; allow it with --config {here}")
        if settings.llm_url is not None and settings.llm_url != chosen.llm_url:
            raise ConfigError(f"{here} would have texts sent to a language model; allow it with --config {here}")
    log = logging.getLogger("kgmem")
    stream = logging.StreamHandler()
    stream.setFormatter(logging.Formatter("kgmem: %(message)s"))
    log.handlers = [stream]
    log.setLevel(settings.log_level)
    return settings


def llm_named(option: str | None) -> dict[str, str]:
    """The settings that --llm URL#MODEL stands for; none without it."""
    if option is None:
        return {}
    url, found, model = option.partition("#")
    if not found or not model or not url.startswith(("http://", "https://")):
        raise InvalidArgument("--llm must be URL#MODEL, such as http://localhost:11434/v1#qwen3")
    return {"llm_url": url, "llm_model": model}


def _model_of(settings: Config) -> LLM | None:
    from kgmem.llm import LLM

    if settings.llm_url is None and settings.llm_model is None:
        return None
    if settings.llm_url is None or settings.llm_model is None:
        missing = "llm_url" if settings.llm_url is None else "llm_model"
        raise ConfigError(f"a language model needs llm_url and llm_model; {missing} is missing")
    return LLM(settings.llm_url, settings.llm_model, api_key=settings.llm_api_key, price=settings.llm_price)


def zone_of(settings: Config) -> tzinfo | None:
    """The zone asked for, or the memory's own."""
    from kgmem.folder import Folder

    folder = Folder(settings.path)
    own = folder.read_meta().timezone if folder.is_memory() else ""
    return parse_zone(settings.timezone or own or None)


def check_is_there(settings: Config) -> None:
    """Raise NotAStore, saying how to make one, when the settings name no memory."""
    from kgmem.folder import Folder

    folder = Folder(settings.path)
    folder.check()
    if not folder.is_memory():
        raise NotAStore(
            f"there is no memory at {settings.path}; make one with "
            f"`kgmem ingest FILE --path {shlex.quote(str(settings.path))}`, or see `kgmem demo`"
        )


@contextmanager
def reading(settings: Config) -> Iterator[Memory]:
    """The memory of the settings as it stands in its journal, without a lock. It must exist."""
    check_is_there(settings)
    with _open(settings, read_only=True) as memory:
        yield memory


@contextmanager
def writing(settings: Config, *, must_exist: bool = True) -> Iterator[Memory]:
    """The memory of the settings, locked for this command. Raises LockedError, naming the holder."""
    if must_exist:
        check_is_there(settings)
    try:
        opened = _open(settings, read_only=False)
    except LockedError as error:
        raise LockedError(
            f"{str(error).partition(';')[0]}; this command takes the memory for itself, so close it there first "
            "(recall, facts, cypher, stats, forgotten and export work meanwhile)"
        ) from error
    with opened as memory:
        if settings.consolidate_every:
            memory.consolidate_when(every=settings.consolidate_every)
        yield memory


def _open(settings: Config, *, read_only: bool) -> Memory:
    from kgmem.encoders import load_encoder
    from kgmem.folder import Folder
    from kgmem.memory import Memory
    from kgmem.redact import Policy

    folder = Folder(settings.path)
    folder.check()
    encoder = settings.encoder or (_own_encoder(folder.read_meta().encoder) if folder.is_memory() else None)
    return Memory.open(
        settings.path,
        timezone=settings.timezone,
        encoder=load_encoder(encoder, api_key=settings.api_key),
        llm=_model_of(settings),
        retain=settings.retain,
        redaction=Policy.parse(settings.redact) if settings.redact and not read_only else None,
        engine=None if read_only else settings.engine,
        read_only=read_only,
    )


def _own_encoder(name: str) -> str:
    """The encoder a memory was made with, unless it sends texts somewhere: that must be asked for."""
    if _sends_text(name):
        raise EncoderMismatch(f"this memory's encoder is {name}, where questions are sent; allow it with KGMEM_ENCODER")
    return name


def _sends_text(encoder: str | None) -> bool:
    return encoder is not None and encoder.startswith("endpoint:")


def named_value(text: str, option: str, example: str) -> tuple[str, Any]:
    """NAME=VALUE in two; the value as JSON where it is some, else as text."""
    name, found, value = text.partition("=")
    if not found or not name:
        raise InvalidArgument(f"{option} {text!r} must be {example}")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
