"""Formulas that ask something of a collection: how many, the first, the best, whether all."""

from __future__ import annotations

from typing import TypeAlias, assert_never, cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    band,
    bor,
    c,
    eq,
    eqz,
    lt,
    mul,
    ne,
    op2,
    select,
)
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions, joint_sums, lines, runs
from gamedsl_interpreter.wasm.emit.forms import compare, elements, lane_values, masks, scratch_values
from gamedsl_interpreter.wasm.emit.forms.masks import bits_in, end_of_set, has_bit
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, PieceV, RankV, SizedV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import lanes, places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_bits, is_piece, is_scalar

Query: TypeAlias = (
    expressions.Fold | expressions.Count | expressions.Has | expressions.Extreme | expressions.Pick | expressions.Item
)


def asked(code: Lowering, expr: Query) -> Value:
    """Emits a formula of this group."""
    match expr:
        case expressions.Fold():
            return _fold(code, expr)
        case expressions.Count(source):
            return _count(code, source)
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
            return _quantified(code, expr, wanted=expr.op == "any")
        case "sum" | "count":
            return _sum(code, expr)
        case "max" | "min":
            return _best(code, expr)
        case _:
            assert_never(expr.op)


def _quantified(code: Lowering, expr: expressions.Fold, *, wanted: bool) -> Ir:
    fast = lines.any_line(code, expr.source, expr.local, expr.body) if wanted else None
    if fast is None:
        fast = bulk_conditions.quantified(code, expr.source, expr.local, expr.body, wanted=wanted)
    if fast is not None:
        return fast
    fn = code.fn
    run = runs.run(code, _those(expr, wanted=wanted))
    if run is not None:
        some = masks.is_not_empty(run.mask)
        return some if wanted else eqz(some)
    result = fn.let_var(c(0 if wanted else 1))
    with fn.block() as out:

        def test(element: Value, _: Ir) -> None:
            code.bound(expr.local, element)
            holds = code.scalar(expr.body)
            with fn.when(holds if wanted else eqz(holds)):
                fn.set(result, c(1 if wanted else 0))
                fn.br(out)

        code.stream_up_to(expr.source, test)
    return result


def _those(expr: expressions.Fold, *, wanted: bool) -> Expr:
    """Gives the elements that decide whether something holds for any, or for all."""
    body = expr.body if wanted else expressions.Not(expr.body, types.FLAG)
    return expressions.Filter(expr.source, expr.local, body, expr.source.type)


def _sum(code: Lowering, expr: expressions.Fold) -> Ir:
    together = joint_sums.joint(code, expr)
    if together is not None:
        return together
    fn = code.fn
    total = fn.let_var(c(0))

    def more(element: Value, number: Ir) -> None:
        code.bound(expr.local, element)
        fn.set(total, add(total, mul(code.scalar(expr.body), number)))

    code.stream(expr.source, more)
    return total


def _best(code: Lowering, expr: expressions.Fold) -> Ir:
    fn = code.fn
    best, found = fn.local(), fn.let_var(c(0))

    def better(element: Value, _: Ir) -> None:
        code.bound(expr.local, element)
        value = fn.reuse(code.scalar(expr.body))
        _keep_best(code, best, found, value, greatest=expr.op == "max")

    code.stream(expr.source, better)
    code.check(found, "E_EMPTY", expr.site)
    return best


def _keep_best(code: Lowering, best: Ir, found: Ir, value: Ir, *, greatest: bool) -> None:
    with code.fn.when(bor(eqz(found), op2("gt_s" if greatest else "lt_s", value, best))):
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


# ---------------------------------------------------------------- counting


