"""Random games of chess beside python-chess, move for move. As a program: `python -m independent.python_chess 1000`."""

from __future__ import annotations

import random
import re
import sys
import time

import chess

from gamedsl_interpreter.engine import Forced, Outcome
from gamedsl_interpreter.reference import Checking, ReferenceEngine
from games import shipped

REASONS = {
    "Mate.": "mate",
    "Stalemate.": "stalemate",
    "Fifty moves of each side without a capture or a pawn's move.": "fifty moves",
    "The same position three times.": "repetition",
}
"""Our reasons for an end, in short."""


def engine() -> ReferenceEngine:
    """Our side."""
    return ReferenceEngine(shipped.game("chess", shipped.setups("chess")[0]), Checking.OFF, forced=Forced.ASKED)


def agree(ours: ReferenceEngine, seed: int, most: int, fen: str = chess.STARTING_FEN, start: str | None = None) -> str:
    """Plays one random game, at most so many moves: in every position both sides have the same moves, or the same end. Gives the end, or "unfinished".

    Dead positions are no end here: our rules do not know them."""
    dice, here, there = random.Random(seed), ours.initial(None, start=start), chess.Board(fen)
    for _ in range(most):
        result = ours.outcome(here)
        ended = _end(there)
        assert ended == ("" if result is None else REASONS[result.reason]), there.fen()
        if result is not None:
            assert _won(result) == (ended == "mate")
            return ended
        (seat,) = ours.to_act(here)
        assert (seat == 0) == there.turn
        moves = {uci(move.text, there): move for move in ours.moves(here, seat)}
        assert moves.keys() == {move.uci() for move in there.legal_moves}, there.fen()
        chosen = dice.choice(sorted(moves))
        here = ours.play(here, seat, moves[chosen])
        there.push_uci(chosen)
    return "unfinished"


def uci(text: str, board: chess.Board) -> str:
    """Their text for one of our moves: a rank is named only where a pawn promotes. Our first row is their eighth rank."""
    row, column, to_row, to_column = (int(number) for number in re.findall(r"\d+", text))
    start, target = (chess.square(c - 1, 8 - r) for r, c in ((row, column), (to_row, to_column)))
    move = chess.square_name(start) + chess.square_name(target)
    if board.piece_type_at(start) != chess.PAWN or to_row not in {1, 8}:
        return move
    rank = text.rstrip(")").split("rank = ")[1]
    return move + chess.piece_symbol(chess.PIECE_NAMES.index(rank.lower()))


def _end(board: chess.Board) -> str:
    if not any(board.legal_moves):
        return "mate" if board.is_check() else "stalemate"
    if board.is_repetition(3):
        return "repetition"
    return "fifty moves" if board.is_fifty_moves() else ""


def _won(result: Outcome) -> bool:
    return 1 in result.shares


def main(games: int) -> None:
    """Plays so many random games to their end, and prints how they ended."""
    ours, ends, start = engine(), dict[str, int](), time.perf_counter()
    for seed in range(games):
        end = agree(ours, seed, 12_000)
        ends[end] = ends.get(end, 0) + 1
        print(f"{seed + 1} games agree: {ends}, {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
