"""Compares two values: whether they are equal, and which one comes first."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eq, eqz, load, lt, ne, op2, select
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import masks
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, RankV, Value, expect, iterate, pin


def pieces(code: Emitter, a: PieceV, b: PieceV) -> Ir:
    """Tests whether two pieces have the same kind and place, or are both none."""
    kind = code.fn.reuse(a.kind)
    return eq(kind, b.kind) & (lt(kind, c(0)) | eq(a.zone, b.zone))


def equal(code: Emitter, a: Value, b: Value) -> Ir:
    """Tests whether two values of one form are equal."""
    a, b = _list_pieces(code, a), _list_pieces(code, b)
    match a, b:
        case ZoneV(), _:
            return equal(code, a.instance, b)
        case _, ZoneV():
            return equal(code, a, b.instance)
        case Ir(), Ir():
            return eq(a, b)
        case PieceV(), PieceV():
            return pieces(code, a, b)
        case (MaybeV(), _) | (_, MaybeV()):
            return _compare_optional(code, a, b)
        case (Ir(), _) | (_, Ir()):
            return c(0)  # a collection is not none
        case MaskV(), MaskV():
            return _sets(code, a, b)
        case ListV(), ListV():
            return _lists(code, a, b)
        case BagV(), BagV():
            return _bags(code, a, b)
        case PiecesV(), PiecesV():
            return _entries(code, a, b)
        case RankV(), RankV():
            return _rankings(code, a, b)
        case (MaskV(), ListV()) | (ListV(), MaskV()):
            return _lists(code, as_list(code, a), as_list(code, b))
        case _:
            raise AssertionError(f"{type(a).__name__} and {type(b).__name__} are of different forms")


def _list_pieces(code: Emitter, value: Value) -> Value:
    """Turns lanes into entries."""

    return value.entries(code) if isinstance(value, LanesV) else value


def _compare_optional(code: Emitter, a: Value, b: Value) -> Ir:
    """Tests two collections for equality, of which one or both may be none. A value that is a number is certainly none."""
    fn = code.fn
    one, other = _is_there(a), _is_there(b)
    result = fn.let_var(eq(one, other))
    if isinstance(a, Ir) or isinstance(b, Ir):
        return result
    with fn.when(result & one):
        first = a.value if isinstance(a, MaybeV) else a
        fn.set(result, equal(code, first, b.value if isinstance(b, MaybeV) else b))
    return result


def _is_there(value: Value) -> Ir:
    return value.there if isinstance(value, MaybeV) else c(int(not isinstance(value, Ir)))


def _sets(code: Emitter, a: MaskV, b: MaskV) -> Ir:

    first = min(a.low, b.low)
    end = max(a.low + 64 * len(a.words), b.low + 64 * len(b.words))
    words = -(-(end - first) // 64)
    result = c(1)
    for one, other in zip(
        masks.move_words(code, a, first, words), masks.move_words(code, b, first, words), strict=True
    ):
        result = eq(one, other) & result
    return result


def as_list(code: Emitter, value: MaskV | ListV | Value) -> ListV:
    """Gives a set as a list of its elements."""
    if isinstance(value, ListV):
        return value

    value = expect(MaskV, value)
    at, fn = code.ctx.memory.space(4 * 64 * len(value.words)), code.fn
    end = fn.let_var(c(0))

    def write(bit: Ir) -> None:
        fn.store("32", end, bit, at)
        fn.set(end, end + 4)

    value.each_bit(code, write)
    return ListV(end >> 2, lambda i: load("i32", i * 4, at))


def _lists(code: Emitter, a: ListV | RankV, b: ListV | RankV) -> Ir:
    return _all_equal(code, a.count, b.count, lambda i: eqz(equal(code, pin(code, a.get(i)), pin(code, b.get(i)))))


def _rankings(code: Emitter, a: RankV, b: RankV) -> Ir:
    def differ(i: Ir) -> Ir:
        same = code.fn.let(eq(a.begins(i), b.begins(i)))
        return eqz(same & equal(code, pin(code, a.get(i)), pin(code, b.get(i))))

    return _all_equal(code, a.count, b.count, differ)


def _entries(code: Emitter, a: PiecesV, b: PiecesV) -> Ir:
    def differ(i: Ir) -> Ir:
        where = code.fn.let(i * 4)
        return ne(load("i32", a.at + where), load("i32", b.at + where))

    return _all_equal(code, a.end - a.at, b.end - b.at, differ, size=4)


def _all_equal(code: Emitter, count: Ir, other: Ir, differ: Callable[[Ir], Ir], size: int = 1) -> Ir:
    """Tests whether two lengths are equal, and no element differs; an element has `size` (1 or 4) units of the lengths."""
    fn = code.fn
    count = fn.let(count)
    result = fn.let_var(eq(count, other))
    number = count if size == 1 else count >> 2
    with fn.when(result), fn.block() as out, fn.count(c(0), number) as i, fn.when(differ(i)):
        fn.set(result, c(0))
        fn.br(out)
    return result


def _bags(code: Emitter, a: BagV, b: BagV) -> Ir:
    fn = code.fn
    first, end = min(a.low, b.low), max(a.low + a.size, b.low + b.size)
    result = fn.let_var(c(1))
    with fn.block() as out, fn.count(c(0), c(end - first)) as i:
        if (a.low, a.size) == (b.low, b.size):
            different = ne(a.get(i), b.get(i))
        else:
            different = ne(_in_bag(code, a, i, first), _in_bag(code, b, i, first))
        with fn.when(different):
            fn.set(result, c(0))
            fn.br(out)
    return result


def _in_bag(code: Emitter, bag: BagV, i: Ir, first: int) -> Ir:
    """Loads the count of `first + i`."""
    place = code.fn.let(i - (bag.low - first))
    inside = code.fn.let(op2("lt_u", place, c(bag.size)))
    return code.fn.let(select(inside, bag.get(code.fn.let(select(inside, place, c(0)))), c(0)))


# ---------------------------------------------------------------- order


def is_there(code: Emitter, value: Value, of: types.Type) -> Ir:
    """Tests whether a value is not none."""
    if not isinstance(of, types.Optional | types.Nothing):
        return c(1)
    match value:
        case PieceV(_, kind):
            return op2("ge_s", kind, c(0))
        case Ir():
            return ne(value, c(code.ctx.none_of(of)))
        case ZoneV(instance):
            return op2("ge_s", instance, c(0))
        case _:
            return value.there if isinstance(value, MaybeV) else c(1)


def comes_before(code: Emitter, a: Value, b: Value, of: types.Type) -> Ir:
    """Tests whether a comes before b in a set of this element type; none comes last."""
    if not isinstance(of, types.Optional):
        return less(code, a, b, of)
    fn = code.fn
    result = fn.let_var(is_there(code, a, of))
    with fn.when(result & is_there(code, b, of)):
        fn.set(result, less(code, a, b, of))
    return result


def less(code: Emitter, a: Value, b: Value, of: types.Type) -> Ir:
    """Tests whether a comes before b: numbers ascending, pieces by place and kind, collections by their first different element, shorter ones first.
    Neither is none."""
    a, b = _list_pieces(code, a), _list_pieces(code, b)
    match a, b:
        case Ir(), Ir():
            return lt(a, b)
        case (MaybeV(), _) | (_, MaybeV()):
            first = a.value if isinstance(a, MaybeV) else a
            return less(code, first, b.value if isinstance(b, MaybeV) else b, of)
        case PieceV(), PieceV():
            return lt(a.zone, b.zone) | (eq(a.zone, b.zone) & lt(a.kind, b.kind))
        case ((ListV() | MaskV()), (ListV() | MaskV())):
            return _list_less(code, as_list(code, a), as_list(code, b), of)
        case BagV(), BagV():
            return _list_less(code, _pairs(code, a), _pairs(code, b), types.WORD)
        case PiecesV(), PiecesV():
            return _list_less(code, _words(a), _words(b), types.WORD)
        case RankV(), RankV():
            return _list_less(code, a, b, of)
        case _:
            raise AssertionError(f"{type(a).__name__} has no order")


def _list_less(code: Emitter, a: ListV | RankV, b: ListV | RankV, of: types.Type) -> Ir:
    """Tests whether a comes before b. Where only one ranking begins a group, the group of the other one is longer, so it comes later."""
    fn, collection = code.fn, types.plain(of)
    element = collection.of if isinstance(collection, types.ListOf | types.SetOf | types.Ranking) else of
    one, other = fn.let(a.count), fn.let(b.count)
    result = fn.let_var(lt(one, other))
    with fn.block() as out, fn.count(c(0), fn.let(select(lt(one, other), one, other))) as i:
        if isinstance(a, RankV) and isinstance(b, RankV):
            begins = fn.let(a.begins(i))
            with fn.when(ne(begins, b.begins(i))):
                fn.set(result, begins)
                fn.br(out)
        first, second = pin(code, a.get(i)), pin(code, b.get(i))
        with fn.when(eqz(equal(code, first, second))):
            fn.set(result, comes_before(code, first, second, element))
            fn.br(out)
    return result


def _pairs(code: Emitter, bag: BagV) -> ListV:
    """Gives the kinds and counts of a bag one after the other. Bags are ordered like these lists."""
    at, fn = code.ctx.memory.space(8 * bag.size), code.fn
    end = fn.let_var(c(0))
    with fn.count(c(0), c(bag.size)) as i:
        number = fn.let(bag.get(i))
        with fn.when(number):
            fn.store("32", end, i + bag.low, at)
            fn.store("32", end, number, at + 4)
            fn.set(end, end + 8)
    return ListV(end >> 2, lambda i: load("i32", i * 4, at))


def _words(value: PiecesV) -> ListV:
    return ListV((value.end - value.at) >> 2, lambda i: load("i32", i * 4 + value.at))


def in_value(code: Emitter, collection: Value, item: Value) -> Ir:
    """Tests whether a value is an element of a collection."""
    if isinstance(collection, MaskV) and isinstance(item, Ir):
        return collection.has(code, item)
    fn = code.fn
    result = fn.let_var(c(0))

    def test(element: Value, _: Ir) -> None:
        with fn.when(equal(code, element, item)):
            fn.set(result, c(1))

    iterate(code, collection, test)
    return result
