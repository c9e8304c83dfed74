"""Finds the moves whose legality depends on an `ensure` line reached after them.

An `ensure` judges the last move made before play reaches it without another question, roll or draw. So a complete move has to be tried only if an
`ensure` can be reached from its exit without a stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar, assert_never

from gamedsl.graph.analysis import walk
from gamedsl.graph.model.game import Game, Question
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, TogetherNode
from gamedsl.graph.model.statements import Draw, Effect, Ensure, Resolve, Roll
from gamedsl.graph.model.types import FunctionId, NodeId, RuleId, SiteId
from gamedsl.values import frozen


def ensures_ahead(game: Game) -> frozenset[NodeId]:
    """Returns the nodes from which play can reach an `ensure` before it stops."""
    judging = _ensures_in(game)
    if not judging:
        return frozenset()
    before: dict[NodeId, list[NodeId]] = {}
    for i, node in enumerate(game.nodes):
        if isinstance(node, EffectNode | BranchNode):
            for to in walk.successors(node):
                before.setdefault(to, []).append(NodeId(i))
    return frozenset(_list_reachable(judging, lambda here: before.get(here, ())))


def find_tried_exits(node: DecisionNode, ahead: frozenset[NodeId]) -> frozenset[int]:
    """Returns the exits of a decision whose moves are tried. Where a decision is skipped because nothing can be chosen, its exit belongs to no move."""
    passed = node.plan.gate_exit if node.plan.gate == "if_able" else None
    return frozenset(i for i, to in enumerate(node.exits) if to in ahead and i != passed)


def find_tried_nodes(game: Game, starts: Iterable[NodeId], ahead: frozenset[NodeId]) -> tuple[Node, ...]:
    """Returns all nodes that trials starting at these nodes can reach."""
    return tuple(game.nodes[n] for n in list_tried_numbers(game, starts, ahead))


def list_tried_numbers(game: Game, starts: Iterable[NodeId], ahead: frozenset[NodeId]) -> list[NodeId]:
    """Returns the numbers of all nodes that trials starting at these nodes can reach, ascending."""
    first = (n for n in starts if n in ahead)
    return sorted(_list_reachable(first, lambda n: (to for to in walk.successors(game.nodes[n]) if to in ahead)))


# ---------------------------------------------------------------- questions that ask themselves


def circles_of_questions(game: Game) -> tuple[tuple[RuleId, ...], ...]:
    """Returns each circle of actions once in which deciding whether an action can be chosen asks the same question about it, directly or through
    others."""
    if not game.questions:
        return ()
    ahead = ensures_ahead(game)
    asks = {question.rule: sorted(_find_questions(game, question, ahead)) for question in game.questions}
    found: dict[frozenset[RuleId], tuple[RuleId, ...]] = {}
    for first in asks:
        way = _way_back(asks, first)
        if way is not None:
            found.setdefault(frozenset(way), way)
    return tuple(found.values())


def _find_questions(game: Game, question: Question, ahead: frozenset[NodeId]) -> frozenset[RuleId]:
    """Returns the actions that a question asks about while it is answered."""
    nodes = find_tried_nodes(game, question.exits, ahead)
    bodies = {routine.rule: routine.body for routine in game.routines}
    called = _list_reachable(walk.list_called_rules(nodes), lambda rule: walk.list_called_rules(bodies.get(rule, ())))
    inside = (question.plan, nodes, tuple(bodies[rule] for rule in sorted(called) if rule in bodies))
    return walk.list_asked_actions(walk.with_functions(game, inside))


def _way_back(asks: dict[RuleId, list[RuleId]], first: RuleId) -> tuple[RuleId, ...] | None:
    """Returns a path through the questions from one back to itself, or None."""
    ways: list[tuple[RuleId, ...]] = [(first,)]
    seen: set[RuleId] = set()
    for way in ways:
        for rule in asks.get(way[-1], ()):
            if rule == first:
                return way
            if rule not in seen:
                seen.add(rule)
                ways.append((*way, rule))
    return None


# ---------------------------------------------------------------- lines that judge no move


@frozen
class Unjudged:
    """An `ensure` that play can reach without a preceding choice of one player. `after` is the node it is reached from, None at the start of the
    match."""

    ensure: Ensure
    after: ChanceNode | TogetherNode | None

    @property
    def obstacle(self) -> tuple[Literal["start", "roll", "draw", "order", "together"], SiteId | None]:
        """Returns the obstacle before the `ensure`, and the site of a roll or draw."""
        if self.after is None:
            return "start", None
        if isinstance(self.after, TogetherNode):
            return "together", None
        match self.after.event:
            case Roll(site=site):
                return "roll", site
            case Draw(site=site):
                return "draw", site
            case Resolve():
                return "order", None
            case _:
                assert_never(self.after.event)


def find_unjudged_ensures(game: Game) -> tuple[Unjudged, ...]:
    """Returns the `ensure` lines that cannot judge a move on at least one path to them, each with the obstacle."""
    ahead = ensures_ahead(game)
    if not ahead:
        return ()
    judging = _ensures_in(game)
    found: dict[tuple[str, int], Unjudged] = {}
    sources: list[tuple[NodeId, ChanceNode | TogetherNode | None]] = [(game.start, None)]
    # Fragments of examples begin anywhere, so only nodes that the match itself can reach count.
    for n in sorted(walk.reachable(lambda n: game.nodes[n], (game.start,))):
        node = game.nodes[n]
        if isinstance(node, ChanceNode | TogetherNode):
            sources.append((node.next, node))
    for start, after in sources:
        for n in list_tried_numbers(game, (start,), ahead):
            for ensure in judging.get(n, ()):
                found.setdefault((ensure.name, ensure.site), Unjudged(ensure, after))
    return tuple(found.values())


# ---------------------------------------------------------------- walking


def _ensures_in(game: Game) -> dict[NodeId, tuple[Ensure, ...]]:
    """Returns the `ensure` lines of each node and of the routines that it calls; nodes without one are left out."""
    bodies = {routine.rule: routine.body for routine in game.routines}
    judging = {rule for rule, body in bodies.items() if _find_ensures(body)}

    def inside(body: tuple[Effect, ...]) -> tuple[Ensure, ...]:
        called = (
            _list_reachable(walk.list_called_rules(body), lambda rule: walk.list_called_rules(bodies.get(rule, ())))
            if judging
            else set[RuleId]()
        )
        return (
            *_find_ensures(body),
            *(ensure for rule in sorted(called & judging) for ensure in _find_ensures(bodies[rule])),
        )

    made = ((NodeId(i), inside(node.body)) for i, node in enumerate(game.nodes) if isinstance(node, EffectNode))
    return {n: ensures for n, ensures in made if ensures}


def _find_ensures(body: tuple[Effect, ...]) -> tuple[Ensure, ...]:
    return tuple(stmt for stmt in walk.statements(body) if isinstance(stmt, Ensure))


N = TypeVar("N", NodeId, RuleId, FunctionId)


def _list_reachable(starts: Iterable[N], onward: Callable[[N], Iterable[N]]) -> set[N]:
    """Returns everything reachable from the starts, the starts included."""
    found: set[N] = set()
    todo = list(starts)
    while todo:
        here = todo.pop()
        if here not in found:
            found.add(here)
            todo.extend(onward(here))
    return found
