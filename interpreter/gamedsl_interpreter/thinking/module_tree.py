"""The same trees as those of `tree`, grown inside the module of the fast executor, for games that hide nothing and in which one seat chooses at a time."""

from __future__ import annotations

from time import perf_counter

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl_interpreter.engine import Engine, S, Step
from gamedsl_interpreter.thinking import bonus
from gamedsl_interpreter.thinking.growing import Growing, Root, best_of
from gamedsl_interpreter.thinking.positions import is_open, stepped
from gamedsl_interpreter.thinking.tree import ROOM, Tree
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.module import NoRoomError, Trapped
from gamedsl_interpreter.wasm.searcher import Searcher
from gamedsl_interpreter.wasm.state import WasmState

_SLICE = 200
"""Iterations of a call: Ctrl-C waits no longer."""

_PATIENCE = 2.0
"""Seconds that an engine grows trees before the optimiser, which takes about one second, makes its module faster."""


def tree_of(engine: Engine[S], root: S, seat: int, seeds: tuple[int, int], room: int = ROOM) -> Growing:
    """The tree of a seat that has to choose at a state, in the module where that is possible: see `tree.Tree`. Raises WorldsError, Fault."""
    fast: object = engine
    if isinstance(fast, WasmEngine) and isinstance(root, WasmState) and is_for_module(engine.game):
        try:
            return ModuleTree(fast, root, seat, seeds, room)
        except (Unsupported, NoRoomError):
            pass  # the readable form has no limits
    return Tree(engine, root, seat, seeds, room)


def is_for_module(game: Game) -> bool:
    """Whether the module can grow trees of a game."""
    return not hides(game) and not any(isinstance(node, TogetherNode) for node in game.nodes)


class ModuleTree:
    """A tree in a module. Where an iteration has no room there, or runs into a fault, the whole tree is grown again by its readable form.
    Raises Unsupported, NoRoomError."""

    def __init__(
        self, engine: WasmEngine, root: WasmState, seat: int, seeds: tuple[int, int], room: int = ROOM
    ) -> None:
        """See `Tree`."""
        self._engine, self._root, self._seat, self._seeds, self._room = engine, root, seat, seeds, room
        self._first = engine.reseeded(root, seeds[0], 0)
        self._done: int = 0
        self._past: list[tuple[int, int | None]] = []
        """Iterations, and the answer behind them."""
        self._slow: Tree[WasmState] | None = None
        self._searcher = _searcher(engine, room)
        self._searcher.begin(self._first, seat, seeds)

    @property
    def step(self) -> Step:
        """See `Tree`."""
        return self._engine.step(self._first, self._seat)

    def goes_on(self, value: int) -> bool:
        """See `Tree`."""
        return is_open(stepped(self._engine, self._first, self._seat, [value]), self._seat)

    def answer(self, value: int) -> None:
        """See `Tree`."""
        self._first = stepped(self._engine, self._first, self._seat, [value])
        self._past.append((self._done, value))
        if self._slow is not None:
            self._slow.answer(value)
        else:
            self._searcher.move_root(self._first)

    def grow(self, iterations: int) -> None:
        """See `Tree`. Raises Fault."""
        began = perf_counter()
        end: int = self._done + iterations
        while self._slow is None and self._done < end:
            number = min(_SLICE, end - self._done)
            try:
                self._searcher.grow(self._done, number)
            except Trapped as trapped:
                self._searcher.has_no_room(trapped)
                self._slow = self._grown_slowly()
            else:
                self._done += number
        if self._slow is not None:
            self._slow.grow(end - self._done)
            self._done = end
        self._engine.search_time += perf_counter() - began

    def best(self) -> int | None:
        """See `Tree`."""
        return best_of(self.root())

    def root(self) -> Root:
        """See `Tree`."""
        return self._searcher.root() if self._slow is None else self._slow.root()

    def nodes(self) -> list[tuple[int, int, tuple[tuple[int, int, int], ...]]]:
        """See `Tree`."""
        return list(self._searcher.nodes()) if self._slow is None else self._slow.nodes()

    def _grown_slowly(self) -> Tree[WasmState]:
        """The same tree in its readable form, with the iterations that are done. Raises Fault."""
        tree = Tree(self._engine, self._root, self._seat, self._seeds, self._room)
        done: int = 0
        for until, value in (*self._past, (self._done, None)):
            tree.grow(until - done)
            done = until
            if value is not None:
                tree.answer(value)
        return tree


def _searcher(engine: WasmEngine, room: int) -> Searcher:
    """An instance for the calling thread that grows no other tree. Raises Unsupported, NoRoomError."""
    modules = engine.modules.improved() if engine.search_time > _PATIENCE else engine.modules
    return Searcher(modules, engine.budget, room, bonus.tables())
