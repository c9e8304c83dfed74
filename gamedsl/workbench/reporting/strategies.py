"""The section on ways to victory: groups of winners whose points come from the same score lines, or who have chosen the same kinds of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log
from statistics import fmean

from gamedsl.reports.titles import plain
from gamedsl.values import frozen
from gamedsl.workbench.playing.watching import uses
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcomes
from gamedsl.workbench.reporting.sources import HILL, KAUFMAN, RAO
from gamedsl.workbench.statistics.estimates import Estimate, estimate_share, estimate_without_each
from gamedsl.workbench.statistics.medoids import Groups, group

_MOST = 200
"""The most winners that are compared with each other."""

_POINTS = "points"

_OTHER_WAY = 0.2
"""The part from different sources from which two winners count as having won in different ways."""

_SHOWN = 3
"""The sources of points that are named for each way to win."""


@frozen
class Profiles:
    """The profiles of winners: for each winner, a share for each source. `what` is the word for the shared thing."""

    sources: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    what: str


def strategies_section(ended: Outcomes, watched: Watched, made: str, *, is_random: bool) -> Section | None:
    """Makes the section; None without rivals, and if winners cannot be told apart: there is one source of points and one kind of move, or all players choose
    at random."""
    if not ended.is_contest:
        return None
    wants_few = any(one.is_few_good for match in watched.decisions[:1] for one in match[:1])
    profiles = (None if wants_few else _by_points(ended)) or (None if is_random else _by_moves(watched))
    if profiles is None or len(profiles.rows) < ENOUGH:
        return None
    distances = [[_distance(one, other) for other in profiles.rows] for one in profiles.rows]
    found, number = _join_like_groups(group(distances), distances), len(profiles.rows)
    figures = (_difference(distances, profiles), _ways(found, number, profiles))
    names = ", ".join(map(plain, profiles.sources))
    head = ("way to win", "winners", "95 % interval", f"{profiles.what} (mean)")
    cost = " Lines that cost points are left out." if profiles.what == _POINTS else ""
    method = (
        f"{made} The winners of the first {number} matches with one winner; for each the shares of {profiles.what} from: {names}.{cost} The "
        f"distance of two winners is half the sum of the "
        "differences of their shares. Groups are k-medoids, as many as have the largest silhouette, and one if none reaches 0.5, or if "
        "the middles of two groups have less than a fifth from different sources."
    )
    grid = Grid(head, tuple(_rows(found, profiles)), is_of_words=True)
    return Section(
        "ways", "How many ways lead to victory?", (_finding(found, figures, profiles),), None, grid, method, figures
    )


def _by_points(ended: Outcomes) -> Profiles | None:
    """Returns which part of their gained points winners have from each score line. Score lines that cost points are left out, because they are no way to
    win."""
    rows: list[tuple[float, ...]] = []
    for one in ended.matches:
        if len(one.winners) == 1:
            lines = [max(0, points[one.winners[0]]) for points in one.points[:-1]]
            if total := sum(lines):
                rows.append(tuple(line / total for line in lines))
    used = [at for at in range(len(ended.lines)) if any(row[at] for row in rows)]
    if len(used) < 2:
        return None
    names = tuple(ended.lines[at] for at in used)
    return Profiles(names, tuple(tuple(row[at] for at in used) for row in rows[:_MOST]), _POINTS)


def _by_moves(watched: Watched) -> Profiles | None:
    """Returns how often winners have chosen each action, as parts of all that they have chosen."""
    counts: list[Counter[str]] = []
    for outcome, decisions in watched.pairs:
        own = Counter(
            name
            for one in decisions
            if (one.seat,) == outcome.winners
            for sort, name in uses(one.choices)
            if sort == "action"
        )
        if own:
            counts.append(own)
    names = tuple(dict.fromkeys(name for own in counts for name in own))
    if len(names) < 2:
        return None
    rows = tuple(tuple(own[name] / own.total() for name in names) for own in counts[:_MOST])
    return Profiles(names, rows, "choices")


def _join_like_groups(found: Groups, distances: Sequence[Sequence[float]]) -> Groups:
    """Returns all in one group where the middles of two groups hardly differ: that is no other way to win."""
    middles = [own[0] for own in found.members]
    if any(distances[one][other] < _OTHER_WAY for one, other in combinations(middles, 2)):
        return Groups((tuple(range(len(distances))),), 0.0)
    return found


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 2


def _difference(distances: Sequence[Sequence[float]], profiles: Profiles) -> Figure:
    """Makes the figure on how much two winners differ: Rao's quadratic entropy, estimated from all pairs."""
    sums = [sum(row) for row in distances]
    whole = sum(sums)

    def without(own: float, count: int) -> float:
        return (whole - 2 * own) / ((count - 1) * (count - 2))

    return figure_of(
        "difference_of_winners",
        "Difference of two winners",
        "share",
        sums,
        lambda every: estimate_without_each(
            whole / (len(every) * (len(every) - 1)), [without(own, len(every)) for own in every]
        ).within(0, 1),
        f"The part of their {profiles.what} that two winners have from different sources: 0% if all win in the same way.",
        RAO,
        "winners",
    )


