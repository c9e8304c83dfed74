"""The class of all commands: the form of their help, with examples first, and the options that may stand anywhere in a command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import click

from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.paging import NO_PAGER, is_plain_terminal, show_long

WIDTH = 100
"""The most columns that help text uses."""

HELP_NAMES = ("-h", "--help")
"""The options that show help. Each command has them by itself: click keeps what it has made of them for the first caller."""


class _Formatter(click.HelpFormatter):
    """A formatter of help with bold headings on terminals."""

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{click.style(f'{heading}:', bold=True)}\n")


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command with examples (command lines without the leading `gamedsl`) and a sentence on what `--json` prints."""

    context_class = _Context

    def __init__(
        self,
        name: str | None,
        callback: Callable[..., ExitCode] | None = None,
        params: list[click.Parameter] | None = None,
        help: str | None = None,
        examples: Sequence[str] = (),
        data: str = "",
    ) -> None:
        super().__init__(name, {"help_option_names": [*HELP_NAMES]}, callback=callback, params=params, help=help)
        self.examples, self.data = tuple(examples), data

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes usage, description, examples, options and the data that `--json` prints."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"  gamedsl {example}\n")
        self.format_options(ctx, formatter)
        if self.data:
            with formatter.section("Data"):
                formatter.write_text(self.data)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("`gamedsl --help` lists the options of all commands and the exit codes.")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Obeys `--no-pager` and `--no-color` after `--help`, then parses as usual."""
        note_plain_help(ctx, args)
        return super().parse_args(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Returns the usual help option, which shows long help through the pager."""
        return page_help(super().get_help_option(ctx))


def note_plain_help(ctx: click.Context, args: Sequence[str]) -> None:
    """Obeys `--no-pager` and `--no-color` after `--help`. click shows the help before it handles later options."""
    _use_no_pager(ctx, None, "--no-pager" in args)
    _use_no_colour(ctx, None, "--no-color" in args)


def page_help(option: click.Option | None) -> click.Option | None:
    """Makes the help option show long help through a pager. Returns the option."""

    def show(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
        if asked and not ctx.resilient_parsing:
            show_long(ctx.get_help())
            ctx.exit()

    if option is not None:
        option.callback = show
    return option


def gamedsl_command(examples: Sequence[str], data: str = "") -> Callable[[Callable[..., ExitCode]], Command]:
    """Turns a function into a command. `examples` are command lines that work, without `gamedsl`; `data` says what `--json` prints."""
    return click.command(cls=Command, examples=examples, data=data)


# ---------------------------------------------------------------- options of all commands


def _choose_colour(ctx: click.Context, _: click.Parameter, wish: str | None) -> None:
    """Sets the colour mode. With `auto`, `NO_COLOR` and terminals without colours turn colours off; pipes get none."""
    if wish is not None:
        plain = bool(os.environ.get("NO_COLOR")) or is_plain_terminal()
        ctx.color = {"always": True, "never": False, "auto": False if plain else None}[wish]


def _use_no_colour(ctx: click.Context, _: click.Parameter | None, asked: bool) -> None:
    if asked:
        ctx.color = False


def _use_no_pager(ctx: click.Context, _: click.Parameter | None, asked: bool) -> None:
    if asked:
        ctx.meta[NO_PAGER] = True


def everywhere(*, is_hidden: bool) -> list[click.Parameter]:
    """Returns the options that may stand before or after the command. The help of `gamedsl` shows them; the help of the commands hides them."""
    return [
        click.Option(
            ["--color"],
            type=click.Choice(("auto", "always", "never")),
            default=None if is_hidden else "auto",
            is_eager=True,
            expose_value=False,
            hidden=is_hidden,
            callback=_choose_colour,
            help="Whether to use colours (auto: on a terminal, unless NO_COLOR is set).",
        ),
        click.Option(
            ["--no-color"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            hidden=is_hidden,
            callback=_use_no_colour,
            help="Use no colours.",
        ),
        click.Option(
            ["--no-pager"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            hidden=is_hidden,
            callback=_use_no_pager,
            help="Print long texts at once (otherwise PAGER shows them on a terminal).",
        ),
    ]
