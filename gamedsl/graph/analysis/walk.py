"""Walks over formulas, statements and nodes, for all passes that ask what these contain, use or lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar, assert_never, cast, get_args

from gamedsl.graph.model.expressions import (
    Call,
    Can,
    Const,
    Distinct,
    Expr,
    FieldAt,
    Filter,
    FlatMap,
    Fold,
    Form,
    Iteration,
    Local,
    MapList,
    ReachOver,
    Sorted,
    While,
    ZoneAt,
)
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Node,
    Plan,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import Bind, CallRule, Part, Requirement, Select, YesNo
from gamedsl.graph.model.types import FieldId, FunctionId, LocalId, NodeId, RuleId, SiteId, ZoneId
from gamedsl.values import evolve, field_names

_FORMULAS: frozenset[type] = frozenset(get_args(Form))
_STATEMENTS: frozenset[type] = frozenset(get_args(Stmt))
_NOWHERE = SiteId(-1)
T = TypeVar("T")

# ---------------------------------------------------------------- what is inside


def expressions(thing: object) -> Iterator[Expr]:
    """Yields every formula in a formula, statement, part, plan or node (or a tuple of them), itself included: outermost first, in written order."""
    todo = [thing]
    while todo:
        one = todo.pop()
        if one.__class__ in _FORMULAS:
            yield cast(Expr, one)
        todo += reversed(_list_parts(one))


def children(expr: Expr) -> Iterator[Expr]:
    """Yields the formulas directly inside a formula."""
    for part in _list_parts(expr):
        if part.__class__ in _FORMULAS:
            yield cast(Expr, part)
        else:
            yield from cast("list[Expr]", _list_parts(part))


def formulas(thing: object) -> Iterator[Expr]:
    """Yields the outermost formulas in a statement, part, plan or node (or a tuple of them), in written order; for a formula, itself."""
    if thing.__class__ in _FORMULAS:
        yield cast(Expr, thing)
        return
    for part in _list_parts(thing):
        yield from formulas(part)


def formulas_with_sites(thing: object, site: SiteId = _NOWHERE) -> Iterator[tuple[SiteId, Expr]]:
    """Yields the outermost formulas in a statement, part or tuple of them, each with the site of the nearest enclosing thing that has one; -1 without
    any."""
    if thing.__class__ in _FORMULAS:
        yield site, cast(Expr, thing)
        return
    own = getattr(thing, "site", site)
    for part in _list_parts(thing):
        yield from formulas_with_sites(part, own)


def statements(thing: object) -> Iterator[Stmt]:
    """Yields every statement in a statement or node (or a tuple of them), itself included: outermost first, in written order."""
    todo = [thing]
    while todo:
        one = todo.pop()
        if one.__class__ in _FORMULAS:
            continue
        if one.__class__ in _STATEMENTS:
            yield cast(Stmt, one)
        todo += reversed(_list_parts(one))


def scope(expr: Iteration) -> tuple[Expr, ...]:
    """Returns the formulas in which the local of the binding formula is visible."""
    match expr:
        case Filter() | While():
            return (expr.condition,)
        case MapList() | Distinct() | FlatMap() | ReachOver() | Fold():
            return (expr.body,)
        case Sorted():
            return tuple(key.value for key in expr.keys)
        case _:
            assert_never(expr)


def _list_parts(thing: object) -> list[object]:
    """Returns the elements of a tuple, or the attributes of a node of the graph: only those that can hold formulas."""
    if isinstance(thing, tuple):
        return [
            part
            for part in cast("tuple[object, ...]", thing)
            if isinstance(part, tuple) or _NAMES[part.__class__] is not None
        ]
    parts: list[object] = []
    for name in _NAMES[thing.__class__] or ():
        value = getattr(thing, name)
        if isinstance(value, tuple):
            parts += _list_parts(cast("object", value))
        elif _NAMES[value.__class__] is not None:
            parts.append(value)
    return parts


_NEVER_FORMULAS = ("type", "id", "site", "live", "path")


class _Names(dict[type, tuple[str, ...] | None]):
    """The names of the attributes that can hold formulas, by the class of a node of the graph; None for classes of plain values."""

    def __missing__(self, cls: type) -> tuple[str, ...] | None:
        names = () if cls is Const else field_names(cls)
        self[cls] = None if names is None else tuple(name for name in names if name not in _NEVER_FORMULAS)
        return self[cls]


_NAMES = _Names()


def site_of(thing: object) -> SiteId:
    """Returns the first site (line of the rules) recorded in a formula, statement or node (or a tuple of them), or -1."""
    sites = (getattr(part, "site", -1) for parts in (statements(thing), expressions(thing)) for part in parts)
    return next((SiteId(site) for site in sites if site >= 0), SiteId(-1))


# ---------------------------------------------------------------- what is used


def free_locals(thing: object) -> frozenset[LocalId]:
    """Returns the locals that formulas read and do not bind themselves. For statements these are only the locals their formulas read: see `dataflow`."""
    match thing:
        case Local():
            return frozenset((thing.id,))
        case _ if isinstance(thing, Iteration):
            return free_locals(thing.source) | (_union(scope(thing)) - {thing.local})
        case _:
            return _union(_list_parts(thing))


def binders(thing: object) -> frozenset[LocalId]:
    """Returns the locals that formulas bind while they are evaluated."""
    return frozenset(e.local for e in expressions(thing) if isinstance(e, Iteration))


def _union(things: Iterable[object]) -> frozenset[LocalId]:
    found: frozenset[LocalId] = frozenset()
    for thing in things:
        found |= free_locals(thing)
    return found


def list_called_functions(thing: object) -> frozenset[FunctionId]:
    """Returns the functions that its formulas call directly."""
    return frozenset(e.function for e in expressions(thing) if isinstance(e, Call))


def with_functions(game: Game, thing: object) -> tuple[object, ...]:
    """Returns a part of a game with the bodies of the functions that its formulas call, directly or through others."""
    found: dict[FunctionId, object] = {}
    todo = [*list_called_functions(thing)]
    while todo:
        function = todo.pop()
        if function not in found:
            body = game.functions[function].body
            found[function] = body
            todo += list_called_functions(body)
    return (thing, *found.values())


def list_asked_actions(thing: object) -> frozenset[RuleId]:
    """Returns the actions that its formulas ask about directly."""
    return frozenset(e.rule for e in expressions(thing) if isinstance(e, Can))


def list_called_rules(thing: object) -> frozenset[RuleId]:
    """Returns the rules that its statements call directly."""
    return frozenset(s.rule for s in statements(thing) if isinstance(s, CallRule))


def list_read_fields(thing: object) -> frozenset[FieldId]:
    """Returns the fields that formulas read directly (without those that called functions read)."""
    return frozenset(e.field for e in expressions(thing) if isinstance(e, FieldAt))


def list_named_zones(thing: object) -> frozenset[ZoneId]:
    """Returns the zone families that its formulas name directly."""
    return frozenset(e.zone for e in expressions(thing) if isinstance(e, ZoneAt))


# ---------------------------------------------------------------- plans


def plans(plan: Plan) -> Iterator[Plan]:
    """Yields the plan and all plans in its menus, in written order."""
    yield plan
    for line in plan.menu or ():
        yield from plans(line)


def plans_at(node: Node) -> Iterator[Plan]:
    """Yields the plans of a decision, those of its menus too; nothing for other nodes."""
    if isinstance(node, DecisionNode | TogetherNode):
        yield from plans(node.plan)


def local_of(part: Part) -> LocalId | None:
    """Returns the local that a part of a decision binds."""
    match part:
        case Bind() | Select() | YesNo():
            return part.local
        case Requirement():
            return None
        case _:
            assert_never(part)


def exits_of(plan: Plan) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """Yields every exit of the plan with the parts on the way to it, in written order; the exit of a gate comes before the parts that it opens."""
    yield from _exits_after(plan, ())


def _exits_after(plan: Plan, before: tuple[Part, ...]) -> Iterator[tuple[int, tuple[Part, ...]]]:
    if plan.gate_exit is not None:
        yield plan.gate_exit, before + plan.parts[: plan.gate_at]
    way = before + plan.parts
    if plan.exit is not None:
        yield plan.exit, way
    for line in plan.menu or ():
        yield from _exits_after(line, way)


# ---------------------------------------------------------------- edges


def successors(node: Node) -> tuple[NodeId, ...]:
    """Returns the nodes that the node can lead to, in written order."""
    match node:
        case EffectNode() | ChanceNode() | TogetherNode():
            return (node.next,)
        case BranchNode():
            return (node.yes, node.no)
        case DecisionNode():
            return node.exits
        case EndNode() | StopNode():
            return ()
        case _:
            assert_never(node)


def redirect(node: Node, to: Callable[[NodeId], NodeId]) -> Node:
    """Returns the node with each edge redirected by `to`."""
    match node:
        case EffectNode() | ChanceNode() | TogetherNode():
            return evolve(node, next=to(node.next))
        case BranchNode():
            return evolve(node, yes=to(node.yes), no=to(node.no))
        case DecisionNode():
            return evolve(node, exits=tuple(to(e) for e in node.exits))
        case EndNode() | StopNode():
            return node
        case _:
            assert_never(node)


def reachable(nodes: Callable[[NodeId], Node], starts: tuple[NodeId, ...]) -> list[NodeId]:
    """Returns all nodes reachable from the starts, in order of discovery."""
    found: dict[NodeId, None] = {}
    todo = list(reversed(starts))
    while todo:
        here = todo.pop()
        if here not in found:
            found[here] = None
            todo.extend(reversed(successors(nodes(here))))
    return list(found)


def reachable_without_stop(nodes: Callable[[NodeId], Node], starts: tuple[NodeId, ...]) -> tuple[Node, ...]:
    """Returns the effects and branches that play can reach from the starts before it stops."""
    found: dict[NodeId, Node] = {}
    todo = list(starts)
    while todo:
        here = todo.pop()
        node = nodes(here)
        if here not in found and isinstance(node, EffectNode | BranchNode):
            found[here] = node
            todo.extend(successors(node))
    return tuple(found.values())


# ---------------------------------------------------------------- rewriting


def substitute(thing: T, values: dict[LocalId, Expr]) -> T:
    """Replaces locals by formulas. Correct as long as no binder inside captures a local of the replacements: binders are unique."""
    if not values:
        return thing
    return cast(T, _rewritten(thing, lambda part: values.get(part.id) if isinstance(part, Local) else None))


def replace_part(thing: Expr, old: Expr, new: Expr) -> Expr:
    """Replaces every occurrence of one part of a formula by another formula."""
    return cast(Expr, _rewritten(thing, lambda part: new if part == old else None))


def _rewritten(thing: object, replacement: Callable[[object], object | None]) -> object:
    """Replaces each part for which there is a replacement."""
    new = replacement(thing)
    if new is not None:
        return new
    if isinstance(thing, tuple):
        return tuple(_rewritten(part, replacement) for part in cast(tuple[object, ...], thing))
    names = _NAMES[thing.__class__]
    if not names:
        return thing
    made = cast(Callable[..., object], thing.__class__)
    given = {name: getattr(thing, name) for name in field_names(thing.__class__) or ()}
    return made(**{name: _rewritten(value, replacement) if name in names else value for name, value in given.items()})
