"""Matrix products on one thread: more of them only get in each other's way at the sizes met here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from threadpoolctl import ThreadpoolController

_few = threading.Lock()
_inside = 0  # how many ask for one thread now
_restore: Any = None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep BLAS to one thread meanwhile: its idle threads spin, which more than doubles the time of the
    small products here (measured on two cores). The caller's setting comes back after the last one is done."""
    global _inside, _restore
    with _few:
        if _inside == 0:
            _restore = _blas().limit(limits=1, user_api="blas")
            _restore.__enter__()
        _inside += 1
    try:
        yield
    finally:
        with _few:
            _inside -= 1
            if _inside == 0:
                _restore.__exit__(None, None, None)


@lru_cache(maxsize=1)
def _blas() -> ThreadpoolController:
    return ThreadpoolController()
