"""`gamedsl graph`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.files import STANDARD_INPUT
from gamedsl.cli.common.json_output import json_option
from gamedsl.cli.common.made_files import is_marked, marked, marked_json
from gamedsl.cli.common.options import output_option
from gamedsl.cli.common.rules import chosen_setup, compiled, read, setup_options
from gamedsl.cli.common.text import listed
from gamedsl.cli.common.writing import Output, force_option, sources_of
from gamedsl.graph.draw import dot, graph_json, mermaid, svg
from gamedsl.graph.model.game import Game
from gamedsl.graph.text.dump import dump

FORMATS: dict[str, Callable[[Game], str]] = {
    "text": lambda game: marked(dump(game), "# {}"),
    "svg": lambda game: marked(svg(game), "<!-- {} -->"),
    "dot": lambda game: marked(dot(game), "// {}"),
    "mermaid": lambda game: marked(mermaid(game), "%% {}"),
    "json": lambda game: marked_json(graph_json(game)),
}
_ENDINGS = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".json": "json", ".txt": "text"}


_DATA = (
    "JSON: `name`, `doc`, `setup`, `start`, `nodes` (`id`, `form`, `who`, `title`, `lines`, `cluster`, `path`, `stands_for`), `edges` (`from`, `to`, "
    "`label`), `clusters` (`name`, `nodes`) and `made_by`."
)

_EXAMPLES = (
    "graph kuhn_poker",
    "graph my_game.gdl -o my_game.svg",
    "graph my_game.gdl --players 3 --format mermaid",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="The form of the output. (default: the ending of OUT decides; text without OUT)",
)
@output_option(STANDARD_INPUT, "standard output")
@cache_option
@force_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    form: str | None,
    output: str,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Draw or print the state-transition graph of one setup. The graph that is drawn is the graph that runs."""
    make = FORMATS["json" if as_json else form or _form_of(output)]
    rules = read(file)
    drawing = Output(output, is_marked, sources_of(rules.files), force)
    drawing.check()
    drawing.write(make(compiled(rules, chosen_setup(rules, players, options)).game))
    return ExitCode.SUCCESS


def _form_of(output: str) -> str:
    """The form that the ending of a file means; text if it has none."""
    ending = PurePath(output).suffix
    if ending and ending not in _ENDINGS:
        raise WrongUseError(
            f"nothing is made that ends in `{ending}`", f"there is {listed(list(_ENDINGS))}; or say `--format`"
        )
    return _ENDINGS.get(ending, "text")
