"""Draws a move value by value: at each step one of the values from which a move can be completed.

Whether a move can be completed is tested only if the tree does not prove it. The test of a branch ends at the first way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamedsl.values import evolve, frozen
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.ways import Bound, Flag, Gate, IfAble, Kept, Leaf, Menu, One, Several, Tested, Ways
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    c,
    call,
    const_value,
    eqz,
    ge,
    load,
    lt,
    minimum,
    ne,
    op1,
    op2,
    select,
    wide,
)
from gamedsl_interpreter.wasm.emit.decisions.counts import is_unit, most_of_groups, steps_to_write_out
from gamedsl_interpreter.wasm.emit.decisions.deciding import Deciding, apart, bind
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Offer
from gamedsl_interpreter.wasm.emit.decisions.forms.sets import nth_of
from gamedsl_interpreter.wasm.emit.decisions.steps import Bounds, Steps, bounds_of, steps_of
from gamedsl_interpreter.wasm.emit.decisions.tables import up_to
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.values import SizedV, Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering

NOTHING = -1
"""The result of a walk if no move can be completed."""


# ---------------------------------------------------------------- whether a move can be completed


def can_complete(deciding: Deciding, code: Lowering, node: Ways, known: dict[int, Offer] | None = None) -> Ir:
    """Tests whether a node has a way to complete the move: 0 or 1, as a constant or a local. Bindings inside are forgotten; the offers of the first
    choices that exist in any case are added to `known`."""
    if deciding.reading.is_certain(node):
        return c(1)
    with apart(code):
        return code.fn.reuse(_test_completion(deciding, code, node, {} if known is None else known))


def _test_completion(deciding: Deciding, code: Lowering, node: Ways, known: dict[int, Offer]) -> Ir:
    fn = code.fn
    match node:
        case Leaf():
            return c(1)
        case Tested(conditions, then):
            result = fn.let_var(c(0))
            with fn.block() as out:
                for condition in conditions:
                    fn.br_if(out, eqz(code.scalar(condition)))
                fn.set(result, can_complete(deciding, code, then, known))
            return result
        case Bound(part, then, is_counted):
            if is_counted:
                bind(code, part.local, code.value_for(part.local, part.value), in_memory=False)
            return can_complete(deciding, code, then, known)
        case Menu(lines=lines):
            return _test_lines_in_turn(deciding, code, lines)
        case Gate(take=take) | IfAble(take=take):
            can_complete(deciding, code, take)  # emitted because it can fault
            return c(1)
        case Flag():
            return _test_flag(deciding, code, node)
        case One():
            return _test_one(deciding, code, node, known)
        case Several():
            return _test_several(deciding, code, node)
        case Kept(ways=inner):
            return can_complete(deciding, code, inner, known)


def _test_lines_in_turn(deciding: Deciding, code: Lowering, lines: tuple[Ways, ...]) -> Ir:
    """Tests whether one of some lines can be completed."""
    fn = code.fn
    result = fn.let_var(c(1))
    with fn.block() as out:
        for line in lines:
            fn.br_if(out, can_complete(deciding, code, line))
        fn.set(result, c(0))
    return result


def _test_flag(deciding: Deciding, code: Lowering, node: Flag) -> Ir:
    fn, condition = code.fn, node.part.condition
    may = c(1) if condition is None else fn.let(code.scalar(condition))
    if node.dependence is Dependence.NONE:
        return can_complete(deciding, code, node.then)
    result = fn.let_var(c(0))
    with fn.block() as out, fn.count(c(0), fn.let(may + 1)) as value:
        fn.set(result, _test_value(deciding, code, node, value))
        fn.br_if(out, result)
    return result


def _test_value(deciding: Deciding, code: Lowering, node: Flag | One | Several, value: Value) -> Ir:
    """Tests whether a move can be completed if a choice takes a value."""
    with apart(code):
        bind(code, node.part.local, value, in_memory=False)
        return can_complete(deciding, code, node.then)


def _test_one(deciding: Deciding, code: Lowering, node: One, known: dict[int, Offer]) -> Ir:
    fn = code.fn
    offer = known[node.number] = deciding.offer(code, node)
    if deciding.reading.is_certain(node.then):
        return offer.some
    result = fn.let_var(c(0))
    if node.dependence is Dependence.NONE:
        with fn.when(offer.some):
            fn.set(result, can_complete(deciding, code, node.then, known))
        return result
    with fn.block() as out:

        def one(_: Ir, element: Value) -> None:
            fn.set(result, _test_value(deciding, code, node, element))
            fn.br_if(out, result)

        offer.each(one)
    return result


def _test_several(deciding: Deciding, code: Lowering, node: Several) -> Ir:
    fn = code.fn
    steps = steps_of(code, node, deciding.storage(node))
    bounds = bounds_of(code, node, steps)
    most = fn.let(minimum(bounds.most, steps.total))
    result = fn.let_var(c(0))
    if node.dependence is Dependence.NONE:
        with fn.when(ge(most, bounds.least)):
            fn.set(result, can_complete(deciding, code, node.then))
        return result
    with fn.block() as out, fn.count(select(lt(bounds.least, c(0)), c(0), bounds.least), most + 1) as number:
        fn.set(result, _test_value(deciding, code, node, SizedV(number)))
        fn.br_if(out, result)
    return result


# ---------------------------------------------------------------- walking


@frozen
class Way:
    """The situation of a walk: whether a way certainly exists, what happens if there is none, and the offers that are known already."""

    is_sure: bool
    fail: Callable[[], None]
    offers: Mapping[int, Offer]

    def sure(self) -> Way:
        """Gives this situation, but with a way that certainly exists."""
        return evolve(self, is_sure=True)


def emit_walk(deciding: Deciding, code: Lowering, node: Ways, *, is_sure: bool) -> None:
    """Draws a way from a node on and returns its exit, or NOTHING if there is no way. `is_sure`: a way certainly exists."""
    _walk(deciding, code, node, Way(is_sure, lambda: code.fn.ret(c(NOTHING)), {}))


def _walk(deciding: Deciding, code: Lowering, node: Ways, way: Way) -> None:
    """Draws a way from a node on. If there is no way, it fails before it draws anything."""
    fn = code.fn
    if deciding.reading.is_certain(node):
        way = way.sure()
    match node:
        case Leaf(exit_number, bound):
            fn.ret(c(deciding.search.way(exit_number, bound)))
        case Tested(conditions, then):
            if not way.is_sure:
                for condition in conditions:
                    _fail_unless(code, code.scalar(condition), way)
            _walk(deciding, code, then, way)
        case Bound(part, then):
            fields.set_local(code, part.local, code.value_for(part.local, part.value))
            _walk(deciding, code, then, way)
        case Menu(lines=lines):
            able = _test_lines(deciding, code, lines)
            if not way.is_sure:
                _fail_unless(code, able, way)
            _walk_menu(deciding, code, lines, able)
        case Gate():
            _walk_gate(deciding, code, node)
        case IfAble(take=take, skip=leaf):
            with fn.block() as none, apart(code):
                _walk(deciding, code, take, Way(is_sure=False, fail=lambda: fn.br(none), offers={}))
            _walk(deciding, code, leaf, way)
        case Kept(ways=inner):
            _walk(deciding, code, inner, way)
        case One():
            _walk_one(deciding, code, node, way)
        case Flag() | Several():
            if not way.is_sure:
                _fail_unless(code, can_complete(deciding, code, node), way)
            if isinstance(node, Flag):
                _walk_flag(deciding, code, node, way.sure())
            else:
                _walk_several(deciding, code, node, way.sure())


def _fail_unless(code: Lowering, holds: Ir, way: Way) -> None:
    if const_value(holds) != 1:
        with code.fn.when(eqz(holds)):
            way.fail()


def _draw_below(code: Lowering, number: Ir) -> Ir:
    """Draws a number below another one."""
    if const_value(number) == 1:
        return c(0)
    return code.fn.let(call("draw_number", "i32", number))


def _walk_gate(deciding: Deciding, code: Lowering, node: Gate) -> None:
    fn, take = code.fn, node.take
    lines = take.lines if isinstance(take, Menu) else None
    able = can_complete(deciding, code, take) if lines is None else _test_lines(deciding, code, lines)
    can_take = ne(able, c(0))
    value = _draw_below(code, fn.reuse(can_take + 1))
    with fn.when(can_take & eqz(value)), apart(code):
        if lines is None:
            emit_walk(deciding, code, take, is_sure=True)
        else:
            _walk_menu(deciding, code, lines, able)
    emit_walk(deciding, code, node.decline, is_sure=True)


def _test_lines(deciding: Deciding, code: Lowering, lines: tuple[Ways, ...]) -> Ir:
    """Tests which lines can be completed, as bits."""
    able: Ir = c(0)
    for i, line in enumerate(lines):
        able = able | (can_complete(deciding, code, line) << i)
    return code.fn.reuse(able)


def _walk_menu(deciding: Deciding, code: Lowering, lines: tuple[Ways, ...], able: Ir) -> None:
    """Draws one of the lines that can be completed; there must be at least one."""
    fn = code.fn
    number = fn.reuse(op1("popcnt", able))
    chosen = nth_of(code, MaskV((wide(able),), 0), len(lines), _draw_below(code, number))
    fn.switch(chosen, [(i, _walk_line(deciding, code, line)) for i, line in enumerate(lines)])
    fn.ret(c(NOTHING))


def _walk_line(deciding: Deciding, code: Lowering, line: Ways) -> Callable[[], None]:
    def write() -> None:
        with apart(code):
            if is_unit(line):
                name = deciding.function("walk", line, 0, lambda inner: emit_walk(deciding, inner, line, is_sure=True))
                code.fn.ret(call(name, "i32", code.s))
            else:
                emit_walk(deciding, code, line, is_sure=True)

    return write


def _walk_flag(deciding: Deciding, code: Lowering, node: Flag, way: Way) -> None:
    fn, condition = code.fn, node.part.condition
    may = c(1) if condition is None else fn.let(code.scalar(condition))
    if node.dependence is Dependence.NONE or deciding.reading.is_certain(node.then):
        value = _draw_below(code, fn.reuse(may + 1))
    else:
        no = _test_value(deciding, code, node, c(0))
        yes = fn.let_var(c(0))
        with fn.when(may):
            fn.set(yes, _test_value(deciding, code, node, c(1)))
        value = fn.let(_draw_below(code, fn.let(no + yes)) | eqz(no))
    fields.set_local(code, node.part.local, value)
    _walk(deciding, code, node.then, way)


def _walk_one(deciding: Deciding, code: Lowering, node: One, way: Way) -> None:
    fn = code.fn
    offer = way.offers.get(node.number) or deciding.offer(code, node)
    if node.dependence is Dependence.NONE or deciding.reading.is_certain(node.then):
        if not way.is_sure:
            _fail_unless(code, offer.some, way)
            known: dict[int, Offer] = {}
            _fail_unless(code, can_complete(deciding, code, node.then, known), way)
            # Offers that do not depend on this choice are the same after it.
            way = evolve(way, offers=known if node.dependence is Dependence.NONE else {})
        place = _draw_below(code, offer.count)
    else:
        able, number = deciding.space("able", node.number, 4 * (offer.most + 1)), fn.let_var(c(0))

        def one(at: Ir, element: Value) -> None:
            # Written even if it cannot be chosen: the next element then overwrites it.
            leads = fn.let(_test_value(deciding, code, node, element))
            fn.store("32", number * 4, at, able)
            fn.set(number, number + leads)

        offer.each(one)
        if not way.is_sure:
            _fail_unless(code, ne(number, c(0)), way)
        place = fn.let(load("i32", _draw_below(code, number) * 4, able))
        way = evolve(way, offers={})
    fields.set_local(code, node.part.local, offer.get(place))
    _walk(deciding, code, node.then, way.sure())


# ---------------------------------------------------------------- several


def _walk_several(deciding: Deciding, code: Lowering, node: Several, way: Way) -> None:
    steps = steps_of(code, node, deciding.storage(node))
    groups = steps_to_write_out(deciding, node, steps)
    if groups is not None:
        groups.choose_all(groups.groups.draw(code.fn, groups.bits, most_of_groups(code, node, groups)))
    elif node.dependence is Dependence.NONE or deciding.reading.is_certain(node.then):
        _draw_within(deciding, code, node, steps, bounds_of(code, node, steps))
    else:
        _draw_among(deciding, code, node, steps, bounds_of(code, node, steps))
    steps.bind()
    _walk(deciding, code, node.then, evolve(way, offers={}))


def _draw_each_step(
    code: Lowering, node: Several, steps: Steps, most: int, values: Callable[[Ir, Ir, Ir, Ir], Ir]
) -> None:
    """Iterates over the steps. `values` draws the value of each step, given the step, the number of elements chosen so far, the greatest value, and how many
    elements the later steps can add."""
    fn = code.fn
    steps.lay_out()
    steps.begin()
    chosen, behind = fn.let_var(c(0)), fn.let_var(steps.total)
    with up_to(code, steps.number, most) as step:
        size = fn.let(steps.size(step))
        fn.set(behind, behind - (size if node.part.distinct is None else c(1)))
        value = fn.let(values(step, chosen, size, behind))
        with fn.when(value):
            steps.choose(step, value)
            fn.set(chosen, chosen + (ne(value, c(0)) if node.part.distinct is not None else value))


def _draw_within(deciding: Deciding, code: Lowering, node: Several, steps: Steps, bounds: Bounds) -> None:
    """Draws a selection. Every number of elements within the bounds can be completed."""
    fn, is_grouped = code.fn, node.part.distinct is not None

    def value(_: Ir, chosen: Ir, size: Ir, behind: Ir) -> Ir:
        room = fn.let(bounds.most - chosen)
        high = select(op2("gt_s", room, c(0)), size, c(0)) if is_grouped else minimum(size, room)
        if is_free(node.part):
            return _draw_below(code, fn.let(high + 1))
        need = fn.let(bounds.least - chosen - behind)
        low = fn.let(op2("gt_s", need, c(0)) if is_grouped else select(lt(need, c(0)), c(0), need))
        return _draw_below(code, fn.let(high + 1 - low)) + low

    _draw_each_step(code, node, steps, deciding.shape(node)[0], value)


def _draw_among(deciding: Deciding, code: Lowering, node: Several, steps: Steps, bounds: Bounds) -> None:
    """Draws a selection of which only some numbers of elements can be completed. It finds these numbers first, and then draws only values that lead to one
    of them."""
    fn, is_grouped = code.fn, node.part.distinct is not None
    most_chosen = deciding.shape(node)[1]
    able = deciding.space("able", node.number, 4 * (most_chosen + 2))
    # able[k]: how many of the numbers below k can be completed
    width = fn.let(minimum(bounds.most, steps.total))
    sofar = fn.let_var(c(0))
    with fn.count(c(0), width + 1) as number:
        fn.store("32", number * 4, sofar, able)
        with fn.when(ge(number, bounds.least)):
            fn.set(sofar, sofar + _test_value(deciding, code, node, SizedV(number)))
    fn.store("32", (width + 1) * 4, sofar, able)

    def leads(chosen: Ir, behind: Ir) -> Ir:
        last = fn.let(minimum(fn.let(chosen + behind), width))
        return op2("gt_s", load("i32", (last + 1) * 4, able), load("i32", chosen * 4, able))

    def value(_: Ir, chosen: Ir, size: Ir, behind: Ir) -> Ir:
        room = fn.let(width - chosen)
        high = fn.let(select(op2("gt_s", room, c(0)), size, c(0)) if is_grouped else minimum(size, room))
        if is_grouped:
            without = fn.let(leads(chosen, behind))
            with_one = fn.let_var(c(0))
            with fn.when(high):
                fn.set(with_one, leads(fn.let(chosen + 1), behind))
            values = fn.let(without + with_one * high)
            return _draw_below(code, values) + eqz(without)
        number, options = fn.let_var(c(0)), deciding.space("options", node.number, 4 * (most_chosen + 1))
        with fn.count(c(0), high + 1) as amount, fn.when(leads(fn.let(chosen + amount), behind)):
            fn.store("32", number * 4, amount, options)
            fn.set(number, number + 1)
        return load("i32", _draw_below(code, number) * 4, options)

    _draw_each_step(code, node, steps, deciding.shape(node)[0], value)
