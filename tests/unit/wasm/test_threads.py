"""A loop that does what stands for a number jumps straight to what comes next, and does the same as before."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, ge, load
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.instances.module import Program
from tools.wasm_text import listing


def _stations() -> Fn:
    """From 0 to 1, from there to 2, and back to 1 until the sum is large; 3 is the end. Each begin of the loop is counted at 16."""
    fn = Fn("f", ("i32",), "i32")
    now, total = fn.let_var(c(0)), fn.let_var(fn.param(0))

    def start() -> None:
        fn.set(now, c(1))

    def middle() -> None:
        fn.set(total, total * 3 + 1)
        with fn.when(ge(total, c(1000))):
            fn.set(now, c(3))
        with fn.orelse():
            fn.set(now, c(2))

    def back() -> None:
        fn.set(total, total + 5)
        fn.set(now, c(1))

    def end() -> None:
        fn.ret(load("i32", c(16)) * 10_000 + total)

    with fn.loop() as again:
        fn.store("32", c(16), load("i32", c(16)) + 1)
        fn.switch(now, [(0, start), (1, middle), (2, back), (3, end)])
        fn.br(again)
    return fn


def _result(functions: list[Fn], value: int) -> tuple[int, int]:
    """How often the loop began, and the sum."""
    run = Program(encode(Module(functions, ["f"], 1, [], ()))).instance().functions["f"]
    return divmod(run(value), 10_000)


@pytest.mark.parametrize("value", [0, 7, 400, 2000])
def test_the_sum_is_the_same_and_the_loop_begins_only_to_go_back(value: int) -> None:
    before, total = _result([_stations()], value)
    after, same = _result(optimise_functions([_stations()], ["f"], [], {}), value)
    assert same == total
    assert after == 1 + (before - 3) // 2


def test_a_jump_back_begins_the_loop_again() -> None:
    (made,) = optimise_functions([_stations()], ["f"], [], {})
    assert listing(made).count("switch") == 1


def _moved(to: int, source: int, size: int) -> list[int]:
    """Twelve bytes 1 to 12, of which some are copied to another place, and two are cleared."""
    fn = Fn("f", ("i32",), "i32")
    for at in range(12):
        fn.store("8", c(64 + at), c(at + 1))
    fn.copy(fn.param(0) + to, fn.param(0) + source, c(size))
    fn.fill(fn.param(0) + 9, c(2))
    fn.ret(c(0))
    instance = Program(encode(Module([fn], ["f"], 1, [], ()))).instance()
    instance.functions["f"](64)
    return list(instance.memory[64:76])


@pytest.mark.parametrize(("to", "source", "size"), [(0, 1, 7), (2, 0, 7), (4, 0, 8), (0, 3, 9), (1, 1, 0)])
def test_short_copies_may_overlap(to: int, source: int, size: int) -> None:
    wanted = list(range(1, 13))
    wanted[to : to + size] = wanted[source : source + size]
    wanted[9:11] = [0, 0]
    assert _moved(to, source, size) == wanted
