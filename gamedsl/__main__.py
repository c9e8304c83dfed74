"""The program: `gamedsl`, and `python -m gamedsl`."""

import gc
import os

_GARBAGE = 500_000
"""New objects before Python looks for circles of garbage. Trees and graphs have none, and checking a large game makes 100,000 objects."""

_INTERRUPTED = 130
"""`ExitCode.INTERRUPTED`, before anything is read in."""


def main() -> None:
    """Runs the command line; what it consists of is read in when garbage is no longer looked for. Ctrl-C is heard from the beginning."""
    try:
        _run()
    except KeyboardInterrupt:
        _end()


def _run() -> None:
    import signal

    gc.set_threshold(_GARBAGE)
    # Whoever starts the program may have turned the signal off: then it stays so.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        # An exception would be lost in some modules that are read in, and told with a traceback.
        signal.signal(signal.SIGINT, lambda number, frame: _end())
    from gamedsl.cli.main import main as run

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end() -> None:
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":  # processes that play matches read this file too
    main()
