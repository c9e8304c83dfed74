"""Breaks one place, and runs the tests that execute it: those of its folder, then the others, until one fails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from attrs import asdict, frozen

from bench.broken_lines.copies import Prepared, Ran, run_tests
from bench.broken_lines.folders import tests_of
from bench.broken_lines.places import Place, broken, runs_at_import
from bench.broken_lines.recording import Recorded, files_of_tests

WHOLE = ".whole"
"""What the name of a module ends with while a broken one is in its place."""
FEWEST_AT_ONCE, MOST_AT_ONCE = 2, 12
"""Files of tests in one run: each run starts anew, and collects all its files before the first test. Most breaks are noticed by the first files."""


@frozen
class Tried:
    """A break, and who noticed it: `folder` or `suite`, or nobody. `by` is the test, or how it ended otherwise.

    `left` are the tests of other folders that execute the place and were not run, because they would have taken too long.
    """

    path: str
    line: int
    how: str
    number: int
    noticed: str
    by: str
    ran: int
    left: int
    seconds: float

    @property
    def place(self) -> Place:
        """What was broken."""
        return Place(self.path, self.line, self.how, self.number)


@frozen
class _Part:
    """Tests of one file that run, with their seconds, the quickest first; and its tests that do not."""

    file: str
    seconds: dict[str, float]
    left_out: list[str]


def try_place(
    copy: Path, place: Place, at: int, recorded: Sequence[Recorded], budget: float, prepared: Prepared | None = None
) -> Tried:
    """Breaks a place, whose number in the recording is `at`. Tests outside its folder run for at most `budget` seconds of processor time.

    Forks of the prepared process run the tests, unless the place is executed before they begin.
    """
    file = copy / place.path
    text = file.read_text(encoding="utf-8")
    at_import = runs_at_import(text, place)
    own_files = set(files_of_tests(copy, tests_of(copy, place.path)))
    parts = [_part(one, _tests_of(one, at, at_import)) for one in recorded]
    parts.sort(key=lambda part: sum(part.seconds.values()))
    own = [part for part in parts if part.seconds and part.file in own_files]
    others, left = _within(budget, [part for part in parts if part.seconds and part.file not in own_files])
    beside = [_part(one, one.tests_beside(at)) for one in recorded if one.file in own_files and not at_import]
    if at_import or any(at in one.executed.get("", ()) for one in recorded):
        prepared = None
    whole = file.with_name(file.name + WHOLE)
    file.rename(whole)
    ran, seconds = 0, 0.0
    try:
        file.write_text(broken(text, place), encoding="utf-8")
        for stage, of_stage in (
            ("folder", own),
            ("folder", [part for part in beside if part.seconds]),
            ("suite", others),
        ):
            for done in _runs(copy, place, text, of_stage, prepared):
                ran, seconds = ran + len(done.results), seconds + sum(one.seconds for one in done.results)
                if done.has_failed:
                    return Tried(
                        **asdict(place), noticed=stage, by=_failure(done), ran=ran, left=0, seconds=round(seconds, 1)
                    )
    finally:
        whole.replace(file)
    return Tried(**asdict(place), noticed="", by="", ran=ran, left=left, seconds=round(seconds, 1))


def mend(copy: Path) -> None:
    """Puts modules back in their places that a process has left broken when it was killed."""
    for whole in copy.rglob(f"*.py{WHOLE}"):
        whole.replace(whole.with_name(whole.name.removesuffix(WHOLE)))


def _tests_of(recorded: Recorded, at: int, at_import: bool) -> list[str]:
    return recorded.tests_if_any_executes(at) if at_import else recorded.tests_that_execute(at)


def _part(recorded: Recorded, tests: Sequence[str]) -> _Part:
    seconds = {test: recorded.seconds[test] for test in sorted(tests, key=recorded.seconds.__getitem__)}
    return _Part(
        recorded.file, seconds, [*recorded.failed, *(test for test in recorded.seconds if test not in seconds)]
    )


def _within(budget: float, parts: Sequence[_Part]) -> tuple[list[_Part], int]:
    """Returns the tests that fit into a budget of seconds, and the number of those that do not."""
    fitting: list[_Part] = []
    left = 0
    for part in parts:
        seconds: dict[str, float] = {}
        for test, own in part.seconds.items():
            budget -= own
            if budget > 0:
                seconds[test] = own
        too_many = [test for test in part.seconds if test not in seconds]
        left += len(too_many)
        if seconds:
            fitting.append(_Part(part.file, seconds, [*part.left_out, *too_many]))
    return fitting, left


def _runs(copy: Path, place: Place, text: str, parts: Sequence[_Part], prepared: Prepared | None) -> Iterator[Ran]:
    """Runs tests, and yields what each run gave: all in one fork, or some files at a time."""
    tests = [test for part in parts for test in part.seconds]
    forked = prepared.run(place, text, tests, _patience(parts)) if prepared and tests else None
    if forked:
        yield forked
        return
    for some in _batches(parts):
        first = [test for part in some for test in part.seconds]
        left_out = [test for part in some for test in part.left_out]
        yield run_tests(copy, [part.file for part in some], left_out, first, _patience(some), "-x")


def _batches(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    rest, number = iter(parts), FEWEST_AT_ONCE
    while some := list(islice(rest, number)):
        yield some
        number = min(2 * number, MOST_AT_ONCE)


def _patience(parts: Sequence[_Part]) -> float:
    return 90 + 10 * sum(sum(part.seconds.values()) for part in parts)


def _failure(ran: Ran) -> str:
    if ran.code is None:
        return "tests that do not end"
    return next((one.test for one in ran.results if not one.has_passed), f"exit code {ran.code}")


def read(results: Path) -> dict[Place, Tried]:
    """Reads what was tried before."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return {one.place: one for one in (Tried(**json.loads(line)) for line in lines)}


def add(results: Path, tried: Tried) -> None:
    """Adds a break to the results."""
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(tried)) + "\n")
