"""Finds problems that only the compiled graph shows, and rules that the compiler cannot take."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.errors import GameDslError
from gamedsl.graph.model.expressions import Can
from gamedsl.pipeline.words import explain_errors
from gamedsl.semantics.elaboration import Elaborated, too_deep
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.rules import AsksItself, NotJudged
from gamedsl.semantics.problems.terms import about
from gamedsl.syntax.tree import statements
from gamedsl.syntax.tree.walk import walk_rules

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Compiled


class NotCompilable(GameDslError, ValueError):
    """Rules with errors cannot be compiled; `diagnostics` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "the rules have errors")
        self.diagnostics = diagnostics


def of_the_graph(merged: Merged, result: Elaborated) -> Iterator[Problem]:
    """Yields problems with `ensure` and `can` that only the compiled graph shows; rules without these words are not compiled for this check."""
    decls = [*merged.decls, *(decl for seat in merged.seats for decl in seat.replaced)]
    checked = result.checked
    if checked is None:
        return
    if not checked.asked and not any(isinstance(node, statements.EnsureStmt) for node in walk_rules(decls)):
        return
    if any(q.is_error for q in result.problems):
        return
    from gamedsl.compile import compile_game
    from gamedsl.graph.analysis.trials import find_unjudged_ensures

    try:
        with within_limits(merged):
            compiled = compile_game(checked)
    except NotCompilable:  # found again when the rules are compiled
        return
    yield from in_circles(compiled)
    for line in find_unjudged_ensures(compiled.game):
        after, site = line.obstacle
        other = checked.sites[site].span if site is not None and site >= 0 else None
        yield NotJudged(checked.sites[line.ensure.site].span, line.ensure.name, after, other)


def in_circles(compiled: Compiled) -> Iterator[Problem]:
    """Yields actions whose availability depends on asking whether they are available."""
    from gamedsl.graph.analysis.trials import circles_of_questions
    from gamedsl.graph.analysis.walk import expressions

    names = {question.rule: question.name for question in compiled.game.questions}
    for circle in circles_of_questions(compiled.game):
        asked = (
            e
            for e in expressions(
                (compiled.game.nodes, compiled.game.routines, compiled.game.functions, compiled.game.questions)
            )
            if isinstance(e, Can)
        )
        site = min(e.site for e in asked if e.rule == circle[0])
        yield AsksItself(compiled.sites[site].span, tuple(names[rule] for rule in circle))


def without_circles(compiled: Compiled) -> None:
    """Raises NotCompilable if the availability of an action depends on itself: asking would never end."""
    errors = explain_errors(in_circles(compiled))
    if errors:
        raise NotCompilable(errors)


@contextmanager
def within_limits(merged: Merged) -> Generator[None]:
    """Turns a compilation that is too deep or too large into a finding. Raises NotCompilable."""
    from gamedsl.compile.lowering.draft import MOST_NODES, TooManyNodesError

    game = merged.game.name
    try:
        yield
    except TooManyNodesError as error:
        many = TooMany(game.span, about(Amount.NODES, game.text), MOST_NODES + 1, MOST_NODES)
        raise NotCompilable((many.explain(),)) from error
    except RecursionError as error:
        raise NotCompilable((too_deep(game).explain(),)) from error
