# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (OpenSpiel has no types.)
"""OpenSpiel solves a game by counterfactual regret minimisation, and says how far from an equilibrium its strategies are.

python docs/examples/solver.py kuhn_poker 200
"""

from __future__ import annotations

import sys

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # type: ignore[import-untyped]

from gamedsl.adapters.openspiel import spiel_game


def solved(rules: str, rounds: int) -> tuple[list[float], float]:
    """The value of the game for each player under the strategies found, and how much a player could still gain by another strategy, on average."""
    game = spiel_game(rules, turn_based=True)  # these algorithms take no nodes at which several players choose
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * game.num_players())
    return [float(value) for value in values], float(exploitability.exploitability(game, policy))


if __name__ == "__main__":
    values, gain = solved(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    print("values:", " ".join(f"{value:+.4f}" for value in values))
    print(f"to be gained: {gain:.5f}")
