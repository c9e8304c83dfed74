"""Finds the cache folder: the user's, or the one that `GAMEDSL_CACHE` names, or none."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import Enum

from gamedsl.cache.program import program
from gamedsl.cache.store import Store

VARIABLE = "GAMEDSL_CACHE"
OFF = "off"


class Off(Enum):
    """The reason why nothing is kept."""

    WANTED = f"{VARIABLE} is `{OFF}`"
    HOMELESS = "the system does not say where caches of this user go"
    CHANGING = "the program itself has just been changed, or cannot be read"


def user_store() -> Store | Off:
    """Returns the cache of this user, or the reason why there is none."""
    place = folder(os.environ, sys.platform)
    if isinstance(place, Off):
        return place
    running = program()
    return Off.CHANGING if running is None else Store(place, running)


def whole_store() -> Store | Off:
    """Returns the cache of this user with the entries of all programs, to list and delete them."""
    place = folder(os.environ, sys.platform)
    return place if isinstance(place, Off) else Store(place)


def folder(environment: Mapping[str, str], platform: str) -> str | Off:
    """Returns the folder for a user with this environment, on a system as `sys.platform` calls it."""
    own = environment.get(VARIABLE, "")
    if own == OFF:
        return Off.WANTED
    if own:
        return os.path.abspath(own)
    base = _base(environment, platform)
    return os.path.join(base, "gamedsl") if os.path.isabs(base) else Off.HOMELESS


def _base(environment: Mapping[str, str], platform: str) -> str:
    """Returns the folder for caches of this user; not an absolute path if it is unknown."""
    if platform == "win32":
        return environment.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    if platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    named = environment.get("XDG_CACHE_HOME", "")
    return named if os.path.isabs(named) else os.path.expanduser("~/.cache")
