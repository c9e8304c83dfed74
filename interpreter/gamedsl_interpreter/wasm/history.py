"""Finds the event log of a match with a module that replays it and logs its events (see `emit.telling.telling`).

A state knows the step that led to it, and the state before. The logging module replays these steps at the speed of modules, and its events become the
log of the state. Logs share their beginnings, and states keep their logs: if every seat looks after every move, each move is replayed only once. A
state has no log until somebody asks for it.
"""

from __future__ import annotations

import time
from struct import pack_into
from threading import Lock
from typing import TYPE_CHECKING

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.facts import Fact, Log
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.instances.calls import instance_with_budget
from gamedsl_interpreter.wasm.instances.instance import Trapped, Unavailable
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Modules
from gamedsl_interpreter.wasm.reference_twin import MismatchError, ReferenceTwin
from gamedsl_interpreter.wasm.state import Apart, Began, WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinState

_U64 = (1 << 64) - 1
_own_time = getattr(time, "thread_time", time.perf_counter)
"""The seconds that this thread has worked; in a browser, which does not measure them, the seconds that went by."""
_APART = (
    "this state comes from a batch, which does not note what seats observe: it can be played on, not viewed or saved"
)
_ENOUGH = 8
"""The number of replayed steps after which the time of the remaining ones is estimated."""


class _NotReplayedError(GameDslError):
    """The logging module cannot replay a step: it lacks memory, or the host chose an outcome of chance."""


class History:
    """The event logs of the states of one Game, for all threads.

    Making the logging module takes as long as some matches on the reference executor. So the reference executor makes the logs until it has taken (or would
    take) more than `patience` seconds. If there is no logging module, it makes all of them.
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
        """Returns the log of a match up to a state. Raises ArgumentError for a state that belongs to no match."""
        if state.log is not None:
            return state.log
        with self._lock:
            return self._replay(state)

    def check(self, state: WasmState) -> None:
        """Raises ArgumentError for a state whose past is unknown."""
        here: WasmState | None = state
        while here is not None and here.log is None:
            if isinstance(here.happened, Apart):
                raise ArgumentError(_APART)
            here = here.before

    def _replay(self, state: WasmState) -> Log:
        known, way = _steps_since_known(state)
        now = _Now() if known is None else _Now(known.log, known.record)
        for i, step in enumerate(way):
            now = self._replay_step(now, step, len(way) - i)
            step.log = now.log
        if now.log is None:
            raise AssertionError("a match begins with its beginning")
        return now.log

    def _replay_step(self, now: _Now, step: WasmState, left: int) -> _Now:
        """Replays one step, of the `left` steps that remain."""
        teller = self._find_logging_module(left)
        if teller is not None:
            record = now.record if now.made is None else self._twin.record(now.made, self._size)
            try:
                return _Now(*teller.onward(now.log, record, step))
            except _NotReplayedError:
                pass
        began = _own_time()
        made = self._twin.onward(now.made, now.log, step)
        self._spent += _own_time() - began
        self._number += 1
        return _Now(made.log, step.record, made)

    def _find_logging_module(self, left: int) -> _Teller | None:
        """Returns the module that replays the match and logs its events; None if the reference executor is fast enough, or if this Game has no such module."""
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
    """The position of a replay: the log (None before the first step), the record, and the state of the reference executor if it has replayed the step."""

    log: Log | None = None
    record: bytes = b""
    made: TwinState | None = None


def _steps_since_known(state: WasmState) -> tuple[WasmState | None, list[WasmState]]:
    """Returns the last state whose log is known, and the states after it."""
    way: list[WasmState] = []
    here: WasmState | None = state
    while here is not None and here.log is None:
        way.append(here)
        here = here.before
    return here, way[::-1]


class _Teller:
    """One instance of the logging module. Raises Unsupported, Unavailable."""

    def __init__(self, game: Game, modules: Modules, budget: int, twin: ReferenceTwin) -> None:
        # The decoder imports the emitter, which many programs do not need.
        from gamedsl_interpreter.wasm.told import Decoder
        from gamedsl_interpreter.wasm.wording import Words

        made = modules.of(Purpose.TELLING)
        module, instance = made.module, instance_with_budget(made, budget)
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
        """The record in memory, if it is known."""
        self._twin = twin
        self._telling = twin.engine.machine.telling
        self._decoder = Decoder(game, Words(game, module.words), twin.engine.machine.audience)

    def onward(self, log: Log | None, record: bytes, step: WasmState) -> tuple[Log, bytes]:
        """Replays one step of a match, and returns the log and the record after it. Raises _NotReplayedError, ArgumentError."""
        match step.happened:
            case Move(steps) if log is not None and step.seat is not None and record:
                return self._replay_move(log, record, step.seat, steps), self._compare_after(step)
            case Began(seed, index, start):
                return self._replay_begin(seed, index, start), self._compare_after(step)
            case Apart():
                raise ArgumentError(_APART)
            case int() if log is not None and record and step.record[: self._size] == record[: self._size]:
                # A step of an unfinished move logs nothing. The last step holds the whole move, unless the reference executor made it.
                return log, record
            case _:
                raise _NotReplayedError

    def _replay_move(self, log: Log, record: bytes, seat: SeatId, steps: tuple[int, ...]) -> Log:
        if self._held is not record:
            self._window[:] = record[: self._size]
        self._held = None
        words, at = self._words, self._prefix
        if at + len(steps) > self._prefix_length:
            raise _NotReplayedError
        for step in steps:
            words[at] = step
            at += 1
        words[self._prefix_length] = len(steps)
        try:
            end = self._play(self._at, seat)
        except Trapped as trapped:
            raise _NotReplayedError from trapped
        if not end:
            raise _NotReplayedError
        node = record[0] | record[1] << 8
        return self._read(log, (), end, record[: self._size] if node in self._telling else None)

    def _replay_begin(self, seed: int | None, index: int, start: str | None) -> Log:
        image, at = self._twin.engine.start_image(start), self._addresses["START"]
        self._memory[at : at + len(image)] = image
        self._window[:] = image.ljust(self._size, b"\0")
        self._held = None
        told = () if start is None else (self._twin.fact_of_start(start),)
        for name, number in (("SEED", seed or 0), ("INDEX", index)):
            pack_into("<Q", self._memory, self._addresses[name], number & _U64)
        try:
            self._call["tell_begin"](self._at)
            self._call["begin_open" if seed is None else "begin"](self._at, 0)
            end = self._call["tell_end"](self._at)
        except Trapped as trapped:
            raise _NotReplayedError from trapped
        return self._read(Log(None, ()), told, end)

    def _read(self, log: Log, told: tuple[Fact, ...], end: int, asked: bytes | None = None) -> Log:
        """Appends the events that a call has logged, after the facts `told`."""
        start = self._addresses["TELL"]
        told += self._decoder.facts(self._memory, start, self._words[start >> 2 : end >> 2].tolist(), log)
        return Log(log, told, asked=asked) if told else log

    def _compare_after(self, step: WasmState) -> bytes:
        """Returns the record after a step that was replayed here. If the state of the step has a record, the two are compared: raises MismatchError if
        they differ."""
        if not step.record:
            self._held = self._window.tobytes()
        elif step.record.startswith(self._window):
            self._held = step.record
        else:
            raise MismatchError("the modules that play and tell come to different positions")
        return self._held

    def _set(self, name: str, value: int) -> None:
        pack_into("<i", self._memory, self._addresses[name], value)
