"""`gamedsl campaign`."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option
from gamedsl.cli.common.exit_codes import ExitCode, UnwrittenError, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural, table
from gamedsl.cli.printing.writing import Output
from gamedsl.cli.reading.cells import plan_cells
from gamedsl.cli.reading.files import read_text
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.graph.compiled import Setup
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.plan import PlanError, plan_of
from gamedsl.workbench.campaigns.play import Players, Playing, cluster, local, play
from gamedsl.workbench.campaigns.results import Results, ResultsError, Total
from gamedsl.workbench.playing.jobs import Job

_EXAMPLES = (
    "campaign plan.toml",
    "campaign plan.toml -o results.db --json",
)

_DATA = (
    "JSON: `plan`, `out`, `matches` (that are there now), `played` (in this run), `faults` (a list with `cell` and `match`) and `cells`, a list with `cell`, "
    "`game`, `file`, `players`, `options`, `agents`, `seed`, `matches`, `decisions` (mean), `wins` (by seat; a shared victory is a part of one)."
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("plan", metavar="PLAN")
@output_option(None, "the name of the plan with `.db`")
@jobs_option
@click.option("--cluster", "address", metavar="ADDRESS", help="Play on the dask cluster at this address.")
@cache_option
@json_option
def command(plan: str, output: str | None, jobs: int | None, address: str | None, as_json: bool) -> ExitCode:
    """Play a plan of many games, setups, agents and seeds, whenever there is time.

    A plan is a TOML file. `matches`, `seeds` and `agents` hold for all games; each `[[games]]` has a `file`, and may have `variants`, `set`, `players`,
    `options`, `agents` and `matches` of its own. All combinations are played.

    Results go to a SQLite file while they come. A campaign that was broken off goes on with the next start, and a plan that has grown is played as far as
    it was not yet. What is in the file does not depend on how many processes played, in which order, or how often they were killed.
    """
    if jobs is not None and address is not None:
        raise WrongUseError("`--jobs` and `--cluster` contradict each other", "a cluster has workers of its own")
    try:
        wanted = plan_of(read_text(plan))
    except PlanError as error:
        raise WrongUseError(f"{plan}: {error}", error.advice) from None
    cells = plan_cells(wanted, Path(plan).parent)
    out = output or str(Path(plan).with_suffix(".db"))
    # A campaign that is killed before its first match may leave an empty file.
    Output(out, lambda data: not data or data.startswith(b"SQLite format 3\0"), (plan,), force=False).check()
    try:
        with _results(out) as results:
            playing = [
                Playing(results.add(one.cell, one.job.chosen.engine.game), one.job, one.cell.matches) for one in cells
            ]
            results.commit()
            before = results.count()
            _play(playing, results, jobs, address, sum(one.matches for one in playing) - before)
            return _tell(plan, out, results, results.count() - before, as_json=as_json)
    except ResultsError as error:
        raise WrongUseError(f"{out}: {error}", "name another file with `--output`") from None
    except sqlite3.Error as error:
        raise UnwrittenError(f"`{out}` cannot be written: {error}") from None


@contextmanager
def _results(path: str) -> Generator[Results]:
    connection = sqlite3.connect(path, timeout=60)
    try:
        yield Results(connection)
    finally:
        connection.close()


def _play(cells: Sequence[Playing], results: Results, jobs: int | None, address: str | None, missing: int) -> None:
    every = [one.job for one in cells]
    try:
        with _players(every, jobs, address) as players, progress("matches", missing) as tick, without_worlds():
            play(cells, results, players, tick)
    except (OSError, ValueError) as error:
        if address is None:
            raise
        raise WrongUseError(f"no cluster answers at `{address}`: {error}") from None


def _players(jobs: Sequence[Job], workers: int | None, address: str | None) -> AbstractContextManager[Players]:
    return local(jobs, workers) if address is None else cluster(jobs, address)


# ---------------------------------------------------------------- results


def _tell(plan: str, out: str, results: Results, played: int, *, as_json: bool) -> ExitCode:
    totals, faults = results.totals(), results.faults()
    if as_json:
        told = [{"cell": cell, "match": match} for cell, match in faults]
        cells = [_data(one) for one in totals]
        print_json(
            {"plan": plan, "out": out, "matches": results.count(), "played": played, "faults": told, "cells": cells}
        )
    else:
        click.echo(
            table(
                ("game", "setup", "agents", "seed", "matches", "decisions", "first seat wins"),
                [_row(one) for one in totals],
            )
        )
        click.echo(f"\n{out}: {plural(results.count(), 'match', 'matches')}, of which {played:,} are new")
        for cell, match in faults[:5]:
            click.echo(_fault_text(totals[cell - 1], match), err=True)
    return ExitCode.FINDINGS if faults else ExitCode.SUCCESS


def _row(one: Total) -> tuple[str, ...]:
    wins = f"{one.wins[0] / one.matches:.1%}" if one.matches else ""
    mean = f"{one.decisions / one.matches:.1f}" if one.matches else ""
    return (
        one.game,
        setup_text(Setup(one.players, one.options)),
        one.agents,
        str(one.seed),
        f"{one.matches:,}",
        mean,
        wins,
    )


def _data(one: Total) -> dict[str, object]:
    mean = one.decisions / one.matches if one.matches else None
    wins = dict(zip(one.seats, one.wins, strict=True))
    head = {"cell": one.cell, "game": one.game, "file": one.file, "players": one.players, "options": dict(one.options)}
    return {**head, "agents": one.agents, "seed": one.seed, "matches": one.matches, "decisions": mean, "wins": wins}


def _fault_text(one: Total, match: int) -> str:
    setup = setup_text(Setup(one.players, one.options))
    again = f"gamedsl simulate {one.file} --seed {one.seed} --first {match} --matches 1"
    return (
        f"match {match} of {one.game} ({setup}, {one.agents}) ended in a fault; `{again}` with the same setup shows it"
    )
