"""`gamedsl help`."""

from __future__ import annotations

import click

from gamedsl.cli.common.exit_codes import SUCCESS


@click.command()
@click.argument("name", required=False, metavar="[COMMAND]")
@click.pass_context
def command(ctx: click.Context, name: str | None) -> int:
    """Show how gamedsl, or one of its commands, is used."""
    root = ctx.find_root()
    if name is None:
        click.echo(root.get_help())
        return SUCCESS
    group = root.command
    # The group says what was probably meant, if there is no such command.
    found = group.resolve_command(root, [name])[1] if isinstance(group, click.Group) else None
    if found is not None:
        click.echo(found.get_help(click.Context(found, info_name=name, parent=root)))
    return SUCCESS
