"""What a seat is told of a match: moves, looks, answers and sentences. None of it names what the seat may not see, and what it may see is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Set

from gamedsl_interpreter.engine import Event

_WORD = re.compile(r"\w+(?:\.\w+)*")
_FROM = re.compile(r" from (\w+(?:\.\w+|\[[\d, ]+\])*)")
"""Where an answer was taken from: `[Horse from P2.hand, Oxford from P2.noble]`."""


def leaks(
    seat: str,
    events: Iterable[Event],
    sees: Callable[[str], bool],
    hidden: Set[str] = frozenset(),
    looks: Collection[str] = (),
) -> Iterator[str]:
    """What is told and should not be, or is not told and should be. `sees`: whether the seat may see a zone; `hidden`: names of pieces that can be secret,
    which no sentence says, but for those that the last choice or what followed it has named to this seat;
    `looks`: zones that a seat may look into by the rules, by their bare names
    (of a look that nobody notices, no event names who looks)."""
    known: set[str] = set()
    for event in events:
        is_choice = event.data[0] == "choose"
        match event.data:
            case ("move", tuple(), str(source), str(to)) if not sees(source) and not sees(to):
                yield f"{seat} is told: {event.text}"
            case ("move", int(), _, str(source), str(to)) if sees(source) or sees(to):
                yield f"{seat} is not told what moves: {event.text}"
            case ("see", who, str(zone), _) if not sees(zone) and (who not in (seat, "") or _bare(zone) not in looks):
                yield f"{seat} is shown: {event.text}"
            case ("choose", who, _) if who != seat and not all(map(sees, _FROM.findall(event.text))):
                yield f"{seat} is told an answer: {event.text}"
            case ("say", str(sentence)) if not hidden.isdisjoint({*_WORD.findall(sentence)} - known):
                yield f"{seat} reads: {sentence}"
            case _:
                pass
        known = {*_WORD.findall(event.text), *(() if is_choice else known)}


def _bare(zone: str) -> str:
    return zone.rpartition(".")[2]
