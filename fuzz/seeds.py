"""The texts that inputs are made of: shipped games, the corpus, the examples of the documentation; whole, as declarations, as lines and as tokens."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "tests/corpus", "docs/examples")
SMALL = 2600
"""Characters of a small file; a change in one of these is checked in some milliseconds."""

TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|\.\.|[+-]=|[<>]=|[^\w\s]')
_MARK = re.compile(r"[ \t]*#!.*")
_BLOCK = re.compile(r"^```gdl\n(.*?)^```", re.MULTILINE | re.DOTALL)


@frozen
class Seeds:
    """`whole`: complete files, small ones in `small`. `blocks`: declarations with their bodies. `bodies`: indented lines with what is indented below
    them, moved to the left. `words`: tokens that several files use. `names`: tokens that are letters, in one file or more."""

    whole: tuple[str, ...]
    small: tuple[str, ...]
    blocks: tuple[str, ...]
    bodies: tuple[str, ...]
    words: tuple[str, ...]
    names: tuple[str, ...]


@cache
def seeds() -> Seeds:
    """All texts of this checkout, in the same order everywhere."""
    whole = tuple(dict.fromkeys(_texts()))
    files = Counter(token for text in whole for token in {m.group() for m in TOKEN.finditer(text)})
    common = sorted(token for token, number in files.items() if number >= 5 and len(token) < 20)
    return Seeds(
        whole,
        tuple(text for text in whole if len(text) <= SMALL),
        tuple(dict.fromkeys(block for text in whole for block in blocks(text))),
        tuple(dict.fromkeys(body for text in whole for body in _bodies(text))),
        tuple(common),
        tuple(sorted(token for token in files if token.isidentifier() and len(token) < 12)),
    )


def blocks(text: str) -> list[str]:
    """The declarations of a text, each with the lines that belong to it; together they are the text without its empty lines."""
    found: list[str] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        if found and line[0] in " \t":
            found[-1] += line + "\n"
        else:
            found.append(line + "\n")
    return found


def _bodies(text: str) -> list[str]:
    """Every indented line with the deeper lines that follow it, as it would stand at the left margin; long ones are left out."""
    lines = [line for line in text.split("\n") if line.strip()]
    found: list[str] = []
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if not depth:
            continue
        body = [line]
        for below in lines[number + 1 :]:
            if len(below) - len(below.lstrip()) <= depth:
                break
            body.append(below)
        if len(body) <= 8:
            found.append("".join(f"{one[depth:]}\n" for one in body))
    return found


def _texts() -> list[str]:
    """Rules files without their expectations, and the pieces of rules in the documentation."""
    texts = [
        "\n".join(_MARK.sub("", line) for line in path.read_text(encoding="utf-8").split("\n"))
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.gdl"))
    ]
    for page in sorted((ROOT / "docs").rglob("*.md")):
        texts += _BLOCK.findall(page.read_text(encoding="utf-8"))
    return texts
