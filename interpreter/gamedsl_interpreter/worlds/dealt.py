"""The protocol by which the fast executor reads the reference executor's plan for sampling worlds. The plan contains no positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol

from gamedsl.values import frozen
from gamedsl_interpreter.engine import S_co, Worlds
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worlds.counting import Split


@frozen
class Shuffled:
    """A step that distributes the pieces of a pool at random: to holders, with the number for each of them. The last one gets the rest."""

    pool: int
    to: tuple[tuple[int, int], ...]


@frozen
class Counted:
    """A step that distributes the pieces of some holders (`classes`) to others (`groups`), class by class: see `Split`."""

    classes: tuple[int, ...]
    groups: tuple[int, ...]
    splits: tuple[Split, ...]


@frozen
class Deal:
    """The steps that deal one explanation. Holders are numbered: first the stretches of the zones that are overwritten, in order, `stretches` of each zone;
    then pools and other holders of pieces during the deal. `named`: by holder, the kinds that are there from the beginning."""

    stretches: tuple[int, ...]
    named: tuple[tuple[int, ...], ...]
    steps: tuple[Shuffled | Counted, ...]


@frozen
class WorldPlan(Generic[S_co]):
    """The sampling of a world as data: one of the deals is drawn by its weight and fills `zones`; then each field in `rolls` gets the result of an unseen
    roll (field, chance node, seat); then, if `settles`, the seats that have one move at the open simultaneous decision choose. Everything else is copied from
    `template`."""

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
        """Samples a result of the roll, as numbers."""
        ...

    def encode_outcome(self, outcome: tuple[int, ...]) -> bytes:
        """Returns the value that the field then holds, as bytes of a position. Raises Fault."""
        ...


class DealtWorlds(Worlds[S_co], Protocol[S_co]):
    """Worlds that can deal without making the position. After `deal`, `sample` draws the outcomes of `rolled`, and then the stream of the world, if
    `is_plain`."""

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
        """Whether nothing else of the position is overwritten, and the acting seat does not depend on the deal."""
        ...

    def plan_of_worlds(self) -> WorldPlan[S_co] | None:
        """Returns the steps of `sample` as data; None if there are too many ways to deal kinds under masks."""
        ...

    def deal(
        self, dice: Dice, take: Callable[[Dice, list[int], int], list[int]] = ...
    ) -> Sequence[Sequence[Sequence[int]]]:
        """Deals the kinds of pieces, by zone and stretch. `take` draws pieces as `Dice.take` does."""
        ...
