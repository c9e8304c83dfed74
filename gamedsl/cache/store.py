"""A folder of entries by key. Any number of processes may use it, and anybody may delete it: after any damage the entry is simply missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256

from gamedsl.values import frozen

LIMIT = 256 << 20
"""Bytes of all entries together. Beyond that, the least recently used ones are deleted."""

LARGEST = 16 << 20
"""Bytes of the largest entry; larger ones are not kept."""

SUFFIX = ".gdlcache"
_MAGIC = b"gamedsl cache 1\n"
_STALE = 3600.0
"""Seconds after which an unfinished file counts as abandoned."""


@frozen
class Entry:
    """A file of the cache: its path, its bytes, when it was last used (seconds since 1970)."""

    path: str
    size: int
    used: float


class Store:
    """Entries in a folder, which is created with the first one. A file is replaced as a whole, and begins with the digest of its key and content. A file
    that is damaged, or that something else has written, counts as missing. Entries of other programs are not found, but they are counted and deleted like
    the own ones."""

    def __init__(self, folder: str, program: str = "", limit: int = LIMIT) -> None:
        self.folder, self.limit = folder, limit
        self._program = program

    @property
    def can_write(self) -> bool:
        """Whether entries can be written."""
        place = self.folder
        while not os.path.lexists(place) and os.path.dirname(place) != place:
            place = os.path.dirname(place)
        return os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK)

    def get(self, key: str) -> bytes | None:
        """Returns the content of an entry; None if there is none."""
        key = f"{self._program} {key}"
        path = self._path(key)
        try:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 100)
        except OSError:
            return None
        start = len(_MAGIC) + 32
        content = data[start:]
        if data[:start] != _MAGIC + _digest(key, content):
            return None
        with suppress(OSError):
            os.utime(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keeps an entry if that is possible; does nothing otherwise."""
        if len(content) <= LARGEST:
            with suppress(OSError):
                self.write(key, content)

    def write(self, key: str, content: bytes) -> None:
        """Keeps an entry. Raises OSError."""
        key = f"{self._program} {key}"
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        beside = os.path.join(self.folder, f"{os.urandom(8).hex()}.tmp{SUFFIX}")
        try:
            with open(beside, "xb") as file:
                file.write(_MAGIC + _digest(key, content) + content)
            os.replace(beside, self._path(key))
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
        self.shrink()

    def entries(self) -> tuple[Entry, ...]:
        """Returns all entries, the least recently used one first."""
        return tuple(sorted(self._files(), key=lambda entry: (entry.used, entry.path)))

    def clear(self) -> int:
        """Deletes all entries, and nothing else in the folder; returns their number. Raises OSError."""
        found = self.entries()
        for entry in found:
            with suppress(FileNotFoundError):
                os.unlink(entry.path)
        return len(found)

    def _path(self, key: str) -> str:
        return os.path.join(self.folder, f"{sha256(key.encode()).hexdigest()[:40]}{SUFFIX}")

    def _files(self) -> Iterator[Entry]:
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError), os.scandir(self.folder) as found:
            for file in found:
                if file.name.endswith(SUFFIX):
                    with suppress(FileNotFoundError):  # another process has deleted it
                        about = file.stat(follow_symlinks=False)
                        yield Entry(file.path, about.st_size, about.st_mtime)

    def shrink(self) -> None:
        """Deletes the least recently used entries until a quarter of the space is free, and the unfinished files that other processes left behind."""
        entries = self.entries()
        total, newest = sum(entry.size for entry in entries), max(entry.used for entry in entries)
        is_full = total > self.limit
        for entry in entries[:-1]:
            is_left = entry.path.endswith(f".tmp{SUFFIX}") and entry.used < newest - _STALE
            if is_left or (is_full and total > self.limit * 3 // 4):
                with suppress(OSError):
                    os.unlink(entry.path)
                total -= entry.size


def _digest(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\0" + content).digest()


def keep_in(store: Store | None) -> Callable[[str, Callable[[], bytes]], bytes]:
    """Returns a function that finds the content of an entry by its key, or makes and keeps it; without a store it is always made."""

    def keep(key: str, make: Callable[[], bytes]) -> bytes:
        known = None if store is None else store.get(key)
        if known is not None:
            return known
        made = make()
        if store is not None:
            store.put(key, made)
        return made

    return keep
