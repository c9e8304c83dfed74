"""The state-transition graph: decision, simultaneous decision, chance, effect, branch, end; edges are node numbers.

A node's `cluster` is the part of the skeleton it belongs to (`setup`, a phase, `end`, or `example …`), its `path` the rules that lead to it
(`("voyages", "place")`). `live` are the locals whose values are still needed at the node or after it: all others are cleared when play stops there.
"""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Draw, Effect, Part, Resolve, Roll
from gamedsl.graph.model.types import FieldId, LocalId, NodeId, SeatId, SiteId
from gamedsl.values import frozen


@frozen
class EffectNode:
    body: tuple[Effect, ...]
    next: NodeId
    cluster: str
    path: tuple[str, ...]


@frozen
class BranchNode:
    """A branch on a condition. `label` names the tested condition in the words of the rules; `edge` names the yes-edge where it leaves the part (e.g.
    why the game ends)."""

    condition: Expr
    yes: NodeId
    no: NodeId
    label: str
    cluster: str
    path: tuple[str, ...]
    edge: str = ""


@frozen
class Plan:
    """The choices of a decision, in order: an opening gate, the parts, then either a menu or the exit.

    `gate` is None, `may` (first step: take or decline; without a completion it is declined silently) or `if_able` (without a completion it is skipped);
    `gate_exit` is the exit taken then. The first `gate_at` parts (requirements and lets) come before the gate: they apply to a decline too. Exactly one of
    `menu` and `exit` is not None; exits are numbers of the decision's `exits`. A line of a menu is offered only while `offered_if` holds, which is tested
    before its parts; None: always. `name` is the rule, action or phase that contains the `choose`: it owns the parts in the text of a move.
    """

    name: str
    gate: Literal["may", "if_able"] | None
    gate_exit: int | None
    parts: tuple[Part, ...]
    menu: tuple[Plan, ...] | None
    exit: int | None
    site: SiteId
    gate_at: int = 0
    offered_if: Expr | None = None


@frozen
class Answer:
    """A scripted seat's answer to the selection or the menu called `name`; `key` (over `element`) belongs to highest/lowest of things that are no numbers."""

    name: str
    policy: Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
    element: LocalId | None
    key: Expr | None


@frozen
class Script:
    seat: SeatId
    answers: tuple[Answer, ...]


@frozen
class DecisionNode:
    """One seat chooses. The choice binds the locals of its parts and continues at `exits[exit]`.

    A decision with one complete move is made without asking, unless it is private: it depends on something that not every seat sees, and a seat that
    noticed the missing question would learn something about it.
    """

    seat: Expr
    plan: Plan
    exits: tuple[NodeId, ...]
    live: tuple[LocalId, ...]
    cluster: str
    path: tuple[str, ...]
    is_private: bool = False
    is_unseen: bool = False
    """The other seats notice neither the question nor the choice."""


@frozen
class TogetherNode:
    """Several seats choose unseen; the node is left when all have chosen.

    The seats asked are those (not eliminated) for which `asked` over `me` holds, on the position at entry. The finished choice of a seat is stored at once:
    the value of each local in its field (index: the seat), the exit number in `exit_field` (0 where there is only one). These fields are seen by nobody and
    hold start values outside this node and the bodies that follow it. Nothing else changes before all have chosen. If the node is private, seats with one
    complete move are asked too.
    """

    me: LocalId
    asked: Expr
    plan: Plan
    commits: tuple[tuple[LocalId, FieldId], ...]
    exit_field: FieldId
    todo_field: FieldId
    """Indexed by seat: a flag, yes while the seat has still to choose."""
    next: NodeId
    live: tuple[LocalId, ...]
    cluster: str
    path: tuple[str, ...]
    is_private: bool = False


@frozen
class ChanceNode:
    """One group of random draws; `seat` is who acts there, if anybody (rolls and draws are public as their zones are)."""

    event: Roll | Draw | Resolve
    seat: Expr | None
    next: NodeId
    live: tuple[LocalId, ...]
    cluster: str
    path: tuple[str, ...]


@frozen
class EndNode:
    """The game is over: the Game gives scores and ranking."""

    cluster: str
    path: tuple[str, ...]


@frozen
class StopNode:
    """The end of a fragment that an example runs; `is_over`: the match has ended within the fragment."""

    live: tuple[LocalId, ...]
    cluster: str
    path: tuple[str, ...]
    is_over: bool = False


Node = EffectNode | BranchNode | DecisionNode | TogetherNode | ChanceNode | EndNode | StopNode
