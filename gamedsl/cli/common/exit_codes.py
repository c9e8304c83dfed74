"""Exit codes, and the exceptions that end a command with one."""

from __future__ import annotations

import click

SUCCESS = 0
FINDINGS = 1
WRONG_USE = 2
INTERRUPTED = 130
"""After Ctrl-C, as shells have it."""


class WrongUseError(click.ClickException):
    """The command cannot run as it was called; `text` is one sentence, `advice` what to do instead."""

    def __init__(self, text: str, advice: str | None = None) -> None:
        super().__init__(f"{text}\nhelp: {advice}" if advice else text)


class FindingsError(Exception):
    """The command found something wrong and has already shown it."""
