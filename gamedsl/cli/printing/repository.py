"""Converts paths to the form that build servers use: relative to the root of the repository."""

from __future__ import annotations

import os

WORKSPACE = "GITHUB_WORKSPACE"
"""The variable in which GitHub names the folder of the repository."""


def from_root(path: str) -> str:
    """Returns the path of a file relative to the root of its repository, or to the current folder outside of one; the absolute path if the file lies
    elsewhere. Names that are not files, such as that of standard input, stay unchanged."""
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
