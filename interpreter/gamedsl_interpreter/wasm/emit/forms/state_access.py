"""Values in a state: reads and writes the codings of `gamedsl.graph.bytes.codings` at run time, as the layout prescribes."""

from __future__ import annotations

from gamedsl.graph.bytes import codings
from gamedsl.graph.bytes.scales import Scale
from gamedsl.graph.model import types
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, ge, load, lt, ne, op2, select, wide, wrap
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import masks, sorted_sets
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import InOrder, ListV, MaybeV, RankV, Value, expect, iterate, pin
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_bits, is_scalar

LOADS = {"B": "u8", "b": "s8", "H": "u16", "h": "s16", "I": "i32", "i": "i32"}
_STORE = {"B": "8", "b": "8", "H": "16", "h": "16", "I": "32", "i": "32"}
WORD_BYTES = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4, "Q": 8}
"""The bytes of the words of a coding, by their code."""


def get(code: Emitter, of: types.Type, at: Ir) -> Value:
    """Reads the value in a state at an address."""
    return _get(code, codings.type_coding(code.game, of), of, at)


def put(code: Emitter, of: types.Type, at: Ir, value: Value) -> None:
    """Writes a value into a state."""
    _put(code, codings.type_coding(code.game, of), of, at, value)


# ---------------------------------------------------------------- numbers on scales


def _find_first(scale: Scale) -> int:
    return scale.kinds[0] if scale.kinds else scale.low


def _is_dense(scale: Scale) -> bool:
    """Whether the values of a scale follow each other without gaps."""
    return all(kind == scale.kinds[0] + i for i, kind in enumerate(scale.kinds))


def _value(code: Emitter, scale: Scale, number: Ir) -> Ir:
    """Gives the value at a place of a scale."""
    if _is_dense(scale):
        return number + _find_first(scale)
    return code.from_table(list(scale.kinds), number)


def _number(code: Emitter, scale: Scale, value: Ir) -> Ir:
    """Gives the place of a value on a scale; an arbitrary place for a value that is not on it."""
    first = _find_first(scale)
    if _is_dense(scale):
        return value - first
    places = [scale.number_of.get(types.KindId(kind), 0) for kind in range(first, scale.kinds[-1] + 1)]
    i = code.fn.reuse(value - first)
    return code.from_table(places, select(op2("lt_u", i, c(len(places))), i, c(0)))


# ---------------------------------------------------------------- reading


def _get(code: Emitter, coding: codings.Coding, of: types.Type, at: Ir) -> Value:
    match coding:
        case codings.Plain(word_code):
            return load(LOADS[word_code], at)
        case codings.Ordinal(scale):
            return _value(code, scale, load(LOADS[coding.codes], at))
        case codings.Perhaps(scale):
            return _get_perhaps(code, coding, scale, of, at)
        case codings.Present():
            return _get_present(code, coding, of, at)
        case codings.Placed(kinds):
            word_code = coding.codes[1]
            return PieceV(load("u16", at) - 1, _value(code, kinds, load(LOADS[word_code], at, 2)))
        case codings.Mask():
            return _get_mask(code, coding, of, at)
        case codings.Counted(scale, word_code):
            return _get_bag(code, scale, word_code, of, at)
        case codings.Listed(inner) if isinstance(of, types.ListOf | types.SetOf):
            return _list(code, coding, inner, of.of, at)
        case codings.Listed() if isinstance(of, types.Pieces):
            return get_pieces(code, coding, at, code.scratch(of) + 4)
        case codings.Ranked(elements) if isinstance(of, types.Ranking):
            items = _list(code, elements, elements.of, of.of, at)
            bits = codings.size_of(elements)
            return RankV(
                items.count,
                items.get,
                items.most,
                begins=lambda i: (load("u8", (i >> 3) + at, bits) >> (i & 7)) & 1,
            )
        case _:
            raise AssertionError(f"{type(coding).__name__} codes no {type(of).__name__}")


