"""Changes one rule at a time, and finds out whether the examples and invariants of the rules notice it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from time import monotonic
from typing import Literal

from gamedsl.api.asked import correct, some_setups
from gamedsl.api.rules import Rules
from gamedsl.cache import Store
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.mutation.mutants import Mutant
from gamedsl.mutation.trial import Fate, Task, Verdict, verdicts
from gamedsl.reports.titles import variant_names
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.processes import with_guard

_KEPT_EVERY = 5.0
"""Seconds between writes of the verdicts, in case the study is interrupted."""


@frozen
class TriedMutant:
    """The rules with one change, and what became of it. `line` is that of the change, `part` the name of its declaration; `before` and `after` are the words
    of the change (`after` is empty if something is left out). `fate`: `noticed`, `survived`, `equal` (the same graph), or `refused` (the change is a
    mistake). `by` is the example or match that noticed it, or the finding that refused it; `never_ends`: it was noticed because it does not end. `notice`
    says what kind of example would notice it."""

    line: int
    part: str | None
    operator: str
    before: str
    after: str
    fate: Literal["noticed", "survived", "equal", "refused"]
    by: str
    never_ends: bool
    notice: str


@frozen
class Mutated:
    """The fates of some mutants of rules. `made` is how many there are of all. `data` is what `gamedsl mutate --json` prints, without the file."""

    variants: tuple[str, ...]
    made: int
    tried: tuple[TriedMutant, ...]

    def of(self, fate: Literal["noticed", "survived", "equal", "refused"]) -> tuple[TriedMutant, ...]:
        """Returns the mutants with this fate, in source order."""
        return tuple(one for one in self.tried if one.fate == fate)

    @property
    def never_ends(self) -> int:
        """How many were noticed because they do not end."""
        return sum(one.never_ends for one in self.tried)

    @property
    def share(self) -> float | None:
        """The share of noticed mutants among those that are neither equal nor refused, from 0 to 1; None if there are none."""
        noticed, survived = len(self.of("noticed")), len(self.of("survived"))
        return noticed / (noticed + survived) if noticed + survived else None

    @property
    def data(self) -> JsonObject:
        """The study as JSON."""
        return {
            "variants": [*self.variants],
            "mutants": self.made,
            "tried": len(self.tried),
            "noticed": len(self.of("noticed")),
            "never_ends": self.never_ends,
            "survived": len(self.of("survived")),
            "equal": len(self.of("equal")),
            "refused": len(self.of("refused")),
            "share": self.share,
            "each": [
                {
                    "line": one.line,
                    "part": one.part,
                    "operator": one.operator,
                    "before": one.before,
                    "after": one.after,
                    "fate": one.fate,
                    "by": one.by,
                    "notice": one.notice,
                }
                for one in self.tried
            ],
        }


def mutate(
    rules: Rules,
    setups: Sequence[Setup] | None = None,
    only: str | None = None,
    sample: int | None = None,
    seed: int = 1,
    matches: int = 2,
    processes: int | None = 1,
    watch: Callable[[int], object] = arguments.nobody,
) -> Mutated:
    """Changes one rule at a time, runs the examples on it in some setups (None: all), and plays `matches` random matches with all invariants if no example
    notices it, as `gamedsl mutate` does.

    `only`: declarations whose names contain this text, or lines (`120`, `120-140`). `sample`: how many mutants are tried, drawn by `seed`. `processes` work at once
    (None: all cores if it takes long); the result is the same. A script that asks for more than one does its work below `if __name__ == "__main__":`.
    `watch` is called with the number of mutants that were tried since its last call. Verdicts are kept in the cache, so that a study continues where it was stopped.

    Raises RulesError, BaseFailsError if an example fails without a change, and ArgumentError, also if there is nothing to change.
    """
    arguments.function("watch", watch)
    return try_mutants(select_mutants(rules, setups, only, sample, seed, matches), processes, watch)


@frozen
class Selection:
    """The mutants to try, and how many there are of all."""

    rules: Rules
    task: Task
    made: int
    wanted: tuple[Mutant, ...]


def select_mutants(
    rules: Rules, setups: Sequence[Setup] | None, only: str | None, sample: int | None, seed: int, matches: int
) -> Selection:
    """Selects mutants in source order. Raises RulesError, ArgumentError."""
    source = correct(rules).known.source
    chosen, number = some_setups(rules, setups), arguments.countable("matches", matches, 0)
    start, most = arguments.whole("seed", seed), None if sample is None else arguments.whole("sample", sample, 1)
    words = None if only is None else arguments.text("only", only)
    task = Task(rules.parsed, source, chosen, number)
    every = task.mutants
    wanted = every if words is None else tuple(m for m in every if _is_in(_line(rules, m), m.part, words))
    if not wanted:
        raise ArgumentError(f"there is nothing to change{'' if words is None else f' in `{words}`'}")
    if most is not None and most < len(wanted):
        wanted = tuple(wanted[index] for index in sorted(Random(start).sample(range(len(wanted)), most)))
    return Selection(rules, task, len(every), wanted)


def _is_in(line: int, part: str | None, only: str) -> bool:
    lines = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", only)
    if lines is None:
        return part is not None and only in part
    return int(lines[1]) <= line <= int(lines[2] or lines[1])


def _line(rules: Rules, mutant: Mutant) -> int:
    return rules.known.source.position(mutant.at.start)[0]


def try_mutants(selection: Selection, processes: int | None, watch: Callable[[int], object]) -> Mutated:
    """Tries the selected mutants; verdicts of an earlier study are reused. Raises BaseFailsError, ArgumentError."""
    rules, task = selection.rules, selection.task
    workers = arguments.workers(processes, "processes")
    keeper = _Keeper(rules.known.store, task)
    known = keeper.known
    try:
        watch(sum(m.number in known for m in selection.wanted))
        with with_guard(workers):
            for mutant, verdict in verdicts(task, [m for m in selection.wanted if m.number not in known], workers):
                keeper.note(mutant, verdict)
                watch(1)
    finally:
        keeper.keep()
    tried = tuple(_trial_of(rules, mutant, known[mutant.number]) for mutant in selection.wanted)
    return Mutated(variant_names(rules.parsed), selection.made, tried)


def _trial_of(rules: Rules, mutant: Mutant, verdict: Verdict) -> TriedMutant:
    return TriedMutant(
        _line(rules, mutant),
        mutant.part,
        mutant.change.operator.value,
        mutant.before,
        mutant.after,
        verdict.fate.value,
        verdict.by,
        verdict.never_ends,
        mutant.change.notice,
    )


class _Keeper:
    """The verdicts on mutants by number, written to the cache from time to time."""

    def __init__(self, cache: Store | None, task: Task) -> None:
        texts = [source.text for source in task.parsed.sources]
        setups = [(setup.players, setup.options) for setup in task.setups]
        self._cache = cache
        self._key = f"mutants {sha256(json.dumps([texts, setups, task.matches]).encode()).hexdigest()}"
        self._time = monotonic()
        data = None if cache is None else cache.get(self._key)
        known: dict[str, tuple[str, str, bool]] = {} if data is None else json.loads(data)
        self.known = {int(n): Verdict(Fate(fate), by, never) for n, (fate, by, never) in known.items()}
        self._kept = len(self.known)

    def note(self, mutant: Mutant, verdict: Verdict) -> None:
        """Records the verdict on a mutant."""
        self.known[mutant.number] = verdict
        if monotonic() - self._time > _KEPT_EVERY:
            self.keep()

    def keep(self) -> None:
        """Writes the verdicts to the cache."""
        self._time = monotonic()
        if self._cache is not None and len(self.known) > self._kept:
            self._kept = len(self.known)
            data = {n: (v.fate.value, v.by, v.never_ends) for n, v in self.known.items()}
            self._cache.put(self._key, json.dumps(data).encode())
