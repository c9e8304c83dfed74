"""The reference executor beside a wasm engine. Only this module of the package imports the reference executor, and only on demand.

The reference executor makes texts of outcomes, all refusals and all views. It reports faults: it repeats a call that trapped, so that code, line and
detail are equal on both executors. It also does calls for which the module has too little memory. All methods here start from the position, or replay
the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack_into
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import (
    MOST_OUTCOMES,
    Candidates,
    ChanceOutcome,
    Checking,
    Event,
    Forced,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Step,
    View,
)
from gamedsl_interpreter.facts import Fact, Log
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.wasm.instances.interface import counters_at, stream_at
from gamedsl_interpreter.wasm.state import Apart, Began, Drawn, Put, Reseeded, WasmState
from gamedsl_interpreter.wording.moves import MoveWords
from gamedsl_interpreter.worlds.dealt import DealtWorlds

if TYPE_CHECKING:
    from array import array

    from gamedsl_interpreter.observations import ObservationSpace
    from gamedsl_interpreter.reference.engine import ReferenceEngine
    from gamedsl_interpreter.reference.knowledge.observing import Observer
    from gamedsl_interpreter.reference.state import ReferenceState

    TwinEngine: TypeAlias = ReferenceEngine
    TwinState: TypeAlias = ReferenceState


class MismatchError(GameDslError, AssertionError):
    """The two executors disagree: a defect of this program, not of the rules."""


def is_of_reference(thing: object) -> bool:
    """Whether this is an engine or a state of the reference executor."""
    from gamedsl_interpreter.reference.engine import ReferenceEngine
    from gamedsl_interpreter.reference.state import ReferenceState

    return isinstance(thing, ReferenceEngine | ReferenceState)


def twin_state(state: object) -> TwinState:
    """Returns the state after checking that it is one of the reference executor. Raises ArgumentError."""
    from gamedsl_interpreter.reference.state import ReferenceState

    return arguments.require("state", state, ReferenceState)


class SharedReference:
    """The reference executor of a Game. It is made when it is first needed, and threads share it (it has no state of matches)."""

    def __init__(self, game: Game, checking: Checking, budget: int, forced: Forced) -> None:
        self._game = game
        self._budget = budget
        self._forced = forced
        self._checking = checking
        self._engine: ReferenceEngine | None = None
        self._lock = Lock()

    @property
    def engine(self) -> ReferenceEngine:
        """The executor."""
        if self._engine is None:
            from gamedsl_interpreter.reference.engine import (
                ReferenceEngine,
            )  # imported here because many programs never need it

            with self._lock:
                if self._engine is None:
                    self._engine = ReferenceEngine(self._game, self._checking, budget=self._budget, forced=self._forced)
        return self._engine


class ReferenceTwin:
    """The reference executor beside a wasm engine, for questions about states of that engine."""

    def __init__(self, game: Game, reference: SharedReference) -> None:
        self._game = game
        self._reference = reference
        self._stream_at, self._counters_at = stream_at(game), counters_at(game)
        self._observer: Observer | None = None
        self._watched: tuple[WasmState, ReferenceState] | None = None
        self._read: tuple[WasmState, ReferenceState] | None = None
        """The last state that was converted without its log: all seats look at the same one."""

    @property
    def engine(self) -> ReferenceEngine:
        """The reference executor of the Game."""
        return self._reference.engine

    def state(self, state: WasmState, log: Log | None = None) -> TwinState:
        """Converts a state, with the given event log (by default an empty one)."""
        read = self._read
        if log is None and read is not None and read[0] is state:
            return read[1]
        made = self._convert(state, Log(None, ()) if log is None else log)
        if log is None:
            self._read = state, made
        return made

    def _convert(self, state: WasmState, log: Log) -> TwinState:
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
            log=log,
        )

    def play_again(self, state: WasmState) -> TwinState:
        """Converts a state with its whole event log: the match is replayed from its beginning, or from the state of the last call."""
        known, made = self._watched or (None, None)
        way: list[WasmState] = []
        here: WasmState | None = state
        while here is not None and here is not known:
            way.append(here)
            here = here.before
        if here is None:
            made = None
        for step in reversed(way):
            made = self._replay_step(made, step)
        if made is None or (state.record and made.bytes != state.bytes):
            raise MismatchError("the executors come to different positions")
        self._watched = state, made
        return made

    def _replay_step(self, state: ReferenceState | None, step: WasmState) -> ReferenceState:
        engine = self.engine
        match step.happened:
            case Began(seed, index, start):
                return engine.initial(seed, index, start)
            case Put(given):
                return twin_state(given)
            case Drawn():
                return twin_state(step.happened.state)
            case Apart():
                raise ArgumentError(
                    "this state comes from a batch, which does not note what seats observe: it can be played on, not viewed or saved"
                )
            case Reseeded(seed, index) if state is not None:
                return engine.reseeded(state, seed, index)
            case Move() as move if state is not None and step.seat is not None:
                return engine.play(state, step.seat, move)
            case int() as value if state is not None and step.seat is not None:
                return engine.take_step(state, step.seat, value)
            case ChanceOutcome() as outcome if state is not None:
                return engine.play_chance(state, outcome)
            case _:
                raise AssertionError("a match begins with its beginning")

    def onward(self, made: TwinState | None, log: Log | None, step: WasmState) -> TwinState:
        """Returns the state after one step of a match, with its log. `made` is the state before the step, if it is known here; otherwise `log` is the
        event log before the step (None before the beginning)."""
        before = step.before
        if made is None and before is not None and log is not None:
            if not before.record:
                # The state comes from another process, so some positions before it are unknown.
                return self.play_again(step)
            made = self.state(before, log)
        return self._replay_step(made, step)

    def fact_of_start(self, start: str) -> Fact:
        """Returns the fact with which a match begins from a named start."""
        from gamedsl_interpreter.reference.given import lay_out

        machine = self.engine.machine
        return lay_out(machine, list(machine.start), arguments.start(self._game, start))

    def record(self, state: ReferenceState, size: int) -> bytes:
        """Encodes a position with the stream and the proof counters, in the form of the module."""
        made = bytearray(size)
        data = state.bytes[: self._game.layout.size]
        made[: len(data)] = data
        if state.stream is not None:
            pack_into("<QQB", made, self._stream_at, state.stream.state, state.stream.increment, 1)
        pack_into(f"<{len(state.counters)}i", made, self._counters_at, *state.counters)
        return bytes(made)

    # ------------------------------------------------------------ words, if the module lacks memory

    def words(self, state: WasmState, seat: SeatId, steps: tuple[int, ...]) -> MoveWords:
        """Makes the words of a complete move."""
        decision, frame, _ = self.engine.asking(self.state(state), seat)
        return decision.moves(frame, steps)[0][1].words

    def step_at(self, state: WasmState, seat: SeatId, before: tuple[int, ...], values: tuple[int, ...]) -> Step:
        """Returns the step after these steps, with its completable values."""
        decision, frame, _ = self.engine.asking(self.state(state), seat)
        return decision.show_step(decision.last_open(frame, (*before, values[0])), values)

    # ------------------------------------------------------------ methods of `Engine`

    def moves(self, state: WasmState, seat: SeatId) -> Sequence[Move]:
        return self.engine.moves(self.state(state), seat)

    def play(self, state: WasmState, seat: SeatId, move: Move) -> TwinState:
        return self.engine.play(self.state(state), seat, move)

    def parse_move(self, state: WasmState, seat: SeatId, text: str) -> Move | Refusal:
        return self.engine.parse_move(self.state(state), seat, text)

    def step(self, state: WasmState, seat: SeatId) -> Step:
        return self.engine.step(self.state(state), seat)

    def take_step(self, state: WasmState, seat: SeatId, value: int) -> TwinState:
        return self.engine.take_step(self.state(state), seat, value)

    def walk(self, state: WasmState, seat: SeatId, pick: Callable[[Step], int]) -> Move:
        return self.engine.walk(self.state(state), seat, pick)

    def candidates(self, state: WasmState, seat: SeatId) -> Candidates | None:
        return self.engine.candidates(self.state(state), seat)

    def chance(self, state: WasmState, most: int) -> Sequence[ChanceOutcome]:
        return self.engine.chance(self.state(state), most)

    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> TwinState:
        return self.engine.play_chance(self.state(state), outcome)

    def reseeded(self, state: WasmState, seed: int | None, index: int) -> TwinState:
        return self.engine.reseeded(self.state(state), seed, index)

    def view(self, state: WasmState, seat: SeatId | None, log: Callable[[], Log]) -> View:
        from gamedsl_interpreter.reference.knowledge import views

        machine = self.engine.machine
        with machine.scope:
            return views.view(machine, self.state(state), seat, log)

    def observe_key(self, log: Log, seat: SeatId | None) -> bytes:
        """Returns a key of all observations of the seat: event logs with equal observations have equal keys."""
        from gamedsl_interpreter.reference.knowledge import events

        machine = self.engine.machine
        with machine.scope:
            return events.key(machine, log, seat)

    def observe_events(self, log: Log, seat: SeatId | None, since: Log | None) -> tuple[Event, ...]:
        """Returns what the seat has observed, oldest first, after the end of the log `since`."""
        from gamedsl_interpreter.reference.knowledge import events

        machine = self.engine.machine
        with machine.scope:
            return events.events(machine, log, seat, since)

    def observe_numbers(self, state: WasmState, seat: SeatId, space: ObservationSpace) -> array[int]:
        """Returns the seat's observation of the position as numbers."""
        observer = self._observer
        if observer is None or observer.space is not space:
            from gamedsl_interpreter.reference.knowledge.observing import Observer

            self._observer = observer = Observer(self.engine.machine, space)
        taken = dict(state.pending).get(seat, ()) if state.pending else ()
        made = observer.observation(state.record, state.node, state.acting, taken, seat)
        return self.engine.observe_numbers(self.state(state), seat, space) if made is None else made

    def outcome(self, state: WasmState) -> Outcome | None:
        return self.engine.outcome(self.state(state))

    def score_table(self, state: WasmState) -> tuple[tuple[int, ...], ...]:
        return self.engine.score_table(self.state(state))

    def worlds(self, state: WasmState, seat: SeatId, log: Log) -> DealtWorlds[TwinState]:
        return self.engine.worlds(self.state(state, log), seat)

    def refusal(self, state: WasmState, seat: SeatId, move: Move) -> Refusal:
        """Explains why a move that the module has refused is illegal. Raises MismatchError if the reference executor plays it."""
        try:
            self.play(state, seat, move)
        except IllegalMove as illegal:
            return illegal.refusal
        raise MismatchError("only one executor refuses a move")

    # ------------------------------------------------------------ chance

    def result(self, state: WasmState, outcome: ChanceOutcome) -> tuple[int, ...]:
        """Returns the numbers that perform an outcome. Raises ArgumentError if it is no outcome of this node."""
        here = self.state(state)
        match self._game.nodes[state.node]:
            case ChanceNode():
                numbers = self.engine.chance_event(here).result(outcome)
            case _:
                numbers = next((r for r, known in self.engine.chances(here, MOST_OUTCOMES) if known == outcome), None)
        if numbers is None:
            raise ArgumentError(f"`{outcome.text}` cannot come out here")
        return numbers

    def find_chance_seat(self, state: WasmState) -> SeatId:
        """Returns the scripted seat that leaves a step to chance."""
        machine, here = self.engine.machine, self.state(state)
        match self._game.nodes[state.node]:
            case DecisionNode():
                return machine.seat_at(here.frame, state.node)
            case TogetherNode() as node:
                return next(filter(machine.is_scripted, machine.waiting(here.frame, node)))
            case _:
                raise AssertionError("scripted seats answer at decisions")
