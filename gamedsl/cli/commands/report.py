"""`gamedsl report`."""

from __future__ import annotations

from pathlib import Path

import click

from gamedsl.api.studies.reporting import report_of
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option, note
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.common.options import (
    FiniteRange,
    agents_option,
    aim_option,
    matches_option,
    output_option,
    seed_option,
)
from gamedsl.cli.printing.made_files import is_marked, marked
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.cli.reading.campaigns import group_names, group_text, groups_in, is_results
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.look_files import look_file, look_option, shown_mistakes
from gamedsl.cli.reading.rules import chosen_setup, compiled, file_name, read, setup_options
from gamedsl.cli.table.faults import tell_fault
from gamedsl.reports.faults import broken_match
from gamedsl.values import evolve
from gamedsl.workbench.reporting.make import of_outcomes
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.outcomes import outcomes
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.pictures import check_drawing
from gamedsl_interpreter.matches.match import MatchFault

_EXAMPLES = (
    "report tic_tac_toe --matches 200 --skill 4 -o report.html",
    "report gloriana --players 3 --matches 20 --skill 0",
)


@gamedsl_command(_EXAMPLES)
@click.argument("file")
@setup_options
@agents_option
@aim_option
@matches_option(10, 2000)
@click.option(
    "--skill",
    type=click.IntRange(0),
    default=200,
    show_default=True,
    metavar="N",
    help="Matches at most in which one seat thinks more than the others.",
)
@click.option(
    "--skill-seconds",
    type=FiniteRange(0),
    default=35.0,
    show_default=True,
    metavar="S",
    help="Seconds for these matches.",
)
@seed_option
@jobs_option
@look_option
@output_option(None, "the name of the game with `.html`")
@force_option
@cache_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    agents: str,
    aim: str | None,
    matches: int,
    skill: int,
    skill_seconds: float,
    seed: int,
    jobs: int | None,
    look: str | None,
    output: str | None,
    force: bool,
) -> ExitCode:
    """Write a page with pictures on what matches show of a game.

    Findings come first, in sentences; each has its picture, the table behind it, and how it was made: length, choices along the match, seats, what brings
    the victory, when it is decided, changes of the lead, what is used and what never, which rules and lines are never reached, which conditions refuse
    nothing, why matches end, how much is skill, and one match in words. The page is one file, which needs no network. FILE may also be the results of a
    campaign; then it tells what they say of all its games.
    """
    check_drawing()
    if is_results(file):
        return _report_campaign(file, output, force=force)
    rules = read(file)
    setup = chosen_setup(rules, players, options)
    game = compiled(rules, setup)
    place = Output(output or f"{file_name(game.game)}.html", is_marked, sources_of(rules.files), force)
    place.check()
    found = look_file(rules, look)
    try:
        with progress("matches", matches + skill) as tick, without_worlds(), shown_mistakes(found):
            made = report_of(
                rules.api, setup, agents, aim, matches, skill, skill_seconds, seed, found, jobs, tick, note
            )
    except MatchFault as caught:
        return tell_fault(rules, game, caught.fault, broken_match(setup, caught))
    place.write(marked(made.html, "html"))
    if place.path != STANDARD_OUTPUT:
        click.echo(f"{place.path} is written")
    return ExitCode.SUCCESS


def _report_campaign(file: str, output: str | None, *, force: bool) -> ExitCode:
    """Writes a page on all groups of a campaign, with the sections that need only results."""
    every = groups_in(file, 1)
    place = Output(output or f"{Path(file).stem}.html", is_marked, (file,), force)
    place.check()
    parts = list[Section]()
    for number, (name, group) in enumerate(zip(group_names(every), every, strict=True), start=1):
        for section in of_outcomes(outcomes(group.table), f"{name}, {group_text(group)} of {file}."):
            parts.append(evolve(section, id=f"{section.id}-{number}", title=f"{name}: {section.title}"))
    matches = sum(len(one.matches) for one in every)
    told = f"{plural(len(every), 'game')} of a campaign, {matches:,} matches"
    note = "Only how matches ended is known of a campaign; `gamedsl report` of the rules looks at every decision."
    place.write(marked(page(Report(Path(file).stem, told, tuple(parts), None, (note,))), "html"))
    if place.path != STANDARD_OUTPUT:
        click.echo(f"{place.path} is written")
    return ExitCode.SUCCESS
