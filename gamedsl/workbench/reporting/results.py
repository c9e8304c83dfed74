"""The sections that need only the outcomes of matches: length, seats, points, reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from statistics import mean, quantiles

from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.values import evolve
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.reporting.figures import figure_of
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcomes
from gamedsl.workbench.reporting.pictures import bars, intervals, lying_bars, lying_pairs
from gamedsl.workbench.reporting.sources import STUDENT
from gamedsl.workbench.statistics.differences import Difference, difference_of_means
from gamedsl.workbench.statistics.estimates import estimate_mean
from gamedsl.workbench.statistics.many import REPORT_RISK, RISK, correct_for_many, threshold_text, visible_change
from gamedsl.workbench.statistics.tallies import two
from gamedsl_interpreter.matches.simulate import wilson

_BARS = 15
"""The most bars in a picture of lengths."""

_WHOLE = 2520
"""The factor that makes shares of victories whole numbers: a multiple of 1 to 10, for up to ten winners."""


_TIES = 0.1
"""The share of matches from which on a shared first place is often."""


def length(played: Outcomes, made: str) -> Section:
    """Makes the section on the length of matches."""
    lengths = sorted(one.decisions for one in played.matches)
    low, high = _middle(lengths)
    step = _round_step((lengths[-1] - lengths[0] + 1) / _BARS)
    counts = Counter(one // step for one in lengths)
    groups = [(number * step, counts[number]) for number in range(lengths[0] // step, lengths[-1] // step + 1)]
    rows = tuple((f"{at} to {at + step - 1}" if step > 1 else str(at), f"{count:,}") for at, count in groups)
    text = f"A match takes {number_text(mean(lengths))} decisions; eight of ten take {low} to {high}, the longest {lengths[-1]}."
    if lengths[0] == lengths[-1]:
        text = f"Each match takes {lengths[0]} decisions."
    picture = bars([(at, count) for at, count in groups], "decisions of a match")
    figure = figure_of(
        "decisions",
        "Decisions of a match",
        "number",
        lengths,
        estimate_mean,
        "The mean number of times that somebody has to choose.",
        STUDENT,
    )
    grid = Grid(("decisions", "matches"), rows)
    return Section("length", "How long is a match?", (Finding(text),), picture, grid, made, (figure,))


def _round_step(least: float) -> int:
    """Returns the least of 1, 2, 5, 10, 20, 50 … that is not below a number: bars begin at numbers that people read at a glance."""
    step = 1
    for factor in cycle((2, 2.5, 2)):
        if step >= least:
            break
        step = round(step * factor)
    return step


def _middle(numbers: Sequence[int]) -> tuple[int, int]:
    """Returns the first and the ninth decile: eight of ten numbers lie between them."""
    if len(numbers) < 2:
        return numbers[0], numbers[0]
    cuts = quantiles(numbers, n=10, method="inclusive")
    return round(cuts[0]), round(cuts[-1])


def victory_section(played: Outcomes, made: str) -> Section:
    """Makes the section on how often the players win together."""
    matches, wins = len(played.matches), sum(bool(one.won_by) for one in played.matches)
    low, high = wilson(Fraction(wins), matches)
    share, interval = f"{wins / matches:.1%}", f"{low:.1%} to {high:.1%}"
    whose = "The player wins" if len(played.seats) == 1 else "All players together win"
    grid = Grid(("", "share", "95 % interval"), (("won", share, interval),))
    finding = Finding(f"{whose} {share} of the matches ({interval}).")
    return Section("won", "How often is it won?", (finding,), None, grid, f"{made} The interval is Wilson's, 95 %.")


def seats(played: Outcomes, made: str, fresh: Outcomes | None = None) -> Section:
    """Makes the section that compares the seats. A seat that stands out in the matches is tested with the `fresh` matches, and only a difference that these
    confirm is certain. Without fresh matches, every second match serves as a fresh one."""
    first, later = (played, fresh) if fresh is not None else (_every_second(played, 0), _every_second(played, 1))
    striking = _striking_seats(first)
    shown = later if striking else played
    number, matches = len(shown.seats), len(shown.matches)
    shares = [
        (name, share, *wilson(Fraction(share * matches), matches))
        for name, share in zip(shown.seats, _shares(shown), strict=True)
    ]
    findings = (
        _test_seats(striking, first, later, shares)
        if striking
        else (_farthest_seat(_compare_seats(played, range(number)), shares),)
    )
    for name in shown.scripted:
        won = sum(name in one.won_by for one in shown.matches)
        findings = (
            *findings,
            Finding(f"{name}, whom the rules play, wins {won / matches:.1%}; the others are compared with each other."),
        )
    shared = sum(len(one.winners) > 1 for one in shown.matches)
    are_whole = any(one.verdict is not None for one in shown.matches)
    if shared:
        told = "Several players win together" if are_whole else "The first place is shared"
        advice = "One more rule for ties decides more of them." if shown.lines and shared >= _TIES * matches else ""
        findings = (*findings, Finding(f"{told} in {shared / matches:.1%} of the matches.", advice=advice))
    rows = tuple((name, f"{share:.1%}", f"{low:.1%} to {high:.1%}") for name, share, low, high in shares)
    picture = intervals(shares, "share of the victories", _fair(shares))
    tested = (
        f" A seat stood out in {len(first.matches):,} of the matches, so that it was tested with {matches:,} others; the numbers are those of the others."
        if striking
        else ""
    )
    counted = "whoever wins together with others has a whole victory" if are_whole else "shared victories are divided"
    method = f"{made}{tested} The dashed line is what each seat would win if all were equal. Intervals are Wilson's, 95 %, each for its seat alone; {counted}."
    method += f" A seat is called better only if it stands out in some matches and others confirm it, at a risk of {100 * REPORT_RISK:g} %."
    return Section(
        "seats", "Is a seat better?", findings, picture, Grid(("seat", "wins", "95 % interval"), rows), method
    )


def stands_out(played: Outcomes) -> bool:
    """Whether a seat wins so much more or less than the others that new matches should test it."""
    return bool(_striking_seats(played))


def _every_second(played: Outcomes, first: int) -> Outcomes:
    return evolve(played, matches=played.matches[first::2])


def _shares(played: Outcomes) -> list[float]:
    """Returns the share of each seat in the victories."""
    return [
        sum(one.shares[seat] for one in played.matches) / max(1, len(played.matches))
        for seat in range(len(played.seats))
    ]


def _fair(shares: Sequence[tuple[str, float, float, float]]) -> float:
    """Returns the share of each seat if all seats were equal. If several win together, the shares add up to more than one."""
    return mean(share for _, share, _, _ in shares)


def _striking_seats(played: Outcomes) -> dict[int, float]:
    """Returns the seats that win more or less than their fair share, the most striking first, each with its difference from it.

    Each is tested against the mean of the others in the same match, with Holm's correction. A seat that was named is left out of the next tests: if one wins
    more, the others win less, and that says nothing of how they compare with each other.
    """
    left = list(range(len(played.seats)))
    found: dict[int, float] = {}
    while len(left) > 1:
        seat, one = min(zip(left, _compare_seats(played, left), strict=True), key=lambda pair: pair[1].p)
        if one.p * len(left) > RISK:
            break
        found[seat] = one.change
        left.remove(seat)
    return found


def _test_seats(
    striking: Mapping[int, float], first: Outcomes, later: Outcomes, shares: Sequence[tuple[str, float, float, float]]
) -> tuple[Finding, ...]:
    """Tells which of the seats that stood out in the first matches are confirmed by the later matches, and which are not."""
    found: list[Finding] = []
    left, fair = list(range(len(shares))), _fair(shares)
    for seat, change in striking.items():
        one = _compare_seats(later, left)[left.index(seat)]
        if one.p * len(striking) > REPORT_RISK or one.change * change <= 0:
            continue
        name, share, low, high = shares[seat]
        than, told = "more" if change > 0 else "less", f"{share:.1%} ({low:.1%} to {high:.1%})"
        text = (
            f"Of the other seats, {name} wins {than} than its fair share: {told}."
            if found
            else f"{name} wins {told}, {than} than its fair {fair:.1%}."
        )
        found.append(
            Finding(
                text,
                "certain",
                f"Give {'the others' if change > 0 else name} something in return, or change who begins.",
            )
        )
        left.remove(seat)
    return tuple(found) or (_finding_against(next(iter(striking)), first, later, shares),)


def _finding_against(
    seat: int, first: Outcomes, later: Outcomes, shares: Sequence[tuple[str, float, float, float]]
) -> Finding:
    """Makes the finding for a seat that seemed better in the first matches, which later matches did not confirm."""
    name, share, _, _ = shares[seat]
    text = (
        f"No seat is better for certain. In {len(first.matches):,} matches {name} seemed to be: it won {_shares(first)[seat]:.1%}, "
        f"where {mean(_shares(first)):.1%} is fair. "
        f"Therefore {len(later.matches):,} new matches were played to test this, and it won {share:.1%} of them."
    )
    return Finding(text, "open")


def _farthest_seat(differences: Sequence[Difference], shares: Sequence[tuple[str, float, float, float]]) -> Finding:
    """Names the seat that is farthest from its fair share, if none is better for certain."""
    number = len(differences)
    most = max(differences, key=lambda one: abs(one.change))
    name = shares[differences.index(most)][0]
    visible = visible_change(most, number, RISK)
    seen = "" if visible is None else f" {threshold_text(f'{visible * 100:.1f}')}"
    fair = _fair(shares)
    text = (
        f"No seat is better for certain: the farthest from its fair {fair:.1%} is {name} with {most.after:.1%}.{seen}"
    )
    if any(not low <= fair <= high for _, _, low, high in shares):
        text += f" That the interval of a seat leaves out {fair:.1%} is not enough: some do so by chance."
    return Finding(text, "open")


def _compare_seats(played: Outcomes, seats: Sequence[int]) -> list[Difference]:
    """Compares the share of each of these seats in the victories with the mean of all of them, match by match."""
    number = len(seats)
    every = [sum(round(one.shares[seat] * _WHOLE) for seat in seats) for one in played.matches]
    return [
        difference_of_means(
            two(every, [round(one.shares[seat] * _WHOLE) * number for one in played.matches], paired=True),
            _WHOLE * number,
        )
        for seat in seats
    ]


def points(played: Outcomes, made: str) -> Section:
    """Makes the section on which score lines separate winners from the others."""
    clear = [one for one in played.matches if len(one.winners) == 1 and len(one.places) > 1]
    others = len(played.seats) - 1
    differences: list[Difference] = []
    names = played.line_names if len(played.lines) > 1 else played.lines  # with one line, the total would repeat it
    for line in range(len(names)):
        won = [one.points[line][one.winners[0]] for one in clear]
        singles = [points for one in clear for seat, points in enumerate(one.points[line]) if seat != one.winners[0]]
        rest = [sum(one.points[line]) - own for one, own in zip(clear, won, strict=True)]
        both = two(rest, [own * others for own in won], paired=True, singles=(singles, won))
        differences.append(difference_of_means(both, max(1, others)))
    rows = tuple(
        (
            name,
            number_text(one.after),
            number_text(one.before),
            number_text(one.change),
            with_minus(f"{one.effect:+.2f}"),
        )
        for name, one in zip(names, differences, strict=True)
    )
    picture = lying_pairs(
        [
            row
            for name, one in zip(names, differences, strict=True)
            for row in ((name, "winner", one.after), (name, "others (mean)", one.before))
        ],
        "points",
    )
    method = f"{made} Only matches with one winner ({len(clear):,}). The effect is Cohen's d."
    grid = Grid(("score line", "winner", "others (mean)", "difference", "effect"), rows)
    return Section(
        "points",
        "What brings the victory?" if len(played.lines) > 1 else "How many points are usual?",
        _point_findings(played.lines, differences),
        picture,
        grid,
        method,
    )


def _point_findings(lines: Sequence[str], differences: Sequence[Difference]) -> tuple[Finding, ...]:
    named = list(zip(lines, differences, strict=False))
    if len(named) == 1:  # it is no finding that the only line decides
        [(_, one)] = named
        return (Finding(_usual_points(one)),)
    certain = [
        one for one, p in zip(named, correct_for_many([one.p for _, one in named]), strict=True) if p <= REPORT_RISK
    ]
    if not certain:
        return (Finding("No score line differs for certain between winners and the others.", "open"),)
    name, most = max(certain, key=lambda one: abs(one[1].effect))
    points = f"{number_text(most.after)} points against {number_text(most.before)} of the others"
    found = [Finding(f"`{name}` separates winners most from the others: {points}.", "certain")]
    fewer = [name for name, one in certain if one.change < 0]
    same = [name for name, _ in named if name not in {one for one, _ in certain}]
    if fewer:
        found.append(Finding(f"Winners have fewer points than the others in {_names(fewer)}.", "certain"))
    if same:
        advice = "Do all get these points alike, or by luck? More matches (`--matches`) may still tell."
        found.append(Finding(f"Winners and others do not differ for certain in {_names(same)}.", "open", advice))
    return tuple(found)


def _usual_points(one: Difference) -> str:
    """Says with how many points winners and others end. Where all are below zero, points count against a player, and people count them without the sign."""
    if max(one.after, one.before) >= 0:
        return (
            f"Winners end with {number_text(one.after)} points on average, the others with {number_text(one.before)}."
        )
    won, lost = number_text(-one.after), number_text(-one.before)
    return f"Winners end with {won} points against them on average, the others with {lost}."


def _names(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}" if len(quoted) > 1 else quoted[0]


def endings(played: Outcomes, made: str) -> Section:
    """Makes the section on the reasons for which matches end."""
    counts = Counter(one.reason or "no reason is given" for one in played.matches)
    number = len(played.matches)
    rows = tuple((reason, f"{count:,}", f"{count / number:.1%}") for reason, count in counts.most_common())
    reason, most = counts.most_common(1)[0]
    text = (
        f"All matches end for the same reason: “{reason.rstrip('.')}”"
        if most == number
        else f"{most / number:.1%} of the matches end for this reason: “{reason.rstrip('.')}”"
    )
    picture = (
        lying_bars([(name, count) for name, count in counts.most_common()], "matches") if len(counts) > 1 else None
    )
    return Section(
        "ends",
        "Why does it end?",
        (Finding(f"{text}."), *_cut_off(counts, number)),
        picture,
        Grid(("reason", "matches", "share"), rows),
        made,
    )


def _cut_off(reasons: Mapping[str, int], matches: int) -> Iterator[Finding]:
    """Tells how many matches have no end of their own, if some do."""
    cut = sum(count for reason, count in reasons.items() if reason.startswith(CUT_OFF))
    if cut:
        yield Finding(
            f"{cut / matches:.1%} of the matches are cut off at a limit of the rules, without an end of their own.",
            advice="Let something run out in every round, so that matches come to an end; or raise the limit.",
        )
