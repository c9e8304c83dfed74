"""Each rewriting of the optimiser, on small functions as text."""

from __future__ import annotations

from random import Random

from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, ge, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.instances.module import Program
from share import less
from tools.wasm_text import listing

CELL = 128
TABLE = (256, bytes([5, 7, 9, 11]))


def _after(*functions: Fn) -> str:
    """The last of some functions when all were made faster."""
    made = optimise_functions(functions, [functions[-1].name], [TABLE], {CELL: (0, 3)})
    return "\n".join(listing(fn) for fn in made)


def _fn() -> Fn:
    return Fn("f", ("i32",), "i32")


def test_constants_and_copies_go_on() -> None:
    fn = _fn()
    x = fn.let_var(c(3))
    y = fn.let(x + fn.param(0))
    z = fn.let_var(y)
    fn.ret(z + x)
    assert _after(fn) == "def f(v0:i32) -> i32:\n    v1 = (v0 + 3)\n    return (v1 + 3)"


def test_what_a_branch_sets_is_forgotten_behind_it() -> None:
    fn = _fn()
    x = fn.let_var(c(3))
    with fn.when(fn.param(0)):
        fn.set(x, c(4))
    fn.ret(x)
    assert _after(fn).splitlines()[1:] == ["    v1 = 3", "    if v0:", "        v1 = 4", "    return v1"]


def test_what_both_branches_set_is_known_behind_them() -> None:
    fn = _fn()
    x = fn.let_var(c(3))
    with fn.when(fn.param(0)):
        fn.store("32", c(8), c(1))
        fn.set(x, c(4))
    with fn.orelse():
        fn.set(x, c(4))
    fn.ret(x)
    assert _after(fn).endswith("return 4")


def test_a_constant_decides_between_branches_while_they_are_written() -> None:
    for decided, kept in ((1, 4), (0, 5)):
        fn = _fn()
        with fn.when(c(decided)):
            with fn.when(fn.param(0)):
                fn.store("32", c(8), c(1))
            fn.store("32", c(8), c(4))
        with fn.orelse():
            fn.store("32", c(8), c(5))
        text = listing(fn)
        assert f"= {kept}" in text
        assert f"= {9 - kept}" not in text


def test_what_a_loop_sets_is_not_known_in_it() -> None:
    fn = _fn()
    x = fn.let_var(c(0))
    with fn.count(c(0), fn.param(0)):
        fn.set(x, x + 2)
    fn.ret(x)
    assert "v1 = (v1 + 2)" in _after(fn)


def test_copies_end_where_their_source_is_set() -> None:
    fn = _fn()
    x = fn.let_var(fn.param(0))
    fn.set(fn.param(0), c(9))
    fn.ret(x + fn.param(0))
    assert _after(fn).splitlines()[1:] == ["    v1 = v0", "    v0 = 9", "    return (v1 + 9)"]


def test_short_loops_are_written_out_and_tables_read() -> None:
    fn = _fn()
    total = fn.let_var(c(0))
    with fn.count(c(0), c(4)) as i:
        fn.set(total, total + load("u8", i, TABLE[0]))
    fn.ret(total)
    assert _after(fn).endswith("return 32")


def test_a_loop_that_is_left_stays_a_block() -> None:
    fn = _fn()
    found = fn.let_var(c(-1))
    with fn.block() as out, fn.count(c(0), c(2)) as i, fn.when(op2("eq", fn.param(0), i)):
        fn.set(found, i)
        fn.br(out)
    fn.ret(found)
    text = _after(fn)
    assert "loop" not in text
    assert _run(fn, 0) == 0
    assert _run(fn, 1) == 1
    assert _run(fn, 2) == -1


def test_long_loops_stay() -> None:
    fn = _fn()
    with fn.count(c(0), c(100)) as i:
        fn.store("8", i, c(1), 512)
    fn.ret(c(0))
    assert "loop" in _after(fn)


