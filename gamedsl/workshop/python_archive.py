"""The archive with all Python code that a workshop runs, compiled for the Python in the browser."""

from __future__ import annotations

import gzip
import os
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import metadata
from importlib.resources import files
from pathlib import Path, PurePosixPath

from gamedsl.bases import files_of_games
from gamedsl.errors import GameDslError
from gamedsl.values import frozen
from gamedsl.workshop.tools_beside import Tools

_USED = ("attrs", "cattrs", "click", "lsprotocol", "pygls", "typing_extensions")
"""The packages that the language server and the commands need."""
LEVEL = 8
"""How hard what every visitor fetches is compressed: the highest level takes twice as long, and gains half a percent."""
MEMORY_LEVEL = 6
"""How hard the memory is compressed, which is four times as large as the files: the highest level would take half a minute and save only a hundredth."""
_NOT_USED = frozenset(["adapters", "__pycache__"])
"""Folders of the own packages that a browser has no use for."""


class ArchiveError(GameDslError):
    """The archive cannot be made; the text says why."""


@frozen
class Archive:
    """The archives for Python in a browser: our own code, and Python's library, as zip files without compression that are compressed as a whole, so that
    common parts of files are stored once. In addition the compressed memory of a Python that has imported all of it; a workshop that begins from it
    starts in a fifth of the time."""

    packed: bytes
    library: bytes
    memory: bytes


def python_archive(tools: Tools, pyodide: Path) -> Archive:
    """Returns the archive, which takes half a minute to make. Raises ArchiveError."""
    with tempfile.TemporaryDirectory() as work:
        sources, made = Path(work) / "sources", Path(work) / "made"
        for name, data in files_for_archive():
            place = sources / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        made.mkdir()
        script = files("gamedsl.workshop").joinpath("runtime", "compile.mjs")
        command = [tools.node, str(script), str(pyodide / "pyodide.mjs"), str(sources), str(made)]
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if ran.returncode:
            raise ArchiveError(f"Python for the browser cannot be compiled: {ran.stderr[-2000:]}")
        packed, library = (
            gzip.compress((made / name).read_bytes(), LEVEL, mtime=0) for name in ("gamedsl.zip", "python_stdlib.zip")
        )
        return Archive(packed, library, gzip.compress((made / "memory").read_bytes(), MEMORY_LEVEL, mtime=0))


def files_for_archive() -> Iterator[tuple[str, bytes]]:
    """Yields the files of the archive with their paths in it. Raises ArchiveError."""
    for package in ("gamedsl", "gamedsl_interpreter"):
        folder = Path(str(files(package)))
        for place in sorted(folder.rglob("*")):
            path = place.relative_to(folder)
            if place.is_file() and not _NOT_USED & {*path.parts} and path.parts[:1] != ("workshop",):
                yield f"{package}/{path.as_posix()}", place.read_bytes()
    yield from _games()
    for name in _USED:
        yield from _files_of(name)


def _games() -> Iterator[tuple[str, bytes]]:
    """Yields the shipped games. If they lie inside the package, the package's own files include them, so nothing is yielded."""
    top = Path(os.path.commonpath(files_of_games()))
    if top.parent == Path(str(files("gamedsl"))):
        return
    for place in sorted(top.rglob("*")):
        if place.is_file():
            yield f"gamedsl/games/{place.relative_to(top).as_posix()}", place.read_bytes()


def _files_of(name: str) -> Iterator[tuple[str, bytes]]:
    """Yields the files of an installed package. Raises ArchiveError."""
    try:
        listed = metadata.files(name)
    except metadata.PackageNotFoundError:
        raise ArchiveError(
            f"the package `{name}` is not installed: `pip install 'gamedsl[editor]'` installs it"
        ) from None
    if not listed:
        raise ArchiveError(
            f"the package `{name}` does not list its files: install it with pip, as `gamedsl[editor]` does"
        )
    for one in listed:
        path = PurePosixPath(str(one))
        if ".." not in path.parts and "__pycache__" not in path.parts:
            yield str(path), Path(str(one.locate())).read_bytes()
