"""`gamedsl graph`."""

from __future__ import annotations

from typing import cast

import click

from gamedsl.api.making.drawings import GRAPH_FORMS, GraphForm, PictureForm, Told, graph_of, graph_pdf, graph_picture
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import form_option, output_option
from gamedsl.cli.printing.json_output import json_option
from gamedsl.cli.printing.made_files import Made, add_mark, makes, mark_pdf
from gamedsl.cli.printing.writing import Output, choose_form, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import look_for_setup
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, read, setup_options
from gamedsl.cli.reading.sides import Wish, second_side_options, second_wish, setups_of, two_sides
from gamedsl.graph.model.game import Game

_ENDINGS = {
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".json": "json",
    ".txt": "text",
    ".pdf": "pdf",
}


_DATA = (
    "JSON: `name`, `doc`, `setup`, `start`, `nodes` (`id`, `form`, `who`, `title`, `lines`, `cluster`, `path`, `stands_for`), `edges` (`from`, `to`, "
    "`label`), `clusters` (`name`, `nodes`) and `made_by`."
)

_EXAMPLES = (
    "graph kuhn_poker",
    "graph my_game.gdl -o my_game.svg",
    "graph my_game.gdl -o my_game.pdf",
    "graph my_game.gdl --players 3 --format mermaid",
    "graph --diff gossip -o gossip.svg",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.argument("other", required=False)
@setup_options
@click.option(
    "--diff",
    "is_diff",
    is_flag=True,
    help="Draw two graphs in one: FILE and OTHER, or a variant and its base; what is new, gone or different is marked.",
)
@click.option(
    "--as-written",
    is_flag=True,
    help="Lines of the rules in the boxes of a picture, in place of sentences.",
)
@second_side_options
@form_option((*GRAPH_FORMS, "pdf"))
@output_option(STANDARD_INPUT, "standard output")
@cache_option
@force_option
@json_option
def command(
    file: str,
    other: str | None,
    players: int | None,
    options: tuple[str, ...],
    is_diff: bool,
    as_written: bool,
    to_players: int | None,
    to_options: tuple[str, ...],
    form: str | None,
    output: str,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Draw or print the state-transition graph of one setup. The graph that is drawn is the graph that runs.

    A picture tells the rules in the sentences of the rulebook, with the labels of the look file; `--as-written` shows the lines of the rules. Text and JSON have
    these lines. A PDF has an overview on its first A4 page, and a page for each part of the game.
    """
    form = choose_form(form, as_json, output, _ENDINGS)
    first = Wish(file, players, options)
    if is_diff:
        if form == "pdf":
            raise WrongUseError("differences are not divided into pages", "say `--format svg`")
        return _draw_both(first, second_wish(first, other, to_players, to_options), form, output, force, as_written)
    if other is not None or to_players is not None or to_options:
        raise WrongUseError("two games are drawn in one only with `--diff`", "say `graph --diff A B`")
    rules = read(file)
    drawn = Output(output, makes(Made.DRAWING), sources_of(rules.files), force)
    drawn.check()
    game = compile_game(rules, choose_setup(rules, players, options)).game
    if form == "pdf":
        if as_written:
            raise WrongUseError("a PDF has sentences only", "say `--format svg` for lines of the rules")
        return _give(drawn, mark_pdf(graph_pdf(_make_told(rules, game)), Made.DRAWING))
    if form in ("text", "json") or as_written:
        text = graph_of(game, cast("GraphForm", form))
    else:
        text = graph_picture(_make_told(rules, game), cast("PictureForm", form))
    return _give(drawn, add_mark(text, form, Made.DRAWING))


def _give(drawn: Output, data: str | bytes) -> ExitCode:
    """Writes the drawing, and names its file."""
    drawn.write(data)
    if drawn.path != STANDARD_INPUT:
        click.echo(f"{drawn.path} is written")
    return ExitCode.SUCCESS


def _make_told(rules: Rules, game: Game) -> Told:
    return Told(rules.parsed, game, look_for_setup(rules, None, game))


def _draw_both(first: Wish, second: Wish | None, form: str, output: str, force: bool, as_written: bool) -> ExitCode:
    """Draws two graphs in one: that of the second side's first requested setup, and that of the first side's setup closest to it."""
    from gamedsl.differences.setups import nearest

    before, after = two_sides(first, second)
    drawn = Output(output, makes(Made.DRAWING), (*sources_of(before.files), *sources_of(after.files)), force)
    drawn.check()
    new = setups_of(after, second or first, before)[0]
    old = nearest(new, setups_of(before, first, after))
    game, other = compile_game(after, new).game, compile_game(before, old).game
    if form in ("text", "json") or as_written:
        text = graph_of(game, cast("GraphForm", form), other)
    else:
        text = graph_picture(_make_told(after, game), cast("PictureForm", form), _make_told(before, other))
    return _give(drawn, add_mark(text, form, Made.DRAWING))
