"""Replaces files whole or not at all: a file is written under another name and then renamed, so that the old one survives a full disk, a kill or a power cut."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def write_atomically(path: str, data: bytes) -> None:
    """Replaces a file by one with these bytes. Raises OSError, and then the old file is unchanged."""
    with replace_file(path) as file:
        file.write(data)


@contextmanager
def replace_file(path: str) -> Generator[BinaryIO]:
    """Opens a new file for writing, which takes the place and permissions of the old one when all is written; follows links. Anything that is not a file
    (a pipe, `/dev/null`) is written to directly. Raises OSError, and passes on exceptions of the writing code; then the old file is unchanged."""
    target = os.path.realpath(path)
    try:
        old: os.stat_result | None = os.stat(target)
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(target, "wb") as file:
            yield file
        return
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13), path)
    folder = os.path.dirname(target)
    beside = os.path.join(folder, f".gamedsl-{os.urandom(8).hex()}.tmp")
    try:
        with open(beside, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            # Owner and group, if that is allowed, and then the permissions
            if hasattr(os, "chown"):
                with suppress(OSError):
                    os.chown(beside, old.st_uid, old.st_gid)
            os.chmod(beside, stat.S_IMODE(old.st_mode))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
    sync_folder(folder)


def sync_folder(folder: str) -> None:
    """Makes the new name survive a power cut, on systems that can synchronise folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
