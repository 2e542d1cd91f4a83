"""What an English question wants to be told, by the words it is asked with."""

from __future__ import annotations

import re

_PATTERNS = {
    "when": r"\bwhen\b|\b(?:what|which) (?:time|day|date|month|year|season|weekday)\b|\bhow long\b|\bhow old\b",
    "where": r"\bwhere\b|\b(?:what|which) (?:place|city|town|country|state|area|location|restaurant|shop|store)\b",
    "who": r"\bwho(?:se|m)?\b|\b(?:what|which) (?:person|people|friend|relative|colleague|name)\b",
    "why": r"\bwhy\b|\breasons?\b|\bhow come\b|\bmotivat\w+|\binspired?\b|\bcaused?\b|\bled\b",
    "count": r"\bhow (?:many|much|often|far|tall|big|heavy)\b|\bnumber of\b|\btotal\b",
    "supposed": r"\b(?:would|might|could|likely|should|probably|potentially)\b|\bconsidered\b",
    "closed": r"\A\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b",
    "own": r"\b(?:i|my|mine|i'm|i've)\b",
}
_WANTS = {name: re.compile(pattern, re.I) for name, pattern in _PATTERNS.items()}


def wants(text: str) -> frozenset[str]:
    """Which of these a question asks for; often several, and none for "Tell me about Ana's dog"."""
    return frozenset(name for name, pattern in _WANTS.items() if pattern.search(text))
