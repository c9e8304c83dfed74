"""Engines in other processes, however these are begun. A child that hangs fails its test: it is ended, and so is everything that it has begun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

_PROGRAM = Path(__file__).with_name("other_processes.py")
_SECONDS = 400.0
"""The program gives its children less."""


def _said_by(tmp_path: Path, *command: str) -> tuple[int, str]:
    """The exit code of a program and what it has written. It has a group of processes of its own, which ends with it, and writes to a file: a child that
    outlives it keeps nobody waiting."""
    said = tmp_path / "said.txt"
    env = {**os.environ, "GAMEDSL_CACHE": "off"}
    with said.open("wb") as out:
        program = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True, env=env)
        try:
            code = program.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            code = -1
        finally:
            with suppress(ProcessLookupError):  # all of them have ended
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()
    return code, said.read_text(encoding="utf-8")


@pytest.mark.parametrize("method", get_all_start_methods())
def test_children_play_with_the_engine_of_their_parent_and_with_their_own(method: str, tmp_path: Path) -> None:
    code, said = _said_by(tmp_path, sys.executable, str(_PROGRAM), method)
    assert (code, said) == (0, f"{method}: all children played as their parent did\n")
