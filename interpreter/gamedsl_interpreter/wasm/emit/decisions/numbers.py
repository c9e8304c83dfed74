"""Finds the n-th move of a decision: the locals on its way are bound, and the function returns the exit.

Results of counting in the same function are used again. If counting iterated over the values of a choice, the branch of the chosen value is counted
once more, because only the results of the last value still exist.
"""

from __future__ import annotations

from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.ways import Bound, Flag, Gate, IfAble, Kept, Leaf, Menu, One, Several, Tested, Ways
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, load, ne, op2
from gamedsl_interpreter.wasm.emit.decisions import counts, tables
from gamedsl_interpreter.wasm.emit.decisions.deciding import Deciding, Found, OneFound, SeveralFound, apart
from gamedsl_interpreter.wasm.emit.decisions.steps import steps_of
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def emit_nth(deciding: Deciding, code: Lowering, results: Found, node: Ways, n: Ir) -> None:
    """Follows way number n (a local) of a node that was counted in this function, and returns the exit."""
    fn = code.fn
    match node:
        case Leaf(exit_number, bound):
            fn.ret(c(deciding.search.way(exit_number, bound)))
        case Tested(then=then):
            emit_nth(deciding, code, results, then, n)
        case Bound(part, then):
            fields.set_local(code, part.local, code.value_for(part.local, part.value))
            emit_nth(deciding, code, results, then, n)
        case Menu(lines=lines):
            _follow_menu(deciding, code, results, lines, _lines(deciding, code, results, node), n)
        case Gate(take=take, decline=leaf):
            with fn.when(op2("lt_u", n, _lines(deciding, code, results, node)[0])), apart(code):
                emit_nth(deciding, code, results, take, n)
            emit_nth(deciding, code, results, leaf, n)
        case IfAble(take=take, skip=leaf):
            with fn.when(ne(_lines(deciding, code, results, node)[0], c(0))), apart(code):
                emit_nth(deciding, code, results, take, n)
            emit_nth(deciding, code, results, leaf, n)
        case Flag():
            _follow_flag(deciding, code, results, node, n)
        case One():
            _follow_one(deciding, code, results, node, n)
        case Several():
            _follow_several(deciding, code, results, node, n)
        case Kept(ways=inner):
            fn.ret(call(unit_nth(deciding, inner), "i32", code.s, n))


def unit_nth(deciding: Deciding, node: Ways) -> str:
    """Gives the function that finds the n-th way of a branch."""

    return deciding.function(
        "nth", node, 1, lambda code: emit_nth(deciding, code, Found(is_branch=True), node, code.fn.param(1))
    )


def _follow_menu(
    deciding: Deciding, code: Lowering, results: Found, lines: tuple[Ways, ...], ways: list[Ir], n: Ir
) -> None:
    fn = code.fn
    left = fn.let_var(n)
    for i, (line, number) in enumerate(zip(lines, ways, strict=True)):
        if i == len(lines) - 1:
            _follow_line(deciding, code, results, line, left)
            return
        with fn.when(op2("lt_u", left, number)), apart(code):
            _follow_line(deciding, code, results, line, left)
        fn.set(left, left - number)


def _follow_line(deciding: Deciding, code: Lowering, results: Found, line: Ways, n: Ir) -> None:
    if counts.is_unit(line) and not isinstance(line, Kept):
        code.fn.ret(call(unit_nth(deciding, line), "i32", code.s, n))
    else:
        emit_nth(deciding, code, results, line, n)


def _follow_flag(deciding: Deciding, code: Lowering, results: Found, node: Flag, n: Ir) -> None:
    fn, left = code.fn, code.fn.let_var(n)
    is_free_of_it = node.dependence is Dependence.NONE
    no = (
        _lines(deciding, code, results, node)[0]
        if is_free_of_it
        else fn.let(load("i32", c(counts.flag_ways(deciding, node))))
    )
    value = fn.let(op2("ge_u", left, no))
    fn.set(left, left - value * no)
    fields.set_local(code, node.part.local, value)
    if not is_free_of_it:
        _count_again(deciding, code, results, node.then)
    emit_nth(deciding, code, results, node.then, left)


