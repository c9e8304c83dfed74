"""Values in working memory: every number is a 32-bit word, sets are 64-bit words, lists start with their length, pieces with the bytes of their
entries. None of these words is an address, so values can be copied byte by byte."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Any, cast

from gamedsl.graph.model import types
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, add, c, const_value, ge, load, mul, op2, select, sub
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import set_forms
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, RankV, Value
from gamedsl_interpreter.wasm.emit.planning.type_forms import (
    MOST_LISTED,
    NONE,
    is_bits,
    is_piece,
    is_scalar,
    wide_size,
    words_of,
)


def size(ctx: Context, of: types.Type) -> int:
    """Gives the bytes of a value."""
    return wide_size(ctx.game, of)


def get(ctx: Context, of: types.Type, at: Ir) -> Value:
    """Gives the value at an address."""
    if is_scalar(of):
        return load("i32", at)
    if is_piece(of):
        return PieceV(load("i32", at), load("i32", at, 4))
    match of:
        case types.Optional(inner):
            return MaybeV(load("i32", at), get(ctx, inner, add(at, c(8))))
        case types.SetOf(inner) if is_bits(ctx.game, inner):
            words = tuple(load("i64", at, 8 * i) for i in range(words_of(ctx.game, inner)))
            return MaskV(words, scale_span(ctx.game, inner)[0])
        case types.Bag(inner):
            low, count = scale_span(ctx.game, inner)
            return BagV(low, count, lambda i: load("i32", add(mul(i, c(4)), at)))
        case types.ListOf(inner) | types.SetOf(inner):
            step = size(ctx, inner)
            return ListV(load("i32", at), lambda i: get(ctx, inner, add(add(mul(i, c(step)), at), c(4))))
        case types.Pieces():
            return PiecesV(add(at, c(4)), add(load("i32", at), add(at, c(4))))
        case types.Ranking(inner):
            step = 4 + size(ctx, inner)
            return RankV(
                load("i32", at),
                lambda i: get(ctx, inner, add(add(mul(i, c(step)), at), c(8))),
                lambda i: load("i32", add(mul(i, c(step)), at), 4),
            )
        case _:
            raise AssertionError(f"there are no values of type {type(of).__name__}")


def put(code: Emitter, of: types.Type, at: Ir, value: Value) -> None:
    """Writes a value to a constant address (or one in a local)."""
    fn = code.fn
    match of, value:
        case types.Optional(inner), _ if not is_scalar(of) and not is_piece(of):
            _put_maybe(code, inner, at, value)
        case _, Ir():
            fn.store("32", at, value)
        case _, ZoneV():
            fn.store("32", at, value.instance)
        case _, PieceV():
            kind = fn.reuse(value.kind)
            zone = select(ge(kind, c(0)), value.zone, c(NONE)) if isinstance(of, types.Optional) else value.zone
            fn.store("32", at, zone)
            fn.store("32", at, kind, 4)
        case types.SetOf(inner), MaskV() | ListV():
            _put_set(code, inner, at, value)
        case types.Bag(inner), BagV():
            _put_bag(code, inner, at, value)
        case types.ListOf(inner, most), ListV():
            _put_list(code, inner, most, at, value)
        case types.Pieces(), LanesV():
            put(code, of, at, value.entries(code))
        case types.Pieces(_, most), PiecesV():
            length = fn.let(sub(value.end, value.at))
            code.room(op2("le_s", length, c(12 * (most + 1))))
            fn.copy(add(at, c(4)), value.at, length)
            fn.store("32", at, length)
        case types.Ranking(inner, most), RankV():
            count, step = fn.let(value.count), 4 + size(code.ctx, inner)
            code.room(op2("le_s", count, c(most)))
            with fn.count(c(0), count) as i:
                here = fn.let(add(mul(i, c(step)), at))
                fn.store("32", here, value.begins(i), 4)
                put(code, inner, add(here, c(8)), value.get(i))
            fn.store("32", at, count)
        case _:
            raise AssertionError(f"{type(value).__name__} as {type(of).__name__}")


def _put_set(code: Emitter, inner: types.Type, at: Ir, value: MaskV | ListV) -> None:

    value = set_forms.in_form(code, value, inner)
    if isinstance(value, ListV):
        _put_list(code, inner, MOST_LISTED, at, value)
    else:
        for number, word in enumerate([code.fn.reuse(word) for word in value.words]):
            code.fn.store("i64", at, word, 8 * number)


def _put_maybe(code: Emitter, inner: types.Type, at: Ir, value: Value) -> None:
    """Writes a collection, or none."""
    if isinstance(value, Ir):
        code.fn.store("32", at, c(0))
        return
    there = value.there if isinstance(value, MaybeV) else c(1)
    there = code.fn.reuse(there)
    code.fn.store("32", at, there)
    with code.fn.when(there):
        put(code, inner, add(at, c(8)), value.value if isinstance(value, MaybeV) else value)


def _put_bag(code: Emitter, inner: types.Type, at: Ir, value: BagV) -> None:
    first, count = scale_span(code.game, inner)
    if (value.low, value.size) != (first, count):
        code.fn.fill(at, c(4 * count))
    shift = value.low - first
    with code.fn.count(c(max(0, -shift)), c(min(value.size, count - shift))) as i:
        code.fn.store("32", add(mul(add(i, c(shift)), c(4)), at), value.get(i))


def _put_list(code: Emitter, inner: types.Type, most: int, at: Ir, value: ListV) -> None:
    fn, step = code.fn, size(code.ctx, inner)
    count = fn.let(value.count)
    if const_value(count) == 0:
        fn.store("32", at, c(0))
        return
    code.room(op2("le_s", count, c(most)))
    with fn.count(c(0), count) as i:
        put(code, inner, fn.let(add(add(mul(i, c(step)), at), c(4))), value.get(i))
    fn.store("32", at, count)


# ---------------------------------------------------------------- constants


def table(ctx: Context, of: types.Type, values: Sequence[types.Value]) -> tuple[int, int]:
    """Writes constants one after the other. Gives the address of the first and the bytes of each."""
    step = -(-size(ctx, of) // 8) * 8
    return ctx.memory.table(b"".join(_bytes(ctx, of, value).ljust(step, b"\0") for value in values), 8), step


def _bytes(ctx: Context, of: types.Type, value: types.Value) -> bytes:
    """Encodes a constant as in working memory."""
    if is_scalar(of):
        return pack("<i", ctx.none_of(of) if value is None else int(cast(int, value)))
    if is_piece(of):
        return pack("<ii", *((NONE, NONE) if value is None else cast(tuple[int, int], value)))
    if isinstance(of, types.Optional):
        return bytes(8) if value is None else pack("<ii", 1, 0) + _bytes(ctx, of.of, value)
    items = cast(tuple[Any, ...], value or ())
    match of:
        case types.SetOf(inner) if is_bits(ctx.game, inner):
            first = scale_span(ctx.game, inner)[0]
            return sum(1 << int(item) - first for item in items).to_bytes(8 * words_of(ctx.game, inner), "little")
        case types.Bag(inner):
            first, count = scale_span(ctx.game, inner)
            counts = {int(item): number for item, number in items}
            return pack(f"<{count}i", *(counts.get(first + i, 0) for i in range(count)))
        case types.ListOf(inner) | types.SetOf(inner):
            return pack("<i", len(items)) + b"".join(_pad(ctx, inner, item) for item in items)
        case types.Pieces():
            entries = b"".join(pack("<iii", *entry) for entry in items)
            return pack("<i", len(entries)) + entries
        case types.Ranking(inner):
            elements = [(int(not place), element) for group in items for place, element in enumerate(group)]
            return pack("<i", len(elements)) + b"".join(
                pack("<i", begins) + _pad(ctx, inner, element) for begins, element in elements
            )
        case _:
            raise AssertionError(f"there are no constants of type {type(of).__name__}")


def _pad(ctx: Context, inner: types.Type, item: types.Value) -> bytes:
    return _bytes(ctx, inner, item).ljust(size(ctx, inner), b"\0")
