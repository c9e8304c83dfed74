"""Functions on the working form of a pile (see `forms`). Each takes the address of the pile's bytes and that of its extra bytes."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, eqz, load, ne, op2, select, wide
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.piles import pools
from gamedsl_interpreter.wasm.emit.planning.pile_forms import ABOVE, COUNTS, OPEN, PileForm


def load_settled(fn: Fn, extra: Ir) -> Ir:
    """Loads how many settled pieces lie above the open stretch."""
    above = fn.let(load("i32", extra, ABOVE))
    return fn.let(above - ne(above, c(0)))


def opener(ctx: Context, form: PileForm) -> str:
    """Gives the function that opens the top stretch of the bottom. Nothing may be open before, and the bottom must not be empty. A single piece becomes settled."""
    name = f"{form.name}_open"
    if name in ctx.functions.shared:
        return name
    ctx.functions.shared.add(name)
    fn = Fn(name, ("i32", "i32"), "i32")
    pile, extra = fn.param(0), fn.param(1)
    above = load_settled(fn, extra)
    end = fn.let(load("u8", pile) - above)
    start = fn.let(call("stretch_start", "i32", pile + (1 + form.most), end))
    with fn.when(op2("eq", end - start, c(1))):
        fn.store("32", extra, above + 2, ABOVE)
        fn.ret(c(0))
    fn.store("32", extra, above + 1, ABOVE)
    fn.store("32", extra, end - start, OPEN)
    gather(fn, form, pile, extra, start, end)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)
    return name


def gather(fn: Fn, form: PileForm, pile: Ir, extra: Ir, start: Ir, end: Ir) -> None:
    """Counts the pieces at the places from start to end - 1 in the open stretch."""
    at, stop = fn.let_var(pile + start), fn.let(pile + end)
    if form.words == 1:
        word = fn.let_var(load("i64", extra, COUNTS))
        with fn.until(op2("ge_s", at, stop)):
            kind = wide(load("u8", at, 1))
            one = c64(1) << (kind if form.is_mask else kind << 3)
            fn.set(word, word + one)
            fn.set(at, at + 1)
        fn.store("i64", extra, word, COUNTS)
        return
    with fn.until(op2("ge_s", at, stop)):
        kind = fn.let(load("u8", at, 1))
        here = fn.let(extra + (kind & 0x38))
        one = c64(1) << wide((kind & 7) << 3)
        fn.store("i64", here, load("i64", here, COUNTS) + one, COUNTS)
        fn.set(at, at + 1)


def resolver(ctx: Context, form: PileForm) -> str:
    """Gives the function that settles the top pieces. Its further parameters: how many, and the stream."""
    name = f"{form.name}_settle"
    if name in ctx.functions.shared:
        return name
    ctx.functions.shared.add(name)
    fn = Fn(name, ("i32",) * 4, "i32")
    pile, extra, depth, stream = map(fn.param, range(4))
    length, above = fn.let(load("u8", pile)), fn.let_var(load_settled(fn, extra))
    depth = fn.let(select(op2("lt_u", depth, length), depth, length))
    pool = pools.of_pile(form)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, op2("ge_s", above, depth))
        size = fn.let_var(load("i32", extra, OPEN))
        with fn.when(eqz(size)):
            fn.drop(call(opener(ctx, form), "i32", pile, extra))
            fn.set(above, load_settled(fn, extra))
            fn.br(again)
        missing = fn.let(depth - above)
        number = fn.let(select(op2("lt_s", missing, size), missing, size))

        def put(kind: Ir, _: Ir) -> None:
            fn.store("8", pile + (length - above), kind)
            fn.set(above, above + 1)

        pools.take_some(ctx, fn, pool, fn.let(extra + COUNTS), number, size, stream, put)
        fn.store("32", extra, size, OPEN)
        fn.store("32", extra, above + 1, ABOVE)
        fn.br(again)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)
    return name
