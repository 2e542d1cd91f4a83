"""Whether a text put to memory asks for anything, or only remarks on something, as people do in talk.

Who remarks hardly repeats the words of what it makes one think of: "I picked the hotel with lockers" after a theft
told of months ago. What is near in meaning is then all there is.
"""

from __future__ import annotations

import re

SHORTEST = 6
"""Words of a remark; what is shorter is rather looked for."""
_ASKS = re.compile(
    r"\A\W*(?:who|whom|whose|what|which|why|where|how|is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|"
    r"should|shall|may|might)\b",
    re.I,
)
_ORDERS = re.compile(
    r"\A\W*(?:please|tell|list|name|give|show|find|describe|explain|summari[sz]e|remind|recall|search|look|help|suggest|"
    r"recommend|compare|mention|walk|provide|write|create|make|let|keep|use|remember)\b",
    re.I,
)
_OWN = re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|my|our|me|us|myself)\b")
_ENDS = re.compile(r"[.!…][\"”')\]]*\Z")


def is_remark(text: str) -> bool:
    """True for an English text in the first person that neither asks nor orders anything."""
    said = text.strip()
    if "?" in said or _ORDERS.match(said) or len(said.split()) < SHORTEST or not _OWN.search(said):
        return False
    return _ENDS.search(said) is not None or not _ASKS.match(said)
