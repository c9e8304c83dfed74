"""Checks the ranking at the end, and the player who decides a tie."""

from __future__ import annotations

from math import prod

from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.game import RankingSpec
from gamedsl.graph.model.types import FLAG, FieldId, Flag, Int, ListOf, LocalId, Optional, Ranking, SiteId, Type
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.construction.folding import NotFixed
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.formulas.collections import sort_key
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import MayTie, SureTie
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.visibility import owners_of
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree.node import Ident


def ranking_and_winner(program: Program) -> tuple[RankingSpec, tuple[source_statements.Stmt, ...]]:
    """Returns the final order; with `ties decided by` also the statements that let the decider name the winner."""
    world = program.world
    decl = next((d for d in program.merged.decls if isinstance(d, declarations.Ranking)), None)
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))
    if decl is None:
        local = world.local("it", world.player)
        nothing = expressions.Sorted(
            everybody,
            local.id,
            (expressions.SortKey(True, constants.number(0)),),
            Ranking(world.player, len(world.seats)),
        )
        return RankingSpec(nothing, "shared", None, None, world.site(NOWHERE, "ranking")), ()
    site = world.site(decl.span, "ranking")
    if decl.of is not None:
        return _team_ranking(world, decl, decl.of, site), ()
    base = _sort_players(world, decl, everybody, world.local("me", world.player), None)
    if decl.decider is None:
        _note_ties(world, decl, base)
        return RankingSpec(base, "shared" if decl.ties_shared else "error", None, None, site), ()
    field_ = declare_hidden_field(world, "winner", Optional(world.player), None, told="never")
    world.winner_field = field_
    full = _sort_players(world, decl, everybody, world.local("me", world.player), world.winner_field)
    return RankingSpec(full, "decided", None, None, site), _winner(program, decl, decl.decider, field_, base)


def _note_ties(world: World, decl: declarations.Ranking, order: expressions.Sorted) -> None:
    """Reports a ranking without a tie clause where ties are possible. A leading flag in a game of two is trusted to name one winner."""
    of = order.type.of if isinstance(order.type, Ranking) else world.player
    ranked = size(world, of)
    if decl.ties_shared or ranked < 2:
        return
    keys = [key.value for key in order.keys[len(order.keys) - len(decl.keys) :]]
    if any(is_broken(key) or _tells_apart(world, order.local, key, of) for key in keys):
        return
    last = decl.keys[-1].span
    at = Span(last.source, last.end, last.end)
    results = prod(size(world, key.type) for key in keys)
    if results < ranked and world.out_field is None:
        world.problem(SureTie(decl.span, at, ranked, results))
    elif not (isinstance(keys[0].type, Flag) and ranked == 2):
        world.problem(MayTie(decl.span, at))


def _tells_apart(world: World, local: LocalId, key: expressions.Expr, of: Type) -> bool:
    """Whether the key is constant and different for each ranked element, like `number`."""
    try:
        values = [
            constants.fold_value(world, substitute(key, {local: expressions.Const(i, of)}))
            for i in range(size(world, of))
        ]
    except NotFixed:
        return False
    return len(set(values)) == len(values)


def _sort_players(
    world: World, decl: declarations.Ranking, everybody: expressions.Expr, me: expressions.Local, winner: int | None
) -> expressions.Sorted:
    keys: list[expressions.SortKey] = []
    if world.out_field is not None:
        keys.append(
            expressions.SortKey(
                False, expressions.FieldAt(world.out_field, (me,), FLAG, world.site(decl.span, "ranking"))
            )
        )
    scope = Scope("ranking", me=me, element=me)
    keys.extend(expressions.SortKey(k.direction == "highest", sort_key(world, k.value, scope)) for k in decl.keys)
    if winner is not None and world.winner_field is not None:
        named = expressions.FieldAt(world.winner_field, (), Optional(world.player), world.site(decl.span, "ranking"))
        keys.append(expressions.SortKey(True, expressions.Equal(named, me, FLAG)))
    return expressions.Sorted(everybody, me.id, tuple(keys), Ranking(world.player, len(world.seats)))


def _team_ranking(world: World, decl: declarations.Ranking, of: Ident, site: SiteId) -> RankingSpec:

    type_ = find_type(world, of.text)
    members = owners_of(world, of.text) if type_ is not None else None
    if type_ is None or members is None:
        world.problem(UnknownName(of.span, of.text, Role.TEAM_TYPE, tuple(e.name for e in world.enums)))
        type_ = world.player
    local = world.local(of.text, type_)
    keys = tuple(
        expressions.SortKey(k.direction == "highest", sort_key(world, k.value, Scope("ranking", element=local)))
        for k in decl.keys
    )
    order = expressions.Sorted(conversions.all_values(world, type_), local.id, keys, Ranking(type_, size(world, type_)))
    _note_ties(world, decl, order)
    return RankingSpec(order, "shared" if decl.ties_shared else "error", of.text, members, site)


def _winner(
    program: Program,
    decl: declarations.Ranking,
    decided_by: formulas.Expr,
    winner_field: FieldId,
    base: expressions.Expr,
) -> tuple[source_statements.Stmt, ...]:
    world = program.world
    site = world.site(decl.span, "ranking")
    scope = Scope("ranking")
    decider = world.check.coerce(decided_by, scope, world.player)
    best = ListOf(world.player, len(world.seats))
    leaders, me, winner = (
        world.local("leaders", best),
        world.local("me", world.player),
        world.local("winner", world.player),
    )
    it = world.local("it", world.player)
    program.note("ranking", "winner", world.player, world.player)
    select = statements.Select("winner", winner.id, "one", None, (leaders,), it.id, None, site)
    ask = source_statements.Choose("must", me, (select,), None, "ranking", site)
    named = statements.SetField(winner_field, (), winner, site)
    many = expressions.Compare(">", expressions.Count(leaders, Int(0, len(world.seats))), constants.number(1), FLAG)
    return (
        statements.SetLocal(leaders.id, expressions.Leaders(base, best)),
        statements.If(many, (statements.SetLocal(me.id, decider), ask, named), ()),
    )