def test_a_constant_becomes_an_offset_where_the_rest_is_not_below_zero() -> None:
    fn = _fn()
    x = fn.let(fn.param(0) & 3)
    fn.store("8", x + 300, x + 7, 200)
    fn.ret(load("u8", x + 200 + 100, 200))
    text = _after(fn)
    assert "m8[v1 + 500] = (v1 + 7)" in text
    assert "return u8[v1 + 500]" in text
    assert _run(fn, 6) == 9


def test_a_constant_stays_in_the_address_where_the_rest_may_be_below_zero() -> None:
    fn = _fn()
    x = fn.let(fn.param(0))
    fn.store("8", x + 3, c(77), 400)
    fn.ret(load("u8", x + 3, 400) + load("u8", x + 3, TABLE[0]))
    assert "+ 400] = 77" in _after(fn)
    for index in range(4):
        assert _run(fn, index - 3) == _run(fn, index - 3, plain=[fn]) == 77 + TABLE[1][index]


def test_what_is_never_read_may_lie_below_zero() -> None:
    fn = _fn()
    with fn.when(fn.param(0)):
        fn.ret(load("u8", c(-400), TABLE[0]))
    fn.ret(c(1))
    assert _run(fn, 0) == _run(fn, 0, plain=[fn]) == 1


def test_checks_that_bounds_prove_go() -> None:
    fn = _fn()
    x = fn.let(load("i32", c(0), CELL))
    with fn.when(eqz(op2("le_u", x, c(3)))):
        fn.ret(c(-1))
    with fn.when(ge(fn.param(0), c(10))):
        fn.ret(c(-2))
    with fn.when(ge(fn.param(0), c(12))):
        fn.ret(c(-3))
    fn.ret(x + fn.param(0))
    text = _after(fn)
    assert "-1" not in text
    assert "-2" in text
    assert "-3" not in text


def test_checks_that_nothing_proves_stay() -> None:
    fn = _fn()
    with fn.when(eqz(op2("lt_u", fn.param(0), c(3)))):
        fn.ret(c(-1))
    fn.ret(load("u8", fn.param(0), TABLE[0]))
    assert "-1" in _after(fn)


def test_nothing_stands_behind_a_jump() -> None:
    fn = _fn()
    fn.ret(c(1))
    fn.store("8", c(9), c(9))
    assert _after(fn) == "def f(v0:i32) -> i32:\n    return 1"


def test_a_fault_ends_its_branch() -> None:
    fault = Fn("fault", ("i32", "i32"), "i32")
    fault.store("32", c(8), fault.param(0))
    fault.trap()
    fn = _fn()
    with fn.when(op2("ge_s", fn.param(0), c(5))):
        fn.drop(call("fault", "i32", c(1), c(2)))
    fn.ret(lt(fn.param(0), c(5)))
    assert _after(fault, fn).endswith("return 1")


def _small() -> Fn:
    """Gives the greater of a number and three, by way of an early return and a local that starts at zero."""
    fn = Fn("small", ("i32",), "i32")
    seen = fn.local()
    with fn.when(lt(fn.param(0), c(3))):
        fn.ret(seen + 3)
    fn.set(seen, c(100))
    fn.ret(fn.param(0))
    return fn


def test_small_functions_are_written_out() -> None:
    fn = _fn()
    total = fn.let_var(c(0))
    with fn.count(c(0), fn.param(0)) as i:
        fn.set(total, total + call("small", "i32", i))
    fn.ret(total)
    assert "small" not in _after(_small(), fn)
    assert _run(fn, 6, _small()) == 3 + 3 + 3 + 3 + 4 + 5


def test_calls_that_could_see_a_difference_stay_where_they_are() -> None:
    writing = Fn("writing", (), "i32")
    writing.store("32", c(0), c(7), CELL)
    writing.ret(c(0))
    fn = _fn()
    fn.store("32", c(0), c(2), CELL)
    fn.ret(load("i32", c(0), CELL) + call("writing", "i32"))
    assert _run(fn, 0, writing) == 2


