"""An instance that grows trees from worlds: its calls, and the nodes that it leaves. See `emit.hosts.searching_worlds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import unpack_from

from gamedsl_interpreter.wasm.calls import write_match
from gamedsl_interpreter.wasm.interface import STATES, Purpose
from gamedsl_interpreter.wasm.searcher import Searcher, rounded
from gamedsl_interpreter.wasm.state import WasmState

_MOST = 128
"""Most worlds of a call."""

_TAKEN = 4096
"""Bytes for the steps that the seat has taken."""

_NODE = "<Qiiiiii"
_OPTION = "<qiiQii"


class WorldSearcher(Searcher):
    """See `Searcher`; the worlds of a call are given to it."""

    purpose = Purpose.WORLDS
    unit = 32

    def _begin(self) -> None:
        self._functions["worlds_begun"]()

    def answer(self, root: WasmState, value: int) -> None:
        """The open step is answered; `root` is the first world behind the answer. Raises Trapped."""
        self._functions["worlds_answered"](self._module.states, self._word("ORIGIN"), value)
        self.move_root(root)

    @property
    def room(self) -> int:
        """How many worlds a call has room for."""
        apart = rounded(self._module.state_size)
        return max(1, min(_MOST, (STATES - _TAKEN) // apart - 3))

    def grow_from(self, first: int, records: Sequence[bytes]) -> None:
        """An iteration from each of these records, from this number on. Raises Trapped; the tree is useless then."""
        apart = rounded(self._module.state_size)
        begin = self._module.states + 2 * apart + _TAKEN
        for number, record in enumerate(records):
            at = begin + apart * number
            self._memory[at : at + self._module.state_size] = record[: self._module.state_size]
        write_match(self._memory, self._at, self._seed, first)
        self._functions["worlds_grown"](self._module.states, begin, len(records))

    def root(self) -> tuple[tuple[int, int, int], ...]:
        """See `Searcher`."""
        write_match(self._memory, self._at, self._seed, 0)
        at = self._functions["worlds_root"](self._module.states, self._word("ORIGIN"))
        return self._options(at) if at else ()

    def nodes(self) -> Iterator[tuple[int, int, tuple[tuple[int, int, int], ...]]]:
        """See `Searcher`."""
        at = self._first if self._word("TREE_NODES") else 0
        while at:
            _, _, visits, _, seat, _, after = unpack_from(_NODE, self._memory, at)
            yield seat, visits, self._options(at)
            at = after

    def _options(self, node: int) -> tuple[tuple[int, int, int], ...]:
        found: list[tuple[int, int, int]] = []
        (at,) = unpack_from("<i", self._memory, node + 16)
        while at:
            won, tried, value, _, _, after = unpack_from(_OPTION, self._memory, at)
            found.append((value, tried, won))
            at = after
        return tuple(found)