def _get_perhaps(code: Emitter, coding: codings.Perhaps, scale: Scale, of: types.Type, at: Ir) -> Ir:
    raw, none = load(LOADS[coding.codes], at), code.ctx.none_of(of)
    if not scale.count:
        return c(none)
    first = _find_first(scale)
    if first == 0 and none == NONE and _is_dense(scale):
        return raw - 1
    raw = code.fn.reuse(raw)
    if _is_dense(scale):
        return select(raw, raw + (first - 1), c(none))
    return code.from_table([none, *scale.kinds], raw)


def _get_present(code: Emitter, coding: codings.Present, of: types.Type, at: Ir) -> Value:
    there = load("u8", at)
    inner = types.plain(of)
    value = _get(code, coding.of, inner, at + 1)
    match value:
        case Ir():
            return select(there, value, c(NONE))
        case PieceV(zone, kind):
            return PieceV(select(there, zone, c(NONE)), select(there, kind, c(NONE)))
        case _:
            return MaybeV(code.fn.reuse(there), value)


def _get_mask(code: Emitter, coding: codings.Mask, of: types.Type, at: Ir) -> Value:
    scale = coding.scale
    assert isinstance(of, types.SetOf)
    if is_bits(code.game, of.of) and _is_dense(scale):
        return MaskV(mask_words(coding.codes, at), _find_first(scale))

    fn = code.fn
    at = fn.reuse(at)
    if is_bits(code.game, of.of):
        builder = masks.Builder(code, of.of)
        with fn.count(c(0), c(scale.count)) as i, fn.when(_bit(at, i)):
            builder.add(_value(code, scale, i))
        return builder.finish()
    sorted_set = sorted_sets.SortedSetBuilder(code, of)
    with fn.count(c(0), c(scale.count)) as i, fn.when(_bit(at, i)):
        if scale.places:
            kinds = len(scale.kinds)
            place, kind = op2("div_u", i, c(kinds)), op2("rem_u", i, c(kinds))
            sorted_set.last(PieceV(fn.let(place - 1), fn.let(code.from_table(list(scale.kinds), kind))))
        else:
            sorted_set.last(fn.let(_value(code, scale, i)))
    return sorted_set.finish()


def _bit(at: Ir, i: Ir) -> Ir:
    return (load("u8", (i >> 3) + at) >> (i & 7)) & 1


def _get_bag(code: Emitter, scale: Scale, word_code: str, of: types.Type, at: Ir) -> BagV:
    assert isinstance(of, types.Bag)
    if _is_dense(scale):
        return BagV(_find_first(scale), scale.count, lambda i: load(LOADS[word_code], i * WORD_BYTES[word_code] + at))
    first, size = scale_span(code.game, of.of)
    places = [scale.number_of.get(types.KindId(first + i), -1) for i in range(size)]

    def number(i: Ir) -> Ir:
        place = code.fn.let(code.from_table(places, i))
        inside = ge(place, c(0))
        where = select(inside, place, c(0)) * WORD_BYTES[word_code] + at
        return select(inside, load(LOADS[word_code], where), c(0))

    return BagV(first, size, number)


def mask_words(codes: str, at: Ir) -> tuple[Ir, ...]:
    """Loads the words of a mask at an address, as 64 bits each."""
    if codes[0] == "Q":
        return tuple(load("i64", at, 8 * i) for i in range(len(codes)))
    return (wide(load(LOADS[codes], at)),)


def _list(code: Emitter, coding: codings.Listed, inner: codings.Coding, of: types.Type, at: Ir) -> ListV:
    length = coding.codes[0]
    step = codings.size_of(inner)
    start = at + WORD_BYTES[length]
    return ListV(load(LOADS[length], at), lambda i: _get(code, inner, of, i * step + start), coding.most)


