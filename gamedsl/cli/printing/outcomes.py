"""Prints the result of a match, as a score sheet and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from gamedsl.cli.printing.teams import teams_of
from gamedsl.cli.printing.text import table
from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names
from gamedsl.table.text import join_items
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.shares import result_text

_RIVALS = 2


def outcome_text(names: Names, outcome: Outcome, reason: str, width: int) -> str:
    """Describes who has won and, in the words of `reason`, why the match ended, with the score sheet if there is one. No sentence is wider than `width`."""
    game = names.game
    of_team = _team_result(names, outcome)
    result = of_team or result_text(game.seats, outcome)
    lines = [fill(f"{result}. {reason}".rstrip(), width, break_on_hyphens=False)]
    if outcome.scores and outcome.scores[0]:
        lines += ["", score_sheet(names, [[value for _, value in one] for one in outcome.scores])]
    # With two players or teams, the first line is enough.
    if outcome.won is None and len(game.seats) > _RIVALS and not of_team:
        lines += ["", f"ranking: {', '.join(_places(game, outcome.ranking))}"]
    return "\n".join(lines)


def _places(game: Game, ranking: Sequence[Sequence[SeatId]]) -> Iterator[str]:
    """Yields the seats of each group with its place: `1 Ann and Bob`, `3 Cat`."""
    before = 0
    for group in ranking:
        yield f"{before + 1} {join_items([game.seats[seat] for seat in group])}"
        before += len(group)


def _team_result(names: Names, outcome: Outcome) -> str:
    """Returns which team has won, with its players: `North–South wins: Ann and Cy`; empty where no team of several has won alone."""
    if outcome.won is not None:
        return ""
    winners = sorted(outcome.ranking[0])
    team = next((team for team, seats in teams_of(names).items() if sorted(seats) == winners), "")
    listed = join_items([names.game.seats[seat] for seat in winners])
    return f"{team} wins: {listed}" if team and len(winners) > 1 else ""


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


def score_sheet(names: Names, scores: Sequence[Sequence[int]]) -> str:
    """Returns a table with the points of each seat, line by line, and their sums. Players of a team share a column if they have the same points. For screen
    readers each line is a sentence."""
    game = names.game
    columns = _columns(names, scores)
    shown = [scores[seat] for seat in columns.values()]
    rows = [(names.action(line.name), *(with_minus(one[at]) for one in shown)) for at, line in enumerate(game.scores)]
    totals = ("total", *(with_minus(sum(one)) for one in shown))
    is_sum = len(rows) > 1 or rows[0][1:] != totals[1:]
    rows = [*rows, totals] if is_sum else rows
    if names.is_spoken:
        return "\n".join(
            f"{line}: {', '.join(f'{name} {number}' for name, number in zip(columns, numbers, strict=True))}"
            for line, *numbers in rows
        )
    return table(("score", *columns), rows)


def _columns(names: Names, scores: Sequence[Sequence[int]]) -> dict[str, int]:
    """Returns the headings of the columns of a score sheet, each with a seat whose points the column shows."""
    seats = names.game.seats
    teams = teams_of(names)
    if not teams and len(seats) > 1 and is_won_together(names.game):
        teams = {"all": list(range(len(seats)))}
    are_alike = all(scores[seat] == scores[members[0]] for members in teams.values() for seat in members)
    if teams and are_alike and sum(map(len, teams.values())) == len(seats):
        return {team: members[0] for team, members in teams.items()}
    return {name: seat for seat, name in enumerate(seats)}


def is_won_together(game: Game) -> bool:
    """Whether a match of this game can end so that all players win together or all lose together."""
    return any(isinstance(game.functions[one.wins].body, Const) for one in game.verdicts)
