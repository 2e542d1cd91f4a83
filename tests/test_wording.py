"""Questions and statements in the words of each language."""

from __future__ import annotations

import pytest

from kgmem import wording


@pytest.mark.parametrize(
    ("statement", "sources", "asked"),
    [
        ("小明喜欢面条", ("tool",), "小明喜欢面条，对吗？这是工具说的。"),
        ("小明喜欢面条", ("小李", "小王"), "小明喜欢面条，对吗？这是小李、小王说的。"),
        ("Ana likes tea", ("Ben", "Eva"), "Is it true that Ana likes tea, as Ben, Eva says?"),
    ],
)
def test_those_who_say_so_are_listed_as_the_language_lists(
    statement: str, sources: tuple[str, ...], asked: str
) -> None:
    assert wording.question("low trust", [statement], sources, wording.language_of([statement])) == asked
