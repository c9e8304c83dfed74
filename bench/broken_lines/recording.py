"""Which tests execute which places: each file of tests runs once, in a copy that notes it.

What a test does is noted for that test. What happens while a test is prepared is noted for all tests of its file, and what happens while
files are collected for all tests of the files that ran together.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import asdict, frozen

from bench.broken_lines.copies import run_tests
from bench.broken_lines.places import Place, marked

PATIENCE = 3600
"""Seconds after which a file of tests hangs."""
_RUN_TO_THE_END = (0, 1, 5)
"""The codes with which pytest says that all tests passed, that some failed, and that there were none."""
_HITS = '''"""Notes which places are executed."""

import os

seen = set()


def hit(number):
    if number not in seen:
        seen.add(number)
        with open({file!r}, "a", encoding="utf-8") as file:
            file.write(f"{{number}}\\t{{os.environ.get('PYTEST_CURRENT_TEST', '')}}\\n")


os.register_at_fork(after_in_child=seen.clear)
'''


@frozen
class Recorded:
    """A file of tests: a digest of its bytes, the seconds of its tests that pass, and the places that they execute.

    `executed` has them for each test, and under "" for all tests of the file. A place is a number of the order in which places are drawn.
    """

    file: str
    digest: str
    seconds: dict[str, float]
    failed: list[str]
    executed: dict[str, list[int]]

    def tests_that_execute(self, number: int) -> list[str]:
        """Returns the tests that pass and execute a place."""
        if number in self.executed.get("", ()):
            return list(self.seconds)
        return [test for test in self.seconds if number in self.executed.get(test, ())]

    def tests_if_any_executes(self, number: int) -> list[str]:
        """Returns all tests that pass if one of them executes a place, as those of a value that is made when a module is imported."""
        return list(self.seconds) if any(number in places for places in self.executed.values()) else []

    def tests_beside(self, number: int) -> list[str]:
        """Returns the tests that do not execute a place themselves, but may look at what another test of the file has made and kept."""
        executing = set(self.tests_that_execute(number))
        return [test for test in self.seconds if test not in executing] if executing else []


def mark(copy: Path, chosen: Sequence[Place]) -> None:
    """Makes a copy of the repository note which of the places are executed."""
    marks: dict[str, dict[int, int]] = defaultdict(dict)
    for number, place in enumerate(chosen):
        marks[place.path][place.number] = number
    for path, of_nodes in marks.items():
        file = copy / path
        file.write_text(marked(file.read_text(encoding="utf-8"), of_nodes, "gamedsl.hits"), encoding="utf-8")
    (copy / "gamedsl/hits.py").write_text(_HITS.format(file=str(_noted(copy))), encoding="utf-8")


def _noted(copy: Path) -> Path:
    return copy.with_name("hits.txt")


def record_each(copy: Path, files: Sequence[str]) -> Iterator[Recorded]:
    """Records files of tests, alone if their process did not run all of them; a file that cannot be run alone either is told and left out."""
    recorded = record(copy, files)
    if recorded is not None:
        yield from recorded
    elif len(files) > 1:
        for file in files:
            yield from record_each(copy, [file])
    else:
        print(f"{files[0]} does not run to its end", file=sys.stderr, flush=True)


def record(copy: Path, files: Sequence[str]) -> list[Recorded] | None:
    """Runs files of tests in a copy that was marked, in one process: to begin one takes longer than most files do. None if it did not run them to the end."""
    _noted(copy).write_text("", encoding="utf-8")
    ran = run_tests(copy, files, (), (), PATIENCE * len(files))
    if ran.code not in _RUN_TO_THE_END:
        return None
    executed: dict[str, dict[str, set[int]]] = {file: defaultdict(set) for file in files}
    running = ""
    for line in _noted(copy).read_text(encoding="utf-8").splitlines():
        number, _, context = line.partition("\t")
        if not context or _file_of(context) in executed:  # a test may run tests of its own
            running = context
        test, _, phase = running.rpartition(" ")
        # What is imported is imported for all files.
        for file in [_file_of(test)] if test else files:
            executed[file][test if phase == "(call)" else ""].add(int(number))
    return [
        Recorded(
            file,
            digest(copy, file),
            {one.test: one.seconds for one in ran.results if one.has_passed and _file_of(one.test) == file},
            [one.test for one in ran.results if not one.has_passed and _file_of(one.test) == file],
            {test: sorted(numbers) for test, numbers in executed[file].items()},
        )
        for file in files
    ]


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def digest(copy: Path, file: str) -> str:
    """Returns what changes with a file of tests."""
    return sha256((copy / file).read_bytes()).hexdigest()[:16]


def files_of_tests(copy: Path, under: Sequence[str]) -> list[str]:
    """Returns the files of tests in some folders."""
    paths = {
        path for one in under for path in ([copy / one] if one.endswith(".py") else (copy / one).rglob("test_*.py"))
    }
    return sorted(path.relative_to(copy).as_posix() for path in paths)


def read(recording: Path) -> dict[str, Recorded]:
    """Reads what was recorded; of a file that was recorded twice the later counts."""
    lines = recording.read_text(encoding="utf-8").splitlines() if recording.exists() else []
    return {one.file: one for one in (Recorded(**json.loads(line)) for line in lines)}


def add(recording: Path, recorded: Recorded) -> None:
    """Adds a file of tests to what was recorded."""
    with recording.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(recorded)) + "\n")
