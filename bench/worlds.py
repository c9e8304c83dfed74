"""How fast worlds are drawn: the plan of a root, and single worlds, on both executors.

    python bench/worlds.py [GAME…]

Each line is one game: positions of random matches, the median time of a plan (the belief of the position before is known, as in a match), the median
time of a world, the most explanations of a belief, and how much of what seats could conclude is kept. Times are process time.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import process_time_ns

import gamedsl
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState

_GAMES = (
    "kuhn_poker",
    "leduc_poker",
    "hearts",
    "holdem",
    "gin_rummy",
    "love_letter",
    "liars_dice",
    "lost_cities",
    "go_fish",
)
_FOLDER = Path(__file__).parents[1] / "games"
_WORLDS = 40
"""Worlds of each plan."""
_MOST = 120
"""Choices of a match."""


def main() -> None:
    """Prints the table."""
    sys.stdout.write("game            plans   plan ms    world us   world us  explanations  lost\n")
    sys.stdout.write("                         reference  reference       fast\n")
    for name in sys.argv[1:] or _GAMES:
        path = next(_FOLDER.rglob(f"{name}.gdl"))
        sys.stdout.write(_line(name, gamedsl.load_rules(path).game()) + "\n")


def _line(name: str, game: gamedsl.Game) -> str:
    reference, fast = ReferenceEngine(game), gamedsl.engine_for(game)
    plans: list[float] = []
    slow_worlds: list[float] = []
    fast_worlds: list[float] = []
    explanations = 0
    lost: set[str] = set()
    slow, quick = reference.initial(1), fast.initial(1)
    dice = gamedsl.Dice.seeded(1)
    for _ in range(_MOST):
        if slow.is_over:
            break
        seat = reference.to_act(slow)[0]
        began = process_time_ns()
        worlds = reference.worlds(slow, seat)
        plans.append((process_time_ns() - began) / 1e6)
        explanations = max(explanations, _explanations(worlds))
        lost |= {one.kind.value for one in worlds.lossy}
        slow_worlds.append(_each(worlds, dice))
        fast_worlds.append(_each(fast.worlds(quick, seat), dice))
        number = dice.below(len(reference.moves(slow, seat)))
        slow = reference.play(slow, seat, reference.moves(slow, seat)[number])
        quick = fast.play(quick, seat, fast.moves(quick, seat)[number])
    times = f"{median(plans):9.2f}{median(slow_worlds):12.1f}{median(fast_worlds):11.1f}"
    return f"{name:<16}{len(plans):5}{times}{explanations:14}  {', '.join(sorted(lost)) or '-'}"


def _explanations(worlds: gamedsl.Worlds[ReferenceState]) -> int:
    plan = getattr(worlds, "plan", None)
    return 0 if plan is None else int(plan.explanations)


def _each(worlds: gamedsl.Worlds[gamedsl.State], dice: gamedsl.Dice) -> float:
    """Microseconds of a world."""
    began = process_time_ns()
    for _ in range(_WORLDS):
        worlds.sample(dice)
    return (process_time_ns() - began) / 1e3 / _WORLDS


if __name__ == "__main__":
    main()
