"""The top of a pile of a known family: reading it, removing it, and putting another piece on it.

The functions take the address of the pile's bytes, and that of its extra bytes if it has a working form (else 0).
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz, load, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.piles.canonical import PileBytes, pile_bytes
from gamedsl_interpreter.wasm.emit.planning.pile_forms import ABOVE, OPEN, PileForm

EMPTY = -1
UNKNOWN = -2
"""Results of `reader` besides the number of a kind."""

_Writer = Callable[[Context, Fn, PileForm], None]
_Plain = Callable[[Fn, PileBytes], None]


def reader(ctx: Context, family: ZoneId) -> str:
    """Gives the function that reads the number of the kind on top; EMPTY, or UNKNOWN if it is not determined yet."""
    return _declare_top(ctx, family, "top", _read_settled, _read_bytes)


def taker(ctx: Context, family: ZoneId) -> str:
    """Gives the function that removes the top piece if it is known, and returns whether it did."""
    return _declare_top(ctx, family, "pop", _take_settled, _take_bytes)


def putter(ctx: Context, family: ZoneId) -> str:
    """Gives the function that puts a known piece on top; its third parameter is the number of the kind."""
    return _declare_top(ctx, family, "push", _put_settled, _put_bytes)


def _declare_top(ctx: Context, family: ZoneId, what: str, settled: _Writer, plain: _Plain) -> str:
    name = f"{what}{family}"
    if name not in ctx.functions.shared:
        ctx.functions.shared.add(name)
        fn = Fn(name, ("i32",) * 3, "i32")
        form = ctx.record.piles.get(family)
        if form is None:
            plain(fn, pile_bytes(ctx.game, family))
        else:
            settled(ctx, fn, form)
        ctx.functions.bounded.append(fn)
    return name


# ---------------------------------------------------------------- working forms


def _read_above(fn: Fn, settled: Callable[[Ir, Ir], None], unknown: int) -> None:
    """Calls `settled` with the length and the number of settled pieces plus 1, if there are settled pieces. Returns `unknown` if the top is open."""
    pile, extra = fn.param(0), fn.param(1)
    above = fn.let(load("i32", extra, ABOVE))
    with fn.when(op2("gt_s", above, c(1))):
        settled(fn.let(load("u8", pile)), above)
    with fn.when(load("i32", extra, OPEN)):
        fn.ret(c(unknown))


def _read_settled(ctx: Context, fn: Fn, form: PileForm) -> None:
    # Nothing is written here: formulas ask for tops while the bytes must stay canonical.
    _read_above(fn, lambda length, _: fn.ret(load("u8", fn.param(0) + length)), UNKNOWN)
    _read_bytes(fn, pile_bytes(ctx.game, form.family))


def _take_settled(ctx: Context, fn: Fn, form: PileForm) -> None:
    def take(length: Ir, above: Ir) -> None:
        fn.store("8", fn.param(0), length - 1)
        fn.store("32", fn.param(1), above - 1, ABOVE)
        fn.ret(c(1))

    _read_above(fn, take, 0)
    _take_bytes(fn, pile_bytes(ctx.game, form.family))


def _put_settled(_: Context, fn: Fn, __: PileForm) -> None:
    pile, extra, kind = map(fn.param, range(3))
    length = fn.let(load("u8", pile))
    fn.store("8", pile + length, kind, 1)
    fn.store("8", pile, length + 1)
    above = fn.let(load("i32", extra, ABOVE))
    fn.store("32", extra, select(above, above, c(1)) + 1, ABOVE)
    fn.ret(c(0))


# ---------------------------------------------------------------- canonical bytes


def _cut(place: Ir) -> Ir:
    return c(1) << (place & 7)


def _top_place(fn: Fn, of: PileBytes, empty: int, unknown: int) -> tuple[Ir, Ir]:
    """Gives the place of the top piece and the address of its cut, if the piece is known; otherwise returns from the function."""
    pile = fn.param(0)
    length = fn.let(of.length(pile))
    with fn.when(eqz(length)):
        fn.ret(c(empty))
    place = fn.let(length - 1)
    at = fn.let(of.cut_at(pile, place))
    with fn.when(eqz(load("u8", at) & _cut(place)) & op2("ne", place, c(0))):
        fn.ret(c(unknown))
    return place, at


def _read_bytes(fn: Fn, of: PileBytes) -> None:
    place, _ = _top_place(fn, of, EMPTY, UNKNOWN)
    fn.ret(of.kind(fn.param(0), place))


def _take_bytes(fn: Fn, of: PileBytes) -> None:
    pile = fn.param(0)
    place, at = _top_place(fn, of, 0, 0)
    of.set_length(fn, pile, place)
    of.set_kind(fn, pile, place, c(0))
    fn.store("8", at, load("u8", at) & (c(-1) - _cut(place)))
    fn.ret(c(1))


def _put_bytes(fn: Fn, of: PileBytes) -> None:
    pile = fn.param(0)
    length = fn.let(of.length(pile))
    of.set_length(fn, pile, length + 1)
    of.set_kind(fn, pile, length, fn.param(2))
    with fn.when(length):
        at = fn.let(of.cut_at(pile, length))
        fn.store("8", at, load("u8", at) | _cut(length))
    fn.ret(c(0))
