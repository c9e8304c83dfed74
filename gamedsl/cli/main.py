"""Runs a command by its name, and decides how the process ends."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import TracebackType

import click

from gamedsl.cli.common.command import HELP_NAMES, WIDTH, Command, everywhere, note_plain_help, page_help
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, FindingsError, WrongUseError
from gamedsl.cli.common.interrupts import end_promptly
from gamedsl.cli.common.meant import find_command, find_option
from gamedsl.cli.printing.json_output import version
from gamedsl.cli.reading.files import SEARCH_PATH
from gamedsl.cli.reading.on_top import ON_TOP, TAKE_A_GAME
from gamedsl.errors import MissingExtraError
from gamedsl.versions import API, LANGUAGE

COMMANDS = {
    "check": "Report what is wrong in rules files.",
    "fmt": "Format rules files.",
    "test": "Run the examples of rules files, then random matches.",
    "verify": "Look for matches in which rules break a promise, and for what must be possible.",
    "secrets": "List where something hidden is learned, by whom, and how often.",
    "diff": "Say what differs between two games, or a variant and its base.",
    "mutate": "Change one rule at a time and see whether the examples notice it.",
    "graph": "Draw or print the graph that a rules file makes.",
    "simulate": "Play many random matches and summarise them.",
    "compare": "Play games or variants against chance, and say what differs for certain.",
    "campaign": "Play a plan of many games, setups, agents and seeds, whenever there is time.",
    "tune": "Search for the numbers with which a game does what you wish.",
    "report": "Write a page with pictures on what matches show of a game.",
    "play": "Play a match in the terminal.",
    "replay": "Play a saved match again and verify it.",
    "perft": "Count the moves and positions of a game, depth by depth.",
    "explore": "Search the whole tree of a small game.",
    "solve": "Say what a small game is worth if everybody plays as well as possible.",
    "exploit": "Say how much a player gains who knows how the others choose.",
    "studio": "Play a game in the browser while its rules are written.",
    "serve": "Let people play in the browser: a lobby, tables, seats by link.",
    "workshop": "Write and play games in a tab of the browser.",
    "lsp": "Help an editor while rules are written.",
    "build": "Write a game as a WebAssembly module for other programs.",
    "page": "Write one HTML file on which a game is played.",
    "rulebook": "Write the rules as a text for people.",
    "cards": "Write cards, tokens, boards and score sheets to print and cut out.",
    "explain": "Explain the code of a finding.",
    "cache": "Show or delete what is kept for later starts.",
    "new": "Write a small complete game, or a variant, to start from.",
    "games": "List the games that come with gamedsl.",
    "completion": "Print what a shell needs to complete command lines.",
    "help": "Show how a command is used.",
}
"""The commands with their lines in the help. A command's module is imported when it is called, so that `--help` is fast."""

GROUPS = {
    "Start": ("new", "games", "explain", "help"),
    "Write rules": (
        "check",
        "fmt",
        "test",
        "studio",
        "workshop",
        "lsp",
        "verify",
        "secrets",
        "graph",
        "diff",
        "mutate",
    ),
    "Play and measure": (
        "play",
        "replay",
        "simulate",
        "compare",
        "report",
        "campaign",
        "tune",
        "perft",
        "explore",
        "solve",
        "exploit",
    ),
    "Use elsewhere": ("serve", "page", "rulebook", "cards", "build", "cache", "completion"),
}
"""The groups in which the help lists the commands."""

EXAMPLES = ("new my_game", "check my_game.gdl", "test my_game.gdl", "play my_game.gdl", "simulate gloriana --players 3")
"""The examples of first steps in the help."""


_WITHOUT_RULES = frozenset(["cache", "completion", "explain", "fmt", "games", "help", "workshop"])
"""Commands that do not search rules by name."""


def _keep_path(ctx: click.Context, _: click.Parameter, folders: tuple[str, ...]) -> None:
    ctx.meta[SEARCH_PATH] = folders


_PATH = click.Option(
    ["--path"],
    multiple=True,
    expose_value=False,
    callback=_keep_path,
    metavar="FOLDER",
    help="Also look here for the rules that a file builds on, before the folders of `GAMEDSL_PATH`; may be repeated.",
)
"""The option of all commands that read rules."""

_ANYWHERE = everywhere(is_hidden=True)
"""The options of all commands, in the form that each command has."""

COMPLETING = "_GAMEDSL_COMPLETE"
"""The variable in which shells request the completion of a command line."""


