"""The protocol of executors that run examples, which need more than Engine offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamedsl.errors import GameDslError
from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import EndNode, Node, Plan, StopNode
from gamedsl.graph.model.types import NodeId, SeatId, SiteId, Type, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import ChanceOutcome, Move, Refusal, S
from gamedsl_interpreter.proposals import Walk, Wanted
from gamedsl_interpreter.random import Dice


@frozen
class OpenChance:
    """The name of an open chance node in examples: the roll's name, or the name of the receiving zone. `source` is the zone instance from which pieces are
    drawn."""

    name: str
    source: int | None
    type: Type


class ExampleHost(Protocol[S]):
    """The methods that examples need of an executor beyond Engine. Here play stops at every decision (even forced ones), at every chance node, at the end of
    the fragment that was entered, and at the end of the game. All methods may raise Fault."""

    @property
    def game(self) -> Game: ...

    def table(self) -> S:
        """The position before the set-up: pieces where their tables put them, fields at their start values."""
        ...

    def put(self, state: S, given: Sequence[GivenZone | GivenField]) -> S:
        """The position with the givens applied at once. Raises GivenError."""
        ...

    def enter(self, state: S, node: NodeId) -> S:
        """Continues play at the node, and returns the first stop."""
        ...

    def plan(self, state: S) -> Plan | None:
        """Returns the plan of the open decision; None elsewhere."""
        ...

    def choosers(self, state: S) -> tuple[SeatId, ...]:
        """Returns the seats that have to choose at the open decision."""
        ...

    def walks(self, state: S, seat: SeatId, wanted: Sequence[Wanted]) -> Sequence[Walk]:
        """Lists the seat's complete moves that do all that is wanted, in normative order; there may be one or none."""
        ...

    def only_move(self, state: S, seat: SeatId) -> Move | None:
        """The seat's only complete move; None if there are several, or none."""
        ...

    def refusal(self, state: S, seat: SeatId, wanted: Sequence[Wanted]) -> Refusal:
        """Explains why no complete move agrees with `wanted`."""
        ...

    def absence(self, state: S, seat: SeatId, wanted: Sequence[Wanted], selection: str) -> str | None:
        """Says that the wanted value of a selection is not in its source, so that its filter is not tested; None if it is there, or the selection has no
        condition."""
        ...

    def play(self, state: S, seat: SeatId, move: Move) -> S: ...

    def open_chance(self, state: S) -> OpenChance | None:
        """The open chance node; None elsewhere."""
        ...

    def chance(self, state: S, most: int) -> Sequence[ChanceOutcome] | None:
        """Lists its outcomes in canonical order; None if there are more than `most`."""
        ...

    def find_outcome(self, state: S, values: tuple[int, ...]) -> ChanceOutcome | None:
        """Finds the outcome with these values without listing all of them; None if there is none, or if it has to be searched for."""
        ...

    def chance_count(self, state: S) -> int:
        """Counts its outcomes."""
        ...

    def sample(self, state: S, dice: Dice) -> ChanceOutcome:
        """Samples one of its outcomes by their weights."""
        ...

    def play_chance(self, state: S, outcome: ChanceOutcome) -> S: ...

    def is_over(self, state: S) -> bool:
        """Whether the match has ended in the fragment that was entered last."""
        ...

    def value(self, state: S, expr: Expr) -> Value:
        """Computes the value of a closed formula at the position."""
        ...


def ends_match(node: Node) -> bool:
    """Whether the match is over when play stops at the node."""
    return isinstance(node, EndNode) or (isinstance(node, StopNode) and node.is_over)


class GivenError(GameDslError, ValueError):
    """A given that cannot be put on the table; the text gives the reason in one sentence."""

    def __init__(self, site: SiteId, text: str) -> None:
        super().__init__(text)
        self.site = site
