"""Lines of which the finding says what is meant: numbers where places of a track are wanted, `=-` for `-=`, fields, conditions of menus."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from unit.syntax.tried import apply_first, find_errors, normal

_GAME = """game walk:
    "Walk on."
    players 2

{board}

each player:
    spot: stone = {start}
    goal: stone or none = none
    coins: 0..99 = 0

rounds up to 5: walking

phase walking, each player:
    {line}
    coins += 1

ranking by highest coins, ties shared
"""


@pytest.mark.parametrize(
    ("board", "start", "line", "code", "help"),
    [
        ("row stone 30", "1", "coins += 1", "E0401", "the place with this number is `stone[1]`"),
        ("ring stone 30", "stone[1]", "if spot is 5: coins += 1", "E0402", "the place with this number is `stone[5]`"),
        ("ring stone 30", "stone[1]", "goal = 7", "E0401", "the place with this number is `stone[7]`"),
        ("row stone 30", "stone[1]", "if spot is 31: coins += 1", "E0402", "both sides must be values of one sort"),
        ("grid stone 3 by 3", "stone[1, 1]", "if spot is 5: coins += 1", "E0402", "both sides must be values of one sort"),
        ("row stone 30", "stone[1]", "spot += 2", "E0401", "write `spot = spot + 2`; past the end of a `row` there is `none`"),
        ("row stone 30", "stone[1]", "spot -= coins", "E0401", "write `spot = spot - coins`; past the end of a `row` there is `none`"),
        ("row stone 30", "stone[1]", "spot += coins * 2", "E0401", "write `spot = spot + …`; past the end of a `row` there is `none`"),
        ("row stone 30", "stone[1]", "coins =- 3", "E0415", "to take that away, write `coins -= 3`"),
        ("row stone 30", "stone[1]", "coins = 300", "E0415", "change the number, or the range of `coins`"),
    ],
)  # fmt: skip
def test_what_is_meant(board: str, start: str, line: str, code: str, help: str) -> None:
    text = _GAME.format(board=board, start=start, line=line)
    (found,) = check(parse_files(Source("walk", text), lambda name: None)).diagnostics
    assert (found.code, found.help) == (code, (help,))


_CLOUDS = """game sky:
    "Look at clouds."
    players 2

component 12 cloud in sky: 1..12
component 4 drop in sea

shared:
    sea: bag of drop
    sky: pile of cloud, seen by nobody
    gone: pile of cloud
    {field}

each player:
    coins: 0..99 = 0
    cup: bag of drop

rounds up to 5: looking

phase looking, each player:
    draw 1 from {source} to gone
    if last(gone).number > 6: late = yes
    coins += {gain}

ranking by highest coins, ties shared
"""


@pytest.mark.parametrize(
    ("field", "source", "gain", "code", "help"),
    [
        ("late = no", "clouds", "1", "E0301", "did you mean `sky`?"),
        ("late = no", "sky", "gone.number", "E0401", "did you mean `last(gone).number`?"),
        ("let late = no", "sky", "1", "E0414", "a field is declared without `let`: `late = no`"),
    ],
)
def test_the_zone_or_field_that_is_meant(field: str, source: str, gain: str, code: str, help: str) -> None:
    text = _CLOUDS.format(field=field, source=source, gain=gain)
    (found,) = [one for one in check(parse_files(Source("sky", text), lambda name: None)).diagnostics if one.fixes]
    assert (found.code, found.help) == (code, (help,))


@pytest.mark.parametrize(
    ("pieces", "help"),
    [
        ("1 of sea", "pieces lie in a zone of the player: write `me.cup`"),
        ("last(gone)", "a zone is a `bag`, a `pile` or a `slot` under `shared:` or `each …:`"),
    ],
)
def test_only_zones_for_these_pieces_are_proposed(pieces: str, help: str) -> None:
    text = _CLOUDS.format(field="late = no", source="sky", gain="1").replace(
        "    if last", f"    move {pieces} to me\n    if last"
    )
    (found, *_) = check(parse_files(Source("sky", text), lambda name: None)).diagnostics
    assert (found.code, found.help) == ("E0412", (help,))


_ROAD = (Path(__file__).parents[2] / "corpus/semantics/honey_road.gdl").read_text(encoding="utf-8")


def _mended(text: str) -> str:
    """Returns a text after the first correction of its first finding."""
    return apply_first(find_errors("honey_road.gdl", text)[0], text)


@pytest.mark.parametrize(
    ("meant", "said"),
    [
        ("serve if coins >= 2", "serve, coins >= 2"),
        ("serve if some(served where it is Inn)", "serve when served has an Inn"),
        ("serve if no(apiary where it is Clover)", "serve if apiary has no Clover"),
    ],
)
def test_a_menu_says_when_an_action_is_offered(meant: str, said: str) -> None:
    menu = "        buy\n        serve\n"
    text, right = (_ROAD.replace(menu, menu.replace("serve", one)) for one in (said, meant))
    assert normal(_mended(text)) == normal(right)


@pytest.mark.parametrize(
    ("meant", "said"),
    [
        ("season: blossom = Clover", "season: Clover or Linden"),
        ("season: blossom = Clover", "season: Clover"),
        ("season: blossom = Clover", "season = Clover or Linden"),
        ("season: 1..4 = 1", "season = 1..4"),
        ("season[blossom]: 0..99 = 3", "season: blossom = 3"),
        ("season: player = players[1]", "season: player = first"),
        ("season: bag of hive, seen by owner", "season: bag of hive, only seen by the owner"),
        ("season: pile of hive", "season: discard pile of hive"),
        ("season: direction = N", "season: N or E or S or W"),
    ],
)
def test_a_field_says_what_it_holds(meant: str, said: str) -> None:
    text, right = (
        _ROAD.replace("    out = no, each round\n", f"    out = no, each round\n    {one}\n") for one in (said, meant)
    )
    assert normal(_mended(text)) == normal(right)
