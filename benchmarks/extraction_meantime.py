"""MEANTIME (Minard et al. 2016): news with entities, events and times annotated densely at the start of each article.

kgmem reads each article as a document. What counts lies in sentences that have annotations of that kind. Entity
mentions are clustered within the article; those without a referent in the annotation are left out.
"""

from __future__ import annotations

import io
import tarfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.extraction_clusters import Placed, b_cubed, best_overlap
from benchmarks.extraction_outcome import DataError, Outcome, files_in, prf, read, share
from benchmarks.extraction_timevalues import in_value
from benchmarks.synth.scoring import Tally
from kgmem.records import Conversation, Episode, Extraction
from kgmem.temporal import micros
from kgmem.text import name_key
from kgmem.timex import find

ARCHIVE = "meantime_intra_cross_doc.tar.gz"


@dataclass(frozen=True, slots=True)
class Marked:
    """Characters `[start, end)` of an article, its sentence, and what gold says of them."""

    start: int
    end: int
    sentence: int
    value: str


@dataclass(slots=True)
class Article:
    name: str
    text: str
    written: datetime
    sentences: dict[int, tuple[int, int]] = field(default_factory=dict)
    entities: list[Marked] = field(default_factory=list)  # value: the instance
    events: list[Marked] = field(default_factory=list)
    times: list[Marked] = field(default_factory=list)  # value: as TIMEX3 has it


def meantime(data: Path) -> Outcome:
    """All articles of the archive in the folder, or of the archive or XML file given."""
    articles = [article_of(xml) for path in files_in(data, "*.tar.gz") for xml in _documents(path)]
    episodes = [
        Episode(a.text, kind="document", session=a.name, id=a.name, occurred=micros(a.written)) for a in articles
    ]
    return judged(articles, read([(episode, Conversation()) for episode in episodes]))


def _documents(path: Path) -> Iterator[bytes]:
    if path.suffix == ".xml":
        yield path.read_bytes()
        return
    try:
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
            for member in sorted(archive.getmembers(), key=lambda m: m.name):
                if member.name.endswith(".xml") and (file := archive.extractfile(member)):
                    yield file.read()
    except tarfile.TarError as error:
        raise DataError(f"{path.name} is no tar archive of CAT XML files ({ARCHIVE})") from error


def article_of(xml: bytes) -> Article:
    root = ElementTree.fromstring(xml)
    text, last = "", 0
    places: dict[str, tuple[int, int, int]] = {}
    sentences: dict[int, tuple[int, int]] = {}
    for token in root.iter("token"):
        number = int(token.attrib["sentence"])
        text += ("\n" if number != last else " ") if text else ""
        last = number
        word = token.text or ""
        places[token.attrib["t_id"]] = (len(text), len(text) + len(word), number)
        text += word
        start, _ = sentences.get(number, (places[token.attrib["t_id"]][0], 0))
        sentences[number] = (start, len(text))
    marks = list(root.find("Markables") or ())
    spans = {mark.attrib["m_id"]: span for mark in marks if (span := _span(mark, places))}
    written = next((m.attrib["value"] for m in marks if m.attrib.get("functionInDocument") == "CREATION_TIME"), "")
    article = Article(root.attrib.get("doc_name", ""), text, _day(written), sentences)
    meant = {
        source.attrib["m_id"]: link.find("target").attrib["m_id"]  # type: ignore[union-attr]
        for link in root.iter("REFERS_TO")
        for source in link.iter("source")
    }
    for mark in marks:
        if (span := spans.get(id_ := mark.attrib["m_id"])) is None:
            continue
        if mark.tag == "ENTITY_MENTION" and id_ in meant:
            article.entities.append(Marked(*span, meant[id_]))
        elif mark.tag == "EVENT_MENTION":
            article.events.append(Marked(*span, text[span[0] : span[1]]))
        elif mark.tag == "TIMEX3":
            article.times.append(Marked(*span, mark.attrib.get("value", "")))
    return article


