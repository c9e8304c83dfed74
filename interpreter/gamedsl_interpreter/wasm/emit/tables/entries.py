"""Constants out of tables: numbers, sets, lists and other values of one type."""

from __future__ import annotations

from itertools import accumulate, chain

from gamedsl.graph.model import shapes, types
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, load
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, Value
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_bits, is_scalar


def entry(code: Emitter, values: tuple[types.Value, ...], flat: Ir, of: types.Type) -> Value:
    """Gives one of several constants of a type."""
    if is_number(of):
        return code.from_table(_convert_once(code, values, of), flat)
    match of:
        case types.ListOf(element):
            return list_entry(code, values, flat, element)
        case types.SetOf(element) if is_bits(code.game, element):
            first, size = scale_span(code.game, element)
            words = max(1, -(-size // 64))
            at = code.fn.reuse(flat * (8 * words))
            address = _address_of_sets(code, values, first, words)
            return MaskV(tuple(load("i64", at, address + 8 * w) for w in range(words)), first)
        case _:
            return scratch_values.table(code.ctx, of, values).get_here(code, flat)


class _Sets(dict[tuple[int, int, int], tuple[tuple[types.Value, ...], int]]):
    """The addresses of tables of sets, by the identity of their values, the least element and the number of words."""


def _address_of_sets(code: Emitter, values: tuple[types.Value, ...], first: int, words: int) -> int:
    """Gives the address of sets as bits. A table that is read in many places is written once."""
    memo = code.ctx.memo(_Sets)
    key = id(values), first, words
    known = memo.get(key)
    if known is None:
        rows = (sum(1 << item - first for item in shapes.numbers(value)) for value in values)
        table = [row >> 64 * w & (1 << 64) - 1 for row in rows for w in range(words)]
        known = memo[key] = values, code.ctx.memory.longs(table)
    return known[1]


def list_entry(code: Emitter, values: tuple[types.Value, ...], flat: Ir, element: types.Type) -> ListV:
    """Gives a list out of constants. Lists of equal length are stored without gaps; for others a table holds the start of each."""
    at = const_value(flat)
    if at is not None:
        items = shapes.parts(values[at])
        return ListV(c(len(items)), lambda i: entry(code, items, i, element))
    every, lengths = _join_rows(code, values)
    flat = code.fn.reuse(flat)
    if len(set(lengths)) == 1:
        size = lengths[0]
        return ListV(c(size), lambda i: entry(code, every, flat * size + i, element))
    starts = [0, *accumulate(lengths[:-1])]
    start = code.fn.let(code.from_table(starts, flat))
    return ListV(code.from_table(lengths, flat), lambda i: entry(code, every, start + i, element))


class _Rows(dict[int, tuple[tuple[types.Value, ...], tuple[types.Value, ...], list[int]]]):
    """Lists of constants with their elements in one row and their lengths, by the identity of the lists."""


def _join_rows(code: Emitter, values: tuple[types.Value, ...]) -> tuple[tuple[types.Value, ...], list[int]]:
    memo = code.ctx.memo(_Rows)
    known = memo.get(id(values))
    if known is None:
        rows = [shapes.parts(value) for value in values]
        known = memo[id(values)] = values, tuple(chain.from_iterable(rows)), [*map(len, rows)]
    return known[1:]


class _Numbers(dict[tuple[int, int], tuple[tuple[types.Value, ...], list[int]]]):
    """Constants as numbers, by the identity of the constants and the number of none."""


def _convert_once(code: Emitter, values: tuple[types.Value, ...], of: types.Type) -> list[int]:
    """Gives constants as numbers. A table that is read in many places is converted once."""
    memo = code.ctx.memo(_Numbers)
    key = id(values), code.ctx.none_of(of) if None in values else NONE
    known = memo.get(key)
    if known is None:
        known = memo[key] = values, numbers(values, key[1])
    return known[1]


def numbers(values: tuple[types.Value, ...], none: int) -> list[int]:
    """Gives constants as numbers, with `none` for none."""
    return [none if value is None else shapes.number(value) for value in values]


def is_number(of: types.Type) -> bool:
    """Whether values of the type are numbers, or none."""
    inner = types.plain(of)
    return is_scalar(inner)
