"""The ranking at the end, and who decides a tie."""

from __future__ import annotations

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.game import RankingSpec
from gamedsl.graph.model.types import (
    FLAG,
    FieldId,
    Int,
    ListOf,
    Optional,
    Ranking,
    SiteId,
)
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.data.fields import hidden_field
from gamedsl.semantics.data.type_names import named_type
from gamedsl.semantics.data.visibility import owners_of
from gamedsl.semantics.formulas.rankings import sort_key
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    UnknownName,
)
from gamedsl.semantics.rules.program import Program
from gamedsl.source import NOWHERE
from gamedsl.syntax import tree


def ranking_and_winner(p: Program) -> tuple[RankingSpec, tuple[statements.Stmt, ...]]:
    """The final order; with `ties decided by` also the statements that let the decider name the winner."""
    w = p.w
    decl = next((d for d in p.merged.decls if isinstance(d, tree.Ranking)), None)
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    if decl is None:
        local = w.local("it", w.player)
        nothing = expressions.Sorted(
            everybody, local.id, (expressions.SortKey(True, constants.number(0)),), Ranking(w.player, len(w.seats))
        )
        return RankingSpec(nothing, "shared", None, None, w.site(NOWHERE, "ranking")), ()
    site = w.site(decl.span, "ranking")
    if decl.of is not None:
        return _team_ranking(w, decl, decl.of, site), ()
    base = _sorted(w, decl, everybody, w.local("me", w.player), None)
    if decl.decider is None:
        return RankingSpec(base, "shared" if decl.ties_shared else "error", None, None, site), ()
    field_ = hidden_field(w, "winner", Optional(w.player), None, told="never")
    w.winner_field = field_
    full = _sorted(w, decl, everybody, w.local("me", w.player), w.winner_field)
    return RankingSpec(full, "decided", None, None, site), _winner(p, decl, decl.decider, field_, base)


def _sorted(
    w: World, decl: tree.Ranking, everybody: expressions.Expr, me: expressions.Local, winner: int | None
) -> expressions.Expr:
    keys: list[expressions.SortKey] = []
    if w.out_field is not None:
        keys.append(
            expressions.SortKey(False, expressions.FieldAt(w.out_field, (me,), FLAG, w.site(decl.span, "ranking")))
        )
    scope = Scope("ranking", me=me, element=me)
    keys.extend(expressions.SortKey(k.direction == "highest", sort_key(w, k.value, scope)) for k in decl.keys)
    if winner is not None and w.winner_field is not None:
        named = expressions.FieldAt(w.winner_field, (), Optional(w.player), w.site(decl.span, "ranking"))
        keys.append(expressions.SortKey(True, expressions.Equal(named, me, FLAG)))
    return expressions.Sorted(everybody, me.id, tuple(keys), Ranking(w.player, len(w.seats)))


def _team_ranking(w: World, decl: tree.Ranking, of: tree.Ident, site: SiteId) -> RankingSpec:

    type_ = named_type(w, of.text)
    members = owners_of(w, of.text) if type_ is not None else None
    if type_ is None or members is None:
        w.problem(
            UnknownName(
                of.span,
                of.text,
                "kind of team",
                tuple(e.name for e in w.enums),
            )
        )
        type_ = w.player
    local = w.local(of.text, type_)
    keys = tuple(
        expressions.SortKey(k.direction == "highest", sort_key(w, k.value, Scope("ranking", element=local)))
        for k in decl.keys
    )
    order = expressions.Sorted(conversions.all_values(w, type_), local.id, keys, Ranking(type_, size(w, type_)))
    return RankingSpec(order, "shared" if decl.ties_shared else "error", of.text, members, site)


def _winner(
    p: Program, decl: tree.Ranking, decided_by: tree.Expr, winner_field: FieldId, base: expressions.Expr
) -> tuple[statements.Stmt, ...]:
    w = p.w
    site = w.site(decl.span, "ranking")
    scope = Scope("ranking")
    decider = w.check.typed(decided_by, scope, w.player)
    best = ListOf(w.player, len(w.seats))
    leaders, me, winner = w.local("leaders", best), w.local("me", w.player), w.local("winner", w.player)
    it = w.local("it", w.player)
    p.note("ranking", "winner", w.player, w.player)
    select = statements.Select("winner", winner.id, "one", None, (leaders,), it.id, None, site)
    ask = statements.Choose("must", me, (select,), None, "ranking", site)
    named = statements.SetField(winner_field, (), winner, site)
    many = expressions.Compare(">", expressions.Count(leaders, Int(0, len(w.seats))), constants.number(1), FLAG)
    return (
        statements.SetLocal(leaders.id, expressions.Leaders(base, best)),
        statements.If(many, (statements.SetLocal(me.id, decider), ask, named), ()),
    )
