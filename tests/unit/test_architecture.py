"""Statements of ARCHITECTURE.md about all modules: which ones do input and output, and which ones use the network."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE_METHODS = frozenset(
    ("read_text", "write_text", "read_bytes", "write_bytes", "mkdir", "unlink", "iterdir", "glob", "rglob", "is_file")
)
NETWORK = frozenset(
    ("socket", "ssl", "http", "urllib.request", "uvicorn", "starlette", "distributed", "requests", "pygls")
)

WITH_FILES = (
    "gamedsl/cli/",
    "gamedsl/cache/",
    "gamedsl/server/",
    "gamedsl/studio/",
    "gamedsl/tab/",
    "gamedsl/workshop/",
    "gamedsl/workbench/campaigns/",
    "gamedsl/atomic_files.py",
    "gamedsl/bases.py",
    "gamedsl/reports/meant.py",
    "gamedsl/adapters/pytest_plugin.py",
    "gamedsl/package_files.py",
    "gamedsl/page/pictures.py",
    "gamedsl/cards/geometry.py",
    "gamedsl/cards/drawing/usual_ruler.py",
    "interpreter/gamedsl_interpreter/matches/processes.py",
)
WITH_NETWORK = (
    "gamedsl/server/",
    "gamedsl/studio/",
    "gamedsl/lsp/",
    "gamedsl/workshop/serving.py",
    "gamedsl/workbench/campaigns/dask_cluster.py",
)

TESTS = sorted((ROOT / "tests").rglob("*.py"))
MOST_MODULES = 20
MOST_NAMESAKES = 7
MOST_LINES = 500
NODES = ("gamedsl/graph/model/expressions.py",)
"""Nodes of one kind stay in one file, however many there are."""
LISTS = ("gamedsl/cli/commands",)
"""Folders that are lists: a module for each command."""


@cache
def modules() -> tuple[tuple[str, str], ...]:
    """Returns the path and the text of each module."""
    paths = (path for folder in ("gamedsl", "interpreter") for path in sorted((ROOT / folder).rglob("*.py")))
    return tuple((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths)


_FILE_WORDS = re.compile(rf"\b(open|print|input|{'|'.join(sorted(FILE_METHODS))})\b")
_NETWORK_WORDS = re.compile(rf"\b({'|'.join(sorted({name.split('.')[0] for name in NETWORK}))})\b")


def uses_files(text: str) -> bool:
    """Whether a module reads or writes; only one that has such a word is parsed."""
    for node in ast.walk(ast.parse(text)) if _FILE_WORDS.search(text) else ():
        match node:
            case ast.Call(func=ast.Name("open" | "print" | "input")):
                return True
            case ast.Call(func=ast.Attribute(attr=name)) if name in FILE_METHODS:
                return True
            case _:
                pass
    return False


def uses_network(text: str) -> bool:
    if not _NETWORK_WORDS.search(text):
        return False
    return any(name in NETWORK or name.split(".")[0] in NETWORK for name in imported(ast.parse(text)))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(name), level=0):
                yield name
            case _:
                pass


def test_input_and_output_are_where_the_architecture_says() -> None:
    found = [path for path, text in modules() if uses_files(text)]
    assert [path for path in found if not path.startswith(WITH_FILES)] == []
    assert [place for place in WITH_FILES if not any(path.startswith(place) for path in found)] == []


def test_the_network_is_used_where_the_architecture_says() -> None:
    found = [path for path, text in modules() if uses_network(text)]
    assert [path for path in found if not path.startswith(WITH_NETWORK)] == []
    assert [place for place in WITH_NETWORK if not any(path.startswith(place) for path in found)] == []


def test_no_folder_has_more_modules_than_one_can_hold_in_mind() -> None:
    numbers = Counter(path.rpartition("/")[0] for path, _ in modules() if not path.endswith("__init__.py"))
    assert {folder: n for folder, n in numbers.items() if n > MOST_MODULES and folder not in LISTS} == {}


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    files = [*modules(), *((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in TESTS)]
    assert [path for path, text in files if text.count("\n") > MOST_LINES and path not in NODES] == []


def test_few_modules_have_the_same_name() -> None:
    names = Counter(path.rpartition("/")[2] for path, _ in modules() if not path.endswith("__init__.py"))
    assert {name: n for name, n in names.items() if n > MOST_NAMESAKES} == {}


def test_the_architecture_names_these_modules() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    files = [place for place in (*WITH_FILES, *WITH_NETWORK) if place.endswith(".py")]
    assert [place for place in files if f"`{place}`" not in text] == []


def test_uses_are_recognised() -> None:
    assert uses_files("def read(path):\n    return path.read_text()")
    assert uses_files("print(1)")
    assert not uses_files("def text(words):\n    return words.text()")
    assert uses_network("import urllib.request")
    assert uses_network("def serve():\n    from starlette.routing import Route")
    assert not uses_network("from urllib.parse import quote")
