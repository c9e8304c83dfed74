"""Finds the number of processors that this process may use."""

from __future__ import annotations

import os


def cores() -> int:
    """Returns the number of processors that may be used, at least one."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
