"""A long comparison of the executors, for machines that have the time:

    PYTHONPATH=tests python -m differential.long_run RESULTS --games PATH… --minutes 30 --processes 2

Every rules file that is named, or lies in a folder that is named (without `--games`: every shipped one), is played in every setup, in turns:

* `alone`: the fast executor plays random matches, until `--decisions` decisions of all setups together are reached. What is tested is that no promise
  of the rules breaks; with `--checking on` also that no invariant does, and that no piece is lost.
* `matches`: both executors play the same random matches, and what they sum up to is equal.
* `journey`: both executors go through positions side by side, with saving, loading, jumping, and replays (`differential.journey`).

RESULTS gets one line for each turn, and a later run continues behind what it holds. A turn in which the executors differ is a line, too, with what
differs; the other setups go on. Ends with a table of all that RESULTS holds, and with exit code 1 if there is a difference in it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time

from attrs import frozen

from differential import results
from differential.differences import Difference, compared_by
from differential.journey import travelled
from differential.lockstep import Pair, improved, matches_inside, pair, same_matches
from differential.rules_files import GAMES, RulesSetup, every_setup, files
from gamedsl.pipeline import NotCompilable
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

SHARE = 2.0
"""Seconds of process time that each turn takes (a match that has begun is finished)."""
LATE = 120.0
"""Seconds after its time at which a process is given up: it hangs in a match."""
MOST_FAULTS = 10
"""After so many faults of a setup in each policy nothing more is played alone."""
AT_ONCE = 4096
"""At most this many matches are played alone in one call."""


@frozen
class Turn:
    """One turn of a setup: matches (a journey: one) from `first` to before `after`; `found` is empty, or `fault: …` for a promise of the rules that breaks
    (alike in both), or `difference: …`."""

    game: str
    key: str
    how: str
    checking: str
    first: int
    after: int
    decisions: int
    steps: int
    seconds: float
    found: str = ""


@frozen
class Plan:
    """What a run does. `decisions`: for each setup and policy, by the fast executor alone; `steps`: for each setup, by both."""

    file: Path
    checking: Checking
    seed: int
    decisions: int
    steps: int | None
    end: float

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self.end


# ---------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until the time is over or everything that was asked for is done. The exit code."""
    asked = _parser().parse_args(arguments)
    file: Path = asked.results
    results.continued(file, Turn)
    setups = list(every_setup(files(asked.games)))
    seconds = asked.seconds if asked.minutes is None else 60 * asked.minutes
    if seconds > 0 and setups:
        _played(asked, setups, seconds)
    turns = results.read(file, Turn)
    print("\n".join(table(turns)))
    return 1 if any(turn.found.startswith("difference") for turn in turns) else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "python -m differential.long_run", description="Compares the two executors for a long time."
    )
    parser.add_argument("results", type=Path, metavar="RESULTS", help="file to which results are appended")
    parser.add_argument(
        "--games", type=Path, nargs="+", default=[GAMES], metavar="PATH", help="rules files, or folders of them"
    )
    time = parser.add_mutually_exclusive_group()
    time.add_argument("--seconds", type=float, default=60.0, help="how long (default 60; 0: print the table only)")
    time.add_argument("--minutes", type=float, help="how long")
    parser.add_argument("--processes", type=int, default=1, help="how many processes share the setups")
    parser.add_argument(
        "--steps", type=int, help="end when both have played this many steps, the same number in every setup"
    )
    parser.add_argument("--decisions", type=int, default=0, help="this many decisions of the fast executor alone")
    parser.add_argument("--checking", choices=["on", "off"], default="off", help="test invariants at every stop")
    parser.add_argument("--seed", type=int, default=20_000_003, help="seed of all matches")
    return parser


