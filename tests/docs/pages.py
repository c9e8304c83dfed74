"""The pages of the documentation, and what in them is not prose.

A page is made of fenced blocks with a language and, after it, notes: ```` ```console exit 1 ````. Blocks of one page belong together in these ways:

* `gdl`: a block that declares a game or variant begins a file, the following ones continue it. A comment `<!-- file: nim.gdl -->` in
  front of a block gives the file that begins there a name, by which later commands of the page find it as far as it goes by then. A note
  (`gdl E0301`) is the code that checking reports; the block that follows stands in the place of one with a mistake.
* `console`: `$ ` stands before each command; the lines below it are what is printed, `…` for any further lines. Lines after a prompt such
  as `Ann> ` or `> ` are also what is answered. A note `exit 1` is the exit code, 0 without it.
* `sh`: commands without what they print.
* `python`: programs; the blocks of a page share their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

ROOT = Path(__file__).parents[2]

PAGES = tuple(
    path.relative_to(ROOT).as_posix() for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
)
"""All pages, by their paths."""

_FENCE = re.compile(
    r"(?:^<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w+)(?: (?P<note>[^\n]*))?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_BEGINS = re.compile(r"^(game(?! ends)|variant) ", re.MULTILINE)


@frozen
class Block:
    """A fenced block; `line` is that of its fence, counted from 1."""

    line: int
    language: str
    note: str
    file: str | None
    text: str


@frozen
class Rules:
    """A rules file of a page, as far as it goes in the block at `line`. `code` is the one that is reported, empty for rules without
    mistakes; `is_whole`: the page does not go on with it."""

    page: str
    line: int
    file: str | None
    code: str
    text: str
    is_whole: bool

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@frozen
class Command:
    """One command line with what it prints (None: not shown), what is answered, and its exit code."""

    line: int
    words: str
    printed: str | None
    answers: str
    code: int


def text(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    """All fenced blocks of a page, in order."""
    whole = text(page)
    return [
        Block(
            whole.count("\n", 0, found.start("language")) + 1,
            found["language"],
            found["note"] or "",
            found["file"],
            found["text"],
        )
        for found in _FENCE.finditer(whole)
    ]


def prose(page: str) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", text(page))


def rules(page: str) -> list[Rules]:
    """The rules files of a page, one for each of their blocks."""
    files: list[Rules] = []
    parts: list[str] = []
    for block in (block for block in blocks(page) if block.language == "gdl"):
        last = files[-1] if files else None
        if last is None or block.file or _BEGINS.search(block.text):
            parts, file = [], block.file
        else:
            file = last.file
            if last.code:
                parts.pop()
            else:
                files[-1] = evolve(last, is_whole=False)
        parts.append(block.text)
        files.append(Rules(page, block.line, file, block.note, "\n".join(parts), is_whole=True))
    return files


def commands(block: Block) -> Iterator[Command]:
    """The commands of a `sh` or `console` block that this language has, in order."""
    if block.language not in ("sh", "console"):
        return
    code = int(block.note.removeprefix("exit ") or 0)
    if block.language == "sh":
        for number, line in enumerate(block.text.splitlines(), start=1):
            for part in line.split(" && "):
                if part.split("#")[0].strip().removeprefix(".venv/bin/").startswith("gamedsl "):
                    words = part.split("#")[0].strip().removeprefix(".venv/bin/")
                    yield Command(block.line + number, words, None, "", code)
    else:
        for found in re.finditer(r"^\$ ([^\n]*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
            place = block.line + 1 + block.text.count("\n", 0, found.start())
            answers = "".join(f"{said}\n" for said in re.findall(r"^(?:[A-Z]\w*)?> (.*)$", found[2], re.MULTILINE))
            yield Command(place, found[1], found[2], answers, code)


def programs(folder: Path) -> list[Path]:
    """The Python programs of the pages on embedding, written into a folder, one file for each page. OpenSpiel has no types."""
    files: list[Path] = []
    for page in PAGES:
        parts = [block.text for block in blocks(page) if block.language == "python"]
        if parts and page.startswith("docs/embedding/") and "pyspiel" not in parts[0]:
            files.append(folder / f"page_{Path(page).stem.lower()}.py")
            files[-1].write_text("\n".join(parts), encoding="utf-8")
    return files
