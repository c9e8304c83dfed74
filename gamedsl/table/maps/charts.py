"""Finds room for the names of a map on a grid of characters, so that no name covers another one and no road runs through the name of a place where it does not
end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.values import frozen

_LOW, _HIGH = (8, 10, 12), (15, 18, 21)
"""The numbers of lines that a map may have: if none of the first ones will do, one of the second ones is taken."""
_FEWEST_PLACES, _MOST_PLACES = 4, 24
_ACROSS, _DOWN = (-9, -5, -2, 0, 2, 5, 9), (-2, -1, 0, 1, 2)
"""How far a name is moved at once."""
_ROUNDS = 6
_COVERED, _HIT, _CROSSED, _SHORT, _FLAT, _LINE = 1000.0, 200.0, 30.0, 20.0, 5.0, 1.5
"""How bad it is if a name covers another one, a road runs through a name, two roads cross, a road has no room for its label, a road is hard to follow because it
rises or falls too slowly, and a map has one more line."""
_SLOWLY = 9
"""The most columns in which a road should go on by one row."""

Cell = tuple[int, int]
"""A column and a row, from the top left corner."""


@frozen
class Road:
    """A road between two places, and the length of its label."""

    ends: tuple[int, int]
    label: int


@frozen
class Size:
    """The width of the name of a place, and the number of lines that it needs with what lies there."""

    width: int
    lines: int


@frozen
class Chart:
    """A map on a grid of characters: the middles of the names, and the number of lines."""

    middles: tuple[Cell, ...]
    rows: int


def find_chart(
    points: Sequence[tuple[float, float]], sizes: Sequence[Size], roads: Sequence[Road], width: int
) -> Chart | None:
    """Returns the clearest chart of a map in which everything can be read; None if there is none. The points are where places lie, from 0 to 1 in both
    directions."""
    if not roads or not _FEWEST_PLACES <= len(points) <= _MOST_PLACES:
        return None
    for heights in (_LOW, _HIGH):
        tried = [_Names(points, sizes, roads, width, rows) for rows in heights]
        for one in tried:
            one.settle()
        if readable := [one for one in tried if one.is_readable]:
            return min(readable, key=lambda one: one.unrest).chart()
    return None


class _Names:
    """The names of a map while they are moved about."""

    def __init__(
        self, points: Sequence[tuple[float, float]], sizes: Sequence[Size], roads: Sequence[Road], width: int, rows: int
    ) -> None:
        self._sizes = sizes
        self._roads = roads
        self._width = width
        self._rows = rows
        self._near: Mapping[int, Sequence[Road]] = {
            at: [road for road in roads if at in road.ends] for at in range(len(points))
        }
        left, right = max(one.width for one in sizes) // 2 + 1, max(one.width for one in sizes) // 2 + 2
        deepest = max(one.lines for one in sizes)
        self._home = [(left + round(x * (width - left - right)), round(y * (rows - deepest))) for x, y in points]
        self._at = list(self._home)

    @property
    def is_readable(self) -> bool:
        """Whether every name can be read, and shows which roads end there."""
        return not any(self._badness(at) for at in range(len(self._at)))

    @property
    def unrest(self) -> float:
        """How many roads cross others or have no room for their labels, how far names are from where they belong, and how high the map is."""
        return sum(self._unrest(at) for at in range(len(self._at))) + _LINE * self._rows

    def chart(self) -> Chart:
        """Returns the names where they are, moved to the top left corner."""
        left = min(x - self._sizes[at].width // 2 for at, (x, _) in enumerate(self._at))
        top = min(y for _, y in self._at)
        middles = tuple((x - left, y - top) for x, y in self._at)
        return Chart(middles, max(y + self._sizes[at].lines for at, (_, y) in enumerate(middles)))

    def settle(self) -> None:
        """Moves one name after the other to where it is least in the way, until none has a better place."""
        for _ in range(_ROUNDS):
            before = list(self._at)
            for at in range(len(self._at)):
                self._at[at] = min(self._reachable(at), key=lambda cell: self._cost(at, cell))
            if self._at == before:
                break

    def _reachable(self, at: int) -> Iterator[Cell]:
        """Yields where a name may go, first where it is."""
        x, y = self._at[at]
        yield x, y
        half, lines = self._sizes[at].width // 2 + 1, self._sizes[at].lines
        for down in _DOWN:
            for across in _ACROSS:
                is_inside = half <= x + across < self._width - half and 0 <= y + down <= self._rows - lines
                if is_inside and (across or down):
                    yield x + across, y + down

    def _cost(self, at: int, cell: Cell) -> float:
        """Returns how bad it is to have a name at a cell."""
        before, self._at[at] = self._at[at], cell
        found = self._badness(at) + self._unrest(at)
        self._at[at] = before
        return found

    def _unrest(self, at: int) -> float:
        """Returns how far a name is from where it belongs, and how many of its roads cross others or have no room for their labels."""
        (x, y), (home_x, home_y) = self._at[at], self._home[at]
        found = abs(x - home_x) / 4 + abs(y - home_y)
        for road in self._near[at]:
            found += _SHORT * (self._free(road) < road.label + 2) + _FLAT * self._is_flat(road)
            found += _CROSSED * sum(self._do_cross(road, other) for other in self._roads)
        return found

    def _badness(self, at: int) -> float:
        """Returns how many names a name covers, and how many roads run through names because of it."""
        others = [other for other in range(len(self._at)) if other != at]
        found = _COVERED * sum(self._do_touch(at, other) for other in others)
        found += _HIT * sum(self._is_hit(other, road) for road in self._near[at] for other in others)
        return found + _HIT * sum(self._is_hit(at, road) for road in self._roads)

    def _do_touch(self, one: int, other: int) -> bool:
        (x, y), (other_x, other_y) = self._at[one], self._at[other]
        mine, its = self._sizes[one], self._sizes[other]
        is_beside = abs(x - other_x) >= (mine.width + its.width) / 2 + 2
        is_below = y - other_y >= its.lines or other_y - y >= mine.lines
        return not is_beside and not is_below

    def _is_hit(self, at: int, road: Road) -> bool:
        """Whether a road runs through the name of a place where it does not end."""
        if at in road.ends:
            return False
        size, (x, y), (start, end) = self._sizes[at], self._at[at], road.ends
        half = size.width / 2 + 2
        (upper_x, upper_y), (lower_x, lower_y) = self._at[start], self._at[end]
        if upper_y > lower_y:
            upper_x, upper_y, lower_x, lower_y = lower_x, lower_y, upper_x, upper_y
        # The part of the road that runs in the rows of the name.
        top, bottom = max(upper_y, y - 0.5), min(lower_y, y + size.lines - 0.5)
        if top > bottom:
            return False
        slope = (lower_x - upper_x) / (lower_y - upper_y) if lower_y > upper_y else 0.0
        left, right = upper_x + slope * (top - upper_y), upper_x + slope * (bottom - upper_y)
        if lower_y == upper_y:
            right = lower_x
        return min(left, right) <= x + half and max(left, right) >= x - half

    def _free(self, road: Road) -> float:
        """Returns how many columns or rows of a road are outside the names at its ends."""
        (x, y), (to_x, to_y) = (self._at[end] for end in road.ends)
        taken = sum(self._sizes[end].width for end in road.ends) / 2
        if abs(to_y - y) > 2:
            return max(abs(to_x - x) - taken, float(road.label + 2))
        return abs(to_x - x) - taken

    def _is_flat(self, road: Road) -> bool:
        """Whether a road is neither level nor steep enough to be told from others beside it."""
        (x, y), (to_x, to_y) = (self._at[end] for end in road.ends)
        return y != to_y and abs(to_x - x) > _SLOWLY * abs(to_y - y)

    def _do_cross(self, one: Road, other: Road) -> bool:
        if not set(one.ends).isdisjoint(other.ends):
            return False

        def side(a: int, b: int, c: int) -> int:
            (ax, ay), (bx, by), (x, y) = self._at[a], self._at[b], self._at[c]
            return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

        (a, b), (c, d) = one.ends, other.ends
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
