"""The small typed IR between a Game and a wasm binary: expressions and statements.

An expression is a compact tuple. Its operation has the name that wasm gives it. Constructors fold constants, so lowering can be written plainly: values known while
emitting cost nothing while playing. Expressions have no side effects. A load reads memory when its statement runs, so a value that must outlast a store is put into
a local (`Fn.let` in `function.py`).
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Ty = Literal["i32", "i64", "v128"]
_MASKS = {"i32": 0xFFFFFFFF, "i64": 0xFFFFFFFFFFFFFFFF}
_BITS = {"i32": 32, "i64": 64}


class Ir(NamedTuple):
    """An expression. `op`: `const`, `local`, `call`, `if`, `select`, a load, or an operation of wasm without its type prefix."""

    op: str
    ty: Ty
    args: tuple[Any, ...]

    # These operators replace those of tuples. The other operand may be a number.

    def __add__(self, other: Ir | int) -> Ir:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return op2("add", self, _operand(other, self.ty))

    def __sub__(self, other: Ir | int) -> Ir:
        return op2("sub", self, _operand(other, self.ty))

    def __mul__(self, other: Ir | int) -> Ir:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return op2("mul", self, _operand(other, self.ty))

    def __and__(self, other: Ir | int) -> Ir:
        return op2("and", self, _operand(other, self.ty))

    def __or__(self, other: Ir | int) -> Ir:
        return op2("or", self, _operand(other, self.ty))

    def __xor__(self, other: Ir | int) -> Ir:
        return op2("xor", self, _operand(other, self.ty))

    def __invert__(self) -> Ir:
        return self ^ -1

    def __lshift__(self, other: Ir | int) -> Ir:
        return op2("shl", self, _operand(other, self.ty))

    def __rshift__(self, other: Ir | int) -> Ir:
        """Shifts in zeros: the operand is without sign."""
        return op2("shr_u", self, _operand(other, self.ty))


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
    if 0 <= value < len(_SMALL):
        return _SMALL[value]
    value &= 0xFFFFFFFF
    return Ir("const", "i32", (value - (1 << 32) if value >> 31 else value,))


_SMALL = [Ir("const", "i32", (value,)) for value in range(4096)]
"""The usual constants: making one takes longer than finding it here."""


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


def _operand(value: Ir | int, ty: Ty) -> Ir:
    return value if isinstance(value, Ir) else _const(ty, value)


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
    return Ir("load", ty, (kind, *split_address(address, offset)))


def split_address(address: Ir, offset: int) -> tuple[Ir, int]:
    """Splits an address into an address and an offset: constants of both are collected in the offset."""
    at = const_value(address)
    return (address, offset) if at is None or at < 0 else (c(0), offset + at)


def call(name: str, ty: Ty, *args: Ir) -> Ir:
    """Calls a function. If the function has side effects, the call must be the whole value of a `set` or `drop`."""
    return Ir("call", ty, (name, *args))
