"""`gamedsl cache`."""

from __future__ import annotations

import click

from gamedsl.cache import Off, Store, whole_store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.text import plural

_DATA = (
    "JSON: `folder` (null without a cache), `entries`, `bytes`, `limit` (in bytes), `can_write`, `deleted` (with "
    "`--clear`), `off` (why there is no cache, or null)."
)


_EXAMPLES = (
    "cache",
    "cache --clear",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.option("--clear", is_flag=True, help="Delete all entries.")
@json_option
def command(clear: bool, as_json: bool) -> ExitCode:
    """Show where compiled games and modules are kept for later starts, and how much room they take.

    Each entry belongs to exactly one text of rules, setup and version of gamedsl. Deleting entries is always safe. The environment
    variable GAMEDSL_CACHE names another folder, or is `off`.
    """
    store = whole_store()
    if isinstance(store, Off):
        _print_off(store, as_json)
        return ExitCode.SUCCESS
    deleted = _clear(store) if clear else None
    entries = store.entries()
    size = sum(entry.size for entry in entries)
    if as_json:
        told = {} if deleted is None else {"deleted": deleted}
        about = {"entries": len(entries), "bytes": size, "limit": store.limit, "can_write": store.can_write, **told}
        print_json({"folder": store.folder, **about, "off": None})
        return ExitCode.SUCCESS
    if deleted is not None:
        click.echo(f"{plural(deleted, 'entry', 'entries')} deleted")
    click.echo(store.folder)
    click.echo(f"{plural(len(entries), 'entry', 'entries')}, {size:,} bytes of at most {store.limit:,}")
    if not store.can_write:
        click.echo("nothing more is kept: this folder cannot be written")
    return ExitCode.SUCCESS


def _clear(store: Store) -> int:
    try:
        return store.clear()
    except OSError as error:
        raise WrongUseError(f"`{store.folder}` cannot be cleared: {error.strerror}") from None


def _print_off(why: Off, as_json: bool) -> None:
    if as_json:
        print_json({"folder": None, "entries": 0, "bytes": 0, "limit": 0, "can_write": False, "off": why.value})
    else:
        click.echo(f"there is no cache: {why.value}")
