"""Problems of meaning in words: what is wrong, what is there, what to do next."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.explain_certain import explain_certain
from gamedsl.semantics.problems.explain_data import explain_data
from gamedsl.semantics.problems.explain_names import explain_name
from gamedsl.semantics.problems.explain_occurrences import explain_occurrence
from gamedsl.semantics.problems.explain_rules import explain_rule
from gamedsl.semantics.problems.explain_secrets import explain_secret
from gamedsl.semantics.problems.explain_types import explain_type
from gamedsl.semantics.problems.explain_variants import explain_variant


def explain(problem: problems.Problem) -> Diagnostic:
    """The diagnostic of a problem."""
    match problem:
        case (
            problems.NoGame()
            | problems.DeclaredTwice()
            | problems.UnknownName()
            | problems.AmbiguousName()
            | problems.UnknownMember()
            | problems.Misdeclared()
            | problems.OtherwiseMeant()
            | problems.OneOfMany()
            | problems.HidesName()
        ):
            return explain_name(problem)
        case (
            problems.OuterElement()
            | problems.NobodyActs()
            | problems.NoElement()
            | problems.WrongSort()
            | problems.ReservedName()
            | problems.WrongCase()
            | problems.Unused()
            | problems.NeverReached()
            | problems.NeverChanges()
            | problems.NeverInPlay()
        ):
            return explain_name(problem)
        case (
            problems.Mismatch()
            | problems.NotComparable()
            | problems.NotACollection()
            | problems.NotPairs()
            | problems.WrongArguments()
            | problems.MayBeNone()
            | problems.MayFail()
        ):
            return explain_type(problem)
        case (
            problems.RepeatsLost()
            | problems.NotConstant()
            | problems.OutOfRange()
            | problems.TooWide()
            | problems.NeedsType()
            | problems.NotAZone()
            | problems.CannotMove()
        ):
            return explain_type(problem)
        case problems.CannotAssign():
            return explain_type(problem)
        case (
            problems.SentenceTells()
            | problems.OfferTells()
            | problems.QuestionTells()
            | problems.ValueTells()
            | problems.BranchTells()
            | problems.CountTells()
            | problems.EndTells()
            | problems.IdleMark()
        ):
            return explain_secret(problem)
        case (
            problems.NotJudged()
            | problems.IdleElse()
            | problems.NeverRuns()
            | problems.AsksItself()
            | problems.SlowFormula()
            | problems.Recursion()
            | problems.NoLimit()
            | problems.NotAnAction()
            | problems.TwoMenus()
            | problems.TwiceInMenu()
            | problems.NothingRefused()
            | problems.OpenBrace()
            | problems.UnseenChoice()
            | problems.Unanswered()
            | problems.TogetherTwice()
        ):
            return explain_rule(problem)
        case (
            problems.NeedsOrder()
            | problems.UnknownOrder()
            | problems.Misplaced()
            | problems.NotExhaustive()
            | problems.UnknownSelection()
            | problems.OpenHand()
            | problems.BadMark()
            | problems.MarkInPlay()
            | problems.AsksAgain()
            | problems.SameForAll()
            | problems.ComparedWithItself()
        ):
            return explain_rule(problem)
        case problems.NothingToDecline() | problems.NeedsName() | problems.NotForHistory() | problems.EndlessHistory():
            return explain_occurrence(problem)
        case (
            problems.WrongTotal()
            | problems.WrongWidth()
            | problems.WrongHeight()
            | problems.BadCell()
            | problems.BadData()
            | problems.TooMany()
            | problems.TooFull()
            | problems.HardToCheck()
        ):
            return explain_data(problem)
        case (
            problems.UnknownTarget()
            | problems.SeveralTargets()
            | problems.AlreadyThere()
            | problems.Conflict()
            | problems.ChangedTwice()
            | problems.NotChangeable()
            | problems.NoBase()
            | problems.TwoBases()
            | problems.OtherGame()
            | problems.BadExample()
            | problems.SetupOnly()
            | problems.NeverOrAlways()
            | problems.LeavesNothingOut()
        ):
            return explain_variant(problem)
        case (
            problems.Settled()
            | problems.SureFault()
            | problems.DoesNothing()
            | problems.SureTie()
            | problems.MayTie()
            | problems.SameKey()
            | problems.SameScore()
            | problems.UnusedYet()
        ):
            return explain_certain(problem)
        case _:
            assert_never(problem)
