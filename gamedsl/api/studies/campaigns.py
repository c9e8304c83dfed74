"""Plays a plan of many games, setups, agents and seeds, and keeps the results in a file while they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import product
from pathlib import Path

from gamedsl.api.asked import compile_setup, correct
from gamedsl.api.rules import Rules, SetupError, load_rules
from gamedsl.api.studies.lineups import engine_with_note, lineup_of
from gamedsl.bases import content
from gamedsl.graph.compact import digest
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.reports.titles import game_text
from gamedsl.values import frozen
from gamedsl.workbench.campaigns.part_files import check_parquet
from gamedsl.workbench.campaigns.plan import Games, PlanError, plan_of
from gamedsl.workbench.campaigns.play import Playing, play, play_on_cluster
from gamedsl.workbench.campaigns.results import Cell, Results, Total, open_results
from gamedsl.workbench.campaigns.working import CellWork
from gamedsl.workbench.data.tables import Head
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.playing.players import local
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.cores import cores
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
class CampaignPart:
    """Matches that were given up in this run, because each process died that played them: those of a cell from `first` to before `stop`. The next run plays them."""

    cell: int
    first: int
    stop: int


@frozen
class CampaignResults:
    """The results of a campaign: the number of `matches` that are there, and of those `played` in this run; `faults`: the cells and matches that ended in a
    fault; `aside`: what was given up; all cells. `data` is what `gamedsl campaign --json` prints, without the names of files."""

    matches: int
    played: int
    faults: tuple[tuple[int, int], ...]
    aside: tuple[CampaignPart, ...]
    cells: tuple[CampaignCell, ...]

    @property
    def data(self) -> JsonObject:
        """The results as JSON."""
        return {
            "matches": self.matches,
            "played": self.played,
            "faults": [{"cell": cell, "match": match} for cell, match in self.faults],
            "aside": [{"cell": one.cell, "first": one.first, "matches": one.stop - one.first} for one in self.aside],
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
    """Plays the plan in a TOML file, as `gamedsl campaign` does, and writes the results to the folder `out` while they come: Parquet files, and an index. Matches
    that are there already are not played again.

    `processes` play at once (None: one for each processor), or the dask cluster at `address`; the rows in `out` are the same. A script that asks for more
    than one process does its work below `if __name__ == "__main__":`. `watch` is called with the number of matches that were played since its last call,
    `warn` with a sentence if the slow executor plays.

    Raises PlanError, ResultsError if `out` is something else or of other rules, sqlite3.Error and OSError if it cannot be written, RulesError, AgentSpecError,
    WorldsError, MissingExtraError, ClusterError if no cluster answers or its workers cannot play, and ArgumentError.
    """
    file, folder = arguments.path("plan", plan, "a file"), arguments.path("out", out, "a folder")
    scheduler = None if address is None else arguments.text("address", address)
    arguments.function("watch", watch)
    arguments.function("warn", warn)
    workers = arguments.workers(processes, "processes")
    try:
        wanted = plan_of(content(file).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PlanError("this is no text in UTF-8", "save it as UTF-8") from None
    beside = Path(file).absolute().parent
    planned = [cell for games in wanted.games for cell in _cells_in(games, wanted.seeds, beside, warn)]
    with with_guard(workers if scheduler is None else 1):
        return play_cells(planned, folder, workers, scheduler, lambda _: nullcontext(watch), warn)


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
        game = compile_setup(rules, setup)
        chosen = engine_with_note(rules, game, Purpose.PLAYOUTS, warn)
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
    warn: Callable[[str], object],
) -> CampaignResults:
    """Plays the missing matches of some cells, and writes the results. `progress` is given their number, and provides what is told of matches that are done;
    `warn` is told if a cluster is lost. Raises PlanError if a cell is twice in the plan, ResultsError, sqlite3.Error, OSError, WorldsError, ClusterError,
    MissingExtraError."""
    keys: set[str] = set()
    for one in cells:
        key = one.cell.key
        if key in keys:
            message = f"{one.cell.game} with {one.cell.agents} and seed {one.cell.seed} is twice in the plan"
            raise PlanError(message, "leave one of them out")
        keys.add(key)
    check_parquet()
    with open_results(out) as results:
        playing = [_playing(results, one) for one in cells]
        results.commit()
        before = results.count()
        missing = sum(len(one) for cell in playing for one in results.missing(cell.number, cell.matches))
        work = [one.work for one in playing]
        with progress(missing) as tick:
            if address is None:
                with local(work, processes) as players:
                    aside = play(playing, results, players, processes or cores(), tick)
            else:
                aside = play_on_cluster(playing, results, address, tick, warn)
        totals = tuple(_cell(one) for one in results.totals())
        faults = tuple((cell, match) for cell, match in results.faults())
        given_up = tuple(CampaignPart(one.cell, one.first, one.stop) for one in aside)
        return CampaignResults(results.count(), results.count() - before, faults, given_up, totals)


def _playing(results: Results, one: PlannedCell) -> Playing:
    cell, job = one.cell, one.job
    number = results.add(cell, job.chosen.engine.game)
    head = Head(cell.game, cell.players, cell.options, cell.seed)
    return Playing(number, CellWork(job, head, results.cell(number)), cell.matches)


def _cell(one: Total) -> CampaignCell:
    mean = one.decisions / one.matches if one.matches else None
    setup = Setup(one.players, one.options)
    return CampaignCell(
        one.cell, one.game, one.file, setup, one.agents, one.seed, one.seats, one.matches, mean, one.wins
    )
