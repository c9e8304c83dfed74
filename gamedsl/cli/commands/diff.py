"""`gamedsl diff`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, FindingsError
from gamedsl.cli.common.options import form_option, output_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import is_marked, mark_json, marked
from gamedsl.cli.printing.writing import Output, chosen_form, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.rules import all_setups_options
from gamedsl.cli.reading.sides import (
    Wish,
    second_side_options,
    second_wish,
    setups_of,
    two_sides,
)
from gamedsl.reports.comparing import compare_rules, written

if TYPE_CHECKING:
    from gamedsl.differences.model import Differences
    from gamedsl.differences.plain_text import Piece

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
    form = chosen_form(form, as_json, output, _ENDINGS)
    first = Wish(file, players, options)
    try:
        found, sources = _compare(first, second_wish(first, other, to_players, to_options))
    except FindingsError:
        return ExitCode.WRONG_USE
    place = Output(output, is_marked, sources, force)
    place.check()
    if output == STANDARD_INPUT:
        _print(found, form)
    else:
        place.write(_FORMS[form](found))
    return ExitCode.SUCCESS if found.are_equal else ExitCode.FINDINGS


def _compare(first: Wish, second: Wish | None) -> tuple[Differences, tuple[str, ...]]:
    """Compares the two sides; returns the differences, and the files that were read. Raises WrongUseError, and FindingsError for mistakes, which are shown."""
    before, after = two_sides(first, second)
    one, other = setups_of(before, first, after), setups_of(after, second or first, before)
    return compare_rules(before.known, after.known, one, other), (*sources_of(before.files), *sources_of(after.files))


# ---------------------------------------------------------------- forms


def _print(found: Differences, form: str) -> None:
    if form == "json":
        from gamedsl.differences.export import data

        print_json(data(found))
    elif form == "text":
        from gamedsl.differences.plain_text import pieces
        from gamedsl.differences.report import report

        click.echo("".join(_style(piece) for piece in pieces(report(found))), nl=False)
    else:
        click.echo(written(found, "markdown" if form == "markdown" else "html"), nl=False)


def _style(piece: Piece) -> str:
    style, text = piece
    match style:
        case "title" | "name":
            return click.style(text, bold=True)
        case "added":
            return click.style(text, fg="green")
        case "removed":
            return click.style(text, fg="red")
        case "faint":
            return click.style(text, dim=True)
        case "plain":
            return text


def _json(found: Differences) -> str:
    from gamedsl.differences.export import data

    return mark_json(data(found))


_FORMS: dict[str, Callable[[Differences], str]] = {
    "text": lambda found: marked(written(found, "text"), "# {}"),
    "markdown": lambda found: marked(written(found, "markdown"), "<!-- {} -->"),
    "html": lambda found: marked(written(found, "html"), "<!-- {} -->"),
    "json": _json,
}
"""The writers of files, with a mark that gamedsl made them."""
