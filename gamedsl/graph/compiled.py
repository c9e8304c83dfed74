"""The Game of one setup, and the places of its parts in the rules."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class Setup:
    """One way to set up a game: the number of people, and each option with its value, in the order of the rules. `Rules.setups` lists those that there are."""

    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = "".join(f", {name} = {value}" for name, value in self.options)
        return f"{self.players} player{'s' if self.players != 1 else ''}{options}"


@frozen
class Site:
    """A place that run-time faults and refusals point to."""

    span: Span
    where: str
    """The rule, phase or declaration, for people."""


@frozen
class Compiled:
    """A Game; the entries of the fragments, in their order; and the places in the rules that the sites of its formulas and statements refer to.

    Sites are kept beside the Game, so that the Game depends on the meaning of the rules, not on their line numbers.
    """

    game: Game
    entries: tuple[NodeId, ...]
    sites: tuple[Site, ...]
