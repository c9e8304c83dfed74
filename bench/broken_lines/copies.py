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
from typing import NamedTuple

from attrs import asdict, frozen

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
    results, run = (copy.with_name(f"{copy.name}-{name}") for name in ("results.jsonl", "run.json"))
    results.write_text("", encoding="utf-8")
    run.write_text(json.dumps(asdict(Run(list(left_out), list(first), str(results)))), encoding="utf-8")
    plugins = ("-p", "no:cacheprovider", "-p", "bench.broken_lines.plugin")
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *plugins, *options, *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(copy), str(copy / "interpreter"))), VARIABLE: str(run)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_limit_memory,
    )
    try:
        code = process.wait(patience)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        _end(process)
    lines = results.read_text(encoding="utf-8").splitlines()
    return Ran(code, [Result(*json.loads(line)) for line in lines])


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process with all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
