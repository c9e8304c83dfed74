"""Lantern show on both sides, move for move; there it is called hanabi. As a program: `python -m openspiel.hanabi 1000`.

Hands have fixed places here. There they close up, and a new card comes last: `Hands` keeps the order. Before each decision every seat sees the same on both
sides: hints and mistakes left, the highest lantern of each colour, the hands of the others, what was pointed out on all hands, what lies aside, and how many
cards are left. Whoever makes the third mistake ends the match without points there; here the lanterns are counted all the same, and all have lost.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped
from openspiel import theirs
from openspiel.cards import zone

COLOURS = {"Red": "R", "Yellow": "Y", "Green": "G", "White": "W", "Blue": "B"}
"""Their letters, in their order."""
_CAREFUL = 2
"""Of so many seeds one plays at random. With the others nobody makes a mistake that can be avoided: the players look at their cards."""


@frozen
class Table:
    """Both sides for one number of players, with five colours or with three."""

    engine: WasmEngine
    game: theirs.Game
    colours: int
    seats: range


def table(players: int, colours: int) -> Table:
    """Both sides of one setup."""
    show = {"show": "full" if colours == 5 else "small"}
    setup = next(one for one in shipped.setups("lantern_show") if one.players == players and dict(one.options) == show)
    game = theirs.load(f"hanabi(players={players},colors={colours})")
    return Table(WasmEngine(shipped.game("lantern_show", setup)), game, colours, range(players))


SETUPS = tuple((players, colours) for players in range(2, 6) for colours in (5, 3))
"""Numbers of players and of colours."""


def agree(both: Table, seed: int, met: Counter[str]) -> None:
    """Plays one match on both sides and counts what it meets; an AssertionError says where they differ."""
    engine, dice = both.engine, random.Random(seed)
    here, there = engine.initial(seed), both.game.new_initial_state()
    hands = [_filled(engine.view(here, seat), seat) for seat in map(SeatId, both.seats)]
    for seat, hand in enumerate(hands):
        for place in hand:
            _deal(there, _card(_onlooker(engine, here, both, seat), seat, place))
    while not here.is_over:
        (seat,) = engine.to_act(here)
        assert there.current_player() == seat
        for looker in map(SeatId, both.seats):
            assert _seen(both, engine.view(here, looker), hands) == _told(there.observation_string(looker))
        moves = {_spelled(move.text, seat, both, hands[seat]): move for move in engine.moves(here, seat)}
        actions = theirs.actions(there, seat)
        assert moves.keys() == actions.keys()
        pick = _picked(both, here, hands[seat], seat, sorted(moves), dice, seed)
        met[pick.split()[0][1:]] += 1
        there.apply_action(actions[pick])
        here = engine.play(here, seat, moves[pick])
        if found := re.match(r"\((?:Play|Discard) (\d)\)", pick):
            place = hands[seat].pop(int(found[1]))
            if there.is_chance_node():
                _deal(there, _card(_onlooker(engine, here, both, seat), seat, place))
                hands[seat].append(place)
    outcome = engine.outcome(here)
    assert outcome is not None
    assert outcome.won is not None
    assert there.is_terminal()
    lit = outcome.totals[0]
    assert there.returns() == [float(lit if any(outcome.won) else 0)] * len(both.seats)
    met[outcome.reason] += 1


# ---------------------------------------------------------------- moves


def _deal(there: theirs.State, card: str) -> None:
    there.apply_action(theirs.actions(there, -1)[f"(Deal {card})"])


def _spelled(text: str, seat: int, both: Table, hand: Sequence[int]) -> str:
    """Their text of our move: places are counted in the hand, and players from the one who acts."""
    if found := re.fullmatch(r"hint_(?:colour|value)\(mate = P(\d), (?:hue|rank) = (\w+)\)", text):
        offset = (int(found[1]) - 1 - seat) % len(both.seats)
        what = f"color {COLOURS[found[2]]}" if found[2] in COLOURS else f"rank {found[2]}"
        return f"(Reveal player +{offset} {what})"
    name, place = re.findall(r"(\w+)\(n = (\d)\)", text)[0]
    return f"({'Play' if name == 'light' else 'Discard'} {hand.index(int(place))})"


def _picked(
    both: Table, here: WasmState, hand: Sequence[int], seat: SeatId, moves: list[str], dice: random.Random, seed: int
) -> str:
    if seed % _CAREFUL == 0:
        return dice.choice(moves)
    view = _onlooker(both.engine, here, both, seat)
    lit = {COLOURS[colour]: int(dict(view.fields)[f"{colour}.lit"]) for colour in COLOURS}
    cards = [_card(view, seat, place) for place in hand]
    good = [f"(Play {i})" for i, card in enumerate(cards) if int(card[1]) == lit[card[0]] + 1]
    return dice.choice(good or [move for move in moves if "Play" not in move] or moves)


# ---------------------------------------------------------------- what both show


def _onlooker(engine: WasmEngine, here: WasmState, both: Table, seat: int) -> View:
    """The view of the left neighbour, who sees the hand of the seat."""
    return engine.view(here, SeatId((seat + 1) % len(both.seats)))


def _filled(view: View, seat: int) -> list[int]:
    """The places of a hand where a card lies."""
    return [place for place in range(1, 6) if zone(view, f"P{seat + 1}.hand[{place}]").count]


def _card(view: View, seat: int, place: int) -> str:
    """A card that lies openly for this view: `R3`."""
    contents = zone(view, f"P{seat + 1}.hand[{place}]").contents
    assert contents is not None
    ((text, _),) = contents
    return _short(text)


def _short(text: str) -> str:
    colour, value = re.findall(r"lantern\[(\w+), (\d)\]", text)[0]
    return f"{COLOURS[colour]}{value}"


def _seen(both: Table, view: View, hands: Sequence[Sequence[int]]) -> tuple[object, ...]:
    """Mistakes and hints left, the highest lanterns, hands from the looker on with what was pointed out, cards left, and what lies aside."""
    assert view.seat is not None
    fields = dict(view.fields)
    lit = [int(fields[f"{colour}.lit"]) for colour in list(COLOURS)[: both.colours]]
    order = [(view.seat + offset) % len(both.seats) for offset in both.seats]
    shown = [[_seen_card(view, fields, seat, place) for place in hands[seat]] for seat in order]
    used = zone(view, "used").contents
    assert used is not None
    thrown = sorted(_short(text) for text, count in used for _ in range(count))
    return 3 - int(fields["faults"]), int(fields["hints"]), lit, shown, zone(view, "deck").count, thrown


def _seen_card(view: View, fields: Mapping[str, str], seat: int, place: int) -> tuple[str, str]:
    colour, value = (fields[f"P{seat + 1}.told_{what}[{place}]"] for what in ("colour", "value"))
    card = "XX" if seat == view.seat else _card(view, seat, place)
    return card, COLOURS.get(colour, "X") + ("X" if value == "none" else value)


def _told(text: str) -> tuple[object, ...]:
    """The same from an observation of theirs."""
    found = re.search(
        r"Life tokens: (\d+)\nInfo tokens: (\d+)\nFireworks: (.*)\nHands:\n(.*)\nDeck size: (\d+)\nDiscards:(.*)",
        text,
        re.DOTALL,
    )
    assert found is not None, text
    lives, hints, rows, hands, left, thrown = found.groups()
    lit = [int(row[1]) for row in rows.split()]
    shown = [
        [(card, told) for card, told in re.findall(r"(\w\w) \|\| (\w\w)\|", part)] for part in hands.split("-----\n")
    ]
    return int(lives), int(hints), lit, shown, int(left), sorted(thrown.split())


def main(matches: int) -> None:
    """Plays so many matches, the setups in turn, and prints what they met."""
    tables, met, start = [table(*setup) for setup in SETUPS], Counter[str](), time.perf_counter()
    for seed in range(matches):
        agree(tables[seed // _CAREFUL % len(tables)], seed, met)
    print(f"{matches} matches agree, {dict(sorted(met.items()))}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
