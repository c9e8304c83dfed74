"""Lists of different small numbers, ascending or descending, as bits: the rays of a board, and parts of them.

A ray is a row of a table of masks. Questions about it (which places are free, where it ends, how many places fulfil a condition, which one is first) are answered
with the words of the places for which the condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import pairwise

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eqz, load, ne, op1, op2, select
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.runs import RunV, choose_direction
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, may_be_none
from gamedsl_interpreter.wasm.emit.tables import constants

_MOST_WORDS = 4
_MOST_RUNS = 8
"""The most runs of a list that are kept apart."""


@frozen
class Rows:
    """The lists of a table as bits: the words of each list, and whether it descends. If the last index alone decides that, `backs` is by this index."""

    masks: tuple[int, ...]
    backs: tuple[int, ...]
    by_last: tuple[int, ...] | None


class _RowsByTable(dict[types.TableId, Rows | None]):
    """Tables of lists as bits; None for tables that have no such form."""


def run(code: Lowering, expr: Expr) -> RunV | None:
    """Gives a list as a run, if it has this form; otherwise nothing is emitted and the result is None."""
    if not isinstance(expr.type, types.ListOf) or not _has_form(code, expr):
        return None
    with code.fn.aside() as stmts:
        result = _run(code, expr)
    if result is not None:
        code.fn.splice(stmts)
    return result


def _has_form(code: Lowering, expr: Expr) -> bool:
    """Whether a list is a row of a table, possibly with elements left out."""
    match expr:
        case expressions.Filter(source) | expressions.While(source) | expressions.Some("first", source):
            return _has_form(code, source)
        case expressions.Lookup(table, index):
            if any(may_be_none(i.type) for i in index) or not code.ctx.analysis.totality.is_total(expr):
                return False
            return _rows(code, table, expr.type) is not None
        case expressions.Call(function):
            return _has_form(code, code.game.functions[function].body)
        case _:
            return False


def _run(code: Lowering, expr: Expr) -> RunV | None:
    match expr:
        case expressions.Lookup():
            return _row(code, expr)
        case expressions.Call(function, args):
            with _parameters(code, function, args) as body:
                return _run(code, body)
        case expressions.Filter(source, local, condition):
            return _with_condition(code, source, local, condition, _filter)
        case expressions.While(source, local, condition):
            return _with_condition(code, source, local, condition, _cut)
        case expressions.Some(_, source, number):
            inner = _run(code, source)
            return None if inner is None else _keep_first(code, inner, number)
        case _:
            return None


def _with_condition(
    code: Lowering, source: Expr, local: types.LocalId, condition: Expr, apply: Callable[[Lowering, RunV, MaskV], RunV]
) -> RunV | None:
    if not isinstance(source.type, types.ListOf):
        return None
    if scale_span(code.game, source.type.of)[1] > 64 and constants.facts(code.ctx, condition).locals - {local}:
        return None  # On a large board, comparing whole sets for each ray takes longer than walking along it.
    inner = _run(code, source)
    if inner is None:
        return None
    holding = bulk_conditions.holding(code, source.type.of, local, condition)
    if holding is None or len(holding.words) != len(inner.mask.words) or holding.low != inner.mask.low:
        return None
    return apply(code, inner, holding)


def several(code: Lowering, expr: Expr) -> tuple[RunV, ...] | None:
    """Gives a list as several runs in a row, for constant directions; otherwise nothing is emitted and the result is None."""
    if not _is_several(code, expr):
        return None
    with code.fn.aside() as stmts:
        result = _several(code, expr)
    if result is not None:
        code.fn.splice(stmts)
    return result


def _is_several(code: Lowering, expr: Expr) -> bool:
    match expr:
        case expressions.Call(function):
            return _is_several(code, code.game.functions[function].body)
        case expressions.FlatMap(expressions.Const(tuple() as items), _, body):
            return len(items) <= _MOST_RUNS and _has_form(code, body)
        case _:
            return False


def _several(code: Lowering, expr: Expr) -> tuple[RunV, ...] | None:
    match expr:
        case expressions.Call(function, args):
            with _parameters(code, function, args) as body:
                return _several(code, body)
        case expressions.FlatMap(expressions.Const(value), local, body):
            parts: list[RunV] = []
            before = dict(code.env)
            for item in shapes.numbers(value):
                code.env[local] = c(item)
                one = _run(code, body)
                code.env = dict(before)
                if one is None:
                    return None
                parts.append(one)
            return tuple(parts)
        case _:
            return None


@contextmanager
def _parameters(code: Lowering, function: types.FunctionId, args: tuple[Expr, ...]) -> Generator[Expr]:
    """Gives the body of a function, while its parameters have these values."""
    spec = code.game.functions[function]
    before = dict(code.env)
    values = [code.pin(code.value(arg)) for arg in args]
    code.env.update(zip(spec.params, values, strict=True))
    yield spec.body
    code.env = before


# ---------------------------------------------------------------- tables


def _rows(code: Lowering, table: types.TableId, of: types.Type) -> Rows | None:
    memo = code.ctx.memo(_RowsByTable)
    if table not in memo:
        memo[table] = _make_rows(code, table, of)
    return memo[table]


def _make_rows(code: Lowering, table: types.TableId, of: types.Type) -> Rows | None:
    if not isinstance(of, types.ListOf) or not isinstance(of.of, types.Position) or not is_bits(code.game, of.of):
        return None
    if scale_span(code.game, of.of)[1] > 64 * _MOST_WORDS:
        return None
    spec = code.game.tables[table]
    last = spec.sizes[-1]
    backs: list[int | None] = []
    for row in spec.values:
        items = shapes.numbers(row)
        steps = {other > one for one, other in pairwise(items)}
        if len(steps) > 1 or len(set(items)) < len(items):
            return None
        backs.append(None if not steps else int(not steps.pop()))
    by_last: list[int] | None = []
    for way in range(last):
        found = {back for back in backs[way::last] if back is not None}
        if by_last is None or len(found) > 1:
            by_last = None
        else:
            by_last.append(found.pop() if found else 0)
    masks = tuple(sum(1 << item for item in shapes.numbers(row)) for row in spec.values)
    return Rows(masks, tuple(back or 0 for back in backs), None if by_last is None else tuple(by_last))


def _row(code: Lowering, expr: expressions.Lookup) -> RunV | None:
    rows = _rows(code, expr.table, expr.type)
    if rows is None or not isinstance(expr.type, types.ListOf):
        return None
    fn, spec = code.fn, code.game.tables[expr.table]
    index = [code.scalar(i) - low for i, low in zip(expr.index, spec.lows, strict=True)]
    flat = c(0)
    for i, size in zip(index, spec.sizes, strict=True):
        flat = flat * size + i
    number = -(-scale_span(code.game, expr.type.of)[1] // 64)
    back = (
        code.from_table(list(rows.backs), fn.reuse(flat))
        if rows.by_last is None
        else code.from_table(list(rows.by_last), index[-1])
    )
    at = const_value(flat)
    if at is not None:
        return RunV(MaskV(tuple(c64(rows.masks[at] >> 64 * w) for w in range(number)), 0), back)
    table = code.ctx.memory.longs([mask >> 64 * w & (1 << 64) - 1 for mask in rows.masks for w in range(number)])
    start = fn.reuse(flat * (8 * number))
    words = tuple(fn.let(load("i64", start, table + 8 * w)) for w in range(number))
    return RunV(MaskV(words, 0), fn.reuse(back))


# ---------------------------------------------------------------- parts of a run


def _filter(code: Lowering, inner: RunV, holding: MaskV) -> RunV:
    words = tuple(a & b for a, b in zip(inner.mask.words, holding.words, strict=True))
    return RunV(MaskV(tuple(code.fn.reuse(word) for word in words), inner.mask.low), inner.back)


def _cut(code: Lowering, inner: RunV, holding: MaskV) -> RunV:
    """Keeps the elements before the first one that is not in the set."""
    fn = code.fn
    outside = [fn.reuse(a & ~b) for a, b in zip(inner.mask.words, holding.words, strict=True)]
    words = choose_direction(inner.back, lambda: below(code, outside), lambda: above(code, outside))
    kept = tuple(fn.reuse(a & b) for a, b in zip(inner.mask.words, words, strict=True))
    return RunV(MaskV(kept, inner.mask.low), inner.back)


def below(code: Lowering, words: list[Ir]) -> list[Ir]:
    """Gives all numbers below the least one of a set; all numbers if the set is empty."""
    fn, result = code.fn, list[Ir]()
    still: Ir = c64(-1)
    for i, word in enumerate(words):
        lower = ~word & (word - 1)
        result.append(lower & still)
        if i + 1 < len(words):
            still = fn.reuse(still & (widened(ne(word, c64(0))) - 1))
    return result


def above(code: Lowering, words: list[Ir]) -> list[Ir]:
    """Gives all numbers above the greatest one of a set; all numbers if the set is empty."""
    fn, result = code.fn, list[Ir]()
    still: Ir = c64(-1)
    for i, word in enumerate(reversed(words)):
        upto = select(ne(word, c64(0)), c64(-1) >> op1("clz", word), c64(0))
        result.append(~upto & still)
        if i + 1 < len(words):
            still = fn.reuse(still & (widened(ne(word, c64(0))) - 1))
    return result[::-1]


def _keep_first(code: Lowering, inner: RunV, number: Expr) -> RunV | None:
    """Keeps the first elements; only for runs of one word."""
    if len(inner.mask.words) != 1:
        return None
    fn, word = code.fn, inner.mask.words[0]
    left, rest = fn.let_var(code.scalar(number)), fn.let_var(word)
    back = inner.back
    with fn.until(eqz(rest)) as out:
        fn.br_if(out, op2("lt_s", left, c(1)))
        ((gone,),) = (choose_direction(back, lambda: [_lowest(rest)], lambda: [_highest(rest)]),)
        fn.set(rest, rest ^ gone)
        fn.set(left, left - 1)
    return RunV(MaskV((fn.let(word ^ rest),), inner.mask.low), back)


def _lowest(word: Ir) -> Ir:
    """Gives the lowest bit of a word; 0 for 0."""
    return word & (c64(0) - word)


def _highest(word: Ir) -> Ir:
    """Gives the highest bit of a word that is not 0."""
    return c64(-(1 << 63)) >> op1("clz", word)
