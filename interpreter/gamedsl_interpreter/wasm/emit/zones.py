"""Zones at run time: what lies in them, how many, of which kinds; written in place where the family is known, else through the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, SlotZone, zone_coding
from gamedsl_interpreter.wasm.emit import places
from gamedsl_interpreter.wasm.emit.context import zone_kinds
from gamedsl_interpreter.wasm.emit.ir import Ir, add, c, c64, call, ge, load, mul, ne, op1, op2, wide, wrap
from gamedsl_interpreter.wasm.emit.values import MaskV, PiecesV, PieceV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

Body = Callable[[Value, Ir], None]

_WORDS = {"B": ("u8", 1), "H": ("u16", 2), "I": ("i32", 4)}
_SUMMED = 8
"""Counts of so many kinds are added up in one expression."""


def stream(low: Lowering, of: ZoneV, body: Body) -> None:
    """The entries of a zone; a pile's pieces from bottom to top, one by one."""
    fn = low.fn
    if of.maybe:
        with fn.when(ge(of.instance, c(0))):
            stream(low, ZoneV(of.instance, of.family, of.flat, False), body)
        return
    coding = None if of.family is None else zone_coding(low.game, low.game.zones[of.family])
    match coding:
        case SlotZone():
            piece = places.top(low, of)
            kind = fn.let(piece.kind)
            with fn.when(ge(kind, c(0))):
                body(PieceV(of.instance, kind), c(1))
        case CountZone(Counted(_, code)):
            _counts(low, of, code, body)
        case MaskZone():
            _bits(low, of, body)
        case _:
            _listed(low, of, body)


def _counts(low: Lowering, of: ZoneV, code: str, body: Body) -> None:
    assert of.family is not None
    fn, (load_kind, width) = low.fn, _WORDS[code]
    kinds = zone_kinds(low.game, low.game.zones[of.family])
    at = fn.let(places.zone_address(low, of))
    instance = fn.cheap(of.instance)

    def one(i: Ir) -> None:
        number = fn.let(load(load_kind, add(mul(i, c(width)), at)))
        with fn.when(number):
            body(PieceV(instance, fn.cheap(low.from_table(list(kinds), i))), number)

    if len(kinds) <= 2:
        for number in range(len(kinds)):
            one(c(number))
    else:
        with fn.count(c(0), c(len(kinds))) as i:
            one(i)


def content_mask(low: Lowering, of: ZoneV) -> MaskV | None:
    """The bits of a zone whose pieces exist once each, over the numbers of its kinds."""
    if of.family is None:
        return None
    coding = zone_coding(low.game, low.game.zones[of.family])
    if not isinstance(coding, MaskZone):
        return None
    at = places.zone_address(low, of)
    codes = coding.codes
    if codes[0] == "Q":
        at = low.fn.cheap(at)
        return MaskV(tuple(load("i64", at, 8 * i) for i in range(len(codes))), 0)
    return MaskV((wide(load(_WORDS[codes][0], at)),), 0)


def _bits(low: Lowering, of: ZoneV, body: Body) -> None:
    from gamedsl_interpreter.wasm.emit import streams

    assert of.family is not None
    kinds = list(zone_kinds(low.game, low.game.zones[of.family]))
    bits = content_mask(low, of)
    assert bits is not None
    instance = low.fn.cheap(of.instance)
    streams.each_bit(low, bits, lambda i: body(PieceV(instance, low.fn.cheap(low.from_table(kinds, i))), c(1)))


def _listed(low: Lowering, of: ZoneV, body: Body) -> None:
    from gamedsl_interpreter.wasm.emit import streams

    at = low.ctx.memory.space(12 * most_entries(low, of))
    instance = low.fn.cheap(of.instance)
    end = low.fn.let(call("z_list", "i32", low.s, instance, c(at)))
    streams.each_entry(low, PiecesV(c(at), end), body)


def most_entries(low: Lowering, of: ZoneV) -> int:
    """An upper bound for the entries of a zone."""
    pieces = low.ctx.pieces
    return pieces if of.family is None or low.game.zones[of.family].form == "pile" else len(low.game.kinds) + 1


def size(low: Lowering, of: ZoneV) -> Ir:
    """How many pieces lie in a zone; none in none."""
    fn = low.fn
    if of.maybe:
        result = fn.let_var(c(0))
        with fn.when(ge(of.instance, c(0))):
            fn.set(result, size(low, ZoneV(of.instance, of.family, of.flat, False)))
        return result
    coding = None if of.family is None else zone_coding(low.game, low.game.zones[of.family])
    match coding:
        case SlotZone():
            return ne(load("u8" if coding.codes == "B" else "u16", places.zone_address(low, of)), c(0))
        case CountZone(Counted(scale, code)):
            return _sum(low, fn.let(places.zone_address(low, of)), scale.count, code)
        case MaskZone():
            bits = content_mask(low, of)
            assert bits is not None
            total = c(0)
            for word in bits.words:
                total = add(total, wrap(op1("popcnt", word)))
            return total
        case _:
            return fn.let(call("z_size", "i32", low.s, of.instance))


def _sum(low: Lowering, at: Ir, count: int, code: str) -> Ir:
    kind, width = _WORDS[code]
    if code == "B" and count == 8:
        return _byte_sum(low, load("i64", at))
    if count <= _SUMMED:
        total = c(0)
        for number in range(count):
            total = add(load(kind, at, number * width), total)
        return total
    total = low.fn.let_var(c(0))
    with low.fn.count(c(0), c(count)) as i:
        low.fn.set(total, add(total, load(kind, add(mul(i, c(width)), at))))
    return total


def _byte_sum(low: Lowering, word: Ir) -> Ir:
    """The sum of eight bytes, which is below 2^16: neighbours are added up in ever wider lanes."""
    word = low.fn.cheap(word)
    lanes = c64(0x00FF00FF00FF00FF)
    pairs = op2("add", op2("and", word, lanes), op2("and", op2("shr_u", word, c64(8)), lanes))
    return wrap(op2("shr_u", op2("mul", pairs, c64(0x0001000100010001)), c64(48)))
