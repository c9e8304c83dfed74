"""Books of games whose authors wrote few sentences: costs that a sentence leaves out, and steps in the words of players."""

from __future__ import annotations

import pytest

from gamedsl.rulebook import markdown, rulebook
from gamedsl.source import Source
from unit.rulebook.books import GAMES, book_of_text, parsed_of

CARRIERS = """game carriers:
    "Carry and sell."
    players 2 to 3

type good: Cod, Wool

graph harbour by route:
    route:
        from    to      days
        Lysoy   Holmen  1
        Holmen  Brekke  2
    harbour:
        name    makes
        Lysoy   Cod
        Holmen  Wool
        Brekke  Wool

component 4 mate in inn:
    name   count
    Pilot  2
    Cook   2

component hand each player in home: 2

shared:
    inn: bag of mate
    price[good]: 1..5 = 3

each route:
    closed = no

each harbour:
    bed: slot of hand
    stall: player or none

each player:
    at: harbour = Lysoy
    home: bag of hand
    crew: bag of mate, seen by everyone
    held: bag of hand
    hold[good]: 0..9 = 0
    coins: 0..99 = 4
    let reach_days = 1 + far

each Pilot in crew:
    "You sail one day farther."
    let far = 1

let days_to(a: harbour, b: harbour) = distance(r.days for r in route, a, b)

rounds up to 3:
    day
    night

phase day, each player:
    sailing
    choose one:
        gather
        sell
        hire
        wait

rule sailing:
    choose goal: one of harbour as h where days_to(at, h) is not none and days_to(at, h) <= reach_days
    at = goal
    if goal is Lysoy: say "{me} comes home."
    say "{me} is at {at} now."

action gather:
    require free: no(at.bed) "Somebody sleeps there."
    move 1 hand from home to at.bed
    hold[at.makes] += 1

action sell:
    "Sell goods of a kind."
    choose:
        ware: one of good where hold[it] > 0
        number: one of 1..4 where it <= hold[ware]
    hold[ware] -= number
    coins += number * price[ware]

action hire:
    "Take a mate from the inn for two coins."
    choose mate: one of inn
    require paid: coins >= 2 "Two coins."
    coins -= 2
    move mate to crew

phase night:
    "Mates grow older and stalls are let."
    roll busy: one of harbour
    for g in good: price[g] = min(5, price[g] + 1)
    each player:
        if coins > 2: at.stall = me
        move left(me).home where owner is me to held
    for h in harbour where some(bed): move h.bed to h.bed.owner.home

action wait:
    choose next: one of neighbours(at) where edge(at, it).closed is no and coins >= edge(at, it).days "That way is closed, or costs too much."
    at = next

score stalls: 2 * count(harbour where stall is me)
score mates: count(held)

ranking by highest total, ties shared
"""


def _printed() -> str:
    return markdown(rulebook(parsed_of(Source("carriers.gdl", CARRIERS), GAMES[0].parent), "printed"))


def test_a_sentence_that_leaves_out_what_is_paid_has_its_steps_below_it() -> None:
    said = _printed()
    sell = said.partition("Sell\n\n")[2].partition("\n#")[0]
    assert sell.startswith("Sell goods of a kind.\n\n1. Choose:\n")
    assert "Add (the number × the price of the ware) to your coins." in sell
    hire = said.partition("Hire\n\n")[2].partition("\n#")[0]
    assert hire.startswith("Take a mate from the inn for two coins.\n")
    assert "Move" not in hire, "its sentence says what it costs and brings"


FLOOD = """game flood:
    players 1 to 2

component 9 card in deck: 9

graph land by dike:
    Coast: Here There Yonder

shared:
    deck: pile of card
    row: bag of card

each dike:
    broken = no

rounds up to 5:
    night

phase night:
    "{}"
    {}
"""
STORM = """roll storm: one of 1..6
    if storm is 6 and count(dike where not broken) > 1:
        roll lost: one of dike where not broken
        lost.broken = yes"""


@pytest.mark.parametrize(
    ("sentence", "steps", "is_left_out"),
    [
        ("A six breaks a dike.", STORM, True),
        ("Throw the die: a six breaks a dike.", STORM, True),
        ("Throw the die. With a six, a dike that chance names breaks, if more than one holds.", STORM, False),
        ("The night is long.", "draw 2 from deck to row\n    draw 1 from deck to row", True),
        ("Three cards come.", "draw 2 from deck to row\n    draw 1 from deck to row", False),
    ],
)
def test_a_phase_whose_sentence_leaves_out_chance_a_draw_or_a_condition_has_its_steps_below_it(
    sentence: str, steps: str, *, is_left_out: bool
) -> None:
    book = rulebook(parsed_of(Source("flood.gdl", FLOOD.format(sentence, steps)), GAMES[0].parent), "printed")
    said = markdown(book).partition(sentence)[2].partition("\n#")[0]
    assert ("raw" in said) is is_left_out
    assert book.told_alone == (() if is_left_out else ("night",))


