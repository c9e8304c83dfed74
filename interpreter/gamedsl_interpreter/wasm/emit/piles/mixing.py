"""Functions that put whole bags onto, under or into a pile with a working form, and that shuffle such a pile.

Functions with a bag have its address and its size as further parameters. The bag must not be empty before, and is empty afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, eqz, load, ne, op2, wide
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.piles import pools, working
from gamedsl_interpreter.wasm.emit.piles.pools import Pool
from gamedsl_interpreter.wasm.emit.planning.pile_forms import ABOVE, COUNTS, OPEN, PileForm

Way = Callable[[Context, PileForm, ZoneId, Pool], str]


def stacker(ctx: Context, form: PileForm, source: ZoneId, pool: Pool) -> str:
    """Gives the function that puts a bag on top of a pile, as one open stretch."""
    return _declare_with_bag(ctx, form, source, pool, "stack", _stack)


def mixer(ctx: Context, form: PileForm, source: ZoneId, pool: Pool) -> str:
    """Gives the function that puts a bag into a pile that is shuffled next: its pieces go into the open stretch."""
    return _declare_with_bag(ctx, form, source, pool, "mix", _mix)


def underlayer(ctx: Context, form: PileForm, source: ZoneId, pool: Pool) -> str:
    """Gives the function that puts a bag beneath a pile, as one stretch."""
    return _declare_with_bag(ctx, form, source, pool, "under", _underlay)


def shuffler(ctx: Context, form: PileForm) -> str:
    """Gives the function that turns a pile into one open stretch."""
    name = f"{form.name}_shuffle"
    if name in ctx.functions.shared:
        return name
    ctx.functions.shared.add(name)
    fn = Fn(name, ("i32", "i32"), "i32")
    pile, extra = fn.param(0), fn.param(1)
    length, above = fn.let(load("u8", pile)), working.load_settled(fn, extra)
    middle = fn.let(load("i32", extra, OPEN))
    top = fn.let(length - above)
    working.gather(fn, form, pile, extra, c(0), fn.let(top - middle))
    working.gather(fn, form, pile, extra, top, length)
    fn.store("32", extra, length, OPEN)
    fn.store("32", extra, c(1), ABOVE)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)
    return name


_Body = Callable[[Context, Fn, PileForm, Pool], None]


def _declare_with_bag(ctx: Context, form: PileForm, source: ZoneId, pool: Pool, what: str, body: _Body) -> str:
    name = f"{form.name}_{what}{source}"
    if name not in ctx.functions.shared:
        ctx.functions.shared.add(name)
        fn = Fn(name, ("i32",) * 4, "i32")
        body(ctx, fn, form, pool)
        fn.ret(c(0))
        ctx.functions.bounded.append(fn)
    return name


def _stack(ctx: Context, fn: Fn, form: PileForm, pool: Pool) -> None:
    pile, extra, base, number = map(fn.param, range(4))
    with fn.when(load("i32", extra, OPEN) | op2("gt_s", load("i32", extra, ABOVE), c(1))):
        fn.drop(call(_declare_bottoming(ctx, form), "i32", pile, extra))
    fn.store("32", extra, number, OPEN)
    fn.store("32", extra, c(1), ABOVE)
    fn.store("8", pile, load("u8", pile) + number)
    into_open(ctx, fn, form, extra, pool, base)


def _mix(ctx: Context, fn: Fn, form: PileForm, pool: Pool) -> None:
    pile, extra, base, number = map(fn.param, range(4))
    fn.drop(call(shuffler(ctx, form), "i32", pile, extra))
    fn.store("32", extra, load("i32", extra, OPEN) + number, OPEN)
    fn.store("8", pile, load("u8", pile) + number)
    into_open(ctx, fn, form, extra, pool, base)


def _underlay(ctx: Context, fn: Fn, form: PileForm, pool: Pool) -> None:
    """Puts a bag beneath the pile: moves the bottom and the settled pieces up, to make room for the new stretch. Open pieces need no moving: they have no
    places yet."""
    pile, extra, base, number = map(fn.param, range(4))
    length, above = fn.let(load("u8", pile)), working.load_settled(fn, extra)
    bottom = fn.let(length - above - load("i32", extra, OPEN))
    fn.store("8", pile, length + number)
    fn.store("32", extra, above + 1, ABOVE)
    settled_at = fn.let(pile + (length - above))
    fn.copy(settled_at + number + 1, settled_at + 1, above)
    fn.copy(pile + number + 1, pile + 1, bottom)
    cuts = fn.let(pile + (1 + form.most))
    _move_cuts_up(fn, cuts, bottom, number)
    at, kinds = fn.let_var(pile), fn.let_var(c(0))
    index = _places(form, pool)

    def put(kind: Ir, many: Ir) -> None:
        here = fn.let(ctx.memory.entry(index, kind))
        with fn.count(c(0), many):
            fn.store("8", at, here, 1)
            fn.set(at, at + 1)
        fn.set(kinds, kinds + 1)

    # Kinds ascend in the pool as they do in the pile.
    pools.take_all(fn, pool, base, put)
    single = fn.let(op2("eq", kinds, c(1)))
    with fn.count(c(0), number) as place:
        _set_cut(fn, cuts, place, single)
    with fn.when(bottom):
        _set_cut(fn, cuts, number, c(1))


def _move_cuts_up(fn: Fn, cuts: Ir, bottom: Ir, number: Ir) -> None:
    """Moves the cuts of the bottom up by a number of places, starting at the last one."""
    place = fn.let_var(bottom)
    with fn.until(eqz(place)):
        fn.set(place, place - 1)
        here = load("u8", cuts + (place >> 3))
        _set_cut(fn, cuts, fn.let(place + number), fn.let((here >> (place & 7)) & 1))


def _set_cut(fn: Fn, cuts: Ir, place: Ir, value: Ir) -> None:
    """Writes whether a stretch begins at a place; the first place needs no bit for it."""
    at = fn.let(cuts + (place >> 3))
    bit = fn.let(place & 7)
    others = load("u8", at) & (c(-1) - (c(1) << bit))
    fn.store("8", at, others | ((value & ne(place, c(0))) << bit))


def _declare_bottoming(ctx: Context, form: PileForm) -> str:
    """Gives the function that turns all of a pile into bottom."""
    name = f"{form.name}_bottom"
    if name in ctx.functions.shared:
        return name
    ctx.functions.shared.add(name)
    fn = Fn(name, ("i32", "i32"), "i32")
    pile, extra = fn.param(0), fn.param(1)
    length, above, middle = fn.let(load("u8", pile)), working.load_settled(fn, extra), fn.let(load("i32", extra, OPEN))
    start = fn.let(length - above - middle)
    cuts = fn.let(pile + (1 + form.most))
    at, kinds = fn.let_var(pile + start), fn.let_var(c(0))

    def put(kind: Ir, many: Ir) -> None:
        with fn.count(c(0), many):
            fn.store("8", at, kind, 1)
            fn.set(at, at + 1)
        fn.set(kinds, kinds + 1)

    pools.take_all(fn, pools.of_pile(form), fn.let(extra + COUNTS), put)
    single = fn.let(op2("eq", kinds, c(1)))
    with fn.count(start, length) as place:
        known = op2("eq", place, start) | op2("ge_s", place, start + middle)
        _set_cut(fn, cuts, place, fn.let(known | single))
    fn.store("32", extra, c(0), OPEN)
    fn.store("32", extra, c(1), ABOVE)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)
    return name


def into_open(ctx: Context, fn: Fn, form: PileForm, extra: Ir, pool: Pool, base: Ir) -> None:
    """Adds all pieces of a bag to the open stretch of a pile; the bag is empty afterwards."""
    counts = fn.let(extra + COUNTS)
    own = pools.of_pile(form)
    if (own.kinds, own.is_mask) == (pool.kinds, pool.is_mask):
        for i in range(form.words):
            word = fn.let(pool.word(base, i))
            fn.store("i64", counts, load("i64", counts, 8 * i) + word, 8 * i)
            pool.store(fn, base, i, c64(0))
        return
    index = _places(form, pool)

    def put(kind: Ir, many: Ir) -> None:
        place = fn.let(ctx.memory.entry(index, kind))
        if form.is_mask:
            fn.store("i64", counts, load("i64", counts) | (c64(1) << wide(place)))
            return
        here = fn.let(counts + (place & -8))
        lane = wide((place & 7) << 3)
        fn.store("i64", here, load("i64", here) + (wide(many) << lane))

    pools.take_all(fn, pool, base, put)


def _places(form: PileForm, pool: Pool) -> list[int]:
    """Gives the numbers in the pile of the kinds of a pool."""
    numbers = {kind: i for i, kind in enumerate(form.kinds)}
    return [numbers[kind] for kind in pool.kinds]
