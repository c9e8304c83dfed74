"""`gamedsl perft`."""

from __future__ import annotations

from collections.abc import Iterable

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import choose_engine, jobs_option
from gamedsl.cli.common.exit_codes import ExitCode, LimitError
from gamedsl.cli.common.options import depth_option, most_option
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.reading.rules import (
    choose_setup,
    compile_game,
    from_option,
    head_data,
    read,
    setup_options,
    skip_forced_option,
)
from gamedsl.json import JsonObject
from gamedsl.reports.trees import level_data
from gamedsl_interpreter.engine import Checking, Fault, Forced
from gamedsl_interpreter.perft import TooManyError, leaves, perft
from gamedsl_interpreter.wasm.instances.interface import Purpose

_DATA = (
    "JSON: `file`, `variants`, `players`, `options`, `start` (with `--from`), `levels`: a list with `depth`, `leaves`, `positions` and `ended` (with `--leaves` one "
    "level without the last two)."
)


_EXAMPLES = (
    "perft tic_tac_toe --depth 3",
    "perft reversi --depth 3 --leaves",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@depth_option(is_required=True)
@most_option
@click.option(
    "--leaves",
    "only_leaves",
    is_flag=True,
    help="Only count the ways at this depth: faster, as the last moves are not made.",
)
@skip_forced_option
@jobs_option
@from_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    depth: int,
    most: int,
    only_leaves: bool,
    skip_forced: bool,
    jobs: int | None,
    start: str | None,
    as_json: bool,
) -> ExitCode:
    """Count complete moves, depth by depth: the ways to make that many moves, the different positions they lead to, and
    how many of the ways are finished matches. Forced moves count too. Chance is expanded with all its outcomes and does not count as a move."""
    rules = read(file)
    setup = choose_setup(rules, players, options, start)
    game = compile_game(rules, setup)
    forced = Forced.PLAYED if skip_forced else Forced.ASKED
    levels: list[JsonObject] = []
    try:
        engine = choose_engine(game, rules.files.sources, Checking.OFF, forced, Purpose.TREES).engine
        counted: Iterable[JsonObject] = (
            [{"depth": depth, "leaves": leaves(engine, depth, most, start, jobs)}]
            if only_leaves
            else map(level_data, perft(engine, depth, most, start, jobs))
        )
        for level in counted:
            levels.append(level)
            if not as_json:
                click.echo("  ".join(f"{name} {number:,}" for name, number in levels[-1].items()))
    except TooManyError as error:
        advice = "ask for less depth, or for more with `--most`"
        where = f"a level before depth {depth}" if only_leaves else f"depth {len(levels)}"
        raise LimitError(f"{where} has {error}", advice) from error
    except Fault as fault:
        return tell_fault(rules, game, fault, None)
    if as_json:
        print_json({**head_data(rules, setup, game.game.variants, start), "levels": levels})
    return ExitCode.SUCCESS
