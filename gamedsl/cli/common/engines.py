"""The executor with which a command plays."""

from __future__ import annotations

from typing import cast

import click

from gamedsl.cli.common.text import faint
from gamedsl.compile import Compiled
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.fastest import Chosen, fastest

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    help="How many threads work at once (default: all cores if it takes long).",
)
"""The option with which a command works on several cores. The result never depends on it."""


def chosen_engine(game: Compiled, checking: Checking = Checking.OFF, forced: Forced = Forced.PLAYED) -> Chosen:
    """The fastest executor for the game; a note on standard error says why if it is the slow one."""
    chosen = fastest(game.game, checking, forced=forced)
    if chosen.note is not None:
        click.echo(faint(f"note: {chosen.note}"), err=True)
    return chosen


def playing_engine(game: Compiled) -> Engine[State]:
    """The same engine for what plays a match move by move, whichever it is."""
    return cast("Engine[State]", chosen_engine(game).engine)
