"""Matches of the C program of Glory Islands are matches of both executors: each move is one of as many, and scores and winners are the same.

The program is not compiled here: `python -m bench.replay_glory_islands --record` has written what it printed.
"""

from __future__ import annotations

from functools import cache

import pytest

from bench.playouts import GAMES, game_of
from bench.replay_glory_islands import RECORDED, SEATS, Match, matches_of, replay
from bench.replays import Turn
from gamedsl.graph.model.game import Game
from gamedsl.values import evolve
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine

MATCHES = tuple(matches_of(RECORDED.read_text("utf-8").splitlines()))


@cache
def _game() -> Game:
    return game_of(GAMES / "glory_islands.gdl", SEATS)


def test_the_fast_executor_plays_them_all() -> None:
    engine = WasmEngine(_game())
    for match in MATCHES:
        replay(engine, match)
    assert sum(len(match.turns) for match in MATCHES) > 800


def test_the_reference_executor_plays_them() -> None:
    engine = ReferenceEngine(_game())
    for match in MATCHES[:2]:
        replay(engine, match)


@pytest.mark.parametrize("at", [0, 40, 100])
def test_another_number_of_moves_is_noticed(at: int) -> None:
    match = MATCHES[0]
    turn = match.turns[at]
    wrong = evolve(turn, moves=turn.moves + 1)
    with pytest.raises(AssertionError, match=str(turn.moves)):
        replay(WasmEngine(_game()), _with(match, at, wrong))


def test_another_score_is_noticed() -> None:
    match = MATCHES[0]
    wrong = [[points + (seat == 2) for points in lines] for seat, lines in enumerate(match.scores)]
    with pytest.raises(AssertionError):
        replay(WasmEngine(_game()), evolve(match, scores=wrong))


def _with(match: Match, at: int, turn: Turn) -> Match:
    return evolve(match, turns=[*match.turns[:at], turn, *match.turns[at + 1 :]])
