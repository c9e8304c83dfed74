"""Lines of a game and of its variant as people write them who come from spreadsheets or from English: the edit gives the right line, or the advice says it."""

from __future__ import annotations

import pytest

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.source import Source
from unit.syntax.tried import apply_first, find_errors, normal

_GAME = """\
game lantern:
    "Walk the marsh, collect herbs, brew sets."
    players 2 to 3

type herb: Mint, Sage, Thyme, Nettle

component 24 leaf:
    herb    @pouch  value
    Mint    8       1
    Sage    7       2
    Thyme   5       3
    Nettle  4       4

component 12 lamp in chest: 1..12

table reward from 0: 0 1 3 6 10 "Points for 0 to 4 different herbs."

grid tile 4 by 4 hex

row mile 10

each tile:
    lit = no

shared:
    pouch: pile of leaf, seen by nobody
    chest: pile of lamp, seen by nobody
    market: bag of leaf
    compost: bag of leaf

each player:
    hand: bag of leaf, seen by owner
    bid: slot of lamp, seen by owner
    shown: slot of lamp
    lamps: bag of lamp, seen by owner
    place: tile = tile[1, 1] if number is 1 else tile[4, 4]
    progress: mile = mile[1]
    coins: 0..99 = 3
    fame: 0..99 = 0

setup:
    shuffle pouch
    shuffle chest
    draw 4 from pouch to market
    each player:
        draw 3 from chest to lamps
        draw 2 from pouch to hand

rounds up to 3:
    auction
    reveal_bids
    walking

phase auction, each player together:
    choose lamp: one of lamps
    move lamp to bid

phase reveal_bids:
    each player: move bid to shown
    let winner = only(leaders(players by highest shown.number))
    winner.fame += 2
    each player: move shown to box

phase walking, each player:
    choose one:
        walk
        gather if some(market)
        brew if count(hand) >= 2
        rest

action walk:
    choose goal: one of neighbours(place)
    place = goal
    goal.lit = yes
    advance

action gather:
    choose leaf: one of market where value <= coins
    coins -= leaf.value
    move leaf to hand
    draw up to 1 from pouch to market

action brew:
    choose brewed: 2..4 of hand, distinct herb
    fame += reward[count(brewed)]
    move brewed to compost

action rest: coins += 2

rule advance:
    let next = progress + 1
    if next is not none: progress = next

game ends after round when some(players where fame >= 20) "Somebody is famous."

score renown: fame
score kinds: 2 * count(hand.herb)
score purse: coins / 3 rounded down

ranking by highest total then highest coins, ties shared
"""

_VARIANT = """\
variant deep_marsh of lantern:
    "Longer, richer, with no rest."
    set rounds up to 5
    set coins = 5
    set reward[4] = 12
    set copies of Mint in pouch = 9
    set copies of Nettle in pouch = 3
    replace score kinds: 3 * count(hand.herb)
    remove rest
    add score light: count(tile where lit)
    add rule glow: fame += 1
    add glow before advance in walk
"""

_LINES = (
    ("draw 4 from pouch to market", "the market gets 4 leaves"),
    ("move lamp to bid", "lamp goes to bid"),
    ("move brewed to compost", "brewed goes to the compost"),
    ("component 12 lamp in chest: 1..12", "component 12 lamp numbered 1 to 12 in chest"),
    ("grid tile 4 by 4 hex", "hexgrid tile 4x4"),
    ("hand: bag of leaf, seen by owner", "hand: 2 leaves, secret"),
    ("draw 4 from pouch to market", "place 4 leaves face up in market"),
    ("phase auction, each player together:", "phase auction, all players simultaneously:"),
    ("winner.fame += 2", "the winner gains 2 fame"),
    ("choose goal: one of neighbours(place)", "choose goal: an adjacent tile"),
    ("choose leaf: one of market where value <= coins", "choose leaf: one of market if you can afford it"),
    ("coins -= leaf.value", "pay value of leaf"),
    ("choose brewed: 2..4 of hand, distinct herb", "choose brewed: 2 to 4 different leaves of hand"),
    ("score kinds: 2 * count(hand.herb)", "score kinds: 2 per different herb in hand"),
    ("ranking by highest total then highest coins, ties shared", "most total wins, ties broken by coins"),
    ("component 12 lamp in chest: 1..12", "lamps: 12 numbered 1-12"),
    ("row mile 10", "row mile: 10 spaces"),
    ("type herb: Mint, Sage, Thyme, Nettle", "herbs are Mint, Sage, Thyme, Nettle"),
    ("coins: 0..99 = 3", "coins: 3 coins"),
    ("market: bag of leaf", "market: 4 leaves face up"),
    ("draw 2 from pouch to hand", "take 2 leaves from pouch"),
    ("move lamp to bid", "place lamp face down"),
    ("brew if count(hand) >= 2", "brew (at least 2 leaves)"),
    ("gather if some(market)", "gather if market not empty"),
    ("place = goal", "move to goal"),
    ("move leaf to hand", "add leaf to your hand"),
    ("score purse: coins / 3 rounded down", "score purse: 1 point per 3 coins"),
    ("rounds up to 3:", "rounds: 3"),
)
_CHANGES = (
    ("set rounds up to 5", "set rounds = 5"),
    ("set coins = 5", "players start with 5 coins"),
    ("set reward[4] = 12", "change reward for 4 to 12"),
    ("replace score kinds: 3 * count(hand.herb)", "replace score kinds with 3 * count(hand.herb)"),
    ("remove rest", "no rest"),
    ("remove rest", "remove action rest from walking"),
    ("set coins = 5", "set start coins = 5"),
    ("set rounds up to 5", "play 5 rounds"),
    ("remove rest", "you cannot rest"),
    ("set coins = 5", "change coins from 3 to 5"),
    ("set coins = 5", "coins: 5"),
    ("set coins = 5", "coins start at 5"),
    ("set coins = 5", "increase coins to 5"),
    ("set rounds up to 5", "rounds up to 5"),
    ("set coins = 5", "starting coins: 5"),
    ("set coins = 5", "coins = 5 at start"),
    ("set reward[4] = 12", "reward for 4 is 12"),
    ("set rounds up to 5", "5 rounds only"),
    ("remove rest", "remove the rest action"),
    ("remove rest", "there is no rest"),
    ("remove rest", "without the action rest"),
)


