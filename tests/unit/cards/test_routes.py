"""Lines of graphs on paper: their colours and numbers, those of the same two places, and names that can be read."""

from __future__ import annotations

from itertools import combinations

from gamedsl.cards import Printer
from gamedsl.cards.boards import Board
from gamedsl.cards.drawing.board_marks import EDGE, HEAD, board_marks, has_names_below, routes_on
from gamedsl.cards.drawing.fitting import Area
from gamedsl.cards.drawing.marks import Words
from gamedsl.cards.drawing.routes import sign_area
from gamedsl.cards.pieces import Size
from gamedsl.values import evolve
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
    bare = evolve(board, cells=tuple(evolve(one, words=()) for one in board.cells))
    assert has_names_below(ruler, bare, SMALL)
    assert not has_names_below(ruler, bare, LARGE)
    assert has_names_below(ruler, board, LARGE), "words belong to some of them"


def test_labels_leave_the_names_of_places_free() -> None:
    ruler, board = _board("branch_lines")
    cell = Size(16, 16)
    areas = [
        Area(EDGE + one.spot.x * 16, HEAD + EDGE + one.spot.y * 16, 16, 16).inner(16 * 0.08) for one in board.cells
    ]
    names = [
        Area(one.x + one.width / 2 - ruler.width(cell_.name, 8, True) / 2, one.y + one.height + 0.3, 4, 3.4)
        for one, cell_ in zip(areas, board.cells, strict=True)
    ]
    labels = [one.label for one in routes_on(ruler, board, cell)]
    assert not [(one, other) for one in labels for other in names if _covers(one, other)]


def test_signs_of_a_position_stand_on_the_label_before_its_name() -> None:
    ruler, board = _board("branch_lines")
    plain = routes_on(ruler, board, SMALL)[0]
    signed = evolve(board, routes=tuple(evolve(one, signs=2) for one in board.routes))
    drawn = routes_on(ruler, signed, SMALL)[0]
    first, second = sign_area(drawn, 0), sign_area(drawn, 1)
    assert drawn.label.width - plain.label.width > second.x + second.width - first.x
    assert first.x >= drawn.label.x
    assert second.x >= first.x + first.width
    words = [one for one in board_marks(ruler, signed, SMALL) if isinstance(one, Words) and one.text == "Cliff Line"]
    assert words
    assert all(one.x >= second.x + second.width for one in words)
