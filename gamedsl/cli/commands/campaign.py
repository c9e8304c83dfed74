"""`gamedsl campaign`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import click

from gamedsl.api.studies.campaigns import CampaignCell, CampaignPart, CampaignResults, play_cells
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import check_who_plays, cluster_option, jobs_option, note
from gamedsl.cli.common.exit_codes import ExitCode, UnwrittenError, WrongUseError
from gamedsl.cli.common.options import refuse_empty_name
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural, table
from gamedsl.cli.printing.writing import STANDARD_OUTPUT
from gamedsl.cli.reading.cells import plan_cells
from gamedsl.cli.reading.files import read_text
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.errors import ClusterError
from gamedsl.workbench.campaigns.plan import PlanError, plan_of
from gamedsl.workbench.campaigns.results import ResultsError

_EXAMPLES = (
    "campaign plan.toml",
    "campaign plan.toml -o results --json",
)

_DATA = (
    "JSON: `plan`, `out`, `matches` (that are there now), `played` (in this run), `faults` (a list with `cell` and `match`), `aside` (a list with `cell`, "
    "`first` and `matches`: set aside, because each process died that played them) and `cells`, a list with `cell`, `game`, `file`, `players`, `options`, "
    "`agents`, `seed`, `matches`, `decisions` (mean), `wins` (by seat; a shared victory is a part of one)."
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("plan", metavar="PLAN")
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    callback=refuse_empty_name,
    help="The folder for the results (default: the name of the plan with `.results`).",
)
@jobs_option
@cluster_option
@cache_option
@json_option
def command(plan: str, output: str | None, jobs: int | None, address: str | None, as_json: bool) -> ExitCode:
    """Play a plan of many games, setups, agents and seeds, whenever there is time.

    A plan is a TOML file. `matches`, `seeds` and `agents` hold for all games; each `[[games]]` has a `file`, and may have `variants`, `set`, `players`,
    `options`, `agents` and `matches` of its own. All combinations are played.

    Results go to a folder while they come: Parquet files, and an index in SQLite. A campaign that was broken off goes on with the next start, and a plan that
    has grown is played as far as it was not yet. The rows do not depend on how many processes played, in which order, or how often they were killed.
    """
    check_who_plays(jobs, address)
    if output == STANDARD_OUTPUT:
        raise WrongUseError("`--output -` is no folder", "name a folder, such as `--output results`")
    out = output or str(Path(plan).with_suffix(".results"))
    try:
        cells = plan_cells(plan_of(read_text(plan)), Path(plan).parent)
        with without_worlds():
            found = play_cells(cells, out, jobs, address, lambda missing: progress("matches", missing), note)
    except PlanError as error:
        raise WrongUseError(f"{plan}: {error}", error.advice) from None
    except ResultsError as error:
        raise WrongUseError(f"{out}: {error}", error.advice) from None
    except ClusterError as error:
        raise WrongUseError(str(error), "what has been played is kept; the same command plays the rest") from None
    except (sqlite3.Error, OSError) as error:
        raise UnwrittenError(f"`{out}` cannot be written: {error}") from None
    if as_json:
        print_json({"plan": plan, "out": out, **found.data})
    else:
        _tell(out, found)
    return ExitCode.FINDINGS if found.faults or found.aside else ExitCode.SUCCESS


def _tell(out: str, found: CampaignResults) -> None:
    head = ("game", "setup", "agents", "seed", "matches", "decisions", "first seat wins")
    click.echo(table(head, [_row(one) for one in found.cells]))
    click.echo(f"\n{out}: {plural(found.matches, 'match', 'matches')}, of which {found.played:,} are new")
    cells = {one.cell: one for one in found.cells}
    for cell, match in found.faults[:5]:
        click.echo(_fault_text(cells[cell], match), err=True)
    for part in found.aside[:5]:
        click.echo(_aside_text(cells[part.cell], part), err=True)
    if len(found.aside) > 5:
        click.echo(f"… and {len(found.aside) - 5:,} more parts", err=True)


def _row(one: CampaignCell) -> tuple[str, ...]:
    wins = f"{one.wins[0] / one.matches:.1%}" if one.matches else ""
    mean = "" if one.decisions is None else f"{one.decisions:.1f}"
    return one.game, setup_text(one.setup), one.agents, str(one.seed), f"{one.matches:,}", mean, wins


def _fault_text(one: CampaignCell, match: int) -> str:
    return f"match {match} of {_cell_text(one)} ended in a fault; {_again(one, match, 1)} shows it"


def _aside_text(one: CampaignCell, part: CampaignPart) -> str:
    number = part.stop - part.first
    told = f"{plural(number, 'match', 'matches')} of {_cell_text(one)} from number {part.first}"
    again = _again(one, part.first, number)
    return (
        f"{told} are set aside: each process died that played them\n"
        f"help: the same campaign tries them again; {again} plays them here"
    )


def _cell_text(one: CampaignCell) -> str:
    return f"{one.game} ({setup_text(one.setup)}, {one.agents}, seed {one.seed})"


def _again(one: CampaignCell, first: int, matches: int) -> str:
    options = "".join(f" --option {name}={value}" for name, value in one.setup.options)
    setup = f"{one.file} --players {one.setup.players}{options} --agents {one.agents}"
    command = f"`gamedsl simulate {setup} --seed {one.seed} --first {first} --matches {matches}`"
    return f"{command}, with `variants` and `set` of the plan,"
