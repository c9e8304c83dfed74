"""`gamedsl graph`."""

from __future__ import annotations

from collections.abc import Callable

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.exit_codes import SUCCESS
from gamedsl.cli.common.files import STANDARD_INPUT
from gamedsl.cli.common.made_files import is_marked, marked, marked_json
from gamedsl.cli.common.rules import chosen_setup, compiled, read, setup_options
from gamedsl.cli.common.writing import Output, force_option, form_of, sources_of
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


@click.command()
@click.argument("file")
@setup_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="The form of the output (default: the ending of OUT decides; text without OUT).",
)
@click.option(
    "-o", "--output", default=STANDARD_INPUT, metavar="OUT", help="The file to write (default: standard output)."
)
@cache_option
@force_option
def command(
    file: str, players: int | None, options: tuple[str, ...], form: str | None, output: str, force: bool
) -> int:
    """Draw or print the state-transition graph of one setup. The graph that is drawn is the graph that runs."""
    make = FORMATS[form or form_of(output, _ENDINGS)]
    rules = read(file)
    drawing = Output(output, is_marked, sources_of(rules.files), force)
    drawing.check()
    drawing.write(make(compiled(rules, chosen_setup(rules, players, options)).game))
    return SUCCESS
