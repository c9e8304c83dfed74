"""The program: `gamedsl`, and `python -m gamedsl`."""

import gc
import os

_GARBAGE = 500_000
"""New objects before Python searches for reference cycles. Trees and graphs have none, and checking a large game makes 100,000 objects."""

_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, available before anything is imported."""


def main() -> None:
    """Runs the command line. Raises the threshold of the garbage collector before its modules are imported, and handles Ctrl-C from the beginning."""
    try:
        _run()
    except KeyboardInterrupt:
        _end()


def _run() -> None:
    import signal

    gc.set_threshold(_GARBAGE)
    # If the parent process ignores the signal, this one does, too.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        # Without this, Ctrl-C during an import is lost (some modules swallow every exception), or shown with a traceback.
        signal.signal(signal.SIGINT, lambda number, frame: _end())
    from gamedsl.cli.main import main as run

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end() -> None:
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":  # worker processes import this file too
    main()
