"""The Game of one setup, and where in the rules its parts stand."""

from __future__ import annotations

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class Setup:
    """One way to set a game up: number of people, and a text for every option."""

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
    """A Game; the entries of the fragments, in their order; and what the sites of its formulas and statements stand
    for.

    Sites are kept beside the Game, which thereby depends on what the rules say and not on where they are written.
    """

    game: Game
    entries: tuple[NodeId, ...]
    sites: tuple[Site, ...]
