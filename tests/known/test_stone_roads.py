"""Stone roads beside published counts of the game that it follows: 5 by 5 squares, 21 stones and a capstone each.

The counts and the moves that lead to their positions are from the tests of Tiltak (Morten Lohne, `move_gen_5s_tests`); other programs publish the same ones.
There a match that has ended counts once at every greater depth.
"""

from __future__ import annotations

import re

import pytest
from attrs import frozen

from gamedsl_interpreter.engine import Engine, Forced, S
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from share import less

_WAYS = {"+": "N", "-": "S", "<": "W", ">": "E"}
_MOVE = re.compile(r"(?P<form>[SC]?)(?P<number>\d?)(?P<file>[a-e])(?P<rank>[1-5])(?P<way>[-+<>]?)(?P<drops>\d*)")


@frozen
class Row:
    """A position after some moves, in the notation of the game, and the ways to make 1, 2, … more moves."""

    moves: str
    leaves: tuple[int, ...]


ROWS = (
    Row("", (25, 600, 43_320, 2_999_784)),
    Row("d3 c3 c4 1d3< 1c4- Sc4", (87, 6155, 461_800)),
    Row("c2 c3 d3 b3 c4 1c2+ 1d3< 1b3> 1c4- Cc2 a1 1c2+ a2", (104, 7743, 592_645)),
    Row(
        "c4 c2 d2 c3 b2 d3 1d2+ b3 d2 b4 1c2+ 1b3> 2d3< 1c4- d4 5c3<23 c2 c4 1d4< d3 1d2+ 1c3+ Cc3 2c4> 1c3< d2 c3 1d2+ 1c3+ 1b4> 2b3>11 3c4-12 "
        "d2 c4 b4 c5 1b3> 1c4< 3c3- e5 e2",
        (85, 11_206, 957_000),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{len(row.moves.split())} moves")
def test_as_many_moves_as_published(row: Row) -> None:
    """All but the last depth; in a whole run that too."""
    (setup,) = shipped.setups("stone_roads")
    engine = WasmEngine(shipped.game("stone_roads", setup), forced=Forced.ASKED)
    state = engine.initial(None)
    for text in row.moves.split():
        (seat,) = engine.to_act(state)
        (move,) = (move for move in engine.moves(state, seat) if move.text == _spelled(text, move.text))
        state = engine.play(state, seat, move)
    for depth, number in enumerate(row.leaves[: less(len(row.leaves), len(row.leaves) - 1)], 1):
        assert _leaves(engine, state, depth) == number


def _leaves(engine: Engine[S], state: S, depth: int) -> int:
    if state.is_over:
        return 1
    (seat,) = engine.to_act(state)
    moves = engine.moves(state, seat)
    return (
        len(moves) if depth == 1 else sum(_leaves(engine, engine.play(state, seat, move), depth - 1) for move in moves)
    )


def _spelled(text: str, like: str) -> str:
    """Our text of a move in their notation: `Sc4` stands, `5c3<23` takes five stones to the west and leaves two, then three. In the first round
    (`like` is one of its moves) a stone of the other is placed."""
    found = _MOVE.fullmatch(text)
    assert found is not None
    place = f"cell[{6 - int(found['rank'])}, {'abcde'.index(found['file']) + 1}]"
    if found["way"]:
        drops = [int(drop) for drop in found["drops"] or found["number"] or "1"]
        first, second, third, fourth = drops + [0] * (4 - len(drops))
        way = _WAYS[found["way"]]
        return f"carry(start = {place}, way = {way}, first = {first}, second = {second}, third = {third}, fourth = {fourth})"
    if like.startswith("place_for_the_other"):
        return f"place_for_the_other(spot = {place})"
    stone = re.sub(r".*stone = \w+?(\.\w+).*", r"\1", like) if "stone = " in like else ""
    upright = "yes" if found["form"] == "S" else "no"
    return (
        f"place(stone = {'Capstone' if found['form'] == 'C' else 'Flat'}{stone}, spot = {place}, upright = {upright})"
    )