def test_steps_are_in_the_words_of_players() -> None:
    said = _printed()
    for told in (
        "one harbour *h* where (the days from your harbour to *h*) is at most 1 + what your mates add.",
        "one neighbour of your harbour where (the edge between your harbour and it) is not closed and ",
        " For any other: “That way is closed, or costs too much.”",
        "Go to the goal.",
        "Add 1 to your hold for what your harbour makes.",
        "Draw one harbour by lot: *busy*.",
        "raise the price of *g* by 1, but to 5 at most.",
        "move the hand in the bed of *h* to the home of the owner of the bed of *h*.",
        "Each player gets 2 hands at home.",
        "The price of each good begins at 3.",
        "the stall of your harbour is now yours.",
        "Move all your hands in the home of your left neighbour to your held hands.",
        "the number of harbours whose stall is yours",
    ):
        assert told in said
    assert "Announce" not in said, "a log is no rule"


DUNES = """game dunes:
    "Plant grass on dunes."
    players 2 to 3

type land: Sand, Grass
type good: Seed, Hay

table yields:
    land   product
    Sand   Seed
    Grass  Hay

graph dune:
    Path: Low Mid
    dune:
        name  land
        Low   Grass
        Mid   Sand
        High  Sand

component digger each player in hut: 2

each dune:
    diggers: bag of digger

each player:
    "A family."
    hut: bag of digger
    goods[good]: 0..9 = 0
    lost: 0..9 = 0
    let stock = sum(goods[g] for g in good)

shared:
    starter: player = players[1]

setup:
    "Take your diggers."
    each player: goods[Seed] = 1

rounds up to 3:
    day
    night

phase day, each player from starter:
    choose goal: one of dune where has_room(it)
    move 1 of hut to goal.diggers
    if goods[Hay] > 0: wind
    choose one: hire

action hire:
    "Send a digger home."
    if some(Low.diggers): move 1 of Low.diggers to High.diggers

rule wind:
    roll force: one of 1..8
    if force > 3: goods[Hay] -= 1
    if some(High.diggers): lost -= 1

phase night:
    "What grows on a dune goes to its diggers, one for each."
    for d in dune where some(diggers): reap(d)
    starter = left(starter)

let has_room(d: dune) = count(d.diggers) < 2

rule reap(d: dune):
    for w in d.diggers: w.owner.goods[yields[d.land].product] += min(1, 9 - w.owner.goods[yields[d.land].product])
    for w in d.diggers where d is High: w.owner.lost += 1

score all_stock: stock - 2 * lost

ranking by highest total, ties shared
"""


def test_where_an_action_has_no_sentence_nothing_is_lost_that_other_sentences_leave_out() -> None:
    said = markdown(rulebook(parsed_of(Source("dunes.gdl", DUNES), GAMES[0].parent), "printed")).replace("\u00a0", " ")
    for told in (
        "A board with 3 dunes.",
        "Each player begins with 1 Seed.",
        "Nobody has Hay yet.",
        "do *reap* with *d*",
        "Move 1 digger from your hut to the diggers of the goal.",
        "\n*Has room*: a dune *d* has room if there are fewer than 2 diggers in the diggers of *d*.",
        "\n*Stock*: the sum",
        "| Sand | Seed |",
        "Roll a die with 8 sides: *force*.",
        "Send a digger home.\n\n* If the diggers of Low are not empty: move",
        "you lose 1 Hay.",
        "take 1 off your *lost*.",
        "1 to *lost* of the owner of *w*.",
    ):
        assert told in said
    assert said.index("## 5 The end") < said.index("What words mean"), "what names mean comes after the rules"


def test_where_every_action_has_a_sentence_these_are_trusted() -> None:
    whole = DUNES.replace("from starter:\n", 'from starter:\n    "Send a digger to a dune with room for it."\n')
    said = markdown(rulebook(parsed_of(Source("dunes.gdl", whole), GAMES[0].parent), "printed"))
    assert "reap" not in said
    assert "What words mean" not in said
    assert "Nobody has Hay yet." in said, "the set-up gives seeds"


