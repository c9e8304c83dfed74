"""What a seat knows when a match begins from a named start: what it sees, and what is left of the components."""

from __future__ import annotations

from fractions import Fraction

from gamedsl_interpreter.reference.given import lay_out
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.explanation import ANY, Bag, Explanation, more
from gamedsl_interpreter.worlds.sight import back_of


def laid_out(machine: Machine, start: int, shown: tuple[tuple[int, Counts], ...]) -> Explanation:
    """The explanation of a layout. How many pieces lie where, of which class and with which backs, is no secret: the rules say it. Which they are, is one
    where the seat does not see them, although the rules of a start could be read: it stands for a deal."""
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
