"""Frames between this process and a child of its own: pickled, each after its length.

Both ends run the same kgmem, and nobody else holds the pipes.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

_LENGTH = struct.Struct("<Q")


def started(module: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """A process that runs `serve()` of this module of kgmem. environment: None for this one's.

    Raises OSError when there is none to be had.

    The package is entered without its __init__, which would import all of kgmem: a second, and memory.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        raise FileNotFoundError("this program has no Python interpreter to start another process with")
    entry = (
        "import sys, importlib.util as u; spec = u.spec_from_file_location('kgmem', sys.argv[1] + '/__init__.py'); "
        f"sys.modules['kgmem'] = u.module_from_spec(spec); from kgmem.{module} import serve; serve()"
    )
    return subprocess.Popen(
        [sys.executable, "-P", "-c", entry, str(Path(__file__).parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,  # Ctrl-C is for the parent, which then decides
    )


def replies() -> IO[bytes]:
    """The child's end for replies; what anything else prints goes to standard error from here on."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


def watch(parent: int) -> None:
    """Leave when the parent has died though something else holds its end of the pipe, such as its fork."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def send(pipe: IO[bytes], frame: Any) -> None:
    data = pickle.dumps(frame, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def received(pipe: IO[bytes]) -> Any:
    """The next frame, or None at the end of the pipe."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return pickle.loads(data) if len(data) == length else None
