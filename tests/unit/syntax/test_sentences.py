"""Sentences of rulebooks, and the lines that are read out of them with the names of a game."""

from __future__ import annotations

import pytest

from gamedsl.semantics.model.builtin_names import GIVEN
from gamedsl.source import Source
from gamedsl.syntax.parse import find_lines
from gamedsl.syntax.sentences.reading import read_sentence

_DECLARED = """\
game mill:
    "Millers grind grain in a valley."
    players 2

type crop: Wheat, Rye
type sky: Clear, Stormy

component 24 sack in barn:
    name   crop   flour  count
    Big    Wheat  3      12
    Small  Rye    1      12

component miller each player in cottage: 3

grid field 3 by 3

shared:
    barn: pile of sack, seen by nobody
    used: pile of sack
    market: bag of sack
    wind: 0..6 = 0
    late = no
    weather: sky = Clear
    elder: player = players[1]

each field:
    crop_here: slot of sack
    visitor: slot of miller
    stones: 0..5 = 0
    reeve: player or none = none
    drained = no
    let fertile = stones > 2

each player:
    cottage: bag of miller
    hand: bag of sack, seen by owner
    store: bag of sack
    money: 0..99 = 5
    bread: 0..60 = 0
    seed[crop]: 0..9 = 0
    points: 0..99 = 0
    tired = no
    place: field = field[1, 1]
    let acres = field where reeve is me

score harvest: points

rule break_off: tired = yes

rule grind(item: sack): move item to used

"""
_SETUP = _DECLARED + "setup:\n    {}\n"
_TURN = _DECLARED + "action go:\n    choose spot: one of field\n    {}\n"
_BOUGHT = _DECLARED + "action buy:\n    choose item: one of market\n    {}\n    move item to hand\n"
_CHOICE = _DECLARED + "action bake:\n    {}\n    move used_up to used\n"
_BAKED = _DECLARED + "action bake:\n    choose sold: any of hand\n    {}\n"
_ROLLED = _DECLARED + "phase p, each player:\n    roll die: one of 1..6\n    {}\n"
_DRAWN = _DECLARED + "phase p:\n    draw 1 from barn to used\n    {}\n"
_PAID = _DECLARED + "action buy:\n    {}\n    money -= sack.flour\n"
_CLOSED = (
    _DECLARED
    + "phase p, each player:\n    repeat up to 2:\n        choose sack: one of hand\n        move sack to used\n    choose bought: one of market\n    {}\n"
)
_LOOP = _DECLARED + "phase p, each player:\n    {}\n        money += 1\n"
_BAKING = _DECLARED + "action bake:\n    choose loaves: one of 1..3\n    {}\n"
_TOP = _DECLARED + "{}\n"
_FAME = _DECLARED + "{}\n\nexample e:\n    then Ann.fame is 2\n"

