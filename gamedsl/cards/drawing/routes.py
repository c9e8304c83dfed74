"""Draws the lines of a graph: each beside others between the same places, in the colour that the rules give it, with its name and numbers where they cover least."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from gamedsl.cards.boards import Board, Route
from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import Box, Line, Mark, Ruler
from gamedsl.page.colours import INK, LINE, PAPER, SOFT, mix
from gamedsl.values import frozen

_LETTERS = 7.0
"""The size of the letters of names and numbers, in points."""
_HIGH, _EDGE, _GAP = 3.8, 0.8, 0.5
"""The height of a label, its margin, and the space between what stands on it, in millimetres."""
_SPOTS = (0.5, 0.42, 0.58, 0.35, 0.65, 0.29, 0.71)
"""Where on its line a label may be, the best place first."""
_OFF = (0.0, 2.6, -2.6, 4.2, -4.2, 5.4, -5.4)
"""How far beside its line a label may be, in millimetres, the smallest distance first. That counts as much as so many square millimetres of what it covers."""
_CROSSED, _READ = 1.5, 3.0
"""The square millimetres that count for a millimetre of another line, and for a square millimetre of a name or label, which a label covers."""
RING = 0.7
"""The space around a label that is free for a ring, in millimetres."""
_STEPS = 12
"""The points of a line at which is looked whether a label covers it."""
_NEARLY = 0.01
"""The millimetres by which rounding may move a point of a line."""
_BESIDE = 0.3
"""The distance of lines between the same places, in widths of a place."""
_OWNED = 2.2
"""The width of a line that a player has taken, in millimetres."""
_PLAIN = mix(INK, PAPER, 0.55)


@frozen
class Drawn:
    """A line on paper: its ends, and the area of its label. `route` is None for lines without a name."""

    start: tuple[float, float]
    end: tuple[float, float]
    label: Area
    route: Route | None


def draw_routes(ruler: Ruler, board: Board, places: Sequence[Area], names: Sequence[Area]) -> tuple[Drawn, ...]:
    """Returns the lines of a graph whose places and names lie in these areas. Labels lie where they cover as little as possible of these and of each other."""
    middles = [(one.x + one.width / 2, one.y + one.height / 2) for one in places]
    alike = Counter(frozenset(pair) for pair in board.plan.lines)
    seen = Counter[frozenset[int]]()
    ends: list[_Ends] = []
    for one, other in board.plan.lines:
        pair = frozenset((one, other))
        away = (seen[pair] - (alike[pair] - 1) / 2) * _BESIDE * places[0].width
        seen[pair] += 1
        ends.append(_move_aside(middles[min(pair)], middles[max(pair)], away))
    taken: list[Area] = []
    found: list[Drawn] = []
    for number, (start, end) in enumerate(ends):
        route = board.routes[number] if number < len(board.routes) else None
        others = [one for one in ends if one != (start, end)]
        label = _label(ruler, route, (start, end), places, [*names, *taken], others)
        if route is not None:
            taken.append(label)
        found.append(Drawn(start, end, label, route))
    return tuple(found)


def sign_area(drawn: Drawn, number: int) -> Area:
    """Returns the area of a sign on the label of a line, which has room for it."""
    inner = drawn.label.inner(_EDGE, 0.4)
    return Area(inner.x + number * (inner.height + _GAP), inner.y, inner.height, inner.height)


def route_lines(drawn: Sequence[Drawn]) -> Iterator[Mark]:
    """Draws lines, which lie below places."""
    for one in drawn:
        styles = () if one.route is None else one.route.styles
        colour, width = (styles[0].colour, 1.5) if styles else (_PLAIN, 0.9)
        if one.route is not None and one.route.owner is not None:
            colour, width = one.route.owner, _OWNED
        yield Line(*one.start, *one.end, colour, width)


def route_labels(ruler: Ruler, drawn: Sequence[Drawn]) -> Iterator[Mark]:
    """Draws the labels of lines, which lie above places."""
    for one in drawn:
        if one.route is not None:
            yield from _label_marks(ruler, one.route, one.label)


def _label_marks(ruler: Ruler, route: Route, area: Area) -> Iterator[Mark]:
    yield Box(area.x, area.y, area.width, area.height, PAPER, LINE, 0.2, 1)
    inner = area.inner(_EDGE, 0.4)
    x = inner.x + route.signs * (inner.height + _GAP)
    for style in route.styles:
        yield from emblem(ruler, style, Area(x, inner.y, inner.height, inner.height), style.colour, PAPER)
        x += inner.height + _GAP
    wide = ruler.width(route.name, _LETTERS, False)
    yield from fit_text(ruler, route.name, Area(x, inner.y, wide + 0.1, inner.height), Ink(_LETTERS, SOFT), "left")
    if numbers := " · ".join(route.words):
        rest = Area(x + wide + _GAP, inner.y, inner.x + inner.width - x - wide - _GAP + 0.1, inner.height)
        yield from fit_text(ruler, numbers, rest, Ink(_LETTERS, INK, True), "right")


_Point: TypeAlias = tuple[float, float]
_Ends: TypeAlias = tuple[_Point, _Point]


def _move_aside(one: _Point, other: _Point, away: float) -> _Ends:
    """Moves both ends of a line sideways."""
    right, down = other[0] - one[0], other[1] - one[1]
    long = math.hypot(right, down) or 1.0
    x, y = -down / long * away, right / long * away
    return (one[0] + x, one[1] + y), (other[0] + x, other[1] + y)


def _label(
    ruler: Ruler,
    route: Route | None,
    ends: _Ends,
    places: Sequence[Area],
    read: Sequence[Area],
    others: Sequence[_Ends],
) -> Area:
    """Returns the area of a label on its line that covers as little as possible of places, of names and labels, and of other lines."""
    start, end = ends
    wide = 0.0 if route is None else _width(ruler, route)
    right, down = end[0] - start[0], end[1] - start[1]
    long = math.hypot(right, down) or 1.0

    def area(part: float, away: float) -> Area:
        x, y = start[0] + right * part - down / long * away, start[1] + down * part + right / long * away
        return Area(x - wide / 2, y - _HIGH / 2, wide, _HIGH)

    def cost(one: Area, away: float) -> float:
        crossed = sum(_measure_overlap(one, line) for line in others) * _CROSSED
        hidden = sum(_common(one.inner(-RING), other) for other in read) * _READ
        return abs(away) + crossed + hidden + sum(_common(one, other) for other in places)

    found, least = area(_SPOTS[0], _OFF[0]), math.inf
    for away, part in product(_OFF, _SPOTS):
        if abs(away) >= least:
            break  # nothing farther away costs less
        one = area(part, away)
        if (own := cost(one, away)) < least:
            found, least = one, own
    return found


def _measure_overlap(area: Area, line: _Ends) -> float:
    """Returns about how much of a line an area covers, in millimetres."""
    (x, y), (to_x, to_y) = line
    if not (_overlap(x, to_x, area.x, area.width) and _overlap(y, to_y, area.y, area.height)):
        return 0.0
    inside = 0
    for step in range(_STEPS + 1):
        at_x, at_y = x + (to_x - x) * step / _STEPS, y + (to_y - y) * step / _STEPS
        inside += area.x <= at_x <= area.x + area.width and area.y <= at_y <= area.y + area.height
    return inside * math.hypot(to_x - x, to_y - y) / _STEPS


def _overlap(one: float, other: float, start: float, size: float) -> bool:
    """Whether the stretch between two numbers has a point in another stretch, or nearly so."""
    return max(one, other) > start - _NEARLY and min(one, other) < start + size + _NEARLY


def _width(ruler: Ruler, route: Route) -> float:
    texts = ruler.width(route.name, _LETTERS, False)
    if route.words:
        texts += _GAP + ruler.width(" · ".join(route.words), _LETTERS, True)
    return texts + (len(route.styles) + route.signs) * (_HIGH - 0.8 + _GAP) + 2 * _EDGE


def _common(one: Area, other: Area) -> float:
    """Returns how much two areas have in common, in square millimetres."""
    wide = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    high = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(wide, 0.0) * max(high, 0.0)
