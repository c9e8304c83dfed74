"""Places in rules, for people."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.source import Source, Span


def position(span: Span, sources: Mapping[str, Source]) -> str:
    """`gloriana.gdl:96:19`; only the name where the text is not at hand."""
    source = sources.get(span.source)
    if source is None:
        return span.source
    line, column = source.position(span.start)
    return f"{source.name}:{line}:{column}"


def quoted(span: Span, sources: Mapping[str, Source]) -> str:
    """The position and the line that is written there: `nim.gdl:20:5: then Ann.score is 1`."""
    source = sources.get(span.source)
    text = source.line(source.position(span.start)[0]).strip() if source else ""
    return f"{position(span, sources)}: {text}"
