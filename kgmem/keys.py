"""The text by which an episode is found, and under which its vectors are kept."""

from __future__ import annotations

from kgmem.records import Episode
from kgmem.temporal import moment, parse_zone
from kgmem.text import digest


def title_of(episode: Episode) -> str:
    """The title of a passage of a document, "" for none and for talk."""
    title = episode.metadata.get("title") if episode.kind == "document" else None
    return title.strip() if isinstance(title, str) else ""


def document_of(episode: Episode) -> str:
    """The id of the document it is a passage of, "" for none and for talk."""
    name = episode.metadata.get("document") if episode.kind == "document" else None
    return name if isinstance(name, str) else ""


def key_text(episode: Episode, text: str | None = None) -> str:
    """The text an episode is found by: its date, its speaker, its words, what its media show; a document's, its title
    and its words. With `text`, as if these were its words."""
    text = episode.text if text is None else text
    if not text:
        return ""
    if title := title_of(episode):
        return f"{title}: {text}"
    zone = parse_zone(episode.zone)
    assert zone is not None
    at = moment(episode.occurred, zone)
    spoken = f"{episode.speaker}: {text}" if episode.speaker else text
    shown = f" [shares {episode.caption}]" if episode.caption else ""
    return f"[{at.day} {at:%B %Y}] {spoken}{shown}"


def vector_key(episode: Episode) -> str:
    """Content hash under which the vectors of an episode are kept."""
    return digest(key_text(episode))
