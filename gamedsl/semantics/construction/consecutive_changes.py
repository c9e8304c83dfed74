"""Follows the numbers of fields through consecutive lines: two changes that fit alone may leave the range together."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import FieldId, Int
from gamedsl.semantics.construction.sure import note_changes
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import statements as written
from gamedsl.values import define, field, frozen

_Cell = tuple[FieldId, tuple[expressions.Expr, ...]]

_WITHOUT_CHANGE = (
    written.LetStmt | written.Say | written.Move | written.Draw | written.Shuffle | written.Reveal | written.Peek
)
"""Statements that change no number of a field."""


@frozen
class _Known:
    """The numbers that a field can hold after a line. `total` is the sum of the changes since the first line; None if a line set the field to a new value."""

    numbers: Int
    total: int | None


@define
class ConsecutiveChanges:
    """The values of number fields after the lines of a block so far."""

    _known: dict[_Cell, _Known] = field(factory=dict)

    def follow(self, world: World, node: written.Stmt, made: Iterable[source_statements.Stmt]) -> None:
        """Processes a line: records whether the number that it sets can lie in the field's range, given the lines before it."""
        if not isinstance(node, written.Assign):
            if not isinstance(node, _WITHOUT_CHANGE):
                self._known.clear()
            return
        for one in made:
            if not isinstance(one, statements.SetField) or not _is_fixed(one.index):
                self._known.clear()
                continue
            limits = world.fields[one.field].type
            if isinstance(limits, Int):
                self._set(world, node, one, limits)

    def _set(self, world: World, node: written.Assign, one: statements.SetField, limits: Int) -> None:
        cell = one.field, one.index
        for other in [other for other in self._known if other != cell and _may_be_same(other, cell)]:
            del self._known[other]
        before = self._known.get(cell, _Known(limits, 0))
        is_first = cell not in self._known
        new = _apply_change(one, before)
        if new is None:
            self._known.pop(cell, None)
            return
        if not is_first:
            note_changes(world, node.span, words(node.target), new.numbers, limits, new.total)
        low, high = max(new.numbers.low, limits.low), min(new.numbers.high, limits.high)
        if low <= high:
            self._known[cell] = _Known(Int(low, high), new.total)
        else:
            self._known.pop(cell, None)


def _is_fixed(index: tuple[expressions.Expr, ...]) -> bool:
    """Whether an index names the same element in all lines of a block."""
    return all(isinstance(one, expressions.Const | expressions.Local) for one in index)


def _may_be_same(one: _Cell, other: _Cell) -> bool:
    """Whether two different formulas may name the same element of a field."""
    if one[0] != other[0]:
        return False
    return not any(
        isinstance(a, expressions.Const) and isinstance(b, expressions.Const) and a != b
        for a, b in zip(one[1], other[1], strict=True)
    )


def _apply_change(one: statements.SetField, before: _Known) -> _Known | None:
    """Returns what is known about a field after the line that sets it; None if nothing is known."""
    match one.value:
        case expressions.Arithmetic(op="+" | "-" as op, left=expressions.FieldAt() as left, right=right) if (
            left.field,
            left.index,
        ) == (one.field, one.index) and isinstance(right.type, Int):
            low, high = (right.type.low, right.type.high) if op == "+" else (-right.type.high, -right.type.low)
            total = before.total + low if before.total is not None and low == high else None
            return _Known(Int(before.numbers.low + low, before.numbers.high + high), total)
        case value if isinstance(value.type, Int):
            return _Known(value.type, None)
        case _:
            return None
