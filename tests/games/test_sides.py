"""Pairs of seats are called alike in every game: North–South, with the sign between what belongs together."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "games"
PAIRED = sorted(
    path for path in GAMES.rglob("*.gdl") if re.search(r"^type .*North_South", path.read_text("utf-8"), re.M)
)


def test_there_are_such_games() -> None:
    assert len(PAIRED) >= 2


@pytest.mark.parametrize("path", PAIRED, ids=lambda path: path.stem)
def test_pairs_of_seats_have_a_sign_between_them(path: Path) -> None:
    values = tomllib.loads(path.with_suffix(".look.toml").read_text("utf-8"))["value"]
    assert (values["North_South"]["label"], values["East_West"]["label"]) == ("North–South", "East–West")
