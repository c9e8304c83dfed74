"""Lines of designers that can be read and mean something else: the finding writes the line that is meant, and it is right."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source

_GAME = """game harbour:
    "Trade."
    players 2 to 3

type colour: Red, Blue

grid stone 3 by 3

component 8 goods in deck:
    name  colour  price  count
    Silk  Red     3      4
    Tea   Blue    1      4

shared:
    deck: bag of goods, seen by nobody
    goal: stone or none = none
    open = yes

each stone:
    lying: slot of goods

each player:
    hand: bag of goods
    sack: bag of goods
    at: stone = stone[1, 1]
    shelf[colour]: 0..99 = 0
    points: 0..999 = 0
    tired = no

rounds up to 3:
    turns

phase turns, each player:
    draw 2 from deck to hand
    let shelved = shelf[Red] + shelf[Blue] + count(sack)
    choose kind: one of colour
    choose friend: one of players where it is not me
    choose card: one of hand
    tired = no
    shelf[kind] += shelved
    move card to friend.sack
    roll die: one of 1..6
    points += die
    goal = stone[2, 3]
    open = no
    if goal is not none and open: at = goal
    move stone[1, 1].lying to sack
    if Silk in hand and Tea in hand: points += 1

ranking by highest points, ties shared

example rich:
    players Ann, Bob
    given:
        Ann.sack: Silk, Tea
    then count(Ann.sack) is 2 and not Ann.tired
"""

_LINES = (
    ("roll die: one of 1..6", "roll die: d6", "E0301", "roll die: one of 1..6"),
    ("    tired = no\n    shelf", "    tired\n    shelf", "E0301", "    tired = yes\n    shelf"),
    ("    points += die\n", "    roll again: one of 1..2\n    points\n", "E0301", "    roll again: one of 1..2\n    points += 1\n"),
    ("    tired = no\n\nrounds", "    tired: no\n\nrounds", "E0301", "    tired = no\n\nrounds"),
    ("phase turns, each player:", "phase turns, each player in turn:", "E0404", "phase turns, each player:"),
    ("shelf[Red] + shelf[Blue]", "sum(shelf)", "E0404", "sum(shelf[x] for x in colour)"),
    ("shelf[kind] += shelved", "shelf.kind += shelved", "E0404", "shelf[kind] += shelved"),
    ("shelf[kind] += shelved", "shelf(kind) += shelved", "E0414", "shelf[kind] += shelved"),
    ("shelf[kind] += shelved", "if no(c is Silk for c in hand): points += shelved", "E0404", "if not any(c is Silk for c in hand): points += shelved"),
    ("shelf[kind] += shelved", "if some(c is Silk for c in hand): points += shelved", "E0404", "if any(c is Silk for c in hand): points += shelved"),
    ("goal = stone[2, 3]", "goal = [2, 3]", "E0401", "goal = stone[2, 3]"),
    ("goal: stone or none = none", "goal: stone = none", "E0401", "goal: stone or none = none"),
    ("points += die", "points += die + hand.price", "E0401", "points += die + sum(c.price for c in hand)"),
    ("points += die", "points += hand.price + die", "E0401", "points += sum(c.price for c in hand) + die"),
    ("points += die", "points += hand.price", "E0401", "points += sum(c.price for c in hand)"),
    ("roll die: one of 1..6\n    points += die", "roll die: 2 of 1..6\n    points += die", "E0401", "roll die: 2 of 1..6\n    points += sum(die)"),
    ("Silk in hand and Tea in hand", "Silk in hand and Tea", "E0401", "Silk in hand and Tea in hand"),
    ("move card to friend.sack", "move card to friend", "E0412", "move card to friend.hand"),
    ("move stone[1, 1].lying to sack", "move card to stone[1, 1]", "E0412", "move card to stone[1, 1].lying"),
    ("draw 2 from deck to hand", "draw 2 cards from deck to hand", "E0420", "draw 2 from deck to hand"),
    ("draw 2 from deck to hand", "draw 2 good from deck to hand", "E0420", "draw 2 from deck to hand"),
)  # fmt: skip


@pytest.mark.parametrize(("line", "said", "code", "meant"), _LINES, ids=[said.strip() for _, said, _, _ in _LINES])
def test_the_edit_writes_what_is_meant(line: str, said: str, code: str, meant: str) -> None:
    text = _GAME.replace(line, said)
    found = next(one for one in _findings(text) if one.code == code)
    (edit,) = found.fixes[0].edits
    fixed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert fixed == _GAME.replace(line, meant)
    assert [one.message for one in _findings(fixed) if one.code.startswith("E")] == []


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        ("Ann.sack: Silk, Tea", "Ann.sack: Silk and Tea", "pieces are listed with commas: `Silk, Tea`"),
        ("Ann.sack: Silk, Tea", "Ann.sack: 2 Silk and Tea", "pieces are listed with commas: `2 Silk, Tea`"),
        (
            "goal = stone[2, 3]",
            "goal = C2",
            "places are called `stone[1, 1]` to `stone[3, 3]`, by row and column; "
            "with `, columns a to c, rows from below` behind its size they are `a1` to `c3`",
        ),
        ("shelf[Red] + shelf[Blue]", "shelf", "there are several of it: say which one is meant, as `shelf[x]`"),
    ],
)
def test_the_advice(line: str, said: str, help: str) -> None:
    (found,) = [one for one in _findings(_GAME.replace(line, said)) if one.code.startswith("E")]
    assert found.help == (help,)


_BLOCK = "    points += die\n"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("points += 600\n    points += 600", "with the lines before, `points` grows by 1200, and holds 0..999"),
        (
            'points -= 600\n    say "{me} pays."\n    points -= 600',
            "with the lines before, `points` falls by 1200, and holds 0..999",
        ),
        ("points = 990\n    points += 20", "`points` would become 1010, and holds 0..999"),
        (
            "shelf[Red] += 60\n    shelf[Blue] += 60\n    shelf[Red] += 60",
            "with the lines before, `shelf[Red]` grows by 120, and holds 0..99",
        ),
    ],
)
def test_changes_that_leave_the_range_together(lines: str, message: str) -> None:
    (found,) = [one for one in _findings(_GAME.replace(_BLOCK, f"    {lines}\n")) if one.code.startswith("E")]
    assert (found.code, found.message) == ("E0415", message)


@pytest.mark.parametrize(
    "lines",
    [
        "points += 600\n    points -= 600\n    points += 600",
        "points += 600\n    points = 0\n    points += 600",
        "points += 600\n    if open: points = 0\n    points += 600",
        "points += 600\n    friend.points = 0\n    points += 600",
        "friend.points += 600\n    points = 0\n    friend.points += 600",
        "friend.points += 600\n    points += 600",
        "shelf[kind] += 60\n    shelf[Red] = 0\n    shelf[kind] += 60",
        "points += 600\n    each player: points = 0\n    points += 600",
    ],
)
def test_changes_that_may_fit(lines: str) -> None:
    assert [one for one in _findings(_GAME.replace(_BLOCK, f"    {lines}\n")) if one.code.startswith("E")] == []


def _findings(text: str) -> tuple[Diagnostic, ...]:
    return tuple(check(parse_files(Source("harbour", text), lambda name: None)).diagnostics)
