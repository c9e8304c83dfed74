"""Plays the moves of a match again under other rules."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.api.matches import Match
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, IllegalMove, State
from gamedsl_interpreter.matches.match import Played


@frozen
class Followed:
    """A match replayed under other rules. `rest` are the moves from the first one that is no longer possible; `why` is the reason for that."""

    match: Match
    rest: tuple[Played, ...]
    why: str


def follow_moves(engine: Engine[State], seed: int, moves: Sequence[Played]) -> Followed:
    """Plays moves, given their texts, until one is not possible. Raises Fault if the match cannot even begin."""
    match = Match(engine, seed)
    for number, played in enumerate(moves):
        why = ""
        if not 0 <= played.seat < len(engine.game.seats) or match.is_over:
            why = "Nobody asks for it there."
        else:
            try:
                match.move(played.seat, played.text)
            except IllegalMove as illegal:
                why = illegal.refusal.text
            except Fault as fault:
                why = str(fault)
        if why:
            return Followed(match, tuple(moves[number:]), why)
    return Followed(match, (), "")
