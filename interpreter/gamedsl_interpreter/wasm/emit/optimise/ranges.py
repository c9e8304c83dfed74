"""Bounds of 32-bit numbers, as far as their expressions, the locals in them and the tests on the way show them."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl_interpreter.wasm.emit.assembly.ir import COMPARES, Ir, c

Range = tuple[int, int]
EVERY: Range = (-(1 << 31), (1 << 31) - 1)
_LOADS: dict[str, Range] = {"u8": (0, 255), "s8": (-128, 127), "u16": (0, 65535), "s16": (-32768, 32767)}
_OPPOSITE = {"lt_s": "ge_s", "ge_s": "lt_s", "gt_s": "le_s", "le_s": "gt_s", "eq": "ne", "ne": "eq", "lt_u": "ge_u", "ge_u": "lt_u",
             "gt_u": "le_u", "le_u": "gt_u"}  # fmt: skip


class Ranges:
    """The known bounds at one point of a function. `cells` are the bounds of words at constant addresses."""

    def __init__(self, cells: Mapping[int, Range]) -> None:
        self.cells = cells
        self.locals: dict[int, Range] = {}

    def of(self, ir: Ir) -> Range:
        """Gives the least and greatest value of a 32-bit expression."""
        if ir.ty != "i32":
            return EVERY
        match ir.op, ir.args:
            case "const", (value,):
                return value, value
            case "local", (number,):
                return self.locals.get(number, EVERY)
            case "load", (kind, address, offset):
                if kind == "i32" and address == c(0):
                    return self.cells.get(offset, EVERY)
                return _LOADS.get(kind, EVERY)
            case (("eqz" | "bitmask" | "popcnt" | "ctz" | "clz"), _):
                return 0, {"eqz": 1, "bitmask": 65535}.get(ir.op, 32)
            case op, _ if op in COMPARES:
                return 0, 1
            case (("add" | "sub" | "mul" | "and" | "or" | "shl" | "shr_u" | "rem_u" | "div_u"), (left, right)):
                return _range_of_operation(ir.op, self.of(left), self.of(right))
            case "select", (yes, no, _):
                return _join_ranges(self.of(yes), self.of(no))
            case "if", (_, yes, no):
                return _join_ranges(self.of(yes), self.of(no))
            case _:
                return EVERY

    def decide(self, ir: Ir) -> int | None:
        """Gives the result of a comparison, if the bounds decide it."""
        if ir.op == "eqz":
            low, high = self.of(ir.args[0])
            return 0 if low > 0 or high < 0 else 1 if low == high == 0 and ir.args[0].ty == "i32" else None
        if ir.op not in COMPARES or ir.args[0].ty != "i32":
            return None
        return _decide_comparison(ir.op, self.of(ir.args[0]), self.of(ir.args[1]))

    def assume(self, condition: Ir, *, holds: bool) -> None:
        """Records that a condition holds, or does not hold."""
        match condition.op, condition.args:
            case "eqz", (inner,):
                if inner.op == "local" and inner.ty == "i32" and holds:
                    self._meet(inner.args[0], (0, 0))
                self.assume(inner, holds=not holds)
            case "and", (left, right) if holds and condition.ty == "i32" and _are_flags(left, right):
                self.assume(left, holds=True)
                self.assume(right, holds=True)
            case "or", (left, right) if not holds and condition.ty == "i32":
                self.assume(left, holds=False)
                self.assume(right, holds=False)
            case op, (left, right) if op in COMPARES and left.op == "local" and left.ty == "i32":
                self._compare(op if holds else _OPPOSITE[op], left.args[0], self.of(right))
            case "local", (number,) if not holds and condition.ty == "i32":
                self._meet(number, (0, 0))
            case _:
                pass

    def _compare(self, op: str, local: int, other: Range) -> None:
        low, high = other
        match op:
            case "lt_s":
                self._meet(local, (EVERY[0], high - 1))
            case "le_s":
                self._meet(local, (EVERY[0], high))
            case "gt_s":
                self._meet(local, (low + 1, EVERY[1]))
            case "ge_s":
                self._meet(local, (low, EVERY[1]))
            case "eq":
                self._meet(local, other)
            case "lt_u" if low >= 0:
                self._meet(local, (0, high - 1))
            case "le_u" if low >= 0:
                self._meet(local, (0, high))
            case _:
                pass

    def _meet(self, local: int, other: Range) -> None:
        low, high = self.locals.get(local, EVERY)
        low, high = max(low, other[0]), min(high, other[1])
        if low <= high:  # Otherwise this point is never reached, and no bounds are needed.
            self.locals[local] = (low, high)


def _are_flags(left: Ir, right: Ir) -> bool:
    return (left.op in COMPARES or left.op == "eqz") and (right.op in COMPARES or right.op == "eqz")


def _join_ranges(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


def _range_of_operation(op: str, left: Range, right: Range) -> Range:
    (a, b), (x, y) = left, right
    natural = a >= 0 and x >= 0
    match op:
        case "add":
            bounds = a + x, b + y
        case "sub":
            bounds = a - y, b - x
        case "mul":
            products = (a * x, a * y, b * x, b * y)
            bounds = min(products), max(products)
        case "and" if a >= 0 or x >= 0:
            bounds = 0, min(b if a >= 0 else EVERY[1], y if x >= 0 else EVERY[1])
        case "or" if natural:
            bounds = 0, (1 << max(b, y).bit_length()) - 1
        case "shl" if natural and y < 31:
            bounds = a << x, b << y
        case "shr_u" if natural and y < 32:
            bounds = a >> y, b >> x
        case "rem_u" if natural and x > 0:
            bounds = 0, min(b, y - 1)
        case "div_u" if natural and x > 0:
            bounds = a // y, b // x
        case _:
            return EVERY
    return bounds if EVERY[0] <= bounds[0] and bounds[1] <= EVERY[1] else EVERY


def _decide_comparison(op: str, left: Range, right: Range) -> int | None:
    (a, b), (x, y) = left, right
    if op.endswith("_u"):
        if a < 0 or x < 0:
            return None
        op = op[:-2] + "_s"
    match op:
        case "lt_s":
            return 1 if b < x else 0 if a >= y else None
        case "le_s":
            return 1 if b <= x else 0 if a > y else None
        case "gt_s":
            return 1 if a > y else 0 if b <= x else None
        case "ge_s":
            return 1 if a >= y else 0 if b < x else None
        case "eq":
            return 0 if b < x or y < a else 1 if a == b == x == y else None
        case _:
            return 1 if b < x or y < a else 0 if a == b == x == y else None
