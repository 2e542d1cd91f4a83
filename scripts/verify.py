"""Everything a change must pass: lint, format, types, tests on both engines. `python -m scripts.verify`."""

from __future__ import annotations

import subprocess
import sys

SPREAD = ("-n", "2", "--dist", "loadfile", "-q")
"""Two processes, each with whole files of tests: what a file loads is loaded once."""
STEPS = (
    ("lint", ["-m", "ruff", "check", "."]),
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("types", ["-m", "mypy"]),
    ("tests on the second engine", ["-m", "pytest", *SPREAD, "--engine", "ladybug"]),
    ("tests", ["-m", "pytest", *SPREAD]),  # last, so that its closing line is
)


def main() -> int:
    """Run every step in order and stop at the first that fails, with its exit code."""
    for name, arguments in STEPS:
        print(f"== {name}", flush=True)
        code = subprocess.run([sys.executable, *arguments], check=False).returncode
        if code:
            print(f"{name} failed", flush=True)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