def _span(mark: ElementTree.Element, places: dict[str, tuple[int, int, int]]) -> tuple[int, int, int] | None:
    tokens = [places[a.attrib["t_id"]] for a in mark.iter("token_anchor") if a.attrib["t_id"] in places]
    return (min(t[0] for t in tokens), max(t[1] for t in tokens), tokens[0][2]) if tokens else None


def _day(value: str) -> datetime:
    try:
        return datetime.fromisoformat(value[:10]).replace(tzinfo=UTC)
    except ValueError:
        return datetime(2008, 1, 1, tzinfo=UTC)


def judged(articles: Sequence[Article], found: Sequence[Extraction]) -> Outcome:
    gold: list[str] = []
    clusters: list[str | None] = []
    events, spotted = Tally(), Tally()
    items: list[dict[str, Any]] = []
    times: list[dict[str, Any]] = []
    for article, extraction in zip(articles, found, strict=True):
        placed = [Placed(m.start, m.end, name_key(m.name)) for m in extraction.mentions]
        for one in article.entities:
            best = best_overlap(one.start, one.end, placed)
            gold.append(f"{article.name}/{one.value}")
            clusters.append(f"{article.name}/{best.entity}" if best else None)
            line = {"id": f"{article.name}:{one.start}", "what": "entity", "gold": article.text[one.start : one.end]}
            items.append({**line, "found": best.entity if best else "", "right": best is not None})
        spotted += Tally(
            wanted=len(article.entities), right=sum(c is not None for c in clusters[-len(article.entities) :])
        )
        tally, missed = events_in(article, extraction)
        events += tally
        items += [
            {"id": f"{article.name}:{e.start}", "what": "event", "gold": e.value, "found": "", "right": False}
            for e in missed
        ]
        times += times_in(article)
    score = b_cubed(gold, clusters)
    metrics = {
        "entity_b3_f1": score.f1,
        "entity_b3_precision": score.precision,
        "entity_b3_recall": score.recall,
        "entity_mention_recall": spotted.recall,
        **prf(events, "event"),
    }
    metrics |= {
        "value_accuracy": share(times),
        "time_recall": 100 * sum(bool(t["found"]) for t in times) / max(1, len(times)),
    }
    metrics |= {"n/entity-mentions": len(gold), "n/event-mentions": events.wanted, "n/times": len(times)}
    return Outcome(metrics, len(articles), "articles", items + times, "times: dates only, no durations or sets")


def events_in(article: Article, extraction: Extraction) -> tuple[Tally, list[Marked]]:
    """Event mentions against events read, in sentences that have mentions; an event read counts for one mention that
    lies in its span, the shortest span first. Also the mentions that no event was read for."""
    inside = {e.sentence for e in article.events}
    read_ = [
        event
        for event in extraction.events
        if any(s in inside and start <= event.start < end for s, (start, end) in article.sentences.items())
    ]
    left = list(article.events)
    for event in sorted(read_, key=lambda e: (e.end - e.start, e.start)):
        hit = next((m for m in left if event.start <= m.start and m.end <= event.end), None)
        if hit:
            left.remove(hit)
    wanted = len(article.events)
    return Tally(right=wanted - len(left), given=len(read_), wanted=wanted), left


def times_in(article: Article) -> list[dict[str, Any]]:
    """Dates whose value is a day, week, month, quarter, season or year, and what kgmem.timex makes of them."""
    found = find(article.text, article.written)
    items = []
    for one in article.times:
        wanted = in_value(one.value)
        if wanted is None:
            continue
        over = [t for t in found if t.start < one.end and one.start < t.end]
        said = [t.span for t in over]
        right = any((micros(wanted[0]), micros(wanted[1])) == (span.start, span.end) for span in said)
        line = {
            "id": f"{article.name}:{one.start}",
            "what": "time",
            "gold": [article.text[one.start : one.end], one.value],
        }
        items.append({**line, "found": [f"{t.surface}: {t.span}" for t in over], "right": right})
    return items
