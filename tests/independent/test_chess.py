"""Chess, judged by python-chess: random games from several positions, and games that end in each way. `python -m independent.python_chess 1000` (in
`tests`) plays a thousand random games to their end."""

from __future__ import annotations

from functools import cache

import pytest

from gamedsl_interpreter.reference import ReferenceEngine
from independent.python_chess import agree, engine
from share import less, share

POSITIONS = {
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position_3": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position_4": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "position_5": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
    "smothered_king": "6rk/6pp/8/6N1/8/8/8/7K w - - 0 1",
}
"""The starts of our file, as they are written there. Our count of quiet moves begins with 0."""

ENDS = (
    ("smothered_king", 3, "mate"),
    ("position_3", 23, "mate"),
    ("smothered_king", 19, "stalemate"),
    ("smothered_king", 14, "fifty moves"),
    ("position_3", 47, "repetition"),
)


@cache
def ours() -> ReferenceEngine:
    return engine()


@pytest.mark.parametrize("seed", range(less(2, 1)))
def test_random_games_agree(seed: int) -> None:
    assert agree(ours(), seed, 60)


@pytest.mark.parametrize("start", share(list(POSITIONS), 2))
def test_they_agree_from_other_positions(start: str) -> None:
    agree(ours(), 1, 25, POSITIONS[start], start)


@pytest.mark.parametrize(("start", "seed", "end"), ENDS)
def test_every_end_is_met(start: str, seed: int, end: str) -> None:
    assert agree(ours(), seed, 160, POSITIONS[start], start) == end
