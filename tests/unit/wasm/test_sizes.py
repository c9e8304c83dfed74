"""However large rules are, no function of their module is: compiling takes more than twice as long for twice the function."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.matches.simulate import simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.assembly import binary
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c
from gamedsl_interpreter.wasm.emit.build import Improve, build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import less, paired

MOST_BYTES, MOST_BRANCHES = less(binary.MOST_BYTES, 15_000), less(binary.MOST_BRANCHES, 1_000)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyday runs divide smaller rules, into smaller functions."""
    monkeypatch.setattr(binary, "MOST_BYTES", MOST_BYTES)
    monkeypatch.setattr(binary, "MOST_BRANCHES", MOST_BRANCHES)


HEAD = ["game large:", "    players 2", "", "each player:", "    said: 0..9 = 0", ""]
TAIL = [
    "",
    "game ends after round when round is 2",
    "",
    "score said: said",
    "",
    "ranking by highest total, ties shared",
    "",
]


def _many_phases(number: int) -> str:
    rounds = ["rounds at most 2:", *(f"    p{i}" for i in range(number)), ""]
    phases = [
        line
        for i in range(number)
        for line in (f"phase p{i}, each player:", f"    choose x: one of {i % 3}..{i % 3 + 2}", "    said = x", "")
    ]
    return "\n".join([*HEAD, *rounds, *phases, *TAIL])


def _long_phase(number: int) -> str:
    ifs = [f"    if said < {i % 9} and x > {i % 3}: said = {i * 7 % 9}" for i in range(number)]
    return "\n".join(
        [*HEAD, "rounds at most 2:", "    p", "", "phase p, each player:", "    choose x: one of 1..3", *ifs, *TAIL]
    )


def _long_condition(number: int) -> str:
    tests = " and ".join(
        f"(said is not {i % 9} or x < {1 + i % 3} or mod(said + x * {i}, 7) < 6)" for i in range(number)
    )
    lines = [
        "phase p, each player:",
        "    choose x: one of 1..3",
        f"    if {tests}: said = mod(x * 5 + said, 10)",
        "    else: said = x",
    ]
    return "\n".join([*HEAD, "rounds at most 2:", "    p", "", *lines, *TAIL])


def _long_loops(number: int) -> str:
    body = [
        f"            if said < {i % 9} and a > {i % 3} and b + x > {i % 5}: said = mod(a + b + {i}, 10)"
        for i in range(number)
    ]
    lines = [
        "phase p, each player:",
        "    choose x: one of 1..3",
        "    for a in 1..4:",
        "        for b in 1..3:",
        *body,
    ]
    return "\n".join([*HEAD, "rounds at most 2:", "    p", "", *lines, *TAIL])


def _many_requirements(number: int) -> str:
    parts = [f"        require r{i}: mod(x * {i} + said, 11) is not 10 or x + y > {i % 6}" for i in range(number)]
    lines = [
        "phase p, each player:",
        "    choose if able:",
        "        x: one of 0..5",
        "        y: one of 0..5",
        *parts,
        "    said = mod(x + y, 10)",
    ]
    return "\n".join([*HEAD, "rounds at most 2:", "    p", "", *lines, *TAIL])


def _many_lets(number: int) -> str:
    lets = [f"        let l{i} = mod({'x' if not i else f'l{i - 1}'} * 3 + said + {i}, 9)" for i in range(number)]
    last = f"        y: one of 0..5 where it is not l{number - 1}"
    lines = ["phase p, each player:", "    choose:", "        x: one of 0..5", *lets, last, "    said = mod(x + y, 10)"]
    return "\n".join([*HEAD, "rounds at most 2:", "    p", "", *lines, *TAIL])


LONG = {
    "condition": _long_condition(less(70, 36)),
    "loops": _long_loops(less(500, 70)),
    "requirements": _many_requirements(less(400, 60)),
    "lets": _many_lets(less(400, 40)),
}


BOTH = (keep_functions, optimise_functions)


@pytest.mark.parametrize(("name", "improve"), paired(list(LONG), BOTH))
def test_what_is_long_in_one_piece_is_divided(name: str, improve: Improve) -> None:
    game = _game(LONG[name])
    module = build_module(game, improve=improve)
    assert max(_function_sizes(module.code)) <= MOST_BYTES + 1000
    wasm, reference = WasmEngine(game, module=module), ReferenceEngine(game)
    assert playouts(wasm, Policy.MOVES, 3, 0, 2) == simulate(reference, [RandomMoves()] * 2, 3, range(2))


def _game(text: str) -> Game:
    parsed = parse_files(Source("large.gdl", text), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


LARGE = {"phases": _many_phases(less(250, 36)), "statements": _long_phase(less(1500, 375))}


@pytest.mark.parametrize(("name", "improve"), paired(list(LARGE), BOTH[::-1]))
def test_functions_of_large_rules_stay_small(name: str, improve: Improve) -> None:
    game = _game(LARGE[name])
    module = build_module(game, improve=improve)
    assert len(module.code) > 2 * MOST_BYTES
    assert max(_function_sizes(module.code)) <= MOST_BYTES + 1000
    wasm, reference = WasmEngine(game, module=module), ReferenceEngine(game)
    assert playouts(wasm, Policy.STEPS, 3, 0, 2) == simulate(reference, [RandomSteps()] * 2, 3, range(2))


def test_what_would_be_larger_is_refused() -> None:
    fn = Fn("f", ("i32",), "i32")
    for _ in range(MOST_BRANCHES + 1):
        with fn.when(fn.param(0)):
            fn.store("8", c(9), c(9))
    fn.ret(c(0))
    with pytest.raises(Unsupported, match="more text than one function"):
        encode(Module([fn], ["f"], 1, [], ()))


def _function_sizes(code: bytes) -> list[int]:
    """Bytes of each function in the code section of a module."""
    at = 8
    while code[at] != 10:
        size, at = _number(code, at + 1)
        at += size
    _, at = _number(code, at + 1)
    count, at = _number(code, at)
    sizes: list[int] = []
    for _ in range(count):
        size, at = _number(code, at)
        sizes.append(size)
        at += size
    return sizes


def _number(code: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (code[at] & 0x7F) << shift
        shift += 7
        at += 1
        if code[at - 1] < 0x80:
            return value, at
