"""`gamedsl workshop`."""

from __future__ import annotations

from pathlib import Path

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, UnwrittenError, WrongUseError
from gamedsl.cli.common.options import refuse_empty_name
from gamedsl.errors import GameDslError

_EXAMPLES = ("workshop --open", "workshop -o public/workshop")


@gamedsl_command(_EXAMPLES)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    callback=refuse_empty_name,
    help="Folder to write the files into, in place of serving them.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="any free one", metavar="N", help="Listen there."
)
@click.option("--open", "is_opened", is_flag=True, help="Also open it in the browser.")
def command(output: str | None, port: int, is_opened: bool) -> ExitCode:
    """Write and play games in a tab of the browser: an editor with findings and completion, and the table beside it. Everything runs in the tab.

    The files are put together once, which takes half a minute and needs node and npm: Python for the browser comes from there. They are kept beside the
    cache. With `-o` they are written into a folder, which any web server can offer. docs/how-to/workshop.md has more. Ctrl-C ends it.
    """
    from gamedsl.workshop.folder import LIST, copy_folder, lay_folder_once

    if output is not None:
        out = Path(output)
        if out.is_dir() and any(out.iterdir()) and not (out / LIST).is_file():
            raise WrongUseError(f"`{output}` has other files in it", "name a folder that is new or empty")
        try:
            copy_folder(out, _tell)
        except OSError as error:
            raise UnwrittenError(f"`{output}` cannot be written: {error.strerror}") from error
        except GameDslError as error:
            raise WrongUseError(str(error)) from error
        click.echo(f"{output}: the files of the workshop are written")
        return ExitCode.SUCCESS
    try:
        folder = lay_folder_once(_tell)
    except GameDslError as error:
        raise WrongUseError(str(error)) from error
    return _serve(folder, port, is_opened)


def _tell() -> None:
    click.echo("The workshop is put together, which takes half a minute …", err=True)


def _serve(folder: Path, port: int, is_opened: bool) -> ExitCode:
    from gamedsl.workshop.serving import serve_folder

    try:
        served = serve_folder(folder, port)
    except OSError as error:
        raise WrongUseError(f"port {port} cannot be used: {error.strerror}", "`--port 0` takes a free one") from error
    click.echo(f"The workshop is at {served.address}")
    click.echo("Ctrl-C ends it.")
    if is_opened:
        click.launch(served.address)
    served.wait()
    return ExitCode.SUCCESS
