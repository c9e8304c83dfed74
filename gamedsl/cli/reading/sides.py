"""The two sides of a comparison: rules with the setups that a command line asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from gamedsl.additions import NO_ADDITIONS
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import STANDARD_INPUT, additions_asked_for
from gamedsl.cli.reading.rules import Rules, choose_setup, read
from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Setup

F = TypeVar("F", bound=Callable[..., object])


@frozen
class Wish:
    """The command line's request for one side: a file or name, a number of players, and options."""

    file: str
    players: int | None
    options: tuple[str, ...]


def second_side_options(command: F) -> F:
    """Adds the options that apply to the second side only."""
    command = click.option(
        "--to-option",
        "to_options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Option of the second side alone; may be repeated.",
    )(command)
    return click.option("--to-players", type=int, metavar="N", help="Number of players of the second side alone.")(
        command
    )


def second_wish(first: Wish, other: str | None, players: int | None, options: tuple[str, ...]) -> Wish | None:
    """Returns the request for the second side, which repeats the first except for what is given here; None if there is only one side."""
    if other is None and players is None and not options:
        return None
    names = {_name(option) for option in options}
    kept = (option for option in first.options if _name(option) not in names)
    return Wish(other or first.file, first.players if players is None else players, (*kept, *options))


def two_sides(first: Wish, second: Wish | None) -> tuple[Rules, Rules]:
    """Reads the rules of both sides. The additions of the command line apply to the second side; without a second request that is the same
    file. With neither, the first file must be a variant, and its base becomes the first side.

    Raises WrongUseError, and FindingsError for mistakes, which are shown.
    """
    added = additions_asked_for()
    if second is None and not added:
        variant = read(first.file)
        return read(base_of(variant)), variant
    other = first.file if second is None else second.file
    is_same = first.file == other and not added
    if first.file == other == STANDARD_INPUT:
        raise WrongUseError("only one of the two sides can be standard input", "name a file for the other one")
    one = read(first.file, NO_ADDITIONS)
    return one, one if is_same else read(other, added)


def base_of(rules: Rules) -> str:
    """Returns the file of a variant's first base. Raises WrongUseError for a game."""
    from gamedsl.syntax.tree import declarations  # imported here because games from the cache do not need it

    variants = [decl for decl in rules.parsed.chain.files[-1][1].decls if isinstance(decl, declarations.Variant)]
    found = rules.files.bases.find(variants[0].bases[0].text) if variants else None
    if found is None:
        raise WrongUseError(f"{rules.name} is no variant: it has nothing to be compared with", "name a second file")
    return found.name


def setups_of(rules: Rules, wish: Wish, other: Rules) -> tuple[Setup, ...]:
    """Returns the legal setups of a side with the number of players and options that are asked for. Ignores an option that only the other
    side has.

    Raises WrongUseError if there are none.
    """
    own, others = (_options(side) for side in (rules, other))
    options = [option for option in wish.options if _name(option) in own or _name(option) not in others]
    choose_setup(rules, wish.players, options)  # raises the fitting error
    wanted = {tuple(part.strip() for part in option.split("=", 1)) for option in options}
    return tuple(
        setup for setup in rules.known.setups if wish.players in (None, setup.players) and wanted <= set(setup.options)
    )


def _options(rules: Rules) -> frozenset[str]:
    return frozenset(name for setup in rules.known.setups for name, _ in setup.options)


def _name(option: str) -> str:
    return option.partition("=")[0].strip()
