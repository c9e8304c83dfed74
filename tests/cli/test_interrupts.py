"""Ctrl-C in the middle of work: every command that can be busy for long hears it, also while a module runs."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from cli.running import environment
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c
from share import IS_WHOLE, paired, share

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
PIG = GAMES / "classics" / "pig.gdl"
"""A game that is small, so that a program soon plays it, and long where it is mutated or verified."""
WITHIN = 60
"""Seconds after which a program counts as hanging; how quickly commands end is measured by `bench/interrupts.py`."""

LONG = (
    ("simulate", str(PIG), "--matches", "100000000"),
    ("test", str(PIG), "--matches", "100000000"),
    ("perft", str(GAMES / "classics" / "breakthrough.gdl"), "--depth", "30", "--most", "10000000"),
    ("explore", str(GAMES / "classics" / "connect_four.gdl"), "--most", "10000000"),
    ("verify", str(PIG), "--matches", "100000000"),
)


@pytest.mark.parametrize("command", share(LONG, 3), ids=lambda command: command[0])
def test_a_busy_command_ends(command: tuple[str, ...]) -> None:
    assert _interrupted([sys.executable, "-m", "gamedsl", *command], 1.3) == (130, b"interrupted\n")


def test_a_command_with_several_processes_ends_them_when_another_program_ends_it(tmp_path: Path) -> None:
    command = ("mutate", str(GAMES / "classics" / "chess.gdl"), "--no-cache", "--jobs", "2")
    code, said = _interrupted([sys.executable, "-m", "gamedsl", *command], 2.0, tmp_path, signal.SIGTERM)
    assert (code, said.splitlines()[-1]) == (130, b"interrupted")  # Before it, perhaps, how far it came.


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
    (tmp_path / "spin.wasm").write_bytes(encode(Module([fn], ("spin",), 1, [], ())))
    script = (
        "from pathlib import Path\n"
        "from gamedsl.cli.common.interrupts import end_promptly\n"
        "from gamedsl_interpreter.wasm.instances.module import Program\n"
        "spin = Program(Path('spin.wasm').read_bytes()).instance().functions['spin']\n"
        "end_promptly()\n"
        "print('ready', flush=True)\n"
        "spin(0)\n"
    )
    assert _interrupted([sys.executable, "-c", script], 0.5, tmp_path) == (130, b"interrupted\n")


_PLAN = """
matches = 10000000
seeds = [1]
agents = ["random"]
[[games]]
file = "pig"
players = 3
"""
_SEVERAL = (
    ("campaign", "plan.toml", "--jobs", "2"),
    ("report", "pig", "-o", "report.html", "--matches", "10000000", "--jobs", "2"),
    ("mutate", "pig", "--no-cache", "--jobs", "2"),
    ("compare", "pig", "two_dice_pig", "--matches", "10000000", "--jobs", "2"),
)


_MOMENTS = (1.0, 2.5 if IS_WHOLE else 1.8)
"""Seconds of processor time after which all processes are interrupted: while they begin, and while they work."""
_BUSY = share(paired(_SEVERAL, _MOMENTS), 3)


@pytest.mark.parametrize(("command", "busy"), _BUSY, ids=[command[0] for command, _ in _BUSY])
def test_a_command_with_several_processes_says_it_once(command: tuple[str, ...], busy: float, tmp_path: Path) -> None:
    """The keyboard interrupts all of them, while they begin, too; none says anything of its own, and nothing of them is left."""
    (tmp_path / "plan.toml").write_text(_PLAN)
    assert _group_interrupted([sys.executable, "-m", "gamedsl", *command], busy, tmp_path) == (130, b"interrupted\n")


_STARTING = """
import os, signal, sys
from importlib.abc import MetaPathFinder

class Interrupting(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Interrupting())
sys.argv = ["gamedsl", "check", "gloriana"]
from gamedsl.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "module",
    [
        "gamedsl.cli",
        "gamedsl.cli.main",
        "click",
        "gamedsl.values",
        "gamedsl.cli.common.interrupts",
        "gamedsl.cli.commands.check",
        "gamedsl.syntax.parse",
    ],
)
def test_a_program_that_has_just_begun_ends(module: str) -> None:
    """It is interrupted while it reads this module in."""
    program = _STARTING.replace("MODULE", repr(module))
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (130, b"interrupted\n", b"")


def _group_interrupted(command: list[str], busy: float, folder: Path) -> tuple[int, bytes]:
    """Interrupts all processes of a program after so many seconds of work, and returns its exit code and output."""
    with subprocess.Popen(
        command,
        env=environment(),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            while process.poll() is None and sum(map(_worked, _group(process.pid))) < busy:
                select.select([], [], [], 0.05)
            os.killpg(process.pid, signal.SIGINT)
            _, said = process.communicate(timeout=WITHIN)  # until none of them has the pipe open
        finally:
            with suppress(ProcessLookupError):  # all of them have ended
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, said


def _group(group: int) -> list[int]:
    """The processes of a group."""
    found: list[int] = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                found.append(int(place.name))
    return found


def _interrupted(
    command: list[str], busy: float, folder: Path | None = None, by: signal.Signals = signal.SIGINT
) -> tuple[int, bytes]:
    """How a program ends that is interrupted after it has worked for so many seconds of processor time, and what it says."""
    with subprocess.Popen(
        command, env=environment(), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            while process.poll() is None and _worked(process.pid) < busy:
                select.select([], [], [], 0.05)  # leaves the processor to the program
            process.send_signal(by)
            _, said = process.communicate(timeout=WITHIN)
        finally:
            process.kill()
        return process.returncode, said


def _worked(pid: int) -> float:
    """Processor time of a process so far, in seconds, as the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
