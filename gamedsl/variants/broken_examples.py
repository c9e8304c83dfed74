"""Handles `remove examples broken by points`: finds the changes of a file that such a line names. Running an example shows whether it fails because of them."""

from __future__ import annotations

from gamedsl.semantics.model.merged import Changed, ExampleRemoval
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.syntax.tree import declarations
from gamedsl.variants.touches import Deed, Touch
from gamedsl.variants.work import Missing, Work


def remove_broken(work: Work, change: declarations.RemoveBroken) -> None:
    """Records the line; the changes that it names may follow below it."""
    name = _name_target(change)
    work.touches.note(Touch(work.file, (name,), Deed.REMOVE, change.span, name, frozenset(), change, work.when))
    work.removals.append(ExampleRemoval(work.file, change))


def changes_by_file(work: Work) -> tuple[Changed, ...]:
    """Returns the changes of each file, by name, once all files are applied. Reports lines that name something their file does not change."""
    touched = [t for t in work.touches.every if not isinstance(t.change, declarations.RemoveBroken)]
    found = tuple(Changed(t.file, t.path[0], t.change) for t in touched if t.change is not None)
    for removal in work.removals:
        name = removal.line.name
        known = tuple(dict.fromkeys(c.name for c in found if c.file == removal.file))
        if name.text not in known:
            problem = UnknownTarget(name.span, name.text, Change.BREAK, known)
            work.missing.append(Missing(problem, removal.line.span, removal.file, (_name_target(removal.line),), True))
    return found


def _name_target(line: declarations.RemoveBroken) -> str:
    return f"examples broken by {line.name.text}"
