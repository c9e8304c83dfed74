"""What happened in a match, found out by a module that tells it (see `emit.hosts.telling`).

A state knows what led to it, and from what state. The module that tells plays that again, at the speed of modules, and what it tells becomes the log of
the state. A log shares its beginning with the logs of earlier states, and states keep theirs: where every seat looks after every move, each move is told
once. Nothing of this is done for states at which nobody looks.
"""

from __future__ import annotations

from struct import pack_into
from threading import Lock
from time import thread_time
from typing import TYPE_CHECKING

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.facts import Fact, Log
from gamedsl_interpreter.wasm.calls import bounded_instance
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.interface import Purpose
from gamedsl_interpreter.wasm.module import Trapped, Unavailable
from gamedsl_interpreter.wasm.modules import Modules
from gamedsl_interpreter.wasm.reference_twin import MismatchError, ReferenceTwin
from gamedsl_interpreter.wasm.state import Apart, Began, WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinState

_U64 = (1 << 64) - 1
_APART = (
    "this state comes from a batch, which does not note what seats observe: it can be played on, not viewed or saved"
)
_ENOUGH = 8
"""Steps after which the time of further ones is estimated."""


class _NotTold(GameDslError):
    """The module that tells cannot do what is to be told: it has no room for it, or chance was resolved by hand."""


class History:
    """The logs of the states of one Game, for all threads.

    To make the module that tells takes as long as some matches on the reference executor. So that tells what happened, until it has taken (or would
    take) more than `patience` seconds. Where there is no module that tells, it tells everything.
    """

    def __init__(self, game: Game, modules: Modules, budget: int, twin: ReferenceTwin) -> None:
        self.patience = 0.03
        self._size = modules.of(Purpose.PLAY).module.state_size
        self._game = game
        self._modules = modules
        self._budget = budget
        self._twin = twin
        self._lock = Lock()
        self._is_made = False
        self._teller: _Teller | None = None
        self._spent = 0.0
        self._number = 0

    def log(self, state: WasmState) -> Log:
        """The log of a match up to a state. Raises ArgumentError for a state that is no match's."""
        if state.log is not None:
            return state.log
        with self._lock:
            return self._found(state)

    def check(self, state: WasmState) -> None:
        """Raises ArgumentError for a state of which nobody knows what happened before it."""
        here: WasmState | None = state
        while here is not None and here.log is None:
            if isinstance(here.happened, Apart):
                raise ArgumentError(_APART)
            here = here.before

    def _found(self, state: WasmState) -> Log:
        known, way = _way(state)
        now = _Now() if known is None else _Now(known.log, known.record)
        for i, step in enumerate(way):
            now = self._onward(now, step, len(way) - i)
            step.log = now.log
        if now.log is None:
            raise AssertionError("a match begins with its beginning")
        return now.log

    def _onward(self, now: _Now, step: WasmState, left: int) -> _Now:
        """What is known after one step of the `left` that are left."""
        teller = self._told(left)
        if teller is not None:
            record = now.record if now.made is None else self._twin.record(now.made, self._size)
            try:
                return _Now(*teller.onward(now.log, record, step))
            except _NotTold:
                pass
        began = thread_time()
        made = self._twin.onward(now.made, now.log, step)
        self._spent += thread_time() - began
        self._number += 1
        return _Now(made.log, step.record, made)

    def _told(self, left: int) -> _Teller | None:
        """What tells; None if the reference executor is quick enough, or if this Game has no such module."""
        if not self._is_made:
            expected = self._spent / self._number * left if self._number >= _ENOUGH else 0.0
            if self._spent + expected < self.patience:
                return None
            try:
                self._teller = _Teller(self._game, self._modules, self._budget, self._twin)
            except (Unsupported, Unavailable):
                self._teller = None
            self._is_made = True
        return self._teller


@frozen
class _Now:
    """What is known after a step: the log (None before the first one), the record, and the state of the reference executor if that has told the step."""

    log: Log | None = None
    record: bytes = b""
    made: TwinState | None = None


def _way(state: WasmState) -> tuple[WasmState | None, list[WasmState]]:
    """The last state of which the log is known, and those after it."""
    way: list[WasmState] = []
    here: WasmState | None = state
    while here is not None and here.log is None:
        way.append(here)
        here = here.before
    return here, way[::-1]


