"""What is reported of rules that were damaged at random: each file of the corpus, with one damage after the other, in one line each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from corpus.test_corpus import FILES, HERE, bases_of, split
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source, Span
from golden.conftest import CompareParts, CompareRows

_PART = re.compile(r"\w+|\"[^\"]*\"|[^\w\s]+|[ ]+")
_LONGEST = 80
"""Lines of a file that is damaged; longer ones have nothing that others have not, and take longer."""
_LARGEST = frozenset(("work.gdl",))
"""Files with tables of so many rows that damaging them takes as long as all others."""
_MORE = 5
"""Further damages of a file, of which only a digest is kept."""


def _without_line(lines: list[str], at: int, _: Random) -> None:
    del lines[at]


def _deeper(lines: list[str], at: int, dice: Random) -> None:
    lines[at] = " " * dice.choice((2, 4)) + lines[at]


def _shallower(lines: list[str], at: int, dice: Random) -> None:
    lines[at] = lines[at][dice.choice((2, 4)) :] if lines[at].startswith("    ") else f" {lines[at]}"


def _deeper_from_here(lines: list[str], at: int, _: Random) -> None:
    lines[at:] = [f"  {line}" if line else line for line in lines[at:]]


def _twice(lines: list[str], at: int, _: Random) -> None:
    lines.insert(at, lines[at])


def _joined(lines: list[str], at: int, _: Random) -> None:
    lines[at : at + 2] = [" ".join(line.rstrip() if not at else line.strip() for line in lines[at : at + 2])]


def _cut(lines: list[str], at: int, dice: Random) -> None:
    lines[at] = lines[at][: -dice.randint(1, 5)]


def _on_parts(change: Callable[[list[str], int, Random], None]) -> Callable[[list[str], int, Random], None]:
    """Makes a damage of a line from one of its parts."""

    def damage(lines: list[str], at: int, dice: Random) -> None:
        parts = _PART.findall(lines[at])
        words = [number for number, part in enumerate(parts) if part.strip()]
        if words:
            change(parts, dice.choice(words), dice)
        lines[at] = "".join(parts)

    return damage


def _without_part(parts: list[str], at: int, _: Random) -> None:
    del parts[at]


def _part_twice(parts: list[str], at: int, _: Random) -> None:
    parts.insert(at, f"{parts[at]} ")


def _other_part(parts: list[str], at: int, dice: Random) -> None:
    parts[at] = dice.choice(("7", "name", "of", "is", "(", ",", ":", "=", "none", '"Said."', "each", "-"))


def _parts_swapped(parts: list[str], at: int, _: Random) -> None:
    other = (at + 2) % len(parts)
    parts[at], parts[other] = parts[other], parts[at]


def _misspelt(parts: list[str], at: int, dice: Random) -> None:
    place = dice.randrange(len(parts[at]))
    parts[at] = parts[at][:place] + parts[at][place + 1 :] if len(parts[at]) > 2 else f"{parts[at]}s"


DAMAGES = {
    "line left out": _without_line,
    "deeper": _deeper,
    "shallower": _shallower,
    "deeper from here": _deeper_from_here,
    "line twice": _twice,
    "lines joined": _joined,
    "cut": _cut,
    "word left out": _on_parts(_without_part),
    "word twice": _on_parts(_part_twice),
    "another word": _on_parts(_other_part),
    "words swapped": _on_parts(_parts_swapped),
    "misspelt": _on_parts(_misspelt),
}


def test_damage(golden_parts: CompareParts) -> None:
    golden_parts("findings/damage.txt", [*(partial(_lines, path, texts) for path, texts in _texts()), str], 1)


def _lines(path: Path, texts: list[str]) -> str:
    """Returns a heading for each damage of a file, and what is reported then."""
    dice, lines = Random(path.name), list[str]()
    for kind in dice.sample(list(DAMAGES), 2):
        place, source = _damaged(texts, kind, dice)
        lines.append(f"# {path.relative_to(HERE).as_posix()}, {place}")
        lines += [finding_text(source, one) for one in _found(path, source)]
    return "\n".join(lines)


def test_more_damage(golden_rows: CompareRows) -> None:
    golden_rows("findings/more_damage.txt", [partial(_digest, path, texts) for path, texts in _texts()], 4)


def _digest(path: Path, texts: list[str]) -> str:
    """Returns a digest of what is reported after some more damages of a file, for damages that few files have in the other table."""
    dice = Random(f"more of {path.name}")
    told = [
        line
        for kind in dice.sample(list(DAMAGES), _MORE)
        for source in [_damaged(texts, kind, dice)[1]]
        for line in (finding_text(source, one) for one in _found(path, source))
    ]
    whole = sha256("\n".join(told).encode()).hexdigest()[:8]
    return f"{path.relative_to(HERE).as_posix()}: {len(told)} findings {whole}"


def _texts() -> Iterator[tuple[Path, list[str]]]:
    for path in FILES:
        lines = split(path.read_text(encoding="utf-8"))[0].split("\n")
        if len(lines) <= _LONGEST and path.name not in _LARGEST:
            yield path, lines


def _damaged(texts: list[str], kind: str, dice: Random) -> tuple[str, Source]:
    """Damages a text in one place, and returns the place in words with the damaged text."""
    damaged = list(texts)
    at = dice.choice([place for place, line in enumerate(texts[:-1]) if line.strip()] or [0])
    DAMAGES[kind](damaged, at, dice)
    return f"line {at + 1}, {kind}: {damaged[at : at + 1]}", Source("damaged.gdl", "\n".join(damaged))


def _found(path: Path, source: Source) -> Sequence[Diagnostic]:
    bases = bases_of(path)
    return check(parse_files(source, bases.find, bases)).diagnostics


def finding_text(source: Source, one: Diagnostic) -> str:
    """The whole of a finding, with its edits."""
    read = _text_of(source, one.primary.span)
    start, end = (read.position(place) for place in (one.primary.span.start, one.primary.span.end))
    edits = [
        f"{fix.level.name.lower()} {fix.title}: {[(edit.span.start, edit.span.end, edit.text) for edit in fix.edits]}"
        for fix in one.fixes
    ]
    others = [f"{_text_of(source, label.span).position(label.span.start)} {label.text}" for label in one.others]
    where = f"{start[0]}:{start[1]}-{end[0]}:{end[1]}"
    told = (f"{one.code} {where} {one.message}", one.primary.text, *others, *one.help, *edits)
    return " | ".join(part.replace(f"{HERE}/", "").replace("\n", " / ") for part in told if part)


def _text_of(source: Source, span: Span) -> Source:
    """The text in which a span lies: that of the damaged file, or of one that it builds on."""
    return source if span.source == source.name else Source(span.source, Path(span.source).read_text(encoding="utf-8"))
