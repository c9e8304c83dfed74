"""Conclusions that a belief does not keep, and the error if worlds are impossible."""

from __future__ import annotations

from enum import Enum

from gamedsl.errors import GameDslError
from gamedsl.values import frozen


class LostKind(Enum):
    """The kind of information that is lost.

    EXPLANATIONS: some unlikely ones were left out. BACKS: the places of backs in a pile. COUNTING: there are too many ways to count, so the probabilities of
    worlds are approximate. MOVES: the pieces that the moves of others rule out. CONDITIONS: the results of tests in the rules. VALUES: the information in
    a visible value that was computed from hidden things. PIECES: the rule by which hidden pieces were picked.
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
    """Something that a seat could conclude and that the worlds sampled for it may contradict. `where` names the part of the rules (it may be empty), `text`
    is one sentence."""

    kind: LostKind
    where: str
    text: str


class WorldsError(GameDslError):
    """No worlds can be sampled here, because something hidden cannot be inferred from the observations of the seat. The text names it."""