class _Teller:
    """One instance of the module that tells. Raises Unsupported, Unavailable."""

    def __init__(self, game: Game, modules: Modules, budget: int, twin: ReferenceTwin) -> None:
        # What decodes knows the emitter, which many programs do without.
        from gamedsl_interpreter.wasm.told import Decoder
        from gamedsl_interpreter.wasm.wording import Words

        made = modules.of(Purpose.TELLING)
        module, instance = made.module, bounded_instance(made, budget)
        self._at = module.states
        self._addresses = module.addresses
        self._memory = instance.memory
        self._words = instance.memory.cast("i")
        self._prefix, self._prefix_length = self._addresses["PREFIX"] >> 2, self._addresses["PREFIX_LENGTH"] >> 2
        self._call = instance.functions
        self._play = self._call["tell_play"]
        self._size = module.state_size
        self._window = instance.memory[self._at : self._at + self._size]
        self._held: bytes | None = None
        """The record that lies in memory, if it is known."""
        self._twin = twin
        self._private = frozenset(
            number for number, node in enumerate(game.nodes) if isinstance(node, DecisionNode) and node.is_private
        )
        self._decoder = Decoder(game, Words(game, module.words), twin.engine.machine.audience)

    def onward(self, log: Log | None, record: bytes, step: WasmState) -> tuple[Log, bytes]:
        """The log and the record after one step of a match. Raises _NotTold, ArgumentError."""
        match step.happened:
            case Move(steps) if log is not None and step.seat is not None and record:
                return self._moved(log, record, step.seat, steps), self._after(step)
            case Began(seed, index, start):
                return self._begun(seed, index, start), self._after(step)
            case Apart():
                raise ArgumentError(_APART)
            case int() if log is not None and record and step.record[: self._size] == record[: self._size]:
                # A step of a move that is not finished. The last one is noted as the whole move, unless the reference executor made it.
                return log, record
            case _:
                raise _NotTold

    def _moved(self, log: Log, record: bytes, seat: SeatId, steps: tuple[int, ...]) -> Log:
        if self._held is not record:
            self._window[:] = record[: self._size]
        self._held = None
        words, at = self._words, self._prefix
        if at + len(steps) > self._prefix_length:
            raise _NotTold
        for step in steps:
            words[at] = step
            at += 1
        words[self._prefix_length] = len(steps)
        try:
            end = self._play(self._at, seat)
        except Trapped as trapped:
            raise _NotTold from trapped
        if not end:
            raise _NotTold
        node = record[0] | record[1] << 8
        return self._read(log, (), end, record[: self._size] if node in self._private else None)

    def _begun(self, seed: int | None, index: int, start: str | None) -> Log:
        image, at = self._twin.engine.start_image(start), self._addresses["START"]
        self._memory[at : at + len(image)] = image
        self._window[:] = image.ljust(self._size, b"\0")
        self._held = None
        told = () if start is None else (self._twin.laid_out(start),)
        for name, number in (("SEED", seed or 0), ("INDEX", index)):
            pack_into("<Q", self._memory, self._addresses[name], number & _U64)
        try:
            self._call["tell_begin"](self._at)
            self._call["begin_open" if seed is None else "begin"](self._at, 0)
            end = self._call["tell_end"](self._at)
        except Trapped as trapped:
            raise _NotTold from trapped
        return self._read(Log(None, ()), told, end)

    def _read(self, log: Log, told: tuple[Fact, ...], end: int, asked: bytes | None = None) -> Log:
        """The log with what a call has told, after what was told before it."""
        start = self._addresses["TELL"]
        told += self._decoder.facts(self._memory, start, self._words[start >> 2 : end >> 2].tolist(), log)
        return Log(log, told, asked=asked) if told else log

    def _after(self, step: WasmState) -> bytes:
        """The record after a step that was made here: that of its state, if it has one. Raises MismatchError if that is another one."""
        if not step.record:
            self._held = self._window.tobytes()
        elif step.record.startswith(self._window):
            self._held = step.record
        else:
            raise MismatchError("the modules that play and tell come to different positions")
        return self._held

    def _set(self, name: str, value: int) -> None:
        pack_into("<i", self._memory, self._addresses[name], value)
