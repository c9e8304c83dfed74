"""`gamedsl page`."""

from __future__ import annotations

from pathlib import PurePath

import click

from gamedsl.api.asked import compile_setup
from gamedsl.api.making.writing import page_of
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.findings import warn
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, add_mark, makes
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import HTML_ENDINGS, Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import look_file, look_option, showing_mistakes
from gamedsl.cli.reading.rules import all_setups_options, begin, choose_setups, name_for_output
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.reports.titles import game_text

_DATA = "JSON: `file`, `game`, `variants`, `setups` (`players`, `options`), `look` (the look file, or null), `page` (where it was written), `bytes`."

_EXAMPLES = (
    "page tic_tac_toe",
    "page pig --players 2 -o pig.html",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@look_option
@all_setups_options
@output_option(None, "GAME.html")
@force_option
@cache_option
@json_option
def command(
    file: str,
    look: str | None,
    players: int | None,
    options: tuple[str, ...],
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Write one HTML file on which the game is played: it needs nothing else, opens from a folder, and can be sent to friends.

    The page offers every number of players and every option, or those that are asked for. People and the computer take
    the seats. A saved match is one that `gamedsl replay` verifies. docs/page.md shows the way from rules to a page.
    """
    with begin(file) as rules:
        setups = choose_setups(rules.title, rules.known.setups, players, options)
        game = compile_setup(rules.api, setups[0]).game
        place = output or f"{name_for_output(rules, file, game)}.html"
        if place == STANDARD_INPUT and as_json:
            raise WrongUseError("the page and JSON cannot both go to standard output", "name a file with `-o`")
        page = Output(place, makes(Made.PAGE), sources_of(rules.files), force, HTML_ENDINGS)
        page.check()
        found = look_file(rules, look)
        named = PurePath(file).name if file != STANDARD_INPUT else ""
        try:
            with showing_mistakes(found, "no page is written"):
                html = page_of(rules.api, setups, found, named, lambda sentence: warn(f"{found}: {sentence}"))
        except ArgumentError as error:
            raise LimitError(str(error)) from error
    text = add_mark(html, "html", Made.PAGE)
    page.write(text)
    size = len(text.encode())
    if as_json:
        told = {"setups": [_setup_data(setup) for setup in setups], "look": None if found is None else str(found)}
        print_json(
            {"file": rules.name, "game": game.name, "variants": [*game.variants], **told, "page": place, "bytes": size}
        )
    elif place != STANDARD_INPUT:
        click.echo(f"{place}: {game_text(game.name, game.variants)}, {plural(len(setups), 'setup')}, {size:,} bytes")
    return ExitCode.SUCCESS


def _setup_data(setup: Setup) -> JsonObject:
    return {"players": setup.players, "options": dict(setup.options)}
