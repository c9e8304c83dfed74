"""The graph under construction: nodes by preliminary numbers, and the compiler's additions to the checked game.

Lowering goes from the end of the program to its start, so that each node knows its successor; only loops need a number before they are defined. Nodes are
therefore defined in reverse program order, which gives the finished graph its readable order.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.expressions import Const, Expr, Local
from gamedsl.graph.model.game import Dimension, FieldSpec, LocalSpec, Routine, Visibility
from gamedsl.graph.model.nodes import BranchNode, EffectNode, Node, Plan
from gamedsl.graph.model.source_statements import Choose, Stmt
from gamedsl.graph.model.statements import Bind, Effect
from gamedsl.graph.model.types import FieldId, LocalId, NodeId, Player, RuleId, SeatId, Type, Value
from gamedsl.semantics.model.checked import Checked
from gamedsl.values import define, evolve, field, frozen


@frozen
class Met:
    """A simultaneous choice after lowering the bodies has met it: its plan, the values it stores, and the node after it for a seat that has chosen."""

    plan: Plan
    commits: tuple[tuple[LocalId, FieldId], ...]
    chosen: NodeId


@define
class Simultaneous:
    """A choice that several seats make at once: `choose`, after the `prefix` of lets on the way to it.

    Lowering the bodies meets the choice, and records it in `met` (see `simultaneous`).
    """

    me: LocalId
    choose: Choose
    prefix: tuple[Bind, ...]
    exit_field: FieldId
    todo_field: FieldId
    met: Met | None = None

    def find_met(self) -> Met:
        """Returns `met`, which is known once the bodies are lowered. LookupError before that."""
        if self.met is None:
            raise LookupError("the bodies do not come to the choice with which they begin")
        return self.met


@frozen
class Flow:
    """The surroundings of statements: their successor, and the acting seat.

    `leave` is the node after a declined or impossible choice, `end` the end of a match that is cut off. `who` are the seats that `me` can be: inside a body
    that replaces a rule for a scripted seat this is only one seat, so nested replacements need no test.
    """

    next: NodeId
    leave: NodeId
    end: NodeId
    cluster: str
    path: tuple[str, ...]
    me: Expr | None
    who: frozenset[SeatId]
    together: tuple[Simultaneous, ...] = ()

    def to(self, next: NodeId) -> Flow:
        return evolve(self, next=next)

    def around(self, next: NodeId, leave: NodeId) -> Flow:
        """Returns the flow inside a loop or body, with its own successor and its own target for leaving."""
        return evolve(self, next=next, leave=leave)

    def inside(self, name: str) -> Flow:
        return evolve(self, path=(*self.path, name))

    def seats_of(self, me: Expr | None, anybody: frozenset[SeatId]) -> frozenset[SeatId]:
        """Returns the seats that a formula for a seat can mean."""
        if isinstance(me, Const) and isinstance(me.value, int):
            return frozenset((SeatId(me.value),))
        return self.who if me is not None and me == self.me else anybody

    def acting(self, me: Expr | None, who: frozenset[SeatId]) -> Flow:
        return evolve(self, me=me, who=who)


MOST_NODES = 65_535
"""The most nodes of a graph: a node number takes two bytes in a position."""


class TooManyNodesError(Exception):
    """The rules need more than `MOST_NODES` nodes."""


@define
class Draft:
    """A Game under construction. `unit` counts its entries: 0 is the match itself, then one for each fragment."""

    checked: Checked
    locals: list[LocalSpec]
    fields: list[FieldSpec]
    nodes: dict[NodeId, Node] = field(factory=dict[NodeId, Node])
    order: dict[NodeId, tuple[int, int]] = field(factory=dict[NodeId, tuple[int, int]])
    routines: dict[RuleId, Routine] = field(factory=dict[RuleId, Routine])
    plain_rules: dict[RuleId, bool] = field(factory=dict[RuleId, bool])
    origins: dict[LocalId, frozenset[int]] = field(factory=dict[LocalId, frozenset[int]])
    counters: int = 0
    round_counter: int | None = None
    """The proof counter of the rounds, if they have one."""
    unit: int = 0
    numbers: int = 0

    # ------------------------------------------------------------ nodes

    def reserve(self) -> NodeId:
        """Reserves a number for a node that is defined later: the head of a loop."""
        self.numbers += 1
        if self.numbers > MOST_NODES:
            raise TooManyNodesError
        return NodeId(self.numbers - 1)

    def define(self, number: NodeId, node: Node) -> NodeId:
        assert number not in self.nodes
        self.nodes[number] = node
        self.order[number] = (self.unit, -len(self.nodes))
        return number

    def replace(self, number: NodeId, node: Node) -> None:
        """Replaces a node that had to be defined before everything about it was known."""
        assert number in self.nodes
        self.nodes[number] = node

    def add(self, node: Node) -> NodeId:
        return self.define(self.reserve(), node)

    def effect(self, flow: Flow, *body: Effect) -> NodeId:
        """Adds a node for effects, or returns the next node if there are none."""
        return self.add(EffectNode(body, flow.next, flow.cluster, flow.path)) if body else flow.next

    def branch(self, flow: Flow, condition: Expr, yes: NodeId, no: NodeId, label: str, edge: str = "") -> NodeId:
        return self.define_branch(self.reserve(), flow, condition, yes, no, label, edge)

    def define_branch(
        self, number: NodeId, flow: Flow, condition: Expr, yes: NodeId, no: NodeId, label: str, edge: str = ""
    ) -> NodeId:
        """Defines the branch that was reserved as the head of a loop. Without a label, its condition finally becomes the label."""
        return self.define(number, BranchNode(condition, yes, no, label, flow.cluster, flow.path, edge))

    def define_effect(self, number: NodeId, flow: Flow, *body: Effect) -> NodeId:
        return self.define(number, EffectNode(body, flow.next, flow.cluster, flow.path))

    # ------------------------------------------------------------ what the language does not name

    def local(self, name: str, type: Type) -> Local:
        """Adds a local of the compiler's own; its name starts with a dot, which no name in rules does."""
        self.locals.append(LocalSpec("." + name, type))
        return Local(LocalId(len(self.locals) - 1), type)

    def counter(self) -> int:
        """Adds a proof counter, which is kept outside the position."""
        self.counters += 1
        return self.counters - 1

    def seat_field(self, name: str, type: Type, start: Value) -> FieldId:
        """Adds a hidden field with one instance for each seat, which nobody sees."""
        seats = self.seats
        last = self.fields[-1] if self.fields else None
        base = 0 if last is None else last.base + len(last.start)
        by_seat = (Dimension(Player(seats), seats, 0),)
        hidden = Visibility("nobody")
        self.fields.append(
            FieldSpec("." + name, type, by_seat, True, None, base, (start,) * seats, None, hidden, True, None)
        )
        return FieldId(len(self.fields) - 1)

    # ------------------------------------------------------------ who

    @property
    def seats(self) -> int:
        return len(self.checked.seats)

    def is_entered(self, phase: str) -> bool:
        """Whether a named start begins inside a phase."""
        phases = self.checked.phases
        return any(
            s.phase is not None and s.seat is not None and phases[s.phase].name == phase for s in self.checked.starts
        )

    @property
    def anybody(self) -> frozenset[SeatId]:
        return frozenset(SeatId(s) for s in range(self.seats))


Lower = Callable[[tuple[Stmt, ...], Flow], NodeId]
"""Turns statements into nodes and returns the first: passed to the modules for single constructs, which cannot import it."""