class _Commands(click.Group):
    """The group of commands; each is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"gamedsl.cli.commands.{cmd_name}").command
        own = (*(() if cmd_name in _WITHOUT_RULES else (_PATH,)), *(ON_TOP if cmd_name in TAKE_A_GAME else ()))
        for option in (*own, *_ANYWHERE):
            if option not in command.params:
                command.params.append(option)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        note_plain_help(ctx, args)
        return super().parse_args(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return page_help(super().get_help_option(ctx))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            near = find_command(name, COMMANDS)
            raise click.UsageError(f"there is no command `{name}`{f'; did you mean `{near}`?' if near else ''}", ctx)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes usage, description, examples, the commands in their groups, options and exit codes."""
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Examples"):
            for example in EXAMPLES:
                formatter.write(f"  gamedsl {example}\n")
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name]) for name in names])
        self.format_own_options(ctx, formatter)
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(int(code)), code.meaning) for code in ExitCode])

    def format_own_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options, without the commands."""
        records = (parameter.get_help_record(ctx) for parameter in self.get_params(ctx))
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from gamedsl_interpreter.wasm.instances.interface import ABI

        click.echo(f"gamedsl {version()}\nlanguage {LANGUAGE}\nAPI {API}\nmodule ABI {ABI}")
        ctx.exit()


@click.command(cls=_Commands, context_settings={"help_option_names": [*HELP_NAMES], "max_content_width": WIDTH})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the versions of the package, the language, the API and the module ABI.",
)
def commands() -> None:
    """Rules of tabletop games as text: check them, see their graph, play and simulate them.

    A FILE holds rules; the name of a game that comes with gamedsl will do as well, and `gamedsl games` lists these.
    """


commands.params += everywhere(is_hidden=False)


def main() -> None:
    """Runs the program. Characters that a terminal cannot show become question marks."""
    sys.excepthook = _report_own_mistake
    end_promptly()
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    # Skips Python's clean-up: destroying thousands of classes would take as long as checking a game.
    os._exit(code)


def _open_closed_streams() -> None:
    """Replaces closed standard streams: a program started without them reads nothing and writes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _report_own_mistake(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Reports an unexpected exception: prints the traceback for developers, and exits with a code that no finding has."""
    from traceback import print_exception

    print_exception(kind, error, trace)
    click.echo(_OWN_MISTAKE, err=True)
    os._exit(ExitCode.INTERNAL)


_OWN_MISTAKE = """
This is a mistake in gamedsl, not in your rules. Please report it, with these lines, `gamedsl --version`, and the rules if you may show them."""


def run(args: Sequence[str]) -> int:
    """Runs one command line and returns its exit code. Raises nothing, except for programming mistakes."""
    try:
        code = _invoke(args)
        sys.stdout.flush()
    except click.ClickException as error:
        _show(error)
        return error.code if isinstance(error, CommandError) else ExitCode.WRONG_USE
    except MissingExtraError as missing:
        _show(WrongUseError(str(missing), f"install it with `pip install 'gamedsl[{missing.extra}]'`"))
        return ExitCode.WRONG_USE
    except FindingsError:
        return ExitCode.FINDINGS
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader has stopped. The rest of the buffer must not be written again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.BROKEN_PIPE
    except OSError as error:
        click.echo(f"error: what was found cannot be written: {error.strerror}", err=True)
        return ExitCode.UNWRITTEN
    return code


def _invoke(args: Sequence[str]) -> int:
    """Returns the command's exit code. Does not use click's `main`, which ends the process itself when a pipe is closed."""
    asked = os.environ.get(COMPLETING)
    if asked:
        from click.shell_completion import shell_complete

        return shell_complete(commands, {}, "gamedsl", COMPLETING, asked)
    try:
        with commands.make_context("gamedsl", list(args)) as context:
            code: object = commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else ExitCode.SUCCESS


def _show(error: click.ClickException) -> None:
    """Prints `error: …`, and after a mistake in the command line also its usage."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    message = _no_option(error) if isinstance(error, click.NoSuchOption) else error.format_message()
    click.echo(f"{click.style('error', fg='red', bold=True)}: {message[:1].lower()}{message[1:].rstrip('.')}", err=True)
    if context is not None:
        click.echo(f"{context.get_usage()}{_examples(context)}\nTry `{context.command_path} --help`.", err=True)


def _examples(context: click.Context) -> str:
    """Returns the examples of a command that was called wrongly."""
    command = context.command
    examples = command.examples if isinstance(command, Command) else ()
    return "".join(f"\n  for example: gamedsl {example}" for example in examples[:2])


def _no_option(error: click.NoSuchOption) -> str:
    near = find_option(error)
    return f"no such option `{error.option_name}`{f'; did you mean `{near}`?' if near else ''}"
