"""What happened, in full: the raw facts of a match. Each says who has seen it; `knowledge` turns them into what one seat knows.

Seats are kept as bit masks: bit s is set when seat s has seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Event
from gamedsl_interpreter.wording.moves import Walk
from gamedsl_interpreter.wording.texts import Counts


@frozen
class Leaving:
    """Pieces that left a zone which held `before` pieces. They were named to the seats in `seen`; the others saw at most how many."""

    zone: int
    before: int
    pieces: Counts
    seen: int


@frozen
class Moved:
    """Pieces that arrived in the zone `to`."""

    to: int
    parts: tuple[Leaving, ...]


@frozen
class Passing:
    """The whole content of a zone that passed to another."""

    zone: int
    to: int
    pieces: Counts
    seen: int


@frozen
class Exchanged:
    """Whole zones that passed on at once."""

    parts: tuple[Passing, ...]


@frozen
class Shuffled:
    """The order of a pile became unknown; `beneath`: only of what went under it."""

    zone: int
    beneath: bool = False


@frozen
class Shown:
    """The pieces (of one zone) that the seats in `seen` got to see without a move; `by` is the seat that peeked, or none."""

    zone: int
    pieces: Counts
    seen: int
    by: SeatId | None


@frozen
class FieldSet:
    """A field instance got another value."""

    instance: int
    value: Value
    seen: int


@frozen
class Rolled:
    """A roll came out, in the sight of all who see the place that was rolled from."""

    node: NodeId
    value: Value
    seen: int


@frozen
class Chosen:
    """A seat made a move, chosen or forced; told to the seats in `seen`."""

    seat: SeatId
    walk: Walk
    seen: int


@frozen
class Said:
    """A sentence of the rules: the number of its form among the game's, and its values."""

    form: int
    values: tuple[Value, ...]


@frozen
class Opened:
    """A simultaneous decision began: what is chosen in it is told when all have chosen."""

    node: NodeId


@frozen
class Laid:
    """The match began from a named start, by its number; `shown` are the pieces in each zone, with the seats that see them."""

    start: int
    shown: tuple[tuple[int, Counts, int], ...]


Fact = Moved | Exchanged | Shuffled | Shown | FieldSet | Rolled | Chosen | Opened | Laid | Said


Bound: TypeAlias = Mapping[int, int]
"""How many pieces of each kind lie in a zone at least. It is never changed: logs share it."""


@frozen(eq=False)
class Log:
    """The facts of a match up to a stop: a list that shares its beginning with the logs of earlier stops."""

    before: Log | None
    facts: tuple[Fact, ...]
    told: dict[SeatId, tuple[Event, ...]] = field(factory=dict[SeatId, tuple[Event, ...]], repr=False)
    known: dict[SeatId, tuple[Bound, ...]] = field(factory=dict[SeatId, tuple[Bound, ...]], repr=False)
    keys: dict[SeatId, bytes] = field(factory=dict[SeatId, bytes], repr=False)
    """What `knowledge` has found out from this stretch, by seat: its events, what is certain to lie in each zone after it, and what tells everything that
    was observed up to its end from anything else."""

    def __reduce__(self) -> tuple[Callable[[tuple[tuple[Fact, ...], ...]], Log], tuple[tuple[tuple[Fact, ...], ...]]]:
        # Not as it is linked: the logs of long matches are deeper than anything that can be pickled.
        return log_of, (tuple(reversed([log.facts for log in self.newest_first()])),)

    def newest_first(self) -> Iterator[Log]:
        """This stretch, the one before it, and so on."""
        log: Log | None = self
        while log is not None:
            yield log
            log = log.before

    def all(self) -> tuple[Fact, ...]:
        """All facts, oldest first."""
        stretches = [log.facts for log in self.newest_first()]
        return tuple(fact for stretch in reversed(stretches) for fact in stretch)


def log_of(stretches: Sequence[Sequence[Fact]]) -> Log:
    """The log of a match out of its stretches, oldest first; there is at least one."""
    log = Log(None, tuple(stretches[0]))
    for facts in stretches[1:]:
        log = Log(log, tuple(facts))
    return log
