"""Colours and progress on a terminal, and only there."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Runs

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", "COLUMNS": "100"}


def on_a_terminal(*args: str) -> str:
    """What a command shows on a terminal."""
    main, side = pty.openpty()
    command = [sys.executable, "-m", "gamedsl", *args]
    with subprocess.Popen(command, env=ENV, stdin=side, stdout=side, stderr=side) as process:
        os.close(side)
        shown = b"".join(iter(lambda: _read(main), b""))
        process.wait()
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    """The next piece, empty at the end (which Linux tells as an error)."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_findings_have_colours_on_a_terminal_only(gamedsl: Runs, heap: str) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("heap -= stones", "heap -= stonse"))
    assert "\x1b[31m\x1b[1merror" in on_a_terminal("check", heap)
    assert "\x1b" not in gamedsl("check", heap).out


@pytest.mark.usefixtures("gamedsl")
def test_many_matches_show_their_progress(heap: str) -> None:
    shown = on_a_terminal("simulate", heap, "--matches", "60")
    assert "matches" in shown
    assert "60/60" in shown
    assert "The heap is empty." in shown


@pytest.mark.usefixtures("gamedsl")
def test_data_are_plain_on_a_terminal_too(heap: str) -> None:
    assert "\x1b" not in on_a_terminal("check", heap, "--json")
