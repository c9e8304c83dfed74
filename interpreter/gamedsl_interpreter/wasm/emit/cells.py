"""Values in a state, coded as the layout says: the codings of `gamedsl.graph.codings`, read and written at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from gamedsl.graph import types as t
from gamedsl.graph.codings import (
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
from gamedsl.graph.scales import Scale
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.ir import Ir, add, band, c, c64, ge, load, lt, mul, op2, select, sub, wide, wrap
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.emit.values import NONE, BagV, ListV, MaskV, PiecesV, PieceV, RankV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

_LOAD = {"B": "u8", "b": "s8", "H": "u16", "h": "s16", "I": "i32", "i": "i32"}
_STORE = {"B": "8", "b": "8", "H": "16", "h": "16", "I": "32", "i": "32"}
_WIDTH = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4}


def get(ctx: Context, of: t.Type, at: Ir) -> Value:
    """The value in a state at an address."""
    return _get(ctx, type_coding(ctx.game, of), of, at)


def put(low: Lowering, of: t.Type, at: Ir, value: Value) -> None:
    """Writes a value into a state."""
    _put(low, type_coding(low.game, of), of, at, value)


def first_of(scale: Scale) -> int:
    """The number that stands first on a scale without gaps."""
    if scale.places:
        raise Unsupported("sets of pieces in a position")
    if not scale.kinds:
        return scale.low
    if list(scale.kinds) != list(range(scale.kinds[0], scale.kinds[0] + len(scale.kinds))):
        raise Unsupported("values of kinds of classes that do not follow each other")
    return scale.kinds[0]


def _get(ctx: Context, coding: Coding, of: t.Type, at: Ir) -> Value:
    match coding:
        case Plain(code):
            return load(_LOAD[code], at)
        case Ordinal(scale):
            return add(load(_LOAD[coding.codes], at), c(first_of(scale)))
        case Perhaps(scale):
            raw = load(_LOAD[coding.codes], at)
            first = first_of(scale) if scale.count else 0
            return add(raw, c(-1)) if first == 0 else select(raw, add(raw, c(first - 1)), c(NONE))
        case Present(Placed(kinds)):
            there = load("u8", at)
            piece = cast(PieceV, _get(ctx, Placed(kinds, ""), of, add(at, c(1))))
            return PieceV(select(there, piece.zone, c(NONE)), select(there, piece.kind, c(NONE)))
        case Placed(kinds):
            code = coding.codes[1]
            return PieceV(add(load("u16", at), c(-1)), add(load(_LOAD[code], at, 2), c(first_of(kinds))))
        case Mask(scale):
            return MaskV(_words(coding.codes, at), first_of(scale))
        case Counted(scale, code):
            return BagV(first_of(scale), scale.count, lambda i: load(_LOAD[code], add(mul(i, c(_WIDTH[code])), at)))
        case Listed(inner) if isinstance(of, t.ListOf):
            return _list(ctx, coding, inner, of.of, at)
        case Ranked(elements) if isinstance(of, t.Ranking):
            items = _list(ctx, elements, elements.of, of.of, at)
            bits = size_of(elements)
            return RankV(
                items.count,
                items.get,
                lambda i: band(op2("shr_u", load("u8", add(op2("shr_u", i, c(3)), at), bits), band(i, c(7))), c(1)),
            )
        case _:
            raise Unsupported(f"reading {type(coding).__name__} of {type(of).__name__}")


def _words(codes: str, at: Ir) -> tuple[Ir, ...]:
    if codes[0] == "Q":
        return tuple(load("i64", at, 8 * i) for i in range(len(codes)))
    return (wide(load(_LOAD[codes], at)),)


def _list(ctx: Context, coding: Listed, inner: Coding, of: t.Type, at: Ir) -> ListV:
    length = coding.codes[0]
    step = size_of(inner)
    start = add(at, c(_WIDTH[length]))
    return ListV(load(_LOAD[length], at), lambda i: _get(ctx, inner, of, add(mul(i, c(step)), start)))


def _put(low: Lowering, coding: Coding, of: t.Type, at: Ir, value: Value) -> None:
    fn = low.fn
    if isinstance(value, ZoneV):
        value = value.instance
    match coding, value:
        case Plain(code), Ir():
            fn.store(_STORE[code], at, value)
        case Ordinal(scale), Ir():
            fn.store(_STORE[coding.codes], at, sub(value, c(first_of(scale))))
        case Perhaps(scale), Ir():
            first = first_of(scale) if scale.count else 0
            value = fn.cheap(value)
            raw = add(value, c(1)) if first == 0 else select(ge(value, c(0)), add(value, c(1 - first)), c(0))
            fn.store(_STORE[coding.codes], at, raw)
        case Present(Placed(kinds)), PieceV():
            kind = fn.cheap(value.kind)
            there = ge(kind, c(0))
            fn.store("8", at, there)
            piece = PieceV(select(there, value.zone, c(-1)), select(there, kind, c(first_of(kinds))))
            _put(low, Placed(kinds, ""), of, add(at, c(1)), piece)
        case Placed(kinds), PieceV():
            fn.store("16", at, add(value.zone, c(1)))
            fn.store(_STORE[coding.codes[1]], at, sub(value.kind, c(first_of(kinds))), 2)
        case Mask(), MaskV():
            _put_mask(low, coding, at, value)
        case Counted(scale, code), BagV():
            fn.fill(at, c(size_of(coding)))
            shift = value.low - first_of(scale)
            with fn.count(c(max(0, -shift)), c(min(value.size, scale.count - shift))) as i:
                fn.store(_STORE[code], add(mul(add(i, c(shift)), c(_WIDTH[code])), at), value.get(i))
        case Listed(inner), ListV() if isinstance(of, t.ListOf):
            _put_list(low, coding, inner, of.of, at, value)
        case Listed(Placed(kinds, code)), PiecesV():
            _put_pieces(low, coding, kinds, code, at, value)
        case Ranked(elements), RankV() if isinstance(of, t.Ranking):
            _put_list(low, elements, elements.of, of.of, at, ListV(value.count, value.get))
            bits = add(at, c(size_of(elements)))
            fn.fill(bits, c(-(-elements.most // 8)))
            with fn.count(c(0), fn.let(value.count)) as i:
                here = fn.let(add(bits, op2("shr_u", i, c(3))))
                fn.store("8", here, op2("or", load("u8", here), op2("shl", value.begins(i), band(i, c(7)))))
        case _:
            raise Unsupported(f"writing {type(value).__name__} as {type(coding).__name__}")


def _put_mask(low: Lowering, coding: Mask, at: Ir, value: MaskV) -> None:
    if value.low != first_of(coding.scale):
        raise Unsupported("a set over other numbers than its field")
    if coding.codes[0] == "Q":
        for i in range(len(coding.codes)):
            low.fn.store("i64", at, value.words[i] if i < len(value.words) else c64(0), 8 * i)
    else:
        low.fn.store(_STORE[coding.codes], at, wrap(value.words[0]))


def _put_list(low: Lowering, coding: Listed, inner: Coding, of: t.Type, at: Ir, value: ListV) -> None:
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
    step, first = size_of(coding.of), first_of(kinds)
    kind_code = coding.of.codes[1]
    fn.fill(at, c(size_of(coding)))
    entry, count = fn.let_var(value.at), fn.let_var(c(0))
    to = fn.let_var(add(at, c(_WIDTH[length])))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(entry, value.end))
        low.room(lt(count, c(coding.most)))
        fn.store("16", to, add(load("i32", entry), c(1)))
        fn.store(_STORE[kind_code], to, sub(load("i32", entry, 4), c(first)), 2)
        fn.store(_STORE[code], to, load("i32", entry, 8), 2 + _WIDTH[kind_code])
        fn.set(count, add(count, c(1)))
        fn.set(entry, add(entry, c(12)))
        fn.set(to, add(to, c(step)))
        fn.br(again)
    fn.store(_STORE[length], at, count)


def get_pieces(low: Lowering, coding: Listed, at: Ir, to: Ir) -> PiecesV:
    """Piece entries of a state, written out to working memory at `to`."""
    fn, length = low.fn, coding.codes[0]
    placed = coding.of
    assert isinstance(placed, Placed)
    step, first, kind_code = size_of(placed), first_of(placed.kinds), placed.codes[1]
    entry, source = fn.let_var(to), fn.let_var(add(at, c(_WIDTH[length])))
    with fn.count(c(0), fn.let(load(_LOAD[length], at))):
        fn.store("32", entry, add(load("u16", source), c(-1)))
        fn.store("32", entry, add(load(_LOAD[kind_code], source, 2), c(first)), 4)
        fn.store("32", entry, load(_LOAD[placed.count_code], source, 2 + _WIDTH[kind_code]), 8)
        fn.set(entry, add(entry, c(12)))
        fn.set(source, add(source, c(step)))
    return PiecesV(to, entry)


def restore(low: Lowering, of: t.Type, at: Ir, to: int) -> None:
    """A local of a state back to its place in working memory."""
    from gamedsl_interpreter.wasm.emit import wide as memory

    coding = type_coding(low.game, of)
    if isinstance(of, t.Pieces):
        assert isinstance(coding, Listed)
        pieces = get_pieces(low, coding, at, c(to + 4))
        low.fn.store("32", c(to), pieces.end)
    else:
        memory.put(low, of, c(to), low.held(_get(low.ctx, coding, of, at)))


def is_small(value: Value) -> bool:
    """Whether a value is a few numbers that can stay in locals."""
    return isinstance(value, Ir | PieceV | ZoneV) or (isinstance(value, MaskV) and len(value.words) == 1)


def is_single(of: t.Type) -> bool:
    """Whether a value is written with one store."""
    inner = of.of if isinstance(of, t.Optional) else of
    return isinstance(inner, t.Int | t.Flag | t.Enum | t.Position | t.Player | t.Row | t.Direction | t.Kind | t.Zone)
