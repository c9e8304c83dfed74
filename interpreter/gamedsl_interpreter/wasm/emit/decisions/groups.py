"""Selections from groups of slots that are known while emitting: from each group one slot is chosen, or none.

The offer and the choice are bits, one for each slot. All selections with the same groups share the functions that count and choose. These functions do
not read the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Ty, c, c64, call, load, minimum, ne, op1, op2, select, wrap
from gamedsl_interpreter.wasm.emit.context import Context

MOST_GROUPS = 12
"""The most groups for which functions are emitted."""


@frozen
class Groups:
    """The slots of each group, as masks. A parameter `bits` always holds the slots with a piece."""

    ctx: Context
    masks: tuple[int, ...]

    def write_ways(self, fn: Fn, bits: Ir, at: int) -> None:
        """Writes to `at`, for each number from 0 to the number of groups, the ways to choose at most that many slots."""
        fn.drop(call(self._declare("ways", ("i64", "i32"), "i32"), "i32", bits, c(at)))

    def all_ways(self, fn: Fn, bits: Ir) -> Ir:
        """Counts the ways to choose any number of slots."""
        total: Ir = c(1)
        for size in self._count_members(fn, bits):
            total = total * (size + 1)
        return fn.let(total)

    def nth(self, fn: Fn, bits: Ir, most: Ir, n: Ir) -> Ir:
        """Gives the n-th choice of at most `most` slots."""
        return fn.let(call(self._declare("nth", ("i64", "i32", "i32"), "i64"), "i64", bits, most, n))

    def nth_of_all(self, fn: Fn, bits: Ir, n: Ir) -> Ir:
        """Gives the n-th choice of any number of slots."""
        return fn.let(call(self._declare("nth_of_all", ("i64", "i32"), "i64"), "i64", bits, n))

    def draw(self, fn: Fn, bits: Ir, most: Ir) -> Ir:
        """Draws at most `most` slots, group by group."""
        return fn.let(call(self._declare("drawn", ("i64", "i32"), "i64"), "i64", bits, most))

    # ------------------------------------------------------------ functions

    def _declare(self, what: str, params: tuple[Ty, ...], result: Ty) -> str:
        name = "_".join((what, "of_groups", *(f"{mask:x}" for mask in self.masks)))
        writers = {
            "ways": self._write_ways,
            "nth": self._write_nth,
            "nth_of_all": self._write_nth_of_all,
            "drawn": self._write_drawn,
        }

        def write() -> None:
            fn = Fn(name, params, result)
            writers[what](fn, fn.param(0))
            self.ctx.functions.append(fn)

        self.ctx.functions.declare(name, write)
        return name

    def _count_members(self, fn: Fn, bits: Ir) -> list[Ir]:
        return [fn.let(wrap(op1("popcnt", bits & mask))) for mask in self.masks]

    def _write_ways(self, fn: Fn, bits: Ir) -> None:
        for r, ways in enumerate(_rows(fn, self._count_members(fn, bits))[0]):
            fn.store("32", fn.param(1), ways, 4 * r)
        fn.ret(c(0))

    def _write_nth(self, fn: Fn, bits: Ir) -> None:
        rows = _rows(fn, self._count_members(fn, bits)[1:])
        starts = [self.ctx.memory.space(4 * len(row)) for row in rows]
        for row, start in zip(rows, starts, strict=True):
            for r, ways in enumerate(row):
                fn.store("32", c(start), ways, 4 * r)
        chosen, room, left = c64(0), fn.param(1), fn.param(2)
        for mask, row, start in zip(self.masks, rows, starts, strict=True):
            room = fn.let(minimum(room, c(len(row))))
            others = fn.let(minimum(room, c(len(row) - 1)))
            without = fn.let(load("i32", others * 4, start))
            takes = fn.let(op2("ge_u", left, without))
            rest = fn.let(left - without)
            one_less = fn.let(load("i32", room * 4, start - 4))  # Not used if no more slots may be chosen.
            place, used = _divide(fn, rest, one_less, mask.bit_count() - 1)
            chosen = _add_slot(fn, chosen, bits, mask, fn.let(select(takes, place + 1, c(0))))
            left = fn.let(select(takes, rest - used, left))
            room = fn.let(room - takes)
        fn.ret(chosen)

    def _write_nth_of_all(self, fn: Fn, bits: Ir) -> None:
        behind: list[Ir] = [c(1)]
        for size in reversed(self._count_members(fn, bits)[1:]):
            behind.insert(0, fn.let(behind[0] * (size + 1)))
        chosen, left = c64(0), fn.param(1)
        for mask, ways in zip(self.masks, behind, strict=True):
            value, used = _divide(fn, left, ways, mask.bit_count())
            chosen = _add_slot(fn, chosen, bits, mask, fn.let(value))
            left = fn.let(left - used)
        fn.ret(chosen)

    def _write_drawn(self, fn: Fn, bits: Ir) -> None:
        chosen, room = fn.let_var(c64(0)), fn.let_var(fn.param(1))
        for mask, size in zip(self.masks, self._count_members(fn, bits), strict=True):
            with fn.when(op2("le_s", room, c(0))):
                fn.ret(chosen)
            with fn.when(size):
                value = fn.let(call("draw_number", "i32", fn.let(size + 1)))
                fn.set(chosen, _add_slot(fn, chosen, bits, mask, value))
                fn.set(room, room - ne(value, c(0)))
        fn.ret(chosen)


def _rows(fn: Fn, sizes: Sequence[Ir]) -> list[list[Ir]]:
    """Makes the table of the ways to choose from groups of these sizes: row[g][r] is the number of ways to choose at most r elements, at most one per group,
    from group g on. The last row stands for no groups at all. Each row has an entry for each r from 0 to the number of groups left."""
    rows: list[list[Ir]] = [[c(1)]]
    for size in reversed(sizes):
        behind = [*rows[0], rows[0][-1]]
        rows.insert(0, [c(1), *(fn.reuse(less * size + as_many) for less, as_many in pairwise(behind))])
    return rows


def _divide(fn: Fn, n: Ir, ways: Ir, most: int) -> tuple[Ir, Ir]:
    """Divides n by a number of ways, with a quotient of at most `most`. Gives the quotient and its product with the number of ways. A few comparisons
    are faster than a division."""
    number, used = c(0), c(0)
    for times in range(1, most + 1):
        multiple = fn.reuse(ways * times)
        fits = fn.let(op2("ge_u", n, multiple))
        number = number + fits
        used = fn.let(select(fits, multiple, used))
    return number, used


def _add_slot(fn: Fn, chosen: Ir, bits: Ir, mask: int, value: Ir) -> Ir:
    """Adds slot number `value` of a group, counted from 1, to the chosen slots; 0 adds nothing."""
    left = fn.let(bits & mask)
    for passed in range(1, mask.bit_count()):
        rest = left & (left - 1)
        left = fn.let(select(op2("gt_s", value, c(passed)), rest, left))
    lowest = left & (c64(0) - left)
    return fn.let(chosen | select(value, lowest, c64(0)))
