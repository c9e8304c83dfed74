"""Modules in a browser: an instance has a copy of the memory, which is written before a call and read after it, and traps have the numbers of wasmtime."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest

from gamedsl_interpreter.wasm.instances.in_browser import instance_in_browser
from gamedsl_interpreter.wasm.instances.instance import (
    PAGE_SIZE,
    STACK_OVERFLOW,
    UNREACHABLE,
    Instance,
    NoRoomError,
    Trapped,
    Unavailable,
)


class _JsError(Exception):
    """Stands in for errors of JavaScript."""


class _Memory:
    """The memory of a module in a browser, which grows to at most three pages."""

    def __init__(self) -> None:
        self.buffer = bytearray(PAGE_SIZE)

    def grow(self, pages: int) -> None:
        if len(self.buffer) + pages * PAGE_SIZE > 3 * PAGE_SIZE:
            raise _JsError("no room")
        self.buffer.extend(bytes(pages * PAGE_SIZE))


class _Bytes:
    """An array of the browser over the memory of a module."""

    def __init__(self, buffer: bytearray) -> None:
        self._buffer, self.length = buffer, len(buffer)

    def assign(self, copy: bytearray) -> None:
        self._buffer[:] = copy

    def assign_to(self, copy: bytearray) -> None:
        copy[:] = self._buffer


def _made(monkeypatch: pytest.MonkeyPatch, more: int = 0, **functions: Callable[[_Memory], int | None]) -> Instance:
    """Makes an instance in a browser that knows modules of these functions; a module that begins with `x` is none."""
    memory = _Memory()

    def new(code: bytes) -> SimpleNamespace:
        if code.startswith(b"x"):
            raise _JsError("no module")
        called = {name: partial(one, memory) for name, one in functions.items()}
        return SimpleNamespace(exports=SimpleNamespace(memory=memory, **called))

    def entries(exports: SimpleNamespace) -> list[tuple[str, object]]:
        return [*vars(exports).items()]

    js = SimpleNamespace(
        WebAssembly=SimpleNamespace(Module=SimpleNamespace(new=bytes), Instance=SimpleNamespace(new=new)),
        Uint8Array=SimpleNamespace(new=_Bytes),
        Object=SimpleNamespace(entries=entries),
    )
    monkeypatch.setitem(sys.modules, "js", js)
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(to_js=bytes, JsException=_JsError))
    return instance_in_browser(b"x" if not functions else b"code", more)


def test_calls_see_what_was_written_and_leave_what_they_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def double(memory: _Memory) -> int:
        memory.buffer[1] = 2 * memory.buffer[0]
        return memory.buffer[1]

    made = _made(monkeypatch, PAGE_SIZE + 1, double=double, rest=lambda _: None)
    assert list(made.functions) == ["double", "rest"]
    assert len(made.memory) == 3 * PAGE_SIZE
    made.memory[0] = 4
    assert (made.functions["double"](), made.memory[1]) == (8, 8)
    assert made.functions["rest"]() == 0


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("unreachable executed", UNREACHABLE),
        ("Maximum call stack size exceeded", STACK_OVERFLOW),
        ("too much recursion", STACK_OVERFLOW),
        ("integer divide by zero", None),
    ],
)
def test_traps_have_their_numbers(monkeypatch: pytest.MonkeyPatch, said: str, number: int | None) -> None:
    def fail(memory: _Memory) -> int:
        memory.buffer[0] = 7
        raise _JsError(said)

    made = _made(monkeypatch, fail=fail)
    with pytest.raises(Trapped) as caught:
        made.functions["fail"]()
    assert (caught.value.code, made.memory[0]) == (number, 7)


def test_a_browser_may_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unavailable, match="no module"):
        _made(monkeypatch)
    with pytest.raises(NoRoomError):
        _made(monkeypatch, 3 * PAGE_SIZE, rest=lambda _: None)
