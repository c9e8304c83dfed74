"""The part of the wasm engine below the `Engine` protocol: its modules, its threads, its instance, and calls that the reference executor repeats."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import EndNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import BUDGET, Checking, Forced, IllegalMove, Refusal
from gamedsl_interpreter.forced import stopping
from gamedsl_interpreter.origin import Origin
from gamedsl_interpreter.wasm.bulk.player import Player
from gamedsl_interpreter.wasm.history import History
from gamedsl_interpreter.wasm.instances.calls import Calls, OpenStep, Steps, has_no_room, instance_with_budget
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.modules import Keeper, Modules, Tier
from gamedsl_interpreter.wasm.instances.threads import PerThread
from gamedsl_interpreter.wasm.offered import Offered
from gamedsl_interpreter.wasm.reference_twin import (
    MismatchError,
    ReferenceTwin,
    SharedReference,
    is_of_reference,
    twin_state,
)
from gamedsl_interpreter.wasm.state import Facts, Happened, Put, WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinEngine, TwinState
    from gamedsl_interpreter.wasm.wording import Words

_NOBODY = -1
"""No thread."""

M = TypeVar("M", bound=Callable[..., Any])


def of_state(method: M) -> M:
    """Decorates a method with the check that its state belongs to this game, and calls it on the engine of the calling thread."""

    @wraps(method)
    def call_with_own(self: InstanceEngine, state: WasmState, *args: object, **named: object) -> object:
        if type(state) is WasmState and state.facts is self.facts and state.record:  # `own`, but faster
            return method(self.here(), state, *args, **named)
        return method(self.here(), self.own(state), *args, **named)

    return cast("M", call_with_own)


class InstanceEngine:
    """An engine of one thread, with the data that it shares with the engines of other threads. `here` gives the engine of the calling thread."""

    def __init__(
        self,
        game: Game,
        checking: Checking = Checking.OFF,
        module: Built | None = None,
        budget: int = BUDGET,
        forced: Forced = Forced.PLAYED,
        keeper: Keeper | None = None,
        purpose: Purpose | None = Purpose.PLAY,
        modules: Modules | None = None,
        like: Self | None = None,
    ) -> None:
        """`module`: one module that serves all purposes. `modules`: modules of the same game, by purpose. `like`: an engine with which this one shares
        everything except its instance."""
        self._game = arguments.require("game", game, Game, "give what `rules.game()` gives")
        arguments.require("checking", checking, Checking, "`Checking.ON` or `Checking.OFF`")
        self.checking = checking
        self.budget = arguments.whole("budget", budget, 1)
        self.forced = arguments.require("forced", forced, Forced, "`Forced.PLAYED` or `Forced.ASKED`")
        self._executed: Game = stopping(game, forced) if like is None else like._executed
        self.modules = Modules(self._executed, checking, keeper, module) if modules is None else modules
        if purpose is None:
            self.modules.assure()
        else:
            self.modules.of(purpose)
        self._reference: SharedReference = (
            SharedReference(game, checking, budget, forced) if like is None else like._reference
        )
        self._twin = ReferenceTwin(game, self._reference)
        self._root: Self = self if like is None else like._root
        self.facts: Facts = _facts(self._executed, game) if like is None else like.facts
        self._has_scripts = bool(game.scripts)
        self._seats: dict[int, tuple[SeatId, ...]] = {0: ()}
        self._start: str | None = None
        self._images: dict[str | None, bytes] = {} if like is None else like._images
        self._opened: tuple[WasmState | None, SeatId, OpenStep] = (None, 0, ((), ()))
        """The open step of the last query: it is usually the next one to be answered."""
        self._others = PerThread[Self]()
        self._players: dict[tuple[Tier, Purpose, int], PerThread[Player]] = {}
        self.search_time = 0.0
        """Seconds spent on growing trees: after a long time the optimiser pays off."""
        self._lock = Lock()
        self._thread = self._quick_thread = _NOBODY
        if purpose is Purpose.PLAY:
            self._prepare(like)

    def _prepare(self, like: Self | None) -> None:
        """Makes the instance in which matches are played, for the calling thread."""
        from gamedsl_interpreter.wasm.wording import Words  # imported here because playouts need no words

        made = self.modules.of(Purpose.PLAY)
        self.instance = instance_with_budget(made, self.budget)
        self.calls = Calls(self.instance, made.module, self.budget)
        self._at, self._ply, self._window = self.calls.at, self.calls.ply, self.calls.window
        self._note_at = made.module.state_size + 4
        self._words: Words = Words(self._game, made.module.words) if like is None else like._words
        self._offered: Offered = Offered(made.module.offers, self._words) if like is None else like._offered
        self._known_moves = self._offered.get
        self.history: History = (
            History(self._executed, self.modules, self.budget, self._twin) if like is None else like.history
        )
        self._take_ownership()

    def _take_ownership(self) -> None:
        """Makes the calling thread the owner of this engine. With scripted seats `play` never takes its fast path, because they can leave steps to chance."""
        self._thread = get_ident()
        self._quick_thread = _NOBODY if self._has_scripts else self._thread

    def here(self) -> Self:
        """Returns the engine of the calling thread: this one in the thread that was the first to play, else another one with its own instance. Raises
        Unsupported, Unavailable."""
        if get_ident() == self._thread:
            return self
        with self._lock:
            if self._thread == _NOBODY:
                self._prepare(None)
                return self
        engine = self._others.mine(self.another)
        engine._take_ownership()
        return engine

    def player(self, purpose: Purpose, tier: Tier, room: int = 0) -> Player:
        """Returns the player of random matches for the calling thread, with `room` bytes for their rows. Raises Unsupported, Unavailable, NoRoomError."""
        modules = self.modules.improved() if tier is Tier.OPTIMISED else self.modules
        players = self._players.setdefault((tier, purpose, room), PerThread())
        return players.mine(lambda: Player(modules, purpose, self.budget, room))

    @property
    def module(self) -> Built:
        """The module for matches. Raises Unsupported."""
        return self.modules.of(Purpose.PLAY).module

    def own(self, state: WasmState) -> WasmState:
        """Returns the state after checking that it belongs to this game. Raises ArgumentError."""
        if not isinstance(state, WasmState):  # pyright: ignore[reportUnnecessaryIsInstance]
            advice = "`put` makes one of it" if is_of_reference(state) else ""
            raise ArgumentError(
                f"`state` is a state of this engine, not {arguments.describe_value(state)}{advice and f'; {advice}'}"
            )
        if state.facts is not self.facts and not state.facts.origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        if not state.record:
            raise ArgumentError("only the last state of a pickled match can be used: this one is from the way to it")
        return state

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., InstanceEngine], tuple[object, ...]]:
        return _restore_engine, (type(self), self._game, self.checking, self.budget, self.forced, self.modules)

    @property
    def game(self) -> Game:
        return self._game

    def improved(self) -> Self:
        """Makes an engine for the same game with optimised functions."""
        return type(self)(
            self._game, self.checking, budget=self.budget, forced=self.forced, modules=self.modules.improved()
        )

    def another(self) -> Self:
        """Makes an engine with the same module and its own instance."""
        return type(self)(
            self._game, self.checking, budget=self.budget, forced=self.forced, modules=self.modules, like=self
        )

    def _call_or_repeat(self, call: Callable[[], int], again: Callable[[], TwinState]) -> int:
        """Returns the result of a call, which tells the seats that act. If the call traps, `again` does the same on the reference executor: that reports the
        fault, or makes the step for which the module lacks memory."""
        try:
            return call()
        except Trapped as trapped:
            self.calls.held = None
            has_no_room = self.has_no_room(trapped)
        made = again()
        if not has_no_room:
            raise MismatchError("only one executor runs into a fault")
        return self._write(made)

    def _ask_twin(self, trapped: Trapped) -> ReferenceTwin:
        """Returns the reference executor after the module could not answer a question. Raises MismatchError for an unexpected trap."""
        self.calls.held = None
        self.has_no_room(trapped)
        return self._twin

    def _write(self, state: TwinState) -> int:
        """Writes the record of a state into memory; returns who acts."""
        scripted = next((one for one in reversed(state.pending) if one[0] >= self._game.humans), None)
        return self.calls.write(self._twin.record(state, len(self._window)), scripted)

    def put(self, state: TwinState) -> WasmState:
        """Converts a state of the reference executor, with its event log, to one of this engine. Raises ArgumentError."""
        if not twin_state(state).origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        return self.here()._put(state)

    def _put(self, state: TwinState) -> WasmState:
        return self._state_in_memory(self._write(state), state.pending, None, None, Put(state))

    @of_state
    def with_log(self, state: WasmState) -> TwinState:
        """Converts a state to one of the reference executor, with its event log."""
        return self._twin.state(state, self.history.log(state))

    def replay_step(self, made: TwinState | None, step: WasmState) -> TwinState:
        """Replays a step on the reference executor, from the state `made` (None before the beginning)."""
        return self._twin.onward(made, None, step)

    def record_of(self, state: TwinState) -> bytes:
        """Encodes a state of the reference executor as a record without a note."""
        return self._twin.record(state, len(self._window))

    @property
    def reference(self) -> TwinEngine:
        """The reference executor that belongs to this engine."""
        return self._twin.engine

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether the module ran out of working memory, which is no fault of the rules. Raises MismatchError for an unexplained trap."""
        return has_no_room(trapped, self.instance, self.module)

    def reference_state(self, state: WasmState) -> TwinState:
        """Converts the position to a state of the reference executor, without its event log."""
        return self._twin.state(state)

    def start_image(self, start: str | None) -> bytes:
        """Returns the bytes of the position in which a match begins; for None they are the bytes that the module holds at `START`. Raises ArgumentError."""
        if start is not None:
            arguments.text("start", start)
        image = self._images.get(start)
        if image is None:
            image = self._images[start] = self._twin.engine.start_image(start)
        return image

    def _begin_from(self, start: str | None) -> None:
        """Sets the start from which matches begin. Raises ArgumentError."""
        if self._start != start:
            self.calls.write_start(self.start_image(start))
            self._start = start

    def _state_in_memory(
        self,
        acting: int,
        pending: tuple[tuple[SeatId, tuple[int, ...]], ...],
        before: WasmState | None,
        seat: SeatId | None,
        happened: Happened,
    ) -> WasmState:
        """Makes the state whose record is in memory. If a scripted seat has left a step to chance, its steps before that one are taken."""
        if self._has_scripts and (scripted := self.calls.find_chance_seat()) is not None:
            pending = tuple(sorted(dict([*pending, scripted]).items()))
            pending = tuple(one for one in pending if one[1])
        self.calls.held = state = WasmState(
            self.facts, self._window.tobytes(), self.seats(acting), pending, before, seat, happened
        )
        return state

    def seats(self, bits: int) -> tuple[SeatId, ...]:
        """Converts a mask of seats from the module."""
        if bits not in self._seats:
            self._seats[bits] = tuple(SeatId(seat) for seat in range(bits.bit_length()) if bits >> seat & 1)
        return self._seats[bits]

    def _list_steps(self, state: WasmState, seat: int) -> Steps:
        """Returns the steps that a seat has taken. Raises IllegalMove if it is not to act, ArgumentError if it is no seat."""
        if type(seat) is not int or seat not in state.acting:
            seat = arguments.seat(self._game, seat)
            if seat not in state.acting:
                text = "the match is over" if state.is_over else f"it is not the turn of {self._game.seats[seat]}"
                raise IllegalMove(Refusal("not_your_turn", self._game.seats[seat], None, text, -1))
        return dict(state.pending).get(seat, ()) if state.pending else ()


def _facts(executed: Game, game: Game) -> Facts:
    """Collects the data that all states of an engine share."""
    return Facts(
        Origin(executed),
        executed.layout.size,
        frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, EndNode)),
        frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, TogetherNode)),
    )


def _restore_engine(
    kind: type[InstanceEngine], game: Game, checking: Checking, budget: int, forced: Forced, modules: Modules
) -> InstanceEngine:
    """Rebuilds an engine that comes from another process."""
    return kind(game, checking, budget=budget, forced=forced, modules=modules)
