"""How fast the reference executor plays: steps and decisions per second of process time, for every shipped game.

Every seat chooses by the normative policy "random steps" (the choosing is part of the time). Matches 0, 1, 2, … of seed 1
are played until a run has taken half a second; a game's number is the median of the runs. Invariants are not tested.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time

from attrs import frozen

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.reference import ReferenceEngine

GAMES = Path(__file__).parents[1] / "games"
FLAGSHIP = "gloriana"
FLAGSHIP_PLAYERS = 4
SECONDS = 0.5


@frozen
class Run:
    """What was played in one run, and the process time it took."""

    matches: int
    decisions: int
    steps: int
    seconds: float


def main() -> int:
    """Prints the table."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of games (else all)")
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"Reference executor, Python {python}, median of {asked.runs} runs of process time\n")
    print("| game | players | steps/s | decisions/s | ms/match | slowest and fastest run, steps/s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for path in _paths():
        if not asked.games or path.stem in asked.games:
            print(_row(path, asked.runs), flush=True)
    return 0


def _paths() -> list[Path]:
    """The rules of all shipped games, the flagship first."""
    found = [path for path in sorted(GAMES.rglob("*.gdl")) if path.parent.name != "variants"]
    return sorted(found, key=lambda path: path.stem != FLAGSHIP)


def _row(path: Path, number: int) -> str:
    setup, engine = _engine(path)
    list(_matches(engine, 0, 0.1))
    runs = [_run(engine, first * 1000) for first in range(number)]
    steps = [run.steps / run.seconds for run in runs]
    decisions = median(run.decisions / run.seconds for run in runs)
    match = median(1000 * run.seconds / run.matches for run in runs)
    return (
        f"| {path.stem} | {setup.players} | {median(steps):,.0f} | {decisions:,.0f} | {match:,.1f} "
        f"| {min(steps):,.0f} to {max(steps):,.0f} |"
    )


def _engine(path: Path) -> tuple[Setup, ReferenceEngine]:
    """The flagship with four players, any other game in its first setup."""
    files = open_rules(str(path))
    parsed = files.parse()
    setups = pipeline.setups(parsed)
    players = FLAGSHIP_PLAYERS if path.stem == FLAGSHIP else setups[0].players
    setup = next(setup for setup in setups if setup.players == players)
    return setup, ReferenceEngine(pipeline.compile(parsed, setup).game)


def _run(engine: ReferenceEngine, first: int) -> Run:
    played = list(_matches(engine, first, SECONDS))
    return Run(len(played), *(sum(numbers) for numbers in zip(*played, strict=True)))


def _matches(engine: ReferenceEngine, first: int, seconds: float) -> Iterator[tuple[int, int, float]]:
    """Decisions, steps and process time of matches, until these have taken so long."""
    agents = (RandomSteps(),) * len(engine.game.seats)
    taken = 0.0
    index = first
    while taken < seconds:
        begin = process_time()
        record = play_match(engine, agents, seed=1, index=index)
        spent = process_time() - begin
        yield record.decisions, record.steps, spent
        taken += spent
        index += 1


if __name__ == "__main__":
    sys.exit(main())
