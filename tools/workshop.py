"""The workshop as a folder of static files, for any web server: `python -m tools.workshop OUT`."""

from __future__ import annotations

import sys
from pathlib import Path

from gamedsl.errors import GameDslError
from gamedsl.workshop.folder import kept_folder, lay_folder


def main() -> int:
    """Writes the folder that the command line names."""
    if len(sys.argv) != 2:
        print("usage: python -m tools.workshop OUT", file=sys.stderr)
        return 2
    out = Path(sys.argv[1])
    try:
        lay_folder(out, kept_folder())
    except GameDslError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(place.stat().st_size for place in out.rglob("*") if place.is_file())
    print(f"{out}: {size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
