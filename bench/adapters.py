# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (PettingZoo and Gymnasium have only some types.)
"""Steps a second of the adapters beside the frameworks' own versions of the same games, in one run, with random play.

PettingZoo's versions need its extra `classic`. An environment is stepped by random allowed actions, drawn in the same way for both; the loop reads
observation, reward and mask of the agent that is to act, as a learner does. The vector environment makes a move in each of 1,024 matches.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import gamedsl
from gamedsl.adapters.gymnasium import vector_env
from gamedsl.adapters.pettingzoo import aec_env

GAMES = Path(__file__).parents[1] / "games" / "classics"
PAIRS = (
    ("tic_tac_toe", "tictactoe_v3"),
    ("connect_four", "connect_four_v3"),
    ("leduc_poker", "leduc_holdem_v4"),
    ("kuhn_poker", ""),
    ("hearts", ""),
)
"""Games, and PettingZoo's version of each if it has one."""
MATCHES = 1024


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':<16}{'PettingZoo':>12}{'aec_env':>12}{'ratio':>8}{'vector_env':>14}{'ratio':>8}{'to ours':>9}")
    for ours, theirs in PAIRS:
        print(_line(ours, theirs, given.steps, given.runs), flush=True)


def _line(ours: str, theirs: str, steps: int, runs: int) -> str:
    game = gamedsl.load_rules(GAMES / f"{ours}.gdl").game()
    measures: list[Callable[[], float]] = [lambda: _aec(aec_env(game), steps)]
    other_env = _theirs(theirs)
    if other_env is not None:
        measures.append(lambda: _aec(other_env(), steps))
    measures.append(lambda: _vector(game, max(10, steps // 50)))
    found: list[list[float]] = [[] for _ in measures]
    for _ in range(runs):
        for times, measure in zip(found, measures, strict=True):
            times.append(measure())
    rates = [median(times) for times in found]
    own, other = rates[0], rates[1] if len(rates) > 2 else float("nan")
    many = rates[-1]
    return (
        f"{ours:<16}{other:>12,.0f}{own:>12,.0f}{own / other:>8.2f}{many:>14,.0f}{many / other:>8.1f}{many / own:>9.1f}"
    )


def _theirs(name: str) -> Callable[[], Any] | None:
    """PettingZoo's version of a game, if it has one and that is installed."""
    if not name:
        return None
    try:
        return import_module(f"pettingzoo.classic.{name}").env  # type: ignore[no-any-return]
    except ImportError:
        return None


def _aec(env: Any, steps: int) -> float:
    """Steps a second."""
    dice = np.random.default_rng(1)
    env.reset(seed=1)
    began = process_time()
    for _ in range(steps):
        observation, _, termination, truncation, info = env.last()
        if termination or truncation:
            env.reset()
            continue
        mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
        allowed = np.flatnonzero(mask)
        env.step(int(allowed[dice.integers(len(allowed))]))
    return steps / (process_time() - began)


def _vector(game: gamedsl.Game, steps: int) -> float:
    env = vector_env(game, MATCHES)
    _, infos = env.reset(seed=1)
    began = process_time()
    for _ in range(steps):
        *_, infos = env.step(env.sample(infos["action_mask"]))
    return steps * MATCHES / (process_time() - began)


if __name__ == "__main__":
    main()
