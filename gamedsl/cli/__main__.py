"""`python -m gamedsl.cli`."""

from gamedsl.cli.main import main

main()
