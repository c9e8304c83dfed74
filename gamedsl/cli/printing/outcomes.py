"""Prints the result of a match, as a score sheet and as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import fill

from gamedsl.cli.printing.text import table
from gamedsl.graph.model.game import Game
from gamedsl.table.text import listed
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.shares import result_text


def outcome_text(game: Game, outcome: Outcome, reason: str, width: int, called: Callable[[str], str]) -> str:
    """Describes who has won and, in the words of `reason`, why the match ended, with the score sheet if there is one, whose lines have the names
    that `called` gives them. No sentence is wider than `width`."""
    lines = [fill(f"{result_text(game.seats, outcome)}. {reason}".rstrip(), width, break_on_hyphens=False)]
    if outcome.scores and outcome.scores[0]:
        lines += ["", _sheet(game, outcome, called)]
    if outcome.won is None and len(game.seats) > 1:
        groups = (listed([game.seats[seat] for seat in group]) for group in outcome.ranking)
        lines += ["", f"ranking: {'; '.join(groups)}"]
    return "\n".join(lines)


def outcome_data(seats: Sequence[str], outcome: Outcome) -> dict[str, object]:
    """Returns the outcome as JSON data. Keys: `ranking` (groups of equal seats, best first), `scores` and `totals` by seat, `reason`, and `won` by seat if the
    rules say who has won, else null."""
    return {
        "won": None if outcome.won is None else dict(zip(seats, outcome.won, strict=True)),
        "ranking": [[seats[seat] for seat in group] for group in outcome.ranking],
        "scores": {name: dict(lines) for name, lines in zip(seats, outcome.scores, strict=True)},
        "totals": dict(zip(seats, outcome.totals, strict=True)),
        "reason": outcome.reason,
    }


def _sheet(game: Game, outcome: Outcome, called: Callable[[str], str]) -> str:
    names = [name for name, _ in outcome.scores[0]]
    rows = [(called(name), *(str(dict(lines)[name]) for lines in outcome.scores)) for name in names]
    totals = ("total", *map(str, outcome.totals))
    is_sum = len(rows) > 1 or rows[0][1:] != totals[1:]
    return table(("score", *game.seats), [*rows, totals] if is_sum else rows)
