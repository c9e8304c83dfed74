"""Statements that exist only before compilation: choices and draws.

The checked tree holds them beside the effects. Compilation turns them into decision nodes, chance nodes and the edges between them, so no Game contains any.
"""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Draw, Effect, MenuLine, Part, Requirement, Resolve, Roll, SetLocal
from gamedsl.graph.model.types import LocalId, SiteId
from gamedsl.values import frozen


@frozen
class Choose:
    """One `choose`: `me` asks; `menu` None or the actions to pick from. `owner` names its rule, action or phase."""

    mode: Literal["must", "may", "if_able"]
    me: Expr
    parts: tuple[Part, ...]
    menu: tuple[MenuLine, ...] | None
    owner: str
    site: SiteId
    otherwise: tuple[Stmt, ...] | None = None
    """The statements that run if nothing can be chosen, before the following ones are skipped (mode `if_able`)."""
    unseen: bool = False
    """The other seats do not notice the choice."""


@frozen
class EndGame:
    """The match ends at once; `reason` is an index of `reasons`."""

    reason: int
    site: SiteId


@frozen
class Require:
    """A requirement at the head of an action."""

    requirement: Requirement


@frozen
class RollBlock:
    rolls: tuple[Roll | SetLocal, ...]


@frozen
class DrawKeep:
    """Draws to the zone `drawn` (of the seat `me`), lets the seat choose `keep` of them (selection `kept`) to `to`, or from `least` to `keep`. The rest goes to
    `rest`; without it, back to `source` (a pile: shuffled underneath)."""

    draw: Draw
    me: Expr
    keep: Expr
    local: LocalId
    element: LocalId
    to: Expr
    under: bool
    owner: str
    site: SiteId
    least: Expr | None = None
    rest: Expr | None = None
    rest_under: bool = False


@frozen
class Each:
    """Players one after the other; `me` is bound in `where`, and in the body. `until` and `first` do not see `me`.

    `order`: an expression (ListOf Player) instead of seat order. `together`: a simultaneous first decision. `turn`: an outermost pass, whose
    start resets the `, each turn` fields. Eliminated seats are skipped. `limit`/`number`: as in Repeat, counting turns.
    """

    me: LocalId
    order: Expr | None
    first: Expr | None
    where: Expr | None
    together: bool
    until: Expr | None
    limit: Literal["up_to", "at_most"] | None
    number: Expr | None
    turn: bool
    body: tuple[Stmt, ...]
    site: SiteId
    cut_off: bool = False
    """At the limit the match ends undecided, instead of fault E_LIMIT."""
    reason: int = 0
    """The reason of this end (an index of `reasons`)."""


Stop = Choose | Roll | RollBlock | Draw | DrawKeep | Resolve | EndGame
"""Statements at which play always stops: a decision, chance, or the end of the match."""
Stopping = Stop | Require | Each
"""Statements that are no effects: also a requirement, and a loop over seats, which may contain stops."""

Stmt = Effect | Stopping
