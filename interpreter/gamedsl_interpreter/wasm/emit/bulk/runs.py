"""Lists of different small numbers, ascending or descending, as bits: the rays of a board, and parts of them.

A ray is a row of a table of masks. Questions about it (which places are free, where it ends, how many places fulfil a condition, which one is first) are answered
with the words of the places for which the condition holds.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    c,
    c64,
    const_value,
    eqz,
    load,
    mul,
    ne,
    op1,
    op2,
    select,
    sub,
    wrap,
)
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions
from gamedsl_interpreter.wasm.emit.forms import masks
from gamedsl_interpreter.wasm.emit.forms.values import MaskV, Value
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, may_be_none
from gamedsl_interpreter.wasm.emit.tables import constants

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamedsl_interpreter.wasm.emit.lowering import Lowering

_MOST_WORDS = 4
_MOST_RUNS = 8
"""The most runs of a list that are kept apart."""


@frozen
class Run:
    """The numbers of a set in ascending order, or in descending order if `back` is 1."""

    mask: MaskV
    back: Ir


@frozen
class Rows:
    """The lists of a table as bits: the words of each, and whether it descends (by the last index alone, if that decides it)."""

    masks: tuple[int, ...]
    backs: tuple[int, ...]
    by_last: tuple[int, ...] | None


class _RowsByTable(dict[types.TableId, Rows | None]):
    """Tables of lists as bits; None for tables that have no such form."""


def run(code: Lowering, expr: Expr) -> Run | None:
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


def _run(code: Lowering, expr: Expr) -> Run | None:
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
            return None if inner is None else _first_few(code, inner, number)
        case _:
            return None


def _with_condition(
    code: Lowering,
    source: Expr,
    local: types.LocalId,
    condition: Expr,
    apply: Callable[[Lowering, Run, MaskV], Run],
) -> Run | None:
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


def several(code: Lowering, expr: Expr) -> tuple[Run, ...] | None:
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


def _several(code: Lowering, expr: Expr) -> tuple[Run, ...] | None:
    match expr:
        case expressions.Call(function, args):
            with _parameters(code, function, args) as body:
                return _several(code, body)
        case expressions.FlatMap(expressions.Const(value), local, body):
            parts: list[Run] = []
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
    values = [code.pinned(code.value(arg)) for arg in args]
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


def _row(code: Lowering, expr: expressions.Lookup) -> Run | None:
    rows = _rows(code, expr.table, expr.type)
    if rows is None or not isinstance(expr.type, types.ListOf):
        return None
    fn, spec = code.fn, code.game.tables[expr.table]
    index = [sub(code.scalar(i), c(low)) for i, low in zip(expr.index, spec.lows, strict=True)]
    flat = c(0)
    for i, size in zip(index, spec.sizes, strict=True):
        flat = add(mul(flat, c(size)), i)
    number = -(-scale_span(code.game, expr.type.of)[1] // 64)
    back = (
        code.from_table(list(rows.backs), fn.reuse(flat))
        if rows.by_last is None
        else code.from_table(list(rows.by_last), index[-1])
    )
    at = const_value(flat)
    if at is not None:
        return Run(MaskV(tuple(c64(rows.masks[at] >> 64 * w) for w in range(number)), 0), back)
    table = code.ctx.memory.longs([mask >> 64 * w & (1 << 64) - 1 for mask in rows.masks for w in range(number)])
    start = fn.reuse(mul(flat, c(8 * number)))
    words = tuple(fn.let(load("i64", start, table + 8 * w)) for w in range(number))
    return Run(MaskV(words, 0), fn.reuse(back))


# ---------------------------------------------------------------- parts of a run


def _filter(code: Lowering, inner: Run, holding: MaskV) -> Run:
    words = tuple(op2("and", a, b) for a, b in zip(inner.mask.words, holding.words, strict=True))
    return Run(MaskV(tuple(code.fn.reuse(word) for word in words), inner.mask.low), inner.back)


def _cut(code: Lowering, inner: Run, holding: MaskV) -> Run:
    """Keeps the elements before the first one that is not in the set."""
    fn = code.fn
    outside = [
        fn.reuse(op2("and", a, op2("xor", b, c64(-1)))) for a, b in zip(inner.mask.words, holding.words, strict=True)
    ]
    words = _choose_direction(inner.back, lambda: below(code, outside), lambda: above(code, outside))
    kept = tuple(fn.reuse(op2("and", a, b)) for a, b in zip(inner.mask.words, words, strict=True))
    return Run(MaskV(kept, inner.mask.low), inner.back)


def _choose_direction(back: Ir, forward: Callable[[], list[Ir]], backward: Callable[[], list[Ir]]) -> list[Ir]:
    """Chooses between two results by the direction of a run."""
    test = const_value(back)
    if test is not None:
        return backward() if test else forward()
    return [select(back, b, a) for a, b in zip(forward(), backward(), strict=True)]


def below(code: Lowering, words: list[Ir]) -> list[Ir]:
    """Gives all numbers below the least one of a set; all numbers if the set is empty."""
    fn, result = code.fn, list[Ir]()
    still: Ir = c64(-1)
    for i, word in enumerate(words):
        lower = op2("and", op2("xor", word, c64(-1)), op2("sub", word, c64(1)))
        result.append(op2("and", lower, still))
        if i + 1 < len(words):
            still = fn.reuse(op2("and", still, op2("sub", widened(ne(word, c64(0))), c64(1))))
    return result


def above(code: Lowering, words: list[Ir]) -> list[Ir]:
    """Gives all numbers above the greatest one of a set; all numbers if the set is empty."""
    fn, result = code.fn, list[Ir]()
    still: Ir = c64(-1)
    for i, word in enumerate(reversed(words)):
        upto = select(ne(word, c64(0)), op2("shr_u", c64(-1), op1("clz", word)), c64(0))
        result.append(op2("and", op2("xor", upto, c64(-1)), still))
        if i + 1 < len(words):
            still = fn.reuse(op2("and", still, op2("sub", widened(ne(word, c64(0))), c64(1))))
    return result[::-1]


def _first_few(code: Lowering, inner: Run, number: Expr) -> Run | None:
    """Keeps the first elements; only for runs of one word."""
    if len(inner.mask.words) != 1:
        return None
    fn, word = code.fn, inner.mask.words[0]
    left, rest = fn.let_var(code.scalar(number)), fn.let_var(word)
    back = inner.back
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(rest))
        fn.br_if(out, op2("lt_s", left, c(1)))
        ((gone,),) = (_choose_direction(back, lambda: [_lowest(rest)], lambda: [_highest(rest)]),)
        fn.set(rest, op2("xor", rest, gone))
        fn.set(left, sub(left, c(1)))
        fn.br(again)
    return Run(MaskV((fn.let(op2("xor", word, rest)),), inner.mask.low), back)


def _lowest(word: Ir) -> Ir:
    """Gives the lowest bit of a word; 0 for 0."""
    return op2("and", word, op2("sub", c64(0), word))


def _highest(word: Ir) -> Ir:
    """Gives the highest bit of a word that is not 0."""
    return op2("shr_u", c64(-(1 << 63)), op1("clz", word))


# ---------------------------------------------------------------- questions about a run


def stream(code: Lowering, value: Run, body: Callable[[Value, Ir], None]) -> None:
    """Iterates over the elements, in order."""

    if const_value(value.back) == 0:
        masks.each_bit(code, value.mask, lambda bit: body(bit, c(1)))
        return
    fn, words, low = code.fn, value.mask.words, value.mask.low
    if len(words) == 1:
        _bits(code, words[0], value.back, c(low), body)
        return
    at = code.ctx.memory.space(8 * len(words))
    for number, word in enumerate(words):
        fn.store("i64", c(at), word, 8 * number)
    with fn.count(c(0), c(len(words))) as i:
        place = fn.let(select(value.back, sub(c(len(words) - 1), i), i))
        base = fn.let(add(mul(place, c(64)), c(low)))
        _bits(code, load("i64", mul(place, c(8)), at), value.back, base, body)


def _bits(code: Lowering, word: Ir, back: Ir, base: Ir, body: Callable[[Value, Ir], None]) -> None:
    fn = code.fn
    left = fn.let_var(word)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(left))
        (bit,) = _choose_direction(back, lambda: [op1("ctz", left)], lambda: [op2("sub", c64(63), op1("clz", left))])
        bit = fn.let(wrap(bit))
        fn.set(left, op2("xor", left, op2("shl", c64(1), widened(bit))))
        body(fn.let(add(bit, base)), c(1))
        fn.br(again)


def nth(code: Lowering, values: tuple[Run, ...], counts: tuple[Ir, ...], place: Ir) -> tuple[MaskV, Ir]:
    """Finds the run that holds the element at a place in several runs. Gives the set of that run, and the element's place in it, ascending."""
    fn, first = code.fn, values[0].mask
    words, left = [fn.let_var(word) for word in first.words], fn.let_var(place)
    with fn.block() as out:
        for value, count in zip(values, counts, strict=True):
            with fn.when(op2("lt_s", left, count)):
                for word, found in zip(words, value.mask.words, strict=True):
                    fn.set(word, found)
                fn.set(left, select(value.back, sub(sub(count, c(1)), left), left))
                fn.br(out)
            fn.set(left, sub(left, count))
    return MaskV(tuple(words), first.low), left


