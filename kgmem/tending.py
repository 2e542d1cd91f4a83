"""What a telling that says nothing of the world does to the graph: forgettings, pins, counts of recall."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from kgmem.hiding import borne_by, gone_with, is_counted
from kgmem.mirror import Mirror
from kgmem.records import Forgetting
from kgmem.schema import HIDEABLE, WriteSet, edge_key
from kgmem.telling import Forgotten, Pinned, Recalled, Tending, Unforgotten
from kgmem.temporal import FOREVER, Micros


def tended(telling: Tending, recorded: Micros, mirror: Mirror) -> WriteSet:
    """What it writes."""
    if isinstance(telling, Forgotten):
        return _forget_write(telling, recorded, mirror)
    if isinstance(telling, Unforgotten):
        return _unforget_write(telling, recorded, mirror)
    if isinstance(telling, Recalled):
        return _use_write(telling, mirror)
    write = WriteSet()
    if isinstance(telling, Pinned):
        row = {"id": telling.id, "what": telling.what, "kind": telling.kind, "reason": telling.reason}
        write.node("Pin", {**row, "recorded_at": recorded, "undone_at": FOREVER})
    else:
        write.set("Pin", {"id": telling.id, "undone_at": recorded})
    return write


def _use_write(telling: Recalled, mirror: Mirror) -> WriteSet:
    write = WriteSet()
    for name, count, last in telling.uses:
        held = mirror.uses.get(name, 0), mirror.used_at.get(name, last)
        now = {"count": max(count, held[0]), "last": max(last, held[1])}
        if name not in mirror.uses:
            write.node("Use", {"id": name, **now})
        elif held != (now["count"], now["last"]):
            write.set("Use", {"id": name, **now})
    return write


def is_pinnable(told: Pinned, mirror: Mirror) -> bool:
    """True when what it pins is held."""
    held: dict[str, Container[str]] = {
        "episode": mirror.number,
        "fact": mirror.versions,
        "event": mirror.events,
        "entity": mirror.aliases,
    }
    return told.what in held[told.kind]


def table_of(name: str, mirror: Mirror) -> str:
    """The node table in which this id is held, "" for none."""
    held: dict[str, Mapping[str, object]] = {
        "Episode": mirror.number,
        "Entity": mirror.entities,
        "Fact": mirror.facts,
        "Event": mirror.events,
        "Link": mirror.links,
    }
    return next((table for table in HIDEABLE if name in held[table]), "")


def _forget_write(telling: Forgotten, recorded: Micros, mirror: Mirror) -> WriteSet:
    write = WriteSet()
    columns = {"id": telling.id, "selector": telling.selector, "reason": telling.reason}
    write.node("Forget", {**columns, "recorded_at": recorded, "undone_at": FOREVER})
    for name in telling.hidden:
        write.edge("HIDES", telling.id, name, ("Forget", table_of(name, mirror)))
    return write


def _unforget_write(telling: Unforgotten, recorded: Micros, mirror: Mirror) -> WriteSet:
    write = WriteSet()
    held: Forgetting = mirror.forgettings[telling.id]
    write.set("Forget", {"id": held.id, "undone_at": recorded})
    for name in held.hidden:
        write.cut("HIDES", held.id, name, ("Forget", table_of(name, mirror)))
    shown = {name for name in held.hidden if name in mirror.number and mirror.hidden[name] == 1}
    others = [one for one in mirror.forgettings.values() if one.id != held.id]
    for name in sorted(borne_by(shown, mirror) & mirror.hidden.keys()):
        if is_counted(name, mirror) and any(
            one.episode in mirror.hidden and one.episode not in shown for one in mirror.facts[name].evidence
        ):
            continue
        write.extend(_cut_from(name, others, mirror))
    return write


def veiled(part: WriteSet, mirror: Mirror) -> WriteSet:
    """What a write does to what is hidden: a new version of a hidden fact is hidden too while it rests on
    hidden episodes only, and what a visible episode says too is hidden no longer."""
    write = WriteSet()
    for row in part.nodes.get("Fact", ()):
        fact = mirror.facts[row["id"]]
        older = [name for name in mirror.versions[fact.statement] if name in mirror.hidden and name != fact.id]
        older = older[-1:] or [found.episode for found in fact.evidence[:1]]
        if older and fact.id not in mirror.hidden and all(e.episode in mirror.hidden for e in fact.evidence):
            for held in mirror.forgettings.values():
                if older[0] in held.hidden:
                    write.edge("HIDES", held.id, fact.id, ("Forget", "Fact"))
    said = [
        row["src"]
        for kind in ("Fact", "Event", "Link")
        for row in part.edges.get(edge_key("EVIDENCE", (kind, "Episode")), ())
        if row["src"] in mirror.hidden and row["dst"] not in mirror.hidden
    ]
    write.extend(shown_again(said, mirror))
    return write


def hidden_with(episode: str, mirror: Mirror) -> WriteSet:
    """What was read in a hidden episode later is hidden as if it had been read before: whatever rests on nothing that
    is shown, by each forgetting that hides the episode."""
    write = WriteSet()
    gone = sorted(gone_with({episode}, mirror))
    for held in mirror.forgettings.values():
        if episode in held.hidden:
            for name in gone:
                if name not in held.hidden:
                    write.edge("HIDES", held.id, name, ("Forget", table_of(name, mirror)))
    return write


def shown_again(names: Iterable[str], mirror: Mirror) -> WriteSet:
    """What is spoken of again is hidden no longer; what was hidden with it stays hidden."""
    write = WriteSet()
    for name in names:
        write.extend(_cut_from(name, mirror.forgettings.values(), mirror))
    return write


def _cut_from(name: str, forgettings: Iterable[Forgetting], mirror: Mirror) -> WriteSet:
    write = WriteSet()
    for held in forgettings:
        if name in held.hidden:
            write.cut("HIDES", held.id, name, ("Forget", table_of(name, mirror)))
    return write
