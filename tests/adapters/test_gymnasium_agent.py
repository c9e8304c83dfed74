# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (Gymnasium has only some types.)
"""One seat against given players as an environment of Gymnasium, beside the same matches played by an engine."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import gamedsl
from gamedsl.adapters.gymnasium import AgentEnv, agent_env
from gamedsl.adapters.gymnasium_agent import registered_env
from gamedsl.adapters.utilities import Payment, UtilityName
from games import shipped


def _game(name: str) -> gamedsl.Game:
    return shipped.game(name, shipped.setups(name)[0])


class Watched:
    """Plays the first move, and notes what it was asked with."""

    name = "watched"

    def __init__(self) -> None:
        self.asked: list[tuple[int, gamedsl.State]] = []

    def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        self.asked.append((seat, state))
        return engine.moves(state, seat)[0]


def _play(env: AgentEnv, info: dict[str, Any], seed: int) -> list[tuple[Any, ...]]:
    """Plays a match at random; what each step gave."""
    dice, given = np.random.default_rng(seed), list[tuple[Any, ...]]()
    while not given or not given[-1][2]:
        given.append(env.step(int(dice.choice(np.flatnonzero(info["action_mask"])))))
        info = given[-1][4]
    return given


@pytest.mark.parametrize("name", ["kuhn_poker", "gloriana", "tic_tac_toe", "goofspiel"])
def test_the_checker_of_gymnasium_finds_nothing(name: str) -> None:
    env = gymnasium.make("gamedsl/Match-v0", rules=name, opponents="random").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)
    assert (env.reset(seed=1)[1]["seat"], env.reset(seed=2)[1]["seat"]) == (0, 0)


@pytest.mark.parametrize("name", ["gloriana", "goofspiel", "hearts", "pig"])
def test_it_plays_the_matches_of_an_engine(name: str) -> None:
    """Steps of several selections, simultaneous choices and chance: with the same answers an engine reaches the same positions."""
    game = _game(name)
    engine, others = gamedsl.engine_for(game), Watched()
    env = agent_env(game, [others] * (game.humans - 1))
    seen, info = env.reset(seed=5)
    dice = np.random.default_rng(1)
    state, over = engine.initial(5, 0), False
    while not over:
        while engine.to_act(state)[0] != 0:
            seat = engine.to_act(state)[0]
            state = engine.play(state, seat, engine.moves(state, seat)[0])
        legal = gamedsl.legal_actions(engine, state, 0)
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        assert seen.tolist() == gamedsl.observation(engine, state, 0).tolist()
        assert env.observation_space.contains(seen)
        action = int(dice.choice(legal))
        state = gamedsl.apply(engine, state, 0, action)
        while not state.is_over and engine.to_act(state)[0] != 0:
            seat = engine.to_act(state)[0]
            state = engine.play(state, seat, engine.moves(state, seat)[0])
        seen, reward, over, cut, info = env.step(action)
        outcome = engine.outcome(state)
        returns = [0.0] * game.humans if outcome is None else Payment(game, None).of(outcome)
        assert (reward, over, cut) == (returns[0], state.is_over, False)
        assert info["returns"].tolist() == returns
    assert not info["action_mask"].any()


def test_seeds_say_what_happens() -> None:
    def played(env: AgentEnv) -> list[Any]:
        first, second = env.reset(seed=3), None
        given: list[Any] = [first, _play(env, first[1], 1)]
        second = env.reset()
        return [*given, second, _play(env, second[1], 2)]

    one, other = (played(agent_env(_game("leduc_poker"), "mcts:2")) for _ in range(2))
    assert data_equivalence(one, other)
    assert one[0][0].tolist() != one[2][0].tolist()


class Peeker:
    """Always throws in `pig`, and tries beforehand what the throw would bring."""

    name = "peeker"

    def __init__(self) -> None:
        self.expected: bytes | None = None
        self.guesses: list[bool] = []

    def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        if self.expected is not None:
            self.guesses.append(self.expected == state.bytes)
        throw = engine.moves(state, seat)[0]
        after = engine.play(state, seat, throw)
        goes_on = not after.is_over and engine.to_act(after)[0] == seat
        self.expected = after.bytes if goes_on else None
        return throw


def test_opponents_know_nothing_of_rolls_to_come() -> None:
    """What they try ends otherwise than what happens then."""
    peeker = Peeker()
    env = agent_env(_game("pig"), [peeker])
    _play(env, env.reset(seed=1)[1], 1)
    assert peeker.guesses.count(False) > len(peeker.guesses) / 2


def test_seats_in_turn_with_opponents_behind() -> None:
    game = _game("gloriana")
    first, second = Watched(), Watched()
    env = agent_env(game, [first, second], seat=None)
    _, info = env.reset(seed=1)
    for number in range(4):
        first.asked.clear()
        second.asked.clear()
        assert (info["seat"], env.seat) == (number % 3, number % 3)
        _play(env, info, number)
        assert {seat for seat, _ in first.asked} == {(number + 1) % 3}
        assert {seat for seat, _ in second.asked} == {(number + 2) % 3}
        _, info = env.reset()


def test_an_action_that_is_not_allowed_ends_the_match() -> None:
    env = agent_env(_game("kuhn_poker"), penalty=-5.0)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, cut, info = env.step(wrong)
    assert (reward, ended, cut) == (-5.0, True, False)
    assert "There is no bet to call." in info["illegal"] or "not among those" in info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(gamedsl.ArgumentError, match="the match is over: call `reset`"):
        env.step(wrong)
    _, info = env.reset()
    assert "illegal" not in info


@pytest.mark.parametrize(
    ("utility", "values"),
    [("victory", {-1.0, 1.0}), ("points", {-2.0, -1.0, 1.0, 2.0}), (None, {-2.0, -1.0, 1.0, 2.0})],
)
def test_rewards_count_what_is_asked_for(utility: UtilityName | None, values: set[float]) -> None:
    env = agent_env(_game("kuhn_poker"), utility=utility)
    got: set[float] = set()
    for seed in range(40):
        got.add(_play(env, env.reset(seed=seed)[1], seed)[-1][1])
    assert got == values


def test_several_are_a_vector_with_ends_as_gymnasium_promises() -> None:
    env = gymnasium.make_vec(
        "gamedsl/Match-v0",
        3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        rules="tic_tac_toe",
        seat=None,
    )
    _, infos = env.reset(seed=1)
    dice, ended_matches = np.random.default_rng(1), 0
    while ended_matches < 9:
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, rewards, ended, _, infos = env.step(actions)
        for i in np.flatnonzero(ended):
            seat = infos["final_info"]["seat"][i]
            assert rewards[i] == infos["final_info"]["returns"][i, seat]
            assert env.single_observation_space.contains(infos["final_obs"][i])
            assert not infos["final_info"]["action_mask"][i].any()
        assert infos["action_mask"].any(axis=1).all()
        ended_matches += int(ended.sum())


def test_the_position_is_shown_as_text() -> None:
    env = agent_env(_game("tic_tac_toe"), render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == repr(env.state)
    assert agent_env(_game("tic_tac_toe")).render() is None


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: agent_env(_game("gloriana"), ["random"] * 3), "`opponents` names 3 players, and gloriana has 2 beside the agent"),
    (lambda: agent_env(_game("gloriana"), seat=3), "`seat` is a seat of a player, 0 to 2, or None for all in turn, not 3"),
    (lambda: agent_env(_game("gloriana"), utility=cast(UtilityName, "fun")), "`utility` is `victory`, `points` or `rank`, not `fun`"),
    (lambda: agent_env(_game("gloriana"), render_mode="human"), "`render_mode` is None or \"ansi\""),
    (lambda: agent_env(_game("nim")).step(0), "call `reset` first"),
    (lambda: agent_env(_game("nim"), cast(gamedsl.Agent, None)), "an opponent is a text such as `mcts:100` or an agent, not None"),
    (lambda: agent_env(_game("nim"), cast(gamedsl.Agent, np.float64(2))), "an opponent is a text such as `mcts:100` or an agent, not"),
    (lambda: agent_env(_game("nim")).reset(seed=-1), "`seed` is a whole number, 0 or more, not -1"),
    (lambda: registered_env("nim", options=cast(dict[str, str], 5)), "`options` has a value for each name, and is not 5"),
    (lambda: agent_env(_game("nim"), penalty=float("nan")), "`penalty` is a finite number, not nan"),
    (lambda: _begun("nim").step(100_000), "an action is a number from 0 to"),
    (lambda: _begun("nim").step(True), "an action is a whole number, not True"),
]  # fmt: skip


def _begun(name: str) -> AgentEnv:
    env = agent_env(_game(name))
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(("call", "told"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said(call: Callable[[], object], told: str) -> None:
    with pytest.raises(gamedsl.ArgumentError) as caught:
        call()
    assert told in str(caught.value)


def test_players_that_do_not_exist_are_named() -> None:
    with pytest.raises(gamedsl.AgentSpecError, match="nobody"):
        agent_env(_game("gloriana"), ["mcts:10", "nobody"])


def test_a_seat_that_never_chooses_is_said() -> None:
    rules = gamedsl.parse_rules(_IDLE)
    with pytest.raises(gamedsl.ArgumentError, match="seat 1 had nothing to choose in 1000 matches"):
        agent_env(rules.game(), seat=1).reset(seed=1)


_IDLE = """
game idle:
    players 2

each player:
    heap: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    if number is 1: take

rule take:
    choose n: one of 1..2
    heap += n

ranking by highest heap, ties shared
"""
