"""Rules and choices in words."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import advised, phrase
from gamedsl.semantics.problems.wording import listed, meant


def explain_rule(
    problem: problems.Recursion | problems.NoLimit | problems.NotAnAction | problems.TwoMenus | problems.TwiceInMenu | problems.UnseenChoice
    | problems.NothingRefused | problems.OpenBrace | problems.Unanswered | problems.TogetherTwice
    | problems.NeedsOrder | problems.UnknownOrder | problems.Misplaced | problems.NotExhaustive | problems.UnknownSelection | problems.OpenHand | problems.AsksAgain
    | problems.BadMark | problems.MarkInPlay
    | problems.SameForAll | problems.ComparedWithItself | problems.NotJudged | problems.IdleElse | problems.NeverRuns | problems.AsksItself | problems.SlowFormula,
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
            | problems.NotJudged()
            | problems.IdleElse()
            | problems.NeverRuns()
            | problems.AsksItself()
        ):
            return _course(problem)
        case (
            problems.NotAnAction()
            | problems.TwoMenus()
            | problems.TwiceInMenu()
            | problems.NothingRefused()
            | problems.OpenBrace()
            | problems.UnseenChoice()
            | problems.Unanswered()
            | problems.UnknownSelection()
            | problems.OpenHand()
            | problems.BadMark()
            | problems.MarkInPlay()
        ):
            return _choice(problem)
        case problems.AsksAgain():
            return diagnostic(
                "W0905", problem.span, "after a decline this asks again", "a decline ends only the rule in which it is asked",
                help="write `repeat until declined:` and put the `may choose` into the loop itself",
            )  # fmt: skip
        case problems.SlowFormula(number=number):
            return diagnostic(
                "W0914", problem.span, f"this goes through about {_rounded(number):,} elements each time", "this makes the game slow",
                help="go through what is near, or through one line, or keep the answer in a field that moves change",
            )  # fmt: skip
        case problems.SameForAll(who=each):
            who = phrase(each).removeprefix("a ").removeprefix("an ")
            return diagnostic(
                "W0906", problem.span, f"this is the same for every {who}", "it ranks nobody before anybody",
                help=f"rank by what each {who} has of its own, like `points`",
            )  # fmt: skip
        case problems.ComparedWithItself(text=text, of="difference"):
            return diagnostic(
                "W0908", problem.span, f"this takes `{text}` from itself", "it is always 0", help=_WHOSE
            )  # fmt: skip
        case problems.ComparedWithItself(text=text, of="greatest" | "least" as of):
            return diagnostic(
                "W0908", problem.span, f"this is the {of} of `{text}` and `{text}`", "both are the same", help=_WHOSE
            )  # fmt: skip
        case problems.ComparedWithItself(text=text, always=always):
            return diagnostic(
                "W0908", problem.span, f"this compares `{text}` with itself", f"it {'always' if always else 'never'} holds", help=_WHOSE
            )  # fmt: skip
        case _:
            assert_never(problem)


_WHOSE = "inside a `where`, a name means what the element has: `me.coins` are those of the player who acts; or give the other value a name of its own, with `let`"


def _course(
    problem: problems.Recursion
    | problems.NoLimit
    | problems.TogetherTwice
    | problems.NeedsOrder
    | problems.UnknownOrder
    | problems.Misplaced
    | problems.NotExhaustive
    | problems.NotJudged
    | problems.IdleElse
    | problems.NeverRuns
    | problems.AsksItself,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.Recursion(names=(name, *_), of="formulas"):
            return diagnostic(
                "E0501", span, f"`{name}` leads back to itself", f"in its own formula `{name}` means itself",
                help=f"if something else is meant that is called `{name}`, choose another name for one of them",
            )  # fmt: skip
        case problems.Recursion(names=names):
            way = " > ".join(f"`{name}`" for name in (*names, names[0]))
            return diagnostic(
                "E0501", span, f"`{names[0]}` leads back to itself", way,
                help="what happens several times is a `repeat up to 3:`, or a turn of its own",
            )  # fmt: skip
        case problems.NoLimit(what=what, at=at, text=text):
            return diagnostic(
                "E0502", span, f"there is no limit to {phrase(what)}", "this might never end",
                help=("`up to 5` ends it after five, as a rule of the game", "`at most 50` promises that it ends by itself before"),
                fixes=(Fix(f"write `{text.strip(' ,')}`", (Edit(at, text),)),),
            )  # fmt: skip
        case problems.TogetherTwice(phase=phase, what=what):
            return diagnostic(
                "E0507", span, f"in `{phase}` all choose at once, before anything else happens", phrase(what),
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
                help="move them one by one, write `, in any order` if nobody asks for the order, or make one of the two zones a `bag`",
            )  # fmt: skip
        case problems.Misplaced(what=misplacement):
            misplaced, where = advised(misplacement)
            return diagnostic("E0509", span, f"{misplaced} cannot stand here", "", help=where)
        case problems.NotExhaustive(missing=missing):
            return diagnostic(
                "E0510", span, f"this `match` leaves out {listed(missing, 'and')}", "not every value has its line",
                help="add the missing values, or a last line `else:`",
            )  # fmt: skip
        case problems.IdleElse(word="may"):
            return diagnostic(
                "E0621", span, "this `else` is never needed", "a `may choose` can always be declined",
                help="leave out `may`, or put it into what follows: `else` runs only if nothing can be chosen",
            )  # fmt: skip
        case problems.IdleElse():
            return diagnostic(
                "E0621", span, "`if able` and `else` both say what happens if nothing can be chosen", "the second time",
                help="leave out `if able`",
            )  # fmt: skip
        case problems.AsksItself(names=names):
            way = " > ".join(f"`{name}`" for name in (*names, names[0]))
            return diagnostic(
                "E0622", span, f"whether `{names[0]}` can be chosen depends on this very question", way,
                help="what is asked here cannot decide what may be chosen: test something else, or ask after the choice",
            )  # fmt: skip
        case problems.NeverRuns():
            return diagnostic(
                "W0920", span, "this never runs", "the match has ended before",
                help="put it in front of `end game`, or into the `end` part",
            )  # fmt: skip
        case problems.NotJudged(name=name, after=after, other=other):
            return diagnostic(
                "E0620", span, f"`{name}` does not always judge a move", _JUDGES_NOTHING[after],
                others=() if other is None else (Label(other, "this comes between the choice and the line"),),
                help="put it among what follows a choice of one player, with no roll or draw in between",
            )  # fmt: skip
        case _:
            assert_never(problem)


_JUDGES_NOTHING = {
    "start": "play comes here before anybody has chosen",
    "roll": "play comes here after a roll, with no choice in between",
    "draw": "play comes here after a draw, with no choice in between",
    "order": "before this line the top of a shuffled pile is turned up, which is chance",
    "together": "play comes here after a choice of several players at once",
}


def _choice(
    problem: problems.NotAnAction
    | problems.TwoMenus
    | problems.TwiceInMenu
    | problems.NothingRefused
    | problems.OpenBrace
    | problems.UnseenChoice
    | problems.Unanswered
    | problems.UnknownSelection
    | problems.OpenHand
    | problems.BadMark
    | problems.MarkInPlay,
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
        case problems.TwiceInMenu(text=text, first=first):
            return diagnostic(
                "W0907", span, f"`{text}` is in this menu twice", "the second one", others=(Label(first, "the first one"),),
                help="leave one of them out: two moves with the same words cannot be told apart",
            )  # fmt: skip
        case problems.NothingRefused(name=name):
            return diagnostic(
                "W0960", span, f"nobody ever reads the sentence of `{name}`", "this selection leaves nothing out",
                help='the sentence says why a `where` refuses; a question to the player is `, ask "…"`',
            )  # fmt: skip
        case problems.OpenBrace():
            return diagnostic(
                "E0660", span, "the braces of this sentence do not fit", "a `{` without its `}`, or nothing between them",
                help='a formula stands between `{` and `}`: `say "{me} takes {card}."`',
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
        case problems.UnknownSelection(name=name, sort=sort, known=known):
            help, fixes = meant(span, name, known)
            return diagnostic("E0511", span, f"there is no {phrase(sort)} called `{name}`", "", help=help, fixes=fixes)
        case problems.OpenHand(name=name):
            return diagnostic(
                "W0901", span, f"everybody sees `{name}`", "",
                help="add `, seen by owner`, or `, seen by everyone` if that is meant",
            )  # fmt: skip
        case problems.BadMark(text=text):
            return diagnostic(
                "W0980", span, f"`{text}` begins like a mark, and is none", "people read it as it is",
                help="write `[A4: text]` for a reading of the rulebook with its number, or `[ours: text]` for what is not in the rulebook",
            )  # fmt: skip
        case problems.MarkInPlay(text=text):
            return diagnostic(
                "W0981", span, "players are shown this mark in play", f"`{text}` and its bracket are part of what they read",
                help="put the mark into the sentence of a declaration, and write only the text here",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _rounded(number: int) -> int:
    """A figure with its two first digits."""
    return round(number, 2 - len(str(number)))
