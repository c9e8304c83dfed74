"""The reference engine: the Engine protocol on top of the machine that walks the graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
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
from gamedsl_interpreter.reference.decisions.decisions import Asked, Decision, Ending
from gamedsl_interpreter.reference.decisions.several import Several, picked, several_at
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
    """A method that is given a state, which has to be one of this game."""

    @wraps(method)
    def checked(self: ReferenceEngine, state: ReferenceState, *args: object, **named: object) -> object:
        return method(self, self.own(state), *args, **named)

    return cast("M", checked)


_NO_CHANCE = "chance acts at chance nodes and for scripted seats, and this state is at neither"


class ReferenceEngine:
    """Defines what a Game means. See `Engine` for the methods. Each of them takes at most `budget` units of work (see `meter`), else it raises Fault
    E_BUDGET.

    It keeps nothing of what it plays: threads can share it, a copy of it is itself, and pickling it carries the game.
    """

    def __init__(
        self,
        game: Game,
        checking: Checking = Checking.OFF,
        stops: Stops = Stops.OPEN,
        budget: int = BUDGET,
        forced: Forced = Forced.PLAYED,
    ) -> None:
        self._game = arguments.given("game", game, Game, "give what `rules.game()` gives")
        self.checking = arguments.given("checking", checking, Checking, "`Checking.ON` or `Checking.OFF`")
        self.budget = arguments.whole("budget", budget, 1)
        self.forced = arguments.given("forced", forced, Forced, "`Forced.PLAYED` or `Forced.ASKED`")
        self._stops = stops
        self._machine = Machine(stopping(game, forced), checking, stops, budget)

    def own(self, state: ReferenceState) -> ReferenceState:
        """The state, which has to belong to this game. Raises ArgumentError."""
        if not isinstance(state, ReferenceState):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"`state` is a state of this engine, not {arguments.shown(state)}")
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
        """The Game made ready, for what else works on positions (examples, records)."""
        return self._machine

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> ReferenceState:
        """The first stop of a match. Raises Fault, ArgumentError."""
        arguments.whole("seed", 0 if seed is None else seed)
        arguments.whole("index", index)
        work = self._machine.opening(None if seed is None else random.chance(seed, index))
        node = self.game.start
        if start is not None:
            spec = arguments.start(self.game, start)
            node = spec.node
            told = lay_out(self._machine, work.frame, spec)
            work = self._machine.begun(work)
            work.facts.append(told)
        return self._machine.run(work, node, node)

    def start_image(self, start: str | None) -> bytes:
        """The bytes of the position in which a match begins, before anything has happened. Raises ArgumentError."""
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
        """Seats that have to choose. A scripted seat is never among them: where one leaves its choice to chance, nobody acts."""
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
        """All complete moves in normative order. Raises IllegalMove if the seat is not to act."""
        decision, frame, prefix = self.asking(state, seat)
        return tuple(move for _, move in decision.moves(frame, prefix))

    def play(self, state: ReferenceState, seat: int, move: Move) -> ReferenceState:
        """The next stop. Raises IllegalMove, Fault, ArgumentError."""
        arguments.given("move", move, Move, "it is refused: `text` says why" if isinstance(move, Refusal) else "")
        if not all(isinstance(step, int) and 0 <= step < 1 << 31 for step in arguments.several("steps", move.steps)):
            raise ArgumentError("the steps of a move are whole numbers from 0 on, as `moves` gives them")
        decision, frame, prefix = self.asking(state, seat)
        ending = decision.ending(frame, move.steps) if move.steps[: len(prefix)] == prefix else None
        if ending is None:
            raise IllegalMove(Refusal("unknown", decision.name, None, f"`{move.text}` is no move here", decision.site))
        return self._played(state, seat, ending)

    def note_conditions(self, state: ReferenceState, seat: int, noted: Noted, most: int) -> None:
        """Notes which conditions of the seat's moves are asked here, and which are in the way of one. At most `most` nodes of the search for moves are
        visited. Raises IllegalMove, Fault."""
        decision, frame, prefix = self.asking(state, seat)
        with self._machine.scope:
            decision.note_conditions(frame, prefix, noted, most)

    def parse_move(self, state: ReferenceState, seat: int, text: str) -> Move | Refusal:
        """The move that a text names, or why there is none."""
        arguments.text("text", text)
        try:
            decision, frame, prefix = self.asking(state, seat)
        except IllegalMove as illegal:
            return illegal.refusal
        return refusals.named(self._machine.texts, decision, frame, prefix, text)

    def _played(self, state: ReferenceState, seat: int, ending: Ending) -> ReferenceState:
        work = self._machine.resumed(state)
        match self.game.nodes[state.node]:
            case DecisionNode() as node:
                return self._machine.run(work, self._machine.completed(work, node, seat, ending), state.node)
            case TogetherNode() as node:
                self._machine.commit(work, node, seat, ending)
                return self._machine.run(work, self._machine.closed_together(work, state.node, node), state.node)
            case _:
                raise AssertionError("somebody acts only at decisions")

    # ------------------------------------------------------------ steps

    def step(self, state: ReferenceState, seat: int) -> Step:
        """The open step of the seat's decision. Raises IllegalMove if the seat is not to act."""
        decision, _, _ = self.asking(state, seat)
        return self._asked(state, seat).step(decision)

    def take_step(self, state: ReferenceState, seat: int, value: int) -> ReferenceState:
        """The state after the step; steps with one completable value are taken at once, and a complete move is played."""
        decision, frame, _ = self.asking(state, seat)
        prefix = _with_answer(decision, self._asked(state, seat), arguments.whole("value", value))
        onward = decision.asked(frame, prefix)
        if onward is None:
            return self._played(state, seat, decision.endings(frame, prefix, 1)[0])
        work = self._machine.resumed(state)
        work.pending[seat] = onward.before
        after = self._machine.stopped(work, state.node)
        after.asked[seat] = onward
        return after

    def walk(self, state: ReferenceState, seat: int, pick: Callable[[Step], int]) -> Move:
        """The complete move made of the values that `pick` gives. Raises IllegalMove if one is no option."""
        arguments.function("pick", pick)
        decision, frame, _ = self.asking(state, seat)
        asked: Asked | None = self._asked(state, seat)
        prefix: tuple[int, ...] = ()
        questions = 0
        while asked is not None:
            questions += 1
            prefix = _with_answer(decision, asked, pick(asked.step(decision)))
            asked = None if asked.opened.kind == "only" else decision.asked(frame, prefix)
        found = decision.moves(frame, prefix)[0][1]
        return Move(found.steps, found.text, questions, found.choices)

    def refused(
        self, state: ReferenceState, seat: int, values: Sequence[int]
    ) -> tuple[tuple[StepOption, str, str | None], ...]:
        """What the step that is open after answers with these values offers but requirements do not allow: each option with the name and the sentence of
        the requirement in its way. Raises IllegalMove."""
        decision, frame, prefix = self._after(state, seat, values)
        found = decision.refused(frame, prefix)
        if found is None or not found[1]:
            return ()
        opened, broken = found
        options = decision.shown(opened, list(broken)).options
        return tuple((option, broken[option.value].name, broken[option.value].why) for option in options)

    def several(self, state: ReferenceState, seat: int, values: Sequence[int]) -> Several | None:
        """The selection of several that is open after answers with these values, as a whole; None if there is none. Raises IllegalMove."""
        return several_at(*self._after(state, seat, values))

    def picked(
        self, state: ReferenceState, seat: int, values: Sequence[int], amounts: Sequence[int]
    ) -> tuple[int, ...] | None:
        """The further answers that choose so many of each part of `several`, and nothing else; None if no move does that. Raises IllegalMove."""
        return picked(*self._after(state, seat, values), amounts)

    def _after(
        self, state: ReferenceState, seat: int, values: Sequence[int]
    ) -> tuple[Decision, Frame, tuple[int, ...]]:
        """The open decision of a seat, the position as it sees it, and its steps after answers with these values. Raises IllegalMove."""
        decision, frame, prefix = self.asking(state, seat)
        for value in values:
            asked = decision.asked(frame, prefix)
            if asked is None:
                break
            prefix = _with_answer(decision, asked, arguments.whole("value", value))
        return decision, frame, prefix

    def _asked(self, state: ReferenceState, seat: int) -> Asked:
        """The open step of a seat that is to act."""
        if seat not in state.asked:
            decision, frame, prefix = self.asking(state, seat)
            state.asked[seat] = decision.asked_at_stop(frame, prefix)
        return state.asked[seat]

    def asking(self, state: ReferenceState, seat: int) -> tuple[Decision, Frame, tuple[int, ...]]:
        """The open decision of a seat, the position as it sees it, and the steps it has taken. Raises IllegalMove if it is not to act."""
        seat = arguments.seat(self.game, seat)
        if seat not in self.to_act(state):
            text = f"it is not the turn of {self.game.seats[seat]}"
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
        """Outcomes in canonical order. Raises TooManyOutcomes above `most`, before any is listed."""
        arguments.whole("most", most, 1)
        return tuple(outcome for _, outcome in self.chances(state, most))

    @_of_state
    def chances(self, state: ReferenceState, most: int) -> list[tuple[tuple[int, ...], ChanceOutcome]]:
        """The outcomes, each with the numbers by which it is done. Raises TooManyOutcomes above `most`."""
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
    def play_chance(self, state: ReferenceState, outcome: ChanceOutcome) -> ReferenceState:
        """The next stop after an outcome. Raises Fault, and ArgumentError if it is none of this node's."""
        arguments.given("outcome", outcome, ChanceOutcome, "one of those that `chance` gives")
        match self.game.nodes[state.node]:
            case ChanceNode():
                result = self.chance_event(state).result(outcome)
            case _:
                result = next((r for r, known in self.chances(state, MOST_OUTCOMES) if known == outcome), None)
        if result is None:
            raise ArgumentError(f"`{outcome.text}` cannot come out here")
        return self.done(state, result)

    def chance_event(self, state: ReferenceState) -> ChanceEvent:
        """What chance does where the state stands, which is a chance node."""
        with self._machine.scope:
            return self._machine.events[state.node](self._machine.frame(state))

    def chance_count(self, state: ReferenceState) -> int:
        """The number of outcomes, exactly; 0 where chance does not decide."""
        return self._measured(state, lambda event: event.total())

    def chance_weight(self, state: ReferenceState) -> int:
        """The sum of their weights."""
        return self._measured(state, lambda event: event.weight())

    @_of_state
    def _measured(self, state: ReferenceState, measure: Callable[[ChanceEvent], int]) -> int:
        """A number of the chance node where a state stands. For the step that a scripted seat leaves to chance it is the number of values."""
        match self.game.nodes[state.node]:
            case ChanceNode():
                return measure(self.chance_event(state))
            case _:
                random_step = self._random_step(state)
                return 0 if random_step is None else len(random_step[1].values)

    def sample_chance(self, state: ReferenceState, seed: int, index: int = 0) -> ChanceOutcome:
        """An outcome, drawn with its probability. Raises ArgumentError."""
        stream = random.chance(arguments.whole("seed", seed), arguments.whole("index", index))
        return self.sample(state, random.Dice(stream))

    @_of_state
    def sample(self, state: ReferenceState, dice: random.Dice) -> ChanceOutcome:
        """One of the outcomes by their weights. Raises ArgumentError where chance does not decide."""
        match self.game.nodes[state.node]:
            case ChanceNode():
                return self.chance_event(state).sampled(dice)
            case _:
                outcomes = self.chances(state, MOST_OUTCOMES)
                if not outcomes:
                    raise ArgumentError(_NO_CHANCE)
                return outcomes[dice.below(len(outcomes))][1]

    def done(self, state: ReferenceState, result: tuple[int, ...]) -> ReferenceState:
        """The next stop after the outcome with these numbers."""
        work = self._machine.resumed(state)
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
                return self._machine.run(work, self._answered(state, work, seat), state.node)

    @_of_state
    def reseeded(self, state: ReferenceState, seed: int | None, index: int = 0) -> ReferenceState:
        """The position with another stream of chance. Where chance decides, it does so at once. Raises Fault, ArgumentError."""
        number = arguments.whole("index", index)
        work = self._machine.resumed(state)
        work.dice = None if seed is None else random.Dice(random.chance(arguments.whole("seed", seed), number))
        match self.game.nodes[state.node]:
            case ChanceNode():
                return self._machine.run(work, state.node, state.node)
            case DecisionNode() | TogetherNode() if (random_step := self._random_step(state)) is not None:
                return self._machine.run(work, self._answered(state, work, random_step[0]), state.node)
            case _:
                return self._machine.stopped(work, state.node)

    def _random_step(self, state: ReferenceState) -> tuple[SeatId, Asked] | None:
        """The scripted seat that leaves a step to chance, and that step."""
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
            return seat, _open(self._machine.decisions[state.node], frame, dict(state.pending).get(seat, ()))
        return None

    def _answered(self, state: ReferenceState, work: Work, seat: int) -> NodeId | None:
        """Where play goes on after a scripted seat's step; None if chance has to say more."""
        match self.game.nodes[state.node]:
            case DecisionNode() as node:
                ending = self._machine.answered(work, seat, self._machine.decisions[state.node], node)
                return None if ending is None else self._machine.completed(work, node, seat, ending)
            case TogetherNode() as node:
                return self._machine.settled_together(work, state.node, node)
            case _:
                raise AssertionError("scripted seats answer at decisions")

    # ------------------------------------------------------------ what can be seen

    @_of_state
    def view(self, state: ReferenceState, seat: int) -> View:
        """What a seat may know."""
        with self._machine.scope:
            return views.view(self._machine, state, arguments.seat(self.game, seat), lambda: state.log)

    @_of_state
    def observed_key(self, state: ReferenceState, seat: int) -> bytes:
        """What tells all that the seat has observed from anything else."""
        with self._machine.scope:
            return events.key(self._machine, state.log, arguments.seat(self.game, seat))

    @_of_state
    def observed_numbers(self, state: ReferenceState, seat: int, space: ObservationSpace) -> array[int]:
        """What the seat sees, as numbers."""
        from gamedsl_interpreter.reference.knowledge.observing import observation

        with self._machine.scope:
            return observation(self._machine, space, state, arguments.seat(self.game, seat))

    @_of_state
    def outcome(self, state: ReferenceState) -> Outcome | None:
        """The result; None before the end."""
        with self._machine.scope:
            return outcomes.outcome(self._machine, state) if state.is_over else None

    @_of_state
    def score_table(self, state: ReferenceState) -> tuple[tuple[int, ...], ...]:
        """What the score lines give at a position, by seat and line; the match need not be over. Raises Fault, ArgumentError."""
        with self._machine.scope:
            return outcomes.score_table(self._machine, state)

    # ------------------------------------------------------------ worlds

    @_of_state
    def worlds(self, state: ReferenceState, seat: int) -> DealtWorlds[ReferenceState]:
        """The positions that the seat cannot tell from this one. Raises WorldsError, ArgumentError."""
        from gamedsl_interpreter.worlds.reference_worlds import ReferenceWorlds  # few programs draw worlds

        return ReferenceWorlds(self._machine, state, arguments.seat(self.game, seat))

    def sample_world(self, state: ReferenceState, seat: int, dice: random.Dice) -> ReferenceState:
        """One of these positions. Raises WorldsError, ArgumentError."""
        return self.worlds(state, seat).sample(dice)


def _open(decision: Decision, frame: Frame, prefix: tuple[int, ...]) -> Asked:
    asked = decision.asked(frame, prefix)
    if asked is None:
        raise AssertionError("play stops where there are two moves")
    return asked


def _with_answer(decision: Decision, asked: Asked, value: int) -> tuple[int, ...]:
    """The steps taken when the open one is answered. Raises IllegalMove if the value is no option."""
    if value not in asked.values:
        text = f"{value} is no option of `{asked.opened.name}` here"
        raise IllegalMove(Refusal("selection", asked.opened.name, None, text, decision.site))
    return asked.answered(value)
