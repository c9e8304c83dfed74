"""`python -m gamedsl`: the command line."""

from gamedsl.cli.main import main

if __name__ == "__main__":  # processes that play matches read this file too
    main()
