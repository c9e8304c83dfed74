"""Lines of places that are known while emitting: tests whether a condition holds on all places of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, load, op2
from gamedsl_interpreter.wasm.emit.bulk.bulk_conditions import MOST_ELEMENTS, holding, value_for
from gamedsl_interpreter.wasm.emit.forms.masks import Words, shift_words
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.tables import constants

_MOST_GROUPS = 24
"""The most shapes of lines that are tested by shifting."""
_MOST_LINES = 12
"""The most lines through one place that are tested one by one."""


def any_line(code: Lowering, source: Expr, local: LocalId, body: Expr) -> Ir | None:
    """Tests whether a condition holds on all places of any of some constant lines; None for other formulas."""
    match source, body:
        case expressions.Const(), expressions.Fold():
            return _any_line(code, source, local, body)
        case expressions.Const(), expressions.And(first, expressions.Fold() as second):
            return _any_line_of_some(code, source, local, first, second)
        case _:
            return None


def _any_line(code: Lowering, source: expressions.Const, local: LocalId, body: expressions.Fold) -> Ir | None:
    """Tests whether a condition holds on all places of one of some constant lines. Lines of one shape are tested together, by shifting."""
    inner = source.type.of if isinstance(source.type, types.ListOf) else None
    if (
        body.op != "all"
        or body.source != expressions.Local(local, body.source.type)
        or not isinstance(inner, types.ListOf | types.SetOf)
    ):
        return None
    if local in free_locals(body.body) or _numbers_of(code, inner.of) > MOST_ELEMENTS:
        return None
    lines = cast(tuple[tuple[int, ...], ...], source.value)
    shapes_of: dict[tuple[int, ...], int] = {}
    for line in lines:
        start = min(line)
        shape = tuple(sorted(place - start for place in set(line)))
        shapes_of[shape] = shapes_of.get(shape, 0) | 1 << start
    if len(shapes_of) > _MOST_GROUPS:
        return None
    mask = holding(code, inner.of, body.local, body.body)
    if mask is None or mask.low != 0:
        return None
    words = tuple(code.fn.let(word) for word in mask.words)
    some = c64(0)
    for shape, starts in shapes_of.items():
        together: Words = tuple(c64(starts >> 64 * w) for w in range(len(words)))
        for shift in shape:
            far = shift_words(words, shift, len(words))
            together = tuple(a & b for a, b in zip(far, together, strict=True))
        for word in together:
            some = some | word
    return op2("ne", some, c64(0))


def _any_line_of_some(
    code: Lowering, source: expressions.Const, local: LocalId, which: Expr, body: expressions.Fold
) -> Ir | None:
    """Tests whether a condition holds on all places of one of the constant lines that another local selects, such as the lines through a place."""
    inner = source.type.of if isinstance(source.type, types.ListOf) else None
    choice = constants.facts(code.ctx, which)
    others = choice.locals - {local}
    if (
        body.op != "all"
        or body.source != expressions.Local(local, body.source.type)
        or not isinstance(inner, types.ListOf | types.SetOf)
        or not choice.is_static
        or len(others) != 1
        or local in constants.facts(code.ctx, body.body).locals
        or _numbers_of(code, inner.of) > MOST_ELEMENTS
    ):
        return None
    (other,) = others
    chooser = code.local(other)
    every = constants.every_value(code.game.locals[other].type)
    if every is None or None in every or not isinstance(chooser, Ir):
        return None
    lines = shapes.parts(source.value)
    try:
        rows = [[line for line in lines if value_for(code, which, {local: line, other: value})] for value in every]
    except constants.NoConstant:
        return None
    most = max(map(len, rows))
    mask = None if most > _MOST_LINES else holding(code, inner.of, body.local, body.body)
    if mask is None or mask.low != 0:
        return None
    outside = [code.fn.reuse(~word) for word in mask.words]
    row = code.fn.reuse(chooser - shapes.number(every[0]))
    result = c(0)
    for number in range(most):
        masks = [sum(1 << place for place in shapes.numbers(r[number])) if number < len(r) else -1 for r in rows]
        missing = c64(0)
        for word, line in zip(outside, _of_rows(code, masks, row, len(outside)), strict=True):
            missing = missing | (word & line)
        result = result | op2("eq", missing, c64(0))
    return result


def _of_rows(code: Lowering, masks: Sequence[int], row: Ir, words: int) -> Words:
    """Gives the words of one of some masks."""
    at = const_value(row)
    if at is not None:
        return tuple(c64(masks[at] >> 64 * w) for w in range(words))
    table = code.ctx.memory.longs([mask >> 64 * w & (1 << 64) - 1 for mask in masks for w in range(words)])
    start = code.fn.reuse(row * (8 * words))
    return tuple(load("i64", start, table + 8 * w) for w in range(words))


def _numbers_of(code: Lowering, of: types.Type) -> int:
    """Gives how many numbers the elements of a line can be; a large number if they are no numbers."""
    return (
        scale_span(code.game, of)[1]
        if isinstance(of, types.Position | types.Enum | types.Player | types.Row)
        else 1 << 30
    )
