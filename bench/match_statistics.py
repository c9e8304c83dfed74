"""Random matches of a game at each player count, summed up as Markdown: `python bench/match_statistics.py games/classics/kalah.gdl`.

Options have their first values; the seats choose by the normative policy "random steps"; match i is dealt from (seed, i).
Invariants and conservation of pieces are tested at every stop; a fault ends the run with exit code 1.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline import Parsed
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, simulate, wilson
from gamedsl_interpreter.reference import Checking, ReferenceEngine


def main() -> int:
    """Prints the tables; 1 if a rule broke its promise."""
    asked = _arguments()
    files = open_rules(asked.file)
    parsed = files.parse()
    first = {setup.players: setup for setup in reversed(pipeline.setups(parsed))}
    print(opening(asked.matches, asked.seed))
    for players in sorted(first):
        try:
            summary = _played(parsed, first[players], asked.seed, asked.matches)
        except MatchFault as fault:
            print(f"{players} players, match {fault.record.index}: {fault}", file=sys.stderr)
            return 1
        print("", *section(first[players], summary), sep="\n", flush=True)
    return 0


def opening(matches: int, seed: int) -> str:
    """What was played."""
    return f"{matches} matches at each player count, every seat playing random steps, seed {seed}."


def _arguments() -> Namespace:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", help="rules of the game")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _played(parsed: Parsed, setup: Setup, seed: int, matches: int) -> Summary:
    engine = ReferenceEngine(pipeline.compile(parsed, setup).game, Checking.ON)
    return simulate(engine, (RandomSteps(),) * len(engine.game.seats), seed, range(matches))


# ---------------------------------------------------------------- Markdown


def section(setup: Setup, summary: Summary) -> Iterator[str]:
    """One player count: sentences on length and ends, and a table of means with a row for each seat."""
    options = "".join(f", {name} = {value}" for name, value in setup.options)
    yield f"**{setup.players} players{options}.** {_length(summary)} {_ends(summary)} No error."
    yield ""
    lines = [name for name, _ in summary.seats[0].lines]
    yield _row("seat", *lines, "total", "wins", "95 % interval")
    yield _row("---", *["---:"] * (len(lines) + 3))
    for seat in summary.seats:
        yield _seat(seat, summary.matches)


def _length(summary: Summary) -> str:
    """`52.1 decisions a match (39 to 71), 214.0 steps.`"""
    length = summary.decisions
    return f"{length.mean:.1f} decisions a match ({length.least} to {length.most}), {summary.steps.mean:.1f} steps."


def _ends(summary: Summary) -> str:
    return "Ended by " + ", ".join(f"“{reason.rstrip('.')}” ({times})" for reason, times in summary.reasons) + "."


def _seat(seat: SeatSummary, matches: int) -> str:
    low, high = wilson(seat.wins, matches)
    means = [f"{numbers.mean:.1f}" for _, numbers in (*seat.lines, ("total", seat.total))]
    name = seat.name if seat.policy != "scripted" else f"{seat.name} (scripted)"
    return _row(name, *means, f"{100 * float(seat.wins) / matches:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
