"""The program: `gamedsl`, and `python -m gamedsl`."""

import gc

_GARBAGE = 500_000
"""New objects before Python looks for circles of garbage. Trees and graphs have none, and checking a large game makes 100,000 objects."""


def main() -> None:
    """Runs the command line; what it consists of is read in when garbage is no longer looked for."""
    gc.set_threshold(_GARBAGE)
    from gamedsl.cli.main import main as run

    run()


if __name__ == "__main__":  # processes that play matches read this file too
    main()
