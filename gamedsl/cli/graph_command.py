"""`gamedsl graph`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import PurePath

import click

from gamedsl.cli.ends import FINE, WrongUseError
from gamedsl.cli.files import STANDARD_INPUT, write_text
from gamedsl.cli.rules import chosen_setup, compiled, read, setup_options
from gamedsl.cli.words import listed
from gamedsl.graph.draw import dot, graph_json, mermaid, svg
from gamedsl.graph.dump import dump
from gamedsl.graph.game import Game

FORMATS: dict[str, Callable[[Game], str]] = {
    "text": dump,
    "svg": svg,
    "dot": dot,
    "mermaid": mermaid,
    "json": lambda game: json.dumps(graph_json(game), indent=2, ensure_ascii=False) + "\n",
}
_ENDINGS = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".json": "json", ".txt": "text"}


@click.command()
@click.argument("file")
@setup_options
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="What to make (else as OUT ends, else text).")
@click.option("-o", "--output", default=STANDARD_INPUT, metavar="OUT", help="Where to write it (else standard output).")
def command(file: str, players: int | None, options: tuple[str, ...], form: str | None, output: str) -> int:
    """Draw or print the state-transition graph of one setup: what is drawn is what runs."""
    make = FORMATS[form or _form_of(output)]
    rules = read(file)
    game = compiled(rules, chosen_setup(rules, players, options)).game
    write_text(output, make(game))
    return FINE


def _form_of(output: str) -> str:
    """What the ending of a file asks for; text without an ending."""
    ending = PurePath(output).suffix
    if ending and ending not in _ENDINGS:
        raise WrongUseError(
            f"nothing is made that ends in `{ending}`", f"there is {listed(list(_ENDINGS))}; or say `--format`"
        )
    return _ENDINGS.get(ending, "text")
