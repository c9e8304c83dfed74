"""`python -m gamedsl`: the command line."""

from gamedsl.cli.main import main

main()
