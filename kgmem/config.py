"""Settings from a file, the environment and arguments, each outranking the one before."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import repr
from typing import Any, Literal

from kgmem.errors import ConfigError
from kgmem.temporal import parse_zone

FILE_NAME = "kgmem.toml"
RETAIN = ("text", "facts")
ENGINES = ("kuzu", "ladybug")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

_PREFIX = "KGMEM_"
_OTHER_VARIABLES = ("KGMEM_CONFIG", "KGMEM_DEBUG")
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Config:
    """What the command line runs with. `progress=None` means: only where somebody is watching. `redact` has
    settings such as "email=mask"; when there are none, a memory keeps its own. `consolidate_every` so many new episodes
    memory is consolidated; 0 means only when somebody says so. `llm_url` and `llm_model` name a language model that is
    asked where rules leave off, `llm_price` what a million tokens cost, sent and received."""

    path: Path = Path("memory.kgmem")
    timezone: str | None = None
    encoder: str | None = None
    retain: Literal["text", "facts"] = "text"
    limit: int = 10
    log_level: str = "WARNING"
    progress: bool | None = None
    engine: Literal["kuzu", "ladybug"] | None = None
    redact: tuple[str, ...] = ()
    consolidate_every: int = 0
    llm_url: str | None = None
    llm_model: str | None = None
    llm_price: tuple[float, float] | None = None
    api_key: str | None = field(default=None, repr=False)
    llm_api_key: str | None = field(default=None, repr=False)

    @classmethod
    def load(cls, file: Path | None = None, env: Mapping[str, str] | None = None, **arguments: object) -> Config:
        """Settings from a TOML file, then KGMEM_* of `env`, then `arguments`; None and "" mean unset.

        A relative `path` in the file counts from the file's folder. `api_key` and `llm_api_key` are taken from the
        environment only: a key in a file ends up in a repository.
        """
        found = _from_file(file) if file else {}
        found |= _from_environment(env or {})
        for key, value in arguments.items():
            if value is not None and value != "":
                key = _known(key, list(_SETTINGS), "arguments")
                found[key] = _checked(key, value, f"argument {key}")
        return cls(**found)


def _a_path(value: object) -> Path:
    if not isinstance(value, str | Path) or not str(value).strip():
        raise ValueError("must be the path of a folder")
    try:
        return Path(value).expanduser()
    except RuntimeError as error:
        raise ValueError("names a home folder that does not exist") from error


def _a_zone(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be a text such as 'Europe/Lisbon'")
    parse_zone(value)
    return value


def _a_text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a text")
    return value


def _a_retention(value: object) -> str:
    if not isinstance(value, str) or value not in RETAIN:
        raise ValueError(f"must be one of {', '.join(RETAIN)}")
    return value


def _a_limit(value: object) -> int:
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("must be a whole number, 0 or more")
    return value


def _a_log_level(value: object) -> str:
    if not isinstance(value, str) or value.upper() not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}")
    return value.upper()


def _an_engine(value: object) -> str:
    if not isinstance(value, str) or value not in ENGINES:
        raise ValueError(f"must be one of {', '.join(ENGINES)}")
    return value


def _a_policy(value: object) -> tuple[str, ...]:
    """Settings of redaction as a list, or as one text with commas; Policy checks their words."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) and "=" in part for part in parts):
        raise ValueError("must be a list of KIND=ACTION, such as email=mask")
    return tuple(part.strip() for part in parts)


def _an_address(value: object) -> str:
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        raise ValueError("must be an address that begins with http:// or https://")
    return value


def _a_price(value: object) -> tuple[float, float]:
    """Two numbers as a list, or as one text with a comma."""
    parts = value.split(",") if isinstance(value, str) else value
    try:
        sent, received = (float(part) for part in parts)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        sent = received = -1.0
    if not (0 <= sent < float("inf") and 0 <= received < float("inf")):
        raise ValueError("must be two prices of a million tokens, sent and received, such as 0.15,0.60")
    return sent, received


def _a_truth(value: object) -> bool:
    if value is True or str(value).lower() in _YES:
        return True
    if value is False or str(value).lower() in _NO:
        return False
    raise ValueError("must be true or false")


_SETTINGS: dict[str, Callable[[object], Any]] = {
    "path": _a_path,
    "timezone": _a_zone,
    "encoder": _a_text,
    "retain": _a_retention,
    "limit": _a_limit,
    "log_level": _a_log_level,
    "progress": _a_truth,
    "engine": _an_engine,
    "redact": _a_policy,
    "consolidate_every": _a_limit,
    "llm_url": _an_address,
    "llm_model": _a_text,
    "llm_price": _a_price,
    "api_key": _a_text,
    "llm_api_key": _a_text,
}
_SECRET = ("api_key", "llm_api_key")
_FILE_SETTINGS = [key for key in _SETTINGS if key not in _SECRET]


def _from_file(file: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not valid TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{file} nests too deeply to be settings of kgmem") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror or error}") from error
    for key in _SECRET:
        if key in table:
            raise ConfigError(f"{file}: {key} does not belong in a file; set {_PREFIX}{key.upper()} in the environment")
    found = {
        _known(key, _FILE_SETTINGS, str(file)): _checked(key, value, f"{file}: {key}") for key, value in table.items()
    }
    if "path" in found:
        found["path"] = file.parent / found["path"]
    return found


def _from_environment(env: Mapping[str, str]) -> dict[str, Any]:
    variables = {_PREFIX + key.upper(): key for key in _SETTINGS}
    for name in env:
        if name.startswith(_PREFIX) and name not in variables and name not in _OTHER_VARIABLES:
            _refuse_misspelling(name, list(variables))
    return {
        key: _checked(key, env[name], f"environment variable {name}")
        for name, key in variables.items()
        if env.get(name, "").strip()
    }


def _known(key: str, allowed: list[str], where: str) -> str:
    if key not in allowed:
        close = difflib.get_close_matches(key, allowed, n=1)
        guess = f" Did you mean {close[0]!r}?" if close else ""
        raise ConfigError(f"{where}: unknown setting {key!r}.{guess} Allowed: {', '.join(allowed)}")
    return key


def _refuse_misspelling(name: str, variables: list[str]) -> None:
    """Other programs may own KGMEM_ names, so only what looks like a slip of the finger is refused."""
    if close := difflib.get_close_matches(name, variables, n=1, cutoff=0.85):
        raise ConfigError(f"environment variable {name} is unknown; did you mean {close[0]}?")


def _checked(key: str, value: object, where: str) -> Any:
    try:
        return _SETTINGS[key](value)
    except ValueError as error:
        told = (value if isinstance(value, str) else repr(value))[:60]
        shown = "" if key in (*_SECRET, "llm_url") else f" (it is {told!r})"
        raise ConfigError(f"{where}: {error}{shown}") from error
