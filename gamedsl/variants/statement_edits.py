"""Edits the statements of one declaration: calls and requirements, at any depth."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk_in_order
from gamedsl.values import evolve

Requirement = tree.RequireStmt | tree.EnsureStmt

_Edit = Callable[[tree.Stmt], tuple[tree.Stmt, ...]]


def calls(suite: tree.Suite) -> tuple[tree.Ident, ...]:
    """Returns the names of the rules that are called, in source order."""
    found = (_callee(node.call) for node in walk_in_order(suite) if isinstance(node, tree.CallStmt))
    return tuple(tree.Ident(name.id, span=name.span) for name in found if name is not None)


def requirements(suite: tree.Suite) -> tuple[Requirement, ...]:
    """Returns the lines with `require` and `ensure`, also those of `choose` blocks, in source order."""
    return tuple(node for node in walk_in_order(suite) if isinstance(node, tree.RequireStmt | tree.EnsureStmt))


def with_call(suite: tree.Suite, insert: tree.Insert) -> tree.Suite:
    """Returns the statements with one more call, beside its anchor."""
    call = tree.CallStmt(insert.call, span=insert.call.span)

    def edit(stmt: tree.Stmt) -> tuple[tree.Stmt, ...]:
        if not isinstance(stmt, tree.CallStmt) or not _is_call(stmt.call, insert.anchor.text):
            return (stmt,)
        return (stmt, call) if insert.side == "after" else (call, stmt)

    return _edit(suite, edit)


def without_calls(suite: tree.Suite, name: str) -> tree.Suite:
    """Returns the statements without the calls of a rule, and without its menu lines."""

    def edit(stmt: tree.Stmt) -> tuple[tree.Stmt, ...]:
        match stmt:
            case tree.CallStmt() if _is_call(stmt.call, name):
                return ()
            case tree.Choose(menu=tree.Menu() as menu):
                lines = tuple(line for line in menu.lines if not _is_call(line.call, name))
                return (evolve(stmt, menu=evolve(menu, lines=lines)),)
            case _:
                return (stmt,)

    return _edit(suite, edit)


def with_requirement(suite: tree.Suite, old: Requirement, new: Requirement | None) -> tree.Suite:
    """Returns the statements with another requirement in the place of an old one, or with none."""

    def edit(stmt: tree.Stmt) -> tuple[tree.Stmt, ...]:
        match stmt:
            case tree.RequireStmt() | tree.EnsureStmt() if stmt is old:
                return () if new is None else (new,)
            case tree.Choose() if old in stmt.lines and isinstance(new, tree.RequireStmt | None):
                kept = ((new if line is old else line) for line in stmt.lines)
                return (evolve(stmt, lines=tuple(line for line in kept if line is not None)),)
            case _:
                return (stmt,)

    return _edit(suite, edit)


def _is_call(call: tree.Expr, name: str) -> bool:
    callee = _callee(call)
    return callee is not None and callee.id == name


def _callee(call: tree.Expr) -> tree.Name | None:
    callee = call.of if isinstance(call, tree.Apply) else call
    return callee if isinstance(callee, tree.Name) else None


def _edit(suite: tree.Suite, edit: _Edit) -> tree.Suite:
    """Applies the edit to each statement of the block, inner ones first."""
    return evolve(suite, body=tuple(new for stmt in suite.body for new in edit(_edit_inside(stmt, edit))))


def _edit_inside(stmt: tree.Stmt, edit: _Edit) -> tree.Stmt:
    match stmt:
        case tree.If():
            arms = tuple((condition, _edit(body, edit)) for condition, body in stmt.arms)
            return evolve(stmt, arms=arms, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case tree.Match():
            cases = tuple(evolve(arm, body=_edit(arm.body, edit)) for arm in stmt.arms)
            return evolve(stmt, arms=cases, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case tree.For() | tree.Each() | tree.Repeat() | tree.As():
            return evolve(stmt, body=_edit(stmt.body, edit))
        case tree.Choose():
            return evolve(stmt, otherwise=_edit_otherwise(stmt.otherwise, edit))
        case _:
            return stmt


def _edit_otherwise(suite: tree.Suite | None, edit: _Edit) -> tree.Suite | None:
    return None if suite is None else _edit(suite, edit)