def each(code: Lowering, values: tuple[Run, ...], body: Callable[[Value, Ir], None]) -> None:
    """Iterates over the elements of several runs in a row. The body is emitted only once."""
    fn, number = code.fn, len(values[0].mask.words)
    step = 8 * number + 8
    at = code.ctx.memory.space(step * len(values))
    for place, value in enumerate(values):
        for w, word in enumerate(value.mask.words):
            fn.store("i64", c(at), word, step * place + 8 * w)
        fn.store("32", c(at), value.back, step * place + 8 * number)
    with fn.count(c(0), c(len(values))) as i:
        here = fn.let(mul(i, c(step)))
        found = tuple(fn.let(load("i64", here, at + 8 * w)) for w in range(number))
        stream(code, Run(MaskV(found, values[0].mask.low), fn.let(load("i32", here, at + 8 * number))), body)


def end(code: Lowering, value: Run, none: int, *, first: bool) -> Ir:
    """Gives the first or last element, or none."""

    def least() -> list[Ir]:
        return [masks.end_of_set(code, value.mask, none, first=True)]

    def greatest() -> list[Ir]:
        return [masks.end_of_set(code, value.mask, none, first=False)]

    (found,) = _choose_direction(value.back, least if first else greatest, greatest if first else least)
    return found
