"""A long comparison, for machines that have the time: `PYTHONPATH=tests python -m differential.long_run [steps] [seconds]`.

Plays matches of all shipped games in all setups in turn, with both policies, inside the module; every so many of them are played again by the
reference executor, match by match, and the summaries compared. Prints how many steps were compared, and how many were played.
"""

from __future__ import annotations

import sys
from itertools import count
from time import monotonic

from differential.lockstep import compared, pair, shipped
from gamedsl_interpreter.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.simulate import simulate
from gamedsl_interpreter.wasm.playouts import Policy, playouts


def main() -> None:
    """Goes on until so many steps are played, or the time is over."""
    wanted = int(float(sys.argv[1])) if len(sys.argv) > 1 else 100_000_000
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    games = [(game.name, pair(game.game())) for game in shipped()]
    began, played, checked, moves = monotonic(), 0, 0, 0
    for lap in count():
        for name, both in games:
            seats = len(both.reference.game.seats)
            for policy, agent in ((Policy.MOVES, RandomMoves()), (Policy.STEPS, RandomSteps())):
                ours = playouts(both.wasm, policy, 1000 + lap, 0, 2)
                theirs = simulate(both.reference, [agent] * seats, 1000 + lap, range(2))
                assert ours == theirs, (name, policy, lap)
                checked += theirs.steps.total
                played += playouts(both.wasm, policy, 2000 + lap, 0, 200).steps.total
            moves += compared(both, 3000 + lap, 40)
            if played >= wanted or monotonic() - began > seconds:
                print(
                    f"{played:,} steps played, {checked:,} of them compared by summaries, {moves:,} moves in lockstep"
                )
                return
        print(f"lap {lap}: {played:,} steps played, {checked:,} compared, {moves:,} moves in lockstep", flush=True)


if __name__ == "__main__":
    main()
