"""Writes functions that draw from one family of zones into another, without descriptors of zones or lists of the drawn pieces."""

from __future__ import annotations

from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.piles import pools, working
from gamedsl_interpreter.wasm.emit.piles.landing import Landing, all_arrive
from gamedsl_interpreter.wasm.emit.piles.pools import Pool
from gamedsl_interpreter.wasm.emit.planning.pile_forms import ABOVE, COUNTS, OPEN, PileForm


def dealer(ctx: Context, source: ZoneId, pool: Pool, to: Landing) -> str:
    """Gives the function that draws a number of pieces, or all if there are fewer, and returns how many are missing. Its parameters: the addresses of the source, of
    its extra bytes, of the target, of its extra bytes; the number; the stream."""
    name = f"deal{source}_{to.family}"
    if name not in ctx.functions.shared:
        ctx.functions.shared.add(name)
        fn = Fn(name, ("i32",) * 6, "i32")
        form = ctx.record.piles.get(source)
        if form is None:
            _from_bag(ctx, fn, pool, to)
        else:
            _from_pile(ctx, fn, form, pool, to)
        ctx.functions.bounded.append(fn)
    return name


def _from_bag(ctx: Context, fn: Fn, pool: Pool, to: Landing) -> None:
    source, _, target, extra, wanted, stream = map(fn.param, range(6))
    size = fn.let_var(pool.size(source))
    number = fn.let(select(lt(wanted, size), wanted, size))
    missing = fn.let(wanted - number)
    _write_stage(ctx, fn, pool, source, to, target, extra, number, size, stream)
    fn.ret(missing)


def _from_pile(ctx: Context, fn: Fn, form: PileForm, pool: Pool, to: Landing) -> None:
    source, own, target, extra, wanted, stream = map(fn.param, range(6))
    left = fn.let_var(wanted)
    base = fn.let(own + COUNTS)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, lt(left, c(1)))
        length = fn.let(load("u8", source))
        fn.br_if(out, eqz(length))
        above = fn.let(load("i32", own, ABOVE))
        with fn.when(op2("gt_s", above, c(1))):
            to.put(ctx, fn, target, extra, fn.let(load("u8", source + length)), c(1))
            fn.store("8", source, length - 1)
            fn.store("32", own, above - 1, ABOVE)
            fn.set(left, left - 1)
            fn.br(again)
        size = fn.let_var(load("i32", own, OPEN))
        with fn.when(eqz(size)):
            fn.drop(call(working.opener(ctx, form), "i32", source, own))
            fn.br(again)
        number = fn.let(select(lt(left, size), left, size))
        fn.store("8", source, length - number)
        fn.store("32", own, size - number, OPEN)
        fn.set(left, left - number)
        _write_stage(ctx, fn, pool, base, to, target, extra, number, size, stream)
        fn.br(again)
    fn.ret(left)


def _write_stage(
    ctx: Context, fn: Fn, pool: Pool, base: Ir, to: Landing, target: Ir, extra: Ir, number: Ir, size: Ir, stream: Ir
) -> None:
    """Writes the draw of a number of pieces from one pool. If all of them leave and their order does not matter, nothing is drawn at random."""

    def put(kind: Ir, many: Ir) -> None:
        to.put(ctx, fn, target, extra, kind, many)

    if to.is_pile:
        pools.take_some(ctx, fn, pool, base, number, size, stream, put)
        return
    with fn.when(op2("eq", number, size)):
        all_arrive(ctx, fn, pool, base, to, target)
    with fn.orelse():
        pools.take_some(ctx, fn, pool, base, number, size, stream, put)
