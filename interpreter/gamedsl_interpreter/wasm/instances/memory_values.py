"""Reads values of a Game from the working memory of its module (`emit.scratch_values` writes them)."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct, unpack_from
from typing import TypeAlias

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import Value
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.planning import type_forms
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots

Reader: TypeAlias = Callable[[memoryview, int], Value]
"""Gives the value at an address."""

_WORD = Struct("<i").unpack_from
_PAIR = Struct("<ii").unpack_from


def word(memory: memoryview, at: int) -> int:
    """Reads the number at an address."""
    value: int = _WORD(memory, at)[0]
    return value


def reader(game: Game, of: types.Type, *, has_numbers_below: bool) -> Reader:
    """Makes a reader of values of a type; `has_numbers_below` as in `WordPlaces`."""

    def inside(inner: types.Type) -> Reader:
        return reader(game, inner, has_numbers_below=has_numbers_below)

    if type_forms.is_scalar(of):
        return _scalar(of, has_numbers_below=has_numbers_below)
    if type_forms.is_piece(of):
        return _optional_piece if type_forms.may_be_none(of) else _piece
    match of:
        case types.Optional(inner):
            value = inside(inner)
            return lambda memory, at: value(memory, at + 8) if word(memory, at) else None
        case types.SetOf(inner) if type_forms.is_bits(game, inner):
            return _bits(game, inner)
        case types.ListOf(inner) | types.SetOf(inner):
            return _list_reader(inside(inner), type_forms.wide_size(game, inner))
        case types.Bag(inner):
            low, size = scale_span(game, inner)
            return lambda memory, at: tuple(
                [(low + i, count) for i, count in enumerate(unpack_from(f"<{size}i", memory, at)) if count]
            )
        case types.Pieces():
            return _pieces
        case types.Ranking(inner):
            return _ranking(inside(inner), 4 + type_forms.wide_size(game, inner))
        case _:
            raise TypeError(f"there are no values of type {type(of).__name__}")


def _scalar(of: types.Type, *, has_numbers_below: bool) -> Reader:
    inner = types.plain(of)
    if isinstance(inner, types.Flag):
        return lambda memory, at: None if word(memory, at) == type_forms.NONE else bool(word(memory, at))
    if not type_forms.may_be_none(of):
        return word
    none = type_forms.NO_NUMBER if isinstance(inner, types.Int) and has_numbers_below else type_forms.NONE

    def optional(memory: memoryview, at: int) -> Value:
        value = word(memory, at)
        return None if value == none else value

    return optional


def _piece(memory: memoryview, at: int) -> Value:
    pair: tuple[int, int] = _PAIR(memory, at)
    return pair


def _optional_piece(memory: memoryview, at: int) -> Value:
    pair: tuple[int, int] = _PAIR(memory, at)
    return None if pair[1] < 0 else pair


def _bits(game: Game, inner: types.Type) -> Reader:
    low, size = scale_span(game, inner)
    length = 8 * max(1, -(-size // 64))
    is_flag = isinstance(inner, types.Flag)

    def read(memory: memoryview, at: int) -> Value:
        bits = int.from_bytes(memory[at : at + length], "little")
        found = [low + i for i in range(bits.bit_length()) if bits >> i & 1]
        return tuple(map(bool, found)) if is_flag else tuple(found)

    return read


def _list_reader(element: Reader, step: int) -> Reader:
    return lambda memory, at: tuple([element(memory, at + 4 + step * i) for i in range(word(memory, at))])


def _pieces(memory: memoryview, at: int) -> Value:
    words = unpack_from(f"<{word(memory, at) // 4}i", memory, at + 4)
    return tuple(zip(words[::3], words[1::3], words[2::3], strict=True))


def lanes_reader(slots: Slots) -> Reader:
    """Makes a reader of pieces that are kept as counts by slot."""
    words = slots.words
    starts = [sum(8 + 8 * number for number in words[:i]) for i in range(len(words))]

    def read(memory: memoryview, at: int) -> Value:
        found: list[tuple[int, int, int]] = []
        for start, number, kinds in zip(starts, words, slots.kinds, strict=True):
            counts = memory[at + start + 8 : at + start + 8 + 8 * number]
            zone = word(memory, at + start)
            found += [(zone, kind, count) for kind, count in zip(kinds, counts, strict=False) if count]
        return tuple(found)

    return read


def _ranking(element: Reader, step: int) -> Reader:
    def read(memory: memoryview, at: int) -> Value:
        groups: list[list[Value]] = []
        for i in range(word(memory, at)):
            if word(memory, at + 4 + step * i) or not groups:
                groups.append([])
            groups[-1].append(element(memory, at + 8 + step * i))
        return tuple(tuple(group) for group in groups)

    return read
