"""Game trees inside the module: perft and exploration, level by level, with results equal to `perft` and `explore` on the reference executor.

With several processors, several instances share the work (`tree_parts.py`). The results do not depend on their number. A tree (`trees.py`) keeps probabilities
modulo some primes. If these are too few for the fractions at its end, it is explored again with more primes. If the module runs into a fault, or its numbers or
its memory are too small, the reference executor explores the tree instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import explore, perft
from gamedsl_interpreter.explore import MOST_HISTORIES, Exploration
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.perft import Level
from gamedsl_interpreter.wasm.bulk.trees import Attempt, LargeError, OrderMattersError, SlowError, Tree, TreeEngine
from gamedsl_interpreter.wasm.emit.hosts.exploring import MOST_PARTS
from gamedsl_interpreter.wasm.instances.instance import NoRoomError, Trapped


def levels(
    engine: TreeEngine, depth: int, most: int, start: str | None = None, workers: int | None = None
) -> Iterator[Level]:
    """Searches the levels of `perft` with `workers` threads (None: one for each processor)."""
    done = 0
    for attempt in _attempts(workers):
        try:
            for level in islice(_levels(engine, depth, most, start, attempt), done, None):
                yield level
                done += 1
            return
        except (OrderMattersError, LargeError, NoRoomError):
            continue
        except (SlowError, Trapped):
            break
    yield from islice(perft.levels(engine.reference, depth, most, start), done, None)


def _attempts(workers: int | None) -> tuple[Attempt, ...]:
    """Lists the attempts in order. Most trees are small, and several parts take longer for them, so the first attempt has one part. The results of several
    parts equal those of one, or are refused."""
    parts = min(cores() if workers is None else workers, MOST_PARTS)
    return (Attempt(1),) if parts == 1 else (Attempt(1, is_beginning=True), Attempt(parts), Attempt(1))


def _levels(engine: TreeEngine, depth: int, most: int, start: str | None, attempt: Attempt) -> Iterator[Level]:
    tree = Tree(engine, most, start, attempt, tracks=False, primes=0)
    tree.begin()
    for reached in range(depth + 1):
        level = tree.settle()
        if not level.positions:
            return
        yield Level(reached, level.open + level.over, level.positions, level.over)
        if reached < depth:
            tree.expand()


def leaves(engine: TreeEngine, depth: int, most: int, start: str | None = None, workers: int | None = None) -> int:
    """Counts the leaves of `perft.leaves` with `workers` threads (None: one for each processor)."""
    if depth == 0:
        return 1
    for attempt in _attempts(workers):
        try:
            tree = Tree(engine, most, start, attempt, tracks=False, primes=0)
            tree.begin()
            tree.settle()
            for _ in range(depth - 1):
                tree.expand()
                tree.settle()
            return tree.leaves_ahead()
        except (OrderMattersError, LargeError, NoRoomError):
            continue
        except (SlowError, Trapped):
            break
    return perft.count_leaves(engine.reference, depth, most, start)


def explore_tree(
    engine: TreeEngine, depth: int | None, most: int, start: str | None = None, workers: int | None = None
) -> Exploration:
    """Searches the results of `explore` with `workers` threads (None: one for each processor)."""
    for attempt in _attempts(workers):
        try:
            primes = 2
            while True:
                result = _explore(engine, depth, most, primes, start, attempt)
                if isinstance(result, Exploration):
                    return result
                primes = result
        except (OrderMattersError, LargeError, NoRoomError):
            continue
        except (SlowError, Trapped):
            break
    return explore.explore_by_methods(engine.reference, depth, most, start)


def _explore(
    engine: TreeEngine, depth: int | None, most: int, primes: int, start: str | None, attempt: Attempt
) -> Exploration | int:
    """Returns the results, or the number of primes that they need."""
    tree = Tree(engine, most, start, attempt, tracks=True, primes=primes)
    tree.begin()
    moves, nodes, leaves, cut = 0, 0, 0, 0
    lengths: list[int] = []
    while True:
        level = tree.settle()
        nodes += level.open + level.over + level.left
        leaves += level.over
        if level.over:
            lengths.append(moves)
        if moves == depth:
            cut = level.open
            break
        if not level.open:
            break
        tree.expand()
        moves += 1
    values = None if cut else tree.values()
    if isinstance(values, int):
        return values
    endings = Counter[tuple[SeatId, ...]]()
    for one in tree.endings():
        endings[one.first] += one.ways
    return Exploration(
        depth=depth,
        states=tree.states(),
        nodes=nodes,
        leaves=leaves,
        cut=cut,
        endings=tuple(sorted(endings.items(), key=lambda e: (-e[1], e[0]))),
        shortest=min(lengths, default=None),
        longest=max(lengths, default=None),
        values=values,
        information_sets=explore.information_sets(engine.reference, depth, most, start)
        if nodes <= min(most, MOST_HISTORIES)
        else None,
    )
