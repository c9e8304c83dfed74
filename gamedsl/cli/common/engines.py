"""The executor with which a command plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import click

from gamedsl.cli.common.caching import store
from gamedsl.cli.common.text import faint
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SiteId
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.fastest import Chosen, fastest
from gamedsl_interpreter.wasm.interface import Purpose

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many threads work at once (default: all cores if it takes long).",
)
"""The option with which a command works on several cores. The result never depends on it."""


def chosen_engine(
    game: Compiled,
    sources: Mapping[str, Source],
    checking: Checking = Checking.OFF,
    forced: Forced = Forced.PLAYED,
    purpose: Purpose = Purpose.PLAY,
) -> Chosen:
    """The fastest executor for the game; a note on standard error says why if it is the slow one, and in which line."""
    chosen = fastest(game.game, checking, forced=forced, keeper=store(), purpose=purpose)
    if chosen.note is not None:
        click.echo(faint(f"note: {chosen.note}{place_of(game, chosen.site, sources)}"), err=True)
    return chosen


def place_of(game: Compiled, site: SiteId, sources: Mapping[str, Source]) -> str:
    """The file and line of a site, to be put behind a sentence; nothing if it is nowhere."""
    if not 0 <= site < len(game.sites) or (span := game.sites[site].span).source not in sources:
        return ""
    return f" ({span.source}:{sources[span.source].position(span.start)[0]})"


def playing_engine(game: Compiled, sources: Mapping[str, Source]) -> Engine[State]:
    """The same engine for what plays a match move by move, whichever it is."""
    return cast("Engine[State]", chosen_engine(game, sources).engine)
