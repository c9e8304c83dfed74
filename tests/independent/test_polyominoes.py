"""The polyomino duel beside an independent program: its pieces, its first moves, and all moves of random matches."""

from __future__ import annotations

from random import Random

import gamedsl
from gamedsl_interpreter.engine import Engine, Forced, State
from games import shipped
from share import less

from . import polyominoes


def test_pieces_and_ways_to_lie() -> None:
    pieces = polyominoes.free_polyominoes(5)
    sizes = [len(next(iter(ways))) for ways in pieces]
    assert [sizes.count(size) for size in range(1, 6)] == [1, 1, 2, 5, 12]
    assert sum(len(ways) for ways in pieces) == 91
    room = [
        (polyominoes.SIZE - max(int(s.real) for s in way)) * (polyominoes.SIZE - max(int(s.imag) for s in way))
        for ways in pieces
        for way in ways
    ]
    (setup,) = shipped.setups("polyomino_duel")
    covers = next(t for t in shipped.game("polyomino_duel", setup).tables if t.name == "pose covers on square")
    assert sum(room) == sum(1 for places in covers.values if places) == 13_729


def test_first_moves() -> None:
    none: polyominoes.Squares = frozenset()
    for start in polyominoes.STARTS:
        assert len(polyominoes.moves(polyominoes.free_polyominoes(5), none, none, start)) == 414


def test_moves_of_random_matches() -> None:
    (setup,) = shipped.setups("polyomino_duel")
    engine = gamedsl.engine_for(shipped.game("polyomino_duel", setup), forced=Forced.ASKED)
    for seed in range(less(2, 1)):
        _play(engine, Random(seed))


def _play(engine: Engine[State], random: Random) -> None:
    """Plays a match. At every decision both programs know the same number of moves, and the one that is played is known to both."""
    every = polyominoes.free_polyominoes(5)
    left = [set(every), set(every)]
    own: list[polyominoes.Squares] = [frozenset(), frozenset()]
    state = engine.initial(1)
    while engine.outcome(state) is None:
        (seat,) = engine.to_act(state)
        offered = engine.moves(state, seat)
        known = polyominoes.moves(left[seat], own[seat], own[1 - seat], polyominoes.STARTS[seat])
        if not known:
            assert [move.text for move in offered] == ["no laying"]
            state = engine.play(state, seat, offered[0])
            continue
        assert len(offered) == len(known)
        state = engine.play(state, seat, random.choice(offered))
        marks = dict(engine.view(state, seat).fields)
        now = frozenset(
            complex(column, row)
            for row in range(polyominoes.SIZE)
            for column in range(polyominoes.SIZE)
            if marks[f"square[{row + 1}, {column + 1}].mark"] == engine.game.seats[seat]
        )
        laid = now - own[seat]
        assert laid in known
        left[seat].remove(polyominoes.lying(laid))
        own[seat] = now
    for seat in (0, 1):
        assert not polyominoes.moves(left[seat], own[seat], own[1 - seat], polyominoes.STARTS[seat])
    assert [lines[0] for lines in engine.score_table(state)] == [len(one) - 89 for one in own]
