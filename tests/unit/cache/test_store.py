"""A cache gives back what was put into it, or nothing; it stays small, and nobody is disturbed by what goes wrong in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamedsl.cache.store import LARGEST, Store
from share import less


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "kept" / "here"), "program")


def test_what_was_put_is_found_again(store: Store) -> None:
    assert store.get("key") is None
    store.put("key", b"content")
    store.put("other", b"")
    assert (store.get("key"), store.get("other"), store.get("third")) == (b"content", b"", None)
    store.put("key", b"newer")
    assert Store(store.folder, "program").get("key") == b"newer"


def test_another_program_does_not_find_it(store: Store) -> None:
    store.put("key", b"content")
    assert Store(store.folder, "newer program").get("key") is None


@pytest.mark.parametrize("place", ["first", "checksum", "content", "end", "all"])
def test_a_damaged_entry_is_none_and_is_replaced(store: Store, place: str) -> None:
    store.put("key", b"content")
    path = Path(store.entries()[0].path)
    data = bytearray(path.read_bytes())
    match place:
        case "first":
            data[0] ^= 1
        case "checksum":
            data[20] ^= 1
        case "content":
            data[-3] ^= 1
        case "end":
            data.pop()
        case _:
            data.clear()
    path.write_bytes(data)
    assert store.get("key") is None
    store.put("key", b"content")
    assert store.get("key") == b"content"


def test_an_entry_under_another_name_is_none(store: Store) -> None:
    store.put("key", b"content")
    store.put("other", b"other content")
    first, second = (Path(entry.path) for entry in store.entries())
    second.write_bytes(first.read_bytes())
    assert None in (store.get("key"), store.get("other"))


def test_those_used_least_recently_go(tmp_path: Path) -> None:
    store = Store(str(tmp_path), limit=4_000)
    for number in range(3):
        store.put(str(number), bytes(1_000))
        path = max((Path(entry.path) for entry in store.entries()), key=lambda path: path.stat().st_mtime)
        os.utime(path, (number, number))
    assert store.get("0") is not None  # used again
    store.put("3", bytes(1_000))
    assert [store.get(str(number)) is not None for number in range(4)] == [True, False, False, True]
    assert sum(entry.size for entry in store.entries()) <= store.limit


def test_an_entry_that_is_too_large_is_not_kept(store: Store) -> None:
    store.put("key", bytes(LARGEST + 1))
    assert store.get("key") is None


def test_what_was_begun_and_left_behind_goes(store: Store) -> None:
    store.put("key", b"content")
    left = Path(store.folder, "0123.tmp.gdlcache")
    left.write_bytes(b"begun")
    os.utime(left, (0, 0))
    store.put("other", b"content")
    assert not left.exists()
    assert store.get("key") == b"content"


def test_only_entries_are_deleted(store: Store) -> None:
    store.put("key", b"content")
    mine = Path(store.folder, "notes.txt")
    mine.write_text("mine", encoding="utf-8")
    assert store.clear() == 1
    assert store.entries() == ()
    assert mine.exists()
    assert store.clear() == 0


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    store = Store(str(tmp_path / "file" / "cache"))
    store.put("key", b"content")
    assert store.get("key") is None
    assert not store.can_write
    assert (store.entries(), store.clear()) == ((), 0)


def test_the_folder_may_vanish_at_any_time(store: Store) -> None:
    store.put("key", b"content")
    store.clear()
    Path(store.folder).rmdir()
    assert store.get("key") is None
    store.put("key", b"content")
    assert store.get("key") == b"content"


_WRITER = """
import sys
from gamedsl.cache.store import Store
store = Store(sys.argv[1], limit=60_000)
for round in range(60):
    for key in range(8):
        content = bytes([key]) * 5_000 + sys.argv[2].encode()
        store.put(str(key), content)
        found = store.get(str(key))
        assert found is None or found[:5_000] == bytes([key]) * 5_000, (key, found[:10])
"""


def test_many_processes_may_write_at_once(tmp_path: Path) -> None:
    command = (sys.executable, "-c", _WRITER, str(tmp_path))
    writers = [subprocess.Popen((*command, str(i)), stderr=subprocess.PIPE, text=True) for i in range(less(4, 2))]
    for writer in writers:
        _, errors = writer.communicate()
        assert writer.returncode == 0, errors
    store = Store(str(tmp_path))
    assert sum(entry.size for entry in store.entries()) <= 60_000
    assert not [entry.path for entry in store.entries() if ".tmp" in entry.path]
