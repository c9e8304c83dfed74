"""How often a report calls a seat better for certain in games whose seats are alike: `python -m bench.false_alarms`.

Each seed is a report of its own on random players.
Seats are alike in the games of the usual list, since nobody has a turn before others or who begins is drawn.
"""

from __future__ import annotations

import argparse

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import play_chunks
from gamedsl.workbench.reporting.make import play_fresh
from gamedsl.workbench.reporting.outcomes import Outcomes, join_outcomes, outcomes
from gamedsl.workbench.reporting.results import seats, stands_out
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose

_GAMES = ("hearts", "crowded_rows", "goofspiel", "sealed_bids")


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=list(_GAMES), help="games whose seats are alike")
    parser.add_argument("--seeds", type=int, default=50, help="reports on each game")
    parser.add_argument("--matches", type=int, default=200, help="matches of a report")
    given = parser.parse_args()
    print(f"{'game':20} {'reports':>8} {'a seat stood out':>17} {'called certain':>15}")
    for name in given.games:
        game = gamedsl.load_rules(name).game()
        jobs = [Job(fastest(game, purpose=Purpose.PLAYOUTS), "random", seed) for seed in range(1, given.seeds + 1)]
        found = [look(game, job, given.matches) for job in jobs]
        print(f"{name:20} {len(found):8} {sum(out for out, _ in found):17} {sum(sure for _, sure in found):15}")


def look(game: Game, job: Job, matches: int) -> tuple[bool, bool]:
    """Returns whether a seat stood out in the matches of a report, and whether the report calls one better for certain."""
    chunks = play_chunks(job, range(matches), Detail.RESULTS, 1)
    ended: Outcomes = join_outcomes([outcomes(table_of(game, one.table(job))) for one in chunks])
    told = seats(ended, "", play_fresh(job, game, ended, 1))
    return stands_out(ended), any(one.sort == "certain" for one in told.findings)


if __name__ == "__main__":
    main()
