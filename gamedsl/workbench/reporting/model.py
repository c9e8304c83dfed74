"""What a report is made of, before it is a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gamedsl.json import Json
from gamedsl.values import frozen

Picture: TypeAlias = Mapping[str, Json]
"""A picture as Vega-Lite describes it."""


@frozen
class Finding:
    """A sentence, and how sure it is: `certain`, `open` (more matches may decide it), or `plain` (it is a count and no conclusion)."""

    text: str
    sort: Literal["certain", "open", "plain"] = "plain"


@frozen
class Grid:
    """A table: its head and its rows; the first column is a name, the others are numbers unless all are words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_of_words: bool = False


@frozen
class Section:
    """One question: its findings, a picture (None where there is nothing to see), the table behind it, and how it was made."""

    id: str
    title: str
    findings: tuple[Finding, ...]
    picture: Picture | None
    grid: Grid
    made: str
