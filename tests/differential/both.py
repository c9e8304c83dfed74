"""An example runs on both executors at once: whatever is asked is asked of both, and their answers are compared."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from differential.wasm_host import WasmHost
from gamedsl.graph.model.example_lines import ExampleSpec, GivenField, GivenZone
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl_interpreter.engine import ChanceOutcome, Fault, Move, Pending, Refusal
from gamedsl_interpreter.proposals import Walk, Wanted
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.emit.build import Improve
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.worked_examples.host import OpenChance

T = TypeVar("T")


@frozen
class Both:
    """The same position on both executors."""

    reference: ReferenceState
    wasm: WasmState

    @property
    def bytes(self) -> builtins.bytes:
        """The canonical bytes, the same on both."""
        return self.reference.bytes

    @property
    def node(self) -> NodeId:
        """The node at which play has stopped, the same on both."""
        return self.reference.node

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.reference.is_over

    @property
    def pending(self) -> Pending:
        """The steps taken of open decisions."""
        return self.reference.pending

    @property
    def stream(self) -> object:
        """The random stream, the same on both."""
        return self.reference.stream


class BothHost:
    """See `ExampleHost`. AssertionError where the executors differ: in bytes, proof counters, steps taken, seats, moves, facts or faults."""

    def __init__(self, game: Game, specs: Sequence[ExampleSpec], improve: Improve = optimise_functions) -> None:
        self._wasm = WasmHost(game, specs, improve)
        self._reference = self._wasm.words
        self._game = game

    @property
    def game(self) -> Game:
        return self._game

    def table(self) -> Both:
        """The position before the set-up."""
        return _same(self._reference.table, self._wasm.table)

    def put(self, state: Both, given: Sequence[GivenZone | GivenField]) -> Both:
        """The givens on both."""
        return _same(lambda: self._reference.put(state.reference, given), lambda: self._wasm.put(state.wasm, given))

    def enter(self, state: Both, node: NodeId) -> Both:
        """Play goes on at the node on both."""
        return _same(lambda: self._reference.enter(state.reference, node), lambda: self._wasm.enter(state.wasm, node))

    # ------------------------------------------------------------ decisions

    def plan(self, state: Both) -> Plan | None:
        """What is chosen; the moves of all who choose are compared."""
        plan = self._reference.plan(state.reference)
        if plan is not None:
            self._compare_moves(state)
        return plan

    def _compare_moves(self, state: Both) -> None:
        for seat in self.choosers(state):
            steps = self._wasm.engine.move_steps(state.wasm, seat)
            if steps is not None:
                expected = [move.steps for move in self._reference.engine.moves(state.reference, seat)]
                assert steps == expected, f"moves {steps[:20]}, not {expected[:20]}"

    def choosers(self, state: Both) -> tuple[SeatId, ...]:
        """Who has to choose."""
        return _both(lambda: self._reference.choosers(state.reference), lambda: self._wasm.choosers(state.wasm))

    def walks(self, state: Both, seat: SeatId, wanted: Sequence[Wanted]) -> Sequence[Walk]:
        """Moves that do what is wanted."""
        return self._reference.walks(state.reference, seat, wanted)

    def only_move(self, state: Both, seat: SeatId) -> Move | None:
        """The only move."""
        return self._reference.only_move(state.reference, seat)

    def refusal(self, state: Both, seat: SeatId, wanted: Sequence[Wanted]) -> Refusal:
        """Why no move does what is wanted."""
        return self._reference.refusal(state.reference, seat, wanted)

    def absence(self, state: Both, seat: SeatId, wanted: Sequence[Wanted], selection: str) -> str | None:
        """Whether a selection could choose what is wanted at all."""
        return self._reference.absence(state.reference, seat, wanted, selection)

    def play(self, state: Both, seat: SeatId, move: Move) -> Both:
        """The move on both."""
        return _same(
            lambda: self._reference.play(state.reference, seat, move), lambda: self._wasm.play(state.wasm, seat, move)
        )

    # ------------------------------------------------------------ chance

    def open_chance(self, state: Both) -> OpenChance | None:
        """The open chance node."""
        return self._reference.open_chance(state.reference)

    def chance(self, state: Both, most: int) -> Sequence[ChanceOutcome] | None:
        """Its outcomes."""
        return self._reference.chance(state.reference, most)

    def find_outcome(self, state: Both, values: tuple[int, ...]) -> ChanceOutcome | None:
        """The outcome with these values."""
        return self._reference.find_outcome(state.reference, values)

    def chance_count(self, state: Both) -> int:
        """How many outcomes it has."""
        return self._reference.chance_count(state.reference)

    def sample(self, state: Both, dice: Dice) -> ChanceOutcome:
        """One of its outcomes."""
        return self._reference.sample(state.reference, dice)

    def play_chance(self, state: Both, outcome: ChanceOutcome) -> Both:
        """The outcome on both."""
        return _same(
            lambda: self._reference.play_chance(state.reference, outcome),
            lambda: self._wasm.play_chance(state.wasm, outcome),
        )

    def is_over(self, state: Both) -> bool:
        """Whether the match has ended."""
        return _both(lambda: self._reference.is_over(state.reference), lambda: self._wasm.is_over(state.wasm))

    def value(self, state: Both, expr: Expr) -> Value:
        """The value of a closed formula."""
        return _both(lambda: self._reference.value(state.reference, expr), lambda: self._wasm.value(state.wasm, expr))


def _same(one: Callable[[], ReferenceState], other: Callable[[], WasmState]) -> Both:
    """What both do, if they do the same."""
    reference, wasm = _tried(one), _tried(other)
    if isinstance(reference, Fault) or isinstance(wasm, Fault):
        _same_fault(reference, wasm)
        raise reference if isinstance(reference, Fault) else AssertionError
    assert reference.bytes == wasm.bytes, f"{reference.bytes.hex()} is {wasm.bytes.hex()}"
    assert reference.pending == wasm.pending
    assert (reference.node, reference.is_over) == (wasm.node, wasm.is_over)
    return Both(reference, wasm)


def _both(one: Callable[[], T], other: Callable[[], T]) -> T:
    reference, wasm = _tried(one), _tried(other)
    if isinstance(reference, Fault) or isinstance(wasm, Fault):
        _same_fault(reference, wasm)
        raise reference if isinstance(reference, Fault) else AssertionError
    assert reference == wasm, f"{wasm}, not {reference}"
    return reference


def _same_fault(reference: object, wasm: object) -> None:
    assert isinstance(reference, Fault), f"only the module runs into {wasm}"
    assert isinstance(wasm, Fault), f"the module does not run into {reference.code}"
    assert (reference.code, reference.site, reference.detail) == (wasm.code, wasm.site, wasm.detail)


def _tried(answer: Callable[[], T]) -> T | Fault:
    try:
        return answer()
    except Fault as fault:
        return fault
