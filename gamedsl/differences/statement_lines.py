"""Writes statements as lines: a block is a line for its head, followed by its lines one level deeper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.differences.source_text import SourceText
from gamedsl.differences.things import Line
from gamedsl.syntax.tree import formulas, statements

Lines = Iterator[Line]
_SELECTIONS = statements.Selection | statements.LetStmt | statements.RequireStmt


def suite_lines(text: SourceText, suite: statements.Suite, depth: int = 0) -> Lines:
    """Yields the statements of a block. The sentence of the outermost block is not among them."""
    if depth and suite.doc is not None:
        yield Line(depth, ("sentence", suite.doc), f'"{suite.doc}"')
    for statement in suite.body:
        yield from _statement(text, statement, depth)


def formula_lines(text: SourceText, formula: formulas.Expr, depth: int = 0) -> Lines:
    """Yields a formula: one line, or one for each case of a `match`."""
    if isinstance(formula, formulas.MatchExpr):
        yield Line(depth, ("match", formula.subject), f"match {text.of(formula.subject)}:")
        yield from _cases(text, formula, depth + 1)
    else:
        yield Line(depth, formula, text.of(formula))


def _cases(text: SourceText, formula: formulas.MatchExpr, depth: int) -> Lines:
    for values, result in formula.arms:
        yield from _result(text, _join(text, values), result, ("case", values), depth)
    if formula.otherwise is not None:
        yield from _result(text, "else", formula.otherwise, ("else",), depth)


def _result(text: SourceText, head: str, result: formulas.Expr, key: object, depth: int) -> Lines:
    if isinstance(result, formulas.MatchExpr):
        yield Line(depth, (key, "match", result.subject), f"{head}: match {text.of(result.subject)}:")
        yield from _cases(text, result, depth + 1)
    else:
        yield Line(depth, (key, result), f"{head}: {text.of(result)}")


def _join(text: SourceText, parts: Sequence[formulas.Expr]) -> str:
    return ", ".join(text.of(part) for part in parts)


# ---------------------------------------------------------------- statements


def _statement(text: SourceText, node: statements.Stmt, depth: int) -> Lines:
    match node:
        case statements.If():
            yield from _write_if(text, node, depth)
        case statements.Match():
            yield from _match(text, node, depth)
        case statements.For(names, source, body):
            head = f"for {', '.join(name.text for name in names)} in {text.of(source)}"
            yield from _block(text, head, ("for", names, source), body, depth)
        case statements.Each(clause, body):
            yield from _block(text, text.clause(clause), clause, body, depth)
        case statements.Repeat(limit, until, body):
            said = [text.of(part) for part in (limit,) if part is not None]
            said += [] if until is None else [f"until {text.of(until)}"]
            yield from _block(text, " ".join(("repeat", *said)), ("repeat", limit, until), body, depth)
        case statements.As(who, body):
            yield from _block(text, f"as {text.of(who)}", ("as", who), body, depth)
        case statements.Choose():
            yield from _choose(text, node, depth)
        case statements.Roll(lines):
            yield from _roll(text, lines, depth)
        case statements.LetStmt(name, formulas.MatchExpr() as formula):
            yield from _write_long(text, f"let {name.text} =", ("let", name), formula, depth)
        case statements.Assign(op, target, formulas.MatchExpr() as formula):
            yield from _write_long(text, f"{text.of(target)} {op}", ("assign", op, target), formula, depth)
        case statements.RequireStmt() | statements.EnsureStmt():
            yield Line(depth, node, _demand(text, node))
        case _:
            yield Line(depth, node, text.of(node))


def _demand(text: SourceText, node: statements.RequireStmt | statements.EnsureStmt) -> str:
    """Returns a requirement, also one changed by a variant: `require dry: log < 900 "Wet."`"""
    word = "require" if isinstance(node, statements.RequireStmt) else "ensure"
    return f"{word} {node.name.text}: {text.of(node.condition)}" + (f' "{node.why}"' if node.why is not None else "")


def _block(text: SourceText, head: str, key: object, body: statements.Suite, depth: int) -> Lines:
    yield Line(depth, key, f"{head}:")
    yield from suite_lines(text, body, depth + 1)


def _write_long(text: SourceText, head: str, key: object, formula: formulas.MatchExpr, depth: int) -> Lines:
    yield Line(depth, (key, formula.subject), f"{head} match {text.of(formula.subject)}:")
    yield from _cases(text, formula, depth + 1)


def _write_if(text: SourceText, node: statements.If, depth: int) -> Lines:
    for number, (condition, body) in enumerate(node.arms):
        word = "else if" if number else "if"
        yield from _block(text, f"{word} {text.of(condition)}", (word, condition), body, depth)
    if node.otherwise is not None:
        yield from _block(text, "else", ("else",), node.otherwise, depth)


def _match(text: SourceText, node: statements.Match, depth: int) -> Lines:
    yield Line(depth, ("match", node.subject), f"match {text.of(node.subject)}:")
    for arm in node.arms:
        yield from _block(text, _join(text, arm.values), ("case", arm.values), arm.body, depth + 1)
    if node.otherwise is not None:
        yield from _block(text, "else", ("else",), node.otherwise, depth + 1)


def _choose(text: SourceText, node: statements.Choose, depth: int) -> Lines:
    key = ("choose", node.may, node.if_able, node.condition, node.unseen)
    may = "may " if node.may else ""
    if node.condition is not None:
        may = f"may if {text.of(node.condition)} "
    unseen = ", seen by nobody" if node.unseen else ""
    end = f"{' if able' if node.if_able else ''}{unseen}:"
    if len(node.lines) == 1 and node.menu is None and not node.unseen:
        line = f"{may}choose{' if able' if node.if_able else ''} {_selection(text, node.lines[0])}"
        yield Line(depth, (key, node.lines[0]), line)
    elif node.lines:
        yield Line(depth, key, f"{may}choose{end}")
        yield from _selections(text, node.lines, depth + 1)
        if node.menu is not None:
            yield Line(depth + 1, ("then one",), "then one:")
            yield from _menu(text, node.menu, depth + 2)
    elif node.menu is not None:
        yield Line(depth, (key, "one"), f"{may}choose{' if able' if node.if_able else ''} one{unseen}:")
        yield from _menu(text, node.menu, depth + 1)
    if node.otherwise is not None:
        yield from _block(text, "else", ("else",), node.otherwise, depth)


def _roll(text: SourceText, lines: Sequence[_SELECTIONS], depth: int) -> Lines:
    if len(lines) == 1:
        yield Line(depth, ("roll", lines[0]), f"roll {_selection(text, lines[0])}")
    else:
        yield Line(depth, ("roll",), "roll:")
        yield from _selections(text, lines, depth + 1)


def _selections(text: SourceText, lines: Sequence[_SELECTIONS], depth: int) -> Lines:
    for line in lines:
        yield Line(depth, line, _selection(text, line))


def _selection(text: SourceText, line: _SELECTIONS) -> str:
    return _demand(text, line) if isinstance(line, statements.RequireStmt) else text.of(line)


def _menu(text: SourceText, menu: statements.Menu, depth: int) -> Lines:
    for line in menu.lines:
        yield Line(depth, line, text.of(line))
