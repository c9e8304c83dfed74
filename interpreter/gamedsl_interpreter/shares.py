"""Who has won a match, as groups and as shares of the victory."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome


def win_groups(won: Sequence[bool]) -> tuple[tuple[SeatId, ...], ...]:
    """Returns the winners and the losers as groups, best first; no group is empty."""
    groups = (tuple(SeatId(seat) for seat, has in enumerate(won) if has is wanted) for wanted in (True, False))
    return tuple(group for group in groups if group)


def shares_of(ranking: Sequence[Sequence[SeatId]], won: Sequence[bool] | None, seats: int) -> tuple[Fraction, ...]:
    """Computes the share of the victory by seat: each winner by a verdict has a whole victory; seats that share the first place of a ranking divide one
    victory."""
    if won is not None:
        return tuple([Fraction(int(has)) for has in won])
    first = ranking[0] if ranking else ()
    return tuple([Fraction(1, len(first)) if seat in first else Fraction(0) for seat in range(seats)])


def result_text(names: Sequence[str], outcome: Outcome) -> str:
    """Says who has won, without a full stop: "Ann and Bob share the victory", "All players lose", "14 points" of a player who plays alone."""
    won = outcome.won
    winners = outcome.ranking[0] if won is None else [seat for seat, has in enumerate(won) if has]
    listed = _join([names[seat] for seat in winners])
    if won is None and len(names) == 1:
        return f"{outcome.totals[0]} points" if outcome.scores[0] else "The match is over"
    if won is None:
        return f"{listed} {'wins' if len(winners) == 1 else 'share the victory'}"
    if winners and len(winners) < len(names):
        return f"{listed} {'wins' if len(winners) == 1 else 'win'}"
    word = "win" if winners else "lose"
    return f"{names[0]} {word}s" if len(names) == 1 else f"All players {word}"


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
