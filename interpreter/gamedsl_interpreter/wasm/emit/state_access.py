"""Values in a state, coded as the layout says: the codings of `gamedsl.graph.bytes.codings`, read and written at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from gamedsl.graph.bytes.codings import (
    Coding,
    Counted,
    Listed,
    Mask,
    Ordinal,
    Perhaps,
    Placed,
    Plain,
    Present,
    Ranked,
    size_of,
    type_coding,
)
from gamedsl.graph.bytes.scales import Scale
from gamedsl.graph.model import types
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.context import is_bits, table_of
from gamedsl_interpreter.wasm.emit.ir import (
    Ir,
    add,
    band,
    c,
    c64,
    ge,
    load,
    lt,
    mul,
    ne,
    op2,
    select,
    sub,
    wide,
    wrap,
)
from gamedsl_interpreter.wasm.emit.values import (
    NONE,
    BagV,
    ListV,
    MaskV,
    MaybeV,
    PiecesV,
    PieceV,
    RankV,
    Value,
    ZoneV,
    is_scalar,
)

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

_LOAD = {"B": "u8", "b": "s8", "H": "u16", "h": "s16", "I": "i32", "i": "i32"}
_STORE = {"B": "8", "b": "8", "H": "16", "h": "16", "I": "32", "i": "32"}
_WIDTH = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4, "Q": 8}


def get(low: Lowering, of: types.Type, at: Ir) -> Value:
    """The value in a state at an address."""
    return _get(low, type_coding(low.game, of), of, at)


def put(low: Lowering, of: types.Type, at: Ir, value: Value) -> None:
    """Writes a value into a state."""
    _put(low, type_coding(low.game, of), of, at, value)


# ---------------------------------------------------------------- numbers on scales


def _first(scale: Scale) -> int:
    return scale.kinds[0] if scale.kinds else scale.low


def _is_dense(scale: Scale) -> bool:
    """Whether the values of a scale follow each other without gaps."""
    return all(kind == scale.kinds[0] + i for i, kind in enumerate(scale.kinds))


def _value(low: Lowering, scale: Scale, number: Ir) -> Ir:
    """What stands at a place of a scale."""
    if _is_dense(scale):
        return add(number, c(_first(scale)))
    return table_of(low.ctx, list(scale.kinds), number)


def _number(low: Lowering, scale: Scale, value: Ir) -> Ir:
    """The place of a value on a scale; some number for what has none."""
    first = _first(scale)
    if _is_dense(scale):
        return sub(value, c(first))
    places = [scale.number_of.get(types.KindId(kind), 0) for kind in range(first, scale.kinds[-1] + 1)]
    i = low.fn.cheap(sub(value, c(first)))
    return table_of(low.ctx, places, select(op2("lt_u", i, c(len(places))), i, c(0)))


# ---------------------------------------------------------------- reading


def _get(low: Lowering, coding: Coding, of: types.Type, at: Ir) -> Value:
    match coding:
        case Plain(code):
            return load(_LOAD[code], at)
        case Ordinal(scale):
            return _value(low, scale, load(_LOAD[coding.codes], at))
        case Perhaps(scale):
            return _get_perhaps(low, coding, scale, of, at)
        case Present():
            return _get_present(low, coding, of, at)
        case Placed(kinds):
            code = coding.codes[1]
            return PieceV(add(load("u16", at), c(-1)), _value(low, kinds, load(_LOAD[code], at, 2)))
        case Mask():
            return _get_mask(low, coding, of, at)
        case Counted(scale, code):
            return _get_bag(low, scale, code, of, at)
        case Listed(inner) if isinstance(of, types.ListOf):
            return _list(low, coding, inner, of.of, at)
        case Listed() if isinstance(of, types.Pieces):
            return get_pieces(low, coding, at, add(low.scratch(of), c(4)))
        case Ranked(elements) if isinstance(of, types.Ranking):
            items = _list(low, elements, elements.of, of.of, at)
            bits = size_of(elements)
            return RankV(
                items.count,
                items.get,
                lambda i: band(op2("shr_u", load("u8", add(op2("shr_u", i, c(3)), at), bits), band(i, c(7))), c(1)),
            )
        case _:
            raise AssertionError(f"{type(coding).__name__} codes no {type(of).__name__}")


def _get_perhaps(low: Lowering, coding: Perhaps, scale: Scale, of: types.Type, at: Ir) -> Ir:
    raw, none = load(_LOAD[coding.codes], at), low.ctx.none_of(of)
    if not scale.count:
        return c(none)
    first = _first(scale)
    if first == 0 and none == NONE and _is_dense(scale):
        return add(raw, c(-1))
    raw = low.fn.cheap(raw)
    if _is_dense(scale):
        return select(raw, add(raw, c(first - 1)), c(none))
    return table_of(low.ctx, [none, *scale.kinds], raw)


def _get_present(low: Lowering, coding: Present, of: types.Type, at: Ir) -> Value:
    there = load("u8", at)
    inner = of.of if isinstance(of, types.Optional) else of
    value = _get(low, coding.of, inner, add(at, c(1)))
    match value:
        case Ir():
            return select(there, value, c(NONE))
        case PieceV(zone, kind):
            return PieceV(select(there, zone, c(NONE)), select(there, kind, c(NONE)))
        case _:
            return MaybeV(low.fn.cheap(there), value)


def _get_mask(low: Lowering, coding: Mask, of: types.Type, at: Ir) -> Value:
    scale = coding.scale
    assert isinstance(of, types.SetOf)
    if is_bits(low.game, of.of) and _is_dense(scale):
        return MaskV(_words(coding.codes, at), _first(scale))
    from gamedsl_interpreter.wasm.emit import sets

    fn = low.fn
    at = fn.cheap(at)
    if is_bits(low.game, of.of):
        builder = sets.Builder(low, of.of)
        with fn.count(c(0), c(scale.count)) as i, fn.when(_bit(at, i)):
            builder.add(_value(low, scale, i))
        return builder.made()
    gathered = sets.Gathering(low, of)
    with fn.count(c(0), c(scale.count)) as i, fn.when(_bit(at, i)):
        if scale.places:
            kinds = len(scale.kinds)
            place, kind = op2("div_u", i, c(kinds)), op2("rem_u", i, c(kinds))
            gathered.last(PieceV(fn.let(sub(place, c(1))), fn.let(table_of(low.ctx, list(scale.kinds), kind))))
        else:
            gathered.last(fn.let(_value(low, scale, i)))
    return gathered.made()


def _bit(at: Ir, i: Ir) -> Ir:
    return band(op2("shr_u", load("u8", add(op2("shr_u", i, c(3)), at)), band(i, c(7))), c(1))


def _get_bag(low: Lowering, scale: Scale, code: str, of: types.Type, at: Ir) -> BagV:
    assert isinstance(of, types.Bag)
    if _is_dense(scale):
        return BagV(_first(scale), scale.count, lambda i: load(_LOAD[code], add(mul(i, c(_WIDTH[code])), at)))
    first, size = scale_span(low.game, of.of)
    places = [scale.number_of.get(types.KindId(first + i), -1) for i in range(size)]

    def number(i: Ir) -> Ir:
        place = low.fn.let(table_of(low.ctx, places, i))
        inside = ge(place, c(0))
        where = add(mul(select(inside, place, c(0)), c(_WIDTH[code])), at)
        return select(inside, load(_LOAD[code], where), c(0))

    return BagV(first, size, number)


def _words(codes: str, at: Ir) -> tuple[Ir, ...]:
    if codes[0] == "Q":
        return tuple(load("i64", at, 8 * i) for i in range(len(codes)))
    return (wide(load(_LOAD[codes], at)),)


def _list(low: Lowering, coding: Listed, inner: Coding, of: types.Type, at: Ir) -> ListV:
    length = coding.codes[0]
    step = size_of(inner)
    start = add(at, c(_WIDTH[length]))
    return ListV(load(_LOAD[length], at), lambda i: _get(low, inner, of, add(mul(i, c(step)), start)))


def get_pieces(low: Lowering, coding: Listed, at: Ir, to: Ir) -> PiecesV:
    """Piece entries of a state, written out to working memory at `to`."""
    fn, length = low.fn, coding.codes[0]
    placed = coding.of
    assert isinstance(placed, Placed)
    step, kind_code = size_of(placed), placed.codes[1]
    entry, source = fn.let_var(to), fn.let_var(add(at, c(_WIDTH[length])))
    with fn.count(c(0), fn.let(load(_LOAD[length], at))):
        fn.store("32", entry, add(load("u16", source), c(-1)))
        fn.store("32", entry, _value(low, placed.kinds, load(_LOAD[kind_code], source, 2)), 4)
        fn.store("32", entry, load(_LOAD[placed.count_code], source, 2 + _WIDTH[kind_code]), 8)
        fn.set(entry, add(entry, c(12)))
        fn.set(source, add(source, c(step)))
    return PiecesV(to, entry)


# ---------------------------------------------------------------- writing


def _put(low: Lowering, coding: Coding, of: types.Type, at: Ir, value: Value) -> None:
    fn = low.fn
    if isinstance(value, ZoneV):
        value = value.instance
    match coding, value:
        case Plain(code), Ir():
            fn.store(_STORE[code], at, value)
        case Ordinal(scale), Ir():
            fn.store(_STORE[coding.codes], at, _number(low, scale, value))
        case Perhaps(scale), Ir():
            _put_perhaps(low, coding, scale, of, at, value)
        case Present(), _:
            _put_present(low, coding, of, at, value)
        case Placed(kinds), PieceV():
            fn.store("16", at, add(value.zone, c(1)))
            fn.store(_STORE[coding.codes[1]], at, _number(low, kinds, value.kind), 2)
        case Mask(), MaskV() | ListV():
            _put_mask(low, coding, of, at, value)
        case Counted(scale, code), BagV():
            _put_bag(low, coding, scale, code, at, value)
        case Listed(inner), ListV() if isinstance(of, types.ListOf):
            _put_list(low, coding, inner, of.of, at, value)
        case Listed(Placed(kinds, code)), PiecesV():
            _put_pieces(low, coding, kinds, code, at, value)
        case Ranked(elements), RankV() if isinstance(of, types.Ranking):
            _put_list(low, elements, elements.of, of.of, at, ListV(value.count, value.get))
            bits = add(at, c(size_of(elements)))
            fn.fill(bits, c(-(-elements.most // 8)))
            with fn.count(c(0), fn.let(value.count)) as i:
                here = fn.let(add(bits, op2("shr_u", i, c(3))))
                fn.store("8", here, op2("or", load("u8", here), op2("shl", value.begins(i), band(i, c(7)))))
        case _:
            raise AssertionError(f"{type(value).__name__} written as {type(coding).__name__}")


def _put_perhaps(low: Lowering, coding: Perhaps, scale: Scale, of: types.Type, at: Ir, value: Ir) -> None:
    none, kind = low.ctx.none_of(of), _STORE[coding.codes]
    if not scale.count:
        low.fn.store(kind, at, c(0))
    elif none == NONE and _first(scale) == 0 and _is_dense(scale):
        low.fn.store(kind, at, add(value, c(1)))
    else:
        value = low.fn.cheap(value)
        low.fn.store(kind, at, select(ne(value, c(none)), add(_number(low, scale, value), c(1)), c(0)))


def _put_present(low: Lowering, coding: Present, of: types.Type, at: Ir, value: Value) -> None:
    fn = low.fn
    inner = of.of if isinstance(of, types.Optional) else of
    match value:
        case Ir() if is_scalar(inner):
            value = fn.cheap(value)
            there: Ir = ge(value, c(0))
        case Ir():
            there = c(0)  # none itself
        case PieceV(_, kind):
            there = ge(fn.cheap(kind), c(0))
        case MaybeV(there):
            value = value.value
        case _:
            there = c(1)
    test = fn.let_var(there)
    fn.store("8", at, test)
    with fn.when(test):
        _put(low, coding.of, inner, add(at, c(1)), value)
    with fn.orelse():
        fn.fill(add(at, c(1)), c(size_of(coding.of)))


def _put_mask(low: Lowering, coding: Mask, of: types.Type, at: Ir, value: MaskV | ListV) -> None:
    from gamedsl_interpreter.wasm.emit import sets, streams

    fn, scale = low.fn, coding.scale
    assert isinstance(of, types.SetOf)
    if isinstance(value, MaskV) and _is_dense(scale):
        value = sets.rescaled(low, value, of.of)
        if coding.codes[0] == "Q":
            for i in range(len(coding.codes)):
                fn.store("i64", at, value.words[i] if i < len(value.words) else c64(0), 8 * i)
        else:
            fn.store(_STORE[coding.codes], at, wrap(value.words[0]))
        return
    at = fn.cheap(at)
    fn.fill(at, c(size_of(coding)))

    def mark(element: Value, _: Ir) -> None:
        if isinstance(element, PieceV):
            number = add(mul(add(element.zone, c(1)), c(len(scale.kinds))), _number(low, scale, element.kind))
        else:
            number = _number(low, scale, cast(Ir, element))
        number = fn.let(number)
        here = fn.let(add(at, op2("shr_u", number, c(3))))
        fn.store("8", here, op2("or", load("u8", here), op2("shl", c(1), band(number, c(7)))))

    streams.of_value(low, value, mark)


def _put_bag(low: Lowering, coding: Counted, scale: Scale, code: str, at: Ir, value: BagV) -> None:
    fn = low.fn
    fn.fill(at, c(size_of(coding)))
    if not _is_dense(scale):
        with fn.count(c(0), c(value.size)) as i:
            number = fn.let(value.get(i))
            with fn.when(number):
                place = _number(low, scale, add(i, c(value.low)))
                fn.store(_STORE[code], add(mul(place, c(_WIDTH[code])), at), number)
        return
    shift = value.low - _first(scale)
    with fn.count(c(max(0, -shift)), c(min(value.size, scale.count - shift))) as i:
        fn.store(_STORE[code], add(mul(add(i, c(shift)), c(_WIDTH[code])), at), value.get(i))


def _put_list(low: Lowering, coding: Listed, inner: Coding, of: types.Type, at: Ir, value: ListV) -> None:
    fn, length, step = low.fn, coding.codes[0], size_of(inner)
    count = fn.let(value.count)
    low.room(op2("le_s", count, c(coding.most)))
    start = fn.let(add(at, c(_WIDTH[length])))
    with fn.count(c(0), count) as i:
        _put(low, inner, of, fn.let(add(mul(i, c(step)), start)), low.held(value.get(i)))
    fn.fill(add(mul(count, c(step)), start), mul(sub(c(coding.most), count), c(step)))
    fn.store(_STORE[length], at, count)


def _put_pieces(low: Lowering, coding: Listed, kinds: Scale, code: str, at: Ir, value: PiecesV) -> None:
    fn, length = low.fn, coding.codes[0]
    step = size_of(coding.of)
    kind_code = coding.of.codes[1]
    fn.fill(at, c(size_of(coding)))
    entry, count = fn.let_var(value.at), fn.let_var(c(0))
    to = fn.let_var(add(at, c(_WIDTH[length])))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(entry, value.end))
        low.room(lt(count, c(coding.most)))
        fn.store("16", to, add(load("i32", entry), c(1)))
        fn.store(_STORE[kind_code], to, _number(low, kinds, load("i32", entry, 4)), 2)
        fn.store(_STORE[code], to, load("i32", entry, 8), 2 + _WIDTH[kind_code])
        fn.set(count, add(count, c(1)))
        fn.set(entry, add(entry, c(12)))
        fn.set(to, add(to, c(step)))
        fn.br(again)
    fn.store(_STORE[length], at, count)


def restore(low: Lowering, of: types.Type, at: Ir, to: int) -> None:
    """A local of a state back to its place in working memory."""
    from gamedsl_interpreter.wasm.emit import scratch_values as memory

    coding = type_coding(low.game, of)
    if isinstance(of, types.Pieces):
        assert isinstance(coding, Listed)
        pieces = get_pieces(low, coding, at, c(to + 4))
        low.fn.store("32", c(to), sub(pieces.end, pieces.at))
    else:
        memory.put(low, of, c(to), low.held(_get(low, coding, of, at)))


def is_small(value: Value) -> bool:
    """Whether a value is a few numbers that can stay in locals."""
    return isinstance(value, Ir | PieceV | ZoneV) or (isinstance(value, MaskV) and len(value.words) == 1)


def is_single(of: types.Type) -> bool:
    """Whether a value is written with one store."""
    inner = of.of if isinstance(of, types.Optional) else of
    return isinstance(
        inner,
        types.Int | types.Flag | types.Enum | types.Position | types.Player | types.Row | types.Direction | types.Kind,
    )
