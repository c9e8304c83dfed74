"""What happened, in full: the raw facts of a match. Each says who has seen it; `knowledge` turns them into what one seat knows.

Seats are kept as bit masks: bit s is set when seat s has seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
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


class Put(Enum):
    """Where pieces arrive in a pile: on top, beneath what lies there, or beneath it as one stretch of unknown order."""

    ON_TOP = "on top"
    BENEATH = "beneath"
    BENEATH_MIXED = "beneath, mixed"


@frozen
class Moved:
    """Pieces that arrived in the zone `to`. Those of piles left from the top, or `from_bottom`. Pieces that were `drawn` arrived one by one.
    `committed`: they were chosen in a simultaneous decision, so before anything moved that was chosen with them. `swapped`: they left before the
    pieces of the fact before arrived, with which they change places.

    The rules tell all of this to everybody. It says what can be concluded from a move that was not seen.
    """

    to: int
    parts: tuple[Leaving, ...]
    put: Put = Put.ON_TOP
    from_bottom: bool = False
    drawn: bool = False
    committed: bool = False
    swapped: bool = False


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
class Resolved:
    """The order of the top `number` pieces of a pile became part of the position. `back` is what shows on top (see `KindSpec`; -1: nothing)."""

    zone: int
    number: int
    back: int


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


Fact = Moved | Exchanged | Shuffled | Resolved | Shown | FieldSet | Rolled | Chosen | Opened | Laid | Said


Position: TypeAlias = "tuple[NodeId, Sequence[Value]] | bytes"
"""A node and the values of a frame, or the bytes of a record that hold both."""

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
    beliefs: dict[SeatId, object] = field(factory=dict[SeatId, object], repr=False)
    """What each seat believes after this stretch, once somebody has asked (see `worlds`)."""
    asked: Position | None = field(default=None, repr=False)
    """Where the first choice of this stretch was made, if that was a private decision: what could be chosen there depends on something hidden."""
    only: SeatId | None = None
    """The only seat that has seen what the facts of this stretch say; None for those of a match. The log of a world drawn for a seat begins so."""

    def __reduce__(self) -> tuple[Callable[[tuple[_Stretch, ...]], Log], tuple[tuple[_Stretch, ...]]]:
        # Not as it is linked: the logs of long matches are deeper than anything that can be pickled.
        return _restored, (tuple(reversed([(log.facts, log.asked, log.only) for log in self.newest_first()])),)

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


_Stretch: TypeAlias = tuple[tuple[Fact, ...], "Position | None", "SeatId | None"]


def _restored(stretches: tuple[_Stretch, ...]) -> Log:
    """A log from another process."""
    log: Log | None = None
    for facts, asked, only in stretches:
        log = Log(log, facts, asked=asked, only=only)
    return Log(None, ()) if log is None else log


def log_of(
    stretches: Sequence[Sequence[Fact]], asked: Sequence[Position | None] = (), only: SeatId | None = None
) -> Log:
    """The log of a match out of its stretches, oldest first; there is at least one. `asked` and `only` as in `Log`: by stretch, and of the first one."""
    log: Log | None = None
    for number, facts in enumerate(stretches):
        at = asked[number] if number < len(asked) else None
        log = Log(log, tuple(facts), asked=at, only=only if log is None else None)
    return Log(None, (), only=only) if log is None else log
