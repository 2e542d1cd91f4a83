"""What the command line shows: plain lines in a pipe, a little colour in a terminal.

Stored text is somebody's words, never markup and never terminal codes: it passes through `visible` and
is shown as `Text`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from kgmem.context import shown, validity
from kgmem.cypher import Table
from kgmem.doctor import Finding
from kgmem.formats import Reading
from kgmem.formats_json import BadPart
from kgmem.recollection import Recollection
from kgmem.recollection import as_json as record
from kgmem.records import DISPUTED, LIKELY, Answer, Change, Episode, EpisodeHit, Event, Evidence, Fact, Path
from kgmem.spending import Usage
from kgmem.temporal import BEGINNING, FOREVER, moment, parse_zone

LONGEST_QUOTE = 500
LONGEST_ID = 16

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Signs that steer a terminal, turn the direction of writing, or take no room and show nothing. Joiners
(U+200C, U+200D) stay: Persian and emoji are written with them."""
_HEAP = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_HEAPED = re.compile(f"({_HEAP}{{4}}){_HEAP}+")
"""More marks on one letter than any writing has; a heap of them covers the lines above and below."""
_COUNTED = (
    "asserted", "corroborated", "superseded", "retracted", "conflicts",
    "events", "links", "new_entities", "violations", "redactions",
)  # fmt: skip
_MARKS = {"ok": ("ok", "green"), "warn": ("warn", "yellow"), "fail": ("FAIL", "bold red")}


NARROW = 100
"""Columns of a terminal below which a sheet leaves out its last column, the ids."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Lines of cells in columns. A terminal wraps the cells of the first column, or of all if `head`
    names them; in a pipe a line stays one line."""

    lines: Sequence[Sequence[Text]]
    head: Sequence[Text] = ()
    indent: int = 2

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        narrow = console.is_terminal and options.max_width < NARROW and not self.head
        lines = [line[: -1 if narrow and len(line) > 2 else None] for line in self.lines]
        grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=bool(self.head), header_style="bold")
        for place in range(len(self.head or lines[0]) if lines else 0):
            wrapped = bool(self.head) or place == 0
            grid.add_column(self.head[place] if self.head else "", no_wrap=not wrapped, overflow="fold")
        for line in lines:
            grid.add_row(*line)
        yield indented(grid, self.indent)

    def plain(self) -> Iterator[str]:
        lines = [[cell.plain for cell in line] for line in (*([self.head] if self.head else []), *self.lines)]
        widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(line, widths, strict=True))
            yield " " * self.indent + "  ".join(cells).rstrip()


def show(rendered: Callable[[], RenderableType | str], value: Callable[[], Any], *, as_json: bool) -> None:
    """Print a value on standard output, for a program or for a person; a str as it stands."""
    if as_json:
        sys.stdout.write(json_text(value()) + "\n")
        return
    what = rendered()
    if isinstance(what, str):
        sys.stdout.write("".join(_UNSAFE.sub(_spelt_out, line) + "\n" for line in what.splitlines()))
    else:
        put(what)


def put(what: RenderableType) -> None:
    """Print on standard output. In a pipe there is no colour, and no blanks end a line."""
    console = Console(highlight=False, emoji=False, markup=False)
    if console.is_terminal:
        console.print(what)
        return
    if isinstance(what, Sheet):
        lines = what.plain()
    else:
        with console.capture() as printed:
            console.print(what)
        lines = (line.rstrip() for line in printed.get().splitlines())
    for line in lines:
        sys.stdout.write(f"{line}\n")


def visible(text: str) -> str:
    """One line fit for a terminal: blanks single; control, direction and hidden signs spelt out, heaps of marks cut."""
    return _HEAPED.sub(r"\1", _UNSAFE.sub(_spelt_out, " ".join(text.split())))


