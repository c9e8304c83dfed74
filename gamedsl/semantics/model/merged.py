"""The input of checking: the declarations of one setup after all diffs."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.problems.variants import UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.values import frozen


@frozen
class ScriptedSeat:
    """A seat that the rules play: its own fields and formulas, replacements that apply while it acts, and its answers."""

    name: str
    span: Span
    members: tuple[tree.Field | tree.Define, ...]
    replaced: tuple[tree.Decl, ...]
    answers: tuple[tree.Answer, ...]


@frozen
class Changed:
    """A change that `file` makes to the declaration called `name`."""

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
    """The declarations of one setup. `decls` are in order, without variants, options' diffs and seats; `sets` are the `set` lines that apply, general ones first.
    `written` are the same with the blocks of kinds as people wrote them, for who tells or compares rules."""

    game: tree.Game
    variants: tuple[str, ...]
    setup: Setup
    decls: tuple[tree.Decl, ...]
    written: tuple[tree.Decl, ...]
    sets: tuple[tree.SetValue | tree.SetCopies, ...]
    seats: tuple[ScriptedSeat, ...]
    players: Span
    """The place that states the number of players."""
    missing: tuple[tuple[Span, UnknownTarget], ...]
    """Changes of variants whose target this setup lacks. They are mistakes if no setup has the target."""
    changed: tuple[Changed, ...] = ()
    """The changes of the files, in order; a change of several things occurs more than once."""
    removals: tuple[ExampleRemoval, ...] = ()


def literal_text(literal: tree.Literal_) -> str:
    """Returns the spelling of an option's value."""
    match literal:
        case tree.Name():
            return literal.id
        case tree.Number():
            return str(literal.value)
        case tree.FlagLiteral():
            return "yes" if literal.value else "no"
