"""What `kgmem extract` shows for people: the text with what it speaks of marked, and a line for each claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import Sheet, counted, indented, shortened, title, visible
from kgmem.context import shown
from kgmem.extracting import Extracted
from kgmem.ontology import relation_words
from kgmem.records import LIKELY, CauseClaim, EventClaim, FactClaim, Mention
from kgmem.temporal import BEGINNING, FOREVER, Span, iso, moment, parse_zone

LONGEST_QUOTE = 60
COLOURS = {
    "Person": "cyan",
    "Animal": "cyan",
    "Place": "green",
    "Organization": "magenta",
    "Group": "magenta",
    "Work": "blue",
}
"""Of mentions by their class; the others are underlined only."""


def extracted(found: Sequence[Extracted]) -> RenderableType:
    """Each message with what was read in it."""
    parts: list[RenderableType] = []
    for one in found:
        parts += [*_message(one), Text()]
    return Group(*parts[:-1])


def _message(one: Extracted) -> Iterator[RenderableType]:
    episode, found = one.episode, one.extraction
    zone = parse_zone(episode.zone) or UTC
    head = Text(visible(episode.speaker or episode.role), style="cyan")
    yield head.append(f"  {moment(episode.occurred, zone):%a %d %b %Y, %H:%M}", style="default")
    yield indented(marked(episode.text, found.mentions), 2)
    if one.redactions:
        kinds = ", ".join(dict.fromkeys(redaction.kind for redaction in one.redactions))
        yield indented(Text(f"taken out before: {kinds}", "yellow"), 2)
    if not (found.facts or found.events):
        yield indented(Text("no fact and no event read in it; the text is stored and found all the same", "dim"), 2)
    told = [event.description for event in found.events]
    claims = {
        "Facts": [_claim(_fact(fact), fact.valid, fact, one) for fact in found.facts],
        "Events": [_claim(_event(event), event.when, event, one) for event in found.events],
        "Causes": [_claim(_cause(cause, told), None, cause, one) for cause in found.causes],
    }
    for name, lines in claims.items():
        if lines:
            yield indented(title(name), 2)
        for line in lines:
            yield from line
    if found.mentions:
        yield indented(title("Speaks of"), 2)
        yield indented(Sheet(list(_names(found.mentions))), 2)


def marked(text: str, mentions: Iterable[Mention]) -> Text:
    """The text on one line, what it speaks of underlined, in the colour of its class."""
    line, at = Text(), 0
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        if mention.start < at:
            continue
        line.append(_flat(text[at : mention.start]))
        line.append(_flat(text[mention.start : mention.end]), f"underline {COLOURS.get(mention.type, 'default')}")
        at = mention.end
    return line.append(_flat(text[at:]))


def _flat(text: str) -> str:
    """As `visible`, keeping a blank at either end."""
    body = visible(text)
    return f"{' ' * (text[:1].isspace())}{body}{' ' * (text[-1:].isspace() and bool(body))}"


def _claim(
    told: Text, when: Span | None, claim: FactClaim | EventClaim | CauseClaim, one: Extracted
) -> Iterator[RenderableType]:
    """What is said and when it holds; below, how sure that is, which rule read it, and in which words."""
    style = "green" if claim.confidence >= 0.7 else "yellow" if claim.confidence >= LIKELY else "red"
    short = shortened(one.episode.text[claim.start : claim.end], LONGEST_QUOTE)
    ends = isinstance(claim, FactClaim) and claim.ends
    if when and (words := _when(when, one, ends=ends)):
        told.append(f"  {words}", "default not bold")
    yield indented(told, 4)
    yield indented(
        Text.assemble((f"{claim.confidence:.2f}", style), (f"  {claim.rule}", "magenta"), (f'  "{short}"', "dim")), 6
    )


def _fact(fact: FactClaim) -> Text:
    words = fact.predicate if fact.relation == "relatedTo" else relation_words(fact.relation)
    line = Text(visible(fact.subject))
    line.append(f" {visible(words)}", "bold")
    if told := fact.object or fact.value:
        line.append(f" {visible(told)}")
    return line.append(_standing(fact), "yellow")


def _event(event: EventClaim) -> Text:
    line = Text.assemble((f"{event.kind}  ", "bold"), visible(event.description))
    if event.outcome:
        line.append(f" ({visible(event.outcome)})")
    return line.append(_standing(event), "yellow")


def _cause(cause: CauseClaim, told: Sequence[str]) -> Text:
    line = Text(visible(told[cause.cause]))
    line.append(f" -> {cause.kind} -> ", "bold").append(visible(told[cause.effect]))
    return line.append(f"  {visible(cause.cue)}", "dim")


def _standing(claim: FactClaim | EventClaim) -> str:
    """What keeps a claim from being told as so."""
    said = [] if claim.modality == "asserted" else [claim.modality]
    if claim.told_by:
        said[-1:] = [f"{claim.modality} by {visible(claim.told_by)}"]
    if claim.polarity == "negative":
        said.insert(0, "not so")
    if isinstance(claim, FactClaim) and claim.ends:
        said.append("over, if it held" if claim.if_held else "over")
    return f" ({', '.join(said)})" if said else ""


def _when(span: Span, one: Extracted, *, ends: bool) -> str:
    """The interval in words, "" when open on both sides. ends: it stopped at the start of the span."""
    zone = parse_zone(one.episode.zone) or UTC
    known = span.precision not in ("unknown", "instant", "part")
    start = "" if span.start <= BEGINNING else shown(span.start, zone, span.precision if known else "day")
    if ends:
        return f"until {start}" if start else ""
    end = "" if span.end >= FOREVER else iso(span.end, zone, "day")
    if start and end:
        return start if known else f"{start} until {end}"
    return f"since {start}" if start else f"until {end}" if end else ""


def _names(mentions: Iterable[Mention]) -> Iterator[list[Text]]:
    """Each thing spoken of, once, with its class, how often and by which words."""
    found: dict[tuple[str, str], list[str]] = {}
    for mention in mentions:
        found.setdefault((mention.name, mention.type), []).append(mention.surface)
    for (name, kind), words in found.items():
        spelled = ", ".join(f'"{visible(word)}"' for word in dict.fromkeys(words))
        yield [Text(visible(name)), Text(kind), Text(counted(len(words), "place"), "dim"), Text(spelled, "dim")]
