"""Counts the matches in which each disclosure happens. It plays a Game with marks, whose additional score lines tell which marks a match has passed."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model.game import FunctionSpec, Game, LocalSpec, ScoreLine
from gamedsl.graph.model.types import FunctionId, LocalId, Player
from gamedsl.values import evolve
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.noticing import BITS, bits
from gamedsl.workbench.playing.workers import play_chunks
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Keeper


def matches_with(
    game: Game, marks: int, matches: int, seed: int, keeper: Keeper | None = None, tick: Callable[[int], object] = abs
) -> tuple[int, ...]:
    """Returns, for each mark of a Game (its last counters), how many of `matches` random matches pass it, from match 0 of the seed on.

    Raises MatchFault.
    """
    whole = counting(game, marks)
    job = Job(fastest(whole, keeper=keeper, purpose=Purpose.PLAYOUTS), "random", seed)
    found = [0] * marks
    for chunk in play_chunks(job, range(matches), Detail.RESULTS, 1):
        table = table_of(whole, chunk.table(job))
        rows = len(whole.seats)
        for number in range(marks):
            column = table.points[len(game.scores) + number // BITS]
            found[number] += sum(column[at] >> number % BITS & 1 for at in range(0, len(column), rows))
        tick(chunk.count)
    return tuple(found)


def counting(game: Game, marks: int) -> Game:
    """Adds score lines to a Game that show the values of its last counters, which belong to the marks."""
    counters = range(game.counters - marks, game.counters)
    groups = [counters[at : at + BITS] for at in range(0, marks, BITS)]
    seat, functions = LocalId(len(game.locals)), len(game.functions)
    lines = (ScoreLine(f"marks {number}", FunctionId(functions + number), None) for number in range(len(groups)))
    return evolve(
        game,
        locals=(*game.locals, LocalSpec("seat", Player(len(game.seats)))),
        functions=(*game.functions, *(FunctionSpec("marks", (seat,), bits(group)) for group in groups)),
        scores=(*game.scores, *lines),
    )
