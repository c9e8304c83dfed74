"""`gamedsl compare`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from gamedsl.api.studies.comparing import result_of
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option, note_worlds
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import agents_option, aim_option, matches_option, seed_option
from gamedsl.cli.printing.comparing import comparison_text, describe_comparison
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural
from gamedsl.cli.reading.campaigns import group_names, group_text, groups_in, is_results
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.players import players_of
from gamedsl.cli.reading.rules import setup_options
from gamedsl.cli.reading.sides import Wish, second_side_options
from gamedsl.reports.faults import find_broken_match
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.groups import align_tables
from gamedsl.workbench.comparing.compare import compare as play_and_compare
from gamedsl.workbench.comparing.compare import compare_tables
from gamedsl.workbench.comparing.sides import SideFaultError
from gamedsl.workbench.lineups import are_random

_EXAMPLES = (
    "compare gloriana frugal_court --matches 20",
    "compare misere_tic_tac_toe --matches 100",
    "compare gloriana --set points[7]=26 --matches 20",
    "compare kuhn_poker --to-agents random:moves --matches 50 --json",
    "compare tic_tac_toe --to-agents random:moves --matches 20 --until 20%",
)

_DATA = (
    "JSON: `sides` (`name`, `file`, `game`, `variants`, `players`, `options`, `agents`), `seed`, `matches`, `matches_for_uses` (in which uses were counted), "
    "`narrow` (whether `--until` was reached; true without it) and `pairs`, a list with `before`, `after` (names of sides), `only_before`, `only_after` "
    "(score lines of one side) and `figures`, a list with `group`, `name`, `before`, `after`, `change`, `low`, `high` (95 %; null: unknown), `effect`, "
    "`p` (corrected), `certain`, `visible`. Of a campaign: `file` instead of `sides` and `seed`. After a fault: `fault`, a diagnostic with the `match`."
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@setup_options
@second_side_options
@agents_option
@aim_option
@click.option("--to-agents", metavar="AGENTS", help="Who plays the second side alone.")
@matches_option(least=2, default=1000)
@click.option(
    "--until", metavar="PERCENT", help="Play on until the intervals of wins and length are so narrow, such as `1%`."
)
@seed_option
@jobs_option
@cache_option
@json_option
def command(
    files: tuple[str, ...],
    players: int | None,
    options: tuple[str, ...],
    to_players: int | None,
    to_options: tuple[str, ...],
    agents: str,
    aim: str | None,
    to_agents: str | None,
    matches: int,
    until: str | None,
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> ExitCode:
    """Play two games or more, and say what differs: length, scores, wins, what is used.

    The first FILE is compared with each of the others; results of a campaign are compared as they are. A variant alone is compared with what it builds
    on. With `--variant`, `--set`, `--to-option`, `--to-players` or `--to-agents` one FILE is enough: they change the second side.

    Match i of all sides gets the same chance, and what is said is about pairs of such matches. What is called certain stands a
    correction for looking at many figures at once (Holm's): where nothing differs, anything at all is called certain in 5 % of the comparisons at most.
    """
    if is_results(files[0]):
        return _compare_campaign(files, as_json=as_json)
    wanted = None if until is None else _percent(until)
    first = Wish(files[0], players, options)
    read, sides = players_of(first, files[1:], to_players, to_options, agents, to_agents, seed, aim)
    try:
        with progress("matches", matches * len(sides)) as tick, without_worlds():
            found = play_and_compare([one.side for one in sides], matches, wanted, jobs, tick)
    except SideFaultError as error:
        side, caught = sides[error.number], error.caught
        match = find_broken_match(side.setup, caught)
        if not as_json:
            click.echo(f"{side.side.name}, {setup_text(side.setup)}:", err=True)
        return tell_fault(read[error.number], side.game, caught.fault, match, as_json=as_json)
    if as_json:
        print_json(result_of(found, sides, seed).data)
    else:
        click.echo(comparison_text(found, sides, seed))
    played = [one.side.job for one in sides]
    note_worlds(*(job.chosen.engine.game for job in played if not are_random(job.agents, job.chosen.engine.game)))
    return ExitCode.SUCCESS


def _compare_campaign(files: Sequence[str], *, as_json: bool) -> ExitCode:
    """Compares the first group of a campaign with each of the others, in the matches that all groups have."""
    if len(files) > 1:
        groups_in(files[0], 0)  # a folder without results is told first
        raise WrongUseError("results of a campaign are compared alone", f"gamedsl compare {files[0]}")
    every = groups_in(files[0], 2)
    names = group_names(every)
    found = compare_tables(list(zip(names, align_tables(every), strict=True)))
    if not found.matches:
        raise WrongUseError(f"{files[0]}: no match was played by all", "`gamedsl campaign` plays what is missing")
    if as_json:
        print_json({"file": files[0], **result_of(found, (), 0).played_data})
    else:
        heads = [f"{name}: {group_text(one)}" for name, one in zip(names, every, strict=True)]
        shared = plural(found.matches, "match that all have", "matches that all have")
        click.echo(describe_comparison(found, heads, f"compared in the {shared}"))
    return ExitCode.SUCCESS


def _percent(text: str) -> float:
    """Reads `1%` or `1` as 0.01. Raises WrongUseError."""
    number = text.strip().removesuffix("%").strip()
    try:
        value = float(number) / 100
    except ValueError:
        value = 0.0
    if not 0.0001 <= value <= 0.5:
        raise WrongUseError(f"`--until {text}` is no percentage from 0.01 to 50", "`--until 1%` is usual")
    return value
