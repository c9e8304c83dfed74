"""Readable rules whose text in one piece would be too long: functions that call each other, and long formulas and effects. No module is refused, and both
executors agree."""

from __future__ import annotations

import pytest

from differential.trial import Trial, games, tried
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.wasm.emit.planning.sizes import GRAINS, Sizes
from share import less, paired

CARDS = """
game large:
    players 2

type suit: Red, Green, Blue, Black

component 24 card in deck:
    number     suit
    each 1..6  each suit

shared:
    deck: pile of card, seen by nobody
    table: list of card at most 5 = []

each player:
    hand: bag of card, seen by owner
    open: bag of card
    points: 0..999 = 0
"""

SQUARES = """
game large:
    players 2

grid square 5 by 5

each square:
    side: player or none = none
    level: 0..9 = 0

each player:
    points: 0..999 = 0
"""

ROUNDS = """
rounds up to 6:
    turns

ranking by highest points, ties shared
"""

POKER = (
    CARDS.replace("    table: list of card at most 5 = []\n", "")
    + ROUNDS
    + """
setup: shuffle deck

let alike(p: player, n: 1..6) = count(c.number is n for c in p.hand)
let most(p: player) = max([0] + [alike(p, n) for n in 1..6])
let pairs(p: player) = count(alike(p, n) is 2 for n in 1..6)
let straight(p: player) = any(all(alike(p, n + k) > 0 for k in [0, 1, 2]) for n in 1..4)
let flush(p: player) = any(count(c.suit is s for c in p.hand) >= 4 for s in suit)
let highest_pair(p: player) = max([0] + [n for n in 1..6 where alike(p, n) >= 2])
let category(p: player) = 8 if straight(p) and flush(p) else (7 if most(p) is 4 else lower(p))
let lower(p: player) = 6 if most(p) is 3 and pairs(p) > 0 else (5 if flush(p) else (4 if straight(p) else lowest_of(p)))
let lowest_of(p: player) = 3 if most(p) is 3 else (2 if pairs(p) is 2 else (1 if pairs(p) is 1 else 0))
let higher(a: player, b: player) = highest_pair(a) > highest_pair(b) or highest_pair(a) is highest_pair(b) and best(a) > best(b)
let beats(a: player, b: player) = category(a) > category(b) or category(a) is category(b) and higher(a, b)
let best(p: player) = max([0] + [c.number for c in p.hand])
let order = players by highest category(it) then highest highest_pair(it) then highest best(it)

phase turns, each player:
    draw up to 2 from deck to hand
    if count(hand) > 5:
        choose c: 2 of hand
        move c from hand to open
    if any(beats(me, p) for p in players): points += 1 + category(me)
    for p in first(order, 1): p.points += 2
    if any(beats(p, me) and not beats(me, p) for p in players): points += 1
"""
)


