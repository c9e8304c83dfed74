"""Instruments a Game so that it counts which of its parts run. The counters are not part of a position, so all matches stay the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gamedsl.graph.analysis.walk import reachable, site_of
from gamedsl.graph.model.expressions import Arithmetic, Const, Expr, IfElse, LimitReached
from gamedsl.graph.model.game import FunctionSpec, Game, LocalSpec, Routine, ScoreLine
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, Plan
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import CountPass, Effect, For, If, Repeat
from gamedsl.graph.model.types import FLAG, FunctionId, Int, LocalId, NodeId, Player, SiteId
from gamedsl.values import evolve, frozen
from gamedsl.workbench.tables import MatchTable

_NOWHERE = SiteId(-1)

_MOST = 1 << 30
"""The limit of a counter; no match passes a part so often."""

BITS = 24
"""Parts per column of a result table, whose numbers have 32 bits."""


@frozen
class Part:
    """A part of the Game that always runs as a whole: the names of the rules that lead to it, innermost last, and the lines of the rules in it."""

    path: tuple[str, ...]
    sites: tuple[SiteId, ...]


@frozen
class Noticing:
    """An instrumented Game. After its own score lines it has additional ones, whose bits tell the parts that have run, for every seat."""

    game: Game
    parts: tuple[Part, ...]
    lines: int
    """The number of score lines of the original Game."""

    def find_reached_parts(self, table: MatchTable) -> frozenset[int]:
        """Returns the parts that ran in any match of a table of this Game."""
        found = [0] * (len(table.points) - self.lines)
        for number, column in enumerate(table.points[self.lines :]):
            for bits in set(column):
                found[number] |= bits
        return frozenset(at for at in range(len(self.parts)) if found[at // BITS] >> at % BITS & 1)

    def matches_with(self, table: MatchTable, rules: Collection[str]) -> int:
        """Returns the number of matches in a table of this Game in which one of these rules, or a part that it calls, ran."""
        named = frozenset(rules)
        masks = [0] * (len(table.points) - self.lines)
        for at, part in enumerate(self.parts):
            if not named.isdisjoint(part.path):
                masks[at // BITS] |= 1 << at % BITS
        seats = len(table.seats)
        columns = [
            (column[::seats], mask) for column, mask in zip(table.points[self.lines :], masks, strict=True) if mask
        ]
        return sum(any(column[row] & mask for column, mask in columns) for row in range(table.matches))

    def without_parts(self, table: MatchTable) -> MatchTable:
        """Returns the table without the added score lines, as the original Game would have made it."""
        points = table.points[: self.lines]
        total = [sum(row) for row in zip(*points, strict=True)] or [0] * len(table.columns["total"])
        return evolve(table, lines=table.lines[: self.lines], points=points, columns={**table.columns, "total": total})


def noticing(game: Game) -> Noticing:
    """Instruments a Game with counters for everything that runs in a match, from the set-up on."""
    marks = _Marks(game)
    here = set(reachable(lambda number: game.nodes[number], (game.start,)))
    nodes = [marks.node(node) if number in here else node for number, node in enumerate(game.nodes)]
    routines = tuple(marks.routine(routine) for routine in game.routines)
    seat = LocalId(len(game.locals))
    groups = [marks.counters[at : at + BITS] for at in range(0, len(marks.counters), BITS)]
    functions = [FunctionSpec("parts", (seat,), bits(group)) for group in groups]
    lines = (
        ScoreLine(f"parts {number}", FunctionId(len(game.functions) + number), None) for number in range(len(functions))
    )
    made = evolve(
        game,
        nodes=(*nodes, *marks.added),
        routines=routines,
        counters=game.counters + len(marks.parts),
        locals=(*game.locals, LocalSpec("seat", Player(len(game.seats)))),
        functions=(*game.functions, *functions),
        scores=(*game.scores, *lines),
    )
    return Noticing(made, tuple(marks.parts), len(game.scores))


class _Marks:
    """A rewriter that adds counters to nodes and routines, and records which part each counter stands for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.parts: list[Part] = []
        self.added: list[Node] = []

    @property
    def counters(self) -> range:
        """The counters added so far."""
        return range(self._game.counters, self._game.counters + len(self.parts))

    def node(self, node: Node) -> Node:
        """Returns the node with counters on its exits."""
        match node:
            case EffectNode(body, _, _, path):
                return evolve(node, body=self._body(body, path))
            case ChanceNode(event, _, after, _, cluster, path):
                return evolve(node, next=self._insert_mark(after, cluster, Part(path, _sites((event,)))))
            case BranchNode(condition, yes, no, _, cluster, path):
                part = Part(path, _as_sites(site_of(condition)))
                return evolve(node, yes=self._insert_mark(yes, cluster, part), no=self._insert_mark(no, cluster, part))
            case DecisionNode(_, plan, exits, _, cluster, path):
                ways = {number: Part((*path, *names), sites) for number, names, sites in _ways(plan, (), ())}
                return evolve(
                    node,
                    exits=tuple(
                        self._insert_mark(exit, cluster, ways[number]) if number in ways else exit
                        for number, exit in enumerate(exits)
                    ),
                )
            case _:
                return node

    def routine(self, routine: Routine) -> Routine:
        """Returns the routine with counters in its body."""
        return evolve(routine, body=self._body(routine.body, (routine.name,)))

    def _insert_mark(self, after: NodeId, cluster: str, part: Part) -> NodeId:
        """Adds a node that counts a part on the way to node `after`; returns it."""
        self.added.append(EffectNode((self._mark(part),), after, cluster, part.path))
        return NodeId(len(self._game.nodes) + len(self.added) - 1)

    def _mark(self, part: Part) -> Effect:
        self.parts.append(part)
        return CountPass(self.counters[-1], _MOST, _NOWHERE)

    def _body(self, body: Sequence[Stmt], path: tuple[str, ...]) -> tuple[Effect, ...]:
        """Puts a counter before the statements, and counters into the blocks inside them."""
        mark = self._mark(Part(path, _sites(body)))
        return (mark, *(self._mark_inside(one, path) for one in body))  # type: ignore[arg-type]

    def _mark_inside(self, one: Stmt, path: tuple[str, ...]) -> Stmt:
        match one:
            case If(_, then, otherwise):
                return evolve(
                    one, then=self._body(then, path), otherwise=self._body(otherwise, path) if otherwise else ()
                )
            case For(_, _, body) | Repeat(body=body):
                return evolve(one, body=self._body(body, path))
            case _:
                return one