def test_the_game_and_the_variant_are_right() -> None:
    assert _errors("lantern.gdl", _GAME) == []
    assert _errors("deep_marsh.gdl", _VARIANT) == []


@pytest.mark.parametrize(("meant", "said"), _LINES, ids=[said for _, said in _LINES])
def test_the_edit_writes_the_line(meant: str, said: str) -> None:
    assert normal(_mend("lantern.gdl", _GAME.replace(meant, said, 1))) == normal(_GAME)


@pytest.mark.parametrize(("meant", "said"), _CHANGES, ids=[said for _, said in _CHANGES])
def test_the_edit_writes_the_change(meant: str, said: str) -> None:
    assert normal(_mend("deep_marsh.gdl", _VARIANT.replace(meant, said, 1))) == normal(_VARIANT)


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        (
            'table reward from 0: 0 1 3 6 10 "Points for 0 to 4 different herbs."',
            "table reward: 0=0, 1=1, 2=3, 3=6, 4=10",
            "did you mean `table reward from 0: 0 1 3 6 10`?",
        ),
        ("draw 3 from chest to lamps", "each player gets 3 lamps", "write `each player: draw 3 from chest to lamps`"),
        (
            "let winner = only(leaders(players by highest shown.number))",
            "winner = player with highest bid",
            "did you mean `let winner = first(players by highest bid)`?",
        ),
        ("fame += reward[count(brewed)]", "fame += VLOOKUP(count(brewed), reward)", "a cell of a table is `price[3]`"),
        (
            'game ends after round when some(players where fame >= 20) "Somebody is famous."',
            "game ends at end of the round in which a player reaches 20 fame",
            "write `game ends after round when some(players where fame >= 20)`",
        ),
        ("action rest: coins += 2", "action rest: earn 2", "write `fame += 2`"),
        (
            "action rest: coins += 2",
            "action rest: coins += distinct(hand)",
            "the number of different values is `count(hand.suit)`",
        ),
        ("@pouch  value", "copies  value", "the column for the numbers of pieces is `count`, or `@` with their zone"),
        (
            "component 12 lamp in chest: 1..12",
            "component lamp: 12 lamp in chest\n    name  count\n    Old   12",
            "write `component 12 lamp in chest:`",
        ),
        (
            "component 12 lamp in chest: 1..12",
            "component 12 lamp in chest:\n    each herb: 3",
            "write `herb       count` and below it `each herb  3`",
        ),
        (
            "component 12 lamp in chest: 1..12",
            "component 12 lamp in chest:\n    3 of each herb",
            "write `herb  count` in the first row, and below it `each herb  3`",
        ),
        ("component 12 lamp in chest: 1..12", "cards: 12 lamp in chest", "did you mean `component 12 lamp in chest:`?"),
        ("row mile 10", "row mile 10x1", "the size of a board is written `10 by 1`"),
    ],
)
def test_the_advice(line: str, said: str, help: str) -> None:
    assert help in [one for found in _errors("lantern.gdl", _GAME.replace(line, said, 1)) for one in found.help]


def test_a_change_for_each_player_is_a_change_of_the_total() -> None:
    (found, *_) = _errors("deep_marsh.gdl", _VARIANT.replace("remove rest", "set component 12 lamp each player"))
    assert found.help == ("did you mean `set component 12 lamp`?",)


def _mend(name: str, text: str) -> str:
    """Returns a text after the first correction of its first finding."""
    return apply_first(_errors(name, text)[0], text)


def _errors(name: str, text: str) -> list[Diagnostic]:
    return find_errors(name, text, Source("lantern.gdl", _GAME))
