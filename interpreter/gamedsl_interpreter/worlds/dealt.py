"""What the fast executor asks of the plan of the reference executor: what was dealt, without the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol

from gamedsl.values import frozen
from gamedsl_interpreter.engine import S_co, Worlds
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worlds.counting import Split


@frozen
class Shuffled:
    """The pieces of a holder are handed out at random: to holders, and how many each of them gets. What is left after all others belongs to the last one."""

    pool: int
    to: tuple[tuple[int, int], ...]


@frozen
class Counted:
    """The pieces of some holders (`classes`) are handed out to others (`groups`), class by class: see `Split`."""

    classes: tuple[int, ...]
    groups: tuple[int, ...]
    splits: tuple[Split, ...]


@frozen
class Deal:
    """How one explanation is dealt. Holders are numbered: first the stretches of the zones that are overwritten, in order, `stretches` of each zone; then pools
    and whatever else holds pieces on the way. `named`: by holder, the kinds that lie there from the beginning."""

    stretches: tuple[int, ...]
    named: tuple[tuple[int, ...], ...]
    steps: tuple[Shuffled | Counted, ...]


@frozen
class WorldPlan(Generic[S_co]):
    """All that is drawn of a world, for somebody else who draws it: one of the deals by its weight, `zones` get what was dealt; then each of the fields in
    `rolls` the result of an unseen roll (field, chance node, seat); then, if `settles`, those who have one move at the open simultaneous decision choose.
    Everything else is that of `template`."""

    template: S_co
    zones: tuple[int, ...]
    weights: tuple[int, ...]
    deals: tuple[Deal, ...]
    rolls: tuple[tuple[int, int, int], ...]
    settles: bool


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

    def plan_of_worlds(self) -> WorldPlan[S_co] | None:
        """What `sample` draws, step by step; None where there are too many ways to deal kinds under masks."""
        ...

    def deal(
        self, dice: Dice, take: Callable[[Dice, list[int], int], list[int]] = ...
    ) -> Sequence[Sequence[Sequence[int]]]:
        """By zone and stretch, the kinds that lie there. `take` draws pieces as `Dice.take` does."""
        ...
