"""The wasm engine: the Engine protocol on a module that is emitted for one Game."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from struct import Struct, pack_into, unpack_from
from struct import error as StructError
from typing import Any, TypeVar, cast

from gamedsl.errors import ArgumentError
from gamedsl.graph.game import Game
from gamedsl.graph.nodes import ChanceNode, EndNode, TogetherNode
from gamedsl.graph.types import NodeId, SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import (
    BUDGET,
    MOST_OUTCOMES,
    ChanceOutcome,
    Checking,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Step,
    View,
)
from gamedsl_interpreter.explore import Exploration
from gamedsl_interpreter.origin import Origin
from gamedsl_interpreter.perft import Level
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm import exploring, results
from gamedsl_interpreter.wasm.emit.build import Built, built
from gamedsl_interpreter.wasm.emit.context import NO_ROOM, ON
from gamedsl_interpreter.wasm.emit.optimise import optimised, unchanged
from gamedsl_interpreter.wasm.module import STACK_OVERFLOW, UNREACHABLE, Instance, Program, Trapped
from gamedsl_interpreter.wasm.shadow import MismatchError, Reference, Shadow
from gamedsl_interpreter.wasm.state import Began, Facts, Happened, Put, WasmState
from gamedsl_interpreter.wasm.threads import PerThread
from gamedsl_interpreter.wasm.wording import Asking, LateMove, Offered

_COUNT, _PICK, _LIST, _OPEN, _OPTIONS = range(5)
_WORD = Struct("<i")
_MOST_BUDGET = (1 << 31) - 1
_SLOWLY = -2
"""What `play` does not do at once."""

M = TypeVar("M", bound=Callable[..., Any])


def _of_state(method: M) -> M:
    """A method that is given a state: it has to be one of this game, and the engine of the calling thread answers."""

    @wraps(method)
    def checked(self: WasmEngine, state: WasmState, *args: object, **named: object) -> object:
        return method(self.here(), self.own(state), *args, **named)

    return cast("M", checked)


class WasmEngine:
    """Plays as the reference executor does, some hundred times faster. Raises Unsupported for rules that cannot be emitted yet, Unavailable where
    wasmtime does not run. See `Engine` for the methods.

    Any number of threads may use one engine: each plays in an instance of its own (see `here`), with `module` and `program` shared. An engine has no
    state of its own: a copy of it is itself, and pickling it carries the game and the module.

    It starts at once, with functions as they are written; `improved` takes a second for better ones, and is worth it for whoever plays for some seconds.

    A call takes at most `budget` units of work in the module, and as many on the reference executor where that has to do it again.

    One record lies in the module's memory. The state that it belongs to is remembered (`_held`), so that playing on from the last state writes nothing.
    """

    def __init__(
        self,
        game: Game,
        checking: Checking = Checking.OFF,
        module: Built | None = None,
        program: Program | None = None,
        budget: int = BUDGET,
        like: WasmEngine | None = None,
    ) -> None:
        self._game = arguments.given("game", game, Game, "give what `rules.game()` gives")
        arguments.given("checking", checking, Checking, "`Checking.ON` or `Checking.OFF`")
        self.checking = checking
        self.budget = arguments.whole("budget", budget, 1)
        self.module = built(game, checking, unchanged) if module is None else module
        self.program = Program(self.module.code) if program is None else program
        self.instance = self.bounded_instance()
        self._memory = self.instance.memory
        self._at = self.module.states
        self._call = self.instance.functions
        self._ply = self._call["ply"]
        self._a = self.module.addresses
        size = self.module.state_size
        self._note_at = size + 4
        self._window = self._memory[self._at : self._at + size + self._a["NOTE_SIZE"]]
        self._reference: Reference = Reference(game, checking, budget) if like is None else like._reference
        self._shadow = Shadow(game, self._reference, self._a["STREAM"], self._a["HAS_STREAM"] + 4)
        self._offered: Offered = Offered(self.module.offers) if like is None else like._offered
        self._known_moves = self._offered.get
        self.facts: Facts = (
            like.facts
            if like is not None
            else Facts(
                Origin(game),
                self.module.layout_size,
                frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, EndNode)),
                frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, TogetherNode)),
            )
        )
        self._has_scripts = bool(game.scripts)
        self._seats: dict[int, tuple[SeatId, ...]] = {0: ()}
        self._held: WasmState | None = None
        self._others = PerThread[WasmEngine]()
        self._belongs()

    def _belongs(self) -> None:
        """To the calling thread. Scripted seats can leave steps to chance, which `play` does not do at once."""
        self._thread = get_ident()
        self._quick_thread = -1 if self._has_scripts else self._thread

    def here(self) -> WasmEngine:
        """The engine of the calling thread: this one in the thread that made it, else another one with an instance of its own."""
        if get_ident() == self._thread:
            return self
        engine = self._others.mine(self.another)
        engine._belongs()
        return engine

    def own(self, state: WasmState) -> WasmState:
        """The state, which has to belong to this game. Raises ArgumentError."""
        if not isinstance(state, WasmState):  # pyright: ignore[reportUnnecessaryIsInstance]
            advice = "`put` makes one of it" if isinstance(state, ReferenceState) else ""
            raise ArgumentError(
                f"`state` is a state of this engine, not {arguments.shown(state)}{advice and f'; {advice}'}"
            )
        if state.facts is not self.facts and not state.facts.origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        if len(state.record) != len(self._window):
            raise ArgumentError(
                "of this state only what happened is known: it came with another one from another process"
            )
        return state

    def __copy__(self) -> WasmEngine:
        return self

    def __deepcopy__(self, memo: object) -> WasmEngine:
        return self

    def __reduce__(self) -> tuple[type[WasmEngine], tuple[Game, Checking, Built, None, int]]:
        return WasmEngine, (self._game, self.checking, self.module, None, self.budget)

    @property
    def game(self) -> Game:
        return self._game

    def improved(self) -> WasmEngine:
        """An engine for the same game whose functions went through the optimiser."""
        return WasmEngine(self._game, self.checking, built(self._game, self.checking, optimised), budget=self.budget)

    def another(self) -> WasmEngine:
        """An engine with the same module and an instance of its own."""
        return WasmEngine(self._game, self.checking, self.module, self.program, self.budget, self)

    def bounded_instance(self, more: int = 0) -> Instance:
        """An instance of the module with so many bytes more, whose calls keep to the budget; one that does not get through in time stops as if it had
        no room, and the reference executor says what then happens."""
        instance = self.program.instance(more)
        _WORD.pack_into(instance.memory, self.module.addresses["EXTRA_BUDGET"], min(self.budget, _MOST_BUDGET) - BUDGET)
        return instance

    # ------------------------------------------------------------ memory

    def _hold(self, state: WasmState) -> None:
        """Sees to it that the state's record lies in memory."""
        if self._held is not state:
            self._held = None
            self._window[:] = state.record
            self._held = state

    def _word(self, name: str) -> int:
        value: int = _WORD.unpack_from(self._memory, self._a[name])[0]
        return value

    def _words(self, name: str, count: int) -> tuple[int, ...]:
        return unpack_from(f"<{count}i", self._memory, self._a[name])

    def _set(self, name: str, value: int) -> None:
        _WORD.pack_into(self._memory, self._a[name], value)

    def _set_prefix(self, steps: tuple[int, ...]) -> None:
        pack_into(f"<{len(steps)}i", self._memory, self._a["PREFIX"], *steps)
        self._set("PREFIX_LENGTH", len(steps))

    def _guarded(self, call: Callable[[], int], again: Callable[[], ReferenceState]) -> int:
        """The result of a call, which says who acts. Where it traps, the same `again` on the reference executor: it tells the fault, or does what the
        module has no room for."""
        try:
            return call()
        except Trapped as trapped:
            self._held = None
            has_no_room = self.has_no_room(trapped)
        made = again()
        if not has_no_room:
            raise MismatchError("only one executor runs into a fault")
        return self._written(made)

    def _slowly(self, state: WasmState, trapped: Trapped) -> tuple[ReferenceEngine, ReferenceState]:
        """The reference executor and the position, where the module cannot answer a question."""
        self._held = None
        self.has_no_room(trapped)
        return self._shadow.engine, self._shadow.state(state)

    def _written(self, state: ReferenceState) -> int:
        """Writes a record into memory; who acts."""
        self._held = None
        self._window[:] = self._shadow.record(state, len(self._window))
        self._set("PENDING", -1)
        for seat, steps in state.pending:
            if seat >= self._game.humans:
                self._set("PENDING", seat)
                self._set_prefix(steps)
        return self._call["noted"](self._at)

    def put(self, state: ReferenceState) -> WasmState:
        """The state of the reference executor, with all that was observed on the way to it, as one of this engine. Raises ArgumentError."""
        if not arguments.given("state", state, ReferenceState).origin.is_same(self.facts.origin):
            arguments.foreign(self._game)
        return self.here()._put(state)

    def _put(self, state: ReferenceState) -> WasmState:
        return self._stopped(self._written(state), state.pending, None, None, Put(state))

    @_of_state
    def with_log(self, state: WasmState) -> ReferenceState:
        """The state of the reference executor, with all that was observed on the way to it."""
        return self._shadow.played_again(state)

    @property
    def reference(self) -> ReferenceEngine:
        """The reference executor beside this one."""
        return self._shadow.engine

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether a trap was for want of working memory, which is no fault of the rules. Raises MismatchError for a trap that should not be."""
        if trapped.code not in (UNREACHABLE, STACK_OVERFLOW):
            raise MismatchError(f"the module stopped with trap {trapped.code}") from trapped
        return trapped.code == STACK_OVERFLOW or self._word("FAULT") == NO_ROOM

    def reference_state(self, state: WasmState) -> ReferenceState:
        """The position as the reference executor has it, without what was observed."""
        return self._shadow.state(state)

    # ------------------------------------------------------------ examples

    @_of_state
    def entered(self, state: WasmState, node: NodeId, again: Callable[[], ReferenceState]) -> WasmState:
        """The first stop when play goes on at a node; `again` does the same on the reference executor."""
        self._held = None
        self._hold(state)
        enter = self._noting(lambda: self._call["enter"](self._at, node))
        acting = self._guarded(enter, again)
        return self._stopped(acting, (), state, None, Began(None, 0))

    # ------------------------------------------------------------ matches

    def initial(self, seed: int | None, index: int = 0) -> WasmState:
        """The first stop of a match. Raises Fault, ArgumentError."""
        known = None if seed is None else arguments.whole("seed", seed)
        return self.here()._initial(known, arguments.whole("index", index))

    def _initial(self, seed: int | None, index: int) -> WasmState:
        self._held = None
        self._set_prefix(())
        if seed is not None:
            pack_into("<Q", self._memory, self._a["SEED"], seed & (1 << 64) - 1)
            pack_into("<Q", self._memory, self._a["INDEX"], index & (1 << 64) - 1)

        begin = self._noting(
            lambda: self._call["begin_open"](self._at) if seed is None else self._call["begin"](self._at, 0)
        )
        acting = self._guarded(begin, lambda: self._shadow.engine.initial(seed, index))
        return self._stopped(acting, (), None, None, Began(seed, index))

    def _noting(self, call: Callable[[], int]) -> Callable[[], int]:
        """A call, and after it the one that writes the note and tells who acts."""

        def both() -> int:
            call()
            return self._call["noted"](self._at)

        return both

    def _stopped(
        self,
        acting: int,
        pending: tuple[tuple[SeatId, tuple[int, ...]], ...],
        before: WasmState | None,
        seat: SeatId | None,
        happened: Happened,
    ) -> WasmState:
        """The state whose record lies in memory. A scripted seat may have left a step to chance: those before it are taken."""
        if self._has_scripts and (scripted := self._word("PENDING")) >= 0:
            steps = self._words("PREFIX", self._word("PREFIX_LENGTH"))
            pending = tuple(sorted({**dict(pending), SeatId(scripted): steps}.items()))
            pending = tuple(one for one in pending if one[1])
        self._held = state = WasmState(
            self.facts, self._window.tobytes(), self.seats(acting), pending, before, seat, happened
        )
        return state

    def to_act(self, state: WasmState) -> tuple[SeatId, ...]:
        """Seats that have to choose. Raises ArgumentError for a state of another game, as all methods do."""
        try:
            if state.facts is self.facts:
                return state.acting
        except AttributeError:
            pass
        return self.own(state).acting

    def seats(self, bits: int) -> tuple[SeatId, ...]:
        """Seats as the module has them, as bits."""
        if bits not in self._seats:
            self._seats[bits] = tuple(SeatId(seat) for seat in range(bits.bit_length()) if bits >> seat & 1)
        return self._seats[bits]

    def _taken(self, state: WasmState, seat: SeatId) -> tuple[int, ...]:
        """The steps that a seat has taken. Raises IllegalMove if it is not to act, ArgumentError if it is no seat."""
        seat = arguments.seat(self._game, seat)
        if seat not in state.acting:
            text = f"it is not the turn of {self._game.seats[seat]}"
            raise IllegalMove(Refusal("not_your_turn", self._game.seats[seat], None, text, -1))
        return dict(state.pending).get(seat, ())

    # ------------------------------------------------------------ moves

    def moves(self, state: WasmState, seat: SeatId) -> Sequence[Move]:
        """All complete moves in normative order."""
        try:
            if state.facts is self.facts:
                known = self._known_moves(state.record[self._note_at :])
                if known is not None and seat in state.acting:
                    return known
        except AttributeError:
            pass
        return self._moves(state, seat)

    @_of_state
    def _moves(self, state: WasmState, seat: SeatId) -> Sequence[Move]:
        """The moves where they are not known by the note."""
        self._taken(state, seat)
        asking = Asking(self._shadow, state, seat)
        offered = self._offered.moves(state.record[self._note_at :], asking)
        if offered is not None:
            return offered
        try:
            steps = self.move_steps(state, seat)
        except Trapped as trapped:
            engine, here = self._slowly(state, trapped)
            return engine.moves(here, seat)
        if steps is None:
            return self._shadow.engine.moves(self._shadow.state(state), seat)
        return tuple([LateMove(one, asking) for one in steps])

    @_of_state
    def move_steps(self, state: WasmState, seat: SeatId) -> list[tuple[int, ...]] | None:
        """The steps of all complete moves in normative order; None if they are too many for the module's buffer."""
        self._ask(state, seat, self._taken(state, seat), _LIST)
        if self._word("FULL"):
            return None
        start, end = self._a["LIST"], self._word("OUT")
        words = self._memory[start:end].cast("i").tolist()
        found: list[tuple[int, ...]] = []
        at, end = 0, len(words)
        while at < end:
            onward = at + 1 + words[at]
            found.append(tuple(words[at + 1 : onward]))
            at = onward
        return found

    def _ask(self, state: WasmState, seat: SeatId, prefix: tuple[int, ...], mode: int) -> int:
        self._hold(state)
        self._set_prefix(prefix)
        for name, value in (
            ("MODE", mode),
            ("LEAVES", 0),
            ("LIMIT", ON),
            ("OUT", self._a["LIST"]),
            ("FULL", 0),
            ("OPTION_COUNT", 0),
        ):
            self._set(name, value)
        self._set("PROBE", len(prefix) if mode == _OPTIONS else -1)
        return self._call["ask"](self._at, seat)

    def play(self, state: WasmState, seat: SeatId, move: Move) -> WasmState:
        """The next stop. Raises IllegalMove, Fault, ArgumentError."""
        acting = _SLOWLY
        try:
            steps = move.steps
            if len(steps) == 1 and seat in state.acting and not state.pending and get_ident() == self._quick_thread:
                if self._held is not state:
                    self._hold(self.own(state))
                self._held = None
                acting = self._ply(self._at, seat, steps[0])
        except (Trapped, AttributeError, TypeError, ValueError):
            # A fault, or a wrong argument: what it is, is found out slowly.
            acting = _SLOWLY
        if acting < 0:
            return self._play_slowly(state, seat, move)
        try:
            seats = self._seats[acting]
        except KeyError:
            seats = self.seats(acting)
        self._held = after = WasmState(self.facts, self._window.tobytes(), seats, (), state, seat, move)
        return after

    @_of_state
    def _play_slowly(self, state: WasmState, seat: SeatId, move: Move) -> WasmState:
        """The same for any move and any arguments."""
        advice = "it is refused: `text` says why" if isinstance(move, Refusal) else ""
        arguments.given("move", move, Move, advice)
        try:
            return self._play(state, arguments.seat(self._game, seat), move, move)
        except (StructError, TypeError):
            if all(isinstance(step, int) and 0 <= step < 1 << 31 for step in arguments.several("steps", move.steps)):
                raise
        raise ArgumentError("the steps of a move are whole numbers from 0 on, as `moves` gives them")

    def _play(self, state: WasmState, seat: SeatId, move: Move, happened: Move | int) -> WasmState:
        """The same for a move of which the last step alone may be noted to have happened."""
        prefix = self._taken(state, seat)
        acting = -1
        if move.steps[: len(prefix)] == prefix:
            self._held = None
            self._hold(state)
            self._set_prefix(move.steps)
            acting = self._guarded(
                lambda: self._call["make"](self._at, seat),
                lambda: self._shadow.engine.play(self._shadow.state(state), seat, Move(move.steps, "")),
            )
        if acting < 0:
            raise IllegalMove(self._refusal(state, seat, move))
        return self._stopped(acting, tuple(one for one in state.pending if one[0] != seat), state, seat, happened)

    def _refusal(self, state: WasmState, seat: SeatId, move: Move) -> Refusal:
        try:
            self._shadow.engine.play(self._shadow.state(state), seat, move)
        except IllegalMove as illegal:
            return illegal.refusal
        raise MismatchError("only one executor refuses a move")

    @_of_state
    def parse_move(self, state: WasmState, seat: SeatId, text: str) -> Move | Refusal:
        """The move that a text names, or why there is none."""
        arguments.text("text", text)
        return self._shadow.engine.parse_move(self._shadow.state(state), seat, text)

    # ------------------------------------------------------------ steps

    @_of_state
    def options(
        self, state: WasmState, seat: SeatId, prefix: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The steps before the open step (forced ones included) and its completable values; None if there are no two moves."""
        return self._options(state, seat, prefix)

    def _options(
        self, state: WasmState, seat: SeatId, prefix: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        found = self._ask(state, seat, prefix, _OPEN)
        at = self._word("OPEN")
        if not found or at >= self._word("FIRST_LENGTH"):
            return None
        before = self._words("FIRST_STEPS", at)
        self._ask(state, seat, before, _OPTIONS)
        return before, self._words("OPTIONS", self._word("OPTION_COUNT"))

    def _open(self, state: WasmState, seat: SeatId) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The same for the seat's open step; in a private decision with one move, its steps and no values. Raises IllegalMove if it is not to act."""
        taken = self._taken(state, seat)
        found = self._options(state, seat, taken)
        return (self._first(state, seat, taken), ()) if found is None else found

    @_of_state
    def step(self, state: WasmState, seat: SeatId) -> Step:
        """The open step of the seat's decision."""
        try:
            return Asking(self._shadow, state, seat).step(*self._open(state, seat))
        except Trapped as trapped:
            engine, here = self._slowly(state, trapped)
            return engine.step(here, seat)

    @_of_state
    def take_step(self, state: WasmState, seat: SeatId, value: int) -> WasmState:
        """The state after the step; steps with one completable value are taken at once, and a complete move is played."""
        try:
            return self._take_step(state, seat, arguments.whole("value", value))
        except Trapped as trapped:
            engine, here = self._slowly(state, trapped)
            after = engine.take_step(here, seat, value)
            return self._stopped(self._written(after), after.pending, state, seat, value)

    def _take_step(self, state: WasmState, seat: SeatId, value: int) -> WasmState:
        opened = self._open(state, seat)
        steps = self._answered(value, Asking(self._shadow, state, seat), opened)
        onward = self._options(state, seat, steps)
        if onward is None:
            return self._play(state, seat, Move(self._first(state, seat, steps), ""), value)
        pending = tuple(sorted({**dict(state.pending), seat: onward[0]}.items()))
        return WasmState(self.facts, state.record, state.acting, pending, state, seat, value)

    def _first(self, state: WasmState, seat: SeatId, prefix: tuple[int, ...]) -> tuple[int, ...]:
        """The first complete move that begins with these steps."""
        self._set("TARGET", 0)
        self._ask(state, seat, prefix, _PICK)
        return self._words("STEPS", self._word("END"))

    def _answered(self, value: int, asking: Asking, opened: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, ...]:
        """The steps that are taken when an open step is answered. Raises IllegalMove if the value is no option."""
        before, values = opened
        if value in (values or (0,)):
            return (*before, value) if values else before
        name = asking.step(before, values).name
        text = f"{value} is no option of `{name}` here"
        raise IllegalMove(Refusal("selection", name, None, text, asking.decision()[0].site))

    @_of_state
    def walk(self, state: WasmState, seat: SeatId, pick: Callable[[Step], int]) -> Move:
        """The complete move made of the values that `pick` gives."""
        try:
            return self._walk(state, seat, arguments.function("pick", pick))
        except Trapped as trapped:
            engine, here = self._slowly(state, trapped)
            return engine.walk(here, seat, pick)

    def _walk(self, state: WasmState, seat: SeatId, pick: Callable[[Step], int]) -> Move:
        asking = Asking(self._shadow, state, seat)
        found: tuple[tuple[int, ...], tuple[int, ...]] | None = self._open(state, seat)
        steps: tuple[int, ...] = ()
        while found is not None:
            steps = self._answered(pick(asking.step(*found)), asking, found)
            found = self._options(state, seat, steps)
        return LateMove(self._first(state, seat, steps), asking)

    # ------------------------------------------------------------ chance

    @_of_state
    def chance(self, state: WasmState, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        """Outcomes in canonical order. Raises TooManyOutcomes above `most`."""
        arguments.whole("most", most, 1)
        if state.acting or state.is_over:
            return ()
        return self._shadow.engine.chance(self._shadow.state(state), most)

    @_of_state
    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> WasmState:
        """The next stop after an outcome. Raises Fault, and ArgumentError if it is none of this node's."""
        arguments.given("outcome", outcome, ChanceOutcome, "one of those that `chance` gives")
        result = self._shadow.result(state, outcome)
        self._held = None
        self._hold(state)
        pending = dict(state.pending)
        if isinstance(self._game.nodes[state.node], ChanceNode):
            pack_into(f"<{len(result)}i", self._memory, self._a["GIVEN"], *result)
            call: Callable[[], int] = lambda: self._call["done"](self._at)  # noqa: E731 (one call or the other)
        else:
            seat = self._shadow.left_to_chance(state)
            self._set_prefix((*pending.pop(seat, ()), *result))
            call = lambda: self._call["reply_with"](self._at, seat)  # noqa: E731
        acting = self._guarded(
            self._noting(call), lambda: self._shadow.engine.play_chance(self._shadow.state(state), outcome)
        )
        return self._stopped(acting, tuple(pending.items()), state, None, outcome)

    # ------------------------------------------------------------ what can be seen

    @_of_state
    def view(self, state: WasmState, seat: SeatId) -> View:
        """What a seat may know."""
        known = arguments.seat(self._game, seat)
        return self._shadow.engine.view(self._shadow.played_again(state), known)

    @_of_state
    def outcome(self, state: WasmState) -> Outcome | None:
        """The result; None before the end."""
        if not state.is_over:
            return None
        self._hold(state)
        self._set("LEFT", min(self.budget, _MOST_BUDGET))
        try:
            self._call["outcome"](self._at)
        except Trapped as trapped:
            engine, here = self._slowly(state, trapped)
            return engine.outcome(here)
        return results.outcome(self._game, self._memory, self._a)

    # ------------------------------------------------------------ trees

    def perft(self, depth: int, most: int) -> Iterator[Level]:
        """See `gamedsl_interpreter.perft.perft`."""
        return exploring.levels(self, arguments.whole("depth", depth, 0), arguments.whole("most", most, 1))

    def explore(self, depth: int | None, most: int) -> Exploration:
        """See `gamedsl_interpreter.explore.explore`."""
        known = None if depth is None else arguments.whole("depth", depth, 0)
        return exploring.explored(self, known, arguments.whole("most", most, 1))
