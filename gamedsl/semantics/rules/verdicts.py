"""Checks the verdicts of the rules on who has won: `all win when …`, `players where … lose otherwise`, `end game, all lose`."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.walk import substitute
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.game import CUT_OFF, FunctionSpec, VerdictSpec
from gamedsl.graph.model.types import FLAG, FieldId, FunctionId, LocalId
from gamedsl.semantics.construction.constants import NO, YES
from gamedsl.semantics.construction.logic import any_of, both, first_of, negate
from gamedsl.semantics.model.checked import GameEnd, RoundPlan
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.usage import UndecidedEnd, UnusedRanking
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.state.member_heads import add_function
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree import statements as written


def verdicts_of(world: World, decls: Sequence[declarations.Decl], reasons: int) -> tuple[VerdictSpec, ...]:
    """Returns the verdicts with their reasons; `reasons` is the number of all reasons. `otherwise` holds for all reasons without a verdict."""
    by_verdict: dict[written.Verdict | None, list[int]] = {}
    said: dict[tuple[str, formulas.Expr | None], written.Verdict] = {}
    ends = [decl for decl in decls if isinstance(decl, declarations.Ends)]
    for number, end in enumerate([end for end in ends if end.condition is not None], 1):
        if end.verdict is not None:
            same = said.setdefault((end.verdict.word, end.verdict.which), end.verdict)
            if same is not end.verdict:
                _winner_test(world, end.verdict, world.local("it", world.player))
            by_verdict.setdefault(same, []).append(number)
    for cut, verdict in world.cut_verdicts.items():
        # `end game` notes which players win.
        by_verdict.setdefault(verdict if verdict.which is None else None, []).append(world.first_cut + cut)
    last = next((end for end in ends if end.condition is None), None)
    ranking = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    if last is not None and last.verdict is not None:
        decided = {reason for found in by_verdict.values() for reason in found}
        by_verdict.setdefault(last.verdict, []).extend(r for r in range(reasons) if r not in decided)
        if ranking is not None:
            world.problem(UnusedRanking(ranking.span, last.span))
    return tuple([VerdictSpec(tuple(sorted(found)), _wins(world, v)) for v, found in by_verdict.items()])


def report_undecided(
    program: Program, decls: Sequence[declarations.Decl], reasons: Sequence[str], rounds: RoundPlan
) -> None:
    """Reports an end without a verdict in rules that have verdicts and no ranking. A match that is cut off has no winner anyway."""
    if not program.verdicts or any(isinstance(decl, declarations.Ranking) for decl in decls):
        return
    decided = {reason for spec in program.verdicts for reason in spec.reasons}
    undecided = [reason for reason in range(rounds.kind == "at_most", len(reasons)) if reason not in decided]
    open_ = next((reasons[reason] for reason in undecided if not reasons[reason].startswith(CUT_OFF)), None)
    said = next(
        (decl.verdict.span for decl in decls if isinstance(decl, declarations.Ends) and decl.verdict is not None), None
    )
    if open_ is not None:
        program.world.problem(UndecidedEnd(said or program.merged.game.name.span, open_))


def _wins(world: World, verdict: written.Verdict | None) -> FunctionId:
    """Returns the function player -> flag: whether the player has won. Without a verdict, it reads the field in which `end game` notes the winners."""
    player = world.local("it", world.player)
    if verdict is None and world.won_field is not None:
        site = world.site(world.at, "game ends")
        test: expressions.Expr = expressions.FieldAt(world.won_field, (player,), FLAG, site)
    elif verdict is not None:
        test = _winner_test(world, verdict, player)
    else:
        raise AssertionError("`end game` has a field for the winners that it names")
    return add_function(world, FunctionSpec("wins", (player.id,), test))


def _winner_test(world: World, verdict: written.Verdict, me: expressions.Local) -> expressions.Expr:
    if verdict.which is None:
        return YES if verdict.word == "win" else NO
    told = world.check.flag(verdict.which, Scope("game ends", element=me))
    return told if verdict.word == "win" else negate(told)


def decision_test(world: World, reason: FieldId | None, verdicts: Sequence[VerdictSpec]) -> expressions.Expr:
    """Builds the test whether a verdict says who has won."""
    return any_of([_is_reason(world, reason, number) for spec in verdicts for number in spec.reasons])


def _is_reason(world: World, reason: FieldId | None, number: int) -> expressions.Expr:
    if reason is None:
        return YES
    type_ = world.fields[reason].type
    stored = expressions.FieldAt(reason, (), type_, world.site(world.at, "game ends"))
    return expressions.Equal(stored, expressions.Const(number, type_), FLAG)


def only_if_open(
    winner: Sequence[source_statements.Stmt], is_decided: expressions.Expr
) -> tuple[source_statements.Stmt, ...]:
    """Changes the statements that ask who decides a tie: where a verdict says who has won, nobody is asked."""
    is_open = negate(is_decided)
    return tuple([
        statements.If(both(is_open, stmt.condition), stmt.then, stmt.otherwise) if isinstance(stmt, statements.If) else stmt
        for stmt in winner
    ])  # fmt: skip


# ---------------------------------------------------------------- facts of examples


def result_test(program: Program, said: written.Verdict) -> expressions.Expr:
    """Builds the fact for a line of an example: the rules decide who has won, and the winners are those of the line."""
    world = program.world
    me = world.local("me", world.player)
    expected = _winner_test(world, said, me)
    results = {
        reason: _test_same_winners(world, spec.wins, expected, me.id)
        for spec in program.verdicts
        for reason in spec.reasons
    }
    ended = [(_is_reason(world, program.reason, reason), result) for reason, result in results.items() if reason]
    held = [(end.condition, results.get(end.reason, NO)) for end in program.ends if is_at_once(end)]
    return first_of([*ended, *held], results.get(0, NO), _branch)


def is_at_once(end: GameEnd) -> bool:
    """Whether the match ends as soon as the condition holds, after a turn or phase."""
    return not end.after_round and end.last is None


def _test_same_winners(world: World, wins: FunctionId, expected: expressions.Expr, me: LocalId) -> expressions.Expr:
    """Builds the test that exactly the expected players have won."""
    found: expressions.Expr = YES
    for number in range(len(world.seats)):
        seat = expressions.Const(number, world.player)
        one = substitute(expected, {me: seat})
        found = both(found, expressions.Equal(expressions.Call(wins, (seat,), FLAG), one, FLAG))
    return found


def _branch(test: expressions.Expr, then: expressions.Expr, otherwise: expressions.Expr) -> expressions.Expr:
    return expressions.IfElse(test, then, otherwise, FLAG)
