"""Guesses the command or option that was meant by a typing error or by a word of another tool."""

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
"""The command for each name that other tools use."""

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
"""The options for each name that other tools use; the first one that the command has is meant."""


def find_command(name: str, commands: Collection[str]) -> str | None:
    """Returns the command that an unknown word probably means; None if no name is close."""
    return _COMMANDS.get(name) or closest(name, commands)


def find_option(error: click.NoSuchOption) -> str | None:
    """Returns the command's option that an unknown option probably means; None if no name is close."""
    if error.ctx is None:
        return None
    known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
    other = next((name for name in _OPTIONS.get(error.option_name, ()) if name in known), None)
    if other or len(error.option_name) == len("-x"):
        return other  # a single letter says too little for a guess
    return closest(error.option_name, known)
