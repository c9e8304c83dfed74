"""Finds cycles of a graph that might never end: every cycle must contain a decision or chance, or be counted.

A node counts if it takes an element off a list, or moves a number one way, and nothing else in the cycle sets that
local; or if it counts passes up to a proof bound that the cycle does not set back. An inner loop may restart its
count in every pass of the outer loop. So the outer count is removed first, and the rest of the cycle is examined again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.graph.analysis.walk import free_locals, list_read_fields, statements, successors
from gamedsl.graph.model.expressions import Arithmetic, Const, FieldAt, Local, Rest
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, TogetherNode
from gamedsl.graph.model.statements import Award, CountPass, Effect, For, ResetFields, SetField, SetLocal, StartCount
from gamedsl.graph.model.types import FieldId, NodeId

Measure = tuple[str, int]
"""A quantity that a cycle counts: a `local`, a proof `counter`, or a `field`."""


def endless_cycles(game: Game) -> list[tuple[NodeId, ...]]:
    """Returns the unbounded cycles, each as the tuple of its nodes."""
    stops = (DecisionNode, TogetherNode, ChanceNode)
    walked = [NodeId(i) for i, node in enumerate(game.nodes) if not isinstance(node, stops)]
    return _endless(game, walked)


def _endless(game: Game, among: Sequence[NodeId]) -> list[tuple[NodeId, ...]]:
    found: list[tuple[NodeId, ...]] = []
    for component in strongly_connected(game.nodes, among):
        counting = _find_counting_nodes(game, component)
        if counting:
            found += _endless(game, [n for n in component if n not in counting])
        else:
            found.append(component)
    return found


def _find_counting_nodes(game: Game, component: tuple[NodeId, ...]) -> frozenset[NodeId]:
    """Returns the nodes of a cycle that bound it by counting."""
    nodes = [game.nodes[n] for n in component]
    steps = [(n, measure) for n in component for measure in _steps(game.nodes[n])]
    set_elsewhere = {m for node in nodes for m in _find_resets(node)}
    tested = {
        m for node, n in zip(nodes, component, strict=True) for m in _find_tests(game, node, n, frozenset(component))
    }
    return frozenset(n for n, m in steps if m not in set_elsewhere and (m[0] == "counter" or m in tested))


def _steps(node: Node) -> list[Measure]:
    """Returns the quantities that the node certainly advances by one step."""
    return [m for stmt in node.body if (m := _step(stmt)) is not None] if isinstance(node, EffectNode) else []


def _step(stmt: Effect) -> Measure | None:
    match stmt:
        case SetLocal(local=local, value=Rest(source=Local(id=source))) if source == local:
            return ("local", local)
        case SetLocal(local=local, value=Arithmetic(op="+" | "-", left=Local(id=left), right=Const(value=int(by)))):
            return ("local", local) if left == local and by > 0 else None
        case SetField(field=field, index=(), value=Arithmetic(op="+", left=FieldAt(field=left), right=Const())):
            return ("field", field) if left == field else None
        case CountPass(counter=counter):
            return ("counter", counter)
        case _:
            return None


def _find_resets(node: Node) -> set[Measure]:
    """Returns the quantities that the node sets other than by a single step."""
    if not isinstance(node, EffectNode):
        return set()
    found: set[Measure] = set()
    for stmt in statements(node.body):
        if stmt in node.body and _step(stmt) is not None:
            continue
        match stmt:
            case SetLocal():
                found.add(("local", stmt.local))
            case For():
                found.update(("local", local) for local in stmt.locals)
            case StartCount():
                found.add(("counter", stmt.counter))
            case _:
                found.update(("field", field) for field in fields_written((stmt,)))
    return found


def _find_tests(game: Game, node: Node, number: NodeId, component: frozenset[NodeId]) -> Iterable[Measure]:
    """Yields the quantities that a branch out of the cycle tests."""
    if isinstance(node, BranchNode) and not component.issuperset(successors(node)):
        yield from (("local", local) for local in free_locals(node.condition))
        yield from (("field", field) for field in list_read_fields(node.condition))


# ---------------------------------------------------------------- rings


def strongly_connected(nodes: Sequence[Node], among: Sequence[NodeId]) -> list[tuple[NodeId, ...]]:
    """Returns the strongly connected components that contain a cycle (Tarjan's algorithm without recursion)."""
    inside = frozenset(among)
    index: dict[NodeId, int] = {}
    low: dict[NodeId, int] = {}
    stack: list[NodeId] = []
    found: list[tuple[NodeId, ...]] = []
    for root in among:
        if root in index:
            continue
        work: list[tuple[NodeId, list[NodeId]]] = [(root, [s for s in successors(nodes[root]) if s in inside])]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            here, todo = work[-1]
            if todo:
                to = todo.pop()
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    work.append((to, [s for s in successors(nodes[to]) if s in inside]))
                elif to in stack:
                    low[here] = min(low[here], index[to])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[here])
            if low[here] == index[here]:
                cut = stack.index(here)
                component = tuple(sorted(stack[cut:]))
                del stack[cut:]
                if len(component) > 1 or here in successors(nodes[here]):
                    found.append(component)
    return found


def fields_written(thing: object) -> frozenset[FieldId]:
    """Returns the fields that its statements assign directly (not those that called rules assign)."""
    found: set[FieldId] = set()
    for stmt in statements(thing):
        match stmt:
            case SetField() | Award():
                found.add(stmt.field)
            case ResetFields():
                found.update(stmt.fields)
            case _:
                pass
    return frozenset(found)
