"""`gamedsl explore`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import choose_engine, jobs_option
from gamedsl.cli.common.exit_codes import ExitCode, LimitError
from gamedsl.cli.common.options import depth_option, most_option
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.text import plural, table
from gamedsl.cli.reading.rules import (
    choose_setup,
    compile_game,
    from_option,
    head_data,
    read,
    setup_options,
    skip_forced_option,
)
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.trees import exploration_data
from gamedsl.table.text import join_items
from gamedsl_interpreter.engine import Checking, Fault, Forced
from gamedsl_interpreter.explore import MOST_HISTORIES, Exploration, explore
from gamedsl_interpreter.perft import TooManyError
from gamedsl_interpreter.wasm.instances.interface import Purpose

_DATA = """JSON: `file`, `variants`, `players`, `options`, `start` (with `--from`), `depth` (null for the whole tree), `states`, `nodes`, `leaves`, `cut`,
`shortest`, `longest`, `endings` (a list of `winners` and `leaves`), `seats` (a list with `name`, `value` as a fraction in a text and
`information_sets`; null where unknown)."""

_LONG = 20
"""A fraction with a denominator like this is given as a decimal number, too."""

_EXAMPLES = (
    "explore kuhn_poker",
    "explore tic_tac_toe --depth 3",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@depth_option(is_required=False)
@most_option
@skip_forced_option
@jobs_option
@from_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    depth: int | None,
    most: int,
    skip_forced: bool,
    jobs: int | None,
    start: str | None,
    as_json: bool,
) -> ExitCode:
    """Search the whole tree of a small game: positions, histories and how they end, what each seat can know when it
    chooses, and the exact value of uniformly random play. Forced moves count too."""
    rules = read(file)
    setup = choose_setup(rules, players, options, start)
    game = compile_game(rules, setup, start=start)
    forced = Forced.PLAYED if skip_forced else Forced.ASKED
    try:
        engine = choose_engine(game, rules.files.sources, Checking.OFF, forced, Purpose.TREES).engine
        found = explore(engine, depth, most, start, jobs)
    except TooManyError as error:
        raise LimitError(f"the tree has {error}", "cut it with `--depth`, or allow more with `--most`") from error
    except Fault as fault:
        return tell_fault(rules, game, fault, None)
    seats = game.game.seats
    if as_json:
        print_json(head_data(rules, setup, game.game.variants, start) | exploration_data(game.game, found))
    else:
        click.echo(_text(seats, found, most, has_secrets=hides(game.game)))
    return ExitCode.SUCCESS


def _text(seats: Sequence[str], found: Exploration, most: int, *, has_secrets: bool) -> str:
    lines = [
        f"{plural(found.states, 'position')}, {plural(found.nodes, 'history', 'histories')}",
        f"{plural(found.leaves, 'complete match', 'complete matches')}{_lengths(found)}",
    ]
    if found.cut:
        lines.append(f"{plural(found.cut, 'match', 'matches')} cut after {plural(found.depth or 0, 'move')}")
    if found.endings:
        rows = [(_winners(seats, first), f"{number:,}") for first, number in found.endings]
        lines += ["", table(("won by", "matches"), rows)]
    values = ["?"] * len(seats) if found.values is None else list(map(_worth, found.values))
    if found.information_sets is None and not has_secrets:
        # Whoever sees everything does not miss them.
        return "\n".join([*lines, "", table(("seat", "random play"), list(zip(seats, values, strict=True)))])
    sets = ["?"] * len(seats) if found.information_sets is None else [f"{n:,}" for n in found.information_sets]
    lines += ["", table(("seat", "information sets", "random play"), list(zip(seats, sets, values, strict=True)))]
    if found.information_sets is None:
        more = "; `--most` allows more" if most < MOST_HISTORIES else ""
        lines.append(f"information sets are counted up to {min(most, MOST_HISTORIES):,} histories{more}")
    return "\n".join(lines)


def _worth(value: Fraction) -> str:
    """Returns what random play is worth: exactly, and so that people see how much a long fraction is."""
    return str(value) if value.denominator < _LONG else f"{value} = {float(value):.3f}"


def _lengths(found: Exploration) -> str:
    if found.shortest is None or found.longest is None:
        return ""
    return f" of {found.shortest} to {plural(found.longest, 'move')}"


def _winners(seats: Sequence[str], first: Sequence[SeatId]) -> str:
    return join_items([seats[seat] for seat in first]) if first else "nobody"
