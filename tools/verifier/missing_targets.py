"""Finds statements that change what may be missing: a zone of none, or a field of none. `Need` has to stand round what may be none."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import Draw, Move, SetField, Shuffle, SwapZones
from gamedsl.graph.model.types import Optional


def missing_targets(part: object) -> Iterator[Stmt]:
    """Yields the statements in a part of a Game that change a zone or a field which may be none."""
    for stmt in statements(part):
        if any(isinstance(target.type, Optional) for target in _targets(stmt)):
            yield stmt


def _targets(stmt: Stmt) -> tuple[Expr, ...]:
    match stmt:
        case Move(to=to):
            return (to,)
        case SwapZones(first, second):
            return (first, second)
        case Shuffle(zone, _, into):
            return tuple(target for target in (zone, into) if target is not None)
        case Draw(source=source, to=to):
            return (source, to)
        case SetField(index=index):
            return index
        case _:
            return ()
