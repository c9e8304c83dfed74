"""Makes a failing file smaller by leaving out lines, then tokens, then characters, as long as it fails in the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from time import monotonic

Fails = Callable[[bytes], bool]

_TOKENS = re.compile(rb"\w+|\s+|[^\w\s]")
_FEW = 120
"""Bytes of a file that is also tried character by character."""


def minimised(data: bytes, fails: Fails, tests: int = 600, seconds: float = 60.0) -> bytes:
    """The smallest file that was found with so many tests in so much time; `data` itself if nothing can be left out."""
    end = monotonic() + seconds
    left = tests

    def still_fails(candidate: bytes) -> bool:
        nonlocal left
        if left <= 0 or monotonic() > end:
            return False
        left -= 1
        return fails(candidate)

    before = None
    while data != before:
        before = data
        data = _without(data.splitlines(keepends=True), still_fails)
        data = _without(_TOKENS.findall(data), still_fails)
        if len(data) <= _FEW:
            data = _without([data[i : i + 1] for i in range(len(data))], still_fails)
    return data


def _without(parts: Sequence[bytes], fails: Fails) -> bytes:
    """The parts without those that are not needed: half of them at once, then quarters, down to single ones."""
    kept = list(parts)
    size = (len(kept) + 1) // 2
    while size:
        at = 0
        while at < len(kept):
            candidate = kept[:at] + kept[at + size :]
            if fails(b"".join(candidate)):
                kept = candidate
            else:
                at += size
        size //= 2
    return b"".join(kept)
