"""What `recall` gives back: ranked memories with their scores and sources, and what to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC
from reprlib import repr
from typing import Any

from kgmem.confidence import SURE
from kgmem.context import path_line
from kgmem.errors import InvalidArgument
from kgmem.explaining import Reason, in_common, steps, summed, why
from kgmem.packing import Context, assemble
from kgmem.records import Answer, Episode, EpisodeHit, EventHit, FactHit, Link, Path
from kgmem.temporal import iso, parse_zone
from kgmem.tracing import Stage
from kgmem.tracing import lines as stage_lines


@dataclass(frozen=True, slots=True)
class Recollection:
    """Memories that bear on a query, each kind best first; everything empty means nothing was found.

    `answers` are what facts and events themselves answer, without a reader: for a question after a list, an order,
    reasons or effects all of them, else the best first; () where nothing held answers, or the question is not
    understood.
    `links` are the causal statements between the recalled events. `confidence` is the chance, 0 to 1, that what was
    found holds what is asked, where as many questions can be answered as cannot; see `abstain`. `standing` are
    preferences and instructions, whatever the question is; `beside` the question before a recalled answer or the answer
    after a recalled question, with the id of that. `sessions` are those of all that was looked at, each as good as its
    best episode, whether that is among `episodes` or not. `trace` are the stages it went through, () unless asked for.
    """

    query: str
    episodes: tuple[EpisodeHit, ...] = ()
    facts: tuple[FactHit, ...] = ()
    events: tuple[EventHit, ...] = ()
    paths: tuple[Path, ...] = ()
    links: tuple[Link, ...] = ()
    answers: tuple[Answer, ...] = ()
    confidence: float = 0.0
    standing: tuple[FactHit, ...] = ()
    beside: tuple[tuple[str, Episode], ...] = ()
    trace: tuple[Stage, ...] = ()
    sessions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.episodes or self.facts or self.events)

    @property
    def abstain(self) -> bool:
        """True where memory probably holds no answer: what was found is near the question, and no more.

        Another bound for `confidence` is better where wrong answers cost more, or less, than none.
        """
        return self.confidence < SURE

    def context(
        self, max_tokens: int = 600, *, marked: bool = False, language: str | None = None, doubt: bool = True
    ) -> Context:
        """Cited text for a prompt, at most `max_tokens` long in o200k_base; "" when nothing fits.

        It is packed best first; messages and events stand in the order of time, preferences and instructions in a
        share of their own. It is a str that also knows its `tokens` and what it has `left_out` or `cut`.
        Recalled text is quoted data: do not let a model take it for instructions. marked: between a
        `<memory>` and a `</memory>` line that say so, and that no stored text can forge. language: of the labels,
        "en" or "zh"; None is that of most of what is quoted. Where memory would `abstain`, the
        first line says so, unless `doubt` is False: for what is no question.
        """
        if isinstance(max_tokens, bool) or not isinstance(max_tokens, int) or max_tokens < 0:
            raise InvalidArgument(f"max_tokens must be a whole number from 0, not {repr(max_tokens)}")
        return assemble(
            self.episodes,
            self.facts,
            self.events,
            self.paths,
            self.links,
            max_tokens=max_tokens,
            query=self.query,
            standing=self.standing,
            beside=self.beside,
            marked=marked,
            unsure=doubt and self.abstain,
            language=language,
        )

    def explain(self) -> str:
        """Per memory: its score as a sum of what each kind of evidence added, the words it shares with the question,
        what led to it, and where it comes from."""
        unsure = ": nothing is known that surely answers" if self.abstain else ""
        lines = [f"query: {self.query}", f"confidence: {self.confidence:.2f}{unsure}"]
        lines += ["answers:"] if self.answers else []
        for answer in self.answers:
            lines.append(f"     {answer.value} ({answer.confidence:.2f}, by {', '.join(answer.support)})")
        for title, found in self.reasons().items():
            lines += [f"{title}:"] if found else []
            for one in found:
                lines.append(f"{one.rank:3d}. {one.score:.3f}{f' = {summed(one.parts)}' if one.parts else ''}")
                lines.append(f"     {one.line}")
                lines += [f"     shares: {', '.join(one.shared)}"] if one.shared else []
                lines += [f"     read in it: {line}" for line in one.led]
        lines += ["paths:"] if self.paths else []
        for rank, path in enumerate(self.paths, 1):
            lines.append(f"{rank:3d}. {path.score:.3f}")
            lines += [f"     {'-> ' * bool(place)}{step}" for place, step in enumerate(steps(path))]
            lines += [f"     {in_common(path)}"] if in_common(path) else []
        lines += ["stages:"] if self.trace else []
        lines += [f"     {line}" for line in stage_lines(self.trace)]
        return "\n".join(lines)

    def reasons(self) -> dict[str, list[Reason]]:
        """What `explain` says, to be shown otherwise: by `episodes`, `facts` and `events`, best first."""
        return why(self.query, self.episodes, self.facts, self.events)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values; times are ISO text in the zone they were said in, open ends `..`."""
        return {
            "query": self.query,
            "confidence": round(self.confidence, 4),
            "abstain": self.abstain,
            "answers": [as_json(answer) for answer in self.answers],
            "episodes": [_plain(hit.episode, hit.score, hit.arms) for hit in self.episodes],
            "facts": [_plain(hit.fact, hit.score, hit.arms) for hit in self.facts],
            "events": [_plain(hit.event, hit.score, hit.arms) for hit in self.events],
            "sessions": list(self.sessions),
            "links": [as_json(link) for link in self.links],
            "standing": [_plain(hit.fact, hit.score, hit.arms) for hit in self.standing],
            "beside": [{"of": id, **as_json(episode)} for id, episode in self.beside],
            "paths": [
                {
                    "facts": [fact.id for fact in path.facts],
                    "text": path_line(path),
                    "score": round(path.score, 4),
                }
                for path in self.paths
            ],
            **({"trace": [stage.to_dict() for stage in self.trace]} if self.trace else {}),
        }


def _plain(record: Any, score: float, arms: Mapping[str, float]) -> dict[str, Any]:
    return {
        "score": round(score, 4),
        "arms": {name: round(share, 4) for name, share in arms.items()},
        **as_json(record),
    }


def as_json(record: Any) -> dict[str, Any]:
    """A record as JSON values: its fields by name, times as ISO text in the zone they were said in."""
    times = {
        "occurred",
        "recorded",
        "valid_from",
        "valid_to",
        "recorded_at",
        "retracted_at",
        "first_seen",
        "last_seen",
    }
    if hasattr(record, "start") and hasattr(record, "recorded_at"):
        times |= {"start", "end"}
    fields = asdict(record)
    zone = parse_zone(fields.get("zone", "UTC")) or UTC
    return {name: iso(value, zone) if name in times else _listed(value) for name, value in fields.items()}


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, tuple) else value
