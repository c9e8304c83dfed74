"""Values in working memory: every number a 32-bit word, sets in 64-bit words, lists and pieces with their length in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph import types as t
from gamedsl_interpreter.wasm.emit.context import Context, scale_span, wide_size, words_of
from gamedsl_interpreter.wasm.emit.ir import Ir, add, c, ge, load, mul, op2, select, sub
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.emit.values import (
    NONE,
    BagV,
    ListV,
    MaskV,
    PiecesV,
    PieceV,
    RankV,
    Value,
    ZoneV,
    is_piece,
    is_scalar,
)

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def size(ctx: Context, of: t.Type) -> int:
    """Bytes of a value."""
    return wide_size(ctx.game, of)


def get(ctx: Context, of: t.Type, at: Ir) -> Value:
    """The value at an address."""
    if is_scalar(of):
        return load("i32", at)
    if is_piece(of):
        return PieceV(load("i32", at), load("i32", at, 4))
    match of:
        case t.SetOf(inner):
            words = tuple(load("i64", at, 8 * i) for i in range(words_of(ctx.game, inner)))
            return MaskV(words, scale_span(ctx.game, inner)[0])
        case t.Bag(inner):
            low, count = scale_span(ctx.game, inner)
            return BagV(low, count, lambda i: load("i32", add(mul(i, c(4)), at)))
        case t.ListOf(inner):
            step = size(ctx, inner)
            return ListV(load("i32", at), lambda i: get(ctx, inner, add(add(mul(i, c(step)), at), c(4))))
        case t.Pieces():
            return PiecesV(add(at, c(4)), load("i32", at))
        case t.Ranking(inner):
            step = 4 + size(ctx, inner)
            return RankV(
                load("i32", at),
                lambda i: get(ctx, inner, add(add(mul(i, c(step)), at), c(8))),
                lambda i: load("i32", add(mul(i, c(step)), at), 4),
            )
        case _:
            raise Unsupported(f"a value of type {type(of).__name__}")


def put(low: Lowering, of: t.Type, at: Ir, value: Value) -> None:
    """Writes a value to a constant address (or one in a local)."""
    fn = low.fn
    match of, value:
        case _, Ir():
            fn.store("32", at, value)
        case _, ZoneV():
            fn.store("32", at, value.instance)
        case _, PieceV():
            kind = fn.cheap(value.kind)
            zone = select(ge(kind, c(0)), value.zone, c(NONE)) if isinstance(of, t.Optional) else value.zone
            fn.store("32", at, zone)
            fn.store("32", at, kind, 4)
        case t.SetOf(), MaskV():
            for number, word in enumerate([fn.cheap(word) for word in value.words]):
                fn.store("i64", at, word, 8 * number)
        case t.Bag(inner), BagV():
            _put_bag(low, inner, at, value)
        case t.ListOf(inner, most), ListV():
            _put_list(low, inner, most, at, value)
        case t.Pieces(_, most), PiecesV():
            length = fn.let(sub(value.end, value.at))
            low.room(op2("le_s", length, c(12 * (most + 1))))
            fn.copy(add(at, c(4)), value.at, length)
            fn.store("32", at, add(length, add(at, c(4))))
        case t.Ranking(inner, most), RankV():
            count, step = fn.let(value.count), 4 + size(low.ctx, inner)
            low.room(op2("le_s", count, c(most)))
            with fn.count(c(0), count) as i:
                here = fn.let(add(mul(i, c(step)), at))
                fn.store("32", here, value.begins(i), 4)
                put(low, inner, add(here, c(8)), value.get(i))
            fn.store("32", at, count)
        case _:
            raise Unsupported(f"{type(value).__name__} as {type(of).__name__}")


def _put_bag(low: Lowering, inner: t.Type, at: Ir, value: BagV) -> None:
    first, count = scale_span(low.game, inner)
    if (value.low, value.size) != (first, count):
        low.fn.fill(at, c(4 * count))
    shift = value.low - first
    with low.fn.count(c(max(0, -shift)), c(min(value.size, count - shift))) as i:
        low.fn.store("32", add(mul(add(i, c(shift)), c(4)), at), value.get(i))


def _put_list(low: Lowering, inner: t.Type, most: int, at: Ir, value: ListV) -> None:
    fn, step = low.fn, size(low.ctx, inner)
    count = fn.let(value.count)
    low.room(op2("le_s", count, c(most)))
    with fn.count(c(0), count) as i:
        put(low, inner, fn.let(add(add(mul(i, c(step)), at), c(4))), value.get(i))
    fn.store("32", at, count)
