"""Ctrl-C in the middle of work: every command that can be busy for long hears it, also while a module runs."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encoded
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, c

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
ENV = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "interpreter")))}
WITHIN = 60
"""Seconds after which a program counts as hanging; how quickly commands end is measured by `bench/interrupts.py`."""

LONG = (
    ("simulate", str(GAMES / "gloriana.gdl"), "--matches", "100000000"),
    ("test", str(GAMES / "gloriana.gdl"), "--matches", "100000000"),
    ("mutate", str(GAMES / "gloriana.gdl"), "--no-cache", "--jobs", "2"),
    ("perft", str(GAMES / "classics" / "breakthrough.gdl"), "--depth", "30", "--most", "10000000"),
    ("explore", str(GAMES / "classics" / "connect_four.gdl"), "--most", "10000000"),
    ("verify", str(GAMES / "gloriana.gdl"), "--matches", "100000000"),
)


@pytest.mark.parametrize("command", LONG, ids=[command[0] for command in LONG])
def test_a_busy_command_ends(command: tuple[str, ...]) -> None:
    assert _interrupted([sys.executable, "-m", "gamedsl", *command], 2.0) == (130, b"interrupted\n")


def test_a_solver_says_how_far_it_came() -> None:
    """It decides something already, and has to be asked where it stands."""
    command = ("solve", str(GAMES / "classics" / "connect_four.gdl"), "--most", "100000000")
    code, said = _interrupted([sys.executable, "-m", "gamedsl", *command], 2.0)
    assert code == 130
    assert re.fullmatch(rb"stopped after [\d,]+ positions, up to \d+ moves deep\n", said)


def test_a_call_that_does_not_come_back_ends(tmp_path: Path) -> None:
    """A module that goes round in circles: Python never gets to the signal."""
    fn = Fn("spin", ("i32",), "i32")
    with fn.loop() as again:
        fn.br(again)
    fn.ret(c(0))
    (tmp_path / "spin.wasm").write_bytes(encoded(Module([fn], ("spin",), 1, [], ())))
    script = (
        "from pathlib import Path\n"
        "from gamedsl.cli.common.interrupts import end_promptly\n"
        "from gamedsl_interpreter.wasm.module import Program\n"
        "spin = Program(Path('spin.wasm').read_bytes()).instance().functions['spin']\n"
        "end_promptly()\n"
        "print('ready', flush=True)\n"
        "spin(0)\n"
    )
    assert _interrupted([sys.executable, "-c", script], 1.0, tmp_path) == (130, b"interrupted\n")


def _interrupted(command: list[str], busy: float, folder: Path | None = None) -> tuple[int, bytes]:
    """How a program ends that is interrupted after it has worked for so many seconds of processor time, and what it says."""
    with subprocess.Popen(
        command, env=ENV, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            while process.poll() is None and _worked(process.pid) < busy:
                select.select([], [], [], 0.05)  # leaves the processor to the program
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=WITHIN)
        finally:
            process.kill()
        return process.returncode, said


def _worked(pid: int) -> float:
    """Processor time of a process so far, in seconds, as the system tells."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
