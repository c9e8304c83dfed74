"""The graph while it is being built: nodes by preliminary numbers, and what compiling adds to the checked game.

Lowering goes from the end of the program to its start, so that each node knows where it leads; only loops need a
number before they are defined. Nodes are therefore defined in reverse program order, which is what gives the finished
graph its readable order.
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
    """What is known of a simultaneous choice once lowering the bodies has met it: its plan, what it stores, and the
    node after it for a seat that has chosen.
    """

    plan: Plan
    commits: tuple[tuple[LocalId, FieldId], ...]
    chosen: NodeId


@define
class Simultaneous:
    """A choice that several seats make at once: `choose`, after the `prefix` of lets on the way to it.

    Lowering the bodies meets the choice, and leaves here what it knows then (see `simultaneous`).
    """

    me: LocalId
    choose: Choose
    prefix: tuple[Bind, ...]
    exit_field: FieldId
    todo_field: FieldId
    met: Met | None = None

    def found(self) -> Met:
        """What is known of it after the bodies."""
        if self.met is None:
            raise LookupError("the bodies do not come to the choice with which they begin")
        return self.met


@frozen
class Flow:
    """The surroundings of statements: what comes after them, and who acts.

    `leave` is the node after a declined or impossible choice, `end` the end of a match that is cut off. `who` are the
    seats that `me` can be: inside the body that replaces a rule for a scripted seat there is only that one, so that
    nested replacements need no test.
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
        """The flow inside a loop or body: what comes next there, and what leaving it means."""
        return evolve(self, next=next, leave=leave)

    def inside(self, name: str) -> Flow:
        return evolve(self, path=(*self.path, name))

    def seats_of(self, me: Expr | None, anybody: frozenset[SeatId]) -> frozenset[SeatId]:
        """The seats that a formula for a seat can be."""
        if isinstance(me, Const) and isinstance(me.value, int):
            return frozenset((SeatId(me.value),))
        return self.who if me is not None and me == self.me else anybody

    def acting(self, me: Expr | None, who: frozenset[SeatId]) -> Flow:
        return evolve(self, me=me, who=who)


MOST_NODES = 65_535
"""The number of a node takes two bytes in a position."""


class TooManyNodesError(Exception):
    """The rules make more nodes than there can be."""


@define
class Draft:
    """`unit` counts the entries: 0 is the match itself, then one for each fragment."""

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
        """A number for a node that is defined later: the head of a loop."""
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
        """Another node in the place of one that was defined before all was known about it."""
        assert number in self.nodes
        self.nodes[number] = node

    def add(self, node: Node) -> NodeId:
        return self.define(self.reserve(), node)

    def effect(self, flow: Flow, *body: Effect) -> NodeId:
        """A node for effects, or none if there are none."""
        return self.add(EffectNode(body, flow.next, flow.cluster, flow.path)) if body else flow.next

    def branch(self, flow: Flow, condition: Expr, yes: NodeId, no: NodeId, label: str, edge: str = "") -> NodeId:
        return self.define_branch(self.reserve(), flow, condition, yes, no, label, edge)

    def define_branch(
        self, number: NodeId, flow: Flow, condition: Expr, yes: NodeId, no: NodeId, label: str, edge: str = ""
    ) -> NodeId:
        """The branch that was reserved as the head of a loop. Without a label it is named by its condition in the
        end.
        """
        return self.define(number, BranchNode(condition, yes, no, label, flow.cluster, flow.path, edge))

    def define_effect(self, number: NodeId, flow: Flow, *body: Effect) -> NodeId:
        return self.define(number, EffectNode(body, flow.next, flow.cluster, flow.path))

    # ------------------------------------------------------------ what the language does not name

    def local(self, name: str, type: Type) -> Local:
        """A new local of the compiler's own; its name starts with a dot, as no name of a rule can."""
        self.locals.append(LocalSpec("." + name, type))
        return Local(LocalId(len(self.locals) - 1), type)

    def counter(self) -> int:
        """A new proof counter, kept outside the position."""
        self.counters += 1
        return self.counters - 1

    def seat_field(self, name: str, type: Type, start: Value) -> FieldId:
        """A new hidden field with one instance for each seat, closed to everyone."""
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
        """Whether a named start is in the middle of a phase."""
        phases = self.checked.phases
        return any(
            s.phase is not None and s.seat is not None and phases[s.phase].name == phase for s in self.checked.starts
        )

    @property
    def anybody(self) -> frozenset[SeatId]:
        return frozenset(SeatId(s) for s in range(self.seats))


Lower = Callable[[tuple[Stmt, ...], Flow], NodeId]
"""Turns statements into nodes and gives the node they begin at: what the modules for single constructs need of the
whole.
"""
