"""`gamedsl secrets`."""

from __future__ import annotations

import click

from gamedsl.api.disclosing import secrets_told
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.common.options import matches_option, seed_option
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, read_told, setup_options
from gamedsl.reports.faults import find_broken_match
from gamedsl.reports.secrets import Disclosed, Disclosure
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import variant_names
from gamedsl.table.text import faint, join_items, title
from gamedsl_interpreter.matches.match import MatchFault

_DATA = """JSON: `file`, `variants`, `players`, `options`, `matches`, `seed`, `whole` (false: the rules are too large to be looked through, there may be more) and
`disclosures`: a list with `file`, `line`, `column`, `text`, `hidden` (names), `who`, `how`, `said` (`openly`, `shown`, or `nothing`: a finding of `check`) and
`matches` (null with `--matches 0`)."""

_EXAMPLES = (
    "secrets love_letter",
    "secrets my_game.gdl --players 3 --matches 200",
    "secrets holdem --json",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@matches_option(least=0, default=1000)
@seed_option
@cache_option
@json_option
def command(
    file: str, players: int | None, options: tuple[str, ...], matches: int, seed: int, as_json: bool
) -> ExitCode:
    """List all places of the rules where something hidden is learned: of what, by whom, how, and in how many random matches.

    What the rules say with `openly`, or show by their words, is no finding; the rest `check` tells. docs/how-to/secrets.md has more.
    """
    rules = read_told(file)
    setup = choose_setup(rules, players, options)

    try:
        with progress("matches", matches) as tick:
            found = secrets_told(rules.api, setup, matches, seed, tick)
    except MatchFault as caught:
        return tell_fault(rules, compile_game(rules, setup), caught.fault, find_broken_match(setup, caught))
    if as_json:
        print_json({"file": rules.name, "variants": [*variant_names(rules.parsed)], **found.data})
    else:
        click.echo(_text(rules, found))
    return ExitCode.FINDINGS if any(one.said == "nothing" for one in found.disclosures) else ExitCode.SUCCESS


def _text(rules: Rules, found: Disclosed) -> str:
    head = title(f"{rules.title}, {setup_text(found.setup)}")
    if not found.disclosures:
        return f"{head}: nothing hidden is learned"
    places = plural(len(found.disclosures), "place")
    played = (
        f"; {plural(found.matches, 'random match', 'random matches')} of seed {found.seed}" if found.matches else ""
    )
    lines = [f"{head}: {places} where something hidden is learned{played}"]
    for one in found.disclosures:
        lines += ["", *_lines(one, found.matches)]
    if not found.is_whole:
        lines += ["", "The rules are too large to be looked through to the end: there may be more."]
    return "\n".join(lines)


_SAID = {"openly": "the rules say `openly`", "shown": "the rules show it", "nothing": "nothing says it"}


def _lines(one: Disclosure, matches: int) -> tuple[str, str]:
    """Returns a line with the place, and one with the hidden fact that is learned there."""
    names = join_items([f"`{name}`" for name in one.hidden])
    often = "" if one.matches is None else f"; in {_share(one.matches, matches)}"
    return (
        f"{one.file}:{one.line}:{one.column}: {one.text}",
        f"  {one.who} learns of {names}: {one.how}" + faint(f" ({_SAID[one.said]}){often}"),
    )


def _share(some: int, every: int) -> str:
    if some == every:
        return "all matches"
    return "no match" if not some else f"{some:,} of {every:,} matches"
