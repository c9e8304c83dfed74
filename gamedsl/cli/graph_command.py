"""`gamedsl graph`."""

from __future__ import annotations

import json
from pathlib import PurePath

import click

from gamedsl.cli.ends import FINE
from gamedsl.cli.files import STANDARD_INPUT, write_text
from gamedsl.cli.rules import chosen_setup, compiled, read, setup_options
from gamedsl.graph.game import Game

FORMATS = ("text", "svg", "dot", "mermaid", "json")
_SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".json": "json", ".txt": "text"}


@click.command()
@click.argument("file")
@setup_options
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="What to make (else by the ending of the output, else text)."
)
@click.option("-o", "--output", default=STANDARD_INPUT, metavar="OUT", help="Where to write it (else standard output).")
def command(file: str, players: int | None, options: tuple[str, ...], form: str | None, output: str) -> int:
    """Draw or print the state-transition graph of one setup: what is drawn is what runs."""
    rules = read(file)
    game = compiled(rules, chosen_setup(rules, players, options)).game
    write_text(output, graph_text(game, form or _SUFFIXES.get(PurePath(output).suffix, "text")))
    return FINE


def graph_text(game: Game, form: str) -> str:
    """The graph in one of the FORMATS; each is read in only when it is asked for."""
    match form:
        case "text":
            from gamedsl.graph.dump import dump

            return dump(game)
        case "json":
            from gamedsl.graph.draw import to_json

            return json.dumps(to_json(game), indent=2, ensure_ascii=False) + "\n"
        case "dot":
            from gamedsl.graph.draw import dot

            return dot(game)
        case "mermaid":
            from gamedsl.graph.draw import mermaid

            return mermaid(game)
        case _:
            from gamedsl.graph.draw import svg

            return svg(game)
