"""The reference executor beside a wasm engine: the only module of this package that imports it, and only when something is asked of it.

It makes texts of outcomes, all refusals and all views. It reports faults: the call that trapped is repeated on the reference executor, so that code,
line and detail are the same on both. And it does what the module has no room for. Everything here starts from the position, or replays the match.
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
    ChanceOutcome,
    Checking,
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
from gamedsl_interpreter.wasm.interface import counters_at, stream_at
from gamedsl_interpreter.wasm.state import Apart, Began, Drawn, Put, Reseeded, WasmState
from gamedsl_interpreter.wording.moves import MoveWords
from gamedsl_interpreter.worlds.dealt import DealtWorlds

if TYPE_CHECKING:
    from array import array

    from gamedsl_interpreter.observations import ObservationSpace
    from gamedsl_interpreter.reference.engine import ReferenceEngine
    from gamedsl_interpreter.reference.host import ReferenceHost
    from gamedsl_interpreter.reference.knowledge.observing import Observer
    from gamedsl_interpreter.reference.state import ReferenceState

    TwinEngine: TypeAlias = ReferenceEngine
    TwinState: TypeAlias = ReferenceState
    TwinHost: TypeAlias = ReferenceHost


class MismatchError(GameDslError, AssertionError):
    """The two executors disagree: a defect of this program, not of the rules."""


def twin_host(game: Game) -> TwinHost:
    """What running examples needs of the reference executor."""
    from gamedsl_interpreter.reference.host import ReferenceHost

    return ReferenceHost(game)


def is_of_reference(thing: object) -> bool:
    """Whether this is an engine or a state of the reference executor."""
    from gamedsl_interpreter.reference.engine import ReferenceEngine
    from gamedsl_interpreter.reference.state import ReferenceState

    return isinstance(thing, ReferenceEngine | ReferenceState)


def twin_state(state: object) -> TwinState:
    """The state, which has to be one of the reference executor. Raises ArgumentError."""
    from gamedsl_interpreter.reference.state import ReferenceState

    return arguments.given("state", state, ReferenceState)


class SharedReference:
    """The reference executor of a Game. It is made when it is first needed, and threads share it (it keeps nothing of what it plays)."""

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
            from gamedsl_interpreter.reference.engine import ReferenceEngine  # many programs play without it

            with self._lock:
                if self._engine is None:
                    self._engine = ReferenceEngine(self._game, self._checking, budget=self._budget, forced=self._forced)
        return self._engine


class ReferenceTwin:
    """The reference executor beside a wasm engine, asked about states of that engine."""

    def __init__(self, game: Game, reference: SharedReference) -> None:
        self._game = game
        self._reference = reference
        self._stream_at, self._counters_at = stream_at(game), counters_at(game)
        self._observer: Observer | None = None
        self._watched: tuple[WasmState, ReferenceState] | None = None

    @property
    def engine(self) -> ReferenceEngine:
        """The reference executor of the Game."""
        return self._reference.engine

    def state(self, state: WasmState, log: Log | None = None) -> TwinState:
        """The same position, with what was observed on the way to it (by default nothing)."""
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
            log=Log(None, ()) if log is None else log,
        )

    def played_again(self, state: WasmState) -> TwinState:
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
        if made is None or (state.record and made.bytes != state.bytes):
            raise MismatchError("the executors come to different positions")
        self._watched = state, made
        return made

    def _onward(self, state: ReferenceState | None, step: WasmState) -> ReferenceState:
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
        """The state after one step of a match, with its log. `made`: the state before the step, if it is known here; else `log` is what was observed
        before it (None before the beginning)."""
        before = step.before
        if made is None and before is not None and log is not None:
            if not before.record:
                # A state from another process, on the way to which not every position is known.
                return self.played_again(step)
            made = self.state(before, log)
        return self._onward(made, step)

    def laid_out(self, start: str) -> Fact:
        """What happens when a match begins from a start."""
        from gamedsl_interpreter.reference.given import lay_out

        machine = self.engine.machine
        return lay_out(machine, list(machine.start), arguments.start(self._game, start))

    def record(self, state: ReferenceState, size: int) -> bytes:
        """The bytes of a position with the stream and the proof counters, as the module has them."""
        made = bytearray(size)
        data = state.bytes[: self._game.layout.size]
        made[: len(data)] = data
        if state.stream is not None:
            pack_into("<QQB", made, self._stream_at, state.stream.state, state.stream.increment, 1)
        pack_into(f"<{len(state.counters)}i", made, self._counters_at, *state.counters)
        return bytes(made)

    # ------------------------------------------------------------ words that the module has no room for

    def words(self, state: WasmState, seat: SeatId, steps: tuple[int, ...]) -> MoveWords:
        """The words of a complete move."""
        decision, frame, _ = self.engine.asking(self.state(state), seat)
        return decision.moves(frame, steps)[0][1].words

    def step_at(self, state: WasmState, seat: SeatId, before: tuple[int, ...], values: tuple[int, ...]) -> Step:
        """The step after others, with its completable values."""
        decision, frame, _ = self.engine.asking(self.state(state), seat)
        return decision.shown(decision.opened(frame, (*before, values[0])), values)

    # ------------------------------------------------------------ the same as the methods of `Engine`

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

    def chance(self, state: WasmState, most: int) -> Sequence[ChanceOutcome]:
        return self.engine.chance(self.state(state), most)

    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> TwinState:
        return self.engine.play_chance(self.state(state), outcome)

    def reseeded(self, state: WasmState, seed: int | None, index: int) -> TwinState:
        return self.engine.reseeded(self.state(state), seed, index)

    def view(self, state: WasmState, seat: SeatId, log: Callable[[], Log]) -> View:
        from gamedsl_interpreter.reference.knowledge import views

        machine = self.engine.machine
        with machine.scope:
            return views.view(machine, self.state(state), seat, log)

    def observed_key(self, log: Log, seat: SeatId) -> bytes:
        """What tells all that the seat has observed from anything else."""
        from gamedsl_interpreter.reference.knowledge import events

        machine = self.engine.machine
        with machine.scope:
            return events.key(machine, log, seat)

    def observed_numbers(self, state: WasmState, seat: SeatId, space: ObservationSpace) -> array[int]:
        """What the seat sees, as numbers."""
        observer = self._observer
        if observer is None or observer.space is not space:
            from gamedsl_interpreter.reference.knowledge.observing import Observer

            self._observer = observer = Observer(self.engine.machine, space)
        taken = dict(state.pending).get(seat, ()) if state.pending else ()
        made = observer.observation(state.record, state.node, state.acting, taken, seat)
        return self.engine.observed_numbers(self.state(state), seat, space) if made is None else made

    def outcome(self, state: WasmState) -> Outcome | None:
        return self.engine.outcome(self.state(state))

    def score_table(self, state: WasmState) -> tuple[tuple[int, ...], ...]:
        return self.engine.score_table(self.state(state))

    def worlds(self, state: WasmState, seat: SeatId, log: Log) -> DealtWorlds[TwinState]:
        return self.engine.worlds(self.state(state, log), seat)

    def refusal(self, state: WasmState, seat: SeatId, move: Move) -> Refusal:
        """Why a move cannot be made, which the module has found out. Raises MismatchError if the reference executor makes it."""
        try:
            self.play(state, seat, move)
        except IllegalMove as illegal:
            return illegal.refusal
        raise MismatchError("only one executor refuses a move")

    # ------------------------------------------------------------ chance

    def result(self, state: WasmState, outcome: ChanceOutcome) -> tuple[int, ...]:
        """The numbers by which an outcome is carried out. Raises ArgumentError if it is none of this node's."""
        here = self.state(state)
        match self._game.nodes[state.node]:
            case ChanceNode():
                found = self.engine.chance_event(here).result(outcome)
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
