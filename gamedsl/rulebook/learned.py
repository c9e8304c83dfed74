"""The appendix on secrets: the places where something hidden is learned, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import setups
from gamedsl.reports.secrets import Disclosure, disclosures_of
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import Paragraph, Section, Table, mark_name
from gamedsl.syntax.tree import declarations, fields

_OPENING = Paragraph(
    "Whoever sees what happens can tell something of what lies hidden. Besides what players choose to play, this is all that the rules tell."
)


def make_learned_section(parsed: Parsed) -> Section:
    """Makes the section: a row for each disclosure, in the order of the rules; empty without any."""
    rows = tuple(dict.fromkeys(_rows(parsed)))
    title = "What is learned of hidden things"
    return Section(title, (_OPENING, Table(("where", "who learns", "of", "how"), rows)) if rows else ())


def _rows(parsed: Parsed) -> Iterator[tuple[str, ...]]:
    """Yields the rows of the first setup for each number of players."""
    seen: set[int] = set()
    for setup in setups(parsed):
        if setup.players not in seen:
            seen.add(setup.players)
            for one in disclosures_of(parsed, setup).disclosures:
                what = ", ".join(mark_name(name) for name in one.hidden)
                yield _where(parsed, one), one.who, what, one.how


def _where(parsed: Parsed, found: Disclosure) -> str:
    """Returns the name of the declaration that contains the disclosure."""
    for _, file in parsed.chain.files:
        for decl in file.decls:
            if decl.span.source == found.span.source and decl.span.start <= found.span.start < decl.span.end:
                if isinstance(decl, fields.Fields | declarations.When | declarations.Seat | declarations.Variant):
                    return ""
                key = key_of(decl)
                return mark_name(key.name or key.sort)
    return ""