def shortened(text: str, longest: int) -> str:
    """As `visible`, in at most so many signs."""
    line = visible(text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _spelt_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def json_text(value: Any) -> str:
    """JSON that a terminal shows and does not obey: what `visible` spells out is escaped the JSON way."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return _UNSAFE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


# --- recall -------------------------------------------------------------------------------------


def recollection(found: Recollection) -> RenderableType:
    """Everything recalled, each kind best first: what was said, facts, events, connections."""
    if not found:
        return Text("nothing known about this", style="yellow")
    parts: list[RenderableType] = []
    if found.abstain:
        parts += [Text("nothing known that surely answers this; nearest to it:", style="yellow"), Text()]
    if found.answers:
        parts += [title("Answer"), answers(found.answers), Text()]
    if found.facts:
        parts += [title("Facts"), facts([hit.fact for hit in found.facts]), Text()]
    if wishes := [hit.fact for hit in found.standing if hit.fact.id not in {one.fact.id for one in found.facts}]:
        parts += [title("Preferences"), facts(wishes), Text()]
    if found.events:
        parts += [title("Events"), events([hit.event for hit in found.events]), Text()]
    if found.paths:
        parts += [title("Connections"), *(_path(path) for path in found.paths), Text()]
    if found.episodes:
        parts += [title("Said"), *_separated([episode_hit(hit) for hit in found.episodes]), Text()]
    parts.append(Text(f"confidence {found.confidence:.2f}", style="dim"))
    return Group(*parts)


def answers(held: Sequence[Answer]) -> RenderableType:
    """One line per answer: what it is, when that holds or happened, where it was read."""
    return Sheet([(Text(visible(one.value), style="bold"), Text(validity(one)), _cited(one.evidence)) for one in held])


def episode_hit(hit: EpisodeHit) -> RenderableType:
    score = Text(f"  {hit.score:.2f}", style="dim")
    return indented(Group(cited(hit.episode).append(score), indented(quoted(hit.episode), 2)), 2)


def cited(episode: Episode) -> Text:
    """Who said it, when by their own clock, in which session, under which id."""
    zone = parse_zone(episode.zone) or UTC
    line = Text(visible(episode.speaker or episode.role), style="cyan")
    line.append(f"  {moment(episode.occurred, zone):%a %d %b %Y, %H:%M}", style="default")
    return line.append(f"  {visible(episode.session)}  {visible(episode.id)}", style="default dim")


def quoted(episode: Episode) -> Text:
    said = visible(episode.text)
    line = Text(said if len(said) <= LONGEST_QUOTE else said[:LONGEST_QUOTE].rstrip() + " …")
    if episode.caption:
        line.append(f"  [shares: {visible(episode.caption)}]", style="dim")
    return line


def facts(held: Sequence[Fact]) -> RenderableType:
    """One line per fact: what it says, when it holds, where it was read."""
    return Sheet([(fact_text(fact), fact_time(fact), _read_in(fact.evidence, fact.source)) for fact in held])


def fact_text(fact: Fact) -> Text:
    written = fact.text or f"{fact.subject} {fact.predicate or fact.relation} {fact.object or fact.value}"
    line = Text(visible(written))
    if fact.is_guess:
        line.append(" (uncertain)", "yellow")
    if fact.modality == DISPUTED:
        line.append(" (disputed)", "yellow")
    if fact.is_inferred:
        line.append(" (inferred)", "yellow")
    if fact.retracted_at != FOREVER:
        line.append(" (replaced)")
        line.stylize("dim")
    return line


def fact_time(fact: Fact) -> Text:
    return Text(validity(fact), style="dim" if fact.valid_to != FOREVER else "")


def events(held: Sequence[Event]) -> RenderableType:
    return Sheet([(event_text(event), event_time(event), _read_in(event.evidence, event.source)) for event in held])


def event_text(event: Event) -> Text:
    line = Text(visible(event.description))
    if event.outcome:
        line.append(f" ({visible(event.outcome)})", style="dim")
    if event.modality != "asserted":
        line.append(f" ({event.modality})", style="dim")
    return line


def event_time(event: Event) -> Text:
    if event.start <= BEGINNING:
        return Text()
    zone = parse_zone(event.zone) or UTC
    if event.precision == "instant":
        return Text(f"{moment(event.start, zone):%Y-%m-%d %H:%M}")
    return Text(shown(event.start, zone, "day" if event.precision == "part" else event.precision))


def _path(path: Path) -> RenderableType:
    return indented(Text(" -> ").join(fact_text(fact) for fact in path.facts), 2)


def _read_in(evidence: Sequence[Evidence], source: str) -> Text:
    return _cited(list(dict.fromkeys(found.episode for found in evidence)) or ([source] if source else []))


def _cited(ids: Sequence[str]) -> Text:
    if not ids:
        return Text()
    short = shortened(ids[0], LONGEST_ID)
    return Text(f"{short} +{len(ids) - 1}" if len(ids) > 1 else short, style="dim")


# --- other answers ------------------------------------------------------------------------------


def table(found: Table) -> RenderableType:
    """Rows of a query; a cell that is a node or a list is shown as JSON."""
    if not found.rows:
        return Text("no rows", style="yellow")
    head = [Text(visible(column)) for column in found.columns]
    return Sheet([[Text(_cell(value)) for value in row] for row in found.rows], head, indent=0)


def _cell(value: Any) -> str:
    if isinstance(value, dict | list | tuple):
        return visible(json.dumps(value, ensure_ascii=False, default=str))
    return visible("" if value is None else str(value))


def pairs(values: Mapping[str, Any]) -> RenderableType:
    """Names and values in two columns; numbers with thousands apart."""
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in values.items():
        told = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
        grid.add_row(name.replace("_", " "), Text(visible(told)))
    return grid


def stated(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Counts of a memory for `pairs`, with who writes to it and how old the snapshot is in words."""
    told = dict(counts)
    if "writer" in told:
        held, writer = told["snapshot"], told["writer"]
        until = f", recorded {held['recorded']}" if held["recorded"] else ""
        told["writer"] = f"process {writer['pid']} on {writer['host']} since {writer['started']}"
        told["snapshot"] = f"up to write {held['seq']}{until}; read {held['age']:.1f} s ago"
    return told


def change(done: Change, bad: Sequence[BadPart] = (), empty: int = 0, spent: Sequence[Usage] = ()) -> RenderableType:
    """What a write did, in counts; nothing is said of what did not happen."""
    known = len(done.duplicates)
    new = len(done.episodes) - known
    head = Text(f"{counted(new, 'message')} remembered", style="bold")
    if known:
        head.append(f", {known} already known", style="not bold")
    counts = {
        "facts": _listed(
            (len(done.asserted), "new"),
            (len(done.corroborated), "confirmed"),
            (len(done.superseded), "superseded"),
            (len(done.retracted), "retracted"),
            (len(done.conflicts), "in conflict"),
        ),
        "events": _listed((len(done.events), "new")),
        "causal links": _listed((len(done.links), "new")),
        "entities": _listed((len(done.new_entities), "new")),
        "secrets": _listed((len(done.redactions), "taken out")),
        "claims": _listed((len(done.violations), "not taken")),
        "without text": str(empty or ""),
        "left out": str(len(bad) or ""),
        "model": ", ".join(map(_asked, spent)),
    }
    told = {name: text for name, text in counts.items() if text}
    reasons = [indented(Text(visible(f"{part.where}: {part.reason}"), style="yellow"), 2) for part in bad[:20]]
    return Group(head, *([indented(pairs(told), 2)] if told else []), *reasons)


def _listed(*counts: tuple[int, str]) -> str:
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def findings(found: Sequence[Finding]) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for finding in found:
        mark, style = _MARKS[finding.state]
        detail = Text(visible(finding.detail))
        if finding.fix:
            detail.append(f"\n{visible(finding.fix)}", style=style)
        grid.add_row(Text(mark, style=style), Text(finding.name, style="bold"), detail)
    return grid


def health(problems: Sequence[str]) -> RenderableType:
    if not problems:
        return Text("healthy: journal, graph and indexes agree", style="green")
    return Group(*(Text(visible(problem), style="bold red") for problem in problems))


def fact_list(held: Sequence[Fact], named: Sequence[str], left: Sequence[float]) -> RenderableType:
    """Facts, each with what is left of its confidence, or that there are none; `named` are those whose facts may have
    been meant."""
    if held:
        said = [fact_text(fact) for fact in held]
        for line, fact, now in zip(said, held, left, strict=True):
            line.append(" (faded)" if now < LIKELY <= fact.confidence else "", "yellow")
        read = [(fact_time(fact), _read_in(fact.evidence, fact.source)) for fact in held]
        return Sheet([(line, *rest) for line, rest in zip(said, read, strict=True)])
    hint = f"; there are some of {', '.join(visible(name) for name in named)}" if named else ""
    return Text(f"no such facts{hint}", style="yellow")


# --- the same as JSON values --------------------------------------------------------------------


def fact_dicts(held: Sequence[Fact]) -> list[dict[str, Any]]:
    return [record(fact) for fact in held]


def finding_dicts(found: Sequence[Finding]) -> list[dict[str, Any]]:
    return [asdict(finding) for finding in found]


def table_dict(found: Table) -> dict[str, Any]:
    return {"columns": list(found.columns), "rows": [list(row) for row in found.rows], "truncated": found.truncated}


def _asked(usage: Usage) -> str:
    cost = "" if usage.cost is None else f", cost {usage.cost:.4f}"
    failed = f", {usage.failures} failed" if usage.failures else ""
    tokens = f"{usage.tokens_in + usage.tokens_out:,} tokens"
    texts = f"of {usage.asked + usage.spared} asked about {usage.asked}"
    return f"{usage.kind}: {texts}, {counted(usage.calls, 'call')}{failed}, {tokens}{cost}"


def change_dict(done: Change, read: Sequence[Reading] = (), spent: Sequence[Usage] = ()) -> dict[str, Any]:
    """What a write did, in counts, what of the files was left out, and what a model was asked, if there is one."""
    known = len(done.duplicates)
    return {
        "remembered": len(done.episodes) - known,
        "known": known,
        **{name: len(getattr(done, name)) for name in _COUNTED},
        "files": [
            {
                "name": reading.name,
                "format": reading.format,
                "without_text": reading.empty,
                "left_out": [asdict(part) for part in reading.bad],
            }
            for reading in read
        ],
        **({"model": [one.to_dict() for one in spent]} if spent else {}),
    }


# --- pieces -------------------------------------------------------------------------------------


def title(text: str) -> Text:
    return Text(text, style="bold cyan")


def indented(what: RenderableType, by: int) -> RenderableType:
    return Padding(what, (0, 0, 0, by))


def _separated(parts: Sequence[RenderableType]) -> Iterable[RenderableType]:
    for place, part in enumerate(parts):
        if place:
            yield Text()
        yield part
