"""The trees of `tree`, grown inside the module of the fast executor."""

from __future__ import annotations

from abc import abstractmethod
from time import perf_counter
from typing import Generic, TypeVar

from gamedsl.graph.analysis.secrecy import hides
from gamedsl_interpreter.aims import Aim, Ends
from gamedsl_interpreter.engine import Engine, S, Step
from gamedsl_interpreter.thinking import ucb
from gamedsl_interpreter.thinking.growing import Growing, Root, best_of
from gamedsl_interpreter.thinking.positions import Positions, is_open, take_steps
from gamedsl_interpreter.thinking.tree import ROOM, Tree
from gamedsl_interpreter.wasm.bulk.searcher import Searcher
from gamedsl_interpreter.wasm.bulk.world_searcher import WorldSearcher
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import NoRoomError, Trapped
from gamedsl_interpreter.wasm.instances.modules import Modules
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.wasm.worlds import WasmWorlds

R = TypeVar("R", bound=Searcher)

_SLICE = 200
"""Iterations of a call: Ctrl-C waits no longer."""

_PATIENCE = 2.0
"""Seconds that an engine grows trees before the optimiser, which takes about one second, makes its module faster."""


def tree_of(
    engine: Engine[S], root: S, seat: int, seeds: tuple[int, int], room: int = ROOM, aim: Aim | None = None
) -> Growing:
    """Makes the tree of a seat that has to choose at a state, in the module if that is possible: see `tree.Tree`. Raises WorldsError, Fault, ArgumentError."""
    fast: object = engine
    if isinstance(fast, WasmEngine) and isinstance(root, WasmState):
        try:
            return (WorldTree if hides(engine.game) else ModuleTree)(fast, root, seat, seeds, room, aim)
        except (Unsupported, NoRoomError):
            pass  # fall through to the Python tree, which has no limits
    return Tree(engine, root, seat, seeds, room, aim)


class _InModule(Generic[R]):
    """A tree in a module. If an iteration runs out of memory there, or into a fault, the whole tree is grown again in Python (`tree.Tree`)."""

    def __init__(
        self,
        engine: WasmEngine,
        root: WasmState,
        seat: int,
        seeds: tuple[int, int],
        room: int = ROOM,
        aim: Aim | None = None,
    ) -> None:
        self._engine, self._root, self._seat, self._seeds, self._room = engine, root, seat, seeds, room
        self._aim = aim
        self._positions = Positions(engine, root, seat, seeds[0])
        self._first = self._positions.at(0)
        self._done: int = 0
        self._past: list[tuple[int, int | None]] = []
        """Iterations, and the answer behind them."""
        self._slow: Tree[WasmState] | None = None
        self._searcher = self._make_searcher()
        self._begin()

    def _begin(self) -> None:
        """Begins the tree. Raises Unsupported, NoRoomError, WorldsError."""
        self._searcher.begin(self._first, self._seat, self._seeds, Ends.of(self._engine.game, self._aim).aim)

    @property
    def step(self) -> Step:
        """See `Tree`."""
        return self._engine.step(self._first, self._seat)

    def goes_on(self, value: int) -> bool:
        """See `Tree`."""
        return is_open(take_steps(self._engine, self._first, self._seat, [value]), self._seat)

    def answer(self, value: int) -> None:
        """See `Tree`."""
        self._first = take_steps(self._engine, self._first, self._seat, [value])
        self._past.append((self._done, value))
        if self._slow is not None:
            self._slow.answer(value)
        else:
            self._move_root(value)

    def begin_again(self) -> None:
        """See `Tree`."""
        self._first = self._positions.at(0)
        self._past = []
        if self._slow is not None:
            self._slow.begin_again()
        else:
            self._searcher.begin_again(self._first)

    def spread(self) -> float:
        """See `Tree`."""
        return self._searcher.spread() if self._slow is None else self._slow.spread()

    def grow(self, iterations: int) -> None:
        """See `Tree`. Raises Fault."""
        began = perf_counter()
        end: int = self._done + iterations
        while self._slow is None and self._done < end:
            try:
                number = self._grow_some(end - self._done)
            except Trapped as trapped:
                self._searcher.has_no_room(trapped)
                self._slow = self._grow_in_python()
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

    def differs(self) -> bool:
        """See `Tree`."""
        return self._searcher.differs() if self._slow is None else self._slow.differs()

    def nodes(self) -> list[tuple[int, int, Root]]:
        """See `Tree`."""
        return list(self._searcher.nodes()) if self._slow is None else self._slow.nodes()

    @abstractmethod
    def _make_searcher(self) -> R:
        """Makes an instance for the calling thread that grows no other tree. Raises Unsupported, NoRoomError."""

    @abstractmethod
    def _move_root(self, value: int) -> None:
        """Moves the root of the module's tree; the state after the answer is already set."""

    @abstractmethod
    def _grow_some(self, most: int) -> int:
        """Runs up to `most` more iterations, and returns how many. Raises Trapped, Fault."""

    @property
    def _modules(self) -> Modules:
        return self._engine.modules.improved() if self._engine.search_time > _PATIENCE else self._engine.modules

    def _grow_in_python(self) -> Tree[WasmState]:
        """Grows the tree again in Python, with the iterations done so far. Raises Fault."""
        tree = Tree(self._engine, self._root, self._seat, self._seeds, self._room, self._aim)
        done: int = 0
        for until, value in (*self._past, (self._done, None)):
            tree.grow(until - done)
            done = until
            if value is not None:
                tree.answer(value)
        return tree


class ModuleTree(_InModule[Searcher]):
    """A tree of a game that hides nothing. Raises Unsupported, NoRoomError."""

    def _make_searcher(self) -> Searcher:
        return Searcher(self._modules, self._engine.budget, self._room, ucb.pack_tables())

    def _move_root(self, value: int) -> None:
        self._searcher.move_root(self._first)

    def _grow_some(self, most: int) -> int:
        number = min(_SLICE, most)
        self._searcher.grow(self._done, number)
        return number


class WorldTree(_InModule[WorldSearcher]):
    """A tree of a game that hides something: each iteration begins in a world, which is sampled in the module if that is possible, else in Python. Raises
    Unsupported, NoRoomError, WorldsError."""

    deals: bool
    """Whether worlds are dealt in the module."""

    def _begin(self) -> None:
        super()._begin()
        worlds = self._positions.worlds
        found = worlds.plan() if isinstance(worlds, WasmWorlds) else None
        self.deals = found is not None and self._searcher.deal(*found)

    def _make_searcher(self) -> WorldSearcher:
        return WorldSearcher(self._modules, self._engine.budget, self._room, ucb.pack_tables())

    def _move_root(self, value: int) -> None:
        try:
            self._searcher.answer(self._first, value)
        except Trapped as trapped:
            self._searcher.has_no_room(trapped)
            self._slow = self._grow_in_python()

    def _grow_some(self, most: int) -> int:
        if self.deals:
            number = min(_SLICE, most)
            self._searcher.grow_dealt(self._done, number)
            return number
        number = min(self._searcher.room, most)
        worlds = [self._positions.world(self._done + i).record for i in range(number)]
        self._searcher.grow_from(self._done, worlds)
        return number
