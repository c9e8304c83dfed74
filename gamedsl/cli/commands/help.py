"""`gamedsl help`."""

from __future__ import annotations

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.paging import show_long


@gamedsl_command(("help", "help check"))
@click.argument("name", required=False, metavar="[COMMAND]")
@click.pass_context
def command(ctx: click.Context, name: str | None) -> ExitCode:
    """Show how gamedsl, or one of its commands, is used."""
    root = ctx.find_root()
    if name is None:
        show_long(root.get_help())
        return ExitCode.SUCCESS
    group = root.command
    # If there is no such command, the group suggests the one that was probably meant.
    found = group.resolve_command(root, [name])[1] if isinstance(group, click.Group) else None
    if found is not None:
        show_long(found.get_help(found.context_class(found, info_name=name, parent=root)))
    return ExitCode.SUCCESS
