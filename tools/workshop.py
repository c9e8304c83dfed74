"""The workshop as a folder of static files, for any web server: `python -m tools.workshop OUT` is `gamedsl workshop -o OUT`."""

from __future__ import annotations

import sys

from gamedsl.cli.main import run

if __name__ == "__main__":
    sys.exit(run(["workshop", "-o", *sys.argv[1:]]))
