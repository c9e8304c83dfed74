"""Runs the command line inside this process: what goes in, what comes out."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from gamedsl.cli.main import run


@frozen
class Ran:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str


Runs = Callable[..., Ran]


def environment(**more: str) -> dict[str, str]:
    """The variables of a program that a test starts: those of the test, so that it finds games that others have compiled, and some more."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runs:
    """A function that runs `gamedsl` with arguments and standard input."""

    def gamedsl(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8", errors="surrogateescape")
        )
        capsys.readouterr()
        code = run(args)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return gamedsl


def moves(file: str) -> list[tuple[str, str]]:
    """The seats and moves of a written match."""
    return [(move["seat"], move["move"]) for move in json.loads(Path(file).read_text())["moves"]]
