"""Short-term memory on a Valkey or Redis server, for several processes."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from importlib.util import find_spec
from reprlib import repr
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from kgmem import temporal
from kgmem.errors import ClosedError, InvalidArgument, ShortTermError
from kgmem.outage import RETRY_AFTER, Outage, ServerGone
from kgmem.short_term import MAX_TURNS, Ring, Turn, checked_bounds, within
from kgmem.short_term_stored import APPEND, CLEAR, SESSIONS, Keys, entry_of, turn_of
from kgmem.temporal import Clock
from kgmem.text import is_blank

log = logging.getLogger("kgmem")

TIMEOUT = 1.0
"""Seconds for a connection, and for each answer."""
RETRIES = 1
"""A call that fails is sent again so often before it has failed: an idle connection may have been cut."""
MIRRORED = 1000
"""Sessions of which the turns are at hand in this process during an outage."""
SCHEMES = {"valkey": "redis", "valkeys": "rediss", "redis": "redis", "rediss": "rediss", "unix": "unix"}
_PASSING = ("OOM", "MISCONF", "LOADING", "READONLY", "CLUSTERDOWN", "MASTERDOWN", "NOREPLICAS", "TRYAGAIN", "BUSY")
_PASSING_ERRORS = {"OutOfMemoryError", "ReadOnlyError", "ClusterDownError", "MasterDownError", "TryAgainError"}
"""Refusals that end without anybody changing the call: how they begin, and what redis-py makes of some."""
T = TypeVar("T")


class RedisShortTerm:
    """The last turns of one subject's chats on a server; threads and processes may share them.

    Turns are kept in the order in which the server got them, and outlive this process.
    """

    def __init__(
        self,
        url: str,
        *,
        subject: str,
        prefix: str = "kgmem",
        max_turns: int = MAX_TURNS,
        max_tokens: int | None = None,
        ttl: timedelta | None = None,
        on_failure: Literal["raise", "degrade"] = "raise",
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        retry_after: float = RETRY_AFTER,
        cluster: bool = False,
        clock: Clock = temporal.now,
    ) -> None:
        """Nothing is sent yet: whether the server is there shows with the first call.

        url: redis://, rediss:// (TLS), valkey://, valkeys:// or unix://, with user, password and database as need be.
        subject: whose chats they are; no other subject's are reached.
        max_turns, max_tokens, ttl: as of a Ring; the time to live is counted by the server.
        on_failure: "raise" raises ShortTermError from each call while the server cannot be reached: what was to be
        appended may be there or not. "degrade" goes on with what this process knows of its sessions, and writes what
        waited when the server is back, in order, each once; see `degraded` and `waiting`.
        timeout, retries: seconds for a connection or an answer, and how often a call is sent again at once.
        retry_after: while degraded, seconds between two tries to reach the server; a thread makes them.
        cluster: the server is a node of a cluster.
        """
        if find_spec("redis") is None:
            raise ShortTermError("this short-term memory needs the redis package: pip install 'kgmem[redis]'")
        self.max_turns, self.max_tokens, self.ttl = checked_bounds(max_turns, max_tokens, ttl)
        self._url, self.address = _checked_url(url)
        if not isinstance(subject, str) or is_blank(subject):
            raise InvalidArgument("subject is missing; name whose chats these are, such as subject='ana'")
        if not isinstance(prefix, str) or not prefix or set(prefix) & set("{}"):
            raise InvalidArgument(f"prefix must be a text without braces, not {repr(prefix)}")
        self.prefix = prefix
        if on_failure not in ("raise", "degrade"):
            raise InvalidArgument(f"on_failure={repr(on_failure)} is neither 'raise' nor 'degrade'")
        self._timeout = _checked_seconds("timeout", timeout, least=0.001)
        if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
            raise InvalidArgument(f"retries must be a whole number from 0, not {repr(retries)}")
        self._retries, self._cluster = retries, bool(cluster)
        self._keys = Keys(prefix, subject)
        self._mirror = Ring(self.max_turns, max_tokens=max_tokens, max_sessions=MIRRORED, ttl=ttl, clock=clock)
        pause = _checked_seconds("retry_after", retry_after, least=0.01)
        self._outage = Outage(self.ping, retry_after=pause)
        self._degrades = on_failure == "degrade"
        self._appended = 0
        self._lock = threading.Lock()
        self._made: Any = None
        self._scripts: dict[str, Any] = {}
        self._closed = False

    def __repr__(self) -> str:
        state = "closed" if self._closed else "degraded" if self.degraded else "open"
        return f"<RedisShortTerm {self.address} ({state})>"

    @property
    def degraded(self) -> bool:
        """True while the server could not be reached: other processes' turns are not seen."""
        return self._outage.is_on

    @property
    def waiting(self) -> int:
        """How many writes are not on the server yet; they are lost if this process ends."""
        return self._outage.waiting

    def append(self, session: str, turn: Turn) -> None:
        keys, id = self._keys.of(session), uuid4().hex
        ttl = 0 if self.ttl is None else max(1, self.ttl // timedelta(milliseconds=1))
        given = [id, entry_of(id, turn), self.max_turns, ttl, session]
        self._write(lambda: self._run(APPEND, keys, given), lambda: self._mirror.append(session, turn))

    def turns(self, session: str, last: int | None = None) -> list[Turn]:
        key = self._keys.of(session)[0]
        most = self.max_turns if last is None else min(max(0, last), self.max_turns)
        before = self._appended
        raw = self._read(lambda: self._ask(lambda client: client.lrange(key, -most, -1) if most else []))
        if raw is None:
            return self._mirror.turns(session, last)
        read = [turn_of(entry) for entry in raw]
        if bad := read.count(None):
            log.warning("%d turns of a session at %s cannot be read, and are left out", bad, self.address)
        found = within([turn for turn in read if turn is not None], self.max_tokens, begins=most == self.max_turns)
        if self._degrades and last is None:
            with self._lock:
                if before == self._appended:
                    self._mirror.fill(session, found)
        return found

    def clear(self, session: str) -> None:
        keys = self._keys.of(session)
        self._write(lambda: self._run(CLEAR, keys, [session]), lambda: self._mirror.clear(session))

    def sessions(self) -> list[str]:
        found = self._read(lambda: self._run(SESSIONS, [self._keys.sessions], []))
        return self._mirror.sessions() if found is None else sorted(name.decode() for name in found)

    def erase(self) -> int:
        """Destroy all turns of the subject, those that wait too; gives how many turns the server had.

        Raises ShortTermError when the server cannot be reached, degraded or not: call it again then. Files of the
        server (append-only files, snapshots) hold what was erased until it writes them anew.
        """
        self._outage.forget()
        self._mirror.close()
        erased = 0
        while names := self._ask(lambda client: client.zrange(self._keys.sessions, 0, -1)):
            erased += sum(self._run(CLEAR, self._keys.of(name.decode()), [name]) for name in names)
        return erased

    def ping(self) -> None:
        """Raises ShortTermError when the server cannot be reached, degraded or not."""
        self._ask(lambda client: client.ping())

    def catch_up(self) -> int:
        """Try at once to write what waits; gives how many writes still wait."""
        return self._outage.catch_up()

    def close(self) -> None:
        """Write what waits if the server is there, and let go of the connections. Closing twice is fine."""
        if self._closed:
            return
        self._outage.close()
        if left := self.catch_up():
            log.error("%d turns were not written: there is no server at %s", left, self.address)
        with self._lock:
            self._closed = True
            if self._made is not None:
                self._made.close()

    # --- the server -----------------------------------------------------------------------------

    def _write(self, act: Callable[[], object], here: Callable[[], None]) -> None:
        if not self._degrades:
            act()
            return
        self._outage.write(act)
        with self._lock:
            self._appended += 1
            here()

    def _read(self, act: Callable[[], T]) -> T | None:
        """None while the server is away, and is no cause to raise."""
        if self._degrades and self.degraded:
            return None
        try:
            return act()
        except ServerGone as error:
            if not self._degrades:
                raise
            self._outage.began(error)
            return None

    def _run(self, script: str, keys: Sequence[str], given: Sequence[object]) -> Any:
        return self._ask(lambda client: self._scripts[script](keys=keys, args=given))

    def _ask(self, what: Callable[[Any], T]) -> T:
        from redis.exceptions import ConnectionError, RedisClusterException, RedisError, TimeoutError

        try:
            return what(self._client())
        except (RedisError, RedisClusterException) as error:
            told = " ".join(str(error).split())
            gone = isinstance(error, ConnectionError | TimeoutError | RedisClusterException)
            if gone or told.startswith(_PASSING) or type(error).__name__ in _PASSING_ERRORS:
                way_out = "" if self._degrades else ", or go on without it by on_failure='degrade'"
                raise ServerGone(
                    f"the short-term memory at {self.address} cannot be used now ({told}); see that the server is up "
                    f"and the url is right{way_out}"
                ) from error
            if type(error).__name__ == "MovedError":
                raise ShortTermError(f"the server at {self.address} is one of a cluster: pass cluster=True") from error
            raise ShortTermError(
                f"the server at {self.address} refused a call ({told}); let this user run scripts on the keys that "
                f"begin with {self.prefix!r}, and nothing else write these"
            ) from error

    def _client(self) -> Any:
        with self._lock:
            if self._closed:
                raise ClosedError(f"the short-term memory at {self.address} is closed; make another")
            if self._made is None:
                self._made = self._connect()
                self._scripts = {text: self._made.register_script(text) for text in (APPEND, CLEAR, SESSIONS)}
            return self._made

    def _connect(self) -> Any:
        from redis import Redis, RedisCluster
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        kind: Any = RedisCluster if self._cluster else Redis
        return kind.from_url(
            self._url,
            socket_timeout=self._timeout,
            socket_connect_timeout=self._timeout,
            retry=Retry(NoBackoff(), self._retries),  # the default differs among versions of redis-py
            protocol=2,
        )


def _checked_url(url: str) -> tuple[str, str]:
    """The url as redis-py takes it, and where it leads without user and password."""
    from redis import connection

    parse: Callable[[str], object] = connection.parse_url
    try:
        parts = urlsplit(url.strip())
        scheme = SCHEMES[parts.scheme]
        plain = f"{scheme}{url.strip()[len(parts.scheme) :]}"
        parse(plain)
        host, port = parts.hostname or "localhost", parts.port or 6379
    except (ValueError, AttributeError, TypeError, KeyError):
        raise InvalidArgument(
            "url must be such as redis://localhost:6379/0, rediss://user:password@host:6380 or unix:///path, with "
            "signs like / and # in a password as %2F and %23"
        ) from None
    if "decode_responses" in parse_qs(parts.query):
        raise InvalidArgument("leave decode_responses out of the url: turns are read as bytes")
    return plain, parts.path if scheme == "unix" else f"{host}:{port}"


def _checked_seconds(name: str, value: float, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < math.inf:
        raise InvalidArgument(f"{name} must be a number of seconds from {least:g}, not {repr(value)}")
    return float(value)
