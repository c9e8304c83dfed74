"""Random matches in the terminal, with all that they show; and what of a text is written for rules and not for people."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from gamedsl.cli.main import run

ROOT = Path(__file__).parents[2]
GAMES = tuple(
    sorted(
        str(path.relative_to(ROOT / "games").with_suffix(""))
        for path in (ROOT / "games").rglob("*.gdl")
        if "variants" not in path.parts
    )
)
MOST_ANSWERS = 60

_RAW = {
    "a backtick": re.compile(r"`"),
    "a dot between names": re.compile(r"[^\W\d]\w*\.[^\W\d]\w*"),
    "an underscore": re.compile(r"_"),
    "a value of a flag": re.compile(r"\b(is|=|:) ?(yes|no)(?=$|[,.;)])|\b(True|False|true|false)\b"),
    "an index in brackets": re.compile(r"\w\[[^\]]*\]"),
}
"""What no line shows, with its name."""


def raw(text: str) -> Iterator[str]:
    """Says what of a text is written for rules and not for people."""
    for line in map(_without_commands, text.splitlines()):
        for name, pattern in _RAW.items():
            if pattern.search(line):
                yield f"{name}: {line.strip()}"


_COMMANDS = re.compile(r"`(help|moves|none|undo|\?)`|(the match is written to) .*")
"""What can be typed, and the name of a file."""


def _without_commands(line: str) -> str:
    return _COMMANDS.sub("", line)


def terminal_walk(game: str, seed: int) -> str:
    """Plays a match in the terminal with random answers, and gives all that is printed but for what was typed."""
    random = Random(seed)
    answers = "".join(f"{random.choice('1112345')}\n" for _ in range(MOST_ANSWERS))
    printed = io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(answers.encode()))
    try:
        with TemporaryDirectory() as folder, redirect_stdout(printed), redirect_stderr(printed):
            saved = f"{folder}/match.json"
            run(["play", str(ROOT / f"games/{game}.gdl"), "--seed", str(seed), "--replay", saved])
    finally:
        sys.stdin = before
    return printed.getvalue()
