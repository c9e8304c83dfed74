"""What an agent needs of a tree."""

from __future__ import annotations

from typing import Protocol

from gamedsl_interpreter.engine import Step


class Growing(Protocol):
    """A tree that can grow, in any of its forms: see `tree.Tree`."""

    @property
    def step(self) -> Step:
        """The open step of the decision."""
        ...

    def grow(self, iterations: int) -> None:
        """So many more iterations. Raises Fault."""
        ...

    def best(self) -> int | None:
        """The answer to the open step that was tried most; None if none was tried."""
        ...

    def goes_on(self, value: int) -> bool:
        """Whether the decision has another open step behind this answer."""
        ...

    def answer(self, value: int) -> None:
        """The open step is answered; iterations begin behind it from now on."""
        ...
