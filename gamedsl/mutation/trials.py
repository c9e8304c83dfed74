"""Tries many mutants, one after the other or in several processes, with the same verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from gamedsl.graph.compiled import Setup
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.mutation.trial import Trial, Verdict
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl.values import frozen
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.processes import pool_of

_PATIENCE = 2.0
"""Seconds that one process works before others are started, each of which must first read the rules."""

_CHUNK = 4
"""The number of mutants that a process gets at once."""


@frozen
class Task:
    """The rules, the text of the file to change, the setups, and the number of random matches in each."""

    parsed: Parsed
    source: Source
    setups: tuple[Setup, ...]
    matches: int

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """All mutants of the file."""
        return mutants(self.parsed.chain, self.source)

    def trial(self) -> Trial:
        """Makes the trial of the rules. Raises NotCompilable, and BaseFailsError."""
        return Trial(self.parsed, self.setups, self.matches)


def verdicts(task: Task, wanted: Sequence[Mutant], jobs: int | None) -> Iterator[tuple[Mutant, Verdict]]:
    """Yields the verdicts on these mutants, in order, as soon as they are known. `jobs` processes work; None: all cores, if it takes long.

    Raises NotCompilable, and BaseFailsError.
    """
    trial, began = task.trial(), perf_counter()
    workers = jobs or cores()
    rest = list(wanted)
    while rest and (workers == 1 or perf_counter() - began < _PATIENCE):
        mutant = rest.pop(0)
        yield mutant, trial.of(mutant)
    if rest:
        yield from _try_in_processes(task, rest, workers)


def _try_in_processes(task: Task, wanted: Sequence[Mutant], workers: int) -> Iterator[tuple[Mutant, Verdict]]:
    chunks = [wanted[at : at + _CHUNK] for at in range(0, len(wanted), _CHUNK)]
    numbers = [[mutant.number for mutant in chunk] for chunk in chunks]
    with pool_of(min(workers, len(chunks)), _prepare, task) as pool:
        for chunk, found in zip(chunks, pool.map(_try, numbers), strict=True):
            yield from zip(chunk, found, strict=True)


_prepared: list[tuple[tuple[Mutant, ...], Trial]] = []
"""In a worker process: all mutants, and the trial of the rules."""


def _prepare(task: Task) -> None:
    _prepared.append((task.mutants, task.trial()))


def _try(numbers: Sequence[int]) -> list[Verdict]:
    [(every, trial)] = _prepared
    return [trial.of(every[number]) for number in numbers]
