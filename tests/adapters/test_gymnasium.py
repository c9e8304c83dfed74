# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (PettingZoo and Gymnasium have only some types.)
"""Many matches as a vector environment of Gymnasium, beside the same matches played one by one."""

from __future__ import annotations

import pickle
from copy import copy as shallow_copy
from copy import deepcopy
from functools import partial
from typing import Any, Literal, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import gamedsl
from gamedsl.adapters.gymnasium import vector_env
from games import shipped
from share import share


def _game(name: str) -> gamedsl.Game:
    return shipped.game(name, shipped.setups(name)[0])


@pytest.mark.parametrize("name", share(("pig", "tic_tac_toe", "kalah", "nim", "connect_four"), 2))
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


@pytest.mark.parametrize("numbers", [None, "numbers"])
def test_what_was_given_stays(numbers: Literal["numbers"] | None) -> None:
    """A list of all that was seen is what replay buffers keep."""
    env = vector_env(_game("tic_tac_toe"), 4, observations=numbers)
    given: list[Any] = [env.reset(seed=1)]
    before = [deepcopy(given[0])]
    for _ in range(12):
        given.append(env.step(env.sample(given[-1][-1]["action_mask"])))
        before.append(deepcopy(given[-1]))
    given.append(env.reset(seed=2))
    assert data_equivalence(given[:-1], before)
    assert any("final_obs" in one[-1] for one in given)
    assert len({one[0].tobytes() for one in given}) > 10


def test_what_was_given_can_be_written_to() -> None:
    one, other = vector_env(_game("nim"), 3), vector_env(_game("nim"), 3)
    given = [env.reset(seed=5) for env in (one, other)]
    for _ in range(40):
        actions = other.sample(given[1][1]["action_mask"])
        stepped = [env.step(actions) for env in (one, other)]
        assert data_equivalence(stepped[0], stepped[1])
        for array in (*stepped[0][:4], *(value for value in stepped[0][4].values() if isinstance(value, np.ndarray))):
            array[...] = np.zeros(1, array.dtype)[0]
        given = [(result[0], result[4]) for result in stepped]


def test_observations_can_be_the_memory_of_the_batch() -> None:
    env = vector_env(_game("tic_tac_toe"), 4, copy=False)
    seen, infos = env.reset(seed=1)
    before = seen.tolist()
    again, *_ = env.step(env.sample(infos["action_mask"]))
    assert np.shares_memory(seen, again)
    assert seen.tolist() != before
    assert env.observation_space.contains(seen)


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("tic_tac_toe", None),
        ("pig", "numbers"),
        ("kuhn_poker", None),
        ("goofspiel", None),
        ("phantom_tic_tac_toe", None),
    ],
)
def test_ends_are_given_as_gymnasium_promises(name: str, numbers: Literal["numbers"] | None, copy: bool) -> None:
    """The matches of the environment, played again by an engine up to their ends."""
    game, number = _game(name), 5
    engine = gamedsl.engine_for(game)
    env = vector_env(game, number, observations=numbers, copy=copy)
    is_numbers = numbers is not None or gamedsl.hides_something(game)
    _, infos = env.reset(seed=9)
    states, fresh, ends = [engine.initial(9, i) for i in range(number)], number, 0
    while ends < 12:
        actions = env.sample(infos["action_mask"])
        seats = infos["seat"].tolist()
        moves = [env.moves(i)[int(infos["action_mask"][i, :action].sum())] for i, action in enumerate(actions)]
        _, _, ended, _, infos = env.step(actions)
        if not ended.any():
            assert not {key for key in infos if "final" in key}
        for i, (seat, move) in enumerate(zip(seats, moves, strict=True)):
            states[i] = engine.play(states[i], seat, move)
            assert states[i].is_over == ended[i]
            if not ended[i]:
                continue
            seen = gamedsl.observation(engine, states[i], seat).tolist() if is_numbers else list(states[i].bytes)
            assert infos["final_obs"][i].tolist() == seen
            assert env.single_observation_space.contains(infos["final_obs"][i])
            about = {key: value[i].tolist() for key, value in infos["final_info"].items()}
            assert about == {
                "action_mask": [False] * infos["action_mask"].shape[1],
                "seat": -1,
                "decision": int.from_bytes(states[i].bytes[:2], "little"),
                "returns": list(gamedsl.returns(engine, states[i])),
                **dict.fromkeys(("_action_mask", "_seat", "_decision", "_returns"), True),
            }
            states[i], fresh, ends = engine.initial(9, fresh), fresh + 1, ends + 1
        if ended.any():
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == ended.tolist()
            assert [one is not None for one in infos["final_obs"]] == ended.tolist()


