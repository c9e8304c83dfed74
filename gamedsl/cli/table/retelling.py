"""Tells a saved match in the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.cli.table.names import Names
from gamedsl.cli.table.steps import asked_selections
from gamedsl.cli.table.telling import Line, Teller
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.json import JsonObject
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.matches.replay import DivergedError, Replay, known_start, positions


def told_moves(engine: Engine[State], look: JsonObject, record: Replay) -> Iterator[list[Line]]:
    """Yields the lines of each move of a match, as the player who made it has seen them. Ends where the match differs from the rules."""
    names = Names(engine.game, look)
    teller = Teller(names)
    seats = {name: number for number, name in enumerate(engine.game.seats)}
    try:
        before = engine.initial(record.seed, record.index, known_start(engine, record))
        for played, after in positions(engine, record):
            seat = seats[played.seat]
            first = len(engine.view(before, seat).events)
            move = engine.parse_move(before, seat, played.move)
            asked = None
            if isinstance(move, Move) and not hides(engine.game):
                asked = {first: asked_selections(engine, before, seat, move)}
            lines = teller.tell(engine.view(after, seat).events, first, asked)
            # Who has chosen too is told by the lines of those moves.
            told = [line for line in lines if not line.text.endswith(" has chosen")]
            yield told or [Line("choice", f"{played.seat}: {names.clean(played.move)}")]
            before = after
    except DivergedError:
        return
