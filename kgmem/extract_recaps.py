"""What an assistant gives back of what it was told: "To sum up, you live in Porto." An assistant's other words state
nothing about those it talks to."""

from __future__ import annotations

import re

_BACK = re.compile(
    r"\b(?:"
    r"(?:let me|allow me to|i(?:'|’)ll|i will|just to|to)\s+(?:just\s+|quickly\s+)?"
    r"(?:say|repeat|read|recap|sum|summari[sz]e|confirm|check|restate|echo|play|go over|recapitulate)\b[^:,.;]{0,40}"
    r"|(?:if|as|so)\s+(?:far as\s+)?i\s+"
    r"(?:understand|understood|heard|hear|got|get|have|see|noted|recall|remember)\b[^:,.;]{0,30}"
    r"|i(?:'|’)ve\s+(?:got|noted|written|put|saved|recorded|made a note)\b[^:,.;]{0,30}?(?=[:,]|\s+that\b)"
    r"|i\s+(?:have|note|noted|wrote|understand|understood|gather|hear|heard|remember|recall)\b[^:,.;]{0,30}?(?=[:,]|\s+that\b)"
    r"|in\s+(?:short|other words|summary|brief)|so\s+far|for\s+the\s+record|as\s+i\s+understand\s+it"
    r"|(?:so\s+)?(?:you(?:'|’)re|you\s+are)\s+(?:saying|telling me)|(?:so\s+)?(?:what\s+)?you(?:'|’)?(?:ve)?\s+"
    r"(?:said|told\s+me|mentioned)(?:\s+is)?|according\s+to\s+(?:my\s+notes|you)|my\s+notes\s+(?:say|tell)|"
    r"(?:here(?:'|’)s|this\s+is)\s+what\s+i\s+(?:have|got|know|noted)\b[^:,.;]{0,20}|correct\s+me\s+if\s+i(?:'|’)?m\s+wrong|"
    r"what\s+i\s+(?:have|got|know|noted|heard)\b[^:,.;]{0,20}?(?:\s+is)?|recap|summary|noted|got\s+it|understood"
    r")\s*(?::|,|\bthat\b|[–—-]\s)\s*(?:so,?\s+|that\s+|but\s+)?",
    re.I,
)
_ASIDE = re.compile(
    r"[,;]?\s+(?:is that (?:right|correct)|(?:right|correct|yes|ok(?:ay)?)\s*)\?\s*\Z|,?\s+(?:right|correct)\?\s*\Z",
    re.I,
)


def given_back(text: str) -> tuple[str, int]:
    """The statement an assistant repeats, ended as one, and its place in the text; "" when it repeats nothing."""
    ends = [found.end() for found in _BACK.finditer(text[:200])]
    told = _ASIDE.sub("", text[ends[-1] :]).rstrip(" ?!.") if ends else ""
    return (f"{told}.", ends[-1]) if len(told.split()) > 1 else ("", 0)
