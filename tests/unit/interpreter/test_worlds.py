"""Parts of worlds: polarities of conditions, named starts, what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

import gamedsl
from differential.trial import games
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter.engine import Worlds
from gamedsl_interpreter.facts import Rolled
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.wasm.worlds import Dealer
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.explanation import ANY, Bag, Explanation, size_of
from gamedsl_interpreter.worlds.leaving import MOST_EXPLANATIONS
from gamedsl_interpreter.worlds.lost import LostKind, WorldsError
from gamedsl_interpreter.worlds.rules.hidden_fields import unknown_fields
from gamedsl_interpreter.worlds.rules.polarity import Polarities, Polarity
from gamedsl_interpreter.worlds.sight import SeenPieces, UnseenRoll, sight_of
from share import less

GAMES = Path(__file__).parents[3] / "games"

GAME = """\
game probe:
    players 2
type suit: Red, Blue
component 6 card in deck:
    suit       rank  count
    Red        1     1
    Red        2     1
    Red        3     1
    Blue       1     1
    Blue       2     1
    Blue       3     1
shared:
    deck: pile of card, seen by nobody
    open: bag of card
    led: suit or none = none
{fields}
each player:
    hand: bag of card, seen by owner
setup:
    shuffle deck
    each player: draw 3 from deck to hand
rounds up to 1:
    play
phase play, each player:
    choose:
        c: one of hand
{rules}
    led = c.suit
    move c to open
score cards: count(hand)
ranking by highest total, ties shared
{more}"""


def _engine(rules: str = "", fields: str = "", more: str = "") -> ReferenceEngine:
    return ReferenceEngine(gamedsl.parse_rules(GAME.format(rules=rules, fields=fields, more=more)).game())


@pytest.mark.parametrize(
    ("condition", "polarity"),
    [
        ("c.suit is led or no(hand where it.suit is led)", Polarity.ABSENT),
        ("all(h.rank > 1 for h in hand)", Polarity.ABSENT),
        ("some(hand where it.rank is 1)", Polarity.PRESENT),
        ("no(hand where it.rank is 1) or no(hand where it.rank is 2)", Polarity.FALLS),
        ("count(hand where it.suit is Red) < 2", Polarity.FALLS),
        ("count(hand where it.suit is Red) >= 2", Polarity.RISES),
        ("sum(h.rank for h in hand) < 5", Polarity.ANY),
        ("count(hand) > 1", Polarity.FIXED),
        ("c.rank > 1", Polarity.FIXED),
    ],
)
def test_polarity_of_a_requirement(condition: str, polarity: Polarity) -> None:
    game = _engine(f"        require it_fits: {condition}\n").game
    node = next(node for node in game.nodes if isinstance(node, DecisionNode))
    assert Polarities(game).of_plan(node.plan, {}) is polarity


def _after_one(engine: ReferenceEngine, seed: int) -> tuple[ReferenceState, Worlds[ReferenceState]]:
    """A match after the first choice, as the second player knows it."""
    state = engine.initial(seed)
    state = engine.play(state, 0, engine.moves(state, 0)[0])
    return state, engine.worlds(state, 1)


def test_what_a_move_says_is_kept() -> None:
    hidden = '        require low: {} "Low ones first."\n'
    exact = _engine(hidden.format("no(hand where it.rank < c.rank)"))
    state, worlds = _after_one(exact, 3)
    assert worlds.exact
    played = dict(exact.view(state, 1).zones[1].contents or ())
    least = min(int(name[-2]) for name in played)
    for draw in range(20):
        world = worlds.sample(Dice.seeded(draw))
        hand = exact.machine.zones.contents(list(world.frame), 2)
        assert all(int(exact.machine.texts.kinds[kind][-2]) >= least for kind, _ in hand)
    counted = _engine(hidden.format("sum(h.rank for h in hand) > 2"))
    state, worlds = _after_one(counted, 3)
    assert worlds.exact
    table = [int(name[-2]) for name, number in counted.view(state, 1).zones[1].contents or () for _ in range(number)]
    for draw in range(20):
        hand = counted.machine.zones.contents(list(worlds.sample(Dice.seeded(draw)).frame), 2)
        assert sum(table) + sum(int(counted.machine.texts.kinds[kind][-2]) * number for kind, number in hand) > 2


def test_masks_that_cannot_hold_are_given_up() -> None:
    engine = ReferenceEngine(gamedsl.load_rules(GAMES / "modern" / "love_letter.gdl").game(players=3))
    state = engine.initial(3)
    assert LostKind.EXPLANATIONS not in {one.kind for one in engine.worlds(state, 1).lossy}
    belief = state.log.beliefs[1]
    assert isinstance(belief, Belief)
    spoilt = belief.copy()
    (explanation,) = spoilt.explanations
    for zone in range(len(engine.machine.zone_specs)):
        for stretch in explanation.change(zone):
            for thing in [thing for thing in stretch if not isinstance(thing, int)]:
                stretch[thing[0], 0] = stretch.pop(thing)
    state.log.beliefs[1] = spoilt
    worlds = engine.worlds(state, 1)
    assert LostKind.EXPLANATIONS in {one.kind for one in worlds.lossy}
    world = worlds.sample(Dice.seeded(1))
    assert engine.view(world, 1).zones == engine.view(state, 1).zones


def test_what_cannot_be_made_up_is_refused() -> None:
    rules = gamedsl.parse_rules(
        GAME.format(rules="", fields="", more="").replace("seen by owner", "seen by owner, count hidden")
    )
    hidden = ReferenceEngine(rules.game())
    with pytest.raises(WorldsError, match="`hand`"):
        hidden.worlds(hidden.initial(1), 0)
    # A hidden field that never changes holds what the rules say.
    plain = _engine(fields="    secret: 0..3 = 0, seen by nobody\n")
    assert plain.worlds(plain.initial(1), 0).exact


LOTS = """\
game lots:
    players 2

