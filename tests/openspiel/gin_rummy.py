"""One hand of gin rummy on both sides. As a program: `python -m openspiel.gin_rummy 1000`.

Draws, discards and the offer of the first card are compared move for move. OpenSpiel knocks, lays melds and lays off in several moves; here a knock is one
decision, and so is the answer to it. What is compared there is where a decision can lead: for a knock the card thrown, the cards in sets and those in runs;
for the answer the cards that are left. Their split of a long run into several melds makes no difference to either.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, frozen

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Move, View
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from openspiel import theirs
from openspiel.cards import Cards, hand, pile, spelled, zone

KNOCK = re.compile(r"knock\(same = (.*), ordered = (.*), card = (.*)\)")
ANSWER = re.compile(r"answer\(same = (.*), ordered = (.*)\)")


@define
class Counts:
    """What was met on the way."""

    decisions: int = 0
    knocks: int = 0
    answers: int = 0
    gins: int = 0
    undercuts: int = 0
    at_the_wall: int = 0
    thrown_back: int = 0
    fifty_taken: int = 0


@frozen
class Knock:
    """Where a knock leads."""

    card: str
    same: Cards
    ordered: Cards


@frozen
class Style:
    """With how much left both players knock, how often they take a card from the stock, or else from the discards, without thinking,
    and how often they throw any card."""

    goal: int
    draws: float
    takes: float
    errs: float


STYLES = (
    Style(10, 0, 0, 0.2),
    Style(0, 0.7, 0, 0),
    Style(-1, 0.9, 0, 0.3),
    Style(5, 0.5, 0, 0.05),
    Style(-1, 0, 1, 1),
)
"""In turns: hands end in an early knock, in gin, at the wall, in a knock, or void because of cards taken from the discards."""


def our_engine() -> WasmEngine:
    """One hand, with the customs that OpenSpiel follows."""
    wanted = {"hands": "1", "custom": "lenient"}
    setup = next(setup for setup in shipped.setups("gin_rummy") if dict(setup.options) == wanted)
    return WasmEngine(shipped.game("gin_rummy", setup))


def agree(engine: WasmEngine, game: theirs.Game, seed: int, counts: Counts) -> None:
    """Plays one hand on both sides; an AssertionError says where they differ."""
    dice, style = random.Random(seed), STYLES[seed % len(STYLES)]
    here, there = engine.initial(seed), game.new_initial_state()
    for seat in range(2):
        for card in sorted(hand(engine.view(here, SeatId(seat)))):
            there.apply_action(theirs.actions(there, -1)[f"Chance outcome: {card}"])
    there.apply_action(
        theirs.actions(there, -1)[f"Chance outcome: {pile(engine.view(here, SeatId(0)), 'discards')[-1]}"]
    )
    while not here.is_over:
        (seat,) = engine.to_act(here)
        _catch_up(engine, here, there, seat)
        counts.decisions += 1
        moves = engine.moves(here, seat)
        if moves[0].text.startswith("answer"):
            here = _answer(engine, here, there, seat, moves, dice)
            counts.answers += 1
            continue
        if moves[-1].text == "no last_call":
            counts.at_the_wall += 1
        else:
            assert _seen(engine.view(here, seat)) == _told(there.observation_string(seat), seat)
        here = _turn(engine, here, there, moves, dice, style, counts)
    while not there.is_terminal():
        (only,) = there.legal_actions()
        there.apply_action(only)
    outcome = engine.outcome(here)
    assert outcome is not None
    lead = float(outcome.totals[0] - outcome.totals[1])
    assert [lead, -lead] == there.returns()
    counts.gins += abs(lead) >= 25 and _deadwoods(there)[lead < 0] == 0
    fields = dict(engine.view(here, SeatId(0)).fields)
    counts.thrown_back += fields["returned"] == "2"
    counts.fifty_taken += fields["taken"] == "50"
    counts.undercuts += abs(lead) >= 25 and _deadwoods(there)[lead < 0] > 0


# ---------------------------------------------------------------- a turn

_WORDS = {
    "pick_up": "Draw upcard",
    "no offer": "Pass",
    "take": "Draw upcard",
    "draw_one": "Draw stock",
    "no last_call": "Pass",
}


def _turn(
    engine: WasmEngine,
    here: WasmState,
    there: theirs.State,
    moves: Sequence[Move],
    dice: random.Random,
    style: Style,
    counts: Counts,
) -> WasmState:
    seat = engine.to_act(here)[0]
    ours = {_plain(move.text): move for move in moves if not move.text.startswith("knock")}
    knocks = {_knock(move.text): move for move in moves if move.text.startswith("knock")}
    actions = _actions(there, seat)
    assert ours.keys() == actions.keys() - {"Knock"}
    assert bool(knocks) == ("Knock" in actions)
    if knocks:
        after = there.clone()
        after.apply_action(actions["Knock"])
        ways = dict(_knocks(after, seat))
        assert ways.keys() == knocks.keys()
        if _deadwoods(there)[seat] <= style.goal:
            counts.knocks += 1
            most = max(len(way.same | way.ordered) for way in ways)
            fewest = most - (4 * dice.randrange(2) if style.goal else 0)
            pick = dice.choice(sorted((way for way in ways if len(way.same | way.ordered) >= fewest), key=repr))
            for action in (actions["Knock"], *ways[pick]):
                there.apply_action(action)
            return engine.play(here, seat, knocks[pick])
    text = _chosen(there, seat, {text: actions[text] for text in ours}, dice, style)
    there.apply_action(actions[text])
    return engine.play(here, seat, ours[text])


def _plain(text: str) -> str:
    return _WORDS.get(text) or spelled(text)[0]


def _knock(text: str) -> Knock:
    found = KNOCK.fullmatch(text)
    assert found is not None
    (card,) = spelled(found[3])
    return Knock(card, frozenset(spelled(found[1])), frozenset(spelled(found[2])))


def _knocks(there: theirs.State, seat: int) -> Iterator[tuple[Knock, tuple[int, ...]]]:
    """Where their knock can lead, each with the moves that lead there."""
    for card, action in _actions(there, seat).items():
        thrown = there.clone()
        thrown.apply_action(action)
        for same, ordered, path in _layings(thrown, seat, set()):
            yield Knock(card, same, ordered), (action, *path)


def _layings(
    there: theirs.State,
    seat: int,
    seen: set[tuple[Cards, Cards]],
    same: Cards = frozenset(),
    ordered: Cards = frozenset(),
) -> Iterator[tuple[Cards, Cards, tuple[int, ...]]]:
    if (same, ordered) in seen:
        return
    seen.add((same, ordered))
    for text, action in _actions(there, seat).items():
        if text == "Pass":
            yield same, ordered, (action,)
            continue
        meld = frozenset(re.findall("..", text))
        alike = len({card[0] for card in meld}) == 1
        after = there.clone()
        after.apply_action(action)
        longer = (same | meld, ordered) if alike else (same, ordered | meld)
        for *laid, path in _layings(after, seat, seen, *longer):
            yield laid[0], laid[1], (action, *path)


def _chosen(there: theirs.State, seat: int, actions: Mapping[str, int], dice: random.Random, style: Style) -> str:
    """Mostly what leaves little deadwood."""
    texts = sorted(actions)
    if "Draw stock" in texts and dice.random() < style.draws:
        return "Draw stock"
    if "Draw upcard" in texts and dice.random() < style.takes:
        return "Draw upcard"
    if dice.random() < style.errs:
        return dice.choice(texts)
    worths: dict[str, int] = {}
    for text in texts:
        after = there.clone()
        after.apply_action(actions[text])
        worths[text] = _deadwoods(after)[seat]
    least = min(worths.values())
    return dice.choice([text for text in texts if worths[text] == least])


# ---------------------------------------------------------------- the answer


def _answer(
    engine: WasmEngine, here: WasmState, there: theirs.State, seat: SeatId, moves: Sequence[Move], dice: random.Random
) -> WasmState:
    held = hand(engine.view(here, seat))
    ours: dict[Cards, Move] = {}
    for move in moves:
        found = ANSWER.fullmatch(move.text)
        assert found is not None
        ours[held.difference(spelled(found[1]), spelled(found[2]))] = move
    ways = dict(_answers(there, seat, held, set()))
    assert ways.keys() == ours.keys()
    pick = dice.choice(sorted(ways, key=sorted))
    for action in ways[pick]:
        there.apply_action(action)
    return engine.play(here, seat, ours[pick])


def _answers(
    there: theirs.State, seat: int, left: Cards, seen: set[tuple[Cards, bool]], melding: bool = False
) -> Iterator[tuple[Cards, tuple[int, ...]]]:
    """What can be left of the hand, each with the moves that lead there: layoffs, a pass, melds, a pass."""
    if (left, melding) in seen:
        return
    seen.add((left, melding))
    for text, action in _actions(there, seat).items():
        after = there.clone()
        after.apply_action(action)
        if after.is_terminal():
            yield left, (action,)
            continue
        rest = left if text == "Pass" else left - frozenset(re.findall("..", text))
        is_melding = melding or text == "Pass" or len(text) > 2
        for found, path in _answers(after, seat, rest, seen, is_melding):
            yield found, (action, *path)


# ---------------------------------------------------------------- what both show


def _catch_up(engine: WasmEngine, here: WasmState, there: theirs.State, seat: SeatId) -> None:
    """The forced draw after two refusals, and the card drawn."""
    while there.is_chance_node() or set(_actions(there, seat)) == {"Draw stock"}:
        if not there.is_chance_node():
            there.apply_action(there.legal_actions()[0])
            continue
        mine = hand(engine.view(here, seat))
        (card,) = mine - _told(there.observation_string(seat), seat)[0]
        there.apply_action(theirs.actions(there, -1)[f"Chance outcome: {card}"])
    assert there.current_player() == seat


def _actions(there: theirs.State, seat: int) -> dict[str, int]:
    return {text.rpartition("Action: ")[2]: action for text, action in theirs.actions(there, seat).items()}


def _seen(view: View) -> tuple[Cards, int, list[str]]:
    """The hand of the seat, the size of the stock, and the discards from the first to the last."""
    stock = zone(view, "stock")
    assert stock.contents is None
    assert stock.count is not None
    return hand(view), stock.count, pile(view, "discards")


def _told(text: str, seat: int) -> tuple[Cards, int, list[str]]:
    """The same from an observation of theirs, where the card turned up is named apart from the other discards."""
    part = text.split("Player1:" if seat else "Player0:")[1].split("Stock size")[0]
    held = frozenset(re.findall("[A23456789TJQK][scdh]", part.split("+--")[1]))
    size, upcard, thrown = re.findall(r"Stock size: (\d+)  Upcard: (..)\nDiscard pile: (.*)", text)[0]
    return held, int(size), re.findall("..", thrown) + ([] if upcard == "XX" else [upcard])


def _deadwoods(there: theirs.State) -> tuple[int, int]:
    first, second = re.findall(r"Deadwood=(\d+)", str(there))
    return int(first), int(second)


def main(matches: int) -> None:
    """Plays so many hands and prints what they met."""
    engine, game, counts, start = our_engine(), theirs.load("gin_rummy"), Counts(), time.perf_counter()
    for seed in range(matches):
        agree(engine, game, seed, counts)
    print(f"{matches} hands agree, {counts}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
