"""`gamedsl build`."""

from __future__ import annotations

import sys
from pathlib import PurePath

import click

from gamedsl.api.making.writing import module_of
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import output_option, refuse_empty_name
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, is_module, makes, mark_json
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.rules import choose_setup, compile_game, name_for_output, read, setup_options
from gamedsl.errors import ArgumentError
from gamedsl.graph.serial import digest
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import game_text
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.wasm.instances.interface import ABI

_DATA = (
    "JSON: `file`, `game`, `variants`, `players`, `options`, `module` (where it was written), `bytes`, `abi`,"
    " `digest` (of the compiled rules), `model` (with `--model`: where it was written)."
)


_EXAMPLES = (
    "build tic_tac_toe",
    "build kuhn_poker --players 2 -o poker.wasm",
    "build kuhn_poker --model poker.json",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@output_option(None, "GAME.wasm")
@click.option(
    "--model",
    metavar="FILE",
    callback=refuse_empty_name,
    help="Write the model of the game beside the module, too, as JSON.",
)
@force_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    output: str | None,
    model: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Write one setup of a game as a WebAssembly module for other programs: positions, moves, chance, scores, playouts.

    Any host can run it, because it imports nothing. It holds the model of the game (names, types, decisions) and a part
    that tells what a seat sees. docs/embedding/other_hosts.md describes both, and hosts/js plays it.
    """
    rules = read(file)
    setup = choose_setup(rules, players, options)
    game = compile_game(rules, setup).game
    place = output or f"{name_for_output(rules, file, game)}.wasm"
    if STANDARD_INPUT in (place, model) and (as_json or place == model):
        raise WrongUseError("only one thing can go to standard output", "name files with `-o` and `--model`")
    if place == STANDARD_INPUT and sys.stdout.isatty():
        raise WrongUseError("a module is no text that a terminal could show", "name a file with `-o`, or pipe it")
    if model is not None and PurePath(model) == PurePath(place):
        raise WrongUseError("the module and its model need a file each", "name another one with `--model`")
    module = Output(place, is_module, sources_of(rules.files), force, (".wasm",))
    beside = None if model is None else Output(model, makes(Made.MODEL), (*sources_of(rules.files), place), force)
    module.check()
    if beside is not None:
        beside.check()
    try:
        code = module_of(game)
    except ArgumentError as error:
        raise LimitError(str(error)) from error
    module.write(code)
    if beside is not None:
        beside.write(mark_json(model_of(game), Made.MODEL))
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
                **({} if model is None else {"model": model}),
            }
        )
    elif STANDARD_INPUT not in (place, model):
        click.echo(
            f"{place}: {game_text(game.name, game.variants)}, {setup_text(setup)}, {len(code):,} bytes, interface {ABI}"
        )
        if model is not None:
            click.echo(f"{model}: its model")
    return ExitCode.SUCCESS
