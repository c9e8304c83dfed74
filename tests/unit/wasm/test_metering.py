"""Loops of a module that can become long count; short ones do not."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.wasm.emit.assembly.function import MOST_STATEMENTS, Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call
from gamedsl_interpreter.wasm.emit.assembly.metering import add_meter
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from tools.wasm_text import listing

LEFT = 4096


def _nested(*ends: Ir | int) -> Fn:
    """Loops within each other, up to numbers or to the parameter."""
    fn = Fn("f", ("i32",), "i32")
    total = fn.let_var(c(0))

    def within(rest: tuple[Ir | int, ...]) -> None:
        if not rest:
            fn.set(total, total + 1)
            return
        end = rest[0]
        with fn.count(c(0), c(end) if isinstance(end, int) else end):
            within(rest[1:])

    within(ends)
    fn.ret(total)
    return fn


PARAM = Ir("local", "i32", (0,))


@pytest.mark.parametrize(
    ("ends", "counting"),
    [
        ((PARAM,), 1),
        ((8, 8, 8), 0),
        ((30_000,), 1),
        ((PARAM, PARAM), 2),
        ((PARAM, PARAM, PARAM), 3),
        ((3,) * 10, 5),
        ((30_000, 30_000), 2),
    ],
)
def test_loops_that_count(ends: tuple[Ir | int, ...], counting: int) -> None:
    fn = _nested(*ends)
    add_meter([fn], LEFT)
    assert listing(fn).count("fault(") == counting


def test_functions_that_call_each_other_count() -> None:
    fn = Fn("f", ("i32",), "i32")
    with fn.count(c(0), fn.param(0)) as i:
        fn.drop(call("f", "i32", i))
    fn.ret(c(0))
    add_meter([fn], LEFT)
    assert listing(fn).count("fault(") == 1


def test_a_function_that_grows_without_end_is_noticed_early() -> None:
    fn = Fn("f", ("i32",), "i32")
    for _ in range(MOST_STATEMENTS):
        fn.drop(call("g", "i32"))
    with pytest.raises(Unsupported):
        fn.drop(call("g", "i32"))
