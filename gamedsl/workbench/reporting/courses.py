"""The sections about the course of matches: number of choices, when the match is decided, changes of the lead, and
the minutes that a match takes at a table, by a model of how long people think. They need every decision of the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import log2, sqrt
from statistics import mean, median, quantiles
from typing import NamedTuple

from gamedsl.values import frozen
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.playing.jobs import Decision
from gamedsl.workbench.reporting.figures import figure_of, figure_text, value_text
from gamedsl.workbench.reporting.model import Figure, Finding, Grid, Picture, Section
from gamedsl.workbench.reporting.outcomes import Outcome, Outcomes
from gamedsl.workbench.reporting.pictures import bars, course
from gamedsl.workbench.reporting.sources import HICK, IIDA, SHANNON
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean, estimate_without_each
from gamedsl_interpreter.matches.simulate import wilson

_PARTS = 10
"""The number of equal parts into which a match is divided."""

_FLAT, _STEEP = 3, 8
"""Fewer moves between the least and the most are no picture; so many times the usual ones need an axis of powers of ten."""

_SAFE = 0.8
"""A match counts as decided once the leader wins at least this share of the matches."""


@frozen
class Watched:
    """Matches with all their decisions and the sentences of the rules in them, in the order of `outcomes.matches`."""

    outcomes: Outcomes
    decisions: tuple[tuple[Decision, ...], ...]
    said: tuple[tuple[str, ...], ...] = ()

    @property
    def pairs(self) -> Iterator[tuple[Outcome, tuple[Decision, ...]]]:
        """Each match with its decisions."""
        return zip(self.outcomes.matches, self.decisions, strict=True)


def choices(watched: Watched, made: str, *, is_random: bool) -> Section | None:
    """Makes the section on how many moves there are to choose from over the course of a match; None if they cannot be counted."""
    parts: list[list[int]] = [[] for _ in range(_PARTS)]
    for decisions in watched.decisions:
        for at, one in enumerate(decisions):
            if one.offered is not None and one.offered > 1:
                parts[at * _PARTS // len(decisions)].append(one.offered)
    every = [number for part in parts for number in part]
    if len(every) < _PARTS:
        return None
    rows = [(at, median(part), *_tenths(part)) for at, part in enumerate(parts) if part]
    low, high = _tenths(every)
    usual = f"at eight of ten decisions there are {low:.0f} to {high:.0f}, at most {max(every):,}"
    text = f"There are {median(every):g} moves to choose from (median; {number_text(mean(every))} on average); {usual}."
    method = f"{made} Complete moves are counted at each decision with more than one. The line is the median, the band holds eight of ten decisions."
    table = tuple(
        (f"{at * 10} to {at * 10 + 10}%", f"{one:g}", f"{least:.0f} to {most:.0f}") for at, one, least, most in rows
    )
    picture = _picture_of_choices(rows)
    grid = Grid(("of the match", "moves (median)", "eight of ten"), table)
    figures = tuple(_of_branching(watched, is_random=is_random))
    return Section(
        "choices", "How much is there to choose?", (Finding(text), *_growth(rows)), picture, grid, method, figures
    )


class _Sums(NamedTuple):
    """Sums over matches: the number of moves at the decisions where moves were counted, the number of these decisions, the number of all decisions, and the
    number of matches."""

    moves: int
    counted: int
    decisions: int
    matches: int

    def without(self, other: _Sums) -> _Sums:
        return _Sums(*(one - less for one, less in zip(self, other, strict=True)))


def _of_branching(watched: Watched, *, is_random: bool) -> Iterator[Figure]:
    """Yields the figures on the number of moves and of decisions, by matches; the length of a match compared to its offers means nothing if all players
    choose at random."""
    own = [
        _Sums(sum(counts), len(counts), len(decisions), 1)
        for decisions in watched.decisions
        if (counts := [one.offered for one in decisions if one.offered is not None and one.offered > 1])
    ]

    def by_match(statistic: Callable[[_Sums], float]) -> Callable[[Sequence[_Sums]], Estimate]:
        def estimate(units: Sequence[_Sums]) -> Estimate:
            whole = _Sums(*map(sum, zip(*units, strict=True)))
            return estimate_without_each(statistic(whole), [statistic(whole.without(one)) for one in units])

        return estimate

    yield figure_of(
        "branching", "Moves to choose from", "number", own, by_match(lambda all_: all_.moves / all_.counted),
        "The mean number of complete moves at a decision with more than one.", SHANNON,
    )  # fmt: skip
    if not is_random:
        yield figure_of(
            "refinement", "Game refinement", "number", own, by_match(lambda all_: sqrt(all_.moves / all_.counted) / (all_.decisions / all_.matches)),
            "The square root of the moves to choose from, divided by the decisions of a match: small where a match is long for what it offers. Chess, "
            "shogi and Go, for two players that play well, lie between 0.07 and 0.08.", IIDA,
        )  # fmt: skip


def _picture_of_choices(rows: Sequence[tuple[int, float, float, float]]) -> Picture | None:
    """Describes how many moves there are along a match; None if that hardly changes. The axis has powers of ten if a few decisions have very many."""
    low, high = min(least for *_, least, _ in rows), max(most for *_, most in rows)
    if high - low < _FLAT:
        return None
    points = [(at * 10 + 5, one, least, most) for at, one, least, most in rows]
    elsewhere = max((one for _, one, *_ in sorted(rows, key=lambda row: row[3])[:-1]), default=high)
    return course(points, "moves to choose from", is_log=high > _STEEP * elsewhere)


def _growth(rows: Sequence[tuple[int, float, float, float]]) -> Iterator[Finding]:
    first, last = rows[0][1], rows[-1][1]
    if last > 1.5 * first:
        yield Finding(f"There is more to choose towards the end: {last:g} moves instead of {first:g}.")
    elif first > 1.5 * last:
        yield Finding(f"There is less to choose towards the end: {last:g} moves instead of {first:g}.")


def _tenths(numbers: Sequence[int]) -> tuple[float, float]:
    if len(numbers) < 2:
        return numbers[0], numbers[0]
    cuts = quantiles(numbers, n=10, method="inclusive")
    return cuts[0], cuts[-1]


def decision_section(watched: Watched, made: str) -> Section | None:
    """Makes the section on how well the current score predicts the winner; None if nobody scores points before the end."""
    wins, numbers = [0.0] * _PARTS, [0] * _PARTS
    for outcome, decisions in watched.pairs:
        leads = [leaders_of(one, len(outcome.places)) for one in decisions]
        for part in range(_PARTS):
            leaders = leads[part * len(leads) // _PARTS] if leads else ()
            if leaders:
                wins[part] += sum(outcome.shares[seat] for seat in leaders) / len(leaders)
                numbers[part] += 1
    rows = [
        (part * 10, won / of, *wilson(Fraction(won), of))
        for part, (won, of) in enumerate(zip(wins, numbers, strict=True))
        if of and of * _PARTS >= max(numbers)
    ]
    if len(rows) < _PARTS // 2 or len(watched.outcomes.seats) < 2:
        return None
    table = tuple((f"{at}%", f"{share:.1%}", f"{low:.1%} to {high:.1%}") for at, share, low, high in rows)
    method = (
        f"{made} The points that the score lines would give at that moment say who leads; of several leaders each counts in part. "
        "Where all have the same points nobody leads, and the match does not count there; moments at which that is so in nearly all matches are left out."
    )
    return Section(
        "decided",
        "When is it decided?",
        (_decision_text(rows),),
        course(rows, "the leader wins", percent=True),
        Grid(("after", "the leader wins", "95 % interval"), table),
        method,
    )


def _decision_text(rows: Sequence[tuple[int, float, float, float]]) -> Finding:
    half = min(rows, key=lambda one: abs(one[0] - 50))
    text = f"Whoever leads half way wins {half[1]:.0%} of the matches ({half[2]:.0%} to {half[3]:.0%})"
    advice = "It is decided early: let those behind catch up, or end the match sooner." if half[2] >= _SAFE else ""
    safe = next((at for at, *_ in rows if all(share >= _SAFE for later, share, *_ in rows if later >= at)), None)
    if safe is None:
        at, share, low, high = rows[-1]
        if high >= _SAFE:
            return Finding(f"{text}; these matches are too few to say when it is decided.", "open")
        return Finding(f"{text}; {at}% of the way through it is still open: {share:.0%} ({low:.0%} to {high:.0%}).")
    return Finding(f"{text}; from {safe}% of the match on the leader wins at least {_SAFE:.0%}.", advice=advice)


def leaders_of(decision: Decision, players: int) -> tuple[int, ...]:
    """Returns the players with the most points before a decision, or with the fewest where few are good; nobody if all have the same."""
    totals = [sum(lines) for lines in (decision.points or ())[:players]]
    if len(set(totals)) < 2:
        return ()
    best = min(totals) if decision.is_few_good else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def _never_text(share: float) -> str:
    if not share:
        return "in none of these matches did whoever led first lead to the end"
    return f"in {share:.0%} of the matches whoever leads first leads to the end"


def lead_changes(watched: Watched, made: str) -> Section | None:
    """Makes the section on how often the lead changes; None if nobody can lead."""
    if len(watched.outcomes.seats) < 2:
        return None
    changes: list[int] = []
    players = len(watched.outcomes.seats)
    for decisions in watched.decisions:
        alone = [leaders[0] for one in decisions if len(leaders := leaders_of(one, players)) == 1]
        if alone:
            changes.append(sum(one != other for one, other in pairwise(alone)))
    if not changes:
        return None
    counts = Counter(changes)
    rows = [(number, counts[number]) for number in range(max(counts) + 1)]
    never = counts[0] / len(changes)
    text = f"The lead changes {number_text(mean(changes))} times in a match; {_never_text(never)}."
    method = f"{made} Only a seat that is alone in front leads."
    grid = Grid(("changes of the lead", "matches"), tuple((str(number), f"{count:,}") for number, count in rows))
    return Section(
        "lead", "How often does the lead change?", (Finding(text),), bars(rows, "changes of the lead"), grid, method
    )


SECONDS, DOUBLING = 5.0, 3.0
"""The usual seconds for a decision, and those that each doubling of the options adds: a guess that everybody should replace by what they have seen at a table."""


@frozen
class Pace:
    """How long people think: `seconds` for a decision, and `doubling` more each time the number of options doubles (Hick's law: W. E. Hick, 1952). `seconds`
    includes the time for moving pieces."""

    seconds: float = SECONDS
    doubling: float = DOUBLING


def pace_section(watched: Watched, pace: Pace, made: str) -> Section:
    """Makes the section. A decision with too many moves to count takes as long as the largest counted one."""
    most = max((one.offered or 0 for match in watched.decisions for one in match), default=0)
    minutes = [sum(_seconds(one, pace, most) for one in match) / 60 for match in watched.decisions]
    figure = figure_of(
        "minutes",
        "Minutes of a match",
        "minutes",
        minutes,
        estimate_mean,
        f"The mean length at a table, if a decision takes {pace.seconds:g} seconds and {pace.doubling:g} more for each doubling of the options.",
        HICK,
    )
    ordered = sorted(minutes)
    rows = [] if figure.estimate is None else [
        (name, f"{ordered[round(share * (len(ordered) - 1))]:.1f}")
        for name, share in (("shortest", 0.0), ("one of ten is shorter", 0.1), ("median", 0.5), ("one of ten is longer", 0.9), ("longest", 1.0))
    ]  # fmt: skip
    usual = f"if people think {pace.seconds:g} seconds and {pace.doubling:g} more for each doubling of the options"
    text = (
        f"A match takes {figure_text(figure)} at a table, {usual}."
        if figure.estimate
        else f"How many minutes a match takes is not known: {value_text(figure)}."
    )
    told = f"{made} Set the seconds by what you see at your table (`--pace`); explaining, setting up and counting points take more."
    return Section(
        "minutes", "How many minutes is that?", (Finding(text),), None, Grid(("a match", "minutes"), tuple(rows)), told, (figure,)
    )  # fmt: skip


def _seconds(decision: Decision, pace: Pace, most: int) -> float:
    return pace.seconds + pace.doubling * log2(max(1, decision.offered or most))
