"""`gamedsl rulebook`."""

from __future__ import annotations

from pathlib import PurePath

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.findings import warn
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, add_mark, makes, mark_pdf
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import look_file, look_option, showing_mistakes
from gamedsl.cli.reading.rules import read
from gamedsl.reports.titles import game_text, variant_names
from gamedsl.table.text import join_items

_DATA = "JSON: `file`, `game`, `variants`, `look` (the look file, or null), `rulebook` (where it was written), `sections`, `bytes`."

_EXAMPLES = (
    "rulebook tic_tac_toe",
    "rulebook gloriana -o gloriana.html",
    "rulebook pig -o pig.pdf",
)

_FORMS = {".html": "html", ".md": "markdown", ".pdf": "pdf"}


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.option(
    "--format",
    "form",
    type=click.Choice([*_FORMS.values()]),
    help="The form of the output. (default: the ending of OUT decides; Markdown for `-`)",
)
@click.option("--exact", is_flag=True, help="Add every step of the rules, and what those need who change them.")
@look_option
@output_option(None, "GAME.rules.html")
@force_option
@json_option
def command(
    file: str, form: str | None, exact: bool, look: str | None, output: str | None, force: bool, as_json: bool
) -> ExitCode:
    """Write the rules as a text for people: what is in the box, set-up, the round, actions, scores, examples, an index.

    The ending of the file says what is written: `.html`, `.md` (Markdown) or `.pdf`; standard output gets Markdown. The
    sentences of the rules file are taken as they are, and the rest is told in plain English. Things have the labels that
    the look file gives them. docs/rulebook.md has more.
    """
    rules = read(file)
    game = rules.parsed.game
    if game is None:
        raise AssertionError("rules without mistakes have a game")
    variants = variant_names(rules.parsed)
    own = (
        PurePath(file).stem if file != STANDARD_INPUT and not rules.files.additions else (*variants, game.name.text)[0]
    )
    place = output or f"{own}.rules{next((one for one, of in _FORMS.items() if of == form), '.html')}"
    if place == STANDARD_INPUT and as_json:
        raise WrongUseError("the rulebook and JSON cannot both go to standard output", "name a file with `-o`")
    made = Output(place, makes(Made.RULEBOOK), sources_of(rules.files), force)
    made.check()
    form = _form(place, form)

    from gamedsl.api.making.writing import book_of, write_book
    from gamedsl.rulebook import sections_in_order

    found = look_file(rules, look)
    with showing_mistakes(found, "no rulebook is written"):
        book = book_of(rules.api, form, found, warn, exact=exact)
    written = write_book(book, form, warn)
    data = (
        mark_pdf(written, Made.RULEBOOK)
        if isinstance(written, bytes)
        else add_mark(written, form, Made.RULEBOOK).encode()
    )
    made.write(data if form == "pdf" else data.decode())
    size, sections = len(data), len(list(sections_in_order(book.sections)))
    if as_json:
        told = {"file": rules.name, "game": game.name.text, "variants": [*variants]}
        told_look = None if found is None else str(found)
        print_json({**told, "look": told_look, "rulebook": place, "sections": sections, "bytes": size})
    elif place != STANDARD_INPUT:
        click.echo(f"{place}: {game_text(game.name.text, variants)}, {plural(sections, 'section')}, {size:,} bytes")
    if book.told_alone and not as_json:
        names = join_items(book.told_alone)
        click.echo(f"Told by their sentences alone, without their steps: {names}. `--exact` adds the steps.", err=True)
    return ExitCode.SUCCESS


def _form(place: str, asked: str | None) -> str:
    """Returns the form that was asked for, else the one for the ending of a file; Markdown for standard output. Raises WrongUseError, also if the ending is that of
    another form."""
    if place == STANDARD_INPUT:
        return asked or "markdown"
    ending = PurePath(place).suffix.lower()
    found = _FORMS.get(ending, asked)
    known = join_items([f"`{one}`" for one, form in _FORMS.items() if asked in (None, form)], "or")
    if found is None:
        raise WrongUseError(
            f"the name `{place}` does not say what to write", f"let it end in {known}, or say `--format`"
        )
    if asked not in (None, found):
        raise WrongUseError(f"`--format {asked}` does not make what ends in `{ending}`", f"let it end in {known}")
    return found
