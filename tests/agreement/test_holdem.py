"""Hold'em as it is compiled, against the judge, the betting and the pots written without its file.

`python -m agreement.test_holdem 100000 500` (in `tests`) compares so many hands of seven cards, and plays so many matches for each number of players."""

from __future__ import annotations

import random
import re
import sys
import time
from itertools import pairwise

from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import holdem_stops
from independent.holdem import RANKS, Betting, Card, Worth, settled, worth
from property.walks import Position, Reading
from share import less, picked

SEATS = 6


# ---------------------------------------------------------------- hands


def compare_hands(number: int) -> None:
    """Deals six hands at a time, and compares how they are ordered and what they are called."""
    engine = holdem_stops.engine(holdem_stops.DEALS, SEATS)
    read = Reading(engine.game)
    pairs: set[tuple[Worth, tuple[int, int]]] = set()
    for seed in range(-(-number // SEATS)):
        position = read.position(engine.initial(seed).bytes)
        for seat in range(1, SEATS + 1):
            ours = position.fields[f"P{seat}.figure"], position.fields[f"P{seat}.kickers"]
            pairs.add((worth(_cards(position, "board") + _cards(position, f"P{seat}.shown")), ours))
    in_order = sorted(pairs)
    assert all(theirs[0] == ours[0] for theirs, ours in in_order)
    assert all(low[0] < high[0] and low[1] < high[1] for low, high in pairwise(in_order))


def _cards(position: Position, zone: str) -> list[Card]:
    names = (re.findall(r"\w+", kind) for kind in position.zones[zone])
    return [(RANKS.index(rank) + 2, suit) for _, rank, suit in names]


# ---------------------------------------------------------------- bets and pots


def compare_match(engine: WasmEngine, seed: int) -> int:
    """Plays one match to its end, and gives the number of hands in which somebody could not win the whole pot."""
    read, dice, here, button, side_pots = Reading(engine.game), random.Random(seed), engine.initial(seed), 0, 0
    chips = [100] * len(engine.game.seats)
    while not here.is_over:
        turn = [(button + n) % len(chips) for n in range(1, len(chips) + 1)]
        betting = Betting({seat: chips[seat] for seat in turn}, [seat for seat in turn if chips[seat]])
        betting.start()
        for street in range(4):
            if street and not betting.street():
                break
            while betting.waiting:
                here = _speak(engine, here, betting, dice)
        side_pots += len({betting.staked[seat] for seat in betting.left()}) > 1
        position = read.position(here.bytes)
        staked = [betting.staked.get(seat, 0) for seat in range(len(chips))]
        paid = settled(staked, _worths(position, betting), betting.order)
        chips = [betting.chips[seat] + paid[seat] for seat in range(len(chips))]
        assert sum(chips) == 100 * len(chips)
        assert chips == [position.fields[f"P{n + 1}.chips"] for n in range(len(chips))]
        button = next(seat for seat in turn if chips[seat])
        here = engine.play(here, engine.to_act(here)[0], engine.moves(here, engine.to_act(here)[0])[0])
    outcome = engine.outcome(here)
    assert outcome is not None
    assert sum(chip > 0 for chip in chips) == 1
    assert list(outcome.totals) == chips
    return side_pots


def _speak(engine: WasmEngine, here: WasmState, betting: Betting, dice: random.Random) -> WasmState:
    (seat,) = engine.to_act(here)
    assert seat == betting.waiting[0]
    moves = {move.text: move for move in engine.moves(here, seat)}
    assert moves.keys() == betting.moves()
    raises = [text for text in moves if text.startswith(("bet", "raise", "all_in"))]
    others = [text for text in moves if text not in raises]
    if raises and dice.random() < 0.35:
        text = raises[-1] if dice.random() < 0.2 else raises[int(len(raises) * dice.random() ** 3)]
    else:
        text = "fold" if "fold" in others and dice.random() < 0.25 else next(t for t in others if t != "fold")
    betting.play(text)
    return engine.play(here, seat, moves[text])


def _worths(position: Position, betting: Betting) -> list[Worth | None]:
    """By seat, none if it has given up. If one is left, nothing is shown, and its hand is worth anything."""
    left, seats = betting.left(), range(len(betting.chips))
    if len(left) == 1:
        assert not any(position.zones[f"P{seat + 1}.shown"] for seat in seats)
        return [() if seat in left else None for seat in seats]
    board = _cards(position, "board")
    return [worth(board + _cards(position, f"P{seat + 1}.shown")) if seat in left else None for seat in seats]


# ---------------------------------------------------------------- tests


def test_hands_are_worth_the_same() -> None:
    compare_hands(less(10_000, 1_500))


def test_matches_are_bet_and_paid_alike() -> None:
    side_pots = 0
    for players in picked(range(2, SEATS + 1), (2, SEATS)):  # two have blinds of their own
        engine = holdem_stops.engine(holdem_stops.PAUSES, players)
        side_pots += sum(compare_match(engine, seed) for seed in range(less(8, 4)))
    assert side_pots > less(20, 4)


def main(hands: int, matches: int) -> None:
    """Compares so many hands, and so many matches for each number of players, and prints what it took."""
    start = time.perf_counter()
    compare_hands(hands)
    print(f"{hands} hands agree, {time.perf_counter() - start:.1f} s", flush=True)
    for players in range(2, SEATS + 1):
        start, engine = time.perf_counter(), holdem_stops.engine(holdem_stops.PAUSES, players)
        side_pots = sum(compare_match(engine, seed) for seed in range(matches))
        took = time.perf_counter() - start
        print(f"{players} players: {matches} matches agree, {side_pots} hands with side pots, {took:.1f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
