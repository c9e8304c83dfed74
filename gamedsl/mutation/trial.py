"""Tries mutants, one after the other or in several processes, with the same verdicts.

Finds out whether the examples and invariants notice a mutant, and whether it is the same game, or no valid game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from time import perf_counter

from gamedsl.errors import GameDslError
from gamedsl.garbage import garbage_stays
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.example_lines import ExampleSpec, FixDraw, FixRoll
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.pipeline import NotCompilable, Parsed, examples_at_once
from gamedsl.pipeline.left_out import LeftOut
from gamedsl.source import Source
from gamedsl.values import define, evolve, frozen
from gamedsl_interpreter.engine import Checking, Engine, Move, S
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.match import MatchFault, play_match
from gamedsl_interpreter.matches.processes import pool_of
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import first_failure, run_example

WAYS = 200
"""The most ways of an example that are all tried in each mutant."""

SAMPLES = 20
"""The number of random ways that are tried if there are more. The reference executor tries them in each mutant; `gamedsl test` tries more."""

BUDGET = 200_000
"""The most units of work of one call. No shipped game needs more than 8,000; a mutant that needs this many does not end."""

_LONGER = 4
_ROOM = 200
"""The limit on a mutant's match: this factor times the decisions of the longest match of the original rules, plus this many."""


class Fate(Enum):
    """The result of trying a mutant; the value is its name in data."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    EQUAL = "equal"
    REFUSED = "refused"


@frozen
class Verdict:
    """The fate of a mutant. `by` is the example that notices it, the match (with its setup) that notices it, or the finding that refuses it; `never_ends`:
    it was noticed because it does not end."""

    fate: Fate
    by: str = ""
    never_ends: bool = False


@frozen
class _Base:
    """A setup of the original rules: the Game with its examples, except for examples that the rules leave out; the order in which to run them, fewest ways
    first; the most decisions of a match. `plays`: its random matches run without a fault."""

    setup: Setup
    game: Game
    specs: tuple[ExampleSpec, ...]
    left_out: frozenset[str]
    order: tuple[int, ...]
    longest: int
    plays: bool


class BaseFailsError(GameDslError):
    """An example fails without any change, so its failure would prove nothing."""

    def __init__(self, example: str) -> None:
        super().__init__(f"the example `{example}` fails as the rules are")
        self.example = example


class Trial:
    """A trial of mutants of rules, with the examples of `setups` and this many random matches of each."""

    def __init__(self, parsed: Parsed, setups: Sequence[Setup], matches: int) -> None:
        """Runs the original rules. Raises NotCompilable, and BaseFailsError."""
        self._parsed, self._matches = parsed, matches
        self._left_out = LeftOut(parsed, _holds)
        self._bases = sorted((self._base(setup) for setup in setups), key=lambda base: -len(base.specs))

    @property
    def examples(self) -> int:
        """The number of examples."""
        return sum(len(base.specs) for base in self._bases)

    def of(self, mutant: Mutant) -> Verdict:
        """Tries a mutant. Stops at the first example that notices it; matches come last."""
        parsed = evolve(self._parsed, chain=mutant.chain_of(self._parsed.chain))
        differing: list[tuple[_Base, Game]] = []
        for base in self._bases:
            try:
                with garbage_stays():
                    game, every = _compile(parsed, base.setup)
            except NotCompilable as error:
                return Verdict(Fate.REFUSED, str(error))
            specs = tuple(spec for spec in every if spec.name not in base.left_out)
            if game == base.game and specs == base.specs:
                continue
            differing.append((base, game))
            failing = _run_examples(game, [specs[i] for i in base.order], mutant.part)
            if failing is not None:
                return failing
        for base, game in differing:
            if base.plays and (broken := self._play_matches(base, game)) is not None:
                return broken
        return Verdict(Fate.SURVIVED if differing else Fate.EQUAL)

    def _base(self, setup: Setup) -> _Base:
        game, every = _compile(self._parsed, setup)
        host = ReferenceHost(game, BUDGET)
        tried = [(spec, run_example(host, spec, WAYS, SAMPLES)) for spec in every]
        left_out = frozenset(
            r.name for _, r in tried if not r.passed and self._left_out.line(setup, r.name) is not None
        )
        specs = tuple(spec for spec in every if spec.name not in left_out)
        results = [result for _, result in tried if result.name not in left_out]
        failing = next((result.name for result in results if not result.passed), None)
        if failing is not None:
            raise BaseFailsError(failing)
        order = tuple(sorted(range(len(specs)), key=lambda i: results[i].ways))
        try:
            longest = max((_decisions(game, index, None) for index in range(self._matches)), default=0)
        except MatchFault:
            return _Base(setup, game, specs, left_out, order, 0, False)
        return _Base(setup, game, specs, left_out, order, longest, True)

    def _play_matches(self, base: _Base, game: Game) -> Verdict | None:
        """Returns the verdict of the first random match that breaks a promise or does not end; None if there is none."""
        players = f"{base.setup.players} player{'' if base.setup.players == 1 else 's'}"
        setup = ", ".join((players, *(f"{n} = {v}" for n, v in base.setup.options)))
        for index in range(self._matches):
            try:
                _decisions(game, index, base.longest * _LONGER + _ROOM)
            except MatchFault as caught:
                by = f"match {index}, {setup}: {caught.fault.text}"
                return Verdict(Fate.NOTICED, by, caught.fault.code == "E_BUDGET")
            except _TooLongError:
                return Verdict(Fate.NOTICED, f"match {index}, {setup}", never_ends=True)
        return None


def _holds(game: Compiled, spec: ExampleSpec) -> bool:
    return run_example(ReferenceHost(game.game, BUDGET), spec, WAYS, SAMPLES).passed


def _compile(parsed: Parsed, setup: Setup) -> tuple[Game, tuple[ExampleSpec, ...]]:
    """Returns the Game of a setup with all its examples, whose players have the names of the seats. Raises NotCompilable."""
    compiled, specs = examples_at_once(parsed, setup)
    return compiled.game, specs


def _run_examples(game: Game, specs: Sequence[ExampleSpec], part: str | None) -> Verdict | None:
    """Returns the verdict of the first failing example; those that name the changed part run first."""
    host = ReferenceHost(game, BUDGET) if specs else None
    for spec in sorted(specs, key=lambda s: part is None or not _names(s, part)):
        failure = None if host is None else first_failure(host, spec, WAYS, SAMPLES)
        if failure is not None:
            return Verdict(Fate.NOTICED, spec.name, "(E_BUDGET)" in failure.text)
    return None


def _names(spec: ExampleSpec, part: str) -> bool:
    return part in spec.name or any(part in line.text for line in spec.lines if not isinstance(line, FixRoll | FixDraw))


# ---------------------------------------------------------------- matches


class _TooLongError(GameDslError):
    """A match has more decisions than its limit."""


@define
class _Patient:
    """A random player with a limit on the number of decisions."""

    most: int | None
    name: str = "random steps"
    asked: int = 0

    def choose(self, engine: Engine[S], state: S, seat: SeatId, dice: Dice) -> Move:
        self.asked += 1
        if self.most is not None and self.asked > self.most:
            raise _TooLongError
        return RandomSteps().choose(engine, state, seat, dice)


def _decisions(game: Game, index: int, most: int | None) -> int:
    """Returns the number of decisions in a random match. Invariants and conservation are tested at every step. Raises MatchFault, _TooLongError."""
    agent = _Patient(most)
    play_match(ReferenceEngine(game, Checking.ON, budget=BUDGET), [agent] * len(game.seats), 1, index)
    return agent.asked


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
