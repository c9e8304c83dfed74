"""What people say of pieces, players and ends, and the line that is proposed for it, or tried."""

from __future__ import annotations

import pytest

from gamedsl.semantics.model.builtin_names import GIVEN
from gamedsl.source import Source
from gamedsl.syntax.parse import find_lines, parse
from gamedsl.syntax.recovery.near import meant_line
from gamedsl.syntax.rewriting.search import search_lines
from unit.syntax.tried import normal

_RULE = "rule r:\n    {}\n"
_EACH = "each player:\n    {}\n"
_SHARED = "shared:\n    {}\n"
_ZONES = "shared:\n    stock: pile of card\n\neach player:\n    hand: bag of card\n\nrule r:\n    {}\n"
_NUMBERS = "each player:\n    gold[colour]: 0..9 = 0\n\nrule r:\n    {}\n"
_PLACES = "grid stone 4 by 4\n\neach player:\n    at: stone\n\nrule r:\n    {}\n"
_CHOSEN = "rule r:\n    choose:\n        sold: 2..3 of hand\n        require alike: {}\n"
_MENU = "rule r:\n    choose one:\n        {}\n        sell\n"
_EXAMPLE = "example e:\n    {}\n"
_BLOCK = "rule r:\n    {}\n        gold += 1\n"
_PHASE = "{}\n    gold += 1\n"
_FROM = "shared:\n    loader: player = players[1]\n\n{}\n    gold += 1\n"
_KIND = "{}\n    whenever sow:\n        gold += 1\n"
_LATER = "each Mill:\n    {}\n        gold += 1\n"
_TOP = "{}\n"

