"""The programs and the npm package that build a workshop."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from gamedsl.errors import GameDslError
from gamedsl.values import frozen

PYODIDE = "314.0.7"
"""The version of Pyodide, which is Python compiled to WebAssembly."""

_PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class ToolsError(GameDslError):
    """Something needed to build a workshop is missing; the text names it and tells how to get it."""


@frozen
class Tools:
    """Node, and npm."""

    node: str
    npm: str


def find_tools() -> Tools:
    """Finds the programs. Raises ToolsError."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise ToolsError("a workshop is made with node and npm: install node 20 or newer, which brings both")
    return Tools(node, npm)


def pyodide_folder(tools: Tools, kept: Path) -> Path:
    """Returns the folder with Pyodide. It is taken from npm once, and stays in the folder `kept`. Raises ToolsError."""
    found = kept / f"pyodide-{PYODIDE}"
    if all((found / name).is_file() for name in _PARTS):
        return found
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept) as work:
        command = [tools.npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", work]
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        packed = next(Path(work).glob("*.tgz"), None)
        if ran.returncode or packed is None:
            raise ToolsError(f"npm cannot get `pyodide@{PYODIDE}`: {ran.stderr.strip()[-500:]}")
        found.mkdir(exist_ok=True)
        with tarfile.open(packed) as archive:
            for name in _PARTS:
                member = archive.extractfile(f"package/{name}")
                if member is None:
                    raise ToolsError(f"`pyodide@{PYODIDE}` has no file `{name}`")
                (found / name).write_bytes(member.read())
    return found
