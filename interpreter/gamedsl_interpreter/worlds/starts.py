"""The belief of a seat when a match begins from a named start: the pieces that it sees, and pools of the others."""

from __future__ import annotations

from fractions import Fraction

from gamedsl_interpreter.reference.given import lay_out
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.explanation import ANY, Bag, Explanation, more
from gamedsl_interpreter.worlds.sight import back_of


def explain_start(machine: Machine, start: int, shown: tuple[tuple[int, Counts], ...]) -> Explanation:
    """Makes the explanation of a start. The number of pieces in each zone, with their classes and backs, is public because the rules define it. The kinds of
    unseen pieces count as hidden although the rules name them, because a start represents a random deal."""
    frame = list(machine.start)
    lay_out(machine, frame, machine.game.starts[start])
    seen = dict(shown)
    pools: dict[int, Bag] = {}
    numbers: dict[tuple[int, int], int] = {}
    zones: list[list[Bag]] = []
    for zone, is_pile in enumerate(machine.zones.piles):
        if zone in seen:
            stretches: list[Bag] = [dict(seen[zone])]
        else:
            stretch: Bag = {}
            for kind, count in machine.zones.contents(frame, zone):
                number = numbers.setdefault((machine.game.kinds[kind].cls, back_of(machine.game, kind)), len(numbers))
                more(pools.setdefault(number, {}), kind, count)
                more(stretch, (number, ANY), count)
            stretches = [stretch] if stretch or not is_pile else []
        zones.append(stretches)
    return Explanation(zones, pools, Fraction(1), len(numbers))
