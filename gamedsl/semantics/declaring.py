"""Declares all names of one setup: data, rules and phases, fields, zones and scores, before a statement is checked."""

from __future__ import annotations

from gamedsl.graph.model.game import Dimension
from gamedsl.graph.model.types import FLAG, SeatId
from gamedsl.semantics.data.declarations import declare_data
from gamedsl.semantics.model.checked import RoundPlan
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.rounds import round_plan
from gamedsl.semantics.rules.rule_bodies import declare_rules, replace_for_seats
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.histories import declare_histories
from gamedsl.semantics.state.members import declare_lets, declare_members, declare_scores
from gamedsl.semantics.state.zones import declare_refills
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, example_lines, statements
from gamedsl.syntax.tree.walk import walk_rules

MOST_SEATS = 24
"""The most people and scripted seats together."""


def declare(program: Program) -> RoundPlan:
    """Declares all names; returns the order of the phases."""
    world, merged, decls = program.world, program.merged, program.merged.decls
    world.scripted = {seat.name: SeatId(world.humans + i) for i, seat in enumerate(merged.seats)}
    if len(world.seats) > MOST_SEATS:
        last = merged.seats[-1]
        world.problem(TooMany(last.span, Amount.SEATS, len(world.seats), MOST_SEATS))
    _report_repeated(world, decls)
    world.decls = decls
    world.first_cut = 1 + sum(isinstance(d, declarations.Ends) and d.condition is not None for d in decls)
    declare_lets(world, decls)
    starts = declare_data(world, merged)
    declare_rules(program)
    if any(isinstance(node, statements.Eliminate) for node in walk_rules(decls)):
        world.out_field = declare_hidden_field(
            world, "out", FLAG, False, (Dimension(world.player, len(world.seats), 0),)
        )
    rounds = round_plan(program)
    declare_scores(world, decls)
    declare_members(world, decls, starts, {world.scripted[seat.name]: seat.members for seat in merged.seats})
    declare_refills(world, decls)
    declare_histories(world, decls)
    replace_for_seats(program)
    return rounds


def _report_repeated(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    """Reports a second game, list of rounds or ranking, and examples, invariants or possibles with the same name."""
    seen: dict[tuple[type, str], Span] = {}
    key: tuple[type, str]
    for decl in decls:
        match decl:
            case declarations.Game():
                key, name, span = (declarations.Game, ""), "game", decl.name.span
            case declarations.Ends(condition=None):
                key, name, span = (declarations.Ends, ""), "otherwise", decl.span
            case declarations.Rounds() | declarations.Ranking():
                key, name, span = (type(decl), ""), type(decl).__name__.lower(), decl.span
            case declarations.Aimed():
                key, name, span = (declarations.Aimed, ""), "players aim", decl.span
            case (
                example_lines.Example()
                | declarations.Invariant()
                | declarations.Possible()
                | example_lines.StartPosition()
            ):
                key, name, span = (type(decl), decl.name.text), decl.name.text, decl.name.span
            case _:
                continue
        if seen.setdefault(key, span) is not span:
            world.problem(DeclaredTwice(span, name, seen[key]))
