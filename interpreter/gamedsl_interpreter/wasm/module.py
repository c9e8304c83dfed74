"""The only importer of wasmtime: a module becomes an instance with memory that is read and written directly, and functions that are called at little cost.

The public call of wasmtime-py costs 9 to 35 µs. `Calls` goes through the C function that the wheel ships, with arguments and pointers prepared once
(about 0.5 µs). It uses private names of wasmtime-py, so it tests itself when the first instance is made, and falls back to the public call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from attrs import define

from gamedsl.errors import GameDslError


class Unavailable(GameDslError, RuntimeError):
    """wasmtime cannot be loaded here, or cannot run a module; the message says why."""


class Trapped(GameDslError):
    """The module stopped; the host finds the reason in the module's memory. `code` is wasmtime's number, or None."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"trap {code}")
        self.code = code


class NoRoomError(GameDslError, MemoryError):
    """An instance cannot have as much memory as was asked for."""


UNREACHABLE = 9
"""wasmtime's trap code of `unreachable`, with which a module reports a fault."""

STACK_OVERFLOW = 0
"""wasmtime's trap code where calls are nested too deeply."""

_PAGE = 65536
Called = Callable[..., int]


@define(eq=False)
class Instance:
    """A running module. `memory` is its linear memory, which never grows while it runs; `functions` by name take and give 32-bit integers."""

    memory: memoryview
    address: int
    functions: dict[str, Called]
    is_fast: bool
    _keep: tuple[Any, ...]


class Program:
    """A module that is compiled once; every thread makes an instance of its own."""

    def __init__(self, code: bytes) -> None:
        self._wasmtime = _loaded()
        self._code = code
        self._compile(self._wasmtime.Config())
        self._is_sparing = False

    def _compile(self, config: Any) -> None:
        try:
            self._engine: Any = self._wasmtime.Engine(config)
            self._module: Any = self._wasmtime.Module(self._engine, self._code)
        except self._wasmtime.WasmtimeError as error:
            raise Unavailable(str(error)) from error

    def instance(self, more: int = 0) -> Instance:
        """A new instance with memory of its own, which has so many bytes more than the module asks for and stays as it is. Where 4 GiB of address space
        for each instance are not to be had, the module is compiled again for little memory (it is then about a fifth slower)."""
        wasmtime = self._wasmtime
        store = wasmtime.Store(self._engine)
        try:
            made = wasmtime.Instance(store, self._module, [])
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            if self._is_sparing:
                raise Unavailable(str(error)) from error
            self._is_sparing = True
            config = wasmtime.Config()
            config.memory_reservation = config.memory_guard_size = config.memory_reservation_for_growth = 1 << 16
            self._compile(config)
            return self.instance(more)
        exports = made.exports(store)
        memory = exports["memory"]
        try:
            memory.grow(store, -(-more // _PAGE))
        except wasmtime.WasmtimeError as error:
            raise NoRoomError(f"{more} bytes") from error
        size = memory.data_len(store)
        address = ctypes.addressof(memory.data_ptr(store).contents)
        view = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
        names = [export.name for export in self._module.exports if export.name != "memory"]
        public: dict[str, Called] = {name: _public(wasmtime, store, exports[name]) for name in names}
        fast = _fast(wasmtime, store, {name: exports[name] for name in names})
        functions = public if fast is None else fast
        return Instance(view, address, functions, fast is not None, (store, made, exports))


def _loaded() -> Any:
    try:
        import wasmtime
    except (ImportError, OSError) as error:
        raise Unavailable(f"wasmtime cannot be loaded: {error}") from error
    return wasmtime


def _public(wasmtime: Any, store: Any, function: Any) -> Called:
    def call(*args: int) -> int:
        try:
            result: int = function(store, *args)
        except wasmtime.Trap as trap:
            code = trap.trap_code
            raise Trapped(None if code is None else int(code.value)) from trap
        return result

    return call


# ---------------------------------------------------------------- calls at little cost


def _fast(wasmtime: Any, store: Any, functions: dict[str, Any]) -> dict[str, Called] | None:
    """The functions through `wasmtime_func_call_unchecked`; None where this wasmtime-py is built differently."""
    try:
        return _bound(wasmtime, store, functions)
    except (AttributeError, TypeError, ValueError, OSError):
        return None


def _bound(wasmtime: Any, store: Any, functions: dict[str, Any]) -> dict[str, Called]:
    ffi = wasmtime._ffi
    letting, keeping = (_unchecked(kind(str(ffi.filename))) for kind in (ctypes.CDLL, ctypes.PyDLL))
    context = ctypes.c_void_p(ctypes.cast(store._context(), ctypes.c_void_p).value)
    raw = (ffi.wasmtime_val_raw_t * 8)()
    stride = ctypes.sizeof(ffi.wasmtime_val_raw_t) // 4
    slots = memoryview(raw).cast("B").cast("i")
    trap: Any = ctypes.c_void_p()
    slot, count, trap_at = (
        ctypes.c_void_p(ctypes.addressof(raw)),
        ctypes.c_size_t(8),
        ctypes.c_void_p(ctypes.addressof(trap)),
    )

    def failed() -> None:
        pointer, trap.value = trap.value, None
        if pointer is None:
            raise Trapped(None)
        pointers: Any = ctypes
        kind = pointers.POINTER(ffi.wasm_trap_t)
        error = wasmtime.Trap._from_ptr(ctypes.cast(pointer, kind))
        code = error.trap_code
        raise Trapped(None if code is None else int(code.value))

    def bind(target: Any, function: Any) -> Called:
        pointer = ctypes.c_void_p(ctypes.addressof(target._func))
        second, third = stride, 2 * stride

        def call(a: int = 0, b: int = 0, c: int = 0) -> int:
            slots[0], slots[second], slots[third] = a, b, c
            if function(context, pointer, slot, count, trap_at) or trap.value:
                failed()
            return slots[0]

        call.keep = (target, raw, trap, store)  # type: ignore[attr-defined]  # what the pointers point to
        return call

    return {name: bind(target, keeping if name in _SHORT else letting) for name, target in functions.items()}


_SHORT = frozenset(("ply", "noted", "to_act"))
"""Calls so short that it does not pay to let other threads run meanwhile."""


def _unchecked(library: Any) -> Any:
    function = library.wasmtime_func_call_unchecked
    function.restype = ctypes.c_void_p
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
    return function
