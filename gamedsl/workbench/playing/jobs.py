"""Jobs to play and their results; both are sent between processes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from gamedsl.graph.model.types import SeatId
from gamedsl.values import field, frozen
from gamedsl.workbench.lineups import lineup
from gamedsl_interpreter.engine import State
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.fastest import Chosen
from gamedsl_interpreter.matches.rows import Rows
from gamedsl_interpreter.things import Choice


class Detail(Enum):
    """How much of each match is recorded. Only `RESULTS` plays at the full speed of the fast executor."""

    RESULTS = "results"
    USES = "uses"
    """Also counts how often each action, kind and place was chosen."""
    DECISIONS = "decisions"
    """Also records each decision, and what the log says."""
    THOUGHTS = "thoughts"
    """Also counts the decisions of players that think, and in how many they saw no difference between the options."""


@frozen
class Job:
    """Matches of one game, seed and lineup (see `lineups`). `start` names a start of the rules; with a `state`, all matches continue from it; without
    either they begin with the setup."""

    chosen: Chosen
    agents: str
    seed: int
    start: str | None = None
    state: State | None = None

    def lineup(self) -> list[Agent]:
        """Returns the agents by seat. Raises AgentSpecError."""
        return lineup(self.agents, self.chosen.engine.game)


Use: TypeAlias = "tuple[str, str]"
"""A thing that was chosen: `action`, `kind` or `place`, and its name."""


@frozen
class Decision:
    """A decision of a match. `number` counts from 1. `offered` is the number of complete moves, None if there are too many to count; `points` are the values
    of the score lines before it, by seat and line; None if they have no value yet."""

    number: int
    seat: SeatId
    offered: int | None
    text: str
    choices: tuple[Choice, ...]
    points: tuple[tuple[int, ...], ...] | None
    is_few_good: bool = False
    """Whether the ranking wants few points."""


@frozen
class Chunk:
    """Consecutive matches from index `first` on: `rows` as the bytes of `Rows`; uses and decisions by match if they were requested. `fault` is the index
    of the first match that ended in a fault; no match after it was played. `thoughts` counts decisions of players that think (True: they saw a difference)."""

    first: int
    count: int
    rows: bytes
    uses: tuple[Mapping[Use, int], ...] = ()
    decisions: tuple[tuple[Decision, ...], ...] = ()
    fault: int | None = None
    thoughts: Mapping[bool, int] = field(factory=dict[bool, int])
    said: tuple[tuple[str, ...], ...] = ()
    """The sentences that the rules said in each match, beside its decisions."""

    def table(self, job: Job) -> Rows:
        """Returns the rows as a table."""
        return Rows(job.chosen.engine.game, bytearray(self.rows))
