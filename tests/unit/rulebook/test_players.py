"""What conditions come to at tables with other numbers of players, with a scripted seat where two people play."""

from __future__ import annotations

import pytest

from gamedsl.rulebook.box.players import at_the_table, evaluate
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import declarations, fields


@pytest.mark.parametrize(
    ("formula", "values"),
    [
        ("humans", (2, 3)),
        ("count(players)", (3, 3)),
        ("humans is 2", (True, False)),
        ("humans is not 2", (False, True)),
        ("humans < 3", (True, False)),
        ("humans >= 3", (False, True)),
        ("not (humans > 2)", (True, False)),
        ("humans > 1 and humans < 3", (True, False)),
        ("humans < 3 or humans > 3", (True, False)),
        ("3 * humans + 1", (7, 10)),
        ("humans - 1", (1, 2)),
        ("5 if humans is 2 else 4", (5, 4)),
        ("pot + humans", (None, None)),
        ("humans if pot > 3 else 1", (None, None)),
    ],
)
def test_formulas_of_the_number_of_players(formula: str, values: tuple[int | None, ...]) -> None:
    text = f"seat Robot when humans is 2:\n    coins = 0\n\nlet found = {formula}\n"
    robot, define = parse(Source("x", text)).tree.decls
    assert isinstance(robot, declarations.Seat)
    assert isinstance(define, fields.Define)
    found = [evaluate(define.value, at_the_table((robot,), people)) for people in (2, 3)]
    assert found == list(values)
    assert [type(one) for one in found] == [type(one) for one in values]
