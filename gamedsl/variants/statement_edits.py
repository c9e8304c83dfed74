"""Edits the statements of one declaration: calls and requirements, at any depth."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import evolve

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


def with_call(suite: statements.Suite, insert: declarations.Insert) -> statements.Suite:
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


def with_requirement(suite: statements.Suite, old: Requirement, new: Requirement | None) -> statements.Suite:
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
