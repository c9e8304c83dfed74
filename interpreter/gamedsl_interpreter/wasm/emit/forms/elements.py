"""Iterates over the elements of collections: of collections in memory, and of formulas whose loop may be left early."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    c,
    const_value,
    ge,
    load,
)
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import lane_values
from gamedsl_interpreter.wasm.emit.forms.masks import each_bit
from gamedsl_interpreter.wasm.emit.forms.pinned import pinned
from gamedsl_interpreter.wasm.emit.forms.values import BagV, LanesV, ListV, MaskV, MaybeV, PiecesV, PieceV, RankV, Value

Body = Callable[[Value, Ir], None]


UNROLLED = 3
"""Loops over at most this many constant elements are unrolled, …"""


MOST_COPIES = 27
"""… as long as nested unrolling makes no more copies of the body than this."""


def of_value(code: Emitter, value: Value, body: Body) -> None:
    """Iterates over the entries of a collection whose value is known."""
    fn = code.fn
    match value:
        case MaskV():
            each_bit(code, value, lambda bit: body(bit, c(1)))
        case ListV(count, get) | RankV(count, get):
            size = const_value(count)
            if size is not None and is_written_out(code, size):
                with written_out(code, size):
                    for place in range(size):
                        body(pinned(code, get(c(place))), c(1))
            else:
                with fn.count(c(0), fn.reuse(count)) as i:
                    body(pinned(code, get(i)), c(1))
        case BagV(first, size, get):
            with fn.count(c(0), c(size)) as i:
                number = fn.let(get(i))
                with fn.when(number):
                    body(fn.reuse(add(i, c(first))), number)
        case PiecesV():
            each_entry(code, value, body)
        case LanesV():
            lane_values.stream(code, value, body)
        case MaybeV(there, inner):
            with fn.when(there):
                of_value(code, inner, body)
        case _:
            raise AssertionError(f"{type(value).__name__} is no collection")


def each_entry(code: Emitter, value: PiecesV, body: Body) -> None:
    """Iterates over piece entries in working memory."""
    fn = code.fn
    at, end = fn.let_var(value.at), fn.reuse(value.end)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(at, end))
        piece = PieceV(fn.let(load("i32", at)), fn.let(load("i32", at, 4)))
        number = fn.let(load("i32", at, 8))
        fn.set(at, add(at, c(12)))
        body(piece, number)
        fn.br(again)


def is_written_out(code: Emitter, size: int) -> bool:
    return size <= UNROLLED and code.copies * size <= MOST_COPIES


@contextmanager
def written_out(code: Emitter, number: int) -> Generator[None]:
    """Counts the code emitted inside `number` times: its loop is unrolled, and size estimates must know that."""
    before, code.copies = code.copies, code.copies * max(1, number)
    yield
    code.copies = before
