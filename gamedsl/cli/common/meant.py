"""The command or option that was probably meant: a slip of the fingers, or the word of another tool."""

from __future__ import annotations

from collections.abc import Collection

import click

from gamedsl.diagnostics.suggest import closest

_COMMANDS = {
    "format": "fmt",
    "lint": "check",
    "validate": "check",
    "verify": "check",
    "run": "play",
    "start": "play",
    "sim": "simulate",
    "bench": "simulate",
    "compile": "build",
    "wasm": "build",
    "changes": "diff",
    "draw": "graph",
    "dot": "graph",
    "leaks": "secrets",
    "disclosures": "secrets",
    "init": "new",
    "create": "new",
    "solve": "explore",
    "search": "explore",
    "clean": "cache",
    "clear": "cache",
}
"""What other tools call a command."""

_OPTIONS = {
    "-n": ("--matches",),
    "--n": ("--matches",),
    "--count": ("--matches",),
    "--games": ("--matches",),
    "--iterations": ("--matches",),
    "--repeat": ("--matches",),
    "--runs": ("--matches",),
    "--trials": ("--matches",),
    "-s": ("--seed",),
    "--random-seed": ("--seed",),
    "-p": ("--players",),
    "--player-count": ("--players",),
    "-d": ("--depth",),
    "--max-depth": ("--depth",),
    "-f": ("--format", "--force"),
    "--out": ("--output",),
    "--parallel": ("--jobs",),
    "--threads": ("--jobs",),
    "--workers": ("--jobs",),
    "--write": ("--fix",),
    "--agent": ("--agents",),
    "--player": ("--agents",),
    "--bot": ("--agents",),
    "--bots": ("--agents",),
    "--start": ("--from",),
}
"""What other tools call an option; the first one that the command has is meant."""


def meant_command(name: str, commands: Collection[str]) -> str | None:
    """The command for a word that is none."""
    return _COMMANDS.get(name) or closest(name, commands)


def meant_option(error: click.NoSuchOption) -> str | None:
    """The option of the command for one that it does not have."""
    if error.ctx is None:
        return None
    known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
    other = next((name for name in _OPTIONS.get(error.option_name, ()) if name in known), None)
    return other or closest(error.option_name, known)
