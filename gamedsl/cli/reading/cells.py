"""The cells of a campaign's plan, each with the matches that it plays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from gamedsl.additions import Additions, flaw
from gamedsl.bases import path_of
from gamedsl.cli.common.engines import chosen_engine
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import search_path
from gamedsl.cli.reading.lineups import chosen_lineup
from gamedsl.cli.reading.rules import Rules, chosen_setups, compiled, read
from gamedsl.graph.compact import digest
from gamedsl.graph.compiled import Setup
from gamedsl.reports.titles import game_text
from gamedsl.values import frozen
from gamedsl.workbench.campaigns.plan import Games, Plan
from gamedsl.workbench.campaigns.results import Cell
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class PlannedCell:
    """A cell of a plan and the job that plays its matches."""

    cell: Cell
    job: Job


def plan_cells(plan: Plan, folder: Path) -> list[PlannedCell]:
    """Returns all cells of a plan, in its order; files are searched beside the plan first. Raises WrongUseError, FindingsError."""
    cells = [cell for games in plan.games for cell in _cells(games, plan.seeds, folder)]
    for number, one in enumerate(cells):
        if any(one.cell.key == other.cell.key for other in cells[:number]):
            message = f"{one.cell.game} with {one.cell.agents} and seed {one.cell.seed} is twice in the plan"
            raise WrongUseError(message, "leave one of them out")
    return cells


def _cells(games: Games, seeds: tuple[int, ...], folder: Path) -> Iterator[PlannedCell]:
    added = Additions(games.variants, games.sets, "--")
    wrong = flaw(added)
    if wrong is not None:
        raise WrongUseError(f"in `games` of {games.file}: {wrong}")
    beside = folder / games.file
    rules = read(str(beside) if beside.is_file() else path_of(games.file, search_path()), added)
    for setup in _setups(rules, games):
        game = compiled(rules, setup)
        chosen = chosen_engine(game, rules.files.sources, purpose=Purpose.PLAYOUTS)
        for agents, seed in product(games.agents, seeds):
            agents = chosen_lineup(agents, (), "steps", game.game)
            name = game_text(game.game.name, game.game.variants)
            head = (name, games.file, setup.players, setup.options)
            yield PlannedCell(Cell(*head, agents, seed, games.matches, digest(game.game)), Job(chosen, agents, seed))


def _setups(rules: Rules, games: Games) -> Iterator[Setup]:
    """Yields the setups of an entry, in the order in which the rules list them. Raises WrongUseError."""
    legal = rules.known.setups
    wanted = dict(games.options)
    for players, values in product(games.players or (None,), product(*wanted.values())):
        options = [f"{name}={value}" for name, value in zip(wanted, values, strict=True)]
        yield from chosen_setups(rules.title, legal, players, options)
