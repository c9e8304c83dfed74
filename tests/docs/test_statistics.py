"""What the pages of the large games say of random matches is what the command beside it says. The fast executor plays the same matches, in seconds."""

from __future__ import annotations

import pytest

from bench.match_statistics import opening, section
from docs import pages
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import picked

MATCHES, SEED = 1000, 1
"""As the command has them if nothing else is said."""


@pytest.mark.parametrize("name", picked(["gloriana", "glory_islands"], ["gloriana"]))
def test_they_are_measured(name: str) -> None:
    told = pages.text(f"docs/games/{name}.md").partition("<!-- statistics -->")[2].partition("<!-- /statistics -->")[0]
    assert told, "the page has no statistics"
    assert f"python bench/match_statistics.py games/{name}.gdl" in told
    measured = [opening(MATCHES, SEED)]
    for setup in shipped.first_setups(name):
        played = playouts(WasmEngine(shipped.game(name, setup)), Policy.STEPS, SEED, 0, MATCHES)
        measured += section(setup, played)
    assert _words(told.partition("```\n\n")[2]) == _words("\n".join(measured))


def _words(text: str) -> list[str]:
    return text.split()
