"""Runs worked examples, and explains in English why one fails. An example may leave choices and chance open: all ways to fill them in are tried, and its
facts must hold in each.

A run stops before every decision that a later line names, forced or not; other forced decisions are made silently.
Forced decisions never have to be named: if an example fails, a line that was matched with a forced decision may mean the next
decision. The example is then tried again with this reading, from the last such line back to the first. A
roll or draw that a later line fixes waits for that line. At all other chance nodes, and at selections that a `plays` line
leaves out, the example forks. Forks are followed depth-first, up to `LEAVES` ways. If there are more, `SAMPLES` random
ways with fixed seeds are tried in place of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import assert_never

from gamedsl.graph.model.example_lines import Cannot, ExampleSpec, FixDraw, FixRoll, MayChoose, Plays, Run, Then
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Fault, S
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.worked_examples.chance import at_chance
from gamedsl_interpreter.worked_examples.decisions import at_decision
from gamedsl_interpreter.worked_examples.facts import check_fact, note_facts
from gamedsl_interpreter.worked_examples.host import ExampleHost
from gamedsl_interpreter.worked_examples.run import (
    ExampleResult,
    ExampleRun,
    Failure,
    attempt,
    fault_place,
    fault_text,
    needs_all,
    next_line,
    seat_name,
)
from gamedsl_interpreter.worked_examples.ways import (
    CLEARLY,
    LEAVES,
    SAMPLES,
    AllWays,
    Forks,
    OneWay,
    TooManyWaysError,
    Way,
)


def run_example(host: ExampleHost[S], spec: ExampleSpec, most: int = LEAVES, samples: int = SAMPLES) -> ExampleResult:
    """Runs one example on the host of its Game. Up to `most` ways are tried one by one; if there are more, `samples` random ones are tried."""
    return _read(host, spec, lambda run: _try_all_ways(run, samples), most)


def first_failure(host: ExampleHost[S], spec: ExampleSpec, most: int, samples: int) -> Failure | None:
    """Returns the first failure of an example; None if it passes. Later ways are not tried."""
    result = _read(host, spec, lambda run: _try_all_ways(run, samples), most, is_enough=_has_failed)
    return next(iter(result.failures), None)


def run_sample(host: ExampleHost[S], spec: ExampleSpec, number: int) -> ExampleResult:
    """Runs one example along `number` random ways."""
    return _read(host, spec, lambda run: _try_random_ways(run, number), LEAVES)


def position_with_givens(host: ExampleHost[S], spec: ExampleSpec) -> S | None:
    """Returns the position with the givens of an example, on one way through the parts of the rules that run before them; None if it has none, or if the way
    fails."""
    run = ExampleRun(host, spec, OneWay(policy_stream(_seed(spec.name), 0), 0))
    way = next(_start_ways(run), None) if spec.given else None
    while way is not None and not way.placed:
        onward = attempt(lambda way: _continue(run, way), way, run, way)
        way = None if onward is None else next(onward, None)
    return None if way is None else way.state


def _has_failed(run: ExampleRun[S]) -> bool:
    return bool(run.failures)


def _read(
    host: ExampleHost[S],
    spec: ExampleSpec,
    tried: Callable[[ExampleRun[S]], ExampleResult],
    most: int,
    is_enough: Callable[[ExampleRun[S]], bool] = needs_all,
) -> ExampleResult:
    """Runs an example in all its readings, because a line may be about a forced decision or about the next decision. It passes if one reading passes;
    otherwise the failures are those of the first reading."""
    first: ExampleResult | None = None
    waiting: frozenset[int] = frozenset()
    while True:
        run = ExampleRun(host, spec, AllWays(most), waiting, is_enough=is_enough)
        result = tried(run)
        first = first or result
        if result.passed:
            return result
        failed = {failure.site for failure in result.failures}
        end = next((i for i, line in enumerate(spec.lines) if line.site in failed), len(spec.lines))
        while end < len(spec.lines) and isinstance(spec.lines[end], Then):
            end += 1  # a fact is tested at the position where the next line applies
        named = [line for line in run.forced_lines - waiting if line <= end]
        if not named:
            return first
        waiting |= {max(named)}


def _try_all_ways(run: ExampleRun[S], samples: int) -> ExampleResult:
    try:
        ways = sum(1 for _ in _ways(run))
        return run.result(ways, sampled=False)
    except TooManyWaysError as many:
        if many.is_sure:
            return _try_random_ways(_copy_run(run, run.forks), samples)
    return _try_all_if_few(run, samples)


def _try_all_if_few(run: ExampleRun[S], samples: int) -> ExampleResult:
    """Tries all ways. If random ways also show that there are too many, returns the result of the random ways instead."""
    most = run.forks.most if isinstance(run.forks, AllWays) else LEAVES
    random, counts = _copy_run(run, run.forks), list[int]()
    result = _try_random_ways(random, samples, counts)
    if random.is_enough(random) or (counts and (min(counts) > most or sum(counts) > CLEARLY * most * len(counts))):
        return result
    patient = _copy_run(run, AllWays(most, is_patient=True))
    try:
        return patient.result(sum(1 for _ in _ways(patient)), sampled=False)
    except TooManyWaysError:
        return result


def _copy_run(run: ExampleRun[S], forks: Forks) -> ExampleRun[S]:
    return ExampleRun(run.host, run.spec, forks, run.waiting, run.forced_lines, run.is_enough)


def _try_random_ways(run: ExampleRun[S], number: int, counts: list[int] | None = None) -> ExampleResult:
    """Tries `number` random ways; `counts` receives the estimate of all ways that each of them gives."""
    for way in range(number):
        forks = run.forks = OneWay(policy_stream(_seed(run.spec.name), way), 0 if counts is None else 1)
        for _ in _ways(run):
            pass
        if counts is not None:
            counts.append(forks.ways)
        if run.is_enough(run):
            break
    return run.result(number, sampled=True)


# ---------------------------------------------------------------- ways


def _ways(run: ExampleRun[S]) -> Iterator[Way[S]]:
    """Yields each way that the run's forks follow when it has ended."""
    open_ways: list[Iterator[Way[S]]] = [_start_ways(run)]
    while open_ways:
        way = next(open_ways[-1], None)
        if way is None:
            open_ways.pop()
            continue
        onward = attempt(lambda way: _continue(run, way), way, run, way)
        if onward is None:
            run.forks.end(way.share)
            yield way
            if run.is_enough(run):
                return
        else:
            open_ways.append(onward)


