"""The functions of a module under construction, and the writers of functions that may be needed."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.values import define, field
from gamedsl_interpreter.wasm.emit.assembly.function import Fn


@define
class Functions:
    """Functions in the order in which they are written."""

    written: list[Fn] = field(factory=list[Fn])
    bounded: list[Fn] = field(factory=list[Fn])
    """Functions that never run for long: their loops count no work."""
    shared: set[str] = field(factory=set[str])
    """The names of shared functions that are written already; each is written on its first use."""
    writers: dict[str, Callable[[], None]] = field(factory=dict[str, Callable[[], None]])
    """The writers of functions that may be needed, by name. A writer is removed once its function is written."""
    declarations: dict[str, tuple[str, object]] = field(factory=dict[str, tuple[str, object]])
    """The declaration to which a function belongs: its name, and the node or rule that it is made of."""
    _declared: set[str] = field(factory=set[str])

    def append(self, fn: Fn) -> None:
        """Adds a function."""
        self.written.append(fn)

    def declare(self, name: str, write: Callable[[], None]) -> None:
        """Declares the writer of a function that may be needed. A second declaration of the name is ignored."""
        if name not in self._declared:
            self._declared.add(name)
            self.writers[name] = write

    def require(self, name: str) -> None:
        """Writes a function, unless it is written already or not declared."""
        write = self.writers.pop(name, None)
        if write is not None:
            write()
