"""Runs examples with the wasm executor: a module that stops at every decision and chance node, and computes the facts of the examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.model.example_lines import ExampleSpec, GivenField, GivenZone, Run, Then
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, Plan, StopNode
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import evolve
from gamedsl_interpreter.engine import ChanceOutcome, Move, Refusal
from gamedsl_interpreter.proposals import Walk, Wanted
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.emit.build import Improve, build_module
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.worked_examples.host import OpenChance, ends_match


class WasmHost:
    """Runs examples in a module: see `ExampleHost` for the methods. Moves and facts are computed in the module; words and further questions are
    answered by the reference executor at the same position. Raises Unsupported and Unavailable as the engine does."""

    def __init__(self, game: Game, specs: Sequence[ExampleSpec], improve: Improve = optimise_functions) -> None:
        self._game = game
        self._facts = {
            fact: NodeId(len(game.nodes) + 3 * i) for i, fact in enumerate(dict.fromkeys(_list_facts(specs)))
        }
        nodes = [node for fact, at in self._facts.items() for node in _fact_branch(fact, at)]
        self.words = ReferenceHost(evolve(game, nodes=(*game.nodes, *nodes)))
        whole = self.words.engine.game
        entries = {line.entry for spec in specs for line in spec.lines if isinstance(line, Run)}
        module = build_module(
            whole, improve=improve, entries=frozenset(entries | set(self._facts.values())), purpose=Purpose.EXAMPLES
        )
        self.engine = WasmEngine(whole, module=module)

    @property
    def game(self) -> Game:
        return self._game

    def _reference_state(self, state: WasmState) -> ReferenceState:
        return self.engine.reference_state(state)

    def table(self) -> WasmState:
        """Returns the position before the set-up."""
        return self.engine.put(self.words.table())

    def put(self, state: WasmState, given: Sequence[GivenZone | GivenField]) -> WasmState:
        """Returns the position with the givens applied at once. Raises GivenError."""
        return self.engine.put(self.words.put(self._reference_state(state), given))

    def enter(self, state: WasmState, node: NodeId) -> WasmState:
        """Continues play at the node, and returns the first stop."""
        return self.engine.enter(state, node, lambda: self.words.enter(self._reference_state(state), node))

    # ------------------------------------------------------------ decisions

    def plan(self, state: WasmState) -> Plan | None:
        """Returns the plan of the open decision."""
        return self.words.plan(self._reference_state(state))

    def choosers(self, state: WasmState) -> tuple[SeatId, ...]:
        """Returns the seats that have to choose."""
        return self.engine.to_act(state)

    def walks(self, state: WasmState, seat: SeatId, wanted: Sequence[Wanted]) -> Sequence[Walk]:
        """Lists the seat's complete moves that do what is wanted."""
        return self.words.walks(self._reference_state(state), seat, wanted)

    def only_move(self, state: WasmState, seat: SeatId) -> Move | None:
        """Returns the seat's only complete move."""
        return self.words.only_move(self._reference_state(state), seat)

    def refusal(self, state: WasmState, seat: SeatId, wanted: Sequence[Wanted]) -> Refusal:
        """Says why no complete move does what is wanted."""
        return self.words.refusal(self._reference_state(state), seat, wanted)

    def absence(self, state: WasmState, seat: SeatId, wanted: Sequence[Wanted], selection: str) -> str | None:
        """Says that the wanted value of a selection is not in its source; None otherwise."""
        return self.words.absence(self._reference_state(state), seat, wanted, selection)

    def play(self, state: WasmState, seat: SeatId, move: Move) -> WasmState:
        """Plays the move and returns the next stop."""
        return self.engine.play(state, seat, move)

    # ------------------------------------------------------------ chance

    def open_chance(self, state: WasmState) -> OpenChance | None:
        """Returns the open chance node."""
        return self.words.open_chance(self._reference_state(state))

    def chance(self, state: WasmState, most: int) -> Sequence[ChanceOutcome] | None:
        """Lists its outcomes; None if there are more than `most`."""
        return self.words.chance(self._reference_state(state), most)

    def find_outcome(self, state: WasmState, values: tuple[int, ...]) -> ChanceOutcome | None:
        """Finds the outcome with these values."""
        return self.words.find_outcome(self._reference_state(state), values)

    def chance_count(self, state: WasmState) -> int:
        """Counts its outcomes."""
        return self.words.chance_count(self._reference_state(state))

    def sample(self, state: WasmState, dice: Dice) -> ChanceOutcome:
        """Samples one of its outcomes by their weights."""
        return self.words.sample(self._reference_state(state), dice)

    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> WasmState:
        """Plays the outcome and returns the next stop."""
        return self.engine.play_chance(state, outcome)

    def is_over(self, state: WasmState) -> bool:
        """Whether the match has ended."""
        return ends_match(self.engine.game.nodes[state.node])

    def value(self, state: WasmState, expr: Expr) -> Value:
        """Computes a closed formula at the position; facts are computed by the module."""
        at = self._facts.get(expr)
        if at is None:
            return self.words.value(self._reference_state(state), expr)
        after = self.engine.enter(state, at, lambda: self.words.enter(self._reference_state(state), at))
        return after.node == at + 1


def _list_facts(specs: Sequence[ExampleSpec]) -> Iterator[Expr]:
    return (line.fact for spec in specs for line in spec.lines if isinstance(line, Then))


def _fact_branch(fact: Expr, at: NodeId) -> tuple[BranchNode, StopNode, StopNode]:
    """Makes a branch for a fact: play stops at the next node if it holds, else at the one after that."""
    stop = StopNode((), "", ())
    return BranchNode(fact, NodeId(at + 1), NodeId(at + 2), "", "", ()), stop, stop
