"""Matches that are replayed: each position at which a seat is asked is looked at, with what was decided there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import gamedsl
from gamedsl.workbench.playing.again import sample
from gamedsl.workbench.playing.chunks import play_chunk
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl_interpreter.engine import Engine, Forced, Refusal
from gamedsl_interpreter.matches.fastest import fastest

_RULES = """\
game climb:
    "Step by step, and every second round there is one way only."
    players 2

each player:
    height: 0..99 = 0

rounds up to 4:
    turns

phase turns, each player:
    choose n: one of 1..2 where it is 1 or mod(round, 2) is 1
    height += n

ranking by highest height, ties shared
"""


def test_all_positions_of_recorded_matches_are_looked_at() -> None:
    game = gamedsl.parse_rules(_RULES).game()
    job = Job(fastest(game), "random", 3)
    engine = cast("Engine[Any]", fastest(game, forced=Forced.ASKED).engine)
    taken = play_chunk(job, range(3), Detail.DECISIONS).decisions
    assert [len(decisions) for decisions in taken] == [4, 4, 4], "moves without a choice are not recorded"
    stops = list(sample(engine, job, taken))
    assert len(stops) == 3 * 8
    moves = [engine.moves(state, seat) for state, seat in stops]
    assert [len(of) for of in moves] == 3 * [2, 2, 1, 1, 2, 2, 1, 1]
    told = iter(decision.text for decisions in taken for decision in decisions)
    for (before, of), (after, _) in pairwise(zip(stops, moves, strict=True)):
        text = next(told) if len(of) > 1 else "turns(n = 1)"
        move = engine.parse_move(*before, text)
        assert not isinstance(move, Refusal)
        played = engine.play(*before, move)
        assert played.is_over or played.bytes == after[0].bytes
