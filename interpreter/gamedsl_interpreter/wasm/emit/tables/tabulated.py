"""Tables of formulas that depend on a few locals with few values, and not on the state: their values are computed while emitting and read from a table.

So a `let` about the board (the middle of a line, the edges of a corner) costs one load.
"""

from __future__ import annotations

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, load
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_scalar, may_be_none, words_of
from gamedsl_interpreter.wasm.emit.tables import constants, entries

_LEAST_WEIGHT = 4
"""Formulas with fewer operations are computed while playing."""
_MOST_ROWS = 4096
_MOST_WORK = 40_000
"""The most operations for computing one table."""

_PLAIN = (
    expressions.Const, expressions.Local, expressions.FieldAt, expressions.ZoneAt, expressions.Contents, expressions.TopPiece,
    expressions.KindOf, expressions.PlaceOf, expressions.Seats, expressions.Range,
)  # fmt: skip
"""Formulas that are never tabulated: they read the state, or cost as little as a table."""


@frozen
class Table:
    """The values of a formula for all values of its locals, the last local changing fastest."""

    locals: tuple[LocalId, ...]
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    rows: tuple[Value, ...]


class _TablesByFormula(dict[int, tuple[Expr, Table | None]]):
    """Tables of formulas, by their identity; None for formulas that have no table."""


class _TablesOfEqual(dict[Expr, Table]):
    """The tables by formula: equal formulas, such as copies, share a table."""


def scalar(code: Lowering, expr: Expr) -> Ir | None:
    """Reads a number from a table; None if the formula has no table."""
    row = _find_row(code, expr)
    if row is None:
        return None
    table, flat = row
    return expect(Ir, entries.entry(code, table.rows, flat, expr.type))


def mask(code: Lowering, expr: Expr, of: types.Type) -> MaskV | None:
    """Reads a set or list from a table, as bits over the numbers of an element type. Elements that are none are left out."""
    found = _find_row(code, expr)
    if found is None:
        return None
    table, flat = found
    first, size = scale_span(code.game, of)
    words = words_of(code.game, of)
    rows: list[int] = []
    for row in table.rows:
        items = [shapes.number(item) - first for item in shapes.parts(row) if item is not None]
        rows.append(sum(1 << item for item in set(items) if 0 <= item < size))
    at = const_value(flat)
    if at is not None:
        return MaskV(tuple(c64(rows[at] >> 64 * w) for w in range(words)), first)
    address = code.ctx.memory.longs([row >> 64 * w & (1 << 64) - 1 for row in rows for w in range(words)])
    at_row = code.fn.reuse(flat * (8 * words))
    return MaskV(tuple(load("i64", at_row, address + 8 * w) for w in range(words)), first)


def distinct_mask(code: Lowering, expr: Expr, of: types.Type) -> MaskV | None:
    """Reads a set or list that never contains none from a table, as bits."""
    found = _find_row(code, expr)
    if found is None or any(None in shapes.parts(row) for row in found[0].rows):
        return None
    return mask(code, expr, of)


def read_list(code: Lowering, expr: Expr) -> ListV | None:
    """Reads a list of numbers from a table."""
    if not isinstance(expr.type, types.ListOf) or not is_scalar(expr.type.of):
        return None
    row = _find_row(code, expr)
    if row is None:
        return None
    table, flat = row
    return expect(ListV, entries.entry(code, table.rows, flat, expr.type))


def _find_row(code: Lowering, expr: Expr) -> tuple[Table, Ir] | None:
    """Gives the table of a formula, and the number of the row for the current values."""
    if isinstance(expr, _PLAIN) and not (isinstance(expr, expressions.Local) and expr.id in code.ctx.binds):
        return None
    table = _table(code.ctx, expr)
    if table is None:
        return None
    flat = c(0)
    for local, low, size in zip(table.locals, table.lows, table.sizes, strict=True):
        value = code.local(local)
        if isinstance(value, ZoneV) or not isinstance(value, Ir):
            return None
        flat = flat * size + (value - low)
    return table, flat


def _table(ctx: Context, expr: Expr) -> Table | None:
    memo = ctx.memo(_TablesByFormula)
    if id(expr) not in memo:
        equal = ctx.memo(_TablesOfEqual)
        made = equal.get(expr) or _make_table(ctx, expr)
        if made is not None:
            equal[expr] = made
        memo[id(expr)] = expr, made
    return memo[id(expr)][1]


def _make_table(ctx: Context, expr: Expr) -> Table | None:
    facts = constants.facts(ctx, ctx.binds.get(expr.id, expr) if isinstance(expr, expressions.Local) else expr)
    if not facts.is_static or facts.weight < _LEAST_WEIGHT or not _is_held(ctx, expr.type):
        return None
    names = _spread(ctx, facts.locals)
    values: list[tuple[Value, ...]] = []
    rows = 1
    for local in names:
        of = ctx.game.locals[local].type
        every = constants.every_value(of)
        if every is None or not every or (may_be_none(of) and ctx.none_of(of) != NONE):
            return None
        values.append(every)
        rows *= len(every)
        if rows > _MOST_ROWS or rows * facts.weight > _MOST_WORK:
            return None
    results: list[Value] = []
    for number in range(rows):
        given: dict[LocalId, Value] = {}
        for local, every in zip(reversed(names), reversed(values), strict=True):
            number, at = divmod(number, len(every))
            given[local] = every[at]
        try:
            results.append(constants.Evaluation(ctx.game, given, ctx.binds).of(expr))
        except constants.NoConstant:
            return None
    lows = [NONE if every[0] is None else shapes.number(every[0]) for every in values]
    if any(every[0] is None and len(every) > 1 and every[1] != 0 for every in values):
        return None
    return Table(names, tuple(lows), tuple(len(every) for every in values), tuple(results))


def _is_held(ctx: Context, of: types.Type) -> bool:
    """Whether values of the type are put into tables here."""
    match of:
        case types.SetOf(inner) | types.ListOf(inner):
            return is_scalar(inner) and not isinstance(inner, types.Zone | types.Unknown)
        case types.Zone() | types.Optional(types.Zone()) | types.Unknown():
            return False
        case _:
            return is_scalar(of)


def _spread(ctx: Context, names: frozenset[LocalId]) -> tuple[LocalId, ...]:
    """Replaces locals that stand for formulas by the locals that these formulas read."""
    locals_read: set[LocalId] = set()
    todo = list(names)
    while todo:
        local = todo.pop()
        if local in ctx.binds:
            todo += constants.facts(ctx, ctx.binds[local]).locals
        else:
            locals_read.add(local)
    return tuple(sorted(locals_read))
