"""Ends a command at once on Ctrl-C, and when another program ends it, even while the main thread runs a wasm module: Python handles signals only between its own
instructions."""

from __future__ import annotations

import os
import signal
from collections.abc import Set
from threading import Event, Thread
from types import FrameType
from typing import Never

from gamedsl.cli.common.exit_codes import ExitCode

_ENDING = ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL))
"""The signals that end a command, each with what is done usually. Python would leave processes and what they share behind."""
PATIENCE = 0.2
"""Seconds that the main thread has to handle the signal and to end by itself."""


def end_promptly() -> None:
    """Makes Ctrl-C and SIGTERM end the process if KeyboardInterrupt has no effect in time. To be called in the main thread.

    If whoever started the program has turned a signal off, it stays off.
    """
    ending = {one for one, usual in _ENDING if signal.getsignal(one) == usual}
    if not ending:
        return
    reader, writer = os.pipe()
    if os.name != "nt":
        os.set_blocking(writer, False)
    heard = Event()

    def interrupt(number: int, frame: FrameType | None) -> Never:
        heard.set()
        raise KeyboardInterrupt

    for one in ending:
        signal.signal(one, interrupt)
    # The byte is written when the signal arrives, even while the main thread runs other code.
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    Thread(target=_watch, args=(reader, heard, ending), daemon=True).start()


def _watch(reader: int, heard: Event, ending: Set[int]) -> None:
    while number := os.read(reader, 1):
        if number[0] not in ending:
            continue
        if not heard.wait(PATIENCE):
            os.write(2, b"interrupted\n")
            os._exit(ExitCode.INTERRUPTED)
        heard.clear()
