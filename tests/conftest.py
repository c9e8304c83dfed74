"""Settings of all tests."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("gamedsl", deadline=None)
settings.load_profile("gamedsl")

# A shell ignores Ctrl-C in what it starts in the background, and programs inherit that: tests that interrupt a program need the usual answer.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
