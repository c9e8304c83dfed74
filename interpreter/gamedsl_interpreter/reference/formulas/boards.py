"""Formulas about neighbours: of players, along lines of a board, over its links."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, assert_never

from gamedsl.graph.model import expressions
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values.slots import Formula, Frame

Board: TypeAlias = (
    expressions.Neighbour | expressions.Along | expressions.Reach | expressions.Groups | expressions.Distance
)
Links: TypeAlias = tuple[tuple[int, ...], ...]

_DIRECTIONS = 8


def compiled(make: FormulaCompiler, expr: Board) -> Formula:
    """The closure of a formula of this group."""
    match expr:
        case expressions.Neighbour(side, player):
            return _neighbour(make, make.of(player), 1 if side == "left" else -1)
        case expressions.Along():
            return _along(make, expr)
        case expressions.Reach(table, inside, start):
            links, among, begin = _links(make, table), make.of(inside), make.of(start)
            return lambda f: tuple(sorted(_reached(links, set(among(f)), begin(f))))
        case expressions.Groups(table, inside):
            links, among = _links(make, table), make.of(inside)
            return lambda f: _groups(links, among(f))
        case expressions.Distance(table, inside, start, goal):
            links, among = _links(make, table), make.of(inside)
            begin, end = make.of(start), make.of(goal)
            return lambda f: _distance(links, set(among(f)), begin(f), set(end(f)))
        case _:
            assert_never(expr)


def neighbour(make: FormulaCompiler, frame: Frame, player: int, step: int) -> int:
    """The next player in a direction who is not eliminated; oneself if alone."""
    count = len(make.game.seats)
    out = None if make.game.builtins.out is None else make.game.fields[make.game.builtins.out].base
    for i in range(1, count):
        seat = (player + step * i) % count
        if out is None or not frame[out + seat]:
            return seat
    return player


def _neighbour(make: FormulaCompiler, player: Formula, step: int) -> Formula:
    count = len(make.game.seats)
    if make.game.builtins.out is None:
        return lambda f: (player(f) + step) % count
    return lambda f: neighbour(make, f, player(f), step)


def _along(make: FormulaCompiler, expr: expressions.Along) -> Formula:
    rays: tuple[Any, ...] = make.game.tables[expr.rays].values
    start, direction, number = make.of(expr.start), make.of(expr.direction), make.of(expr.number)

    def along(f: Frame) -> int | None:
        place, way, steps = start(f), direction(f), number(f)
        if place is None or not steps:
            found: int | None = place
            return found
        if steps < 0:
            way, steps = (way + _DIRECTIONS // 2) % _DIRECTIONS, -steps
        ray = rays[place * _DIRECTIONS + way]
        return ray[steps - 1] if steps <= len(ray) else None

    return along


# ---------------------------------------------------------------- links


def _links(make: FormulaCompiler, table: int) -> Links:
    values: Any = make.game.tables[table].values
    links: Links = values
    return links


def _reached(links: Links, inside: set[int], start: Iterable[int]) -> set[int]:
    found = {place for place in start if place in inside}
    open_places = list(found)
    while open_places:
        for place in links[open_places.pop()]:
            if place in inside and place not in found:
                found.add(place)
                open_places.append(place)
    return found


def _groups(links: Links, inside: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    left = set(inside)
    groups: list[tuple[int, ...]] = []
    for place in inside:
        if place in left:
            group = _reached(links, left, (place,))
            left -= group
            groups.append(tuple(sorted(group)))
    return tuple(groups)


def _distance(links: Links, inside: set[int], start: Iterable[int], goal: set[int]) -> int | None:
    ring = {place for place in start if place in inside}
    goal = goal & inside
    seen = set(ring)
    steps = 0
    while ring:
        if ring & goal:
            return steps
        ring = {place for at in ring for place in links[at] if place in inside} - seen
        seen |= ring
        steps += 1
    return None
