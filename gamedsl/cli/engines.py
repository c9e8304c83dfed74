"""The executor with which a command plays."""

from __future__ import annotations

import click

from gamedsl.cli.words import faint
from gamedsl.compile import Compiled
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.fastest import Chosen, fastest


def chosen_engine(game: Compiled, checking: Checking = Checking.OFF) -> Chosen:
    """The fastest executor for the game; a note on standard error says why if it is the slow one."""
    chosen = fastest(game.game, checking)
    show_note(chosen)
    return chosen


def show_note(chosen: Chosen) -> None:
    """Why the slow executor plays, if it does."""
    if chosen.note is not None:
        click.echo(faint(f"note: {chosen.note}"), err=True)
