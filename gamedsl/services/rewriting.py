"""Other ways to write the same rules: a name for a formula, a formula in the place of its name, and an option in the place of a number.

The returned changes have not been tried: `changing.is_as_good` says whether the changed text has no new mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.diagnostics.model import Edit
from gamedsl.services.changing import Change
from gamedsl.services.declarations import walk_declarations
from gamedsl.services.names import locals_in, names_of
from gamedsl.services.workspace import View
from gamedsl.source import Span
from gamedsl.syntax.problems.wording import short
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk, walk_in_order

_MOST_USES = 20
"""The most places into which a formula is written."""
_WHOLE = (
    formulas.Name
    | formulas.Number
    | formulas.Attribute
    | formulas.Index
    | formulas.Apply
    | formulas.FlagLiteral
    | formulas.Me
    | formulas.NoneLiteral
)
"""Formulas that need no brackets anywhere."""


def extract(view: View, start: int, end: int) -> Change | None:
    """Returns the change that gives a formula among statements a name, on a line of its own above; None if the selected part is no such formula."""
    text = view.source.text
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start >= end:
        return None
    nodes = list(walk_in_order(view.file))
    is_formula = any(isinstance(n, formulas.Expr) and (n.span.start, n.span.end) == (start, end) for n in nodes)
    held = [n for n in nodes if isinstance(n, statements.Stmt) and n.span.start <= start and end <= n.span.end]
    if not is_formula or not held:
        return None
    statement = min(held, key=lambda one: one.span.end - one.span.start)
    begin = text.rfind("\n", 0, statement.span.start) + 1
    margin = text[begin : statement.span.start]
    if margin.strip():  # a statement on the line of its header has no line of its own
        return None
    name = free_name(text, "named")
    edits = (
        Edit(Span(view.path, begin, begin), f"{margin}let {name} = {text[start:end]}\n"),
        Edit(Span(view.path, start, end), name),
    )
    return Change(f"give `{short(text[start:end])}` a name", edits)


def free_name(text: str, stem: str) -> str:
    """Returns a name that does not occur in a text."""
    number, name = 1, stem
    while re.search(rf"\b{name}\b", text):
        number += 1
        name = f"{stem}_{number}"
    return name


def inline(view: View, start: int, end: int) -> Change | None:
    """Returns the change that replaces the name of a `let` by its formula; None if there is no `let`, or if its formula might mean something else there."""
    file = view.file
    for node in walk_in_order(file):
        if isinstance(node, statements.Suite):
            for at, stmt in enumerate(node.body):
                if isinstance(stmt, statements.LetStmt) and _is_at(stmt.name.span, start, end):
                    return _inline_statement(view, stmt, node.body[at + 1 : at + 2])
    for decl in walk_declarations(file.decls):
        if isinstance(decl, fields.Define) and not decl.params and _is_at(decl.name.span, start, end):
            return _inline_declaration(view, decl)
    return None


def _is_at(span: Span, start: int, end: int) -> bool:
    return span.start <= start and end <= span.end


def _inline_statement(view: View, let: statements.LetStmt, following: Sequence[statements.Stmt]) -> Change | None:
    """Writes the formula into the next statement, if it is used nowhere else: between the two nothing happens that could change its value."""
    uses = _uses(view, let.name)
    blocks = [node.span for stmt in following for node in walk(stmt) if isinstance(node, statements.Suite)]
    is_near = all(
        following[0].span.start <= use.start
        and use.end <= following[0].span.end
        and not any(use.begins_in(block) for block in blocks)
        for use in uses
        if following
    )
    if not uses or not following or not is_near:
        return None
    return _write_in_place(view, let.name.text, let.value, let.span, uses)


def _inline_declaration(view: View, let: fields.Define) -> Change | None:
    """Writes the formula into all places, if its names mean the same there."""
    uses = _uses(view, let.name)
    if not uses or len(uses) > _MOST_USES or any(use.source != view.path for use in uses):
        return None
    names = {node.id for node in walk(let.value) if isinstance(node, formulas.Name)}
    if any(isinstance(node, formulas.It) for node in walk(let.value)):
        return None
    for decl in walk_declarations(view.file.decls):
        holds = any(decl.span.start <= use.start < decl.span.end for use in uses)
        if holds and not names.isdisjoint(local.name for local in locals_in(decl)):
            return None
    return _write_in_place(view, let.name.text, let.value, let.span, uses)


def _uses(view: View, name: Ident) -> list[Span]:
    """Returns the places where a name is used, without its declaration."""
    names = names_of(view)
    own = names.at(view.path, name.span.start)
    return [] if own is None else [use.place for use in names.by_key[own.key] if use.place != name.span]


def _write_in_place(view: View, name: str, value: formulas.Expr, whole: Span, uses: Sequence[Span]) -> Change | None:
    text = view.source.text
    begin = text.rfind("\n", 0, whole.start) + 1
    end = text.find("\n", whole.end) + 1 or len(text)
    if text[begin : whole.start].strip() or text[whole.end : end].strip():
        return None  # its lines contain other code
    formula = text[value.span.start : value.span.end]
    if "\n" in formula or any(text[use.start : use.end] != name for use in uses):
        return None
    written = formula if isinstance(value, _WHOLE) else f"({formula})"
    edits = (Edit(Span(view.path, begin, end), ""), *(Edit(use, written) for use in uses))
    return Change(f"write `{short(formula)}` in place of `{name}`", edits)


def as_option(view: View, start: int, end: int) -> Change | None:
    """Returns the change that makes an option of a number, with the number as its usual value and the next one as another; None where that cannot be."""
    file = view.file
    games = [decl for decl in file.decls if isinstance(decl, declarations.Game)]
    numbers = [
        node
        for decl in file.decls
        if not isinstance(decl, declarations.Game | declarations.Option | example_lines.Example)
        for node in walk(decl)
        if isinstance(node, formulas.Number) and _is_at(node.span, start, end)
    ]
    if not games or not numbers:
        return None
    text, number = view.source.text, numbers[0]
    if text[number.span.start : number.span.end] != str(number.value):
        return None
    before = [decl for decl in file.decls if isinstance(decl, declarations.Option)] or games
    name = free_name(text, "number")
    at = text.find("\n", before[-1].span.end - 1) + 1 or len(text)
    gap = "" if isinstance(before[-1], declarations.Option) else "\n"
    line = f"{gap}option {name}: {number.value}, {number.value + 1}\n"
    edits = (Edit(Span(view.path, at, at), line), Edit(number.span, name))
    return Change(f"make an option of {number.value}", edits)


def rule_at(view: View, offset: int) -> str | None:
    """Returns the name of the phase, rule or action of a game around an offset."""
    file = view.file
    if not any(isinstance(decl, declarations.Game) for decl in file.decls):
        return None
    around = (decl for decl in walk_declarations(file.decls) if decl.span.start <= offset <= decl.span.end)
    return next((decl.name.text for decl in around if isinstance(decl, declarations.Phase | declarations.Rule)), None)
