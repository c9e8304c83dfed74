"""Options that several commands have, with their names and help texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from sys import maxsize
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])

_SEED = "The seed: match i of a seed always gets the same chance."
_MATCHES = "How many matches to play."
_POLICY = "How random players choose: each step, or a complete move."
_AGENTS = "Who plays: `random`, `greedy`, `mcts` or `cfr`, one for all players or one for each"
_SEAT = "Who plays this seat, by name or number from 1"
_OUTPUT = "The file to write; `-` is standard output."

POLICIES = ("steps", "moves")


class FiniteRange(click.FloatRange):
    """A range of numbers that excludes `nan` and infinity."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no number", param, ctx)
        return number


class CountRange(click.IntRange):
    """A range of whole numbers that excludes numbers that make no sense as a count."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = int(super().convert(value, param, ctx))
        if number > maxsize:
            self.fail(f"{number} is more than can be counted", param, ctx)
        return number


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print nothing about files in which all is well.")


def count_option(name: str, *, least: int, default: int, told: str) -> Callable[[F], F]:
    """Makes an option for a number of things, with its lower limit and its default."""
    return click.option(name, type=CountRange(least), default=default, show_default=True, metavar="N", help=told)


def seconds_option(name: str, default: float, told: str) -> Callable[[F], F]:
    """Makes an option for a time, with its default."""
    return click.option(name, type=FiniteRange(0), default=default, show_default=True, metavar="S", help=told)


def at_most_option(default: int) -> Callable[[F], F]:
    """Makes the option that limits how many positions a search visits."""
    return count_option("--most", least=1, default=default, told="Stop at this many positions.")


most_option = at_most_option(100_000)
"""The limit with the usual default."""

stdin_name_option = click.option("--stdin-name", metavar="NAME", help="What findings call standard input.")

policy_option = click.option("--policy", type=click.Choice(POLICIES), default="steps", show_default=True, help=_POLICY)

aim_option = click.option(
    "--for",
    "aim",
    type=click.Choice(("points", "victory", "rank")),
    help="What players play for (default: what the game pays).",
)

agents_option = click.option("--agents", default="random", show_default=True, metavar="A,B,…", help=f"{_AGENTS}.")

seat_option = click.option("--seat", "seats", multiple=True, metavar="SEAT=AGENT", help=f"{_SEAT}; may be repeated.")

own_seat_option = click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=AGENT|SEAT",
    help=f"{_SEAT}; without an agent it is yours; may be repeated.",
)
"""The option `--seat` for commands in which a person may play too."""

seed_option = click.option("--seed", type=int, metavar="N", default=1, show_default=True, help=_SEED)

new_seed_option = click.option("--seed", type=int, metavar="N", help=f"{_SEED} (default: a new one)")
"""The option `--seed` for commands in which each match should be new."""


def matches_option(*, least: int, default: int) -> Callable[[F], F]:
    """Makes the option for the number of matches, with its lower limit and its default."""
    return count_option("--matches", least=least, default=default, told=_MATCHES)


def refuse_empty_name(_: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Returns the name of a file or folder, for the callback of an option. Raises BadParameter for an empty one, as a variable of a shell may leave it."""
    if value == "":
        raise click.BadParameter("the name is empty", param=param)
    return value


def output_option(default: str | None, told: str, *more: str) -> Callable[[F], F]:
    """Makes the option for the output file; `told` describes the default, `more` are other names of the option."""
    names = ("-o", "--output", *more, "output")
    help = f"{_OUTPUT} (default: {told})"
    return click.option(*names, default=default, metavar="OUT", help=help, callback=refuse_empty_name)


def form_option(forms: Iterable[str]) -> Callable[[F], F]:
    """Makes the option for the form of the output: see `choose_form`."""
    told = "The form of the output. (default: the ending of OUT decides; text without OUT)"
    return click.option("--format", "form", type=click.Choice(list(forms)), help=told)


def depth_option(*, is_required: bool) -> Callable[[F], F]:
    """Makes the option that limits the depth of a search."""
    told = "" if is_required else " (default: to the end)"
    return click.option(
        "--depth",
        type=click.IntRange(0),
        required=is_required,
        metavar="N",
        help=f"Go this many complete moves deep.{told}",
    )