STALLS = """game stalls:
    "Hire helpers and sell spices for coins."
    players 2

component helper in deck:
    cost  count
    2     9

shared:
    deck: pile of helper, seen by nobody
    market: bag of helper
    fog: 0..6 = 0

each player:
    stall: bag of helper
    coins: 0..99 = 3
    debts: 0..9 = 0
    let price = max(2, 2 * debts)

setup:
    "Some helpers are the market."
    draw 4 from deck to market

rounds up to 8:
    turns
    dusk

phase turns, each player where debts < 7:
    "Each player does one thing."
    choose one:
        beg
        hire
        feast

phase dusk:
    "Debts are paid."
    fog = count(market)
    for p in players:
        if p.debts > 2: p.coins -= min(p.coins, 4)

action beg:
    "Beg in the street."
    coins += 1

action hire:
    "Pay for a helper of the market with your coins and put it at your own stall."
    require few: count(stall) < 4 "Four helpers are enough."
    choose h: one of market where cost <= coins
    coins -= h.cost
    move h to stall
    draw up to 1 from deck to market

action feast:
    "A feast for two coins brings a debt."
    {}
    choose give: one of market
    if fog > 2: debts += min(give.cost, 9 - debts)
    if fog is 6: say "Nobody sees it."
    else: move give to stall
    coins -= 2
    say "{{me}} feasts."
    debts += 1
    bonus(3)

whenever hire: debts += 1

whenever feast: debts += 2

rule bonus(more: 1..9):
    say "A feast."
    if fog > 1: coins += more

let is_rich = some(players where coins >= 60)

game ends when is_rich "Somebody is rich."

score purse: coins / 3 rounded down "Coins are worth points."

ranking by highest total, ties shared
"""


def test_a_step_of_which_a_sentence_has_no_word_stands_below_it_alone() -> None:
    rules = STALLS.format("")
    book = rulebook(parsed_of(Source("stalls.gdl", rules), GAMES[0].parent), "printed")
    said = markdown(book).replace("\u00a0", " ")
    for told in (
        "Draw 4 helpers from the deck to the market.\n",
        "2. For each player *p*: if *p* has more than 2 debts: take",
        "Beg in the street.\n\n* You get 1 coin.\n",
        "A feast for two coins brings a debt.\n\n1. Choose one helper in the market (*give*).\n"
        "2. If the fog is more than 2: raise your debts by the cost of *give*, but to 9 at most.\n"
        "3. If the fog is 6: announce: “Nobody sees it.”\n4. Otherwise: move *give* to your stall.\n5. If the fog is more than 1: you get 3 coins.\n",
    ):
        assert told in said
    more = "Four helpers are enough. Then the next helper of the deck comes to the market. When the deck is empty, no helpers are drawn any more."
    assert f"put it at your own stall. {more}\n\n#" in said, (
        "its sentence leaves only a number out, and what no sentence of this rule tells"
    )
    assert "Each time after *hire*:\n\n* You get 1 debt.\n" in said
    assert "after *feast*" not in said, "a sentence says that a feast brings a debt"
    assert "“Somebody is rich” means that there is at least one player with at least 60 coins." in said
    assert "Only players with fewer than 7 debts do this." in said
    assert "Coins are worth points. You score your coins ÷ 3, rounded down." in said
    assert book.told_alone == ("hire",)
    assert "Price" not in said


def test_formulas_of_steps_below_a_sentence_are_explained() -> None:
    rules = STALLS.format("if price >= 5: debts -= 1")
    said = markdown(rulebook(parsed_of(Source("stalls.gdl", rules), GAMES[0].parent), "printed"))
    assert "*Price*: 2 × your debts, but at least 2.\n" in said


CASE = """
example {name}:
    "{said}"{more}
    players Ann, Bob
    given:
        Mid.diggers: Ann
    night
    then Ann.goods[Seed] is 1
"""


def test_a_note_that_speaks_of_a_certain_position_tells_this_position() -> None:
    told = [CASE.format(name=f"told_{at}", said="Digging.", more='\n    "Ann digs."') for at in range(3)]
    cases = [
        CASE.format(name="in_the_sand", said="The digger of Ann finds a seed.", more=""),
        CASE.format(name="in_general", said="Whoever digs in sand finds seeds.", more=""),
    ]
    rules = "".join((DUNES, *told, *cases))
    said = markdown(rulebook(parsed_of(Source("dunes.gdl", rules), GAMES[0].parent), "printed"))
    example = "The example: A digger of Ann is in the diggers of Mid. After *night*, Ann’s goods for Seed are 1."
    assert f"* *In the sand*. The digger of Ann finds a seed.\n  * {example}\n" in said
    assert "* *In general*. Whoever digs in sand finds seeds.\n" in said
    assert said.count("The example:") == 1


BROOK = """game brook:
    players 2

shared:
    dry = no       "The brook is dry."
    grinding = no  "Grinds on."

each player:
    grain: 0..9 = 1

rounds up to 2:
    work

phase work, each player:
    choose more: one of 0..1
    if dry: grinding = no
    else: dry = yes
    if grinding: grain += more

ranking by highest grain, ties shared
"""


def test_a_flag_of_the_table_is_told_by_its_sentence() -> None:
    told = markdown(book_of_text(BROOK)).replace("\u00a0", " ")
    assert "If the brook is dry: " in told
    assert "Otherwise: remember that the brook is dry." in told
    assert "emember that grinds" not in told
    assert "If grinds" not in told
