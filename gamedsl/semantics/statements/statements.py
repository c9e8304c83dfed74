"""Checks statements: takes trees, returns typed statements; bound names are in scope for the statements that follow."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Int, ListOf, Optional, Player, Ranking
from gamedsl.semantics.construction import constants, conversions, facts, logic
from gamedsl.semantics.construction.consecutive_changes import ConsecutiveChanges
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.construction.exclusions import condition_of
from gamedsl.semantics.formulas.collections import elements, ranking, sort_key
from gamedsl.semantics.formulas.comprehensions import check_numbered, is_numbered
from gamedsl.semantics.formulas.conditionals import arm_test, missing_values, note_else
from gamedsl.semantics.model.effort import FORMULA
from gamedsl.semantics.model.expansion_limits import count_statement
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import FieldSymbol, HistorySymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.rows import row_as_list
from gamedsl.semantics.problems import rules
from gamedsl.semantics.problems.data import Amount
from gamedsl.semantics.problems.elements import NotPairs
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.occurrences import NothingToDecline
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.histories import forget, record, unknown_history
from gamedsl.semantics.state.start_room import check_room
from gamedsl.semantics.statements import choices, rolls
from gamedsl.semantics.statements.assignments import assign
from gamedsl.semantics.statements.bindings import bind, let
from gamedsl.semantics.statements.calls import call_statement
from gamedsl.semantics.statements.end_game import end_game
from gamedsl.semantics.statements.hidden_pieces import draw, peek, reveal, shuffle
from gamedsl.semantics.statements.loop_limits import USUAL, derive_limit
from gamedsl.semantics.statements.moves import move, rotate, swap
from gamedsl.semantics.statements.piece_loops import moves_some
from gamedsl.semantics.statements.sentences import say
from gamedsl.semantics.statements.sides import flip
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.semantics.statements.written_limits import cut_reason, limit
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.values import evolve

DECLINED = "declined"
"""The word that ends a `repeat` which continues as often as a player likes."""


def suite(
    world: World, body: written.Suite, scope: Scope, context: StatementContext
) -> tuple[source_statements.Stmt, ...]:
    """Checks the statements of a block; names bound inside end with it."""
    return sequence(world, body.body, scope, context)


def sequence(
    world: World, body: tuple[written.Stmt, ...], scope: Scope, context: StatementContext, *, opening: bool = False
) -> tuple[source_statements.Stmt, ...]:
    """Checks consecutive statements. `opening`: the head of an action, where `let` and `require` decide whether it may be chosen."""
    return sequence_with_scope(world, body, scope, context, opening=opening)[0]


def sequence_with_scope(
    world: World, body: tuple[written.Stmt, ...], scope: Scope, context: StatementContext, *, opening: bool = False
) -> tuple[tuple[source_statements.Stmt, ...], Scope]:
    """Checks consecutive statements; returns them and the scope after them."""
    made: list[source_statements.Stmt] = []
    changes = ConsecutiveChanges()
    for node, before in zip(body, (None, *body), strict=False):
        if isinstance(before, written.EndGame):
            world.problem(rules.NeverRuns(node.span))
        head = opening and isinstance(node, written.LetStmt | written.RequireStmt)
        inner = scope.choosing() if head else scope
        new, scope_after = statement(world, node, inner, context, may_require=opening)
        made.extend(new)
        changes.follow(world, node, new)
        scope = scope_after.with_total(scope.total)
        if not isinstance(node, written.LetStmt | written.RequireStmt):
            opening = False
            scope = facts.after_effects(scope)
    return tuple(made), scope


def statement(
    world: World, node: written.Stmt, scope: Scope, context: StatementContext, *, may_require: bool
) -> tuple[list[source_statements.Stmt], Scope]:
    """Checks one statement; returns it and the scope after it."""

    world.work(node.span, FORMULA)
    stops = isinstance(
        node,
        written.Choose
        | written.Roll
        | written.Draw
        | written.Shuffle
        | written.Peek
        | written.Reveal
        | written.Each
        | written.Repeat,
    )
    count_statement(world, node.span, stops=stops)
    match node:
        case written.LetStmt():
            return let(world, node, scope, context)
        case written.CallStmt():
            return call_statement(world, node, scope, context), scope
        case written.Assign():
            return assign(world, node, scope), scope
        case written.RequireStmt():
            if not may_require:
                world.problem(rules.Misplaced(node.span, rules.Misplacement.REQUIRE))
            required = choices.requirement(world, node, scope)
            return [source_statements.Require(required)], facts.where(scope, required.condition)
        case written.EnsureStmt():
            return [_ensure(world, node, scope)], scope
        case written.Move():
            return move(world, node, scope), scope
        case written.Draw():
            return draw(world, node, scope, context)
        case written.Swap():
            return swap(world, node, scope), scope
        case written.Rotate():
            return rotate(world, node), scope
        case written.Shuffle():
            return shuffle(world, node, scope), scope
        case written.Peek():
            return peek(world, node, scope, context), scope
        case written.Reveal():
            return reveal(world, node, scope), scope
        case written.Flip():
            return flip(world, node, scope), scope
        case written.Say():
            return say(world, node, scope), scope
        case written.Eliminate():
            who = world.check.coerce(node.who, scope, world.player)
            return ([] if is_broken(who) else [statements.Eliminate(who)]), scope
        case written.Record() | written.Forget():
            return _record(world, node, scope), scope
        case written.Award():
            return _award(world, node, scope), scope
        case written.Choose():
            if may_require and node.unseen:
                world.problem(rules.Misplaced(node.span, rules.Misplacement.UNSEEN_OPENING))
            return _choose(world, node, scope, context)
        case written.EndGame():
            return end_game(world, node, scope), scope
        case written.Roll():
            return rolls.roll(world, node, scope, context)
        case written.If():
            return _check_if(world, node, scope, context)
        case written.Match():
            return _match(world, node, scope, context), scope
        case written.For():
            return _check_for(world, node, scope, context), scope
        case written.Each():
            made = each(world, node.clause, node.body, scope, context)
            return ([] if made is None else [made]), scope
        case written.Repeat():
            return _repeat(world, node, scope, context), scope
        case written.As():
            return _check_as(world, node, scope, context), scope
        case _:
            assert_never(node)


def _choose(
    world: World, node: written.Choose, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    """Checks a choice, and the statements that run if nothing can be chosen."""
    made, after = choices.choose(world, node, scope, context)
    if node.otherwise is None:
        return made, after
    if node.may or node.if_able:
        world.problem(rules.IdleElse(node.otherwise.span, "may" if node.may else "if able"))
    otherwise = suite(world, node.otherwise, scope, context)
    return [
        evolve(stmt, mode="if_able", otherwise=otherwise) if isinstance(stmt, source_statements.Choose) else stmt
        for stmt in made
    ], after


def _ensure(world: World, node: written.EnsureStmt, scope: Scope) -> statements.Ensure:
    condition = world.check.flag(node.condition, scope)
    held = constants.YES if is_broken(condition) else condition
    return statements.Ensure(node.name.text, held, node.why, world.site(node.span, scope.where))


def _record(world: World, node: written.Record | written.Forget, scope: Scope) -> list[source_statements.Stmt]:
    name = formulas.Name(node.history.text, span=node.history.span)
    symbol = world.symbols.get(name.id)
    if not isinstance(symbol, HistorySymbol):
        world.problem(unknown_history(world, name))
        return []
    world.used.add(name.id)
    return [*(record(world, symbol, scope, name) if isinstance(node, written.Record) else forget(symbol))]


def _award(world: World, node: written.Award, scope: Scope) -> list[source_statements.Stmt]:
    symbol = world.members.get("player", {}).get(node.field.id) if isinstance(node.field, formulas.Name) else None
    if not isinstance(symbol, FieldSymbol):
        fields = tuple(n for n, v in world.members.get("player", {}).items() if isinstance(v, FieldSymbol))
        world.problem(UnknownName(node.field.span, words(node.field), Role.PLAYERS_NUMBER, fields))
        return []
    prizes = world.check.formula(node.prizes, scope)
    prizes = row_as_list(world, prizes) or conversions.as_list(world, prizes)
    if not isinstance(node.to, formulas.Sort):
        world.problem(Mismatch(node.to.span, Thing.SORTED_PLAYERS, Thing.UNSORTED))
        return []
    ranked = ranking(world, node.to, scope)
    if is_broken(prizes) or is_broken(ranked):
        return []
    if not isinstance(prizes.type, ListOf) or not isinstance(prizes.type.of, Int):
        world.problem(Mismatch(node.prizes.span, Thing.LIST_OF_NUMBERS, describe(world, prizes.type)))
        return []
    if not isinstance(ranked.type, Ranking) or not isinstance(ranked.type.of, Player):
        world.problem(Mismatch(node.to.span, Thing.PLAYERS, describe(world, ranked.type)))
        return []
    return [statements.Award(symbol.id, prizes, ranked, node.rounding, world.site(node.span, scope.where), node.share)]


# ---------------------------------------------------------------- control


def _check_if(
    world: World, node: written.If, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    made = _arms(world, list(node.arms), node.otherwise, scope, context)
    return list(made), scope


def _arms(
    world: World,
    arms: list[tuple[formulas.Expr, written.Suite]],
    otherwise: written.Suite | None,
    scope: Scope,
    context: StatementContext,
) -> tuple[source_statements.Stmt, ...]:
    if not arms:
        return suite(world, otherwise, scope, context) if otherwise is not None else ()
    (test, body), *rest = arms
    condition = world.check.flag(test, scope)
    then = suite(world, body, facts.where(scope, condition), context)
    other = _arms(world, rest, otherwise, facts.where_not(scope, condition), context)
    if isinstance(condition, expressions.Const):
        return then if condition.value else other
    return (statements.If(condition, then, other),)


def _match(world: World, node: written.Match, scope: Scope, context: StatementContext) -> list[source_statements.Stmt]:
    subject = conversions.as_kind(world.check.formula(node.subject, scope))
    if is_broken(subject):
        for arm in node.arms:
            suite(world, arm.body, scope, context)
        return []
    if isinstance(subject.type, Optional) and not any(
        isinstance(v, formulas.NoneLiteral) for a in node.arms for v in a.values
    ):
        subject = facts.need(world, scope, subject, node.subject.span, words(node.subject))
    local = world.local("subject", subject.type)
    seen: dict[object, Span] = {}
    arms: list[tuple[expressions.Expr, tuple[source_statements.Stmt, ...]]] = []
    for arm in node.arms:
        test = arm_test(world, arm.values, local, seen, scope)
        arms.append((test, suite(world, arm.body, scope, context)))
    if node.otherwise is None:
        missing = missing_values(world, subject, set(seen), scope)
        if missing:
            world.problem(rules.NotExhaustive(node.span, missing))
    else:
        note_else(world, node.otherwise.span, subject, set(seen), scope)
    tail: tuple[source_statements.Stmt, ...] = (
        suite(world, node.otherwise, scope, context) if node.otherwise is not None else ()
    )
    if node.otherwise is None and arms:
        tail = arms.pop()[1]
    tail = logic.first_of(arms, tail, lambda test, then, otherwise: (statements.If(test, then, otherwise),))
    return [statements.SetLocal(local.id, subject), *tail]


def _check_for(
    world: World, node: written.For, scope: Scope, context: StatementContext
) -> list[source_statements.Stmt]:
    if len(node.names) == 2 and is_numbered(node.source):
        return _check_numbered_loop(world, node, scope, context)
    if len(node.names) == 2:
        return _for_pairs(world, node, scope, context)
    source, local = elements(world, node.source, scope, name=node.names[0].text)
    if source is None:
        suite(world, node.body, scope.with_name(node.names[0].text, BROKEN), context)
        return []
    inner = facts.where(bind(world, scope, node.names[0], local, context), condition_of(source, local))
    inner = facts.after_effects(inner)
    body = suite(world, node.body, inner, context)
    source = conversions.as_list(world, source)
    check_room(world, node.source.span, Amount.ROOM_OF_LIST, source.type)
    if moves_some(world, source, local.id, body):
        world.problem(rules.EqualInPile(node.source.span))
    return [statements.For((local.id,), source, body)]


def _check_numbered_loop(
    world: World, node: written.For, scope: Scope, context: StatementContext
) -> list[source_statements.Stmt]:
    """Checks `for i, x in numbered(S)`: the list is fixed first, then the loop iterates over its numbers."""
    made = check_numbered(world, node.source, scope, (node.names[0], node.names[1]))
    if made is None:
        for name in node.names:
            scope = bind(world, scope, name, BROKEN, context)
        suite(world, node.body, scope, context)
        return []
    check_room(world, node.source.span, Amount.ROOM_OF_LIST, made.whole.type)
    element = world.local(node.names[1].text, made.element.type)
    world.origins[element.id] = (made.element,)
    scope = bind(world, scope, node.names[0], made.number, context)
    body = suite(world, node.body, facts.after_effects(bind(world, scope, node.names[1], element, context)), context)
    passes = statements.For((made.number.id,), made.numbers, (statements.SetLocal(element.id, made.element), *body))
    if not isinstance(made.bound, expressions.Local) or made.bound is made.whole:
        return [passes]
    return [statements.SetLocal(made.bound.id, made.whole), passes]


def _for_pairs(
    world: World, node: written.For, scope: Scope, context: StatementContext
) -> list[source_statements.Stmt]:
    source = conversions.as_list(world, world.check.formula(node.source, scope))
    element = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(element, ListOf):
        if not is_broken(source):
            world.problem(NotPairs(node.source.span, describe(world, source.type)))
        for name in node.names:
            scope = bind(world, scope, name, BROKEN, context)
        suite(world, node.body, scope, context)
        return []
    check_room(world, node.source.span, Amount.ROOM_OF_LIST, source.type)
    locals_ = tuple(world.local(n.text, element.of) for n in node.names)
    for name, local in zip(node.names, locals_, strict=True):
        world.origins[local.id] = (source,)
        scope = bind(world, scope, name, local, context)
    return [
        statements.For(
            tuple(v.id for v in locals_), source, suite(world, node.body, facts.after_effects(scope), context)
        )
    ]


def each(
    world: World, clause: written.EachClause, body: written.Suite, scope: Scope, context: StatementContext
) -> source_statements.Each | statements.Repeat | None:
    """Checks the turns of players, one after the other."""
    if clause.noun.text != "player":
        world.problem(UnknownName(clause.noun.span, clause.noun.text, Role.TURN_TYPE, ("player",)))
        return None
    order = (
        world.check.coerce(clause.order, scope, ListOf(world.player, len(world.seats)))
        if clause.order is not None
        else None
    )
    if clause.keys:
        order = _sort_players(world, clause, order, scope)
    first = world.check.coerce(clause.first, scope, world.player) if clause.first is not None else None
    me = world.local("me", world.player)
    inner = evolve(scope, me=me, element=None, uses=Uses())
    later = facts.after_effects(inner)
    where = world.check.flag(clause.where, later) if clause.where is not None else None
    until = world.check.flag(clause.until, facts.after_effects(scope)) if clause.until is not None else None
    kind, number = limit(world, clause.limit, scope)
    if clause.until is not None and order is not None and not clause.together:
        world.problem(rules.Misplaced(clause.until.span, rules.Misplacement.UNTIL_IN_ORDER))
        order = None
    if until is None and clause.limit is not None:
        world.problem(rules.Misplaced(clause.limit.span, rules.Misplacement.LIMIT_OF_ONE_TURN))
    if until is not None and kind is None:
        derived = derive_limit(world, body, context.owner)
        if derived is None:
            end = Span(clause.span.source, clause.span.end, clause.span.end)
            world.problem(rules.NoLimit(clause.span, rules.Loop.TURNS, end, f", at most {USUAL['turns']}"))
        kind, number = "at_most", constants.number(derived or 1)
    turn = not context.in_turn
    inner_context = evolve(context, in_turn=True)
    made = suite(world, body, facts.where(later, where), inner_context)
    site = world.site(clause.span, scope.where)
    cut = clause.limit is not None and clause.limit.cut_off
    reason = cut_reason(world, number, "passes" if clause.together else "turns") if cut else 0
    if clause.together and until is not None and kind is not None and number is not None:
        once = source_statements.Each(me.id, order, first, where, True, None, None, None, turn, made, site)
        return statements.Repeat(kind, number, until, (once,), site, cut, reason)
    return source_statements.Each(
        me.id, order, first, where, clause.together, until, kind, number, turn, made, site, cut, reason
    )


def _sort_players(
    world: World, clause: written.EachClause, order: expressions.Expr | None, scope: Scope
) -> expressions.Expr:
    """Returns the order of turns of `each player by lowest played.number`."""
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))
    source = order if order is not None else everybody
    local = world.local("me", world.player)
    inner = evolve(scope, me=local, element=local, uses=Uses())
    keys = tuple(expressions.SortKey(k.direction == "highest", sort_key(world, k.value, inner)) for k in clause.keys)
    ranked = expressions.Sorted(source, local.id, keys, Ranking(world.player, len(world.seats)))
    return expressions.Convert(ranked, ListOf(world.player, len(world.seats)))


def _repeat(
    world: World, node: written.Repeat, scope: Scope, context: StatementContext
) -> list[source_statements.Stmt]:
    kind, number = limit(world, node.limit, scope)
    declined = _is_decline(world, node.until, scope)
    later = facts.after_effects(scope)
    until = world.check.flag(node.until, later) if node.until is not None and not declined else None
    body = suite(world, node.body, later, context)
    if declined and not _is_left_by_decline(body):
        world.problem(NothingToDecline(node.span))
        number = number or constants.number(1)
    if kind is None or number is None:
        derived = derive_limit(world, node.body, context.owner) if node.until is not None else None
        if derived is None:
            word = Span(node.span.source, node.span.start, node.span.start + len("repeat"))
            after = Span(word.source, word.end, word.end)
            world.problem(rules.NoLimit(word, rules.Loop.REPEAT, after, f" at most {USUAL['passes']}"))
        kind, number = "at_most", constants.number(derived or 1)
    cut = node.limit is not None and node.limit.cut_off
    reason = cut_reason(world, number, "passes") if cut else 0
    if declined and kind == "at_most":
        number = _and_a_decline(number)
    return [statements.Repeat(kind, number, until, body, world.site(node.span, scope.where), cut, reason)]


def _is_decline(world: World, until: formulas.Expr | None, scope: Scope) -> bool:
    """Whether a loop ends with a decline: `until declined`, unless the rules have something of that name."""
    if not isinstance(until, formulas.Name) or until.id != DECLINED:
        return False
    return not any(DECLINED in names for names in (scope.names, world.symbols, world.members.get("player", {})))


def _is_left_by_decline(body: tuple[source_statements.Stmt, ...]) -> bool:
    """Whether a decline ends a loop: the loop itself contains a `may choose`, not only a rule that it calls or a loop inside it."""
    for stmt in body:
        match stmt:
            case source_statements.Choose(mode="may"):
                return True
            case statements.If() if _is_left_by_decline(stmt.then) or _is_left_by_decline(stmt.otherwise):
                return True
            case _:
                pass
    return False


def _and_a_decline(number: expressions.Expr) -> expressions.Expr:
    """Returns the bound of passes, including the pass that ends with the decline."""
    match number:
        case expressions.Const(value=int(value)):
            return constants.number(value + 1)
        case _ if isinstance(number.type, Int):
            return constants.number(number.type.high + 1)
        case _:
            return number


def _check_as(world: World, node: written.As, scope: Scope, context: StatementContext) -> list[source_statements.Stmt]:
    who = world.check.coerce(node.who, scope, world.player)
    me = world.local("me", world.player)
    body = suite(world, node.body, evolve(scope, me=me, uses=Uses()), context)
    return [] if is_broken(who) else [statements.SetLocal(me.id, who), *body]
