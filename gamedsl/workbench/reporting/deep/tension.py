"""The section on how early the winner is known: matches are played on from ten moments by the same players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from gamedsl.workbench.playing.deep import PARTS, REPLAYS, Deep, Moment, Shares
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Finding, Grid, Picture, Section
from gamedsl.workbench.reporting.pictures import course
from gamedsl.workbench.reporting.sources import BROWNE, ELIAS, Source
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean_share, jackknife

_HALF = REPLAYS // 2

_KNOWN = 0.8
"""The winner counts as known if so many of the matches that are played on end in the same way."""


def tension_section(found: Sequence[Deep], players: str, made: str) -> Section | None:
    """Makes the section; None if nobody had to choose in any match. `players` describes who played."""
    matches = [one for one in found if one.length]
    if not matches:
        return None
    fair = 1 / len(matches[0].end)
    figures = (
        _mean("known_half_way", "Played again from half way: same winner", matches, lambda one: same_end(one, PARTS // 2),
              f"How often the same players, with other luck, end with the same winner; near {fair:.0%} nothing is decided half way.", BROWNE.on("uncertainty")),
        _mean("leader_half_way", "Who is ahead half way wins", matches, lambda one: leader_wins(one, PARTS // 2),
              f"Near {fair:.0%} the match is open; near 100% the leader runs away.", ELIAS.on("runaway leader")),
        _mean("decided_rest", "The match goes on although it is decided", matches, rest_after_decision,
              f"The part of a match after the moment from which all {REPLAYS} replays end in the same way.",
              BROWNE.on("decisiveness")),
        _mean("comeback", "The winner’s worst moment", [one for one in matches if _winner(one) is not None], comeback,
              f"The lowest chance of the later winner during the match: small where players come back, {fair:.0%} or more where nobody has to.",
              ELIAS.on("catching up")),
        figure_of("drama", "Drama", "points", [drama(one) for one in matches if _winner(one) is not None], _estimate,
                  "How many percentage points of win chance the later winner is behind the leader, on average over the match.",
                  BROWNE.on("drama (without its square root, which takes noise for drama)")),
    )  # fmt: skip
    if len(matches) < ENOUGH:
        text = f"How early the winner is known needs {ENOUGH} matches that are looked at, and here are {len(matches)} (`--deep`)."
        return _section(
            (Finding(text),),
            None,
            Grid(("after", "matches"), (("all moments", str(len(matches))),)),
            made,
            players,
            figures,
        )
    rows = [
        (
            part,
            estimate_mean_share([same_end(one, part) for one in matches]),
            estimate_mean_share([leader_wins(one, part) for one in matches]),
        )
        for part in range(PARTS)
    ]
    table = tuple((f"{part * 100 // PARTS}%", *_cells(same), *_cells(ahead)) for part, same, ahead in rows)
    picture = course(
        [(part * 100 // PARTS, same.value, same.low, same.high) for part, same, _ in rows],
        "the same winner again",
        percent=True,
    )
    head = ("after", "same winner again", "95 % interval", "who is ahead wins", "95 % interval")
    return _section(tuple(_findings(figures, rows)), picture, Grid(head, table), made, players, figures)


def _section(
    findings: tuple[Finding, ...],
    picture: Picture | None,
    grid: Grid,
    made: str,
    players: str,
    figures: tuple[Figure, ...],
) -> Section:
    method = (
        f"{made} {players}. From {PARTS} moments of each match it is played on {REPLAYS} times by the same players with other luck. Who is "
        f"ahead, and when the winner "
        f"was lowest, is told by {_HALF} of them, and the chance by the other {REPLAYS - _HALF}, so that what is chosen because of luck does not count."
    )
    return Section("known", "How early is the winner known?", findings, picture, grid, method, figures)


def _mean(
    name: str, title: str, matches: Sequence[Deep], measure: Callable[[Deep], float], meaning: str, source: Source
) -> Figure:
    return figure_of(name, title, "share", [measure(one) for one in matches], estimate_mean_share, meaning, source)


def _estimate(numbers: Sequence[float]) -> Estimate:
    return jackknife(numbers, fmean).within(0, 1)


def _cells(one: Estimate) -> tuple[str, str]:
    return f"{one.value:.0%}", f"{one.low:.0%} to {one.high:.0%}"


def _findings(figures: Sequence[Figure], rows: Sequence[tuple[int, Estimate, Estimate]]) -> list[Finding]:
    half, ahead, rest, worst, drama_ = figures
    safe = next((part for part, *_ in rows if all(same.value >= _KNOWN for at, same, _ in rows if at >= part)), None)
    known = (
        f"from {safe * 100 // PARTS}% of the match on, in at least {_KNOWN:.0%}"
        if safe is not None
        else f"in {_KNOWN:.0%}, from no moment on"
    )
    found = [
        Finding(
            f"Played again from half way, matches have the same winner in {figure_text(half)}; {known}. Who is ahead half way wins {figure_text(ahead)}."
        ),
        Finding(f"Of a match {figure_text(rest)} is played although it is decided."),
    ]
    if worst.estimate is not None:
        found.append(
            Finding(
                f"The later winner’s chance was once as low as {figure_text(worst)}; on average over the match it was {figure_text(drama_)} behind the leader’s."
            )
        )
    return found


# ---------------------------------------------------------------- measures of one match


def same_end(one: Deep, part: int) -> float:
    """Returns how often a match ends with the same victory when it is played on from a tenth of it."""
    ends = _moment(one, part).ends
    return sum(end == one.end for end in ends) / len(ends)


def leader_wins(one: Deep, part: int) -> float:
    """Returns the leader's chance to win at a tenth of a match (the mean of several leaders). The leader and the chance are computed from different
    playouts, so that they are independent."""
    moment = _moment(one, part)
    ahead, chances = _leaders(moment), _chances(moment.ends[_HALF:])
    return fmean(chances[seat] for seat in ahead)


def rest_after_decision(one: Deep) -> float:
    """Returns the part of a match that remains once all its continuations end with the same victory."""
    rest = 0
    for part in reversed(range(PARTS)):
        if same_end(one, part) < 1:
            break
        rest = PARTS - part
    return rest / PARTS


def comeback(one: Deep) -> float:
    """Returns the lowest chance of the winner over the match."""
    winner = _winner(one)
    if winner is None:
        raise ValueError("a comeback is that of one winner")
    lows = [_chances(moment.ends[:_HALF])[winner] for moment in one.moments]
    return fmean(
        _chances(moment.ends[_HALF:])[winner] for moment, low in zip(one.moments, lows, strict=True) if low == min(lows)
    )


def drama(one: Deep) -> float:
    """Returns how far the winner is behind the leader, the mean over the match; 0 where the winner is ahead."""
    winner = _winner(one)
    if winner is None:
        raise ValueError("drama is that of one winner")
    behind: list[float] = []
    for part in range(PARTS):
        moment = _moment(one, part)
        ahead, chances = _leaders(moment), _chances(moment.ends[_HALF:])
        behind.append(0.0 if winner in ahead else fmean(chances[seat] for seat in ahead) - chances[winner])
    return fmean(behind)


def _moment(one: Deep, part: int) -> Moment:
    return one.moments[one.part_of[part]]


def _leaders(moment: Moment) -> list[int]:
    chances = _chances(moment.ends[:_HALF])
    return [seat for seat, chance in enumerate(chances) if chance == max(chances)]


def _chances(ends: Sequence[Shares]) -> tuple[float, ...]:
    return tuple(fmean(own) for own in zip(*ends, strict=True))


def _winner(one: Deep) -> int | None:
    """Returns the only seat that has won; None if nobody or several have."""
    winners = [seat for seat, share in enumerate(one.end) if share]
    return winners[0] if len(winners) == 1 else None
