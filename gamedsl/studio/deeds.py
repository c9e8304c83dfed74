"""The effects of the lines of rules in a match: the choices after which a line may run, and the things that it changes. A page uses them to light up the
things that a rule has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from gamedsl.graph.analysis.walk import expressions, statements, successors
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.expressions import ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Award, CallRule, Move, Roll, Say, SetField, Shuffle, SwapPieces, SwapZones
from gamedsl.graph.model.types import NodeId, RuleId, SiteId
from gamedsl.json import Json, JsonObject
from gamedsl.source import Source

CHOICE = "choose"
"""The change of a line that can be chosen."""
SAYS = "say"
"""The change of a line that only tells something."""


@attrs.define
class _Line:
    at: set[NodeId] = attrs.field(factory=set)
    after: dict[NodeId, set[str] | None] = attrs.field(factory=dict)
    changes: set[str] = attrs.field(factory=set)

    def add(self, node: NodeId, name: str | None, change: str) -> None:
        """Notes that the line may run after a node, if the choice `name` was made; None: after any choice."""
        names = self.after.setdefault(node, set())
        if name is None:
            self.after[node] = None
        elif names is not None:
            names.add(name)
        self.changes.add(change)

    def data(self) -> JsonObject:
        after: list[Json] = [
            [node, None if names is None else [*sorted(names)]] for node, names in sorted(self.after.items())
        ]
        return {"at": [*sorted(self.at)], "after": after, "changes": [*sorted(self.changes)]}


def deeds_of(compiled: Compiled, sources: Mapping[str, Source]) -> JsonObject:
    """Returns, for each line with an effect (`file:line`): the nodes `at` which the line itself asks or rolls; `after` which nodes it may run before the
    next choice, each with the names of the choices that lead there, or null if any does; and what it `changes`: `field coins`, `zone hand`, `roll pips`,
    `say`, `choose`."""
    found: dict[str, _Line] = {}

    def line(site: SiteId) -> _Line:
        span = compiled.sites[site].span
        source = sources.get(span.source)
        where = "" if source is None else f"{source.name}:{source.position(span.start)[0]}"
        return found.setdefault(where, _Line())

    parts = _Parts(compiled.game)
    for number, node in enumerate(compiled.game.nodes):
        here = NodeId(number)
        if isinstance(node, ChanceNode) and isinstance(node.event, Roll):
            line(node.event.site).at.add(here)
        if not isinstance(node, DecisionNode | TogetherNode):
            continue
        line(node.plan.site).at.add(here)
        for one in _menu(node.plan):
            line(one.site).add(here, one.name, CHOICE)
        for exit_, name in _exits(node):
            for site, change in parts.changes(exit_):
                line(site).add(here, name, change)
    return {where: one.data() for where, one in found.items() if where}


def _menu(plan: Plan) -> Iterator[Plan]:
    """Yields the lines of the menus of a plan."""
    for one in plan.menu or ():
        yield one
        yield from _menu(one)


def _exits(node: DecisionNode | TogetherNode) -> Iterator[tuple[NodeId, str | None]]:
    """Yields the nodes to which a choice can lead, each with the name of the menu line that leads there; None if there is none."""
    if isinstance(node, TogetherNode):
        yield node.next, None
        return
    named = {one.exit: one.name for one in _menu(node.plan)}
    for number, exit_ in enumerate(node.exits):
        yield exit_, named.get(number)


class _Parts:
    """The changes by the nodes and the routines of a game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._routines = {one.rule: one.body for one in game.routines}
        self._known: dict[NodeId, frozenset[tuple[SiteId, str]]] = {}

    def changes(self, start: NodeId) -> set[tuple[SiteId, str]]:
        """Returns the effects that may happen from a node on before somebody chooses: the site of each statement with the thing that it changes."""
        found: set[tuple[SiteId, str]] = set()
        seen: set[NodeId] = set()
        todo = [start]
        while todo:
            here = todo.pop()
            node = self._game.nodes[here]
            if here in seen or isinstance(node, DecisionNode | TogetherNode):
                continue
            seen.add(here)
            todo.extend(successors(node))
            if here not in self._known:
                self._known[here] = frozenset(self._walk_inside(node, set()))
            found |= self._known[here]
        return found

    def _walk_inside(self, thing: object, called: set[RuleId]) -> Iterator[tuple[SiteId, str]]:
        if isinstance(thing, ChanceNode) and isinstance(thing.event, Roll):
            yield thing.event.site, f"roll {thing.event.name}"
        for one in statements(thing):
            match one:
                case SetField(field=field, site=site) | Award(field=field, site=site):
                    yield site, f"field {self._game.fields[field].name}"
                case Say(site=site):
                    yield site, SAYS
                case CallRule(rule=rule) if rule not in called:
                    called.add(rule)
                    yield from self._walk_inside(self._routines[rule], called)
                case Move(site=site) | SwapZones(site=site) | SwapPieces(site=site) | Shuffle(site=site):
                    zones = (expr.zone for expr in expressions(one) if isinstance(expr, ZoneAt))
                    yield from ((site, f"zone {self._game.zones[zone].name}") for zone in zones)
                case _:
                    pass
