"""Makes the table of everything that changes with the number of players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import add, eq, ge, gt, le, lt, mul, ne, sub

from gamedsl.rulebook.changes import when_place
from gamedsl.rulebook.model import Table, mark_name, sentence_of_doc, small
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.statements import suite_steps
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import frozen

_TESTS = {"is": eq, "is not": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_NUMBERS = {"+": add, "-": sub, "*": mul}


@frozen
class AtTable:
    """The numbers of people, and of players including the scripted seats if that is known."""

    people: int
    players: int | None


def players_table(
    say: Formulas,
    decls: Sequence[declarations.Decl],
    seats: Sequence[declarations.Seat],
    whens: Sequence[declarations.When],
    numbers: range,
) -> Table | None:
    """Makes a table with a row for each amount that depends only on the number of players, and a column for each number of players; None if no amount does."""
    rows = [
        (label, *cells)
        for label, cells in dict(_rows(say, decls, seats, whens, numbers)).items()
        if len(set(cells)) > 1
    ]
    if not rows or len(numbers) < 2:
        return None
    return Table(("players", *map(str, numbers)), tuple(rows))


def _rows(
    say: Formulas,
    decls: Sequence[declarations.Decl],
    seats: Sequence[declarations.Seat],
    whens: Sequence[declarations.When],
    numbers: range,
) -> Iterator[tuple[str, tuple[str, ...]]]:
    tables = [at_the_table(seats, number) for number in numbers]
    for seat in seats:
        if seat.condition is not None and re.search(r"\b(players|people|persons)\b", sentence_of_doc(seat.doc)) is None:
            answers = tuple(evaluate(seat.condition, n) for n in tables)
            yield f"{mark_name(seat.name.text)} plays", tuple(map(_value_text, answers))
    for when in whens:
        answers = tuple(evaluate(when.condition, n) for n in tables)
        # A heading with a number of players tells itself when its changes apply.
        if None not in answers and not any(node == formulas.Name("players") for node in walk_in_order(when.condition)):
            yield f"the changes under “When {when_place(say, when)}”", tuple(map(_value_text, answers))
    for decl in decls:
        match decl:
            case declarations.Phase() if decl.body.doc:
                pass  # the sentence tells it
            case declarations.Setup() | declarations.Rule() if re.search(
                r"\b(players|people|persons)\b", sentence_of_doc(decl.body.doc)
            ):
                pass  # So does a sentence with numbers of players.
            case declarations.Setup() | declarations.Rule() | declarations.Phase():
                yield from _conditions(say, decl, tables)
            case _:
                pass


def _conditions(
    say: Formulas, decl: declarations.Decl, tables: Sequence[AtTable]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in walk_in_order(decl):
        match node:
            case statements.If(arms=arms):
                for condition, body in arms:
                    answers = tuple(evaluate(condition, n) for n in tables)
                    if None not in answers:
                        label = " ".join(step.text for step in suite_steps(say, body))
                        yield small(label.removesuffix(".")), tuple(map(_value_text, answers))
            case statements.LetStmt(name, value):
                answers = tuple(evaluate(value, n) for n in tables)
                if None not in answers:
                    yield mark_name(name.text), tuple(map(_value_text, answers))
            case _:
                pass


def _value_text(value: int | None) -> str:
    if value is None:
        return "?"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def at_the_table(seats: Sequence[declarations.Seat], people: int) -> AtTable:
    """Counts the people and the scripted seats that play with them, as far as the number of people decides it."""
    there = [True if seat.condition is None else evaluate(seat.condition, AtTable(people, None)) for seat in seats]
    known = [bool(one) for one in there if one is not None]
    return AtTable(people, people + sum(known) if len(known) == len(there) else None)


def evaluate(node: formulas.Expr, table: AtTable) -> int | None:
    """Evaluates a formula for these numbers; None if it depends on anything else."""
    match node:
        case formulas.Number(value) | formulas.FlagLiteral(value):
            return value
        case formulas.Name("humans"):
            return table.people
        case formulas.Apply(formulas.Name("count"), (formulas.Name("players"),)):
            return table.players
        case formulas.Unary("not", operand):
            inner = evaluate(operand, table)
            return None if inner is None else not inner
        case formulas.Ternary(condition, yes, no):
            test = evaluate(condition, table)
            return None if test is None else evaluate(yes if test else no, table)
        case formulas.Binary(op, left, right):
            return _combine(op, evaluate(left, table), evaluate(right, table))
        case _:
            return None


def _combine(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if op in _TESTS:
        return bool(_TESTS[op](left, right))
    if op in _NUMBERS:
        return int(_NUMBERS[op](left, right))
    if op in ("and", "or"):
        return bool(left and right) if op == "and" else bool(left or right)
    return None
