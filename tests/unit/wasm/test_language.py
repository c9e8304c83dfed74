"""The small language of the run-time library: what its operators and forms compute in a module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from gamedsl_interpreter.wasm.emit.assembly import source
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.source import Library
from gamedsl_interpreter.wasm.instances.instance import Instance
from gamedsl_interpreter.wasm.instances.module import Program

_TEXT = """
from somewhere import *

HALF = 5


def divided(a: int, b: int) -> int:
    return a // b


def rest(a: int, b: int) -> int:
    return a % b


def signed_rest(a: int, b: int) -> int:
    return rem_s(a, b)


def shifted(a: int, b: int) -> int:
    return a >> b


def less(a: int, b: int) -> int:
    return a < b


def less_unsigned(a: int, b: int) -> int:
    return lt_u(a, b)


def high_half_of_sum(a: int, b: int) -> int:
    return wrap((wide(a) + b) >> 32)


def high_half_of_signed(a: int, b: int) -> int:
    return wrap((signed(a) + signed(b)) >> 32)


def both(a: int, b: int) -> int:
    return a and b


def either(a: int, b: int) -> int:
    return a or b


def chosen(a: int, b: int) -> int:
    return a if a > b else b


def counted_down(a: int, b: int) -> int:
    n = 0
    while True:
        if a == b:
            break
        a -= 1
        if a & 1:
            continue
        n += 1
    return n


def counted_up(a: int, b: int) -> int:
    n = 0
    for i in range(a, b):
        if i == 3:
            continue
        n = n * 10 + i
    return n


def unrolled_sum(a: int, b: int) -> int:
    n = 0
    for i in unrolled(HALF):
        if i & 1:
            n += a
        else:
            n += b * i
    return n


def decided(a: int, b: int) -> int:
    if HALF > GIVEN:
        return a
    else:
        return b


def stored(a: int, b: int) -> int:
    i32[64] = a
    u8[64] += b
    return u16[64]


def nothing(a: int, b: int) -> int:
    i64[64] = wide(a)
"""


@lru_cache
def _running() -> Instance:
    library = Library(["language_of_tests"])
    functions = [library.function(name, {"GIVEN": 4}) for name in library.names]
    return Program(encode(Module(functions, library.names, 1, (), ()))).instance()


@pytest.fixture(scope="module", autouse=True)
def _freed() -> Iterator[None]:
    """The module ends with these tests."""
    yield
    _running.cache_clear()


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts of this file in place of the library's."""
    texts = {
        "language_of_tests.py": _TEXT,
        "endless.py": "def f(n: int) -> int:\n    for i in unrolled(n):\n        n += i\n",
        "left.py": "def f(n: int) -> int:\n    for i in unrolled(4):\n        if n == i:\n            break\n",
    }

    def get_data(_: str, name: str) -> bytes:
        return texts[name].encode()

    monkeypatch.setattr(source, "get_data", get_data)


@pytest.mark.parametrize(
    ("name", "a", "b", "value"),
    [
        ("divided", -7, 2, (2**32 - 7) // 2),
        ("rest", -7, 5, (2**32 - 7) % 5),
        ("signed_rest", -7, 5, -2),
        ("shifted", -8, 1, (2**32 - 8) >> 1),
        ("less", -1, 0, 1),
        ("less_unsigned", -1, 0, 0),
        ("high_half_of_sum", -1, 1, 1),
        ("high_half_of_signed", -1, 0, -1),
        ("both", 2, 7, 7),
        ("both", 0, 7, 0),
        ("either", 2, 7, 1),
        ("either", 0, 7, 7),
        ("chosen", -3, -4, -3),
        ("counted_down", 7, 2, 3),
        ("counted_up", 1, 6, 1245),
        ("counted_up", 6, 1, 0),
        ("unrolled_sum", 100, 1, 206),
        ("decided", 8, 9, 8),
        ("stored", 0x1FF, 2, 0x101),
        ("nothing", 8, 9, 0),
    ],
)
def test_what_a_function_gives(name: str, a: int, b: int, value: int) -> None:
    assert _running().functions[name](a, b) == value


def test_what_is_not_taken_is_not_compiled() -> None:
    library = Library(["language_of_tests"])
    assert [stmt.op for stmt in library.function("decided", {"GIVEN": 4}).body] == ["return", "return"]
    with pytest.raises(KeyError, match="GIVEN"):
        library.function("decided", {})


@pytest.mark.parametrize(("file", "reason"), [("endless", "no constant"), ("left", "leaves a loop")])
def test_loops_that_cannot_be_unrolled(file: str, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        Library([file]).function("f", {})
