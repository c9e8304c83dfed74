"""Describes the decisions of a game as text: the choices that are made together (`gamedsl check` prints it)."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import statements as statements_in
from gamedsl.graph.model import source_statements, statements
from gamedsl.semantics.model.checked import Checked


def decision_texts(checked: Checked) -> tuple[str, ...]:
    """Returns one line for each `choose` that opens a decision, e.g. `take_turn: from_tavern(t, s) | from_court(s)`."""
    made: list[str] = []
    bodies = [
        ("setup", checked.setup),
        *((p.name, p.each.body if p.each is not None else p.stmts) for p in checked.phases),
    ]
    bodies += [(r.name, _after_opening(r.body.stmts) if r.is_action else r.body.stmts) for r in checked.rules]
    for name, body in [*bodies, ("end", checked.end)]:
        made.extend(f"{name}{_choose(checked, c)}" for c in _chooses(body))
    return tuple(dict.fromkeys(made))


def decisions_of_phase(checked: Checked, name: str) -> tuple[str, ...]:
    """Returns the decisions of a phase, with those of the rules that it runs, e.g. `from_tavern(t, s) | from_court(s)`."""
    made: dict[str, None] = {}
    seen: set[int] = set()

    def look(body: tuple[source_statements.Stmt, ...]) -> None:
        for choose in _chooses(body):
            made[_choose(checked, choose).removeprefix(": ").removeprefix("(").removesuffix(")")] = None
        for stmt in statements_in(body):
            if isinstance(stmt, statements.CallRule) and stmt.rule not in seen:
                seen.add(stmt.rule)
                look(checked.rules[stmt.rule].body.stmts)

    for phase in checked.phases:
        if phase.name == name:
            look(phase.each.body if phase.each is not None else phase.stmts)
    return tuple(made)


def _after_opening(body: tuple[source_statements.Stmt, ...]) -> tuple[source_statements.Stmt, ...]:
    for i, stmt in enumerate(body):
        if isinstance(stmt, source_statements.Choose):
            return body[i + 1 :]
        if not isinstance(stmt, source_statements.Require | statements.SetLocal):
            return body[i:]
    return ()


def _chooses(body: tuple[source_statements.Stmt, ...]) -> Iterator[source_statements.Choose]:
    for stmt in body:
        match stmt:
            case source_statements.Choose():
                yield stmt
                yield from _chooses(stmt.otherwise or ())
            case statements.If():
                yield from _chooses(stmt.then)
                yield from _chooses(stmt.otherwise)
            case statements.For() | statements.Repeat() | source_statements.Each():
                yield from _chooses(stmt.body)
            case _:
                pass


def _choose(checked: Checked, choose: source_statements.Choose) -> str:
    own = [p.name for p in choose.parts if isinstance(p, statements.Select | statements.YesNo)]
    text = f"({', '.join(own)})" if own else ""
    if choose.menu is None:
        return text
    lines = " | ".join(_action(checked, line) for line in choose.menu)
    return f"{text}{' > ' if own else ': '}{lines}"


def _action(checked: Checked, line: statements.MenuLine) -> str:
    rule = checked.rules[line.rule]
    for stmt in rule.body.stmts:
        if isinstance(stmt, source_statements.Choose):
            return rule.name + _choose(checked, stmt)
        if not isinstance(stmt, source_statements.Require | statements.SetLocal):
            break
    return rule.name
