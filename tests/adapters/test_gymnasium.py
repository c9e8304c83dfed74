# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (PettingZoo and Gymnasium have only some types.)
"""Many matches as a vector environment of Gymnasium, beside the same matches played one by one."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import gamedsl
from gamedsl.adapters.gymnasium import vector_env
from games import shipped


def _game(name: str) -> gamedsl.Game:
    return shipped.game(name, shipped.setups(name)[0])


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig", "connect_four", "kalah"])
def test_it_plays_the_matches_of_a_batch(name: str) -> None:
    """The matches of the environment, played again by an engine."""
    game, number = _game(name), 6
    engine = gamedsl.engine_for(game)
    env = vector_env(game, number)
    seen, infos = env.reset(seed=9)
    states, fresh = [engine.initial(9, i) for i in range(number)], number
    for _ in range(40):
        mask = infos["action_mask"]
        assert mask.sum(axis=1).tolist() == [len(engine.moves(s, engine.to_act(s)[0])) for s in states]
        assert infos["seat"].tolist() == [engine.to_act(s)[0] for s in states]
        assert [row.tobytes() for row in seen] == [s.bytes for s in states]
        actions = env.sample(mask)
        seen, rewards, ended, cut, infos = env.step(actions)
        for i, state in enumerate(states):
            seat = engine.to_act(state)[0]
            after = engine.play(state, seat, engine.moves(state, seat)[int(mask[i, : actions[i]].sum())])
            assert (bool(ended[i]), bool(cut[i])) == (after.is_over, False)
            returns = gamedsl.returns(engine, after)
            assert rewards[i] == returns[seat]
            assert infos["returns"][i].tolist() == list(returns)
            if after.is_over:
                after, fresh = engine.initial(9, fresh), fresh + 1
            states[i] = after


def test_a_seed_says_what_happens() -> None:
    one, other = vector_env(_game("pig"), 8), vector_env(_game("pig"), 8)
    got = [env.reset(seed=4) for env in (one, other)]
    for _ in range(30):
        actions = [env.sample(infos["action_mask"]) for env, (_, infos) in zip((one, other), got, strict=True)]
        assert actions[0].tolist() == actions[1].tolist()
        stepped = [env.step(a) for env, a in zip((one, other), actions, strict=True)]
        assert data_equivalence(stepped[0], stepped[1])
        got = [(result[0], result[4]) for result in stepped]
    assert one.reset(seed=4)[0].tolist() == other.reset(seed=4)[0].tolist()


def test_observations_are_the_memory_of_the_batch() -> None:
    env = vector_env(_game("tic_tac_toe"), 4)
    seen, infos = env.reset(seed=1)
    before = seen.tolist()
    again, *_ = env.step(env.sample(infos["action_mask"]))
    assert np.shares_memory(seen, again)
    assert seen.tolist() != before
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "phantom_tic_tac_toe", "connect_four"])
def test_numbers_are_what_the_seat_to_act_sees(name: str) -> None:
    """The matches of the environment, played again by an engine."""
    game, number = _game(name), 5
    engine = gamedsl.engine_for(game)
    env = vector_env(game, number, observations="numbers")
    seen, infos = env.reset(seed=9)
    assert env.observation_space.contains(seen)
    states, fresh = [engine.initial(9, i) for i in range(number)], number
    for _ in range(30):
        seats = infos["seat"].tolist()
        for row, state, seat in zip(seen.tolist(), states, seats, strict=True):
            assert row == gamedsl.observation(engine, state, seat).tolist()
        actions = env.sample(infos["action_mask"])
        moves = [env.moves(i)[int(infos["action_mask"][i, :action].sum())] for i, action in enumerate(actions)]
        seen, *_, infos = env.step(actions)
        for i, (seat, move) in enumerate(zip(seats, moves, strict=True)):
            states[i] = engine.play(states[i], seat, move)
            if states[i].is_over:
                states[i], fresh = engine.initial(9, fresh), fresh + 1


def test_a_line_of_a_menu_is_an_action() -> None:
    """Whatever else is offered beside it."""
    env = vector_env(_game("kuhn_poker"), 64)
    _, infos = env.reset(seed=1)
    called: set[tuple[int, str]] = set()
    for _ in range(6):
        for i, mask in enumerate(infos["action_mask"]):
            called |= {
                (int(action), move.text) for action, move in zip(np.flatnonzero(mask), env.moves(i), strict=True)
            }
        assert len(set(infos["decision"].tolist())) == 1
        *_, infos = env.step(env.sample(infos["action_mask"]))
    assert called == {(0, "check"), (1, "bet"), (2, "call"), (3, "fold")}


def test_the_rules_say_how_many_actions_there_are() -> None:
    envs = {name: vector_env(_game(name), 2) for name in ("kuhn_poker", "goofspiel", "hearts")}
    widths = {name: env.reset(seed=1)[1]["action_mask"].shape[1] for name, env in envs.items()}
    assert widths == {"kuhn_poker": 4, "goofspiel": 52, "hearts": 512}


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(
        gamedsl.ArgumentError,
        match='in kuhn_poker something is hidden, and positions show it: take `observations="numbers"`',
    ):
        vector_env(_game("kuhn_poker"), 4, observations="positions")
    with pytest.raises(gamedsl.ArgumentError, match='`observations` is "positions" or "numbers", not \'bytes\''):
        vector_env(_game("kuhn_poker"), 4, observations="bytes")  # type: ignore[arg-type]
    with pytest.raises(gamedsl.ArgumentError, match="`number` is 1 or more"):
        vector_env(_game("tic_tac_toe"), 0)
    with pytest.raises(gamedsl.ArgumentError, match="`moves` is a whole number, 1 or more, not 0"):
        vector_env(_game("tic_tac_toe"), 4, moves=0)
    env = vector_env(_game("tic_tac_toe"), 4)
    with pytest.raises(gamedsl.ArgumentError, match="call `reset` before the first step"):
        env.step(np.zeros(4, np.int64))
    with pytest.raises(gamedsl.ArgumentError, match="one seed"):
        env.reset(seed=[1, 2, 3, 4])
    seen, _ = env.reset(seed=1)
    before = seen.tolist()
    for actions, said in (
        ([0, 1, 2, 9], "in match 3 action 9 is not allowed"),
        ([0, -1, 2, 3], "in match 1 action -1"),
        ([0, 1], "4 numbers"),
    ):
        with pytest.raises(gamedsl.ArgumentError, match=said):
            env.step(np.array(actions))
    assert seen.tolist() == before
    small = vector_env(_game("chess"), 2, moves=5)
    with pytest.raises(gamedsl.ArgumentError, match=r"give `moves=20` or more"):
        small.reset(seed=1)
