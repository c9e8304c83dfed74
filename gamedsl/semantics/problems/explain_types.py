"""Values in words: what is needed and what is there."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import advised, phrase
from gamedsl.semantics.problems.terms import About, Described, Thing
from gamedsl.semantics.problems.wording import quoted


def explain_type(
    problem: problems.Mismatch
    | problems.NotComparable
    | problems.NotACollection
    | problems.NotPairs
    | problems.WrongArguments
    | problems.MayBeNone
    | problems.MayFail
    | problems.RepeatsLost
    | problems.NotConstant
    | problems.OutOfRange
    | problems.TooWide
    | problems.NeedsType
    | problems.NotAZone
    | problems.CannotMove
    | problems.CannotAssign,
) -> Diagnostic:
    """The diagnostic of a value that does not fit."""
    match problem:
        case (
            problems.Mismatch()
            | problems.NotComparable()
            | problems.NotACollection()
            | problems.NotPairs()
            | problems.WrongArguments()
            | problems.RepeatsLost()
        ):
            return _fit(problem)
        case (
            problems.MayBeNone()
            | problems.MayFail()
            | problems.NotConstant()
            | problems.OutOfRange()
            | problems.TooWide()
            | problems.NeedsType()
        ):
            return _value(problem)
        case problems.NotAZone() | problems.CannotMove() | problems.CannotAssign():
            return _place(problem)
        case _:
            assert_never(problem)


def _fit(
    problem: problems.Mismatch
    | problems.NotComparable
    | problems.NotACollection
    | problems.NotPairs
    | problems.WrongArguments
    | problems.RepeatsLost,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.Mismatch(expected=expected, found=found, instead=str(instead)):
            return diagnostic(
                "E0401", span, f"{phrase(expected)} is needed here", f"this is {phrase(found)}",
                help=f"write `{instead}` alone: it says already which kind is meant",
            )  # fmt: skip
        case problems.Mismatch(expected=expected, found=found, compared=str(compared)):
            return diagnostic(
                "E0401", span, f"{phrase(expected)} is needed here", f"this is {phrase(found)}",
                help=f"each side of `and` and `or` is a whole condition: write `{compared}`",
            )  # fmt: skip
        case problems.Mismatch(expected=Thing.FLAG as expected, found=found, text=text):
            return diagnostic(
                "E0401", span, f"{phrase(expected)} is needed here", f"this is {phrase(found)}", help=_condition(found, text)
            )  # fmt: skip
        case problems.Mismatch(expected=expected, found=found):
            needed = phrase(expected)
            be = "are" if needed.startswith("pieces ") else "is"
            return diagnostic(
                "E0401",
                span,
                f"{needed} {be} needed here",
                f"this is {phrase(found)}",
                help=_what_instead(expected, found),
            )
        case problems.NotComparable(left=left, right=right, whole=str(whole)):
            return diagnostic(
                "E0402", span, f"{phrase(left)} cannot be compared with {phrase(right)}", f"`{whole}` means all kinds of `{whole}`",
                help="inside `where` one piece is `it`, and elsewhere it has the name that a `for` or `choose` gives it",
            )  # fmt: skip
        case problems.NotComparable(left=left, right=right, wanted=Thing() | About() as wanted):
            return diagnostic(
                "E0402", span, f"{phrase(left)} cannot be compared with {phrase(right)}", "",
                help=f"in front of `in` belongs {phrase(wanted)}: `in` asks whether it is an element",
            )  # fmt: skip
        case problems.NotComparable(left=left, right=right, instead=instead):
            return diagnostic(
                "E0402", span, f"{phrase(left)} cannot be compared with {phrase(right)}", "",
                help="both sides must be values of one sort" if instead is None else f"to ask whether it is one of them, write `{instead}`",
            )  # fmt: skip
        case problems.NotACollection(found=found):
            return diagnostic(
                "E0403", span, "this has no elements", f"this is {phrase(found)}",
                help="a zone, a list, a set or a whole type has elements; `[x]` is the list of one",
            )  # fmt: skip
        case problems.NotPairs(found=found):
            return diagnostic(
                "E0650", span, "a `for` of two names goes through pairs", f"this is {phrase(found)}",
                help="for the number of each element write `for i, x in numbered(S)`",
            )  # fmt: skip
        case problems.WrongArguments(name=name, expected=expected, found=found):
            return diagnostic(
                "E0404", span, f"`{name}` takes {phrase(expected)}", f"{found} given" if found else "nothing given",
                help=_OF_CALLS.get(name) or _parts(name, expected, found),
            )  # fmt: skip
        case problems.RepeatsLost(function=function, field=field):
            return diagnostic(
                "E0407", span, f"`{function}` would take equal values only once", f"`.{field}` gives the different values",
                help="how many elements there are is `count(…)` of the collection itself, without the dot"
                if function == "count"
                else f"go through the elements: `{function}(x.{field} for x in …)`",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _parts(name: str, expected: Described, found: int) -> tuple[str, ...]:
    """How several parts are written, where one number stands."""
    if not isinstance(expected, About) or expected.term is not Thing.PARTS or found != 1:
        return ()
    return (f"a `,` stands between them, like `{name}[1, 2]`",)


def _condition(found: Described, text: str) -> tuple[str, ...]:
    """How a value is made a condition."""
    thing = found.term if isinstance(found, About) else found
    if thing in _COUNTED:
        return (f"write `some({text})` or `no({text})`: whether anything is there",)
    if thing in (Thing.NUMBER, Thing.THE_NUMBER):
        return (f"compare it, like `{text} > 0`",)
    if thing is Thing.OR_NONE:
        return (f"compare it: `{text} is not none`, or `{text} is …`",)
    return (f"compare it, like `{text} is …`",)


def _what_instead(expected: Described, found: Described) -> tuple[str, ...]:
    """What to write where a piece is needed and its kind is given, or one thing and several of its sort are given."""
    if _is(expected, Thing.PIECE_OF) and _is(found, Thing.KIND_OF):
        return (_PIECE_OF_KIND,)
    if _is(expected, Thing.OR_NONE) and found is Thing.FLAG:
        return ("nothing is `none`; `no` is the opposite of `yes`",)
    if expected is Thing.NUMBER and isinstance(found, About) and found.term in _COUNTED:
        return ("how many there are is `count(…)`",)
    wanted = expected.parts[0] if isinstance(expected, About) and expected.term is Thing.OR_NONE else expected
    if not isinstance(found, About) or found.parts[0] != wanted:
        return ()
    match found.term:
        case Thing.SORTED_LIST_OF:
            return ("`first(…)` is the best of them, and `leaders(…)` are all that share the first place",)
        case Thing.LIST_OF | Thing.SET_OF:
            return ("take one of them: `first(…)`, or `only(…)` if there is exactly one",)
        case _:
            return ()


def _value(
    problem: problems.MayBeNone
    | problems.MayFail
    | problems.NotConstant
    | problems.OutOfRange
    | problems.TooWide
    | problems.NeedsType,
) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.MayBeNone(what=what, is_none=True):
            shown = "what this formula gives" if what == "this" else f"`{what}`"
            return diagnostic(
                "E0405", span, f"{shown} is none here", "the test before it leaves only what is none",
                help="this is looked at only where the test holds: write `… is not none and …` or `… is none or …`",
            )  # fmt: skip
        case problems.MayBeNone(what="this"):
            return diagnostic(
                "E0405", span, "what this formula gives may be none here", "a choice must be clear in every position",
                help="test first the part that may be none, `x is not none and …`, or say what counts instead: `… if x is not none else 0`",
            )  # fmt: skip
        case problems.MayBeNone(what=what):
            return diagnostic(
                "E0405", span, f"`{what}` may be none here", "a choice must be clear in every position",
                help=f"test it first: `{what} is not none and …` or `… if {what} is not none else …`",
            )  # fmt: skip
        case problems.MayFail(risk=risk):
            what, guard = advised(risk)
            return diagnostic("E0406", span, what, "a choice must be clear in every position", help=guard)
        case problems.NotConstant(what=what):
            return diagnostic(
                "E0408", span, f"{phrase(what)} must be fixed before the game starts", "this changes during the game, or is too long to work out before it",
                help="use numbers, values and `let` names of such",
            )  # fmt: skip
        case problems.OutOfRange(value=value, range=range_):
            return diagnostic("E0409", span, f"{value} is outside {range_}", "", help="change the value or the range")
        case problems.TooWide(low=low, high=high):
            return diagnostic(
                "E0410", span, "this number may become too large", f"it may be anything from {low} to {high}",
                help="give its fields a range, like `points: 0..200 = 0`",
            )  # fmt: skip
        case problems.NeedsType(name=name):
            return diagnostic(
                "E0411", span, f"it is not clear what `{name}` can hold", "",
                help=f"say so: `{name}: 0..20`, `{name}: player` or `{name}: player or none`",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _place(problem: problems.NotAZone | problems.CannotMove | problems.CannotAssign) -> Diagnostic:
    span = problem.span
    match problem:
        case problems.NotAZone(found=found):
            return diagnostic(
                "E0412", span, "a zone is needed here", f"this is {phrase(found)}",
                help="a zone is a `bag`, a `pile` or a `slot` under `shared:` or `each …:`",
            )  # fmt: skip
        case problems.CannotMove(found=found):
            return diagnostic(
                "E0413", span, "only pieces can be moved", f"this is {phrase(found)}",
                help="move what lies in a zone (`hand where …`), or kinds from a zone (`3 Horse from red`)",
            )  # fmt: skip
        case problems.CannotAssign(what=what):
            return diagnostic(
                "E0414", span, f"{quoted(what)} cannot be set", "this is no field",
                help="only fields change: declare one under `shared:` or `each player:`",
            )  # fmt: skip
        case _:
            assert_never(problem)


_OF_CALLS = {
    "no": "which elements are meant is said with `where`: `no(hand where suit is Red)`; `not any(… for x in S)` goes through them",
    "any": "whether there is something is `some(explorers)`, and whether there is nothing `no(explorers)`; `any(… for x in S)` goes through them",
    "some": "which elements are meant is said with `where`: `some(hand where suit is Red)`; `any(… for x in S)` goes through them",
}
"""What to write where a function of one collection is given formulas."""

_COUNTED = frozenset([Thing.LIST_OF, Thing.SET_OF, Thing.BAG_OF, Thing.PIECES_OF, Thing.ZONE_OF])
_PIECE_OF_KIND = "a kind lies nowhere, and what is passed here is moved: pass a piece, like the `t` of `for t in first(hand where it is K, 1):`"


def _is(what: Described, thing: Thing) -> bool:
    return isinstance(what, About) and what.term is thing