shared:
    pot: 0..9 = 2

each player:
    worth: 0..9 = 0, seen by owner
    bid: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    let mine = pot + 1
    roll value: {sides}, seen by owner
    {kept}
    choose offer: one of 0..9
    bid = offer
    pot += 1

ranking by highest bid, ties shared
"""


@pytest.mark.parametrize(
    ("sides", "kept", "is_made_up"),
    [
        ("one of 1..6", "worth = value", True),
        ("one of [1, 1, 3]", "worth = value", True),
        ("one of 1..pot", "worth = value", False),
        ("one of 1..mine", "worth = value", False),
        ("one of 1..6", "worth = value + 1", False),
        ("one of 1..6", "left(me).worth = value", False),
        ("one of 1..6", "pot += 1\n    worth = value", True),
        ("one of 1..6", "if pot > 3: worth = value", False),
    ],
)
def test_a_roll_that_a_number_keeps_can_be_made_up_if_its_sides_are_always_the_same(
    sides: str, kept: str, is_made_up: bool
) -> None:
    game = gamedsl.parse_rules(LOTS.format(sides=sides, kept=kept)).game()
    assert [spec.name for spec in unknown_fields(game)] == ([] if is_made_up else ["worth"])


def test_who_knows_all_but_one_hand_knows_that_hand() -> None:
    engine = _engine()
    state = engine.initial(5)
    assert {engine.sample_world(state, 0, Dice.seeded(number)) for number in range(20)} == {state}
    with pytest.raises(gamedsl.ArgumentError, match="`dice`"):
        engine.worlds(state, 0).sample(7)  # type: ignore[arg-type]


def test_a_named_start_stands_for_a_deal() -> None:
    more = "start three_cards:\n    P1.hand: card[Red, 1], card[Red, 2]\n    P2.hand: card[Red, 3]\n    as P1: play\n"
    engine = _engine(more=more)
    state = engine.initial(5, start="three_cards")
    worlds = [engine.sample_world(state, 0, Dice.seeded(number)) for number in range(60)]
    hands = {engine.machine.zones.contents(list(world.frame), 3) for world in worlds}
    assert len(hands) == 4, "the other card can be any that the first player does not hold"
    assert all(engine.view(world, 0) == engine.view(state, 0) for world in worlds)


def test_a_module_draws_what_dice_draw() -> None:
    """Also many of one kind, all pieces, none, and kinds above 255, which it leaves to the dice."""
    dealer, chosen = Dealer(), Dice.seeded(1)
    for seed in range(300):
        items = [chosen.below(256 if seed % 9 else 300) for _ in range(chosen.below(60))]
        number = chosen.below(len(items) + 1)
        ours, theirs, own, other = Dice.seeded(seed), Dice.seeded(seed), list(items), list(items)
        assert dealer.take(ours, own, number) == theirs.take(other, number)
        assert (own, ours.stream) == (other, theirs.stream)


MANY_ORDERS = """game orders:
    "Everybody looks through the whole pile, and takes a card of it."
    players 2

