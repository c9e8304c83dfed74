"""Which nodes are drawn as one element: silent effects join what follows them, effects of one rule in a row join the
first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from typing import assert_never

from gamedsl.graph.model import nodes, statements
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import EffectNode, Node
from gamedsl.graph.model.types import FieldId, NodeId
from gamedsl.graph.text.names import Words
from gamedsl.graph.text.rule_text import effect_lines, event_line
from gamedsl.values import frozen


@frozen
class Groups:
    """`head[id]` is the node that gives the element of node `id` its form; `speaking` are the nodes with something to
    show.
    """

    game: Game
    speaking: tuple[NodeId, ...]
    silent: Mapping[NodeId, EffectNode]
    """The other ones: effects without anything to show."""
    head: dict[NodeId, NodeId]

    def heads(self) -> tuple[NodeId, ...]:
        """One node for each element, ascending."""
        return tuple(id for id in self.speaking if self.head[id] == id)

    def members(self, head: NodeId) -> tuple[NodeId, ...]:
        """All nodes of an element, ascending."""
        return tuple(id for id in self.head if self.head[id] == head)

    def reason(self, id: NodeId) -> str:
        """Why the game ends, if the silent effects that start at a node say so; else empty."""
        while (node := self.silent.get(id)) is not None:
            number = _reason(self.game, node)
            if number is not None:
                return self.game.reasons[number]
            id = node.next
        return ""


def groups(said: Words) -> Groups:
    """The elements of all that play can reach from the start."""
    game = said.game
    reached = _reached(game)
    quiet = {id: node for id in reached if (node := _quiet(said, game.nodes[id])) is not None}
    first_of_rings = {_spoken(game, id, quiet) for id in quiet}
    silent = {id: node for id, node in quiet.items() if id not in first_of_rings}
    speaking = tuple(id for id in reached if id not in silent)
    spoken = {id: _spoken(game, id, silent) for id in reached}
    first = _first_of_chain(game, speaking, spoken)
    return Groups(game, speaking, silent, {id: first[spoken[id]] for id in reached})


def reasons(game: Game) -> tuple[str, ...]:
    """Why play can come to an end: reason 0 if it can without another being named, and those that are named."""
    named = {id: _reason(game, game.nodes[id]) for id in _reached(game)}
    silently = _reached(game, frozenset(id for id, number in named.items() if number is not None))
    found = {number for number in named.values() if number is not None}
    if any(isinstance(game.nodes[id], nodes.EndNode) for id in silently):
        found.add(0)
    return tuple(reason for i, reason in enumerate(game.reasons) if i in found)


def targets(node: Node) -> tuple[NodeId, ...]:
    """Where play can go on from a node, in the order of its edges."""
    match node:
        case nodes.EffectNode() | nodes.TogetherNode() | nodes.ChanceNode():
            return (node.next,)
        case nodes.BranchNode():
            return (node.yes, node.no)
        case nodes.DecisionNode():
            return node.exits
        case nodes.EndNode() | nodes.StopNode():
            return ()
        case _:
            assert_never(node)


def node_lines(said: Words, node: Node) -> tuple[str, ...]:
    """What happens at a node, in the words of the rules; empty where nothing happens by itself."""
    match node:
        case EffectNode():
            return shown_lines(said, node)
        case nodes.ChanceNode(event):
            return (event_line(said, event),)
        case _:
            return ()


def shown_lines(said: Words, node: EffectNode) -> tuple[str, ...]:
    """What an effect node does, in the words of the rules; without what only the compiler needs."""
    return tuple(line for effect in node.body if _is_shown(said.game, effect) for line in effect_lines(said, effect))


# ---------------------------------------------------------------- what has something to show


def _is_shown(game: Game, effect: statements.Effect) -> bool:
    match effect:
        case statements.SetLocal() | statements.StartCount() | statements.CountPass():
            return False
        case statements.SetField(field):
            return not _is_hidden(game, field)
        case statements.ResetFields(fields):
            return not all(_is_hidden(game, field) for field in fields)
        case _:
            return True


def _is_hidden(game: Game, field: FieldId) -> bool:
    return game.fields[field].hidden or field == game.builtins.reason


def _quiet(said: Words, node: Node) -> EffectNode | None:
    """The node, if it is effects without anything to show."""
    return node if isinstance(node, EffectNode) and not shown_lines(said, node) else None


def _reason(game: Game, node: Node) -> int | None:
    """Which of the game's reasons an effect names for its end."""
    for effect in node.body if isinstance(node, EffectNode) else ():
        match effect:
            case statements.SetField(field, value=Const(int(number))) if field == game.builtins.reason:
                return number if 0 <= number < len(game.reasons) else None
            case _:
                pass
    return None


# ---------------------------------------------------------------- what belongs together


def _reached(game: Game, closed: Container[NodeId] = ()) -> tuple[NodeId, ...]:
    """The nodes to which play can come from the start without passing a closed one, ascending."""
    seen = {game.start}
    waiting = [game.start]
    while waiting:
        id = waiting.pop()
        for target in targets(game.nodes[id]) if id not in closed else ():
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return tuple(sorted(seen))


def _spoken(game: Game, id: NodeId, silent: Mapping[NodeId, EffectNode]) -> NodeId:
    """The first node from here on that has something to show; of a ring without content its first node."""
    passed: set[NodeId] = set()
    while (node := silent.get(id)) is not None:
        if id in passed:
            return _first_of_ring(game, id)
        passed.add(id)
        id = node.next
    return id


def _first_of_ring(game: Game, id: NodeId) -> NodeId:
    ring: list[NodeId] = []
    while id not in ring:
        ring.append(id)
        (id,) = targets(game.nodes[id])
    return min(ring)


def _first_of_chain(game: Game, speaking: tuple[NodeId, ...], spoken: dict[NodeId, NodeId]) -> dict[NodeId, NodeId]:
    entries = Counter(spoken[target] for id in speaking for target in targets(game.nodes[id]))
    entries[spoken[game.start]] += 1
    before: dict[NodeId, NodeId] = {}
    for id in speaking:
        for target in targets(game.nodes[id]):
            if entries[spoken[target]] == 1 and _continues(game.nodes[id], game.nodes[spoken[target]]):
                before[spoken[target]] = id
    return {id: _origin(before, id) for id in speaking}


def _continues(first: Node, second: Node) -> bool:
    """Effects follow effects of their rule; that a pile's order becomes known goes with what happens around it."""
    if (first.cluster, first.path) != (second.cluster, second.path):
        return False
    return (
        isinstance(first, EffectNode | nodes.ChanceNode)
        if _is_settling(second)
        else _is_quiet(first) and _is_quiet(second)
    )


def _is_settling(node: Node) -> bool:
    return isinstance(node, nodes.ChanceNode) and isinstance(node.event, statements.Resolve)


def _is_quiet(node: Node) -> bool:
    return isinstance(node, EffectNode) or _is_settling(node)


def _origin(before: dict[NodeId, NodeId], id: NodeId) -> NodeId:
    while id in before:
        id = before[id]
    return id
