"""Root parallelisation: several trees of one decision, each grown by a thread of its own; the counts at their roots are added. The result depends on the
number of trees, but not on the timing of threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Thread

from gamedsl.errors import GameDslError
from gamedsl_interpreter.engine import Step
from gamedsl_interpreter.thinking.growing import Growing, Root, best_of


class Several:
    """Trees of one decision, each with its own seeds: see `Growing`. Iterations are divided evenly among them; the first trees get the remainder."""

    def __init__(self, trees: Sequence[Growing]) -> None:
        self._trees = trees
        self._done: int = 0

    @property
    def step(self) -> Step:
        return self._trees[0].step

    def goes_on(self, value: int) -> bool:
        return self._trees[0].goes_on(value)

    def answer(self, value: int) -> None:
        for tree in self._trees:
            tree.answer(value)

    def begin_again(self) -> None:
        for tree in self._trees:
            tree.begin_again()

    def spread(self) -> float:
        return sum(tree.spread() for tree in self._trees) / len(self._trees)

    def grow(self, iterations: int) -> None:
        number = len(self._trees)
        before, self._done = self._done, self._done + iterations
        parts = [(self._done - at - 1) // number - (before - at - 1) // number for at in range(number)]
        _run_in_parallel([_Part(tree, part) for tree, part in zip(self._trees, parts, strict=True) if part])

    def root(self) -> Root:
        """Sums up the counts at the roots of all trees."""
        tried, won, proved = Counter[int](), Counter[int](), Counter[int]()
        for tree in self._trees:
            for value, times, units, proof in tree.root():
                tried[value] += times
                won[value] += units
                proved[value] = proof or proved[value]
        return tuple((value, tried[value], won[value], proved[value]) for value in tried)

    def differs(self) -> bool:
        return any(tree.differs() for tree in self._trees)

    def best(self) -> int | None:
        """Returns the answer that was tried most in all trees together."""
        return best_of(self.root())


class _Part(Thread):
    """A thread that grows one tree."""

    def __init__(self, tree: Growing, iterations: int) -> None:
        super().__init__(daemon=True)
        self._tree, self._iterations = tree, iterations
        self.error: GameDslError | None = None

    def run(self) -> None:
        try:
            self._tree.grow(self._iterations)
        except GameDslError as error:
            self.error = error


def _run_in_parallel(parts: Sequence[_Part]) -> None:
    """Runs all parts in parallel, and raises the error of the first part, in order, that has one."""
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    for part in parts:
        if part.error is not None:
            raise part.error
