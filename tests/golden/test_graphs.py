"""The graphs of some games are as they are written in `graphs/`."""

from __future__ import annotations

import pytest

from gamedsl.graph.compiled import Setup
from gamedsl.graph.text.dump import dump
from games import shipped
from golden.conftest import Compare

GRAPHS = [
    (name, setup)
    for name in ("tic_tac_toe", "kuhn_poker", "gloriana", "glory_islands")
    for setup in shipped.first_setups(name)
]


@pytest.mark.parametrize(("name", "setup"), GRAPHS, ids=[f"{name}-{setup.players}" for name, setup in GRAPHS])
def test_graph(name: str, setup: Setup, golden: Compare) -> None:
    golden(f"graphs/{name}-{setup.players}.txt", dump(shipped.game(name, setup)))
