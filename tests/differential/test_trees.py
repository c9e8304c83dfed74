"""Trees that a module goes through by itself come out as the reference executor has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from differential.lockstep import named, pair
from gamedsl.errors import ArgumentError
from gamedsl_interpreter.engine import Fault, Forced
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import Level, TooManyError, perft
from gamedsl_interpreter.wasm.bulk import tree_parts, trees
from gamedsl_interpreter.wasm.emit.hosts.exploring import SLACK
from gamedsl_interpreter.wasm.emit.play.stop_notes import MOST_WORDS
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import few, less, paired, picked, share

MANY_DEALS = (
    "crazy_eights", "cribbage", "crowded_rows", "gem_guild", "gin_rummy", "go_fish", "golf_patience", "hearts", "holdem", "lost_cities",
    "masked_court", "tile_walls",
)  # fmt: skip
"""Their first deals have very many outcomes to list, which takes long."""
GAMES = [stem for stem in shipped.GAMES if stem not in MANY_DEALS]
MOST = less(120, 60)


@pytest.mark.parametrize(("stem", "forced"), paired(few(GAMES, 2), list(Forced)))
def test_levels_and_trees(stem: str, forced: Forced) -> None:
    both = pair(named(stem), forced=forced)
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


@pytest.mark.parametrize("stem", picked(["kuhn_poker", "tic_tac_toe", "nim"], ["kuhn_poker"]))
def test_whole_trees(stem: str) -> None:
    both = pair(named(stem), forced=Forced.ASKED)
    assert explore(both.wasm, most=20_000) == explore(both.reference, most=20_000)


# ---------------------------------------------------------------- several instances


@pytest.mark.parametrize(
    "stem",
    share(
        [
            "connect_four",
            "draughts",
            "kuhn_poker",
            "kalah",
            "goofspiel",
            "leduc_poker",
            "pig",
            "phantom_tic_tac_toe",
            "sealed_bids",
        ],
        4,
        2,
    ),
)
def test_the_number_of_workers_does_not_matter(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance, several seats at once, histories of one position with other proof counters; with threads for every level."""
    monkeypatch.setattr(trees, "LARGE", 0)
    engine = pair(named(stem), forced=Forced.ASKED).wasm
    for most in (60, 4000):
        for depth in (2, 5):
            told = [_told(partial(_levels, engine, depth, most, n)) for n in (1, 2, 5)]
            assert told[1:] == told[:1] * 2
        told = [_told(partial(explore, engine, 3, most, workers=n)) for n in (1, 2, 3)]
        assert told[1:] == told[:1] * 2


def _levels(engine: WasmEngine, depth: int, most: int, workers: int) -> list[Level]:
    return list(perft(engine, depth, most, workers=workers))


def test_full_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boxes that hold few entries fill up in the middle of a list of moves, and parts wait for each other."""
    monkeypatch.setattr(trees, "LARGE", 0)
    monkeypatch.setattr(tree_parts, "_BOXED", 1)
    monkeypatch.setattr(tree_parts, "_LEAST_BOXED", 2)
    for stem, depth in share((("connect_four", 7), ("minichess", 4), ("draughts", 6)), 3):
        engine = pair(named(stem), forced=Forced.ASKED).wasm
        one = list(perft(engine, depth, 10**6, workers=1))
        assert list(perft(engine, depth, 10**6, workers=2)) == one
        assert list(perft(engine, depth, 10**6, workers=7)) == one


def test_slack_is_enough() -> None:
    assert SLACK > 64 * MOST_WORDS


def test_wrong_numbers_of_workers() -> None:
    both = pair(named("nim"))
    for engine in (both.wasm, both.reference):
        with pytest.raises(ArgumentError, match="`workers` is 1 or more, not 0"):
            perft(engine, 1, workers=0)
        with pytest.raises(ArgumentError, match="`workers` is a whole number, not 'x'"):
            explore(engine, 1, workers="x")  # type: ignore[arg-type]
