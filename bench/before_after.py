"""How a player that thinks does with rules that say how well players stand (`judged …`), against itself with the rules as they were.

    PYTHONPATH=.:interpreter python bench/before_after.py reversi OLD_GAMES [--agent mcts:100] [--matches 100]

OLD_GAMES is a folder with the old rules files. Both play the same match; who has the new rules sits at each seat in turn. Printed are the share of victories
with its 95 % interval (Wilson), and the computing time for a choice as a part of the other's.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from time import process_time

import gamedsl
from gamedsl_interpreter.matches.simulate import wilson

GAMES = Path(__file__).parents[1] / "games"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the matches; gives the exit code."""
    parser = ArgumentParser(
        description="A player with new rules for how well players stand, against itself with the old ones."
    )
    parser.add_argument("game")
    parser.add_argument("old", type=Path, help="a folder with the old rules files")
    parser.add_argument("--agent", default="mcts:100")
    parser.add_argument("--matches", type=int, default=100)
    chosen = parser.parse_args(arguments)
    folders = (GAMES, chosen.old)
    engines = [
        gamedsl.engine_for(gamedsl.load_rules(next(folder.rglob(f"{chosen.game}.gdl"))).game()) for folder in folders
    ]
    agent = gamedsl.agent_from(chosen.agent)
    won, spent, asked = Fraction(0), [0.0, 0.0], [0, 0]
    for index in range(chosen.matches):
        states = [engine.initial(1, index) for engine in engines]
        dice = [gamedsl.Dice.seeded(1, index), gamedsl.Dice.seeded(2, index)]
        own = index % engines[0].game.humans
        while not states[0].is_over:
            seat = engines[0].to_act(states[0])[0]
            who = int(seat != own)
            began = process_time()
            move = agent.choose(engines[who], states[who], seat, dice[who])
            spent[who] += process_time() - began
            asked[who] += 1
            states = [engine.play(state, seat, move) for engine, state in zip(engines, states, strict=True)]
        outcome = engines[0].outcome(states[0])
        won += Fraction(0) if outcome is None else outcome.shares[own]
    low, high = wilson(won, chosen.matches)
    time = spent[0] / asked[0] / (spent[1] / asked[1])
    sys.stdout.write(
        f"{chosen.game}, {chosen.agent}: won {float(won) / chosen.matches:.1%} of {chosen.matches} "
        f"({low:.1%} to {high:.1%}), time {time:.2f}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
