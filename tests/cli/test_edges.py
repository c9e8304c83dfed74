"""Odd ways to start a command, and what faults advise."""

from __future__ import annotations

import errno
import io
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Runs, environment
from gamedsl.cli.main import run
from gamedsl.graph.model.faults import FAULTS
from gamedsl.reports.fault_advice import ADVICE


@pytest.mark.parametrize(
    ("words", "code"),
    [("check heap.gdl >&-", 0), ("check - <&-", 1), ("check nothing.gdl 2>&-", 2), ("play heap.gdl --seed 1 <&-", 0)],
)
@pytest.mark.usefixtures("heap")
def test_closed_streams(words: str, code: int) -> None:
    command = f"'{sys.executable}' -m gamedsl {words}"
    ran = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, text=True, check=False)
    assert (ran.returncode, "Traceback" in ran.stderr) == (code, False)


class FullDisk(io.StringIO):
    """What is written here finds no place."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_an_output_that_cannot_be_written(
    heap: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert run(["check", heap]) == 4
    assert capsys.readouterr().err == "error: what was found cannot be written: No space left on device\n"


def test_an_editor_that_announces_more_than_there_is_memory_is_told(
    gamedsl: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(_: object, size: int = -1) -> bytes:
        raise MemoryError

    monkeypatch.setattr("pygls.io_.StdinAsyncReader.readexactly", read)
    ran = gamedsl("lsp", stdin=b"Content-Length: 100000000000\r\n\r\n")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("error: the editor has sent a message that is larger than the memory")


def test_a_port_that_somebody_uses_is_named(gamedsl: Runs) -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        ran = gamedsl("lsp", "--port", str(port))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: port {port} cannot be used: Address already in use\nhelp: name another one\n")


def test_what_was_printed_before_a_wrong_use_is_there(heap: str) -> None:
    command = [sys.executable, "-m", "gamedsl", "test", heap, "nothing.gdl", "--matches", "1", "--no-cache"]
    ran = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stdout.startswith("heap.gdl\n  ok 1 example\n")


def test_files_without_an_end(gamedsl: Runs) -> None:
    with Path("large.gdl").open("wb") as file:
        file.truncate(17 << 20)
    ran = gamedsl("check", "large.gdl")
    assert (ran.code, ran.err) == (3, "error: `large.gdl` has more than 16 megabytes, which no rules need\n")


def test_an_ending_that_nothing_is_made_for(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("graph", heap, "-o", "heap.docx")
    assert ran.code == 2
    assert ran.err.startswith("error: nothing is made that ends in `.docx`\nhelp: there is .svg, ")
    assert not Path("heap.docx").exists()
    told = "error: invalid value for '-o' / '--output': the name is empty"
    assert all(gamedsl(command, heap, "-o", "").err.startswith(told) for command in ("graph", "build", "tune"))


def test_names_are_those_that_moves_can_name(gamedsl: Runs, heap: str) -> None:
    assert gamedsl("play", heap, "--names", "Ann,Bób").code == 2


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_advice(gamedsl: Runs, code: str) -> None:
    assert ADVICE[code] in gamedsl("explain", code).out


def test_a_fault_says_what_can_be_done(gamedsl: Runs, heap: str) -> None:
    Path("wrong.gdl").write_text(Path(heap).read_text().replace("rounds at most 21", "rounds at most 1"))
    ran = gamedsl("simulate", "wrong.gdl", "--matches", "1")
    assert ran.code == 1
    assert f"help: {ADVICE['E_LIMIT']}\n" in ran.err


@pytest.mark.parametrize(("command", "form"), [("check", "sarif"), ("graph", "svg"), ("diff", "markdown")])
def test_two_forms_at_once_are_refused(heap: str, command: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, heap, "--json", "--format", form]) == 2
    assert f"`--json` and `--format {form}` contradict each other" in capsys.readouterr().err


@pytest.mark.parametrize("until", ["0.0099%", "50.1", "much"])
def test_a_width_that_no_interval_has_is_refused(gamedsl: Runs, heap: str, until: str) -> None:
    refused = f"`--until {until}` is no percentage from 0.01 to 50"
    assert refused in gamedsl("compare", heap, heap, "--matches", "2", "--until", until).err
