"""Moves of more steps than calls can be nested."""

from __future__ import annotations

import sys

import gamedsl
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine

_RULES = """\
game long_moves:
    players 2

row cell 500

each player:
    points: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    mark

rule mark:
    choose:
        first: up to 1 of cell
        second: up to 1 of cell
        third: up to 1 of cell
    points += 1

ranking by highest points, ties shared
"""
_STEPS = 1500


def test_a_move_of_many_steps() -> None:
    game = gamedsl.parse_rules(_RULES).game()
    assert sys.getrecursionlimit() < _STEPS
    slow, fast = ReferenceEngine(game), WasmEngine(game)
    state, same = slow.initial(1), fast.initial(1)
    seat = slow.to_act(state)[0]
    assert slow.step(state, seat) == fast.step(same, seat)
    move = slow.parse_move(state, seat, "mark(first = [cell[1]], second = [], third = [cell[500]])")
    assert isinstance(move, Move), move
    assert len(move.steps) == _STEPS
    assert move == fast.parse_move(same, seat, "mark(first = [cell[1]], second = [], third = [cell[500]])")
    assert slow.play(state, seat, move).bytes == fast.play(same, seat, move).bytes
