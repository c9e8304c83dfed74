"""`gamedsl page`."""

from __future__ import annotations

import json
from pathlib import Path, PurePath

import click

from gamedsl.cache.store import keep_in
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import is_marked, marked
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import checked_look, look_file, look_option
from gamedsl.cli.reading.rules import all_setups_options, chosen_setups, compiled, file_name, read
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.page import page_html, page_setups
from gamedsl.reports.titles import game_text
from gamedsl.rulebook import rules_beside
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

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
    rules = read(file)
    setups = chosen_setups(rules.title, rules.known.setups, players, options)
    is_own = file != STANDARD_INPUT and not rules.files.additions
    game = compiled(rules, setups[0]).game
    place = output or f"{PurePath(file).stem if is_own else file_name(game)}.html"
    if place == STANDARD_INPUT and as_json:
        raise WrongUseError("the page and JSON cannot both go to standard output", "name a file with `-o`")
    page = Output(place, is_marked, sources_of(rules.files), force)
    page.check()
    try:
        made = page_setups([(setup, compiled(rules, setup).game) for setup in setups], store(), cores())
    except Unsupported as missing:
        raise LimitError(f"{rules.title} cannot be played on a page yet: {missing}") from missing
    found = look_file(rules, look)
    named = PurePath(file).name if file != STANDARD_INPUT else ""
    style = checked_look(found, rules, [one.model for one in made])
    kept = keep_in(store())
    texts = [(source.name, source.text) for source in rules.known.sources]
    book = kept(
        f"rules beside {json.dumps([texts, style])}", lambda: rules_beside(rules.parsed, style).encode()
    ).decode()
    whole = _whole_look([compiled(rules, setup).game for setup in setups], style, found)
    text = marked(page_html(made, named, whole, book, kept), "<!-- {} -->")
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


def _whole_look(games: list[Game], look: JsonObject, path: Path | None) -> JsonObject:
    """Returns the look with the faces that layouts draw. Warns about texts that are hard to read."""
    if path is None:
        return look
    from gamedsl.cards import FontError, page_look

    try:
        found = page_look(games, look, path.parent)
    except FontError as error:
        raise WrongUseError(str(error), "name another font in the look file") from None
    for sentence in found.unclear:
        click.echo(f"warning: {path}: {sentence}", err=True)
    return found.look


def _setup_data(setup: Setup) -> JsonObject:
    return {"players": setup.players, "options": dict(setup.options)}
