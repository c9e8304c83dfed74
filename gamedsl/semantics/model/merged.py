"""What checking starts from: the declarations of one setup after all diffs."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.problems.variants import UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.values import frozen


@frozen
class ScriptedSeat:
    """A seat that the rules play: its own fields and formulas, replacements that hold while it acts, and its answers."""

    name: str
    span: Span
    members: tuple[tree.Field | tree.Define, ...]
    replaced: tuple[tree.Decl, ...]
    answers: tuple[tree.Answer, ...]


@frozen
class Changed:
    """`file` changes something of what is called `name`."""

    file: str
    name: str
    change: tree.Change


@frozen
class ExampleRemoval:
    """A line `remove examples broken by …` of a file."""

    file: str
    line: tree.RemoveBroken


@frozen
class Merged:
    """`decls` are in order, without variants, options' diffs and seats; `sets` are the `set` lines that apply, general ones first."""

    game: tree.Game
    variants: tuple[str, ...]
    setup: Setup
    decls: tuple[tree.Decl, ...]
    sets: tuple[tree.SetValue | tree.SetCopies, ...]
    seats: tuple[ScriptedSeat, ...]
    players: Span
    """Where the number of players is said."""
    missing: tuple[tuple[Span, UnknownTarget], ...]
    """What variants change and this setup does not have. It is a mistake if no setup has it."""
    changed: tuple[Changed, ...] = ()
    """What the files change, in order; a change of several things more than once."""
    removals: tuple[ExampleRemoval, ...] = ()


def literal_text(literal: tree.Literal_) -> str:
    """How an option's value is written."""
    match literal:
        case tree.Name():
            return literal.id
        case tree.Number():
            return str(literal.value)
        case tree.FlagLiteral():
            return "yes" if literal.value else "no"