SAID: tuple[tuple[str, str, str], ...] = (
    (_SETUP, "Each player draws three sacks from the barn and keeps them hidden.", "each player: draw 3 from barn to hand"),
    (_SETUP, "Lay out four sacks from the barn as the market.", "draw 4 from barn to market"),
    (_SETUP, "Put a sack from the barn on every field.", "for f in field: draw 1 from barn to f.crop_here"),
    (_SETUP, "Each player gains a point for every Rye sack in his store.", "each player: points += count(store where crop is Rye)"),
    (_SETUP, "All millers return to their cottages.", "for x in field: move x.visitor to x.visitor.owner.cottage"),
    (_SETUP, "Players with no bread lose 4 points.", "each player where bread is 0: points -= 4"),
    (_TURN, "Roll a die for the wind.", "roll wind: one of 1..6"),
    (_TURN, "Place a miller from your cottage on that field.", "move 1 of cottage to spot.visitor"),
    (_TURN, "Take the crop from that field into your store.", "move spot.crop_here to store"),
    (_TURN, "You get 1 point for each stone on the field.", "points += spot.stones"),
    (_TURN, "Refill your bread to 8.", "bread = 8"),
    (_TURN, "If you have at least two Wheat sacks in your store, you score 3 points.", "if count(store where crop is Wheat) >= 2: points += 3"),
    (_TURN, "A player with at least 5 bread gains four points.", "if bread >= 5: points += 4"),
    (_TURN, "When the market is empty, refill it with 3 sacks from the barn.", "if no(market): draw 3 from barn to market"),
    (_TURN, "Remove every Rye sack from the market.", "move market where crop is Rye to used, in any order"),
    (_TURN, "Draw sacks until you have 5 in your hand.", "draw up to max(0, 5 - count(hand)) from barn to hand"),
    (_TURN, "Pay 2 money to draw a sack.", "money -= 2\n    draw 1 from barn to hand"),
    (_TURN, "The player on your left gets 2 money.", "left(me).money += 2"),
    (_TURN, "The player with the most bread becomes the elder.", "elder = first(players by highest bread)"),
    (_TURN, "Add a stone to each field that has no visitor.", "for f in field where no(visitor): f.stones += 1"),
    (_TURN, "Give two sacks from your hand to the player on your left.", "choose given_up: 2 of hand\n    move given_up to left(me).hand"),
    (_TURN, "You are now tired.", "tired = yes"),
    (_BOUGHT, "Pay money equal to the flour of the sack.", "money -= item.flour"),
    (_CHOICE, "You may use up to 3 sacks of your hand.", "choose used_up: up to 3 of hand"),
    (_CHOICE, "Choose one to three sacks.", "choose used_up: 1..3 of hand"),
    (_CHOICE, "Pick up a sack of flour less than 3 from the market.", "choose used_up: one of market where flour < 3"),
    (_BAKED, "For each sack sold, you get money equal to its flour.", "money += sum(x.flour for x in sold)"),
    (_ROLLED, "On a 6 the player to the left of the elder becomes the new elder.", "if die is 6: elder = left(elder)"),
    (_TOP, "The match is played over five rounds:", "rounds up to 5:"),
    (_TOP, "The player with the most points wins. If tied, the player with less money wins.", "ranking by highest total then lowest money, ties shared"),
    (_TURN, "the player may choose a sack", "may choose sack: one of hand"),
    (_TURN, "the market gets 2 sacks", "draw 2 from barn to market"),
    (_TURN, "pass the elder marker to the left", "elder = left(elder)"),
    (_TURN, "each field with less than 3 stones gets one more stone", "for f in field where stones < 3: f.stones += 1"),
    (_TURN, "pay the wind to the bank", "money -= wind"),
    (_BOUGHT, "gain the flour of this sack", "money += item.flour"),
    (_TURN, "the elder's left neighbour is the new elder", "elder = left(elder)"),
    (_SETUP, "The elder is a random player.", "roll new_elder: one of players\n    elder = new_elder"),
    (_TURN, "Put your figure on the chosen field.", "place = spot"),
    (_CHOICE, "Choose a field next to your place.", "choose used_up: one of neighbours(place)"),
    (_TOP, "score visits: 2 points for every field with your visitor", "score visits: 2 * count(field where visitor.owner is me)"),
    (_TURN, "Nobody may go with three sacks in the store.", "require allowed: not (count(store) >= 3)"),
    (_SETUP, "Two sacks from the barn come down to the market.", "draw 2 from barn to market"),
    (_SETUP, "Two sacks from the barn slide onto the market.", "draw 2 from barn to market"),
    (_TOP, "Score 2 points for every 3 money", "score bonus: 2 * (money / 3 rounded down)"),
    (_TOP, "When the barn is empty the game ends.", "game ends when no(barn)"),
    (_TOP, "Each field with your visitor is worth 2 points.", "score bonus: 2 * count(field where visitor.owner is me)"),
    (_TURN, "You earn 2 money, but never have more than 9.", "money = min(money + 2, 9)"),
    (_TURN, "Tired players lose one bread.", "if tired: bread -= 1"),
    (_TURN, "When the wind reaches six it is late.", "if wind >= 6: late = yes"),
    (_TURN, "If it is late, all sacks at the fields are lost in the market.", "if late: for f in field: move f.crop_here to market"),
    (_TURN, "The stones on all fields grow by 1.", "for f in field: f.stones += 1"),
    (_DRAWN, "The wind rises by the flour of the sack.", "wind += last(used).flour"),
    (_TURN, "You may only go if you have fewer than four sacks in your store.", "require allowed: count(store) < 4"),
    (_PAID, "Choose a sack from the market that you can afford.", "choose sack: one of market where flour <= money"),
    (_LOOP, "Up to two times, as long as you are not tired:", "repeat up to 2 until tired:"),
    (_LOOP, "for every field with fewer than 3 stones:", "for f in field where stones < 3:"),
    (_TURN, "You are the elder now.", "elder = me"),
    # how one thing is afterwards
    (_TURN, "The field on which you stand is now drained.", "place.drained = yes"),
    (_TURN, "The field is now yours.", "spot.reeve = me"),
    (_TURN, "The stones on the spot grow by two.", "spot.stones += 2"),
    (_TURN, "Your place is now the spot.", "place = spot"),
    (_TURN, "Your opponent is tired.", "as left(me): tired = yes"),
    # formulas, rules and scores that have a name
    (_CHOICE, "Choose one of your acres.", "choose used_up: one of acres"),
    (_CHOICE, "Choose a fertile field.", "choose used_up: one of field where fertile"),
    (_CHOICE, "Choose a free field.", ""),
    (_TURN, "If the spot is fertile, break off.", "if spot.fertile: break_off"),
    (_BOUGHT, "Grind the chosen sack.", "grind(item)"),
    (_TURN, "Take the crop of all your acres into your store.", "for f in acres: move f.crop_here to store"),
    (_FAME, "Each field of which you are the reeve is worth one point.", "score fame: count(field where reeve is me)"),
    # fields that hold a value, and things that are told by one
    (_TURN, "If the weather is stormy, you lose a bread.", "if weather is Stormy: bread -= 1"),
    (_TURN, "If it is not stormy, draw a sack.", "if weather is not Stormy: draw 1 from barn to hand"),
    (_TURN, "The weather becomes clear.", "weather = Clear"),
    (_TURN, "If you have at least two Rye, you are tired.", "if seed[Rye] >= 2: tired = yes"),
    (_SETUP, "Reveal three sacks from the barn and place them in the market.", "draw 3 from barn to market"),
    (_BOUGHT, "Replace it with the top sack of the barn.", "draw 1 from barn to market"),
    (_TURN, "Pay 2 money. If you cannot, you lose 3 points.", "if money >= 2: money -= 2\n    else: points -= 3"),
    (_TURN, "You are now the starting player.", "elder = me"),
    (_TOP, "Whoever has the most bread scores 3 points.", "score bonus: 3 if me in leaders(players by highest bread) else 0"),
    (_TOP, "The player with the most sacks in the store gets 2 points for each of them.",
     "score bonus: 2 * count(store) if me in leaders(players by highest count(store)) else 0"),
    (_CLOSED, "Pay the flour of the sack.", "money -= bought.flour"),
    (_TURN, "Remove one bread from your supply.", "bread -= 1"),
    (_TURN, "The field belongs to you from now on.", "spot.reeve = me"),
    (_TURN, "All sacks of the market go to the store.", "move market to store"),
    (_TURN, "Discard your hand and all the trinkets.", ""),
    (_BAKING, "You lose that many bread.", "bread -= loaves"),
    (_TOP, "The game ends when only one player is tired.", "game ends when count(players where tired) is 1"),
    (_TOP, "If a player has 20 points, the game ends after this round.", "game ends after round when some(players where points >= 20)"),
    (_TURN, "Place a miller in that row.", "move 1 of cottage to spot.visitor"),
    (_TURN, "Add the flour of your store to your points.", "points += sum(x.flour for x in store)"),
    # what lines above have chosen
    (_BAKED, "The sacks you have chosen go to the market.", "move sold to market"),
    (_BOUGHT, "Put it into your store.", "move item to store"),
    (_BOUGHT, "If the chosen sack is Big, you get 1 money.", "if item is Big: money += 1"),
    (_BAKING, "You get 2 money for each of the loaves.", "money += 2 * loaves"),
    (_TURN, "You get two Rye.", "seed[Rye] += 2"),
    (_TURN, "One of your millers leaves the game.", "move 1 of cottage to box"),
    # whole matches, and what is asked for
    (_TOP, "All players win as soon as no field is fertile.", "all win when no(field where fertile)"),
    (_TOP, "The game ends after the round in which a player has two bread or fewer.", "game ends after round when some(players where bread <= 2)"),
    (_TURN, "You need at least three bread.", "require allowed: bread >= 3"),
    (_SETUP, "Everyone passes their hand to the left.", "rotate hand left"),
    (_LOOP, "Each player may take two actions:", "repeat up to 2:"),
    (_TOP, "rule keep(item: sack): put the item into your store", "rule keep(item: sack): move item to store"),
    # what is not understood gets no line
    (_TURN, "You lose your bread.", ""),
    (_TURN, "Choose a sack of the market that you can grind twice.", ""),
    (_TURN, "Take all the bread here.", ""),
    (_TURN, "Nobody may enter the market twice.", ""),
    (_BOUGHT, "Choose a sack from the market that you can afford.", ""),
)  # fmt: skip


@pytest.mark.parametrize(("text", "said", "meant"), SAID, ids=[said for _, said, _ in SAID])
def test_the_sentence_is_read(text: str, said: str, meant: str) -> None:
    source = Source("mill.gdl", text.format(said))
    row = source.position(source.text.index(said))[0]
    (line,) = find_lines(source, [row])
    whole = [one for one in read_sentence(line, source.text, GIVEN) if not one.unsaid]
    assert [one.fix.edits[0].text for one in whole[:1]] == ([meant] if meant else [])


def test_the_unsaid_part_is_told() -> None:
    source = Source("mill.gdl", _TURN.format("You gain two bread for a new visitor."))
    (line,) = find_lines(source, [source.position(source.text.index("You gain"))[0]])
    (found,) = read_sentence(line, source.text, GIVEN)
    assert (found.fix.edits[0].text, found.unsaid) == ("bread += 2", "visitor")
