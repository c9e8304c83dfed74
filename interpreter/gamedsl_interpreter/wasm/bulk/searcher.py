"""An instance that grows a search tree: its calls, and the nodes that they leave in memory. See `emit.hosts.searching`."""

from __future__ import annotations

from collections.abc import Iterator
from struct import calcsize, iter_unpack, pack_into, unpack_from
from typing import TypeAlias

from gamedsl_interpreter.aims import Aim
from gamedsl_interpreter.thinking.growing import spread_of
from gamedsl_interpreter.wasm.emit.memory.memory import PAGE
from gamedsl_interpreter.wasm.instances import calls
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import AIM_NUMBERS, PROVED_LOSS, PROVED_WIN, Purpose
from gamedsl_interpreter.wasm.instances.modules import Modules
from gamedsl_interpreter.wasm.state import WasmState

Counts: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""The options of a node: see `Searcher.nodes`."""

_HEAD = "<QiiiIiiii"
_OPTION = "<qIiii"
WAY = 1 << 19
"""The bytes for the options on the way down of an iteration."""

_LEAST = 1 << 12
"""The bytes of the smallest index."""

_U64 = (1 << 64) - 1


class Searcher:
    """Grows trees of one module in its own instance, one after the other. `room`: units of memory that a tree may take; `tables`: the tables of
    `thinking.ucb`. Raises Unsupported, Unavailable, NoRoomError."""

    purpose = Purpose.SEARCHED
    unit = 24
    """The bytes of a unit of a tree's memory."""
    more = 0
    """The bytes reserved behind the tree."""

    def __init__(self, modules: Modules, budget: int, room: int, tables: tuple[bytes, bytes]) -> None:
        made = modules.of(self.purpose)
        self._module, self._at = made.module, made.module.addresses
        # A node takes at least four units, and the index is at most half full.
        index = max(_LEAST, 4 << (room // 2).bit_length())
        more = sum(map(len, tables)) + WAY + index + self.unit * room + PAGE + self.more
        self._instance = calls.instance_with_budget(made, budget, more)
        self._functions = self._instance.functions
        self._memory = self._instance.memory
        self._room = room
        at = made.module.pages * PAGE
        for name, table in zip(("TREE_SPREADS", "TREE_RARITIES"), tables, strict=True):
            self._memory[at : at + len(table)] = table
            self._set(name, at)
            at += len(table)
        for name, value in (("TREE_WAY", at), ("TREE_WAY_END", at + WAY), ("TREE_INDEX", at + WAY)):
            self._set(name, value)
        self._first = -(-(at + WAY + index) // self.unit) * self.unit
        self._set("TREE_FIRST", self._first)

    def begin(self, root: WasmState, seat: int, seeds: tuple[int, int], aim: Aim) -> None:
        """Begins a new tree of a seat, at a state; `seeds`: the seeds of positions and playouts; `aim`: what players play for."""
        self._set("TREE_SEAT", seat)
        self._set("TREE_AIM", AIM_NUMBERS[aim.value])
        self._seat = seat
        self._set("TREE_ROOM", self._room)
        self._begin()
        pack_into("<Q", self._memory, self._at["TREE_SEED"], seeds[0] & _U64)
        self._seed = seeds[1]
        self.move_root(root)

    def _begin(self) -> None:
        self._functions["tree_begun"]()

    def move_root(self, root: WasmState) -> None:
        """Lets later iterations begin at this state, after more steps of the same decision."""
        size = self._module.state_size
        at = self._module.states + calls.round_up(size)
        self._memory[at : at + size] = root.record[:size]
        calls.write_taken(self._memory, at + calls.round_up(size), root)
        self._set("ORIGIN", at)
        self._set("TAKEN", at + calls.round_up(size))

    def begin_again(self, root: WasmState) -> None:
        """Lets later iterations begin at this state. Its decision has no steps beyond those taken when the tree began."""
        self.move_root(root)

    def spread(self) -> float:
        """Returns the standard deviation of the values for the seat: see `Growing`."""
        low, high, count, strayed = map(self._figure, ("TREE_LOW", "TREE_HIGH", "TREE_COUNT", "TREE_STRAYED"))
        return spread_of(low, high, count, strayed)

    def grow(self, first: int, number: int) -> None:
        """Runs `number` iterations, from iteration `first` on. Raises Trapped; the tree is useless then."""
        calls.write_match(self._memory, self._at, self._seed, first)
        self._functions["grown"](self._module.states, number)

    def differs(self) -> bool:
        """Whether two playouts had different values for the seat, or the options that are open at the root do not all have the same proof. Raises Trapped."""
        return self._figure("TREE_LOW") < self._figure("TREE_HIGH") or len({option[3] for option in self.root()}) > 1

    def root(self) -> Counts:
        """Returns the options of the step that is open at the root, as in `nodes`; none if it is no node of the tree. Raises Trapped."""
        calls.write_match(self._memory, self._at, self._seed, 0)
        at = self._functions["tree_root"](self._module.states)
        return self._node(at)[2] if at else ()

    def nodes(self) -> Iterator[tuple[int, int, Counts]]:
        """Yields all nodes in order of creation: the seat, its visits, and for each option its value, how often it was tried, the sum of its results, and what is
        proved: 1 that it wins, -1 that it loses, else 0."""
        at, end = self._first, self._word("TREE_NEXT")
        while at < end:
            node = self._node(at)
            yield node
            at += calcsize(_HEAD) + calcsize(_OPTION) * len(node[2])

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether an iteration ran out of memory in the module, which is no fault of the rules. Raises MismatchError for an unexplained trap."""
        return calls.has_no_room(trapped, self._instance, self._module)

    def _node(self, at: int) -> tuple[int, int, Counts]:
        _, count, visits, _, seat, *_ = unpack_from(_HEAD, self._memory, at)
        begin = at + calcsize(_HEAD)
        options = iter_unpack(_OPTION, self._memory[begin : begin + calcsize(_OPTION) * count])
        return (
            seat & 0xFF,
            visits,
            tuple((value, tried & PROVED_WIN - 1, won, _proof(tried)) for won, tried, value, _, _ in options),
        )

    def _set(self, name: str, value: int) -> None:
        pack_into("<i", self._memory, self._at[name], value)

    def _figure(self, name: str) -> int:
        """Returns the number of 64 bits that belongs to the seat."""
        number: int = unpack_from("<q", self._memory, self._at[name] + 8 * self._seat)[0]
        return number

    def _word(self, name: str) -> int:
        word: int = unpack_from("<i", self._memory, self._at[name])[0]
        return word


def _proof(tried: int) -> int:
    """Returns what the bits above the number of tries prove."""
    return -1 if tried & PROVED_LOSS else 1 if tried & PROVED_WIN else 0
