"""Guesses the intended line where pieces, boards and tables are listed as in a shop or on a sheet: `cards: 10 contract in office`, `hexgrid tile 4x4`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit
from gamedsl.syntax.guessing.foreign_words import PIECE_WORDS
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrases import implicit_name

_LISTED = re.compile(r"(component )?(\w+) : (\d+) (\w+) in (\w+)(?: :)?")
_NUMBERED = re.compile(
    r"component (\d+) (\w+)( in \w+)? (?:numbered|with numbers?)(?: from)? (\d+) (?:to|-|\.\.) (\d+)( in \w+)?(?: :)?"
)
_GRID = re.compile(
    r"(hexgrid|hex grid|hexagonal grid|hex board|grid|board|square grid) (\w+)(?: :)? (\d+) ?(?:x|by|\*) ?(\d+)( hex| hexes| hexagons| hexagonal)?"
)
_TABLE = re.compile(r"table (\w+)( from \d+)? : (.*?)( \"[^\"]*\")?")
_UNITS = re.compile(r"(-? ?\d+) ([a-z]+)(?: , )?")
_CELL = re.compile(r"(\d+) (?:=|:|->|gives) (-? ?\d+)")
_COUNTED = re.compile(r"(\w+) : (\d+)(?: \w+)? numbered(?: from)? (\d+) (?:to|-|\.\.) (\d+)")
_TRACK = re.compile(
    r"(?:a |the )?(row|ring|track|path|trail|circle) (\w+)(?: (?::|of|with|has|,))? (?:1 (?:to|-|\.\.) )?(\d+)(?: [a-z]+)?"
)
_VALUES = re.compile(r"(\w+?)s? (?:are|is|can be)(?: :)? ([A-Z]\w*(?: (?:,|and|or|, and|, or) [A-Z]\w*)+)")
_NAMES = re.compile(r"type (\w+) : ([A-Z]\w*(?: [A-Z]\w*)+)")
_PIECES = frozenset([*PIECE_WORDS, "component", "components"])


def listed_edits(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line in the first column."""
    line, end = " ".join(words), len(words)
    listed = _LISTED.fullmatch(line)
    if listed is not None and (listed[2] in _PIECES or same_name(listed[2], (listed[4],))):
        yield 0, end, ("component", listed[3], listed[4], "in", listed[5], ":")
    numbered = _NUMBERED.fullmatch(line)
    if numbered is not None:
        zone = (numbered[3] or numbered[6] or "").split()
        yield 0, end, ("component", numbered[1], numbered[2], *zone, ":", numbered[4], "..", numbered[5])
    counted = _COUNTED.fullmatch(line)
    piece = "" if counted is None else same_name(counted[1], [one for zone in own.zones for one in zone.pieces])
    if counted is not None and piece:
        zone = ("in", implicit_name("deck", own, piece, None))
        yield 0, end, ("component", counted[2], piece, *zone, ":", counted[3], "..", counted[4])
    if words[0] == "component" and (ordered := _in_order(line, own)):
        yield 0, end, ordered
    track = _TRACK.fullmatch(line)
    if track is not None and end > 3:  # a single foreign word has an answer of its own
        word = {"ring": "ring", "circle": "ring"}.get(track[1], "row")
        yield 0, end, (word, track[2], track[3])
    values = _VALUES.fullmatch(line)
    if values is not None:
        names = re.findall(r"[A-Z]\w*", values[2])
        yield 0, end, ("type", values[1], ":", *[word for name in names for word in (name, ",")][:-1])
    bare = _NAMES.fullmatch(line)
    if bare is not None:
        yield 0, end, ("type", bare[1], ":", *[word for name in bare[2].split() for word in (name, ",")][:-1])
    grid = _GRID.fullmatch(line)
    if grid is not None:
        is_hex = grid[1].startswith("hex") or grid[5]
        yield 0, end, ("grid", grid[2], grid[3], "by", grid[4], *(("hex",) if is_hex else ()))
    table = _TABLE.fullmatch(line)
    if table is not None:
        yield from _table(table, end)


def _in_order(line: str, own: OwnNames) -> tuple[str, ...]:
    """Returns the parts of a numbered component in their order: of `component cloud: 12 in sky, numbers 1 to 12`. Empty if other things are said."""
    numbers, zone = _RANGE.search(line), next((one for one in own.zones if f" in {one.name}" in line), None)
    rest = _RANGE.sub("", line.replace(f" in {zone.name}", "", 1) if zone else line)
    told = [word for word in re.findall(r"\w+", rest) if word not in _NUMBERING]
    totals, names = [word for word in told if word.isdigit()], [word for word in told if not word.isdigit()]
    if numbers is None or len(totals) != 1 or len(names) != 1:
        return ()
    return ("component", totals[0], names[0], *(("in", zone.name) if zone else ()), ":", numbers[1], "..", numbers[2])


_RANGE = re.compile(r"(\d+) (?:to|-|\.\.) (\d+)")
_NUMBERING = _PIECES | {"numbers", "number", "numbered", "values", "from", "with", "of", "and", "has", "have"}


def _table(table: re.Match[str], end: int) -> Iterator[Edit]:
    """Yields an edit for `table reward: 0=0, 1=1, 2=3`, whose numbers in front follow one another, so only the first is written, and for cells with units:
    `table reward from 0: 0 points, 1 point, 3 points`."""
    name, start, cells, said = table.groups()
    units = _UNITS.findall(cells)
    if len({unit.removesuffix("s") for _, unit in units}) == 1 and not _UNITS.sub("", cells):
        yield _list_of_cells(name, (start or "").split(), [number for number, _ in units], said, end)
    pairs = [_CELL.fullmatch(part.strip()) for part in re.split(r"[,;]", cells)]
    numbers = [int(pair[1]) for pair in pairs if pair is not None]
    if len(numbers) == len(pairs) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        values = [pair[2] for pair in pairs if pair is not None]
        yield _list_of_cells(name, ["from", str(numbers[0])], values, said, end)


def _list_of_cells(name: str, start: list[str], cells: list[str], said: str | None, end: int) -> Edit:
    sentence = (said.strip(),) if said else ()
    return 0, end, ("table", name, *start, ":", *(word for cell in cells for word in cell.split()), *sentence)
