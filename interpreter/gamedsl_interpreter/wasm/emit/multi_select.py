"""Selections of several: a step for each kind and place, for each group of a `distinct` selection, or for each value (in or out).

Where what follows asks no more than how many were chosen, the number of complete moves behind a step depends only on the step and on how many are chosen
so far. It is counted once for each such pair; the search for a move by its number passes over what was counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from attrs import frozen

from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Select
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence, PartFacts, SelectionFacts
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit import compare, effects, offers, scratch_values, sets, streams
from gamedsl_interpreter.wasm.emit.context import ON, STOP, is_bits
from gamedsl_interpreter.wasm.emit.ir import (
    Fn,
    Ir,
    add,
    band,
    c,
    c64,
    call,
    eq,
    eqz,
    ge,
    load,
    lt,
    minimum,
    mul,
    op2,
    select,
    sub,
    wrap,
)
from gamedsl_interpreter.wasm.emit.ir import wide as widened
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values import PieceV, Value, is_scalar

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.search import Search, Visit


_LAST = 0x7FFFFFFF


@frozen
class Tray:
    """Working memory of a selection of several: how many elements and groups, bounds, chosen amounts, how many may come after an element, elements in
    the order of their steps and where each group begins."""

    count: int
    least: int
    most: int
    amounts: int
    after: int
    order: int
    keys: int
    starts: int
    groups: int
    known: int
    is_known: int


_MOST_KNOWN = 32
"""Counts are kept for fewer steps, and fewer chosen, than this."""


def visit(search: Search, part: Select, facts: PartFacts, selection: SelectionFacts, go_on: Visit) -> Visit:
    """The steps of a selection of several, then what follows."""
    space = search.ctx.memory.space
    size = 4 * (offers.MOST + 1)
    counts = selection.dependence is not Dependence.CHOICE and not search.ctx.game.scripts
    tray = Tray(
        space(4), space(4), space(4), space(size), space(size), space(size), space(size), space(size), space(4),
        space(4 * _MOST_KNOWN * _MOST_KNOWN) if counts else 0, space(4) if counts else 0,
    )  # fmt: skip
    name = f"{search.name}_{search.count}"
    search.count += 1

    def start(low: Lowering, depth: Ir) -> Ir:
        entries = offers.written(low, part, selection)
        _prepared(low, part, entries, tray, tuple(limit.most for limit in facts.limits))
        if part.distinct is not None:
            _grouped(low, part, entries, tray)
        if counts:
            _nothing_known(low, part, tray)
        if counts and part.distinct is not None and selection.dependence is Dependence.NONE:
            _all_known(low, tray, f"{name}_values", depth)
        _recursion(search, part, facts, selection, entries, tray, name, go_on)
        return low.fn.let(call(name, "i32", low.s, depth, c(0), c(0)))

    return start


# ---------------------------------------------------------------- what is counted once


def _all_known(low: Lowering, tray: Tray, inner: str, depth: Ir) -> None:
    """Where what follows does not depend on what is chosen at all, it is counted once, and the counts of all steps are made of that: with the
    groups from the last one on, each left out or giving one of its elements."""
    fn, ctx = low.fn, low.ctx
    is_free_below = ge(depth, load("i32", ctx.at("PREFIX_LENGTH")))
    with fn.when(band(load("i32", c(tray.is_known)), is_free_below)):
        names = ("MODE", "LIMIT", "LEAVES")
        kept = [fn.let(load("i32", ctx.at(name))) for name in names]
        for name, number in zip(names, (0, ON, 0), strict=True):
            fn.store("32", ctx.at(name), c(number))
        groups, least, most = (fn.let(load("i32", c(at))) for at in (tray.groups, tray.least, tray.most))
        fn.drop(call(inner, "i32", low.s, depth, groups, least))
        behind = fn.let(load("i32", ctx.at("LEAVES")))
        for name, value in zip(names, kept, strict=True):
            fn.store("32", ctx.at(name), value)
        row = fn.let_var(mul(groups, c(4 * _MOST_KNOWN)))
        with fn.count(c(0), add(groups, c(1))) as total:
            fits = band(ge(total, least), op2("le_s", total, most))
            fn.store("32", add(mul(total, c(4)), row), add(select(fits, behind, c(0)), c(1)), tray.known)
        i = fn.let_var(groups)
        with fn.block() as out, fn.loop() as again:
            fn.br_if(out, eqz(i))
            fn.set(i, sub(i, c(1)))
            starts = fn.let(mul(i, c(4)))
            size = fn.let(widened(sub(load("i32", starts, tray.starts + 4), load("i32", starts, tray.starts))))
            with fn.count(c(0), add(i, c(1))) as total:
                at = fn.let(add(mul(total, c(4)), row))
                without, with_one = (widened(sub(load("i32", at, tray.known + 4 * k), c(1))) for k in (0, 1))
                found = fn.let(add(without, mul(with_one, size)))
                found = fn.let(wrap(select(op2("lt_u", found, c64(ON)), found, c64(ON))))
                fn.store("32", sub(at, c(4 * _MOST_KNOWN)), add(found, c(1)), tray.known)
            fn.set(row, sub(row, c(4 * _MOST_KNOWN)))
            fn.br(again)


def _nothing_known(low: Lowering, part: Select, tray: Tray) -> None:
    """Counts begin anew with each start, if complete moves are counted, or one is looked for by its number."""
    fn, ctx = low.fn, low.ctx
    steps = load("i32", c(tray.count if part.distinct is None else tray.groups))
    mode = fn.let(load("i32", ctx.at("MODE")))
    asked = fn.let_var(band(eqz(mode), op2("gt_s", load("i32", ctx.at("LIMIT")), c(2))))
    with fn.when(eq(mode, c(1))):
        fn.set(asked, op2("gt_s", load("i32", ctx.at("TARGET")), c(0)))
    with fn.when(asked):
        few = band(lt(steps, c(_MOST_KNOWN)), lt(load("i32", c(tray.after)), c(_MOST_KNOWN)))
        fn.set(asked, few)
    fn.store("32", c(tray.is_known), asked)
    with fn.when(asked):
        fn.fill(c(tray.known), mul(add(steps, c(1)), c(4 * _MOST_KNOWN)))


def _counted_once(search: Search, tray: Tray, name: str, inner: str) -> None:
    """The function of a step, around the one that goes through its values."""
    fn = Fn(name, ("i32", "i32", "i32", "i32"), "i32")
    low = Lowering(search.ctx, fn)
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    within = call(inner, "i32", low.s, depth, i, total)

    def value(of: str) -> Ir:
        return load("i32", low.ctx.at(of))

    with fn.when(op2("or", eqz(load("i32", c(tray.is_known))), lt(depth, value("PREFIX_LENGTH")))):
        fn.ret(within)
    at = fn.let(mul(add(mul(i, c(_MOST_KNOWN)), total), c(4)))
    known_count = fn.let_var(load("i32", at, tray.known))
    mode, before = fn.let(value("MODE")), fn.let(value("LEAVES"))
    with fn.when(eqz(known_count)):
        with fn.when(eq(mode, c(1))):
            limit = fn.let(value("LIMIT"))
            fn.store("32", low.ctx.at("MODE"), c(0))
            fn.store("32", low.ctx.at("LIMIT"), c(ON))
            fn.store("32", low.ctx.at("LEAVES"), c(0))
            fn.drop(within)
            fn.set(known_count, add(value("LEAVES"), c(1)))
            fn.store("32", low.ctx.at("MODE"), mode)
            fn.store("32", low.ctx.at("LIMIT"), limit)
            fn.store("32", low.ctx.at("LEAVES"), before)
        with fn.orelse():
            result = fn.let(within)
            with fn.when(eq(result, c(ON))):
                fn.store("32", at, add(sub(value("LEAVES"), before), c(1)), tray.known)
            fn.ret(result)
        fn.store("32", at, known_count, tray.known)
    after = fn.let(add(add(before, known_count), c(-1)))
    with fn.when(eqz(mode)):
        with fn.when(ge(after, value("LIMIT"))):
            fn.store("32", low.ctx.at("LEAVES"), value("LIMIT"))
            fn.ret(c(STOP))
        fn.store("32", low.ctx.at("LEAVES"), after)
        fn.ret(c(ON))
    with fn.when(op2("le_s", after, value("TARGET"))):
        fn.store("32", low.ctx.at("LEAVES"), after)
        fn.ret(c(ON))
    fn.ret(within)
    search.ctx.functions.append(fn)


# ---------------------------------------------------------------- the offer


def _prepared(low: Lowering, part: Select, entries: offers.Entries, tray: Tray, limits: tuple[Expr, ...]) -> None:
    fn = low.fn
    total = fn.let_var(c(0))
    fn.store("32", c(tray.count), entries.count)
    i = fn.let_var(entries.count)
    fn.store("32", mul(i, c(4)), c(0), tray.after)
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(i))
        fn.set(i, sub(i, c(1)))
        fn.set(total, add(total, entries.number(i)))
        fn.store("32", mul(i, c(4)), total, tray.after)
        fn.store("32", mul(i, c(4)), c(0), tray.amounts)
        fn.br(again)
    if part.number is None:
        fn.store("32", c(tray.most), total)
    else:
        bound = fn.let(low.scalar(part.number))
        low.check(ge(bound, c(0)), "E_BOUND", part.site)
        fn.store("32", c(tray.most), bound)
    for limit in limits:
        most = load("i32", c(tray.most))
        fn.store("32", c(tray.most), minimum(fn.let(low.scalar(limit)), fn.let(most)))
    fn.store("32", c(tray.least), load("i32", c(tray.most)) if part.quantity == "exactly" else _least(low, part))


def _least(low: Lowering, part: Select) -> Ir:
    return c(0) if part.least is None else low.scalar(part.least)


def _grouped(low: Lowering, part: Select, entries: offers.Entries, tray: Tray) -> None:
    """Elements by the value in which no two may agree, values ascending, none last."""
    fn = low.fn
    assert part.distinct is not None
    key_of = _keys(low, part, part.distinct, entries)
    with fn.count(c(0), entries.count) as i:
        key = key_of(i)
        at = fn.let_var(mul(i, c(4)))
        with fn.block() as placed, fn.loop() as again:
            fn.br_if(placed, eqz(at))
            earlier = sub(at, c(4))
            fn.br_if(placed, op2("le_s", load("i32", add(earlier, c(tray.keys))), key))
            fn.store("32", at, load("i32", add(earlier, c(tray.keys))), tray.keys)
            fn.store("32", at, load("i32", add(earlier, c(tray.order))), tray.order)
            fn.set(at, earlier)
            fn.br(again)
        fn.store("32", at, key, tray.keys)
        fn.store("32", at, i, tray.order)
    groups = fn.let_var(c(0))
    with fn.count(c(0), entries.count) as i:
        at = fn.let(mul(i, c(4)))
        fresh = fn.let_var(c(1))
        with fn.when(i):
            fn.set(fresh, op2("ne", load("i32", at, tray.keys), load("i32", add(sub(at, c(4)), c(tray.keys)))))
        with fn.when(fresh):
            fn.store("32", mul(groups, c(4)), i, tray.starts)
            fn.set(groups, add(groups, c(1)))
    fn.store("32", mul(groups, c(4)), entries.count, tray.starts)
    fn.store("32", c(tray.groups), groups)


def _keys(low: Lowering, part: Select, distinct: Expr, entries: offers.Entries) -> Callable[[Ir], Ir]:
    """Numbers in the order of the values that tell elements apart, none last: the values themselves where they are numbers, else how many are less."""
    fn, of = low.fn, distinct.type

    def value(i: Ir) -> Value:
        low.bound(part.element, entries.get(i))
        return low.held(low.value(distinct))

    def number(i: Ir) -> Ir:
        found = cast(Ir, value(i))
        return fn.let(select(sets.is_there(low, found, of), found, c(_LAST)))

    if is_scalar(of):
        return number
    step = scratch_values.size(low.ctx, of)
    at = low.ctx.memory.space(step * (offers.MOST + 1))
    with fn.count(c(0), entries.count) as i:
        scratch_values.put(low, of, fn.let(add(mul(i, c(step)), c(at))), value(i))

    def kept(i: Ir) -> Value:
        return low.held(scratch_values.get(low.ctx, of, fn.let(add(mul(i, c(step)), c(at)))))

    def rank(i: Ir) -> Ir:
        mine, less = kept(i), fn.let_var(c(0))
        there = fn.let(sets.is_there(low, mine, of))
        with fn.when(there), fn.count(c(0), entries.count) as j:
            other = kept(j)
            with fn.when(sets.is_there(low, other, of)), fn.when(compare.less(low, other, mine)):
                fn.set(less, add(less, c(1)))
        return fn.let(select(there, less, c(_LAST)))

    return rank


def _recursion(
    search: Search,
    part: Select,
    facts: PartFacts,
    selection: SelectionFacts,
    entries: offers.Entries,
    tray: Tray,
    name: str,
    go_on: Visit,
) -> None:
    """The function of step i (of element or group i): given the state, the depth, i, and how many are chosen so far."""
    inner = name
    if tray.known:
        inner = f"{name}_values"
        _counted_once(search, tray, name, inner)
    fn = Fn(inner, ("i32", "i32", "i32", "i32"), "i32")
    low = Lowering(search.ctx, fn)
    here = offers.Entries(entries.at, entries.step, entries.of, low, c(0))
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    length = load("i32", c(tray.count if part.distinct is None else tray.groups))
    with fn.when(ge(i, length)):
        fits = band(ge(total, load("i32", c(tray.least))), op2("le_s", total, load("i32", c(tray.most))))
        with fn.when(eqz(fits)):
            fn.ret(c(ON))
        _bound(low, part, here, tray)
        fn.ret(go_on(low, depth))
    certain = facts.can_finish and is_free(part)
    if part.distinct is None:
        _count_step(search, part, selection, low, here, tray, name, certain=certain)
    else:
        _group_step(search, part, low, tray, name, certain=certain)
    search.ctx.functions.append(fn)


def _count_step(
    search: Search,
    part: Select,
    selection: SelectionFacts,
    low: Lowering,
    entries: offers.Entries,
    tray: Tray,
    name: str,
    *,
    certain: bool,
) -> None:
    from gamedsl_interpreter.wasm.emit.search import Opened, is_probed, set_step, walking, wanted

    fn = low.fn
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    is_probed(search, low, depth, Opened("count" if selection.is_counted else "member", part.name))
    room = fn.let(sub(load("i32", c(tray.most)), total))
    cap = fn.let(entries.number(i))
    high = fn.let_var(select(lt(room, cap), room, cap))
    need = fn.let(sub(sub(load("i32", c(tray.least)), total), load("i32", mul(i, c(4)), tray.after + 4)))
    amount = fn.let_var(select(lt(need, c(0)), c(0), need))

    def attempt(value: Ir) -> Ir:
        fn.store("32", mul(i, c(4)), value, tray.amounts)
        set_step(low, depth, value)
        return fn.let(call(name, "i32", low.s, add(depth, c(1)), add(i, c(1)), add(total, value)))

    with fn.when(op2("gt_s", amount, high)):
        fn.ret(c(ON))
    walking(low, amount, high, attempt, certain=certain)
    taken = wanted(low, depth)
    with fn.when(ge(taken, c(0))):
        with fn.when(op2("or", lt(taken, amount), op2("gt_s", taken, high))):
            fn.ret(c(ON))
        fn.set(amount, taken)
        fn.set(high, taken)
    result = fn.let_var(c(ON))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, op2("gt_s", amount, high))
        fn.store("32", mul(i, c(4)), amount, tray.amounts)
        set_step(low, depth, amount)
        fn.set(result, call(name, "i32", low.s, add(depth, c(1)), add(i, c(1)), add(total, amount)))
        with fn.when(lt(result, depth)):
            fn.ret(result)
        fn.set(amount, add(amount, c(1)))
        fn.br(again)
    fn.store("32", mul(i, c(4)), c(0), tray.amounts)
    fn.ret(c(ON))


def _group_step(search: Search, part: Select, low: Lowering, tray: Tray, name: str, *, certain: bool) -> None:
    from gamedsl_interpreter.wasm.emit.search import Opened, is_probed, set_step, walking, wanted

    fn = low.fn
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    is_probed(search, low, depth, Opened("group", part.name))
    start = fn.let(load("i32", mul(i, c(4)), tray.starts))
    size = fn.let(sub(load("i32", mul(i, c(4)), tray.starts + 4), start))
    rest = sub(sub(load("i32", c(tray.groups)), i), c(1))
    choice = fn.let_var(lt(add(total, rest), load("i32", c(tray.least))))
    high = fn.let_var(select(lt(total, load("i32", c(tray.most))), size, c(0)))

    def attempt(value: Ir) -> Ir:
        at = fn.let(mul(load("i32", mul(add(start, value), c(4)), tray.order - 4), c(4)))
        chosen = fn.let(op2("gt_s", value, c(0)))
        with fn.when(chosen):
            fn.store("32", at, c(1), tray.amounts)
        set_step(low, depth, value)
        result = fn.let(call(name, "i32", low.s, add(depth, c(1)), add(i, c(1)), add(total, chosen)))
        with fn.when(chosen):
            fn.store("32", at, c(0), tray.amounts)
        return result

    with fn.when(op2("gt_s", choice, high)):
        fn.ret(c(ON))
    walking(low, choice, high, attempt, certain=certain)
    taken = wanted(low, depth)
    with fn.when(ge(taken, c(0))):
        with fn.when(op2("or", lt(taken, choice), op2("gt_s", taken, high))):
            fn.ret(c(ON))
        fn.set(choice, taken)
        fn.set(high, taken)
    result = fn.let_var(c(ON))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, op2("gt_s", choice, high))
        at = fn.let(mul(load("i32", mul(add(start, choice), c(4)), tray.order - 4), c(4)))
        chosen = fn.let(op2("gt_s", choice, c(0)))
        with fn.when(chosen):
            fn.store("32", at, c(1), tray.amounts)
        set_step(low, depth, choice)
        fn.set(result, call(name, "i32", low.s, add(depth, c(1)), add(i, c(1)), add(total, chosen)))
        with fn.when(chosen):
            fn.store("32", at, c(0), tray.amounts)
        with fn.when(lt(result, depth)):
            fn.ret(result)
        fn.set(choice, add(choice, c(1)))
        fn.br(again)
    fn.ret(c(ON))


def _bound(low: Lowering, part: Select, entries: offers.Entries, tray: Tray) -> None:
    """Binds the local to what is chosen."""
    fn, of = low.fn, low.game.locals[part.local].type
    place = low.ctx.local_at(part.local)

    def each(body: streams.Body) -> None:
        with fn.count(c(0), fn.let(load("i32", c(tray.count)))) as i:
            amount = fn.let(load("i32", mul(i, c(4)), tray.amounts))
            with fn.when(amount):
                body(low.held(entries.get(i)), amount)

    match of:
        case types.Pieces(_, most):
            end = fn.let_var(c(place + 4))

            def entry(element: Value, amount: Ir) -> None:
                assert isinstance(element, PieceV)
                low.room(lt(end, c(place + 4 + 12 * (most + 1))))
                fn.store("32", end, element.zone)
                fn.store("32", end, element.kind, 4)
                fn.store("32", end, amount, 8)
                fn.set(end, add(end, c(12)))

            each(entry)
            fn.store("32", c(place), sub(end, c(place + 4)))
        case types.Bag(inner):
            first, size = scale_span(low.game, inner)
            fn.fill(c(place), c(4 * size))

            def more(element: Value, amount: Ir) -> None:
                assert isinstance(element, Ir)
                fn.store("32", mul(sub(element, c(first)), c(4)), amount, place)

            each(more)
        case types.SetOf(inner) if is_bits(low.game, inner):
            builder = sets.Builder(low, inner)

            def put(element: Value, _: Ir) -> None:
                assert isinstance(element, Ir)
                builder.add(element)

            each(put)
            effects.set_local(low, part.local, builder.made())
        case types.SetOf():
            gathering = sets.Gathering(low, of)
            each(lambda element, _: gathering.add(element))
            effects.set_local(low, part.local, gathering.made())
        case _:
            raise AssertionError("what is selected are pieces, a bag or a set")
