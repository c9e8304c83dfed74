"""Runs examples with the reference executor: play can start at any node, and stops at every decision and chance node."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.walk import binders
from gamedsl.graph.model import types
from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, Plan, StopNode, TogetherNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import BUDGET, ChanceOutcome, Checking, IllegalMove, Move, Refusal, TooManyOutcomes
from gamedsl_interpreter.proposals import Chosen, Taken, Walk, Wanted, matching
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.decisions import refusals
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.given import put
from gamedsl_interpreter.reference.play.machine import Stops
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Formula
from gamedsl_interpreter.wording import moves
from gamedsl_interpreter.worked_examples.host import OpenChance, ends_match


class ReferenceHost:
    """See `ExampleHost` for the methods; each call takes at most `budget` units of work. A state between two runs stands at an additional node after the last
    one."""

    def __init__(self, game: Game, budget: int = BUDGET) -> None:
        # Positions between two runs stand at an additional node without effects.
        self._game = game
        stopping = evolve(game, nodes=(*game.nodes, StopNode((), "", ())))
        self._engine = ReferenceEngine(stopping, Checking.OFF, Stops.ALL, budget)
        self._rest = NodeId(len(game.nodes))
        self._formulas: dict[int, _Formula] = {}

    @property
    def game(self) -> Game:
        return self._game

    @property
    def engine(self) -> ReferenceEngine:
        """The engine that stops everywhere; its game has one more node."""
        return self._engine

    def table(self) -> ReferenceState:
        return self._engine.machine.stop(self._engine.machine.opening(None), self._rest)

    def put(self, state: ReferenceState, given: Sequence[GivenZone | GivenField]) -> ReferenceState:
        work = self._engine.machine.resume(state)
        put(self._engine.machine, work.frame, given)
        return self._engine.machine.stop(work, self._rest)

    def enter(self, state: ReferenceState, node: NodeId) -> ReferenceState:
        return self._engine.machine.run(self._engine.machine.resume(state), node, node)

    # ------------------------------------------------------------ decisions

    def plan(self, state: ReferenceState) -> Plan | None:
        match self._engine.game.nodes[state.node]:
            case (DecisionNode() | TogetherNode()) as node if self.open_chance(state) is None:
                return node.plan
            case _:
                return None

    def choosers(self, state: ReferenceState) -> tuple[SeatId, ...]:
        return self._engine.to_act(state)

    def walks(self, state: ReferenceState, seat: SeatId, wanted: Sequence[Wanted]) -> Sequence[Walk]:
        decision, frame, prefix = self._engine.asking(state, seat)
        walks = (Walk(self._list_parts(walk), move) for walk, move in decision.moves(frame, prefix))
        return matching(walks, wanted)

    def only_move(self, state: ReferenceState, seat: SeatId) -> Move | None:
        decision, frame, prefix = self._engine.asking(state, seat)
        return decision.moves(frame, prefix)[0][1] if len(decision.endings(frame, prefix, 2)) == 1 else None

    def _list_parts(self, walk: moves.Walk) -> tuple[Taken, ...]:
        sites = self._engine.machine.plans.sites
        return tuple(Taken(sites[part.plan].name, part.declined, self._values_of(part)) for part in walk)

    def _values_of(self, part: moves.Part) -> tuple[Chosen, ...]:
        if part.declined:
            return ()
        selections = self._engine.machine.plans.sites[part.plan].selections
        return tuple(Chosen(s.name, value, s.type) for s, value in zip(selections, part.values, strict=True))

    def refusal(self, state: ReferenceState, seat: SeatId, wanted: Sequence[Wanted]) -> Refusal:
        try:
            decision, frame, prefix = self._engine.asking(state, seat)
        except IllegalMove as illegal:
            return illegal.refusal
        return refusals.refusal(decision, frame, prefix, wanted)

    def absence(self, state: ReferenceState, seat: SeatId, wanted: Sequence[Wanted], selection: str) -> str | None:
        decision, frame, prefix = self._engine.asking(state, seat)
        return refusals.absence(decision, frame, prefix, wanted, selection)

    def play(self, state: ReferenceState, seat: SeatId, move: Move) -> ReferenceState:
        """Plays the move and returns the next stop."""
        return self._engine.play(state, seat, move)

    # ------------------------------------------------------------ chance

    def open_chance(self, state: ReferenceState) -> OpenChance | None:
        """Returns the open chance node, also if a scripted seat leaves its choice to chance."""
        match self._engine.game.nodes[state.node]:
            case ChanceNode(event=event):
                return self._chance_name(state, event)
            case DecisionNode() | TogetherNode() if not self._engine.to_act(state):
                outcomes = self._engine.chances(state, 1 << 16)
                return OpenChance(outcomes[0][1].text.partition(" = ")[0], None, types.WORD)
            case _:
                return None

    def _chance_name(self, state: ReferenceState, event: Roll | Draw | Resolve) -> OpenChance:
        frame = list(state.frame)
        match event:
            case Roll(name, local):
                return OpenChance(name, None, self._game.locals[local].type)
            case Draw(source=source, to=to):
                classes = tuple(types.ClassId(i) for i in range(len(self._game.classes)))
                return OpenChance(
                    self._family(self._formula(to).compute(frame)),
                    self._formula(source).compute(frame),
                    types.Bag(types.Kind(classes), len(self._game.kinds)),
                )
            case Resolve(zone=zone):
                at = self._formula(zone).compute(frame)
                return OpenChance(self._family(at), at, types.ListOf(types.Kind(()), 0))

    def _family(self, zone: int | None) -> str:
        return next(
            (s.name for s in self._game.zones if zone is not None and s.base <= zone < s.base + len(s.start)), ""
        )

    def chance(self, state: ReferenceState, most: int) -> Sequence[ChanceOutcome] | None:
        try:
            return tuple(outcome for _, outcome in self._engine.chances(state, most))
        except TooManyOutcomes:
            return None

    def find_outcome(self, state: ReferenceState, values: tuple[int, ...]) -> ChanceOutcome | None:
        return self._engine.find_outcome(state, values)

    def chance_count(self, state: ReferenceState) -> int:
        return self._engine.chance_count(state)

    def sample(self, state: ReferenceState, dice: Dice) -> ChanceOutcome:
        return self._engine.sample(state, dice)

    def play_chance(self, state: ReferenceState, outcome: ChanceOutcome) -> ReferenceState:
        """Plays the outcome and returns the next stop."""
        return self._engine.play_chance(state, outcome)

    def is_over(self, state: ReferenceState) -> bool:
        return ends_match(self._engine.game.nodes[state.node])

    def value(self, state: ReferenceState, expr: Expr) -> Value:
        formula = self._formula(expr)
        with self._engine.machine.scope:
            result: Value = formula.compute([*state.frame, *formula.room])
        return result

    def _formula(self, expr: Expr) -> _Formula:
        """Returns the compiled formula, from a cache: examples compute the same few formulas on each of their ways."""
        formula = self._formulas.get(id(expr))
        if formula is None:
            machine = self._engine.machine
            room = max((local + 1 for local in binders(expr)), default=0) - machine.slots.locals
            formula = self._formulas[id(expr)] = _Formula(expr, machine.make.of(expr), (None,) * max(0, room))
        return formula


@frozen
class _Formula:
    """A compiled formula; `room` are the slots of its locals, after the frame. The object keeps the expression alive, so that Python does not reuse its
    `id`."""

    expr: Expr
    compute: Formula
    room: tuple[None, ...]
