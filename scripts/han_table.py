"""Write kgmem/data/han.txt: the traditional signs that have one simplified sign, and that sign.

Run `python -m scripts.han_table` with OpenCC installed (`pip install opencc`), whose table of single signs it is.
"""

from __future__ import annotations

from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "kgmem" / "data" / "han.txt"
FIRST, LAST = 0x3400, 0x9FFF
KEPT = "著"
"""Two words in simplified writing: 看着, 著名; kept as it is."""


def pairs() -> tuple[str, str]:
    """The traditional signs in order, and the simplified sign of each."""
    from opencc import OpenCC

    convert = OpenCC("t2s").convert
    found = [(sign, convert(sign)) for sign in map(chr, range(FIRST, LAST + 1)) if sign not in KEPT]
    changed = [(sign, plain) for sign, plain in found if plain != sign and len(plain) == 1]
    return "".join(sign for sign, _ in changed), "".join(plain for _, plain in changed)


def main() -> None:
    traditional, plain = pairs()
    TARGET.write_text(f"{traditional}\n{plain}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
