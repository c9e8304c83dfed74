"""A match as one thing: what is played is legal, what is taken back is gone, and what is written can be played on."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl import Match
from gamedsl_interpreter.engine import S
from gamedsl_interpreter.reference.engine import ReferenceEngine

GAMES = Path(__file__).parents[2] / "games"
NAMES = ["classics/tic_tac_toe", "classics/kuhn_poker", "classics/goofspiel", "gloriana", "glory_islands"]


def rules(name: str) -> gamedsl.Rules:
    return gamedsl.load_rules(GAMES / f"{name}.gdl")


def begun(name: str, seed: int = 7) -> Match:
    return Match(gamedsl.engine_for(rules(name).game()), seed)


def go(match: Match, random: Random) -> None:
    """Something that somebody may do: a move by its text, a move, a step, or taking one back."""
    seat = random.choice(match.to_act)
    kind = random.randrange(8)
    if kind < 4:
        match.take_step(seat, random.choice(match.step(seat).options).value)
    elif kind < 7:
        move = random.choice(match.moves(seat))
        match.move(seat, move.text if kind == 6 else move)
    elif match.played:
        match.undo()


@pytest.mark.parametrize("name", NAMES)
def test_a_match_on_paper_is_the_same_match(name: str) -> None:
    match, random = begun(name), Random(3)
    for number in range(60):
        if match.is_over:
            break
        go(match, random)
        if number % 10 == 0:
            again = Match.from_json(match.to_json("x.gdl"), rules(name))
            assert again.state == match.state
            assert again.played == match.played
            assert [again.view(seat) for seat in range(len(match.game.seats))] == [
                match.view(seat) for seat in range(len(match.game.seats))
            ]


def test_a_finished_match_is_a_replay() -> None:
    match, random = begun("gloriana"), Random(5)
    while not match.is_over:
        match.move(match.to_act[0], random.choice(match.moves(match.to_act[0])))
    assert match.outcome is not None
    state = gamedsl.verify_replay(match.engine, gamedsl.replay_from_json(match.to_json()))
    assert (state.is_over, match.engine.outcome(state)) == (True, match.outcome)
    assert repr(match.state) == "State(gloriana: over)"


def test_steps_make_the_move_that_they_name() -> None:
    match = begun("classics/tic_tac_toe")
    seat = match.to_act[0]
    move = match.take_step(seat, match.step(seat).options[4].value)
    assert move is not None
    assert [played.text for played in match.played] == [move.text]


def test_undo_takes_back_a_move_with_its_steps() -> None:
    match = begun("gloriana")
    while len(match.step(match.to_act[0]).options) < 2 or match.take_step(
        match.to_act[0], match.step(match.to_act[0]).options[0].value
    ):
        pass
    open_state, played = match.state, match.played
    assert open_state.pending
    assert match.undo() is None
    assert (match.state.pending, match.played) == ((), played)


def test_nothing_to_take_back_is_said() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="no move to take back"):
        begun("classics/tic_tac_toe").undo()


def test_a_move_that_is_refused_says_why_and_changes_nothing() -> None:
    match = begun("classics/tic_tac_toe")
    match.move(0, match.moves(0)[0])
    state = match.state
    with pytest.raises(gamedsl.IllegalMove, match="not the turn of P1"):
        match.move(0, match.played[0].text)
    with pytest.raises(gamedsl.IllegalMove):
        match.move(1, match.played[0].text)
    assert match.state is state


def test_a_match_of_other_rules_is_refused() -> None:
    text = begun("classics/tic_tac_toe").to_json()
    other = (GAMES / "classics/tic_tac_toe.gdl").read_text(encoding="utf-8").replace("players 2", "players 2..3", 1)
    changed = gamedsl.parse_rules(other.replace("players 2..3", "players 2").replace("3", "4", 1))
    with pytest.raises(gamedsl.ReplayError, match="played by other rules"):
        Match.from_json(text, changed)
    assert Match.from_json(text, changed, changed_rules=True).played == ()


def test_a_step_that_is_no_longer_possible_is_told() -> None:
    match = begun("gloriana")
    while not match.state.pending:
        match.take_step(match.to_act[0], match.step(match.to_act[0]).options[0].value)
    text = re.sub(r"(\"steps\": \[\n *)\d+", r"\g<1>9999", match.to_json())
    with pytest.raises(gamedsl.DivergedError, match="a step that was taken is not possible"):
        Match.from_json(text, rules("gloriana"))


def test_what_a_host_sends_is_the_same_from_both_executors() -> None:
    """Moves too, whose texts the fast executor makes when they are read."""
    game = gamedsl.load_rules("goofspiel").game()
    sent = [_sent(gamedsl.engine_for(game)), _sent(ReferenceEngine(game))]
    assert sent[0] == sent[1]
    assert "'text': 'bidding(card = " in sent[0]


def _sent(engine: gamedsl.Engine[S]) -> str:
    state = engine.initial(4)
    return str([gamedsl.json_of(one) for one in (engine.moves(state, 1), engine.step(state, 1), engine.view(state, 1))])
