"""An instance that plays many random matches: its calls, and the sums that they leave in memory."""

from __future__ import annotations

from collections.abc import Callable
from struct import pack_into, unpack_from

from gamedsl_interpreter.wasm.emit.memory.memory import PAGE
from gamedsl_interpreter.wasm.instances import calls
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Modules
from gamedsl_interpreter.wasm.state import WasmState


class Player:
    """Plays matches of one module in its own instance, for one thread. `room`: bytes for the rows of matches; 0: none are written. Raises Unsupported,
    Unavailable, NoRoomError."""

    def __init__(self, modules: Modules, purpose: Purpose, budget: int, room: int = 0) -> None:
        made = modules.of(purpose)
        self.at = made.module.addresses
        self._module = made.module
        self._instance = calls.instance_with_budget(made, budget, room)
        self._rows_at = made.module.pages * PAGE if room else 0
        self.memory = self._instance.memory
        self._start: str | None = None

    def begin_from(self, start: str | None, image: Callable[[str | None], bytes]) -> None:
        """Sets the start from which matches begin; `image` gives the bytes of its position."""
        if self._start != start:
            data, at = image(start), self.at["START"]
            self.memory[at : at + len(data)] = data
            self._start = start

    def play(self, seed: int, first: int, number: int, policy: int, origin: WasmState | None) -> None:
        """Plays `number` matches from index `first` on, from their beginning or from a state, and adds their results up in `STATS`. Raises Trapped: then
        `index` is the unfinished match, and `STATS` sums up the matches before it."""
        at, record = self.at, self._module.states
        name = "playouts"
        if origin is not None:
            name = "playouts_from"
            self._write_origin(origin, record + calls.round_up(self._module.state_size))
        calls.write_match(self.memory, at, seed, first)
        self.memory[at["STATS"] : at["STATS_END"]] = bytes(at["STATS_END"] - at["STATS"])
        pack_into("<i", self.memory, at["ROW_AT"], self._rows_at)
        self._instance.functions[name](record, number, policy)

    def _write_origin(self, origin: WasmState, at: int) -> None:
        taken = at + calls.round_up(self._module.state_size)
        self.memory[at : at + self._module.state_size] = origin.record[: self._module.state_size]
        calls.write_taken(self.memory, taken, origin)
        pack_into("<i", self.memory, self.at["ORIGIN"], at)
        pack_into("<i", self.memory, self.at["TAKEN"], taken)

    def rows(self, size: int) -> memoryview:
        """Returns the first `size` bytes of the rows that the last call has written."""
        return self.memory[self._rows_at : self._rows_at + size]

    @property
    def index(self) -> int:
        """The index of the last match that was begun."""
        index: int = unpack_from("<Q", self.memory, self.at["INDEX"])[0]
        return index

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether the module lacked memory for a match, which is no fault of the rules. Raises MismatchError for an unexplained trap."""
        return calls.has_no_room(trapped, self._instance, self._module)
