"""Rules and choices in words."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.wording import diagnostic, listed, meant


def explain_rule(
    problem: problems.Recursion | problems.NoLimit | problems.NotAnAction | problems.TwoMenus | problems.UnseenChoice | problems.Unanswered | problems.TogetherTwice
    | problems.NeedsOrder | problems.UnknownOrder | problems.Misplaced | problems.NotExhaustive | problems.UnknownSelection | problems.OpenHand | problems.AsksAgain
    | problems.SameForAll,
) -> Diagnostic:  # fmt: skip
    """The diagnostic of a problem with how rules go on, or with what they let choose."""
    match problem:
        case (
            problems.Recursion()
            | problems.NoLimit()
            | problems.TogetherTwice()
            | problems.NeedsOrder()
            | problems.UnknownOrder()
            | problems.Misplaced()
            | problems.NotExhaustive()
        ):
            return _course(problem)
        case (
            problems.NotAnAction()
            | problems.TwoMenus()
            | problems.UnseenChoice()
            | problems.Unanswered()
            | problems.UnknownSelection()
            | problems.OpenHand()
        ):
            return _choice(problem)
        case problems.AsksAgain():
            return diagnostic(
                "W0905", problem.span, "after a decline this asks again", "a decline does not end the `repeat` around it",
                help="let it end with something that is chosen: a flag that an action sets, and `until` with that flag",
            )  # fmt: skip
        case problems.SameForAll(who=who):
            return diagnostic(
                "W0906", problem.span, f"this is the same for every {who}", "it ranks nobody before anybody",
                help=f"rank by what each {who} has of its own, like `points`",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _course(
    problem: problems.Recursion
    | problems.NoLimit
    | problems.TogetherTwice
    | problems.NeedsOrder
    | problems.UnknownOrder
    | problems.Misplaced
    | problems.NotExhaustive,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.Recursion(names=names):
            way = " > ".join(f"`{name}`" for name in (*names, names[0]))
            return diagnostic(
                "E0501", span, f"`{names[0]}` leads back to itself", way,
                help="what happens several times is a `repeat up to 3:`, or a turn of its own",
            )  # fmt: skip
        case problems.NoLimit(what=what, at=at, text=text):
            return diagnostic(
                "E0502", span, f"there is no limit to {what}", "this might never end",
                help=("`up to 5` ends it after five, as a rule of the game", "`at most 50` promises that it ends by itself before"),
                fixes=(Fix(f"write `{text.strip(' ,')}`", (Edit(at, text),)),),
            )  # fmt: skip
        case problems.TogetherTwice(phase=phase, what=what):
            return diagnostic(
                "E0507", span, f"in `{phase}` all choose at once, before anything else happens", what,
                help="let the body begin with its one choice, or leave out `together`",
            )  # fmt: skip
        case problems.UnknownOrder(zone=zone):
            return diagnostic(
                "E0512", span, f"nobody knows in which order `{zone}` lies", "it is shuffled, or lies unordered from the start",
                help=f"`peek {zone}` first, draw from it, or keep the piece that is meant in a zone of its own",
            )  # fmt: skip
        case problems.NeedsOrder(zone=zone):
            return diagnostic(
                "E0508", span, f"in which order do these pieces come onto `{zone}`?", "everybody sees its order",
                help="move them one by one, or make one of the two zones a `bag`",
            )  # fmt: skip
        case problems.Misplaced(what=what, where=where):
            return diagnostic("E0509", span, f"{what} cannot stand here", "", help=where)
        case problems.NotExhaustive(missing=missing):
            return diagnostic(
                "E0510", span, f"this `match` leaves out {listed(missing, 'and')}", "not every value has its line",
                help="add the missing values, or a last line `else:`",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _choice(
    problem: problems.NotAnAction
    | problems.TwoMenus
    | problems.UnseenChoice
    | problems.Unanswered
    | problems.UnknownSelection
    | problems.OpenHand,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.NotAnAction(name=name):
            return diagnostic(
                "E0503", span, f"`{name}` is no action", "a menu offers actions",
                help=f"declare it as `action {name.partition('(')[0]}:`",
            )  # fmt: skip
        case problems.TwoMenus(name=name, first=first):
            return diagnostic(
                "E0504", span, f"`{name}` has two menus", "the second one", others=(Label(first, "the first one"),),
                help="a menu is called like its rule: put the second one into a rule of its own",
            )  # fmt: skip
        case problems.UnseenChoice(zone=zone):
            return diagnostic(
                "E0505", span, f"the player who chooses does not see what is in `{zone}`", "the options would give it away",
                help=f"use `draw`, choose a place instead of its pieces, or let the player see `{zone}`",
            )  # fmt: skip
        case problems.Unanswered(seat=seat, name=name):
            return diagnostic(
                "E0506", span, f"`{seat}` has no answer for `{name}`", "this seat comes here, and nobody plays it",
                help=f"add a line like `{name}: first` to the `answers:` of `{seat}`",
            )  # fmt: skip
        case problems.UnknownSelection(name=name, owner=owner, known=known):
            help, fixes = meant(span, name, known)
            return diagnostic("E0511", span, f"there is no {owner} called `{name}`", "", help=help, fixes=fixes)
        case problems.OpenHand(name=name):
            return diagnostic(
                "W0901", span, f"everybody sees `{name}`", "",
                help="add `, seen by owner`, or `, seen by everyone` if that is meant",
            )  # fmt: skip
        case _:
            assert_never(problem)
