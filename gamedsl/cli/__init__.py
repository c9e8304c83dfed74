"""The command line: the rim that reads files, prints, and knows about terminals."""

from gamedsl.cli.main import main, run

__all__ = ["main", "run"]
