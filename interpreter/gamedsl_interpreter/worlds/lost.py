"""What a belief does not keep, and what makes worlds impossible."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gamedsl.errors import GameDslError
from gamedsl.values import frozen

LostKind: TypeAlias = Literal[
    "explanations", "backs", "counting", "moves", "conditions", "values", "pieces", "positions"
]
"""Explanations: some unlikely ones were left out. Backs: which backs lie where in a pile. Counting: ways that were too many to be counted, so that worlds
are nearly, not exactly, as likely as they should be. Moves: what the moves of others rule out. Conditions: how a test of the rules came out. Values: what a
visible value that was computed from hidden things says of them. Pieces: by what rule unseen pieces were picked. Positions: what moves rule out that were
made before the match was saved."""


@frozen
class Lost:
    """Something that a seat could conclude and that the worlds drawn for it may contradict. `where` names what of the rules it is about (empty: nothing),
    `text` is one sentence."""

    kind: LostKind
    where: str
    text: str


class WorldsError(GameDslError):
    """No worlds can be drawn here: something hidden cannot be made up from what the seat has seen. The text says what."""
