"""What a merge has made so far: the declarations, what is wrong with them, and which file has changed what."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.formulas.conditions import Conditions
from gamedsl.semantics.model.merged import ScriptedSeat
from gamedsl.semantics.problems.problems import Conflict, Problem
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax import tree
from gamedsl.values import define, field


@define
class Touch:
    """Who last touched a name."""

    file: str
    span: Span


@define(eq=False)
class Work:
    """The merge of one setup."""

    setup: Setup
    known: Conditions
    decls: list[tree.Decl]
    ancestors: dict[str, frozenset[str]]
    problems: list[Problem] = field(factory=list)
    sets: list[tuple[bool, tree.SetValue | tree.SetCopies]] = field(factory=list)
    seats: dict[str, ScriptedSeat] = field(factory=dict)
    touched: dict[str, list[Touch]] = field(factory=dict)
    touched_inside: dict[str, list[Touch]] = field(factory=dict)
    """Changes of single lines, by the declaration that holds them."""
    names: dict[str, str] = field(factory=dict)
    """What the files are called as games or variants."""
    joining: Span = NOWHERE
    """The name of the variant that joins them all."""
    conditional: frozenset[str] = frozenset()
    """Seats that are declared with a condition: a declaration of theirs without one only extends them."""


def touch(work: Work, file: str, what: str, span: Span) -> None:
    """Notes a change; a conflict if another file that is no ancestor has changed it too, or a line in it, and nothing has settled it."""
    _report_conflicts(work, file, what, span, work.touched.get(what, []))
    _report_conflicts(work, file, what, span, work.touched_inside.get(what, []))
    work.touched.setdefault(what, []).append(Touch(file, span))


def touch_inside(work: Work, file: str, part: str, what: str, span: Span) -> bool:
    """Notes a change of a line in `part`; a conflict also if another file changes the part as a whole. False if one has: the line that is meant may be
    gone."""
    is_whole = not _report_conflicts(work, file, part, span, work.touched.get(part, []))
    work.touched_inside.setdefault(part, []).append(Touch(file, span))
    touch(work, file, what, span)
    return is_whole


def _report_conflicts(work: Work, file: str, what: str, span: Span, touches: Iterable[Touch]) -> bool:
    """Whether there are conflicts, which are reported."""
    before = len(work.problems)
    for other in touches:
        if other.file == file or other.file in work.ancestors.get(file, frozenset()):
            continue
        names = (work.names.get(other.file, other.file), work.names.get(file, file))
        work.problems.append(Conflict(work.joining, what, other.span, span, *names))
    return len(work.problems) > before


def name_of(decl: tree.Decl) -> tree.Ident | None:
    """The name that a declaration declares; the skeleton's parts are called like their words."""
    match decl:
        case tree.Setup():
            return tree.Ident("setup", span=decl.span)
        case tree.Rounds():
            return tree.Ident("rounds", span=decl.span)
        case tree.End():
            return tree.Ident("end", span=decl.span)
        case tree.Ranking():
            return tree.Ident("ranking", span=decl.span)
        case tree.Ends() | tree.Fields() | tree.When():
            return None
        case _:
            return decl.name


def known_names(work: Work) -> tuple[str, ...]:
    """What a change can name, for suggestions."""
    names = [n.text for d in work.decls if (n := name_of(d)) is not None]
    names += [m.name.text for d in work.decls if isinstance(d, tree.Fields) for m in d.members]
    return tuple(sorted(set(names)))


def find(work: Work, name: str) -> int | None:
    """Where the declaration with this name is."""
    for i, decl in enumerate(work.decls):
        found = name_of(decl)
        if found is not None and found.text == name:
            return i
    return None
