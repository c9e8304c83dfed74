"""The executor with which a command plays."""

from __future__ import annotations

from typing import cast

import click

from gamedsl.cli.common.caching import store
from gamedsl.cli.common.text import faint
from gamedsl.graph.compiled import Compiled
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.fastest import Chosen, fastest


def chosen_engine(game: Compiled, checking: Checking = Checking.OFF, forced: Forced = Forced.PLAYED) -> Chosen:
    """The fastest executor for the game; a note on standard error says why if it is the slow one."""
    chosen = fastest(game.game, checking, forced=forced, keeper=store())
    if chosen.note is not None:
        click.echo(faint(f"note: {chosen.note}"), err=True)
    return chosen


def playing_engine(game: Compiled) -> Engine[State]:
    """The same engine for what plays a match move by move, whichever it is."""
    return cast("Engine[State]", chosen_engine(game).engine)
