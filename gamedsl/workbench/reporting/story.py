"""One match: the moves, and the changes of the lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision
from gamedsl.workbench.reporting.courses import Watched, leaders_of
from gamedsl.workbench.reporting.outcomes import Outcome


@frozen
class Line:
    """A line of a story: a move of a seat, what followed from it, the beginning of a round or deal, or the standing in the match. `seat` is who moves."""

    text: str
    sort: Literal["move", "effect", "period", "standing"]
    seat: SeatId | None = None


@frozen
class Story:
    """A match: its number and its lines, with moves as the engine writes them. `gamedsl.api` tells them in sentences."""

    match: int
    lines: tuple[Line, ...]


def story(watched: Watched) -> Story:
    """Returns the match of median length."""
    lengths = [len(decisions) for decisions in watched.decisions]
    middle = sorted(range(len(lengths)), key=lambda number: (lengths[number], number))[len(lengths) // 2]
    outcome, decisions = watched.outcomes.matches[middle], watched.decisions[middle]
    return Story(middle, tuple(_lines(watched.outcomes.seats, outcome, decisions)))


def _lines(seats: tuple[str, ...], outcome: Outcome, decisions: tuple[Decision, ...]) -> Iterator[Line]:
    before: str | None = None
    for one in decisions:
        stand = _stand(seats, one)
        if stand is not None and stand != before:
            yield Line(stand, "standing")
        before = stand or before
        yield Line(one.text, "move", one.seat)
    yield Line(_end(outcome), "standing")


def _stand(seats: tuple[str, ...], decision: Decision) -> str | None:
    """Says who leads before a decision; None if nobody does."""
    first = [seats[seat] for seat in leaders_of(decision, len(seats))]
    return f"{_join_names(first)} {'leads' if len(first) == 1 else 'lead'}." if first else None


def _end(outcome: Outcome) -> str:
    several = "share the victory" if outcome.verdict is None else "win"
    won = f"{_join_names(outcome.won_by)} {'wins' if len(outcome.won_by) == 1 else several}"
    totals = ", ".join(f"{name} {with_minus(f'{total:,}')}" for name, total in outcome.totals)
    points = f" Points: {totals}." if totals else ""
    reason = f" {_begin(outcome.reason.rstrip('.'))}." if outcome.reason else ""
    return f"{won if outcome.won_by else 'Nobody wins'}.{points}{reason}"


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def _join_names(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
