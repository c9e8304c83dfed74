"""Finds lines of the set-up that take more pieces from a zone than it has by then: they come too early, or name the wrong zone."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.expressions import Const, Contents, Expr, TakeSome, ZoneAt
from gamedsl.graph.model.source_statements import Each, Stmt
from gamedsl.graph.model.statements import CallRule, Draw, For, Move
from gamedsl.graph.model.types import Int, SiteId, ZoneId
from gamedsl.semantics.effects.movements import movement
from gamedsl.semantics.model.checked import Checked
from gamedsl.values import frozen


@frozen
class FirstDraw:
    """A line of the set-up that takes `wanted` pieces from a zone with at most `there` pieces, because no line before it puts more into the zone."""

    site: SiteId
    zone: ZoneId
    wanted: int
    there: int

    @property
    def is_possible(self) -> bool:
        return self.wanted <= self.there


def first_draws(checked: Checked) -> Iterator[FirstDraw]:
    """Yields the lines of the set-up that take a number of pieces from a zone with its start content. The search ends at the first call of a rule, because
    it does not follow calls."""
    filled: set[int] = set()
    for stmt in _always(checked.setup):
        inside = tuple(statements(stmt))
        if any(isinstance(one, CallRule) for one in inside):
            return
        taken = _find_draw(stmt)
        if taken is not None:
            site, zone, number = taken
            spec = checked.zones[zone]
            if zone not in filled and spec.refill is None and not spec.hidden and isinstance(number.type, Int):
                there = max((sum(copies for _, copies in content) for content in spec.start), default=0)
                yield FirstDraw(site, zone, number.type.low, there)
        for one in inside:
            for transfer in movement(checked.zones, checked.builtins.box, one).transfers:
                filled |= {transfer.to.zone} if isinstance(transfer.to, ZoneAt) else {*range(len(checked.zones))}


def _always(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Yields the statements of a body in their order. A loop over fixed elements or all players is replaced by the statements of its first pass."""
    for stmt in body:
        match stmt:
            case For(source=Const(value=tuple() as elements)) if elements:
                yield from _always(stmt.body)
            case Each(where=None, until=None, order=None):
                yield from _always(stmt.body)
            case _:
                yield stmt


def _find_draw(stmt: Stmt) -> tuple[SiteId, ZoneId, Expr] | None:
    """Returns from which zone a statement takes how many pieces, if no condition holds for them."""
    match stmt:
        case Draw(source=ZoneAt() as source, up_to=False, condition=None):
            return stmt.site, source.zone, stmt.number
        case Move(what=TakeSome(source=Contents(zone=ZoneAt() as source), up_to=False) as what):
            return stmt.site, source.zone, what.number
        case _:
            return None
