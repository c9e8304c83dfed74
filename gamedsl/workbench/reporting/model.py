"""The content of a report, before it is laid out as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gamedsl.json import Json
from gamedsl.values import frozen
from gamedsl.workbench.reporting.sources import Source
from gamedsl.workbench.statistics.estimates import Estimate

Picture: TypeAlias = Mapping[str, Json]
"""A picture in the form of Vega-Lite."""


@frozen
class Finding:
    """A sentence with its certainty: `certain`, `open` (more matches may decide it), or `plain` (a count without a conclusion). `advice` is what a designer may
    do about it; empty if nothing has to be done."""

    text: str
    sort: Literal["certain", "open", "plain"] = "plain"
    advice: str = ""


@frozen
class Grid:
    """A table: a head and rows. The first column holds names; the others hold numbers unless `is_of_words`."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_of_words: bool = False


Unit: TypeAlias = Literal["share", "points", "number", "minutes"]
"""The unit of a figure. Shares, and percentage `points` of a win chance, are from 0 to 1."""

ENOUGH = 20
"""A figure of fewer matches is not shown."""


@frozen
class Figure:
    """A figure of a game. `name` identifies it in data; `title`, `meaning` (one sentence) and `source` are for people. `estimate` is None if there are too
    few observations: only `count` of the `needed` ones. `of` is the word for an observation."""

    name: str
    title: str
    unit: Unit
    estimate: Estimate | None
    count: int
    meaning: str
    source: Source
    of: str = "matches"
    needed: int = ENOUGH


@frozen
class Section:
    """The answer to one question: its findings, a picture (None if there is nothing to draw), the table with its data, `made` (how the figures were
    computed), and the figures themselves."""

    id: str
    title: str
    findings: tuple[Finding, ...]
    picture: Picture | None
    grid: Grid
    made: str
    figures: tuple[Figure, ...] = ()
