"""Many mutants, tried one after the other or in several processes. The verdicts do not depend on which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from gamedsl.graph.compiled import Setup
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.mutation.trial import Trial, Verdict
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl.values import frozen
from gamedsl_interpreter.cores import cores
from gamedsl_interpreter.processes import pool_of

_PATIENCE = 2.0
"""Seconds that one process tries before it begins others, each of which has to read the rules first."""

_CHUNK = 4
"""So many mutants are given to a process at once."""


@frozen
class Task:
    """Rules with the text of the file that is changed, the setups that count, and how many random matches are played in each."""

    parsed: Parsed
    source: Source
    setups: tuple[Setup, ...]
    matches: int

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """All mutants of the file."""
        return mutants(self.parsed.chain, self.source)

    def trial(self) -> Trial:
        """What tries them. Raises NotCompilable, and BaseFailsError."""
        return Trial(self.parsed, self.setups, self.matches)


def verdicts(task: Task, wanted: Sequence[Mutant], jobs: int | None) -> Iterator[tuple[Mutant, Verdict]]:
    """What becomes of these mutants, in their order, as soon as it is known. `jobs` processes work; None: all cores, if it takes long.

    Raises NotCompilable, and BaseFailsError.
    """
    trial, began = task.trial(), perf_counter()
    workers = jobs or cores()
    rest = list(wanted)
    while rest and (workers == 1 or perf_counter() - began < _PATIENCE):
        mutant = rest.pop(0)
        yield mutant, trial.of(mutant)
    if rest:
        yield from _in_processes(task, rest, workers)


def _in_processes(task: Task, wanted: Sequence[Mutant], workers: int) -> Iterator[tuple[Mutant, Verdict]]:
    chunks = [wanted[at : at + _CHUNK] for at in range(0, len(wanted), _CHUNK)]
    numbers = [[mutant.number for mutant in chunk] for chunk in chunks]
    with pool_of(min(workers, len(chunks)), _prepare, task) as pool:
        for chunk, found in zip(chunks, pool.map(_tried, numbers), strict=True):
            yield from zip(chunk, found, strict=True)


_prepared: list[tuple[tuple[Mutant, ...], Trial]] = []
"""In a process that tries mutants: all of them, and what tries them."""


def _prepare(task: Task) -> None:
    _prepared.append((task.mutants, task.trial()))


def _tried(numbers: Sequence[int]) -> list[Verdict]:
    [(every, trial)] = _prepared
    return [trial.of(every[number]) for number in numbers]
