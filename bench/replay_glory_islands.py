"""Whether the executors allow what the C program of Glory Islands does: its matches, played again treasure by treasure and move by move.

Ends with an AssertionError at the first match that differs. Run it as `python -m bench.replay_glory_islands`; with `--reference` the reference executor plays.
`tests/differential/c_matches/glory_islands.txt` has a few of these matches: `--record` writes them anew.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from bench.playouts import GAMES, game_of
from bench.replays import Turn, replayed, traced
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine

SEATS = 4
LINES = 5
RECORDED = Path(__file__).parents[1] / "tests" / "differential" / "c_matches" / "glory_islands.txt"


@frozen
class Match:
    """What the C program did: treasures in the order of drawing, decisions, the score lines of each seat, and who won."""

    drawn: list[list[int]]
    turns: list[Turn]
    scores: list[list[int]]
    winners: list[int]


def main() -> None:
    """Says how much was played again."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    lines = traced("glory_islands", given.matches)
    if given.record:
        RECORDED.write_text("\n".join(lines) + "\n", encoding="utf-8")
    game = game_of(GAMES / "glory_islands.gdl", SEATS)
    matches = list(matches_of(lines))
    if given.reference:
        _replay_all(ReferenceEngine(game), matches)
    else:
        _replay_all(WasmEngine(game), matches)
    print(f"{len(matches)} matches with {sum(len(match.turns) for match in matches)} decisions agree")


def matches_of(lines: Iterable[str]) -> Iterator[Match]:
    """Reads the matches that the C program printed."""
    drawn: list[list[int]] = []
    turns: list[Turn] = []
    for line in lines:
        match line.split():
            case ["drawn", *treasures]:
                drawn.append(sorted(map(int, treasures)))
            case ["turn", *words]:
                turns.append(Turn.of(words))
            case [_, _, *points, winners]:
                scores = [[int(x) for x in points[LINES * seat : LINES * (seat + 1)]] for seat in range(SEATS)]
                yield Match(drawn, turns, scores, [seat for seat in range(SEATS) if int(winners) >> seat & 1])
                drawn, turns = [], []
            case _:
                pass


def _replay_all(engine: Engine[S], matches: Iterable[Match]) -> None:
    for match in matches:
        replay(engine, match)


def replay(engine: Engine[S], match: Match) -> None:
    """Plays a match again. Scores and winners must be the same in the end."""
    first = _treasures(engine.game)
    drawn = iter(match.drawn)
    outcome = replayed(engine, match.turns, lambda _: [first + kind for kind in next(drawn)])
    assert next(drawn, None) is None
    assert [[points for _, points in lines] for lines in outcome.scores] == match.scores
    assert [seat for seat, share in enumerate(outcome.shares) if share] == match.winners


def _treasures(game: Game) -> int:
    """Returns the number of the first treasure among the kinds of the Game."""
    return next(number for number, kind in enumerate(game.kinds) if kind.name == "Ruby")


if __name__ == "__main__":
    main()
