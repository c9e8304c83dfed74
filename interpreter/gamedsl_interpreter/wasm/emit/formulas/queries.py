"""Formulas that ask something of a collection: how many, the first, the best, whether all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.elements import element_type
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eq, eqz, le, ne, op2, select
from gamedsl_interpreter.wasm.emit.bulk import joint_sums, lines, listed_conditions, runs
from gamedsl_interpreter.wasm.emit.forms import compare, scratch_values
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import columns, counting, places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_bits, is_piece, is_scalar

Query: TypeAlias = (
    expressions.Fold | expressions.Count | expressions.Has | expressions.Extreme | expressions.Pick | expressions.Item
)


def emit_query(code: Lowering, expr: Query) -> Value:
    """Emits a formula of this group."""
    match expr:
        case expressions.Fold():
            return _fold(code, expr)
        case expressions.Count(source):
            return counting.count(code, source)
        case expressions.Has(source, item):
            return _has(code, source, item)
        case expressions.Extreme(op, source, _, site):
            return _extreme(code, source, site, greatest=op == "max")
        case expressions.Pick():
            return _pick(code, expr)
        case expressions.Item():
            return _item(code, expr)
        case _:
            assert_never(expr)


# ---------------------------------------------------------------- folds


def _fold(code: Lowering, expr: expressions.Fold) -> Ir:
    match expr.op:
        case "any" | "all":
            return _quantify(code, expr, wanted=expr.op == "any")
        case "sum" | "count":
            return _sum(code, expr)
        case "max" | "min":
            return _best(code, expr)
        case _:
            assert_never(expr.op)


def _quantify(code: Lowering, expr: expressions.Fold, *, wanted: bool) -> Ir:
    fast = lines.any_line(code, expr.source, expr.local, expr.body) if wanted else None
    if fast is None:
        fast = listed_conditions.quantify(code, expr.source, expr.local, expr.body, wanted=wanted)
    if fast is not None:
        return fast
    fn = code.fn
    run = runs.run(code, _select_deciding(expr, wanted=wanted))
    if run is not None:
        some = run.some(code)
        return some if wanted else eqz(some)
    result = fn.let_var(c(0 if wanted else 1))
    with fn.block() as out:

        def test(element: Value, _: Ir) -> None:
            code.bind(expr.local, element)
            holds = code.scalar(expr.body)
            with fn.when(holds if wanted else eqz(holds)):
                fn.set(result, c(1 if wanted else 0))
                fn.br(out)

        code.stream_up_to(expr.source, test)
    return result


def _select_deciding(expr: expressions.Fold, *, wanted: bool) -> Expr:
    """Gives the elements that decide whether a condition holds for any element, or for all."""
    body = expr.body if wanted else expressions.Not(expr.body, types.FLAG)
    return expressions.Filter(expr.source, expr.local, body, expr.source.type)


def _sum(code: Lowering, expr: expressions.Fold) -> Ir:
    fast = joint_sums.joint(code, expr)
    if fast is None:
        fast = columns.count(code, expr)
    if fast is not None:
        return fast
    fn = code.fn
    total = fn.let_var(c(0))

    def more(element: Value, number: Ir) -> None:
        code.bind(expr.local, element)
        fn.set(total, total + code.scalar(expr.body) * number)

    code.stream(expr.source, more)
    return total


def _best(code: Lowering, expr: expressions.Fold) -> Ir:
    fn = code.fn
    best, found = fn.local(), fn.let_var(c(0))

    def better(element: Value, _: Ir) -> None:
        code.bind(expr.local, element)
        value = fn.reuse(code.scalar(expr.body))
        _keep_best(code, best, found, value, greatest=expr.op == "max")

    code.stream(expr.source, better)
    code.check(found, "E_EMPTY", expr.site)
    return best


def _keep_best(code: Lowering, best: Ir, found: Ir, value: Ir, *, greatest: bool) -> None:
    with code.fn.when(eqz(found) | op2("gt_s" if greatest else "lt_s", value, best)):
        code.fn.set(best, value)
        code.fn.set(found, c(1))


def _extreme(code: Lowering, source: Expr, site: types.SiteId, *, greatest: bool) -> Ir:
    if isinstance(source, expressions.MakeList) and isinstance(source.type, types.ListOf) and len(source.items) == 2:
        a, b = (code.fn.reuse(code.scalar(item)) for item in source.items)
        return select(op2("ge_s" if greatest else "le_s", a, b), a, b)
    best, found = code.fn.local(), code.fn.let_var(c(0))
    code.stream(
        source, lambda value, _: _keep_best(code, best, found, code.fn.reuse(expect(Ir, value)), greatest=greatest)
    )
    code.check(found, "E_EMPTY", site)
    return best


# ---------------------------------------------------------------- membership


def _has(code: Lowering, source: Expr, item: Expr) -> Ir:
    if _is_bits(code, source):
        number = code.fn.reuse(code.scalar(item))
        return code.mask(source).has(code, number)
    kind = _kind_in(code, source, item)
    if kind is not None:
        return kind
    if isinstance(source, expressions.Range) and isinstance(item.type, types.Int):
        number = code.fn.reuse(code.scalar(item))
        low = code.fn.reuse(code.scalar(source.low))
        return le(low, number) & le(number, code.scalar(source.high))
    found = runs.run(code, source)
    if found is not None:
        return found.has(code, code.fn.reuse(code.scalar(item)))
    value = code.pin(code.value(item))
    return _any_is(code, source, lambda element: compare.equal(code, element, value))


def _any_is(code: Lowering, source: Expr, test: Callable[[Value], Ir]) -> Ir:
    fn = code.fn
    result = fn.let_var(c(0))
    with fn.block() as out:

        def one(element: Value, _: Ir) -> None:
            with fn.when(test(element)):
                fn.set(result, c(1))
                fn.br(out)

        code.stream_up_to(source, one)
    return result


def _kind_in(code: Lowering, source: Expr, item: Expr) -> Ir | None:
    """Tests whether a kind lies in a zone, without looking at its other pieces."""
    inner = source.operand if isinstance(source, expressions.Convert) and isinstance(source.type, types.Bag) else source
    if not isinstance(inner, expressions.Contents) or not isinstance(item.type, types.Kind):
        return None
    return zones.has(code, code.zone(inner.zone), code.fn.reuse(code.scalar(item)))


# ---------------------------------------------------------------- elements


def _pick(code: Lowering, expr: expressions.Pick) -> Value:
    of, op, source = expr.type, expr.op, expr.source
    if op != "only":
        bits = code.mask(source) if _is_bits(code, source) else runs.run(code, source)
        if bits is not None:
            return bits.end(code, code.ctx.none_of(of), first=op == "first")
    if is_scalar(of):
        result = code.fn.let_var(c(NONE if op == "only" else code.ctx.none_of(of)))
        _search(code, expr, lambda element: code.fn.set(result, expect(Ir, element)))
        return result
    if is_piece(of):
        return _pick_piece(code, expr)
    if isinstance(element_type(source.type), types.Optional):
        at = code.scratch(of)
        scratch_values.put(code, of, at, c(NONE))
        _search(code, expr, lambda element: scratch_values.put(code, of, at, element))
        return scratch_values.get(code.ctx, of, at)
    of = types.plain(of)
    at = code.scratch(of)
    count = _search(code, expr, lambda element: scratch_values.put(code, of, at, element))
    found = scratch_values.get(code.ctx, of, at)
    return MaybeV(ne(count, c(0)), found) if isinstance(expr.type, types.Optional) else found


def _is_bits(code: Lowering, source: Expr) -> bool:
    return isinstance(source.type, types.SetOf) and is_bits(code.game, source.type.of)


def _pick_piece(code: Lowering, expr: expressions.Pick) -> PieceV:
    match expr.op, expr.source:
        case "last", expressions.Contents(expressions.ZoneAt(family) as pile) if code.game.zones[family].form == "pile":
            return places.top(code, code.zone(pile))
        case _:
            pass
    zone, kind = code.fn.let_var(c(NONE)), code.fn.let_var(c(NONE))

    def keep(element: Value) -> None:
        piece = expect(PieceV, element)
        code.fn.set(zone, piece.zone)
        code.fn.set(kind, piece.kind)

    _search(code, expr, keep)
    return PieceV(zone, kind)


def _search(code: Lowering, expr: expressions.Pick, keep: Callable[[Value], None]) -> Ir:
    """Passes the first element of a pick to `keep`, or each element, so that the last one remains. Gives the number of elements passed. Fault E_ONLY."""
    fn = code.fn
    count = fn.let_var(c(0))
    with fn.block() as out:

        def take(element: Value, number: Ir) -> None:
            keep(element)
            fn.set(count, count + number)
            if expr.op == "first":
                fn.br(out)

        if expr.op == "first":
            code.stream_up_to(expr.source, take)
        else:
            code.stream(expr.source, take)
    if expr.op == "only":
        code.check(eq(count, c(1)), "E_ONLY", expr.site)
    return count


def _item(code: Lowering, expr: expressions.Item) -> Value:
    items = code.value(expr.source)
    index = code.fn.reuse(code.scalar(expr.index))
    match items:
        case ListV(count, get):
            code.check(op2("lt_u", index, count), "E_INDEX", expr.site)
            return get(index)
        case _:
            raise AssertionError("only lists have numbered elements")
