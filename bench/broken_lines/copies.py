"""Copies of the repository, and runs of tests inside them."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from attrs import asdict, frozen

from bench.broken_lines.forks import UNFIT, Request
from bench.broken_lines.places import Place
from bench.broken_lines.plugin import VARIABLE, Run

ROOT = Path(__file__).parents[2]
MOST_MEMORY = 6 << 30
"""Bytes that a process of a test may write to; a break may make it take all there is."""


class Result(NamedTuple):
    """A test, its seconds of processor time, and whether it passed."""

    test: str
    seconds: float
    has_passed: bool


@frozen
class Ran:
    """What a run of tests gave: the code that pytest ended with, none if it had to be stopped, and the tests."""

    code: int | None
    results: list[Result]

    @property
    def has_failed(self) -> bool:
        """Whether a test failed, the tests could not be collected, or they did not end. With the code 5 there were no tests."""
        return self.code not in (0, 5)


def copy_repository(copy: Path) -> None:
    """Copies the files that git knows, so that nothing that is built or cached comes along."""
    for name in _known():
        _copy_file(copy, name)


def _known(under: str = ".") -> list[str]:
    told = subprocess.run(["git", "ls-files", "-z", under], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [name for name in told.split("\0") if (ROOT / name).is_file()]


def _copy_file(copy: Path, name: str) -> None:
    target = copy / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(ROOT / name, target)


def copy_tests(copy: Path) -> None:
    """Copies the tests that have changed since."""
    for name in _known("tests"):
        if not (copy / name).exists() or (copy / name).read_bytes() != (ROOT / name).read_bytes():
            _copy_file(copy, name)


def run_tests(
    copy: Path, tests: Sequence[str], left_out: Sequence[str], first: Sequence[str], patience: float, *options: str
) -> Ran:
    """Runs tests in a copy, for at most `patience` seconds."""
    results = _fresh(copy, "results.jsonl")
    process = _start(copy, Run(list(left_out), list(first), str(results)), *options, *tests)
    try:
        code = process.wait(patience)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        _end(process)
    return Ran(code, _read(results))


def _fresh(copy: Path, name: str) -> Path:
    file = copy.with_name(f"{copy.name}-{name}")
    file.write_text("", encoding="utf-8")
    return file


def _read(results: Path) -> list[Result]:
    return [Result(*json.loads(line)) for line in results.read_text(encoding="utf-8").splitlines()]


def _start(copy: Path, run: Run, *arguments: str) -> subprocess.Popen[bytes]:
    file = _fresh(copy, "run.json")
    file.write_text(json.dumps(asdict(run)), encoding="utf-8")
    plugins = ("-p", "no:cacheprovider", "-p", "bench.broken_lines.plugin")
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *plugins, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(copy), str(copy / "interpreter"))), VARIABLE: str(file)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_limit_memory,
        pass_fds=[end for end in (run.asked, run.told) if end],
    )


class Prepared:
    """A process that has collected files of tests in a copy, and runs some of them in a fork for each break: so no break waits for imports."""

    def __init__(self, copy: Path, files: Sequence[str]) -> None:
        self._copy = copy
        self._results = _fresh(copy, "results-of-forks.jsonl")
        asked, ask = os.pipe()
        hear, told = os.pipe()
        self._process = _start(copy, Run([], [], str(self._results), asked, told), *files)
        os.close(asked)
        os.close(told)
        self._ask, self._hear = os.fdopen(ask, "w", encoding="utf-8"), os.fdopen(hear, encoding="utf-8")
        if self._hear.readline() != "ready\n":
            raise RuntimeError(f"the tests in {copy} cannot be collected")

    def run(self, place: Place, text: str, tests: Sequence[str], patience: float) -> Ran | None:
        """Runs tests in their order with a place of the text of a module broken, until one fails. None if a break needs a process of its own."""
        self._results.write_text("", encoding="utf-8")
        with TemporaryDirectory() as folder:
            variables = {"PYTEST_DEBUG_TEMPROOT": folder, "GAMEDSL_TEST_MODULES": folder}
            print(
                json.dumps(asdict(Request(place, text, list(tests), patience, variables))), file=self._ask, flush=True
            )
            code: int | None = json.loads(self._hear.readline())
        return None if code == UNFIT else Ran(code, _read(self._results))

    def end(self) -> None:
        """Ends the process."""
        self._ask.close()
        _end(self._process)
        self._hear.close()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
