"""A comparison: matches are played until there are enough of them, and every figure of them is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gamedsl.values import frozen
from gamedsl.workbench.comparing.figures import Figure, Numbers, Scale, results, uses
from gamedsl.workbench.comparing.sides import Side, Stretch, side_by_side
from gamedsl.workbench.playing.jobs import Detail, Use
from gamedsl.workbench.statistics.differences import Difference, difference_of_means, difference_of_shares
from gamedsl.workbench.statistics.many import RISK, corrected, matches_to_decide
from gamedsl.workbench.statistics.tallies import Two, two

DECISIONS_FOR_USES = 10_000
"""What is used is counted in the first matches, until each side has made so many decisions: matches of which uses are told are slow."""

_PART = 0.4 * RISK
"""Results and uses are two questions, and each has two fifths of the risk; the last one is a reserve, because tests of few and uneven numbers are approximate."""

_MOST = 10_000_000
"""Matches that are played at most to make intervals narrow."""


@frozen
class Finding:
    """What is known of a figure of two sides. `p` is corrected for all the figures of its sort; `is_certain`: it is small enough. `needed`: matches of
    each side that would probably show a change of this size as certain, None if that is not known or more than anybody plays."""

    figure: Figure
    difference: Difference
    p: float
    is_certain: bool
    needed: int | None


@frozen
class Pair:
    """The first side beside another one. `only_before` and `only_after` are the score lines that one side alone has."""

    before: str
    after: str
    findings: tuple[Finding, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


@frozen
class Comparison:
    """All pairs. `matches` were played by each side, uses were counted in the first `matches_for_uses` of them. `is_narrow` says whether the intervals are
    as narrow as was wished (True if nothing was)."""

    matches: int
    matches_for_uses: int
    pairs: tuple[Pair, ...]
    is_narrow: bool = True


def compare(
    sides: Sequence[Side],
    matches: int,
    until: float | None = None,
    workers: int | None = None,
    tick: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Each side plays so many matches, from match 0 of its seed on; the first is compared with each of the others. With `until` they go on until the
    interval of every share of wins is at most so much wide to both sides, and that of the length at most this part of the length. That depends on spreads,
    never on what seems to differ, so intervals stay what they are. The result does not depend on `workers`. Raises SideFaultError, LineupError."""
    sums = _Sums(sides)
    sums.play(range(matches), workers, tick)
    while until is not None and (more := _more(sums, until)):
        sums.play(range(sums.matches, sums.matches + more), workers, tick)
    return Comparison(sums.matches, sums.matches_for_uses, sums.pairs(), until is None or _factor(sums, until) <= 1)


