"""Declarations, fields, choices and moves as people say them who know spreadsheets, boards or other languages: the edit gives exactly the right line."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit.syntax.tried import apply_first, find_errors, normal

GAME = (Path(__file__).parents[2] / "corpus/semantics/salt_road.gdl").read_text(encoding="utf-8")
_NAME = "salt_road.gdl"
_END = "game ends after round when some(players where count(done) >= 4)"
_WHY = '"Somebody has fulfilled four contracts."'
LINES = (
    ("type ware: Salt, Silk, Spice", "type ware = Salt | Silk | Spice"),
    ("component 24 bale in store:", "component bale x24 in store:"),
    ("component 24 bale in store:", "component bale (24) in store:"),
    ("rounds up to 12:", "12 rounds:"),
    ("rounds up to 12:", "repeat for 12 rounds:"),
    ("storm: 0..6 = 0", "storm = 0 to 6"),
    ("water: 0..5 = 5", "water: max 5, starts at 5"),
    ("storm: 0..6 = 0", "storm: between 0 and 6"),
    ("let load(w: ware) =", "load(w: ware) ="),
    ("draw 3 from office to offers", "draw 3 cards from office into offers"),
    ("draw 4 from store to bazaar", "bazaar = 4 from store"),
    ("choose amount: one of 0..coins", "choose amount from 0 to coins"),
    ("choose amount: one of 0..coins", "amount = choose 0..coins"),
    (
        "choose one:\n        travel\n        buy\n        deliver\n        rest",
        "choose one of: travel, buy, deliver, rest",
    ),
    ("choose one:\n        travel\n        buy\n        deliver\n        rest", "pick travel, buy, deliver or rest"),
    ("if storm > 4: lost = yes", "if storm > 4: you are lost"),
    ("    storm = wind", "    set storm = wind"),
    ("guide = best", "best becomes the guide"),
    ("-= 2 + tent.rent", "-= 2 + rent"),
    ("move bale_bought to camels", "camels += bale_bought"),
    ("move bale_bought to camels", "camels = bale_bought"),
    ("tax[min(4, count(camels))]", "tax(min(4, count(camels)))"),
    ("some(players where count(done) >= 4)", "any player has 4 done"),
    (_END, "game ends after round if a player has at least four contracts"),
    ("    storm = wind", "    storm == wind"),
    ("ranking by highest total then lowest count(camels), ties shared", "ranking by highest total, then lowest camels"),
    ("Ann.camels: 2 Salt", "Ann.camels: Salt x 2"),
    ("Ann.camels: 2 Salt", "Ann.camels: 2 x Salt"),
    ("Ann plays deliver(order = Amber)", "Ann delivers Amber"),
    ("Ann plays deliver(order = Amber)", "Ann chooses deliver, then Amber"),
    ("count(Ann.camels) is 1", "Ann.camels is 1"),
    ("North   Arad   Bir    1", "North   Arad - Bir    1"),
    ("each player from guide:", "each player starting with guide:"),
    ("require money:", "need money:"),
    ("coins / 5 rounded down", "coins // 5"),
    ("store: bag of bale, seen by nobody, refilled from dust", "store: bag of bale, hidden, refill from dust"),
    ("if storm > 4: lost = yes", "lost if storm > 4"),
    ("coins / 5 rounded down", "1 per 5 coins"),
    ("shuffle office", "office.shuffle()"),
    ("move bale_bought to camels", "camels.add(bale_bought)"),
    ("let best = first", "best = first"),
    ("Ann plays deliver(order = Amber)", "Ann.deliver(Amber)"),
)


def test_the_game_itself_is_right() -> None:
    assert find_errors(_NAME, GAME) == []


@pytest.mark.parametrize(("meant", "said"), LINES, ids=[said for _, said in LINES])
def test_the_edit_writes_what_is_meant(meant: str, said: str) -> None:
    text = GAME.replace(meant, said, 1)
    found = next(one for one in find_errors(_NAME, text) if one.fixes)
    assert normal(apply_first(found, text)) == normal(GAME)


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        (f"{_END} {_WHY}", "end when nobody has coins", "did you mean `game ends when no(players where coins > 0)`?"),
        (
            f"{_END} {_WHY}",
            "the game is over as soon as one player has 4 done",
            "did you mean `game ends when some(players where count(done) >= 4)`?",
        ),
        ("tent: oasis = Arad", "tent at Arad", "did you mean `tent = Arad`?"),
        (
            "camels: bag of bale, seen by everyone",
            "camels: up to 4 bales",
            "did you mean `camels: bag of bale, up to 4`?",
        ),
        ("guide: player = players[1]", "guide = first player", "did you mean `guide = first(players)`?"),
        ("move order to done", "done += draw(office)", "did you mean `draw 1 from office to done`?"),
        ("storm = wind", "storm = one of 1..6", "write `roll rolled: one of 1..6` and below it `storm = rolled`"),
        (
            "storm = wind",
            "storm = 1d6",
            "dice are rolled in a line of their own, `roll die: one of 1..6`; below it their value is `die`",
        ),
        ("coins: 0..99 = 6", "6 coins", "did you mean `coins: 0..99 = 6`?"),
        ("coins -= 2 + tent.rent", "coins - 2 - tent.rent", "did you mean `coins = coins - 2 - tent.rent`?"),
        (
            "score dues: -tax",
            "score -tax",
            'did you mean `score points_won: -tax[min(4, count(camels))] "You pay tax for bales that are left."`?',
        ),
        ("sum(c.pays for c in done)", "sum(done.pays)", "go through the elements: `sum(x.pays for x in done)`"),
        (
            "sum(c.pays for c in done)",
            "sum(players.tent.rent)",
            "go through the elements: `sum(x.tent.rent for x in players)`",
        ),
    ],
)
def test_the_advice(line: str, said: str, help: str) -> None:
    assert find_errors(_NAME, GAME.replace(line, said, 1))[0].help == (help,)
