"""Write the outputs in docs/extraction.md anew: python -m scripts.extraction_page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from kgmem.cli import app

PAGE = Path(__file__).resolve().parent.parent / "docs" / "extraction.md"
BLOCK = re.compile(r"```sh\nkgmem (extract [^\n]*)\n```\n\n```text\n.*?```", re.DOTALL)
WIDTH = 100


def written(page: str) -> str:
    """The page with what each of its commands prints now."""
    return BLOCK.sub(_run, page)


def _run(block: re.Match[str]) -> str:
    done = CliRunner(env={"COLUMNS": str(WIDTH)}).invoke(app, shlex.split(block[1]), catch_exceptions=False)
    return f"```sh\nkgmem {block[1]}\n```\n\n```text\n{done.stdout}```"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
