"""Compares sides: plays enough matches of each, and tests every figure of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gamedsl.values import evolve, frozen
from gamedsl.workbench.comparing.figures import EVERYBODY, Figure, Numbers, Scale, points_of_seats, results, uses
from gamedsl.workbench.comparing.sides import Side, Stretch, side_by_side
from gamedsl.workbench.playing.jobs import Detail, Use
from gamedsl.workbench.statistics.differences import Difference, difference_of_means, difference_of_shares
from gamedsl.workbench.statistics.many import RISK, correct_for_many, visible_change
from gamedsl.workbench.statistics.tallies import Two, two
from gamedsl.workbench.tables import MatchTable, table_of

DECISIONS_FOR_USES = 10_000
"""Uses are counted in the first matches only, until each side has made this many decisions, because matches with uses are slow."""

_PART = 0.4 * RISK
"""Results and uses are two questions, and each gets two fifths of the risk. The last fifth is a reserve, because tests of few and uneven numbers are approximate."""

_MOST = 10_000_000
"""The most matches that are played to make intervals narrow."""


@frozen
class Finding:
    """The comparison of two sides in one figure. `p` is corrected for all figures of its sort; `is_certain`: p is small enough. `visible` is the smallest
    change that this many matches detect with a probability of 80 %; None if unknown."""

    figure: Figure
    difference: Difference
    p: float
    is_certain: bool
    visible: float | None


@frozen
class Pair:
    """The comparison of the first side with another one. `only_before` and `only_after` are the score lines that only one side has."""

    before: str
    after: str
    findings: tuple[Finding, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


@frozen
class Comparison:
    """The comparison of all pairs. Each side played `matches` matches; uses were counted in the first `matches_for_uses` of them. `is_narrow` says whether
    the intervals are as narrow as requested (True without a request)."""

    matches: int
    matches_for_uses: int
    pairs: tuple[Pair, ...]
    is_narrow: bool = True


def compare(
    sides: Sequence[Side],
    matches: int,
    until: float | None = None,
    workers: int | None = None,
    tick: Callable[[int], object] = lambda _: None,
) -> Comparison:
    """Plays this many matches per side, from match 0 of its seed on, and compares the first side with each of the others. With `until`, playing continues
    until the half-width of the interval is at most `until` for every share of wins, and at most `until` times the length for the length. This depends on
    spreads, never on the observed differences, so the intervals stay valid. The result does not depend on `workers`. Raises SideFaultError, AgentSpecError."""
    sums = _Sums(sides)
    sums.play(range(matches), workers, tick)
    while until is not None and (more := _count_more(sums, until)):
        sums.play(range(sums.matches, sums.matches + more), workers, tick)
    return Comparison(sums.matches, sums.matches_for_uses, sums.pairs(), until is None or _factor(sums, until) <= 1)


class _Sums:
    """The sums over the matches of all sides so far."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        games = [side.job.chosen.engine.game for side in sides]
        self._scale = Scale.of([(game.humans, len(game.seats)) for game in games])
        self._decisions = [0] * len(sides)
        self._uses: tuple[list[Mapping[Use, int]], ...] = tuple([] for _ in sides)
        self._results: tuple[dict[Figure, Two], ...] = tuple({} for _ in sides[1:])
        self.matches = 0

    @property
    def matches_for_uses(self) -> int:
        return len(self._uses[0])

    def play(self, indices: range, workers: int | None, tick: Callable[[int], object]) -> None:
        """Plays more matches, and counts uses until there are enough decisions."""
        if self._needs_uses:
            indices = self._play(indices, Detail.USES, workers, tick)
        if indices:
            self._play(indices, Detail.RESULTS, workers, tick)

    @property
    def _needs_uses(self) -> bool:
        return min(self._decisions) < DECISIONS_FOR_USES

    def _play(self, indices: range, detail: Detail, workers: int | None, tick: Callable[[int], object]) -> range:
        """Plays matches; with uses, only as many as are needed. Returns the matches that are left."""
        for stretch in side_by_side([side.job for side in self._sides], indices, detail, workers):
            self._add(stretch, detail)
            tick(stretch.count * len(self._sides))
            indices = indices[stretch.count :]
            if detail is Detail.USES and not self._needs_uses:
                break
        return indices

    def _add(self, stretch: Stretch, detail: Detail) -> None:
        if detail is Detail.USES:
            self._add_uses(stretch)
        self.matches += stretch.count
        games = [side.job.chosen.engine.game for side in self._sides]
        first, *others = [
            _measure(table_of(game, rows), self._scale) for game, rows in zip(games, stretch.rows, strict=True)
        ]
        for known, other in zip(self._results, others, strict=True):
            # A reason for which no match of this stretch ended still counts, with zeros.
            for figure, both in _pair_figures(first, other, stretch.count, self.matches - stretch.count, known):
                known[figure] = both

    def _add_uses(self, stretch: Stretch) -> None:
        """Counts uses match by match, so that the result does not depend on the size of stretches."""
        decided = [list(rows.columns["decisions"][:: len(rows.seats)]) for rows in stretch.rows]
        for match in range(stretch.count):
            if not self._needs_uses:
                return
            for side in range(len(self._sides)):
                self._uses[side].append(stretch.uses[side][match])
                self._decisions[side] += decided[side][match]

    def results(self) -> Sequence[Mapping[Figure, Difference]]:
        """Returns the differences in results, for each pair."""
        return [
            {
                figure: _difference(figure, known[figure])
                for figure in sorted(known, key=_place)
                if figure != EVERYBODY or not _is_always(known[figure])
            }
            for known in self._results
        ]

    def pairs(self) -> tuple[Pair, ...]:
        """Returns the comparison of each pair, corrected for all pairs together."""
        first, *others = [_Measured(uses(matches), {}) for matches in self._uses]
        number = self.matches_for_uses
        used = [
            {figure: _difference(figure, both) for figure, both in _pair_figures(first, other, number, 0, {})}
            for other in others
        ]
        found = [[*one, *other] for one, other in zip(_findings(self.results()), _findings(used), strict=True)]
        before, *after = [(side.name, _lines(side)) for side in self._sides]
        return tuple(_pair(before, other, findings) for other, findings in zip(after, found, strict=True))