def _count(code: Lowering, source: Expr) -> Ir:
    match source:
        case expressions.Contents(zone):
            return _size(code, zone)
        case _ if isinstance(source.type, types.Zone) or (
            isinstance(source.type, types.Optional) and isinstance(source.type.of, types.Zone)
        ):
            return _size(code, source)
        case _:
            pass
    if isinstance(source, expressions.Local) and isinstance(sized := code.local(source.id), SizedV):
        return sized.count
    if isinstance(source.type, types.Pieces) and (pieces := lanes.value(code, source)) is not None:
        return lane_values.total(code, pieces)
    if isinstance(source.type, types.SetOf):
        whole = code.whole_set(source)
        return whole.count if isinstance(whole, ListV) else bits_in(whole)
    if isinstance(
        source, expressions.Local | expressions.FieldAt | expressions.Const | expressions.Lookup
    ) and isinstance(source.type, types.ListOf):
        return code.whole_list(source).count
    if isinstance(source.type, types.Ranking):
        return cast(RankV, code.value(source)).count
    run = runs.run(code, source)
    if run is not None:
        return bits_in(run.mask)
    total = code.fn.let_var(c(0))
    if isinstance(source, expressions.FlatMap):

        def part(element: Value, _: Ir) -> None:
            code.bound(source.local, element)
            code.fn.set(total, add(total, _count(code, source.body)))

        code.stream_copies(source.source, part)
        return total
    if isinstance(source, expressions.Call):
        return code.called(source, lambda body: _count(code, body))

    def more(_: Value, number: Ir) -> None:
        code.fn.set(total, add(total, number))

    code.stream(source, more)
    return total


def _size(code: Lowering, zone: Expr) -> Ir:
    """Counts the pieces in a zone. If the formula chooses between two zones of known families, each is counted in its own branch."""
    match zone:
        case expressions.Call():
            return code.called(zone, lambda body: _size(code, body))
        case expressions.IfElse(condition, yes, no):
            result = code.fn.local()
            with code.fn.when(code.fn.let_var(code.scalar(condition))):
                code.fn.set(result, _size(code, yes))
            with code.fn.orelse():
                code.fn.set(result, _size(code, no))
            return result
        case _:
            return zones.size(code, code.zone(zone))


def _has(code: Lowering, source: Expr, item: Expr) -> Ir:
    if isinstance(source.type, types.SetOf) and is_bits(code.game, source.type.of):
        value = code.fn.reuse(code.scalar(item))
        return has_bit(code, code.mask(source), value)
    kind = _kind_in(code, source, item)
    if kind is not None:
        return kind
    if isinstance(source.type, types.Pieces) and not is_piece(item.type):
        kind = code.fn.reuse(code.scalar(item))
        return _any_piece(code, source, PieceV(c(NONE), kind))
    if isinstance(source.type, types.Pieces):
        return _any_piece(code, source, code.pinned(code.piece(item)))
    run = runs.run(code, source)
    if run is not None:
        return has_bit(code, run.mask, code.fn.reuse(code.scalar(item)))
    wanted = code.pinned(code.value(item))
    fn = code.fn
    result = fn.let_var(c(0))
    with fn.block() as out:

        def test(element: Value, _: Ir) -> None:
            with fn.when(compare.equal(code, element, wanted)):
                fn.set(result, c(1))
                fn.br(out)

        code.stream_up_to(source, test)
    return result


def _kind_in(code: Lowering, source: Expr, item: Expr) -> Ir | None:
    """Tests whether a kind lies in a zone, without looking at its other pieces."""
    inner = source.operand if isinstance(source, expressions.Convert) and isinstance(source.type, types.Bag) else source
    if not isinstance(inner, expressions.Contents) or not isinstance(item.type, types.Kind):
        return None
    return zones.has(code, code.zone(inner.zone), code.fn.reuse(code.scalar(item)))


def _any_piece(code: Lowering, source: Expr, wanted: PieceV) -> Ir:
    fn = code.fn
    result = fn.let_var(c(0))
    with fn.block() as out:

        def test(element: Value, _: Ir) -> None:
            piece = expect(PieceV, element)
            with fn.when(band(eq(piece.kind, wanted.kind), bor(eq(wanted.zone, piece.zone), lt(wanted.zone, c(0))))):
                fn.set(result, c(1))
                fn.br(out)

        code.stream_up_to(source, test)
    return result


