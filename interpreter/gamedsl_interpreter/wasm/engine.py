"""The wasm engine: the Engine protocol on a module that is emitted for one Game."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial, wraps
from struct import error as StructError
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, EndNode, TogetherNode
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import (
    BUDGET,
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
    Worlds,
)
from gamedsl_interpreter.forced import stopping
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.origin import Origin
from gamedsl_interpreter.plans.candidates import nodes_with_candidates
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.wasm.bulk.player import Player
from gamedsl_interpreter.wasm.candidates import ModuleCandidates
from gamedsl_interpreter.wasm.history import History
from gamedsl_interpreter.wasm.instances.calls import Calls, OpenStep, Steps, bounded_instance, has_no_room
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.modules import Keeper, Modules, Tier
from gamedsl_interpreter.wasm.instances.threads import PerThread
from gamedsl_interpreter.wasm.move_list import Moves
from gamedsl_interpreter.wasm.offered import Offered
from gamedsl_interpreter.wasm.reference_twin import (
    MismatchError,
    ReferenceTwin,
    SharedReference,
    is_of_reference,
    twin_state,
)
from gamedsl_interpreter.wasm.state import Began, Facts, Happened, Put, Reseeded, WasmState
from gamedsl_interpreter.wording.moves import LateMove, MoveWords

_MOST_COUNTED = 10_000
"""The most moves that are listed at once; a longer list may exceed the budget."""

if TYPE_CHECKING:
    from array import array

    from gamedsl_interpreter.explore import Exploration
    from gamedsl_interpreter.observations import ObservationSpace
    from gamedsl_interpreter.perft import Level
    from gamedsl_interpreter.wasm.reference_twin import TwinEngine, TwinState
    from gamedsl_interpreter.wasm.wording import Words

_NOBODY = -1
"""No thread."""
_SLOWLY = -2
"""With this value `play` calls `_play_slowly`."""

_new = object.__new__

M = TypeVar("M", bound=Callable[..., Any])


def _of_state(method: M) -> M:
    """Decorates a method with the check that its state belongs to this game, and calls it on the engine of the calling thread."""

    @wraps(method)
    def checked(self: WasmEngine, state: WasmState, *args: object, **named: object) -> object:
        if type(state) is WasmState and state.facts is self.facts and state.record:  # what `own` tests, in less time
            return method(self.here(), state, *args, **named)
        return method(self.here(), self.own(state), *args, **named)

    return cast("M", checked)


class _MoveFinder:
    """Finds the moves of a seat at a state, and their words. The seat has taken the steps `prefix`."""

    __slots__ = ("_engine", "_prefix", "_seat", "_state")

    def __init__(self, engine: WasmEngine, state: WasmState, seat: int, prefix: Steps = ()) -> None:
        self._engine = engine
        self._state = state
        self._seat = seat
        self._prefix = prefix

    def words(self, steps: Steps) -> MoveWords:
        """Returns the words of a complete move. Any thread may call it."""
        return self._engine.move_words(self._state, self._seat, steps)

    def nth(self, number: int) -> Move:
        """Returns the move with this number."""
        return LateMove(self._engine.here().nth_move(self._state, self._seat, self._prefix, number), self)

    def listed(self) -> tuple[Move, ...]:
        """Lists all moves."""
        return tuple([LateMove(steps, self) for steps in self._engine.listed_moves(self._state, self._seat)])


class WasmEngine:
    """Plays as the reference executor does, about 100 times faster. Raises Unsupported for rules that cannot be emitted yet, Unavailable where
    wasmtime does not run. See `Engine` for the methods.

    Any number of threads may use one engine: each plays in its own instance (see `here`); they share `modules`. An engine has no state of matches: its
    copy is itself, and its pickle holds the game and the modules.

    There is a module for each purpose, made when it is first needed. The module of `purpose` is made at once, so that the engine exists only if it can play
    (with None no module is made if it is certain that all can be made).
    Modules that `keeper` has kept from an earlier start are reused. The engine starts at once, with functions that are not optimised. `improved` spends
    about a second on better ones, which is worth it for programs that play for several seconds.

    A call takes at most `budget` units of work in the module, and as many again on the reference executor if it has to repeat the call.
    """

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
        like: WasmEngine | None = None,
    ) -> None:
        """`module`: one for all purposes. `modules`: those of the same game. `like`: an engine with which this one shares everything except its instance."""
        self._game = arguments.given("game", game, Game, "give what `rules.game()` gives")
        arguments.given("checking", checking, Checking, "`Checking.ON` or `Checking.OFF`")
        self.checking = checking
        self.budget = arguments.whole("budget", budget, 1)
        self.forced = arguments.given("forced", forced, Forced, "`Forced.PLAYED` or `Forced.ASKED`")
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
        self._root: WasmEngine = self if like is None else like._root
        self.facts: Facts = _facts(self._executed, game) if like is None else like.facts
        self._has_scripts = bool(game.scripts)
        self._seats: dict[int, tuple[SeatId, ...]] = {0: ()}
        self._start: str | None = None
        self._images: dict[str | None, bytes] = {} if like is None else like._images
        self._opened: tuple[WasmState | None, SeatId, OpenStep] = (None, 0, ((), ()))
        """The open step of the last query: it is usually the next one to be answered."""
        self._others = PerThread[WasmEngine]()
        self._players: dict[tuple[Tier, Purpose, int], PerThread[Player]] = {}
        self.search_time = 0.0
        """Seconds spent on growing trees: after a long time the optimiser pays off."""
        self._lock = Lock()
        self._thread = self._quick_thread = _NOBODY
        if purpose is Purpose.PLAY:
            self._prepare(like)

    def _prepare(self, like: WasmEngine | None) -> None:
        """Makes the instance in which matches are played, for the calling thread."""
        from gamedsl_interpreter.wasm.wording import Words  # imported here because playouts need no words

        made = self.modules.of(Purpose.PLAY)
        self.instance = bounded_instance(made, self.budget)
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

    def here(self) -> WasmEngine:
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
                f"`state` is a state of this engine, not {arguments.shown(state)}{advice and f'; {advice}'}"
            )
        if state.facts is not self.facts and not state.facts.origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        if not state.record:
            raise ArgumentError("only the last state of a pickled match can be used: this one is from the way to it")
        return state

    def __copy__(self) -> WasmEngine:
        return self

    def __deepcopy__(self, memo: object) -> WasmEngine:
        return self

    def __reduce__(self) -> tuple[Callable[..., WasmEngine], tuple[object, ...]]:
        return _restore_engine, (self._game, self.checking, self.budget, self.forced, self.modules)

    @property
    def game(self) -> Game:
        return self._game

    def improved(self) -> WasmEngine:
        """Makes an engine for the same game with optimised functions."""
        return WasmEngine(
            self._game, self.checking, budget=self.budget, forced=self.forced, modules=self.modules.improved()
        )

    def another(self) -> WasmEngine:
        """Makes an engine with the same module and its own instance."""
        return WasmEngine(
            self._game, self.checking, budget=self.budget, forced=self.forced, modules=self.modules, like=self
        )

    # ------------------------------------------------------------ the reference executor

    def _call_or_repeat(self, call: Callable[[], int], again: Callable[[], TwinState]) -> int:
        """Returns the result of a call, which says who acts. If it traps, `again` does the same on the reference executor, which reports the fault, or makes
        the step for which the module lacks memory."""
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

    def record_of(self, state: TwinState) -> bytes:
        """Encodes a state of the reference executor as a record without a note."""
        return self._twin.record(state, len(self._window))

    def put(self, state: TwinState) -> WasmState:
        """Converts a state of the reference executor, with its event log, to one of this engine. Raises ArgumentError."""
        if not twin_state(state).origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        return self.here()._put(state)

    def _put(self, state: TwinState) -> WasmState:
        return self._state_in_memory(self._write(state), state.pending, None, None, Put(state))

    @_of_state
    def with_log(self, state: WasmState) -> TwinState:
        """Converts a state to one of the reference executor, with its event log."""
        return self._twin.state(state, self.history.log(state))

    def replayed(self, made: TwinState | None, step: WasmState) -> TwinState:
        """Replays a step on the reference executor, from the state `made` (None before the beginning)."""
        return self._twin.onward(made, None, step)

    @property
    def reference(self) -> TwinEngine:
        """The reference executor beside this one."""
        return self._twin.engine

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether the module ran out of working memory, which is no fault of the rules. Raises MismatchError for an unexplained trap."""
        return has_no_room(trapped, self.instance, self.module)

    def reference_state(self, state: WasmState) -> TwinState:
        """Converts the position to a state of the reference executor, without its event log."""
        return self._twin.state(state)

    # ------------------------------------------------------------ examples

    @_of_state
    def entered(self, state: WasmState, node: NodeId, again: Callable[[], TwinState]) -> WasmState:
        """Continues play at a node, and returns the first stop; `again` does the same on the reference executor."""
        acting = self._call_or_repeat(lambda: self.calls.enter(state, node), again)
        return self._state_in_memory(acting, (), state, None, Began(None, 0))

    # ------------------------------------------------------------ matches

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> WasmState:
        """Returns the first stop of a match. Raises Fault, ArgumentError."""
        known = None if seed is None else arguments.whole("seed", seed)
        return self.here()._begin_initial(known, arguments.whole("index", index), start)

    def start_image(self, start: str | None) -> bytes:
        """Returns the bytes of the position in which a match begins; a module holds that of None at `START`. Raises ArgumentError."""
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

    def _begin_initial(self, seed: int | None, index: int, start: str | None) -> WasmState:
        self._begin_from(start)
        acting = self._call_or_repeat(
            lambda: self.calls.begin(seed, index), lambda: self._twin.engine.initial(seed, index, start)
        )
        return self._state_in_memory(acting, (), None, None, Began(seed, index, start))

    def _state_in_memory(
        self,
        acting: int,
        pending: tuple[tuple[SeatId, tuple[int, ...]], ...],
        before: WasmState | None,
        seat: SeatId | None,
        happened: Happened,
    ) -> WasmState:
        """Makes the state whose record is in memory. If a scripted seat has left a step to chance, its steps before that one are taken."""
        if self._has_scripts and (scripted := self.calls.left_to_chance()) is not None:
            pending = tuple(sorted(dict([*pending, scripted]).items()))
            pending = tuple(one for one in pending if one[1])
        self.calls.held = state = WasmState(
            self.facts, self._window.tobytes(), self.seats(acting), pending, before, seat, happened
        )
        return state

    def to_act(self, state: WasmState) -> tuple[SeatId, ...]:
        """Returns the seats that have to choose. Raises ArgumentError for a state of another game, as all methods do."""
        try:
            if state.facts is self.facts:
                return state.acting
        except AttributeError:
            pass
        return self.own(state).acting

    def seats(self, bits: int) -> tuple[SeatId, ...]:
        """Converts a mask of seats from the module."""
        if bits not in self._seats:
            self._seats[bits] = tuple(SeatId(seat) for seat in range(bits.bit_length()) if bits >> seat & 1)
        return self._seats[bits]

    def _steps_taken(self, state: WasmState, seat: int) -> Steps:
        """Returns the steps that a seat has taken. Raises IllegalMove if it is not to act, ArgumentError if it is no seat."""
        if type(seat) is not int or seat not in state.acting:
            seat = arguments.seat(self._game, seat)
            if seat not in state.acting:
                text = f"it is not the turn of {self._game.seats[seat]}"
                raise IllegalMove(Refusal("not_your_turn", self._game.seats[seat], None, text, -1))
        return dict(state.pending).get(seat, ()) if state.pending else ()

    # ------------------------------------------------------------ moves

    def moves(self, state: WasmState, seat: int) -> Sequence[Move]:
        """Lists all complete moves in normative order."""
        try:
            if state.facts is self.facts:
                known = self._known_moves(state.record[self._note_at :])
                if known is not None and seat in state.acting:
                    return known
        except AttributeError:
            pass
        return self._moves(state, seat)

    def known_moves(self, state: WasmState, seat: int) -> Sequence[Move] | None:
        """Lists the moves of a seat that is to act, if the note determines them: each is one step, and equal ones are mostly the same object. Otherwise None."""
        if state.facts is not self.facts:
            return None
        note = state.record[self._note_at :]
        return self._known_moves(note) or self.here()._offered.moves(note)

    @_of_state
    def _moves(self, state: WasmState, seat: int) -> Sequence[Move]:
        """Lists the moves if the note does not determine them."""
        prefix = self._steps_taken(state, seat)
        offered = self._offered.moves(state.record[self._note_at :])
        if offered is not None:
            return offered
        try:
            count = self.calls.move_count(state, seat, prefix)
        except Trapped as trapped:
            return self._ask_twin(trapped).moves(state, seat)
        told = _MoveFinder(self._root, state, seat, prefix)
        return Moves(count, told) if count < _MOST_COUNTED else told.listed()

    def nth_move(self, state: WasmState, seat: int, prefix: Steps, number: int) -> Steps:
        """Returns the steps of a complete move by its number among those that begin with `prefix`; it must exist. For the thread of this engine."""
        try:
            return self.calls.nth_move(state, seat, prefix, number)
        except Trapped as trapped:
            return self._ask_twin(trapped).moves(state, seat)[number].steps

    @_of_state
    def listed_moves(self, state: WasmState, seat: int) -> Sequence[Steps]:
        """Lists the steps of all complete moves in normative order. Raises Fault E_BUDGET if they are too many."""
        try:
            steps = self.calls.move_steps(state, seat, self._steps_taken(state, seat))
        except Trapped as trapped:
            return [move.steps for move in self._ask_twin(trapped).moves(state, seat)]
        return [move.steps for move in self._twin.moves(state, seat)] if steps is None else steps

    @_of_state
    def move_steps(self, state: WasmState, seat: int) -> list[Steps] | None:
        """Lists the steps of all complete moves in normative order; None if they are too many for the module's buffer."""
        return self.calls.move_steps(state, seat, self._steps_taken(state, seat))

    def play(self, state: WasmState, seat: int, move: Move) -> WasmState:
        """Plays a complete move and returns the next stop. Raises IllegalMove, Fault, ArgumentError."""
        acting = _SLOWLY
        try:
            steps, calls = move.steps, self.calls
            if seat in state.acting and not state.pending and get_ident() == self._quick_thread:
                if calls.held is not state:
                    calls.hold(self.own(state))
                calls.held = None
                acting = self._ply(self._at, seat, steps[0]) if len(steps) == 1 else calls.make_here(seat, steps)
        except (Trapped, AttributeError, TypeError, ValueError, StructError):
            # A fault, or a wrong argument: the slow path finds out which.
            acting = _SLOWLY
        if acting < 0:
            return self._play_slowly(state, seat, move)
        try:
            seats = self._seats[acting]
        except KeyError:
            seats = self.seats(acting)
        # Inlined `WasmState(...)`, which would take twice as long.
        after = _new(WasmState)
        after.facts = self.facts
        after.record = self._window.tobytes()
        after.acting = seats
        after.pending = ()
        after.before = state
        after.seat = seat
        after.happened = move
        after.log = None
        self.calls.held = after
        return after

    @_of_state
    def _play_slowly(self, state: WasmState, seat: int, move: Move) -> WasmState:
        """Plays any move, with checks of all arguments."""
        advice = "it is refused: `text` says why" if isinstance(move, Refusal) else ""
        arguments.given("move", move, Move, advice)
        try:
            return self._play(state, arguments.seat(self._game, seat), move)
        except (StructError, TypeError):
            if all(isinstance(step, int) and 0 <= step < 1 << 31 for step in arguments.several("steps", move.steps)):
                raise
        raise ArgumentError("the steps of a move are whole numbers from 0 on, as `moves` gives them")

    def _play(self, state: WasmState, seat: int, move: Move) -> WasmState:
        """Plays a move with valid steps for a seat of this game."""
        prefix = self._steps_taken(state, seat)
        acting = -1
        if move.steps[: len(prefix)] == prefix:
            acting = self._call_or_repeat(
                lambda: self.calls.make(state, seat, move.steps),
                lambda: self._twin.play(state, seat, Move(move.steps, "")),
            )
        if acting < 0:
            raise IllegalMove(self._twin.refusal(state, seat, move))
        return self._state_in_memory(acting, tuple(one for one in state.pending if one[0] != seat), state, seat, move)

    @_of_state
    def note_conditions(self, state: WasmState, seat: int, noted: Noted, most: int) -> None:
        """Notes which conditions of the seat's moves are tested here, and which of them exclude a move. At most `most` nodes of the search for moves are
        visited. Raises IllegalMove, Fault."""
        self._twin.engine.note_conditions(self._twin.state(state), seat, noted, most)

    @_of_state
    def parse_move(self, state: WasmState, seat: int, text: str) -> Move | Refusal:
        """Finds the move that a text names, or says why there is none."""
        arguments.text("text", text)
        return self._twin.parse_move(state, seat, text)

    # ------------------------------------------------------------ steps

    @_of_state
    def open_step(self, state: WasmState, seat: int, prefix: Steps) -> OpenStep | None:
        """Returns the first step after `prefix` with two or more completable values; None if at most one move begins with `prefix`."""
        return self.calls.open_step(state, seat, prefix)

    def _open(self, state: WasmState, seat: int) -> OpenStep:
        """Returns the seat's open step; in a private decision with one move, the steps of that move and no values. Raises IllegalMove if it is not to act."""
        before, number, opened = self._opened
        if before is state and number == seat:
            return opened
        found, only = self.calls.onward(state, seat, self._steps_taken(state, seat))
        opened = (only, ()) if found is None else found
        self._opened = state, seat, opened
        return opened

    @_of_state
    def step(self, state: WasmState, seat: int) -> Step:
        """Returns the open step of the seat's decision."""
        try:
            return self._step(state, seat, self._open(state, seat))
        except Trapped as trapped:
            return self._ask_twin(trapped).step(state, seat)

    def _step(self, state: WasmState, seat: int, opened: OpenStep) -> Step:
        """Puts an open step into words."""
        before, values = opened
        if not values:
            return self._words.only(state.node, self._move_words(state, seat, before))
        if not before and self._words.menu(state.node):
            return self._words.opening_menu(state.node, values)
        memory, exit_number = self.calls.move(state, seat, (*before, values[0]))
        step = self._words.step(memory, state.node, exit_number, len(before), values)
        return self._twin.step_at(state, seat, before, values) if step is None else step

    @_of_state
    def move_words(self, state: WasmState, seat: int, steps: Steps) -> MoveWords:
        """Returns the data for the words of a complete move."""
        try:
            return self._move_words(state, seat, steps)
        except Trapped as trapped:
            return self._ask_twin(trapped).words(state, seat, steps)

    def _move_words(self, state: WasmState, seat: int, steps: Steps) -> MoveWords:
        return self._words.move(*self.calls.move(state, seat, steps), state.node)

    @_of_state
    def take_step(self, state: WasmState, seat: int, value: int) -> WasmState:
        """Takes a step and returns the state after it. Steps with only one completable value are taken at once; a complete move is played."""
        try:
            return self._take_step(state, seat, arguments.whole("value", value))
        except Trapped as trapped:
            after = self._ask_twin(trapped).take_step(state, seat, value)
            return self._state_in_memory(self._write(after), after.pending, state, seat, value)

    def _take_step(self, state: WasmState, seat: int, value: int) -> WasmState:
        opened = self._open(state, seat)
        steps = self._answer_step(state, seat, value, opened)
        if len(steps) == 1 and opened[1] and (lines := self._words.menu(state.node)) and lines[value]:
            return self._play(state, seat, Move(steps, ""))
        onward, only = self.calls.onward(state, seat, steps)
        if onward is None:
            return self._play(state, seat, Move(only, ""))
        pending = tuple(sorted({**dict(state.pending), seat: onward[0]}.items()))
        return WasmState(self.facts, state.record, state.acting, pending, state, seat, value)

    def _answer_step(self, state: WasmState, seat: int, value: int, opened: OpenStep) -> Steps:
        """Returns the steps taken after an open step is answered. Raises IllegalMove if the value is no option."""
        before, values = opened
        if value in (values or (0,)):
            return (*before, value) if values else before
        name = self._step(state, seat, opened).name
        text = f"{value} is no option of `{name}` here"
        raise IllegalMove(Refusal("selection", name, None, text, self._words.decision(state.node).site))

    @_of_state
    def walk(self, state: WasmState, seat: int, pick: Callable[[Step], int]) -> Move:
        """Builds the complete move from the values that `pick` gives."""
        try:
            return self._walk(state, seat, arguments.function("pick", pick))
        except Trapped as trapped:
            return self._ask_twin(trapped).walk(state, seat, pick)

    def _walk(self, state: WasmState, seat: int, pick: Callable[[Step], int]) -> Move:
        opened: OpenStep | None = self._open(state, seat)
        steps: Steps = ()
        questions = 0
        while opened is not None:
            questions += 1
            steps = self._answer_step(state, seat, pick(self._step(state, seat, opened)), opened)
            opened = self.calls.open_step(state, seat, steps)
        return LateMove(self.calls.first_move(state, seat, steps), _MoveFinder(self._root, state, seat), questions)

    # ------------------------------------------------------------ candidates

    @_of_state
    def candidates(self, state: WasmState, seat: int) -> Candidates | None:
        """Returns the candidates of the seat's decision, if random players draw before an `ensure` judges; else None. Raises IllegalMove."""
        taken = self._steps_taken(state, seat)
        if state.node not in self._root.with_candidates:
            return None

        def repeat(trapped: Trapped) -> Candidates:
            found = self._ask_twin(trapped).candidates(state, seat)
            if found is None:
                raise MismatchError("only one executor has candidates")
            return found

        return ModuleCandidates(self.calls, state, seat, taken, _MoveFinder(self._root, state, seat), repeat)

    @cached_property
    def with_candidates(self) -> frozenset[NodeId]:
        """The decisions with candidates."""
        return nodes_with_candidates(self._game)

    # ------------------------------------------------------------ chance

    @_of_state
    def chance(self, state: WasmState, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        """Lists the outcomes in canonical order. Raises TooManyOutcomes above `most`."""
        arguments.whole("most", most, 1)
        if state.acting or state.is_over:
            return ()
        return self._twin.chance(state, most)

    @_of_state
    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> WasmState:
        """Plays an outcome and returns the next stop. Raises Fault, and ArgumentError if it is no outcome of this node."""
        arguments.given("outcome", outcome, ChanceOutcome, "one of those that `chance` gives")
        result = self._twin.result(state, outcome)
        pending = dict(state.pending)
        call: Callable[[], int]
        if isinstance(self._game.nodes[state.node], ChanceNode):
            call = partial(self.calls.apply_chance, state, result)
        else:
            seat = self._twin.left_to_chance(state)
            call = partial(self.calls.reply, state, seat, (*pending.pop(seat, ()), *result))
        acting = self._call_or_repeat(call, lambda: self._twin.play_chance(state, outcome))
        return self._state_in_memory(acting, tuple(pending.items()), state, None, outcome)

    @_of_state
    def chance_count(self, state: WasmState) -> int:
        """Counts the outcomes exactly; 0 where chance does not decide."""
        return 0 if state.acting or state.is_over else self._twin.engine.chance_count(self._twin.state(state))

    @_of_state
    def chance_weight(self, state: WasmState) -> int:
        """Sums up their weights."""
        return 0 if state.acting or state.is_over else self._twin.engine.chance_weight(self._twin.state(state))

    @_of_state
    def sample_chance(self, state: WasmState, seed: int, index: int = 0) -> ChanceOutcome:
        """Samples an outcome by its probability. Raises ArgumentError."""
        return self._twin.engine.sample_chance(self._twin.state(state), seed, index)

    @_of_state
    def reseeded(self, state: WasmState, seed: int | None, index: int = 0) -> WasmState:
        """Returns the position with another chance stream. A chance node is resolved at once. Raises Fault."""
        known, number = None if seed is None else arguments.whole("seed", seed), arguments.whole("index", index)
        acting = self._call_or_repeat(
            lambda: self.calls.resume(state, known, number), lambda: self._twin.reseeded(state, known, number)
        )
        pending = tuple(one for one in state.pending if one[0] < self._game.humans)
        return self._state_in_memory(acting, pending, state, None, Reseeded(known, number))

    # ------------------------------------------------------------ observations and results

    @_of_state
    def view(self, state: WasmState, seat: int | None) -> View:
        """Returns all that a seat may know; None: what all seats see."""
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        return self._twin.view(state, known, lambda: self.history.log(state))

    @_of_state
    def observed_key(self, state: WasmState, seat: int | None) -> bytes:
        """Returns a key of all observations of the seat: event logs with equal observations have equal keys."""
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        return self._twin.observed_key(self.history.log(state), known)

    @_of_state
    def observed_events(self, state: WasmState, seat: int | None, since: WasmState | None = None) -> tuple[Event, ...]:
        """Returns what the seat has observed, oldest first; with `since`, an earlier state of the same match, what it has observed after that."""
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        log = self.history.log(state)
        return self._twin.observed_events(log, known, None if since is None else self.history.log(self.own(since)))

    @_of_state
    def observed_numbers(self, state: WasmState, seat: int, space: ObservationSpace) -> array[int]:
        """Returns the seat's observation of the position as numbers."""
        return self._twin.observed_numbers(state, arguments.seat(self._game, seat), space)

    @_of_state
    def outcome(self, state: WasmState) -> Outcome | None:
        """Returns the result; None before the end."""
        if not state.is_over:
            return None
        try:
            return self.calls.outcome(self._game, state)
        except Trapped as trapped:
            return self._ask_twin(trapped).outcome(state)

    @_of_state
    def score_table(self, state: WasmState) -> tuple[tuple[int, ...], ...]:
        """Computes the score lines at a position, by seat and line; the match need not be over. Raises Fault, ArgumentError."""
        try:
            scores = self.calls.outcome(self._game, state).scores
        except Trapped as trapped:
            return self._ask_twin(trapped).score_table(state)
        return tuple(tuple(points for _, points in lines) for lines in scores)

    # ------------------------------------------------------------ worlds

    @_of_state
    def worlds(self, state: WasmState, seat: int) -> Worlds[WasmState]:
        """Finds the positions that the seat cannot tell from this one. Raises WorldsError, ArgumentError."""
        from gamedsl_interpreter.wasm.worlds import WasmWorlds  # imported here because few programs sample worlds

        known = arguments.seat(self._game, seat)
        self.history.check(state)
        return WasmWorlds(self._root, state, self._twin.worlds(state, known, self.history.log(state)))

    def sample_world(self, state: WasmState, seat: int, dice: Dice) -> WasmState:
        """Samples one of these positions. Raises WorldsError, ArgumentError."""
        return self.worlds(state, seat).sample(dice)

    # ------------------------------------------------------------ trees

    def perft(self, depth: int, most: int, start: str | None = None, workers: int | None = None) -> Iterator[Level]:
        """See `gamedsl_interpreter.perft.perft`."""
        from gamedsl_interpreter.wasm.bulk import exploring

        return exploring.levels(
            self,
            arguments.whole("depth", depth, 0),
            arguments.whole("most", most, 1),
            start,
            arguments.workers(workers),
        )

    def leaves(self, depth: int, most: int, start: str | None = None, workers: int | None = None) -> int:
        """See `gamedsl_interpreter.perft.leaves`."""
        from gamedsl_interpreter.wasm.bulk import exploring

        return exploring.leaves(
            self,
            arguments.whole("depth", depth, 0),
            arguments.whole("most", most, 1),
            start,
            arguments.workers(workers),
        )

    def explore(
        self, depth: int | None, most: int, start: str | None = None, workers: int | None = None
    ) -> Exploration:
        """See `gamedsl_interpreter.explore.explore`."""
        from gamedsl_interpreter.wasm.bulk import exploring

        known = None if depth is None else arguments.whole("depth", depth, 0)
        return exploring.explored(self, known, arguments.whole("most", most, 1), start, arguments.workers(workers))


def _facts(executed: Game, game: Game) -> Facts:
    """Collects the data that all states of an engine share."""
    return Facts(
        Origin(executed),
        executed.layout.size,
        frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, EndNode)),
        frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, TogetherNode)),
    )


def _restore_engine(game: Game, checking: Checking, budget: int, forced: Forced, modules: Modules) -> WasmEngine:
    """Rebuilds an engine that comes from another process."""
    return WasmEngine(game, checking, budget=budget, forced=forced, modules=modules)
