"""Changes that an editor offers: corrections of findings, a name for a formula, and formulas in the place of names."""

from __future__ import annotations

import re

from gamedsl import pipeline
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel
from gamedsl.pipeline.fixing import apply_edits
from gamedsl.services.workspace import View, Workspace
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk_in_order
from gamedsl.values import frozen


@frozen
class Change:
    """A change of the text. `is_certain` if nothing else can be meant; `finding` is what it mends."""

    title: str
    edits: tuple[Edit, ...]
    is_certain: bool = False
    finding: Diagnostic | None = None


def corrections(view: View, start: int, end: int) -> list[Change]:
    """Returns the corrections of findings that touch a part of the file."""
    return [
        Change(fix.title, fix.edits, fix.level is FixLevel.CERTAIN, one)
        for one in view.report.diagnostics
        if one.primary.span.source == view.path and one.primary.span.start <= end and start <= one.primary.span.end
        for fix in one.fixes
        if _is_here(fix, view.path)
    ]


def _is_here(fix: Fix, path: str) -> bool:
    return bool(fix.edits) and all(edit.span.source == path for edit in fix.edits)


def corrected(view: View) -> str | None:
    """Returns the text with all certain corrections; None if there is none to make."""
    found = pipeline.corrected(view.source, view.read_with)
    return found.source.text if found.made else None


_NEW = "named"


def extract(view: View, start: int, end: int) -> Change | None:
    """Returns the change that gives a formula among statements a name, on a line of its own above; None if the selected part is no such formula."""
    text = view.source.text
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start >= end or view.path not in view.trees:
        return None
    nodes = list(walk_in_order(view.trees[view.path].tree))
    is_formula = any(isinstance(n, tree.Expr) and (n.span.start, n.span.end) == (start, end) for n in nodes)
    held = [n for n in nodes if isinstance(n, tree.Stmt) and n.span.start <= start and end <= n.span.end]
    if not is_formula or not held:
        return None
    statement = min(held, key=lambda one: one.span.end - one.span.start)
    begin = text.rfind("\n", 0, statement.span.start) + 1
    margin = text[begin : statement.span.start]
    if margin.strip():  # a statement behind the colon of a header has no line above it that is its own
        return None
    name = free_name(text, _NEW)
    edits = (
        Edit(Span(view.path, begin, begin), f"{margin}let {name} = {text[start:end]}\n"),
        Edit(Span(view.path, start, end), name),
    )
    return Change(f"give `{short(text[start:end])}` a name", edits) if is_as_good(view, edits) else None


def free_name(text: str, stem: str) -> str:
    """Returns a name that stands nowhere in a text."""
    number, name = 1, stem
    while re.search(rf"\b{name}\b", text):
        number += 1
        name = f"{stem}_{number}"
    return name


def short(text: str) -> str:
    """Returns a text as it fits into a title."""
    return text if len(text) <= 30 else f"{text[:29]}…"


def is_as_good(view: View, edits: tuple[Edit, ...]) -> bool:
    """Whether a text has no new mistake with these edits."""
    text = apply_edits(view.source.text, edits)
    apart = Workspace(
        view.workspace.more, dict(view.workspace.opened)
    )  # this may run beside questions about the present text
    after = apart.view_of(view.path, text)
    errors = [[one.code for one in look.report.diagnostics if one.code.startswith("E")] for look in (view, after)]
    return errors[0] == errors[1]
