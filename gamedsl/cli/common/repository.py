"""Paths as build servers know them: from the root of the repository."""

from __future__ import annotations

import os

WORKSPACE = "GITHUB_WORKSPACE"
"""Where GitHub says which folder holds the repository."""


def from_root(path: str) -> str:
    """The path of a file from the root of its repository, or from the current folder outside of one; the whole path of a file elsewhere. Names that are
    no files, such as that of standard input, stay."""
    if not os.path.exists(path):
        return path
    place, root = os.path.realpath(path), _root()
    inside = (
        os.path.commonpath([place, root]) == root
        if os.path.splitdrive(place)[0] == os.path.splitdrive(root)[0]
        else False
    )
    return os.path.relpath(place, root).replace(os.sep, "/") if inside else place


def _root() -> str:
    named = os.environ.get(WORKSPACE)
    if named and os.path.isdir(named):
        return os.path.realpath(named)
    here = folder = os.path.realpath(".")
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return here
        folder = above
    return folder
