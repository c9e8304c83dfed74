"""One hand of euchre on both sides, move for move. As a program: `python -m openspiel.euchre 1000`.

Before each decision the seat sees the same on both sides: the dealer, the card turned up, and its hand. Each combination of customs is played in turn:
whether the dealer has to name trumps in the end, and whether a defender may play alone.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from openspiel import theirs
from openspiel.cards import Cards, hand, pile, spelled

CUSTOMS = tuple((stick, lone) for stick in (True, False) for lone in (True, False))
"""Whether the dealer is forced to name trumps, and whether a defender may play alone."""
_SEATS = "NESW"
_PASSING = 0.75
"""How often a seat passes without thinking: otherwise nearly all hands are played in the suit turned up."""


class Table:
    """Both sides of the game with some customs."""

    def __init__(self, stick: bool, lone: bool) -> None:
        wanted = {
            "hands": "1",
            "last_call": "forced" if stick else "free",
            "lone_defenders": "yes" if lone else "no",
        }
        setup = next(setup for setup in shipped.setups("euchre") if dict(setup.options) == wanted)
        self.engine = WasmEngine(shipped.game("euchre", setup))
        self.game = theirs.load(f"euchre(stick_the_dealer={stick},allow_lone_defender={lone})")


def agree(table: Table, seed: int, met: Counter[str]) -> None:
    """Plays one hand on both sides and counts what it meets; an AssertionError says where they differ."""
    engine, dice = table.engine, random.Random(seed)
    here, there = engine.initial(seed), table.game.new_initial_state()
    _deal(engine, here, there)
    while not here.is_over:
        (seat,) = engine.to_act(here)
        view = engine.view(here, seat)
        assert there.current_player() == seat
        moves = {_spelled(move.text, view): move for move in engine.moves(here, seat)}
        is_discard = any(move.text.startswith("take_up") for move in moves.values())
        _compare_sights(view, there.observation_string(seat), is_discard)
        actions = theirs.actions(there, seat)
        assert moves.keys() == actions.keys()
        pick = "Pass" if "Pass" in moves and dice.random() < _PASSING else dice.choice(sorted(moves))
        met[f"{moves[pick].text.partition('(')[0]} {pick}" if len(pick) > 2 else "cards"] += 1
        there.apply_action(actions[pick])
        here = engine.play(here, seat, moves[pick])
    outcome = engine.outcome(here)
    assert outcome is not None
    assert there.is_terminal()
    # The side that has no points has lost them there.
    first, second = outcome.totals[:2]
    assert there.returns() == [first - second, second - first] * 2
    met[f"{abs(first - second)} points"] += 1


def _deal(engine: WasmEngine, here: WasmState, there: theirs.State) -> None:
    """The same dealer, hands and card turned up. There cards are dealt singly, beginning with the dealer."""
    view = engine.view(here, SeatId(0))
    dealer = int(dict(view.fields)["dealer"][1]) - 1
    _chance(there, _SEATS[dealer])
    hands = [sorted(hand(engine.view(here, SeatId(seat)))) for seat in range(4)]
    for card in range(5):
        for offset in range(4):
            _chance(there, _card(hands[(dealer + offset) % 4][card]))
    _chance(there, _card(pile(view, "turned")[0]))


def _chance(there: theirs.State, text: str) -> None:
    there.apply_action(theirs.actions(there, -1)[text])


def _card(spelling: str) -> str:
    """The suit stands first there: `HT` is the ten of hearts."""
    return spelling[1].upper() + spelling[0]


def _spelled(text: str, view: View) -> str:
    """Their text of our move. They have no word for ordering up: the suit is named."""
    if text == "order_up":
        return {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}[_card(pile(view, "turned")[0])[0]]
    if text == "pass_on":
        return "Pass"
    if called := re.fullmatch(r"name_trumps\(called = (\w+)\)", text):
        return called[1]
    if alone := re.search(r"alone = (yes|no)", text):
        return "Alone" if alone[1] == "yes" else "Partner"
    (card,) = spelled(text)
    return _card(card)


def _compare_sights(view: View, text: str, is_discard: bool) -> None:
    """The dealer, the card turned up as long as it lies there, and the hand. There the dealer holds the card already when another one is given away."""
    turned, held = pile(view, "turned"), hand(view)
    dealer, there_turned, there_held = _told(text)
    assert dealer == _SEATS[int(dict(view.fields)["dealer"][1]) - 1]
    assert not turned or there_turned == _card(turned[0])
    assert there_held == (held | frozenset(turned) if is_discard else held)


def _told(text: str) -> tuple[str, str, Cards]:
    """Dealer, card turned up and hand from an information state of theirs."""
    found = re.match(r"Dealer: (\w)\nUpcard: (\w\w)\nHand:\n((?:[SHDC] .*\n){4})", text)
    assert found is not None
    cards = [f"{rank}{line[0].lower()}" for line in found[3].splitlines() if "none" not in line for rank in line[2:]]
    return found[1], found[2], frozenset(cards)


def main(matches: int) -> None:
    """Plays so many hands, each custom in turn, and prints what they met."""
    tables, met, start = [Table(*customs) for customs in CUSTOMS], Counter[str](), time.perf_counter()
    for seed in range(matches):
        agree(tables[seed % len(tables)], seed, met)
    print(f"{matches} hands agree, {dict(sorted(met.items()))}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
