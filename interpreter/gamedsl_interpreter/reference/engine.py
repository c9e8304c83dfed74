"""The reference engine: the Engine protocol on top of the machine that walks the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter import arguments, random
from gamedsl_interpreter.engine import (
    BUDGET,
    MOST_OUTCOMES,
    ChanceOutcome,
    Checking,
    Event,
    Forced,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Step,
    StepOption,
    View,
)
from gamedsl_interpreter.forced import stopping
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.reference.decisions import refusals
from gamedsl_interpreter.reference.decisions.candidates import DecisionCandidates
from gamedsl_interpreter.reference.decisions.decisions import Asked, Decision, Ending, open_at_stop, steps_after_answer
from gamedsl_interpreter.reference.decisions.several import Several, find_picked, several_at
from gamedsl_interpreter.reference.given import lay_out
from gamedsl_interpreter.reference.knowledge import events, views
from gamedsl_interpreter.reference.play import outcomes
from gamedsl_interpreter.reference.play.chance import ChanceEvent
from gamedsl_interpreter.reference.play.machine import Machine, Stops
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.worlds.dealt import DealtWorlds

if TYPE_CHECKING:
    from array import array

    from gamedsl_interpreter.observations import ObservationSpace

M = TypeVar("M", bound=Callable[..., Any])


def _of_state(method: M) -> M:
    """Decorates a method with the check that its state belongs to this game."""

    @wraps(method)
    def call_with_own(self: ReferenceEngine, state: ReferenceState, *args: object, **named: object) -> object:
        return method(self, self.own(state), *args, **named)

    return cast("M", call_with_own)


_NO_CHANCE = "chance acts at chance nodes and for scripted seats, and this state is at neither"


class ReferenceEngine:
    """The executor that defines the meaning of a Game. See `Engine` for the methods. Each of them takes at most `budget` units of work (see `meter`), else it
    raises Fault E_BUDGET; a wrong argument raises ArgumentError.

    It has no state of matches: threads can share it, a copy of it is itself, and pickling it includes the game.
    """

    def __init__(
        self,
        game: Game,
        checking: Checking = Checking.OFF,
        stops: Stops = Stops.OPEN,
        budget: int = BUDGET,
        forced: Forced = Forced.PLAYED,
    ) -> None:
        self._game = arguments.require("game", game, Game, "give what `rules.game()` gives")
        self.checking = arguments.require("checking", checking, Checking, "`Checking.ON` or `Checking.OFF`")
        self.budget = arguments.whole("budget", budget, 1)
        self.forced = arguments.require("forced", forced, Forced, "`Forced.PLAYED` or `Forced.ASKED`")
        self._stops = stops
        self._machine = Machine(stopping(game, forced), checking, stops, budget)

    def own(self, state: ReferenceState) -> ReferenceState:
        """Returns the state after checking that it belongs to this game. Raises ArgumentError."""
        if not isinstance(state, ReferenceState):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"`state` is a state of this engine, not {arguments.describe_value(state)}")
        if state.origin is not self._machine.origin and not state.origin.is_same(self._machine.origin):
            arguments.foreign(self.game)
        return state

    def __copy__(self) -> ReferenceEngine:
        return self

    def __deepcopy__(self, memo: object) -> ReferenceEngine:
        return self

    def __reduce__(self) -> tuple[type[ReferenceEngine], tuple[Game, Checking, Stops, int, Forced]]:
        return ReferenceEngine, (self.game, self.checking, self._stops, self.budget, self.forced)

    @property
    def game(self) -> Game:
        return self._game

    @property
    def machine(self) -> Machine:
        """The compiled Game, for other code that works on positions (examples, records)."""
        return self._machine

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> ReferenceState:
        seed, index = None if seed is None else arguments.whole("seed", seed), arguments.whole("index", index)
        work = self._machine.opening(None if seed is None else random.chance(seed, index))
        node = self.game.start
        if start is not None:
            spec = arguments.start(self.game, start)
            node = spec.node
            told = lay_out(self._machine, work.frame, spec)
            work = self._machine.begin(work)
            work.facts.append(told)
        return self._machine.run(work, node, node)

    def start_image(self, start: str | None) -> bytes:
        """Returns the bytes of the position at the very beginning of a match. Raises ArgumentError."""
        frame, node = list(self._machine.start), self.game.start
        if start is not None:
            spec = arguments.start(self.game, start)
            node = spec.node
            lay_out(self._machine, frame, spec)
        slots = self._machine.slots
        zones = slots.fields + slots.zones
        return self._machine.coder.encode(
            node, frame[: slots.fields], frame[slots.fields : zones], [None] * slots.locals
        )

    @_of_state
    def to_act(self, state: ReferenceState) -> tuple[SeatId, ...]:
        """Returns the seats that have to choose. Scripted seats are never among them: if one leaves its choice to chance, nobody acts."""
        match self.game.nodes[state.node]:
            case DecisionNode():
                seat = self._machine.seat_at(state.frame, state.node)
                return () if self._machine.is_scripted(seat) else (seat,)
            case TogetherNode() as node:
                seats = self._machine.waiting(state.frame, node)
                return () if any(self._machine.is_scripted(seat) for seat in seats) else seats
            case _:
                return ()

    # ------------------------------------------------------------ moves

    def moves(self, state: ReferenceState, seat: int) -> Sequence[Move]:
        decision, frame, prefix = self.asking(state, seat)
        return tuple(move for _, move in decision.moves(frame, prefix))

    def play(self, state: ReferenceState, seat: int, move: Move) -> ReferenceState:
        return self._play_ending(state, seat, self._ending_of(state, seat, move))

    def observe_phases(
        self, state: ReferenceState, seat: int, move: Move, looker: int | None
    ) -> tuple[tuple[str, int], ...]:
        """Returns the parts of the rules (phases, `rounds`, `end`) in which play continues after a move, in order, each with the number of the looker's last
        observations that were made in it or later. Raises IllegalMove, Fault."""
        passed: list[tuple[NodeId, int]] = []
        made = self._play_ending(state, seat, self._ending_of(state, seat, move), passed).log
        new = () if made is state.log else made.facts
        with self._machine.scope:
            last = events.count_last(self._machine, new, arguments.viewer(self.game, looker))
        parts = [(self.game.nodes[node].cluster, facts) for node, facts in ((state.node, 0), *passed)]
        return tuple((part, last[len(new) - facts]) for (before, _), (part, facts) in pairwise(parts) if part != before)

    def _ending_of(self, state: ReferenceState, seat: int, move: Move) -> Ending:
        """Returns the ending of a decision that a complete move leads to. Raises IllegalMove."""
        arguments.require("move", move, Move, "it is refused: `text` says why" if isinstance(move, Refusal) else "")
        if not all(isinstance(step, int) and 0 <= step < 1 << 31 for step in arguments.several("steps", move.steps)):
            raise ArgumentError("the steps of a move are whole numbers from 0 on, as `moves` gives them")
        decision, frame, prefix = self.asking(state, seat)
        ending = decision.ending(frame, move.steps) if move.steps[: len(prefix)] == prefix else None
        if ending is None:
            raise IllegalMove(Refusal("unknown", decision.name, None, f"`{move.text}` is no move here", decision.site))
        return ending

    def note_conditions(self, state: ReferenceState, seat: int, noted: Noted, most: int) -> None:
        """Notes which conditions of the seat's moves are tested here, and which of them exclude a move. At most `most` nodes of the search for moves are
        visited. Raises IllegalMove, Fault."""
        decision, frame, prefix = self.asking(state, seat)
        with self._machine.scope:
            decision.note_conditions(frame, prefix, noted, most)

    def parse_move(self, state: ReferenceState, seat: int, text: str) -> Move | Refusal:
        arguments.text("text", text)
        try:
            decision, frame, prefix = self.asking(state, seat)
        except IllegalMove as illegal:
            return illegal.refusal
        return refusals.find_named(self._machine.texts, decision, frame, prefix, text)

    def _play_ending(
        self, state: ReferenceState, seat: int, ending: Ending, passed: list[tuple[NodeId, int]] | None = None
    ) -> ReferenceState:
        """Plays a move to the next stop. `passed`: receives the nodes on the way, each with the number of new facts before it."""
        work = self._machine.resume(state)
        work.passed = passed
        match self.game.nodes[state.node]:
            case DecisionNode() as node:
                return self._machine.run(work, self._machine.complete(work, node, seat, ending), state.node)
            case TogetherNode() as node:
                self._machine.commit(work, node, seat, ending)
                return self._machine.run(work, self._machine.close_together(work, state.node, node), state.node)
            case _:
                raise AssertionError("somebody acts only at decisions")

    # ------------------------------------------------------------ steps

    def step(self, state: ReferenceState, seat: int) -> Step:
        decision, _, _ = self.asking(state, seat)
        return self._open_step(state, seat).step(decision)

    def take_step(self, state: ReferenceState, seat: int, value: int) -> ReferenceState:
        """Takes a step and returns the state after it; steps with one completable value are taken at once, and a complete move is played."""
        decision, frame, _ = self.asking(state, seat)
        prefix = steps_after_answer(decision, self._open_step(state, seat), arguments.whole("value", value))
        onward = decision.next_question(frame, prefix)
        if onward is None:
            return self._play_ending(state, seat, decision.endings(frame, prefix, 1)[0])
        work = self._machine.resume(state)
        work.pending[seat] = onward.before
        after = self._machine.stop(work, state.node)
        after.asked[seat] = onward
        return after

    def walk(self, state: ReferenceState, seat: int, pick: Callable[[Step], int]) -> Move:
        arguments.function("pick", pick)
        decision, frame, _ = self.asking(state, seat)
        asked: Asked | None = self._open_step(state, seat)
        prefix: tuple[int, ...] = ()
        questions = 0
        while asked is not None:
            questions += 1
            prefix = steps_after_answer(decision, asked, pick(asked.step(decision)))
            asked = None if asked.opened.kind == "only" else decision.next_question(frame, prefix)
        found = decision.moves(frame, prefix)[0][1]
        return Move(found.steps, found.text, questions, found.choices)

    def candidates(self, state: ReferenceState, seat: int) -> DecisionCandidates | None:
        found = self.asking(state, seat)
        return DecisionCandidates(*found) if state.node in self._machine.with_candidates else None

    def refusals(
        self, state: ReferenceState, seat: int, values: Sequence[int]
    ) -> tuple[tuple[StepOption, str, str | None], ...]:
        """Lists the options that the open step after these answers offers but requirements forbid, each with the name and the sentence of the first
        requirement that forbids it. Raises IllegalMove."""
        decision, frame, prefix = self._find_step(state, seat, values)
        found = decision.refusals(frame, prefix)
        if found is None or not found[1]:
            return ()
        opened, broken = found
        options = decision.show_step(opened, list(broken)).options
        return tuple((option, broken[option.value].name, broken[option.value].why) for option in options)

    def several(self, state: ReferenceState, seat: int, values: Sequence[int]) -> Several | None:
        """Describes the selection of several that is open after these answers, as a whole; None if there is none. Raises IllegalMove."""
        return several_at(*self._find_step(state, seat, values))

    def pick_amounts(
        self, state: ReferenceState, seat: int, values: Sequence[int], amounts: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Returns the further answers that choose `amounts` of each part of `several`, and no other things; None if no move does that. Raises IllegalMove."""
        return find_picked(*self._find_step(state, seat, values), amounts)

    def _find_step(
        self, state: ReferenceState, seat: int, values: Sequence[int]
    ) -> tuple[Decision, Frame, tuple[int, ...]]:
        """Returns the open decision of a seat, the position as it sees it, and its steps after these answers. Raises IllegalMove."""
        decision, frame, prefix = self.asking(state, seat)
        for value in values:
            asked = decision.next_question(frame, prefix)
            if asked is None:
                break
            prefix = steps_after_answer(decision, asked, arguments.whole("value", value))
        return decision, frame, prefix

    def _open_step(self, state: ReferenceState, seat: int) -> Asked:
        """Returns the open step of a seat that is to act."""
        if seat not in state.asked:
            decision, frame, prefix = self.asking(state, seat)
            state.asked[seat] = decision.question_at_stop(frame, prefix)
        return state.asked[seat]

    def asking(self, state: ReferenceState, seat: int) -> tuple[Decision, Frame, tuple[int, ...]]:
        """Returns the open decision of a seat, the position as it sees it, and the steps it has taken. Raises IllegalMove if it is not to act."""
        seat = arguments.seat(self.game, seat)
        if seat not in self.to_act(state):
            text = "the match is over" if state.is_over else f"it is not the turn of {self.game.seats[seat]}"
            raise IllegalMove(Refusal("not_your_turn", self.game.seats[seat], None, text, -1))
        node = self.game.nodes[state.node]
        frame = (
            self._machine.as_seat(self._machine.frame(state), node, seat)
            if isinstance(node, TogetherNode)
            else self._machine.frame(state)
        )
        return self._machine.decisions[state.node], frame, dict(state.pending).get(seat, ())

    # ------------------------------------------------------------ chance

    def chance(self, state: ReferenceState, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        arguments.whole("most", most, 1)
        return tuple(outcome for _, outcome in self.chances(state, most))

    @_of_state
    def chances(self, state: ReferenceState, most: int) -> list[tuple[tuple[int, ...], ChanceOutcome]]:
        """Lists the outcomes, each with the numbers that perform it. Raises TooManyOutcomes above `most`."""
        match self.game.nodes[state.node]:
            case ChanceNode():
                return self.chance_event(state).outcomes(most)
            case DecisionNode() | TogetherNode() if (random_step := self._random_step(state)) is not None:
                _, asked = random_step
                name, text = asked.opened.name, asked.opened.text
                return [((v,), ChanceOutcome((v,), 1, f"{name} = {text(v)}")) for v in asked.values]
            case _:
                return []

    @_of_state
    def find_outcome(self, state: ReferenceState, values: tuple[int, ...]) -> ChanceOutcome | None:
        """Finds the outcome of a chance node with these values without listing all of them. None if it has no such outcome, or has to be searched for."""
        if not isinstance(self.game.nodes[state.node], ChanceNode):
            return None
        return self.chance_event(state).find_outcome(values)

    @_of_state
    def play_chance(self, state: ReferenceState, outcome: ChanceOutcome) -> ReferenceState:
        arguments.require("outcome", outcome, ChanceOutcome, "one of those that `chance` gives")
        match self.game.nodes[state.node]:
            case ChanceNode():
                result = self.chance_event(state).result(outcome)
            case _:
                result = next((r for r, known in self.chances(state, MOST_OUTCOMES) if known == outcome), None)
        if result is None:
            raise ArgumentError(f"`{outcome.text}` cannot come out here")
        return self.apply_chance(state, result)

    def chance_event(self, state: ReferenceState) -> ChanceEvent:
        """Returns the event of the chance node at the state."""
        with self._machine.scope:
            return self._machine.events[state.node](self._machine.frame(state))

    def chance_count(self, state: ReferenceState) -> int:
        return self._measure_chance(state, lambda event: event.total())

    def chance_weight(self, state: ReferenceState) -> int:
        return self._measure_chance(state, lambda event: event.weight())

    @_of_state
    def _measure_chance(self, state: ReferenceState, measure: Callable[[ChanceEvent], int]) -> int:
        """Measures the chance node at a state. For a step that a scripted seat leaves to chance it returns the number of values."""
        match self.game.nodes[state.node]:
            case ChanceNode():
                return measure(self.chance_event(state))
            case _:
                random_step = self._random_step(state)
                return 0 if random_step is None else len(random_step[1].values)

    def sample_chance(self, state: ReferenceState, seed: int, index: int = 0) -> ChanceOutcome:
        stream = random.chance(arguments.whole("seed", seed), arguments.whole("index", index))
        return self.sample(state, random.Dice(stream))

    @_of_state
    def sample(self, state: ReferenceState, dice: random.Dice) -> ChanceOutcome:
        """Samples one of the outcomes by their weights. Raises ArgumentError where chance does not decide."""
        match self.game.nodes[state.node]:
            case ChanceNode():
                return self.chance_event(state).sample_outcome(dice)
            case _:
                outcomes = self.chances(state, MOST_OUTCOMES)
                if not outcomes:
                    raise ArgumentError(_NO_CHANCE)
                return outcomes[dice.below(len(outcomes))][1]

    def apply_chance(self, state: ReferenceState, result: tuple[int, ...]) -> ReferenceState:
        """Performs the outcome with these numbers and returns the next stop."""
        work = self._machine.resume(state)
        match self.game.nodes[state.node]:
            case ChanceNode(next=after):
                with self._machine.scope:
                    self._machine.events[state.node](work.frame).perform(work, result)
                return self._machine.run(work, after, state.node)
            case _:
                random_step = self._random_step(state)
                if random_step is None:
                    raise ArgumentError(_NO_CHANCE)
                seat, asked = random_step
                work.pending[seat] = (*asked.before, *result)
                return self._machine.run(work, self._continue_scripted(state, work, seat), state.node)

    @_of_state
    def reseeded(self, state: ReferenceState, seed: int | None, index: int = 0) -> ReferenceState:
        number = arguments.whole("index", index)
        work = self._machine.resume(state)
        work.dice = None if seed is None else random.Dice(random.chance(arguments.whole("seed", seed), number))
        match self.game.nodes[state.node]:
            case ChanceNode():
                return self._machine.run(work, state.node, state.node)
            case DecisionNode() | TogetherNode() if (random_step := self._random_step(state)) is not None:
                return self._machine.run(work, self._continue_scripted(state, work, random_step[0]), state.node)
            case _:
                return self._machine.stop(work, state.node)

    def _random_step(self, state: ReferenceState) -> tuple[SeatId, Asked] | None:
        """Returns the scripted seat that leaves a step to chance, and that step."""
        match self.game.nodes[state.node]:
            case DecisionNode():
                seats: tuple[SeatId, ...] = (self._machine.seat_at(state.frame, state.node),)
                frame = self._machine.frame(state)
            case TogetherNode() as node:
                seats = self._machine.waiting(state.frame, node)
                frame = self._machine.as_seat(
                    state.frame, node, next(filter(self._machine.is_scripted, seats), seats[0])
                )
            case _:
                return None
        for seat in filter(self._machine.is_scripted, seats):
            return seat, open_at_stop(self._machine.decisions[state.node], frame, dict(state.pending).get(seat, ()))
        return None

    def _continue_scripted(self, state: ReferenceState, work: Work, seat: int) -> NodeId | None:
        """Returns the node at which play continues after a scripted seat's step; None if another step is left to chance."""
        match self.game.nodes[state.node]:
            case DecisionNode() as node:
                ending = self._machine.reply_of_script(work, seat, self._machine.decisions[state.node], node)
                return None if ending is None else self._machine.complete(work, node, seat, ending)
            case TogetherNode() as node:
                return self._machine.settle_seats(work, state.node, node)
            case _:
                raise AssertionError("scripted seats answer at decisions")

    # ------------------------------------------------------------ observations and results

    @_of_state
    def view(self, state: ReferenceState, seat: int | None) -> View:
        with self._machine.scope:
            return views.view(self._machine, state, arguments.viewer(self.game, seat), lambda: state.log)

    @_of_state
    def observe_key(self, state: ReferenceState, seat: int | None) -> bytes:
        """Returns a key of all observations of the seat: event logs with equal observations have equal keys."""
        with self._machine.scope:
            return events.key(self._machine, state.log, arguments.viewer(self.game, seat))

    @_of_state
    def observe_events(
        self, state: ReferenceState, seat: int | None, since: ReferenceState | None = None
    ) -> tuple[Event, ...]:
        """Returns what the seat has observed, oldest first; with `since`, an earlier state of the same match, what it has observed after that."""
        with self._machine.scope:
            before = None if since is None else self.own(since).log
            return events.events(self._machine, state.log, arguments.viewer(self.game, seat), before)

    @_of_state
    def observe_numbers(self, state: ReferenceState, seat: int, space: ObservationSpace) -> array[int]:
        """Returns the seat's observation of the position as numbers."""
        from gamedsl_interpreter.reference.knowledge.observing import observation

        with self._machine.scope:
            return observation(self._machine, space, state, arguments.seat(self.game, seat))

    @_of_state
    def outcome(self, state: ReferenceState) -> Outcome | None:
        with self._machine.scope:
            return outcomes.outcome(self._machine, state) if state.is_over else None

    @_of_state
    def score_table(self, state: ReferenceState) -> tuple[tuple[int, ...], ...]:
        with self._machine.scope:
            return outcomes.score_table(self._machine, state)

    @_of_state
    def standings(self, state: ReferenceState) -> tuple[int, ...]:
        with self._machine.scope:
            return self._machine.results.standings(state.frame)

    @_of_state
    def is_judged(self, state: ReferenceState) -> bool:
        with self._machine.scope:
            return self._machine.results.is_judged(state.frame)

    # ------------------------------------------------------------ worlds

    @_of_state
    def worlds(self, state: ReferenceState, seat: int) -> DealtWorlds[ReferenceState]:
        # Imported here because few programs sample worlds.
        from gamedsl_interpreter.worlds.reference_worlds import ReferenceWorlds

        return ReferenceWorlds(self._machine, state, arguments.seat(self.game, seat))

    def sample_world(self, state: ReferenceState, seat: int, dice: random.Dice) -> ReferenceState:
        return self.worlds(state, seat).sample(dice)