def _played(asked: Namespace, setups: list[RulesSetup], seconds: float) -> None:
    """The turns of all setups, shared out among processes."""
    plan = Plan(
        asked.results,
        Checking(asked.checking),
        asked.seed,
        ceil(asked.decisions / len(setups) / len(Policy)),
        None if asked.steps is None else ceil(asked.steps / len(setups)),
        monotonic() + seconds,
    )
    if asked.processes == 1:
        share(plan, setups)
        return
    context = get_context("spawn")
    workers = [context.Process(target=share, args=(plan, setups[i :: asked.processes])) for i in range(asked.processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(max(0.0, plan.end - monotonic()) + LATE)
    for worker in workers:
        if worker.is_alive():
            worker.kill()
            sys.exit(
                f"a process hangs in a match after {seconds:.0f} s; the last lines of {plan.file} tell which setups were played"
            )
        if worker.exitcode:
            sys.exit(f"a process has ended with code {worker.exitcode}")


# ---------------------------------------------------------------- one process


def share(plan: Plan, setups: Sequence[RulesSetup]) -> None:
    """First what the fast executor plays alone, setup by setup. Then both, lap by lap, until the time is over or all setups have played enough."""
    known = results.read(plan.file, Turn)
    players = [Playing(plan, setup, known) for setup in setups]
    players = [playing for playing in players if not plan.is_late and playing.alone()]
    while players:
        for playing in tuple(players):
            if plan.is_late:
                return
            if not playing.lap():
                players.remove(playing)


class Playing:
    """A setup, and how far it has been compared."""

    def __init__(self, plan: Plan, setup: RulesSetup, known: Sequence[Turn]) -> None:
        self._plan = plan
        self._setup = setup
        self._name, self._key = setup.name, setup.key
        self._after = Counter[str]()
        self._decisions = Counter[str]()
        self._steps = 0
        for turn in known:
            if (turn.key, turn.checking) == (self._key, plan.checking.value):
                self._count(turn)

    def alone(self) -> bool:
        """Turns of the fast executor up to the number of decisions that is wanted. False if these rules cannot be compared."""
        try:
            self.both  # noqa: B018 (making the executors is what may fail)
        except (NotCompilable, Unsupported) as refused:
            self._note(self._turn("none", 0, 0, 0, process_time(), f"not compared: {refused}"))
            return False
        for policy in Policy:
            faults = 0
            while not self._plan.is_late and faults < MOST_FAULTS and self._is_wanted(policy):
                turn = self._played_alone(policy)
                self._note(turn)
                faults += bool(turn.found)
        return True

    def _is_wanted(self, policy: Policy) -> bool:
        return self._decisions[_alone(policy)] < self._plan.decisions

    def lap(self) -> bool:
        """One turn of each kind; whether there is more to do."""
        if self._plan.steps is not None and self._steps >= self._plan.steps:
            return False
        for policy in Policy:
            self._note(self._matches(policy))
        self._note(self._journey())
        return True

    @cached_property
    def both(self) -> Pair:
        """The executors; making them takes a second. Raises NotCompilable, Unsupported."""
        return improved(pair(self._setup.game(), self._plan.checking))

    def _note(self, turn: Turn) -> None:
        self._count(turn)
        results.append(self._plan.file, turn)

    def _count(self, turn: Turn) -> None:
        self._after[turn.how] = max(self._after[turn.how], turn.after)
        self._decisions[turn.how] += turn.decisions
        if not turn.how.startswith("alone"):
            self._steps += turn.steps

    def _turn(self, how: str, after: int, decisions: int, steps: int, began: float, found: str) -> Turn:
        seconds = round(process_time() - began, 3)
        first, checking = self._after[how], self._plan.checking.value
        return Turn(self._name, self._key, how, checking, first, after, decisions, steps, seconds, found)

    # ------------------------------------------------------------ turns

    def _played_alone(self, policy: Policy) -> Turn:
        """Matches of the fast executor, until one runs into a fault."""
        how, began, plan = _alone(policy), process_time(), self._plan
        after = first = self._after[how]
        left = plan.decisions - self._decisions[how]
        decisions = steps = 0
        found = ""
        number = 1
        while decisions < left and process_time() - began < SHARE:
            done = compared_by(partial(matches_inside, self.both, policy, plan.seed, after, number))
            if isinstance(done, Difference):
                found = f"difference: from match {after} on: {done.words}"
                after += number
                break
            after += done.number
            decisions += done.decisions
            steps += done.steps
            if done.fault:
                found = f"fault: {done.fault}"
                break
            wanted = (left - decisions) * (after - first) // max(1, decisions) + 1
            number = max(1, min(2 * number, wanted, AT_ONCE))
        return self._turn(how, after, decisions, steps, began, found)

    def _matches(self, policy: Policy) -> Turn:
        """The same matches by both, twice as many in each call as in the one before."""
        how, began = f"matches {policy.name.lower()}", process_time()
        after = self._after[how]
        decisions = steps = 0
        found, number = "", 1
        while not found and process_time() - began < SHARE:
            done = compared_by(partial(same_matches, self.both, policy, self._plan.seed, after, number))
            if isinstance(done, Difference):
                after, found = self._first_that_differs(policy, after, number, done)
                break
            after += done.number
            decisions += done.decisions
            steps += done.steps
            found = f"fault: {done.fault}" if done.fault else ""
            number = min(2 * number, 64)
        return self._turn(how, after, decisions, steps, began, found)

    def _first_that_differs(self, policy: Policy, first: int, number: int, known: Difference) -> tuple[int, str]:
        """The match after the first one of these that differs when it is played alone, and how it does."""
        for index in range(first, first + number):
            alone = compared_by(partial(same_matches, self.both, policy, self._plan.seed, index, 1))
            if isinstance(alone, Difference):
                return index + 1, f"difference: match {index}: {alone.words}"
        return first + number, f"difference: matches {first} to {first + number - 1}: {known.words}"

    def _journey(self) -> Turn:
        number, began = self._after["journey"], process_time()
        done = compared_by(lambda: travelled(self.both, self._plan.seed + number, 10_000, SHARE))
        if isinstance(done, Difference):
            return self._turn("journey", number + 1, 0, 0, began, f"difference: {done.words}")
        found = f"fault: {done.faults} on a journey" if done.faults else ""
        return self._turn("journey", number + 1, done.decisions, done.steps, began, found)


def _alone(policy: Policy) -> str:
    return f"alone {policy.name.lower()}"


# ---------------------------------------------------------------- the table


def table(turns: Sequence[Turn]) -> Iterator[str]:
    """What was played by the fast executor alone, and what was compared, by game and in all; then every difference, and the first faults."""
    alone, compared, steps, seconds, faults, differ = (Counter[str]() for _ in range(6))
    names = sorted({turn.game.partition("-")[0] for turn in turns})
    for turn in turns:
        for name in (turn.game.partition("-")[0], "all", f"all, checking {turn.checking}"):
            if turn.how.startswith("alone"):
                alone[name] += turn.decisions
            else:
                compared[name] += turn.decisions
                steps[name] += turn.steps
                seconds[name] += round(1000 * turn.seconds)
            faults[name] += turn.found.startswith("fault")
            differ[name] += turn.found.startswith("difference")
    yield f"{'':24} {'decisions':>13} {'decisions':>12} {'steps':>12} {'… in an hour':>13} {'turns with':>11} {'turns that':>11}"
    yield f"{'game':24} {'alone':>13} {'compared':>12} {'compared':>12} {'of a core':>13} {'a fault':>11} {'differ':>11}"
    totals = sorted(name for name in faults if name.startswith("all"))
    for name in (*names, *reversed(totals)):
        hourly = 3_600_000 * steps[name] // max(1, seconds[name])
        yield (
            f"{name:24} {alone[name]:13,} {compared[name]:12,} {steps[name]:12,} {hourly:13,} "
            f"{faults[name]:11,} {differ[name]:11,}"
        )
    yield from (
        f"{turn.game}, {turn.how}: {turn.found}" for turn in turns if turn.found.startswith(("difference", "not"))
    )
    yield from [f"{turn.game}, {turn.how}: {turn.found}" for turn in turns if turn.found.startswith("fault")][:20]


if __name__ == "__main__":
    sys.exit(main())