type colour: Red, Blue, Green
type size: Small, Large

component card in deck:
    size       colour       count
    each size  each colour  2

shared:
    deck: pile of card, seen by nobody
    used: bag of card

each player:
    points = 0

setup: shuffle deck

rounds up to 2:
    looking

phase looking, each player from players[1]:
    peek deck
    choose taken: one of deck
    move taken to used
    choose said: one of 0..1
    points += said

ranking by highest points, ties shared
"""


def test_pieces_in_an_order_that_is_not_shown_have_one_explanation() -> None:
    """A seat sees all pieces of a pile and not their order: it has as many orders as the factorial of their number."""
    game = next(games(MANY_ORDERS))
    engine, dice = ReferenceEngine(game), Dice.seeded(9027)
    state = engine.initial(9027)
    for _ in range(3):
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, gamedsl.RandomSteps().choose(engine, state, seat, dice))
    seat = engine.to_act(state)[-1]
    worlds = engine.worlds(state, seat)
    assert not {LostKind.COUNTING, LostKind.EXPLANATIONS} & {one.kind for one in worlds.lossy}
    belief = state.log.beliefs[seat]
    assert isinstance(belief, Belief)
    assert len(belief.explanations) == 1
    assert engine.view(worlds.sample(dice), seat) == engine.view(state, seat)


def test_pieces_of_several_pools_in_many_orders_are_cut_short() -> None:
    engine = ReferenceEngine(next(games(MANY_ORDERS)))
    belief = Belief(engine.machine)
    (start,) = belief.explanations
    pieces = [cast(int, kind) for stretch in start.zone(0) for kind, count in stretch.items() for _ in range(count)]
    half = len(pieces) // 2
    pools: dict[int, Bag] = {number: {**Counter(part)} for number, part in enumerate((pieces[:half], pieces[half:]))}
    zones = [[*start.zone(zone)] for zone in range(len(engine.machine.zone_specs))]
    zones[0] = [{(number, ANY): 1} for number, pool in pools.items() for _ in range(size_of(pool))]
    belief.explanations = [Explanation(zones, pools, Fraction(1), 2)]
    belief.learn(SeenPieces(0, tuple(sorted(Counter(pieces).items()))))
    assert 1 < len(belief.explanations) <= MOST_EXPLANATIONS
    assert all(one.is_rough for one in belief.explanations)


def test_worlds_agree_with_every_hint_of_a_match() -> None:
    """Lantern Show: a hint names several lanterns at once, so random contents with which it would be the same are rare. The rules say that hints are true."""
    engine = ReferenceEngine(gamedsl.load_rules(GAMES / "modern" / "lantern_show.gdl").game(players=3))
    holds = next(
        engine.machine.make.of(one.condition) for one in engine.game.invariants if one.name == "hints_are_true"
    )
    drawn = 0
    for match in range(less(4, 1)):
        state, dice = engine.initial(match), Dice.seeded(match)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            moves = engine.moves(state, seat)
            state = engine.play(state, seat, moves[dice.below(len(moves))])
            if not state.is_over and dice.below(3) == 0:
                worlds = engine.worlds(state, engine.to_act(state)[0])
                found = [worlds.sample(Dice.seeded(number)) for number in range(6)]
                assert all(holds(engine.machine.frame(world)) for world in found)
                drawn += len(found)
    assert drawn > less(40, 5)


MIDDLE = """\
game middle:
    players 2