class _Sums:
    """What is known of all sides so far."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self._scale = Scale.of([side.job.chosen.engine.game for side in sides])
        self._decisions = [0] * len(sides)
        self._uses: tuple[list[Mapping[Use, int]], ...] = tuple([] for _ in sides)
        self._results: tuple[dict[Figure, Two], ...] = tuple({} for _ in sides[1:])
        self.matches = 0

    @property
    def matches_for_uses(self) -> int:
        return len(self._uses[0])

    def play(self, indices: range, workers: int | None, tick: Callable[[int], None]) -> None:
        """Plays more matches, with their uses as long as more of them are needed."""
        if self._needs_uses:
            indices = self._play(indices, Detail.USES, workers, tick)
        if indices:
            self._play(indices, Detail.RESULTS, workers, tick)

    @property
    def _needs_uses(self) -> bool:
        return min(self._decisions) < DECISIONS_FOR_USES

    def _play(self, indices: range, detail: Detail, workers: int | None, tick: Callable[[int], None]) -> range:
        """Plays them, of those with uses as many as are needed; which of them are left."""
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
        first, *others = [results(game, rows, self._scale) for game, rows in zip(games, stretch.rows, strict=True)]
        for known, other in zip(self._results, others, strict=True):
            # A reason for which no match of the stretch ended is one all the same.
            for figure, both in _paired(first, other, stretch.count, self.matches - stretch.count, known):
                known[figure] = both

    def _add_uses(self, stretch: Stretch) -> None:
        """Match by match, so that it does not matter how they came."""
        decided = [list(rows.columns["decisions"][:: len(rows.seats)]) for rows in stretch.rows]
        for match in range(stretch.count):
            if not self._needs_uses:
                return
            for side in range(len(self._sides)):
                self._uses[side].append(stretch.uses[side][match])
                self._decisions[side] += decided[side][match]

    def results(self) -> Sequence[Mapping[Figure, Difference]]:
        """The figures of results, for each pair."""
        return [
            {figure: _difference(figure, known[figure]) for figure in sorted(known, key=_place)}
            for known in self._results
        ]

    def pairs(self) -> tuple[Pair, ...]:
        """What is known of each pair, corrected for all of them together."""
        first, *others = [uses(matches) for matches in self._uses]
        number = self.matches_for_uses
        used = [
            {figure: _difference(figure, both) for figure, both in _paired(first, other, number, 0, {})}
            for other in others
        ]
        found = [[*one, *other] for one, other in zip(_findings(self.results()), _findings(used), strict=True)]
        return tuple(
            Pair(self._sides[0].name, side.name, tuple(findings), *_own_lines(self._sides[0], side))
            for side, findings in zip(self._sides[1:], found, strict=True)
        )


_BY_EITHER = frozenset(["end", "action", "kind", "place"])
"""Groups in which a figure that one side does not have is 0 there."""


def _paired(
    before: Numbers, after: Numbers, count: int, already: int, known: Mapping[Figure, Two]
) -> Iterator[tuple[Figure, Two]]:
    """The figures of both sides in their order, with what is known already of as many matches as there were."""
    nothing = [0] * count
    for figure in dict.fromkeys([*before, *after, *known]):
        if figure.group not in _BY_EITHER and not (figure in before and figure in after):
            continue
        both = two(before.get(figure, nothing), after.get(figure, nothing), paired=True)
        earlier = known.get(figure) or two([0] * already, [0] * already, paired=True)
        yield figure, earlier + both


def _place(figure: Figure) -> tuple[bool, str]:
    """Where a figure of results stands: as it was found, but reasons by their words, for they come when a match ends so."""
    return (True, figure.name) if figure.group == "end" else (False, "")


def _difference(figure: Figure, both: Two) -> Difference:
    return (difference_of_shares if figure.is_share else difference_of_means)(both, figure.divisor)


def _findings(pairs: Sequence[Mapping[Figure, Difference]]) -> list[list[Finding]]:
    """All figures of all pairs are one family."""
    every = [difference for differences in pairs for difference in differences.values()]
    probabilities = iter(corrected([one.p for one in every]))

    def finding(figure: Figure, difference: Difference, p: float) -> Finding:
        needed = matches_to_decide(difference, len(every), _PART)
        return Finding(figure, difference, p, p <= _PART, needed)

    return [
        [finding(figure, difference, next(probabilities)) for figure, difference in differences.items()]
        for differences in pairs
    ]


def _own_lines(before: Side, after: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    one, other = ([line.name for line in side.job.chosen.engine.game.scores] for side in (before, after))
    return tuple(name for name in one if name not in other), tuple(name for name in other if name not in one)


# ---------------------------------------------------------------- until intervals are narrow


def _more(sums: _Sums, until: float) -> int:
    """How many more matches may make all intervals so narrow; 0 if they are, or cannot become so."""
    factor = _factor(sums, until)
    if factor <= 1 or sums.matches >= _MOST:
        return 0
    wanted = min(sums.matches * factor**2 * 1.05 + 10, sums.matches * 8, _MOST)
    return int(wanted) - sums.matches


def _factor(sums: _Sums, until: float) -> float:
    """How many times as wide as wished the widest interval is."""
    return max((_widths(sums.results(), until)), default=0)


def _widths(pairs: Iterable[Mapping[Figure, Difference]], until: float) -> Iterator[float]:
    for differences in pairs:
        for figure, one in differences.items():
            half = (one.high - one.low) / 2
            if figure.group == "wins":
                yield half / until
            elif figure == Figure("length", "decisions") and one.before:
                yield half / (until * one.before)
