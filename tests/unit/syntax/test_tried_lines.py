"""Lines of a game and of its variant in the words of somebody who does not program: the advice is the right line, and it was tried before it is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import Parsed, check, parse_files
from gamedsl.source import Source
from unit.syntax.tried import apply_first, find_errors, normal

GAME = (Path(__file__).parents[2] / "corpus/semantics/honey_road.gdl").read_text(encoding="utf-8")
_VARIANT = """\
variant long_summer of honey_road:
    "More rounds, a dearer heather, and the sun."
    set rounds up to 8
    set Heather.price = 7
    replace table fair from 0: 0 1 3 6 10 15 25
    set copies of Clover in meadow = 9
    set copies of Linden in meadow = 9
    add rule sunshine: coins += 1
    add sun after forage in rounds
    add phase sun, each player: sunshine
    add whenever serve: sunshine
    replace ranking by highest total then highest coins, ties shared
"""
LINES = (
    ("draw 3 from orders to offer\n    each", "turn over 3 contracts from orders to offer\n    each"),
    ("shuffle orders", "mix the orders"),
    ("each player: move 1 Clover from meadow to apiary", "each player gets 1 Clover"),
    ("each player: move 1 Clover from meadow to apiary", "everybody takes a Clover from the meadow"),
    ("weather: 1..6 = 1", "weather: a die"),
    ("cart:   road = road[1]", "cart: starts on road 1"),
    ("coins:  0..99 = 8", "coins: 8 each"),
    ("row road 7", "track road of 7 spaces"),
    ("roll weather: one of 1..6", "weather = roll one of 1..6"),
    ("choose contract: one of offer where it.jars", "contract = one of offer where it.jars"),
    ("    coins -= bid\n", "    pay the bid to the bank\n"),
    ("apiary: bag of hive, up to 5", "apiary: each player may hold at most 5 hives"),
    ("rounds up to 6:", "a game has 6 rounds:"),
    ("rounds up to 6:", "the match has six rounds:"),
    ("opener:  player = players[1]", "opener:  the first player"),
    ("keeper:  player or none = none", "keeper:  a player or nobody"),
    ("draw 3 from orders to offer\n    each", "lay three contracts open as offer\n    each"),
    ("if weather > 1:", "if the weather is more than one:"),
    ("choose sum_offered: one of 1..coins where it > bid", "choose sum_offered: a number higher than the bid"),
    (
        "ranking by highest total then lowest jars, ties shared",
        "the winner is the player with the most points, then the fewest jars",
    ),
    ("phase market, each player from opener:", "phase market, starting with the opener:"),
    ("phase market, each player from opener:", "phase market, clockwise from opener:"),
    ("each player: gather", "everybody gathers"),
    ("roll weather: one of 1..6", "roll a die for the weather"),
    ("opener = left(opener)", "the next player becomes the opener"),
    ("bid = sum_offered", "the new bid is sum_offered"),
    ("bid = sum_offered", "bid becomes sum_offered"),
    ("if me is keeper:", "if I am the keeper:"),
    ("coins += 1", "coins + 1"),
    ("if weather > 1:", "if weather is more than 1:"),
    ("hive: one of meadow where blossom.price <= coins", "hive: one of meadow they can afford"),
    ("        serve\n", "        serve if you have enough jars\n"),
    ("move contract to served", "move the contract on the served"),
    (
        "choose sum_offered: one of 1..coins where it > bid",
        "choose sum_offered: more than bid",
    ),
    ("jars -= contract.jars", "pay the jars of the contract"),
    ("coins += contract.reward", "gain the reward of the contract"),
    ("move contract to served", "keep the contract"),
    ("    advance(1)", "    advance by 1"),
    ("    advance(1)", "    advance one step"),
    ("score contracts: sum(c.reward for c in served)", "score contracts: reward of served"),
    ("score contracts: sum(c.reward for c in served)", "score contracts: total reward of all served"),
    ("score colours: 3 * count(apiary.blossom)", "score colours: 3 points per different blossom"),
    ("some(players where cart is road[7])", "a cart is on road 7"),
    (
        "ranking by highest total then lowest jars, ties shared",
        "most points wins, ties broken by fewest jars",
    ),
    ("ranking by highest total then lowest jars, ties shared", "highest total wins, tie: fewest jars"),
    ("then lowest jars", "then fewest jars"),
    ("offer: Baker, Inn", "the offer shows Baker and Inn"),
    ("offer: Baker, Inn", "in the offer: Baker and Inn"),
    ("phase market, each player from opener:", "phase market, everyone in turn from opener:"),
    ("    advance(1)", "    advance 1 space"),
    ("        buy\n", "        buy if you can afford a hive\n"),
    ("ranking by highest total then lowest jars, ties shared", "highest score wins, then fewest jars"),
    ("Ann plays serve(contract = Baker)", "Ann serves the Baker"),
    ("then Ann.jars is 1 and Ann.coins is 4", "then Ann has 1 jar and 4 coins"),
)
CHAINS = (
    (
        "each player from opener where not out and me is not keeper until",
        "each player where not out and me is not keeper, from opener, until",
    ),
    ("keeper = me", "keeper = this player"),
    ("coins += contract.reward", "gain the reward of this contract"),
    ("if weather > 1:", "if the weather is over 1:"),
    ("choose contract: one of offer where it.jars", "choose contract: contract from offer where it.jars"),
    ("choose contract: one of offer where it.jars", "choose a contract from the offer where it.jars"),
    ("hive: one of meadow where blossom.price <= coins", "hive: one of meadow that you can pay"),
    ("score contracts: sum(c.reward for c in served)", "score contracts: rewards for served"),
    ("score contracts: sum(c.reward for c in served)", "score contracts: the rewards of all contracts in served"),
    ("score colours: 3 * count(apiary.blossom)", "score colours: 3 * number of different blossoms in apiary"),
    ("ranking by highest total then lowest jars", "ranking by total points, then lowest jars"),
    ("ranking by highest total then lowest jars", "ranking by highest total, if tied lowest jars"),
    ("    advance(1)", "    advance the cart by 1"),
    ("Ann plays serve(contract = Baker)", "Ann fulfils Baker"),
    (
        "table fair from 0: 0 1 3 6 10 15 21",
        "table fair from 0: 0 points, 1 point, 3 points, 6 points, 10 points, 15 points, 21 points",
    ),
    ("each player: gather", "for every player: gather"),
    ("out = no, each round", "out: yes or no, each round"),
    ("opener = left(opener)", "opener = next player after opener"),
    ("count(players where not out) is 1", "only one player is not out"),
    ("weather: 1..6 = 1", "weather: number of pips, 1 to 6"),
    ("served: bag of contract", "served: all the contracts"),
    ("served: bag of contract", "served: bag of contracts, face up"),
    ("hive: one of meadow where", "hive: one hive of the meadow where"),
    ("bid:     0..30 = 0, each round", "bid:     0..30 = 0 at the start of each round"),
    ("    coins -= bid\n", "    subtract bid from coins\n"),
    ("        rest\n", "        or rest\n"),
    ("coins -= hive.blossom.price", "reduce coins by hive.blossom.price"),
    ("require space: count(apiary) < 5", "require space: you have fewer than 5 hives"),
    ("game ends after round when some", "game ends at the end of the round if some"),
    ("game ends after round when some", "ends after round when some"),
    ("score carts: fair[cart.number - 1]", "score carts: fair for cart.number - 1"),
    ("bidding\n    Ann plays", "play bidding\n    Ann plays"),
    ("type blossom:", "type blossom with columns:"),
    ("row road 7", "row road: 7"),
    ("apiary: bag of hive, up to 5", "apiary: bag of hive, limit 5"),
    ("apiary: bag of hive, up to 5", "apiary: bag of at most 5 hives"),
    ("coins:  0..99 = 8", "coins:  starts at 8, never below 0"),
    ("out = no, each round", "out: false, reset to no at the start of each round"),
    ("opener:  player = players[1]", "opener:  player = the youngest player"),
    ("opener = left(opener)", "the opener marker goes to the next player"),
    ("roll weather: one of 1..6", "choose weather: random 1..6"),
    ("require space: count(apiary) < 5", "require space: apiary is not full"),
    ("shuffle orders", "shuffle contracts"),
    ("offer: Baker, Inn", "offer = [Baker, Inn]"),
)
"""Lines in which several things are said in other words."""
_POND = """\
game pond:
    "Bees fly to a meadow."
    players 2

