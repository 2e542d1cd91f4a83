"""Write docs/storage.md from the schema: `python scripts/storage_page.py`. A test keeps it current."""

from __future__ import annotations

from pathlib import Path

from kgmem import schema
from kgmem.temporal import FOREVER

PAGE = Path(__file__).resolve().parent.parent / "docs" / "storage.md"

NODES = {
    "Session": "A conversation or document; times are its first and last episode.",
    "Episode": "One observed text. `seq` orders equal times; `metadata` is one JSON object as text; `trust` is 0 to 1; \
from `expires` on it is hidden.",
    "Entity": "A canonical person, place, organisation or thing; `type` is an ontology class.",
    "Alias": "A name key (folded name) that leads to an entity; `surface` is the name as first written.",
    "Fact": 'One version of a statement on two clocks (concepts.md). `value` is "" when there is an object.',
    "Event": "Something that happened in `[started, ended)`.",
    "Link": "A causal statement; its two ends hang on it as CAUSE and EFFECT.",
    "Summary": "What a session was about, as consolidated: `text` is the sentences it quotes, a line each.",
    "Topic": "Things spoken of together, as consolidated; `topic` stays the same from version to version.",
    "Repeat": "Words that one speaker said `count` times, as consolidated.",
    "Confirmation": "Says that a statement (`Fact.statement`) is so, of what a program confirmed or told again at `said`.",
    "Forget": "A forgetting: what chose it, and whether it was undone.",
    "Pin": "Something that neither expires nor is swept: `what` is the id of an episode, the statement of a fact, the id of \
an event or the key of a name, as `kind` says.",
    "Use": "How often an episode (by its id) or a fact (by its statement) was recalled, and when last.",
    "Pending": "An episode (by its id) that was not read, or not in full, when it was observed; it waits from `recorded_at` \
until `read_at`, for the reason `why`.",
    "Commit": "One per journal row this graph holds, written in the row's own transaction.",
}
EDGES = {
    "IN_SESSION": "Every episode has exactly one.",
    "NEXT": "The next episode of the session by time.",
    "MENTIONS": "Where the text names the entity.",
    "NAMES": "Which entity a name means.",
    "SUBJECT": "Every fact has exactly one.",
    "OBJECT": "Only when the object is an entity.",
    "EVIDENCE": "Where it was read, and by which rule.",
    "INVOLVES": "A participant and its role.",
    "INITIATES": "The event began the fact.",
    "TERMINATES": "The event ended the fact.",
    "CAUSE": "The end that brought about the other.",
    "EFFECT": "The end that was brought about.",
    "NEXT_EVENT": "Derived: the participant's next dated event; `entity` names the participant.",
    "CAUSES": "Derived: a Link as one edge.",
    "RELATES": "Derived: a held, asserted, positive fact as one edge.",
    "SUPERSEDES": "The newer fact took the older one's place.",
    "CONFLICTS": "Both are held for the same time and exclude each other.",
    "SUMMARY_OF": "The session it sums up.",
    "QUOTES": "Which characters of the episode it quotes.",
    "IN_TOPIC": "The entity belongs to the topic; the larger `weight`, the more it stands for it.",
    "REPEATS": "The episodes that say the words.",
    "HIDES": "What a forgetting hides now; reading verbs leave it out, Cypher sees it.",
}

TEXT = """# Storage

Made by `python scripts/storage_page.py` from `kgmem/schema.py`.

One memory is one folder:

| path | what | if lost |
|---|---|---|
| `journal.sqlite` | the write-ahead log: one checksummed row per write, holding the resolved write set and what was \
told; notes: a copy of `meta.json`, receipts and keyed hashes of what was erased, and their key | made anew from the graph on opening |
| `graph/` | the graph (kuzu or ladybug), in the generation that `graph/CURRENT` names; `sums.json` in it holds size and \
CRC of its files at the last clean close | rebuilt from the journal on opening |
| `index/vectors.log` | vectors by content hash, checksummed records | embedded again on opening |
| `index/hnsw.bin`, `.json` | the HNSW graph above 50,000 episodes, with its checksum | built again |
| `meta.json` | store format, engine and encoder with their versions, zone, retention, redaction | \
written anew from the journal's copy |
| `closed.json` | size and CRC of the journal at the last clean close | every row is checked on opening |
| `backups.json` | where backups of this memory were put | erasing can name no backups |
| `ranker.json` | the order that was learned by `tune`, if any; no texts | the packaged order is used |
| `metrics.json` | numbers of what happened (`Memory.metrics`): calls, errors, seconds; no texts and no names. It goes \
with the folder; backups, exports and erasures of parts leave it alone | counting begins anew |
| `lock` | held by the one process that has the memory open | made again |
| `next/`, `swap/` | a memory being written anew (erasing, `scan --fix`): not decided for, and decided for | nothing |
| `set-aside/` | damaged files and the journal of an older format; only erasing deletes them | nothing |

A write goes to the journal (synchronously, on disk), then to the graph in one transaction that also creates
`Commit(seq)`; only then it is acknowledged. On opening, journal rows without a commit are applied. A row that the
graph refuses is marked `rejected` and stops no other. A graph whose files are not those of a clean close is compared
with the journal row by row, and rebuilt when anything differs. Journal and graph each suffice to make the other; only
both damaged at once need a backup.

The store format is {format}. A newer one is refused. All times are int64 microseconds since 1970 in UTC; open ends
are -2^62 and 2^62. No column is ever NULL. Columns are STRING where nothing else is said.

## Nodes

| table | columns | |
|---|---|---|
{nodes}

## Edges

| table | from → to | columns | |
|---|---|---|---|
{edges}

## Exploring

`memory.cypher(...)` and `kgmem cypher` take one read-only statement. Facts held now have the open end as
`retracted_at`:

```cypher
MATCH (e:Entity)<-[:SUBJECT]-(f:Fact)-[:EVIDENCE]->(p:Episode)
WHERE e.name = 'Ana' AND f.retracted_at = {forever}
RETURN f.text, p.speaker, p.text LIMIT 10
```
"""


def page() -> str:
    """The whole page as text."""
    nodes = [f"| `{t.name}` | {_columns(t.columns)} | {NODES[t.name]} |" for t in schema.NODES.values()]
    edges = [
        f"| `{t.name}` | {', '.join(f'{a} → {b}' for a, b in t.pairs)} | {_columns(t.columns)} | {EDGES[t.name]} |"
        for t in schema.EDGES.values()
    ]
    return TEXT.format(format=schema.FORMAT, nodes="\n".join(nodes), edges="\n".join(edges), forever=FOREVER)


def _columns(columns: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"`{name}`{'' if kind == schema.STRING else f' {kind}'}" for name, kind in columns)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