def _start_ways(run: ExampleRun[S]) -> Iterator[Way[S]]:
    try:
        yield Way(run.host.table(), 0, 0, not run.spec.given, ())
    except Fault as fault:
        run.failures[run.spec.site] = Failure(run.spec.site, fault_text(fault), (), fault_place(fault))


def _continue(run: ExampleRun[S], way: Way[S]) -> Iterator[Way[S]] | None:
    """Continues the way by one step, in one or several ways; None where it ends."""
    if way.line >= len(run.spec.lines) and way.placed:
        return None
    way = note_facts(run, way)
    if (open_chance := run.host.open_chance(way.state)) is not None:
        return at_chance(run, way, open_chance)
    if (plan := run.host.plan(way.state)) is not None:
        return at_decision(run, way, plan)
    return _continue_at_rest(run, way)


def _continue_at_rest(run: ExampleRun[S], way: Way[S]) -> Iterator[Way[S]] | None:
    """Continues where nothing is open: the givens are put on the table, a run begins, or a fact is tested."""
    match line := next_line(run, way):
        case None:
            return iter((evolve(way.at(run.host.put(way.state, run.spec.given), ""), placed=True),))
        case Run():
            return iter((way.at(run.host.enter(way.state, line.entry), "").on(),))
        case Then():
            return check_fact(run, way, line)
        case FixRoll() | FixDraw():
            run.fail(way, line.site, "nothing is rolled or drawn here: write this behind the line that leads to it")
            return None
        case Plays() | Cannot() | MayChoose():
            run.fail(way, line.site, f"{seat_name(run, line.seat)} is not asked anything here")
            return None
        case _:
            assert_never(line)


def _seed(name: str) -> int:
    """A fixed seed for the samples of the example with this name."""
    return int.from_bytes(sha256(name.encode()).digest()[:7], "little")
