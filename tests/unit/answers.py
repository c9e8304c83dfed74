"""What the front end says about a list of files, as JSON: run with and without `-O`, it is the same.

`python [-O] answers.py FILE…` prints for each file its findings (code, place, message) and, if there are no errors, the
digest of the game of the first setup, and for the examples the sizes of their games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from gamedsl import pipeline
from gamedsl.graph.serial import digest
from gamedsl.source import Source


def answer(path: Path) -> dict[str, object]:
    """The answer to one file; other games and variants are found beside it and among the games that come along."""
    games = Path(__file__).parents[2] / "games"

    def find(name: str) -> Source | None:
        for folder in (path.parent, games, *games.iterdir()):
            found = folder / f"{name}.gdl"
            if found.is_file():
                return Source(name, found.read_text(encoding="utf-8"))
        return None

    parsed = pipeline.parse_files(Source(path.stem, path.read_text(encoding="utf-8")), find)
    report = pipeline.check(parsed)
    said: dict[str, object] = {
        "findings": [[d.code, d.primary.span.source, d.primary.span.start, d.message] for d in report.diagnostics]
    }
    setup = pipeline.default_setup(parsed)
    if setup is not None and not report.has_errors:
        said["game"] = digest(pipeline.compile(parsed, setup).game)
        said["examples"] = [len(compiled.game.nodes) for _, compiled, _ in pipeline.examples(parsed)]
    return said


def main() -> None:
    """The answers to all files, and whether asserts are carried out."""
    answers: dict[str, object] = {path: answer(Path(path)) for path in sys.argv[1:]}
    print(json.dumps({"asserts": __debug__, "answers": answers}))


if __name__ == "__main__":
    main()
