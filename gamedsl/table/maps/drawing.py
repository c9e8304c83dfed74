"""Draws maps with characters: places by their names, the roads between them as lines, and after each name what lies there in letters.

A drawing is the same in the whole match: only the letters after names and the owners of roads change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

import click

from gamedsl.cards.geometry import Plan, Spot, boards_to_draw, plan_of
from gamedsl.graph.model.types import BoardId
from gamedsl.table.maps.canvas import Canvas, Style
from gamedsl.table.maps.charts import Cell, Chart, Road, Size, find_chart
from gamedsl.table.maps.routes import Routes
from gamedsl.table.names import Names
from gamedsl.table.text import faint, wrap_whole
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View

_SPARE = 5
"""After each name there is room for the marks of all players, and for so many characters more."""
_MORE = "…"
"""Stands after the name of a place if what lies there has no room on the map, and is told below it."""


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
    room: int
    """The number of characters for what lies on a place, after these words."""
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
        self,
        board: BoardId,
        grounds: Sequence[str],
        lying: Mapping[int, Lying],
        view: View,
        key: Iterable[str] | None,
        *,
        is_filled: bool,
    ) -> list[str]:
        """Returns a map with what lies on its places; empty if there is no room for it. `grounds` are the words that are printed on places, `key` is what
        the letters of things mean (None for a map without legends). `is_filled`: something can lie there."""
        if board not in self._sheets:
            self._sheets[board] = self._sheet(board, grounds, is_filled=is_filled)
        sheet = self._sheets[board]
        return [] if sheet is None else list(self._drawn(board, sheet, lying, view, key))

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
        lined = [Road(ends, _room_for(labels, len(one))) for ends, one in roads.items()]
        room = sum(map(len, self._names.marks)) + _SPARE if is_filled else 0
        names = [self._names.place(board, at) for at in range(len(spots))]
        for told in (grounds, [""] * len(names)) if any(grounds) else (grounds,):
            titles = tuple((name, f" ({ground})" if ground else "") for name, ground in zip(names, told, strict=True))
            sizes = [Size(len(name + ground) + room, 1) for name, ground in titles]
            chart = find_chart(_points(spots), sizes, lined, self._width - 2)
            if chart is not None:
                return _Sheet(plan, chart, titles, room, roads)
        return None

    # ------------------------------------------------------------ the drawing

    def _drawn(
        self, board: BoardId, sheet: _Sheet, lying: Mapping[int, Lying], view: View, key: Iterable[str] | None
    ) -> Iterator[str]:
        canvas = Canvas(self._width - 2, sheet.chart.rows)
        labels, longest = self._routes.labels(board, view), self._routes.longest_label(board)
        starts = [
            (x - (len(name + ground) + sheet.room) // 2, y)
            for (x, y), (name, ground) in zip(sheet.chart.middles, sheet.titles, strict=True)
        ]
        # Lines reach names, not the room for what lies there.
        ends = [
            (min(x, start + len(name) - 1), y)
            for (x, y), (start, _), (name, _) in zip(sheet.chart.middles, starts, sheet.titles, strict=True)
        ]
        for (a, b), roads in sheet.roads.items():
            owners = {labels[at].owner for at in roads if at in labels}
            owner = owners.pop() if len(owners) == 1 else None
            canvas.draw(ends[a], ends[b], self._style(owner, faint))
        for (x, y), (name, ground) in zip(starts, sheet.titles, strict=True):
            canvas.write(x, y, name, _bold)
            canvas.write(x + len(name), y, ground, faint)
            canvas.keep_free(x + len(name + ground), y, sheet.room)
        for (a, b), roads in sheet.roads.items():
            target = self._routes.find_target(board, roads)
            if target is not None:
                canvas.point(ends[b if target == a else a], ends[target], faint)
            text = "/".join(labels[at].text for at in roads if at in labels)
            if text:
                canvas.label(ends[a], ends[b], text, _room_for(longest, len(roads)))
        left = [at for at, one in lying.items() if self._is_left(canvas, sheet, starts[at], at, one)]
        yield from (f"  {line}" for line in canvas.lines() if click.unstyle(line).strip())
        if key is not None:
            of_roads = self._routes.key(board, view)
            yield from (
                faint(f"   {line}") for line in wrap_whole([of_roads] if of_roads else [], " ", self._width - 7)
            )
            yield from key
        if left:
            told = [f"{sheet.titles[at][0]}: {lying[at].words}{'*' * lying[at].is_changed}" for at in left]
            yield from (f"  {line}" for line in wrap_whole(told, " · ", self._width - 4))

    def _is_left(self, canvas: Canvas, sheet: _Sheet, start: Cell, at: int, one: Lying) -> bool:
        """Writes what lies on a place after its name. Returns whether it had no room."""
        star = "*" * one.is_changed
        is_short = len(f"{one.letters}{star}") <= sheet.room - 2
        told = f"{one.letters if is_short else _MORE}{star}"
        if told:
            (x, y), after = start, len("".join(sheet.titles[at]))
            canvas.write(x + after, y, f" {told} ", self._style(one.seat, click.unstyle))
        return not is_short

    def _style(self, seat: int | None, otherwise: Style) -> Style:
        return otherwise if seat is None else partial(click.style, fg=self._names.seat_colour(seat), bold=True)


def _room_for(longest: int, roads: int) -> int:
    """Returns the length of the label of a line that stands for some roads, each with a label that is at most so long."""
    return (longest + 1) * roads - 1 if longest else 0


def _points(spots: Sequence[Spot]) -> list[tuple[float, float]]:
    """Returns where places lie, from 0 to 1 in both directions."""
    across, down = max(one.x for one in spots) or 1, max(one.y for one in spots) or 1
    return [(one.x / across, one.y / down) for one in spots]


def _bold(text: str) -> str:
    return click.style(text, bold=True)
