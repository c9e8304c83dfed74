"""Chooses the executor with which a command plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import click

from gamedsl.cli.common.caching import store
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SiteId
from gamedsl.source import Source
from gamedsl.table.text import faint
from gamedsl.workbench.beliefs import worlds_note
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import Chosen, fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose

jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many threads work at once (default: all cores if it takes long).",
)
"""The option for the number of threads. The result never depends on it."""

cluster_option = click.option(
    "--cluster", "address", metavar="ADDRESS", help="Play on the dask cluster at this address."
)
"""The option for the address of a cluster. The result does not depend on it, either."""


def check_who_plays(jobs: int | None, address: str | None) -> None:
    """Raises WrongUseError if both processes of this machine and a cluster are asked to play."""
    if jobs is not None and address is not None:
        raise WrongUseError("`--jobs` and `--cluster` contradict each other", "a cluster has workers of its own")


def choose_engine(
    game: Compiled,
    sources: Mapping[str, Source],
    checking: Checking = Checking.OFF,
    forced: Forced = Forced.PLAYED,
    purpose: Purpose = Purpose.PLAY,
) -> Chosen:
    """Returns the fastest executor for the game. If that is the reference executor, a note on standard error says why, and names the line of the rules."""
    chosen = fastest(game.game, checking, forced=forced, keeper=store(), purpose=purpose)
    if chosen.note is not None:
        note(f"{chosen.note}{place_of(game, chosen.site, sources)}")
    return chosen


def note(sentence: str) -> None:
    """Prints a note on standard error."""
    click.echo(faint(f"note: {sentence}"), err=True)


def note_worlds(*games: Game) -> None:
    """Prints which facts the sampled positions ignore for players that search, each sentence once."""
    for sentence in dict.fromkeys(map(worlds_note, games)):
        if sentence:
            note(sentence)


def place_of(game: Compiled, site: SiteId, sources: Mapping[str, Source]) -> str:
    """Returns the file and line of a site in parentheses, to append to a sentence; empty if the site has no place in the rules."""
    if not 0 <= site < len(game.sites) or (span := game.sites[site].span).source not in sources:
        return ""
    return f" ({span.source}:{sources[span.source].position(span.start)[0]})"


def playing_engine(game: Compiled, sources: Mapping[str, Source]) -> Engine[State]:
    """Returns the fastest engine, typed for matches that are played move by move."""
    return cast("Engine[State]", choose_engine(game, sources).engine)
