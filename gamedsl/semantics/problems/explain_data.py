"""Tables, boards and components in words."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import advised, phrase
from gamedsl.semantics.problems.wording import meant
from gamedsl.source import Span


def explain_data(
    problem: problems.WrongTotal
    | problems.WrongWidth
    | problems.WrongHeight
    | problems.BadCell
    | problems.BadData
    | problems.TooMany
    | problems.TooFull
    | problems.HardToCheck,
) -> Diagnostic:
    """The diagnostic of a problem with data."""
    span = problem.span
    match problem:
        case problems.WrongTotal(name=name, declared=declared, found=found, at=Span() as at):
            return diagnostic(
                "E0601", span, f"with this there are {found} of `{name}`, not {declared}", "this changes their number",
                others=(Label(at, f"{declared} are promised here"),),
                help=f"write `set component {found} {name}` too, or change the copies of another kind by as many",
            )  # fmt: skip
        case problems.WrongTotal(name=name, declared=declared, found=found):
            return diagnostic(
                "E0601", span, f"the rows make {found} of `{name}`, not {declared}", f"{declared} are promised here",
                help="correct the copies in the rows, or the number",
            )  # fmt: skip
        case problems.WrongWidth(expected=expected, found=found):
            cells = "1 cell" if found == 1 else f"{found} cells"
            return diagnostic(
                "E0602", span, f"this row has {cells}, and {expected} are needed", "",
                help="an empty cell is written `.`",
            )  # fmt: skip
        case problems.WrongHeight(what=what, expected=expected, found=found):
            return diagnostic("E0603", span, f"there are {found} {phrase(what)}, and {expected} are needed", "")
        case problems.BadCell(text=text, column=str(column), expected=expected, turned=(cells, words)):
            fix = Fix(f"write `{words}`", (Edit(cells, words),), FixLevel.PERHAPS)
            return diagnostic(
                "E0604", span, f"`{text}` does not fit into `{column}`", f"needed: {phrase(expected)}",
                help=f"the cell beside it fits: did you mean `{' '.join(words.split())}`?", fix=fix,
            )  # fmt: skip
        case problems.BadCell(text=text, column=column, expected=expected, known=known):
            where = "number of copies" if column is None else column
            help, fixes = meant(span, text, known)
            return diagnostic(
                "E0604",
                span,
                f"`{text}` does not fit into `{where}`",
                f"needed: {phrase(expected)}",
                help=help,
                fixes=fixes,
            )
        case problems.BadData(flaw=flaw):
            message, advice = advised(flaw)
            return diagnostic("E0605", span, message, "", help=advice)
        case problems.TooMany(what=what, found=found, limit=limit):
            return diagnostic(
                "E0606", span, f"there are {_number(found)} {phrase(what)}, more than can be handled", "", help=f"{limit} are the most",
            )  # fmt: skip
        case problems.HardToCheck(name=name, setup=1, limit=limit):
            return diagnostic(
                "E0608", span, f"checking takes more than {limit} steps; it came as far as `{name}`", "stopped here",
                help="make this and what it uses smaller: shorter ranges, fewer rows, fewer uses of long rules",
            )  # fmt: skip
        case problems.HardToCheck(name=name, setup=setup, setups=setups, limit=limit):
            return diagnostic(
                "E0608", span, f"`{name}` can be set up in {setups} ways, which takes more than {limit} steps to check",
                f"stopped in way {setup}", help="take fewer options or numbers of players, or shorter rules",
            )  # fmt: skip
        case problems.TooFull(zone=zone, found=found, limit=limit):
            pieces = "1 piece" if limit == 1 else f"{limit} pieces"
            return diagnostic(
                "E0607", span, f"`{zone}` has room for {pieces}, and {found} start there", "with these it is too full",
                help="start fewer pieces there, or change the limit of the zone; a `slot` holds one piece",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _number(found: int) -> str:
    """A number as it is; of those that products of products give, only that they are large."""
    return str(found) if found < 10**12 else "more than a million million"
