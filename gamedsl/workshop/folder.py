"""Lays the static files of a workshop into a folder: the front end, Python for the browser, this package, and the games."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import tempfile
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from gamedsl.bases import content, files_of_games
from gamedsl.cache import Off, user_store
from gamedsl.json import Json, JsonObject
from gamedsl.reports.shipped_games import shipped_games
from gamedsl.reports.titles import game_title
from gamedsl.workshop.help import help_pages
from gamedsl.workshop.python_archive import LEVEL, files_for_archive, python_archive
from gamedsl.workshop.tools_beside import PYODIDE, find_tools, pyodide_folder
from gamedsl.workshop.tour import lessons

LIST = "files.json"
"""The file that lists all others with their digests; a tab that has them all needs no network."""

_FRONT = ("index.html", "frame.html", "workshop.css", "workshop.js", "python.js")
_OFFLINE = "offline.js"
_OWN_FOLDER = re.compile("[0-9a-f]{16}")
_STATIC = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json")


def lay_folder(out: Path, kept: Path) -> None:
    """Writes a workshop into the folder `out`. Downloads from npm stay in the folder `kept`. Raises ToolsError, ArchiveError, OSError."""
    out.mkdir(parents=True, exist_ok=True)
    tools = find_tools()
    pyodide = pyodide_folder(tools, kept)
    for name in _FRONT:
        (out / name).write_bytes(_front(name))
    (out / "pyodide").mkdir(exist_ok=True)
    for name in _STATIC:
        shutil.copyfile(pyodide / name, out / "pyodide" / name)
    # Many servers do not compress such files. They are compressed here, and unpacked by the browser.
    wasm = gzip.compress((pyodide / "pyodide.asm.wasm").read_bytes(), LEVEL, mtime=0)
    (out / "pyodide" / "pyodide.asm.wasm.gz").write_bytes(wasm)
    archive = python_archive(tools, pyodide)
    (out / "gamedsl.zip.gz").write_bytes(archive.packed)
    (out / "pyodide" / "python_stdlib.zip.gz").write_bytes(archive.library)
    (out / "memory.gz").write_bytes(archive.memory)
    (out / "games").mkdir(exist_ok=True)
    for place in files_of_games():
        (out / "games" / place.name).write_bytes(content(str(place)))
    games: list[Json] = [
        {
            "name": one.name,
            "title": game_title(one.name, ()),
            "of": [game_title(name, ()) for name in one.of],
            "sentence": one.sentence,
        }
        for one in shipped_games()
    ]
    _write_json(out / "games.json", games)
    _write_json(out / "lessons.json", [*lessons()])
    (out / "help.json.gz").write_bytes(gzip.compress(json.dumps(help_pages()).encode(), LEVEL, mtime=0))
    listed = _list_files(out)
    _write_json(out / LIST, listed)
    # A browser notices a new edition only if the bytes of this script change.
    (out / _OFFLINE).write_bytes(_front(_OFFLINE) + f"\n// {listed['digest']}\n".encode())


def lay_folder_once(tell: Callable[[], None]) -> Path:
    """Returns a folder with the workshop of this very package. It is put together once, and kept; `tell` is called before that. Raises ToolsError,
    ArchiveError."""
    out = kept_folder() / own_digest()[:16]
    if not (out / LIST).is_file():
        tell()
        lay_folder(out, kept_folder())
        for old in kept_folder().iterdir():
            if old != out and _OWN_FOLDER.fullmatch(old.name):  # made by another edition of this package
                shutil.rmtree(old, ignore_errors=True)
    return out


def copy_folder(out: Path, tell: Callable[[], None]) -> None:
    """Writes the workshop of this very package into the folder `out`, as `lay_folder_once` keeps it. Raises ToolsError, ArchiveError, OSError."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(lay_folder_once(tell), out, dirs_exist_ok=True)


def own_digest() -> str:
    """Returns a digest of everything that the workshop is made of. Packages of npm are represented by their requested versions."""
    whole = sha256(PYODIDE.encode())
    for name in (*_FRONT, _OFFLINE, "compile.mjs"):
        whole.update(_front(name))
    whole.update(json.dumps([*lessons(), *help_pages()]).encode())
    for path, data in files_for_archive():
        whole.update(f"{path} {sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()


def _front(name: str) -> bytes:
    return files("gamedsl.workshop").joinpath("runtime", name).read_bytes()


def kept_folder() -> Path:
    """Returns the folder in which downloads stay for later: a folder beside the cache of games, or a temporary one if there is no cache."""
    store = user_store()
    return Path(tempfile.gettempdir() if isinstance(store, Off) else store.folder) / "workshop"


def _write_json(place: Path, data: Json) -> None:
    place.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _list_files(out: Path) -> JsonObject:
    """Returns the files with their bytes, and a digest of all of them."""
    paths = sorted(place for place in out.rglob("*") if place.is_file() and place.name not in (LIST, _OFFLINE))
    whole = sha256()
    sizes: JsonObject = {}
    for place in paths:
        data = place.read_bytes()
        name = place.relative_to(out).as_posix()
        whole.update(f"{name} {sha256(data).hexdigest()}\n".encode())
        sizes[name] = len(data)
    return {"digest": whole.hexdigest(), "files": sizes}