SAID: tuple[tuple[str, str, str], ...] = (
    # orders and conditions in the words of English and of other languages
    (_TOP, 'end game if a > 3 "Over."', 'game ends when a > 3 "Over."'),
    (_TOP, "game over when a > 3", "game ends when a > 3"),
    (_TOP, "for 6 rounds: turns", "rounds up to 6: turns"),
    (_TOP, "ranking by highest gold and lowest debts", "ranking by highest gold then lowest debts"),
    (_TOP, "ranking by highest gold, lowest debts, ties shared", "ranking by highest gold then lowest debts, ties shared"),
    (_TOP, "ranking by gold descending", "ranking by highest gold"),
    (_TOP, "ranking by played.rank", "ranking by highest played.rank"),
    (_FROM, "phase go, starting with the player to the left of the loader:", "phase go, each player from left(loader):"),
    (_FROM, "phase go starting at the player to the right of loader:", "phase go, each player from right(loader):"),
    (_FROM, "phase go, beginning with loader:", "phase go, each player from loader:"),
    (_FROM, "phase go, loader:", "phase go, each player from loader:"),
    (_FROM, "phase go, the loader where gold < 3:", "phase go, each player from loader where gold < 3:"),
    (_BLOCK, "until gold > 5:", "repeat at most 100 until gold > 5:"),
    (_SHARED, "offer: row of card", "offer: bag of card"),
    (_EACH, "hand: bag of card, visible to owner", "hand: bag of card, seen by owner"),
    (_EACH, "played cards: slot of card", "played_cards: slot of card"),
    (_EACH, "played-cards: slot of card", "played_cards: slot of card"),
    (_PHASE, "phase take trick, each player:", "phase take_trick, each player:"),
    (_RULE, "remove place.piece", "move place.piece to box"),
    (_RULE, "capture target", "move target to box"),
    (_RULE, "put Weed on place.piece", "move Weed from box to place.piece"),
    (_RULE, "place a worker on mill.place", "move worker to mill.place"),
    (_ZONES, "draw 3 to hand", "draw 3 from stock to hand"),
    (_ZONES, "draw 3 from stock", "draw 3 from stock to hand"),
    (_ZONES, "each player: draw 3 from stock", "each player: draw 3 from stock to hand"),
    (_RULE, "dial 3 from stock to hand", "draw 3 from stock to hand"),
    (_RULE, "each player: dial 3 from stock to hand", "each player: draw 3 from stock to hand"),
    (_RULE, "pay card.price coins", "coins -= card.price"),
    (_RULE, "spend card.price from coins", "coins -= card.price"),
    (_RULE, "gain card.price coins", "coins += card.price"),
    (_RULE, "cost 1 worker", "worker -= 1"),
    (_RULE, "cost: 2 workers", "workers -= 2"),
    (_RULE, "let die = roll d8", "roll die: one of 1..8"),
    (_RULE, "for each player do move hand to pot", "each player: move hand to pot"),
    (_RULE, "if gold > 3 then: gold = 2", "if gold > 3: gold = 2"),
    (_RULE, "if gold between 1 and 3: gold = 2", "if gold in 1..3: gold = 2"),
    (_RULE, "if at least 3 gold: gold = 2", "if gold >= 3: gold = 2"),
    (_RULE, "if gold at most 3: gold = 2", "if gold <= 3: gold = 2"),
    (_RULE, "leader = next player", "leader = left(leader)"),
    (_RULE, "let who = next player", "let who = left(me)"),
    (_RULE, "let best = player with highest played.rank", "let best = first(players by highest played.rank)"),
    (_RULE, "let full = count(cell with row = 5 and owner = me)", "let full = count(cell where row is 5 and owner is me)"),
    (_RULE, "choose goal: one of squares adjacent to place.at where free", "choose goal: one of neighbours(place.at) where free"),
    (_RULE, 'suit = "Hearts"', "suit = Hearts"),
    (_RULE, "for each cell in row 1: gold += 1", "for p in cell where row is 1: gold += 1"),
    # lines of English
    (_TOP, "rounds: 8\n    turns", "rounds up to 8:\n    turns"),
    (_TOP, "rounds = 8\n    turns", "rounds up to 8:\n    turns"),
    (_TOP, 'game ends if gold reaches 6 "Over."', 'game ends when gold >= 6 "Over."'),
    (_TOP, "score: gold", "score points_won: gold"),
    (_TOP, "score fine: -2 x debts", "score fine: -2 * debts"),
    (_TOP, "score fine: minus 2 per debt", "score fine: -2 * debt"),
    (_TOP, "score fine: 2 points per debt", "score fine: 2 * debt"),
    (_TOP, "phase rest, each player who is tired:\n    gold = 1", "phase rest, each player where tired:\n    gold = 1"),
    (_TOP, "phase rest, each tired player:\n    gold = 1", "phase rest, each player where tired:\n    gold = 1"),
    (_TOP, "phase rest, each player not tired:\n    gold = 1", "phase rest, each player where not tired:\n    gold = 1"),
    (_EACH, "gold: 0 to 9 = 0", "gold: 0..9 = 0"),
    (_EACH, "hand: bag of card, only owner sees", "hand: bag of card, seen by owner"),
    (_EACH, "hand: bag of card, visible only to owner", "hand: bag of card, seen by owner"),
    (_EACH, "held: 1 card", "held: slot of card"),
    (_EACH, 'gold = "0"', "gold = 0"),
    (_MENU, "if gold > 2: buy", "buy if gold > 2"),
    (_MENU, "buy only if gold > 2", "buy if gold > 2"),
    (_MENU, "buy when gold is more than 2", "buy if gold > 2"),
    (_RULE, "repeat throw until done", "repeat at most 100 until done: throw"),
    (_RULE, "repeat throw 3 times", "repeat up to 3: throw"),
    (_RULE, "each player.gold = 2", "each player: gold = 2"),
    (_NUMBERS, "add 1 to gold[Red]", "gold[Red] += 1"),
    (_NUMBERS, "subtract 1 from rival.gold", "rival.gold -= 1"),
    (_NUMBERS, "increase gold[Red] by 2", "gold[Red] += 2"),
    (_RULE, "not tired", "tired = no"),
    (_CHOSEN, "all same colour", "all_equal(c.colour for c in sold)"),
    (_CHOSEN, "all the same colour", "all_equal(c.colour for c in sold)"),
    (_CHOSEN, "all of one colour", "all_equal(c.colour for c in sold)"),
    (_ZONES, "they can choose one card from hand", "may choose card: one of hand"),
    (_RULE, "if die shows 1: gold += 1", "if die is 1: gold += 1"),
    (_RULE, "if the die is a 1: gold += 1", "if die is 1: gold += 1"),
    (_RULE, "if gold reaches 9: gold = 0", "if gold >= 9: gold = 0"),
    (_RULE, "if gold < = 9: gold = 0", "if gold <= 9: gold = 0"),
    (_RULE, "if gold => 9: gold = 0", "if gold >= 9: gold = 0"),
    (_RULE, "starter = player 1", "starter = first(players)"),
    (_RULE, "gold = sum(price of sold)", "gold = sum(c.price for c in sold)"),
    (_RULE, "move gift to hand of rival", "move gift to rival.hand"),
    (_RULE, "if spot is on goal: gold = 1", "if spot is goal: gold = 1"),
    (_PLACES, "goal = stone 2, 3", "goal = stone[2, 3]"),
    (_PLACES, "if on stone[2, 3]: gold = 1", "if at is stone[2, 3]: gold = 1"),
    # heads of blocks
    (_PHASE, "phase buy, all players:", "phase buy, each player:"),
    (_PHASE, "phase buy, every player:", "phase buy, each player:"),
    (_BLOCK, "each player except me:", "for p in players where it is not me:"),
    (_BLOCK, "each player but you:", "for p in players where it is not me:"),
    (_KIND, "each Mill when in built:", "each Mill in built:"),
    (_KIND, "each Mill while in built:", "each Mill in built:"),
    (_KIND, "each Mill if in built:", "each Mill in built:"),
    (_KIND, "each Mill in hand or built:", "each Mill in hand, built:"),
    (_KIND, "each Mill in hand and built:", "each Mill in hand, built:"),
    (_LATER, "after sow:", "whenever sow:"),
    (_LATER, "on sow:", "whenever sow:"),
    # moves and choices
    (_RULE, "move all Weed from hand to supply", "move hand where it is Weed to supply"),
    (_RULE, "discard every Weed from hand to supply", "move hand where it is Weed to supply"),
    (_RULE, "give a Weed from hand to supply", "move 1 Weed from hand to supply"),
    (_RULE, "take twelve Weed from hand to supply", "move 12 Weed from hand to supply"),
    (_RULE, "choose card of hand", "choose card: one of hand"),
    # fields and zones
    (_EACH, "score: 0", "points: 0..99 = 0"),
    (_EACH, "gold: 150", "gold: 0..150 = 150"),
    (_EACH, "hand: cards, hidden", "hand: bag of card, seen by owner"),
    (_EACH, "tokens: 4 coins, secret", "tokens: bag of coin, seen by owner"),
    (_EACH, "plans: pile of card, facedown", "plans: pile of card, seen by nobody"),
    (_EACH, "plans: pile of card, hidden from all", "plans: pile of card, seen by nobody"),
    (_SHARED, "plans: pile of card, private", "plans: pile of card, seen by nobody"),
    (_SHARED, "market: a card, face up", "market: slot of card"),
    (_SHARED, "market: cards, face up", "market: bag of card"),
    (_SHARED, "market: pile of card, public", "market: pile of card"),
    # rolls of examples
    (_EXAMPLE, "rolls die: 5", "roll die = 5"),
    (_EXAMPLE, "rolled 5", "roll die = 5"),
    (_EXAMPLE, "Ann rolls a 5", "roll die = 5"),
    (_EXAMPLE, "Ann throws red = 3", "roll red = 3"),
    (_EXAMPLE, "the red shows 5", "roll red = 5"),
    # loops
    (_RULE, "for each cell where free: gold += 1", "for p in cell where free: gold += 1"),
    (_RULE, "for every cell: gold += 1", "for p in cell: gold += 1"),
    (_RULE, "for each cell in row: gold += 1", "for cell in row: gold += 1"),
    (_RULE, "for cell where free: gold += 1", "for p in cell where free: gold += 1"),
    (_RULE, "for neighbours(to): gold += 1", "for p in neighbours(to): gold += 1"),
    (_RULE, "all neighbours(to): gold += 1", "for p in neighbours(to): gold += 1"),
    # who has most
    (_RULE, "player with highest bid: gold += 1", "as first(players by highest bid): gold += 1"),
    (_RULE, "player has fewest cards: gold += 1", "as first(players by lowest cards): gold += 1"),
    (_RULE, "the player with largest bid: gold += 1", "as first(players by highest bid): gold += 1"),
    (_RULE, "for player with least gold: gold += 1", "as first(players by lowest gold): gold += 1"),
    (_RULE, "player with most points loses 1 point", "as first(players by highest points): points -= 1"),
    (_RULE, "player with most gold gains 2 points", "as first(players by highest gold): points += 2"),
    (_RULE, "points += 1 to player with highest bid", "as first(players by highest bid): points += 1"),
    (_RULE, "points += 1 for player with lowest bid", "as first(players by lowest bid): points += 1"),
    # conditions at the end
    (_RULE, "pot = 0 if a is b", "if a is b: pot = 0"),
    (_RULE, "pot -= 3 if a is b", "if a is b: pot -= 3"),
    (_RULE, "shuffle deck if a is b", "if a is b: shuffle deck"),
    # ends
    (_TOP, "ranking by highest a, ties by lowest b", "ranking by highest a then lowest b, ties shared"),
    (_TOP, "ranking by highest a, ties broken by lowest b", "ranking by highest a then lowest b, ties shared"),
    (_TOP, "ranking by highest a, ties are broken by lowest b", "ranking by highest a then lowest b, ties shared"),
    (_TOP, "everybody loses when no(deck)", "all lose when no(deck)"),
    (_TOP, "everyone wins if no(deck)", "all win when no(deck)"),
    (_TOP, "players lose once no(deck)", "all lose when no(deck)"),
    (_TOP, "all players win if no(deck)", "all win when no(deck)"),
    (_TOP, "the players lose when no(deck)", "all lose when no(deck)"),
    (_TOP, "all lose once no(deck)", "all lose when no(deck)"),
    (_TOP, "game ends after final turn each when no(deck)", "game ends after one more turn each when no(deck)"),
    # inside formulas
    (_RULE, "if hand contains Weed: gold += 1", "if Weed in hand: gold += 1"),
    (_RULE, "if hand holds any Weed: gold += 1", "if Weed in hand: gold += 1"),
    (_RULE, "if hand has 3 Weed: gold += 1", "if count(hand where it is Weed) >= 3: gold += 1"),
    (_RULE, "if Weed is in hand: gold += 1", "if Weed in hand: gold += 1"),
    (_RULE, "gold = sum hand", "gold = sum(hand)"),
    (_RULE, "if no hand: gold += 1", "if no(hand): gold += 1"),
    (_RULE, "choose yes or no", "choose again: may"),
    (_RULE, "choose go: yes or no", "choose go: may"),
    (_RULE, "gold = number of Weed in hand", "gold = count(hand where it is Weed)"),
    (_RULE, "gold = 1 + number of cards in hand", "gold = 1 + count(hand)"),
    (_RULE, "gold = count(hand of Weed)", "gold = count(hand where it is Weed)"),
    (_RULE, "dealer = left of dealer", "dealer = left(dealer)"),
    (_RULE, "top_card = first of hand", "top_card = first(hand)"),
    (_RULE, "top_card = top of deck", "top_card = last(deck)"),
    (_RULE, "top_card = top card of deck", "top_card = last(deck)"),
    (_RULE, "last_card = bottom card of deck", "last_card = first(deck)"),
    (_RULE, "gold = cost of card", "gold = card.cost"),
    (_RULE, "if gold in 1 to 3: gold += 1", "if gold in 1..3: gold += 1"),
)  # fmt: skip
"""Around which lines a line stands, what people say, and what they mean."""


@pytest.mark.parametrize(("around", "said", "meant"), SAID, ids=[said for _, said, _ in SAID])
def test_the_line_is_among_those_that_are_tried(around: str, said: str, meant: str) -> None:
    """No game stands around the lines, so nothing is tried here, and their names count as known."""
    text = around.format(said)
    source = Source("x", text)
    (problem,) = parse(source).problems
    lines = find_lines(source, [source.position(problem.span.start)[0]])
    known = f"{text}\nnames {said} {meant} {meant}"
    searched = [
        fix
        for line in lines
        for near in search_lines(line, known, GIVEN, lacks_player=False)
        for fix in meant_line(line, near).fixes
    ]
    made = {
        _normal(text[: edit.span.start] + edit.text + text[edit.span.end :])
        for fix in (*problem.explain().fixes, *searched)
        for edit in fix.edits
    }
    assert _normal(around.format(meant)) in made
    assert parse(Source("x", around.format(meant))).problems == ()


def _normal(text: str) -> str:
    """Returns a text without blanks in front of signs."""
    return normal(text).replace(" :", ":").replace(" ,", ",")
