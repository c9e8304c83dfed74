"""Words of bits while code is emitted: shifts over word borders, what lies below and above, and what is computed once outside loops."""

from __future__ import annotations

from functools import partial
from random import Random
from struct import pack

import pytest

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit.assembly import shape
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt, c, c64, const_value, load
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.bulk import bulk_words, runs
from gamedsl_interpreter.wasm.emit.bulk.bulk_words import Domain
from gamedsl_interpreter.wasm.emit.context import context
from gamedsl_interpreter.wasm.emit.forms import masks
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.optimise import keep_functions

_RULES = """game little:
    players 2

grid cell 10 by 10

rounds up to 2:
    turns

phase turns, each player:
    choose spot: one of cell

ranking by highest number, ties shared
"""
_SIZES = (1, 63, 64, 65, 100, 128, 130)


def _game(rules: str) -> Game:
    parsed = parse_files(Source("little.gdl", rules), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


def _code() -> FormulaLowering:
    return FormulaLowering(context(_game(_RULES)), Fn("test", ("i32",), "i32"))


def _words(bits: int, size: int) -> list[Ir]:
    return [c64(bits >> 64 * w) for w in range(-(-size // 64))]


def _bits(words: tuple[Ir, ...] | list[Ir]) -> int:
    """The number whose words these constants are."""
    total = 0
    for number, word in enumerate(words):
        value = const_value(word)
        assert value is not None
        total |= (value & (1 << 64) - 1) << 64 * number
    return total


@pytest.mark.parametrize("size", _SIZES)
def test_words_are_shifted_over_their_borders(size: int) -> None:
    random = Random(size)
    number = -(-size // 64)
    for far in (-size, -65, -64, -63, -9, -1, 0, 1, 9, 63, 64, 65, size):
        bits = random.getrandbits(size)
        moved = bits >> far if far >= 0 else bits << -far
        found = masks.shift_words(tuple(_words(bits, size)), far, number)
        assert _bits(found) == moved & (1 << 64 * number) - 1


@pytest.mark.parametrize("size", _SIZES)
def test_elements_linked_to_a_set(size: int) -> None:
    code, random = _code(), Random(size)
    domain = Domain(LocalId(0), 0, size)
    for _ in range(20):
        bits = random.getrandbits(size)
        links = {i: [end for end in (i - 10, i + 1, i + 64) if 0 <= end < size] for i in range(size)}
        found = bulk_words.follow_links(code, domain, tuple(_words(bits, size)), links)
        assert found is not None
        wanted = sum(1 << i for i, ends in links.items() if any(bits >> end & 1 for end in ends))
        assert _bits(found) == wanted


def test_too_many_distances_are_not_shifted() -> None:
    code = _code()
    links = {i: [(i * i + 3 * i) % 64] for i in range(64)}
    assert bulk_words.follow_links(code, Domain(LocalId(0), 0, 64), (c64(1),), links) is None


@pytest.mark.parametrize("size", _SIZES)
def test_below_the_least_and_above_the_greatest(size: int) -> None:
    code, random = _code(), Random(size)
    every = (1 << 64 * -(-size // 64)) - 1
    for bits in (0, 1, 1 << size - 1, (1 << size) - 1, *(random.getrandbits(size) for _ in range(20))):
        below = (bits & -bits) - 1 if bits else every
        above = every ^ ((1 << bits.bit_length()) - 1) if bits else every
        assert _bits(runs.below(code, _words(bits, size))) == below & every
        assert _bits(runs.above(code, _words(bits, size))) == above


# ---------------------------------------------------------------- once


def _depths(stmts: list[Stmt], value: Ir, depth: int = 0) -> list[int]:
    """How many loops stand around each place where a value is computed."""
    found: list[int] = []
    for stmt in stmts:
        if stmt.op == "set" and stmt.args[1] == value:
            found.append(depth)
        for body in shape.bodies(stmt):
            found += _depths(body, value, depth + (stmt.op == "loop"))
    return found


def _loops(fn: Fn, operand_of: str) -> Ir:
    """Two loops, one in the other; inside, a value that depends on the outer or inner variable, or on none."""
    value = load("i32", fn.param(0), 40)
    with fn.formula(), fn.count(c(0), c(9)) as outer, fn.count(c(0), c(9)) as inner:
        operand = {"outer": outer, "inner": inner, "none": c(0)}[operand_of]
        value = value + operand
        for _ in range(2):
            (once,) = fn.once(("value", operand), (operand,), lambda: [value])
            fn.store("32", inner, once)
    return value


@pytest.mark.parametrize(("operand", "depth"), [("none", 0), ("outer", 1), ("inner", 2)])
def test_a_value_is_computed_where_its_operands_are_known(operand: str, depth: int) -> None:
    fn = Fn("test", ("i32",), None)
    value = _loops(fn, operand)
    assert _depths(fn.body, value) == [depth]


def test_outside_formulas_nothing_is_kept() -> None:
    fn = Fn("test", ("i32",), None)
    value = load("i32", fn.param(0), 40)
    for _ in range(2):
        fn.once("value", (), lambda: [value])
    with fn.formula():
        fn.once("value", (), lambda: [fn.let(value)])
        with fn.statement():
            fn.once("value", (), lambda: [fn.let(value)])
    assert _depths(fn.body, value) == [0, 0]


def test_a_local_that_changes_holds_a_value_where_it_is() -> None:
    fn = Fn("test", ("i32",), None)
    changing = fn.let_var(c(1))
    value = changing + 7
    with fn.formula(), fn.loop() as again:
        fn.set(changing, changing + 1)
        fn.once(("value", changing), (changing,), lambda: [value])
        fn.br(again)
    assert _depths(fn.body, value) == [1]


def _single(value: Ir) -> list[Ir]:
    return [value]


def test_words_that_last_are_read_once_in_a_function_that_changes_nothing() -> None:
    fn = Fn("test", ("i32",), None)
    fn.lasting = frozenset((1000,))
    for at, places in ((1000, [0]), (2000, [0, 0])):
        operand = load("i32", c(at))
        value = operand + at
        for _ in range(2):
            with fn.formula():
                fn.once(("value", operand), (operand,), partial(_single, value))
        assert _depths(fn.body, value) == places


_RAYS = """game rays:
    players 2

grid cross 9 by 9

each cross:
    stone: player or none = none

let arm(c: cross, d: direction) = count(ray(c, d) while {condition})

rounds at most 9:
    turns

phase turns, each player:
    choose spot: one of cross where stone is none
    spot.stone = me

score arms: sum(arm(cross[1, 1], d) for d in [N, NE, E, SE])

ranking by highest total
"""


@pytest.mark.parametrize(("condition", "has_masks"), [("stone is none", True), ("stone is c.stone", False)])
def test_rays_that_are_walked_along_have_no_masks(condition: str, has_masks: bool) -> None:
    """On a board of two words a condition that reads more than its element is asked at each place."""
    first_row = sum(1 << place for place in range(1, 9))
    code = build_module(_game(_RAYS.replace("{condition}", condition)), improve=keep_functions).code
    assert (pack("<QQ", first_row, 0) in code) is has_masks
