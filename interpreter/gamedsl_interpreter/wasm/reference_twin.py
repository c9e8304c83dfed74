"""What the reference executor is asked for: words, views and faults. Everything here starts from the position, or goes through the match again.

Texts of moves, steps and outcomes, refusals and views are made from values, not from speed; so there is one place that makes them. A fault is
told by doing the same thing on the reference executor, so that code, line and detail are the same, whoever ran into it.
"""

from __future__ import annotations

from struct import pack_into
from threading import Lock

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import MOST_OUTCOMES, ChanceOutcome, Checking, Move
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.knowledge.facts import Log
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.state import Apart, Began, Put, WasmState


class MismatchError(GameDslError, AssertionError):
    """The two executors disagree: a defect of this program, not of the rules."""


class Reference:
    """The reference executor of a Game: made when it is first needed, and shared by threads (it keeps nothing of what it plays)."""

    def __init__(self, game: Game, checking: Checking, budget: int) -> None:
        self._game = game
        self._budget = budget
        self._checking = checking
        self._engine: ReferenceEngine | None = None
        self._lock = Lock()

    @property
    def engine(self) -> ReferenceEngine:
        """The executor."""
        if self._engine is None:
            with self._lock:
                if self._engine is None:
                    self._engine = ReferenceEngine(self._game, self._checking, budget=self._budget)
        return self._engine


class Shadow:
    """The reference executor beside a wasm engine."""

    def __init__(self, game: Game, reference: Reference, stream_at: int, counters_at: int) -> None:
        self._game = game
        self._reference = reference
        self._stream_at = stream_at
        self._counters_at = counters_at
        self._watched: tuple[WasmState, ReferenceState] | None = None

    @property
    def engine(self) -> ReferenceEngine:
        """The reference executor of the Game."""
        return self._reference.engine

    def state(self, state: WasmState) -> ReferenceState:
        """The same position, without what was observed on the way to it."""
        machine = self.engine.machine
        node, fields, zones, locals = machine.coder.decode(state.record)
        numbers = [int.from_bytes(state.record[at : at + 8], "little") for at in (self._stream_at, self._stream_at + 8)]
        has_stream = state.record[self._stream_at + 16]
        at = self._counters_at
        counters = [
            int.from_bytes(state.record[at + 4 * i : at + 4 * i + 4], "little") for i in range(self._game.counters)
        ]
        return machine.state(
            node=node,
            frame=[*fields, *zones, *locals],
            pending=state.pending,
            stream=Stream(*numbers) if has_stream else None,
            counters=counters,
            log=Log(None, ()),
        )

    def played_again(self, state: WasmState) -> ReferenceState:
        """The same position with all that was observed: the match is played again from its beginning, or from the position that was asked for last."""
        known, made = self._watched or (None, None)
        way: list[WasmState] = []
        here: WasmState | None = state
        while here is not None and here is not known:
            way.append(here)
            here = here.before
        if here is None:
            made = None
        for step in reversed(way):
            made = self._onward(made, step)
        if made is None or made.bytes != state.bytes:
            raise MismatchError("the executors come to different positions")
        self._watched = state, made
        return made

    def _onward(self, state: ReferenceState | None, step: WasmState) -> ReferenceState:
        engine = self.engine
        match step.happened:
            case Began(seed, index):
                return engine.initial(seed, index)
            case Put(given):
                return given
            case Apart():
                raise ArgumentError(
                    "this state comes from a batch, which does not note what seats observe: it can be played on, not viewed or saved"
                )
            case Move() as move if state is not None and step.seat is not None:
                return engine.play(state, step.seat, move)
            case int() as value if state is not None and step.seat is not None:
                return engine.take_step(state, step.seat, value)
            case ChanceOutcome() as outcome if state is not None:
                return engine.play_chance(state, outcome)
            case _:
                raise AssertionError("a match begins with its beginning")

    def record(self, state: ReferenceState, size: int) -> bytes:
        """The bytes of a position with the stream and the proof counters, as the module has them."""
        made = bytearray(size)
        data = state.bytes[: self._game.layout.size]
        made[: len(data)] = data
        if state.stream is not None:
            pack_into("<QQB", made, self._stream_at, state.stream.state, state.stream.increment, 1)
        pack_into(f"<{len(state.counters)}i", made, self._counters_at, *state.counters)
        return bytes(made)

    # ------------------------------------------------------------ chance

    def result(self, state: WasmState, outcome: ChanceOutcome) -> tuple[int, ...]:
        """The numbers by which an outcome is done. ValueError if it is none of this node's."""
        here = self.state(state)
        match self._game.nodes[state.node]:
            case ChanceNode():
                found = self.engine.spot(here).result(outcome)
            case _:
                found = next((r for r, known in self.engine.chances(here, MOST_OUTCOMES) if known == outcome), None)
        if found is None:
            raise ArgumentError(f"`{outcome.text}` cannot come out here")
        return found

    def left_to_chance(self, state: WasmState) -> SeatId:
        """The scripted seat that leaves a step to chance."""
        machine, here = self.engine.machine, self.state(state)
        match self._game.nodes[state.node]:
            case DecisionNode():
                return machine.seat_at(here.frame, state.node)
            case TogetherNode() as node:
                return next(filter(machine.is_scripted, machine.waiting(here.frame, node)))
            case _:
                raise AssertionError("scripted seats answer at decisions")
