"""How often a comparison of a game with itself calls a difference certain: two seeds each time, so that nothing but chance differs. At most 5 % is right.

The second figure counts comparisons in which a figure that is not corrected has p <= 5 %: what would be said without a correction.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import gamedsl
from gamedsl.values import frozen
from gamedsl.workbench.comparing.compare import compare
from gamedsl.workbench.comparing.sides import Side
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter.matches.fastest import fastest

GAMES = Path(__file__).parents[1] / "games"


@frozen
class Same:
    """What came of comparing a game with itself: in so many of `pairs` something was called certain; in so many it would be without a correction."""

    pairs: int
    certain: int
    uncorrected: int


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["gloriana", "classics/connect_four", "classics/kuhn_poker"])
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, help="the first seed; others give other pairs")
    given = parser.parse_args()
    print(f"{'game':<26}{'pairs':>7}{'certain':>9}{'uncorrected':>13}")
    for name in given.games:
        found = same(GAMES / f"{name}.gdl", given.pairs, given.matches, given.first)
        print(f"{name:<26}{found.pairs:>7}{found.certain:>9}{found.uncorrected:>13}", flush=True)


def same(path: Path, pairs: int, matches: int, first: int) -> Same:
    """Compares the game with itself, with the seeds `first` and the next one, then the two behind these, and so on."""
    chosen = fastest(gamedsl.load_rules(path).game())
    certain = uncorrected = 0
    for pair in range(pairs):
        sides = [Side(name, Job(chosen, "random", first + 2 * pair + i)) for i, name in enumerate(("one", "other"))]
        [found] = compare(sides, matches, workers=1).pairs
        certain += any(one.is_certain for one in found.findings)
        uncorrected += any(one.difference.p <= 0.05 for one in found.findings)
    return Same(pairs, certain, uncorrected)


if __name__ == "__main__":
    main()