def _ways(found: Groups, number: int, profiles: Profiles) -> Figure:
    """Makes the figure on how many ways to win there are, each counted by how often it wins: the exponential of the entropy."""
    sizes = [len(own) for own in found.members]
    group_of = [at for at, size in enumerate(sizes) for _ in range(size)]

    def estimate(units: Sequence[int]) -> Estimate:
        without = {at: _hill([size - (at == other) for other, size in enumerate(sizes)]) for at in set(units)}
        return estimate_without_each(_hill(sizes), [without[at] for at in units]).within(1, len(sizes))

    return figure_of(
        "ways_to_win",
        "Ways to win",
        "number",
        group_of if number else [],
        estimate,
        f"The groups of winners with different {profiles.what}, each counted by how often it wins: 2 are two that win equally often.",
        HILL & KAUFMAN,
        "winners",
    )


def _hill(sizes: Sequence[int]) -> float:
    """Returns the number of equally large groups with the same entropy (Hill's number of order 1)."""
    total = sum(sizes)
    return exp(-sum(size / total * log(size / total) for size in sizes if size))


def _rows(found: Groups, profiles: Profiles) -> Iterator[tuple[str, ...]]:
    number = len(profiles.rows)
    for at, own in enumerate(found.members, start=1):
        share = estimate_share(len(own), number)
        interval = f"{share.low:.0%} to {share.high:.0%}"
        yield str(at), f"{share.value:.0%}", interval, _sources(_means(own, profiles))


def _means(own: Sequence[int], profiles: Profiles) -> Mapping[str, float]:
    return {name: fmean(profiles.rows[one][at] for one in own) for at, name in enumerate(profiles.sources)}


def _sources(means: Mapping[str, float]) -> str:
    first = sorted(means.items(), key=lambda item: -item[1])[:_SHOWN]
    return ", ".join(f"{share:.0%} `{name}`" for name, share in first if share >= 0.005)


def _finding(found: Groups, figures: Sequence[Figure], profiles: Profiles) -> Finding:
    number = len(profiles.rows)
    difference = f"two winners differ in {figure_text(figures[0])} of their {profiles.what}"
    if len(found.members) == 1:
        usual = _sources(_means(found.members[0], profiles))
        return Finding(
            f"Winners do not fall into clear groups: on average their {profiles.what} come from {usual}; {difference}."
        )
    ways = [f"{len(own) / number:.0%} ({_sources(_means(own, profiles))})" for own in found.members]
    return Finding(
        f"Winners win in {len(ways)} ways, told by where their {profiles.what} come from: {', '.join(ways[:-1])} and {ways[-1]}; {difference}."
    )
