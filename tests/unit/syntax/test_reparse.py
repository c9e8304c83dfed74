"""A text that differs little from another one is read as if it was read alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.source import Source, Span
from gamedsl.syntax.parse import Parsed, parse
from gamedsl.syntax.reparse import TextEdit, declaration_part, edit_between, parse_again
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk_in_order
from games import shipped
from services.editing import changed_word, edited
from share import few, less

RULES = """\
# A game.
game pears:
    "Who picks most pears wins."
    players 2

component 6 pear in tree

shared:
    tree: bag of pear

rule first:
    move 1 pear from tree to box

rule second:
    move 2 pear from tree to box

rule third:
    move 3 pear from tree to box
"""


def _places(parsed: Parsed) -> list[tuple[str, Span]]:
    """Returns the nodes with their places, which do not count when trees are compared."""
    return [(type(node).__name__, node.span) for node in walk_in_order(parsed.tree) if isinstance(node, Node)]


def _is_read_alike(text: str, old: Source, known: Parsed) -> tuple[Source, Parsed]:
    source = Source(old.name, text)
    whole, again = parse(source), parse_again(source, old, known)
    assert again.tree == whole.tree
    assert _places(again) == _places(whole)
    assert again.tree.marks == whole.tree.marks
    assert again.problems == whole.problems
    return source, whole


@pytest.mark.parametrize("game", few(shipped.GAMES, 2, 2))
def test_random_edits(game: str) -> None:
    whole = Path(path_of(game)).read_text(encoding="utf-8")
    dice = random.Random(f"read again: {game}")
    source = Source(game, whole)
    known = parse(source)
    for number in range(less(300, 8)):
        text = whole if number % 6 == 0 else source.text
        text = edited(text, dice)[0] if number % 2 else changed_word(text, dice)
        source, known = _is_read_alike(text, source, known)


@pytest.mark.parametrize("piece", ["x", "\n", "    ", '"', "(", "/* x", "rule fourth:\n"])
def test_an_edit_at_every_place(piece: str) -> None:
    source = Source("pears", RULES)
    known = parse(source)
    for at in range(0, len(RULES) + 1, less(1, 13)):
        changed = _is_read_alike(RULES[:at] + piece + RULES[at:], source, known)
        _is_read_alike(RULES, *changed)


def test_what_is_not_touched_stays_the_same_object() -> None:
    source = Source("pears", RULES)
    known = parse(source)
    longer = Source("pears", RULES.replace("move 3", "move 33"))
    again = parse_again(longer, source, known)
    same = [old is new for old, new in zip(known.tree.decls, again.tree.decls, strict=True)]
    assert same == [True, True, True, True, False, False]


def test_edits() -> None:
    assert edit_between("abcdef", "abXdef") == TextEdit(2, 3, 0)
    assert edit_between("aaa", "aaaa") == TextEdit(3, 3, 1)
    assert edit_between("", "abc") == TextEdit(0, 0, 3)


def test_the_lines_of_a_declaration() -> None:
    begin, end = declaration_part(RULES, RULES.index("2 pear"))
    assert RULES[begin:end].strip() == "rule second:\n    move 2 pear from tree to box"
    assert declaration_part(RULES, len(RULES))[1] == len(RULES)
