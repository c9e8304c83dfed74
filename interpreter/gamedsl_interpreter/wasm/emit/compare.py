"""Whether two values are equal, and which of two comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl_interpreter.wasm.emit.ir import Ir, add, band, bor, c, eq, eqz, load, lt, mul, ne, op2, select, sub
from gamedsl_interpreter.wasm.emit.values import BagV, ListV, MaskV, MaybeV, PiecesV, PieceV, RankV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def pieces(low: Lowering, a: PieceV, b: PieceV) -> Ir:
    """Two pieces: kind and place, or both none."""
    kind = low.fn.cheap(a.kind)
    return band(eq(kind, b.kind), bor(lt(kind, c(0)), eq(a.zone, b.zone)))


def equal(low: Lowering, a: Value, b: Value) -> Ir:
    """Two values of one form."""
    match a, b:
        case ZoneV(), _:
            return equal(low, a.instance, b)
        case _, ZoneV():
            return equal(low, a, b.instance)
        case Ir(), Ir():
            return eq(a, b)
        case PieceV(), PieceV():
            return pieces(low, a, b)
        case (MaybeV(), _) | (_, MaybeV()):
            return _maybe(low, a, b)
        case (Ir(), _) | (_, Ir()):
            return c(0)  # a collection is not none
        case MaskV(), MaskV():
            return _sets(low, a, b)
        case ListV(), ListV():
            return _lists(low, a, b)
        case BagV(), BagV():
            return _bags(low, a, b)
        case PiecesV(), PiecesV():
            return _entries(low, a, b)
        case RankV(), RankV():
            return _rankings(low, a, b)
        case (MaskV(), ListV()) | (ListV(), MaskV()):
            return _lists(low, as_list(low, a), as_list(low, b))
        case _:
            raise AssertionError(f"{type(a).__name__} and {type(b).__name__} are of different forms")


def _maybe(low: Lowering, a: Value, b: Value) -> Ir:
    """Two collections of which one or both may be none (as a number: certainly)."""
    fn = low.fn
    one, other = _there(a), _there(b)
    result = fn.let_var(eq(one, other))
    if isinstance(a, Ir) or isinstance(b, Ir):
        return result
    with fn.when(band(result, one)):
        first = a.value if isinstance(a, MaybeV) else a
        fn.set(result, equal(low, first, b.value if isinstance(b, MaybeV) else b))
    return result


def _there(value: Value) -> Ir:
    return value.there if isinstance(value, MaybeV) else c(int(not isinstance(value, Ir)))


def _sets(low: Lowering, a: MaskV, b: MaskV) -> Ir:
    from gamedsl_interpreter.wasm.emit import sets

    first = min(a.low, b.low)
    end = max(a.low + 64 * len(a.words), b.low + 64 * len(b.words))
    words = -(-(end - first) // 64)
    result = c(1)
    for one, other in zip(sets.moved(low, a, first, words), sets.moved(low, b, first, words), strict=True):
        result = band(eq(one, other), result)
    return result


def as_list(low: Lowering, value: MaskV | ListV | Value) -> ListV:
    """A set as a list of its elements."""
    if isinstance(value, ListV):
        return value
    from gamedsl_interpreter.wasm.emit import streams

    assert isinstance(value, MaskV)
    at, fn = low.ctx.memory.space(4 * 64 * len(value.words)), low.fn
    end = fn.let_var(c(0))

    def write(bit: Ir) -> None:
        fn.store("32", end, bit, at)
        fn.set(end, add(end, c(4)))

    streams.each_bit(low, value, write)
    return ListV(op2("shr_u", end, c(2)), lambda i: load("i32", mul(i, c(4)), at))


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


def _rankings(low: Lowering, a: RankV, b: RankV) -> Ir:
    fn = low.fn
    count = fn.let(a.count)
    result = fn.let_var(eq(count, b.count))
    with fn.when(result), fn.block() as out, fn.count(c(0), count) as i:
        same = fn.let(eq(a.begins(i), b.begins(i)))
        with fn.when(eqz(band(same, equal(low, low.held(a.get(i)), low.held(b.get(i)))))):
            fn.set(result, c(0))
            fn.br(out)
    return result


def _bags(low: Lowering, a: BagV, b: BagV) -> Ir:
    fn = low.fn
    first, end = min(a.low, b.low), max(a.low + a.size, b.low + b.size)
    result = fn.let_var(c(1))
    with fn.block() as out, fn.count(c(0), c(end - first)) as i:
        if (a.low, a.size) == (b.low, b.size):
            different = ne(a.get(i), b.get(i))
        else:
            different = ne(_in_bag(low, a, i, first), _in_bag(low, b, i, first))
        with fn.when(different):
            fn.set(result, c(0))
            fn.br(out)
    return result


def _in_bag(low: Lowering, bag: BagV, i: Ir, first: int) -> Ir:
    """How many there are of `first + i`."""
    place = low.fn.let(sub(i, c(bag.low - first)))
    inside = low.fn.let(op2("lt_u", place, c(bag.size)))
    return low.fn.let(select(inside, bag.get(low.fn.let(select(inside, place, c(0)))), c(0)))


def _entries(low: Lowering, a: PiecesV, b: PiecesV) -> Ir:
    fn = low.fn
    length = fn.let(sub(a.end, a.at))
    result = fn.let_var(eq(length, sub(b.end, b.at)))
    with fn.when(result), fn.block() as out, fn.count(c(0), op2("shr_u", length, c(2))) as i:
        where = fn.let(mul(i, c(4)))
        with fn.when(ne(load("i32", add(a.at, where)), load("i32", add(b.at, where)))):
            fn.set(result, c(0))
            fn.br(out)
    return result


# ---------------------------------------------------------------- order


def less(low: Lowering, a: Value, b: Value) -> Ir:
    """Whether a comes before b: numbers ascending, pieces by place and kind, collections by their first different element, shorter ones first."""
    match a, b:
        case Ir(), Ir():
            return lt(a, b)
        case (MaybeV(), _) | (_, MaybeV()):
            first = a.value if isinstance(a, MaybeV) else a
            return less(low, first, b.value if isinstance(b, MaybeV) else b)  # the caller has seen that both are there
        case PieceV(), PieceV():
            return bor(lt(a.zone, b.zone), band(eq(a.zone, b.zone), lt(a.kind, b.kind)))
        case ((ListV() | MaskV()), (ListV() | MaskV())):
            return _list_less(low, as_list(low, a), as_list(low, b))
        case BagV(), BagV():
            return _list_less(low, _pairs(low, a), _pairs(low, b))
        case PiecesV(), PiecesV():
            return _list_less(low, _words(a), _words(b))
        case _:
            raise AssertionError(f"{type(a).__name__} has no order")


def _list_less(low: Lowering, a: ListV, b: ListV) -> Ir:
    fn = low.fn
    one, other = fn.let(a.count), fn.let(b.count)
    result = fn.let_var(lt(one, other))
    with fn.block() as out, fn.count(c(0), fn.let(select(lt(one, other), one, other))) as i:
        first, second = low.held(a.get(i)), low.held(b.get(i))
        with fn.when(eqz(equal(low, first, second))):
            fn.set(result, less(low, first, second))
            fn.br(out)
    return result


def _pairs(low: Lowering, bag: BagV) -> ListV:
    """The kinds and numbers of a bag one after the other: bags are ordered like them."""
    at, fn = low.ctx.memory.space(8 * bag.size), low.fn
    end = fn.let_var(c(0))
    with fn.count(c(0), c(bag.size)) as i:
        number = fn.let(bag.get(i))
        with fn.when(number):
            fn.store("32", end, add(i, c(bag.low)), at)
            fn.store("32", end, number, at + 4)
            fn.set(end, add(end, c(8)))
    return ListV(op2("shr_u", end, c(2)), lambda i: load("i32", mul(i, c(4)), at))


def _words(value: PiecesV) -> ListV:
    return ListV(op2("shr_u", sub(value.end, value.at), c(2)), lambda i: load("i32", add(mul(i, c(4)), value.at)))
