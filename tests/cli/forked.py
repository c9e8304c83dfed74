"""Starts commands at a terminal as copies of one process that has read `gamedsl` in: reading it in takes longer than most conversations."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from socket import AF_UNIX, SOCK_STREAM, recv_fds, send_fds, socket, socketpair

from cli.running import environment
from gamedsl.cli.main import run

_FORKING = get_context("forkserver")
_FORKING.set_forkserver_preload(
    ["cli.forked", "gamedsl.cli.commands.play", "gamedsl.cli.playing.conversation", "gamedsl_interpreter.wasm.engine"]
)


def started(terminal: int, *args: str, **more: str) -> BaseProcess:
    """Starts `gamedsl` with these arguments at a terminal; `more` are variables of its environment."""
    here, there = socketpair(AF_UNIX, SOCK_STREAM)
    with here, there:
        process = _FORKING.Process(target=_run_at, args=(there, os.getcwd(), environment() | more, args))
        process.start()
        send_fds(here, [b"terminal"], [terminal])
    return process


def _run_at(sent: socket, folder: str, known: dict[str, str], args: tuple[str, ...]) -> None:
    with sent:
        _, (side,), _, _ = recv_fds(sent, 16, 1)
    for number in range(3):
        os.dup2(side, number)
    os.close(side)
    os.environ.clear()
    os.environ.update(known)
    os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding="utf-8", buffering=1, closefd=False)
        for number, mode in enumerate(("r", "w", "w"))
    )
    sys.exit(run(args))