def get_pieces(code: Emitter, coding: codings.Listed, at: Ir, to: Ir) -> PiecesV:
    """Reads piece entries of a state into working memory at `to`."""
    fn, length = code.fn, coding.codes[0]
    placed = coding.of
    assert isinstance(placed, codings.Placed)
    step, kind_code = codings.size_of(placed), placed.codes[1]
    entry, source = fn.let_var(to), fn.let_var(at + WORD_BYTES[length])
    with fn.count(c(0), fn.let(load(LOADS[length], at))):
        fn.store("32", entry, load("u16", source) - 1)
        fn.store("32", entry, _value(code, placed.kinds, load(LOADS[kind_code], source, 2)), 4)
        fn.store("32", entry, load(LOADS[placed.count_code], source, 2 + WORD_BYTES[kind_code]), 8)
        fn.set(entry, entry + 12)
        fn.set(source, source + step)
    return PiecesV(to, entry)


# ---------------------------------------------------------------- writing


def _put(code: Emitter, coding: codings.Coding, of: types.Type, at: Ir, value: Value) -> None:
    fn = code.fn
    if isinstance(value, ZoneV):
        value = value.instance
    match coding, value:
        case codings.Plain(word_code), Ir():
            fn.store(_STORE[word_code], at, value)
        case codings.Ordinal(scale), Ir():
            fn.store(_STORE[coding.codes], at, _number(code, scale, value))
        case codings.Perhaps(scale), Ir():
            _put_perhaps(code, coding, scale, of, at, value)
        case codings.Present(), _:
            _put_present(code, coding, of, at, value)
        case codings.Placed(kinds), PieceV():
            fn.store("16", at, value.zone + 1)
            fn.store(_STORE[coding.codes[1]], at, _number(code, kinds, value.kind), 2)
        case codings.Mask(), MaskV() | ListV():
            _put_mask(code, coding, of, at, value)
        case codings.Counted(scale, word_code), BagV():
            _put_bag(code, coding, scale, word_code, at, value)
        case codings.Listed(inner), ListV() if isinstance(of, types.ListOf | types.SetOf):
            _put_list(code, coding, inner, of.of, at, value)
        case codings.Listed(codings.Placed()), LanesV():
            _put(code, coding, of, at, value.entries(code))
        case codings.Listed(codings.Placed(kinds, word_code)), PiecesV():
            _put_pieces(code, coding, kinds, word_code, at, value)
        case codings.Ranked(elements), RankV() if isinstance(of, types.Ranking):
            _put_list(code, elements, elements.of, of.of, at, value)
            bits = at + codings.size_of(elements)
            fn.fill(bits, c(-(-elements.most // 8)))
            with fn.count(c(0), fn.let(value.count)) as i:
                here = fn.let(bits + (i >> 3))
                fn.store("8", here, load("u8", here) | (value.begins(i) << (i & 7)))
        case _:
            raise AssertionError(f"{type(value).__name__} written as {type(coding).__name__}")


def _put_perhaps(code: Emitter, coding: codings.Perhaps, scale: Scale, of: types.Type, at: Ir, value: Ir) -> None:
    none, kind = code.ctx.none_of(of), _STORE[coding.codes]
    if not scale.count:
        code.fn.store(kind, at, c(0))
    elif none == NONE and _find_first(scale) == 0 and _is_dense(scale):
        code.fn.store(kind, at, value + 1)
    else:
        value = code.fn.reuse(value)
        code.fn.store(kind, at, select(ne(value, c(none)), _number(code, scale, value) + 1, c(0)))


def _put_present(code: Emitter, coding: codings.Present, of: types.Type, at: Ir, value: Value) -> None:
    fn = code.fn
    inner = types.plain(of)
    match value:
        case Ir() if is_scalar(inner):
            value = fn.reuse(value)
            there: Ir = ge(value, c(0))
        case Ir():  # the value is none
            fn.fill(at, c(codings.size_of(coding)))
            return
        case PieceV(_, kind):
            there = ge(fn.reuse(kind), c(0))
        case MaybeV(there):
            value = value.value
        case _:
            there = c(1)
    test = fn.let_var(there)
    fn.store("8", at, test)
    with fn.when(test):
        _put(code, coding.of, inner, at + 1, value)
    with fn.orelse():
        fn.fill(at + 1, c(codings.size_of(coding.of)))


def _put_mask(code: Emitter, coding: codings.Mask, of: types.Type, at: Ir, value: MaskV | ListV) -> None:

    fn, scale = code.fn, coding.scale
    assert isinstance(of, types.SetOf)
    if isinstance(value, MaskV) and _is_dense(scale):
        value = masks.rescale(code, value, of.of)
        if coding.codes[0] == "Q":
            for i in range(len(coding.codes)):
                fn.store("i64", at, value.words[i] if i < len(value.words) else c64(0), 8 * i)
        else:
            fn.store(_STORE[coding.codes], at, wrap(value.words[0]))
        return
    at = fn.reuse(at)
    fn.fill(at, c(codings.size_of(coding)))

    def mark(element: Value, _: Ir) -> None:
        if isinstance(element, PieceV):
            number = (element.zone + 1) * len(scale.kinds) + _number(code, scale, element.kind)
        else:
            number = _number(code, scale, expect(Ir, element))
        number = fn.let(number)
        here = fn.let(at + (number >> 3))
        fn.store("8", here, load("u8", here) | (c(1) << (number & 7)))

    iterate(code, value, mark)


def _put_bag(code: Emitter, coding: codings.Counted, scale: Scale, word_code: str, at: Ir, value: BagV) -> None:
    fn = code.fn
    fn.fill(at, c(codings.size_of(coding)))
    if not _is_dense(scale):
        with fn.count(c(0), c(value.size)) as i:
            number = fn.let(value.get(i))
            with fn.when(number):
                place = _number(code, scale, i + value.low)
                fn.store(_STORE[word_code], place * WORD_BYTES[word_code] + at, number)
        return

    def write(i: Ir, number: Ir) -> None:
        fn.store(_STORE[word_code], i * WORD_BYTES[word_code] + at, number)

    value.store(code, _find_first(scale), scale.count, write)


def _put_list(
    code: Emitter, coding: codings.Listed, inner: codings.Coding, of: types.Type, at: Ir, value: InOrder
) -> None:
    fn, length, step = code.fn, coding.codes[0], codings.size_of(inner)
    start = fn.let(at + WORD_BYTES[length])

    def write(i: Ir, element: Value) -> None:
        _put(code, inner, of, fn.let(i * step + start), pin(code, element))

    count = value.store(code, coding.most, write)
    fn.fill(count * step + start, (c(coding.most) - count) * step)
    fn.store(_STORE[length], at, count)


def _put_pieces(code: Emitter, coding: codings.Listed, kinds: Scale, word_code: str, at: Ir, value: PiecesV) -> None:
    fn, length = code.fn, coding.codes[0]
    step = codings.size_of(coding.of)
    kind_code = coding.of.codes[1]
    fn.fill(at, c(codings.size_of(coding)))
    entry, count = fn.let_var(value.at), fn.let_var(c(0))
    to = fn.let_var(at + WORD_BYTES[length])
    with fn.until(ge(entry, value.end)):
        code.room(lt(count, c(coding.most)))
        fn.store("16", to, load("i32", entry) + 1)
        fn.store(_STORE[kind_code], to, _number(code, kinds, load("i32", entry, 4)), 2)
        fn.store(_STORE[word_code], to, load("i32", entry, 8), 2 + WORD_BYTES[kind_code])
        fn.set(count, count + 1)
        fn.set(entry, entry + 12)
        fn.set(to, to + step)
    fn.store(_STORE[length], at, count)


def is_small(value: Value) -> bool:
    """Whether a value is a few numbers that can stay in locals."""
    return isinstance(value, Ir | PieceV | ZoneV | LanesV) or (isinstance(value, MaskV) and len(value.words) == 1)


def is_single(of: types.Type) -> bool:
    """Whether a value is read with one load, and written with one store."""
    inner = types.plain(of)
    return isinstance(
        inner,
        types.Int | types.Flag | types.Enum | types.Position | types.Player | types.Row | types.Direction | types.Kind,
    )
