"""`gamedsl build`."""

from __future__ import annotations

import sys
from pathlib import PurePath

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.files import STANDARD_INPUT
from gamedsl.cli.common.json_output import json_option, print_json
from gamedsl.cli.common.made_files import is_module
from gamedsl.cli.common.options import output_option
from gamedsl.cli.common.rules import chosen_setup, compiled, file_name, game_text, read, setup_options
from gamedsl.cli.common.writing import Output, force_option, sources_of
from gamedsl.graph.serial import digest
from gamedsl.reports.setups import setup_text
from gamedsl_interpreter.hosting.module import hosted_module
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.interface import ABI

_DATA = "JSON: `file`, `game`, `variants`, `players`, `options`, `module` (where it was written), `bytes`, `abi`, `digest` (of the compiled rules)."


_EXAMPLES = (
    "build tic_tac_toe",
    "build kuhn_poker --players 2 -o poker.wasm",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@output_option(None, "GAME.wasm")
@force_option
@cache_option
@json_option
def command(
    file: str, players: int | None, options: tuple[str, ...], output: str | None, force: bool, as_json: bool
) -> ExitCode:
    """Write one setup of a game as a WebAssembly module for other programs: positions, moves, chance, scores, playouts.

    Any host can run it, because it imports nothing. It holds the model of the game (names, types, decisions) and a part
    that tells what a seat sees. docs/internals/wasm_abi.md describes its interface, and hosts/js plays it.
    """
    rules = read(file)
    setup = chosen_setup(rules, players, options)
    game = compiled(rules, setup).game
    is_own = file != STANDARD_INPUT and not rules.files.additions
    place = output or f"{PurePath(file).stem if is_own else file_name(game)}.wasm"
    if place == STANDARD_INPUT and as_json:
        raise WrongUseError("the module and JSON cannot both go to standard output", "name a file with `-o`")
    if place == STANDARD_INPUT and sys.stdout.isatty():
        raise WrongUseError("a module is no text that a terminal could show", "name a file with `-o`, or pipe it")
    module = Output(place, is_module, sources_of(rules.files), force)
    module.check()
    try:
        code = hosted_module(game)
    except Unsupported as missing:
        raise LimitError(f"{rules.title} cannot be built as a module yet: {missing}") from missing
    module.write(code)
    if as_json:
        told = {"players": setup.players, "options": dict(setup.options), "module": place, "bytes": len(code)}
        print_json(
            {
                "file": rules.name,
                "game": game.name,
                "variants": list(game.variants),
                **told,
                "abi": ABI,
                "digest": digest(game),
            }
        )
    elif place != STANDARD_INPUT:
        click.echo(
            f"{place}: {game_text(game.name, game.variants)}, {setup_text(setup)}, {len(code):,} bytes, interface {ABI}"
        )
    return ExitCode.SUCCESS