type good: Fish, Reed

component 2 plan in plans:
    name  good  pays
    Net   Fish  3
    Boat  Reed  6

component bee each player in hive: 2

grid patch 2 by 2:
    brings:
        Fish Reed
        Reed Fish

shared:
    plans: pile of plan, seen by nobody, refilled from past
    market: bag of plan
    past:   bag of plan
    opener_now: player = players[1]
    frost: 0..20 = 0

each patch:
    visitors: bag of bee
    nectar: 0..6 = 2

each player:
    hive: bag of bee
    held: bag of plan
    store[good]: 0..30 = 0
    passed = no, each round

setup:
    each player: draw 1 from plans to held

rounds up to 3:
    flying
    weather

phase flying, each player from opener_now where some(hive):
    choose goal: one of patch where nectar > 1
    move 1 of hive to goal.visitors
    gather(goal)
    choose one:
        stop
        stay
        build(goal)

rule gather(goal: patch):
    let got = 2 if goal.nectar > 2 else goal.nectar
    goal.nectar -= got
    store[goal.brings] += got

action stop: passed = yes
action stay: frost += 1
action build(goal: patch):
    choose:
        near:   one of neighbours(goal)
        chosen: one of market
        sold:   some of held
    move chosen to held
    move sold to past
    may choose guest: one of near.visitors
    move guest to guest.owner.hive