def test_functions_that_call_themselves_stay() -> None:
    fn = _fn()
    with fn.when(eqz(fn.param(0))):
        fn.ret(c(0))
    fn.ret(call("f", "i32", fn.param(0) + -1) + 2)
    assert _run(fn, 5) == 10


def test_what_nobody_reads_is_not_computed() -> None:
    fn = _fn()
    x = fn.let(fn.param(0) * fn.param(0))
    fn.let(x + 1)
    fn.ret(fn.param(0))
    assert _after(fn) == "def f(v0:i32) -> i32:\n    return v0"


def test_what_an_expression_that_goes_reads_twice_is_counted_once() -> None:
    fn = _fn()
    fn.store("32", fn.param(0), c(7))
    kept = fn.let_var(load("i32", fn.param(0)))
    twice = fn.let_var(kept + 1)
    fn.let_var(twice * twice)
    fn.ret(kept + 2)
    assert _run(fn, 4096) == 9


def test_functions_that_nobody_reaches_go() -> None:
    fn = _fn()
    fn.ret(c(1))
    assert "small" not in _after(_small(), fn)


def test_random_functions_give_the_same() -> None:
    random = Random(4)
    for _ in range(less(60, 20)):
        seed = random.random()
        for value in (-7, 0, 1, 5, 1000):
            assert _run(_random(seed), value) == _run(_random(seed), value, plain=[_random(seed)])


def _random(seed: float) -> Fn:
    random = Random(seed)
    fn = _fn()
    names = [fn.param(0), *(fn.let_var(c(random.randrange(5))) for _ in range(4))]

    def number(depth: int = 2) -> Ir:
        if not depth or random.random() < 0.3:
            return random.choice([c(random.randrange(-3, 9)), random.choice(names)])
        op = random.choice(
            ["add", "sub", "mul", "and", "or", "shl", "shr_u", "lt_s", "lt_u", "eq", "ge_s", "le_u", "select", "load"]
        )
        if op == "select":
            return select(number(0), number(depth - 1), number(depth - 1))
        if op == "load":
            return load(random.choice(["u8", "s8", "i32"]), place(), random.choice([0, 64, TABLE[0]]))
        return op2(op, number(depth - 1), number(depth - 1))

    def place() -> Ir:
        """An address from 0 to 15 that is made of a number from below 0."""
        first = random.randrange(-9, 1)
        least = fn.let((random.choice(names) & 7) + first)
        return least + (random.randrange(9) - first)

    def write(depth: int) -> None:
        for _ in range(random.randrange(1, 5)):
            kind = random.randrange(8) if depth else random.choice([0, 7])
            if kind == 7:
                fn.store(random.choice(["8", "32"]), place(), number(), 64)
            elif kind < 3:
                fn.set(random.choice(names[1:]), number())
            elif kind == 3:
                test = random.choice(names)
                with fn.when(test):
                    write(depth - 1)
                with fn.orelse():
                    write(depth - 1)
            elif kind == 4:
                with fn.count(c(0), c(random.randrange(5))) as i:
                    names.append(i)
                    fn.set(names[1], names[1] + i)
                    names.pop()
                    write(depth - 1)
            elif kind == 5:
                with fn.block() as out:
                    write(depth - 1)
                    fn.br_if(out, random.choice(names))
                    write(depth - 1)
            else:
                with fn.when(random.choice(names)):
                    write(depth - 1)
                    fn.ret(number())

    write(3)
    total = c(0)
    for name in names:
        total = total * 31 + name
    fn.ret(total)
    return fn


def _run(fn: Fn, value: int, *others: Fn, plain: list[Fn] | None = None) -> int:
    """What the function gives, made faster (or as it is)."""
    made = optimise_functions([*others, fn], [fn.name], [TABLE], {}) if plain is None else plain
    return Program(encode(Module(made, [fn.name], 1, [TABLE], ()))).instance().functions[fn.name](value)
