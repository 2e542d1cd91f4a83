"""A question in somebody's own words, as one about them: "Where do I live?" asked by Ana is "Where does Ana live?"."""

from __future__ import annotations

import re

from kgmem.han import has_han

_ENGLISH = (
    (r"\b(?i:do) I\b", "does {}"),
    (r"\b(?i:don['’]t I|do I not)\b", "does not {}"),
    (r"\b(?i:am) I\b", "is {}"),
    (r"\b(?i:have) I\b", "has {}"),
    (r"\bI['’]m\b|\bI am\b", "{} is"),
    (r"\bI['’]ve\b|\bI have\b", "{} has"),
    (r"\bI['’]d\b", "{} would"),
    (r"\bI['’]ll\b", "{} will"),
    (r"\b(?i:my|mine)\b", "{}'s"),
    (r"\bI\b|\b(?i:me|myself)\b", "{}"),
)
_FORMS = tuple((re.compile(form), put) for form, put in _ENGLISH)
_CHINESE = re.compile("我(?!们)|本人")


def about(text: str, asker: str) -> str:
    """The text with `asker` for its first person singular, in quotes too: whose "I" these hold is not said."""
    if has_han(text):
        return _CHINESE.sub(lambda found: asker, text)
    for form, put in _FORMS:
        text = form.sub(lambda found, put=put: put.format(asker), text)  # type: ignore[misc]
    return text
