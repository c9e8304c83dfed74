"""Tables of the number of ways to make a selection of several, by step and by the number of chosen elements: truncated polynomials.

Row g stands for the choices from step g on. In a *free* table, column r holds the number of ways to choose at most r elements there. In any other
table, column t holds the number of ways to complete the selection when t elements are chosen before step g; the last row holds the weights of the
numbers of chosen elements: the number of ways after the selection, or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    c,
    c64,
    const_value,
    ge,
    load,
    minimum,
    op2,
    select,
    wide,
    wrap,
)
from gamedsl_interpreter.wasm.emit.decisions.steps import MOST_STEPS, Bounds, Steps
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.signals import ON

WIDTH = MOST_STEPS + 1


@frozen
class Table:
    """A table in working memory: `row` bytes from one row to the next. `is_free` and `is_grouped` tell the kind of its numbers."""

    at: int
    row: int
    steps: int
    """An upper bound for the number of steps."""
    is_grouped: bool
    is_exact: bool
    """Whether no number of ways can be as large as ON."""

    @property
    def most(self) -> int:
        """The greatest number of a column."""
        return self.row // 4 - 1

    def cell(self, step: Ir, column: Ir) -> Ir:
        """Gives the number of ways in a row and column."""
        return load("i32", step * self.row + column * 4, self.at)


def more(code: Lowering, a: Ir, b: Ir, *, is_exact: bool) -> Ir:
    """Adds two numbers of ways; the result is at most ON."""
    total = a + b
    if is_exact or const_value(total) is not None:
        return total
    total = code.fn.let(total)
    return select(op2("lt_u", total, c(ON)), total, c(ON))


@contextmanager
def up_to(code: Lowering, end: Ir, most: int) -> Generator[Ir]:
    """Opens a loop over the numbers below `end`, which is at most `most`. A loop with a known bound needs no counting of its passes."""
    fn = code.fn
    i = fn.let_var(c(0))
    with fn.until(ge(i, c(most))) as out:
        fn.br_if(out, ge(i, end))
        yield i
        fn.set(i, i + 1)


def times(a: Ir, b: Ir, *, is_exact: bool) -> Ir:
    """Multiplies two numbers of ways, both constants or locals; the result is at most ON."""
    if is_exact or c(1) in (a, b):
        return a * b
    product = wide(a) * wide(b)
    return wrap(select(op2("lt_u", product, c64(ON)), product, c64(ON)))


# ---------------------------------------------------------------- selections without bounds


def write_products(code: Lowering, steps: Steps, at: int, most: int, *, is_exact: bool) -> Ir:
    """Writes the table of a selection without bounds, which has at most `most` steps, to the address `at`: for each step the number of ways to choose from
    the steps after it. Gives the number of all ways."""
    fn = code.fn
    total = fn.let_var(c(1))
    with up_to(code, steps.number, most) as passed:
        step = fn.let(steps.number - 1 - passed)
        fn.store("32", step * 4, total, at)
        fn.set(total, times(total, fn.let(steps.size(step) + 1), is_exact=is_exact))
    return total


def follow_products(code: Lowering, steps: Steps, at: int, most: int, n: Ir) -> None:
    """Chooses the n-th selection without bounds."""
    fn = code.fn
    steps.begin()
    left = fn.let_var(n)
    with up_to(code, steps.number, most) as step:
        behind = fn.let(load("i32", step * 4, at))
        with fn.when(op2("ge_u", left, behind)):
            value = fn.let(op2("div_u", left, behind))
            fn.set(left, left - value * behind)
            steps.choose(step, value)


# ---------------------------------------------------------------- selections up to a bound


def write_free(code: Lowering, steps: Steps, table: Table) -> Ir:
    """Writes the free table of a selection whose upper bound is not known yet. Gives its last column: a greater bound allows no more ways."""
    fn = code.fn
    width = steps.total
    with up_to(code, fn.let(width + 1), table.most + 1) as column:
        fn.store("32", steps.number * table.row + column * 4, c(1), table.at)
    with up_to(code, steps.number, table.steps) as passed:
        step = fn.let(steps.number - 1 - passed)
        size = fn.let(steps.size(step))
        with up_to(code, fn.let(width + 1), table.most + 1) as column:
            here = fn.let(step * table.row + column * 4)
            _store_sum(code, table, here, size, towards=-1, room=column)
    return width


def _store_sum(code: Lowering, table: Table, here: Ir, size: Ir, *, towards: int, room: Ir) -> None:
    """Adds up a cell from cells of the row below: the value 0 keeps the column, any other value moves in the direction `towards` (by 1 in groups, else
    by the value), as far as `room` allows."""
    fn, below = code.fn, table.at + table.row
    total = fn.let_var(load("i32", here, below))
    if table.is_grouped:
        with fn.when(op2("gt_s", room, c(0))):
            other = fn.let(load("i32", here + 4 * towards, below))
            fn.set(total, more(code, total, times(other, size, is_exact=table.is_exact), is_exact=table.is_exact))
    else:
        other = fn.let_var(here)
        with up_to(code, fn.let(minimum(size, room)), table.most):
            fn.set(other, other + 4 * towards)
            fn.set(total, more(code, total, load("i32", other, below), is_exact=table.is_exact))
    fn.store("32", here, total, table.at)


# ---------------------------------------------------------------- weighted numbers


def write_weighted(
    code: Lowering, steps: Steps, bounds: Bounds, table: Table, weight: Callable[[Ir], Ir]
) -> tuple[Ir, Ir]:
    """Writes a table with weights. Gives the number of all ways, and the last column. `weight` is asked for each number of elements within the bounds, ascending."""
    fn = code.fn
    width = fn.reuse(minimum(steps.total, bounds.most))
    with up_to(code, fn.let(width + 1), table.most + 1) as number:
        ways = fn.let_var(c(0))
        with fn.when(ge(number, bounds.least)):
            fn.set(ways, weight(number))
        fn.store("32", steps.number * table.row + number * 4, ways, table.at)
    with up_to(code, steps.number, table.steps) as passed:
        step = fn.let(steps.number - 1 - passed)
        size = fn.let(steps.size(step))
        with up_to(code, fn.let(width + 1), table.most + 1) as column:
            here = fn.let(step * table.row + column * 4)
            _store_sum(code, table, here, size, towards=1, room=fn.let(width - column))
    total = fn.let_var(c(0))
    with fn.when(ge(width, c(0))):
        fn.set(total, table.cell(c(0), c(0)))
    return total, width


# ---------------------------------------------------------------- following


def follow(code: Lowering, steps: Steps, table: Table, first: Ir, n: Ir, *, towards: int) -> tuple[Ir, Ir]:
    """Chooses the n-th selection of a table, from column `first` on. `towards` is -1 for columns that hold how many may still be chosen, 1 for columns
    that hold how many are chosen. Gives the column after the last step, and the rest of n."""
    fn = code.fn
    steps.begin()
    left, column = fn.let_var(n), fn.let_var(first)
    with up_to(code, steps.number, table.steps) as step:
        below = fn.let(step * table.row + table.row)
        ways = fn.let_var(load("i32", below + column * 4, table.at))
        with fn.when(op2("ge_u", left, ways)):
            fn.set(left, left - ways)
            value = fn.let_var(c(1))
            fn.set(column, column + towards)
            fn.set(ways, load("i32", below + column * 4, table.at))
            if table.is_grouped:
                fn.set(value, op2("div_u", left, ways) + 1)
                fn.set(left, op2("rem_u", left, ways))
            else:
                with fn.until(op2("lt_u", left, ways)):
                    fn.set(left, left - ways)
                    fn.set(value, value + 1)
                    fn.set(column, column + towards)
                    fn.set(ways, load("i32", below + column * 4, table.at))
            steps.choose(step, value)
    return column, left


# ---------------------------------------------------------------- one step


def write_single(code: Lowering, bounds: Bounds, width: Ir, table: Table, weight: Callable[[Ir], Ir]) -> Ir:
    """Writes the table of a selection of entries with at most one step: the weight of each number of elements. Gives the number of all ways."""
    fn = code.fn
    total = fn.let_var(c(0))
    with up_to(code, fn.let(width + 1), table.most + 1) as number:
        ways = fn.let_var(c(0))
        with fn.when(ge(number, bounds.least)):
            fn.set(ways, weight(number))
        fn.store("32", number * 4, ways, table.at)
        fn.set(total, more(code, total, ways, is_exact=table.is_exact))
    return total


def follow_single(code: Lowering, steps: Steps, table: Table, n: Ir) -> Ir:
    """Finds the number of elements of the n-th selection; gives its number among the selections with as many."""
    fn = code.fn
    steps.begin()
    left, number = fn.let_var(n), fn.let_var(c(0))
    with fn.until(ge(number, c(table.most))) as out:
        ways = fn.let(load("i32", number * 4, table.at))
        fn.br_if(out, op2("lt_u", left, ways))
        fn.set(left, left - ways)
        fn.set(number, number + 1)
    with fn.when(number):
        steps.choose(c(0), number)
    return left
