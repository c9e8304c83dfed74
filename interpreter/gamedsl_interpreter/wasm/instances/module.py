"""The only importer of wasmtime: makes an instance of a module, with direct access to its memory and fast calls of its functions. In a browser there is no
wasmtime; its own WebAssembly runs the modules (`in_browser`).

The public call of wasmtime-py costs 9 to 35 µs. `_bind_fast` goes through the C function that the wheel ships, with arguments and pointers prepared once
(about 0.5 µs). It uses private names of wasmtime-py. If another version has other names, the public call is used.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from gamedsl_interpreter.wasm.instances.instance import PAGE_SIZE, Called, Instance, NoRoomError, Trapped, Unavailable

if TYPE_CHECKING:
    import wasmtime

Private: TypeAlias = Any
"""A private object of wasmtime-py: its type is not guaranteed, so calls through it are tried before they are used."""


IS_BROWSER = sys.platform == "emscripten"
"""Whether Python itself runs in a browser."""


def check_available() -> None:
    """Raises Unavailable if wasmtime cannot run even a small module here."""
    Program(_SMALL).instance()


_SMALL = bytes.fromhex(
    "0061736d01000000 01050160 00017f 03020100 0503010001 071002 066d656d6f727902 00036f6e650000 0a060104 0041010b"
)
"""A module with a page of memory and a function that returns 1."""


class Program:
    """A module that is compiled once; every thread makes an instance of its own."""

    def __init__(self, code: bytes) -> None:
        self._code = code
        self._is_sparing = False
        if IS_BROWSER:
            return
        self._engine, self._module = compile_code(code, Space.AMPLE)

    def instance(self, more: int = 0) -> Instance:
        """Makes a new instance. Its memory has `more` bytes more than the module asks for, and never grows. If 4 GiB of address space for each instance
        are not available, the module is compiled again for little memory; then it is about a fifth slower. Raises NoRoomError, Unavailable."""
        if IS_BROWSER:
            from gamedsl_interpreter.wasm.instances.in_browser import instance_in_browser

            return instance_in_browser(self._code, more)
        import wasmtime

        store = wasmtime.Store(self._engine)
        try:
            made = wasmtime.Instance(store, self._module, [])
        except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
            if self._is_sparing:
                raise Unavailable(str(error)) from error
            self._is_sparing = True
            self._engine, self._module = compile_code(self._code, Space.LITTLE)
            return self.instance(more)
        exports = made.exports(store)
        memory = exports["memory"]
        if not isinstance(memory, wasmtime.Memory):
            raise Unavailable("the module has no memory")
        try:
            memory.grow(store, -(-more // PAGE_SIZE))
        except wasmtime.WasmtimeError as error:
            raise NoRoomError(f"there is not enough memory for {more:,} bytes more") from error
        size = memory.data_len(store)
        address = ctypes.addressof(memory.data_ptr(store).contents)
        view = memoryview((ctypes.c_ubyte * size).from_address(address)).cast("B")
        exported = {name: export for name, export in exports.items() if isinstance(export, wasmtime.Func)}
        fast = _bind_fast(store, exported)
        functions = {name: _bind_public(store, export) for name, export in exported.items()} if fast is None else fast
        return Instance(view, address, functions, fast is not None, (store, made, exports))


class Space(Enum):
    """How much address space the memory of an instance reserves."""

    AMPLE = "ample"
    LITTLE = "little"


def compile_code(code: bytes, space: Space) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Compiles the code of a module for this machine. Raises Unavailable."""
    engine = make_engine(space)
    import wasmtime

    try:
        return engine, wasmtime.Module(engine, code)
    except wasmtime.WasmtimeError as error:
        raise Unavailable(str(error)) from error


def make_engine(space: Space) -> wasmtime.Engine:
    """Makes an engine that compiles without threads of its runtime: if a process is forked after such threads have worked, it waits for them for ever.
    Raises Unavailable."""
    try:
        import wasmtime

        config = wasmtime.Config()
    except (ImportError, OSError) as error:
        raise Unavailable(f"wasmtime cannot be loaded: {error}") from error
    config.parallel_compilation = False
    if space is Space.LITTLE:
        for setting in ("memory_reservation", "memory_guard_size", "memory_reservation_for_growth"):
            setattr(config, setting, 1 << 16)
    try:
        return wasmtime.Engine(config)
    except wasmtime.WasmtimeError as error:
        raise Unavailable(str(error)) from error


def _bind_public(store: wasmtime.Store, function: wasmtime.Func) -> Called:
    import wasmtime

    def call(*args: int) -> int:
        try:
            result: int = function(store, *args)
        except wasmtime.Trap as trap:
            raise Trapped(_number(trap)) from trap
        return result

    return call


def _number(trap: wasmtime.Trap) -> int | None:
    code = trap.trap_code
    return None if code is None else int(code.value)


# ---------------------------------------------------------------- fast calls


def _bind_fast(store: wasmtime.Store, functions: dict[str, wasmtime.Func]) -> dict[str, Called] | None:
    """Binds the functions through `wasmtime_func_call_unchecked`; None if this wasmtime-py is built differently."""
    try:
        return _bind_functions(store, functions)
    except (AttributeError, TypeError, ValueError, OSError):
        return None


def _bind_functions(store: Private, functions: dict[str, wasmtime.Func]) -> dict[str, Called]:
    import wasmtime

    inside: Private = wasmtime
    ffi = inside._ffi
    letting, keeping = (_find_unchecked(kind(str(ffi.filename))) for kind in (ctypes.CDLL, ctypes.PyDLL))
    context = _pointer(ctypes.cast(store._context(), ctypes.c_void_p).value)
    raw = (ffi.wasmtime_val_raw_t * 8)()
    stride = ctypes.sizeof(ffi.wasmtime_val_raw_t) // 4
    slots = memoryview(raw).cast("B").cast("i")
    trap = ctypes.c_void_p()
    trapped = memoryview(trap).cast("B").cast("P")  # faster than `trap.value`
    slot, count, trap_at = (
        _pointer(ctypes.addressof(raw)),
        ctypes.c_size_t.from_param(8),
        _pointer(ctypes.addressof(trap)),
    )

    def raise_trap() -> None:
        pointer, trap.value = trap.value, None
        if pointer is None:
            raise Trapped(None)
        pointers: Private = ctypes
        raise Trapped(_number(inside.Trap._from_ptr(pointers.cast(pointer, pointers.POINTER(ffi.wasm_trap_t)))))

    def bind(target: Private, function: Callable[..., object]) -> Called:
        pointer = _pointer(ctypes.addressof(target._func))
        second, third = stride, 2 * stride

        def call(a: int = 0, b: int = 0, c: int = 0) -> int:
            slots[0], slots[second], slots[third] = a, b, c
            if function(context, pointer, slot, count, trap_at) or trapped[0]:
                raise_trap()
            return slots[0]

        call.keep = (target, raw, trap, store)  # type: ignore[attr-defined]  # keeps the targets of the pointers alive
        return call

    return {name: bind(target, keeping if name in _SHORT else letting) for name, target in functions.items()}


_SHORT = frozenset(("ply", "noted", "to_act"))
"""Calls so short that releasing other threads during them would cost more than it gains."""


def _pointer(address: int | None) -> Private:
    """Converts an address to an argument that needs no further conversion at each call."""
    return ctypes.c_void_p.from_param(address)


def _find_unchecked(library: ctypes.CDLL) -> Callable[..., object]:
    """Returns the C function without argument types, which would be converted at each call: the arguments already have the right form."""
    function = library.wasmtime_func_call_unchecked
    function.restype = ctypes.c_void_p
    return function
