"""Several trees of one decision, each grown by a thread of its own: what their roots have counted is added. The result depends on their number, and on nothing
else that threads do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Thread

from gamedsl.errors import GameDslError
from gamedsl_interpreter.engine import Step
from gamedsl_interpreter.thinking.growing import Growing, Root, best_of


class Several:
    """Trees of one decision, with seeds of their own. Iterations are shared out among them, the first trees get what is left over."""

    def __init__(self, trees: Sequence[Growing]) -> None:
        self._trees = trees
        self._done: int = 0

    @property
    def step(self) -> Step:
        """The open step of the decision."""
        return self._trees[0].step

    def goes_on(self, value: int) -> bool:
        """Whether the decision has another open step behind this answer."""
        return self._trees[0].goes_on(value)

    def answer(self, value: int) -> None:
        """The open step is answered in all trees."""
        for tree in self._trees:
            tree.answer(value)

    def grow(self, iterations: int) -> None:
        """So many more iterations in all. Raises Fault."""
        number = len(self._trees)
        before, self._done = self._done, self._done + iterations
        parts = [(self._done - at - 1) // number - (before - at - 1) // number for at in range(number)]
        _at_once([_Part(tree, part) for tree, part in zip(self._trees, parts, strict=True) if part])

    def root(self) -> Root:
        """The sums over all trees."""
        tried, won = Counter[int](), Counter[int]()
        for tree in self._trees:
            for value, times, units in tree.root():
                tried[value] += times
                won[value] += units
        return tuple((value, tried[value], won[value]) for value in tried)

    def best(self) -> int | None:
        """The answer that was tried most in all trees together."""
        return best_of(self.root())


class _Part(Thread):
    """Grows one tree."""

    def __init__(self, tree: Growing, iterations: int) -> None:
        super().__init__(daemon=True)
        self._tree, self._iterations = tree, iterations
        self.error: GameDslError | None = None

    def run(self) -> None:
        try:
            self._tree.grow(self._iterations)
        except GameDslError as error:
            self.error = error


def _at_once(parts: Sequence[_Part]) -> None:
    """Runs all of them, and raises what the first of them in order has raised."""
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    for part in parts:
        if part.error is not None:
            raise part.error
