"""Bridge on both sides, call for call and card for card. As a program: `python -m openspiel.bridge 1000` plays so many deals.

A match here is four deals: nobody, then twice the side of the dealer, then both are vulnerable. Each deal is a game of its own there. Before each decision the
seat sees the same on both sides: its hand, and the hand of the dummy when that lies open. After each deal the points are the same.

Seats that bid at random end most auctions at the level of seven, so they mostly pass; how often depends on the match.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Forced, View
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from openspiel import theirs
from openspiel.cards import Cards, hand, pile, spelled

_SUITS = {"Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "Spades": "♠", "No_trumps": "NT"}
_WORDS = {"pass_on": "Pass", "double": "Dbl", "redouble": "RDbl"}
_EAGER = (0.9, 0.6, 0.3)
"""How often a seat passes without thinking, in turns."""
DEALS = 4
"""Deals of a match."""


def our_engine() -> WasmEngine:
    """Moves that are forced are asked, as there."""
    (setup,) = shipped.setups("bridge")
    return WasmEngine(shipped.game("bridge", setup), forced=Forced.ASKED)


def agree(engine: WasmEngine, seed: int, met: Counter[str]) -> None:
    """Plays one match on both sides and counts what it meets; an AssertionError says where they differ."""
    dice, passing = random.Random(seed), _EAGER[seed % len(_EAGER)]
    here, there, points = engine.initial(seed), _begun(engine, engine.initial(seed)), [0, 0]
    while True:
        if there.is_terminal():
            points = _compare_points(engine, here, there, points, met)
            if here.is_over:
                return
            there = _begun(engine, here)
        (seat,) = engine.to_act(here)
        assert there.current_player() == seat
        view = engine.view(here, seat)
        assert _seen(view) == _told(there.observation_string(seat))
        moves = {_spelled(move.text): move for move in engine.moves(here, seat)}
        actions = theirs.actions(there, seat)
        assert moves.keys() == actions.keys()
        pick = "Pass" if "Pass" in moves and dice.random() < passing else dice.choice(sorted(moves))
        met[pick if pick in _WORDS.values() else "bids" if pick[0] in "1234567" else "cards"] += 1
        there.apply_action(actions[pick])
        here = engine.play(here, seat, moves[pick])


def _begun(engine: WasmEngine, here: WasmState) -> theirs.State:
    """The deal that begins here. There cards are dealt one by one, the first to the first seat."""
    fields = _fields(engine, here)
    round_, dealer = int(fields["round"]), int(fields["dealer"][1]) - 1
    danger = f"dealer_vul={round_ > 1},non_dealer_vul={round_ == DEALS}"
    there = theirs.load(f"bridge(use_double_dummy_result=false,dealer={dealer},{danger})").new_initial_state()
    hands = [sorted(hand(engine.view(here, SeatId(seat)))) for seat in range(4)]
    for number in range(52):
        there.apply_action(theirs.actions(there, -1)[_card(hands[number % 4][number // 4])])
    return there


def _compare_points(
    engine: WasmEngine, here: WasmState, there: theirs.State, before: list[int], met: Counter[str]
) -> list[int]:
    """What one side has gained, the other has lost there."""
    fields = _fields(engine, here)
    after = [int(fields[f"{team}.points"]) for team in ("North_South", "East_West")]
    first, second = (new - old for new, old in zip(after, before, strict=True))
    assert there.returns() == [first - second, second - first] * 2
    met["passed out" if first == second else "deals"] += 1
    return after


def _fields(engine: WasmEngine, here: WasmState) -> Mapping[str, str]:
    return dict(engine.view(here, SeatId(0)).fields)


# ---------------------------------------------------------------- words


def _card(spelling: str) -> str:
    """The suit stands first there: `♥10` is the ten of hearts."""
    rank, suit = spelling[0], spelling[1]
    return "♣♦♥♠"["cdhs".index(suit)] + rank.replace("T", "10")


def _spelled(text: str) -> str:
    """Their text of our move."""
    if bid := re.fullmatch(r"bid\(tricks = (\d), suit = (\w+)\)", text):
        return f"{bid[1]}{_SUITS[bid[2]]}"
    return _WORDS.get(text) or _card(spelled(text)[0])


def _seen(view: View) -> tuple[Cards, Cards]:
    """The hand, and what lies open; the dummy sees its cards only there."""
    spread = frozenset(card for seat in range(1, 5) for card in pile(view, f"P{seat}.spread"))
    return hand(view), spread


def _told(text: str) -> tuple[Cards, Cards]:
    """The same from an observation of theirs."""
    held = re.search(r"you hold:\n((?:[♠♥♦♣] .*\n){4})", text)
    spread = re.search(r"it holds:\n((?:[♠♥♦♣] .*\n){4})", text)
    assert held is not None
    return _listed(held[1]), _listed(spread[1]) if spread else frozenset()


def _listed(lines: str) -> Cards:
    return frozenset(
        rank.replace("10", "T") + "cdhs"["♣♦♥♠".index(line[0])]
        for line in lines.splitlines()
        for rank in line[2:].split()
        if rank != "none"
    )


def main(deals: int) -> None:
    """Plays so many deals, four to a match, and prints what they met."""
    engine, met, start = our_engine(), Counter[str](), time.perf_counter()
    for seed in range(-(-deals // DEALS)):
        agree(engine, seed, met)
    print(
        f"{met['deals'] + met['passed out']} deals agree, {dict(sorted(met.items()))}, {time.perf_counter() - start:.1f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
