"""The cells of a campaign's plan, each with the matches that it plays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from gamedsl.additions import Additions, flaw
from gamedsl.api.studies.campaigns import PlannedCell, cells_of
from gamedsl.bases import path_of
from gamedsl.cli.common.engines import note
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import search_path
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.rules import Rules, choose_setups, read
from gamedsl.graph.compiled import Setup
from gamedsl.workbench.campaigns.plan import Games, Plan


def plan_cells(plan: Plan, folder: Path) -> list[PlannedCell]:
    """Returns all cells of a plan, in its order; files are searched beside the plan first. Raises WrongUseError, FindingsError."""
    return [cell for games in plan.games for cell in _cells(games, plan.seeds, folder)]


def _cells(games: Games, seeds: tuple[int, ...], folder: Path) -> Iterator[PlannedCell]:
    added = Additions(games.variants, games.sets, "--")
    wrong = flaw(added)
    if wrong is not None:
        raise WrongUseError(f"in `games` of {games.file}: {wrong}")
    beside = folder / games.file
    rules = read(str(beside) if beside.is_file() else path_of(games.file, search_path()), added)
    with without_worlds():
        yield from cells_of(games, seeds, rules.api, _setups(rules, games), note)


def _setups(rules: Rules, games: Games) -> Iterator[Setup]:
    """Yields the setups of an entry, in the order in which the rules list them. Raises WrongUseError."""
    legal = rules.known.setups
    wanted = dict(games.options)
    for players, values in product(games.players or (None,), product(*wanted.values())):
        options = [f"{name}={value}" for name, value in zip(wanted, values, strict=True)]
        yield from choose_setups(rules.title, legal, players, options)
