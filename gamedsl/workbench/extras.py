"""Checks for libraries that are optional extras of the package."""

from __future__ import annotations

from importlib.util import find_spec

from gamedsl.errors import MissingExtraError


def check_installed(what: str, extra: str, *modules: str) -> None:
    """Raises MissingExtraError if one of these modules cannot be imported."""
    if any(find_spec(module) is None for module in modules):
        raise MissingExtraError(what, extra)
