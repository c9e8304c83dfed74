"""Counts collections, and tests whether they have an element: in a form that knows its number, else in a loop over the elements."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.elements import asks_for_some
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions, connectivity, listed_conditions, runs
from gamedsl_interpreter.wasm.emit.forms.values import Counted, SizedV, Value
from gamedsl_interpreter.wasm.emit.formulas import lanes, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def _in_counted_form(code: Lowering, source: Expr) -> Counted | None:
    """Computes a collection in a form that knows the number of its elements. If it has none, nothing is emitted and the result is None."""
    if isinstance(source, expressions.Local) and isinstance(sized := code.local(source.id), SizedV):
        return sized
    match source.type:
        case types.Pieces() if (pieces := lanes.value(code, source)) is not None:
            return pieces
        case types.SetOf():
            return code.whole_set(source)
        case types.ListOf() if isinstance(
            source, expressions.Local | expressions.FieldAt | expressions.Const | expressions.Lookup
        ):
            return code.whole_list(source)
        case _:
            return listed_conditions.filter_list(code, source) or runs.run(code, source)


# ---------------------------------------------------------------- how many


def count(code: Lowering, source: Expr) -> Ir:
    """Counts the elements of a collection, or the pieces in a zone."""
    if isinstance(source, expressions.Contents):
        return _count_zone(code, source.zone)
    of = types.plain(source.type)
    if isinstance(of, types.Zone):
        return _count_zone(code, source)
    found = _in_counted_form(code, source)
    if found is not None:
        return found.number(code)
    total = code.fn.let_var(c(0))
    if isinstance(source, expressions.FlatMap):

        def part(element: Value, _: Ir) -> None:
            code.bind(source.local, element)
            code.fn.set(total, total + count(code, source.body))

        code.stream_copies(source.source, part)
        return total
    if isinstance(source, expressions.Call):
        return code.call_function(source, lambda body: count(code, body))
    code.stream(source, lambda _, number: code.fn.set(total, total + number))
    return total


def _count_zone(code: Lowering, zone: Expr) -> Ir:
    """Counts the pieces in a zone. If the formula chooses between two zones of known families, each is counted in its own branch."""
    match zone:
        case expressions.Call():
            return code.call_function(zone, lambda body: _count_zone(code, body))
        case expressions.IfElse(condition, yes, no):
            result = code.fn.local()
            with code.fn.when(code.fn.let_var(code.scalar(condition))):
                code.fn.set(result, _count_zone(code, yes))
            with code.fn.orelse():
                code.fn.set(result, _count_zone(code, no))
            return result
        case _:
            return zones.size(code, code.zone(zone))


# ---------------------------------------------------------------- whether any


def some(code: Lowering, expr: expressions.Compare | expressions.Equal) -> Ir | None:
    """Tests whether a collection is empty, or not empty, by looking for a first element, if no part of the collection can fail. None if the formula asks
    something else."""
    question = asks_for_some(expr)
    if question is None:
        return None
    source, wanted = question
    if (
        isinstance(source.type, types.Zone | types.Optional | types.Ranking)
        or isinstance(source, expressions.Contents)
        or not code.ctx.analysis.totality.is_total(source)
    ):
        return None
    found = _any_element(code, source)
    return found if wanted else eqz(found)


def _any_element(code: Lowering, source: Expr) -> Ir:
    match source:
        case expressions.Filter(inner, local, condition, types.SetOf()):
            reached = connectivity.reaches_any(code, source)
            if reached is not None:
                return reached
            mask = bulk_conditions.matching(code, inner, local, condition)
            if mask is not None:
                return mask.some(code)
        case expressions.Call() if not isinstance(source.type, types.Pieces):
            return code.call_function(source, lambda body: _any_element(code, body))
        case _:
            found = _in_counted_form(code, source)
            if found is not None:
                return found.some(code)
    if isinstance(source, expressions.Call):
        return code.call_function(source, lambda body: _any_element(code, body))
    fn = code.fn
    result = fn.let_var(c(0))
    with fn.block() as out:
        if isinstance(source, expressions.FlatMap):

            def part(element: Value, _: Ir) -> None:
                code.bind(source.local, element)
                with fn.when(_any_element(code, source.body)):
                    fn.set(result, c(1))
                    fn.br(out)

            code.stream_copies(source.source, part)
        else:

            def present(_: Value, __: Ir) -> None:
                fn.set(result, c(1))
                fn.br(out)

            code.stream_elements(source, present)
    return result
