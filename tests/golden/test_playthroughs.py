"""A full match of every game at every player count comes out as it is written in `playthroughs/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.graph.compiled import Setup
from games import shipped
from golden.conftest import Compare
from golden.playthrough import playthrough
from share import IS_WHOLE, few

FOLDER = Path(__file__).parent / "playthroughs"


def _file(name: str, setup: Setup) -> str:
    return f"{name}-{setup.players}.txt"


@pytest.mark.parametrize("name", few(shipped.GAMES, 8, 4))
def test_playthroughs(name: str, golden: Compare, blessing: bool) -> None:
    """Everyday runs play with the most people."""
    setups = shipped.first_setups(name)
    for setup in setups if blessing or IS_WHOLE else setups[-1:]:
        golden(f"playthroughs/{_file(name, setup)}", playthrough(shipped.engine(name, setup)))


def test_every_game_has_one_and_no_other_is_left(blessing: bool) -> None:
    expected = {_file(name, setup) for name in shipped.GAMES for setup in shipped.first_setups(name)}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
