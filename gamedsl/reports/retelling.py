"""Repeats a match with its forced moves, which were made without asking."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault, Forced, Move, Refusal
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.reference.engine import ReferenceEngine


@frozen
class Told:
    """A move of a match; `is_forced`: it was made without asking. `move` is known if the match was replayed."""

    played: Played
    is_forced: bool
    move: Move | None = None


def add_forced(game: Game, seed: int, index: int, start: str | None, moves: Sequence[Played]) -> tuple[Told, ...]:
    """Returns the moves of a match up to a fault, including forced ones; only the given moves if the match cannot be replayed with them."""
    if not any(isinstance(node, DecisionNode | TogetherNode) for node in game.nodes):
        return ()  # nobody is asked, so nothing is replayed
    engine = ReferenceEngine(game, forced=Forced.ASKED)
    asked = list(moves)
    told: list[Told] = []
    try:
        state = engine.initial(seed, index, start)
        while not state.is_over:
            seats = engine.to_act(state)
            node = game.nodes[state.node]
            is_private = isinstance(node, DecisionNode | TogetherNode) and node.is_private
            forced = [seat for seat in seats if not is_private and engine.step(state, seat).kind == "only"]
            if not forced and (not asked or asked[0].seat not in seats):
                break
            seat = forced[0] if forced else asked[0].seat
            move = engine.moves(state, seat)[0] if forced else engine.parse_move(state, seat, asked.pop(0).text)
            if isinstance(move, Refusal):
                break
            told.append(Told(Played(seat, move.text), is_forced=bool(forced), move=move))
            state = engine.play(state, seat, move)
    except Fault:
        pass
    if [one.played for one in told if not one.is_forced] == [*moves]:
        return tuple(told)
    return tuple(Told(played, is_forced=False) for played in moves)
