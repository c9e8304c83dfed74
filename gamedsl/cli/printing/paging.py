"""Shows long texts through a pager on a terminal; elsewhere prints them directly."""

from __future__ import annotations

import os
import sys

import click

NO_PAGER = "gamedsl.no_pager"
"""The key in a command's context that says no pager is wanted."""

_LESS = "-FIRX -Psq goes back, Space reads on"
"""The options of `less` unless the user sets them: exit at once if the text fits, ignore case in searches, show colours, leave the text on the screen, and say below
it how to leave it."""


def show_long(text: str) -> None:
    """Prints a text. If a person reads it and it is longer than the screen, uses the program that `PAGER` names, or `less`."""
    if not text.endswith("\n"):
        text += "\n"
    if not _is_paged(text):
        click.echo(text, nl=False)
        return
    os.environ.setdefault("LESS", _LESS)
    context = click.get_current_context(silent=True)
    click.echo_via_pager(text, color=None if context is None else context.color)


def is_plain_terminal() -> bool:
    """Whether the terminal declares that it has no colours and cannot move its cursor."""
    return os.environ.get("TERM") == "dumb"


def _is_paged(text: str) -> bool:
    context = click.get_current_context(silent=True)
    is_unwanted = context is not None and bool(context.meta.get(NO_PAGER))
    # Users set an empty PAGER to turn paging off.
    if is_unwanted or is_plain_terminal() or os.environ.get("PAGER", "less").strip() in ("", "cat"):
        return False
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    from shutil import get_terminal_size  # imported here because most texts go to no pager

    columns, lines = get_terminal_size()
    return sum(1 + len(click.unstyle(line)) // max(columns, 1) for line in text.splitlines()) >= lines
