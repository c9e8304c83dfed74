"""A game as an environment of PettingZoo, and tables that learn to play it against themselves.

    python docs/examples/environment.py leduc_poker

What an agent sees is the key of a table: the mean return of each action so far. It plays the best one, and sometimes another.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

import gamedsl
from gamedsl.adapters.pettingzoo import GameAEC, aec_env

Table = defaultdict[bytes, dict[int, tuple[int, float]]]
"""By observation and action: how often it was tried, and the mean of what it brought."""


def chosen(
    table: Table, seen: NDArray[np.int32], mask: NDArray[np.int8], dice: np.random.Generator, curious: float
) -> int:
    """The action with the best mean so far; a random one in the share `curious` of all cases."""
    allowed = np.flatnonzero(mask)
    if dice.random() < curious:
        return int(dice.choice(allowed))
    known = table.get(seen.tobytes(), {})
    return int(max(allowed, key=lambda action: known.get(int(action), (0, 0.0))[1]))


def match(
    env: GameAEC, table: Table, learning: set[str], dice: np.random.Generator, curious: float
) -> dict[str, float]:
    """Plays a match in which these agents use the table and the others play at random; gives the returns. With `curious` above 0 the table learns."""
    env.reset()
    turns: list[tuple[str, bytes, int]] = []
    returns: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, termination, truncation, info = env.last()
        if termination or truncation or seen is None:
            returns[agent] = reward
            env.step(None)
            continue
        action = chosen(table, seen, info["action_mask"], dice, curious if agent in learning else 1.0)
        turns.append((agent, seen.tobytes(), action))
        env.step(action)
    for agent, key, action in turns if curious else ():
        tried, mean = table[key].get(action, (0, 0.0))
        table[key][action] = tried + 1, mean + (returns[agent] - mean) / (tried + 1)
    return returns


def main(rules: str, matches: int) -> None:
    env = aec_env(gamedsl.load_rules(rules).game())
    table, dice = Table(dict), np.random.default_rng(1)
    env.reset(seed=1)
    for number in range(5):
        results = [
            match(env, table, {agent}, dice, 0.0)[agent] for agent in env.possible_agents for _ in range(matches // 10)
        ]
        print(
            f"after {number * matches:>6} matches: {np.mean(results):+.3f} a match against random play, {len(table)} observations",
            flush=True,
        )
        for _ in range(matches):
            match(env, table, set(env.possible_agents), dice, 0.2)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000)
