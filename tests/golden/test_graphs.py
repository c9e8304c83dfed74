"""The graphs of some games are as they are written in `graphs/`."""

from __future__ import annotations

import pytest

from gamedsl.graph.text.dump import dump
from games import shipped
from golden.conftest import Compare


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "gloriana", "glory_islands"])
def test_graphs(name: str, golden: Compare) -> None:
    for setup in shipped.first_setups(name):
        golden(f"graphs/{name}-{setup.players}.txt", dump(shipped.game(name, setup)))
