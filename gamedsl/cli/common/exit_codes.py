"""The exit codes of commands, and the exceptions that lead to them."""

from __future__ import annotations

from enum import IntEnum

import click


class ExitCode(IntEnum):
    """The exit codes of all commands. docs/cli.md explains them, and `gamedsl --help` lists them."""

    SUCCESS = 0
    """Success."""
    FINDINGS = 1
    """Mistakes in rules, failed examples, faults, a replay with another result, files that `fmt --check` would change."""
    WRONG_USE = 2
    """The command line names something that does not exist: a file, an option, a number of players."""
    LIMIT = 3
    """The rules and the command are valid, but the answer is too large to compute."""
    UNWRITTEN = 4
    """A file or standard output cannot be written."""
    INTERNAL = 70
    """A mistake in gamedsl."""
    INTERRUPTED = 130
    """Ctrl-C; shells use this code too."""
    BROKEN_PIPE = 141
    """The program that read the output has stopped; shells use this code too."""

    @property
    def meaning(self) -> str:
        """The meaning of the code, in a few words."""
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
    """A reason why a command cannot do its work; `text` is one sentence, `advice` says what to do instead."""

    code = ExitCode.WRONG_USE

    def __init__(self, text: str, advice: str | None = None) -> None:
        super().__init__(f"{text}\nhelp: {advice}" if advice else text)


class WrongUseError(CommandError):
    """A command line that cannot be run."""


class LimitError(CommandError):
    """A valid command line that asks for too much work."""

    code = ExitCode.LIMIT


class UnwrittenError(CommandError):
    """A result that cannot be written."""

    code = ExitCode.UNWRITTEN


class FindingsError(Exception):
    """Something wrong that the command found and has already shown."""
