"""Changes single lines of a declaration: calls, requirements, phases of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from gamedsl.semantics.problems.names import WrongSort
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.variants import Change, SeveralTargets
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import evolve
from gamedsl.variants.touches import Deed, Path
from gamedsl.variants.work import Work, find, names_to_suggest, note, unknown

_ADD = {"before": Change.ADD_BEFORE, "after": Change.ADD_AFTER}


def insert_call(work: Work, change: declarations.Insert) -> None:
    """Adds a call beside another one, or a phase beside another one."""
    part = change.part.text
    if not note(work, (part, f"{change.side} {change.anchor.text}"), Deed.INSERT, change.span, part):
        return
    at = find(work, part)
    if at is None:
        unknown(work, change.part, Change.ADD_TO, names_to_suggest(work))
        return
    decl = work.decls[at]
    match decl:
        case declarations.Rounds():
            _insert_phase(work, at, decl, change)
        case _ if isinstance(decl, declarations.WithBody):
            if _is_there_once(work, change.anchor, _ADD[change.side], change.part, calls(decl.body)):
                work.decls[at] = evolve(decl, body=_with_call(decl.body, change))
        case _:
            work.problems.append(WrongSort(change.part.span, part, Thing.NO_RULE, Thing.EXTENSIBLE))


def _insert_phase(work: Work, at: int, rounds: declarations.Rounds, change: declarations.Insert) -> None:
    """Inserts a phase into `rounds`, before or after another one."""
    names = [entry.name for entry in rounds.phases]
    if not isinstance(change.call, formulas.Name):
        work.problems.append(WrongSort(change.call.span, "this", Thing.FORMULA, Thing.PHASE))
    elif _is_there_once(work, change.anchor, _ADD[change.side], change.part, names):
        new = declarations.RoundEntry(Ident(change.call.id, span=change.call.span), None, None, span=change.call.span)
        place = [name.text for name in names].index(change.anchor.text) + (1 if change.side == "after" else 0)
        work.decls[at] = evolve(rounds, phases=(*rounds.phases[:place], new, *rounds.phases[place:]))


def _is_there_once(
    work: Work, name: Ident, change: Change, part: Ident, known: Sequence[Ident], path: Path = ()
) -> bool:
    """Whether exactly one of the known names is equal to the name; if not, reports that. `path` is the path that another file may have removed, if it
    differs from the name."""
    places = tuple(other.span for other in known if other.text == name.text)
    if not places:
        names = tuple(dict.fromkeys(other.text for other in known))
        unknown(work, name, change, names, path)
    elif len(places) > 1:
        work.problems.append(SeveralTargets(name.span, name.text, change, part.text, places))
    return len(places) == 1


def change_requirement(work: Work, change: declarations.ReplaceRequirement | declarations.RemoveRequirement) -> None:
    """Replaces or removes a `require` or `ensure` by its name."""
    word, name, new = _split_change(change)
    deed = Deed.LINE if new is not None else Deed.REMOVE
    what = f"{word} {name.text} in {change.part.text}"
    if not note(work, (change.part.text, f"{word} {name.text}"), deed, change.span, what):
        return
    at = find(work, change.part.text)
    changed = with_changed_requirement(work, change, None if at is None else work.decls[at])
    if at is not None and changed is not None:
        work.decls[at] = changed


def with_changed_requirement(
    work: Work, change: declarations.ReplaceRequirement | declarations.RemoveRequirement, decl: declarations.Decl | None
) -> declarations.Decl | None:
    """Returns the declaration with one requirement replaced or removed; None after a reported problem."""
    word, name, new = _split_change(change)
    deed = Change.REMOVE if new is None else Change.REPLACE
    if decl is None:
        unknown(work, change.part, Change.CHANGE, names_to_suggest(work))
        return None
    if not isinstance(decl, declarations.WithBody):
        problem = WrongSort(change.part.span, change.part.text, Thing.NO_STATEMENTS, Thing.HOLDS_STATEMENTS)
        work.problems.append(problem)
        return None
    lines = requirements(decl.body)
    same = [line for line in lines if isinstance(line, _DEMANDED[word])]
    if any(line.name.text == name.text for line in lines) and not any(line.name.text == name.text for line in same):
        is_, needed = (Thing.ENSURE_LINE, Thing.REQUIRE_LINE)[:: 1 if word == "require" else -1]
        work.problems.append(WrongSort(name.span, name.text, is_, needed))
        return None
    if not _is_there_once(
        work, name, deed, change.part, [line.name for line in same], (change.part.text, f"{word} {name.text}")
    ):
        return None
    old = next(line for line in same if line.name.text == name.text)
    return evolve(decl, body=_with_requirement(decl.body, old, new))


_DEMANDED: dict[Literal["require", "ensure"], type[Requirement]] = {
    "require": statements.RequireStmt,
    "ensure": statements.EnsureStmt,
}


def _split_change(
    change: declarations.ReplaceRequirement | declarations.RemoveRequirement,
) -> tuple[Literal["require", "ensure"], Ident, Requirement | None]:
    """Returns the word and the name of a requirement, and its replacement."""
    match change:
        case declarations.ReplaceRequirement(new=new):
            return "ensure" if isinstance(new, statements.EnsureStmt) else "require", new.name, new
        case declarations.RemoveRequirement():
            return change.word, change.name, None


def without(decl: declarations.Decl, name: str) -> declarations.Decl:
    """Returns a declaration without calls and menu lines of a removed rule, or without a removed phase."""
    match decl:
        case declarations.Rounds():
            return evolve(decl, phases=tuple(p for p in decl.phases if p.name.text != name))
        case _ if isinstance(decl, declarations.WithBody):
            return evolve(decl, body=without_calls(decl.body, name))
        case _:
            return decl


Requirement = statements.RequireStmt | statements.EnsureStmt

_Edit = Callable[[statements.Stmt], tuple[statements.Stmt, ...]]


def calls(suite: statements.Suite) -> tuple[Ident, ...]:
    """Returns the names of the rules that are called, in source order."""
    found = (_callee(node.call) for node in walk_in_order(suite) if isinstance(node, statements.CallStmt))
    return tuple(Ident(name.id, span=name.span) for name in found if name is not None)


def requirements(suite: statements.Suite) -> tuple[Requirement, ...]:
    """Returns the lines with `require` and `ensure`, including those in `choose` blocks, in source order."""
    return tuple(
        node for node in walk_in_order(suite) if isinstance(node, statements.RequireStmt | statements.EnsureStmt)
    )


def _with_call(suite: statements.Suite, insert: declarations.Insert) -> statements.Suite:
    """Inserts a call before or after the call that the change names."""
    call = statements.CallStmt(insert.call, span=insert.call.span)

    def edit(stmt: statements.Stmt) -> tuple[statements.Stmt, ...]:
        if not isinstance(stmt, statements.CallStmt) or not _is_call(stmt.call, insert.anchor.text):
            return (stmt,)
        return (stmt, call) if insert.side == "after" else (call, stmt)

    return _edit(suite, edit)


def without_calls(suite: statements.Suite, name: str) -> statements.Suite:
    """Returns the statements without the calls of a rule, and without its menu lines."""

    def edit(stmt: statements.Stmt) -> tuple[statements.Stmt, ...]:
        match stmt:
            case statements.CallStmt() if _is_call(stmt.call, name):
                return ()
            case statements.Choose(menu=statements.Menu() as menu):
                lines = tuple(line for line in menu.lines if not _is_call(line.call, name))
                return (evolve(stmt, menu=evolve(menu, lines=lines)),)
            case _:
                return (stmt,)

    return _edit(suite, edit)


def _with_requirement(suite: statements.Suite, old: Requirement, new: Requirement | None) -> statements.Suite:
    """Returns the statements with another requirement in the place of an old one, or with none."""

    def edit(stmt: statements.Stmt) -> tuple[statements.Stmt, ...]:
        match stmt:
            case statements.RequireStmt() | statements.EnsureStmt() if stmt is old:
                return () if new is None else (new,)
            case statements.Choose() if old in stmt.lines and isinstance(new, statements.RequireStmt | None):
                kept = ((new if line is old else line) for line in stmt.lines)
                return (evolve(stmt, lines=tuple(line for line in kept if line is not None)),)
            case _:
                return (stmt,)

    return _edit(suite, edit)


def _is_call(call: formulas.Expr, name: str) -> bool:
    callee = _callee(call)
    return callee is not None and callee.id == name


def _callee(call: formulas.Expr) -> formulas.Name | None:
    callee = call.of if isinstance(call, formulas.Apply) else call
    return callee if isinstance(callee, formulas.Name) else None


def _edit(suite: statements.Suite, edit: _Edit) -> statements.Suite:
    """Applies the edit to each statement of the block, inner ones first."""
    return evolve(suite, body=tuple(new for stmt in suite.body for new in edit(_edit_inside(stmt, edit))))


def _edit_inside(stmt: statements.Stmt, edit: _Edit) -> statements.Stmt:
    match stmt:
        case statements.If():
            arms = tuple((condition, _edit(body, edit)) for condition, body in stmt.arms)
            return evolve(stmt, arms=arms, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case statements.Match():
            cases = tuple(evolve(arm, body=_edit(arm.body, edit)) for arm in stmt.arms)
            return evolve(stmt, arms=cases, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case statements.For() | statements.Each() | statements.Repeat() | statements.As():
            return evolve(stmt, body=_edit(stmt.body, edit))
        case statements.Choose():
            return evolve(stmt, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case _:
            return stmt


def _edit_otherwise(suite: statements.Suite | None, edit: _Edit) -> statements.Suite | None:
    return None if suite is None else _edit(suite, edit)
