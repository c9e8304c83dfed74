"""A page knows of which players an end speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.page.ends import Whose, whose_ends

_GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("classics/hearts", (Whose("Somebody has 100 points or more.", "points", ">=", 100),)),
        ("modern/branch_lines", (Whose("Somebody has at most two rails left.", "rails", "<=", 2),)),
        ("classics/minichess", (Whose("Mate.", "mated", ">=", 1), Whose("Stalemate.", "stuck", ">=", 1))),
        ("classics/crazy_eights", (Whose("Somebody has no cards left.", "hand", "is", 0),)),
        (
            "classics/nine_mens_morris",
            (
                Whose("Somebody has two men left.", "lost", ">=", 1),
                Whose("Somebody cannot move.", "lost", ">=", 1),
            ),
        ),
        ("classics/amazons", (Whose("Somebody cannot move.", "stuck", ">=", 1),)),
        ("classics/go", ()),
    ],
)
def test_an_end_speaks_of_players_whose_field_or_zone_compares(name: str, expected: tuple[Whose, ...]) -> None:
    game = gamedsl.load_rules(_GAMES / f"{name}.gdl").game()
    assert whose_ends(game) == expected
