"""A small game without rules text, for tests of what drives executors: one heap, and the last one taken wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Builtins, Game, RankingSpec, ScoreLine
from gamedsl.graph.model.layout import Layout
from gamedsl.graph.model.types import FLAG, FunctionId, NodeId, SeatId, SiteId
from gamedsl_interpreter.engine import (
    MOST_OUTCOMES,
    ChanceOutcome,
    Fault,
    IllegalMove,
    Move,
    Outcome,
    Pending,
    Refusal,
    Step,
    StepOption,
    View,
    Worlds,
)
from gamedsl_interpreter.matches.agents import state_ahead
from gamedsl_interpreter.random import Dice, Stream, chance
from gamedsl_interpreter.worlds.lost import Lost

GAME = Game(
    name="nim",
    doc=None,
    seats=("Ann", "Bob"),
    humans=2,
    options=(("heap", "rolled"),),
    variants=(),
    classes=(),
    kinds=(),
    enums=(),
    boards=(),
    tables=(),
    fields=(),
    zones=(),
    functions=(),
    locals=(),
    routines=(),
    nodes=(),
    start=NodeId(0),
    counters=0,
    scripts=(),
    scores=(ScoreLine("taken", FunctionId(0), None),),
    ranking=RankingSpec(expressions.Const((), FLAG), "error", None, None, SiteId(7)),
    invariants=(),
    reasons=("The heap is empty.",),
    builtins=Builtins(None, None, None, None, None, None),
    layout=Layout((), 4),
)


@frozen
class NimState:
    """`heap` is None before it is rolled; `number` is the first step of an open move."""

    heap: int | None
    turn: int
    taken: tuple[int, int]
    number: int | None
    stream: Stream | None

    @property
    def bytes(self) -> bytes:
        open_step = b"" if self.number is None else bytes((self.number, 0))
        return bytes((0 if self.heap is None else self.heap + 1, self.turn, *self.taken)) + open_step

    @property
    def node(self) -> NodeId:
        return NodeId(0)

    @property
    def is_over(self) -> bool:
        return self.heap == 0

    @property
    def pending(self) -> Pending:
        return () if self.number is None else ((self.turn, (self.number,)),)


class OnlyWorld:
    """The worlds of a game that hides nothing."""

    def __init__(self, state: NimState, seat: SeatId) -> None:
        self.state = state
        self.seat = seat
        self.exact = True
        self.lossy: tuple[Lost, ...] = ()

    def sample(self, dice: Dice) -> NimState:
        return self.state


@frozen
class Nim:
    """Take one to three, then say whether to take one more. With `trap` the rules break when that many are left."""

    trap: int | None = None
    game: Game = GAME

    def initial(self, seed: int | None, index: int = 0, start: str | None = None) -> NimState:
        state = NimState(None, 0, (0, 0), None, None)
        if seed is None:
            return state
        drawn, stream = chance(seed, index).draw(4)
        return evolve(state, heap=drawn + 3, stream=stream)

    def to_act(self, state: NimState) -> tuple[SeatId, ...]:
        return () if state.heap is None or state.is_over else (SeatId(state.turn),)

    def moves(self, state: NimState, seat: int) -> Sequence[Move]:
        assert state.heap is not None
        numbers = range(1, min(3, state.heap) + 1) if state.number is None else (state.number,)
        steps = [(n, more) for n in numbers for more in ((0, 1) if n < state.heap else (0,))]
        return [Move(step, f"turns(number = {step[0]}, more = {'yes' if step[1] else 'no'})") for step in steps]

    def play(self, state: NimState, seat: int, move: Move) -> NimState:
        assert state.heap is not None
        taken = sum(move.steps)
        if state.heap - taken == self.trap:
            raise Fault("E_BOUND", 7, f"{self.trap} left")
        both = [*state.taken]
        both[seat] += taken
        return evolve(state, heap=state.heap - taken, turn=1 - seat, taken=(both[0], both[1]), number=None)

    def parse_move(self, state: NimState, seat: int, text: str) -> Move | Refusal:
        found = [move for move in self.moves(state, seat) if move.text == text]
        return found[0] if found else Refusal("selection", "number", None, f"{text} is not possible", 7)

    def step(self, state: NimState, seat: int) -> Step:
        assert state.heap is not None
        if state.number is None:
            options = [StepOption(n, str(n)) for n in range(1, min(3, state.heap) + 1)]
            return Step("turns", "one", "number", "", tuple(options))
        return Step("turns", "yes_no", "more", "", (StepOption(0, "no"), StepOption(1, "yes")))

    def take_step(self, state: NimState, seat: int, value: int) -> NimState:
        options = self.step(state, seat).options
        if value not in [option.value for option in options]:
            raise IllegalMove(Refusal("selection", "number", None, f"{value} is not possible", 7))
        if state.number is not None:
            return self.play(state, seat, Move((state.number, value), ""))
        if value == state.heap:
            return self.play(state, seat, Move((value, 0), ""))
        return evolve(state, number=value)

    def walk(self, state: NimState, seat: int, pick: Callable[[Step], int]) -> Move:
        questions = 0
        while True:
            questions += 1
            value = pick(self.step(state, seat))
            ahead = state_ahead(self, state, seat, value)
            if ahead is None:
                return evolve(self._last(state, seat, value), asked=questions)
            state = ahead

    def _last(self, state: NimState, seat: int, value: int) -> Move:
        """Finds the move that the option `value` of the open step completes. Moves are in the order of the options."""
        before = 0
        for option in self.step(state, seat).options:
            if option.value == value:
                break
            ahead = state_ahead(self, state, seat, option.value)
            before += 1 if ahead is None else len(self.moves(ahead, seat))
        return self.moves(state, seat)[before]

    def candidates(self, state: NimState, seat: int) -> None:
        """No `ensure` judges its moves."""

    def chance(self, state: NimState, most: int = MOST_OUTCOMES) -> Sequence[ChanceOutcome]:
        return [ChanceOutcome((n,), 1, str(n)) for n in range(3, 7)] if state.heap is None else []

    def chance_count(self, state: NimState) -> int:
        return len(self.chance(state))

    def chance_weight(self, state: NimState) -> int:
        return len(self.chance(state))

    def sample_chance(self, state: NimState, seed: int, index: int = 0) -> ChanceOutcome:
        return self.chance(state)[chance(seed, index).draw(4)[0]]

    def reseeded(self, state: NimState, seed: int | None, index: int = 0) -> NimState:
        if seed is None or state.heap is not None:
            return evolve(state, stream=None if seed is None else chance(seed, index))
        return self.initial(seed, index)

    def play_chance(self, state: NimState, outcome: ChanceOutcome) -> NimState:
        return evolve(state, heap=outcome.values[0])

    def view(self, state: NimState, seat: int | None) -> View:
        return View(seat, "turns", self.to_act(state), (), (("heap", str(state.heap)),), ())

    def worlds(self, state: NimState, seat: int) -> Worlds[NimState]:
        return OnlyWorld(state, SeatId(seat))

    def sample_world(self, state: NimState, seat: int, dice: Dice) -> NimState:
        return self.worlds(state, seat).sample(dice)

    def score_table(self, state: NimState) -> tuple[tuple[int, ...], ...]:
        return tuple((points,) for points in state.taken)

    def is_judged(self, state: NimState) -> bool:
        return False

    def standings(self, state: NimState) -> tuple[int, ...]:
        return ()

    def outcome(self, state: NimState) -> Outcome | None:
        if not state.is_over:
            return None
        winner, loser = SeatId(1 - state.turn), SeatId(state.turn)
        shares = (Fraction(int(winner == 0)), Fraction(int(winner == 1)))
        scores = tuple((("taken", points),) for points in state.taken)
        return Outcome(((winner,), (loser,)), scores, state.taken, shares, "The heap is empty.")
