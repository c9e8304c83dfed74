"""Nothing that is written is skipped: every part of every node of a file is read by a pass that checks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from gamedsl import pipeline
from gamedsl.source import Source, Span
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.syntax.tree.passages import passages
from share import IS_WHOLE, few, picked
from unit.semantics.looking import NODES, UNSAID, Part, looking, parts

_ROOT = Path(__file__).parents[3]
_FOLDERS = ("games", "docs/examples", "tests/corpus/meaning", "tests/corpus/executors")
_FILES = {str(path.relative_to(_ROOT)): path for folder in _FOLDERS for path in sorted((_ROOT / folder).rglob("*.gdl"))}


def _find(name: str) -> Source | None:
    return next((_source(path) for path in _FILES.values() if path.stem == name), None)


def _source(path: Path) -> Source:
    return Source(str(path), path.read_text(encoding="utf-8"))


def _unread(source: Source, *skipped: str) -> list[str]:
    """What of a file no pass reads, as `Class.part: text`."""
    with looking(*skipped) as seen:
        parsed = pipeline.parse_files(source, _find)
        pipeline.check(parsed)
    (tree,) = (file for name, file in parsed.chain.files if name == source.name)
    unread = set(parts(tree.decls)) - seen - _said_before(tree.decls) - _told(tree.decls)
    return sorted(f"{_name(part)}: {source.text[_slice(part[1])]}" for part in unread)


def _said_before(decls: Sequence[declarations.Decl]) -> set[Part]:
    """What stands in a verdict that an end before has, too: the one verdict holds for both."""
    verdicts = [decl.verdict for decl in decls if isinstance(decl, declarations.Ends) and decl.verdict is not None]
    return {part for number, one in enumerate(verdicts) if one in verdicts[:number] for part in parts(one)}


def _told(decls: Sequence[declarations.Decl]) -> set[Part]:
    """What stands in the braces of a sentence and is what a `then` line says: it is compared with that line, and not read."""
    told = (
        value
        for decl in decls
        if isinstance(decl, example_lines.Example)
        for passage in passages(decl.lines)
        for sentence in passage.sentences
        for value in sentence.values
        if passage.value_of(value) is not None
    )
    return {part for value in told for part in parts(value)}


def _slice(span: Span) -> slice:
    return slice(span.start, min(span.end, span.start + 60))


def _name(part: Part) -> str:
    return f"{part[0]}.{part[2]}"


_EVERYDAY = (
    "games/classics/backgammon.gdl", "games/modern/beacon_chain.gdl", "games/modern/ember_watch.gdl", "tests/corpus/meaning/sights.gdl",
    *few([name for name in _FILES if name.startswith("tests")], 3),
)  # fmt: skip
"""Counts of kinds, ends that say the same, and others evenly spaced."""


@pytest.mark.parametrize("path", picked(list(_FILES), _EVERYDAY))
def test_every_part_is_read(path: str) -> None:
    assert _unread(_source(_FILES[path])) == []


_READ_IN = {("Component", "csv"), ("CsvTable", "name"), ("CsvTable", "path")}
"""Rows from files stand in the tree before it is checked."""
_MADE = {
    ("Whenever", "pieces"),
    ("OfPieces", "kind"),
    ("OfPieces", "test"),
    ("OfPieces", "zones"),
    ("Option", "removed"),
}
"""What blocks of kinds and removed options become stands in no file."""
_REFUSED = {("GrowingGrid", "layers")}
"""No picture shows all of a board without an edge."""


def test_every_form_is_among_the_files() -> None:
    """What stands in no file would be seen by nobody here."""
    forms = {(node.__name__, part.name) for node in NODES for part in attrs.fields(node) if part.name not in UNSAID}
    nowhere = _READ_IN | _MADE | _REFUSED
    for path in sorted(_FILES.values(), key=_turn):
        if forms == nowhere and not IS_WHOLE:
            break
        forms -= {(kind, part) for kind, _, part in parts(parse(_source(path)).tree)}
    assert forms == nowhere


_RARE = ("five_in_a_frame", "nim", "kalah", "ludo", "crowded_rows", "glory_islands", "gloriana")
"""Games with forms that no small text has."""


def _turn(path: Path) -> tuple[bool, bool]:
    """Small texts show most forms, and come first; the others stand in a few games."""
    return path.is_relative_to(_ROOT / "games"), path.stem not in _RARE


_WHEN = """game small:
    players 2 to 3

option storm: no, yes

each player:
    points: 0..9 = 0

rounds up to 3:
    turns

phase turns, each player: points += 1

ranking by highest points, ties shared

when storm and humans is 3:
    set points = 1
"""


def test_a_pass_that_is_skipped_is_missed() -> None:
    """Without the pass over conditions, that of the `when` is what nobody reads."""
    assert _unread(Source("small", _WHEN)) == []
    assert _unread(Source("small", _WHEN), "gamedsl.semantics.formulas.conditions") == [
        "Binary.left: humans is 3",
        "Binary.left: storm and humans is 3",
        "Binary.op: humans is 3",
        "Binary.op: storm and humans is 3",
        "Binary.right: humans is 3",
        "Binary.right: storm and humans is 3",
        "Name.id: humans",
        "Name.id: storm",
        "Number.value: 3",
    ]
