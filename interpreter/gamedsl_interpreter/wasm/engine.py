"""The wasm engine: the Engine protocol on a module that is emitted for one Game."""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from struct import error as StructError
from typing import TYPE_CHECKING

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import (
    MOST_OUTCOMES,
    Candidates,
    ChanceOutcome,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Step,
    View,
    Worlds,
)
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.plans.candidates import nodes_with_candidates
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.wasm.candidates import ModuleCandidates
from gamedsl_interpreter.wasm.instance_engine import InstanceEngine, of_state
from gamedsl_interpreter.wasm.instances.calls import OpenStep, Steps
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.move_list import MoveFinder, Moves
from gamedsl_interpreter.wasm.reference_twin import MismatchError
from gamedsl_interpreter.wasm.state import Began, Reseeded, WasmState
from gamedsl_interpreter.wording.moves import LateMove, MoveWords

if TYPE_CHECKING:
    from array import array

    from gamedsl_interpreter.explore import Exploration
    from gamedsl_interpreter.observations import ObservationSpace
    from gamedsl_interpreter.perft import Level
    from gamedsl_interpreter.wasm.reference_twin import TwinState

_MOST_COUNTED = 10_000
"""The most moves that are listed at once; a longer list may exceed the budget."""
_SLOWLY = -2
"""With this value `play` calls `_play_slowly`."""

_new = object.__new__


