"""Explains forms that are almost right."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, diagnostic
from gamedsl.source import Span
from gamedsl.syntax.problems import facts as problems
from gamedsl.syntax.problems.wording import PERHAPS, SURE, insert_word, remove, replace, short


def explain_form(
    problem: problems.EqualsInCondition | problems.CompareAsSet | problems.Unrounded | problems.Chained | problems.NamelessChoice | problems.MissingOf
    | problems.SentenceBeforeElse | problems.NoLeftSide | problems.RangeAlone
    | problems.NoQuantity | problems.NoCase | problems.MissingPart
    | problems.MissingNumber | problems.ForOf | problems.PlayersRange | problems.PlayersColon | problems.NumberWithoutUpTo
    | problems.CommaInRow | problems.GluedCell | problems.EmptyBrackets,
) -> Diagnostic:  # fmt: skip
    span = problem.span
    match problem:
        case problems.EqualsInCondition():
            return diagnostic(
                "E0070",
                span,
                "a condition compares with `is`",
                "`=` sets a value",
                fix=replace("write `is`", span, "is", SURE),
            )
        case problems.CompareAsSet():
            return diagnostic(
                "E0071",
                span,
                "a value is set with `=`",
                "`is` only compares",
                fix=replace("write `=`", span, "=", PERHAPS),
            )
        case problems.Unrounded(end=end):
            return diagnostic(
                "E0072", span, "a division says how it is rounded", "`rounded up` or `rounded down` is missing",
                fixes=(
                    replace("round down", end, " rounded down", PERHAPS), replace("round up", end, " rounded up", PERHAPS)
                ),
            )  # fmt: skip
        case problems.Chained(middle=middle):
            at = Span(span.source, span.start, span.start)
            return diagnostic(
                "E0073", span, "comparisons cannot be chained", "a second comparison",
                help="join two comparisons with `and`",
                fix=None if middle is None else replace(f"put in `and {short(middle)}`", at, f"and {middle} ", SURE),
            )  # fmt: skip
        case problems.NamelessChoice(word=word):
            if word.startswith("ensure"):
                here = "a name and `:` belong here" + (", not `that`" if word == "ensure that" else "")
                return diagnostic(
                    "E0074", span, "what is ensured needs a name", here,
                    help="like `ensure king_safe: not in_check`: a refusal gives this name",
                )  # fmt: skip
            example = "roll first: one of players" if word == "roll" else "choose card: one of hand"
            return diagnostic(
                "E0074", span, "what is chosen needs a name", "the name and `:` belong here",
                help=f"like `{example}`",
            )  # fmt: skip
        case problems.SentenceBeforeElse(to=None):
            return diagnostic(
                "E0086", span, "a selection has one sentence, behind its last alternative", "a second one",
                help="keep one of them: it is read whichever alternative the player is offered",
            )  # fmt: skip
        case problems.SentenceBeforeElse(text=text, cut=cut, to=to):
            return diagnostic(
                "E0086", span, "the sentence stands behind the last `else`", "another alternative follows",
                help="move it to the end: it is read whichever alternative the player is offered",
                fix=None if to is None else Fix("move it to the end", (Edit(cut, ""), Edit(to, f" {text}")), SURE),
            )  # fmt: skip
        case problems.NoLeftSide(word=word, place=place, element=element):
            return diagnostic(
                "E0087", span, f"`{word}` has nothing on its left", "what is compared?",
                help="write both sides" if element is None else f"the element of the filter is `{element}`",
                fix=None if element is None else replace(f"put in `{element}`", place, f"{element} ", PERHAPS),
            )  # fmt: skip
        case problems.MissingOf(quantity=quantity):
            return diagnostic(
                "E0075", span, f"`of` is missing after `{quantity}`", "`of` belongs here",
                help="like `one of hand` or `2 of hand`", fix=insert_word("put in `of`", span, "of", quantity),
            )  # fmt: skip
        case problems.NoQuantity(word=word, of="choice"):
            return diagnostic(
                "E0084", span, f"`{short(word)}` does not say how many are chosen", "no quantity",
                help="a quantity is `one`, `some` (at least one), `any`, `2`, `up to 2` or `1..2`; `of` follows it",
            )  # fmt: skip
        case problems.NoQuantity(word=word, of="given"):
            return diagnostic(
                "E0084", span, f"`{short(word)}` is no number of pieces", "no number",
                help="like `9 of deck`; which nine they are is left open",
            )  # fmt: skip
        case problems.NoQuantity(word=word):
            return diagnostic(
                "E0084", span, f"`{short(word)}` is no number of elements", "no number",
                help="`x in S` goes through the elements, `x in 2 of S` through the pairs that they make",
            )  # fmt: skip
        case problems.RangeAlone(text=text):
            start = Span(span.source, span.start, span.start)
            return diagnostic(
                "E0084", span, f"`{short(text)}` does not say how many are chosen", "numbers to choose from",
                help=f"one number of these is `one of {short(text)}`", fix=replace("put in `one of`", start, "one of ", PERHAPS),
            )  # fmt: skip
        case problems.NoCase():
            return diagnostic(
                "E0085", span, "this cannot be a value of a `match`", "a plain value is wanted",
                help="like `match gem(Ruby: 3, Emerald, Crown: 2, else: 1)`; `else` comes last",
            )  # fmt: skip
        case problems.MissingPart(statement=statement, word=word):
            return diagnostic(
                "E0076", span, f"this `{statement}` does not say {_PLACES[word]}", f"`{word} ...` is missing",
                help=f"like `{_EXAMPLES[statement]}`",
            )  # fmt: skip
        case problems.MissingNumber():
            return diagnostic(
                "E0077", span, "this `draw` does not say how many", "a number is missing",
                help="like `draw 1 from deck to hand`",
                fix=replace("draw one", span, " 1", PERHAPS),
            )  # fmt: skip
        case problems.ForOf():
            return diagnostic(
                "E0078", span, "`for` goes through a set with `in`", "",
                fix=replace("write `in`", span, "in", SURE),
            )  # fmt: skip
        case problems.PlayersRange(sign=sign):
            return diagnostic(
                "E0079", span, "the numbers of players are joined by `to`", f"`{sign}` here",
                help="like `players 2 to 4`", fix=replace("write `to`", span, " to " if sign in "-..," else "to", SURE if sign in ("-", "..") else PERHAPS),
            )  # fmt: skip
        case problems.PlayersColon():
            return diagnostic(
                "E0080", span, "`players` has no `:` here", "",
                help="like `players 2 to 4`", fix=remove("remove it", span, SURE),
            )  # fmt: skip
        case problems.NumberWithoutUpTo(word=word, times=times):
            edits = (Edit(span, " up to"), *(() if times is None else (Edit(times, ""),)))
            return diagnostic(
                "E0088", span, f"a number of `{word}` is said with `up to` or `at most`", "`up to` belongs here",
                help=f"`{word} up to 3:` ends there, and reaching the bound of `{word} at most 3` is a fault",
                fix=Fix("put in `up to`", edits, PERHAPS),
            )  # fmt: skip
        case problems.CommaInRow(commas=commas):
            edits = tuple(Edit(comma, "") for comma in commas)
            return diagnostic(
                "E0081", span, "the cells of a row are separated by spaces", "", help="an empty cell is written `.`",
                fix=Fix("remove the commas", edits, SURE),
            )  # fmt: skip
        case problems.GluedCell():
            return diagnostic(
                "E0082", span, "an empty cell stands alone", "this `.` touches its neighbour",
                help="put spaces around it, or remove it: a heading has no dots",
            )  # fmt: skip
        case problems.EmptyBrackets():
            return diagnostic(
                "E0083", span, "a rule without parameters has no brackets", "",
                fix=remove("remove them", span, SURE),
            )  # fmt: skip
        case _:
            assert_never(problem)


_PLACES = {"to": "where to", "from": "from where", "with": "with what"}
_EXAMPLES = {
    "move": "move card to hand",
    "draw": "draw 1 from deck to hand",
    "swap": "swap card with left(me).card",
    "award": "award glory from prizes to crews by highest men, ties shared rounded up",
}
