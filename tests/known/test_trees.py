"""Whole trees: how many ways they can end, who knows what, and the exact worth of playing at random."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from attrs import frozen

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Forced
from gamedsl_interpreter.explore import Exploration, explore
from gamedsl_interpreter.reference import ReferenceEngine
from games import shipped
from known import trees
from share import picked

GOOFSPIEL = "goofspiel(num_cards=4,points_order=random,returns_type=total_points)"


@frozen
class Row:
    """A game whose whole tree is small. `nodes` and `sets` (of all seats together) where they are known."""

    game: str
    theirs: str
    leaves: int
    source: str
    nodes: int | None = None
    sets: int | None = None


ROWS = (
    Row("tic_tac_toe", "tic_tac_toe", 255_168, "255,168 games (Henry Bottomley, 2001)"),
    Row("kuhn_poker", "kuhn_poker", 30, "58 histories, 12 information sets (Lanctot 2013, table of games)", 58, 12),
    Row("leduc_poker", "leduc_poker", 5_520, "9,457 histories, 936 information sets (Lanctot 2013)", 9_457, 936),
    Row("goofspiel", GOOFSPIEL, 13_824, "4! orders of prizes and 4! of each player's cards"),
)


@cache
def _explored(game: str) -> Exploration:
    wanted = {"ranks": "4"} if game == "goofspiel" else {}
    setup = next(s for s in shipped.setups(game) if s.players == 2 and wanted.items() <= dict(s.options).items())
    return explore(ReferenceEngine(shipped.game(game, setup), forced=Forced.ASKED), most=20_000)


@pytest.mark.parametrize("row", picked(ROWS, ROWS[1:2]), ids=lambda row: row.game)
def test_the_whole_tree(row: Row) -> None:
    found, there = _explored(row.game), trees.worth(row.theirs)
    assert found.leaves == there.leaves == row.leaves
    assert row.nodes in (None, found.nodes)
    assert row.sets is None or (found.information_sets is not None and sum(found.information_sets) == row.sets)
    assert found.values is not None
    if shipped.game(row.game, shipped.setups(row.game)[0]).scores:
        assert found.values == there.values
    else:
        assert tuple(2 * value - 1 for value in found.values) == there.values


def test_how_tic_tac_toe_ends() -> None:
    """131,184 games are won by the first player, 77,904 by the second, 46,080 drawn (Henry Bottomley, 2001)."""
    ann, bob = SeatId(0), SeatId(1)
    assert dict(_explored("tic_tac_toe").endings) == {(ann,): 131_184, (bob,): 77_904, (ann, bob): 46_080}


def test_positions_of_tic_tac_toe() -> None:
    """5,478 positions, and 549,946 sequences of moves, the empty one included."""
    found = _explored("tic_tac_toe")
    assert (found.states, found.nodes, found.shortest, found.longest) == (5_478, 549_946, 5, 9)


def test_random_play_in_kuhn_poker() -> None:
    """By hand: showdowns are even, so only folds count; the second player folds in 1/4 of all hands, the first one in 1/8."""
    assert _explored("kuhn_poker").values == (Fraction(1, 8), Fraction(-1, 8))