class WasmEngine(InstanceEngine):
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

    # ------------------------------------------------------------ examples

    @of_state
    def enter(self, state: WasmState, node: NodeId, again: Callable[[], TwinState]) -> WasmState:
        """Continues play at a node, and returns the first stop; `again` does the same on the reference executor."""
        acting = self._call_or_repeat(lambda: self.calls.enter(state, node), again)
        return self._state_in_memory(acting, (), state, None, Began(None, 0))

    # ------------------------------------------------------------ matches

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> WasmState:
        known = None if seed is None else arguments.whole("seed", seed)
        return self.here()._begin_initial(known, arguments.whole("index", index), start)

    def _begin_initial(self, seed: int | None, index: int, start: str | None) -> WasmState:
        self._begin_from(start)
        acting = self._call_or_repeat(
            lambda: self.calls.begin(seed, index), lambda: self._twin.engine.initial(seed, index, start)
        )
        return self._state_in_memory(acting, (), None, None, Began(seed, index, start))

    def to_act(self, state: WasmState) -> tuple[SeatId, ...]:
        try:
            if state.facts is self.facts:
                return state.acting
        except AttributeError:
            pass
        return self.own(state).acting

    # ------------------------------------------------------------ moves

    def moves(self, state: WasmState, seat: int) -> Sequence[Move]:
        try:
            if state.facts is self.facts:
                known = self._known_moves(state.record[self._note_at :])
                if known is not None and seat in state.acting:
                    return known
        except AttributeError:
            pass
        return self._moves(state, seat)

    def moves_by_note(self, state: WasmState, seat: int) -> Sequence[Move] | None:
        """Lists the moves of a seat that is to act, if the note determines them: each has one step, and equal moves are mostly the same object. Otherwise
        None."""
        if state.facts is not self.facts:
            return None
        note = state.record[self._note_at :]
        return self._known_moves(note) or self.here()._offered.moves(note)

    @of_state
    def _moves(self, state: WasmState, seat: int) -> Sequence[Move]:
        """Lists the moves if the note does not determine them."""
        prefix = self._list_steps(state, seat)
        offered = self._offered.moves(state.record[self._note_at :])
        if offered is not None:
            return offered
        try:
            count = self.calls.move_count(state, seat, prefix)
        except Trapped as trapped:
            return self._ask_twin(trapped).moves(state, seat)
        told = MoveFinder(self._root, state, seat, prefix)
        return Moves(count, told) if count < _MOST_COUNTED else told.list_all()

    def nth_move(self, state: WasmState, seat: int, prefix: Steps, number: int) -> Steps:
        """Returns the steps of a complete move by its number among those that begin with `prefix`; it must exist. For the thread of this engine."""
        try:
            return self.calls.nth_move(state, seat, prefix, number)
        except Trapped as trapped:
            return self._ask_twin(trapped).moves(state, seat)[number].steps

    @of_state
    def list_move_steps(self, state: WasmState, seat: int) -> Sequence[Steps]:
        """Lists the steps of all complete moves in normative order. Raises Fault E_BUDGET if they are too many."""
        try:
            steps = self.calls.move_steps(state, seat, self._list_steps(state, seat))
        except Trapped as trapped:
            return [move.steps for move in self._ask_twin(trapped).moves(state, seat)]
        return [move.steps for move in self._twin.moves(state, seat)] if steps is None else steps

    @of_state
    def move_steps(self, state: WasmState, seat: int) -> list[Steps] | None:
        """Lists the steps of all complete moves in normative order; None if they are too many for the module's buffer."""
        return self.calls.move_steps(state, seat, self._list_steps(state, seat))

    def play(self, state: WasmState, seat: int, move: Move) -> WasmState:
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

    @of_state
    def _play_slowly(self, state: WasmState, seat: int, move: Move) -> WasmState:
        """Plays any move, with checks of all arguments."""
        advice = "it is refused: `text` says why" if isinstance(move, Refusal) else ""
        arguments.require("move", move, Move, advice)
        try:
            return self._play(state, arguments.seat(self._game, seat), move)
        except (StructError, TypeError):
            if all(isinstance(step, int) and 0 <= step < 1 << 31 for step in arguments.several("steps", move.steps)):
                raise
        raise ArgumentError("the steps of a move are whole numbers from 0 on, as `moves` gives them")

    def _play(self, state: WasmState, seat: int, move: Move) -> WasmState:
        """Plays a move with valid steps for a seat of this game."""
        prefix = self._list_steps(state, seat)
        acting = -1
        if move.steps[: len(prefix)] == prefix:
            acting = self._call_or_repeat(
                lambda: self.calls.make(state, seat, move.steps),
                lambda: self._twin.play(state, seat, Move(move.steps, "")),
            )
        if acting < 0:
            raise IllegalMove(self._twin.refusal(state, seat, move))
        return self._state_in_memory(acting, tuple(one for one in state.pending if one[0] != seat), state, seat, move)

    @of_state
    def note_conditions(self, state: WasmState, seat: int, noted: Noted, most: int) -> None:
        """Notes which conditions of the seat's moves are tested here, and which of them exclude a move. At most `most` nodes of the search for moves are
        visited. Raises IllegalMove, Fault."""
        self._twin.engine.note_conditions(self._twin.state(state), seat, noted, most)

    @of_state
    def parse_move(self, state: WasmState, seat: int, text: str) -> Move | Refusal:
        arguments.text("text", text)
        return self._twin.parse_move(state, seat, text)

    # ------------------------------------------------------------ steps

    @of_state
    def open_step(self, state: WasmState, seat: int, prefix: Steps) -> OpenStep | None:
        """Returns the first step after `prefix` with two or more completable values; None if at most one move begins with `prefix`."""
        return self.calls.open_step(state, seat, prefix)

    def _open(self, state: WasmState, seat: int) -> OpenStep:
        """Returns the seat's open step; in a private decision with one move, the steps of that move and no values. Raises IllegalMove if it is not to act."""
        before, number, opened = self._opened
        if before is state and number == seat:
            return opened
        found, only = self.calls.onward(state, seat, self._list_steps(state, seat))
        opened = (only, ()) if found is None else found
        self._opened = state, seat, opened
        return opened

    @of_state
    def step(self, state: WasmState, seat: int) -> Step:
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

    @of_state
    def move_words(self, state: WasmState, seat: int, steps: Steps) -> MoveWords:
        """Returns the data for the words of a complete move."""
        try:
            return self._move_words(state, seat, steps)
        except Trapped as trapped:
            return self._ask_twin(trapped).words(state, seat, steps)

    def _move_words(self, state: WasmState, seat: int, steps: Steps) -> MoveWords:
        return self._words.move(*self.calls.move(state, seat, steps), state.node)

    @of_state
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

    @of_state
    def walk(self, state: WasmState, seat: int, pick: Callable[[Step], int]) -> Move:
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
        return LateMove(self.calls.first_move(state, seat, steps), MoveFinder(self._root, state, seat), questions)

    # ------------------------------------------------------------ candidates

    @of_state
    def candidates(self, state: WasmState, seat: int) -> Candidates | None:
        taken = self._list_steps(state, seat)
        if state.node not in self._root.with_candidates:
            return None

        def repeat(trapped: Trapped) -> Candidates:
            found = self._ask_twin(trapped).candidates(state, seat)
            if found is None:
                raise MismatchError("only one executor has candidates")
            return found

        return ModuleCandidates(self.calls, state, seat, taken, MoveFinder(self._root, state, seat), repeat)

    @cached_property
    def with_candidates(self) -> frozenset[NodeId]:
        """The decisions with candidates."""
        return nodes_with_candidates(self._game)

    # ------------------------------------------------------------ chance

    @of_state
    def chance(self, state: WasmState, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        arguments.whole("most", most, 1)
        if state.acting or state.is_over:
            return ()
        return self._twin.chance(state, most)

    @of_state
    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> WasmState:
        arguments.require("outcome", outcome, ChanceOutcome, "one of those that `chance` gives")
        result = self._twin.result(state, outcome)
        pending = dict(state.pending)
        call: Callable[[], int]
        if isinstance(self._game.nodes[state.node], ChanceNode):
            call = partial(self.calls.apply_chance, state, result)
        else:
            seat = self._twin.find_chance_seat(state)
            call = partial(self.calls.reply, state, seat, (*pending.pop(seat, ()), *result))
        acting = self._call_or_repeat(call, lambda: self._twin.play_chance(state, outcome))
        return self._state_in_memory(acting, tuple(pending.items()), state, None, outcome)

    @of_state
    def chance_count(self, state: WasmState) -> int:
        return 0 if state.acting or state.is_over else self._twin.engine.chance_count(self._twin.state(state))

    @of_state
    def chance_weight(self, state: WasmState) -> int:
        return 0 if state.acting or state.is_over else self._twin.engine.chance_weight(self._twin.state(state))

    @of_state
    def sample_chance(self, state: WasmState, seed: int, index: int = 0) -> ChanceOutcome:
        return self._twin.engine.sample_chance(self._twin.state(state), seed, index)

    @of_state
    def reseeded(self, state: WasmState, seed: int | None, index: int = 0) -> WasmState:
        known, number = None if seed is None else arguments.whole("seed", seed), arguments.whole("index", index)
        acting = self._call_or_repeat(
            lambda: self.calls.resume(state, known, number), lambda: self._twin.reseeded(state, known, number)
        )
        pending = tuple(one for one in state.pending if one[0] < self._game.humans)
        return self._state_in_memory(acting, pending, state, None, Reseeded(known, number))

    # ------------------------------------------------------------ observations and results

    @of_state
    def view(self, state: WasmState, seat: int | None) -> View:
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        return self._twin.view(state, known, lambda: self.history.log(state))

    @of_state
    def observe_key(self, state: WasmState, seat: int | None) -> bytes:
        """Returns a key of all observations of the seat: event logs with equal observations have equal keys."""
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        return self._twin.observe_key(self.history.log(state), known)

    @of_state
    def observe_events(self, state: WasmState, seat: int | None, since: WasmState | None = None) -> tuple[Event, ...]:
        """Returns what the seat has observed, oldest first; with `since`, an earlier state of the same match, what it has observed after that."""
        known = arguments.viewer(self._game, seat)
        self.history.check(state)
        log = self.history.log(state)
        return self._twin.observe_events(log, known, None if since is None else self.history.log(self.own(since)))

    @of_state
    def observe_phases(
        self, state: WasmState, seat: int, move: Move, looker: int | None
    ) -> tuple[tuple[str, int], ...]:
        """Returns the parts of the rules in which play continues after a move, each with the number of the looker's last observations that were made in it
        or later. Raises IllegalMove, Fault."""
        return self._twin.engine.observe_phases(self._twin.state(state), seat, move, looker)

    @of_state
    def observe_numbers(self, state: WasmState, seat: int, space: ObservationSpace) -> array[int]:
        """Returns the seat's observation of the position as numbers."""
        return self._twin.observe_numbers(state, arguments.seat(self._game, seat), space)

    @of_state
    def outcome(self, state: WasmState) -> Outcome | None:
        if not state.is_over:
            return None
        try:
            return self.calls.outcome(self._game, state)
        except Trapped as trapped:
            return self._ask_twin(trapped).outcome(state)

    @of_state
    def score_table(self, state: WasmState) -> tuple[tuple[int, ...], ...]:
        try:
            scores = self.calls.outcome(self._game, state).scores
        except Trapped as trapped:
            return self._ask_twin(trapped).score_table(state)
        return tuple(tuple(points for _, points in lines) for lines in scores)

    @of_state
    def standings(self, state: WasmState) -> tuple[int, ...]:
        return self._twin.engine.standings(self._twin.state(state))

    @of_state
    def is_judged(self, state: WasmState) -> bool:
        return self._twin.engine.is_judged(self._twin.state(state))

    # ------------------------------------------------------------ worlds

    @of_state
    def worlds(self, state: WasmState, seat: int) -> Worlds[WasmState]:
        from gamedsl_interpreter.wasm.worlds import WasmWorlds  # imported here because few programs sample worlds

        known = arguments.seat(self._game, seat)
        self.history.check(state)
        return WasmWorlds(self._root, state, self._twin.worlds(state, known, self.history.log(state)))

    def sample_world(self, state: WasmState, seat: int, dice: Dice) -> WasmState:
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
        return exploring.explore_tree(self, known, arguments.whole("most", most, 1), start, arguments.workers(workers))
