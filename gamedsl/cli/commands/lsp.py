"""`gamedsl lsp`."""

from __future__ import annotations

import io
import os
import sys

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.reading.files import search_path
from gamedsl.workbench.extras import check_installed

_EXAMPLES = ("lsp", "lsp --port 2087")


@gamedsl_command(_EXAMPLES)
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="Listen there.")
def command(port: int | None) -> ExitCode:
    """Help an editor while rules are written: findings, corrections, completion, names, outline. Speaks the Language Server
    Protocol on standard input and output, so that editors start it themselves; with `--port` it waits there for one editor."""
    check_installed("help for editors", "editor", "lsprotocol", "pygls")
    from gamedsl.lsp.server import make_server

    if port == 0:
        raise WrongUseError("the editor has to know the port", "name one, as in `--port 2087`")
    server = make_server(search_path())
    if port is None:
        if sys.stdin.isatty():
            click.echo("an editor is awaited on standard input; Ctrl-C ends this", err=True)
        try:
            server.start_io(stdout=_KeptOpen(sys.stdout.buffer))
        except MemoryError:
            raise LimitError("the editor has sent a message that is larger than the memory of this machine") from None
    else:
        try:
            server.start_tcp("127.0.0.1", port)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise WrongUseError(f"port {port} cannot be used: {why}", "name another one") from error
    return ExitCode.SUCCESS


class _KeptOpen(io.BufferedWriter):
    """A stream that a server cannot close, because the command line flushes the standard output at the end."""

    def close(self) -> None:
        self.flush()
