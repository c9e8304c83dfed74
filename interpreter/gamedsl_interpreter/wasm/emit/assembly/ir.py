"""The small typed IR between a Game and a wasm binary: expressions, statements, functions.

An expression is a compact tuple. Its operation has the name that wasm gives it. Constructors fold constants, so lowering can be written plainly: values known while
emitting cost nothing while playing. Expressions have no side effects. A load reads memory when its statement runs, so a value that must outlast a store is put into
a local (`Fn.let`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from gamedsl_interpreter.wasm.emit.unsupported import SPLIT, TooLong

Ty = Literal["i32", "i64", "v128"]
_MASKS = {"i32": 0xFFFFFFFF, "i64": 0xFFFFFFFFFFFFFFFF}
_BITS = {"i32": 32, "i64": 64}


class Ir(NamedTuple):
    """An expression. `op`: `const`, `local`, `call`, `if`, `select`, a load, or an operation of wasm without its type prefix."""

    op: str
    ty: Ty
    args: tuple[Any, ...]


class Stmt(NamedTuple):
    """A statement. `op`: `set`, `store`, `if`, `block`, `loop`, `br`, `br_if`, `return`, `drop`, `trap`, `switch`, `copy`, `fill`."""

    op: str
    args: tuple[Any, ...]


COMPARES = frozenset(("eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"))
_SWAPPED = {"eq": "ne", "ne": "eq", "lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s",
            "lt_u": "ge_u", "ge_u": "lt_u", "gt_u": "le_u", "le_u": "gt_u"}  # fmt: skip

# ---------------------------------------------------------------- constants


def c(value: int) -> Ir:
    """Makes a 32-bit constant."""
    value &= 0xFFFFFFFF
    return Ir("const", "i32", (value - (1 << 32) if value >> 31 else value,))


def c64(value: int) -> Ir:
    """Makes a 64-bit constant."""
    value &= 0xFFFFFFFFFFFFFFFF
    return Ir("const", "i64", (value - (1 << 64) if value >> 63 else value,))


def const_value(ir: Ir) -> int | None:
    """Gives the value of a constant; None for any other expression."""
    return ir.args[0] if ir.op == "const" else None


# ---------------------------------------------------------------- folding constructors


def _const(ty: Ty, value: int) -> Ir:
    return c(value) if ty == "i32" else c64(value)


def _fold_operation(op: str, ty: str, a: int, b: int) -> int | None:
    ua, ub, bits = a & _MASKS[ty], b & _MASKS[ty], _BITS[ty]
    match op:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "and":
            return a & b
        case "or":
            return a | b
        case "xor":
            return a ^ b
        case "shl":
            return a << (b % bits)
        case "shr_u":
            return ua >> (b % bits)
        case "shr_s":
            return a >> (b % bits)
        case "div_u" if ub:
            return ua // ub
        case "rem_u" if ub:
            return ua % ub
        case "eq":
            return int(ua == ub)
        case "ne":
            return int(ua != ub)
        case "lt_s":
            return int(a < b)
        case "le_s":
            return int(a <= b)
        case "gt_s":
            return int(a > b)
        case "ge_s":
            return int(a >= b)
        case "lt_u":
            return int(ua < ub)
        case "le_u":
            return int(ua <= ub)
        case "gt_u":
            return int(ua > ub)
        case "ge_u":
            return int(ua >= ub)
        case _:
            return None


def op2(op: str, a: Ir, b: Ir) -> Ir:
    """Makes a binary operation of wasm on two operands of one type. Comparisons give an i32."""
    x, y = const_value(a), const_value(b)
    ty: Ty = "i32" if op in COMPARES else a.ty
    if x is not None and y is not None:
        value = _fold_operation(op, a.ty, x, y)
        if value is not None:
            return _const(ty, value)
    if x is not None and y is None and op in ("add", "mul", "and", "or", "xor", "eq", "ne"):
        return op2(op, b, a)
    if y is not None:
        simpler = _with_constant(op, a, y)
        if simpler is not None:
            return simpler
    return Ir(op, ty, (a, b))


def _with_constant(op: str, a: Ir, y: int) -> Ir | None:
    match op, y:
        case ("add" | "sub" | "or" | "xor" | "shl" | "shr_u" | "shr_s", 0) | ("mul" | "div_u", 1):
            return a
        case ("mul" | "and", 0):
            return _const(a.ty, 0)
        case ("and", -1):
            return a
        case ("rem_u", 1):
            return _const(a.ty, 0)
        case _:
            pass
    if op == "mul" and y > 0 and not y & (y - 1):
        return op2("shl", a, _const(a.ty, y.bit_length() - 1))
    if op == "div_u" and y > 0 and not y & (y - 1):
        return op2("shr_u", a, _const(a.ty, y.bit_length() - 1))
    if op == "rem_u" and y > 0 and not y & (y - 1):
        return op2("and", a, _const(a.ty, y - 1))
    if op == "sub":
        return op2("add", a, _const(a.ty, -y))
    if op in ("add", "and", "eq", "ne") and a.op == "add" and op in ("add", "eq", "ne"):
        inner = const_value(a.args[1])
        if inner is not None:
            return (
                op2("add", a.args[0], _const(a.ty, inner + y))
                if op == "add"
                else op2(op, a.args[0], _const(a.ty, y - inner))
            )
    if op == "and" and a.op == "and" and const_value(a.args[1]) is not None:
        return op2("and", a.args[0], _const(a.ty, y & a.args[1].args[0]))
    if op == "eq" and y == 0 and a.ty == "i32":
        return eqz(a)
    if op == "ne" and y == 0 and a.ty == "i32" and is_flag(a):
        return a
    return None


def is_flag(a: Ir) -> bool:
    """Whether an i32 is 0 or 1."""
    return (
        a.op in COMPARES
        or a.op == "eqz"
        or (a.op in ("and", "or", "xor") and all(is_flag(x) for x in a.args))
        or a in (c(0), c(1))
    )


def eqz(a: Ir) -> Ir:
    """Gives 1 if the operand is 0, else 0."""
    value = const_value(a)
    if value is not None:
        return c(int(value == 0))
    if a.op in _SWAPPED:
        return Ir(_SWAPPED[a.op], "i32", a.args)
    if a.op == "eqz" and is_flag(a.args[0]):
        flag: Ir = a.args[0]
        return flag
    return Ir("eqz", "i32", (a,))


def op1(op: str, a: Ir, ty: Ty | None = None) -> Ir:
    """Makes a unary operation of wasm."""
    value = const_value(a)
    if value is not None:
        match op:
            case "popcnt":
                return _const(a.ty, (value & _MASKS[a.ty]).bit_count())
            case "clz":
                return _const(a.ty, _BITS[a.ty] - (value & _MASKS[a.ty]).bit_length())
            case "ctz":
                bits = value & _MASKS[a.ty]
                return _const(a.ty, (bits & -bits).bit_length() - 1 if bits else _BITS[a.ty])
            case "wrap":
                return c(value)
            case "extend_u":
                return c64(value & _MASKS["i32"])
            case "extend_s":
                return c64(value)
            case _:
                pass
    return Ir(op, ty or a.ty, (a,))


def wrap(a: Ir) -> Ir:
    """Takes the low half of an i64."""
    if a.op == "extend_u":
        narrow: Ir = a.args[0]
        return narrow
    return op1("wrap", a, "i32")


def wide(a: Ir) -> Ir:
    """Extends an i32 to an i64, as an unsigned number."""
    return op1("extend_u", a, "i64")


def add(a: Ir, b: Ir) -> Ir:
    """Makes a + b."""
    return op2("add", a, b)


def sub(a: Ir, b: Ir) -> Ir:
    """Makes a - b."""
    return op2("sub", a, b)


def mul(a: Ir, b: Ir) -> Ir:
    """Makes a * b."""
    return op2("mul", a, b)


def band(a: Ir, b: Ir) -> Ir:
    """Makes a bitwise and."""
    return op2("and", a, b)


def bor(a: Ir, b: Ir) -> Ir:
    """Makes a bitwise or."""
    return op2("or", a, b)


def eq(a: Ir, b: Ir) -> Ir:
    """Makes a = b."""
    return op2("eq", a, b)


def ne(a: Ir, b: Ir) -> Ir:
    """Makes a ≠ b."""
    return op2("ne", a, b)


def lt(a: Ir, b: Ir) -> Ir:
    """Makes a < b, signed."""
    return op2("lt_s", a, b)


def le(a: Ir, b: Ir) -> Ir:
    """Makes a ≤ b, signed."""
    return op2("le_s", a, b)


def ge(a: Ir, b: Ir) -> Ir:
    """Makes a ≥ b, signed."""
    return op2("ge_s", a, b)


def select(condition: Ir, yes: Ir, no: Ir) -> Ir:
    """Chooses one of two values; both are computed."""
    test = const_value(condition)
    if test is not None:
        return yes if test else no
    if yes == no:
        return yes
    if yes == c(1) and no == c(0) and is_flag(condition):
        return condition
    return Ir("select", yes.ty, (yes, no, condition))


def minimum(a: Ir, b: Ir) -> Ir:
    """Gives the lesser of two locals or constants."""
    return select(lt(a, b), a, b)


def load(kind: str, address: Ir, offset: int = 0) -> Ir:
    """Loads from memory. `kind`: u8, s8, u16, s16, i32 (as i32), u32 (as i32), i64, v128. `address` must not be below 0 when the load runs: wasm adds the offset
    without wrapping around."""
    ty: Ty = "i64" if kind == "i64" else "v128" if kind == "v128" else "i32"
    return Ir("load", ty, (kind, *placed(address, offset)))


def placed(address: Ir, offset: int) -> tuple[Ir, int]:
    """Splits an address into an address and an offset: constants of both are collected in the offset."""
    at = const_value(address)
    return (address, offset) if at is None or at < 0 else (c(0), offset + at)


def call(name: str, ty: Ty, *args: Ir) -> Ir:
    """Calls a function. If the function has side effects, the call must be the whole value of a `set` or `drop`."""
    return Ir("call", ty, (name, *args))


# ---------------------------------------------------------------- functions

MOST_STATEMENTS = 20_000
"""The most statements of a function. A longer function could never be compiled; the limit stops the emitter before it has spent much time on it."""
_MOST_CASES = 48
"""The most cases of one jump table."""


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


class _Open:
    """An open list of statements, with the values that were computed in it to be used several times."""

    def __init__(self, stmts: list[Stmt]) -> None:
        self.stmts = stmts
        self.formula: dict[object, tuple[Ir, ...]] = {}
        """Values that stay valid while one formula is computed."""
        self.steady: dict[object, tuple[Ir, ...]] = {}
        """Values that stay valid until the state changes."""


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
        self._put(Stmt("store", (kind, *placed(address, offset), value)))

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
            if most is not None:
                self.passes[inner[1]] = most
            yield self._labels
        self._put(Stmt("loop", (inner[1], inner[0])))

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
    def count(self, start: Ir, end: Ir) -> Generator[Ir]:
        """Opens a loop over a new local from start to end - 1."""
        i = self.let_var(start)
        with self.block() as out, self.loop() as again:
            self.br_if(out, ge(i, end))
            self._fixed[i.args[0]] = len(self._open) - 1
            yield i
            del self._fixed[i.args[0]]
            self.set(i, add(i, c(1)))
            self.br(again)

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
                    self._put(Stmt("switch", (op2("sub", value, c(first)), targets, out)))
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
        """Computes values that depend on the state and on these operands: outside of all loops that do not change an operand, and once for each key.

        The key must identify everything that the values depend on, the operands included. Computing the values must not fail and must have no side effect.
        """
        is_steady = self.lasting is not None and not any(_varies(operand, self.lasting) for operand in operands)
        first = 0 if is_steady else self._formula
        if first is None:
            return tuple(make())
        depth = max((first, *(self._depth(operand) for operand in operands)))
        for level in self._open[first:]:
            known = (level.steady if is_steady else level.formula).get(key)
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
