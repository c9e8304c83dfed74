"""Compiles formulas about neighbours: of players, along lines of a board, over its links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, assert_never

from gamedsl.graph.model import expressions, shapes
from gamedsl.graph.model.types import Value
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values.slots import Formula, Frame

Fixed: TypeAlias = tuple[tuple[int, ...], ...]
Links: TypeAlias = Fixed | defaultdict[int, list[int]]
"""The neighbours of each element."""

_DIRECTIONS = 8


def compile_formula(make: FormulaCompiler, expr: expressions.Board) -> Formula:
    """Compiles a formula of this group to a closure."""
    match expr:
        case expressions.Neighbour(side, player):
            return _neighbour(make, make.of(player), 1 if side == "left" else -1)
        case expressions.Along():
            return _along(make, expr)
        case expressions.Reach(_, inside, start, steps=steps):
            links, among, begin = _open_links(make, expr), make.of(inside), make.of(start)
            if steps is None:
                return lambda f: tuple(sorted(_reachable(links(f), set(among(f)), begin(f))))
            most = make.of(steps)
            return lambda f: tuple(sorted(_within(links(f), set(among(f)), begin(f), most(f))))
        case expressions.Groups(_, inside, alike=alike):
            links, among = _open_links(make, expr), make.of(inside)
            if alike is None:
                return lambda f: _groups(links(f), among(f))
            values = make.of(alike)
            return lambda f: _groups_alike(links(f), among(f), values(f))
        case expressions.Distance(_, inside, start, goal):
            links, among = _open_links(make, expr), make.of(inside)
            begin, end = make.of(start), make.of(goal)
            return lambda f: _distance(links(f), set(among(f)), begin(f), set(end(f)))
        case expressions.Longest(links, edges, costs):
            ends, among, worth = _links(make, links), make.of(edges), make.of(costs)
            return lambda f: _longest(make.meter, ends, among(f), worth(f))
        case expressions.Cheapest(links, edges, costs, start, goal):
            ends, among, worth = _links(make, links), make.of(edges), make.of(costs)
            begin, end = make.of(start), make.of(goal)
            return lambda f: _cheapest(make.meter, ends, among(f), worth(f), begin(f), set(end(f)))
        case _:
            assert_never(expr)


def neighbour(make: FormulaCompiler, frame: Frame, player: int, step: int) -> int:
    """Returns the next player in a direction who is not eliminated; the player itself if there is no other."""
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
    rays = _links(make, expr.rays)
    start, direction, number = make.of(expr.start), make.of(expr.direction), make.of(expr.number)

    def along(f: Frame) -> int | None:
        place: int | None = start(f)
        way: int = direction(f)
        steps: int | None = number(f)
        if place is None or not steps:
            return place
        if steps < 0:
            way, steps = (way + _DIRECTIONS // 2) % _DIRECTIONS, -steps
        ray = rays[place * _DIRECTIONS + way]
        return ray[steps - 1] if steps <= len(ray) else None

    return along


# ---------------------------------------------------------------- links


def _links(make: FormulaCompiler, table: int) -> Fixed:
    return tuple([shapes.numbers(row) for row in make.game.tables[table].values])


def _open_links(
    make: FormulaCompiler, expr: expressions.Reach | expressions.Groups | expressions.Distance
) -> Callable[[Frame], Links]:
    """Returns a function that gives the neighbours of each element: the fixed neighbours, or, for edges that can open, the neighbours over edges that are
    open now."""
    links = _links(make, expr.links)
    if expr.through is None:
        return lambda _: links
    open_edges = make.of(expr.through)

    def now(f: Frame) -> Links:
        near: defaultdict[int, list[int]] = defaultdict(list)
        edges: Iterable[int] = open_edges(f)
        for edge in edges:
            one, other = links[edge]
            near[one].append(other)
            near[other].append(one)
        return near

    return now


def _reachable(links: Links, inside: set[int], start: Iterable[int]) -> set[int]:
    found = {place for place in start if place in inside}
    open_places = list(found)
    while open_places:
        for place in links[open_places.pop()]:
            if place in inside and place not in found:
                found.add(place)
                open_places.append(place)
    return found


def _within(links: Links, inside: set[int], start: Iterable[int], steps: int) -> set[int]:
    found = {place for place in start if place in inside} if steps >= 0 else set[int]()
    ring = found
    while ring and steps > 0:
        ring = {place for at in ring for place in links[at] if place in inside} - found
        found = found | ring
        steps -= 1
    return found


def _groups(links: Links, inside: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    left = set(inside)
    groups: list[tuple[int, ...]] = []
    for place in inside:
        if place in left:
            group = _reachable(links, left, (place,))
            left -= group
            groups.append(tuple(sorted(group)))
    return tuple(groups)


def _groups_alike(links: Links, inside: tuple[int, ...], values: tuple[Value, ...]) -> tuple[tuple[int, ...], ...]:
    with_value: defaultdict[Value, set[int]] = defaultdict(set)
    for place, value in zip(inside, values, strict=True):
        with_value[value].add(place)
    groups: list[tuple[int, ...]] = []
    for place, value in zip(inside, values, strict=True):
        if place in with_value[value]:
            group = _reachable(links, with_value[value], (place,))
            with_value[value] -= group
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


# ---------------------------------------------------------------- costs


def _longest(meter: Meter, ends: Fixed, edges: Sequence[int], costs: Sequence[int]) -> int:
    """Tries all ways edge by edge. A way is given up if even all unused edges could not make it longer than the best one."""
    roads = [(*ends[edge], cost) for edge, cost in zip(edges, costs, strict=True)]
    unused = set(range(len(roads)))
    best = 0

    def walk(place: int, length: int, left: int) -> None:
        nonlocal best
        meter.spend(len(roads))
        best = max(best, length)
        for road in sorted(unused):
            if length + left <= best:
                return
            one, other, cost = roads[road]
            if place in (one, other):
                unused.remove(road)
                walk(other if place == one else one, length + cost, left - cost)
                unused.add(road)

    for place in sorted({end for one, other, _ in roads for end in (one, other)}):
        walk(place, 0, sum(costs))
    return best


def _cheapest(
    meter: Meter, ends: Fixed, edges: Sequence[int], costs: Sequence[int], start: Iterable[int], goal: set[int]
) -> int | None:
    """Shortens ways until no edge makes one shorter."""
    least = dict.fromkeys(start, 0)
    changed = True
    while changed:
        changed = False
        meter.spend(len(edges))
        for edge, cost in zip(edges, costs, strict=True):
            for here, there in (ends[edge], ends[edge][::-1]):
                if here in least and least[here] + cost < least.get(there, least[here] + cost + 1):
                    least[there] = least[here] + cost
                    changed = True
    return min((least[place] for place in goal if place in least), default=None)
