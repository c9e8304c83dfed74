"""The position that an engine changes between two stops."""

from __future__ import annotations

from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter.engine import Pending
from gamedsl_interpreter.facts import Fact, Log, Position
from gamedsl_interpreter.random import Dice, Stream
from gamedsl_interpreter.reference.values.slots import Frame


class Work:
    """A frame that changes in place, the new facts (after those in `log`), steps taken of open decisions, and the chance stream (none: play stops at chance
    nodes). `is_trial`: a move is tried on a copy, and nobody sees its effects."""

    __slots__ = ("asked", "dice", "facts", "frame", "is_trial", "log", "passed", "pending", "seen")

    def __init__(self, frame: Frame, dice: Dice | None, log: Log, *, is_trial: bool = False) -> None:
        self.frame = frame
        self.dice = dice
        self.log = log
        self.is_trial = is_trial
        self.facts: list[Fact] = []
        self.pending: dict[SeatId, tuple[int, ...]] = {}
        self.seen: tuple[int, ...] = ()
        """Who saw the zones with a computed audience when the work began."""
        self.asked: Position | None = None
        """The position at which the work begins, if the log keeps it (see `Log.asked`)."""
        self.passed: list[tuple[NodeId, int]] | None = None
        """The nodes that were passed, each with the number of new facts before it; None if nobody asks for them."""


def pending_of(work: Work) -> Pending:
    """Returns the steps taken of open decisions, by seat."""
    return tuple(sorted((seat, steps) for seat, steps in work.pending.items() if steps))


def dice_of(stream: Stream | None) -> Dice | None:
    """Returns the dice of a chance stream."""
    return None if stream is None else Dice(stream)
