"""Trees that a module goes through by itself come out as the reference executor has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from differential.lockstep import named, pair, shipped
from differential.rules_files import RulesSetup
from gamedsl_interpreter.engine import Fault, Forced
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import TooManyError, perft

MANY_DEALS = (
    "crazy_eights", "cribbage", "crowded_rows", "gem_guild", "gin_rummy", "go_fish", "golf_patience", "hearts", "holdem", "lost_cities",
    "masked_court", "tile_walls",
)  # fmt: skip
"""Their first deals have very many outcomes to list, which takes long."""
GAMES = {game.path.stem: game for game in reversed(tuple(shipped())) if game.path.stem not in MANY_DEALS}
MOST = 300


@pytest.mark.parametrize("forced", Forced)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_levels_and_trees(game: RulesSetup, forced: Forced) -> None:
    both = pair(game.game(), forced=forced)
    assert _told(lambda: list(perft(both.wasm, 9, MOST))) == _told(lambda: list(perft(both.reference, 9, MOST)))
    for depth in (1, 2, 3):
        ours = _told(partial(explore, both.wasm, depth, MOST))
        assert ours == _told(partial(explore, both.reference, depth, MOST))


def _told(ask: Callable[[], object]) -> object:
    """What comes out, or the words that say why nothing does."""
    try:
        return ask()
    except (TooManyError, Fault) as error:
        return str(error)


@pytest.mark.parametrize("stem", ["kuhn_poker", "tic_tac_toe", "nim"])
def test_whole_trees(stem: str) -> None:
    both = pair(named(stem), forced=Forced.ASKED)
    assert explore(both.wasm, most=20_000) == explore(both.reference, most=20_000)
