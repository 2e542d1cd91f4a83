"""Who is who: how to say that two names are one, or that one means two things."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr

from kgmem.access import Access
from kgmem.arguments import checked_name
from kgmem.errors import InvalidArgument
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.records import Change
from kgmem.telling import Merged, Parted
from kgmem.text import name_key


class Knowing(Access):
    """The verbs that say what names mean."""

    def merge(self, name: str, other: str, *, reason: str = "") -> Change:
        """Say that two names (or ids) mean the same thing. What is known of both becomes known of one.

        `split` undoes it. Raises InvalidArgument for a name that is not known, or one given twice.
        """
        with self._written() as held:
            one, two = (self._known_key(part, held.working) for part in (name, other))
            if one == two:
                raise InvalidArgument("the two names are one already")
            return held.tell("merge", self._clock(), [Merged(one, two, self._text(reason, "reason"))])

    def split(self, name: str, other: str, *, episodes: Sequence[str] = (), reason: str = "") -> Change:
        """Say that two names do not mean the same thing, or that one name means two things.

        With `episodes` (ids), the name means something else there, which is called `other` from now on: "Tom" in
        these episodes is "Tom (cousin)". Without, `other` is a name that was taken for the same thing.

        Raises InvalidArgument for a name that is not known, or episodes that do not use it.
        """
        with self._written() as held:
            one = self._known_key(name, held.working)
            if isinstance(episodes, str):
                raise InvalidArgument("episodes must be a list of ids, not a str")
            ids = tuple(checked_name(id, "episode") for id in episodes)
            for id in ids:
                if id not in held.working.number:
                    raise InvalidArgument(
                        f"no episode has the id {repr(id)}; ids come from Change, recall or episodes()"
                    )
            if ids:
                two = self._name(other, "other")
                if key_of(two) == one:
                    raise InvalidArgument(f"other must be a new name, such as {repr(name + ' (the other)')}")
            else:
                two = self._known_key(other, held.working)
                if one == two:
                    raise InvalidArgument("a name cannot be split from itself; say in which episodes= it means another")
            return held.tell("split", self._clock(), [Parted(one, two, self._text(reason, "reason"), ids)])

    def _known_key(self, name: str, mirror: Mirror) -> str:
        asked = checked_name(name, "name")
        if asked in mirror.entities:
            return name_key(mirror.entities[asked].name)
        if not mirror.ids_named(asked):
            raise InvalidArgument(f"nothing is called {repr(asked)} here; see Memory.entities()")
        return key_of(asked)
