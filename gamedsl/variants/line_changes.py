"""Changes of single lines of a declaration: calls, requirements, phases of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gamedsl.semantics.problems.problems import SeveralTargets, UnknownTarget, WrongSort
from gamedsl.semantics.problems.terms import Change, Thing
from gamedsl.syntax import tree
from gamedsl.values import evolve
from gamedsl.variants.statement_edits import (
    Requirement,
    calls,
    requirements,
    with_call,
    with_requirement,
    without_calls,
)
from gamedsl.variants.work import Work, find, known_names, touch_inside

_ADD = {"before": Change.ADD_BEFORE, "after": Change.ADD_AFTER}


def insert_call(work: Work, file: str, change: tree.Insert) -> None:
    """Adds a call beside another one, or a phase beside another one."""
    at = find(work, change.part.text)
    if at is None:
        work.problems.append(UnknownTarget(change.part.span, change.part.text, Change.ADD_TO, known_names(work)))
        return
    where = f"{change.part.text}: {change.side} {change.anchor.text}"
    if not touch_inside(work, file, change.part.text, where, change.span):
        return
    decl = work.decls[at]
    if isinstance(decl, tree.Rounds):
        if isinstance(change.call, tree.Name):
            new = tree.RoundEntry(tree.Ident(change.call.id, span=change.call.span), None, None, span=change.call.span)
            phases = _placed(decl.phases, new, change)
            if phases is not None:
                work.decls[at] = evolve(decl, phases=tuple(phases))
                return
        work.problems.append(
            UnknownTarget(
                change.anchor.span, change.anchor.text, _ADD[change.side], tuple(p.name.text for p in decl.phases)
            )
        )
        return
    if not isinstance(decl, tree.Setup | tree.Phase | tree.Rule | tree.Whenever | tree.End):
        work.problems.append(WrongSort(change.part.span, change.part.text, Thing.NO_RULE, Thing.EXTENSIBLE))
        return
    if _is_there_once(work, change.anchor, _ADD[change.side], change.part, calls(decl.body)):
        work.decls[at] = evolve(decl, body=with_call(decl.body, change))


def _is_there_once(work: Work, name: tree.Ident, change: Change, part: tree.Ident, known: Sequence[tree.Ident]) -> bool:
    """Whether one of the known names is meant; if none or several, that is reported."""
    places = tuple(other.span for other in known if other.text == name.text)
    if not places:
        names = tuple(dict.fromkeys(other.text for other in known))
        work.problems.append(UnknownTarget(name.span, name.text, change, names))
    elif len(places) > 1:
        work.problems.append(SeveralTargets(name.span, name.text, change, part.text, places))
    return len(places) == 1


def _placed(
    entries: tuple[tree.RoundEntry, ...], new: tree.RoundEntry, change: tree.Insert
) -> list[tree.RoundEntry] | None:
    names = [entry.name.text for entry in entries]
    if change.anchor.text not in names:
        return None
    at = names.index(change.anchor.text) + (1 if change.side == "after" else 0)
    return [*entries[:at], new, *entries[at:]]


def change_requirement(work: Work, file: str, change: tree.ReplaceRequirement | tree.RemoveRequirement) -> None:
    """Replaces or removes a `require` or `ensure` by its name."""
    word, name, _ = _demanded(change)
    if not touch_inside(work, file, change.part.text, f"{word} {name.text} in {change.part.text}", change.span):
        return
    at = find(work, change.part.text)
    new = _with_changed_requirement(work, change, None if at is None else work.decls[at])
    if at is not None and new is not None:
        work.decls[at] = new


def _with_changed_requirement(
    work: Work, change: tree.ReplaceRequirement | tree.RemoveRequirement, decl: tree.Decl | None
) -> tree.Decl | None:
    """The declaration with another requirement, or without it; None after a reported problem."""
    word, name, new = _demanded(change)
    deed = Change.REMOVE if new is None else Change.REPLACE
    if decl is None:
        work.problems.append(UnknownTarget(change.part.span, change.part.text, Change.CHANGE, known_names(work)))
        return None
    if not isinstance(decl, tree.Setup | tree.Phase | tree.Rule | tree.Whenever | tree.End):
        problem = WrongSort(change.part.span, change.part.text, Thing.NO_STATEMENTS, Thing.HOLDS_STATEMENTS)
        work.problems.append(problem)
        return None
    lines = requirements(decl.body)
    same = [line for line in lines if isinstance(line, _DEMANDED[word])]
    if any(line.name.text == name.text for line in lines) and not any(line.name.text == name.text for line in same):
        is_, needed = (Thing.ENSURE_LINE, Thing.REQUIRE_LINE)[:: 1 if word == "require" else -1]
        work.problems.append(WrongSort(name.span, name.text, is_, needed))
        return None
    if not _is_there_once(work, name, deed, change.part, [line.name for line in same]):
        return None
    old = next(line for line in same if line.name.text == name.text)
    return evolve(decl, body=with_requirement(decl.body, old, new))


_DEMANDED: dict[Literal["require", "ensure"], type[Requirement]] = {
    "require": tree.RequireStmt,
    "ensure": tree.EnsureStmt,
}


def _demanded(
    change: tree.ReplaceRequirement | tree.RemoveRequirement,
) -> tuple[Literal["require", "ensure"], tree.Ident, Requirement | None]:
    """The word and the name of a requirement, and what replaces it."""
    match change:
        case tree.ReplaceRequirement(new=new):
            return "ensure" if isinstance(new, tree.EnsureStmt) else "require", new.name, new
        case tree.RemoveRequirement():
            return change.word, change.name, None


def without(decl: tree.Decl, name: str) -> tree.Decl:
    """A declaration without calls and menu lines of a removed rule, or without a removed phase."""
    match decl:
        case tree.Rounds():
            return evolve(decl, phases=tuple(p for p in decl.phases if p.name.text != name))
        case tree.Setup() | tree.Phase() | tree.Rule() | tree.Whenever() | tree.End():
            return evolve(decl, body=without_calls(decl.body, name))
        case _:
            return decl


def with_own_requirement(
    work: Work, replaced: list[tree.Decl], change: tree.ReplaceRequirement | tree.RemoveRequirement
) -> list[tree.Decl]:
    """What a seat replaces, with a rule of its own in which one requirement is changed."""
    at = find(work, change.part.text)
    own = next((d for d in replaced if isinstance(d, tree.Rule | tree.Phase) and d.name.text == change.part.text), None)
    base = own if own is not None or at is None else work.decls[at]
    if isinstance(base, tree.Setup | tree.Whenever | tree.End):
        work.problems.append(WrongSort(change.part.span, change.part.text, Thing.NO_RULE, Thing.RULE_OR_ACTION))
        return replaced
    new = _with_changed_requirement(work, change, base)
    return replaced if new is None else [*(d for d in replaced if d is not own), new]
