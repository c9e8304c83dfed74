"""The input of checking: the declarations of one setup after all diffs."""

from __future__ import annotations

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.problems.variants import UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, fields, formulas
from gamedsl.values import frozen


@frozen
class ScriptedSeat:
    """A seat that the rules play: its own fields and formulas, replacements that apply while it acts, and its answers."""

    name: str
    span: Span
    members: tuple[fields.Field | fields.Define, ...]
    replaced: tuple[declarations.Decl, ...]
    answers: tuple[declarations.Answer, ...]


@frozen
class Changed:
    """A change that `file` makes to the declaration called `name`."""

    file: str
    name: str
    change: declarations.Change


@frozen
class ExampleRemoval:
    """A line `remove examples broken by …` of a file."""

    file: str
    line: declarations.RemoveBroken


@frozen
class Merged:
    """The declarations of one setup. `decls` are in order, without variants, options' diffs and seats; `sets` are the `set` lines that apply, general ones
    first. `written` are the same declarations with blocks of kinds unexpanded, for describing and comparing rules."""

    game: declarations.Game
    variants: tuple[str, ...]
    setup: Setup
    decls: tuple[declarations.Decl, ...]
    written: tuple[declarations.Decl, ...]
    sets: tuple[declarations.SetValue | declarations.SetCopies, ...]
    seats: tuple[ScriptedSeat, ...]
    players: Span
    """The place that states the number of players."""
    missing: tuple[tuple[Span, UnknownTarget], ...]
    """Changes of variants whose target this setup lacks. They are mistakes if no setup has the target."""
    changed: tuple[Changed, ...] = ()
    """The changes of the files, in order; a change of several things occurs more than once."""
    removals: tuple[ExampleRemoval, ...] = ()


def literal_text(literal: formulas.Literal_) -> str:
    """Returns the spelling of an option's value."""
    match literal:
        case formulas.Name():
            return literal.id
        case formulas.Number():
            return str(literal.value)
        case formulas.FlagLiteral():
            return "yes" if literal.value else "no"
