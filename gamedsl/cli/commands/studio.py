"""`gamedsl studio`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from gamedsl.cache.rules import KnownRules
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, WrongUseError
from gamedsl.cli.common.files import STANDARD_INPUT, open_rules
from gamedsl.cli.common.rules import all_setups_options, chosen_setups
from gamedsl.cli.common.settings import settings
from gamedsl.errors import MissingExtraError
from gamedsl.graph.compiled import Setup
from gamedsl.workbench.extras import check_installed

_EXAMPLES = (
    "studio my_game.gdl",
    "studio my_game.gdl --players 3 --port 8000",
)

_LOOK = ".look.toml"

T = TypeVar("T")


@gamedsl_command(_EXAMPLES)
@click.argument("file")
@all_setups_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="any free one", metavar="N", help="Listen there."
)
@click.option("--open", "is_opened", is_flag=True, help="Also open it in the browser.")
@cache_option
def command(file: str, players: int | None, options: tuple[str, ...], port: int, is_opened: bool) -> ExitCode:
    """Play a game in the browser while its rules are written: the page follows the file.

    With each save it shows the findings at their lines, draws the graph again, and goes on with the match as far as its
    moves are legal. Beside the table: the graph with the place where the match stands, the examples with a mark each,
    and figures from random matches. Only this machine can see it, at an address that holds a fresh token. Ctrl-C ends it.
    """
    _check_use(file)
    from gamedsl.studio import Studio, serve
    from gamedsl.studio.reading import Followed

    context = click.get_current_context()

    def read() -> KnownRules:
        with context.scope(cleanup=False):  # it is called in other threads
            files = _readable(lambda: open_rules(file))
            find = files.bases.find
            return KnownRules(
                files.source,
                lambda name: _readable(lambda: find(name)),
                store(),
                near=files.bases,
                additions=files.additions,
            )

    def choose(setups: Sequence[Setup]) -> Sequence[Setup]:
        """Those that were asked for; all if the rules do not have them any more."""
        try:
            return chosen_setups(file, setups, players, options)
        except CommandError:
            return setups

    opened = open_rules(file)  # what is not there at the beginning is a mistake in the command line
    if players is not None or options:
        _check_setup(opened.name, read, players, options)
    look = Path(opened.path).with_suffix(_LOOK)
    studio = Studio(Followed(opened.source.name, read, look, settings().off, choose))
    studio.look()

    def tell(address: str) -> None:
        click.echo(f"{opened.name} is at {address}\nCtrl-C ends it.")
        if is_opened:
            click.launch(address)

    try:
        serve(studio, port, look, tell)
    except OSError as error:
        raise WrongUseError(f"port {port} cannot be used: {error.strerror}", "`--port 0` takes a free one") from error
    return ExitCode.SUCCESS


def _check_setup(name: str, read: Callable[[], KnownRules], players: int | None, options: tuple[str, ...]) -> None:
    """Raises WrongUseError for a setup that the rules do not have; rules that cannot be read or played have none yet."""
    from gamedsl.studio import UnreadableError

    try:
        legal = read().setups
    except UnreadableError:
        return
    if legal:
        chosen_setups(name, legal, players, options)


def _readable(read: Callable[[], T]) -> T:
    """What is read. Raises UnreadableError where the command line would say that there is no such file."""
    from gamedsl.studio import UnreadableError

    try:
        return read()
    except CommandError as error:
        raise UnreadableError(error.message.partition("\n")[0]) from error


def _check_use(file: str) -> None:
    """Raises WrongUseError."""
    if file == STANDARD_INPUT:
        raise WrongUseError("the studio follows a file, and standard input is none")
    try:
        check_installed("the studio", "studio", "starlette", "uvicorn", "watchfiles")
    except MissingExtraError as error:
        raise WrongUseError(str(error), f"`pip install 'gamedsl[{error.extra}]'` installs it") from error
