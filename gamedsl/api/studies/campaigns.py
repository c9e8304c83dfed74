"""Plays a plan of many games, setups, agents and seeds, and keeps the results in a file while they come."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import product
from pathlib import Path

from gamedsl.api.asked import compiled, correct
from gamedsl.api.rules import Rules, SetupError, load_rules
from gamedsl.api.studies.lineups import lineup_of, noted_engine
from gamedsl.bases import content
from gamedsl.graph.compact import digest
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.reports.titles import game_text
from gamedsl.values import frozen
from gamedsl.workbench.campaigns.plan import Games, PlanError, plan_of
from gamedsl.workbench.campaigns.play import Playing, cluster, local, play
from gamedsl.workbench.campaigns.results import Cell, Results, Total
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.processes import with_guard
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class CampaignCell:
    """The matches of a game, setup, lineup and seed. `decisions` is their mean by match, None before the first one. `wins` are the victories by seat (in the
    order of `seats`); a shared victory is a part of one."""

    cell: int
    game: str
    file: str
    setup: Setup
    agents: str
    seed: int
    seats: tuple[str, ...]
    matches: int
    decisions: float | None
    wins: tuple[float, ...]


@frozen
class CampaignResults:
    """The results of a campaign: the number of `matches` that are there, and of those `played` in this run; `faults`: the cells and matches that ended in a
    fault; all cells. `data` is what `gamedsl campaign --json` prints, without the names of files."""

    matches: int
    played: int
    faults: tuple[tuple[int, int], ...]
    cells: tuple[CampaignCell, ...]

    @property
    def data(self) -> JsonObject:
        """The results as JSON."""
        return {
            "matches": self.matches,
            "played": self.played,
            "faults": [{"cell": cell, "match": match} for cell, match in self.faults],
            "cells": [
                {
                    "cell": one.cell,
                    "game": one.game,
                    "file": one.file,
                    "players": one.setup.players,
                    "options": dict(one.setup.options),
                    "agents": one.agents,
                    "seed": one.seed,
                    "matches": one.matches,
                    "decisions": one.decisions,
                    "wins": dict(zip(one.seats, one.wins, strict=True)),
                }
                for one in self.cells
            ],
        }


def campaign(
    plan: str | Path,
    out: str | Path,
    processes: int | None = 1,
    address: str | None = None,
    watch: Callable[[int], object] = arguments.nobody,
    warn: Callable[[str], object] = arguments.nobody,
) -> CampaignResults:
    """Plays the plan in a TOML file, as `gamedsl campaign` does, and writes the results to the SQLite file `out` while they come. Matches that are there already
    are not played again.

    `processes` play at once (None: one for each processor), or the dask cluster at `address`; the content of `out` is the same. A script that asks for more
    than one process does its work below `if __name__ == "__main__":`. `watch` is called with the number of matches that were played since its last call,
    `warn` with a sentence if the slow executor plays.

    Raises PlanError, ResultsError if `out` is something else or of other rules, sqlite3.Error if it cannot be written, RulesError, AgentSpecError, WorldsError,
    OSError, also if no cluster answers, and ArgumentError.
    """
    file, database = arguments.path("plan", plan, "a file"), arguments.path("out", out, "a file")
    scheduler = None if address is None else arguments.text("address", address)
    arguments.function("watch", watch)
    arguments.function("warn", warn)
    workers = arguments.workers(processes, "processes")
    try:
        wanted = plan_of(content(file).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PlanError("this is no text in UTF-8", "save it as UTF-8") from None
    planned = [
        cell for games in wanted.games for cell in _cells_in(games, wanted.seeds, Path(file).absolute().parent, warn)
    ]
    with with_guard(workers if scheduler is None else 1):
        return play_cells(planned, database, workers, scheduler, lambda _: nullcontext(watch))


@frozen
class PlannedCell:
    """A cell of a plan and the job that plays its matches."""

    cell: Cell
    job: Job


def _cells_in(games: Games, seeds: Sequence[int], folder: Path, warn: Callable[[str], object]) -> Iterator[PlannedCell]:
    """Yields the cells of an entry; files are searched beside the plan first."""
    try:
        rules = load_rules(folder / games.file, games.variants, games.sets)
    except FileNotFoundError:
        rules = load_rules(games.file, games.variants, games.sets)
    return cells_of(games, seeds, correct(rules), _setups(rules, games), warn)


def _setups(rules: Rules, games: Games) -> Iterator[Setup]:
    """Yields the setups of an entry, in the order in which the rules list them. Raises SetupError."""
    wanted = dict(games.options)
    for players, values in product(games.players or (None,), product(*wanted.values())):
        chosen = dict(zip(wanted, values, strict=True)).items()
        found = [s for s in rules.setups() if players in (None, s.players) and chosen <= dict(s.options).items()]
        if not found:
            told = ", ".join(f"{name} = {value}" for name, value in chosen)
            raise SetupError(
                f"{games.file} cannot be played by {players or 'any number of'} players{told and f' with {told}'}"
            )
        yield from found


def cells_of(
    games: Games, seeds: Sequence[int], rules: Rules, setups: Iterable[Setup], warn: Callable[[str], object]
) -> Iterator[PlannedCell]:
    """Yields the cells of an entry of a plan in these setups. Raises RulesError, AgentSpecError."""
    for setup in setups:
        game = compiled(rules, setup)
        chosen = noted_engine(rules, game, Purpose.PLAYOUTS, warn)
        for agents, seed in product(games.agents, seeds):
            who = lineup_of(agents, game.game)
            head = (game_text(game.game.name, game.game.variants), games.file, setup.players, setup.options)
            yield PlannedCell(Cell(*head, who, seed, games.matches, digest(game.game)), Job(chosen, who, seed))


def play_cells(
    cells: Sequence[PlannedCell],
    out: str,
    processes: int | None,
    address: str | None,
    progress: Callable[[int], AbstractContextManager[Callable[[int], object]]],
) -> CampaignResults:
    """Plays the missing matches of some cells, and writes the results. `progress` is given their number, and provides what is told of matches that are done.
    Raises PlanError if a cell is twice in the plan, ResultsError, sqlite3.Error, WorldsError, and OSError if no cluster answers."""
    for number, one in enumerate(cells):
        if any(one.cell.key == other.cell.key for other in cells[:number]):
            message = f"{one.cell.game} with {one.cell.agents} and seed {one.cell.seed} is twice in the plan"
            raise PlanError(message, "leave one of them out")
    with _results(out) as results:
        playing = [Playing(results.add(c.cell, c.job.chosen.engine.game), c.job, c.cell.matches) for c in cells]
        results.commit()
        before = results.count()
        jobs = [one.job for one in playing]
        players = local(jobs, processes) if address is None else cluster(jobs, address)
        with players as group, progress(sum(one.matches for one in playing) - before) as tick:
            play(playing, results, group, tick)
        totals = tuple(_cell(one) for one in results.totals())
        faults = tuple((cell, match) for cell, match in results.faults())
        return CampaignResults(results.count(), results.count() - before, faults, totals)


@contextmanager
def _results(path: str) -> Generator[Results]:
    connection = sqlite3.connect(path, timeout=60)
    try:
        yield Results(connection)
    finally:
        connection.close()


def _cell(one: Total) -> CampaignCell:
    mean = one.decisions / one.matches if one.matches else None
    setup = Setup(one.players, one.options)
    return CampaignCell(
        one.cell, one.game, one.file, setup, one.agents, one.seed, one.seats, one.matches, mean, one.wins
    )
