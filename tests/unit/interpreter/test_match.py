"""Matches: agents are asked in turn, chance and policy are apart, a broken rule keeps the match that leads to it."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import IllegalMove
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps, Scripted, ScriptEndedError
from gamedsl_interpreter.matches.match import MatchFault, Played, play_match
from gamedsl_interpreter.random import Dice, policy_stream, start_stream
from unit.interpreter.nim import Nim


def test_a_match_is_the_same_every_time() -> None:
    first = play_match(Nim(), [RandomMoves(), RandomSteps()], 5, 3)
    assert first == play_match(Nim(), [RandomMoves(), RandomSteps()], 5, 3)
    assert first.outcome is not None
    assert first.policies == ("random moves", "random steps")


def test_a_move_that_is_drawn_as_a_whole_is_one_step() -> None:
    whole = play_match(Nim(), [RandomMoves(), RandomMoves()], 5, 3)
    assert whole.steps == whole.decisions > 1


def test_policy_does_not_disturb_chance() -> None:
    heaps = [
        sum(play_match(Nim(), [agent, agent], 9, index).outcome.totals)  # type: ignore[union-attr]
        for agent in (RandomMoves(), RandomSteps())
        for index in range(20)
    ]
    assert heaps[:20] == heaps[20:]


def test_random_moves_draws_once_below_the_number_of_moves() -> None:
    engine = Nim()
    state = engine.initial(1)
    moves = engine.moves(state, SeatId(0))
    drawn = policy_stream(8).below(len(moves))
    assert RandomMoves().choose(engine, state, SeatId(0), policy_stream(8)) == moves[drawn]


def test_random_steps_draws_once_for_each_step() -> None:
    engine = Nim()
    state = engine.initial(1)
    dice = policy_stream(8)
    first = engine.step(state, SeatId(0)).options[dice.below(3)].value
    move = RandomSteps().choose(engine, state, SeatId(0), policy_stream(8))
    assert move.steps[0] == first
    assert move.steps[1] == dice.below(2)


@pytest.mark.parametrize("steps", [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0)])
def test_walking_gives_the_move_of_its_steps(steps: tuple[int, int]) -> None:
    engine = Nim()
    state = engine.initial(1)
    values = iter(steps)
    move = engine.walk(state, SeatId(0), lambda step: next(values))
    assert (move.steps, move.asked) == (steps, 2)


def test_scripts_play_their_moves_and_end() -> None:
    engine = Nim()
    state, dice = engine.initial(1), Dice(start_stream(1, 1))
    script = Scripted(["turns(number = 3, more = yes)", "turns(number = 9, more = no)"])
    assert script.choose(engine, state, SeatId(0), dice).steps == (3, 1)
    with pytest.raises(IllegalMove, match="not possible"):
        script.choose(engine, state, SeatId(0), dice)
    with pytest.raises(ScriptEndedError):
        Scripted(()).choose(engine, state, SeatId(0), dice)


def test_a_fault_carries_the_match_that_leads_to_it() -> None:
    with pytest.raises(MatchFault) as caught:
        play_match(Nim(trap=0), [RandomMoves(), RandomMoves()], 4, 2)
    assert caught.value.fault.site == 7
    assert (caught.value.record.seed, caught.value.record.index) == (4, 2)
    assert caught.value.record.outcome is None
    assert isinstance(caught.value.failing, Played)
    assert caught.value.failing not in caught.value.record.moves[-1:]
