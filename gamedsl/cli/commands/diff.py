"""`gamedsl diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, FindingsError
from gamedsl.cli.common.options import form_option, output_option
from gamedsl.cli.printing.json_output import json_option, json_text
from gamedsl.cli.printing.made_files import Made, add_mark, makes
from gamedsl.cli.printing.writing import Output, choose_form, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.rules import all_setups_options
from gamedsl.cli.reading.sides import Wish, second_side_options, second_wish, setups_of, two_sides

if TYPE_CHECKING:
    from gamedsl.api.making.writing import RulesDifferences

_ENDINGS = {".txt": "text", ".md": "markdown", ".json": "json", ".html": "html", ".htm": "html"}
_EXAMPLES = (
    "diff frugal_court",
    "diff gloriana my_game.gdl --format markdown",
    "diff tic_tac_toe my_game.gdl -o changes.html",
    "diff kuhn_poker leduc_poker --json",
)

_DATA = (
    "JSON: `before`, `after` (what the sides are called), `equal`, `setups` (those that were compared: `players`, `options`) and `differences`, a list with "
    "`deed` (`added`, `removed`, `renamed`, `changed`), `sort`, `name`, `owner`, `old_name`, `setups` (null: all), `values`, `cells`, `members`, `lines`."
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.argument("other", required=False)
@all_setups_options
@second_side_options
@form_option(("text", "markdown", "json", "html"))
@output_option(STANDARD_INPUT, "standard output")
@force_option
@json_option
def command(
    file: str,
    other: str | None,
    players: int | None,
    options: tuple[str, ...],
    to_players: int | None,
    to_options: tuple[str, ...],
    form: str | None,
    output: str,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Say what differs between two games, declaration by declaration: rules, tables, components, examples.

    A game is a file or the name of one that comes with gamedsl. A variant alone is compared with what it builds on.
    Layout, comments and the order of declarations do not count. The exit code is 0 if nothing differs, 1 if something does,
    and 2 if the two cannot be compared.
    """
    from gamedsl.api.making.writing import differences_of

    form = choose_form(form, as_json, output, _ENDINGS)
    first = Wish(file, players, options)
    second = second_wish(first, other, to_players, to_options)
    try:
        before, after = two_sides(first, second)
        one, two = setups_of(before, first, after), setups_of(after, second or first, before)
    except FindingsError:
        return ExitCode.WRONG_USE
    place = Output(output, makes(Made.DIFFERENCES), (*sources_of(before.files), *sources_of(after.files)), force)
    place.check()
    found = differences_of(before.api, after.api, one, two)
    if output != STANDARD_INPUT:
        place.write(add_mark(_write(found, form), form, Made.DIFFERENCES))
        click.echo(f"{output} is written")
    elif form == "text":
        click.echo("".join(_style(style, text) for style, text in found.pieces()), nl=False)
    else:
        click.echo(_write(found, form), nl=False)
    return ExitCode.SUCCESS if found.are_equal else ExitCode.FINDINGS


def _write(found: RulesDifferences, form: str) -> str:
    match form:
        case "json":
            return json_text(found.data)
        case "html":
            return found.html()
        case "markdown":
            return found.markdown()
        case _:
            return found.text()


def _style(style: str, text: str) -> str:
    match style:
        case "title" | "name":
            return click.style(text, bold=True)
        case "added":
            return click.style(text, fg="green")
        case "removed":
            return click.style(text, fg="red")
        case "faint":
            return click.style(text, dim=True)
        case _:
            return text
