"""Lines of graphs on paper: their colours and numbers, those of the same two places, and names that can be read."""

from __future__ import annotations

from itertools import combinations

from gamedsl.cards import Printer
from gamedsl.cards.boards import Board
from gamedsl.cards.drawing.board_marks import has_names_below, routes_on
from gamedsl.cards.drawing.fitting import Area
from gamedsl.cards.pieces import Size
from unit.cards.games import box, printer

SMALL, LARGE = Size(9, 9), Size(30, 30)


def _board(name: str) -> tuple[Printer, Board]:
    return printer(), box(name).boards[0]


def _covers(one: Area, other: Area) -> bool:
    is_beside = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
    return not is_beside and one.y + one.height > other.y + 0.01 and other.y + other.height > one.y + 0.01


def test_lines_have_the_colours_and_numbers_of_their_table() -> None:
    _, board = _board("branch_lines")
    told = {one.name: (one.words, tuple(style.word for style in one.styles)) for one in board.routes}
    assert len(told) == 16
    assert told["Cliff Line"] == (("2",), ("Red",)), "red is the first of its values"
    assert told["Shore Line"] == (("3",), ("Blue",))
    assert len({one.styles[0].colour for one in board.routes}) == 4
    assert all(not one.styles and len(one.words) == 1 for one in _board("pack_road")[1].routes)


def test_lines_of_the_same_places_lie_beside_each_other_and_no_label_covers_another() -> None:
    ruler, board = _board("branch_lines")
    for cell in (SMALL, LARGE):
        drawn = routes_on(ruler, board, cell)
        assert len({(one.start, one.end) for one in drawn}) == 16
        labels = [one.label for one in drawn]
        assert not [pair for pair in combinations(labels, 2) if _covers(*pair)]


def test_names_stand_below_where_places_are_too_small_for_them() -> None:
    ruler, board = _board("branch_lines")
    assert has_names_below(ruler, board, SMALL)
    assert not has_names_below(ruler, board, LARGE)
