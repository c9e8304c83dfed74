"""Variants, options and examples in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Label, Severity
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import CHANGE_FLAWS, advised, phrase
from gamedsl.semantics.problems.terms import Change, WayOut
from gamedsl.semantics.problems.wording import listed, meant, quoted
from gamedsl.source import Span


def explain_variant(
    problem: problems.UnknownTarget
    | problems.SeveralTargets
    | problems.AlreadyThere
    | problems.Conflict
    | problems.ChangedTwice
    | problems.NotChangeable
    | problems.NoBase
    | problems.TwoBases
    | problems.OtherGame
    | problems.BadExample
    | problems.SetupOnly
    | problems.NeverOrAlways
    | problems.LeavesNothingOut,
) -> Diagnostic:
    """The diagnostic of a problem with a change of rules, or with a worked example."""
    span = problem.span
    match problem:
        case problems.SeveralTargets(change=Change.REPLACE_END, places=places):
            return diagnostic(
                "E0706", span, f"the game has {len(places)} ends to replace", "which one?",
                others=tuple(Label(place, "one of them") for place in places),
                help="name it by its sentence: `replace \"The board is full.\": game ends when …`, `remove \"The board is full.\"`",
            )  # fmt: skip
        case problems.UnknownTarget(name=name, change=Change.BREAK, known=known):
            help, fixes = meant(span, name, known)
            return diagnostic(
                "E0701", span, f"this file does not change `{name}`", "so no example can be broken by that",
                help=help or (f"it changes {listed(known, 'and')}" if known else ()), fixes=fixes,
            )  # fmt: skip
        case problems.UnknownTarget(name=name, change=change, known=known, of=whole):
            help, fixes = meant(span, name, known)
            what = "nothing" if name == "this" else f"no `{name}`{f' in `{whole}`' if whole else ''}"
            return diagnostic(
                "E0701", span, f"there is {what} to {phrase(change)}", "the rules that this builds on do not have it",
                help=help, fixes=fixes,
            )  # fmt: skip
        case problems.SeveralTargets(name=name, change=change, part=part, places=places):
            return diagnostic(
                "E0706", span, f"`{part}` has {len(places)} of `{name}` to {phrase(change)}", "which one?",
                others=tuple(Label(place, "one of them") for place in places),
                help=f"replace `{part}` as a whole, or give them different names",
            )  # fmt: skip
        case problems.AlreadyThere(name=name, first=first, is_variant=True):
            return diagnostic(
                "E0702", span, f"`{name}` is part of these rules already", "this adds nothing",
                others=(Label(first, "it is declared here"),),
                help="leave it out, or name a variant that these rules do not have yet",
            )  # fmt: skip
        case problems.AlreadyThere(name=name, first=first):
            return diagnostic(
                "E0702", span, f"{quoted(name)} is there already", "added a second time",
                others=(Label(first, "it is declared here"),),
                help="to change it, write `replace` instead of `add`; or choose another name",
            )  # fmt: skip
        case problems.Conflict(name=name, first=first, second=second, first_name=one, second_name=other):
            return diagnostic(
                "E0703", span, f"`{one}` and `{other}` both change `{name}`", "and this builds on both",
                others=(Label(first, f"changed by `{one}`"), Label(second, f"changed by `{other}`")),
                help=_way_out(problem),
            )  # fmt: skip
        case problems.ChangedTwice(name=name, later=later):
            return diagnostic(
                "E0708", span, f"nothing is left of this change of `{name}`", "changed here",
                others=(Label(later, "and here again, so that this counts"),),
                help="leave one of the two out; or if they stand in `when` blocks, let their conditions exclude each other",
            )  # fmt: skip
        case problems.NotChangeable(name=name, flaw=flaw):
            what, advice = CHANGE_FLAWS[flaw]
            return diagnostic("E0707", span, what.format(name), "this cannot be changed so", help=advice.format(name))
        case problems.NoBase(name=name, circle=(first, *more)):
            way = " > ".join(f"`{one}`" for one in (first, *more, name))
            return diagnostic(
                "E0704", span, f"`{name}` builds on itself", way,
                help="one of these has to build on the game, or on a variant that does not lead back to it",
            )  # fmt: skip
        case problems.NoBase(name=name, known=known):
            help, fixes = meant(span, name, known)
            return diagnostic(
                "E0704", span, f"there is no game or variant called `{name}`", "this builds on it",
                help=help or f"it is looked for in a file `{name.removesuffix('.gdl')}.gdl` near this one", fixes=fixes,
            )  # fmt: skip
        case problems.TwoBases(name=name, taken=taken, others=others):
            return diagnostic(
                "W0909", span, f"there are several files for `{name}`", f"`{taken}` is taken",
                help=f"name it by its path, or move {listed(others, 'and')} away",
            )  # fmt: skip
        case problems.OtherGame(name=name, game=game, first=first):
            return diagnostic(
                "E0709", span, f"`{name}` is about `{game}`, and this is about `{first}`", "another game",
                help="a variant builds on one game, and on other variants of the same",
            )  # fmt: skip
        case problems.BadExample(flaw=flaw):
            message, advice = advised(flaw)
            return diagnostic("E0801", span, message, "", help=advice)
        case problems.SetupOnly():
            return diagnostic(
                "E0705", span, "this is not decided before the match", "a `when` is decided when the match is set up",
                help="ask for options, for `humans` or for `count(players)`; what changes in a match is asked in a rule, with `if`",
            )  # fmt: skip
        case problems.LeavesNothingOut(name=name):
            return diagnostic(
                "W0913", span, f"no example is broken by `{name}`", "this line leaves nothing out",
                help="leave the line away, or name what breaks examples: `gamedsl test` says which change it is",
            )  # fmt: skip
        case problems.NeverOrAlways(always=always):
            return diagnostic(
                "W0904", span, f"this holds in {'every setup' if always else 'no setup'}", "",
                help="leave it out, or correct the number of players or the option that it asks for",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _way_out(conflict: problems.Conflict) -> str:
    way = phrase(conflict.way).format(conflict.name)
    if conflict.has_lines:
        return way
    if conflict.way is WayOut.SET:
        return f"say what counts with one more change on top: `set {conflict.name} = …`"
    return f"begin a file with `variant NAME of {conflict.first_name}, {conflict.second_name}:` and {way}"


_MOST_PLACES = 8
"""At most this many places that one change makes wrong are shown."""


def explain_caused(change: Span, told: Sequence[Diagnostic], examples: tuple[str, ...]) -> Diagnostic:
    """Problems in the files that a variant builds on, told once at the line of the variant that causes them. `examples` are those of the base among them."""
    first = told[0]
    usual = first.primary.text or "this does not fit any more"
    places = tuple(
        Label(d.primary.span, (d.primary.text or usual) if d.message == first.message else d.message) for d in told
    )
    many = f"; {len(places)} places do not fit any more" if len(places) > _MOST_PLACES else ""
    lines = ", ".join(f"`remove {name}`" for name in examples)
    advice = (f"an example that no longer holds goes, or is replaced: {lines}",) if examples else ()
    severity = Severity.ERROR if any(d.severity is Severity.ERROR for d in told) else first.severity
    main = Label(change, f"because of this line{many}")
    return Diagnostic(
        first.code, severity, first.message, main, (*places[:_MOST_PLACES], *first.others), advice or first.help
    )
