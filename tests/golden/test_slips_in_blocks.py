"""What reading reports of short texts after slips: single blocks of all games and of the corpus, lines as people say them, and sentences of rulebooks.

A row has a file or a line, the number of findings, and a digest of their texts and corrections. Only reading looks at them, so thousands take seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from corpus.test_corpus import FILES, HERE, split
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from golden.conftest import CompareRows
from golden.test_damage import DAMAGES, finding_text
from golden.test_findings import said_lines
from unit.syntax.test_sentences import SAID as SENTENCES

GAMES = sorted((HERE.parents[1] / "games").rglob("*.gdl"))
_SLIPS, _LONGEST = 20, 20
"""Slips in blocks of a file, and the most lines of a block."""
_PART = re.compile(r"\w+|\"[^\"]*\"|[^\w\s]+|[ ]+")


def test_slips_in_blocks(golden_rows: CompareRows) -> None:
    golden_rows("findings/blocks.txt", [partial(_of_file, path) for path in (*GAMES, *FILES)], 1)


def _of_file(path: Path) -> str:
    text, dice = split(path.read_text("utf-8"))[0], Random(path.stem)
    every = [block for block in _blocks(text) if len(block) <= _LONGEST]
    texts = (_slipped(dice.choice(every), text, dice) for _ in range(_SLIPS if every else 0))
    return _row(path.relative_to(HERE.parents[1]).as_posix(), texts)


def _blocks(text: str) -> Iterator[list[str]]:
    """Yields the lines of each declaration: from one that is not indented to the next."""
    block: list[str] = []
    for line in (*text.split("\n"), "end"):
        if line.strip() and not line[0].isspace():
            if block:
                yield block
            block = []
        block.append(line)


def _slipped(block: list[str], words: str, dice: Random) -> str:
    """Returns the text of a block with a slip in one line, at times with two; words may come from another text."""
    lines = list(block)
    for _ in range(dice.choice((1, 1, 2))):
        filled = [at for at, line in enumerate(lines) if line.strip()]
        if not filled:
            break
        at = dice.choice(filled)
        dice.choice((*DAMAGES.values(), _with_word_of(words), _with_word_of(words)))(lines, at, dice)
    return "\n".join((*lines, ""))


def _with_word_of(text: str) -> Callable[[list[str], int, Random], None]:
    """Makes a slip that puts a word of a text in the place of one in a line, or before it."""

    def slip(lines: list[str], at: int, dice: Random) -> None:
        parts = _PART.findall(lines[at])
        words = [number for number, part in enumerate(parts) if part.strip()]
        if words:
            place, word = dice.choice(words), dice.choice([one for one in _PART.findall(text) if one.strip()])
            parts[place] = dice.choice((word, f"{word} {parts[place]}"))
        lines[at] = "".join(parts)

    return slip


def test_slips_in_lines_of_people(golden_rows: CompareRows) -> None:
    rows = [partial(_of_line, text, said) for text, said in said_lines()]
    golden_rows("findings/said_with_slips.txt", rows, 1)


def _of_line(text: str, said: str) -> str:
    return _row(repr(said.strip()), (text.replace(said, line, 1) for line in _lines_slipped(said, text, 3)))


def test_slips_in_sentences(golden_rows: CompareRows) -> None:
    rows = [partial(_of_sentence, text, said) for text, said, _ in SENTENCES]
    golden_rows("findings/sentences_with_slips.txt", rows, 1)


def _of_sentence(text: str, said: str) -> str:
    lines = (line.replace("{", "").replace("}", "") for line in _lines_slipped(said, text, 8))
    return _row(repr(said), (text.format(line) for line in lines))


def _lines_slipped(line: str, words: str, number: int) -> Iterator[str]:
    dice = Random(line)
    yield from (_slipped([line], words, dice).strip("\n") for _ in range(number))


def _row(name: str, texts: Iterable[str]) -> str:
    sources = [Source("slip.gdl", text) for text in texts]
    found = [finding_text(source, problem.explain()) for source in sources for problem in parse(source).problems]
    digest = sha256("\n".join(found).encode()).hexdigest()[:8]
    return f"{name}: {len(found)} findings after {len(sources)} slips {digest}"
