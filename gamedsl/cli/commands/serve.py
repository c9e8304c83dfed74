"""`gamedsl serve`."""

from __future__ import annotations

from collections.abc import Sequence
from errno import EADDRNOTAVAIL
from ipaddress import ip_network
from pathlib import Path

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import note
from gamedsl.cli.common.exit_codes import ExitCode, UnwrittenError, WrongUseError
from gamedsl.cli.common.options import FiniteRange, count_option
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import look_file, showing_mistakes
from gamedsl.cli.reading.rules import Rules, read
from gamedsl.errors import ArgumentError, MissingExtraError
from gamedsl.server.making import server_of
from gamedsl.server.refusals import KeepingError

_EXAMPLES = (
    "serve hearts gloriana",
    "serve my_game.gdl --port 8080 --records tables.db",
    "serve hearts --address https://games.example.org",
)

_MOST_AT_ONCE = 20_000
"""The most connections: each open page has one."""


@gamedsl_command(_EXAMPLES)
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--records", metavar="FILE", default="tables.db", show_default=True, help="The SQLite file that keeps all tables."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, metavar="N", help="Listen there."
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Listen at this address of the machine; 0.0.0.0 is all.",
)
@click.option("--address", metavar="URL", help="How people reach the server, if a proxy is in front of it.")
@count_option("--most-tables", least=1, default=2000, told="The most open tables.")
@click.option(
    "--keep-days",
    type=FiniteRange(0, 36_500),
    default=30.0,
    show_default=True,
    metavar="N",
    help="Remove tables at which nothing has changed for so long, finished or not; 0 never does.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy in front: of it is believed for whom it asks. May be repeated.",
)
@count_option(
    "--requests-each", least=0, default=3000, told="The most requests in a minute from one address; 0: any number."
)
@count_option("--pages-each", least=0, default=200, told="The most open pages at one address; 0: any number.")
@count_option("--tables-each", least=0, default=100, told="The most open tables made from one address; 0: any number.")
@click.option("--open", "is_opened", is_flag=True, help="Also open it in the browser.")
@cache_option
def command(
    files: tuple[str, ...],
    records: str,
    port: int,
    host: str,
    address: str | None,
    most_tables: int,
    keep_days: float,
    proxies: tuple[str, ...],
    requests_each: int,
    pages_each: int,
    tables_each: int,
    is_opened: bool,
) -> ExitCode:
    """Let people play in the browser: a lobby, tables with a seat for each link, spectators, and the computer where nobody sits.

    Every move is in the file of records before anybody is told of it: the same command goes on with all tables. There are no accounts, and no
    encryption: docs/embedding/serving.md says how to put a proxy with TLS in front, and how programs play. Ctrl-C ends it.
    """
    if STANDARD_INPUT in files:
        raise WrongUseError("a server takes games from files, and standard input is none")
    _check_proxies(proxies)
    games = [read(file) for file in files]
    looks = [look_file(rules, None) for rules in games]
    try:
        for rules, look in zip(games, looks, strict=True):
            _check_look(rules, look)
        server = server_of(
            [rules.api for rules in games],
            records,
            looks,
            address=address,
            most_tables=most_tables,
            keep_days=keep_days,
            requests_each=requests_each,
            pages_each=pages_each,
            tables_each=tables_each,
        )
    except MissingExtraError as error:
        raise WrongUseError(str(error), f"`pip install 'gamedsl[{error.extra}]'` installs it") from error
    except KeepingError as error:
        raise UnwrittenError(f"`{records}` cannot keep the tables: {error}") from error
    except ArgumentError as error:
        raise WrongUseError(str(error)) from error
    from gamedsl.server.running import bind_socket, serve

    try:
        listening = bind_socket(host, port)
    except OSError as error:
        server.close()
        if error.errno == EADDRNOTAVAIL:
            raise WrongUseError(f"this machine has no address {host}", "leave out `--host`") from error
        raise WrongUseError(f"port {port} cannot be used: {error.strerror}", "`--port 0` takes a free one") from error
    with listening:
        place = address or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{listening.getsockname()[1]}/"
        click.echo(f"The lobby is at {place}")
        click.echo(f"The tables are kept in {records}: the same command goes on with them. Ctrl-C ends it.")
        if keep_days:
            click.echo(f"Tables at which nothing has changed for {keep_days:g} days are removed.")
        if address is not None and not proxies:
            note(
                "requests count for the address that connects: `--proxy ADDRESS` names a proxy that says for whom it asks"
            )
        if is_opened:
            click.launch(place)
        try:
            serve(server, server.close, listening, _MOST_AT_ONCE, proxies)
        finally:
            server.close()
    return ExitCode.SUCCESS


def _check_proxies(proxies: Sequence[str]) -> None:
    """Raises WrongUseError for what is no address: the server would trust nobody, and nobody would notice."""
    for one in proxies:
        try:
            ip_network(one)
        except ValueError as error:
            raise WrongUseError(
                f"`--proxy {one}` is no address: {error}",
                "write such as `--proxy 127.0.0.1`, or a network `10.0.0.0/8`",
            ) from None


def _check_look(rules: Rules, look: Path | None) -> None:
    """Shows the mistakes of a look file as other commands do."""
    from gamedsl.api.making.looks import read_look

    with showing_mistakes(look, "the server does not begin"):
        read_look(look, rules.api, [rules.api.game()])
