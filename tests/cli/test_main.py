"""The command line as a whole: help, wrong use, quick starts, clean ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Runs, environment
from gamedsl.cli.main import COMMANDS
from gamedsl.versions import API, LANGUAGE
from gamedsl_interpreter.wasm.instances.interface import ABI

PYTHON = (sys.executable, "-m", "gamedsl")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_all_commands(gamedsl: Runs, flag: str) -> None:
    ran = gamedsl(flag)
    assert (ran.code, ran.err) == (0, "")
    assert all(f"\n  {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_its_own_help(gamedsl: Runs, name: str) -> None:
    ran = gamedsl(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: gamedsl {name} ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "Usage: gamedsl"),
        (["chek"], "error: there is no command `chek`; did you mean `check`?"),
        (["xyzzy"], "error: there is no command `xyzzy`\n"),
        (["format", "x.gdl"], "error: there is no command `format`; did you mean `fmt`?\n"),
        (["run", "x.gdl"], "error: there is no command `run`; did you mean `play`?\n"),
        (["sim", "x.gdl"], "error: there is no command `sim`; did you mean `simulate`?\n"),
        (["simulate", "-n", "5", "x.gdl"], "error: no such option `-n`; did you mean `--matches`?\n"),
        (["test", "--runs", "5", "x.gdl"], "error: no such option `--runs`; did you mean `--matches`?\n"),
        (["simulate", "--sede", "5", "x.gdl"], "error: no such option `--sede`; did you mean `--seed`?\n"),
        (["graph", "-f", "dot", "x.gdl"], "error: no such option `-f`; did you mean `--format`?\n"),
        (["explain", "-n", "E0301"], "error: no such option `-n`\n"),
        (["check"], "error: missing argument 'FILE...'"),
        (["check", "--nonsense", "x"], "error: no such option"),
        (["--nonsense"], "error: no such option"),
        (["simulate", "x.gdl", "--matches", "0"], "error: invalid value for '--matches'"),
    ],
)
def test_wrong_use_ends_with_2(gamedsl: Runs, args: list[str], says: str) -> None:
    ran = gamedsl(*args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(says)


def test_the_version_names_package_language_api_and_abi(gamedsl: Runs) -> None:
    lines = gamedsl("--version").out.splitlines()
    assert [line.rpartition(" ")[0] for line in lines] == ["gamedsl", "language", "API", "module ABI"]
    assert lines[1:] == [f"language {LANGUAGE}", f"API {API}", f"module ABI {ABI}"]


@pytest.mark.parametrize("args", [["--help"], ["explain", "E_BOUND"]])
def test_a_quick_start_reads_no_heavy_module(args: list[str]) -> None:
    script = (
        "import sys; from gamedsl.cli.main import run; run(sys.argv[1:]);"
        "print(sorted({'lark', 'rich', 'cattrs', 'gamedsl_interpreter', 'gamedsl.compile'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *args], env=environment(), capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"


def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [*PYTHON, "explain"], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_an_interrupt_is_clean(tmp_path: Path) -> None:
    """Standard input is a pipe that nobody writes to: the program waits there until it is interrupted."""
    command = [*PYTHON, "check", "-"]
    with subprocess.Popen(
        command, env=environment(), cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        _wait_until_reading(process)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b"interrupted\n"


def _wait_until_reading(process: subprocess.Popen[bytes]) -> None:
    """Until the process waits for its standard input, as the system tells (or has ended)."""
    while process.poll() is None and Path(f"/proc/{process.pid}/syscall").read_text().split()[:2] != ["0", "0x0"]:
        os.sched_yield()
