"""Plays the same matches on all sides of a comparison, in step, whichever side is faster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.errors import GameDslError
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Chunk, Detail, Job, Use
from gamedsl.workbench.playing.workers import play_chunks
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.rows import Rows, column_names


@frozen
class Side:
    """A job to play, and the name under which people see it."""

    name: str
    job: Job


class SideFaultError(GameDslError):
    """A match of side `number` ended in a fault."""

    def __init__(self, number: int, caught: MatchFault) -> None:
        super().__init__(str(caught))
        self.number = number
        self.caught = caught


@frozen
class Stretch:
    """Consecutive matches that all sides have played: `rows` by side, and the uses by side and match if they were counted."""

    count: int
    rows: tuple[Rows, ...]
    uses: tuple[tuple[Mapping[Use, int], ...], ...]


class _Waiting:
    """Matches of one side that are kept until the other sides have played theirs."""

    def __init__(self, number: int, job: Job, chunks: Iterator[Chunk]) -> None:
        self._number, self._job, self._chunks = number, job, chunks
        self._match_bytes = 4 * len(column_names(job.chosen.engine.game)) * len(job.chosen.engine.game.seats)
        self._rows = bytearray()
        self._uses: list[Mapping[Use, int]] = []
        self.count = 0

    def wait(self) -> bool:
        """Plays until at least one match is available; returns False if there are no more. Raises SideFaultError."""
        while not self.count:
            try:
                chunk = next(self._chunks, None)
            except MatchFault as caught:
                raise SideFaultError(self._number, caught) from caught
            if chunk is None:
                return False
            self.count += chunk.count
            self._rows += chunk.rows
            self._uses += chunk.uses
        return True

    def take(self, count: int) -> tuple[Rows, tuple[Mapping[Use, int], ...]]:
        size = count * self._match_bytes
        rows, uses = self._rows[:size], tuple(self._uses[:count])
        del self._rows[:size], self._uses[:count]
        self.count -= count
        return Rows(self._job.chosen.engine.game, rows), uses


def side_by_side(jobs: Sequence[Job], indices: range, detail: Detail, workers: int | None) -> Iterator[Stretch]:
    """Yields the matches of all sides, in order. Raises SideFaultError, AgentSpecError."""
    waiting = [_Waiting(number, job, play_chunks(job, indices, detail, workers)) for number, job in enumerate(jobs)]
    while all(one.wait() for one in waiting):
        count = min(one.count for one in waiting)
        taken = [one.take(count) for one in waiting]
        yield Stretch(count, tuple(rows for rows, _ in taken), tuple(uses for _, uses in taken))
