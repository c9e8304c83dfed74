"""Decides whether a command uses the cache: games, modules and examples kept by earlier runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from gamedsl.cache import Store

F = TypeVar("F", bound=Callable[..., object])

_KEY = "gamedsl.cache"


def cache_option(command: F) -> F:
    """Adds the option `--no-cache`, which turns the cache off."""
    return click.option(
        "--no-cache",
        is_flag=True,
        expose_value=False,
        callback=_note,
        help="Neither use nor keep what was made or found before: compiled games, modules, examples that hold.",
    )(command)


def _note(context: click.Context, _: click.Parameter, is_off: bool) -> None:
    context.meta[_KEY] = not is_off


def store() -> Store | None:
    """Returns the cache of the running command; None if the command does not use one."""
    context = click.get_current_context(silent=True)
    if context is None or not context.meta.get(_KEY, False):
        return None
    from gamedsl.cache import Off, user_store

    chosen = user_store()
    return None if isinstance(chosen, Off) else chosen
