"""Counts the moves of a decision: each node of the tree of `plans.ways` becomes the number of ways to complete a move from there."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.ways import (
    Bound,
    Flag,
    Gate,
    IfAble,
    Kept,
    Leaf,
    Menu,
    One,
    Several,
    Tested,
    Ways,
    below,
    nodes,
)
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, load, minimum, op2, select
from gamedsl_interpreter.wasm.emit.decisions import tables
from gamedsl_interpreter.wasm.emit.decisions.deciding import Deciding, Found, OneFound, SeveralFound, apart, bind
from gamedsl_interpreter.wasm.emit.decisions.groups import MOST_GROUPS
from gamedsl_interpreter.wasm.emit.decisions.steps import GroupSteps, Steps, bounds_of, steps_of
from gamedsl_interpreter.wasm.emit.forms.values import SizedV, Value
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def is_unit(node: Ways) -> bool:
    """Whether a branch has functions of its own, because it makes a selection of several or chooses twice."""
    inner = [part for part in nodes(node) if isinstance(part, One | Several)]
    return isinstance(node, Kept) or len(inner) > 1 or any(isinstance(part, Several) for part in inner)


def calls_units(node: Ways) -> bool:
    """Whether counting a node calls functions, which read locals in memory."""
    return any(isinstance(part, Menu) and any(map(is_unit, part.lines)) for part in nodes(node))


def count(deciding: Deciding, code: Lowering, results: Found, node: Ways) -> Ir:
    """Counts the ways of a node. The result is a constant or a local."""
    return code.fn.reuse(_count(deciding, code, results, node))


def _count(deciding: Deciding, code: Lowering, results: Found, node: Ways) -> Ir:
    match node:
        case Leaf():
            return c(1)
        case Tested():
            return _count_tested(deciding, code, results, node)
        case Bound(part, then, is_counted):
            if is_counted:
                bind(code, part.local, code.value_for(part.local, part.value), in_memory=calls_units(then))
            return count(deciding, code, results, then)
        case Menu():
            return _count_menu(deciding, code, results, node)
        case Gate(take=take):
            ways = count_apart(deciding, code, results, take)
            _note_lines(deciding, code, results, node, [ways])
            return _sum(deciding, code, node, [ways, c(1)])
        case IfAble(take=take):
            ways = count_apart(deciding, code, results, take)
            _note_lines(deciding, code, results, node, [ways])
            return select(ways, ways, c(1))
        case Flag():
            return _count_flag(deciding, code, results, node)
        case One():
            return _count_one(deciding, code, results, node)
        case Several():
            return _count_several(deciding, code, results, node)
        case Kept():
            return load("i32", c(deciding.space("kept", node.number, 4)))


def count_apart(deciding: Deciding, code: Lowering, results: Found, node: Ways) -> Ir:
    """Counts the ways of a branch. The locals that it binds are forgotten afterwards."""
    with apart(code):
        return count(deciding, code, results, node)


def _sum(deciding: Deciding, code: Lowering, node: Ways, ways: list[Ir]) -> Ir:
    total: Ir = c(0)
    for number in ways:
        total = tables.more(code, total, number, is_exact=deciding.is_exact(node))
    return total


def _count_tested(deciding: Deciding, code: Lowering, results: Found, node: Tested) -> Ir:
    fn = code.fn
    ways = fn.let_var(c(0))
    with fn.block() as out:
        for condition in node.conditions:
            fn.br_if(out, eqz(code.scalar(condition)))
        fn.set(ways, count(deciding, code, results, node.then))
    return ways


def _count_menu(deciding: Deciding, code: Lowering, results: Found, node: Menu) -> Ir:
    ways = [_count_line(deciding, code, results, line) for line in node.lines]
    _note_lines(deciding, code, results, node, ways)
    return _sum(deciding, code, node, ways)


def _note_lines(
    deciding: Deciding, code: Lowering, results: Found, node: Menu | Gate | IfAble | Flag, ways: list[Ir]
) -> None:
    results.lines[id(node)] = ways
    deciding.keep(code, results, "lines", id(node), ways)


def _count_line(deciding: Deciding, code: Lowering, results: Found, line: Ways) -> Ir:
    if isinstance(line, Kept) or not is_unit(line):
        return count_apart(deciding, code, results, line)
    return code.fn.let(call(unit_count(deciding, line), "i32", code.s))


def unit_count(deciding: Deciding, node: Ways) -> str:
    """Gives the function that counts a branch."""
    return deciding.function(
        "count", node, 0, lambda code: code.fn.ret(count(deciding, code, Found(is_branch=True), node))
    )


def _count_flag(deciding: Deciding, code: Lowering, results: Found, node: Flag) -> Ir:
    fn, condition = code.fn, node.part.condition
    may = c(1) if condition is None else fn.let(code.scalar(condition))
    if node.dependence is Dependence.NONE:
        rest = count(deciding, code, results, node.then)
        _note_lines(deciding, code, results, node, [rest])
        return tables.times(fn.reuse(may + 1), rest, is_exact=deciding.is_exact(node))
    total, at = fn.let_var(c(0)), flag_ways(deciding, node)
    with fn.count(c(0), fn.let(may + 1)) as value, apart(code):
        bind(code, node.part.local, value, in_memory=calls_units(node.then))
        ways = count(deciding, code, results, node.then)
        fn.store("32", value * 4, ways, at)
        fn.set(total, tables.more(code, total, ways, is_exact=deciding.is_exact(node)))
    return total


def flag_ways(deciding: Deciding, node: Flag) -> int:
    """Gives the address of the two numbers of ways: after no and after yes."""
    return deciding.space("ways", node.number, 8)


# ---------------------------------------------------------------- selections


def _count_one(deciding: Deciding, code: Lowering, results: Found, node: One) -> Ir:
    fn = code.fn
    offer = deciding.offer(code, node)
    is_exact = deciding.is_exact(node)
    if node.dependence is Dependence.NONE:
        ways = fn.let_var(c(0))
        with fn.when(offer.count):
            rest = count(deciding, code, results, node.then)
            fn.set(ways, tables.times(offer.count, rest, is_exact=is_exact))
        results.ones[node.number] = OneFound(offer, rest)
        deciding.keep(code, results, "rest", node.number, [rest])
        return offer.count if rest == c(1) else ways
    results.ones[node.number] = OneFound(offer, c(0))
    deciding.keep(code, results, "rest", node.number, [c(0)])
    total, at = fn.let_var(c(0)), deciding.space("ways", node.number, 4 * (offer.most + 1))
    with fn.when(offer.count):
        hoist(deciding, code, results, node)

        def one(place: Ir, element: Value) -> None:
            with apart(code):
                bind(code, node.part.local, element, in_memory=calls_units(node.then))
                ways = count(deciding, code, results, node.then)
                fn.store("32", place * 4, ways, at)
                fn.set(total, tables.more(code, total, ways, is_exact=is_exact))

        offer.each(one)
    return total


def hoist(deciding: Deciding, code: Lowering, results: Found, node: One | Several) -> None:
    """Computes the parts of a choice that do not depend on its values. Branches with functions of their own make their tables there."""
    fn = code.fn
    here = {part.number for part in inline(node.then) if isinstance(part, Several)}
    for item in node.hoisted:
        what = item.what
        if isinstance(what, Several) and what.number not in here:
            continue
        with apart(code):
            for part in item.binds:
                bind(code, part.local, code.value_for(part.local, part.value), in_memory=isinstance(what, Kept))
            if isinstance(what, Kept):
                ways = call(unit_count(deciding, what.ways), "i32", code.s)
                fn.store("32", c(deciding.space("kept", what.number, 4)), fn.let(ways))
            else:
                steps = steps_of(code, what, deciding.storage(what))
                results.steps[what.number] = steps
                _write_free(deciding, code, what, steps)


def inline(node: Ways) -> Iterator[Ways]:
    """Lists the nodes that are counted in the same function as a node."""
    yield node
    for inner in below(node):
        if not (isinstance(inner, Kept) or (isinstance(node, Menu) and is_unit(inner))):
            yield from inline(inner)


def _count_several(deciding: Deciding, code: Lowering, results: Found, node: Several) -> Ir:
    fn, is_exact = code.fn, deciding.is_exact(node)
    steps = results.steps.get(node.number) if node.is_table_hoisted else None
    if steps is None:
        steps = steps_of(code, node, deciding.storage(node))
        if is_free(node.part) and node.dependence is Dependence.NONE and not is_unbounded(node):
            _write_free(deciding, code, node, steps)
    ways, column = _count_selections(deciding, code, results, node, steps)
    if node.dependence is Dependence.NUMBER:
        results.several[node.number] = SeveralFound(steps, column, c(0))
        deciding.keep(code, results, "rest", node.number, [column, c(0)])
        return ways
    total = fn.let_var(c(0))
    with fn.when(ways):
        rest = count(deciding, code, results, node.then)
        fn.set(total, tables.times(ways, rest, is_exact=is_exact))
    results.several[node.number] = SeveralFound(steps, column, rest)
    deciding.keep(code, results, "rest", node.number, [column, rest])
    return ways if rest == c(1) else total


def is_unbounded(node: Several) -> bool:
    """Whether any number of elements may be selected."""
    part = node.part
    return part.quantity == "any" and part.least is None and not node.limits


def table_of(deciding: Deciding, node: Several) -> tables.Table:
    """Gives the table of a selection."""
    most_steps, most_chosen = deciding.shape(node)
    row = 4 * (most_chosen + 1)
    at = deciding.space("table", node.number, row * (most_steps + 1))
    return tables.Table(at, row, most_steps, node.part.distinct is not None, deciding.is_exact(node))


def products_at(deciding: Deciding, node: Several) -> int:
    """Gives the address of the products of a selection without bounds."""
    return deciding.space("products", node.number, 4 * (deciding.shape(node)[0] + 1))


def steps_to_write_out(deciding: Deciding, node: Several, steps: Steps) -> GroupSteps | None:
    """Gives the steps of a selection that is counted and followed without tables: it has few groups, known while emitting, and any group may be left
    out. None for other selections."""
    if not isinstance(steps, GroupSteps) or not is_free(node.part) or node.dependence is not Dependence.NONE:
        return None
    return steps if deciding.is_exact(node) and len(steps.groups.masks) <= MOST_GROUPS else None


def most_of_groups(code: Lowering, node: Several, steps: GroupSteps) -> Ir:
    """Gives the most elements that may be chosen, but no more than there are groups."""
    groups = c(len(steps.groups.masks))
    return groups if is_unbounded(node) else code.fn.reuse(minimum(bounds_of(code, node, steps).most, groups))


def _sums_at(deciding: Deciding, node: Several, steps: GroupSteps) -> int:
    return deciding.space("sums", node.number, 4 * (len(steps.groups.masks) + 1))


def is_single(deciding: Deciding, node: Several) -> bool:
    """Whether a selection has at most one step, of entries."""
    return node.part.distinct is None and deciding.shape(node)[0] == 1 and node.dependence is Dependence.NUMBER


def _write_free(deciding: Deciding, code: Lowering, node: Several, steps: Steps) -> None:
    """Writes the table that does not depend on the bounds of the selection."""
    if is_unbounded(node):
        return
    groups = steps_to_write_out(deciding, node, steps)
    if groups is not None:
        groups.groups.write_ways(code.fn, groups.bits, _sums_at(deciding, node, groups))
    else:
        steps.lay_out()
        tables.write_free(code, steps, table_of(deciding, node))


def _count_selections(deciding: Deciding, code: Lowering, results: Found, node: Several, steps: Steps) -> tuple[Ir, Ir]:
    """Counts the ways to make a selection (with the ways after it, if these depend on the number of elements). Gives the count, and the column of its
    table at which `follow` starts."""
    fn, groups = code.fn, steps_to_write_out(deciding, node, steps)
    if groups is not None:
        return _count_selections_of_groups(deciding, code, node, groups)
    if is_unbounded(node) and node.dependence is Dependence.NONE:
        steps.lay_out()
        at, most, is_exact = products_at(deciding, node), deciding.shape(node)[0], deciding.is_exact(node)
        return tables.write_products(code, steps, at, most, is_exact=is_exact), c(0)
    bounds = bounds_of(code, node, steps)
    table = table_of(deciding, node)
    if is_free(node.part) and node.dependence is Dependence.NONE:
        column = fn.let(select(op2("lt_s", bounds.most, steps.total), bounds.most, steps.total))
        ways = fn.let_var(c(0))
        with fn.when(op2("ge_s", column, c(0))):
            fn.set(ways, table.cell(c(0), column))
        return ways, column
    steps.lay_out()
    if node.dependence is Dependence.NONE:
        ways, _ = tables.write_weighted(code, steps, bounds, table, lambda _: c(1))
        return ways, c(0)
    hoist(deciding, code, results, node)

    def weight(number: Ir) -> Ir:
        with apart(code):
            code.env[node.part.local] = SizedV(number)
            return count(deciding, code, results, node.then)

    if is_single(deciding, node):
        width = fn.reuse(minimum(steps.total, bounds.most))
        return tables.write_single(code, bounds, width, table, weight), c(0)
    ways, _ = tables.write_weighted(code, steps, bounds, table, weight)
    return ways, c(0)


def _count_selections_of_groups(deciding: Deciding, code: Lowering, node: Several, steps: GroupSteps) -> tuple[Ir, Ir]:
    """Counts the ways to make a selection from groups. Gives the count and the most elements."""
    fn = code.fn
    if is_unbounded(node):
        return steps.groups.all_ways(fn, steps.bits), c(0)
    most, ways = most_of_groups(code, node, steps), fn.let_var(c(0))
    with fn.when(op2("ge_s", most, c(0))):
        fn.set(ways, load("i32", most * 4, _sums_at(deciding, node, steps)))
    return ways, most
