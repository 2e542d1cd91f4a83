"""Turns as a Valkey or Redis server stores them.

    PREFIX:{SUBJECT}:turns:SESSION    list, oldest first: the id of an append, "<" for the result of a call, JSON
    PREFIX:{SUBJECT}:ids:SESSION      set of these ids: an append that is sent again is done once
    PREFIX:{SUBJECT}:sessions         sorted set: sessions by when they expire, in milliseconds

Braces around the subject keep its keys in one slot of a cluster; names are escaped, so that none reads as another.
Each write is one script, which the server runs whole or not at all.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from reprlib import repr
from urllib.parse import quote

from kgmem.errors import InvalidArgument
from kgmem.records import ROLES
from kgmem.short_term import ToolCall, Turn

VERSION = 1
"""Of a stored turn; a later one is not read."""
LONGEST_NAME = 200
_HEAD = 33
"""Characters before the JSON."""

# KEYS: turns, ids, sessions. ARGV: id, entry, most turns, milliseconds to live or 0, session
APPEND = """
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[1])
local turns = redis.call('LLEN', KEYS[1])
while turns > tonumber(ARGV[3]) or turns > 1 and string.sub(redis.call('LINDEX', KEYS[1], 0), 33, 33) == '<' do
  redis.call('SREM', KEYS[2], string.sub(redis.call('LPOP', KEYS[1]), 1, 32))
  turns = turns - 1
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ttl = tonumber(ARGV[4])
for place = 1, 2 do
  if ttl > 0 then redis.call('PEXPIRE', KEYS[place], ttl) else redis.call('PERSIST', KEYS[place]) end
end
redis.call('ZADD', KEYS[3], ttl > 0 and string.format('%.0f', now + ttl) or '+inf', ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', now))
local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
if last == 'inf' then redis.call('PERSIST', KEYS[3]) else redis.call('PEXPIREAT', KEYS[3], last) end
return 1
"""
# KEYS and ARGV: as above, without what is appended. Gives how many turns there were.
CLEAR = """
local turns = redis.call('LLEN', KEYS[1])
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
return turns
"""
# KEYS: sessions
SESSIONS = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf')
"""


class Keys:
    """Of one subject."""

    def __init__(self, prefix: str, subject: str) -> None:
        self._stem = f"{prefix}:{{{escaped('subject', subject)}}}"
        self.sessions = f"{self._stem}:sessions"

    def of(self, session: str) -> list[str]:
        """Turns, ids, sessions: as the scripts take them."""
        name = escaped("session", session)
        return [f"{self._stem}:turns:{name}", f"{self._stem}:ids:{name}", self.sessions]


def escaped(what: str, name: str) -> str:
    """A name as part of a key, one to one: no colon, brace, blank or line end is left in it. Long ones are hashed."""
    try:
        plain = quote(name.encode(), safe="")
    except (AttributeError, UnicodeEncodeError):
        raise InvalidArgument(f"{what} must be a text without halves of characters, not {repr(name)}") from None
    if len(plain) <= LONGEST_NAME:
        return f"m-{plain}"
    return f"h-{blake2b(name.encode(), digest_size=20).hexdigest()}"


def entry_of(id: str, turn: Turn) -> bytes:
    stored = {
        "v": VERSION,
        "role": turn.role,
        "content": turn.content,
        "name": turn.name,
        "at": turn.at,
        "episode": turn.episode,
        "calls": [[call.id, call.name, call.arguments] for call in turn.calls],
        "answers": turn.answers,
        "tokens": turn.tokens,
    }
    text = json.dumps(stored, ensure_ascii=False, separators=(",", ":"))
    return f"{id}{'<' if turn.answers else ' '}{text}".encode("utf-8", "surrogatepass")


def turn_of(entry: bytes) -> Turn | None:
    """None for what no version up to this one wrote."""
    try:
        stored = json.loads(entry[_HEAD:].decode("utf-8", "surrogatepass"))
        version, calls = stored.pop("v"), [ToolCall(*call) for call in stored.pop("calls")]
        turn = Turn(**stored, calls=tuple(calls))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    texts = [turn.content, turn.name, turn.episode, turn.answers]
    texts += [part for call in calls for part in (call.id, call.name, call.arguments)]
    sound = version == VERSION and turn.role in ROLES and all(isinstance(text, str) for text in texts)
    return turn if sound and type(turn.at) is type(turn.tokens) is int else None
