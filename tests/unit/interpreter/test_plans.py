"""What is known of plans before any position is."""

from __future__ import annotations

from attrs import evolve

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.facts import Dependence, PlanFacts, SelectionFacts
from gamedsl_interpreter.plans.refills import refills
from gamedsl_interpreter.plans.totality import Totality
from unit.interpreter.builders import SITE, Builder, collecting, const


def plan_of(game: Game) -> Plan:
    return next(node.plan for node in game.nodes if isinstance(node, DecisionNode))


def facts_of(game: Game, plan: Plan | None = None) -> PlanFacts:
    return Analysis(game).plan(plan_of(game) if plan is None else plan)


def selection(facts: PlanFacts, i: int = 0) -> SelectionFacts:
    found = facts.behind_gate.parts[i].selection
    assert found is not None
    return found


def at_most(local: LocalId, of: types.Type, number: int) -> statements.Requirement:
    """No more than so many of a selection."""
    count = expressions.Count(expressions.Local(local, of), types.WORD)
    condition = expressions.Compare("<=", count, const(number), types.FLAG)
    return statements.Requirement("few", condition, None, SITE)


def with_limit(game: Game, number: int) -> Plan:
    plan = plan_of(game)
    (chosen,) = plan.parts
    assert isinstance(chosen, statements.Select)
    return evolve(plan, parts=(chosen, at_most(chosen.local, game.locals[chosen.local].type, number)))


def test_any_of_some_pieces_can_always_be_chosen() -> None:
    facts = facts_of(collecting())
    assert facts.can_finish
    assert selection(facts).takes_pieces
    assert selection(facts).is_counted
    assert selection(facts).element == types.Piece((types.ClassId(0),))
    assert selection(facts).dependence is Dependence.NONE


def test_an_exact_number_may_not_be_there() -> None:
    facts = facts_of(collecting(number=const(3), exactly=True))
    assert not facts.can_finish
    assert facts.behind_gate.parts[0].can_finish


def test_a_requirement_is_due_after_the_part_that_it_reads() -> None:
    facts = facts_of(collecting(most=4))
    chosen, required = facts.behind_gate.parts
    assert [requirement.name for requirement in chosen.due.requirements] == ["cheap"]
    assert (facts.behind_gate.due.requirements, required.due.requirements) == ((), ())
    assert chosen.tests == chosen.due.requirements
    assert not chosen.can_finish
    assert selection(facts).dependence is Dependence.CHOICE


def test_a_requirement_on_the_number_is_a_limit() -> None:
    game = collecting()
    (chosen, _) = facts_of(game, with_limit(game, 2)).behind_gate.parts
    assert [limit.most for limit in chosen.limits] == [const(2)]
    assert chosen.tests == ()
    assert chosen.can_finish_before


def test_a_limit_that_may_be_below_zero_is_tested() -> None:
    game = collecting()
    (chosen, _) = facts_of(game, with_limit(game, -1)).behind_gate.parts
    assert chosen.limits == ()
    assert len(chosen.tests) == 1
    assert chosen.selection is not None
    assert chosen.selection.dependence is Dependence.NUMBER


def test_selections_of_the_same_pieces_are_rivals() -> None:
    facts = facts_of(collecting(then_one=True))
    chosen, last = plan_of(collecting(then_one=True)).parts
    assert (selection(facts, 0).rivals, selection(facts, 1).rivals) == ((), (chosen,))
    assert selection(facts, 0).dependence is Dependence.CHOICE
    assert isinstance(last, statements.Select)
    assert [due.due.sources for due in facts.behind_gate.parts] == [(), ()]
    assert facts.behind_gate.due.sources == (last.sources,)


def test_each_instance_is_refilled_from_its_own_or_from_the_only_one() -> None:
    b = Builder("refilling", ("Ann", "Ben"))
    card = b.component("card", ("Red", 4))
    waste = b.zone("waste", "bag", card)
    b.zone("pile", "pile", card, refill=waste)
    mine = b.zone("mine", "bag", card, own=True)
    b.zone("stock", "pile", card, own=True, refill=mine)
    b.zone("shoe", "pile", card, own=True, refill=waste)
    assert refills(b.game(b.reserve())) == (None, 0, None, None, 2, 3, 0, 0)


def test_formulas_that_cannot_fail() -> None:
    game = collecting(most=4)
    totality, short = Totality(game), types.TableId(0)

    def looked_up(high: int) -> expressions.Expr:
        index = expressions.Local(LocalId(0), types.Int(0, high))
        return expressions.Lookup(short, (index,), types.Int(0, 1), SITE)

    assert totality.is_total(looked_up(4))
    assert not totality.is_total(looked_up(5))
    assert not totality.is_total(expressions.Not(expressions.Need(const(1), types.WORD, SITE), types.FLAG))
