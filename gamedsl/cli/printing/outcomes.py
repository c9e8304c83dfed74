"""Prints the result of a match, as a score sheet and as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import fill

from gamedsl.cli.printing.text import table
from gamedsl.graph.model.game import Game
from gamedsl.table.text import join_items
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.shares import result_text


def outcome_text(game: Game, outcome: Outcome, reason: str, width: int, called: Callable[[str], str]) -> str:
    """Describes who has won and, in the words of `reason`, why the match ended, with the score sheet if there is one, whose lines have the names
    that `called` gives them. No sentence is wider than `width`."""
    lines = [fill(f"{result_text(game.seats, outcome)}. {reason}".rstrip(), width, break_on_hyphens=False)]
    if outcome.scores and outcome.scores[0]:
        lines += ["", score_sheet(game, [[value for _, value in one] for one in outcome.scores], called)]
    if outcome.won is None and len(game.seats) > 1:
        groups = (join_items([game.seats[seat] for seat in group]) for group in outcome.ranking)
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


def score_sheet(game: Game, scores: Sequence[Sequence[int]], called: Callable[[str], str]) -> str:
    """Returns the points of each seat, by seat and line, as a table with their sums."""
    rows = [(called(line.name), *(str(one[at]) for one in scores)) for at, line in enumerate(game.scores)]
    totals = ("total", *(str(sum(one)) for one in scores))
    is_sum = len(rows) > 1 or rows[0][1:] != totals[1:]
    return table(("score", *game.seats), [*rows, totals] if is_sum else rows)