class _Match(gymnasium.Env[Any, Any]):
    """One match at a time, as an environment in the manner of Gymnasium: what its own vector environment makes of several is what ours has to give."""

    def __init__(self, engine: gamedsl.Engine[gamedsl.State], first: int, apart: int) -> None:
        self._engine, self._next, self._apart = engine, first, apart
        space = vector_env(engine.game, 1).single_observation_space
        self.observation_space, self.action_space = space, gymnasium.spaces.Discrete(10)
        self.state = engine.initial(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.state = self._engine.initial(3, self._next)
        self._next += self._apart
        return self._seen(), self._about()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        (seat,) = self._engine.to_act(self.state)
        self.state = self._engine.play(self.state, seat, self._engine.moves(self.state, seat)[int(action)])
        returns = gamedsl.returns(self._engine, self.state)
        return self._seen(), returns[seat], self.state.is_over, False, self._about()

    def _seen(self) -> Any:
        return np.frombuffer(self.state.bytes, np.uint8)

    def _about(self) -> dict[str, Any]:
        return {"seat": (*self._engine.to_act(self.state), -1)[0]}


def test_it_gives_what_the_vector_environment_of_gymnasium_gives() -> None:
    """In a game in which all matches are equally long, so that both begin the same ones again."""
    game = gamedsl.parse_rules(_FIXED).game()
    engine, number = gamedsl.engine_for(game), 3
    ours = vector_env(game, number)
    theirs = SyncVectorEnv(
        [partial(_Match, engine, i, number) for i in range(number)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    seen, infos = ours.reset(seed=3)
    other, about = theirs.reset()
    for _ in range(13):
        assert data_equivalence(seen, other)
        assert infos["seat"].tolist() == about["seat"].tolist()
        assert ("final_obs" in infos) == ("final_obs" in about)
        if "final_obs" in infos:
            assert data_equivalence(infos["final_obs"].tolist(), about["final_obs"].tolist())
            assert infos["final_info"]["seat"].tolist() == about["final_info"]["seat"].tolist()
            assert infos["final_info"]["_seat"].tolist() == about["final_info"]["_seat"].tolist()
            assert infos["_final_obs"].tolist() == about["_final_obs"].tolist()
        actions = ours.sample(infos["action_mask"])
        taken = np.array([infos["action_mask"][i, :action].sum() for i, action in enumerate(actions)])
        seen, rewards, ended, cut, infos = ours.step(actions)
        other, gains, over, truncated, about = theirs.step(taken)
        assert data_equivalence((rewards, ended, cut), (gains, over, truncated))


_FIXED = """
game fixed:
    players 2

shared:
    heap: 0..40 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose n: one of 1..6
    heap += n

score high: heap if number is 1 else 0

ranking by highest total, ties shared
"""


@pytest.mark.parametrize("wrapper", ["list", "statistics"])
def test_wrappers_of_gymnasium_take_it(wrapper: str) -> None:
    env = vector_env(_game("tic_tac_toe"), 3)
    made: dict[str, Any] = {
        "list": wrappers.DictInfoToList,
        "statistics": wrappers.RecordEpisodeStatistics,
    }
    wrapped = made[wrapper](env)
    _, infos = wrapped.reset(seed=1)
    finals = 0
    for _ in range(20):
        mask = np.stack([one["action_mask"] for one in infos]) if wrapper == "list" else infos["action_mask"]
        _, _, ended, _, infos = wrapped.step(env.sample(mask))
        if wrapper == "list":
            assert ["final_obs" in one for one in infos] == ended.tolist()
            assert all(one["final_info"]["seat"] == -1 for one in infos if "final_info" in one)
        elif ended.any():
            assert all((one is not None) == over for one, over in zip(infos["final_obs"], ended, strict=True))
        if wrapper == "statistics" and ended.any():
            assert set(infos["episode"]["l"][ended].tolist()) <= set(range(5, 10))
        finals += int(ended.sum())
    assert finals > 3


def test_it_refuses_to_be_copied() -> None:
    env = vector_env(_game("tic_tac_toe"), 2)
    for deed in (pickle.dumps, shallow_copy, deepcopy):
        with pytest.raises(gamedsl.ArgumentError, match="a vector environment lives in the memory"):
            deed(env)


@pytest.mark.parametrize("name", share(("kuhn_poker", "goofspiel", "phantom_tic_tac_toe", "connect_four"), 2, 1))
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
    for observed in ("bytes", np.zeros(2)):
        with pytest.raises(gamedsl.ArgumentError, match='`observations` is "positions" or "numbers", not '):
            vector_env(_game("kuhn_poker"), 4, observations=cast(Any, observed))
    with pytest.raises(gamedsl.ArgumentError, match="`number` is 1 or more"):
        vector_env(_game("tic_tac_toe"), 0)
    for moves in (0, True, 1 << 64):
        with pytest.raises(gamedsl.ArgumentError, match=f"`moves` is a whole number from 1 to 2147483647, not {moves}"):
            vector_env(_game("tic_tac_toe"), 4, moves=moves)
    with pytest.raises(gamedsl.ArgumentError, match="`copy` is True or False, not 'no'"):
        vector_env(_game("tic_tac_toe"), 4, copy=cast(bool, "no"))
    with pytest.raises(gamedsl.ArgumentError, match="`number` is"):
        vector_env(_game("tic_tac_toe"), 1 << 200)
    env = vector_env(_game("tic_tac_toe"), 4)
    with pytest.raises(gamedsl.ArgumentError, match="call `reset` before the first step"):
        env.step(np.zeros(4, np.int64))
    with pytest.raises(gamedsl.ArgumentError, match="one seed"):
        env.reset(seed=[1, 2, 3, 4])
    for seed in (-1, True, 1.5):
        with pytest.raises(gamedsl.ArgumentError, match="`seed` is a whole number, 0 or more"):
            env.reset(seed=cast(int, seed))
    seen, infos = env.reset(seed=1)
    for mask in (None, infos["action_mask"][:2], infos["action_mask"] & (np.arange(4) > 0)[:, None]):
        with pytest.raises(gamedsl.ArgumentError, match=r"`mask` is `infos\['action_mask'\]`"):
            env.sample(cast(Any, mask))
    before = seen.tolist()
    wrong: list[tuple[list[object], str]] = [
        ([0, 1, 2, 9], "in match 3 action 9 is not allowed"),
        ([0, -1, 2, 3], "in match 1 action -1"),
        ([0, 1], "4 whole numbers"),
        ([0.5, 1.5, 2.5, 3.5], "4 whole numbers"),
        ([True] * 4, "4 whole numbers"),
    ]
    for actions, said in wrong:
        with pytest.raises(gamedsl.ArgumentError, match=said):
            env.step(np.array(actions))
    assert seen.tolist() == before
    small = vector_env(_game("chess"), 2, moves=5)
    with pytest.raises(gamedsl.ArgumentError, match=r"give `moves=20` or more"):
        small.reset(seed=1)
