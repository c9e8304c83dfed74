"""Ends a command at once on Ctrl-C, also while the main thread runs a wasm module: Python handles signals only between its own instructions."""

from __future__ import annotations

import os
import signal
from threading import Event, Thread
from types import FrameType
from typing import Never

from gamedsl.cli.common.exit_codes import ExitCode

PATIENCE = 0.2
"""Seconds that the main thread has to hear the signal and to end in its own way."""


def end_promptly() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt as usual; the process ends if that has no effect in time. For the main thread of a program.

    Whoever starts the program may have turned the signal off: then it stays so."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    reader, writer = os.pipe()
    if os.name != "nt":
        os.set_blocking(writer, False)
    heard = Event()

    def interrupted(number: int, frame: FrameType | None) -> Never:
        heard.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupted)
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
