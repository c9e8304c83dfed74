"""The content of a report, before it is laid out as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gamedsl.json import Json
from gamedsl.values import frozen

Picture: TypeAlias = Mapping[str, Json]
"""A picture in the form of Vega-Lite."""


@frozen
class Finding:
    """A sentence with its certainty: `certain`, `open` (more matches may decide it), or `plain` (a count without a conclusion)."""

    text: str
    sort: Literal["certain", "open", "plain"] = "plain"


@frozen
class Grid:
    """A table: a head and rows. The first column holds names; the others hold numbers unless `is_of_words`."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_of_words: bool = False


@frozen
class Section:
    """The answer to one question: its findings, a picture (None if there is nothing to draw), the table behind it, and in `made` how the figures were made."""

    id: str
    title: str
    findings: tuple[Finding, ...]
    picture: Picture | None
    grid: Grid
    made: str
