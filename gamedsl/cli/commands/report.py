"""`gamedsl report`."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

import click

from gamedsl.api.studies.reporting import MatchReport, match_report, report_of
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import jobs_option, note, note_worlds
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import (
    FiniteRange,
    agents_option,
    aim_option,
    count_option,
    matches_option,
    output_option,
    seconds_option,
    seed_option,
)
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.figures import figures_text, findings_text
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, add_mark, makes
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import HTML_ENDINGS, STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.cli.reading.campaigns import group_names, group_text, groups_in, is_results
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.look_files import look_file, look_option, showing_mistakes
from gamedsl.cli.reading.rules import choose_setup, compile_game, file_name, read, setup_options
from gamedsl.errors import ArgumentError
from gamedsl.reports.faults import find_broken_match
from gamedsl.values import evolve
from gamedsl.workbench.lineups import are_random
from gamedsl.workbench.reporting.courses import DOUBLING, SECONDS
from gamedsl.workbench.reporting.deep.sections import STRENGTHS
from gamedsl.workbench.reporting.make import of_outcomes
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.outcomes import outcomes
from gamedsl.workbench.reporting.page import Report
from gamedsl.workbench.reporting.pictures import check_drawing
from gamedsl_interpreter.matches.match import MatchFault

_EXAMPLES = (
    "report tic_tac_toe --matches 200 --skill 4 -o report.html",
    "report gloriana --players 3 --matches 20 --skill 0",
    "report tic_tac_toe --agents mcts:20 --matches 20 --skill 0 --deep 2 --strengths random,mcts:20 -o report.html",
)


@gamedsl_command(_EXAMPLES)
@click.argument("file")
@setup_options
@agents_option
@aim_option
@matches_option(least=10, default=2000)
@count_option("--skill", least=0, default=200, told="Matches at most in which one seat thinks more than the others.")
@seconds_option("--skill-seconds", 35.0, "Seconds for these matches.")
@count_option(
    "--deep",
    least=0,
    default=0,
    told="Matches that are looked at deeply: when it is decided, luck and skill, interaction, dead choices, seats by strength.",
)
@click.option(
    "--strengths",
    metavar="A,B,…",
    help=f"Players of these strengths, weakest first, for `--deep`.  [default: {','.join(STRENGTHS)}]",
)
@click.option(
    "--deep-seconds",
    type=FiniteRange(0),
    metavar="S",
    help="Seconds after which no more matches are looked at deeply (default: no limit).",
)
@click.option(
    "--pace",
    metavar="S,T",
    help=f"Seconds for a decision, and for each doubling of the options.  [default: {SECONDS:g},{DOUBLING:g}]",
)
@seed_option
@jobs_option
@look_option
@output_option(None, "GAME.report.html")
@force_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    agents: str,
    aim: str | None,
    matches: int,
    skill: int,
    skill_seconds: float,
    deep: int,
    strengths: str | None,
    deep_seconds: float | None,
    pace: str | None,
    seed: int,
    jobs: int | None,
    look: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Write a page with pictures on what matches show of a game, and print what it says first.

    Findings come first, in sentences; each has its picture, the table behind it, and how it was made: length, choices along the match, seats, what brings
    the victory, when it is decided, changes of the lead, what is used and what never, which rules and lines are never reached, which conditions refuse
    nothing, why matches end, how much is skill, and one match in words. The page is one file, which needs no network. FILE may also be the results of a
    campaign; then it tells what they say of all its games.

    `--deep N` looks deep into N matches of `--agents`, and prints the figures: how early the winner is known, who comes back, luck and skill, interaction, dead
    choices, and seats at several strengths. It says about how long that takes; after `--deep-seconds` it ends with what is known by then. With `--json` the
    figures and findings are printed as data, and a page is written only if `-o` names one.
    """
    check_drawing()
    if as_json and output == STANDARD_OUTPUT:
        raise WrongUseError("`--json` and `-o -` contradict each other: both print", "leave one out")
    if is_results(file):
        if deep or strengths or pace or deep_seconds is not None:
            raise WrongUseError(
                f"{file}: only how matches ended is known of a campaign", "`--deep` and `--pace` need rules"
            )
        return _report_campaign(file, output, force=force, as_json=as_json)
    if strengths is not None and not deep:
        raise WrongUseError("`--strengths` are for matches that are looked at deeply", "add `--deep 20`")
    if deep_seconds is not None and not deep:
        raise WrongUseError("`--deep-seconds` are for matches that are looked at deeply", "add `--deep 20`")
    wanted = None if strengths is None else [one.strip() for one in strengths.split(",")]
    tempo = (SECONDS, DOUBLING) if pace is None else _pace(pace)
    rules = read(file)
    setup = choose_setup(rules, players, options)
    game = compile_game(rules, setup)
    place = Output(
        output or f"{file_name(game.game)}.report.html",
        makes(Made.REPORT),
        sources_of(rules.files),
        force,
        HTML_ENDINGS,
    )
    place.check()
    found = look_file(rules, look)
    number = matches + skill + deep * (1 + len(STRENGTHS if wanted is None else wanted))
    try:
        with progress("matches", number) as tick, without_worlds(), showing_mistakes(found):
            made = report_of(
                rules.api, setup, agents, aim, matches, skill, skill_seconds, seed, found, jobs, deep, wanted, deep_seconds, tempo, tick, note
            )  # fmt: skip
    except MatchFault as caught:
        return tell_fault(rules, game, caught.fault, find_broken_match(setup, caught))
    except ArgumentError as wrong:
        raise WrongUseError(f"--strengths: {wrong}", None) from None
    _give(made, place, output, as_json=as_json)
    if skill or not are_random(agents, game.game):
        note_worlds(game.game)
    if deep and not as_json and place.path != STANDARD_OUTPUT:
        click.echo(figures_text(made.figures))
    return ExitCode.SUCCESS


