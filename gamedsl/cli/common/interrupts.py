"""Ends a command at once on Ctrl-C, even while the main thread runs a wasm module: Python handles signals only between its own instructions."""

from __future__ import annotations

import os
import signal
from threading import Event, Thread
from types import FrameType
from typing import Never

from gamedsl.cli.common.exit_codes import ExitCode

PATIENCE = 0.2
"""Seconds that the main thread has to handle the signal and to end by itself."""


def end_promptly() -> None:
    """Makes Ctrl-C end the process if KeyboardInterrupt has no effect in time. To be called in the main thread.

    If whoever started the program has turned the signal off, it stays off.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    reader, writer = os.pipe()
    if os.name != "nt":
        os.set_blocking(writer, False)
    heard = Event()

    def interrupt(number: int, frame: FrameType | None) -> Never:
        heard.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    # The byte is written when the signal arrives, even while the main thread runs other code.
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    Thread(target=_watch, args=(reader, heard), daemon=True).start()


def _watch(reader: int, heard: Event) -> None:
    while number := os.read(reader, 1):
        if number[0] != signal.SIGINT:
            continue
        if not heard.wait(PATIENCE):
            os.write(2, b"interrupted\n")
            os._exit(ExitCode.INTERRUPTED)
        heard.clear()
