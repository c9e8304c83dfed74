"""Problems of meaning in words: what is wrong, what is there, what to do next."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.semantics.problems import problems as p
from gamedsl.semantics.problems.explain_data import explain_data
from gamedsl.semantics.problems.explain_names import explain_name
from gamedsl.semantics.problems.explain_rules import explain_rule
from gamedsl.semantics.problems.explain_types import explain_type
from gamedsl.semantics.problems.explain_variants import explain_variant


def explain(problem: p.Problem) -> Diagnostic:
    """The diagnostic of a problem."""
    match problem:
        case p.NoGame() | p.DeclaredTwice() | p.UnknownName() | p.AmbiguousName() | p.UnknownMember() | p.HidesName():
            return explain_name(problem)
        case (
            p.OuterElement()
            | p.NobodyActs()
            | p.NoElement()
            | p.WrongSort()
            | p.ReservedName()
            | p.WrongCase()
            | p.Unused()
        ):
            return explain_name(problem)
        case p.Mismatch() | p.NotComparable() | p.NotACollection() | p.WrongArguments() | p.MayBeNone() | p.MayFail():
            return explain_type(problem)
        case (
            p.RepeatsLost()
            | p.NotConstant()
            | p.OutOfRange()
            | p.TooWide()
            | p.NeedsType()
            | p.NotAZone()
            | p.CannotMove()
        ):
            return explain_type(problem)
        case p.CannotAssign():
            return explain_type(problem)
        case (
            p.Recursion()
            | p.NoLimit()
            | p.NotAnAction()
            | p.TwoMenus()
            | p.UnseenChoice()
            | p.Unanswered()
            | p.TogetherTwice()
        ):
            return explain_rule(problem)
        case (
            p.NeedsOrder()
            | p.UnknownOrder()
            | p.Misplaced()
            | p.NotExhaustive()
            | p.UnknownSelection()
            | p.OpenHand()
            | p.AsksAgain()
            | p.SameForAll()
        ):
            return explain_rule(problem)
        case (
            p.WrongTotal()
            | p.WrongWidth()
            | p.WrongHeight()
            | p.BadCell()
            | p.BadData()
            | p.TooMany()
            | p.TooFull()
            | p.HardToCheck()
        ):
            return explain_data(problem)
        case (
            p.UnknownTarget()
            | p.AlreadyThere()
            | p.Conflict()
            | p.NoBase()
            | p.BadExample()
            | p.SetupOnly()
            | p.NeverOrAlways()
        ):
            return explain_variant(problem)
        case _:
            assert_never(problem)
