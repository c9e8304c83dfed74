"""Hold'em on both sides, hand by hand and move for move, while stacks grow apart. As a program: `python -m openspiel.holdem 100`.

There a game is one hand; the stacks of each hand are those that the hands before have left. A raise is called by the whole stake that it leads to.
Odd chips are divided there, so payments are compared to less than a chip. Who can only check is asked there.

Three rules differ there. A raise of all chips that is less than the last full raise lets everybody raise again, and the next raise may be as small.
A stack smaller than its blind is not known, which ends a comparison.
"""

from __future__ import annotations

import random
import re
import sys
import time

from attrs import define

from gamedsl_interpreter.wasm.engine import WasmEngine
from games import holdem_stops
from openspiel import theirs
from openspiel.cards import spelled
from property.walks import Position, Reading


@define
class Counts:
    """What was met on the way."""

    hands: int = 0
    decisions: int = 0
    side_pots: int = 0
    """Hands in which players with different stacks were all-in."""
    after_less: int = 0
    """Decisions after less than a full raise, in which they allow more raises."""


def their_hand(stacks: list[int]) -> theirs.State:
    """A hand of players with these stacks, in the order after the button."""
    two = len(stacks) == 2
    blinds = [2, 1] if two else [1, 2] + [0] * (len(stacks) - 2)
    first = 2 if two else 3
    return theirs.load(
        f"universal_poker(betting=nolimit,numPlayers={len(stacks)},numRounds=4,blind={_listed(blinds)},"
        f"firstPlayer={first} 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={_listed(stacks)},bettingAbstraction=fullgame)"
    ).new_initial_state()


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def agree(engine: WasmEngine, seed: int, counts: Counts) -> None:
    """Plays one match on both sides until a stack does not reach for a blind; an AssertionError says where they differ."""
    read, dice, here = Reading(engine.game), random.Random(seed), engine.initial(seed)
    button: int = 0
    chips = [100] * len(engine.game.seats)
    while not here.is_over:
        turn: list[int] = [(button + n) % len(chips) for n in range(1, len(chips) + 1)]
        order = [seat for seat in turn if chips[seat]]
        if min(chips[seat] for seat in order) < 2:
            return
        there, position = their_hand([chips[seat] for seat in order]), read.position(here.bytes)
        holes = [card for seat in order for card in _cards(position, f"P{seat + 1}.hand")]
        dealt: list[str] = []
        less = False
        while True:
            position = read.position(here.bytes)
            while there.is_chance_node():
                cards = holes or [card for card in _cards(position, "board") if card not in dealt]
                dealt.append(cards.pop(0))
                there.apply_action(theirs.actions(there, -1)[f"player=-1 move=Deal {dealt[-1]}"])
            if there.is_terminal():
                break
            if len(there.legal_actions()) == 1:
                there.apply_action(there.legal_actions()[0])
                continue
            (seat,) = engine.to_act(here)
            assert seat == order[there.current_player()]
            ours = {_spelled(move.text, position, seat): move for move in engine.moves(here, seat)}
            actions = {text.split("move=")[1]: a for text, a in theirs.actions(there, there.current_player()).items()}
            least = _before(position) + int(position.fields["high"]) + int(position.fields["step_up"])
            if less and ours.keys() != actions.keys():
                counts.after_less += 1
                too_much = position.fields[f"P{seat + 1}.spoken"]
                actions = {
                    text: action
                    for text, action in actions.items()
                    if not text.startswith("Bet") or (not too_much and (int(text[3:]) >= least or text in ours))
                }
            assert ours.keys() == actions.keys()
            pick = _chosen(sorted(ours, key=lambda text: (len(text), text)), dice)
            less = less or (pick.startswith("Bet") and int(pick[3:]) < least)
            there.apply_action(actions[pick])
            here = engine.play(here, seat, ours[pick])
            counts.decisions += 1
        counts.hands += 1
        spent = [int(number) for number in re.findall(r"P\d+: (\d+)", str(there).split("Spent:")[1])]
        all_in = {chips[seat] for seat, number in zip(order, spent, strict=False) if number == chips[seat]}
        counts.side_pots += len(all_in) > 1
        after = [int(position.fields[f"P{n + 1}.chips"]) for n in range(len(chips))]
        gains: dict[int, float] = dict(zip(order, there.returns(), strict=True))
        assert all(abs(after[seat] - chips[seat] - gains[seat]) < 1 for seat in order)
        chips, button = after, next(seat for seat in turn if after[seat])
        (waiting,) = engine.to_act(here)
        here = engine.play(here, waiting, engine.moves(here, waiting)[0])


def _chosen(texts: list[str], dice: random.Random) -> str:
    raises = [text for text in texts if text.startswith("Bet")]
    if raises and dice.random() < 0.35:
        return raises[-1] if dice.random() < 0.2 else raises[int(len(raises) * dice.random() ** 3)]
    return "Fold" if "Fold" in texts and dice.random() < 0.25 else "Call"


def _before(position: Position) -> int:
    """What each player who can still bet had staked in this hand when the last cards were dealt."""
    return max(
        int(value) - int(position.fields[name.replace("staked", "bets")])
        for name, value in position.fields.items()
        if name.endswith(".staked")
    )


def _spelled(text: str, position: Position, seat: int) -> str:
    if text in ("check", "call"):
        return "Call"
    if text == "fold":
        return "Fold"
    if text == "all_in":
        return f"Bet{int(position.fields[f'P{seat + 1}.staked']) + int(position.fields[f'P{seat + 1}.chips'])}"
    return f"Bet{_before(position) + int(text.split('= ')[1].rstrip(')'))}"


def _cards(position: Position, zone: str) -> list[str]:
    return [card for name in position.zones[zone] for card in spelled(name)]


def main(matches: int) -> None:
    """Plays so many matches for each number of players, and prints what they met."""
    for players in range(2, 7):
        engine, counts, start = holdem_stops.engine(holdem_stops.PAUSES, players), Counts(), time.perf_counter()
        for seed in range(matches):
            agree(engine, seed, counts)
        print(f"{players} players: {matches} matches agree, {counts}, {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
