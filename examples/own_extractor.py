"""Plug in an extractor of your own: any callable that reads a batch of episodes."""

import re
import tempfile

from kgmem import Extraction, FactClaim, Memory

RATING = re.compile(r"(\w+) gets (\d) stars")


def ratings(batch):
    """One extraction per episode, in order; an empty one is fine."""
    return [
        Extraction(
            facts=tuple(
                FactClaim(
                    subject=found[1],
                    subject_type="Thing",
                    relation="relatedTo",
                    predicate="rated",
                    value=f"{found[2]} stars",
                    start=found.start(),
                    end=found.end(),
                    rule="rating",
                )
                for found in RATING.finditer(episode.text)
            )
        )
        for episode, conversation in batch
    ]


with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/reviews.kgmem", extractor=ratings) as memory:
    memory.observe("Tasca gets 4 stars, Bistro gets 2 stars.", at="2026-06-11T18:30:00Z")
    for fact in memory.facts():
        print(fact.text)