def _lines(deciding: Deciding, code: Lowering, results: Found, node: Menu | Gate | IfAble | Flag) -> list[Ir]:
    """Gives the number of ways of each branch of a node."""
    ways = results.lines.get(id(node))
    return deciding.recall(code, "lines", id(node)) if ways is None else ways


def _count_again(deciding: Deciding, code: Lowering, results: Found, node: Ways) -> None:
    """Counts a branch again for the chosen value, if finding its ways needs the results."""
    if not all(isinstance(inner, Leaf | Tested | Bound | Kept) for inner in counts.inline(node)):
        with apart(code):
            counts.count(deciding, code, results, node)


def _follow_one(deciding: Deciding, code: Lowering, results: Found, node: One, n: Ir) -> None:
    fn, known = code.fn, results.ones.get(node.number)
    if known is None:
        known = OneFound(deciding.offer(code, node), *deciding.recall(code, "rest", node.number))
    if node.dependence is Dependence.NONE:
        place, left = _split(code, n, known.rest)
        fields.set_local(code, node.part.local, known.offer.get(place))
        emit_nth(deciding, code, results, node.then, left)
        return
    at = deciding.space("ways", node.number, 4 * (known.offer.most + 1))
    left, place = fn.let_var(n), fn.let_var(c(0))
    with fn.block() as out, fn.loop() as again:
        ways = fn.let(load("i32", place * 4, at))
        fn.br_if(out, op2("lt_u", left, ways))
        fn.set(left, left - ways)
        fn.set(place, place + 1)
        fn.br(again)
    fields.set_local(code, node.part.local, known.offer.get(place))
    _count_again(deciding, code, results, node.then)
    emit_nth(deciding, code, results, node.then, left)


def _split(code: Lowering, n: Ir, rest: Ir) -> tuple[Ir, Ir]:
    """Splits the number of a way into the number of its first choice and the number of the rest of the way. Each first choice has `rest` ways after it."""
    if rest == c(1):
        return n, c(0)
    return code.fn.let(op2("div_u", n, rest)), code.fn.let(op2("rem_u", n, rest))


def _follow_several(deciding: Deciding, code: Lowering, results: Found, node: Several, n: Ir) -> None:
    fn, known = code.fn, results.several.get(node.number)
    if known is None:
        steps = steps_of(code, node, deciding.storage(node))
        known = SeveralFound(steps, *deciding.recall(code, "rest", node.number))
    if node.dependence is Dependence.NUMBER:
        if counts.is_single(deciding, node):
            left = tables.follow_single(code, known.steps, counts.table_of(deciding, node), n)
        else:
            _, left = tables.follow(code, known.steps, counts.table_of(deciding, node), c(0), n, towards=1)
        known.steps.bind()
        _count_again(deciding, code, results, node.then)
        emit_nth(deciding, code, results, node.then, left)
        return
    selection, left = _split(code, n, known.rest)
    groups = counts.steps_to_write_out(deciding, node, known.steps)
    if groups is not None and counts.is_unbounded(node):
        groups.choose_all(groups.groups.nth_of_all(fn, groups.bits, selection))
    elif groups is not None:
        groups.choose_all(groups.groups.nth(fn, groups.bits, known.column, selection))
    elif counts.is_unbounded(node):
        tables.follow_products(
            code, known.steps, counts.products_at(deciding, node), deciding.shape(node)[0], selection
        )
    elif is_free(node.part):
        tables.follow(code, known.steps, counts.table_of(deciding, node), known.column, selection, towards=-1)
    else:
        tables.follow(code, known.steps, counts.table_of(deciding, node), c(0), selection, towards=1)
    known.steps.bind()
    emit_nth(deciding, code, results, node.then, left)
