"""Values in working memory: every number is a 32-bit word, sets are 64-bit words, lists start with their length, pieces with the bytes of their
entries. None of these words is an address, so values can be copied byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack
from typing import Any, cast

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, ge, load, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import set_forms
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, RankV, Value
from gamedsl_interpreter.wasm.emit.planning.type_forms import (
    NONE,
    is_bits,
    is_piece,
    is_scalar,
    most_listed,
    wide_size,
    words_of,
)


def size(ctx: Context, of: types.Type) -> int:
    """Gives the bytes of a value."""
    return wide_size(ctx.game, of)


@frozen
class Elements:
    """Entries of `step` bytes from `at` on, each with an element `offset` bytes after its start."""

    of: types.Type
    at: Ir
    step: int
    offset: int = 0

    def entry(self, i: Ir) -> Ir:
        """Gives the address of an entry."""
        return i * self.step + self.at

    def get(self, ctx: Context, i: Ir) -> Value:
        """Gives the element of an entry."""
        return get(ctx, self.of, self.entry(i) + self.offset)

    def get_here(self, code: Emitter, i: Ir) -> Value:
        """Gives the element of an entry, with the address in a local."""
        return get(code.ctx, self.of, code.fn.reuse(self.entry(i) + self.offset))

    def put(self, code: Emitter, i: Ir, value: Value) -> None:
        """Writes the element of an entry."""
        put(code, self.of, code.fn.let(self.entry(i) + self.offset), value)

    def make_room(self, code: Emitter, count: Ir, most: int, stays: Callable[[Ir], Ir]) -> Ir:
        """Moves the last of `count` entries one place on, back to the entry at which `stays` is true. `stays` gets the address after an entry. Gives the
        address of the entry that is free now, in a local."""
        fn, first = code.fn, self.entry(c(0))
        here = fn.let_var(self.entry(count))
        with fn.until(op2("le_u", here, first), most + 1) as placed:
            fn.br_if(placed, stays(here))
            fn.copy(here, here - self.step, c(self.step))
            fn.set(here, here - self.step)
        return here


def elements(ctx: Context, of: types.Type, at: Ir, *, words: int = 0, offset: int = 0) -> Elements:
    """Describes elements from an address on, each in an entry with `words` further words."""
    return Elements(of, at, size(ctx, of) + 4 * words, offset)


def space(ctx: Context, of: types.Type, most: int, *, words: int = 0, offset: int = 0) -> Elements:
    """Reserves working memory for `most` elements, each in an entry with `words` further words."""
    step = size(ctx, of) + 4 * words
    return Elements(of, c(ctx.memory.space(step * most)), step, offset)


def get(ctx: Context, of: types.Type, at: Ir) -> Value:
    """Gives the value at an address."""
    if is_scalar(of):
        return load("i32", at)
    if is_piece(of):
        return PieceV(load("i32", at), load("i32", at, 4))
    match of:
        case types.Optional(inner):
            return MaybeV(load("i32", at), get(ctx, inner, at + 8))
        case types.SetOf(inner) if is_bits(ctx.game, inner):
            words = tuple(load("i64", at, 8 * i) for i in range(words_of(ctx.game, inner)))
            return MaskV(words, scale_span(ctx.game, inner)[0])
        case types.Bag(inner):
            low, count = scale_span(ctx.game, inner)
            return BagV(low, count, lambda i: load("i32", i * 4 + at))
        case types.ListOf(inner) | types.SetOf(inner):
            listed = elements(ctx, inner, at, offset=4)
            return ListV(load("i32", at), lambda i: listed.get(ctx, i), of.most)
        case types.Pieces():
            return PiecesV(at + 4, load("i32", at) + (at + 4))
        case types.Ranking(inner):
            ranked = elements(ctx, inner, at, words=1, offset=8)
            return RankV(
                load("i32", at), lambda i: ranked.get(ctx, i), of.most, begins=lambda i: load("i32", ranked.entry(i), 4)
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
        case types.SetOf(), MaskV() | ListV():
            _put_set(code, of, at, value)
        case types.Bag(inner), BagV():
            _put_bag(code, inner, at, value)
        case types.ListOf(inner, most), ListV():
            _put_list(code, inner, most, at, value)
        case types.Pieces(), LanesV():
            put(code, of, at, value.entries(code))
        case types.Pieces(_, most), PiecesV():
            length = fn.let(value.end - value.at)
            code.room(op2("le_s", length, c(12 * (most + 1))))
            fn.copy(at + 4, value.at, length)
            fn.store("32", at, length)
        case types.Ranking(inner, most), RankV():
            ranked = elements(code.ctx, inner, at, words=1)

            def write(i: Ir, element: Value) -> None:
                here = fn.let(ranked.entry(i))
                fn.store("32", here, value.begins(i), 4)
                put(code, inner, here + 8, element)

            fn.store("32", at, value.store(code, most, write))
        case _:
            raise AssertionError(f"{type(value).__name__} as {type(of).__name__}")


def _put_set(code: Emitter, of: types.SetOf, at: Ir, value: MaskV | ListV) -> None:
    value = set_forms.in_form(code, value, of.of)
    if isinstance(value, ListV):
        _put_list(code, of.of, most_listed(of), at, value)
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
        put(code, inner, at + 8, value.value if isinstance(value, MaybeV) else value)


def _put_bag(code: Emitter, inner: types.Type, at: Ir, value: BagV) -> None:
    first, count = scale_span(code.game, inner)
    if (value.low, value.size) != (first, count):
        code.fn.fill(at, c(4 * count))
    value.store(code, first, count, lambda i, number: code.fn.store("32", i * 4 + at, number))


def _put_list(code: Emitter, inner: types.Type, most: int, at: Ir, value: ListV) -> None:
    listed = elements(code.ctx, inner, at, offset=4)
    code.fn.store("32", at, value.store(code, most, lambda i, element: listed.put(code, i, element)))


# ---------------------------------------------------------------- constants


def table(ctx: Context, of: types.Type, values: Sequence[types.Value]) -> Elements:
    """Writes constants one after the other."""
    step = -(-size(ctx, of) // 8) * 8
    bytes_of_all = b"".join(_bytes(ctx, of, value).ljust(step, b"\0") for value in values)
    return Elements(of, c(ctx.memory.table(bytes_of_all, 8)), step)


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
        case _:
            raise AssertionError(f"there are no constants of type {type(of).__name__}")


def _pad(ctx: Context, inner: types.Type, item: types.Value) -> bytes:
    return _bytes(ctx, inner, item).ljust(size(ctx, inner), b"\0")
