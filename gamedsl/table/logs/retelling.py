"""Tells matches that were played before, in the sentences of the log: saved matches, and matches that ended in a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.reports.faults import BrokenMatch
from gamedsl.reports.retelling import add_forced
from gamedsl.table.logs.entries import Line
from gamedsl.table.logs.phases import find_phases
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl.table.steps import find_asked_selections
from gamedsl_interpreter.engine import Engine, Fault, Move, State
from gamedsl_interpreter.matches.replay import DivergedError, Replay, positions, replay_of, start_of_replay
from gamedsl_interpreter.reference.engine import ReferenceEngine


def retell(engine: Engine[State], look: JsonObject, record: Replay) -> Iterator[list[Line]]:
    """Yields the lines of each move of a match, as seen by the player who made it. Results of chance before the first move are told with it. Ends where the
    match does not fit the rules."""
    names = Names(engine.game, look)
    teller = Teller(names)
    seats = {name: number for number, name in enumerate(engine.game.seats)}
    try:
        before = engine.initial(record.seed, record.index, start_of_replay(engine, record))
        for number, (played, after) in enumerate(positions(engine, record)):
            seat = seats[played.seat]
            first = len(engine.view(before, seat).events)
            move = engine.parse_move(before, seat, played.move)
            asked = None
            if isinstance(move, Move) and not hides(engine.game):
                asked = {first: find_asked_selections(engine, before, seat, move)}
            headings = (
                None if number else teller.round_begun(None, engine.view(before, seat)),
                None if after.is_over else teller.round_begun(engine.view(before, seat), engine.view(after, seat)),
            )
            phases = None
            if isinstance(move, Move):
                phases = find_phases(engine, before, after, move, seat, seat)
            rounds = dict(heading for heading in headings if heading is not None)
            lines = teller.tell(engine.view(after, seat), first if number else 0, asked, rounds=rounds, phases=phases)
            # The lines of later moves tell who else has chosen.
            told = [line for line in lines if line.sort != "pending"]
            yield told or [Line("choice", f"{played.seat}: {names.clean(played.move)}")]
            before = after
    except DivergedError:
        return


def retell_up_to(game: Game, look: JsonObject, match: BrokenMatch) -> list[list[Line]]:
    """Returns the lines of each move of a match that ended in a fault. After them come the move that caused the fault, if it is known, and the moves that it
    forced. Empty if the match cannot be replayed up to there."""
    engine = cast("Engine[State]", ReferenceEngine(game))
    played = tuple((move.seat, move.text) for move in match.moves)
    record = replay_of(game, "", match.seed, match.index, played, None, match.start)
    try:
        told = list(retell(engine, look, record))
    except Fault:
        return []
    if len(told) < len(played) or match.failing is None:
        return told if match.failing is None else []
    whole = add_forced(game, match.seed, match.index, match.start, (*match.moves, match.failing))
    last = max(number for number, one in enumerate(whole) if not one.is_forced)
    teller = Teller(Names(game, look))
    for one in whole[last:]:
        if one.move is None:
            return []
        forced = "  (forced)" if one.is_forced else ""
        words = teller.move(one.move, one.played.seat, has_labels=True)
        told.append([Line("choice", f"{game.seats[one.played.seat]}: {words}{forced}")])
    return told
