"""Prints the result of a match, as a score sheet and as data."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cli.printing.text import listed, table
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Outcome


def outcome_text(game: Game, outcome: Outcome) -> str:
    """Describes who has won and why the match ended, with the score sheet if there is one."""
    winners = [game.seats[seat] for seat in outcome.ranking[0]]
    won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}"
    lines = [f"{won}. {outcome.reason}".rstrip()]
    if outcome.scores and outcome.scores[0]:
        lines += ["", _sheet(game, outcome)]
    lines += ["", "ranking: " + "; ".join(listed([game.seats[seat] for seat in group]) for group in outcome.ranking)]
    return "\n".join(lines)


def outcome_data(seats: Sequence[str], outcome: Outcome) -> dict[str, object]:
    """Returns the outcome as JSON data. Keys: `ranking` (groups of equal seats, best first), `scores` and `totals` by seat, `reason`."""
    return {
        "ranking": [[seats[seat] for seat in group] for group in outcome.ranking],
        "scores": {name: dict(lines) for name, lines in zip(seats, outcome.scores, strict=True)},
        "totals": dict(zip(seats, outcome.totals, strict=True)),
        "reason": outcome.reason,
    }


def _sheet(game: Game, outcome: Outcome) -> str:
    names = [name for name, _ in outcome.scores[0]]
    rows = [(name, *(str(dict(lines)[name]) for lines in outcome.scores)) for name in names]
    return table(("score", *game.seats), [*rows, ("total", *map(str, outcome.totals))])
