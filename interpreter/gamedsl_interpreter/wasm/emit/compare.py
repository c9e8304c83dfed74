"""Whether two values are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl_interpreter.wasm.emit.ir import Ir, add, band, bor, c, eq, eqz, load, lt, mul, ne, op2
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.emit.values import BagV, ListV, MaskV, PiecesV, PieceV, Value

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def pieces(low: Lowering, a: PieceV, b: PieceV) -> Ir:
    """Two pieces: kind and place, or both none."""
    kind = low.fn.cheap(a.kind)
    return band(eq(kind, b.kind), bor(lt(kind, c(0)), eq(a.zone, b.zone)))


def equal(low: Lowering, a: Value, b: Value) -> Ir:
    """Two values of one form."""
    match a, b:
        case Ir(), Ir():
            return eq(a, b)
        case PieceV(), PieceV():
            return pieces(low, a, b)
        case MaskV(), MaskV():
            return _sets(a, b)
        case ListV(), ListV():
            return _lists(low, a, b)
        case BagV(), BagV() if (a.low, a.size) == (b.low, b.size):
            return _bags(low, a, b)
        case PiecesV(), PiecesV():
            return _entries(low, a, b)
        case _:
            raise Unsupported(f"whether {type(a).__name__} is {type(b).__name__}")


def _sets(a: MaskV, b: MaskV) -> Ir:
    if a.low != b.low or len(a.words) != len(b.words):
        raise Unsupported("sets over different numbers")
    result = c(1)
    for first, second in zip(a.words, b.words, strict=True):
        result = band(eq(first, second), result)
    return result


def _lists(low: Lowering, a: ListV, b: ListV) -> Ir:
    fn = low.fn
    count = fn.let(a.count)
    result = fn.let_var(eq(count, b.count))
    with (
        fn.when(result),
        fn.block() as out,
        fn.count(c(0), count) as i,
        fn.when(eqz(equal(low, low.held(a.get(i)), low.held(b.get(i))))),
    ):
        fn.set(result, c(0))
        fn.br(out)
    return result


def _bags(low: Lowering, a: BagV, b: BagV) -> Ir:
    fn = low.fn
    result = fn.let_var(c(1))
    with fn.block() as out, fn.count(c(0), c(a.size)) as i, fn.when(ne(a.get(i), b.get(i))):
        fn.set(result, c(0))
        fn.br(out)
    return result


def _entries(low: Lowering, a: PiecesV, b: PiecesV) -> Ir:
    fn = low.fn
    length = fn.let(op2("sub", a.end, a.at))
    result = fn.let_var(eq(length, op2("sub", b.end, b.at)))
    with fn.when(result), fn.block() as out, fn.count(c(0), op2("shr_u", length, c(2))) as i:
        where = fn.let(mul(i, c(4)))
        with fn.when(ne(load("i32", add(a.at, where)), load("i32", add(b.at, where)))):
            fn.set(result, c(0))
            fn.br(out)
    return result