def bits(counters: Sequence[int]) -> Expr:
    """Returns a formula whose value has a bit for each counter that is not 0."""
    whole = Int(0, (1 << BITS) - 1)
    total: Expr = Const(0, whole)
    for place, counter in enumerate(counters):
        one = IfElse(LimitReached(counter, 1, FLAG), Const(1 << place, whole), Const(0, whole), whole)
        total = Arithmetic("+", total, one, whole, _NOWHERE)
    return total


def _sites(statements: Sequence[object]) -> tuple[SiteId, ...]:
    """Returns the lines of statements, without those in their blocks."""
    found = (getattr(one, "site", _NOWHERE) for one in statements if not isinstance(one, If | For | Repeat))
    return tuple(SiteId(site) for site in found if site >= 0)


def _as_sites(site: SiteId) -> tuple[SiteId, ...]:
    return (site,) if site >= 0 else ()


def _ways(
    plan: Plan, names: tuple[str, ...], sites: tuple[SiteId, ...]
) -> Iterator[tuple[int, tuple[str, ...], tuple[SiteId, ...]]]:
    """Yields each exit of a plan, with the names of the plans and the lines on the way to it. The exit for declining omits the declined plan."""
    if plan.gate_exit is not None:
        yield plan.gate_exit, names, sites
    names, sites = (*names, plan.name), (*sites, *_sites(plan.parts))
    if plan.exit is not None:
        yield plan.exit, names, sites
    for line in plan.menu or ():
        yield from _ways(line, names, sites)
