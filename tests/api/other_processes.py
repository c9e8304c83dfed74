"""What a program does with processes, as a program of its own: `python other_processes.py fork`. Prints what the children played, or says which one hangs.

The parent compiles modules and plays, then a child plays with the parent's engine, a child compiles another game, and a pool does both.
"""

from __future__ import annotations

import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import gamedsl

GAMES = Path(__file__).parents[2] / "games" / "classics"
SECONDS = 100.0
"""After this time a child hangs."""
OUTCOME = tuple[tuple[tuple[int, ...], ...], int]


def engine_of(name: str) -> Any:
    """The engine of a game that comes with the language."""
    return gamedsl.engine_for(gamedsl.load_rules(GAMES / f"{name}.gdl").game())


def played(engine: Any) -> OUTCOME:
    """One match and many: what came out."""
    agents = [gamedsl.RandomMoves()] * len(engine.game.seats)
    record = gamedsl.play_match(engine, agents, seed=3)
    many = gamedsl.simulate(engine, agents, 1, range(50))
    assert record.outcome is not None
    return record.outcome.ranking, many.decisions.total


def made_and_played(name: str) -> OUTCOME:
    """The same of a game that is read and compiled here."""
    return played(engine_of(name))


def _answer(pipe: Connection, deed: Any, about: Any) -> None:
    pipe.send(deed(about))


def _in_a_child(context: Any, deed: Any, about: Any) -> OUTCOME:
    ours, theirs = context.Pipe()
    child = context.Process(target=_answer, args=(theirs, deed, about))
    child.start()
    theirs.close()
    try:
        if not ours.poll(SECONDS):
            sys.exit(f"{deed.__name__} hangs in a child")
        answer: OUTCOME = ours.recv()
    finally:
        child.kill()
        child.join()
    return answer


def main(method: str) -> None:
    """Says what the children played, and that it was what the parent played."""
    context: Any = get_context(method)
    engine = engine_of("kuhn_poker")
    here, other = played(engine), made_and_played("tic_tac_toe")
    assert _in_a_child(context, played, engine) == here
    assert _in_a_child(context, made_and_played, "tic_tac_toe") == other
    pool = context.Pool(2)
    try:
        assert pool.map_async(played, [engine] * 3).get(SECONDS) == [here] * 3
        assert pool.map_async(made_and_played, ["tic_tac_toe"] * 3).get(SECONDS) == [other] * 3
    finally:
        pool.terminate()
    assert played(engine) == here
    print(f"{method}: all children played as their parent did")


if __name__ == "__main__":
    main(sys.argv[1])