_BY_EITHER = frozenset(["end", "action", "kind", "place"])
"""Groups in which a figure that one side lacks counts as 0 there."""


@frozen
class _Measured:
    """The measurements of one side: the number of each match by figure, and the points of each seat."""

    numbers: Numbers
    seats: Numbers


def _measure(table: MatchTable, scale: Scale) -> _Measured:
    return _Measured(results(table, scale), points_of_seats(table))


def _pair_figures(
    before: _Measured, after: _Measured, count: int, already: int, known: Mapping[Figure, Two]
) -> Iterator[tuple[Figure, Two]]:
    """Yields the figures of both sides in order, adding the numbers of these `count` matches to the sums of the `already` counted ones."""
    nothing = [0] * count
    one, other = before.numbers, after.numbers
    for figure in dict.fromkeys([*one, *other, *known]):
        if figure.group not in _BY_EITHER and not (figure in one and figure in other):
            continue
        seats = [side.seats.get(evolve(figure, divisor=1)) for side in (before, after)]
        singles = None if seats[0] is None or seats[1] is None else (seats[0], seats[1])
        both = two(one.get(figure, nothing), other.get(figure, nothing), paired=True, singles=singles)
        earlier = known.get(figure) or two([0] * already, [0] * already, paired=True)
        yield figure, earlier + both


def _is_always(both: Two) -> bool:
    """Whether all matches of both sides are won: then nobody can lose, and winning says nothing."""
    return all(side.total == side.count for side in (both.before, both.after))


def _place(figure: Figure) -> tuple[bool, str]:
    """Returns a sort key for figures of results. They keep the order in which they were found, but reasons are sorted by their words, because their order
    depends on which match ends first."""
    return (True, figure.name) if figure.group == "end" else (False, "")


def _difference(figure: Figure, both: Two) -> Difference:
    return (difference_of_shares if figure.is_share else difference_of_means)(both, figure.divisor)


def _findings(pairs: Sequence[Mapping[Figure, Difference]]) -> list[list[Finding]]:
    """Corrects the probabilities of all figures of all pairs as one family, and returns the findings of each pair."""
    every = [difference for differences in pairs for difference in differences.values()]
    probabilities = iter(correct_for_many([one.p for one in every]))

    def finding(figure: Figure, difference: Difference, p: float) -> Finding:
        visible = visible_change(difference, len(every), _PART)
        return Finding(figure, difference, p, p <= _PART, visible)

    return [
        [finding(figure, difference, next(probabilities)) for figure, difference in differences.items()]
        for differences in pairs
    ]


def _lines(side: Side) -> tuple[str, ...]:
    return tuple(line.name for line in side.job.chosen.engine.game.scores)


def _pair(before: tuple[str, tuple[str, ...]], after: tuple[str, tuple[str, ...]], findings: Sequence[Finding]) -> Pair:
    """Makes the pair of two sides, given their names and score lines."""
    (first, one), (second, other) = before, after
    only = tuple(name for name in one if name not in other), tuple(name for name in other if name not in one)
    return Pair(first, second, tuple(findings), *only)


def compare_tables(sides: Sequence[tuple[str, MatchTable]]) -> Comparison:
    """Compares matches that were played before: (name, table), where the rows of all tables belong to the same matches. Their uses are not known."""
    scale = Scale.of([(table.humans, len(table.seats)) for _, table in sides])
    first, *others = [_measure(table, scale) for _, table in sides]
    number = min(table.matches for _, table in sides)
    known = [dict(_pair_figures(first, other, number, 0, {})) for other in others]
    differences = [{figure: _difference(figure, one[figure]) for figure in sorted(one, key=_place)} for one in known]
    before, *after = [(name, table.lines) for name, table in sides]
    found = zip(after, _findings(differences), strict=True)
    return Comparison(number, 0, tuple(_pair(before, other, findings) for other, findings in found))


# ---------------------------------------------------------------- playing until intervals are narrow


def _count_more(sums: _Sums, until: float) -> int:
    """Returns how many more matches may make all intervals narrow enough; 0 if they already are, or cannot become so."""
    factor = _factor(sums, until)
    if factor <= 1 or sums.matches >= _MOST:
        return 0
    wanted = min(sums.matches * factor**2 * 1.05 + 10, sums.matches * 8, _MOST)
    return int(wanted) - sums.matches


def _factor(sums: _Sums, until: float) -> float:
    """Returns the ratio of the widest interval to the requested width."""
    return max((_widths(sums.results(), until)), default=0)


def _widths(pairs: Iterable[Mapping[Figure, Difference]], until: float) -> Iterator[float]:
    for differences in pairs:
        for figure, one in differences.items():
            half = (one.high - one.low) / 2
            if figure.group == "wins":
                yield half / until
            elif figure == Figure("length", "decisions") and one.before:
                yield half / (until * one.before)
