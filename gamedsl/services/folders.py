"""The rules files in the folders of an editor, whether they are open or not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from gamedsl.bases import SUFFIX
from gamedsl.services.declarations import Declared, declarations_in
from gamedsl.services.workspace import View, Workspace
from gamedsl.source import Source
from gamedsl.syntax.parse import parse

MOST_FILES = 2_000
"""The most rules files of all folders that are looked at."""
_LEFT_OUT = frozenset(["node_modules", "__pycache__"])
"""Folders with files of other people. Those whose names begin with a dot are left out too."""


def files_in(folders: Sequence[str]) -> list[str]:
    """Returns the paths of the rules files in folders, and in the folders inside them."""
    return list(dict.fromkeys(islice(_walk(folders), MOST_FILES)))


def _walk(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner[:] = sorted(one for one in inner if not one.startswith(".") and one not in _LEFT_OUT)
            yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(SUFFIX))


def find_names(workspace: Workspace, folders: Sequence[str], query: str) -> Iterator[tuple[Source, Declared]]:
    """Yields the declarations in open files and in those of folders whose names hold the letters of a query."""
    wanted = query.lower()
    for path in dict.fromkeys((*workspace.opened, *files_in(folders))):
        source = workspace.source(path)
        if source is None or wanted not in source.text.lower():
            continue
        for one in declarations_in(parse(source).tree):
            if wanted in one.name.lower() and one.sort != "part":
                yield source, one


def dependents(workspace: Workspace, folders: Sequence[str], path: str, name: str) -> Iterator[View]:
    """Yields the files that build on a file and mention a name."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for other in dict.fromkeys((*workspace.opened, *files_in(folders))):
        source = None if other == path else workspace.source(other)
        if source is None or word.search(source.text) is None or "variant" not in source.text:
            continue
        view = workspace.view(other) if other in workspace.opened else workspace.view_of(other, source.text)
        if view is not None and any(one.name == path for one in view.parsed.sources):
            yield view
