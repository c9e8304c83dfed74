"""The tables for other programs: a row for each match and seat, or a row for each decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Chunk, Decision, Job
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.rows import FIXED

Cell: TypeAlias = "int | str | None"
Sort: TypeAlias = Literal["number", "text"]

_TEXTS = frozenset(["game", "seat", "agent", "reason", "action", "chosen"])
"""The text columns among those that every game has."""

_DECISION = ("match", "decision", "seat", "agent", "offered", "action", "chosen")


@frozen
class Column:
    """A column: its name, and whether it holds whole numbers or texts. Cells of either sort may be missing."""

    name: str
    sort: Sort


@frozen
class Head:
    """The values that all rows share: the name of the game, its players and options, and the seed."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.game, self.players, *(value for _, value in self.options), self.seed

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of these values; those of options are called `option NAME`."""
        options = (Column(f"option {name}", "text") for name, _ in self.options)
        return Column("game", "text"), Column("players", "number"), *options, Column("seed", "number")


def match_columns(head: Head, game: Game) -> tuple[Column, ...]:
    """Returns the columns of the table of matches: the columns of the head, `agent`, and the columns of `Rows`."""
    own = (FIXED[0], FIXED[1], "agent", *FIXED[2:])
    return _columns(head, own, [line.name for line in game.scores])


def match_rows(head: Head, job: Job, chunk: Chunk) -> Iterator[tuple[Cell, ...]]:
    """Yields the rows of the table of matches: one for each match and seat, in order."""
    if not chunk.count:
        return
    rows, first = chunk.table(job), head.cells
    agents = agent_names(job)
    numbers: tuple[int, ...]
    for numbers in zip(*rows.columns.values(), strict=True):
        match, seat, place, winner, winners, decisions, steps, reason, *points = numbers
        told = (match, rows.seats[seat], agents[seat], place, winner, winners, decisions, steps)
        yield *first, *told, rows.reasons[reason], *points


def decision_columns(head: Head, game: Game) -> tuple[Column, ...]:
    """Returns the columns of the table of decisions. They include the points so far of the deciding seat, and `total of NAME` for every seat."""
    totals = [f"total of {seat}" for seat in game.seats] if game.scores else []
    lines = ["total", *(line.name for line in game.scores)] if game.scores else []
    return _columns(head, _DECISION, [*lines, *totals])


def decision_rows(head: Head, job: Job, chunk: Chunk) -> Iterator[tuple[Cell, ...]]:
    """Yields the rows of the table of decisions: one for each decision, in the order of play."""
    game, agents, first = job.chosen.engine.game, agent_names(job), head.cells
    for match, decisions in enumerate(chunk.decisions, chunk.first):
        for one in decisions:
            told = (match, one.number, game.seats[one.seat], agents[one.seat], one.offered, action(one), one.text)
            yield *first, *told, *_points(game, one)


def action(decision: Decision) -> str:
    """Returns the actions of a decision without their selections: `take_event`, `no stop_over`; several are joined by ` + `."""
    return " + ".join(f"no {choice.name}" if choice.is_declined else choice.name for choice in decision.choices)


def _points(game: Game, decision: Decision) -> Sequence[Cell]:
    if not game.scores:
        return ()
    if decision.points is None:
        return [None] * (1 + len(game.scores) + len(game.seats))
    own = decision.points[decision.seat]
    return sum(own), *own, *map(sum, decision.points)


def _columns(head: Head, fixed: Sequence[str], more: Sequence[str]) -> tuple[Column, ...]:
    """Returns all columns. A score line with the name of another column becomes `points of NAME`."""
    columns = [*head.columns, *(Column(name, "text" if name in _TEXTS else "number") for name in fixed)]
    names = {column.name for column in columns}
    for name in more:
        while name in names:
            name = f"points of {name}"
        names.add(name)
        columns.append(Column(name, "number"))
    return tuple(columns)


def agent_names(job: Job) -> list[str]:
    """Returns the names of the agents by seat; scripted seats are called `scripted`."""
    game = job.chosen.engine.game
    agents: list[Agent] = job.lineup()
    return [agent.name if seat < game.humans else "scripted" for seat, agent in enumerate(agents)]