type tint: Red, Blue

component card in deck, back tint:
    name   tint  count
    Comet  Blue  1
    Stone  Red   2
    Wave   Blue  2

shared:
    deck: pile of card, seen by nobody

each player:
    points = 0

setup: shuffle deck

rounds up to 2:
    moving

phase moving, each player:
    choose number: one of 0..1
    points += number
    move Comet from deck to deck

ranking by highest points, ties shared
"""


def test_pieces_that_leave_the_middle_of_a_pile_unseen() -> None:
    engine = ReferenceEngine(next(games(MIDDLE)))
    for seed in range(6):
        state, dice = engine.initial(seed), Dice.seeded(seed)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            worlds = engine.worlds(state, seat)
            for number in range(5):
                assert engine.view(worlds.sample(Dice.seeded(number)), seat) == engine.view(state, seat)
            state = engine.play(state, seat, gamedsl.RandomSteps().choose(engine, state, seat, dice))


def test_pieces_with_different_backs_leave_a_pile_together() -> None:
    text = MIDDLE.replace("    move Comet from deck to deck\n", "    draw 2 from under deck, keep 1 to heap\n").replace(
        "    deck: pile of card, seen by nobody\n",
        "    deck: pile of card, seen by nobody\n    heap: pile of card, seen by nobody\n",
    )
    engine = ReferenceEngine(next(games(text)))
    lost: set[LostKind] = set()
    for seed in range(8):
        state, dice = engine.initial(seed), Dice.seeded(seed)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            worlds = engine.worlds(state, seat)
            world = worlds.sample(dice)
            assert engine.moves(world, seat) == engine.moves(state, seat)
            lost |= {one.kind for one in worlds.lossy}
            state = engine.play(state, seat, gamedsl.RandomSteps().choose(engine, state, seat, dice))
    assert LostKind.BACKS in lost


def test_a_roll_that_nobody_sees() -> None:
    engine = ReferenceEngine(next(games(MIDDLE)))
    node = NodeId(0)
    assert sight_of(engine.game, Rolled(node, 3, seen=0), SeatId(0)) == UnseenRoll(node, None)
    assert sight_of(engine.game, Rolled(node, 3, seen=0b10), SeatId(0)) == UnseenRoll(node, SeatId(1))
    assert sight_of(engine.game, Rolled(node, 3, seen=0b110), SeatId(0)) == UnseenRoll(node, None)
    assert sight_of(engine.game, Rolled(node, 3, seen=0b11), SeatId(0)) is None


PILED = """\
game piled:
    players 2

component 12 card in deck: 1..12

shared:
    deck: pile of card, seen by nobody
    heap: pile of card, seen by nobody

each player:
    hand: bag of card, seen by owner

setup:
    shuffle deck
    each player: draw 3 from deck to hand

rounds up to 1:
    piling

phase piling, each player:
    choose hidden: one of hand
    move hidden to deck
    draw 2 from deck to heap
    choose again: one of hand

score held: count(hand)
ranking by highest total, ties shared
"""


def test_the_first_of_drawn_pieces_lies_lowest() -> None:
    engine = ReferenceEngine(next(games(PILED)))
    heap = engine.machine.slots.zone(next(i for i, spec in enumerate(engine.machine.zone_specs) if spec.name == "heap"))

    def lying(state: ReferenceState) -> Sequence[object]:
        return cast(Sequence[object], state.frame[heap])

    for seed in range(4):
        state = engine.initial(seed)
        (move, *_) = engine.moves(state, 0)
        state = engine.play(state, 0, move)
        assert len(lying(state)) == 2
        worlds = engine.worlds(state, 0)
        assert {lying(worlds.sample(Dice.seeded(number)))[0] for number in range(10)} == {lying(state)[0]}
