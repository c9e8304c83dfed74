"""Selections of several: a step for each kind and place, for each group of a `distinct` selection, or for each value (in or out).

Random moves are counted and drawn by tables (`tables`) if possible. The functions here search through the steps, for players who are asked for them one
by one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Select
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import PartFacts, SelectionFacts
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, ge, load, lt, minimum, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import offers
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.decisions.search_state import Opened, Search, SelectionScratch, Visit
from gamedsl_interpreter.wasm.emit.decisions.search_steps import find_step, note_probed, set_step, walking
from gamedsl_interpreter.wasm.emit.decisions.step_keys import Key, element_words, words_of
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms import compare, masks, scratch_values, sorted_sets
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Body, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import lanes
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning import capacities
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_scalar
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace
from gamedsl_interpreter.wasm.emit.signals import ON
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

_LAST = 0x7FFFFFFF


def visit(search: Search, part: Select, facts: PartFacts, selection: SelectionFacts, go_on: Visit) -> Visit:
    """Searches the steps of a selection of several, then continues."""
    scratch = search.scratches.get(part.local) or scratch_of(search.ctx, part)
    search.scratches[part.local] = scratch
    name = f"{search.name}_{search.count}"
    search.count += 1

    def start(code: Lowering, depth: Ir) -> Ir:
        entries = offers.emit_entries(code, part, selection, space=partial(search.space, part.local, "entries"))
        _prepare(search, code, part, entries, scratch, tuple(limit.most for limit in facts.limits))
        if part.distinct is not None:
            group_elements(code, part, part.distinct, entries, scratch)
        search.offers[part.local] = _offer_place(part, entries, scratch)
        _write_recursion(search, part, facts, selection, entries, scratch, name, go_on)
        return code.fn.let(call(name, "i32", code.s, depth, c(0), c(0)))

    return start


def _offer_place(part: Select, entries: Entries, scratch: SelectionScratch) -> OfferPlace:
    if part.distinct is None:
        return OfferPlace(entries.at, entries.step, scratch.count)
    keys = scratch.keys if is_scalar(part.distinct.type) else 0
    return OfferPlace(entries.at, entries.step, scratch.count, scratch.groups, scratch.starts, scratch.order, keys)


def scratch_of(ctx: Context, part: Select) -> SelectionScratch:
    """Reserves working memory for a selection."""
    space, size = ctx.memory.space, 4 * (capacities.most_offered(ctx.game, part) + 1)
    return SelectionScratch(
        space(4), space(4), space(4), space(size), space(size), space(size), space(size), space(size), space(4)
    )


# ---------------------------------------------------------------- the offer


def _prepare(
    search: Search, code: Lowering, part: Select, entries: Entries, scratch: SelectionScratch, limits: tuple[Expr, ...]
) -> None:
    fn, refusing = code.fn, search.refusing
    total = fn.let_var(c(0))
    fn.store("32", c(scratch.count), entries.count)
    i = fn.let_var(entries.count)
    fn.store("32", i * 4, c(0), scratch.after)
    with fn.until(eqz(i)):
        fn.set(i, i - 1)
        fn.set(total, total + entries.number(i))
        fn.store("32", i * 4, total, scratch.after)
        fn.store("32", i * 4, c(0), scratch.amounts)
    if part.number is None:
        fn.store("32", c(scratch.most), total)
    else:
        bound = fn.let(code.scalar(part.number))
        code.check(ge(bound, c(0)), "E_BOUND", part.site)
        fn.store("32", c(scratch.most), bound)
    for limit in limits:
        with fn.when(c(1) if refusing is None else eqz(refusing.asks_why())):
            most = load("i32", c(scratch.most))
            fn.store("32", c(scratch.most), minimum(fn.let(code.scalar(limit)), fn.let(most)))
    least = load("i32", c(scratch.most)) if part.quantity == "exactly" else _least(code, part)
    fn.store("32", c(scratch.least), least if refusing is None else refusing.least(fn.let(least)))


def _least(code: Lowering, part: Select) -> Ir:
    return c(0) if part.least is None else code.scalar(part.least)


def group_elements(code: Lowering, part: Select, apart: Expr, entries: Entries, scratch: SelectionScratch) -> None:
    """Groups elements by the value that must differ between chosen elements: values ascending, none last."""
    fn = code.fn
    key_of = _keys(code, part, apart, entries)
    with fn.count(c(0), entries.count) as i:
        key = key_of(i)
        at = fn.let_var(i * 4)
        with fn.until(eqz(at)) as placed:
            earlier = at - 4
            fn.br_if(placed, op2("le_s", load("i32", earlier + scratch.keys), key))
            fn.store("32", at, load("i32", earlier + scratch.keys), scratch.keys)
            fn.store("32", at, load("i32", earlier + scratch.order), scratch.order)
            fn.set(at, earlier)
        fn.store("32", at, key, scratch.keys)
        fn.store("32", at, i, scratch.order)
    groups = fn.let_var(c(0))
    with fn.count(c(0), entries.count) as i:
        at = fn.let(i * 4)
        fresh = fn.let_var(c(1))
        with fn.when(i):
            fn.set(fresh, op2("ne", load("i32", at, scratch.keys), load("i32", at - 4 + scratch.keys)))
        with fn.when(fresh):
            fn.store("32", groups * 4, i, scratch.starts)
            fn.set(groups, groups + 1)
    fn.store("32", groups * 4, entries.count, scratch.starts)
    fn.store("32", c(scratch.groups), groups)


def _keys(code: Lowering, part: Select, distinct: Expr, entries: Entries) -> Callable[[Ir], Ir]:
    """Gives keys in the order of the values that distinguish the elements, none last. If the values are numbers they are the keys; else the key is the
    number of lesser values."""
    fn, of = code.fn, distinct.type

    def value(i: Ir) -> Value:
        code.bind(part.element, entries.get(i))
        return code.pin(code.value(distinct))

    def number(i: Ir) -> Ir:
        value_of = value(i)
        found = value_of.instance if isinstance(value_of, ZoneV) else expect(Ir, value_of)
        return fn.let(select(compare.is_there(code, found, of), found, c(_LAST)))

    if is_scalar(of):
        return number
    values = scratch_values.space(code.ctx, of, entries.most + 1)
    with fn.count(c(0), entries.count) as i:
        values.put(code, i, value(i))

    def key_at(i: Ir) -> Value:
        return code.pin(values.get_here(code, i))

    def rank(i: Ir) -> Ir:
        mine, less = key_at(i), fn.let_var(c(0))
        there = fn.let(compare.is_there(code, mine, of))
        with fn.when(there), fn.count(c(0), entries.count) as j:
            other = key_at(j)
            with fn.when(compare.is_there(code, other, of)), fn.when(compare.less(code, other, mine, of)):
                fn.set(less, less + 1)
        return fn.let(select(there, less, c(_LAST)))

    return rank


def _write_recursion(
    search: Search,
    part: Select,
    facts: PartFacts,
    selection: SelectionFacts,
    entries: Entries,
    scratch: SelectionScratch,
    name: str,
    go_on: Visit,
) -> None:
    """Writes the function of step i (of element or group i). Its parameters: the state, the depth, i, and how many elements are chosen so far."""
    fn = Fn(name, ("i32", "i32", "i32", "i32"), "i32")
    code = FormulaLowering(search.ctx, fn)
    here = Entries(entries.at, entries.step, entries.of, code, c(0), entries.most)
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    length = load("i32", c(scratch.count if part.distinct is None else scratch.groups))
    with fn.when(ge(i, length)):
        fits = ge(total, load("i32", c(scratch.least))) & op2("le_s", total, load("i32", c(scratch.most)))
        with fn.when(eqz(fits)):
            fn.ret(c(ON))
        bind_chosen(code, part, here, scratch)
        fn.ret(go_on(code, depth))
    certain = search.is_certain(facts) and is_free(part)
    if part.distinct is None:
        _count_step(search, part, selection, code, here, scratch, name, certain=certain)
    else:
        _group_step(search, part, code, here, scratch, name, certain=certain)
    search.ctx.functions.append(fn)


def _count_step(
    search: Search,
    part: Select,
    selection: SelectionFacts,
    code: Lowering,
    entries: Entries,
    scratch: SelectionScratch,
    name: str,
    *,
    certain: bool,
) -> None:
    fn = code.fn
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    opened = Opened("count" if selection.is_counted else "member", part.name)
    note_probed(search, code, depth, opened, lambda: Key(element_words(entries.of, entries.at, entries.step, i)))
    room = fn.let(load("i32", c(scratch.most)) - total)
    cap = fn.let(entries.number(i))
    high = fn.let_var(select(lt(room, cap), room, cap))
    need = fn.let(load("i32", c(scratch.least)) - total - load("i32", i * 4, scratch.after + 4))
    amount = fn.let_var(select(lt(need, c(0)), c(0), need))

    def attempt(value: Ir) -> Ir:
        fn.store("32", i * 4, value, scratch.amounts)
        set_step(search, code, depth, value)
        return fn.let(call(name, "i32", code.s, depth + 1, i + 1, total + value))

    _narrow(search, code, amount, high, attempt, certain=certain)
    result = fn.let_var(c(ON))
    with fn.until(op2("gt_s", amount, high)):
        fn.store("32", i * 4, amount, scratch.amounts)
        set_step(search, code, depth, amount)
        fn.set(result, call(name, "i32", code.s, depth + 1, i + 1, total + amount))
        with fn.when(lt(result, depth)):
            fn.ret(result)
        fn.set(amount, amount + 1)
    fn.store("32", i * 4, c(0), scratch.amounts)
    fn.ret(c(ON))


def _narrow(search: Search, code: Lowering, least: Ir, high: Ir, attempt: Callable[[Ir], Ir], *, certain: bool) -> None:
    """Limits the numbers to try to the one that was taken at this depth, if any; a random player chooses here. Returns ON where none is left."""
    fn, depth = code.fn, code.fn.param(1)
    with fn.when(op2("gt_s", least, high)):
        fn.ret(c(ON))
    walking(search, code, least, high, attempt, certain=certain)
    taken = find_step(search, code, depth)
    with fn.when(ge(taken, c(0))):
        with fn.when(lt(taken, least) | op2("gt_s", taken, high)):
            fn.ret(c(ON))
        fn.set(least, taken)
        fn.set(high, taken)


def _group_key(part: Select, code: Lowering, entries: Entries, scratch: SelectionScratch, i: Ir) -> Key:
    """Gives the key that distinguishes the step of group i from others. Raises Unsupported if the groups are distinguished by a value that is no number."""
    if part.distinct is None or not is_scalar(part.distinct.type):
        raise Unsupported("selections of different collections, for players that think")
    start = code.fn.let(load("i32", i * 4, scratch.starts) * 4)
    order = code.fn.let(start + scratch.order)
    return Key((load("i32", start, scratch.keys),), entries.at, entries.step, words_of(entries.of), order)


def _group_step(
    search: Search,
    part: Select,
    code: Lowering,
    entries: Entries,
    scratch: SelectionScratch,
    name: str,
    *,
    certain: bool,
) -> None:
    fn = code.fn
    depth, i, total = fn.param(1), fn.param(2), fn.param(3)
    note_probed(search, code, depth, Opened("group", part.name), lambda: _group_key(part, code, entries, scratch, i))
    start = fn.let(load("i32", i * 4, scratch.starts))
    size = fn.let(load("i32", i * 4, scratch.starts + 4) - start)
    rest = load("i32", c(scratch.groups)) - i - 1
    choice = fn.let_var(lt(total + rest, load("i32", c(scratch.least))))
    high = fn.let_var(select(lt(total, load("i32", c(scratch.most))), size, c(0)))

    def attempt(value: Ir) -> Ir:
        at = fn.let(load("i32", (start + value) * 4, scratch.order - 4) * 4)
        chosen = fn.let(op2("gt_s", value, c(0)))
        with fn.when(chosen):
            fn.store("32", at, c(1), scratch.amounts)
        set_step(search, code, depth, value)
        result = fn.let(call(name, "i32", code.s, depth + 1, i + 1, total + chosen))
        with fn.when(chosen):
            fn.store("32", at, c(0), scratch.amounts)
        return result

    _narrow(search, code, choice, high, attempt, certain=certain)
    result = fn.let_var(c(ON))
    with fn.until(op2("gt_s", choice, high)):
        at = fn.let(load("i32", (start + choice) * 4, scratch.order - 4) * 4)
        chosen = fn.let(op2("gt_s", choice, c(0)))
        with fn.when(chosen):
            fn.store("32", at, c(1), scratch.amounts)
        set_step(search, code, depth, choice)
        fn.set(result, call(name, "i32", code.s, depth + 1, i + 1, total + chosen))
        with fn.when(chosen):
            fn.store("32", at, c(0), scratch.amounts)
        with fn.when(lt(result, depth)):
            fn.ret(result)
        fn.set(choice, choice + 1)
    fn.ret(c(ON))


def bind_chosen(code: Lowering, part: Select, entries: Entries, scratch: SelectionScratch) -> None:
    """Binds the local to the chosen elements."""
    fn, of = code.fn, code.game.locals[part.local].type
    place = code.ctx.locals.at(part.local)

    def each(body: Body) -> None:
        with fn.count(c(0), fn.let(load("i32", c(scratch.count)))) as i:
            amount = fn.let(load("i32", i * 4, scratch.amounts))
            with fn.when(amount):
                body(code.pin(entries.get(i)), amount)

    layout = code.ctx.locals.lanes.get(part.local)
    match of:
        case types.Pieces() if layout is not None:
            lanes.store_entries(code, layout, place, each)
        case types.Pieces(_, most):
            end = fn.let_var(c(place + 4))

            def entry(element: Value, amount: Ir) -> None:
                piece = expect(PieceV, element)
                code.room(lt(end, c(place + 4 + 12 * (most + 1))))
                fn.store("32", end, piece.zone)
                fn.store("32", end, piece.kind, 4)
                fn.store("32", end, amount, 8)
                fn.set(end, end + 12)

            each(entry)
            fn.store("32", c(place), end - (place + 4))
        case types.Bag(inner):
            first, size = scale_span(code.game, inner)
            fn.fill(c(place), c(4 * size))

            def more(element: Value, amount: Ir) -> None:
                fn.store("32", (expect(Ir, element) - first) * 4, amount, place)

            each(more)
        case types.SetOf(inner) if is_bits(code.game, inner):
            builder = masks.Builder(code, inner)

            def put(element: Value, _: Ir) -> None:
                builder.add(expect(Ir, element))

            each(put)
            fields.set_local(code, part.local, builder.finish())
        case types.SetOf():
            sorted_set = sorted_sets.SortedSetBuilder(code, of)
            each(lambda element, _: sorted_set.add(element))
            fields.set_local(code, part.local, sorted_set.finish())
        case types.ListOf(inner):
            listed, count = scratch_values.elements(code.ctx, inner, c(place), offset=4), fn.let_var(c(0))

            def append(element: Value, _: Ir) -> None:
                listed.put(code, count, element)
                fn.set(count, count + 1)

            each(append)
            fn.store("32", c(place), count)
        case _:
            raise AssertionError("what is selected are pieces, a bag, a set or a list")