GAMES = {
    "a category used as a key": POKER,
    "a function that uses another three times, seven deep": SQUARES
    + ROUNDS
    + """
let a1(n: 0..99) = mod(n * 3 + count(square where level > mod(n, 7)), 50)
let a2(n: 0..99) = mod(a1(n) + a1(min(99, n + 1)) + a1(mod(n, 11)), 50)
let a3(n: 0..99) = mod(a2(n) + a2(min(99, n + 1)) + a2(mod(n, 11)), 50)
let a4(n: 0..99) = mod(a3(n) + a3(min(99, n + 1)) + a3(mod(n, 11)), 50)
let a5(n: 0..99) = mod(a4(n) + a4(min(99, n + 1)) + a4(mod(n, 11)), 50)
let a6(n: 0..99) = mod(a5(n) + a5(min(99, n + 1)) + a5(mod(n, 11)), 50)
let a7(n: 0..99) = mod(a6(n) + (a6(min(99, n + 1)) + a6(mod(n, 11)) if n > 90 else 0), 50)

phase turns, each player:
    choose s: one of square where mod(a3(it.level), 3) is not 1 or it.level < 2
    s.level = mod(s.level + 1 + a7(points if points < 90 else 0), 10)
    points += mod(a4(s.level) + a5(s.level), 9)
""",
    "sets from functions": SQUARES
    + ROUNDS
    + """
let mine(p: player) = square where side is p
let around(p: player) = join(neighbours(s) for s in mine(p)) - mine(p)
let free_around(p: player) = around(p) where side is none
let wide(p: player) = free_around(p) + join(neighbours(s) for s in free_around(p))
let safe(p: player) = (wide(p) - around(left(p))) where side is none and count(neighbours(it) where side is p) < 3
let good(p: player) = safe(p) if count(safe(p)) > 2 else square where side is none
let better(p: player) = good(p) - (safe(left(p)) if count(safe(left(p))) < 9 else [])
let choice(p: player) = better(p) if count(better(p)) > 0 else good(p)

phase turns, each player:
    choose s: one of choice(me)
    s.side = me
    points += count(choice(left(me))) + count(choice(me)) + count(better(me)) + count(good(left(me)))
    for t in choice(me): t.level = mod(t.level + count(better(left(me))), 10)
""",
    "lists from functions": SQUARES
    + ROUNDS
    + """
let levels(s: square) = [t.level for t in neighbours(s)]
let longer(s: square) = levels(s) + [n + 1 for n in levels(s) where n < 9] + [s.level]
let sums(s: square) = [sum(longer(t)) for t in neighbours(s)] + [sum(n for n in longer(s))]
let worth(s: square) = sum(sums(s)) + max([0] + sums(s)) + count(sums(s)) + sum(longer(s)) + count(levels(s))
let all_in_all(s: square) = worth(s) + sum(worth(t) for t in neighbours(s)) + sum(sums(s)) + max([0] + [worth(t) for t in neighbours(s)])

phase turns, each player:
    choose s: one of square where side is none and mod(worth(it), 4) is not 1 or it.level is 0
    s.side = me
    s.level = mod(s.level + worth(s) + 1, 10)
    points = mod(points + all_in_all(s) + sum(first(sums(s), 2)), 999)
""",
    "rankings from functions": SQUARES
    + ROUNDS
    + """
let held(p: player) = count(square where side is p)
let weight(p: player) = sum(s.level for s in square where side is p) + held(p) * 2 + count(square where side is p and row is col)
let ranked(n: 0..9) = players by highest mod(weight(it) + n, 5) then highest held(it) then lowest weight(it)
let first_of(n: 0..9) = first(ranked(n), 1)
let lead(n: 0..9, p: player) = any(q is p for q in first_of(n))
let leads(p: player) = count(lead(n, p) for n in 0..3) + count(lead(n, p) and weight(p) > n for n in 4..6)

phase turns, each player:
    choose s: one of square where side is none and (leads(me) > 0 or it.row < 4)
    s.side = me
    s.level = 1 + mod(leads(me), 9)
    points += leads(me) + sum(leads(p) for p in players) + (3 if lead(0, me) else 0)
""",
    "pieces and none from functions": CARDS.replace("    table: list of card at most 5 = []\n", "")
    + ROUNDS
    + """
setup:
    shuffle deck
    each player: draw 4 from deck to hand

let trumps(p: player) = p.hand where it.suit is Black and it.number > 1
let highest(p: player) = first(p.hand by highest it.number)
let chosen(p: player) = first(trumps(p) by lowest it.number) if count(trumps(p)) > 0 else highest(p)
let value_of(p: player) = 0 if chosen(p) is none else chosen(p).number * 2 + (3 if chosen(p).suit is Black else 0)
let stronger(a: player, b: player) = value_of(a) > value_of(b) or value_of(a) is value_of(b) and count(trumps(a)) > count(trumps(b))
let prize(p: player) = value_of(p) + (2 if stronger(p, left(p)) else 0) + (1 if stronger(left(p), p) else 0)

phase turns, each player:
    choose c: one of hand where it is not highest(me) or value_of(me) > 4 or count(hand) < 9
    move c from hand to open
    draw up to 1 from deck to hand
    points += prize(me) + prize(left(me)) + count(trumps(me))
""",
    "a proof with functions that call each other": SQUARES
    + ROUNDS
    + """
let reach_of(s: square) = neighbours(s) where side is none
let strength(s: square) = s.level + count(neighbours(s) where side is me) * 2
let weak(s: square) = any(strength(t) < strength(s) for t in neighbours(s) where it.side is left(me))
let beaten_by(s: square, t: square) = strength(t) > strength(s) and not weak(t) or count(reach_of(s)) is 0 and strength(t) is strength(s)
let holds(s: square) = all(not beaten_by(s, t) or any(beaten_by(t, u) for u in neighbours(t) where it.side is me) for t in neighbours(s) where it.side is left(me))
let certain(s: square) = holds(s) and all(holds(t) for t in neighbours(s) where it.side is me)
let proven(p: player) = all(certain(s) and holds(s) or not weak(s) for s in square where it.side is p)

phase turns, each player:
    choose s: one of square where side is none and (certain(it) or it.level is 0 or proven(me))
    s.side = me
    s.level = 1 + mod(count(certain(t) for t in square), 9)
    points += (1 if proven(me) else 0) + (2 if proven(left(me)) else 0) + count(holds(t) for t in square)
""",
    "bags and directions": CARDS.replace("    table: list of card at most 5 = []\n", "")
    + ROUNDS
    + """
setup:
    shuffle deck
    each player: draw 3 from deck to hand

let has(p: player, s: suit) = count(c.suit is s for c in p.hand)
let best_suit(p: player) = first(suit by highest has(p, it) then lowest number_of(p, it))
let number_of(p: player, s: suit) = count(c.suit is s for c in p.open)
let kept(p: player) = p.hand where it.suit is best_suit(p)
let dropped(p: player) = p.hand where it.suit is not best_suit(p)
let net(p: player) = sum(c.number for c in kept(p)) - sum(c.number for c in dropped(p)) + count(kept(p)) * 2
let lead(p: player) = net(p) - net(left(p)) + count(kept(left(p))) + count(dropped(p))
let ahead(p: player) = lead(p) > lead(left(p)) or lead(p) is lead(left(p)) and net(p) >= net(left(p))

phase turns, each player:
    choose c: any of dropped(me)
    move c from hand to open
    draw up to 1 from deck to hand
    if ahead(me): points += 2 + max(0, lead(me))
    else: points += count(kept(me))
""",
}


def _one(text: str) -> Game:
    (game,) = games(text)
    return game


@pytest.mark.parametrize(("name", "seed"), paired(list(GAMES), (0, 3)))
def test_readable_functions(name: str, seed: int) -> None:
    """In every other file the optimised module plays; both do in a whole run."""
    game, trial = _one(GAMES[name]), Trial()
    assert fastest(game).note is None
    assert Sizes(game, GRAINS[0]).apart
    tried(game, trial, seeds=range(seed, seed + 1), most=less(12, 4))
    assert trial.compared
    assert not trial.unsupported