def _pace(text: str) -> tuple[float, float]:
    """Reads `5,3`. Raises WrongUseError."""
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        first, second = -1.0, -1.0
    if not (isfinite(first) and isfinite(second) and min(first, second) >= 0):
        raise WrongUseError(
            f"`--pace {text}` is no pace",
            "`--pace 5,3` is 5 seconds for a decision, and 3 for each doubling of the options",
        )
    return first, second


def _give(made: MatchReport, place: Output, output: str | None, *, as_json: bool) -> None:
    """Writes the page, and prints data instead if that is wished."""
    if as_json:
        print_json(made.data)
    if not as_json or output is not None:
        place.write(add_mark(made.html, "html", Made.REPORT))
    if not as_json and place.path != STANDARD_OUTPUT:
        told = findings_text(made)
        click.echo(f"{told}\n\n{place.path} is written" if told else f"{place.path} is written")


def _report_campaign(file: str, output: str | None, *, force: bool, as_json: bool) -> ExitCode:
    """Writes a page on all groups of a campaign, with the sections that need only results."""
    every = groups_in(file, 1)
    place = Output(output or f"{Path(file).stem}.report.html", makes(Made.REPORT), (file,), force, HTML_ENDINGS)
    place.check()
    parts = list[Section]()
    for number, (name, group) in enumerate(zip(group_names(every), every, strict=True), start=1):
        for section in of_outcomes(outcomes(group.table), f"{name}, {group_text(group)} of {file}."):
            parts.append(evolve(section, id=f"{section.id}-{number}", title=f"{name}: {section.title}"))
    matches = sum(len(one.matches) for one in every)
    told = f"{plural(len(every), 'game')} of a campaign, {matches:,} matches"
    note = "Only how matches ended is known of a campaign; `gamedsl report` of the rules looks at every decision."
    _give(match_report(Report(Path(file).stem, told, tuple(parts), None, (note,))), place, output, as_json=as_json)
    return ExitCode.SUCCESS
