"""Skill as a number: how often four times the thinking beats once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from gamedsl.values import evolve
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import played
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import outcomes
from gamedsl.workbench.reporting.pictures import intervals
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.simulate import wilson

THOUGHTS = 5
"""Iterations of a search for each move of those who think once."""


def skill(job: Job, matches: int, workers: int | None, tick: Callable[[int], None]) -> Section:
    """One seat thinks four times as much as the others; each seat is that one equally often. Raises MatchFault, WorldsError."""
    humans = job.chosen.engine.game.humans
    rows: list[tuple[str, Fraction, int]] = []
    for seat in range(humans):
        names = [f"mcts:{4 * THOUGHTS if other == seat else THOUGHTS}" for other in range(humans)]
        count = matches // humans + (seat < matches % humans)
        won = Fraction(0)
        for chunk in played(evolve(job, agents=",".join(names)), range(count), Detail.RESULTS, workers):
            table = outcomes(table_of(job.chosen.engine.game, chunk.table(job)))
            won += sum((Fraction(int(seat in one.winners), len(one.winners)) for one in table.matches), Fraction(0))
            tick(chunk.count)
        rows.append((job.chosen.engine.game.seats[seat], won, count))
    return _section(rows, humans, job)


def _section(rows: list[tuple[str, Fraction, int]], humans: int, job: Job) -> Section:
    won, count = sum((won for _, won, _ in rows), Fraction(0)), sum(count for _, _, count in rows)
    shown = [
        (name, float(wins / many), *wilson(wins, many))
        for name, wins, many in (("all seats", won, count), *rows)
        if many
    ]
    _, share, low, high = shown[0]
    fair = 1 / humans
    text = f"Four times the thinking wins {share:.0%} of the matches ({low:.0%} to {high:.0%}); without any effect it would be {fair:.0%}."
    finding = (
        Finding(text, "open")
        if low <= fair <= high
        else Finding(f"{text} {'Skill counts.' if share > fair else 'Thinking harms.'}", "certain")
    )
    table = tuple((name, f"{share:.0%}", f"{low:.0%} to {high:.0%}") for name, share, low, high in shown)
    made = (
        f"{count} matches of seed {job.seed}, in which one seat searches {4 * THOUGHTS} iterations for a move and the others {THOUGHTS}; each seat is that one "
        "in turn. The dashed line is a game of pure chance. Intervals are Wilson's, 95 %."
    )
    grid = Grid(("who thinks more", "wins", "95 % interval"), table)
    return Section(
        "skill", "How much is skill?", (finding,), intervals(shown, "wins of whoever thinks more", fair), grid, made
    )
