"""A function of the IR under construction."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import cast

from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    Stmt,
    Ty,
    c,
    c64,
    const_value,
    eqz,
    ge,
    load,
    op2,
    split_address,
)
from gamedsl_interpreter.wasm.emit.unsupported import SPLIT, TooLong

MOST_STATEMENTS = 20_000
"""The most statements of a function. A longer function could never be compiled; the limit stops the emitter before it has spent much time on it."""
_MOST_CASES = 48
"""The most cases of one jump table."""
_NESTED = ("block", "loop", "if")
_SHORT = 32
"""Copies of at most this many bytes are done word by word."""


def _words(size: int) -> list[tuple[str, str, int]]:
    """Divides a number of bytes into words: for each the kind of its store, the kind of its load, and its offset."""
    words: list[tuple[str, str, int]] = []
    at = 0
    for width, kind, load_kind in ((8, "i64", "i64"), (4, "32", "i32"), (2, "16", "u16"), (1, "8", "u8")):
        while size - at >= width:
            words.append((kind, load_kind, at))
            at += width
    return words


def _varies(ir: Ir, lasting: frozenset[int]) -> bool:
    """Whether an expression reads memory, apart from the addresses in `lasting`."""
    if ir.op == "call" or (ir.op == "load" and (ir.args[1] != c(0) or ir.args[2] not in lasting)):
        return True
    return any(isinstance(arg, Ir) and _varies(arg, lasting) for arg in ir.args)


def _duplicate(stmts: list[Stmt]) -> list[Stmt]:
    return [Stmt(one.op, tuple(map(_duplicate_body, one.args))) if one.op in _NESTED else one for one in stmts]


def _duplicate_body(arg: object) -> object:
    return _duplicate(cast("list[Stmt]", arg)) if isinstance(arg, list) else arg


class _Open:
    """An open list of statements, with the values that were computed in it to be used several times."""

    def __init__(self, stmts: list[Stmt]) -> None:
        self.stmts = stmts
        self.formula: dict[object, tuple[Ir, ...]] = {}
        """Values that stay valid while one formula is computed."""
        self.steady: dict[object, tuple[Ir, ...]] = {}
        """Values that stay valid until the state changes."""
        self.repeats = False
        """Whether it is the body of a loop."""


class Fn:
    """A function under construction. Statements are added to the innermost open block."""

    def __init__(self, name: str, params: tuple[Ty, ...], result: Ty | None) -> None:
        self.name = name
        self.params = params
        self.result: Ty | None = result
        self.addresses: set[int] = set()
        """Parameters that are never negative."""
        self.locals: list[Ty] = []
        self.body: list[Stmt] = []
        self.size = 0
        self.passes: dict[int, int] = {}
        """Upper bounds on the passes of loops, by label, where they are known."""
        self._labels = 0
        self._now = self.body
        self._open = [_Open(self.body)]
        self._decided: int | None = None
        """The value of the condition of the last `when`, if it is a constant."""
        self._formula: int | None = None
        """The depth of the open list in which the current formula begins; None outside of formulas."""
        self.lasting: frozenset[int] | None = None
        """In functions that do not change the state: the addresses of words in working memory that they do not change either."""
        self._fixed: dict[int, int] = {}
        """For each local that is set only once: the depth of the open list in which it is set."""

    def duplicate(self) -> Fn:
        """Returns a copy of a finished function, which the optimiser may change."""
        other = Fn(self.name, self.params, self.result)
        other.addresses |= self.addresses
        other.locals += self.locals
        other.body += _duplicate(self.body)
        other.size, other._labels = self.size, self._labels
        other.passes |= self.passes
        return other

    def param(self, i: int) -> Ir:
        """Gives a parameter."""
        return Ir("local", self.params[i], (i,))

    def local(self, ty: Ty = "i32") -> Ir:
        """Makes a new local."""
        self.locals.append(ty)
        return Ir("local", ty, (len(self.params) + len(self.locals) - 1,))

    def label(self) -> int:
        """Makes a new label."""
        self._labels += 1
        return self._labels

    def let(self, value: Ir) -> Ir:
        """Puts the value into a new local, unless it is a constant."""
        if value.op == "const":
            return value
        local = self.local(value.ty)
        self.set(local, value)
        self._fixed[local.args[0]] = len(self._open) - 1
        return local

    def reuse(self, value: Ir) -> Ir:
        """Makes the value safe to use twice: constants and unchanging locals are kept as they are, anything else is put into a local."""
        return value if value.op in ("const", "local") else self.let(value)

    def set(self, local: Ir, value: Ir) -> None:
        """Assigns a local."""
        self._put(Stmt("set", (local.args[0], value)))

    def store(self, kind: str, address: Ir, value: Ir, offset: int = 0) -> None:
        """Stores to memory. `kind`: 8, 16, 32, i64, v128. The address must fulfil the condition given for `load`."""
        self._put(Stmt("store", (kind, *split_address(address, offset), value)))

    def copy(self, to: Ir, source: Ir, size: Ir) -> None:
        """Copies memory. Short copies become loads and stores, which are much faster than memory.copy."""
        number = const_value(size)
        if number is not None and number <= _SHORT:
            to, source = self.reuse(to), self.reuse(source)
            words = [(kind, at, self.let(load(load_kind, source, at))) for kind, load_kind, at in _words(number)]
            for kind, at, word in words:
                self.store(kind, to, word, at)
        else:
            self._put(Stmt("copy", (to, source, size)))

    def fill(self, to: Ir, size: Ir) -> None:
        """Fills memory with zeros."""
        number = const_value(size)
        if number is not None and number <= _SHORT:
            to = self.reuse(to)
            for kind, _, at in _words(number):
                self.store(kind, to, c64(0) if kind == "i64" else c(0), at)
        else:
            self._put(Stmt("fill", (to, size)))

    def drop(self, value: Ir) -> None:
        """Computes a value only for the side effect of a call."""
        self._put(Stmt("drop", (value,)))

    def ret(self, value: Ir | None = None) -> None:
        """Returns from the function."""
        self._put(Stmt("return", (value,)))

    def trap(self) -> None:
        """Stops the executor; the host reads the fault record."""
        self._put(Stmt("trap", ()))

    def br(self, label: int) -> None:
        """Jumps to a label: leaves a block, or repeats a loop."""
        self._put(Stmt("br", (label,)))

    def br_if(self, label: int, condition: Ir) -> None:
        """Jumps to a label if the condition holds."""
        test = const_value(condition)
        if test is None:
            self._put(Stmt("br_if", (label, condition)))
        elif test:
            self.br(label)

    @contextmanager
    def block(self) -> Generator[int]:
        """Opens a block; `br` to its label leaves it."""
        with self._open_block() as inner:
            yield self._labels
        label = inner[1]
        self._put(Stmt("block", (label, inner[0])))

    @contextmanager
    def loop(self, most: int | None = None) -> Generator[int]:
        """Opens a loop; `br` to its label repeats it. `most` is an upper bound on its passes."""
        with self._open_block() as inner:
            self._open[-1].repeats = True
            if most is not None:
                self.passes[inner[1]] = most
            yield self._labels
        self._put(Stmt("loop", (inner[1], inner[0])))

    @contextmanager
    def until(self, condition: Ir, most: int | None = None) -> Generator[int]:
        """Opens a loop that ends before the pass at which the condition holds; `br` to its label leaves it. `most` is an upper bound on its passes."""
        with self.block() as out, self.loop(most) as again:
            self.br_if(out, condition)
            yield out
            self.br(again)

    @contextmanager
    def when(self, condition: Ir) -> Generator[None]:
        """Opens the body that runs if the condition holds."""
        with self._open_block() as inner:
            yield
        test = self._decided = const_value(condition)
        if test is None:
            self._put(Stmt("if", (condition, inner[0], [])))
        elif test:
            self._now.extend(inner[0])

    @contextmanager
    def orelse(self) -> Generator[None]:
        """Opens the body that runs if the condition of the directly preceding `when` does not hold."""
        decided = self._decided
        if decided is None:
            condition, then, _ = self._now.pop().args
            with self._open_block() as inner:
                yield
            self._put(Stmt("if", (condition, then, inner[0])))
            return
        with self._open_block() as inner:
            yield
        if not decided:
            self._now.extend(inner[0])

    @contextmanager
    def aside(self) -> Generator[list[Stmt]]:
        """Collects statements instead of writing them."""
        with self._open_block() as inner:
            yield inner[0]

    def splice(self, stmts: list[Stmt]) -> None:
        """Writes collected statements."""
        self._now.extend(stmts)

    @contextmanager
    def count(self, start: Ir, end: Ir, most: int | None = None) -> Generator[Ir]:
        """Opens a loop over a new local from start to end - 1. `most` is an upper bound on its passes."""
        i = self.let_var(start)
        with self.until(ge(i, end), most):
            self._fixed[i.args[0]] = len(self._open) - 1
            yield i
            del self._fixed[i.args[0]]
            self.set(i, i + 1)

    def let_var(self, value: Ir) -> Ir:
        """Makes a new local that will be changed later."""
        local = self.local(value.ty)
        self.set(local, value)
        return local

    def switch(self, value: Ir, cases: Sequence[tuple[int, Callable[[], None]]]) -> None:
        """Runs the case of the value, or nothing if there is no such case. The cases must be ascending."""
        if (number := const_value(value)) is not None:
            for case, write in cases:
                if case == number:
                    write()
            return
        if len(cases) > _MOST_CASES:
            middle = len(cases) // 2
            with self.when(op2("lt_s", value, c(cases[middle][0]))):
                self.switch(value, cases[:middle])
            with self.orelse():
                self.switch(value, cases[middle:])
            return
        if not cases:
            return
        first, last = cases[0][0], cases[-1][0]
        with self.block() as out:
            labels: dict[int, int] = {}

            def nest(k: int) -> None:
                if k < 0:
                    targets = [labels.get(number, out) for number in range(first, last + 1)]
                    self._put(Stmt("switch", (value - first, targets, out)))
                    return
                with self.block() as label:
                    labels[cases[k][0]] = label
                    nest(k - 1)
                cases[k][1]()
                self.br(out)

            nest(len(cases) - 1)

    @contextmanager
    def _open_block(self) -> Generator[tuple[list[Stmt], int]]:
        self._labels += 1
        inner: tuple[list[Stmt], int] = ([], self._labels)
        outer, self._now = self._now, inner[0]
        self._open.append(_Open(inner[0]))
        try:
            yield inner
        finally:
            self._open.pop()
            self._now = outer

    # ------------------------------------------------------------ values computed once

    @property
    def is_computing(self) -> bool:
        """Whether a formula is being written."""
        return self._formula is not None

    @contextmanager
    def formula(self) -> Generator[None]:
        """Opens the computation of one formula, during which the state does not change."""
        if self._formula is not None:
            yield
            return
        self._formula = len(self._open) - 1
        self._open[-1].formula = {}
        try:
            yield
        finally:
            self._formula = None

    @contextmanager
    def statement(self) -> Generator[None]:
        """Opens a statement that may change the state, inside the body of a loop over a formula."""
        before, self._formula = self._formula, None
        try:
            yield
        finally:
            self._formula = before

    def once(self, key: object, operands: Sequence[Ir], make: Callable[[], Sequence[Ir]]) -> tuple[Ir, ...]:
        """Computes values that depend on the state and on these operands. They are computed once for each key, outside of all loops that change no operand.

        The key must identify everything that the values depend on, the operands included. Computing the values must not fail and must have no side effect.
        """
        is_steady = self.lasting is not None and not any(_varies(operand, self.lasting) for operand in operands)
        first = 0 if is_steady else self._formula
        if first is None:
            return tuple(make())
        depth = max((first, *(self._depth(operand) for operand in operands)))
        known = self._find(key, first, is_steady=is_steady)
        if known is not None:
            return known
        now, open_lists = self._now, self._open
        self._open = open_lists[: depth + 1]
        self._now = self._open[-1].stmts
        try:
            values = tuple(self.let(value) for value in make())
        finally:
            self._now, self._open = now, open_lists
        level = self._open[depth]
        (level.steady if is_steady else level.formula)[key] = values
        return values

    def compute_or_find(self, key: object, operands: Sequence[Ir], make: Callable[[], Sequence[Ir]]) -> tuple[Ir, ...]:
        """Computes values that depend on the state and on these operands, or gives the locals that hold them, if they were computed on the way to this point
        for the same formula. Inside a loop that changes no operand they are computed in the first pass that needs them. So, unlike values of `once`, they may
        fail to be computed.

        The key must identify everything that the values depend on, the operands included.
        """
        if self._formula is None or not all(operand.op == "const" or self._is_fixed(operand) for operand in operands):
            return tuple(make())
        known = self._find(key, self._formula, is_steady=False)
        if known is not None:
            return known
        depth = max((self._formula, *(self._depth(operand) for operand in operands)))
        if any(level.repeats for level in self._open[depth + 1 :]):
            values = self._compute_in_first_pass(depth, key, make)
        else:
            values = tuple(self.let(value) for value in make())
        self._open[-1].formula[key] = values
        return values

    def _find(self, key: object, first: int, *, is_steady: bool) -> tuple[Ir, ...] | None:
        """Finds the values of a key among those that the open lists from `first` on hold."""
        for level in self._open[first:]:
            known = (level.steady if is_steady else level.formula).get(key)
            if known is not None:
                return known
        return None

    def _compute_in_first_pass(self, depth: int, key: object, make: Callable[[], Sequence[Ir]]) -> tuple[Ir, ...]:
        """Computes values unless a pass of a loop inside the open list of this depth has computed them."""
        level = self._open[depth]
        known = level.formula.get(("first pass", key))
        is_known = self.local() if known is None else known[0]
        with self.when(eqz(is_known)):
            values = make()
            kept = [self.local(value.ty) for value in values] if known is None else known[1:]
            for local, value in zip(kept, values, strict=True):
                self.set(local, value)
            self.set(is_known, c(1))
        if known is None:
            level.stmts.append(Stmt("set", (is_known.args[0], c(0))))
            level.formula["first pass", key] = (is_known, *kept)
        return tuple(kept)

    def _is_fixed(self, operand: Ir) -> bool:
        return operand.op == "local" and (operand.args[0] < len(self.params) or operand.args[0] in self._fixed)

    def _depth(self, operand: Ir) -> int:
        """Gives the depth of the innermost open list that sets a part of the operand."""
        deepest = 0
        for arg in operand.args if operand.op == "local" else ():
            if arg >= len(self.params):
                deepest = self._fixed.get(arg, len(self._open) - 1)
        for part in operand.args:
            if isinstance(part, Ir):
                deepest = max(deepest, self._depth(part))
        return deepest

    def _put(self, stmt: Stmt) -> None:
        self.size += 1
        if self.size > MOST_STATEMENTS:
            raise TooLong("more text than one function of a module may have", function=self.name, advice=SPLIT)
        self._now.append(stmt)
