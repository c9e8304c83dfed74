"""Counters of the rules that play has reached, in modules that look for rules that are rarely reached."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, DecisionNode, TogetherNode
from gamedsl_interpreter.wasm.emit.assembly.ir import c, eq, load
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.lowering import Lowering


class Marks:
    """The counters of a module: two for each branch, one for each exit of a decision. The module has no counters if `at` is None."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.news = 0
        """The address of the number of the last counter that became 1, counted from 1."""
        self.branches: dict[int, int] = {}
        self.exits: list[int] = []
        """The first counter of each node."""
        self.count = 0

    def begin(self, ctx: Context) -> None:
        """Reserves the counters."""
        self._number(ctx.game)
        self.at = ctx.memory.space(4 * max(1, self.count))
        self.news = ctx.memory.space(4)

    def _number(self, game: Game) -> None:
        for number, node in enumerate(game.nodes):
            self.exits.append(self.count)
            match node:
                case BranchNode():
                    self.branches[number] = self.count
                    self.count += 2
                case DecisionNode():
                    self.count += len(node.exits)
                case TogetherNode():
                    self.count += 1
                case _:
                    pass


def mark(code: Lowering, branch: int, side: int) -> None:
    """Counts that play takes a side of a branch (0: yes, 1: no), if the module counts it."""
    marks = code.ctx.find_memo(Marks)
    if marks is None or marks.at is None:
        return
    fn, number = code.fn, marks.branches[branch] + side
    at = c(marks.at + 4 * number)
    reached = fn.let(load("i32", at) + 1)
    fn.store("32", at, reached)
    with fn.when(eq(reached, c(1))):
        fn.store("32", c(marks.news), c(number + 1))
