"""A search that is guided by how near positions are to a broken invariant, and by rules that are rarely reached.

It first returns to a position that is kept, and then explores from there (Ecoffet, Huizinga, Lehman, Stanley and Clune, "First return, then explore", 2021).
Some positions are kept for each invariant and each distance from breaking it, as in MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping
elites", 2015), and one for each rule that was reached. Near positions are taken more often, and far ones sometimes, because the nearest may be dead ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from gamedsl.graph.model.game import Game
from gamedsl.values import define, frozen
from gamedsl_interpreter.engine import BUDGET, Checking, Forced
from gamedsl_interpreter.plans.distances import with_distances
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.trouble.walks import Walk
from gamedsl_interpreter.wasm.bulk.playouts import LONG, Policy
from gamedsl_interpreter.wasm.bulk.prober import Near, Prober, Walks
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import NoRoomError, Unavailable
from gamedsl_interpreter.wasm.instances.modules import Keeper

_SLICE = 0.02
"""Seconds of a call."""
_LENGTHS = (4, 16, 64, 1 << 30)
"""The decisions of walks; the last one leads to the end of a match."""
_MOST_KEPT = 8
"""The most positions for one promise and one distance."""
_WINDOW = 12
"""The most distances for one promise: the nearest ones."""


@define(eq=False)
class _Kept:
    """A position, and the walks that lead to it from the beginning."""

    record: bytes
    walks: tuple[Walk, ...]
    visits: int = 0


@frozen
class Progress:
    """The work of a search between two faults: the number of visited positions, and the walks that lead to the next fault (None at the end of the search)."""

    positions: int
    broken: tuple[Walk, ...] | None


def prober_of(game: Game, start: str | None, seconds: float, keeper: Keeper | None) -> Prober | None:
    """Makes the walks of a game that stop at forced decisions too and test invariants; None if there is no module for them. If `seconds` is large, the
    module is optimised."""
    measured = with_distances(game)
    try:
        engine = WasmEngine(measured, Checking.ON, forced=Forced.ASKED, keeper=keeper)
        modules = engine.modules.improved() if seconds > LONG else engine.modules
        prober = Prober(modules, BUDGET)
    except (Unsupported, Unavailable, NoRoomError):
        return None
    if start is not None:
        prober.begin_from(engine.start_image(start))
    return prober


def search_guided(
    prober: Prober, seed: int, goes_on: Callable[[], bool], tick: Callable[[int], object] = abs
) -> Iterator[Progress]:
    """Searches as long as it may go on, and yields each fault that it meets."""
    search = _Search(prober, seed)
    positions = 0
    while goes_on():
        visited, broken = search.explore()
        tick(visited)
        positions += visited
        if broken is not None:
            yield Progress(positions, broken)
            positions = 0
    yield Progress(positions, None)


class _Search:
    def __init__(self, prober: Prober, seed: int) -> None:
        self._prober = prober
        self._seed = seed
        self._dice = Dice.seeded(seed)
        self._index = 0
        self._cells: list[dict[int, list[_Kept]]] = [{} for _ in range(prober.measures)]
        self._news: list[_Kept] = []
        self._speed = 1e5
        self._length = 32.0
        """Positions per second, and decisions of a whole match, as far as was seen."""

    def explore(self) -> tuple[int, tuple[Walk, ...] | None]:
        """Makes some walks from one position. Returns the positions visited, and the walks to a fault."""
        origin, dice = self._choose(), self._dice
        longest = _LENGTHS[-1] if origin is None else _LENGTHS[dice.below(len(_LENGTHS))]
        count = max(1, min(4096, int(self._speed * _SLICE / min(self._length, longest))))
        policy = (Policy.STEPS, Policy.MOVES)[dice.below(2)]
        first, began = self._index, monotonic()
        record = None if origin is None else origin.record
        made = self._prober.walk(record, self._seed, first, count, longest, policy)
        self._index += made.finished + 1
        self._learn(made, longest, monotonic() - began)
        before = () if origin is None else origin.walks
        self._keep(made, before, policy)
        if not made.is_broken:
            return made.visited, None
        return made.visited, (*before, Walk(policy, first + made.finished, _LENGTHS[-1]))

    def _learn(self, made: Walks, longest: int, seconds: float) -> None:
        if made.visited and seconds > _SLICE / 10:
            self._speed += (made.visited / seconds - self._speed) / 4
        if longest == _LENGTHS[-1] and made.finished:
            self._length += (max(1.0, made.visited / made.finished) - self._length) / 4

    def _choose(self) -> _Kept | None:
        """Chooses where walks begin; None: at the beginning of matches."""
        kind = self._dice.below(8)
        known = [cells for cells in self._cells if cells]
        if kind < 2 or not (known or self._news):
            return None
        if kind < 4 and self._news:
            return self._choose_least_visited(self._news)
        if not known:
            return None
        cells = known[self._dice.below(len(known))]
        for distance in sorted(cells):
            if self._dice.below(2):
                return self._choose_least_visited(cells[distance])
        return self._choose_least_visited(cells[min(cells)])

    def _choose_least_visited(self, found: list[_Kept]) -> _Kept:
        some = [found[self._dice.below(len(found))] for _ in range(2)]
        chosen = min(some, key=lambda one: one.visits)
        chosen.visits += 1
        return chosen

    def _keep(self, made: Walks, before: tuple[Walk, ...], policy: Policy) -> None:
        def make(near: Near) -> _Kept:
            return _Kept(near.record, (*before, Walk(policy, near.index, near.decisions)))

        if made.news is not None:
            self._news.append(make(made.news))
        for cells, near in zip(self._cells, made.nearest, strict=True):
            if near is None:
                continue
            if len(cells) >= _WINDOW and near.number not in cells:
                if near.number > max(cells):
                    continue
                del cells[max(cells)]
            cell = cells.setdefault(near.number, [])
            if len(cell) < _MOST_KEPT:
                cell.append(make(near))
            else:
                cell[self._dice.below(_MOST_KEPT)] = make(near)
