"""`gamedsl new`."""

from __future__ import annotations

import re

import click

from gamedsl.cli.common.exit_codes import SUCCESS, WrongUseError
from gamedsl.cli.common.files import SUFFIX
from gamedsl.cli.common.writing import write_new

_NAME = re.compile(r"[a-z][a-z0-9_]*")

_GAME = """game {name}:
    "Take one, two or three stones; whoever takes the last one wins."
    players 2 to 4

# ------------------------------------------------------------------ the table

shared:
    heap: 0..21 = 21          "Stones that are left."

each player:
    took_last = no

# ------------------------------------------------------------------ the rules

rounds at most 21:
    turns

phase turns, each player:
    "One after the other takes stones."
    choose stones: one of 1..min(3, heap)
    heap -= stones
    if heap is 0: took_last = yes

game ends when heap is 0 "The heap is empty."

ranking by highest took_last, ties shared

# ------------------------------------------------------------------ always true

invariant one_last: (heap is 0) is some(players where took_last)

# ------------------------------------------------------------------ examples

example the_last_stone:
    "Ann takes the last two stones and wins."
    players Ann, Bob
    given:
        heap = 2
    as Ann: turns
    Ann may choose stones: 1, 2
    Ann may not turns(stones = 3) because stones
    Ann plays turns(stones = 2)
    then Ann.took_last and heap is 0
"""


@click.command()
@click.argument("name")
def command(name: str) -> int:
    """Write NAME.gdl, a small complete game to start from."""
    name = name.removesuffix(SUFFIX)
    if not _NAME.fullmatch(name):
        raise WrongUseError(f"`{name}` cannot be the name of a game", "small letters, digits and _; a letter first")
    path = f"{name}{SUFFIX}"
    write_new(path, _GAME.format(name=name))
    click.echo(f"{path} is written. Try:\n\n  gamedsl check {path}\n  gamedsl test {path}\n  gamedsl play {path}")
    return SUCCESS
