"""`gamedsl campaign`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import click

from gamedsl.api.studies.campaigns import CampaignCell, CampaignResults, play_cells
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
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.plan import PlanError, plan_of
from gamedsl.workbench.campaigns.results import ResultsError

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
    out = output or str(Path(plan).with_suffix(".db"))
    try:
        cells = plan_cells(plan_of(read_text(plan)), Path(plan).parent)
        # A campaign that is killed before its first match may leave an empty file.
        Output(out, lambda data: not data or data.startswith(b"SQLite format 3\0"), (plan,), force=False).check()
        with without_worlds():
            found = play_cells(cells, out, jobs, address, lambda missing: progress("matches", missing))
    except PlanError as error:
        raise WrongUseError(f"{plan}: {error}", error.advice) from None
    except ResultsError as error:
        raise WrongUseError(f"{out}: {error}", "name another file with `--output`") from None
    except sqlite3.Error as error:
        raise UnwrittenError(f"`{out}` cannot be written: {error}") from None
    except OSError as error:
        if address is None:
            raise
        raise WrongUseError(f"no cluster answers at `{address}`: {error}") from None
    if as_json:
        print_json({"plan": plan, "out": out, **found.data})
    else:
        _tell(out, found)
    return ExitCode.FINDINGS if found.faults else ExitCode.SUCCESS


def _tell(out: str, found: CampaignResults) -> None:
    head = ("game", "setup", "agents", "seed", "matches", "decisions", "first seat wins")
    click.echo(table(head, [_row(one) for one in found.cells]))
    click.echo(f"\n{out}: {plural(found.matches, 'match', 'matches')}, of which {found.played:,} are new")
    for cell, match in found.faults[:5]:
        click.echo(_fault_text(found.cells[cell - 1], match), err=True)


def _row(one: CampaignCell) -> tuple[str, ...]:
    wins = f"{one.wins[0] / one.matches:.1%}" if one.matches else ""
    mean = "" if one.decisions is None else f"{one.decisions:.1f}"
    return one.game, setup_text(one.setup), one.agents, str(one.seed), f"{one.matches:,}", mean, wins


def _fault_text(one: CampaignCell, match: int) -> str:
    again = f"gamedsl simulate {one.file} --seed {one.seed} --first {match} --matches 1"
    told = f"{setup_text(one.setup)}, {one.agents}"
    return f"match {match} of {one.game} ({told}) ended in a fault; `{again}` with the same setup shows it"