# ---------------------------------------------------------------- elements


def _pick(code: Lowering, expr: expressions.Pick) -> Value:
    if isinstance(expr.source.type, types.SetOf) and is_bits(code.game, expr.source.type.of) and expr.op != "only":
        return end_of_set(code, code.mask(expr.source), code.ctx.none_of(expr.type), first=expr.op == "first")
    of = expr.type
    run = None if expr.op == "only" else runs.run(code, expr.source)
    if run is not None:
        return runs.end(code, run, code.ctx.none_of(expr.type), first=expr.op == "first")
    if is_scalar(of):
        return _pick_scalar(code, expr)
    if is_piece(of):
        return _pick_piece(code, expr)
    return _pick_collection(code, expr)


def _pick_scalar(code: Lowering, expr: expressions.Pick) -> Ir:
    fn = code.fn
    none = NONE if expr.op == "only" else code.ctx.none_of(expr.type)
    result, count = fn.let_var(c(none)), fn.let_var(c(0))
    with fn.block() as out:

        def take(element: Value, number: Ir) -> None:
            fn.set(result, expect(Ir, element))
            fn.set(count, add(count, number))
            if expr.op == "first":
                fn.br(out)

        _iterate_for_pick(code, expr, take)
    if expr.op == "only":
        code.check(eq(count, c(1)), "E_ONLY", expr.site)
    return result


def _pick_piece(code: Lowering, expr: expressions.Pick) -> PieceV:
    fn = code.fn
    match expr.op, expr.source:
        case "last", expressions.Contents(expressions.ZoneAt(family) as pile) if code.game.zones[family].form == "pile":
            return places.top(code, code.zone(pile))
        case _:
            pass
    zone, kind, count = fn.let_var(c(NONE)), fn.let_var(c(NONE)), fn.let_var(c(0))
    with fn.block() as out:

        def take(element: Value, number: Ir) -> None:
            piece = expect(PieceV, element)
            fn.set(zone, piece.zone)
            fn.set(kind, piece.kind)
            fn.set(count, add(count, number))
            if expr.op == "first":
                fn.br(out)

        _iterate_for_pick(code, expr, take)
    if expr.op == "only":
        code.check(eq(count, c(1)), "E_ONLY", expr.site)
    return PieceV(zone, kind)


def _iterate_for_pick(code: Lowering, expr: expressions.Pick, take: elements.Body) -> None:
    if expr.op == "first":
        code.stream_up_to(expr.source, take)
    else:
        code.stream(expr.source, take)


def _pick_collection(code: Lowering, expr: expressions.Pick) -> Value:
    """Copies an element that is itself a collection to working memory."""
    fn = code.fn
    of = expr.type.of if isinstance(expr.type, types.Optional) else expr.type
    at, count = code.scratch(of), fn.let_var(c(0))
    with fn.block() as out:

        def take(element: Value, number: Ir) -> None:
            scratch_values.put(code, of, at, element)
            fn.set(count, add(count, number))
            if expr.op == "first":
                fn.br(out)

        _iterate_for_pick(code, expr, take)
    value = scratch_values.get(code.ctx, of, at)
    if expr.op == "only":
        code.check(eq(count, c(1)), "E_ONLY", expr.site)
    return MaybeV(ne(count, c(0)), value) if isinstance(expr.type, types.Optional) else value


def _item(code: Lowering, expr: expressions.Item) -> Value:
    items = code.value(expr.source)
    index = code.fn.reuse(code.scalar(expr.index))
    match items:
        case ListV(count, get):
            code.check(op2("lt_u", index, count), "E_INDEX", expr.site)
            return get(index)
        case _:
            raise AssertionError("only lists have numbered elements")
