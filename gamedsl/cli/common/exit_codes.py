"""How a command ends: the exit codes, and the exceptions that lead to them."""

from __future__ import annotations

from enum import IntEnum

import click


class ExitCode(IntEnum):
    """Every command ends with one of these. docs/cli.md explains them, and `gamedsl --help` lists them."""

    SUCCESS = 0
    """Fine."""
    FINDINGS = 1
    """Mistakes in rules, failed examples, faults, a replay with another result, files that `fmt --check` would change."""
    WRONG_USE = 2
    """The command line asks for what there is not: a file, an option, a number of players."""
    LIMIT = 3
    """The rules and the question are right, but the answer is too large."""
    UNWRITTEN = 4
    """A file or standard output cannot be written."""
    INTERNAL = 70
    """A mistake in gamedsl."""
    INTERRUPTED = 130
    """Ctrl-C, as shells have it."""
    BROKEN_PIPE = 141
    """Whoever read the output has stopped, as shells have it."""

    @property
    def meaning(self) -> str:
        """What the code says, in a few words."""
        return _MEANINGS[self]


_MEANINGS = {
    ExitCode.SUCCESS: "fine",
    ExitCode.FINDINGS: "findings",
    ExitCode.WRONG_USE: "wrong use",
    ExitCode.LIMIT: "too large",
    ExitCode.UNWRITTEN: "cannot be written",
    ExitCode.INTERNAL: "a mistake in gamedsl",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.BROKEN_PIPE: "the reader of the output has stopped",
}


class CommandError(click.ClickException):
    """A command cannot do what it was asked for; `text` is one sentence, `advice` what to do instead."""

    code = ExitCode.WRONG_USE

    def __init__(self, text: str, advice: str | None = None) -> None:
        super().__init__(f"{text}\nhelp: {advice}" if advice else text)


class WrongUseError(CommandError):
    """The command cannot run as it was called."""


class LimitError(CommandError):
    """The command was called rightly, but what it would have to do is too much."""

    code = ExitCode.LIMIT


class UnwrittenError(CommandError):
    """What the command has made cannot be written."""

    code = ExitCode.UNWRITTEN


class FindingsError(Exception):
    """The command found something wrong and has already shown it."""
