# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (PettingZoo and Gymnasium have only some types.)
"""Games as environments of PettingZoo: its own tests, with warnings as errors, on games of different kinds."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import gamedsl
from gamedsl.adapters.pettingzoo import ILLEGAL_REWARD, aec_env, parallel_env
from games import shipped
from share import paired, share

benchmark = import_module("pettingzoo.test.performance_benchmark")  # the package has a function of this name
states = import_module("pettingzoo.test.state_test")
GAMES = (
    "tic_tac_toe", "kuhn_poker", "goofspiel", "pig", "golf_patience", "phantom_tic_tac_toe", "hearts", "draughts", "masked_court", "glory_islands",
)  # fmt: skip
"""On a board, with cards, at once, with dice, alone, unseen, with passing at once, with moves of several steps, with roles, with a scripted seat."""


def _game(name: str) -> gamedsl.Game:
    setups = shipped.setups(name)
    return shipped.game(name, setups[0] if name == "glory_islands" else setups[-1])


@pytest.mark.parametrize("name", share(GAMES, 2, 1))
@pytest.mark.filterwarnings("error")
def test_it_is_an_environment(name: str) -> None:
    game = _game(name)
    api_test(aec_env(game), num_cycles=4)
    parallel_api_test(parallel_env(game), num_cycles=4)
    seed_test(lambda: aec_env(game), num_cycles=5)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=5)


def _pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize(
    ("name", "make"),
    paired(("kuhn_poker", "goofspiel", "hearts"), (copy, deepcopy, _pickled)),
    ids=lambda one: getattr(one, "__name__", one),
)
def test_a_copy_is_a_match_of_its_own(name: str, make: Callable[[Any], Any]) -> None:
    env: Any = aec_env(_game(name))
    env.reset(seed=4)
    made = make(env)
    before = _shown(env)
    assert _shown(made) == before
    _step(made)
    _step(made)
    assert _shown(env) == before
    assert _shown(made) != before
    _step(env)
    _step(env)
    assert _shown(made) == _shown(env)
    many: Any = parallel_env(_game(name))
    many.reset(seed=4)
    other = make(many)
    seen = many._table.state
    other.step({agent: _first(other, agent) for agent in other.agents})
    assert other._table.state != seen
    assert many._table.state == seen


def _first(env: Any, agent: str) -> int:
    """The first action that is allowed to an agent, 0 for one that is not to act."""
    mask = env._observe_all([agent])[1][agent]["action_mask"]
    return int(mask.argmax())


def _step(env: Any) -> None:
    _, _, termination, truncation, info = env.last()
    env.step(None if termination or truncation else int(info["action_mask"].argmax()))


def _shown(env: Any) -> tuple[object, ...]:
    agents = [(name, env.observe(name).tolist(), env.infos[name]["action_mask"].tolist()) for name in env.agents]
    return env._table.state, agents, env.agent_selection, dict(env.rewards), dict(env.terminations)


def test_rewards_are_the_returns() -> None:
    env = aec_env(_game("kuhn_poker"))
    env.reset(seed=3)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last()
        got[agent] = got.get(agent, 0.0) + reward
        env.step(None if termination else int(info["action_mask"].argmax()))
    for late in (env.last, lambda: env.step(None)):
        with pytest.raises(gamedsl.ArgumentError, match="the match is over: call `reset`"):
            late()
    assert sorted(got) == ["player_0", "player_1"]
    assert abs(got["player_0"]) in (1.0, 2.0)
    assert sum(got.values()) == 0.0


def test_an_action_that_is_not_allowed() -> None:
    env = aec_env(_game("tic_tac_toe"))
    for early in (lambda: env.step(4), env.last, env.agent_iter):
        with pytest.raises(gamedsl.ArgumentError, match="call `reset` first"):
            early()
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(gamedsl.ArgumentError, match="there is no agent 'Ann', but player_0, player_1"):
            ask("Ann")
    for seed in (-1, True, "1"):
        with pytest.raises(gamedsl.ArgumentError, match="`seed` is a whole number, 0 or more"):
            env.reset(seed=cast(int, seed))
    for action in ("4", 4.0, True):
        with pytest.raises(gamedsl.ArgumentError, match="an action is a whole number"):
            env.step(cast(int, action))
    env.step(4)
    with pytest.raises(gamedsl.IllegalMove, match="action 4"):
        env.step(4)
    with pytest.raises(gamedsl.ArgumentError, match="player_1 is to act"):
        env.step(None)
    both = parallel_env(_game("tic_tac_toe"))
    both.reset(seed=1)
    both.step({"player_0": 4, "player_1": 0})
    _, rewards, terminations, truncations, infos = both.step({"player_0": 4, "player_1": 4})
    assert rewards == {"player_0": 0.0, "player_1": ILLEGAL_REWARD}
    assert (set(terminations.values()), set(truncations.values()), both.agents) == ({False}, {True}, [])
    assert "action 4" in infos["player_1"]["illegal"]
    both.reset()
    with pytest.raises(gamedsl.ArgumentError, match="there is no action of it"):
        both.step({"player_1": 1})
    with pytest.raises(gamedsl.ArgumentError, match="an action for each agent, by name, and is not 3"):
        both.step(cast(dict[str, int], 3))


def test_matches_follow_each_other() -> None:
    env = aec_env(_game("goofspiel"))
    env.reset(seed=5)
    first = env.observe("player_0").tolist()
    env.reset()
    env.reset(seed=5)
    assert env.observe("player_0").tolist() == first


def test_where_all_choose_at_once_they_do_so_in_one_step() -> None:
    env = parallel_env(_game("goofspiel"))
    _, infos = env.reset(seed=1)
    assert all(info["action_mask"].any() for info in infos.values())
    actions = {name: int(info["action_mask"].argmax()) for name, info in infos.items()}
    before = {name: int(info["action_mask"].sum()) for name, info in infos.items()}
    _, _, _, _, infos = env.step(actions)
    assert {name: int(info["action_mask"].sum()) for name, info in infos.items()} == {
        name: number - 1 for name, number in before.items()
    }


def test_matches_of_a_seed_begin_with_its_first() -> None:
    game = _game("kuhn_poker")
    engine = gamedsl.engine_for(game)
    env: Any = aec_env(game)
    for seed, matches in ((5, [0, 1, 2]), (6, [0])):
        for match in matches:
            env.reset(seed=seed if match == 0 else None)
            first = gamedsl.observation(engine, engine.initial(seed, match), 0)
            assert list(env.observe(env.possible_agents[0])) == list(first), (seed, match)


@pytest.mark.parametrize(
    ("name", "utility", "values"),
    [
        ("tic_tac_toe", "victory", {-1.0, 0.0, 1.0}),
        ("hearts", "victory", {-1 / 3, 1 / 9, 1 / 3, 1.0}),
        ("goofspiel", "rank", {-1.0, 0.0, 1.0}),
        ("beacon_chain", "victory", {-1.0, 1.0}),  # its rules say who has won
    ],
)
def test_rewards_count_what_is_asked_for(name: str, utility: Any, values: set[float]) -> None:
    game = shipped.game(name, shipped.setups(name)[0])
    env = aec_env(game, utility=utility)
    for seed in range(2):
        env.reset(seed=seed)
        got: dict[str, float] = {}
        for agent in env.agent_iter():
            _, reward, termination, _, info = env.last()
            got[agent] = got.get(agent, 0.0) + reward
            assert ("returns" in info) == termination
            if termination:
                assert info["returns"][agent] == got[agent]
            env.step(None if termination else env.action_space(agent).sample(info["action_mask"]))
        assert game.verdicts or sum(got.values()) == pytest.approx(0)
        assert all(any(one == pytest.approx(value) for value in values) for one in got.values()), got


def test_what_nobody_can_play_for_is_refused() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="`utility` is `victory`, `points` or `rank`, not `money`"):
        aec_env(_game("tic_tac_toe"), utility="money")  # type: ignore[arg-type]
    with pytest.raises(gamedsl.ArgumentError, match=r"or `rank`, not `\[\]`"):
        aec_env(_game("tic_tac_toe"), utility=cast(Any, []))
    with pytest.raises(gamedsl.ArgumentError, match="nobody can aim at points"):
        parallel_env(_game("tic_tac_toe"), utility="points")
    with pytest.raises(gamedsl.ArgumentError, match="has one player here, and its rules do not say who has won"):
        aec_env(_game("golf_patience"), utility="victory")


def test_its_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It takes any action of the space, so the wrapper has to end matches; here it stops after a few rounds and not after five seconds."""
    times = iter(range(0, 10, 2))
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=lambda: next(times)))
    benchmark.performance_benchmark(TerminateIllegalWrapper(aec_env(_game("hearts")), illegal_reward=-1))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["tic_tac_toe", "hearts"])
def test_the_state_is_the_whole_position(name: str) -> None:
    env = TerminateIllegalWrapper(aec_env(_game(name)), illegal_reward=-1)
    states.test_state_space(env)
    states.test_state(env, num_cycles=4)
    both = parallel_env(_game(name))
    both.reset(seed=2)
    engine = gamedsl.engine_for(_game(name))
    assert both.state().tobytes() == engine.initial(2).bytes
    assert both.state_space.contains(both.state())


def test_masks_are_read_only() -> None:
    env = aec_env(_game("tic_tac_toe"))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        env.infos["player_0"]["action_mask"][0] = 0
