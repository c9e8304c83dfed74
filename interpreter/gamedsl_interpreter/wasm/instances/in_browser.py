"""Runs modules with the WebAssembly of the browser, where Python itself is a module and there is no wasmtime.

Two modules share no memory. So each instance has a copy of its memory on the side of Python, which is written into the module before each call and read back
after it. That costs about as much as copying these bytes twice; the calls that play many matches take far longer.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeAlias

from gamedsl_interpreter.wasm.instances import instance

Foreign: TypeAlias = Any
"""An object of JavaScript."""


def instance_in_browser(code: bytes, more: int) -> instance.Instance:
    """Makes an instance. Its memory has `more` bytes more than the module asks for, and never grows. Raises NoRoomError, Unavailable."""
    js: Foreign = import_module("js")
    ffi: Foreign = import_module("pyodide.ffi")
    try:
        made: Foreign = js.WebAssembly.Instance.new(js.WebAssembly.Module.new(ffi.to_js(code)))
    except ffi.JsException as error:
        raise instance.Unavailable(f"the browser cannot run a module: {error}") from error
    memory: Foreign = made.exports.memory
    try:
        memory.grow(-(-more // instance.PAGE_SIZE))
    except ffi.JsException as error:
        raise instance.NoRoomError(f"there is not enough memory for {more:,} bytes more") from error
    inside: Foreign = js.Uint8Array.new(memory.buffer)
    copy = bytearray(inside.length)
    inside.assign_to(copy)
    names = [str(entry[0]) for entry in js.Object.entries(made.exports) if entry[1] != memory]
    functions = {name: _bind(getattr(made.exports, name), inside, copy, ffi.JsException) for name in names}
    return instance.Instance(memoryview(copy), 0, functions, False, (made, inside))


def _bind(function: Foreign, inside: Foreign, copy: bytearray, failure: type[Exception]) -> instance.Called:
    def call(*args: int) -> int:
        inside.assign(copy)
        try:
            result: int | None = function(*args)
        except failure as error:
            raise instance.Trapped(_code(error)) from error
        finally:
            inside.assign_to(copy)
        return result or 0

    return call


def _code(error: Exception) -> int | None:
    """Returns wasmtime's number for a trap that a browser describes in its own words; None unless it is one of the two that modules explain."""
    text = str(error)
    if "unreachable" in text:
        return instance.UNREACHABLE
    return instance.STACK_OVERFLOW if "call stack" in text or "recursion" in text else None
