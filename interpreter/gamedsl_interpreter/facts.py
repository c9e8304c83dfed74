"""The event log of a match: raw facts, each with the seats that have seen it. `knowledge` turns them into what one seat knows.

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
    """Pieces that left a zone, which held `before` pieces. The seats in `seen` learn which pieces; the others learn at most how many."""

    zone: int
    before: int
    pieces: Counts
    seen: int


class Put(Enum):
    """The place where pieces arrive in a pile: on top, beneath the other pieces, or beneath them as one stretch of unknown order."""

    ON_TOP = "on top"
    BENEATH = "beneath"
    BENEATH_MIXED = "beneath, mixed"


@frozen
class Moved:
    """Pieces that arrived in the zone `to`. Those of piles left from the top, or `from_bottom`. Pieces that were `drawn` arrived one by one.
    `committed`: they were chosen in a simultaneous decision, before any piece of that decision moved. `swapped`: they change places with the
    pieces of the previous fact, so they left before those arrived.

    The rules tell all of this to everybody, so a seat can draw conclusions from it about a move that it has not seen.
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
    """Whole zones whose contents passed on to other zones at the same time."""

    parts: tuple[Passing, ...]


@frozen
class Shuffled:
    """The order of a pile became unknown. `beneath`: only the order of the pieces that were put under it."""

    zone: int
    beneath: bool = False


@frozen
class Resolved:
    """The order of the top `number` pieces of a pile was drawn and is now part of the position. `back` is the visible back of the top piece (see `KindSpec`;
    -1: none)."""

    zone: int
    number: int
    back: int


@frozen
class Shown:
    """Pieces of one zone that the seats in `seen` saw without a move; `by` is the seat that peeked, or none."""

    zone: int
    pieces: Counts
    seen: int
    by: SeatId | None


@frozen
class FieldSet:
    """A field instance received another value."""

    instance: int
    value: Value
    seen: int


@frozen
class Rolled:
    """The result of a roll, seen by all who see the place from which it was rolled."""

    node: NodeId
    value: Value
    seen: int


@frozen
class Chosen:
    """A seat made a move, chosen or forced; the seats in `seen` are told."""

    seat: SeatId
    walk: Walk
    seen: int


@frozen
class Said:
    """A sentence of the rules: the number of its form in the game, and its values."""

    form: int
    values: tuple[Value, ...]


@frozen
class Opened:
    """A simultaneous decision began: the choices made in it are told when all seats have chosen."""

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
    told: dict[SeatId | None, tuple[Event, ...]] = field(factory=dict[SeatId | None, tuple[Event, ...]], repr=False)
    known: dict[SeatId | None, tuple[Bound, ...]] = field(factory=dict[SeatId | None, tuple[Bound, ...]], repr=False)
    keys: dict[SeatId | None, bytes] = field(factory=dict[SeatId | None, bytes], repr=False)
    """Results of `knowledge` for this stretch, by seat (None: a spectator): its events (`told`), the pieces certain to be in each zone after it (`known`),
    and a key of the whole event log up to its end (`keys`): equal logs have equal keys."""
    beliefs: dict[SeatId, object] = field(factory=dict[SeatId, object], repr=False)
    """The belief of each seat after this stretch, filled in on first use (see `worlds`)."""
    courses: dict[SeatId, object] = field(factory=dict[SeatId, object], repr=False)
    """The courses of play that each seat thinks possible after this stretch, where hidden fields hold what somebody chose (see `worlds`)."""
    learned: dict[SeatId, tuple[Fact, ...]] = field(factory=dict[SeatId, "tuple[Fact, ...]"], repr=False)
    """The facts of this stretch as each seat was told them, filled in on first use (see `worlds`)."""
    concluded: dict[SeatId, object] = field(factory=dict[SeatId, object], repr=False)
    """The conclusions of each seat from what followed the first choice of this stretch, filled in on first use (see `worlds`)."""
    asked: Position | None = field(default=None, repr=False)
    """The position of the first choice of this stretch, if something hidden can be learned from it: see `secrecy.find_telling`."""
    only: SeatId | None = None
    """The only seat that has seen the facts of this stretch; None in the log of a match. The log of a world sampled for a seat begins with such a stretch."""

    def __reduce__(self) -> tuple[Callable[[tuple[_Stretch, ...]], Log], tuple[tuple[_Stretch, ...]]]:
        # Linked logs are pickled as a list: pickle would recurse, and the chains of long matches are too deep for that.
        return _restore_log, (tuple(reversed([(log.facts, log.asked, log.only) for log in self.newest_first()])),)

    def newest_first(self) -> Iterator[Log]:
        """Yields this stretch of the log, then the stretch before it, and so on."""
        log: Log | None = self
        while log is not None:
            yield log
            log = log.before

    def all(self) -> tuple[Fact, ...]:
        """All facts, oldest first."""
        stretches = [log.facts for log in self.newest_first()]
        return tuple(fact for stretch in reversed(stretches) for fact in stretch)


_Stretch: TypeAlias = tuple[tuple[Fact, ...], "Position | None", "SeatId | None"]


def _restore_log(stretches: tuple[_Stretch, ...]) -> Log:
    """Rebuilds a log that comes from another process."""
    log: Log | None = None
    for facts, asked, only in stretches:
        log = Log(log, facts, asked=asked, only=only)
    return Log(None, ()) if log is None else log


def log_of(
    stretches: Sequence[Sequence[Fact]], asked: Sequence[Position | None] = (), only: SeatId | None = None
) -> Log:
    """Makes the log of a match from its stretches, oldest first; there is at least one. `asked` is given by stretch, `only` belongs to the first one: see
    `Log`."""
    log: Log | None = None
    for number, facts in enumerate(stretches):
        at = asked[number] if number < len(asked) else None
        log = Log(log, tuple(facts), asked=at, only=only if log is None else None)
    return Log(None, (), only=only) if log is None else log
