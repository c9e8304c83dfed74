"""What words cost, for every shipped game after 100 random moves (or before its last one): milliseconds of process time of one core.

| column | is |
|---|---|
| text | the text of one move, the first time somebody reads it |
| all | `moves`, and the texts of all of them |
| step | `step` |
| view | `view` of a match at which nobody has looked yet |
| events | all events of such a view, in words |
| next | `view` with all events after one more move |

Each number is the median of several matches, after others at which everything was looked at, so that what is made once for a game is there, the module that
tells among it. With `--reference` the reference executor is measured, which is also what plays the games that are marked with `*`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from attrs import astuple, fields, frozen

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.reference.engine import ReferenceEngine

GAMES = Path(__file__).parent.parent / "games"
MOVES = 100
WARM = 4
"""Matches before those that are measured."""

T = TypeVar("T")


@frozen
class Times:
    """Milliseconds of each thing."""

    text: float
    all: float
    step: float
    view: float
    events: float
    next: float


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="files below games/, without `.gdl`; by default all")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--reference", action="store_true")
    options = parser.parse_args()
    names: list[str] = options.games or sorted(_name(path) for path in GAMES.rglob("*.gdl"))
    columns = [field.name for field in fields(Times)]
    print(f"{'':34}{'moves':>6}{''.join(f'{name:>10}' for name in columns)}")
    found: dict[str, Times] = {}
    for name in names:
        game = _game(name)
        chosen = fastest(game)
        if isinstance(chosen.engine, ReferenceEngine) or options.reference:
            number, times = _measured(ReferenceEngine(game), options.runs)
        else:
            chosen.engine.here().history.patience = 0.0
            number, times = _measured(chosen.engine, options.runs)
        mark = "" if chosen.note is None else " *"
        found[name + mark] = times
        print(f"{name + mark:34}{number:>6}{''.join(f'{time:10.3f}' for time in astuple(times))}", flush=True)
    print()
    for i, column in enumerate(columns):
        worst = max(found, key=lambda name: astuple(found[name])[i])
        print(f"worst {column:8}{astuple(found[worst])[i]:10.3f}  {worst}")


def _name(path: Path) -> str:
    return str(path.relative_to(GAMES).with_suffix(""))


def _game(name: str) -> Game:
    files = open_rules(str(GAMES / f"{name}.gdl"))
    parsed = files.parse()
    return pipeline.compile(parsed, next(iter(pipeline.setups(parsed)))).game


def _measured(engine: Engine[S], runs: int) -> tuple[int, Times]:
    """The number of moves of the last match, and the medians."""
    for index in range(WARM):
        _times(engine, _played(engine, index)[0])
    times: list[Times] = []
    number = 0
    for index in range(WARM, WARM + runs):
        state, number = _played(engine, index)
        times.append(_times(engine, state))
    return number, Times(*(median(column) for column in zip(*map(astuple, times), strict=True)))


def _played(engine: Engine[S], index: int) -> tuple[S, int]:
    """A match after so many moves, at a state where somebody has to choose."""
    random = Random(index)
    state, number = engine.initial(1, index), 0
    while number < MOVES:
        seat = engine.to_act(state)[0]
        moves = engine.moves(state, seat)
        after = engine.play(state, seat, moves[int(random.random() * len(moves))])
        if after.is_over or not engine.to_act(after):
            break
        state, number = after, number + 1
    return state, number


def _times(engine: Engine[S], state: S) -> Times:
    seat = engine.to_act(state)[0]
    moves = engine.moves(state, seat)
    some = [moves[i] for i in range(0, len(moves), -(-len(moves) // 20))]
    text, _ = _timed(lambda: [move.text for move in some])
    everything, _ = _timed(lambda: [move.text for move in engine.moves(state, seat)])
    step, _ = _timed(lambda: engine.step(state, seat))
    view, seen = _timed(lambda: engine.view(state, seat))
    events, _ = _timed(lambda: len(seen.events))
    after = engine.play(state, seat, moves[0])
    later, _ = _timed(lambda: len(engine.view(after, seat).events))
    return Times(text / len(some), everything, step, view, events, later)


def _timed(deed: Callable[[], T]) -> tuple[float, T]:
    began = process_time()
    result = deed()
    return 1000 * (process_time() - began), result


if __name__ == "__main__":
    main()
