"""What the fast executor asks of the plan of the reference executor: what was dealt, without the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gamedsl_interpreter.engine import S_co, Worlds
from gamedsl_interpreter.random import Dice


class RolledField(Protocol):
    """A hidden field that is rolled again."""

    @property
    def field(self) -> int:
        """The field instance."""
        ...

    def outcome(self, dice: Dice) -> tuple[int, ...]:
        """What comes out, in numbers."""
        ...

    def coded(self, outcome: tuple[int, ...]) -> bytes:
        """What the field then holds, as the bytes of a position have it. Raises Fault."""
        ...


class DealtWorlds(Worlds[S_co], Protocol[S_co]):
    """Worlds whose deals can be had apart. After `deal`, `sample` draws the outcomes of `rolled`, and then the stream of the world, if `is_plain`."""

    @property
    def zones(self) -> tuple[int, ...]:
        """The zones that are overwritten."""
        ...

    @property
    def rolled(self) -> tuple[RolledField, ...]:
        """The fields that are rolled again after the deal, in this order."""
        ...

    @property
    def is_plain(self) -> bool:
        """Whether nothing else of the position is overwritten, and who acts does not depend on what is dealt."""
        ...

    def deal(
        self, dice: Dice, take: Callable[[Dice, list[int], int], list[int]] = ...
    ) -> Sequence[Sequence[Sequence[int]]]:
        """By zone and stretch, the kinds that lie there. `take` draws pieces as `Dice.take` does."""
        ...
