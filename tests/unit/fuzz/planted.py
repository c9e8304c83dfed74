"""A stage with planted failures: what an input says is done."""

from __future__ import annotations

import os
import signal

from fuzz.stages import FINE, Stage


def tried(data: bytes) -> str:
    """`raise`, `loop`, `deaf`, `eat`, `wait` and `die`, wherever they stand in the text."""
    if b"raise" in data:
        raise ValueError("planted")
    if b"loop" in data:
        _loop()
    if b"deaf" in data:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])
        _loop()
    if b"eat" in data:
        bytearray(1 << 40)
    if b"wait" in data:
        signal.pause()
    if b"die" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    return FINE


def _loop() -> None:
    number = 0
    while True:
        number += 1


def deadly(data: bytes) -> str:
    """Dies at three equal letters."""
    return tried(b"die" if has_three(data) else b"")


def broken(data: bytes) -> str:
    """Raises something at three equal letters."""
    return tried(b"raise" if has_three(data) else b"")


def has_three(data: bytes) -> bool:
    """Whether a letter or a 0 stands three times in a row."""
    return any(bytes([letter]) * 3 in data for letter in b"abcdefghij0")


STAGE = Stage("planted", tried, 0.2, 512 << 20, 0, 10, 100)
DEADLY = Stage("parse", deadly, 1, 512 << 20, 0, 10, 100)
BROKEN = Stage("parse", broken, 1, 512 << 20, 0, 10, 100)
