"""What the pages of the large games say of random matches is what the command beside it says. The fast executor plays the same matches, in seconds;
everyday runs look at one number of players."""

from __future__ import annotations

import pytest

from bench.match_statistics import opening, section
from docs import pages
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import IS_WHOLE, less, picked

MATCHES, SEED = 1000, 1
"""As the command has them if nothing else is said."""


@pytest.mark.parametrize("name", picked(["gloriana", "glory_islands"], ["gloriana"]))
def test_they_are_measured(name: str) -> None:
    told = pages.text(f"docs/games/{name}.md").partition("<!-- statistics -->")[2].partition("<!-- /statistics -->")[0]
    assert told, "the page has no statistics"
    assert f"python bench/match_statistics.py games/{name}.gdl" in told
    measured = [opening(MATCHES, SEED)] if IS_WHOLE else []
    setups = shipped.first_setups(name)
    for setup in setups[: less(len(setups), 1)]:
        played = playouts(WasmEngine(shipped.game(name, setup)), Policy.STEPS, SEED, 0, MATCHES)
        measured += section(setup, played)
    said, is_said = " ".join(told.partition("```\n\n")[2].split()), " ".join("\n".join(measured).split())
    assert said == is_said if IS_WHOLE else is_said in said
