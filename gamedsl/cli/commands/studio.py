"""`gamedsl studio`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from errno import EADDRNOTAVAIL
from pathlib import Path
from typing import TypeVar

import click

from gamedsl.bases import LOOK_SUFFIX
from gamedsl.cache.rules import KnownRules
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, WrongUseError
from gamedsl.cli.common.options import own_seat_option
from gamedsl.cli.common.sharing import Shared, Wish, prepare_sharing
from gamedsl.cli.reading.files import STANDARD_INPUT, open_rules
from gamedsl.cli.reading.rules import all_setups_options, choose_setups
from gamedsl.cli.reading.settings import settings
from gamedsl.errors import MissingExtraError
from gamedsl.graph.compiled import Setup
from gamedsl.workbench.extras import check_installed

_EXAMPLES = (
    "studio my_game.gdl",
    "studio my_game.gdl --players 3 --port 8000",
    "studio hearts --share --seat 4=mcts:500 --names Ann,Bob,Cat",
)

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*:(//[A-Za-z0-9.-]+(:[0-9]+)?)?")
"""A scheme, with a host and a port if it has them."""

T = TypeVar("T")


@gamedsl_command(_EXAMPLES)
@click.argument("file")
@all_setups_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="any free one", metavar="N", help="Listen there."
)
@click.option("--open", "is_opened", is_flag=True, help="Also open it in the browser.")
@click.option(
    "--share", "is_shared", is_flag=True, help="Give others in the local network a seat each, by a link of their own."
)
@click.option("--host", metavar="ADDRESS", help="Listen at this address of the machine (to share: all of them).")
@own_seat_option
@click.option("--names", metavar="A,B,…", help="Names of the players.")
@click.option(
    "--match", metavar="FILE", help="The file that keeps the shared match. (default: GAME.match.json beside the rules)"
)
@click.option("--new-match", "is_new", is_flag=True, help="Begin another match in the place of the one in the file.")
@click.option(
    "--frame-in",
    "frames",
    metavar="ORIGIN",
    multiple=True,
    help="Let pages of this origin show the studio in a frame, as editors do; may be repeated.",
)
@cache_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    port: int,
    is_opened: bool,
    is_shared: bool,
    host: str | None,
    seats: tuple[str, ...],
    names: str | None,
    match: str | None,
    is_new: bool,
    frames: tuple[str, ...],
) -> ExitCode:
    """Play a game in the browser while its rules are written: the page follows the file.

    With each save it shows the findings at their lines, draws the graph again, and goes on with the match as far as its
    moves are legal. Beside the table: the graph with the place where the match stands, the examples with a mark each,
    and figures from random matches. Only this machine can see it, at an address that holds a fresh token. Ctrl-C ends it.

    With `--share` people in the same network play, each at a page of their own that shows what their seat may see. The match is kept in a file after each
    move, and the same command goes on with it.
    """
    _check_use(file)
    _check_frames(frames)
    wish = Wish(is_shared, host, seats, names, match, is_new)
    wish.check()
    from gamedsl.studio.editing import Editing
    from gamedsl.studio.reading import Followed
    from gamedsl.studio.running import serve
    from gamedsl.studio.state import Studio

    context = click.get_current_context()

    def read() -> KnownRules:
        with context.scope(cleanup=False):  # it is called in other threads
            files = _read_or_fail(lambda: open_rules(file))
            find = files.bases.find
            return KnownRules(
                files.source,
                lambda name: _read_or_fail(lambda: find(name)),
                store(),
                near=files.bases,
                additions=files.additions,
            )

    def choose(setups: Sequence[Setup]) -> Sequence[Setup]:
        """Selects the requested setups; all if the rules no longer have them."""
        try:
            return choose_setups(file, setups, players, options)
        except CommandError:
            return setups

    opened = open_rules(file)  # a file that is missing at the start is a mistake in the command line
    if players is not None or options:
        _check_setup(opened.name, read, players, options)
    look = Path(opened.path).with_suffix(LOOK_SUFFIX)
    studio = Studio(Followed(opened.source.name, read, look, settings().off, choose))
    studio.look()

    # The games that come with gamedsl are not for writing: a name that is no file of the person's opens one of those.
    editing = Editing(Path(opened.path)) if Path(file).is_file() else None
    shared = prepare_sharing(opened, wish, studio) if is_shared else None

    def tell(address: str) -> None:
        click.echo(f"{opened.name} is at {address}")
        if shared is not None:
            shared.tell()
        click.echo("Ctrl-C ends it.")
        if is_opened:
            click.launch(address)

    try:
        if shared is None:
            serve(studio, port, look, tell, frames=frames, editing=editing)
        else:
            port = shared.port(port)
            serve(studio, port, look, tell, shared.sharing.host, shared.begin, frames, editing)
    except OSError as error:
        raise _port_error(shared, port, error) from error
    return ExitCode.SUCCESS


def _port_error(shared: Shared | None, port: int, error: OSError) -> WrongUseError:
    """Makes the error for a port or address that cannot be used."""
    if error.errno == EADDRNOTAVAIL and shared is not None:
        return WrongUseError(f"this machine has no address {shared.sharing.host}", "leave out `--host`")
    if shared is None or shared.sharing.kept is None:
        advice = "`--port 0` takes a free one"
    else:
        advice = "the links that people have lead there; `--port N` takes another one, with other links"
    return WrongUseError(f"port {port} cannot be used: {error.strerror}", advice)


def _check_setup(name: str, read: Callable[[], KnownRules], players: int | None, options: tuple[str, ...]) -> None:
    """Raises WrongUseError for a setup that the rules do not have. Does nothing if the rules cannot be read or played yet."""
    from gamedsl.studio.reading import UnreadableError

    try:
        legal = read().setups
    except UnreadableError:
        return
    if legal:
        choose_setups(name, legal, players, options)


def _read_or_fail(read: Callable[[], T]) -> T:
    """Calls `read`. Raises UnreadableError in place of the errors of the command line."""
    from gamedsl.studio.reading import UnreadableError

    try:
        return read()
    except CommandError as error:
        raise UnreadableError(error.message.partition("\n")[0]) from error


def _check_frames(frames: Sequence[str]) -> None:
    """Raises WrongUseError for what is no origin; it would change the policy of the page."""
    for origin in frames:
        if not _ORIGIN.fullmatch(origin):
            raise WrongUseError(f"`{origin}` is no origin", "such as `https://example.org` or `vscode-webview:`")


def _check_use(file: str) -> None:
    """Raises WrongUseError for standard input, and if libraries are missing."""
    if file == STANDARD_INPUT:
        raise WrongUseError("the studio follows a file, and standard input is none")
    try:
        check_installed("the studio", "studio", "lsprotocol", "pygls", "segno", "starlette", "uvicorn", "watchfiles")
    except MissingExtraError as error:
        raise WrongUseError(str(error), f"`pip install 'gamedsl[{error.extra}]'` installs it") from error
