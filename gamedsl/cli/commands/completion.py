"""`gamedsl completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.main import COMPLETING

_SHELLS = ("bash", "zsh", "fish")

_EXAMPLES = (
    "completion bash >> ~/.bashrc",
    "completion zsh >> ~/.zshrc",
    "completion fish > ~/.config/fish/completions/gamedsl.fish",
)


@gamedsl_command(_EXAMPLES)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> ExitCode:
    """Print what a shell needs to complete commands and options with the tab key."""
    kind = get_completion_class(shell)
    if kind is None:
        raise WrongUseError(f"there is no completion for `{shell}`")
    click.echo(kind(ctx.find_root().command, {}, "gamedsl", COMPLETING).source())
    return ExitCode.SUCCESS
