"""What keeps a memory trustworthy: forgetting, erasing, backups, exports, checks and repairs."""

from __future__ import annotations

import os
from pathlib import Path
from reprlib import repr
from typing import Literal

from kgmem import erasure, expiry, forgetting, portable
from kgmem.access import When
from kgmem.arguments import checked_name, checked_query
from kgmem.backup import Manifest, backup
from kgmem.encoders import EncoderSpec, load_encoder
from kgmem.erasure import ErasurePlan
from kgmem.errors import InvalidArgument, StoreError
from kgmem.holdings import Holdings
from kgmem.importing import Existing, Imported, rewrite_clean, take_in
from kgmem.knowing import Knowing
from kgmem.marks import Receipt
from kgmem.rdf import serialise
from kgmem.records import Forgetting
from kgmem.residues import Needles, Residue, is_too_short, search
from kgmem.rewriting import history
from kgmem.scan import Leak, Record, leaks
from kgmem.selection import Selector, Where, selector
from kgmem.store import write_atomically
from kgmem.telling import Forgotten, Unforgotten
from kgmem.temporal import FOREVER
from kgmem.text import digest


class Care(Knowing):
    """The verbs of an open memory that look after it."""

    # --- forgetting and erasing -----------------------------------------------------------------

    def forget(
        self,
        *,
        entity: str | None = None,
        speaker: str | None = None,
        session: str | None = None,
        episode: str | None = None,
        before: When | None = None,
        where: Where | None = None,
        reason: str = "",
    ) -> Forgetting:
        """Hide memories from every reading verb. They stay on disk; `unforget` shows them again.

        The selectors are those of `erase`. Of an entity, every episode that speaks of it is hidden as a
        whole. Facts, events and links go when all their evidence does. Cypher sees the graph as it is: hidden
        things have a HIDES edge from a Forget node.
        """
        with self._written() as held:
            chosen = self._selector(held, entity, speaker, session, episode, before, where)
            hidden = forgetting.hidden_by(chosen, list(history(held.journal.rows())), held.working)
            if not hidden:
                return Forgetting("", chosen.words)
            now = self._clock()
            name = f"fo_{digest(chosen.words, str(now))}"
            held.tell("forget", now, [Forgotten(name, chosen.words, self._text(reason, "reason"), hidden)])
            return held.working.forgettings[name]

    def forgotten(self) -> list[Forgetting]:
        """What is hidden now, oldest first."""
        with self._reading():
            mirror = self._held.mirror
            held = [found for found in mirror.forgettings.values() if found.undone_at == FOREVER]
            if mirror.lapsed:
                held += expiry.lapsed(mirror, self._clock())
            return sorted(held, key=lambda found: (found.recorded_at, found.id))

    def unforget(self, id: str) -> Forgetting:
        """Show again what a forgetting hid, which counts as recalling it; what another one hides too stays hidden."""
        with self._written() as held:
            if checked_name(id, "id") not in held.working.forgettings:
                held.tell("forget", self._clock(), [])  # it may have lapsed since the last write
            found = held.working.forgettings.get(id)
            if found is None or found.undone_at != FOREVER:
                raise InvalidArgument(f"nothing is forgotten under the id {id!r}; see Memory.forgotten()")
            now = self._clock()
            held.tell("unforget", now, [Unforgotten(found.id)])
            held.note_used((name for name in found.hidden if name in held.working.number), now)  # else swept again
            return found

    def erase(
        self,
        *,
        entity: str | None = None,
        speaker: str | None = None,
        session: str | None = None,
        episode: str | None = None,
        before: When | None = None,
        where: Where | None = None,
    ) -> ErasurePlan:
        """Plan to destroy memories; nothing happens before `.confirm()` on what this returns.

        entity: a name or id; in texts that also speak of other things, only its sentences go. speaker,
        session, episode (an id), before (said before that time), where (a dict of episode fields such as
        {"role": "tool"} or {"metadata.project": "x"}, or a function of an Episode): whole episodes; several
        of these must hold together. Everything read in what goes, goes with it, unless other evidence holds it.

        `str(plan)` says what would go and what stays. Raises InvalidArgument for a name that is not known or
        could mean several entities.
        """
        with self._written() as held:
            chosen = self._selector(held, entity, speaker, session, episode, before, where)
            return erasure.plan(held, chosen, self._observing().read, self._clock)

    def erasures(self) -> list[Receipt]:
        """Receipts of what was erased here, oldest first: counts and keyed hashes, no content."""
        with self._still() as held:
            receipts = [Receipt.from_json(body) for body in held.receipts().values()]
            return sorted(receipts, key=lambda receipt: receipt.at)

    def residues(self, *texts: str) -> list[Residue]:
        """Where these texts stand in the bytes of the memory's files, in any form; [] means nowhere.

        Raises InvalidArgument for a text of fewer than three bytes, which stands everywhere by chance.
        """
        with self._written() as held:
            wanted = [checked_query(text) for text in texts]
            if short := [text for text in wanted if is_too_short(text)]:
                raise InvalidArgument(f"{short[0]!r} is too short to be told from chance; give at least three letters")
            held.journal.flush()
            return list(search(held.folder.files(), Needles.of(wanted)))

    # --- out and in -----------------------------------------------------------------------------

    def backup(self, target: str | os.PathLike[str]) -> Manifest:
        """Copy the memory, while it is open, into a new or empty folder, with a checksum of every file.

        `kgmem.restore` makes a memory of it. Raises InvalidArgument for a folder that is not empty.
        """
        with self._written() as held:
            held.vector_log.flush()
            return backup(held.folder, held.journal, held.meta, target)

    def export(self, file: str | os.PathLike[str], *, format: Literal["jsonl", "turtle", "json-ld"] = "jsonl") -> int:
        """Write everything to a file and return how many bytes; an existing file is replaced.

        jsonl holds all of it, on any engine the same, and `import_file` reads it back exactly; turtle and
        json-ld are RDF for other programs, of what is held now and not hidden.
        """
        if format == "jsonl":
            with self._still() as held:
                lines = held.export_lines(self._ontology.version)
                data = b"".join(line.encode("utf-8", "surrogatepass") + b"\n" for line in lines)
        elif format in ("turtle", "json-ld"):
            with self._reading():
                data = serialise(self._held.mirror, format).encode()
        else:
            raise InvalidArgument(f"format={repr(format)} is none of jsonl, turtle, json-ld")
        target = Path(file)
        try:
            write_atomically(target, data)
        except OSError as error:
            raise StoreError(f"{target} could not be written ({error.strerror}); choose another place") from error
        return len(data)

    def import_file(
        self,
        file: str | os.PathLike[str],
        *,
        existing: Existing = "skip",
        skip_bad: bool = False,
        allow_erased: bool = False,
    ) -> Imported:
        """Take in an export. What is here already stays as it is; doing it twice changes nothing.

        existing: of an episode that is here under the same id with another text: "skip" keeps the one
        here, "overwrite" takes the file's, "merge" takes the file's beside it under a new id.
        skip_bad: leave out lines that cannot be read, and list them, instead of refusing the file.
        allow_erased: also what was erased here.

        Raises InvalidArgument, before anything is written, for a file that is no export or has a line that
        cannot be read; VersionError for one of a newer kgmem.
        """
        with self._written() as held:
            try:
                with Path(file).open("rb") as source:
                    found = portable.read(source)
            except OSError as error:
                raise InvalidArgument(f"{file} cannot be read ({error.strerror}); name an export") from error
            if found.bad and not skip_bad:
                number, reason = found.bad[0]
                raise InvalidArgument(
                    f"line {number} of {Path(file).name} cannot be read: {reason}; mend it, or leave such lines "
                    f"out (skip_bad); {len(found.bad)} of them, nothing was imported"
                )
            return take_in(
                held,
                found,
                self._observing().read,
                self._clock,
                self._policy,
                existing=existing,
                allow_erased=allow_erased,
            )

    def scan(self, *, fix: bool = False) -> list[Leak]:
        """Secrets and personal data in here that the policy would not let in today: places, never values.

        fix: write the memory anew with them replaced; the old files are removed.
        """
        with self._written() as held:
            mirror = held.working
            records: list[Record] = [*mirror.episodes, *mirror.entities.values(), *mirror.facts.values()]
            records += [*mirror.events.values(), *mirror.links.values()]
            found = leaks(records, self._policy)
            if found and fix:
                rewrite_clean(held, self._observing().read, self._policy)
            return found

    def _selector(
        self,
        held: Holdings,
        entity: str | None,
        speaker: str | None,
        session: str | None,
        episode: str | None,
        before: When | None,
        where: Where | None,
    ) -> Selector:
        return selector(
            held.working,
            entity=entity,
            speaker=speaker,
            session=session,
            episode=episode,
            before=self._bound(before, "before"),
            where=where,
        )

    # --- care -----------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Compare journal, graph, memory and vectors; each finding says what to do. [] means healthy."""
        with self._still() as held:
            return [f"{finding.text}; run `kgmem repair` (Memory.repair)" for finding in held.findings()]

    def repair(self, *, dry_run: bool = False) -> list[str]:
        """Mend what `check` finds, as far as it can be derived, and return what was (or would be) done.

        A damaged journal is made anew from the graph, a graph that differs from the journal; what is held
        in memory is read again; missing vectors are embedded. Damaged files go to `set-aside/`.
        """
        with self._written() as held:
            return held.repair(dry_run=dry_run)

    def rebuild(self) -> None:
        """Make the graph anew from the journal, by bulk load into a new generation, and swap it in."""
        with self._written() as held:
            held.rebuild()

    def reindex(self, encoder: EncoderSpec = None) -> int:
        """Embed every episode anew and return how many; `encoder` switches to another one.

        Without `encoder`, the memory's present one is used. Vectors are swapped in only when all are
        made, so an interruption leaves the old ones.
        """
        with self._written() as held:
            return held.reindex(held.encoder if encoder is None else load_encoder(encoder))

    def checkpoint(self) -> None:
        """Fold the graph's write-ahead log into its file. Closing does this when the log is long."""
        with self._written() as held:
            held.checkpoint()
