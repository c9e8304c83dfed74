"""The checked tree of one setup: every name resolved, every formula typed; statements still call rules by name and nothing is laid out.

Ids index the tuples/lists here and keep their meaning in the Game that compiling makes.
"""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.compiled import Site
from gamedsl.graph.model import game
from gamedsl.graph.model.about import About
from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.source_statements import Each, Stmt
from gamedsl.graph.model.types import FieldId, LocalId, RuleId, SeatId, SiteId
from gamedsl.source import Span
from gamedsl.values import frozen

Places = dict[int, tuple[Expr, Span]]
"""The formulas of the checked tree with their places, by `id`. Each formula in the rules becomes an object of its own, so its place is unique."""


@frozen
class Body:
    """The statements of a rule or turn. `me` is the local that holds the acting seat (None if the statements never need it)."""

    me: LocalId | None
    params: tuple[LocalId, ...]
    stmts: tuple[Stmt, ...]


@frozen
class Rule:
    """A rule or action; `for_seats` are the bodies that replace it while a scripted seat acts. An action starts with its opening: leading `Require`,
    `SetLocal` statements and at most one `Choose`."""

    id: RuleId
    name: str
    is_action: bool
    body: Body
    for_seats: tuple[tuple[SeatId, Body], ...]
    doc: str | None
    site: SiteId


@frozen
class Phase:
    """A phase. With `each`, `each.body` is a turn; `for_seats` holds the turns that replace it for scripted seats (each with its own local `me`). Without
    `each`, `stmts` is the whole phase."""

    name: str
    each: Each | None
    stmts: tuple[Stmt, ...]
    for_seats: tuple[tuple[SeatId, Body], ...]
    doc: str | None
    site: SiteId
    before: tuple[Stmt, ...] = ()
    """Effects at the start of the phase (fields that go back with `, each phase`)."""
    after: tuple[Stmt, ...] = ()
    """Effects at the end of the phase (score lines `after phase`)."""


@frozen
class LastTurns:
    """The match ends after `number` more turns. The field counts the turns that are left, and is 0 before."""

    field: FieldId
    number: Expr


@frozen
class LastRound:
    """The match ends after the current round and one more. The field is 1 in the first of them and 2 in the second; before, it is 0."""

    field: FieldId


@frozen
class GameEnd:
    """`game ends …`; `reason` indexes `Checked.reasons` (empty there if no sentence says it); the site is that of the condition. `last`: how long the match
    continues once the condition has held."""

    after_round: bool
    condition: Expr
    reason: int
    site: SiteId
    last: LastTurns | LastRound | None = None


@frozen
class PhaseEntry:
    """A phase of the round, played once, or (with `kind`) repeatedly until its condition holds (tested before each pass)."""

    phase: int
    until: Expr | None = None
    kind: Literal["up_to", "at_most"] | None = None
    limit: int = 1
    cut_off: bool = False
    reason: int = 0


@frozen
class RoundPlan:
    """The number of rounds. `up_to`: exactly `limit` rounds are played (a constant); `at_most`: a proof bound; None: one round."""

    kind: Literal["up_to", "at_most"] | None
    limit: int
    phases: tuple[PhaseEntry, ...]
    site: SiteId
    cut_off: bool = False
    """At the limit the match ends undecided, instead of fault E_LIMIT."""
    reason: int = 0
    """The reason of that end (an index of `reasons`)."""
    after: tuple[Stmt, ...] = ()
    """Effects at the end of every round, before the game's end is tested."""


@frozen
class Fragment:
    """A part of the rules that an example runs: statements of its own, compiled to an entry that ends in a StopNode. `phase` runs one turn (with `me`) or the
    whole phase; `part` runs `setup`, `rounds` or `end`. Exactly one of the three is given."""

    stmts: tuple[Stmt, ...] | None
    phase: int | None
    me: Expr | None
    part: Literal["setup", "rounds", "end"] | None
    name: str


@frozen
class StartPosition:
    """A named start: the givens, the draws after them, and the point where play continues: with the turn of a seat in a phase, with a phase, or (neither)
    with the rounds."""

    name: str
    doc: str | None
    given: tuple[GivenZone | GivenField, ...]
    draws: tuple[Stmt, ...]
    phase: int | None
    seat: SeatId | None


@frozen
class Checked(game.Declared):
    rules: tuple[Rule, ...]
    phases: tuple[Phase, ...]
    setup: tuple[Stmt, ...]
    rounds: RoundPlan
    end: tuple[Stmt, ...]
    """Effects before scoring; with `ties decided by` the last statement is the Choose of `winner`, followed by its SetField."""
    ends: tuple[GameEnd, ...]
    possibles: tuple[game.PossibleSpec, ...]
    sites: tuple[Site, ...]
    starts: tuple[StartPosition, ...] = ()
    asked: tuple[RuleId, ...] = ()
    """The actions that formulas ask about with `can`."""
    about: About = About()
    verdicts: tuple[game.VerdictSpec, ...] = ()
    aim: game.AimName | None = None
    judged: game.JudgedSpec | None = None
