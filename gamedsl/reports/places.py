"""Describes places in rules for people."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import basename

from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SiteId
from gamedsl.source import Source, Span
from gamedsl.values import frozen

_LONGEST = 60
"""The most characters of a line that are quoted."""


@frozen
class Place:
    """A place in the rules: its file and line, its offset in the file, the rule or declaration around it, and the text there."""

    file: str
    line: int
    start: int
    where: str
    text: str

    @property
    def short(self) -> str:
        """The file and line: `gloriana.gdl:96`."""
        return f"{self.file}:{self.line}"


def places(game: Compiled, sources: Mapping[str, Source]) -> dict[SiteId, Place]:
    """Returns the places of a game's sites, as far as their texts are available."""
    found: dict[SiteId, Place] = {}
    for number, site in enumerate(game.sites):
        source = sources.get(site.span.source)
        if source is not None:
            line = source.position(site.span.start)[0]
            first = source.text[site.span.start : site.span.end].partition("\n")[0].strip()
            text = first if len(first) <= _LONGEST else f"{first[: _LONGEST - 2].rstrip()} …"
            found[SiteId(number)] = Place(basename(source.name), line, site.span.start, site.where, text)
    return found


def position(span: Span, sources: Mapping[str, Source]) -> str:
    """Returns the position `gloriana.gdl:96:19`; only the name of the source if its text is not available."""
    source = sources.get(span.source)
    if source is None:
        return span.source
    line, column = source.position(span.start)
    return f"{source.name}:{line}:{column}"


def quote_line(span: Span, sources: Mapping[str, Source]) -> str:
    """Returns the position and its line: `nim.gdl:20:5: then Ann.score is 1`."""
    source = sources.get(span.source)
    text = source.line(source.position(span.start)[0]).strip() if source else ""
    return f"{position(span, sources)}: {text}"
