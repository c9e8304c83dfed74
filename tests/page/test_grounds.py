"""How the ground of a board is drawn follows from the rules, unless the look file says it."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.json import JsonObject
from gamedsl.page.grounds import grounds_of, with_grounds
from gamedsl_interpreter.hosting.model import model_of
from page.playing import ROOT


def _model(name: str) -> JsonObject:
    return model_of(gamedsl.load_rules(ROOT / f"games/classics/{name}.gdl").game())


@pytest.mark.parametrize(
    ("name", "board", "ground"),
    [
        ("go", "point", "crossings"),
        ("gomoku", "cross", "crossings"),
        ("chess", "square", "chequer"),
        ("draughts", "square", "chequer"),
        ("lines_of_action", "square", "chequer"),
        ("reversi", "cell", "squares"),
        ("ultimate_tic_tac_toe", "cell", "squares"),
        ("quoridor", "square", "squares"),
        ("sea_battle", "square", "squares"),
    ],
)
def test_stones_that_stay_lie_on_crossings_and_pieces_that_move_on_two_colours(
    name: str, board: str, ground: str
) -> None:
    assert grounds_of(_model(name), {})[board] == ground


def test_the_look_file_has_the_last_word() -> None:
    model = _model("go")
    assert grounds_of(model, {"board": {"point": {"ground": "chequer"}}})["point"] == "chequer"
    assert with_grounds({"title": "Stones"}, model) == {"title": "Stones", "board": {"point": {"ground": "crossings"}}}
    assert with_grounds({"board": {"point": {"label": "Board", "ground": "squares"}}}, model) == {
        "board": {"point": {"label": "Board", "ground": "squares"}}
    }
