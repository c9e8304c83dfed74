"""Where places of boards without an edge are drawn: those with something on them, and those beside these, from the left and from above."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import gamedsl
from gamedsl.cards.geometry import grow_plan, plan_of, star_points
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import BoardId

HEXES, SQUARES = BoardId(0), BoardId(1)


@cache
def _game() -> Game:
    return gamedsl.load_rules(Path(__file__).parents[2] / "corpus/meaning/growing_boards.gdl").game()


@pytest.mark.parametrize(
    ("board", "laid", "kind", "places"),
    [
        (HEXES, (), "hex", {0: (0, 0)}),
        (SQUARES, (), "square", {0: (0, 0)}),
        (SQUARES, (0,), "square", {0: (1, 1), 1: (2, 1), 7: (1, 2), 18: (1, 0), 24: (0, 1)}),
        (
            SQUARES,
            (0, 24),
            "square",
            {0: (2, 1), 1: (3, 1), 6: (1, 2), 7: (2, 2), 17: (1, 0), 18: (2, 0), 23: (0, 1), 24: (1, 1)},
        ),
        (
            HEXES,
            (5,),
            "hex",
            {5: (1, 0.87), 4: (0, 0.87), 6: (2, 0.87), 21: (0.5, 1.73), 22: (1.5, 1.73), 79: (0.5, 0), 80: (1.5, 0)},
        ),
    ],
)
def test_boards_without_an_edge(
    board: BoardId, laid: tuple[int, ...], kind: str, places: dict[int, tuple[float, float]]
) -> None:
    plan = grow_plan(_game(), board, frozenset(laid))
    assert plan.kind == kind
    assert {spot.place: (round(spot.x, 2), round(spot.y, 2)) for spot in plan.spots} == places
    assert {spot.board for spot in plan.spots} == {board}


def test_lines_of_a_graph_do_not_cross_where_they_need_not() -> None:
    """Compares the places with those of pages: see `page/tests/geometry.ts`."""
    roads = "graph town:\n    High: Alton Brill Corve Dean Alton\n    Moor: Brill Esk Farn Dean\n"
    text = "each player:\n    at: town = Alton\nrounds up to 3:\n    riding\nphase riding, each player:\n    choose goal: one of neighbours(at)\n    at = goal\n"
    game = gamedsl.parse_rules(f"game roads:\n    players 1\n{roads}{text}score road: 1\n").game()
    found = [(round(spot.x, 1), round(spot.y, 1)) for spot in plan_of(game, BoardId(0)).spots]
    assert found == [(6.5, 2.2), (3.7, 0), (4.1, 2.2), (3.7, 4.4), (0, 0.6), (0, 3.8)]


@pytest.mark.parametrize(
    ("lines", "number", "some"),
    [(9, 5, (2, 2)), (13, 5, (3, 9)), (19, 9, (9, 3))],
)
def test_star_points(lines: int, number: int, some: tuple[int, int]) -> None:
    found = star_points(lines, lines)
    assert len(found) == number
    assert {some, (lines // 2, lines // 2)} <= set(found)
