"""What the fast executor asks of the plan of the reference executor: what was dealt, without the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gamedsl_interpreter.engine import S_co, Worlds
from gamedsl_interpreter.random import Dice


class DealtWorlds(Worlds[S_co], Protocol[S_co]):
    """Worlds whose deals can be had apart. What `sample` draws after `deal` is the stream of the world, if only zones are overwritten."""

    @property
    def zones(self) -> tuple[int, ...]:
        """The zones that are overwritten."""
        ...

    @property
    def only_zones(self) -> bool:
        """Whether nothing else of the position is overwritten, and who acts does not depend on what is dealt."""
        ...

    def deal(
        self, dice: Dice, take: Callable[[Dice, list[int], int], list[int]] = ...
    ) -> Sequence[Sequence[Sequence[int]]]:
        """By zone and stretch, the kinds that lie there. `take` draws pieces as `Dice.take` does."""
        ...
