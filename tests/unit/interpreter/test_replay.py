"""Replays: written, read, played again, and noticed when something is different."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.matches.replay import (
    DivergedError,
    Replay,
    ReplayError,
    ReplayMove,
    from_json,
    replay_of,
    to_json,
    verify_replay,
)
from unit.interpreter.nim import GAME, Nim


def written() -> Replay:
    record = play_match(Nim(), [RandomMoves(), RandomMoves()], 5, 3)
    moves = tuple((played.seat, played.text) for played in record.moves)
    return replay_of(GAME, "nim.gdl", 5, 3, moves, record.outcome)


def test_what_is_written_can_be_read() -> None:
    record = written()
    assert from_json(to_json(record)) == record
    assert json.loads(to_json(record))["outcome"]["shares"] in (["1", "0"], ["0", "1"])


def test_a_replay_comes_out_as_written() -> None:
    assert verify_replay(Nim(), written()).is_over


def test_a_match_in_progress_can_be_replayed() -> None:
    record = evolve(written(), moves=written().moves[:1], outcome=None)
    assert not verify_replay(Nim(), record).is_over


def test_another_outcome_is_noticed() -> None:
    record = written()
    assert record.outcome is not None
    with pytest.raises(DivergedError, match="another outcome"):
        verify_replay(Nim(), evolve(record, outcome=evolve(record.outcome, reason="Nobody knows.")))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (ReplayMove("Ann", "turns(number = 7, more = no)"), "not possible"),
        (ReplayMove("Eve", "turns(number = 1, more = no)"), "nobody is called Eve"),
    ],
)
def test_an_impossible_move_is_noticed(move: ReplayMove, why: str) -> None:
    with pytest.raises(DivergedError, match=why) as caught:
        verify_replay(Nim(), evolve(written(), moves=(move,)))
    assert caught.value.number == 0


def test_moves_after_the_end_are_noticed() -> None:
    record = written()
    with pytest.raises(DivergedError, match="over"):
        verify_replay(Nim(), evolve(record, moves=(*record.moves, record.moves[0])))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"format": "gamedsl replay 2"}', '{"format": "gamedsl replay 1"}', "[" * 100_000, "7"],
)
def test_what_is_no_replay_is_refused(text: str) -> None:
    with pytest.raises(ReplayError):
        from_json(text)


def test_a_damaged_replay_is_refused() -> None:
    data = json.loads(to_json(written()))
    for key in list(data):
        with pytest.raises(ReplayError):
            from_json(json.dumps({name: value for name, value in data.items() if name != key}))
        with pytest.raises(ReplayError):
            from_json(json.dumps(data | {key: {"no": [1, "such"]}}))
