"""A running module as its callers see it, and its errors, for all WebAssembly runtimes."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.errors import GameDslError
from gamedsl.values import define


class Unavailable(GameDslError, RuntimeError):
    """wasmtime cannot be loaded here, or cannot run a module; the message says why."""


class Trapped(GameDslError):
    """The module stopped; the host finds the reason in the module's memory. `code` is wasmtime's number, or None."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"trap {code}")
        self.code = code


class NoRoomError(GameDslError, MemoryError):
    """An instance cannot have as much memory as was requested."""


UNREACHABLE = 9
"""wasmtime's trap code of `unreachable`, with which a module reports a fault."""

STACK_OVERFLOW = 0
"""wasmtime's trap code where calls are nested too deeply."""

PAGE_SIZE = 65536
Called = Callable[..., int]


@define(eq=False)
class Instance:
    """A running module. `memory` is its linear memory, which never grows while it runs; `functions` by name take and give 32-bit integers."""

    memory: memoryview
    address: int
    functions: dict[str, Called]
    is_fast: bool
    _keep: tuple[object, ...]
