"""Finds walks that may lead beyond the end of a row, in games whose rules never test where the walking piece stands."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import expressions, statements
from gamedsl.graph.model.expressions import Along, Expr, FieldAt, Local, Need
from gamedsl.graph.model.statements import Bind, SetField, SetLocal
from gamedsl.graph.model.types import FLAG, FieldId, Int, LocalId, Position, SiteId
from gamedsl.semantics.effects.origins import program
from gamedsl.semantics.model.checked import Checked
from gamedsl.values import frozen


@frozen
class Walk:
    """A line that moves a field along a row; `local` is the name of the target place, if a `let` computes it."""

    site: SiteId
    field: FieldId
    is_unguarded: bool


def walks(checked: Checked) -> Iterator[Walk]:
    """Yields the lines in which a field gets the place some steps ahead of its own. Such a line is unguarded if the walk can pass the end of the row and no
    condition of the game reads the field or the target place: neither a test for none, nor anything else that keeps the field from the end of its row."""
    everything = (program(checked), checked.ends, tuple(function.body for function in checked.functions))
    stmts = tuple(statements(everything))
    found: dict[LocalId, list[Expr]] = {}
    for stmt in stmts:
        if isinstance(stmt, Bind | SetLocal):
            found.setdefault(stmt.local, []).append(stmt.value)
    asked: set[FieldId | tuple[LocalId]] = set()
    for formula in expressions(everything):
        if formula.type == FLAG:
            for part in expressions(formula):
                if isinstance(part, FieldAt):
                    asked.add(part.field)
                elif isinstance(part, Local):
                    asked.add((part.id,))
    for stmt in stmts:
        if not isinstance(stmt, SetField) or not isinstance(stmt.value, Need):
            continue
        value, is_tested = stmt.value.operand, False
        if isinstance(value, Local) and len(found.get(value.id, ())) == 1:
            is_tested = (value.id,) in asked
            (value,) = found[value.id]
        if isinstance(value, Along) and isinstance(value.start, FieldAt) and value.start.field == stmt.field:
            yield Walk(stmt.site, stmt.field, not is_tested and stmt.field not in asked and _is_long(checked, value))


def _is_long(checked: Checked, walk: Along) -> bool:
    """Whether the steps of all rounds together are as many as there are places."""
    steps, row = walk.number.type, walk.start.type
    if not isinstance(steps, Int) or not isinstance(row, Position):
        return False
    return max(abs(steps.low), abs(steps.high)) * max(1, checked.rounds.limit) >= row.size
