"""What a belief does not keep, and what makes worlds impossible."""

from __future__ import annotations

from enum import Enum

from gamedsl.errors import GameDslError
from gamedsl.values import frozen


class LostKind(Enum):
    """What is lost.

    EXPLANATIONS: some unlikely ones were left out. BACKS: which backs lie where in a pile. COUNTING: ways that were too many to be counted, so that worlds are
    nearly, not exactly, as likely as they should be. MOVES: what the moves of others rule out. CONDITIONS: how a test of the rules came out. VALUES: what
    a visible value that was computed from hidden things says of them. PIECES: by what rule hidden pieces were picked.
    """

    EXPLANATIONS = "explanations"
    BACKS = "backs"
    COUNTING = "counting"
    MOVES = "moves"
    CONDITIONS = "conditions"
    VALUES = "values"
    PIECES = "pieces"


@frozen
class Lost:
    """Something that a seat could conclude and that the worlds drawn for it may contradict. `where` names what of the rules it is about (empty: nothing),
    `text` is one sentence."""

    kind: LostKind
    where: str
    text: str


class WorldsError(GameDslError):
    """No worlds can be drawn here: something hidden cannot be made up from what the seat has seen. The text says what."""