phase weather:
    roll cold: one of 1..6
    if cold in [5, 6]: frost += 1
    if cold is 1: frost += 1
    frost += 2
    for p in patch where nectar < 5: p.nectar += 1
    for y in patch: for x in y.visitors: move x to x.owner.hive
    draw up to 1 from plans to market
    opener_now = left(opener_now)

game ends after round when frost >= 10

score builder: 2 * count(held where pays >= 5)
score paid: sum(p.pays for p in held)
score stored: (store[Fish] + store[Reed]) / 3 rounded down

ranking by highest total, ties shared
"""
_OF_PLACES = (
    ("for p in patch where nectar < 5: p.nectar += 1", "each patch with less than 5 nectar gets one more nectar"),
    ("for p in patch where nectar < 5: p.nectar += 1", "add 1 nectar to every patch that has less than 5"),
    ("for y in patch: for x in y.visitors: move x to x.owner.hive", "all bees go home"),
    ("for y in patch: for x in y.visitors: move x to x.owner.hive", "return each bee to the hive of its owner"),
    ("opener_now = left(opener_now)", "pass opener now to the left"),
    ("opener_now = left(opener_now)", "the player on the left becomes opener now"),
    ("frost += 2", "move frost up 2"),
    ("if cold in [5, 6]: frost += 1", "on a 5 or 6, frost += 1"),
    ("if cold is 1: frost += 1", "on a 1: frost += 1"),
    ("if cold is 1: frost += 1", "if cold is 1 { frost += 1 }"),
    ("roll cold: one of 1..6", "roll a die for cold"),
    ("action stop: passed = yes", "action stop: you pass"),
    ("game ends after round when frost", "game ends at end of round when frost"),
    ("game ends after round when frost >= 10", "the game ends at the end of the round in which frost reaches 10"),
    ("draw up to 1 from plans to market", "draw at most 1 from plans to market"),
    ("draw 1 from plans to held", "held.add(plans.pop())"),
    ("2 * count(held where pays >= 5)", "2 points for each held plan with pays of 5 or more"),
    ("2 * count(held where pays >= 5)", "2 * held where pays >= 5"),
    ("each player: draw 1 from plans to held", "draw 1 from plans to held"),
    ("phase flying, each player from", "phase flying from"),
    ("store[goal.brings]", "store[goal]"),
    ("rule gather(goal: patch):", "def gather(goal):"),
    ("rule gather(goal: patch):", "rule gather(goal):"),
    ("2 if goal.nectar > 2 else goal.nectar", "goal.nectar > 2 ? 2 : goal.nectar"),
    ("2 if goal.nectar > 2 else goal.nectar", "IF(goal.nectar > 2, 2, goal.nectar)"),
    ("type good: Fish, Reed", '"good": ["Fish", "Reed"]'),
    ("component bee each player in hive: 2", "component 2 bee for each player in hive"),
    ("past:   bag of plan", "past:   visible bag of plan"),
    ("plans: pile of plan, seen by nobody, refilled", "plans: facedown pile of plan, refilled"),
    ("for y in patch: for x", "for each patch y: for x"),
    ("passed = no, each round", "bool passed = no, each round"),
    ("frost: 0..20 = 0", "const frost: 0..20 = 0"),
    ("grid patch 2 by 2:", "grid patch 2x2:"),
    ("/ 3 rounded down", "// 3"),
    ("sum(p.pays for p in held)", "held.sum(p => p.pays)"),
    ("sum(p.pays for p in held)", "sum(lambda p: p.pays, held)"),
    ("2 if goal.nectar > 2 else goal.nectar", "IF(goal.nectar > 2; 2; goal.nectar)"),
    ("move chosen to held", "keep the plan"),
    ("let got = 2 if", "int got = 2 if"),
    ("move sold to past", "discard the sold plans"),
    ("may choose guest: one of near.visitors", "you may take one bee from near"),
)
"""Lines about places and about pieces that players send there, and lines of other languages."""
_CHANGES = (
    ("set Heather.price = 7", "heathers cost 7"),
    ("add sun after forage in rounds", "sun comes after forage"),
    ("set rounds up to 8", "play 8 rounds instead of 6"),
    ("variant long_summer of honey_road:", "variant long_summer from honey_road"),
    ("variant long_summer of honey_road:", "a variant long_summer based on honey_road:"),
    ("set rounds up to 8", "play 8 rounds"),
    ("set Heather.price = 7", "Heather costs 7"),
    ("set Heather.price = 7", "the price of Heather is 7"),
    ("set Heather.price = 7", "the heather costs seven"),
    ("replace table fair from 0: 0 1 3 6 10 15 25", "fair: 0 1 3 6 10 15 25"),
    ("replace table fair from 0: 0 1 3 6 10 15 25", "set fair = 0, 1, 3, 6, 10, 15, 25"),
    ("set copies of Clover in meadow = 9", "9 Clover instead of 10"),
    ("set copies of Clover in meadow = 9", "there are 9 Clover"),
    ("add sun after forage in rounds", "add sun after forage"),
    ("add whenever serve: sunshine", "after serve: sunshine"),
    (
        "add sun after forage in rounds\n    add phase sun, each player: sunshine",
        "add phase sun after forage, each player: sunshine",
    ),
    (
        "replace ranking by highest total then highest coins, ties shared",
        "replace ranking by total, then highest coins",
    ),
)


def test_the_game_and_the_variant_are_right() -> None:
    assert _errors("honey_road.gdl", GAME) == []
    assert _errors("long_summer.gdl", _VARIANT) == []


def test_a_zone_holds_no_more_than_its_limit() -> None:
    text = GAME.replace("one of meadow where blossom.price", "one of meadow where fair[count(apiary)]")
    assert _errors("honey_road.gdl", text) == []
    (found,) = _errors("honey_road.gdl", text.replace("bag of hive, up to 5", "bag of hive, up to 7"))
    assert found.code == "E0406"


@pytest.mark.parametrize(("meant", "said"), [*LINES, *CHAINS], ids=[said for _, said in (*LINES, *CHAINS)])
def test_the_line_that_works_is_proposed(meant: str, said: str) -> None:
    assert meant in GAME
    assert normal(_mend("honey_road.gdl", GAME.replace(meant, said, 1))) == normal(GAME)


@pytest.mark.parametrize(("meant", "said"), _OF_PLACES, ids=[said for _, said in _OF_PLACES])
def test_the_line_about_places_is_proposed(meant: str, said: str) -> None:
    assert meant in _POND
    text = _POND.replace(meant, said, 1)
    found = next(one for one in _errors("pond.gdl", text) if one.fixes)
    assert normal(apply_first(found, text)).replace(" :", ":") == normal(_POND)


def test_a_name_that_means_nothing_there_is_not_proposed() -> None:
    """`stop` is like `stopped`, but no zone."""
    (found,) = _errors(
        "pond.gdl", _POND.replace("draw up to 1 from plans to market", "draw up to 1 from plans to stopped")
    )
    assert (found.code, found.fixes, found.help) == ("E0301", (), ())


@pytest.mark.parametrize(("meant", "said"), _CHANGES, ids=[said for _, said in _CHANGES])
def test_the_change_that_works_is_proposed(meant: str, said: str) -> None:
    assert normal(_mend("long_summer.gdl", _VARIANT.replace(meant, said, 1))) == normal(_VARIANT)


@pytest.mark.parametrize(
    "said", ["from honey_road", "extends honey_road:", "based on honey_road", "import honey_road.gdl"]
)
def test_a_variant_without_a_name_gets_one(said: str) -> None:
    heading = "variant long_summer of honey_road:"
    proposed = _mend("long_summer.gdl", _VARIANT.replace(heading, said, 1))
    assert normal(proposed) == normal(_VARIANT.replace("long_summer", "my_honey_road", 1))


@pytest.mark.parametrize(
    ("line", "said", "help"),
    [
        (
            "ranking by highest total then lowest jars, ties shared",
            "most fame wins",
            "write something like `ranking by highest fame, ties shared`",
        ),
        ("score contracts: sum(c.reward for c in served)", "score contracts: reward of honey", "after `reward` comes"),
        ("    Clover   2      1", "    Clover   2 coins  1", "a cell holds the number alone: leave out `coins`"),
        ("keeper:  player or none = none", "keeper: nobody", "a field that may hold a player, and begins with none"),
        ("served: bag of contract", "served: contracts", "several of them lie in a zone, and a field holds one"),
        (
            "component contract in",
            "component contracts in",
            "a component is named after one piece: `component contract`",
        ),
        ("        serve\n", "        serve if possible\n", "a menu offers only what can be completed"),
        (
            "choose contract: one of offer",
            "choose contract wisely from offer",
            "what is chosen has a name and a number",
        ),
        (
            "draw up to 3 - count(offer)",
            "draw 3 different contracts",
            "something like `draw 3 from orders to offer` would fit here, but it",
        ),
        ("    Clover   2      1", "    Clover   two    1", "write `2`"),
        ("name      jars  reward  blossom", "blossom   jars  reward  flower", "no word below `blossom` does"),
        (
            "    coins += 1\n",
            "    coins += 1, but never more than 20\n",
            "did you mean `coins = min(coins + 1, 20)`?",
        ),
        (
            "    roll weather: one of 1..6",
            "    for each h in meadow if h.blossom is Clover: weather = 1",
            "did you mean `for h in meadow where h.blossom is Clover: weather = 1`?",
        ),
        (
            "hive: one of meadow where blossom.price <= coins",
            "hive: one or two of meadow, for different blossoms",
            "did you mean `hive: 1..2 of meadow, distinct blossom`?",
        ),
        ("    shuffle orders", "    deal 2 hives to each apiary", "after `deal` comes"),
        ("    advance(1)\n", "    discard the hives\n", "did you mean `move apiary to box`?"),
        ("    advance(1)\n", '    print(f"It is {weather}.")\n', 'did you mean `say "It is {weather}."`?'),
        ("    advance(1)\n", "    offer.remove(contract)\n", "did you mean `move contract to box`?"),
        (
            "sum(c.reward for c in served)",
            "SUM(served.reward)",
            "did you mean `score contracts: sum(x.reward for x in served)`?",
        ),
        (
            "ranking by highest total then lowest jars, ties shared",
            "ranking by highest total, ties are broken by the number of served",
            "did you mean `ranking by highest total then highest count(served), ties shared`?",
        ),
        (
            'game ends after round when some(players where cart is road[7]) "A cart has reached the fair."',
            "the game ends when there are no more orders",
            "write `game ends when no(orders)`",
        ),
        (
            'game ends after round when some(players where cart is road[7]) "A cart has reached the fair."',
            "the game ends as soon as the bees sleep",
            "what players only read stands in quotes",
        ),
        ("if weather > 1:", "if a one is rolled, all bees sleep:", "what players only read stands in quotes"),
        (
            "one of offer where it.jars <= me.jars",
            "one of offer where contract.jars <= me.jars",
            "inside `where` one piece is `it`, as in `it.jars`",
        ),
    ],
)
def test_the_advice(line: str, said: str, help: str) -> None:
    found = _errors("honey_road.gdl", GAME.replace(line, said, 1))[0]
    assert found.advice[-1].removeprefix("perhaps ").startswith(help)


def test_a_line_with_a_mistake_of_its_own_is_not_proposed() -> None:
    """Without a try the finding proposes what cannot be checked in this game."""
    text = GAME.replace("weather: 1..6 = 1", "weather: 3 suns")
    (found,) = _errors("honey_road.gdl", text)
    assert found.fixes == ()
    assert found.help == (
        "something like `weather: bag of sun` would fit here, but there is no component called `sun`",
    )


def test_what_never_happens_is_not_told_of_a_game_with_a_broken_declaration() -> None:
    text = GAME.replace("component 24 hive:", "deck of 24 hives:")
    source = Source("honey_road.gdl", f"{text}invariant full: all(count(p.apiary) <= 5 for p in players)\n")
    assert {one.code[0] for one in check(_read(source)).diagnostics} == {"E"}


def test_a_statement_that_needs_a_player_is_proposed_for_each_player() -> None:
    found, *_ = _errors("honey_road.gdl", GAME.replace("    shuffle orders", "    shuffle orders\n    gain 2 coins", 1))
    assert found.help == ("write `each player: coins += 2`",)


def test_a_choice_has_the_name_of_its_piece_where_the_lines_below_use_it() -> None:
    line = "choose contract: one of offer where it.jars <= me.jars"
    (found,) = _errors("honey_road.gdl", GAME.replace(line, "choose a contract from the offer", 1))
    assert found.help == ("write `choose contract: one of offer`",)
    nameless = _errors("honey_road.gdl", GAME.replace(line, "choose one of 1..2", 1))[0]
    assert (nameless.help, nameless.fixes) == (("like `choose card: one of hand`",), ()), "no word of the language"


def test_the_end_of_a_round_is_behind_its_last_phase() -> None:
    text = _VARIANT.replace("add sun after forage in rounds", "add sun at the end of rounds", 1)
    assert "    add sun after refill in rounds\n" in _mend("long_summer.gdl", text)


def test_a_kind_is_no_value_that_a_variant_can_set() -> None:
    text = _VARIANT.replace("set copies of Clover in meadow = 9", "set Clover = 9")
    found = next(one for one in _errors("long_summer.gdl", text) if one.code == "E0701")
    assert found.help == ("how many of them there are is changed by `set copies of Clover = 3`",)
    assert found.fixes[0].edits[0].text == "copies of Clover"


@pytest.mark.parametrize("text", ["game empty:\n", "game x:\n    players 2\n\nphase turns, each player:\n"])
def test_no_other_header_is_proposed_for_one_without_lines_below(text: str) -> None:
    found = next(one for one in find_errors("x.gdl", text) if one.code == "E0013")
    assert found.help[0] == "indent the lines that belong to it by four spaces"
    assert not found.fixes


def _mend(name: str, text: str) -> str:
    """Returns a text after the only correction of its first finding."""
    (found, *_) = _errors(name, text)
    assert len(found.fixes) == 1
    return apply_first(found, text)


def _errors(name: str, text: str) -> list[Diagnostic]:
    return find_errors(name, text, Source("honey_road.gdl", GAME))


def _read(source: Source) -> Parsed:
    return parse_files(source, lambda _: Source("honey_road.gdl", GAME))
