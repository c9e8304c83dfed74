"""Ways to make so many moves, and the positions they lead to, as others have counted them."""

from __future__ import annotations

import pytest
from attrs import frozen

from gamedsl_interpreter.engine import Forced
from gamedsl_interpreter.perft import leaves, perft
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from known import trees
from share import less


@frozen
class Row:
    """`leaves` of depth 1, 2, …; `positions` where they were published as well. `theirs` is the game in OpenSpiel: its tree has the same
    leaves, counted in the test down to a depth that takes no time."""

    game: str
    leaves: tuple[int, ...]
    source: str
    positions: tuple[int, ...] = ()
    theirs: str = ""


ROWS = (
    Row(
        "tic_tac_toe",
        (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
        "games by length 5 to 9 are 1440, 5328, 47952, 72576, 127872 (Steven Schaeffer, 2002), which leaves these unfinished ones",
        (9, 72, 252, 756, 1260, 1520, 1140, 390, 78),
        "tic_tac_toe",
    ),
    Row(
        "connect_four",
        (7, 49, 343, 2401, 16807, 117_649, 823_536),
        "positions: OEIS A212693; leaves: seven columns, none of which is full or won before, but for the seventh disc in one of them",
        (7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275, 558_186),
        "connect_four",
    ),
    Row("breakthrough", (22, 484, 11_132, 256_036), "OpenSpiel's breakthrough, 8 by 8", theirs="breakthrough"),
    Row(
        "reversi",
        (4, 12, 56, 244, 1396),
        "Othello perft (Aart Bik): 4, 12, 56, 244, 1396, 8200, 55092, 390216, …",
        theirs="othello",
    ),
)


NEST = (4, 96, 1440, 21_600, 516_240)
"""Ways to make so many moves with the insects of the base game, by Jon Thysell's engine (Mzinga wiki, page Perft): also 12,219,480 and 181,641,900 for 6 and 7. The
first insect has one place, positions that are alike after turning are different, and equal insects in a hand are one move."""


def test_perft_of_a_growing_board() -> None:
    game = shipped.game("beetle_nest", shipped.setups("beetle_nest")[0])
    engine = WasmEngine(game, forced=Forced.ASKED)
    assert [level.leaves for level in perft(engine, less(3, 2), 10_000)][1:] == [*NEST[: less(3, 2)]]
    deep = less(5, 3)
    assert leaves(engine, deep, 30_000) == NEST[deep - 1]
    reference = ReferenceEngine(game, Checking.OFF, forced=Forced.ASKED)
    deep = less(2, 1)
    assert [level.leaves for level in perft(reference, deep, 10_000)][1:] == [*NEST[:deep]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.game)
def test_perft(row: Row) -> None:
    engine = WasmEngine(shipped.game(row.game, shipped.setups(row.game)[0]), forced=Forced.ASKED)
    levels = list(perft(engine, max(len(row.leaves), len(row.positions)), 1_000_000))[1:]
    assert tuple(level.leaves for level in levels)[: len(row.leaves)] == row.leaves
    assert tuple(level.positions for level in levels)[: len(row.positions)] == row.positions


DRAUGHTS = (7, 49, 302, 1469)
"""English draughts perft (Aart Bik; Martin Fierz): 7, 49, 302, 1469, 7361, 36768, 179740, … Here a jump
over several men is one move, which our rules make one by one, so turns are counted in what was observed."""


def test_forced_moves_can_be_passed() -> None:
    """Without forced moves the last mark of a full board is no move: the 72,576 matches of length 8 and the 127,872 of length 9 all end at depth 8."""
    engine = WasmEngine(shipped.game("tic_tac_toe", shipped.setups("tic_tac_toe")[0]))
    *_, last = perft(engine, 9)
    assert (last.depth, last.leaves, last.ended) == (8, 72_576 + 127_872, 72_576 + 127_872)


@pytest.mark.parametrize("depth", range(1, less(5, 4)))
def test_perft_of_draughts(depth: int) -> None:
    engine = ReferenceEngine(shipped.game("draughts", shipped.setups("draughts")[0]), Checking.OFF)
    assert _turns(engine, engine.initial(None), depth) == DRAUGHTS[depth - 1]


def _turns(engine: ReferenceEngine, state: ReferenceState, depth: int) -> int:
    """Ways to make so many turns, those included that are taken without a stop."""
    total = 0
    for seat in engine.to_act(state):
        for move in engine.moves(state, seat):
            after = engine.play(state, seat, move)
            events = [event.data for event in engine.view(after, seat).events]
            made = sum(data[0] == "choose" and "jump_on" not in str(data) for data in events)
            unfinished = not after.is_over and "jump_on" in engine.moves(after, engine.to_act(after)[0])[0].text
            total += 1 if made >= depth and not unfinished else _turns(engine, after, depth)
    return total


@pytest.mark.parametrize("row", [row for row in ROWS if row.theirs], ids=lambda row: row.game)
def test_perft_there(row: Row) -> None:
    for depth, number in enumerate(row.leaves[:5], start=1):
        assert trees.leaves(row.theirs, depth) == number
