"""Groups nodes into drawn elements: silent effects join the element after them, consecutive effects of one rule join the first."""

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
    """The nodes of a graph grouped into drawn elements. `head[id]` is the node that gives the element of node `id` its form; `speaking` are the nodes that
    have text to show."""

    game: Game
    speaking: tuple[NodeId, ...]
    silent: Mapping[NodeId, EffectNode]
    """All other nodes: effects without anything to show."""
    head: dict[NodeId, NodeId]

    def heads(self) -> tuple[NodeId, ...]:
        """Returns one node for each element, ascending."""
        return tuple(id for id in self.speaking if self.head[id] == id)

    def members(self, head: NodeId) -> tuple[NodeId, ...]:
        """Returns all nodes of an element, ascending."""
        return tuple(id for id in self.head if self.head[id] == head)

    def reason(self, id: NodeId) -> str:
        """Returns why the game ends, if the silent effects that start at a node say so; otherwise an empty text."""
        while (node := self.silent.get(id)) is not None:
            number = _reason(self.game, node)
            if number is not None:
                return self.game.reasons[number]
            id = node.next
        return ""


def groups(said: Words) -> Groups:
    """Groups all nodes that play can reach from the start."""
    game = said.game
    reached = _find_reached(game)
    quiet = {id: node for id in reached if (node := _quiet(said, game.nodes[id])) is not None}
    first_of_rings = {_first_to_show(game, id, quiet) for id in quiet}
    silent = {id: node for id, node in quiet.items() if id not in first_of_rings}
    speaking = tuple(id for id in reached if id not in silent)
    spoken = {id: _first_to_show(game, id, silent) for id in reached}
    first = _first_of_chain(game, speaking, spoken)
    return Groups(game, speaking, silent, {id: first[spoken[id]] for id in reached})


def reasons(game: Game) -> tuple[str, ...]:
    """Returns the reasons for the end of play: reason 0 if an end without a named reason is reachable, and all named ones."""
    named = {id: _reason(game, game.nodes[id]) for id in _find_reached(game)}
    silently = _find_reached(game, frozenset(id for id, number in named.items() if number is not None))
    found = {number for number in named.values() if number is not None}
    if any(isinstance(game.nodes[id], nodes.EndNode) for id in silently):
        found.add(0)
    return tuple(reason for i, reason in enumerate(game.reasons) if i in found)


def targets(node: Node) -> tuple[NodeId, ...]:
    """Returns the successors of a node, in the order of its edges."""
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
    """Describes the effect or chance event of a node in the words of the rules; empty for other nodes."""
    match node:
        case EffectNode():
            return list_shown_lines(said, node)
        case nodes.ChanceNode(event):
            return (event_line(said, event),)
        case _:
            return ()


def list_shown_lines(said: Words, node: EffectNode) -> tuple[str, ...]:
    """Describes an effect node in the words of the rules, without effects that only the compiler needs."""
    return tuple(line for effect in list_shown_effects(said.game, node) for line in effect_lines(said, effect))


def list_shown_effects(game: Game, node: EffectNode) -> tuple[statements.Effect, ...]:
    """Returns the effects of a node without those that only the compiler needs."""
    return tuple(effect for effect in node.body if _is_shown(game, effect))


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
    """Returns the node if it consists of effects without anything to show."""
    return node if isinstance(node, EffectNode) and not list_shown_lines(said, node) else None


def _reason(game: Game, node: Node) -> int | None:
    """Returns the index of the reason that an effect node stores for the end of the game."""
    for effect in node.body if isinstance(node, EffectNode) else ():
        match effect:
            case statements.SetField(field, value=Const(int(number))) if field == game.builtins.reason:
                return number if 0 <= number < len(game.reasons) else None
            case _:
                pass
    return None


# ---------------------------------------------------------------- what belongs together


def _find_reached(game: Game, closed: Container[NodeId] = ()) -> tuple[NodeId, ...]:
    """Returns the nodes that play can reach from the start without passing a closed one, ascending."""
    seen = {game.start}
    waiting = [game.start]
    while waiting:
        id = waiting.pop()
        for target in targets(game.nodes[id]) if id not in closed else ():
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return tuple(sorted(seen))


def _first_to_show(game: Game, id: NodeId, silent: Mapping[NodeId, EffectNode]) -> NodeId:
    """Returns the first node from here on that has something to show; for a cycle without content its first node."""
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
    """Whether the second node continues the element of the first: effects of the same rule, or a pile whose order becomes known."""
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
