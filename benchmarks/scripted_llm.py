"""A language model of our own on loopback: an OpenAI-compatible server over real HTTP whose answers a script decides.

    with ScriptedLLM(lambda asked: '{"claims": []}') as server:
        llm = LLM(server.url, "scripted")

The script gets what was asked and says what comes back: a text, any JSON value, or a `Reply`, which can also be a fault
(`refused`, `silence`, `dropped`, `cut`, `garbled`, `nothing`). The server keeps every request, and counts them by kind.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_TITLE = re.compile(r'"title": "(\w+)"')
CHARACTERS = 4
"""Of a text, that count as one token here."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its path ("/v1/chat/completions", "/v1/embeddings"), body and headers (lower case)."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def messages(self) -> Sequence[Mapping[str, str]]:
        found: Sequence[Mapping[str, str]] = self.body.get("messages", [])
        return found

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON schema the answer is bound to, if the request says so in the way servers know."""
        bound = self.body.get("response_format") or {}
        found: Mapping[str, Any] | None = bound.get("json_schema", {}).get("schema")
        return found

    @property
    def kind(self) -> str:
        """What the call is for: "embed", the title of its schema, or "chat" without one."""
        if self.path.endswith("/embeddings"):
            return "embed"
        found = _TITLE.search(json.dumps(self.schema) if self.schema else self.system)
        return found[1] if found else "chat"

    @property
    def system(self) -> str:
        return "\n".join(one["content"] for one in self.messages if one["role"] == "system")

    @property
    def user(self) -> str:
        """The last message of the user."""
        return next((one["content"] for one in reversed(self.messages) if one["role"] == "user"), "")

    @property
    def data(self) -> Any:
        """The JSON value that the last message of the user holds between its lines <data> and </data>; None without."""
        found = re.search(r"^<data>\n(.*)\n</data>$", self.user, re.DOTALL | re.MULTILINE)
        return json.loads(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back. content: the answer's text; None for an answer without choices. body: sent instead of a chat
    completion. seconds: of silence first; the client may have gone by then. drop: close the connection instead."""

    content: str | None = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    finish: str = "stop"
    body: bytes | None = None
    seconds: float = 0.0
    drop: bool = False
    counted: bool = True


Script = Callable[[Asked], Any]


def refused(status: int, *, retry_after: float | None = None, param: str | None = None, words: str = "no") -> Reply:
    """An error as OpenAI's servers give it. `words` should be what a server might quote of the request."""
    error = {"error": {"message": words, "type": "error", "param": param, "code": None}}
    headers = {} if retry_after is None else {"Retry-After": f"{retry_after:g}"}
    return Reply(status=status, headers=headers, body=json.dumps(error).encode())


def silence(seconds: float = 60.0) -> Reply:
    """Nothing for so long (or until the server is closed), then an answer nobody waits for."""
    return Reply("too late", seconds=seconds)


def dropped() -> Reply:
    """The connection closed before an answer."""
    return Reply(drop=True)


def cut(text: str, at: int) -> Reply:
    """An answer cut short after so many characters, as at a token limit."""
    return Reply(text[:at], finish="length")


def garbled(body: bytes = b"<html>Bad gateway</html>") -> Reply:
    """Success, with a body that is no chat completion."""
    return Reply(body=body)


def nothing() -> Reply:
    """A completion without choices."""
    return Reply(None)


class ScriptedLLM:
    """The server; it listens from its making until `close`, or the end of a `with` block."""

    def __init__(self, script: Script, *, embed: Callable[[str], Sequence[float]] | None = None) -> None:
        """script: what chats are answered with; what it raises is answered with HTTP 500 and kept in `errors`.
        embed: the vector of a text; None for one by its length. `embeddings` may be set to answer otherwise."""
        self.script = script
        self.embed = embed or (lambda text: [float(len(text)), 1.0])
        self.embeddings: Script = self.embedded
        self.requests: list[Asked] = []
        self.errors: list[Exception] = []
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def __enter__(self) -> ScriptedLLM:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def counts(self) -> Counter[str]:
        """Requests by kind, refused ones too."""
        with self._lock:
            return Counter(one.kind for one in self.requests)

    def answer(self, asked: Asked) -> Reply:
        with self._lock:
            self.requests.append(asked)
        try:
            said = self.script(asked) if asked.kind != "embed" else self.embeddings(asked)
        except Exception as error:  # noqa: BLE001  a script is the test's own code
            self.errors.append(error)
            return refused(500)
        if isinstance(said, Reply):
            self._closing.wait(said.seconds)
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))

    def embedded(self, asked: Asked) -> Reply:
        """Vectors in reverse order but with the right numbers, as servers may send them."""
        texts = asked.body["input"]
        data = [{"object": "embedding", "index": i, "embedding": [*self.embed(text)]} for i, text in enumerate(texts)]
        return Reply(body=json.dumps({"object": "list", "model": "m", "data": data[::-1], "usage": {}}).encode())


def _handler(server: ScriptedLLM) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = Asked(self.path, body, {name.lower(): value for name, value in self.headers.items()})
            reply = server.answer(asked)
            if reply.drop:
                with suppress(OSError):
                    self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            data = _completion(asked, reply) if reply.body is None else reply.body
            with suppress(ConnectionError):  # a client may have lost its patience
                self.send_response(reply.status)
                self.send_header("Content-Type", "text/html" if data[:1] == b"<" else "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Connection", "close")
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


def _completion(asked: Asked, reply: Reply) -> bytes:
    message = {"role": "assistant", "content": reply.content}
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    sent = sum(len(one["content"]) for one in asked.messages) // CHARACTERS
    received = len(reply.content or "") // CHARACTERS
    usage = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    whole = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": asked.body.get("model", ""),
        "choices": [] if reply.content is None else [choice],
        **({"usage": usage} if reply.counted else {}),
    }
    return json.dumps(whole).encode()
