"""Cribbage to 121 on both sides, move for move. As a program: `python -m openspiel.cribbage 1000`.

Before each decision the seat sees the same on both sides: scores, dealer, hand, the card turned up, the count and its cards. Passing is a forced move there;
here a seat that cannot go is passed over. Both seats choose for the crib at the same time here, and one after the other there, unseen.

Here the match is over when somebody has 121 points. There hands and crib are counted to the end before anybody looks, so that both can have 121 points.
So after the last move our points are at most theirs, and only one seat has 121.
"""

from __future__ import annotations

import random
import re
import sys
import time

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from openspiel import theirs
from openspiel.cards import hand, pile, spelled

GOAL = 121


def our_engine() -> WasmEngine:
    """With flushes of four in the crib, as OpenSpiel counts them."""
    setup = next(setup for setup in shipped.setups("cribbage") if dict(setup.options) == {"crib_flush": "four"})
    return WasmEngine(shipped.game("cribbage", setup))


def agree(engine: WasmEngine, game: theirs.Game, seed: int) -> int:
    """Plays one match on both sides and gives the number of decisions; an AssertionError says where they differ."""
    dice = random.Random(seed)
    here, there, decisions = engine.initial(seed), game.new_initial_state(), 0
    while not here.is_over:
        _catch_up(engine, here, there)
        for seat in engine.to_act(here):
            _pass(there)
            assert there.current_player() == seat
            assert _seen(engine.view(here, seat)) == _told(there.observation_string(seat))
            moves = {frozenset(spelled(move.text)): move for move in engine.moves(here, seat)}
            actions = {
                frozenset(card[0] + card[1].lower() for card in text.split()[1:]): action
                for text, action in theirs.actions(there, seat).items()
            }
            assert moves.keys() == actions.keys()
            pick = dice.choice(sorted(moves, key=sorted))
            there.apply_action(actions[pick])
            here = engine.play(here, seat, moves[pick])
            decisions += 1
    _end(engine, here, there)
    return decisions


def _end(engine: WasmEngine, here: WasmState, there: theirs.State) -> None:
    if there.is_chance_node():
        _turn_up(engine, here, there)
    _pass(there)
    assert there.is_terminal()
    outcome = engine.outcome(here)
    assert outcome is not None
    ours, (first, second) = outcome.totals, there.returns()
    points = (first - 1000, second + 1000) if first > second else (first + 1000, second - 1000)
    assert sum(total >= GOAL for total in ours) == 1
    assert all(total <= point for total, point in zip(ours, points, strict=True))
    if min(points) < GOAL:
        assert [total >= GOAL for total in ours] == [point >= GOAL for point in points]


def _catch_up(engine: WasmEngine, here: WasmState, there: theirs.State) -> None:
    """The deal or the card turned up, after what has to be passed."""
    _pass(there)
    if not there.is_chance_node():
        return
    if len(engine.to_act(here)) == 1:
        _turn_up(engine, here, there)
        return
    for seat in range(2):
        for card in sorted(hand(engine.view(here, SeatId(seat)))):
            _deal(there, card)


def _turn_up(engine: WasmEngine, here: WasmState, there: theirs.State) -> None:
    (card,) = pile(engine.view(here, SeatId(0)), "starter")
    _deal(there, card)


def _deal(there: theirs.State, card: str) -> None:
    there.apply_action(theirs.actions(there, -1)[f"Deal {card.upper()}"])


def _pass(there: theirs.State) -> None:
    while (
        not there.is_terminal()
        and not there.is_chance_node()
        and set(theirs.actions(there, there.current_player())) == {"Pass"}
    ):
        there.apply_action(there.legal_actions()[0])


# ---------------------------------------------------------------- what both show


def _seen(view: View) -> tuple[object, ...]:
    """Scores, dealer, the card turned up, the hand, the count, the ranks of its cards."""
    fields = dict(view.fields)
    length = int(fields["length"])
    ranks = [spelled(f"card[{fields[f'sequence[{n + 1}]']}, Clubs]")[0][0] for n in range(length)]
    scores = [int(fields["P1.points"]), int(fields["P2.points"])]
    return scores, fields["dealer"], pile(view, "starter"), hand(view), int(fields["so_far"]), ranks


def _told(text: str) -> tuple[object, ...]:
    """The same from an observation of theirs."""
    lines = {name: rest for name, _, rest in (line.partition(":") for line in text.splitlines())}
    scores = [int(float(score)) for score in lines["Scores"].split()]
    dealer = f"P{int(lines['Dealer']) + 1}"
    starter, held, played = (
        [card[0] + card[1].lower() for card in re.findall(r"\w\w", lines.get(name, ""))]
        for name in ("Starter", "Hand", "Played cards")
    )
    return scores, dealer, starter, frozenset(held), int(lines["Running total"]), [card[0] for card in played]


def main(matches: int) -> None:
    """Plays so many matches and prints what it took."""
    engine, game, start = our_engine(), theirs.load("cribbage"), time.perf_counter()
    decisions = sum(agree(engine, game, seed) for seed in range(matches))
    print(f"{matches} matches, {decisions} decisions agree, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
