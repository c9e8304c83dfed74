"""Finds the number of processors that this process may use."""

from __future__ import annotations

import os
import sys


def cores() -> int:
    """Returns the number of processors that may be used, at least one. In a browser there are no threads, so it is one."""
    if sys.platform == "emscripten":
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
