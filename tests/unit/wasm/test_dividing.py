"""Divisions by constants, which modules do without dividing."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.wasm.emit.assembly import dividing
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value

NUMBER = Ir("local", "i32", (0,))
MOST = (0, 1, 6, 7, 63, 100, 255, 4095, 65_535, 70_000, 1_000_000, (1 << 31) - 1)


@pytest.mark.parametrize("by", [1, 2, 3, 5, 6, 7, 10, 11, 13, 24, 25, 60, 64, 100, 255, 365, 1000, 4099])
def test_quotients_and_rests_are_exact(by: int) -> None:
    """Tried around every multiple of the divisor near both ends, and next to powers of two."""
    for most in MOST:
        quotient, rest = dividing.quotient(NUMBER, most, by), dividing.rest(NUMBER, most, by)
        multiples = [*range(0, 3 * by + 1, by), *range(most - most % by - 2 * by, most + by + 1, by)]
        numbers = {near + off for near in (*multiples, *(1 << n for n in range(31)), most) for off in (-1, 0, 1)}
        for number in sorted(numbers & set(range(most + 1)) if most < 10_000 else numbers):
            if 0 <= number <= most:
                assert (_value(quotient, number), _value(rest, number)) == divmod(number, by)


def test_small_numbers_are_not_divided() -> None:
    assert dividing.quotient(NUMBER, 65_535, 24).op == "shr_u"
    assert dividing.quotient(NUMBER, (1 << 31) - 1, 7).op == "div_u"
    assert dividing.quotient(NUMBER, 100, 1) == NUMBER
    assert dividing.quotient(NUMBER, (1 << 31) - 1, 8) == Ir("shr_u", "i32", (NUMBER, c(3)))


def _value(ir: Ir, number: int) -> int:
    """Computes an expression as wasm does, without sign."""
    constant = const_value(ir)
    if constant is not None or ir == NUMBER:
        return number if constant is None else constant & 0xFFFFFFFF
    a, b = (_value(arg, number) for arg in ir.args)
    match ir.op:
        case "mul":
            return a * b & 0xFFFFFFFF
        case "add" | "sub":
            return (a + b if ir.op == "add" else a - b) & 0xFFFFFFFF
        case "shr_u":
            return a >> b
        case "and":
            return a & b
        case "div_u":
            return a // b
        case op:
            assert op == "rem_u"
            return a % b
