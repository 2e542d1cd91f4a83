"""Write kgmem/asynchronous.pyi from the classes it wraps: `python -m scripts.async_stub`. A test keeps it current."""

from __future__ import annotations

import ast
import builtins
import inspect
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kgmem import asynchronous
from kgmem.awaiting import FACES, MemoryFace
from kgmem.memory import Memory

PAGE = Path(asynchronous.__file__).with_suffix(".pyi")
HEAD = '"""Written by `python -m scripts.async_stub` from the classes it wraps: do not edit."""'
ASYNC = {kind.__name__: face.__name__ for kind, face in FACES.items()}


def page() -> str:
    names = _Names()
    classes = ["\n".join(_class(kind, names)) for kind in FACES]
    imports = [
        f"from {module} import {name}" + f" as {local}" * (local != name)
        for local, (module, name) in names.held.items()
    ]
    modules = [f"import {module}" for module in names.modules]
    text = "\n".join([HEAD, *modules, "from kgmem.awaiting import Face, MemoryFace, Opening", *imports, *classes])
    return _ruffed(_ruffed(text, "check", "--select", "I", "--fix", "--quiet"), "format")


class _Names:
    """What the stub imports; a name that two modules have gets the module's name too."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.held: dict[str, tuple[str, str]] = {}

    def note(self, written: ast.expr | None, module: str) -> str:
        """An annotation of a module, as it is written here."""
        assert written is not None, "what is public is annotated"
        made = ast.parse(ast.unparse(written), mode="eval")
        for part in ast.walk(made):
            if isinstance(part, ast.Name):
                part.id = ASYNC.get(part.id) or self._local(part.id, module)
        return ast.unparse(made)

    def _local(self, name: str, module: str) -> str:
        if hasattr(builtins, name):
            return name
        source, original = _bound(module)[name]
        if not original:
            self.modules.add(source)
            return name
        if self.held.setdefault(name, (source, original)) != (source, original):
            name = f"{source.rpartition('.')[2].title()}{original}"
            self.held[name] = (source, original)
        return name


def _class(kind: type, names: _Names) -> Iterator[str]:
    face = FACES[kind]
    yield f"class {face.__name__}({'MemoryFace' if issubclass(face, MemoryFace) else 'Face'}):"
    if kind is Memory:
        given, _ = _signature(Memory.open, names)
        yield f"    @classmethod\n    def open({given}) -> Opening[{face.__name__}]: ..."
    elif hasattr(face, "__aenter__"):
        yield f"    async def __aenter__(self) -> {face.__name__}: ..."
        yield "    async def __aexit__(self, *error: object) -> None: ..."
    for field in fields(kind) if is_dataclass(kind) else ():
        if not field.name.startswith("_"):
            note = ast.parse(str(field.type), mode="eval").body
            yield f"    {field.name}: {names.note(note, kind.__module__)}"
    for name, member in inspect.getmembers_static(kind):
        if name.startswith("_") or name == "close":
            continue
        if isinstance(member, property) and member.fget:
            _, gives = _signature(member.fget, names)
            yield f"    @property\n    def {name}(self) -> {gives}: ..."
            if member.fset:
                yield f"    @{name}.setter\n    def {name}(self, value: {gives}) -> None: ..."
        elif inspect.isfunction(member):
            given, gives = _signature(member, names)
            yield f"    async def {name}({given}) -> {gives}: ..."


def _signature(function: Callable[..., Any], names: _Names) -> tuple[str, str]:
    """Parameters, with their defaults as `...`, and what is given."""
    node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    given, module = node.args, function.__module__
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if one is not None and one.annotation is not None:
            one.annotation = ast.parse(names.note(one.annotation, module), mode="eval").body
    given.defaults = [ast.Constant(...) for _ in given.defaults]
    given.kw_defaults = [default and ast.Constant(...) for default in given.kw_defaults]
    return ast.unparse(given), names.note(node.returns, module)


@cache
def _bound(module: str) -> dict[str, tuple[str, str]]:
    """Where each name at the top of a module comes from: module and name there, "" for a module itself."""
    path = sys.modules[module].__file__
    assert path is not None
    found: dict[str, tuple[str, str]] = {}
    top = ast.parse(Path(path).read_text(encoding="utf-8")).body
    for node in (one for part in top for one in (part.body if isinstance(part, ast.If) else [part])):
        if isinstance(node, ast.Import):
            found |= {one.asname or one.name: (one.name, "") for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {one.asname or one.name: (str(node.module), one.name) for one in node.names}
        elif isinstance(node, ast.ClassDef):
            found[node.name] = module, node.name
        elif isinstance(node, ast.Assign):
            found |= {one.id: (module, one.id) for one in node.targets if isinstance(one, ast.Name)}
    return found


def _ruffed(text: str, *command: str) -> str:
    run = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(PAGE), "-"]
    return subprocess.run(run, input=text, capture_output=True, text=True, check=True, cwd=PAGE.parent).stdout


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
