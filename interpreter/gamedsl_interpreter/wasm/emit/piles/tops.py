"""The top of a pile of a known family: which piece it is, taking it away, putting another one on it.

The functions have the address of the pile's bytes, and that of its extra bytes if it has a working form (else 0).
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.bytes.codings import PileZone, zone_coding
from gamedsl.graph.bytes.scales import code_up_to
from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Fn,
    Ir,
    add,
    band,
    bor,
    c,
    call,
    eqz,
    load,
    lt,
    mul,
    op2,
    sub,
)
from gamedsl_interpreter.wasm.emit.memory.context import Context
from gamedsl_interpreter.wasm.emit.piles import working
from gamedsl_interpreter.wasm.emit.piles.forms import ABOVE, OPEN, PileForm
from gamedsl_interpreter.wasm.emit.piles.landing import settle

EMPTY = -1
UNKNOWN = -2
"""What `reader` gives besides the number of a kind."""

_Writer = Callable[[Context, Fn, PileForm], None]
_Plain = Callable[[Fn, "_Bytes"], None]


def reader(ctx: Context, family: ZoneId) -> str:
    """The function that gives the number of the kind on top; EMPTY, or UNKNOWN if nobody can know it yet."""
    return _made(ctx, family, "top", _read_settled, _read_bytes)


def taker(ctx: Context, family: ZoneId) -> str:
    """The function that takes the top piece away if it is known, and tells whether it did."""
    return _made(ctx, family, "pop", _take_settled, _take_bytes)


def putter(ctx: Context, family: ZoneId) -> str:
    """The function that puts a known piece on top; its third parameter is the number of the kind."""
    return _made(ctx, family, "push", _put_settled, _put_bytes)


def _made(ctx: Context, family: ZoneId, what: str, settled: _Writer, plain: _Plain) -> str:
    name = f"{what}{family}"
    if name not in ctx.made:
        ctx.made.add(name)
        fn = Fn(name, ("i32",) * 3, "i32")
        form = ctx.piles.get(family)
        if form is None:
            coding = zone_coding(ctx.game, ctx.game.zones[family])
            if not isinstance(coding, PileZone):
                raise AssertionError("only piles have a top that is taken off")
            plain(fn, _Bytes(coding))
        else:
            settled(ctx, fn, form)
        ctx.bounded.append(fn)
    return name


# ---------------------------------------------------------------- working forms


def _opened(ctx: Context, fn: Fn, form: PileForm, empty: int, unknown: int) -> tuple[Ir, Ir]:
    """Length and settled pieces plus 1, where there is a settled piece on top; returns where there is none."""
    pile, extra = fn.param(0), fn.param(1)
    length = fn.let(load("u8", pile))
    with fn.when(eqz(length)):
        fn.ret(c(empty))
    above = fn.let_var(load("i32", extra, ABOVE))
    with fn.when(lt(above, c(2))):
        with fn.when(load("i32", extra, OPEN)):
            fn.ret(c(unknown))
        fn.drop(call(working.opener(ctx, form), "i32", pile, extra))
        fn.set(above, load("i32", extra, ABOVE))
        with fn.when(lt(above, c(2))):
            fn.ret(c(unknown))
    return length, above


def _read_settled(ctx: Context, fn: Fn, form: PileForm) -> None:
    length, _ = _opened(ctx, fn, form, EMPTY, UNKNOWN)
    fn.ret(load("u8", add(fn.param(0), length)))


def _take_settled(ctx: Context, fn: Fn, form: PileForm) -> None:
    length, above = _opened(ctx, fn, form, 0, 0)
    fn.store("8", fn.param(0), sub(length, c(1)))
    fn.store("32", fn.param(1), sub(above, c(1)), ABOVE)
    fn.ret(c(1))


def _put_settled(_: Context, fn: Fn, __: PileForm) -> None:
    settle(fn, fn.param(0), fn.param(1), fn.param(2))
    fn.ret(c(0))


# ---------------------------------------------------------------- canonical bytes


class _Bytes:
    """Where the parts of a pile without a working form lie."""

    def __init__(self, coding: PileZone) -> None:
        lengths, kinds = code_up_to(coding.most), code_up_to(coding.kinds.count)
        self._length, self._kind = ("BH".index(code) for code in (lengths, kinds))
        self._first = 1 + self._length
        self._cuts = self._first + coding.most * (1 + self._kind)

    def length(self, pile: Ir) -> Ir:
        return load(("u8", "u16")[self._length], pile)

    def set_length(self, fn: Fn, pile: Ir, length: Ir) -> None:
        fn.store(("8", "16")[self._length], pile, length)

    def kind(self, pile: Ir, place: Ir) -> Ir:
        return load(("u8", "u16")[self._kind], add(pile, mul(place, c(1 + self._kind))), self._first)

    def set_kind(self, fn: Fn, pile: Ir, place: Ir, kind: Ir) -> None:
        fn.store(("8", "16")[self._kind], add(pile, mul(place, c(1 + self._kind))), kind, self._first)

    def cut_at(self, pile: Ir, place: Ir) -> Ir:
        """The address of the byte with a place's cut."""
        return add(add(pile, op2("shr_u", place, c(3))), c(self._cuts))


def _cut(place: Ir) -> Ir:
    return op2("shl", c(1), band(place, c(7)))


def _top_place(fn: Fn, of: _Bytes, empty: int, unknown: int) -> tuple[Ir, Ir]:
    """The place of the top piece and where its cut lies, if it is known; returns otherwise."""
    pile = fn.param(0)
    length = fn.let(of.length(pile))
    with fn.when(eqz(length)):
        fn.ret(c(empty))
    place = fn.let(sub(length, c(1)))
    at = fn.let(of.cut_at(pile, place))
    with fn.when(band(eqz(band(load("u8", at), _cut(place))), op2("ne", place, c(0)))):
        fn.ret(c(unknown))
    return place, at


def _read_bytes(fn: Fn, of: _Bytes) -> None:
    place, _ = _top_place(fn, of, EMPTY, UNKNOWN)
    fn.ret(of.kind(fn.param(0), place))


def _take_bytes(fn: Fn, of: _Bytes) -> None:
    pile = fn.param(0)
    place, at = _top_place(fn, of, 0, 0)
    of.set_length(fn, pile, place)
    of.set_kind(fn, pile, place, c(0))
    fn.store("8", at, band(load("u8", at), sub(c(-1), _cut(place))))
    fn.ret(c(1))


def _put_bytes(fn: Fn, of: _Bytes) -> None:
    pile = fn.param(0)
    length = fn.let(of.length(pile))
    of.set_length(fn, pile, add(length, c(1)))
    of.set_kind(fn, pile, length, fn.param(2))
    with fn.when(length):
        at = fn.let(of.cut_at(pile, length))
        fn.store("8", at, bor(load("u8", at), _cut(length)))
    fn.ret(c(0))
