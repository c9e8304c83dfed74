"""Reads lines from a person, with completion by the Tab key where the terminal has it, and answers in lines of the screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

import click

from gamedsl.cli.printing.paging import is_plain_terminal
from gamedsl.table.names import key
from gamedsl.table.table import screen_width
from gamedsl.table.text import colour_suits

_SURE = frozenset({"y", "yes", "ok", "sure"})


def read_line(prompt: str, words: Sequence[str]) -> str | None:
    """Reads a line of input; returns None at the end of the input. The Tab key completes `words`. Lines that come through a pipe are printed, so that the
    printed match can be read."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not is_plain_terminal() and _offer(words):
        sys.stdout.flush()
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            return None
        except KeyboardInterrupt:
            # The next output begins on a new line.
            click.echo()
            raise
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line.strip()


def show_pages(lines: Sequence[str]) -> str:
    """Prints a long text page by page, where a person reads it at a terminal. Returns the line that the person typed instead of reading further; empty if
    there was none. A pager program would read such lines itself."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo("\n".join(lines))
        return ""
    page = max(5, get_terminal_size((80, 24)).lines - 2)
    for first in range(0, len(lines), page):
        click.echo("\n".join(lines[first : first + page]))
        if first + page < len(lines):
            typed = read_line("Enter reads on, q goes back> ", ())
            if typed is None or typed:
                return "" if typed is None or typed.lower() == "q" else typed
    return ""


def say(text: str) -> None:
    """Prints sentences in lines of the screen."""
    lines = (fill(line, screen_width(), break_on_hyphens=False) for line in text.split("\n"))
    click.echo(colour_suits("\n".join(lines)))


def is_sure(question: str) -> bool:
    """Asks a person to confirm something. No answer means no."""
    say(question.rstrip())
    return is_yes(read_line("> ", []) or "")


def is_yes(line: str) -> bool:
    """Whether somebody confirms something by these words."""
    return key(line) in _SURE


def _offer(words: Sequence[str]) -> bool:
    """Gives the words to the line editor; returns whether there is one (Windows has none)."""
    try:
        import readline
    except ImportError:
        return False
    known = sorted(dict.fromkeys(word for word in words if word))

    def complete(text: str, state: int) -> str | None:
        found = [word for word in known if word.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    # The line editor of macOS has another syntax for the same key.
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    if not is_libedit:
        readline.parse_and_bind("set enable-bracketed-paste off")
        readline.parse_and_bind("set enable-meta-key off")
    return True
