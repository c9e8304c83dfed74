"""Division by a constant as a multiplication and a shift: wasmtime's compiler divides, which takes about 2 ns longer."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, op2

_BITS = 32


def quotient(a: Ir, most: int, by: int) -> Ir:
    """Makes a // by for a number of 32 bits from 0 to `most`.

    With m = 2**s // by + 1 and e = m * by - 2**s, a * m / 2**s is greater than a / by by a * e / (by * 2**s): less than 1 / by, so that nothing is
    rounded up, if a * e < 2**s (Granlund and Montgomery, Division by invariant integers using multiplication, 1994).
    """
    if by & (by - 1):
        for shift in range(_BITS):
            factor = (1 << shift) // by + 1
            if most * factor >= 1 << _BITS:
                break
            if most * (factor * by - (1 << shift)) < 1 << shift:
                return (a * factor) >> shift
    return op2("div_u", a, c(by))


def rest(a: Ir, most: int, by: int) -> Ir:
    """Makes a % by for a local or constant with a number of 32 bits from 0 to `most`."""
    whole = quotient(a, most, by)
    return op2("rem_u", a, c(by)) if whole.op == "div_u" or not by & (by - 1) else a - whole * by
