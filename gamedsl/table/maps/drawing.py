"""Draws maps with characters: places by their names, the roads between them as lines, and below each name what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

import click

from gamedsl.cards.geometry import Plan, Spot, boards_to_draw, plan_of
from gamedsl.graph.model.types import BoardId
from gamedsl.table.maps.canvas import Canvas, Style
from gamedsl.table.maps.charts import Chart, Road, Size, find_chart
from gamedsl.table.maps.routes import Routes
from gamedsl.table.names import Names
from gamedsl.table.text import faint, wrap_whole
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View

_LEAST = 8
"""What lies on a place has room for so many characters, also below a shorter name."""


@frozen
class Lying:
    """What lies on a place: in words, in letters, and the seat that all of it belongs to."""

    words: str = ""
    letters: str = ""
    seat: int | None = None
    is_changed: bool = False


@frozen
class _Sheet:
    """A map for which there is room: its chart, the names as they are written, and the roads that each line stands for."""

    plan: Plan
    chart: Chart
    titles: tuple[tuple[str, str], ...]
    """The name of each place, and the word that is printed there, in brackets."""
    roads: Mapping[tuple[int, int], Sequence[int]]


class Maps:
    """The maps of one game, at most `width` characters wide."""

    def __init__(self, names: Names, routes: Routes, width: int) -> None:
        self._names = names
        self._routes = routes
        self._width = width
        self._sheets: dict[BoardId, _Sheet | None] = {}

    @cached_property
    def boards(self) -> Sequence[BoardId]:
        """The boards that are maps: their places have names, and no coordinates."""
        game = self._names.game
        return [
            board
            for board in boards_to_draw(game)
            if game.about.shapes[board].kind == "graph" and not game.about.shapes[board].is_owned
        ]

    def lines(
        self, board: BoardId, grounds: Sequence[str], lying: Mapping[int, Lying], view: View, *, is_filled: bool
    ) -> list[str]:
        """Returns a map with what lies on its places; empty if there is no room for it. `grounds` are the words that are printed on places. `is_filled`:
        something can lie there."""
        if board not in self._sheets:
            self._sheets[board] = self._sheet(board, grounds, is_filled=is_filled)
        sheet = self._sheets[board]
        return [] if sheet is None else list(self._drawn(board, sheet, lying, view))

    # ------------------------------------------------------------ the sheet

    def _sheet(self, board: BoardId, grounds: Sequence[str], *, is_filled: bool) -> _Sheet | None:
        plan = plan_of(self._names.game, board)
        spots = sorted(plan.spots, key=lambda one: one.place)
        if all(one.x == int(one.x) and one.y == int(one.y) for one in spots):
            # Places that are called like squares are drawn as squares.
            return None
        roads: dict[tuple[int, int], list[int]] = {}
        for at, (a, b) in enumerate(plan.lines):
            roads.setdefault((min(a, b), max(a, b)), []).append(at)
        labels = self._routes.longest_label(board)
        lined = [Road(ends, (labels + 1) * len(one) - 1 if labels else 0) for ends, one in roads.items()]
        names = [self._names.place(board, at) for at in range(len(spots))]
        for told in (grounds, [""] * len(names)) if any(grounds) else (grounds,):
            titles = tuple((name, f" ({ground})" if ground else "") for name, ground in zip(names, told, strict=True))
            sizes = [Size(max(len(name + ground), _LEAST * is_filled), 1 + is_filled) for name, ground in titles]
            chart = find_chart(_points(spots), sizes, lined, self._width - 2)
            if chart is not None:
                return _Sheet(plan, chart, titles, roads)
        return None

    # ------------------------------------------------------------ the drawing

    def _drawn(self, board: BoardId, sheet: _Sheet, lying: Mapping[int, Lying], view: View) -> Iterator[str]:
        canvas = Canvas(self._width - 2, sheet.chart.rows)
        labels = self._routes.labels(board, view)
        for (a, b), roads in sheet.roads.items():
            owners = {labels[at].owner for at in roads if at in labels}
            owner = owners.pop() if len(owners) == 1 else None
            canvas.draw(sheet.chart.middles[a], sheet.chart.middles[b], self._style(owner, faint))
        for (x, y), (name, ground) in zip(sheet.chart.middles, sheet.titles, strict=True):
            start = x - len(name + ground) // 2
            canvas.write(start, y, name, _bold)
            canvas.write(start + len(name), y, ground, faint)
        left = [at for at, one in lying.items() if one.words and not self._is_written(canvas, sheet, at, one)]
        for (a, b), roads in sheet.roads.items():
            target = self._routes.find_target(board, roads)
            if target is not None:
                middles = sheet.chart.middles
                canvas.point(middles[b if target == a else a], middles[target], faint)
            text = "/".join(labels[at].text for at in roads if at in labels)
            if text:
                canvas.label(sheet.chart.middles[a], sheet.chart.middles[b], text)
        yield from (f"  {line}" for line in canvas.lines() if click.unstyle(line).strip())
        if key := self._routes.key(board, view):
            yield from (faint(f"   {line}") for line in wrap_whole([key], " ", self._width - 7))
        if left:
            told = [f"{sheet.titles[at][0]}: {lying[at].words}{'*' * lying[at].is_changed}" for at in left]
            yield from (f"  {line}" for line in wrap_whole(told, " · ", self._width - 4))

    def _is_written(self, canvas: Canvas, sheet: _Sheet, at: int, one: Lying) -> bool:
        """Writes what lies on a place below its name: in words, or where these have no room in letters. Returns whether the words had room."""
        x, y = sheet.chart.middles[at]
        for text in (one.words, one.letters):
            told = f"{text}{'*' * one.is_changed}"
            start = canvas.find_room(x, y + 1, len(told))
            if start is not None:
                canvas.write_apart(start, y + 1, told, self._style(one.seat, click.unstyle))
                return text == one.words
        return False

    def _style(self, seat: int | None, otherwise: Style) -> Style:
        return otherwise if seat is None else partial(click.style, fg=self._names.seat_colour(seat), bold=True)


def _points(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """Returns where places lie, from 0 to 1 in both directions."""
    across, down = max(one.x for one in spots) or 1, max(one.y for one in spots) or 1
    return [(one.x / across, one.y / down) for one in spots]


def _bold(text: str) -> str:
    return click.style(text, bold=True)
