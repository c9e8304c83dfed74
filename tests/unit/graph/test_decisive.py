"""The places that make an end come true are found for ends of several kinds, and for none where something else decides."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.graph.analysis.decisive import decisive_places
from gamedsl_interpreter.hosting.seat_data import SeatData

_GAMES = Path(__file__).parents[3] / "games"


def _end(name: str, reason: str) -> set[str]:
    """The places that have decided a random match that ends for this reason."""
    game = gamedsl.load_rules(_GAMES / f"{name}.gdl").game()
    engine = gamedsl.engine_for(game)
    for seed in range(50):
        match, random = gamedsl.Match(engine, seed), Random(seed)
        while not match.is_over:
            (seat,) = match.to_act
            match.move(seat, random.choice(match.moves(seat)))
        outcome = engine.outcome(match.state)
        assert outcome is not None
        if outcome.reason == reason:
            told = SeatData(engine).outcome(match.state, outcome)["decisive"]
            assert isinstance(told, list)
            return {_name(game, one) for one in told}
    raise AssertionError(f"no match ends so: {reason}")


def _name(game: gamedsl.Game, one: gamedsl.Json) -> str:
    assert isinstance(one, list)
    board, place = one
    assert isinstance(board, int)
    assert isinstance(place, int)
    return game.boards[board].places[place]


@pytest.mark.parametrize(
    ("name", "reason", "expected"),
    [
        ("classics/tic_tac_toe", "Three are in a row.", {"cell[2, 1]", "cell[2, 2]", "cell[2, 3]"}),
        ("classics/tic_tac_toe", "The board is full.", set[str]()),
        ("classics/gomoku", "Five or more in a line.", {f"cross[{row}, {13 - row}]" for row in range(4, 9)}),
        ("classics/ultimate_tic_tac_toe", "Three boards in a row.", {"board[1, 1]", "board[2, 1]", "board[3, 1]"}),
        ("classics/breakthrough", "A man has reached the far row.", {"cell[8, 8]"}),
    ],
)
def test_places_of_an_end(name: str, reason: str, expected: set[str]) -> None:
    assert _end(name, reason) == expected


def test_a_chain_is_the_shortest_way_from_side_to_side() -> None:
    """The second player, from west to east; stones that touch it elsewhere are no part of it."""
    found = _end("classics/hex", "A chain of stones connects two sides.")
    rows = {tuple(map(int, one[5:-1].split(", "))) for one in found}
    assert {column for _, column in rows} == set(range(1, 12))
    assert len(rows) == 18


_ROAD = """game road:
    players 2

grid cell 3 by 3

each cell:
    mark: player or none = none

each player:
    joined = no
    let stones = cell where mark is me
    let chain = any(some(g where row is 1) and some(g where row is 3) for g in groups(stones))
    let three = any(all(c.mark is me for c in way) for way in lines(cell, 3))

rounds at most 5:
    turns

phase turns, each player:
    choose spot: one of cell where mark is none
    spot.mark = me
    note_chain

rule note_chain:
    if chain: joined = yes

game ends when some(players where {condition}) "The end."

ranking by highest joined, ties shared
"""


@pytest.mark.parametrize(
    ("condition", "number"),
    [
        ("chain", 1),
        ("joined", 1),
        ("count(stones) >= 3", 1),
        ("no(stones)", 0),
        ("three and joined", 2),
    ],
)
def test_formulas_of_an_end(condition: str, number: int) -> None:
    text = _ROAD.replace("{condition}", condition)
    game = gamedsl.parse_rules(text).game()
    assert len(decisive_places(game)) == number


def test_what_somebody_does_not_see_marks_nothing() -> None:
    game = gamedsl.load_rules(_GAMES / "classics/phantom_tic_tac_toe.gdl").game()
    assert decisive_places(game) == ()
